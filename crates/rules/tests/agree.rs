//! The circuit and the slow reasoner say the same.

mod common;

use katsura_game::Rng;
use katsura_rules::gdl::Reasoner;
use katsura_rules::{Ruled, Rules};

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
