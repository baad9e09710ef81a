//! What games of connection know about good moves.

use super::around::each;
use super::board::{Board, Cell, Rules};
use super::grid::NONE;
use super::heuristic::{Amounts, HINTS};
use crate::neighbourhood::{Neighbour, Neighbourhoods};
use katsura_game::{About, Keyed, Knowledge, Knows, Lanes, Player, PlayoutRule, Rng, State};

const RULES: [PlayoutRule; 1] = [PlayoutRule {
    name: "bridge",
    about: "completes a bridge of the player to move, to an own stone or an own side, that the last move has entered",
}];

/// What can be on the six sides of a cell.
static AROUND: Neighbourhoods<6, 1> = Neighbourhoods::new();
/// The feature of the swap move.
const SWAP: usize = Neighbourhoods::<6, 1>::COUNT;

/// What there is to know about a game of connection with so many cells.
pub(crate) fn about(name: &'static str, cells: usize, swap: bool) -> About {
    let knows = Knows {
        hints: (&HINTS).into(),
        features: SWAP + 1,
        playout_rules: (&RULES).into(),
        transpositions: true,
        winning_moves: true,
        ..Knows::default()
    };
    About { swap: swap.then_some(cells), knows, ..About::board(name, 1, cells + usize::from(swap)) }
}

impl<R: Rules, const CELLS: usize> Knowledge for Board<R, CELLS>
where
    Self: Lanes<Move = Cell>,
{
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }

    #[inline(always)]
    fn suggest(&self, _rule: usize, last: Option<Cell>, moves: &mut Vec<Cell>, _rng: &mut Rng) {
        moves.clear();
        let Some(player) = self.turn().player() else { return };
        if let Some(last) = last.filter(|&last| last < self.swap_move()) {
            let near = &self.status.grid.place(last).near;
            moves.extend(each(self.saved_bridges(player, last)).map(|direction| near[direction]));
        }
    }

    fn heuristic(&self, moves: &[Cell], _last: Option<Cell>, weights: &[f32], estimates: &mut [f32]) {
        self.estimate_moves(moves, &Amounts::new(weights), estimates);
    }

    /// The six neighbours of the cell, rotations and mirror images alike; a side of the board counts as a stone of the player
    /// whom it belongs to. The swap is a feature of its own.
    fn feature(&self, mv: Cell) -> usize {
        if mv == self.swap_move() { SWAP } else { AROUND.number(self.around(mv)) }
    }

    /// The first cell on which a stone of the player wins; none that the other would have to take if they may swap instead. Looks at every empty
    /// cell without making a move.
    fn winning_move(&self, player: Player, _moves: &mut Vec<Cell>) -> Option<Cell> {
        if self.turn().is_over() || (self.may_swap() && player != self.status.to_move) {
            return None;
        }
        let joined = |cell: Cell| self.stones.would_join::<R>(self.status.grid, player, cell);
        let wins = |cell: &Cell| joined(*cell).is_some_and(|joined| R::wins(player, joined));
        self.stones.empty_cells(self.status.grid).find(wins)
    }
}

impl<R: Rules, const CELLS: usize> Board<R, CELLS> {
    /// The neighbours of a cell as the player to move sees them.
    fn around(&self, cell: Cell) -> [Neighbour; 6] {
        let seen = |owner: Player| if owner == self.status.to_move { Neighbour::Own } else { Neighbour::Other };
        let near = self.status.grid.place(cell).near;
        std::array::from_fn(|direction| match near[direction] {
            NONE => self.status.rules.rim_owner(cell, direction).map_or(Neighbour::OffBoard, seen),
            near => self.stone(near).map_or(Neighbour::Empty, seen),
        })
    }
}
