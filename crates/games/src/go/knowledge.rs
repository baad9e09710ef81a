//! What Go offers to playouts by name.

use super::board::{Colour, mark};
use super::cells::At;
use super::state::{GoState, Point};
use super::tactics::{Amounts, HINTS};
use crate::neighbourhood::{Neighbour, Neighbourhoods};
use katsura_game::{Knowledge, Knows, Lanes, PlayoutRule, Rng};

/// Points that "fillboard" looks at. No source that could be read states the number.
const TRIES: usize = 4;

const RULES: [PlayoutRule; 7] = [
    PlayoutRule { name: "fillboard", about: "a random point that is empty and has only empty points around it" },
    PlayoutRule {
        name: "capture",
        about: "takes the string of the last stone, or strings that hold an own string beside it in atari",
    },
    PlayoutRule {
        name: "escape",
        about: "extends own strings in atari beside the last stone, unless a ladder catches them",
    },
    PlayoutRule {
        name: "ladder",
        about: "catches the string of the last stone in a ladder, or saves own strings beside it from one",
    },
    PlayoutRule { name: "nakade", about: "the vital point of a small eye space beside the last stone" },
    PlayoutRule { name: "pattern", about: "the 3x3 patterns of MoGo around the last stone, without self-atari" },
    PlayoutRule { name: "wary", about: "a random move of the light playout that gives no stones away, or a pass" },
];

/// What can stand on the eight points around a point.
static AROUND: Neighbourhoods<8, 2> = Neighbourhoods::new();
/// The feature of a pass.
const PASS: usize = Neighbourhoods::<8, 2>::COUNT;

/// What Go says of its knowledge.
pub(super) fn knows() -> Knows {
    Knows { hints: (&HINTS).into(), features: PASS + 1, playout_rules: (&RULES).into(), ..Knows::default() }
}

impl<const STRIDE: usize, const CELLS: usize> Knowledge for GoState<STRIDE, CELLS>
where
    Self: Lanes<Move = Point>,
{
    /// The rules of MoGo's playouts [gelly2006] and others that look at the last move, which the position remembers.
    #[inline(always)]
    fn suggest(&self, rule: usize, _last: Option<Point>, moves: &mut Vec<Point>, rng: &mut Rng) {
        moves.clear();
        match (rule, self.last_point()) {
            (0, _) => moves.extend(self.open_space(rng)),
            (6, _) => return moves.push(self.wary_move(rng)),
            (1, Some(last)) => self.captures_near(last, moves),
            (2, Some(last)) => self.escapes_near(last, moves),
            (3, Some(last)) => self.ladders_near(last, moves),
            (4, Some(last)) => moves.extend(self.vital_points_near(last).map(Point::at)),
            (5, Some(last)) => self.shapes_near(last, moves),
            _ => {}
        }
        if !moves.is_empty() {
            moves.retain(|&mv| self.point(mv).is_some_and(|at| self.is_playable(at)));
        }
    }

    fn heuristic(&self, moves: &[Point], _last: Option<Point>, weights: &[f32], estimates: &mut [f32]) {
        self.estimate_moves(moves, &Amounts::new(weights), estimates);
    }

    /// The eight points around the move, rotations and mirror images alike; a pass is a feature of its own.
    fn feature(&self, mv: Point) -> usize {
        At::<STRIDE, CELLS>::from_number(mv.0).map_or(PASS, |at| AROUND.number(self.around(at, self.to_move)))
    }
}

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Fillboard [chaslot2009]: of a few random points the first that is empty and surrounded by empty points, up to eight.
    fn open_space(&self, rng: &mut Rng) -> Option<Point> {
        let size = usize::from(self.rules.size);
        let tried = (0..TRIES).map(|_| (rng.index(size), rng.index(size)));
        let open = tried.into_iter().find(|&(column, row)| self.is_open_space(column, row));
        open.map(|(column, row)| Point::at(At::<STRIDE, CELLS>::new(column, row)))
    }

    /// The eight points around a point as a colour sees them, clockwise from the one above.
    pub(super) fn around(&self, at: At<STRIDE, CELLS>, own: Colour) -> [Neighbour; 8] {
        at.ring().map(|cell| match self.board.string.values()[usize::from(cell)].mark() {
            0 => Neighbour::Empty,
            found if found == mark(own) => Neighbour::Own,
            found if found == mark(own ^ 1) => Neighbour::Other,
            _ => Neighbour::OffBoard,
        })
    }

    /// Whether a point and all around it, diagonal ones included, are empty.
    fn is_open_space(&self, column: usize, row: usize) -> bool {
        let last = usize::from(self.rules.size) - 1;
        let around = |at: usize| at.saturating_sub(1)..=(at + 1).min(last);
        around(row).all(|row| around(column).all(|column| self.board.is_empty_point(At::new(column, row))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Go9, Rules};
    use super::*;
    use katsura_game::{Text, testing};

    fn after(moves: &str) -> GoState<10, 112> {
        testing::after(&Go9::new(Rules { size: 5, ..Rules::default() }), moves)
    }

    fn suggested(state: &GoState<10, 112>, times: usize) -> Vec<String> {
        let (mut rng, mut moves, mut all) = (Rng::new(1), Vec::new(), Vec::new());
        for _ in 0..times {
            state.suggest(0, None, &mut moves, &mut rng);
            all.extend(moves.iter().map(|&mv| state.format_move(mv).to_lowercase()));
        }
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn on_an_empty_board_any_point_is_open_space() {
        assert_eq!(suggested(&after(""), 2000).len(), 25);
    }

    #[test]
    fn only_points_with_empty_surroundings_are_suggested() {
        // A stone in the middle of 5x5 leaves the rim of 16 points.
        let rim = suggested(&after("c3"), 2000);
        assert_eq!(rim.len(), 16);
        assert!(rim.iter().all(|mv| "ae".contains(&mv[..1]) || "15".contains(&mv[1..])), "{rim:?}");
        // Stones at b2, d2, b4, d4 touch everything.
        assert!(suggested(&after("b2 d2 b4 d4"), 2000).is_empty());
    }

    #[test]
    fn a_feature_is_what_stands_around_as_the_mover_sees_it() {
        let feature = |state: &GoState<10, 112>, mv: &str| state.feature(state.parse_move(mv).unwrap());
        let state = after("c3 a1");
        assert_eq!(feature(&state, "c2"), feature(&state, "d3"), "beside an own stone");
        assert_ne!(feature(&state, "c2"), feature(&state, "d4"), "diagonal to it");
        assert_ne!(feature(&state, "a3"), feature(&state, "b4"), "the edge is seen");
        assert_eq!(feature(&state, "e3"), feature(&state, "c5"), "every edge alike");
        let white = after("c3");
        assert_ne!(feature(&white, "c2"), feature(&state, "c2"), "to White it is a stone of the other");
        assert_eq!(feature(&after("pass c3"), "c2"), feature(&white, "c2"), "to Black too, if it is White's");
        assert_eq!(feature(&state, "pass") + 1, knows().features);
    }

    #[test]
    fn the_probability_of_an_opinion_is_that_of_four_tries() {
        // 16 of 25 points are open: 1 − (9/25)⁴ = 0.98320.
        let (state, mut rng, mut moves) = (after("c3"), Rng::new(2), Vec::new());
        let opinions = (0..20_000).filter(|_| {
            state.suggest(0, None, &mut moves, &mut rng);
            !moves.is_empty()
        });
        let share = opinions.count() as f64 / 20_000.0;
        assert!((share - 0.983_20).abs() < 0.004, "four standard errors are 0.0036: {share}");
    }
}
