//! Playouts side by side are the single playouts, whatever the machine.

use super::*;
use crate::{Limits, Ruled};
use katsura_game::planes::Words;
use katsura_game::{Batch, Batches, Game, Rng, State, play_out_one_by_one};

/// What playouts come to on boards of this kind.
fn outcomes(start: &Position, count: usize, run: impl FnOnce(SideBySide<'_>)) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); count];
    run(SideBySide(&mut Batches::new(&mut [Batch { start, seed: 9, outcomes: &mut outcomes }])));
    outcomes
}

fn compare(start: &Position, count: usize, name: &str) {
    let mut single = vec![Outcome::default(); count];
    play_out_one_by_one(start, 9, &mut single);
    let equal = |many: Vec<Outcome>, how: &str| {
        let other = single.iter().zip(&many).position(|(one, other)| one != other);
        assert!(
            other.is_none(),
            "{name}, {how}: playout {other:?} is {:?}, not {:?}",
            many[other.unwrap()],
            single[other.unwrap()]
        );
    };
    equal(outcomes(start, count, |work| work.run::<Words<1>>()), "64 at a time");
    equal(outcomes(start, count, |work| work.run::<Words<4>>()), "256 at a time");
    equal(outcomes(start, count, |work| work.run::<Words<8>>()), "512 at a time");
    for processor in Processor::here() {
        equal(outcomes(start, count, |work| processor.run(work)), &format!("{processor:?}"));
    }
}

fn sheet(name: &str) -> String {
    let file = format!("{}/../../rules/examples/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn playouts_side_by_side_come_to_what_single_playouts_come_to() {
    for (name, count) in
        [("tic-tac-toe", 1100), ("bidding", 700), ("last-one", 300), ("lights", 200), ("nim", 130), ("hex", 150)]
    {
        let game = Ruled::new(Rules::gdl(name, &sheet(name)).unwrap()).unwrap();
        compare(&game.start(), count, name);
        let (mut position, mut rng, mut moves) = (game.start(), Rng::new(1), Vec::new());
        for _ in 0..3 {
            let mv = position.random_move(&mut moves, &mut rng);
            position.apply(mv);
        }
        compare(&position, 70, name);
    }
}

#[test]
fn games_that_never_end_are_over_after_the_longest() {
    let sheet = "(role me) (init (at a)) (legal me left) (legal me right) (<= terminal (true (at b))) (goal me 7)
        (<= (next (at a)) (true (at a)))";
    let limits = Limits { moves: 37, ..Limits::default() };
    let game = Ruled::new(Rules::gdl_within("loop", sheet, &limits).unwrap()).unwrap();
    let all = outcomes(&game.start(), 600, |work| work.run::<Words<4>>());
    assert!(all.iter().all(|outcome| outcome.moves == 37 && outcome.rewards[0] == 7.0));
    compare(&game.start(), 600, "loop");
}
