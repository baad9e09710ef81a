use super::*;
use crate::exact::Exact;
use katsura_game::testing::{Effort, check_with};
use katsura_game::{Draw, Style, Text};

fn lake(size: u8, rules: Rules) -> Sailing {
    Sailing { size, rules, wind: FirstWind::Any, tack: FirstTack::Any }
}

fn check(game: &Sailing) {
    let effort = Effort { games: 30, longest: 2000, ..Effort::default() };
    check_with(game, effort, |boat| format!("{:?}", (boat.x, boat.y, boat.wind, boat.tack, boat.phase)));
}

#[test]
fn the_problem_passes_the_kit() {
    check(&Sailing::default());
    for rules in [Rules::Tolpin, Rules::Vanderbei] {
        for size in [2, 3, 6] {
            check(&lake(size, rules));
        }
    }
    check(&Sailing { wind: FirstWind::SW, ..lake(4, Rules::Tolpin) });
    check(&Sailing { tack: FirstTack::Starboard, ..lake(4, Rules::Vanderbei) });
}

/// The published formulas, from vectors: cosines choose the cost, the sign of the cross product the tack.
fn by_vectors(boat: &Boat, leg: Direction) -> (f64, Tack) {
    let ((lx, ly), (wx, wy)) = (leg.vector(), boat.wind.vector());
    let [lx, ly, wx, wy] = [lx, ly, wx, wy].map(f64::from);
    let cosine = (lx * wx + ly * wy) / (lx.hypot(ly) * wx.hypot(wy));
    let cost = [(0.9, 1.0), (0.5, 2.0), (-0.5, 3.0), (-0.9, 4.0)].iter().find(|(above, _)| cosine > *above).unwrap().1;
    let cross = lx * wy - ly * wx;
    let tack = if cross > 0.5 { Tack::Port } else { Tack::Starboard };
    let tack = if cross.abs() < 0.5 { boat.tack } else { tack };
    match boat.lake.rules {
        Rules::Vanderbei => (cost, tack),
        Rules::Tolpin => (cost * lx.hypot(ly) + if tack == boat.tack { 0.0 } else { 4.0 }, tack),
    }
}

#[test]
fn every_leg_costs_what_the_vectors_say() {
    for rules in [Rules::Tolpin, Rules::Vanderbei] {
        for (wind, tack) in Direction::ALL.into_iter().flat_map(|wind| Tack::ALL.map(|tack| (wind, tack))) {
            let boat = Boat { x: 2, y: 2, wind, tack, phase: Phase::Sail, ..lake(5, rules).start() };
            let mut legs = Vec::new();
            boat.legal_moves(&mut legs);
            assert_eq!(legs.len(), 7, "all but straight into the wind");
            for &step in &legs {
                let Step::Leg(leg) = step else { panic!("{step:?}") };
                let mut next = boat;
                next.apply(step);
                let (cost, tack) = by_vectors(&boat, leg);
                assert!((f64::from(next.rewards()[0]) + cost).abs() < 1e-6, "{wind:?} {leg:?}");
                assert_eq!(next.tack, tack, "{wind:?} {leg:?}");
            }
        }
    }
}

/// Means over all winds and tacks at the start, and single starts, by a value iteration of another hand in another language.
#[test]
fn value_iteration_gives_the_costs_worked_out_elsewhere() {
    let mean = |size, rules| -Exact::solve(&lake(size, rules), 100_000).unwrap().value(&lake(size, rules).start()).unwrap();
    let tolpin = [(2, 6.645_889_245), (3, 11.502_793_209), (6, 25.399_346_381), (10, 43.535_312_227)];
    let vanderbei = [(2, 3.404_031_25), (3, 6.374_429_782), (6, 13.813_159_462), (10, 21.500_915_296)];
    for (rules, expected) in [(Rules::Tolpin, tolpin), (Rules::Vanderbei, vanderbei)] {
        for (size, cost) in expected {
            assert!((mean(size, rules) - cost).abs() < 2e-6, "{size} {rules:?}: {}", mean(size, rules));
        }
    }
    let six = lake(6, Rules::Tolpin);
    let exact = Exact::solve(&six, 100_000).unwrap();
    let cost = |wind, tack| {
        let mut boat = six.start();
        boat.apply(Step::Start(wind, tack));
        -exact.value(&boat).unwrap()
    };
    // the authors count a tack as positive where we say starboard or port; with the wind ahead both are alike
    let mut north = [cost(Direction::N, Tack::Port), cost(Direction::N, Tack::Starboard)];
    north.sort_by(f64::total_cmp);
    assert!((north[0] - 16.811_556_594).abs() < 1e-5 && (north[1] - 20.811_556_594).abs() < 1e-5, "{north:?}");
    assert!((cost(Direction::SW, Tack::Port) - 36.042_918_607).abs() < 1e-5);
}

