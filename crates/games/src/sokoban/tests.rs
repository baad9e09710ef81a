use super::*;
use crate::GameSpec;
use katsura_game::testing::{self, Effort, check_with};
use katsura_game::{Draw, Style, Text};
use std::collections::{HashMap, HashSet, VecDeque};

fn sokoban(level: &str) -> Sokoban {
    Sokoban { level: level.to_string(), ..Sokoban::default() }
}

fn refusal(level: &str) -> String {
    let error = sokoban(level).check().unwrap_err().to_string();
    error.split_once("': expected ").map_or(error.clone(), |(_, accepted)| accepted.to_string())
}

#[test]
fn the_game_passes_the_kit() {
    for (number, limit) in [(1, 200), (2, 30), (3, 40), (4, 20), (5, 25)] {
        let game = Sokoban { level: format!("own:{number}"), limit };
        // where the keeper stands does not matter, but where it can walk to does
        let print = |store: &Store| format!("{:?} {:?} {}", store.boxes, store.reach, store.made);
        check_with(&game, Effort { games: 12, ..Effort::default() }, print);
    }
}

/// The slow twin: a picture of characters, in which everything is looked for anew.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Twin {
    boxes: Vec<(usize, usize)>,
    keeper: (usize, usize),
}

struct Walls {
    floor: HashSet<(usize, usize)>,
    goals: HashSet<(usize, usize)>,
}

const AROUND: [(isize, isize); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];

fn moved(place: (usize, usize), d: usize) -> (usize, usize) {
    (place.0.wrapping_add_signed(AROUND[d].0), place.1.wrapping_add_signed(AROUND[d].1))
}

fn twin(level: &str) -> (Walls, Twin) {
    let all = level.split('|').enumerate().flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| ((x, y), c)));
    let of = |letters: &str| all.clone().filter(|(_, c)| letters.contains(*c)).map(|(place, _)| place).collect::<Vec<_>>();
    let keeper = of("@+")[0];
    let is_wall: HashSet<_> = of("#").into_iter().collect();
    let (mut floor, mut open) = (HashSet::from([keeper]), vec![keeper]);
    while let Some(place) = open.pop() {
        let next = (0..4).map(|d| moved(place, d)).filter(|next| !is_wall.contains(next));
        open.extend(next.filter(|&next| floor.insert(next)).collect::<Vec<_>>());
    }
    let goals = of(".+*").into_iter().collect();
    (Walls { floor, goals }, Twin { boxes: of("$*"), keeper })
}

impl Twin {
    /// All pushes that the rules allow: the box and the direction.
    fn pushes(&self, walls: &Walls) -> Vec<((usize, usize), usize)> {
        let (mut reach, mut open) = (HashSet::from([self.keeper]), vec![self.keeper]);
        while let Some(place) = open.pop() {
            let next = (0..4).map(|d| moved(place, d)).filter(|n| walls.floor.contains(n) && !self.boxes.contains(n));
            open.extend(next.filter(|&next| reach.insert(next)).collect::<Vec<_>>());
        }
        let all = self.boxes.iter().flat_map(|&bx| (0..4).map(move |d| (bx, d)));
        let can = |&(bx, d): &((usize, usize), usize)| {
            let to = moved(bx, d);
            reach.contains(&moved(bx, d ^ 2)) && walls.floor.contains(&to) && !self.boxes.contains(&to)
        };
        all.filter(can).collect()
    }

    fn after(&self, bx: (usize, usize), d: usize) -> Twin {
        let mut boxes: Vec<_> = self.boxes.iter().map(|&other| if other == bx { moved(bx, d) } else { other }).collect();
        boxes.sort_unstable();
        Twin { boxes, keeper: bx }
    }

    /// The fewest pushes to a solution, by breadth; `None` if there is none.
    fn solve(&self, walls: &Walls) -> Option<u32> {
        let (mut seen, mut open) = (HashSet::new(), VecDeque::from([(self.clone(), 0)]));
        while let Some((twin, depth)) = open.pop_front() {
            if twin.boxes.iter().all(|bx| walls.goals.contains(bx)) {
                return Some(depth);
            }
            for (bx, d) in twin.pushes(walls) {
                let next = twin.after(bx, d);
                if seen.insert(next.clone()) {
                    open.push_back((next, depth + 1));
                }
            }
        }
        None
    }
}

