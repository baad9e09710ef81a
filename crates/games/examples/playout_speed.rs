//! Light playouts per second from the start position: `playout_speed GAME [SIZE] [SECONDS]`.

use katsura_game::{Game, Rng, State, Trace};
use katsura_games::{GameSpec, with_game};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut parameters = serde_json::json!({ "name": args.first().ok_or("usage: playout_speed GAME [SIZE] [SECONDS]")? });
    if let Some(size) = args.get(1) {
        parameters["size"] = size.parse::<u32>()?.into();
    }
    let seconds = args.get(2).map_or(Ok(1.0), |text| text.parse())?;
    let spec: GameSpec = serde_json::from_value(parameters)?;
    with_game!(&spec, game => measure(game, seconds));
    Ok(())
}

fn measure<G: Game>(game: &G, seconds: f64) {
    let (start, mut rng) = (game.start(), Rng::new(1));
    let (mut state, mut moves, mut trace) = (start.clone(), Vec::new(), Trace::new());
    let (mut playouts, mut length, mut reward) = (0u64, 0u64, 0.0);
    let clock = Instant::now();
    while clock.elapsed().as_secs_f64() < seconds {
        for _ in 0..1000 {
            trace.clear();
            state.clone_from(&start);
            reward += f64::from(state.play_out(&mut moves, &mut rng, &mut trace)[0]);
            length += trace.len() as u64;
        }
        playouts += 1000;
    }
    let (elapsed, count) = (clock.elapsed().as_secs_f64(), playouts as f64);
    let (rate, mean_length, mean_reward) = (count / elapsed, length as f64 / count, reward / count);
    println!("{}: {rate:.0} playouts/s, {mean_length:.2} moves, first player {mean_reward:.4}", G::NAME);
}
