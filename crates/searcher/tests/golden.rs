//! The same configuration, seed and budget grow the same tree, bit for bit, whatever was made faster since.
//!
//! `golden/trees.txt` has one line for each search: a hash over every node of the tree and the move, after 2000 simulations from the
//! start and, with the part of the tree that is kept, after 500 more from the position that follows. A line changes only together
//! with the meaning of a configuration; the failing test prints what the code gives now.

use katsura_game::mix_key;
use katsura_games::GameSpec;
use katsura_games::connect_four::ConnectFour;
use katsura_games::go::Rules;
use katsura_games::havannah::Havannah;
use katsura_mcts::config::{path, preset, presets};
use katsura_mcts::tree::{NodeId, ROOT, Tree};
use katsura_mcts::{Budget, Control, SearchConfig};
use katsura_searcher::start_search;

/// What the presets leave out, as changes of `uct`.
const CHANGES: [(&str, &str); 17] = [
    ("select.value.kind", "grave"),
    ("select.explore.kind", "thompson"),
    ("select.explore.kind", "epsilon_greedy"),
    ("select.explore.kind", "bernstein"),
    ("select.unvisited.kind", "first_play"),
    ("solver", "win_loss"),
    ("transpositions.form", "uct2"),
    ("prune.kind", "power_widening"),
    ("expand.kind", "siblings"),
    ("expand.kind", "transition_probability"),
    ("expand.kind", "all_ends"),
    ("backup.kind", "mix"),
    ("backup.kind", "weighted"),
    ("playout.kind", "mast"),
    ("playout.kind", "last_good_reply"),
    ("parallel.kind", "leaf"),
    ("memory_mib", "1"),
];

/// Presets, and `uct` with one parameter changed each.
fn players() -> Vec<(String, SearchConfig)> {
    let uct = preset("uct").unwrap();
    let named =
        presets().iter().filter(|preset| preset.is_general()).map(|preset| (preset.name.to_string(), preset.config()));
    let changed = CHANGES.iter().map(|(key, value)| {
        (
            format!("uct {key}={value}").replace(' ', "_"),
            path::set(&uct, key, value).unwrap_or_else(|error| panic!("{error}")),
        )
    });
    named.chain(changed).collect()
}

fn hash(state: u64, word: u64) -> u64 {
    mix_key(state ^ word).rotate_left(17)
}

/// Every number of a node and of the nodes below it.
fn hash_below(tree: &Tree, node: NodeId, state: u64) -> u64 {
    let (amaf_visits, amaf_mean) = tree.amaf(node);
    let numbers = [tree.mean(node), tree.value(node), tree.mean_square(node), amaf_visits, amaf_mean, tree.prior(node)];
    let bounds = tree.bounds(node);
    let whole = [
        tree.move_index(node) as u64,
        u64::from(tree.visits(node)),
        u64::from(bounds.lower) << 8 | u64::from(bounds.upper),
        u64::from(tree.is_closed(node)),
        tree.children(node).len() as u64,
    ];
    let words = whole.into_iter().chain(numbers.iter().map(|number| u64::from(number.to_bits())));
    let state = words.fold(state, hash);
    // Transpositions share blocks of children; a block is followed where its first owner stands.
    tree.children(node).filter(|&child| child > node).fold(state, |state, child| hash_below(tree, child, state))
}

fn search(game: &GameSpec, config: &SearchConfig) -> String {
    let config = SearchConfig { memory_mib: config.memory_mib.min(32), seed: 7, ..config.clone() };
    let mut search = match start_search(game, &config) {
        Ok(search) => search,
        Err(error) => return format!("refused: {}", error.path),
    };
    let mut texts = Vec::new();
    for simulations in [2000, 500] {
        search.run(&Budget::simulations(simulations), &Control::new());
        let mv = search.best().unwrap();
        texts.push(format!("{:016x} {mv}", hash_below(search.tree(), ROOT, 0)));
        search.advance(mv).unwrap();
    }
    texts.join(" ")
}

fn table(name: &str, game: &GameSpec) -> Vec<String> {
    players().iter().map(|(player, config)| format!("{name} {player}: {}", search(game, config))).collect()
}

fn check(name: &str, now: &[String]) {
    let golden: Vec<&str> = include_str!("golden/trees.txt").lines().filter(|line| line.starts_with(name)).collect();
    let changed: Vec<&String> = now.iter().filter(|line| !golden.contains(&line.as_str())).collect();
    assert!(changed.is_empty() && golden.len() == now.len(), "not the trees of old:\n{}", now.join("\n"));
}

#[test]
fn go_grows_the_trees_of_old() {
    check("go-9", &table("go-9", &GameSpec::Go(Rules::default())));
}

#[test]
fn havannah_grows_the_trees_of_old() {
    check("havannah-5", &table("havannah-5", &GameSpec::Havannah(Havannah { size: 5, swap: false })));
}

#[test]
fn connect_four_grows_the_trees_of_old() {
    check("connect-four", &table("connect-four", &GameSpec::ConnectFour(ConnectFour::default())));
}