/// The fewest pushes to a solution by the game's own moves.
fn solve(store: &Store) -> Option<(u32, String)> {
    let (mut seen, mut open) = (HashSet::new(), VecDeque::from([(store.clone(), String::new())]));
    while let Some((store, line)) = open.pop_front() {
        if store.is_solved() {
            return Some((u32::from(store.made), line));
        }
        for &push in &store.pushes {
            let mut next = store.clone();
            let name = store.format_move(push);
            next.apply(push);
            if seen.insert((next.boxes_key, next.reach.iter(next.level.words()).next())) {
                open.push_back((next, format!("{line}{name} ")));
            }
        }
    }
    None
}

fn twin_of(store: &Store) -> Twin {
    let place = |cell: u16| {
        let (x, y) = store.level.places[usize::from(cell)];
        (usize::from(x), usize::from(y))
    };
    Twin { boxes: store.boxes.iter(store.level.words()).map(place).collect(), keeper: place(store.keeper) }
}

/// A random level of so many boxes within walls, with walls inside.
fn random_level(rng: &mut Rng) -> Option<String> {
    let (width, height, boxes) = (3 + rng.index(4), 3 + rng.index(3), 1 + rng.index(3));
    let mut inside: Vec<char> = (0..width * height).map(|_| if rng.chance(0.2) { '#' } else { ' ' }).collect();
    for letter in std::iter::repeat_n("$.", boxes).flat_map(str::chars).chain(['@']) {
        let at = rng.index(inside.len());
        inside[at] = match (inside[at], letter) {
            (' ', letter) => letter,
            ('$', '.') | ('.', '$') => '*',
            ('.', '@') => '+',
            _ => return None,
        };
    }
    let wall = "#".repeat(width + 2);
    let rows: Vec<String> = inside.chunks(width).map(|row| format!("#{}#", String::from_iter(row))).collect();
    Some(format!("{wall}|{}|{wall}", rows.join("|")))
}

/// Pushes that are left out lead nowhere: random levels are solved with as few pushes with and without them, and after each
/// of them there is no solution.
#[test]
fn random_levels_are_solved_as_by_a_slow_twin_that_knows_no_deadlocks() {
    let (mut rng, mut counts) = (Rng::new(3), HashMap::from([(true, 0), (false, 0)]));
    let mut left_out = 0;
    while counts.values().sum::<u32>() < 300 {
        let Some(level) = random_level(&mut rng).filter(|level| sokoban(level).check().is_ok()) else { continue };
        let store = Sokoban { level: level.clone(), limit: 5000 }.start();
        let (walls, start) = twin(&level);
        let slow = start.solve(&walls);
        assert_eq!(solve(&store).map(|(pushes, _)| pushes), slow, "{level}");
        *counts.entry(slow.is_some()).or_default() += 1;
        let mut store = store;
        for _ in 0..6 {
            let twin = twin_of(&store);
            let fast: HashSet<_> = store
                .pushes
                .iter()
                .map(|push| {
                    let (x, y) = store.level.places[usize::from(push.from)];
                    ((usize::from(x), usize::from(y)), usize::from(push.direction))
                })
                .collect();
            let all: HashSet<_> = twin.pushes(&walls).into_iter().collect();
            if store.turn().is_over() && store.is_solved() {
                break;
            }
            assert!(fast.is_subset(&all), "{level}");
            for &(bx, d) in all.difference(&fast) {
                left_out += 1;
                assert_eq!(twin.after(bx, d).solve(&walls), None, "{level}: {bx:?} {d}");
            }
            if store.turn().is_over() {
                break;
            }
            store.apply(store.random_move(&mut Vec::new(), &mut rng));
        }
    }
    assert!(counts.values().all(|&count| count > 30) && left_out > 100, "{counts:?} {left_out}");
}

