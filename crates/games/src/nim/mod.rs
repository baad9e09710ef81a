//! Nim: take any number of objects from one heap; who takes the last object wins (normal play) or loses (misère play).

use crate::frame;
use crate::grid::{Letters, cell_name, column_name, parse_cell};
use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Cell, Customs, Draw, Game, Ground, Keyed, Knowledge, Knows, Label, ParseMoveError, Picture, Player, PlayerLook,
    Rewards, Rng, Shape, State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// The most heaps there may be.
const MAX_HEAPS: usize = 8;
/// The most objects a heap may have.
const MAX_OBJECTS: u8 = 99;

/// The rules of Nim.
///
/// ```
/// use katsura_games::nim::Nim;
/// let nim: Nim = serde_json::from_str(r#"{"heaps": [1, 2, 3], "misere": true}"#).unwrap();
/// assert_eq!(nim.heaps, [1, 2, 3]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Nim {
    /// The number of objects in each heap at the start: 1 to 8 heaps of 1 to 99 objects.
    #[schemars(length(min = 1, max = 8), inner(range(min = 1, max = 99)))]
    pub heaps: Vec<u8>,
    /// Whether the player who takes the last object loses.
    pub misere: bool,
}

checked_parameters!(Nim);

impl Default for Nim {
    fn default() -> Self {
        Nim { heaps: vec![3, 4, 5], misere: false }
    }
}

impl Nim {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        let few = (1..=MAX_HEAPS).contains(&self.heaps.len());
        if few && self.heaps.iter().all(|heap| (1..=MAX_OBJECTS).contains(heap)) {
            return Ok(());
        }
        let shown = &self.heaps[..self.heaps.len().min(MAX_HEAPS + 1)];
        let accepted = format!("1 to {MAX_HEAPS} heaps of 1 to {MAX_OBJECTS} objects");
        Err(ParameterError::new("heaps", format!("{shown:?}"), accepted))
    }
}

/// Some objects from one heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// The heap, counted from 0.
    pub heap: u8,
    /// How many objects, at least 1.
    pub objects: u8,
}

/// A position of Nim.
#[derive(Clone, Copy, Debug)]
pub struct Heaps {
    objects: [u8; MAX_HEAPS],
    start: [u8; MAX_HEAPS],
    /// The objects of the largest heap at the start.
    largest: u8,
    count: u8,
    misere: bool,
    to_move: Player,
    last: Option<Take>,
}

impl Game for Nim {
    type State = Heaps;

    /// For every heap as many moves as the largest heap has objects.
    fn about(&self) -> About {
        let moves = self.heaps.len() * usize::from(self.heaps.iter().copied().max().unwrap_or(0));
        About { knows: Knows { transpositions: true, ..Knows::default() }, ..About::board("nim", 1, moves) }
    }

    /// # Panics
    /// If [`check`](Nim::check) refuses the parameters.
    fn start(&self) -> Heaps {
        self.check().expect("the parameters were checked");
        let mut objects = [0; MAX_HEAPS];
        objects[..self.heaps.len()].copy_from_slice(&self.heaps);
        Heaps {
            objects,
            start: objects,
            largest: self.heaps.iter().copied().max().unwrap_or(0),
            count: self.heaps.len() as u8,
            misere: self.misere,
            to_move: Player::FIRST,
            last: None,
        }
    }

    fn customs(&self) -> Customs {
        Customs::titled("Nim")
    }
}

impl Heaps {
    /// All heaps in one word, a byte each.
    fn word(&self) -> u64 {
        u64::from_le_bytes(self.objects)
    }
}

impl State for Heaps {
    type Move = Take;

    #[inline]
    fn turn(&self) -> Turn {
        if self.word() == 0 { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.clear();
        for (heap, &objects) in self.objects.iter().enumerate() {
            moves.extend((1..=objects).map(|objects| Take { heap: heap as u8, objects }));
        }
    }

    #[inline]
    fn apply(&mut self, mv: Take) {
        self.objects[usize::from(mv.heap)] -= mv.objects;
        self.to_move = self.to_move.opponent();
        self.last = Some(mv);
    }

    fn rewards(&self) -> Rewards {
        Rewards::win(if self.misere { self.to_move } else { self.to_move.opponent() })
    }

    /// Heap by heap, the number of objects less one: with five objects in the largest heap, taking two from the second heap
    /// is number 5 + 1.
    #[inline]
    fn move_index(&self, mv: Take) -> usize {
        usize::from(mv.heap) * usize::from(self.largest) + usize::from(mv.objects) - 1
    }

    #[inline]
    fn move_at(&self, index: usize) -> Take {
        let largest = usize::from(self.largest);
        Take { heap: (index / largest) as u8, objects: (index % largest) as u8 + 1 }
    }

    #[inline]
    fn is_legal(&self, mv: Take) -> bool {
        self.objects.get(usize::from(mv.heap)).is_some_and(|&objects| (1..=objects).contains(&mv.objects))
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Take>, rng: &mut Rng) -> Take {
        let total = self.objects.iter().map(|&objects| u32::from(objects)).sum();
        let mut rank = rng.below(total);
        let mut heap = 0;
        while rank >= u32::from(self.objects[heap]) {
            rank -= u32::from(self.objects[heap]);
            heap += 1;
        }
        Take { heap: heap as u8, objects: rank as u8 + 1 }
    }
}

plain!(Heaps: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Heaps {
    fn key(&self) -> u64 {
        // No heap reaches 128, so the word has room for one more bit.
        mix_key(self.word() << 1 | self.to_move.index() as u64)
    }
}

impl Text for Heaps {
    fn format_move(&self, mv: Take) -> String {
        cell_name(Letters::All, usize::from(mv.heap), usize::from(mv.objects) - 1)
    }

    fn parse_move(&self, text: &str) -> Result<Take, ParseMoveError> {
        let shape = (usize::from(self.count), usize::from(self.largest));
        let (heap, less_one) = parse_cell(Letters::All, shape, text).map_err(|_| {
            let last = column_name(Letters::All, shape.0 - 1);
            ParseMoveError::new(text, format!("a heap from a to {last} and how many objects to take, as in a2"))
        })?;
        Ok(Take { heap: heap as u8, objects: less_one as u8 + 1 })
    }
}

const LOOKS: [PlayerLook; 2] =
    [PlayerLook { name: "First", letter: 'X', colour: "blue" }, PlayerLook { name: "Second", letter: 'O', colour: "red" }];

impl Draw for Heaps {
    /// A row for every heap. The objects, which belong to nobody, are dots; playing on one takes it and those to its right.
    fn picture(&self) -> Picture {
        let heaps = 0..self.count;
        let cells = heaps.clone().flat_map(|heap| {
            let left = self.objects[usize::from(heap)];
            (0..self.start[usize::from(heap)]).map(move |place| Cell {
                x: i32::from(place) * 2,
                y: i32::from(heap),
                move_index: (place < left).then(|| self.move_index(Take { heap, objects: left - place })),
                last: self.last.is_some_and(|last| last.heap == heap && (left..left + last.objects).contains(&place)),
                dot: place < left,
                ..Cell::default()
            })
        });
        let label =
            |heap| Label { x: -3, y: i32::from(heap), text: column_name(Letters::All, usize::from(heap)).to_string() };
        Picture {
            shape: Shape::Square,
            ground: Ground::Bare,
            cells: cells.collect(),
            labels: heaps.map(label).collect(),
            players: LOOKS.to_vec(),
            caption: frame::caption(self, &LOOKS),
        }
    }
}

impl Knowledge for Heaps {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}
