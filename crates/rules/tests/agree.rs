//! The circuit and the slow reasoner say the same.

mod common;

use katsura_game::Rng;
use katsura_rules::gdl::Reasoner;
use katsura_rules::{Ruled, Rules};

#[test]
fn goals_that_depend_on_other_goals_agree_too() {
    let text = "(role x) (role o) (init (at a)) (legal x stay) (legal x go) (legal o wait)
        (<= (next (at b)) (does x go)) (<= (next (at a)) (does x stay)) (<= (next (at c)) (true (at b))) (<= terminal (true (at c)))
        (<= terminal (true (at b)) (true (at a))) (<= (goal x 100) (true (at a))) (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))";
    let game = Ruled::new(Rules::gdl("goals", text).unwrap()).unwrap();
    let slow = Reasoner::new(text).unwrap();
    let rounds: usize = (0..20).map(|seed| common::agree_along_a_game(&game, &slow, &mut Rng::new(seed), 30).unwrap()).sum();
    assert!(rounds > 20);
}

#[test]
fn random_games_of_every_example_agree_with_the_slow_reasoner() {
    let examples = common::examples();
    assert!(examples.len() >= 10);
    for (name, text) in examples {
        let game = Ruled::new(Rules::gdl(&name, &text).unwrap_or_else(|error| panic!("{error}"))).unwrap();
        assert_eq!(game.rules().warnings(), [], "{name}");
        let slow = Reasoner::new(&text).unwrap();
        let mut rounds = 0;
        for seed in 0..30 {
            if rounds >= 40 {
                break;
            }
            rounds += common::agree_along_a_game(&game, &slow, &mut Rng::new(seed), 40 - rounds).unwrap();
        }
        assert!(rounds >= 20, "{name}: {rounds} rounds");
    }
}
