//! What games of connection know about good moves.

use super::board::{Board, Cell, Rules};
use katsura_game::{Keyed, Knowledge, Player, PlayoutRule, Rng, State};

const RULES: [PlayoutRule; 1] = [PlayoutRule {
    name: "bridge",
    about: "completes a bridge of the player to move, to an own stone or an own side, that the last move has entered",
}];

impl<R: Rules, const CELLS: usize> Knowledge for Board<R, CELLS> {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }

    fn playout_rules() -> &'static [PlayoutRule] {
        &RULES
    }

    fn suggest(&self, _rule: usize, last: Option<Cell>, moves: &mut Vec<Cell>, _rng: &mut Rng) {
        moves.clear();
        let Some(player) = self.turn().player() else { return };
        if let Some(last) = last.filter(|&last| last < self.swap_move()) {
            moves.extend(self.saved_bridges(player, last));
        }
    }

    fn has_heuristic() -> bool {
        true
    }

    fn heuristic(&self, moves: &[Cell], _last: Option<Cell>, estimates: &mut [f32]) {
        self.estimate_moves(moves, estimates);
    }

    /// The first cell on which a stone of the player wins. Looks at every empty cell without making a move.
    fn winning_move(&self, player: Player, _moves: &mut Vec<Cell>) -> Option<Cell> {
        if self.turn().is_over() {
            return None;
        }
        let joined = |cell: Cell| self.stones.would_join::<R>(self.status.grid, player, cell);
        let wins = |cell: &Cell| joined(*cell).is_some_and(|joined| R::wins(player, joined));
        self.stones.empty_cells(self.status.grid).find(wins)
    }
}