/// A boat that always makes the best leg pays on average what the values say: 4,000 crossings, four standard errors.
#[test]
fn the_best_legs_cost_what_the_values_promise() {
    let (game, mut moves) = (lake(4, Rules::Tolpin), Vec::new());
    let exact = Exact::solve(&game, 100_000).unwrap();
    let mut costs = Vec::new();
    for number in 0..4000 {
        let (mut boat, mut rng, mut cost) = (game.start(), Rng::stream(&[5, number]), 0.0);
        while !boat.turn().is_over() {
            let chance = boat.turn() == Turn::Chance;
            let step =
                if chance { boat.random_move(&mut moves, &mut rng) } else { boat.move_at(exact.best(&boat).unwrap()) };
            boat.apply(step);
            cost -= f64::from(boat.rewards()[0]);
        }
        costs.push(cost);
    }
    let mean = costs.iter().sum::<f64>() / 4000.0;
    let variance = costs.iter().map(|cost| (cost - mean).powi(2)).sum::<f64>() / 3999.0;
    let expected = -exact.value(&game.start()).unwrap();
    assert!((mean - expected).abs() < 4.0 * (variance / 4000.0).sqrt(), "{mean} {expected}");
}

/// From (2, 1) of a 6x6 lake: 3 legs right, 4 up, so 3 diagonal and 1 straight: 4·(1 + 3√2) = 20.970563.
#[test]
fn the_rule_of_thumb_is_the_published_one() {
    let boat = Boat { x: 2, y: 1, ..lake(6, Rules::Tolpin).start() };
    assert!((boat.to_go()[0] + 20.970_563).abs() < 1e-5);
    let boat = Boat { x: 2, y: 1, ..lake(6, Rules::Vanderbei).start() };
    assert_eq!(boat.to_go()[0], -12.0);
}

#[test]
fn the_lake_is_drawn_with_boat_and_goal() {
    let mut boat = Sailing { size: 3, ..Sailing::default() }.start();
    assert_eq!(boat.picture().to_text(Style::Plain), " . . G\n . . .\n B . .\nwind to N, port tack\n");
    boat.apply(boat.parse_move("ne").unwrap());
    boat.apply(boat.parse_move("wind-NE").unwrap());
    boat.apply(boat.parse_move("E").unwrap());
    assert_eq!(boat.picture().to_text(Style::Plain), " . . G\n .(.)B\n . . .\nwind to NE turns, port tack\n");
    assert_eq!(boat.rewards()[0], -2.0);
    assert!(boat.parse_move("NNE").unwrap_err().to_string().contains("expected a direction such as NE"));
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    for (text, expected) in [
        (r#"{"size": 1}"#, "size = 1: expected 2 to 64"),
        (r#"{"size": 300}"#, "size: 2 to 64"),
        (r#"{"wind": "up"}"#, "expected one of `n`, `ne`"),
        (r#"{"tack": "none"}"#, "expected one of `port`"),
        (r#"{"rules": "kocsis"}"#, "expected `tolpin` or `vanderbei`"),
        (r#"{"depth": 3}"#, "unknown field `depth`"),
    ] {
        let error = serde_json::from_str::<Sailing>(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
