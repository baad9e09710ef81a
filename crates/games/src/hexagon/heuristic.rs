//! What games of connection say about a move, as virtual wins and losses.

use super::around::{ALL, before, each};
use super::board::{Board, Cell, Rules};
use super::grid::NONE;
use katsura_game::{Hint, Player, State};

/// Half of what every move starts with.
const EVEN: f32 = 5.0;
/// How many bridges count.
const MOST_BRIDGES: usize = 2;

/// What the estimates look at.
pub(super) const HINTS: [Hint; 5] = [
    Hint { name: "saved_bridge", about: "completes an own bridge that the last move has entered" },
    Hint { name: "bridge", about: "has bridges to own stones or own sides, one or two" },
    Hint { name: "sides", about: "each side or corner that its group touches, in Hex each own side" },
    Hint { name: "touching", about: "touches a stone of either player" },
    Hint { name: "near", about: "one to three steps from the last stone" },
];

/// Virtual wins for each thing known about a move.
pub(super) struct Amounts {
    saved_bridge: f32,
    bridge: f32,
    sides: f32,
    touching: f32,
    /// By distance from the last move.
    near: [f32; 4],
}

impl Amounts {
    /// The amounts when the [`HINTS`] have these weights.
    pub(super) fn new(weights: &[f32]) -> Self {
        let [saved_bridge, bridge, sides, touching, near] =
            std::array::from_fn(|hint| weights.get(hint).copied().unwrap_or(1.0));
        Amounts {
            saved_bridge: saved_bridge * 50.0,
            bridge: bridge * 6.0,
            sides: sides * 4.0,
            touching: touching * 4.0,
            near: [0.0, 10.0, 8.0, 3.0].map(|wins| near * wins),
        }
    }
}

/// An amount for each of the things counted, which are not looked for if it is nothing.
#[inline]
fn times(amount: f32, count: impl FnOnce() -> u32) -> f32 {
    if amount == 0.0 { 0.0 } else { amount * count() as f32 }
}

impl<R: Rules, const CELLS: usize> Board<R, CELLS> {
    /// Fills `estimates` with what is known about each of the moves.
    pub(super) fn estimate_moves(&self, moves: &[Cell], amounts: &Amounts, estimates: &mut [f32]) {
        let Some(player) = self.turn().player() else { return estimates.fill(0.5) };
        let last = self.last().map(|last| (last, self.saved_bridges(player, last)));
        for (&cell, estimate) in moves.iter().zip(estimates) {
            let wins = if cell < self.swap_move() { self.wins(player, cell, last, amounts) } else { 0.0 };
            *estimate = (EVEN + wins) / (2.0 * EVEN + wins);
        }
    }

    /// The virtual wins of a stone on an empty cell; the last stone comes with what it has entered.
    #[inline]
    fn wins(&self, player: Player, cell: Cell, last: Option<(Cell, u8)>, amounts: &Amounts) -> f32 {
        let (grid, place) = (self.status.grid, self.status.grid.place(cell));
        let bridges = || each(self.bridges_from(player, cell)).take(MOST_BRIDGES).count() as u32;
        let sides = || (self.stones.sides_from(player, place) & R::sides_of(player)).count_ones();
        let touches = || u32::from(self.stones.empty_beside(place) != place.on_board());
        let mut wins = times(amounts.bridge, bridges) + times(amounts.sides, sides) + times(amounts.touching, touches);
        if let Some((last, saved)) = last {
            wins += amounts.near.get(grid.distance(cell, last)).copied().unwrap_or_default();
            let near = &grid.place(last).near;
            wins += if each(saved).any(|direction| near[direction] == cell) { amounts.saved_bridge } else { 0.0 };
        }
        wins
    }

    /// The directions from the last stone to the cells that complete a bridge of a player which it has entered.
    #[inline]
    pub(super) fn saved_bridges(&self, player: Player, last: Cell) -> u8 {
        let (rules, place) = (self.status.rules, self.status.grid.place(last));
        let owned = |&direction: &usize| rules.rim_owner(last, direction) == Some(player);
        let outside = each(!place.on_board() & ALL).filter(owned).fold(0, |bits, direction| bits | 1 << direction);
        self.stones.broken_bridges(player, place, outside)
    }

    /// The directions in which a stone of the player here would have a bridge: two empty cells side by side, and behind both an own stone
    /// or an own side. Direction d is that between the neighbours d and d + 1.
    #[inline]
    pub(super) fn bridges_from(&self, player: Player, cell: Cell) -> u8 {
        let grid = self.status.grid;
        let place = grid.place(cell);
        let empty = self.stones.empty_beside(place);
        let ends_well = |&direction: &usize| {
            let (one, on) = (place.near[direction], (direction + 1) % 6);
            match grid.place(one).near[on] {
                NONE => self.status.rules.rim_owner(one, on) == Some(player),
                behind => self.stones.has(player, grid.place(behind)),
            }
        };
        each(empty & before(empty)).filter(ends_well).fold(0, |bits, direction| bits | 1 << direction)
    }
}

#[cfg(test)]
mod tests {
    use crate::havannah::Havannah;
    use crate::hex::Hex;
    use crate::hexagon::Cell;
    use katsura_game::{Game, Knowledge, Player, State, Text, testing};

    fn after(moves: &str) -> crate::hex::Board {
        testing::after(&Hex { size: 5, swap: false }, moves)
    }