#[test]
fn the_own_levels_are_solved_by_breadth_and_their_solutions_read_back() {
    for number in 1..=OWN.len() {
        let game = sokoban(&format!("own:{number}"));
        let (pushes, line) = solve(&game.start()).unwrap_or_else(|| panic!("level {number} has no solution"));
        let end = testing::after(&game, &line);
        assert!(end.is_solved() && u32::from(end.made) == pushes, "{number}: {line}");
        assert_eq!(f64::from(end.rewards()[0]), game.about().payoff.solved_from.unwrap());
        // the same steps one by one, by the slow twin
        let (walls, mut twin) = twin(OWN[number - 1]);
        for step in line.chars().filter(|c| *c != ' ') {
            let d = "lurd".find(step.to_ascii_lowercase()).unwrap();
            let to = moved(twin.keeper, d);
            assert!(walls.floor.contains(&to));
            assert_eq!(twin.boxes.contains(&to), step.is_uppercase(), "capital letters push");
            twin = if step.is_uppercase() { twin.after(to, d) } else { Twin { keeper: to, ..twin } };
            if step.is_uppercase() {
                twin.keeper = to;
            }
        }
        assert!(twin.boxes.iter().all(|bx| walls.goals.contains(bx)));
    }
}

#[test]
fn two_boxes_side_by_side_at_a_wall_are_frozen_unless_both_are_home() {
    let up = |level: &str| {
        let store = sokoban(level).start();
        store.is_legal(store.parse_move("U").unwrap())
    };
    assert!(!up("#######|#. $ .#|#   $ #|#   @ #|#######"), "two boxes at the wall block each other");
    assert!(up("#######|#. $ .#|#    $#|#    @#|#######"), "there is a cell between them");
    assert!(up("########|#   *. #|#    $ #|#    @ #|########"), "on goals they may be frozen");
    assert!(!up("#######|# . . #|#  $  #|#  $  #|#  @  #|#######"), "a box cannot be pushed into another");
}

#[test]
fn a_cell_from_which_no_push_leads_to_a_goal_is_dead() {
    let store = sokoban("######|#    #|# $. #|# @  #|######").start();
    assert!(!store.is_legal(store.parse_move("U").unwrap()), "no goal lies at the upper wall");
    let names: Vec<String> = store.pushes.iter().map(|&push| store.format_move(push)).collect();
    assert_eq!(names, ["luR"], "on all other sides are cells at a wall without a goal");
}

#[test]
fn what_is_no_level_is_refused_with_the_place() {
    assert_eq!(refusal("#####|# $.#|#####"), "a level with a keeper, @ or +; or own:NUMBER, or FILE.xsb:NUMBER");
    assert_eq!(refusal("#####|#@$.#|#@  #|#####"), "one keeper, found another in row 3, column 2");
    assert_eq!(
        refusal("######|#@$..#|######"),
        "as many boxes as goals, found 1 and 2, the first goal without the other in row 2, column 4"
    );
    assert_eq!(
        refusal("######|#@$$.#|######"),
        "as many boxes as goals, found 2 and 1, the first box without the other in row 2, column 3"
    );
    assert_eq!(refusal("######|#@$. |######"), "walls all around, found none in row 2, column 6");
    assert_eq!(refusal("#@####|# $. #|######"), "walls all around, found none in row 1, column 2");
    assert_eq!(refusal("#####|#@x.#|#####"), "# @ + $ * . and floor, found 'x' in row 2, column 3");
    assert_eq!(
        refusal("####|#+*#|####"),
        "as many boxes as goals, found 1 and 2, the first goal without the other in row 2, column 2"
    );
    assert_eq!(refusal("####|#@*#|####"), "at least one box that is on no goal");
    assert_eq!(
        refusal("#######|#@ $.##|####.##|#######|#$#####"),
        "all boxes and goals where the keeper can walk to, found a box in row 5, column 2"
    );
    assert_eq!(refusal("#####|#  $#|#@ .#|#####"), "boxes that can be pushed to a goal, not the one in row 2, column 4");
    assert_eq!(refusal("own:99"), "a number from 1 to 5 after 'own:'");
    assert!(refusal("").starts_with("a level with a keeper"));
    assert_eq!(refusal(&format!("#{}", "@".repeat(200))), "at most 100 rows and columns");
    let limit = Sokoban { limit: 0, ..Sokoban::default() }.check().unwrap_err().to_string();
    assert_eq!(limit, "limit = 0: expected 1 to 5000");
}

