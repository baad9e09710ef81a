//! Everything that is seen of a move.

use super::shape::Shape;
use crate::go::around;
use crate::go::board::{Colour, StringId, colour_of};
use crate::go::cells::At;
use crate::go::state::{GoState, Point};

/// What a stone does to strings, and what becomes of it, one bit each; threes are for strings of one stone, of two, and of more.
mod flag {
    pub const CAPTURE: u32 = 0;
    pub const CAPTURE_SAVES: u32 = 3;
    pub const ESCAPE: u32 = 4;
    pub const WASTE: u32 = 7;
    pub const CATCH: u32 = 8;
    pub const ATARI: u32 = 11;
    pub const THIRD: u32 = 14;
    pub const SAVE: u32 = 17;
    pub const OWN_TWO: u32 = 20;
    pub const OWN_THREE: u32 = 23;
    pub const THROW_IN: u32 = 26;
    pub const SELF_ATARI: u32 = 27;
    pub const NAKADE: u32 = 28;
    pub const EYE: u32 = 29;
    pub const VITAL: u32 = 30;
}

/// Steps from the last stone that are told apart, a string being one step.
const STEPS: u8 = 7;
/// Distances δ = dx + dy + max(dx, dy) from the last stone that are told apart [coulom2007, table 1].
const NEAR: usize = 18;
/// Lines from the edge that are told apart.
const LINES: usize = 6;

