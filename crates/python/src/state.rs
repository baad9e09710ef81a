//! Positions, with the method names of OpenSpiel.

use crate::board::{Board, Rules};
use crate::failure::value_error;
use crate::game::Game;
use crate::number::Number;
use katsura_game::{Mark, Picture, Shape, Style, Turn};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::Arc;

/// The number of the player when chance moves.
const CHANCE: i64 = -1;
/// The player's number of moves that several make together, as in OpenSpiel.
const SIMULTANEOUS: i64 = -2;
/// The number of the player when the game is over.
const TERMINAL: i64 = -4;

/// A position with the moves that led to it.
pub struct Place {
    pub rules: Arc<Rules>,
    pub board: Box<dyn Board>,
    pub history: Vec<u32>,
}

impl Clone for Place {
    fn clone(&self) -> Self {
        Place { rules: self.rules.clone(), board: self.board.boxed(), history: self.history.clone() }
    }
}

impl Place {
    pub fn start(rules: &Arc<Rules>) -> Self {
        Place { rules: rules.clone(), board: rules.start(), history: Vec::new() }
    }

    /// Makes a move after checking it.
    pub fn play(&mut self, action: i64) -> PyResult<()> {
        if self.board.turn().is_over() {
            return Err(value_error(format!("the game is over: action {action} cannot be played")));
        }
        let index = self.known(action)?;
        if !self.board.is_legal(index) {
            let name = self.board.name(index);
            return Err(value_error(format!("action {action} ({name}) is illegal in this position")));
        }
        self.board.apply(index);
        self.history.push(index);
        Ok(())
    }

    /// The number of a move of the game, legal here or not.
    fn known(&self, action: i64) -> PyResult<u32> {
        let count = self.rules.moves;
        let known = u32::try_from(action).ok().filter(|&index| (index as usize) < count);
        known.ok_or_else(|| value_error(format!("action {action} is out of range: 0 to {}", count - 1)))
    }

    pub fn player(&self) -> i64 {
        match self.board.turn() {
            Turn::Player(player) => i64::from(player.0),
            Turn::Together(_) => SIMULTANEOUS,
            Turn::Chance => CHANCE,
            Turn::Over => TERMINAL,
        }
    }

    pub fn legal(&self) -> Vec<u32> {
        let mut moves = Vec::new();
        self.board.legal(&mut moves);
        moves
    }

    /// The results in [-1, 1]: 0 for everyone before the end.
    pub fn returns(&self) -> Vec<f64> {
        if !self.board.turn().is_over() {
            return vec![0.0; self.rules.players];
        }
        self.rules.returns(&self.board.rewards())
    }
}

/// A position. It has the methods of an OpenSpiel state, so that code written for those runs on it.
#[pyclass(module = "katsura", name = "State")]
pub struct State {
    pub place: Place,
}

/// An action with the player who made it.
#[pyclass(frozen, get_all, module = "katsura._native")]
pub struct PlayerAction {
    player: i64,
    action: i64,
}

/// The last of one or two arguments: OpenSpiel puts the player before the action or the text.
fn last_argument<'py>(arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    match arguments.len() {
        1 | 2 => arguments.get_item(arguments.len() - 1),
        count => Err(PyTypeError::new_err(format!("expected [player and] one value, found {count} arguments"))),
    }
}

#[pymethods]
impl State {
    /// The player to move; -1 for chance, -4 when the game is over.
    fn current_player(&self) -> i64 {
        self.place.player()
    }