#[test]
fn a_keeper_and_boxes_on_goals_floor_of_any_kind_and_what_lies_outside_are_read() {
    let text = "  ####  \r\n###  ####\r\n#-_*+$ *#  \r\n#########\r\n";
    let game = Sokoban { level: text.to_string(), limit: 10 };
    let store = game.start();
    assert_eq!((store.count, store.home), (3, 2));
    assert_eq!(store.to_level(), "  ####|###  ####|#  *+$ *#|#########");
    let away = sokoban("########|#@ $ .##|########|#*######|########").start();
    assert_eq!(away.count, 1, "a box on a goal that is never reached is a wall");
}

#[test]
fn a_level_of_a_file_is_read_at_once() {
    let path = std::env::temp_dir().join(format!("katsura-levels-{}.xsb", std::process::id()));
    let own = |number: usize| OWN[number - 1].replace('|', "\n");
    std::fs::write(&path, format!("; two levels\n\n{}\nTitle: one\n\n{}\n", own(1), own(2))).unwrap();
    let read = |suffix: &str| {
        let value = serde_json::json!({"level": format!("{}{suffix}", path.display())});
        serde_json::from_value::<Sokoban>(value).map(|game| game.level).map_err(|error| error.to_string())
    };
    assert_eq!((read(""), read(":1"), read(":2")), (Ok(OWN[0].into()), Ok(OWN[0].into()), Ok(OWN[1].into())));
    for suffix in [":0", ":3", ":99999999999999999999"] {
        let error = read(suffix).unwrap_err();
        assert!(error.contains("expected a level from 1 to 2 of the file"), "{error}");
    }
    std::fs::remove_file(&path).unwrap();
    assert!(read("").unwrap_err().contains("the file cannot be read"));
}

#[test]
fn the_store_is_drawn_as_levels_are_written() {
    let store = testing::after(&sokoban("own:2"), "ruuulD");
    let rows = [
        " # # # # # #",
        " # . . . . #",
        " # . $ @ . #",
        " # . o(*). #",
        " # . . . . #",
        " # # # # # #",
        "1 of 2 boxes on goals, 199 pushes left",
        "",
    ];
    let text = store.picture().to_text(Style::Plain);
    assert_eq!(text, rows.join("\n"));
}

fn read_fuzzed_levels(count: usize) {
    const LETTERS: &[u8] = b"#### .$@+*|-_x\n9:";
    let (mut rng, mut accepted) = (Rng::new(28), 0);
    for _ in 0..count {
        let mut text = OWN[rng.index(OWN.len())].as_bytes().to_vec();
        for _ in 0..rng.below(5) {
            let (at, letter) = (rng.index(text.len() + 1), LETTERS[rng.index(LETTERS.len())]);
            match rng.below(5) {
                0 => text.insert(at, letter),
                1 if at < text.len() => drop(text.remove(at)),
                2 => text.truncate(at.max(1)),
                _ if at < text.len() => text[at] = letter,
                _ => {}
            }
        }
        let game = sokoban(&String::from_utf8_lossy(&text));
        match game.check() {
            Ok(()) => {
                accepted += 1;
                let mut store = game.start();
                if !store.turn().is_over() {
                    store.apply(store.random_move(&mut Vec::new(), &mut rng));
                }
            }
            Err(error) => assert!(error.to_string().starts_with("level = "), "{error}"),
        }
    }
    assert!(accepted > count / 20, "{accepted}");
}

#[test]
fn a_hundred_thousand_fuzzed_levels_are_read_or_refused() {
    read_fuzzed_levels(100_000);
}

#[test]
#[ignore = "a minute: run by cargo xtask oracles"]
fn a_million_fuzzed_levels_are_read_or_refused() {
    read_fuzzed_levels(1_000_000);
}

#[test]
fn a_copy_over_another_is_the_same() {
    let mut store = sokoban("own:5").start();
    let start = store.clone();
    store.apply(store.pushes[0]);
    let mut copy = start.clone();
    copy.clone_from(&store);
    assert_eq!(format!("{copy:?}"), format!("{store:?}"));
    let mut other = sokoban("own:1").start();
    other.clone_from(&store);
    assert_eq!(format!("{other:?}"), format!("{store:?}"));
}

#[test]
fn a_specification_is_read_and_written() {
    let spec = serde_json::json!({"name": "sokoban", "level": "#######|#@ $ .#|#######", "limit": 50});
    assert_eq!(serde_json::to_value(serde_json::from_value::<GameSpec>(spec.clone()).unwrap()).unwrap(), spec);
}