/// A feature of a move. The numbers of shapes are of 32 bits, the kind stands above them.
fn feature(kind: u64, number: impl Into<u64>) -> u64 {
    kind << 32 | number.into()
}

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Calls `found` with the number of a move among `moves` and one of its features, for all of them.
    ///
    /// ```
    /// use katsura_game::{Game, State, Text};
    /// use katsura_games::go::{Go9, Rules};
    /// let mut state = Go9::new(Rules::default()).start();
    /// state.apply(state.parse_move("e5").unwrap());
    /// let moves = ["d4", "d6", "pass"].map(|mv| state.parse_move(mv).unwrap());
    /// let mut seen = [vec![], vec![], vec![]];
    /// state.each_feature(&moves, |mv, feature| seen[mv].push(feature));
    /// assert!(seen[0] == seen[1] && seen[0].len() > seen[2].len());
    /// ```
    pub fn each_feature(&self, moves: &[Point], mut found: impl FnMut(usize, u64)) {
        let flags = self.flags();
        let steps = self.last_point().map(|last| self.board.distances(last, STEPS));
        for (number, &mv) in moves.iter().enumerate() {
            let Some(at) = self.point(mv) else {
                found(number, feature(6, self.kind_of_pass()));
                continue;
            };
            let mut seen = |kind, value: u32| found(number, feature(kind, value));
            let (shape, response) = self.shapes(at);
            seen(0, shape);
            response.into_iter().for_each(|response| seen(1, response));
            let mut flags = flags[usize::from(at.number())] | self.own_flags(at);
            while flags != 0 {
                seen(2, flags.trailing_zeros());
                flags &= flags - 1;
            }
            if let (Some(steps), Some(last)) = (&steps, self.last_point()) {
                seen(3, u32::from(steps[usize::from(at.number())].min(STEPS + 1)));
                seen(4, delta(at, last).min(NEAR) as u32);
            }
            seen(5, self.place(at));
        }
    }

    /// Passes are told apart by whether the opponent has passed, and whether every stone would give something away.
    fn kind_of_pass(&self) -> u32 {
        u32::from(self.passes > 0) + 2 * u32::from(self.wary_points().next().is_none())
    }

    /// The line of a point, in three phases of the game.
    fn place(&self, at: At<STRIDE, CELLS>) -> u32 {
        let (column, row) = at.column_and_row();
        let last = usize::from(self.rules.size) - 1;
        let line = column.min(row).min(last - column).min(last - row).min(LINES - 1);
        let (points, empty) = (self.rules.points(), self.board.empty.len());
        let phase = usize::from(10 * empty < 9 * points) + usize::from(10 * empty < 7 * points);
        (LINES * phase + line) as u32
    }

    /// The twelve cells nearest to a point; and the eight around it with the last stone marked, if it is one of them.
    fn shapes(&self, at: At<STRIDE, CELLS>) -> (u32, Option<u32>) {
        let ring = self.around(at, self.to_move).map(|neighbour| neighbour as u8);
        let behind = [(0, 2), (2, 0), (0, -2), (-2, 0)].map(|step| self.seen_at(at, step));
        let last = self.last_point().and_then(|last| at.ring().iter().position(|&cell| cell == last.number()));
        let response = last.map(|place| {
            let mut ring = ring;
            ring[place] |= 4;
            Shape { ring, behind: [0; 4] }.number()
        });
        (Shape { ring, behind }.number(), response)
    }

    /// What stands some columns and rows away, as the player to move sees it: empty, own, of the other, off the board.
    fn seen_at(&self, at: At<STRIDE, CELLS>, (columns, rows): (isize, isize)) -> u8 {
        let (column, row) = at.column_and_row();
        let size = usize::from(self.rules.size);
        let there = column.checked_add_signed(columns).zip(row.checked_add_signed(rows));
        match there.filter(|&(column, row)| column < size && row < size) {
            None => 3,
            Some((column, row)) => {
                self.board.colour(At::new(column, row)).map_or(0, |colour| 1 + u8::from(colour != self.to_move))
            }
        }
    }

    /// What a stone on each cell does to strings with few liberties.
    fn flags(&self) -> [u32; CELLS] {
        let mut flags = [0; CELLS];
        let mut mark = |at: At<STRIDE, CELLS>, flag: u32| flags[usize::from(at.number())] |= 1 << flag;
        for string in self.strings() {
            if colour_of(string) == Some(self.to_move) {
                self.mark_defence(string, &mut mark);
            } else {
                self.mark_attack(string, &mut mark);
            }
        }
        if let Some(last) = self.last_point() {
            self.vital_points_near(last).for_each(|at| mark(at, flag::VITAL));
        }
        flags
    }

    /// None for one stone, one for two, two for more.
    fn size_of(&self, string: StringId<CELLS>) -> u32 {
        self.board.stones_in(string).take(3).count() as u32 - 1
    }

    fn mark_attack(&self, string: StringId<CELLS>, mark: &mut impl FnMut(At<STRIDE, CELLS>, u32)) {
        let (board, size) = (&self.board, self.size_of(string));
        match *board.some_liberties::<4>(string) {
            [last] => {
                mark(last, flag::CAPTURE + size);
                if board.any_attacker_in_atari(string, self.to_move ^ 1, |_| true) {
                    mark(last, flag::CAPTURE_SAVES);
                }
            }
            [one, other] => {
                [one, other].into_iter().for_each(|at| mark(at, flag::ATARI + size));
                board.catching_moves(string, self.ko).for_each(|at| mark(at, flag::CATCH + size));
            }
            [one, two, three] => [one, two, three].into_iter().for_each(|at| mark(at, flag::THIRD + size)),
            _ => {}
        }
    }

    fn mark_defence(&self, string: StringId<CELLS>, mark: &mut impl FnMut(At<STRIDE, CELLS>, u32)) {
        let size = self.size_of(string);
        match *self.board.some_liberties::<4>(string) {
            [last] if self.extends(string, last) => mark(last, flag::ESCAPE + size),
            [last] => mark(last, flag::WASTE),
            [one, other] => {
                [one, other].into_iter().for_each(|at| mark(at, flag::OWN_TWO + size));
                self.defences(string, |at| mark(at, flag::SAVE + size));
            }
            [one, two, three] => [one, two, three].into_iter().for_each(|at| mark(at, flag::OWN_THREE + size)),
            _ => {}
        }
    }

    /// What becomes of the stone itself.
    fn own_flags(&self, at: At<STRIDE, CELLS>) -> u32 {
        let (board, colour): (_, Colour) = (&self.board, self.to_move);
        if around::is_true_eye(board.around.get(at), colour) {
            return 1 << flag::EYE;
        }
        if !board.is_self_atari(at, colour) || board.captures(at, colour) {
            return 0;
        }
        match board.stones_with(at, colour, 2) {
            _ if board.is_nakade(at, colour) => 1 << flag::NAKADE,
            1 => 1 << flag::THROW_IN,
            _ => 1 << flag::SELF_ATARI,
        }
    }
}