    fn estimates(board: &crate::hex::Board) -> Vec<(String, f32)> {
        let (mut moves, mut estimates) = (Vec::new(), Vec::new());
        board.legal_moves(&mut moves);
        estimates.resize(moves.len(), 0.0);
        board.heuristic(&moves, None, &[], &mut estimates);
        moves.iter().zip(estimates).map(|(&mv, estimate)| (board.format_move(mv), estimate)).collect()
    }

    #[test]
    fn the_other_half_of_a_bridge_is_the_best_move() {
        // Black b2 and c3... b2 and c4 have c3 and b3 between them; White enters at b3.
        let board = after("c2 a5 b4 c3");
        let mut all = estimates(&board);
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        assert_eq!(all[0].0, "b3", "{all:?}");
    }

    #[test]
    fn estimates_are_between_nothing_and_certainty() {
        let mut rng = katsura_game::Rng::new(5);
        for _ in 0..50 {
            let mut board = Hex { size: 5, swap: true }.start();
            while !board.turn().is_over() {
                assert!(estimates(&board).iter().all(|&(_, estimate)| (0.5..1.0).contains(&estimate)));
                board.apply(board.random_move(&mut Vec::new(), &mut rng));
            }
        }
    }

    /// The sides of a group, against what the stone would join when it is put there.
    #[test]
    fn sides_are_those_that_a_stone_touches_once_it_stands() {
        let mut rng = katsura_game::Rng::new(7);
        for _ in 0..100 {
            let mut board = Havannah { size: 4, swap: false }.start();
            while !board.turn().is_over() {
                let grid = board.status.grid;
                for cell in board.stones.empty_cells(grid).collect::<Vec<_>>() {
                    for player in [Player::FIRST, Player::SECOND] {
                        let joined = board.stones.clone().put::<Havannah>(grid, player, cell);
                        assert_eq!(board.stones.sides_from(player, grid.place(cell)), joined.sides);
                    }
                }
                board.apply(board.random_move(&mut Vec::new(), &mut rng));
            }
        }
    }

    #[test]
    fn sides_count_by_number_and_in_hex_only_the_own() {
        let wins = |estimate: f32| (10.0 * estimate - 5.0) / (1.0 - estimate);
        let only_sides = [0.0, 0.0, 1.0, 0.0, 0.0];
        let of = |board: &dyn Fn(&mut [f32]), place: usize| {
            let mut estimates = [0.0; 25];
            board(&mut estimates);
            wins(estimates[place])
        };
        // An empty board of Hex: Black owns top and bottom, so a1 touches one of the own sides, c3 none.
        let hex = Hex { size: 5, swap: false }.start();
        let moves: Vec<Cell> = (0..25).collect();
        let hex = |estimates: &mut [f32]| hex.heuristic(&moves, None, &only_sides, estimates);
        assert!((of(&hex, 0) - 4.0).abs() < 1e-4 && of(&hex, 12).abs() < 1e-4);
        // The corner of Havannah is one corner, the cell beside it one side.
        let havannah = Havannah { size: 5, swap: false }.start();
        let havannah = |estimates: &mut [f32]| havannah.heuristic(&moves, None, &only_sides, estimates);
        assert!((of(&havannah, 0) - 4.0).abs() < 1e-4 && (of(&havannah, 1) - 4.0).abs() < 1e-4);
    }

    /// Bridges by their geometry: from (0, 0) to the six cells at distance 2 that share two neighbours with it.
    #[test]
    fn bridges_are_those_of_the_plain_geometry() {
        let steps: [(i32, i32); 6] = [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)];
        let mut rng = katsura_game::Rng::new(6);
        for _ in 0..100 {
            let mut board = Hex { size: 6, swap: false }.start();
            for _ in 0..rng.index(16) {
                board.apply(board.random_move(&mut Vec::new(), &mut rng));
            }
            let grid = board.status.grid;
            for cell in (0..36).filter(|&cell| board.stone(cell).is_none()) {
                for player in [Player::FIRST, Player::SECOND] {
                    let (column, row) = (i32::from(cell) % 6, i32::from(cell) / 6);
                    let common = |target: (i32, i32)| {
                        let near = |cell: (i32, i32)| move |other: (i32, i32)| distance(cell, other) == 1;
                        let all = (-1..7).flat_map(|row| (-1..7).map(move |column| (column, row)));
                        let both: Vec<_> = all.filter(|&at| near((column, row))(at) && near(target)(at)).collect();
                        both.len() == 2
                            && both.iter().all(|&(c, r)| grid.at(c, r).is_some_and(|at: Cell| board.stone(at).is_none()))
                    };
                    let own = |(c, r): (i32, i32)| match grid.at(c, r) {
                        Some(at) => board.stone(at) == Some(player),
                        None if player == Player::FIRST => !(0..6).contains(&r) && (0..6).contains(&c),
                        None => !(0..6).contains(&c) && (0..6).contains(&r),
                    };
                    let targets = steps.iter().map(|(c, r)| (column + c, row + r));
                    let slow = targets.filter(|&target| common(target) && own(target)).count();
                    assert_eq!(board.bridges_from(player, cell).count_ones() as usize, slow, "{column} {row}");
                }
            }
        }
    }

    fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
        let (columns, rows) = (a.0 - b.0, a.1 - b.1);
        (columns.abs() + rows.abs() + (columns + rows).abs()) / 2
    }
}
