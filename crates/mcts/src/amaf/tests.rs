use super::*;
use crate::needs::Needs;
use crate::testing::{grow, nodes};
use crate::tree::{Copies, ROOT};
use katsura_games::tic_tac_toe::TicTacToe;

fn step(node: u32, player: u8) -> Step {
    Step::new(node, Player(player))
}

fn play(player: u8, index: usize) -> Played {
    Played::new(Some(Player(player)), index)
}

/// A tree of two levels, a simulation through nodes 1 and 3 of it, and the AMAF values of its children 1 to 4.
///
/// ```text
/// root ─ 1: v ─ 3: y        simulation: v y | u w
///      └ 2: u └ 4: w
/// ```
fn after_lecture_notes(config: AmafConfig) -> [(f32, f32); 4] {
    let (v, y, u, w) = (0, 1, 2, 3);
    let tree = Tree::new(Needs::AMAF, 1 << 16);
    tree.expand(ROOT, [v, u].into_iter());
    tree.expand(1, [y, w].into_iter());
    let path = [step(ROOT, 0), step(1, 0), step(3, 1)];
    let trace = vec![play(0, v), play(1, y), play(0, u), play(1, w)];
    AmafTable::new(4, config).back_up(&tree, &mut Copies::default(), &path, &trace, &Rewards::win(Player(0)));
    [1, 2, 3, 4].map(|node| tree.amaf(node))
}

const NONE: (f32, f32) = (0.0, 0.5);

/// The picture of the lecture notes: a simulation r → v → y → u → w updates u under the root and w under v as well.
#[test]
fn later_moves_of_the_same_player_update_the_siblings() {
    let [v, u, y, w] = after_lecture_notes(AmafConfig::default());
    assert_eq!(v, (1.0, 1.0), "v is the direct play under the root");
    assert_eq!(u, (1.0, 1.0), "u was played later by the same player");
    assert_eq!(y, (1.0, 0.0), "y is the direct play under v");
    assert_eq!(w, (1.0, 0.0), "w was played later by the same player");
}

#[test]
fn the_moves_of_the_playout_alone_leave_out_the_direct_plays() {
    let config = AmafConfig { moves: AmafMoves::Playout, ..AmafConfig::default() };
    assert_eq!(after_lecture_notes(config), [NONE, (1.0, 1.0), NONE, (1.0, 0.0)]);
}

#[test]
fn some_first_counts_the_first_moves_of_the_playout_only() {
    let some_first = |m| AmafConfig { some_first: Some(m), ..AmafConfig::default() };
    assert_eq!(after_lecture_notes(some_first(0)), [(1.0, 1.0), NONE, (1.0, 0.0), NONE], "moves in the tree only");
    assert_eq!(after_lecture_notes(some_first(1)), [(1.0, 1.0), (1.0, 1.0), (1.0, 0.0), NONE]);
    assert_eq!(after_lecture_notes(some_first(2)), after_lecture_notes(AmafConfig::default()));
}

fn after_recapture(player: AmafPlayer) -> (f32, f32) {
    let tree = Tree::new(Needs::AMAF, 1 << 16);
    tree.expand(ROOT, [0, 1].into_iter());
    let path = [step(ROOT, 0), step(1, 0)];
    let trace = vec![play(0, 0), play(1, 1), play(0, 1)];
    let config = AmafConfig { player, ..AmafConfig::default() };
    AmafTable::new(2, config).back_up(&tree, &mut Copies::default(), &path, &trace, &Rewards::win(Player(0)));
    tree.amaf(2)
}

#[test]
fn a_recapture_counts_for_the_first_player_at_the_point_only() {
    assert_eq!(after_recapture(AmafPlayer::First), NONE, "the opponent was first at point 1");
}

#[test]
fn a_recapture_counts_for_both_players_if_asked() {
    assert_eq!(after_recapture(AmafPlayer::Any), (1.0, 1.0));
}

/// ```text
/// root ─ 1: a ─ 3: x            simulation: a x b y, by players 0 1 0 1
///      │      └ 4: y
///      └ 2: b ─ 5: x ─ 7: a     b x a y and b y a x are the same moves in another order
///             └ 6: y ─ 8: a
///                    └ 9: c     c was not played
/// ```
#[test]
fn permutations_reach_the_nodes_beside_the_path() {
    let (a, b, c, x, y) = (0, 1, 2, 3, 4);
    let samples = |permutations| {
        let tree = Tree::new(Needs::AMAF, 1 << 16);
        tree.expand(ROOT, [a, b].into_iter());
        tree.expand(1, [x, y].into_iter());
        tree.expand(2, [x, y].into_iter());
        tree.expand(5, [a].into_iter());
        tree.expand(6, [a, c].into_iter());
        let path = [step(ROOT, 0), step(1, 0), step(3, 1)];
        let trace = vec![play(0, a), play(1, x), play(0, b), play(1, y)];
        let config = AmafConfig { permutations, ..AmafConfig::default() };
        AmafTable::new(5, config).back_up(&tree, &mut Copies::default(), &path, &trace, &Rewards::win(Player(1)));
        (1..10).map(|node| tree.amaf(node)).collect::<Vec<_>>()
    };
    let (lost, won) = ((1.0, 0.0), (1.0, 1.0));
    assert_eq!(samples(false), [lost, lost, won, won, NONE, NONE, NONE, NONE, NONE]);
    assert_eq!(samples(true), [lost, lost, won, won, won, won, lost, lost, NONE]);
}

