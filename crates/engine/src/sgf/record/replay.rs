//! Playing a record on a position.

use super::{GameRecord, NamedGame, Outcome, RecordError, Setup};
use crate::sgf::{Action, At, NodeId};
use crate::{Color, Line};
use katsura_game::{Mark, Player};
use katsura_games::{GameSpec, Position, SKIP_NAME};
use std::collections::BTreeSet;

/// The nodes of a line that may set pieces up: each takes as long as putting all of them on the board.
const MOST_SETUPS: usize = 1000;

impl GameRecord {
    /// The record of a game from its start.
    ///
    /// # Errors
    /// If a move is not legal, or the game is not one of two players.
    pub fn from_moves(spec: &GameSpec, moves: &[impl AsRef<str>]) -> Result<GameRecord, RecordError> {
        let mut record = GameRecord::new(NamedGame::of(spec));
        let mut line = Line::new(&record.spec_for_two()?);
        let mut node = record.steps.root();
        for mv in moves {
            let (color, at) = (line.to_move(), At { moves: line.moves().len(), ..At::default() });
            let text = line.push(mv.as_ref()).map_err(|error| RecordError::Move { at, error })?;
            if text != SKIP_NAME {
                let action = Action::of(text);
                node = record.add(node, color, action);
            }
        }
        record.info.result = Outcome::of(spec, line.position());
        Ok(record)
    }

    /// All moves from the start of the game to a node. Setups are made by moves, and where players move out of turn or after the end the turn is
    /// [skipped](katsura_game::Skip::skip), or the others pass. After a setup that takes pieces from the board the moves are others than before it:
    /// those that put the remaining pieces on the board.
    ///
    /// # Errors
    /// If a move is not legal, or a setup cannot be made by moves.
    pub fn moves_to(&self, node: NodeId) -> Result<Vec<String>, RecordError> {
        self.replay(node).map(|line| line.moves().to_vec())
    }

    /// The position at a node.
    ///
    /// # Errors
    /// As [`moves_to`](GameRecord::moves_to).
    pub fn position_at(&self, node: NodeId) -> Result<Box<dyn Position>, RecordError> {
        self.replay(node).map(|line| line.position().boxed())
    }

    fn spec_for_two(&self) -> Result<GameSpec, RecordError> {
        let spec = self.spec()?;
        match spec.about().players {
            2 => Ok(spec),
            _ => Err(RecordError::Game(format!("{}: expected a game of two players", spec.about().name))),
        }
    }

    fn replay(&self, node: NodeId) -> Result<Line, RecordError> {
        let spec = self.spec_for_two()?;
        let (mut line, mut moves, mut setups) = (Line::new(&spec), 0, 0);
        for id in self.steps.path(node) {
            let step = &self.steps[id];
            let at = At { place: step.place, moves };
            let set = |reason| RecordError::Setup { at, reason };
            if step.setup.changes_cells() {
                setups += 1;
                if setups > MOST_SETUPS {
                    return Err(set(format!("more than {MOST_SETUPS} nodes set pieces up")));
                }
                line = set_up(line, &spec, &step.setup).map_err(set)?;
            }
            match (&step.play, step.setup.to_move) {
                (Some(play), _) => {
                    // Beside a move PL says nothing: the move tells who plays it, and files that say it mean the turn after it.
                    let made = play.action.as_move().map_or(Ok(()), |mv| line.play(play.color, mv));
                    made.map_err(|error| RecordError::Move { at, error })?;
                    moves += 1;
                }
                (None, Some(color)) => line.take_turn(color).map_err(|error| set(error.to_string()))?,
                (None, None) => {}
            }
        }
        Ok(line)
    }
}

/// The line with the pieces of a setup. New ones are put on the board; where others leave it, or the game does not let them come so late, all are put
/// on it anew from the start of the game, and it stays the same player's turn if the other's can be skipped.
fn set_up(mut line: Line, spec: &GameSpec, setup: &Setup) -> Result<Line, String> {
    let Setup { black, white, empty, .. } = setup;
    let Some(mut wanted) = pieces(line.position(), spec) else {
        return match empty.is_empty() {
            true => put(&mut line, [black.iter(), white.iter()]).map(|()| line),
            false => Err(format!("pieces of {} cannot be taken from the board by AE", spec.about().name)),
        };
    };
    let name = |cell: &String| line.position().normalise(cell).map_err(|error| error.to_string());
    let names = |cells: &[String]| cells.iter().map(name).collect::<Result<Vec<_>, _>>();
    let (added, cleared) = ([names(black)?, names(white)?], names(empty)?);
    for (color, own) in wanted.iter_mut().enumerate() {
        own.retain(|cell| ![&cleared, &added[0], &added[1]].into_iter().any(|changed| changed.contains(cell)));
        own.extend_from_slice(&added[color]);
    }
    grown(line.clone(), spec, &wanted).or_else(|_| {
        let mut anew = grown(Line::new(spec), spec, &wanted)?;
        anew.take_turn(line.to_move()).ok();
        Ok(anew)
    })
}

/// The line with more pieces, so that there are these.
fn grown(mut line: Line, spec: &GameSpec, wanted: &[Vec<String>; 2]) -> Result<Line, String> {
    let now = &pieces(line.position(), spec).unwrap_or_default();
    put(&mut line, [0, 1].map(|color| wanted[color].iter().filter(move |cell| !now[color].contains(cell))))?;
    let set = |pieces: &[Vec<String>; 2]| pieces.clone().map(BTreeSet::from_iter);
    match pieces(line.position(), spec) {
        Some(now) if set(&now) != set(wanted) => {
            Err("the game would take pieces from the board or leave some on it".to_string())
        }
        _ => Ok(line),
    }
}

/// Makes moves of Black and White on these cells, in turn as long as both have some.
fn put<'a>(line: &mut Line, mut cells: [impl Iterator<Item = &'a String>; 2]) -> Result<(), String> {
    loop {
        let color = line.to_move();
        let next = |color: Color, cells: &mut [_; 2]| Iterator::next(&mut cells[color as usize]).map(|cell| (color, cell));
        let Some((color, cell)) = next(color, &mut cells).or_else(|| next(color.other(), &mut cells)) else { return Ok(()) };
        line.play(color, cell).map_err(|error| error.to_string())?;
    }
}

/// The cells with pieces of Black and of White, in the notation of the game; nothing if its moves are no cells.
pub(crate) fn pieces(position: &dyn Position, spec: &GameSpec) -> Option<[Vec<String>; 2]> {
    let cells = position.picture().cells;
    let first = Color::first_in(&spec.customs());
    let mut pieces = [Vec::new(), Vec::new()];
    for cell in cells {
        let index = cell.move_index?;
        if let Mark::Piece(player) = cell.mark {
            pieces[Color::of(Player(player), first) as usize].push(position.move_name(index));
        }
    }
    Some(pieces)
}
