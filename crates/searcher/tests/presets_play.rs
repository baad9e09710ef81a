//! Every preset plays a legal game of every kind against `random`.

use katsura_game::Turn;
use katsura_games::GameSpec;
use katsura_mcts::config::{preset, presets};
use katsura_mcts::nested::Algorithm;
use katsura_mcts::{Budget, Control, SearchConfig};
use katsura_searcher::start_search;

fn games() -> Vec<GameSpec> {
    let specs = [
        r#"{ "name": "go", "size": 9 }"#,
        r#"{ "name": "havannah", "size": 5 }"#,
        r#"{ "name": "hex", "size": 7 }"#,
        r#"{ "name": "reversi", "size": 8 }"#,
        r#"{ "name": "connect-four" }"#,
    ];
    specs.iter().map(|spec| serde_json::from_str(spec).unwrap()).collect()
}

#[test]
fn every_preset_plays_a_legal_game_of_every_kind() {
    let random = preset("random").unwrap();
    for preset in presets().iter().filter(|preset| preset.players.is_none_or(|players| players == 2)) {
        let config = SearchConfig { memory_mib: 16, ..preset.config() };
        let is_for = |spec: &GameSpec| preset.game.is_none_or(|game| game == spec.about().name);
        // solvers play games that hide something
        let solves = matches!(config.algorithm, Algorithm::Equilibrium(_));
        for spec in games().into_iter().filter(|spec| !solves && is_for(spec)) {
            let mut players = [&config, &random].map(|config| start_search(&spec, config).unwrap());
            let mut position = spec.start();
            let mut plies = 0;
            while position.turn() != Turn::Over && plies < 60 {
                let mover = &mut players[plies % 2];
                mover.run(&Budget::simulations(20), &Control::new());
                let mv = mover.best().expect("the game goes on");
                let name = position.move_name(mv);
                position.play(&name).unwrap_or_else(|error| panic!("{} in {}: {error}", preset.name, spec.about().name));
                players.iter_mut().for_each(|player| player.advance(mv).expect("both follow the game"));
                plies += 1;
            }
        }
    }
}