    /// The legal actions in ascending order; of a player who is not to move: none.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<Number<i64>>) -> Vec<u32> {
        if player.is_some_and(|Number(player)| player != self.place.player()) {
            return Vec::new();
        }
        let mut actions = self.place.legal();
        actions.sort_unstable();
        actions
    }

    /// One number per action: 1 if it is legal.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask(&self, player: Option<Number<i64>>) -> Vec<u8> {
        let mut mask = vec![0; self.place.rules.moves];
        self.legal_actions(player).into_iter().for_each(|index| mask[index as usize] = 1);
        mask
    }

    /// The same as an array of int8.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0i8; self.place.rules.moves];
        self.place.legal().into_iter().for_each(|index| mask[index as usize] = 1);
        mask.into_pyarray(py)
    }

    /// Makes a move. ValueError if it is illegal or the game is over; the position is then as it was.
    fn apply_action(&mut self, action: Number<i64>) -> PyResult<()> {
        self.place.play(action.0)
    }

    /// Always a ValueError, since nobody moves at the same time as another.
    fn apply_actions(&mut self, actions: Vec<Number<i64>>) -> PyResult<()> {
        let count = actions.len();
        Err(value_error(format!("{count} actions together: nobody moves at the same time as another; use apply_action")))
    }

    /// The position after a move. ValueError if it is illegal or the game is over.
    fn child(&self, action: Number<i64>) -> PyResult<State> {
        let mut child = self.clone();
        child.place.play(action.0)?;
        Ok(child)
    }

    /// Makes a move that is written in the game's notation.
    fn play(&mut self, text: &str) -> PyResult<()> {
        let index = self.place.board.parse(text).map_err(value_error)?;
        self.place.play(i64::from(index))
    }

    /// Takes the last move back. The arguments of OpenSpiel are checked.
    #[pyo3(signature = (player=None, action=None))]
    fn undo_action(&mut self, player: Option<Number<i64>>, action: Option<Number<i64>>) -> PyResult<()> {
        let mut moves = self.place.history.clone();
        let last = moves.pop().ok_or_else(|| value_error("there is no move to take back"))?;
        if action.is_some_and(|Number(action)| action != i64::from(last)) {
            return Err(value_error(format!("the last action was {last}")));
        }
        let mut before = Place::start(&self.place.rules);
        moves.into_iter().try_for_each(|index| before.play(i64::from(index)))?;
        if player.is_some_and(|Number(player)| player != before.player()) {
            return Err(value_error(format!("the last action was player {}'s", before.player())));
        }
        self.place = before;
        Ok(())
    }

    /// `action_to_string(action)` or `action_to_string(player, action)`: the move as people write it.
    #[pyo3(signature = (*arguments))]
    fn action_to_string(&self, arguments: &Bound<'_, PyTuple>) -> PyResult<String> {
        let Number(action) = last_argument(arguments)?.extract()?;
        Ok(self.place.board.name(self.place.known(action)?))
    }

    /// `string_to_action(text)` or `string_to_action(player, text)`.
    #[pyo3(signature = (*arguments))]
    fn string_to_action(&self, arguments: &Bound<'_, PyTuple>) -> PyResult<u32> {
        let text: String = last_argument(arguments)?.extract()?;
        self.place.board.parse(&text).map_err(value_error)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.place.board.turn().is_over()
    }

    /// Whether no move has been made.
    fn is_initial_state(&self) -> bool {
        self.place.history.is_empty()
    }

    /// Whether a player moves, not chance, and the game is not over.
    fn is_player_node(&self) -> bool {
        self.place.player() >= 0
    }

    /// Whether chance moves.
    fn is_chance_node(&self) -> bool {
        self.place.board.turn() == Turn::Chance
    }

    /// The outcomes of chance with their probabilities; none of Katsura's games has chance.
    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        Vec::new()
    }

    /// Always False: nobody moves at the same time as another.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// Each player's result in [-1, 1]; zeros before the end.
    fn returns(&self) -> Vec<f64> {
        self.place.returns()
    }

    /// What the last move brought each player: the result at the end, else zeros.
    fn rewards(&self) -> Vec<f64> {
        self.place.returns()
    }

    /// The result of one player.
    fn player_return(&self, player: Number<usize>) -> PyResult<f64> {
        let (player, players) = (player.0, self.place.rules.players);
        self.place.returns().get(player).copied().ok_or_else(|| value_error(format!("player {player}: there are {players}")))
    }

    /// A copy.
    fn clone(&self) -> State {
        State { place: self.place.clone() }
    }

    /// The actions so far.
    fn history(&self) -> Vec<u32> {
        self.place.history.clone()
    }

    /// The actions so far, each with the player who made it.
    fn full_history(&self) -> PyResult<Vec<PlayerAction>> {
        let mut place = Place::start(&self.place.rules);
        let made = |&index: &u32| {
            let (player, action) = (place.player(), i64::from(index));
            place.play(action).map(|()| PlayerAction { player, action })
        };
        self.place.history.iter().map(made).collect()
    }

    /// The actions so far as a text.
    fn history_str(&self) -> String {
        self.place.history.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The number of moves so far.
    fn move_number(&self) -> usize {
        self.place.history.len()
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.place.rules.players
    }

    /// All actions are below this.
    fn num_distinct_actions(&self) -> usize {
        self.place.rules.moves
    }

    /// The game.
    fn get_game(&self) -> Game {
        Game { rules: self.place.rules.clone() }
    }

    /// A number that is equal for equal positions.
    fn key(&self) -> u64 {
        self.place.board.key()
    }

    /// A text from which `Game.deserialize_state` makes the position again.
    fn serialize(&self) -> String {
        self.place.history.iter().map(|index| format!("{index}\n")).collect()
    }

    /// The board as numbers: one plane of pieces for each player, and one that holds the number of the player to move. Flat; the shape is
    /// `Game.observation_tensor_shape()`.
    #[pyo3(signature = (player=None))]
    fn observation_tensor(&self, player: Option<Number<i64>>) -> Vec<f32> {
        let _ = player;
        let rules = &self.place.rules;
        let (size, mut pieces) = (rules.layout.rows * rules.layout.columns, vec![0; rules.layout.places.len()]);
        let mut tensor = vec![0.0; (rules.players + 1) * size];
        self.place.board.pieces(&mut pieces);
        for (&place, piece) in rules.layout.places.iter().zip(pieces).filter(|&(_, piece)| piece != 0) {
            tensor[piece.trailing_zeros() as usize * size + place] = 1.0;
        }
        tensor[rules.players * size..].fill(self.place.player().max(0) as f32);
        tensor
    }

    /// The board as text.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<Number<i64>>) -> String {
        let _ = player;
        self.__str__()
    }

    /// The actions so far as a text: everything is known to everyone.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<Number<i64>>) -> String {
        let _ = player;
        self.history_str()
    }

    /// What a picture of the board shows: shape, cells (x in half cells, y, owner or -1, last, winning, dot), labels (x, y, text), colours and caption.
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        picture(py, &self.place.board.picture())
    }

    fn __str__(&self) -> String {
        self.place.board.picture().to_text(Style::Plain)
    }

    fn __repr__(&self) -> String {
        format!("<katsura.State of {} after {} moves>", self.place.rules.spec.about().name, self.place.history.len())
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let game = Bound::new(py, self.get_game())?;
        Ok((game.getattr("after")?, PyTuple::new(py, [self.place.history.clone()])?))
    }
}

fn picture<'py>(py: Python<'py>, picture: &Picture) -> PyResult<Bound<'py, PyDict>> {
    let owner = |mark: Mark| match mark {
        Mark::Piece(player) => i32::from(player),
        Mark::Empty => -1,
    };
    let cells = picture.cells.iter().map(|cell| (cell.x, cell.y, owner(cell.mark), cell.last, cell.winning, cell.dot));
    let labels = picture.labels.iter().map(|label| (label.x, label.y, label.text.as_str()));
    let shape = match picture.shape {
        Shape::Square => "square",
        Shape::Lines => "lines",
        Shape::Hexagonal => "hexagonal",
    };
    let shown = PyDict::new(py);
    shown.set_item("shape", shape)?;
    shown.set_item("cells", PyList::new(py, cells.collect::<Vec<_>>())?)?;
    shown.set_item("labels", PyList::new(py, labels.collect::<Vec<_>>())?)?;
    shown.set_item("colours", picture.players.iter().map(|player| player.colour).collect::<Vec<_>>())?;
    shown.set_item("names", picture.players.iter().map(|player| player.name).collect::<Vec<_>>())?;
    shown.set_item("caption", picture.caption.as_str())?;
    Ok(shown)
}
