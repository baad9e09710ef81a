//! Sokoban: a keeper pushes boxes to their goals. A move is a push; the walk to the box is implied.
//!
//! Positions are equal if the boxes are, and the cells that the keeper can walk to: so a position keeps that region, not
//! only a cell. It is flooded anew after each push, and so are the pushes listed that can still be made. Those after which a
//! level certainly cannot be solved are left out: pushes to a dead cell, from which no push leads to a goal, and those that
//! freeze a box elsewhere (`deadlock.rs`).

use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Customs, Game, Keyed, Knowledge, Knows, MAX_PLAYERS, Payoff, Player, PlayoutRule, Rewards, Rng, State, Turn,
    mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

mod deadlock;
mod file;
mod level;
#[cfg(test)]
mod tests;
mod text;

use level::{Cells, DIRECTIONS, Level, WALL};

/// Sokoban, on a level in the usual notation.
///
/// ```
/// use katsura_game::{Game, State, Text};
/// use katsura_games::sokoban::Sokoban;
/// let sokoban = Sokoban { level: "#######|#@ $ .#|#######".to_string(), ..Sokoban::default() };
/// let mut store = sokoban.start();
/// for mv in ["rR", "R"] {
///     store.apply(store.parse_move(mv).unwrap());
/// }
/// assert!(store.turn().is_over() && store.rewards()[0] == 1.0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Sokoban {
    /// The level: its rows from the top, with a stroke or a new line between them, of walls `#`, the keeper `@`, boxes `$`,
    /// goals `.`, the keeper on a goal `+`, boxes on goals `*` and floor ` ` or `-`; or `own:N`, one of those that come with
    /// the game; or `FILE:N`, level number N of a file whose name ends with .xsb, .sok or .txt, which is read at once.
    #[serde(deserialize_with = "file::read_level")]
    pub level: String,
    /// How many pushes may be made.
    #[schemars(range(min = 1, max = 5000))]
    pub limit: u16,
}

checked_parameters!(Sokoban);

/// The levels that come with the game: made for it, from easy to harder.
const OWN: [&str; 5] = [
    "#######|#@ $ .#|#######",
    "######|#    #|# $$ #|# .. #|#  @ #|######",
    "########|#  .   #|#  .$  #|# # #$ #|#  $@  #|#  # #.#|########",
    "########|#  @ # #|# $    #|#  $  .#|##$#  .#|##  .  #|########",
    "#########|#      ##|#.    $ #|#    #$ #|#.#     #|#@. $   #|#########",
];

impl Default for Sokoban {
    fn default() -> Self {
        Sokoban { level: "own:5".to_string(), limit: 200 }
    }
}

impl Sokoban {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter, and for a level the row and the column, and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        self.read().map(|_| ())
    }

    fn read(&self) -> Result<(Level, Placed), ParameterError> {
        if !(1..=5000).contains(&self.limit) {
            return Err(ParameterError::new("limit", self.limit, "1 to 5000"));
        }
        let refused = |accepted: String| {
            let shown: String = self.level.chars().filter(|c| !c.is_control()).take(80).collect();
            let more = if shown.len() < self.level.len() { "…" } else { "" };
            ParameterError::new("level", format!("'{shown}{more}'"), accepted)
        };
        let own = self.level.strip_prefix("own:").map(|number| {
            let number = number.parse::<usize>().ok().and_then(|number| OWN.get(number.checked_sub(1)?));
            number.ok_or_else(|| refused(format!("a number from 1 to {} after 'own:'", OWN.len())))
        });
        let text = own.transpose()?.map_or(self.level.as_str(), |text| text);
        Level::parse(text).map_err(refused)
    }
}

/// Where the boxes and the keeper are at the start of a level.
#[derive(Clone, Debug)]
struct Placed {
    boxes: Cells,
    keeper: u16,
}

/// A push of a box by one cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Push {
    /// The number of the cell that the box leaves.
    from: u16,
    /// To the left, up, to the right, down.
    direction: u8,
}

/// A position of Sokoban.
#[derive(Debug)]
pub struct Store {
    level: Arc<Level>,
    boxes: Cells,
    /// The cells that the keeper can walk to.
    reach: Cells,
    /// Where the keeper is.
    keeper: u16,
    /// The pushes that can be made.
    pushes: Vec<Push>,
    /// How many boxes are on goals, and how many there are.
    home: u16,
    count: u16,
    made: u16,
    limit: u16,
    /// The keys of the cells with boxes.
    boxes_key: u64,
    last: Option<Push>,
}

impl Clone for Store {
    fn clone(&self) -> Self {
        Store { level: Arc::clone(&self.level), pushes: self.pushes.clone(), ..*self }
    }

    /// Allocates nothing, and leaves the level alone, if both are of one game.
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.level, &source.level) {
            *self = source.clone();
            return;
        }
        self.pushes.clone_from(&source.pushes);
        (self.boxes, self.reach, self.boxes_key) = (source.boxes, source.reach, source.boxes_key);
        (self.keeper, self.home, self.count) = (source.keeper, source.home, source.count);
        (self.made, self.limit, self.last) = (source.made, source.limit, source.last);
    }
}

impl Game for Sokoban {
    type State = Store;

    /// One move per cell and direction.
    ///
    /// # Panics
    /// If [`check`](Sokoban::check) refuses the parameters.
    fn about(&self) -> About {
        let start = self.start();
        let most = f64::from(start.count);
        let knows = Knows { transpositions: true, priors: true, playout_rules: RULES.into(), ..Knows::default() };
        About {
            players: 1,
            payoff: Payoff { solved_from: Some(most), ..Payoff::between(0.0, most) },
            knows,
            ..About::board("sokoban", 1, start.level.len() * DIRECTIONS)
        }
    }