#[test]
fn a_permutation_uses_each_move_once() {
    let tree = Tree::new(Needs::AMAF, 1 << 16);
    tree.expand(ROOT, [0, 1].into_iter());
    tree.expand(2, [5].into_iter());
    tree.expand(3, [1].into_iter());
    let path = [step(ROOT, 0), step(1, 0)];
    let trace = vec![play(0, 0), play(1, 5), play(0, 1)];
    let config = AmafConfig { permutations: true, ..AmafConfig::default() };
    AmafTable::new(6, config).back_up(&tree, &mut Copies::default(), &path, &trace, &Rewards::win(Player(0)));
    assert_eq!(tree.amaf(3), (1.0, 0.0), "after move 1 the other player makes move 5");
    assert_eq!(tree.amaf(4), NONE, "move 1 has been used");
}

#[test]
fn permutations_and_transpositions_refuse_each_other() {
    let config = crate::testing::config("[search]\namaf = { permutations = true }\ntranspositions = { form = 'uct1' }");
    let error = crate::Search::new(&TicTacToe {}, &config).map(|_| ()).unwrap_err();
    assert_eq!(error.path, "search.amaf.permutations");
}

const RAVE: &str = "value = { kind = 'rave' }";

#[test]
fn a_child_has_at_least_as_many_amaf_visits_as_visits() {
    for amaf in ["", "player = 'any'", "permutations = true"] {
        let search = grow(&TicTacToe {}, &format!("[search.select]\n{RAVE}\n[search.amaf]\n{amaf}"), 3000);
        let tree = search.tree();
        for node in nodes(tree).into_iter().skip(1) {
            assert!(tree.amaf(node).0 >= tree.visits(node) as f32, "{amaf}: node {node}");
        }
    }
}

#[test]
fn permutations_add_samples_and_take_none_away() {
    let amaf = |permutations: bool| {
        let config = format!(
            "[search]\nroot = {{ kind = 'uniform' }}\n[search.amaf]\npermutations = {permutations}\n[search.choose]\nkind = 'rave'"
        );
        let search = grow(&TicTacToe {}, &config, 500);
        let tree = search.tree();
        nodes(tree).into_iter().map(|node| tree.amaf(node).0).collect::<Vec<_>>()
    };
    let (without, with) = (amaf(false), amaf(true));
    assert_eq!(without.len(), with.len(), "selection reads no AMAF values here, so the trees are the same");
    assert!(without.iter().zip(&with).all(|(a, b)| a <= b) && with.iter().sum::<f32>() > without.iter().sum::<f32>());
}

#[test]
fn some_first_with_all_moves_is_plain_amaf() {
    let tree = |amaf: &str| {
        let search = grow(&TicTacToe {}, &format!("[search.select]\n{RAVE}\n[search.amaf]\n{amaf}"), 2000);
        crate::testing::picture(search.tree())
    };
    assert_eq!(tree(""), tree("some_first = 9"));
    assert_ne!(tree(""), tree("some_first = 0"));
}

#[test]
fn a_cut_off_at_once_is_plain_uct_and_a_late_one_plain_rave() {
    let tree = |config: &str| crate::testing::picture(grow(&TicTacToe {}, config, 1000).tree());
    let cut = |cutoff: u32| tree(&format!("[search.select]\n{RAVE}\n[search.amaf]\ncutoff = {cutoff}"));
    assert_eq!(cut(0), tree("[search]"));
    assert_eq!(cut(1001), tree(&format!("[search.select]\n{RAVE}")));
    assert!(cut(500) != cut(0) && cut(500) != cut(1001));
}

#[test]
fn after_the_cut_off_no_sample_is_added() {
    let config = format!("[search.select]\n{RAVE}\n[search.amaf]\ncutoff = 100");
    let samples = |simulations| {
        let search = grow(&TicTacToe {}, &config, simulations);
        let tree = search.tree();
        tree.children(ROOT).map(|child| tree.amaf(child).0).sum::<f32>()
    };
    assert_eq!(samples(100), samples(1000));
    assert!(samples(50) < samples(100));
}
