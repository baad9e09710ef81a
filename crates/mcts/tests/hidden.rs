//! Searches of games that hide something: they play by what their player has seen, and by nothing else.

use katsura_game::toy::ToyGame;
use katsura_game::{Game, Hidden, Keyed, Knowledge, Player, Rng, State, Turn};
use katsura_games::kuhn::Kuhn;
use katsura_games::leduc::Leduc;
use katsura_games::liars_dice::LiarsDice;
use katsura_games::phantom_ttt::PhantomTtt;
use katsura_mcts::{Analysis, Budget, Control, InformationRule, Search, SearchConfig};
use std::collections::HashMap;

const FAIR: [InformationRule; 3] =
    [InformationRule::SingleObserver, InformationRule::MultipleObserver, InformationRule::Determinized];

fn config(information: InformationRule) -> SearchConfig {
    SearchConfig { information, memory_mib: 1, ..SearchConfig::default() }
}

/// All positions in which a player is to move, by player and what that player has seen.
fn by_view<S: State + Hidden>(state: &S, views: &mut HashMap<(Player, u64), Vec<S>>) {
    if let Turn::Player(player) = state.turn() {
        views.entry((player, state.view_key(player))).or_default().push(state.clone());
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    for mv in moves {
        let mut next = state.clone();
        next.apply(mv);
        by_view(&next, views);
    }
}

/// Positions of random games, and others that look the same.
fn drawn<G: Game<State: Knowledge>>(game: &G, games: u64) -> Vec<Vec<G::State>> {
    let mut all = Vec::new();
    for number in 0..games {
        let mut rng = Rng::stream(&[number]);
        let mut state = game.start();
        while let Turn::Player(player) = state.turn() {
            let like = |seed| {
                let mut other = state.clone();
                other.determinize(player, &mut Rng::new(seed));
                other
            };
            all.push((0..4).map(like).chain([state.clone()]).collect());
            state.apply(state.random_move(&mut Vec::new(), &mut rng));
        }
    }
    all
}

fn analysed<G: Game<State: Knowledge>>(search: &mut Search<G>, state: &G::State) -> Analysis {
    search.reset(state.clone());
    search.run(&Budget::simulations(40), &Control::new());
    search.analysis()
}

/// In how many groups of positions that look the same a search finds another thing in one than in the first.
fn leaks<G: Game<State: Knowledge>>(game: &G, information: InformationRule, groups: &[Vec<G::State>]) -> usize {
    let mut search = Search::new(game, &config(information)).unwrap();
    let is_leak = |group: &&Vec<G::State>| {
        let first = analysed(&mut search, &group[0]);
        group[1..].iter().any(|state| analysed(&mut search, state) != first)
    };
    groups.iter().filter(is_leak).count()
}

fn check<G: Game<State: Knowledge>>(game: &G, groups: &[Vec<G::State>]) {
    let name = game.about().name;
    for information in FAIR {
        assert_eq!(leaks(game, information, groups), 0, "{name}, {information:?}");
    }
    assert!(leaks(game, InformationRule::Perfect, groups) > groups.len() / 4, "{name}: a search that cheats is caught");
}

fn all<G: Game<State: Knowledge>>(game: &G) -> Vec<Vec<G::State>> {
    let mut views = HashMap::new();
    by_view(&game.start(), &mut views);
    views.into_values().collect()
}

/// Of each set of positions that look the same to the player to move, all give the same search for one seed.
#[test]
fn a_search_plays_by_what_its_player_has_seen() {
    check(&Kuhn::default(), &all(&Kuhn::default()));
    check(&Kuhn { players: 3 }, &all(&Kuhn { players: 3 }));
    let dice = LiarsDice { sides: 3, ..LiarsDice::default() };
    check(&dice, &all(&dice));
    check(&Leduc::default(), &all(&Leduc::default()));
    check(&PhantomTtt {}, &drawn(&PhantomTtt {}, 12));
}

fn after(game: &ToyGame, moves: &[u8]) -> katsura_game::toy::ToyState {
    let mut state = game.start();
    moves.iter().for_each(|&mv| state.apply(mv));
    state
}

fn means<G: Game<State: Knowledge>>(game: &G, state: &G::State, config: &SearchConfig, simulations: u64) -> Vec<f32> {
    let mut search = Search::new(game, config).unwrap();
    search.reset(state.clone());
    search.run(&Budget::simulations(simulations), &Control::new());
    let mut moves = search.analysis().moves;
    moves.sort_by_key(|mv| mv.index);
    moves.iter().map(|mv| mv.mean).collect()
}

/// The first player hides a coin, the second guesses. Who is taken to see the coin guesses right; who is not is right half the time.
#[test]
fn with_several_observers_the_others_do_not_know_what_they_do_not_see() {
    let game: ToyGame = "(0: (1#1: [0 1] [1 0]) (1#1: [1 0] [0 1]))".parse().unwrap();
    let of = |information| means(&game, &game.start(), &config(information), 4000);
    assert!(of(InformationRule::SingleObserver).iter().all(|&mean| mean < 0.1));
    assert!(of(InformationRule::MultipleObserver).iter().all(|&mean| (0.4..0.6).contains(&mean)));
}

/// Two positions that look the same, in which other moves are right.
#[test]
fn a_determinized_search_keeps_to_one_world() {
    let game: ToyGame = "{1 (0#1: [1] [0]) 1 (0#1: [0] [1])}".parse().unwrap();
    let mut seen = Vec::new();
    for seed in 0..20 {
        let config = SearchConfig { seed, ..config(InformationRule::Determinized) };
        let found = means(&game, &after(&game, &[0]), &config, 100);
        assert!(found == [1.0, 0.0] || found == [0.0, 1.0], "{found:?}");
        seen.push(found[0] == 1.0);
    }
    assert!(seen.contains(&true) && seen.contains(&false), "one world for each seed");
    let fair = means(&game, &after(&game, &[0]), &config(InformationRule::SingleObserver), 1000);
    assert!(fair.iter().all(|mean| (0.4..0.6).contains(mean)), "{fair:?}");
}

/// With the king the first player of Kuhn's poker never loses by a bet that is called; a search that cheats knows what the other holds.
#[test]
fn a_search_that_cheats_sees_the_other_card() {
    let game = Kuhn::default();
    let deal = |cards: [usize; 2]| {
        let mut state = game.start();
        cards.iter().for_each(|&card| state.apply(state.move_at(2 + card)));
        state
    };
    let worth = |cards| means(&game, &deal(cards), &config(InformationRule::Perfect), 2000);
    // with the queen: the jack does not call, the king does
    assert!((worth([1, 0])[1] - 1.0).abs() < 0.1 && (worth([1, 2])[1] + 2.0).abs() < 0.1);
    assert_eq!(deal([1, 0]).view_key(Player::FIRST), deal([1, 2]).view_key(Player::FIRST));
    assert_ne!(deal([1, 0]).key(), deal([1, 2]).key());
}
