//! A fixed number of light playouts from the start position and nothing else, for outside clocks and counters.
//!
//! ```text
//! cargo build --release -p katsura-games --example playouts
//! time target/release/examples/playouts go 9 single 100000
//! time target/release/examples/playouts go 9 batch 100000 [SEED]
//! time target/release/examples/playouts samegame 0 tabu 100000
//! ```

use katsura_game::{Game, Knowledge, Lanes, Outcome, Reserve, Rng, play_out_one_by_one};
use katsura_games::{GameSpec, with_game};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, size, form, count, seed @ ..] = arguments.as_slice() else {
        panic!("expected: GAME SIZE single|batch|tabu COUNT [SEED], with 0 for a game without a size");
    };
    let size = if size == "0" { String::new() } else { format!(", \"size\": {size}") };
    let spec: GameSpec = serde_json::from_str(&format!("{{\"name\": \"{name}\"{size}}}")).expect("the game is known");
    let seed = seed.first().map_or(1, |seed| seed.parse().expect("SEED is a whole number"));
    let mut outcomes = vec![Outcome::default(); count.parse().expect("COUNT is a whole number")];
    with_game!(&spec, game => play(game, form, seed, &mut outcomes));
    let (moves, moves_error) = mean(&outcomes, |it| f64::from(it.moves));
    let (reward, reward_error) = mean(&outcomes, |it| f64::from(it.rewards[0]));
    println!(
        "{name} {form}: {moves:.3} ± {moves_error:.3} moves per playout, first player's reward {reward:.5} ± {reward_error:.5}"
    );
}

/// Mean and standard error.
#[expect(clippy::disallowed_methods, reason = "a figure to be printed")]
fn mean(outcomes: &[Outcome], value: fn(&Outcome) -> f64) -> (f64, f64) {
    let count = outcomes.len() as f64;
    let mean = outcomes.iter().map(value).sum::<f64>() / count;
    let variance = outcomes.iter().map(|it| (value(it) - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// A playout that keeps one group of moves for later, but for one move in 333.
fn keep<S: Knowledge>(start: &S, mut rng: Rng) -> Outcome {
    let (mut state, mut moves) = (start.clone(), Vec::new());
    let kept = state.reserved();
    assert!(kept > 0, "the game has moves to keep for later");
    let reserve = Reserve { group: kept.trailing_zeros() as usize, spares: false, lifts: false };
    let mut made = 0;
    while !state.turn().is_over() {
        let any = rng.chance(0.003);
        let mv =
            if any { state.playout_move(&mut moves, &mut rng) } else { state.free_move(&reserve, &mut moves, &mut rng) };
        state.apply(mv);
        made += 1;
    }
    Outcome { rewards: state.rewards(), score: None, moves: made }
}

fn play<G: Game<State: Knowledge>>(game: &G, form: &str, seed: u64, outcomes: &mut [Outcome]) {
    match form {
        "single" => play_out_one_by_one(&game.start(), seed, outcomes),
        "batch" => game.start().play_out_batch(seed, outcomes),
        "tabu" => {
            let start = game.start();
            let outcomes = (0..).zip(outcomes);
            outcomes.for_each(|(number, outcome)| *outcome = keep(&start, Rng::stream(&[seed, number])));
        }
        _ => panic!("expected single, batch or tabu, not {form}"),
    }
}