    /// # Panics
    /// If [`check`](Sokoban::check) refuses the parameters.
    fn start(&self) -> Store {
        let (level, placed) = self.read().expect("the parameters were checked");
        Store::new(Arc::new(level), &placed, self.limit)
    }

    fn customs(&self) -> Customs {
        Customs::titled("Sokoban")
    }
}

impl Store {
    fn new(level: Arc<Level>, placed: &Placed, limit: u16) -> Store {
        let boxes = placed.boxes;
        let cells: Vec<u16> = boxes.iter(level.words()).collect();
        let mut store = Store {
            reach: Cells::default(),
            keeper: placed.keeper,
            pushes: Vec::new(),
            home: cells.iter().filter(|&&cell| level.goals.has(cell)).count() as u16,
            count: cells.len() as u16,
            made: 0,
            limit,
            boxes_key: cells.iter().fold(0, |key, &cell| key ^ mix_key(u64::from(cell))),
            last: None,
            boxes,
            level,
        };
        store.look_around();
        store
    }

    /// Whether all boxes are on goals.
    #[inline]
    fn is_solved(&self) -> bool {
        self.home == self.count
    }

    /// Floods the cells that the keeper can walk to, and lists the pushes.
    fn look_around(&mut self) {
        self.reach = self.level.flood(self.keeper, &self.boxes);
        let mut pushes = std::mem::take(&mut self.pushes);
        pushes.clear();
        if !self.is_solved() && self.made < self.limit {
            for from in self.boxes.iter(self.level.words()) {
                let open = (0..DIRECTIONS as u8).map(|direction| Push { from, direction });
                pushes.extend(open.filter(|&push| self.can_push(push)));
            }
        }
        self.pushes = pushes;
    }

    /// The cell that a box comes to.
    #[inline]
    fn target(&self, push: Push) -> u16 {
        self.level.beside(push.from, usize::from(push.direction))
    }

    /// Whether the keeper gets behind a box, and the box may go where it is pushed to.
    #[inline]
    fn can_push(&self, push: Push) -> bool {
        let (behind, to) = (self.level.beside(push.from, usize::from(push.direction ^ 2)), self.target(push));
        behind != WALL
            && to != WALL
            && self.reach.has(behind)
            && !self.boxes.has(to)
            && !self.level.is_dead(to)
            && !self.freezes(push.from, to)
    }

    /// Whether a push brings its box nearer to a goal.
    fn brings_nearer(&self, push: Push) -> bool {
        self.level.distance(self.target(push)) < self.level.distance(push.from)
    }
}

impl State for Store {
    type Move = Push;

    #[inline]
    fn turn(&self) -> Turn {
        if self.pushes.is_empty() { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    fn legal_moves(&self, moves: &mut Vec<Push>) {
        moves.clone_from(&self.pushes);
    }

    fn apply(&mut self, push: Push) {
        let to = self.target(push);
        self.boxes.remove(push.from);
        self.boxes.insert(to);
        self.boxes_key ^= mix_key(u64::from(push.from)) ^ mix_key(u64::from(to));
        self.home = self.home + u16::from(self.level.goals.has(to)) - u16::from(self.level.goals.has(push.from));
        self.keeper = push.from;
        self.made += 1;
        self.last = Some(push);
        self.look_around();
    }

    /// The number of boxes on goals.
    #[inline]
    fn rewards(&self) -> Rewards {
        let mut rewards = [0.0; MAX_PLAYERS];
        rewards[0] = f32::from(self.home);
        Rewards::new(rewards)
    }

    /// Cell by cell the four directions.
    #[inline]
    fn move_index(&self, push: Push) -> usize {
        usize::from(push.from) * DIRECTIONS + usize::from(push.direction)
    }

    #[inline]
    fn move_at(&self, index: usize) -> Push {
        Push { from: (index / DIRECTIONS) as u16, direction: (index % DIRECTIONS) as u8 }
    }

    fn is_legal(&self, push: Push) -> bool {
        self.pushes.contains(&push)
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Push>, rng: &mut Rng) -> Push {
        self.pushes[rng.index(self.pushes.len())]
    }
}

plain!(Store: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Store {
    /// The boxes, where the keeper can walk to, and how many pushes were made.
    fn key(&self) -> u64 {
        let region = self.reach.iter(self.level.words()).next().unwrap_or(self.keeper);
        self.boxes_key ^ mix_key(1 << 32 | u64::from(region) << 16 | u64::from(self.made))
    }
}

/// The playout rules.
const RULES: &[PlayoutRule] = &[PlayoutRule { name: "nearer", about: "Pushes that bring a box nearer to a goal." }];

impl Knowledge for Store {
    fn suggest(&self, _rule: usize, _last: Option<Push>, moves: &mut Vec<Push>, _rng: &mut Rng) {
        moves.clear();
        moves.extend(self.pushes.iter().filter(|&&push| self.brings_nearer(push)));
    }

    /// ¾ for a push that brings its box nearer to a goal, ¼ for the others.
    fn priors(&self, moves: &[Push], _last: Option<Push>, priors: &mut [f32]) {
        for (prior, &push) in priors.iter_mut().zip(moves) {
            *prior = if self.brings_nearer(push) { 0.75 } else { 0.25 };
        }
    }

    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}
