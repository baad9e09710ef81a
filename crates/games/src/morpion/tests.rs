use super::*;
use crate::GameSpec;
use board::{cell_at, column_of, row_of};
use katsura_game::testing::{Effort, check_with, perft};
use katsura_game::{Draw, Style, Text};
use std::collections::HashSet;

const FORMS: [Form; 3] = [Form::FourDisjoint, Form::FiveDisjoint, Form::FiveTouching];

fn random_games(games: u64, mut visit: impl FnMut(&Paper)) {
    for (number, form) in FORMS.into_iter().enumerate() {
        for game in 0..games {
            let (mut paper, mut rng) = (Morpion { form }.start(), Rng::stream(&[number as u64, game]));
            while !paper.turn().is_over() {
                visit(&paper);
                paper.apply(paper.random_move(&mut Vec::new(), &mut rng));
            }
            visit(&paper);
        }
    }
}

#[test]
fn the_game_passes_the_kit_in_every_form() {
    for form in FORMS {
        check_with(&Morpion { form }, Effort { games: 4, ..Effort::default() }, |paper| {
            format!("{:?} {:?}", paper.points, paper.spent)
        });
    }
}

/// A cell by column and row, which may lie outside.
type Place = (i32, i32);

/// The slow twin: points as a set and lines as a list, all questions answered from them.
struct Twin {
    form: Form,
    points: HashSet<Place>,
    lines: Vec<(usize, Vec<Place>)>,
}

