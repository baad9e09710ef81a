//! What a game says about its cells without drawing them is what it draws.

use katsura_game::{Draw, Game, Rng, State};
use katsura_games::{GameSpec, with_game};

fn marks_are_drawn<G: Game<State: Draw>>(game: &G) {
    let mut rng = Rng::stream(&[7]);
    let (mut state, mut moves, mut marks) = (game.start(), Vec::new(), Vec::new());
    for _ in 0..200 {
        state.marks(&mut marks);
        let drawn: Vec<_> = state.picture().cells.iter().map(|cell| cell.mark).collect();
        assert_eq!(marks, drawn, "{}", G::NAME);
        if state.turn().is_over() {
            return;
        }
        state.apply(state.random_move(&mut moves, &mut rng));
    }
}

#[test]
fn marks_are_those_of_the_picture() {
    let large = |text: &str| serde_json::from_str::<GameSpec>(text).unwrap();
    let go = [r#"{"name":"go","size":13}"#, r#"{"name":"go","size":19}"#, r#"{"name":"go","size":25}"#].map(large);
    for spec in GameSpec::all().iter().chain(&go) {
        with_game!(spec, game => marks_are_drawn(game));
    }
}
