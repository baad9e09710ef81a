//! What environments ask after every move, and games may answer faster: what stands on the cells, and which moves are legal.

use katsura_game::{Draw, Game, LegalSet, Rng, State};
use katsura_games::{GameSpec, with_game};

fn answers_agree<G: Game<State: Draw + LegalSet>>(game: &G) {
    let mut rng = Rng::stream(&[7]);
    let (mut state, mut moves) = (game.start(), Vec::new());
    let mut set = vec![u64::MAX; game.about().move_count().unwrap().div_ceil(64)];
    for _ in 0..400 {
        let drawn: Vec<u8> = state.picture().cells.iter().map(|cell| cell.mark.bit()).collect();
        let mut pieces = vec![u8::MAX; drawn.len()];
        state.pieces(&mut pieces);
        assert_eq!(pieces, drawn, "{}", game.about().name);
        state.legal_set(&mut moves, &mut set);
        let shown: Vec<usize> = (0..64 * set.len()).filter(|index| set[index / 64] >> (index % 64) & 1 == 1).collect();
        state.legal_moves(&mut moves);
        let mut legal: Vec<usize> = moves.iter().map(|&mv| state.move_index(mv)).collect();
        legal.sort_unstable();
        assert_eq!(shown, legal, "{}", game.about().name);
        if state.turn().is_over() {
            return;
        }
        state.apply(state.random_move(&mut moves, &mut rng));
    }
}

#[test]
fn pieces_are_those_of_the_picture_and_legal_sets_those_of_the_list() {
    let go = |rules: &str| serde_json::from_str::<GameSpec>(&format!(r#"{{"name":"go",{rules}}}"#)).unwrap();
    let sizes = [2, 5, 8, 9, 12, 13, 19, 25].map(|size| go(&format!(r#""size":{size}"#)));
    let repetition = ["simple", "situational"].map(|ko| go(&format!(r#""size":7,"ko":"{ko}""#)));
    let suicide = [3, 6].map(|size| go(&format!(r#""size":{size},"ko":"simple","suicide":"allowed""#)));
    for spec in GameSpec::all().iter().chain(&sizes).chain(&repetition).chain(&suicide) {
        with_game!(spec, game => answers_agree(game));
    }
}