const TURNS: [Place; 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl Twin {
    fn new(form: Form) -> Twin {
        // the published cross, row by row from the top
        let cross: &[&str] = match form {
            Form::FourDisjoint => &["  ooo", "  o o", "ooo ooo", "o     o", "ooo ooo", "  o o", "  ooo"],
            _ => &[
                "   oooo",
                "   o  o",
                "   o  o",
                "oooo  oooo",
                "o        o",
                "o        o",
                "oooo  oooo",
                "   o  o",
                "   o  o",
                "   oooo",
            ],
        };
        let corner = (26 - cross.len() as i32) / 2;
        let row = |(y, row): (usize, &&str)| {
            let at = move |(x, _): (usize, char)| (corner + x as i32, corner + (cross.len() - 1 - y) as i32);
            row.chars().enumerate().filter(|&(_, c)| c == 'o').map(at).collect::<Vec<_>>()
        };
        Twin { form, points: cross.iter().enumerate().flat_map(row).collect(), lines: Vec::new() }
    }

    fn line(&self, start: Place, direction: usize) -> Vec<Place> {
        let (dx, dy) = TURNS[direction];
        (0..self.form.length() as i32).map(|i| (start.0 + i * dx, start.1 + i * dy)).collect()
    }

    fn is_legal(&self, start: Place, direction: usize) -> bool {
        let line = self.line(start, direction);
        let inside = line.iter().all(|&(x, y)| (0..26).contains(&x) && (0..26).contains(&y));
        let lacking = line.iter().filter(|place| !self.points.contains(place)).count();
        let shared = |other: &Vec<Place>| line.iter().filter(|place| other.contains(place)).count();
        let may_share = usize::from(self.form == Form::FiveTouching);
        inside && lacking == 1 && self.lines.iter().all(|(d, other)| *d != direction || shared(other) <= may_share)
    }

    fn legal(&self) -> HashSet<(Place, usize)> {
        let places = (0..26).flat_map(|x| (0..26).map(move |y| (x, y)));
        places.flat_map(|place| (0..4).map(move |d| (place, d))).filter(|&(place, d)| self.is_legal(place, d)).collect()
    }

    fn make(&mut self, start: Place, direction: usize) {
        let line = self.line(start, direction);
        self.points.extend(line.iter().copied());
        self.lines.push((direction, line));
    }
}

fn place(line: Line) -> (Place, usize) {
    ((column_of(line.start()) as i32, row_of(line.start()) as i32), line.direction())
}

#[test]
fn random_games_agree_with_a_slow_twin() {
    for (number, form) in FORMS.into_iter().enumerate() {
        for game in 0..20 {
            let (mut paper, mut twin) = (Morpion { form }.start(), Twin::new(form));
            let mut rng = Rng::stream(&[9, number as u64, game]);
            loop {
                let mut moves = Vec::new();
                paper.legal_moves(&mut moves);
                assert_eq!(moves.iter().map(|&line| place(line)).collect::<HashSet<_>>(), twin.legal());
                assert_eq!((0..BOARD * BOARD).filter(|&cell| paper.has_point(cell)).count(), twin.points.len());
                assert_eq!(paper.rewards()[0], twin.lines.len() as f32);
                if moves.is_empty() {
                    break;
                }
                let line = moves[rng.index(moves.len())];
                paper.apply(line);
                let (start, direction) = place(line);
                twin.make(start, direction);
            }
        }
    }
}

#[test]
fn the_cross_has_36_points_and_28_moves_with_lines_of_five() {
    for (form, points) in [(Form::FourDisjoint, 24), (Form::FiveDisjoint, 36), (Form::FiveTouching, 36)] {
        let cross: HashSet<usize> = board::cross(form).into_iter().collect();
        assert_eq!(cross.len(), points);
        let paper = Morpion { form }.start();
        if form != Form::FourDisjoint {
            assert_eq!(perft(&paper, 1), 28);
        }
    }
}

#[test]
fn openspiel_counts_as_many_games_of_up_to_three_moves() {
    let paper = Morpion { form: Form::FourDisjoint }.start();
    assert_eq!([1, 2, 3].map(|depth| perft(&paper, depth)), [40, 1480, 50_648]);
}

/// A line may end on the rim, but not run over it, in each direction.
#[test]
fn lines_at_the_rim_stay_on_the_board() {
    for form in FORMS {
        let (length, mut paper) = (form.length(), Morpion { form }.start());
        (paper.points, paper.candidates) = (Cells::NONE, Vec::new());
        let last = BOARD - 1;
        for column in [0, last] {
            (0..BOARD).for_each(|row| paper.draw(cell_at(column, row)));
            (0..BOARD).for_each(|other| paper.draw(cell_at(other, column)));
        }
        let lines = |paper: &Paper| {
            (0..BOARD * BOARD * DIRECTIONS).filter_map(|i| paper.candidate(paper.move_at(i))).collect::<Vec<_>>()
        };
        assert!(lines(&paper).is_empty(), "all lines along the rim are full");
        // three points inwards from the rim on a row, none on the rim's fourth: one line ends on the rim
        (1..length - 1).for_each(|column| paper.draw(cell_at(last - column, 12)));
        let before = lines(&paper).len();
        paper.candidates.clear();
        paper.add(cell_at(last, 12));
        assert_eq!(before, 1, "from one cell farther in to the rim");
        assert!(paper.candidates.iter().all(|candidate| paper.cells_of(candidate.line).count() == length));
        assert_eq!(paper.candidates.iter().filter(|candidate| candidate.line.direction() == 0).count(), 1);
    }
}

/// What is left of a game after moves that are not in each other's way does not depend on their order.
#[test]
fn two_moves_lead_to_one_position_in_either_order() {
    for form in FORMS {
        let start = Morpion { form }.start();
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        for (&a, &b) in moves.iter().flat_map(|a| moves.iter().map(move |b| (a, b))) {
            let (mut one, mut two) = (start.clone(), start.clone());
            one.apply(a);
            two.apply(b);
            if one.is_legal(b) {
                one.apply(b);
                two.apply(a);
                assert_eq!((one.key(), one.points, one.spent), (two.key(), two.points, two.spent));
            }
        }
    }
}

#[test]
fn random_games_stay_far_from_the_rim() {
    let mut longest = [0u16; 3];
    random_games(300, |paper| {
        let on_rim = |line: Line| {
            paper.cells_of(line).any(|cell| [column_of(cell), row_of(cell)].iter().any(|at| !(2..BOARD - 2).contains(at)))
        };
        assert!(!paper.candidates.iter().any(|candidate| on_rim(candidate.line)));
        let form = FORMS.iter().position(|&form| form == paper.form).unwrap();
        longest[form] = longest[form].max(paper.made);
    });
    assert!(longest[0] <= 35 && longest[1] <= 82 && longest[2] <= 178, "no random game beats the records: {longest:?}");
}

#[test]
fn a_copy_over_another_is_the_same() {
    random_games(2, |paper| {
        let mut copy = Morpion { form: Form::FourDisjoint }.start();
        copy.clone_from(paper);
        assert_eq!(format!("{copy:?}"), format!("{paper:?}"));
    });
}

#[test]
fn a_line_is_written_by_its_ends_in_either_order() {
    let paper = Morpion::default().start();
    let line = paper.parse_move("h12-l12").unwrap();
    assert_eq!((paper.format_move(line).as_str(), paper.parse_move("L12-H12")), ("h12-l12", Ok(line)));
    for text in ["h12", "h12-k12", "h12-l13", "x12-ab12", "", "-", "a1-", "z1>x"] {
        let error = paper.parse_move(text).unwrap_err().to_string();
        assert!(error.ends_with("expected the ends of a line of 5 cells, as in c3-g3"), "{error}");
    }
    for index in 0..BOARD * BOARD * DIRECTIONS {
        let line = paper.move_at(index);
        assert_eq!(paper.parse_move(&paper.format_move(line)), Ok(line));
    }
}

#[test]
fn the_paper_is_drawn_with_the_last_line() {
    let mut paper = Morpion { form: Form::FourDisjoint }.start();
    let mut moves = Vec::new();
    paper.legal_moves(&mut moves);
    paper.apply(moves[0]);
    let text = paper.picture().to_text(Style::Plain);
    assert!(text.contains("(x)") && text.matches('*').count() == 3, "{text}");
    assert!(text.ends_with(&format!("1 moves, {} lines can be made\n", paper.candidates.len())), "{text}");
}

#[test]
fn a_specification_is_read_and_written() {
    let spec = r#"{"name":"morpion","form":"5T"}"#;
    assert_eq!(serde_json::to_string(&serde_json::from_str::<GameSpec>(spec).unwrap()).unwrap(), spec);
    let error = serde_json::from_str::<Morpion>(r#"{"form": "6D"}"#).unwrap_err().to_string();
    assert!(error.contains("expected one of `4D`, `5D`, `5T`"), "{error}");
}
