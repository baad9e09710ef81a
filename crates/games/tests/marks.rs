//! What environments ask after every move, and games may answer faster: what stands on the cells, and which moves are legal.

use katsura_game::{Draw, Game, Rng, State};
use katsura_games::{GameSpec, with_game};

fn answers_agree<G: Game<State: Draw>>(game: &G) {
    let mut rng = Rng::stream(&[7]);
    let (mut state, mut moves, mut marks) = (game.start(), Vec::new(), Vec::new());
    for _ in 0..200 {
        state.marks(&mut marks);
        let drawn: Vec<_> = state.picture().cells.iter().map(|cell| cell.mark).collect();
        assert_eq!(marks, drawn, "{}", G::NAME);
        let (mut shown, mut legal) = (Vec::new(), Vec::new());
        state.for_each_legal(&mut moves, |mv| shown.push(state.move_index(mv)));
        state.legal_moves(&mut moves);
        legal.extend(moves.iter().map(|&mv| state.move_index(mv)));
        shown.sort_unstable();
        legal.sort_unstable();
        assert_eq!(shown, legal, "{}", G::NAME);
        if state.turn().is_over() {
            return;
        }
        state.apply(state.random_move(&mut moves, &mut rng));
    }
}

#[test]
fn marks_are_those_of_the_picture_and_shown_moves_those_of_the_list() {
    let large = |text: &str| serde_json::from_str::<GameSpec>(text).unwrap();
    let go = [r#"{"name":"go","size":13}"#, r#"{"name":"go","size":19}"#, r#"{"name":"go","size":25}"#].map(large);
    for spec in GameSpec::all().iter().chain(&go) {
        with_game!(spec, game => answers_agree(game));
    }
}