/// δ = dx + dy + max(dx, dy).
fn delta<const STRIDE: usize, const CELLS: usize>(a: At<STRIDE, CELLS>, b: At<STRIDE, CELLS>) -> usize {
    let ((a, b), (c, d)) = (a.column_and_row(), b.column_and_row());
    let (dx, dy) = (a.abs_diff(c), b.abs_diff(d));
    dx + dy + dx.max(dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Go9, Rules};
    use katsura_game::testing::after;
    use katsura_game::{Game, Rng, State, Text};
    use std::collections::BTreeSet;

    type Small = GoState<10, 112>;

    fn seen(state: &Small, mv: Point) -> BTreeSet<u64> {
        let mut seen = BTreeSet::new();
        state.each_feature(&[mv], |_, feature| assert!(seen.insert(feature), "no feature comes twice"));
        seen
    }

    /// Whether a feature comes from reading ladders. That ends after some boards, and which come first depends on how the board is turned.
    fn is_read(feature: &u64) -> bool {
        let flags = [flag::ESCAPE..=flag::WASTE, flag::CATCH..=flag::CATCH + 2, flag::SAVE..=flag::SAVE + 2];
        feature >> 32 == 2 && flags.iter().any(|flags| flags.contains(&(*feature as u32)))
    }

    fn flags_of(moves: &str, mv: &str) -> Vec<u32> {
        let state = after(&Go9::new(Rules { size: 7, ..Rules::default() }), moves);
        let all = seen(&state, state.parse_move(mv).unwrap());
        all.into_iter().filter(|feature| feature >> 32 == 2).map(|feature| feature as u32).collect()
    }

    #[test]
    fn turning_and_mirroring_a_game_changes_no_feature() {
        const SIZE: usize = 9;
        let turn = |index: usize, way: usize| {
            let (x, y) = (index % SIZE, index / SIZE);
            let (x, y) = if way & 1 == 0 { (x, y) } else { (y, x) };
            let (x, y) = (if way & 2 == 0 { x } else { SIZE - 1 - x }, if way & 4 == 0 { y } else { SIZE - 1 - y });
            y * SIZE + x
        };
        for game in 0..8 {
            let mut rng = Rng::stream(&[2007, game]);
            let way = game as usize;
            let mut states = [(); 2].map(|()| Go9::new(Rules::default()).start());
            let mut legal = Vec::new();
            for _ in 0..90 {
                if states[0].turn().is_over() {
                    break;
                }
                let chosen = states[0].random_move(&mut legal, &mut rng);
                states[0].legal_moves(&mut legal);
                for &mv in &legal {
                    let index = states[0].move_index(mv);
                    let there = if index < SIZE * SIZE { turn(index, way) } else { index };
                    let there = states[1].move_at(there);
                    let [mut here, mut there] = [(0, mv), (1, there)].map(|(side, mv)| seen(&states[side], mv));
                    here.retain(|feature| !is_read(feature));
                    there.retain(|feature| !is_read(feature));
                    assert_eq!(here, there, "{}", states[0].format_move(mv));
                }
                let index = states[0].move_index(chosen);
                let there = states[1].move_at(if index < SIZE * SIZE { turn(index, way) } else { index });
                states[0].apply(chosen);
                states[1].apply(there);
            }
        }
    }

    #[test]
    fn flags_say_what_a_stone_does() {
        // White's stone at d4 has its last liberty at d3.
        assert_eq!(flags_of("c4 d4 e4 a7 d5 g7", "d3"), [flag::CAPTURE]);
        // Black's turn to save d4: it gets three liberties.
        assert_eq!(flags_of("d4 c4 a7 e4 g7 d5", "d3"), [flag::ESCAPE]);
        // In the corner there is no escape.
        assert_eq!(flags_of("a1 a2 g7 c2", "b1"), [flag::WASTE]);
        assert_eq!(flags_of("a1 a2 g7 b2", "b1"), [flag::WASTE, flag::SELF_ATARI]);
        // White's stone at a1 has two liberties; either is atari, and it is caught at once.
        assert_eq!(flags_of("d4 a1", "b1"), [flag::CATCH, flag::ATARI]);
        // three liberties at the edge
        assert_eq!(flags_of("d6 d1", "d2"), [flag::THIRD]);
        assert_eq!(flags_of("d1 d6", "d2"), [flag::OWN_THREE]);
    }

    #[test]
    fn distances_and_lines_are_counted_from_the_last_stone_and_the_edge() {
        let mut state = Go9::new(Rules::default()).start();
        state.apply(state.parse_move("c3").unwrap());
        let all = seen(&state, state.parse_move("d5").unwrap());
        // three steps; δ = 1 + 2 + 2; the fourth line in the first phase
        assert!(
            [feature(3, 3u32), feature(4, 5u32), feature(5, 3u32)].iter().all(|feature| all.contains(feature)),
            "{all:x?}"
        );
        let start = Go9::new(Rules::default()).start();
        let kinds: Vec<u64> = seen(&start, start.parse_move("d5").unwrap()).iter().map(|feature| feature >> 32).collect();
        assert_eq!(kinds, [0, 5], "without a last stone there are a shape and a place");
    }
}
