use super::*;

const SMALL: usize = 1 << 16;

fn moves(count: usize) -> impl ExactSizeIterator<Item = usize> {
    0..count
}

#[test]
fn children_are_contiguous_and_carry_their_move_numbers() {
    let tree = Tree::new(Needs::NONE, SMALL);
    assert!(tree.expand(ROOT, [7, 3, 5].into_iter()));
    assert_eq!(tree.children(ROOT), 1..4);
    assert_eq!(tree.children(ROOT).map(|child| tree.move_index(child)).collect::<Vec<_>>(), [7, 3, 5]);
    assert!(tree.children(1).is_empty());
}

#[test]
fn sums_are_exact_in_any_order() {
    let (a, b) = (Tree::new(Needs::SQUARES, SMALL), Tree::new(Needs::SQUARES, SMALL));
    let rewards = [0.1f32, 0.7, 1.0, 0.0, 0.3333, 0.9];
    for reward in rewards {
        a.add(ROOT, 1, reward);
    }
    for reward in rewards.into_iter().rev() {
        b.add(ROOT, 1, reward);
    }
    assert_eq!(a.mean(ROOT).to_bits(), b.mean(ROOT).to_bits());
    assert!((a.mean(ROOT) - rewards.iter().sum::<f32>() / 6.0).abs() < 1e-6);
    assert_eq!(a.mean_square(ROOT).to_bits(), b.mean_square(ROOT).to_bits());
}

#[test]
fn a_full_tree_refuses_to_grow_and_says_so() {
    let tree = Tree::new(Needs::NONE, 10 * Tree::bytes_per_node(Needs::NONE));
    assert_eq!(tree.capacity(), 10);
    assert!(tree.expand(ROOT, moves(9)));
    assert!(!tree.is_full());
    assert!(!tree.expand(1, moves(1)));
    assert!(tree.is_full());
    assert_eq!(tree.nodes(), 10);
}

#[test]
fn amaf_samples_reach_the_played_children_only() {
    let tree = Tree::new(Needs::AMAF, SMALL);
    tree.expand(ROOT, moves(3));
    let one_if = |played: bool| f32::from(u8::from(played));
    tree.add_amaf(ROOT, 1.0, |index| one_if(index != 1));
    tree.add_amaf(ROOT, 0.0, |index| one_if(index == 0));
    assert_eq!(tree.amaf(1), (2.0, 0.5));
    assert_eq!(tree.amaf(2), (0.0, 0.5));
    assert_eq!(tree.amaf(3), (1.0, 1.0));
}

/// The children are all written where one thread has the tree, and only those with a sample where several share it.
#[test]
fn amaf_samples_are_the_same_with_and_without_threads_and_stop_where_counting_ends() {
    let totals = |needs: Needs| {
        let tree = Tree::new(needs, SMALL);
        tree.expand(ROOT, moves(5));
        tree.add_amaf_totals(2, (AMAF_FULL - 1.0, 0.0));
        tree.add_amaf_totals(3, (AMAF_FULL, 0.0));
        for reward in [0.25, 1.0] {
            tree.add_amaf(ROOT, reward, |index| if index < 4 { 1.0 } else { 0.0 });
        }
        [1, 2, 3, 4, 5].map(|child| tree.amaf_totals(child))
    };
    let counted = [(2.0, 1.25), (AMAF_FULL, 0.25), (AMAF_FULL, 0.0), (2.0, 1.25), (0.0, 0.0)];
    assert_eq!(totals(Needs::AMAF), counted);
    assert_eq!(totals(Needs::AMAF | Needs::IN_FLIGHT), counted);
}

/// What threads have added to their copies is many samples at once.
#[test]
fn amaf_samples_that_are_handed_over_are_all_there() {
    let tree = Tree::new(Needs::AMAF | Needs::IN_FLIGHT, SMALL);
    tree.expand(ROOT, moves(6));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..50_000).for_each(|_| tree.add_amaf_totals(3, (128.0, 64.0))));
        }
    });
    assert_eq!(tree.amaf_totals(3), (12_800_000.0, 6_400_000.0));
}

/// Two threads that write the same children lose samples of each other, but never a count without its reward.
#[test]
fn amaf_samples_are_lost_whole_or_not_at_all() {
    let tree = Tree::new(Needs::AMAF | Needs::IN_FLIGHT, SMALL);
    tree.expand(ROOT, moves(6));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..20_000 {
                    tree.add_amaf(ROOT, 1.0, |_| 1.0);
                    tree.add_amaf_sample(3, 1.0);
                }
            });
        }
    });
    for child in tree.children(ROOT) {
        let (visits, sum) = tree.amaf_totals(child);
        assert!(visits == sum && visits > 0.0, "{sum} in {visits} samples");
    }
}

#[test]
fn advancing_keeps_exactly_the_subtree_of_the_move() {
    let mut tree = Tree::new(Needs::AMAF | Needs::SQUARES | Needs::PRIOR | Needs::GROUP, SMALL);
    tree.expand(ROOT, moves(2));
    tree.expand(1, [10, 11].into_iter());
    tree.expand(2, [20, 21, 22].into_iter());
    tree.expand(6, [30].into_iter());
    for (node, visits) in [(2, 9), (5, 1), (6, 5), (7, 2), (8, 4)] {
        tree.add(node, visits, 0.5);
        tree.set_prior(node, node as f32 / 10.0);
        tree.set_group(node, node as u8);
    }
    tree.advance(2);
    assert_eq!(tree.nodes(), 5);
    assert_eq!(tree.visits(ROOT), 9);
    let children: Vec<_> = tree.children(ROOT).map(|c| (tree.move_index(c), tree.visits(c), tree.prior(c))).collect();
    assert_eq!(children, [(20, 1, 0.5), (21, 5, 0.6), (22, 2, 0.7)]);
    assert_eq!(tree.children(ROOT).map(|c| tree.group(c)).collect::<Vec<_>>(), [5, 6, 7]);
    let below = tree.children(tree.children(ROOT).start + 1);
    assert_eq!(below.map(|c| (tree.move_index(c), tree.visits(c))).collect::<Vec<_>>(), [(30, 4)]);
    tree.advance(1);
    assert_eq!((tree.nodes(), tree.visits(ROOT), tree.is_expanded(ROOT)), (1, 1, false));
}

#[test]
fn simulations_under_way_count_as_losses() {
    let tree = Tree::new(Needs::IN_FLIGHT, SMALL);
    tree.expand(ROOT, moves(2));
    tree.add(1, 3, 1.0);
    tree.set_value(1, 1.0);
    tree.add_in_flight(1);
    let mut children = Children::default();
    children.gather(&tree, ROOT, Needs::IN_FLIGHT, 1.0);
    assert_eq!((children.visits[0], children.value[0]), (4.0, 0.75));
    tree.remove_in_flight(1);
    assert_eq!(tree.in_flight(1), 0);
}

#[test]
fn the_default_child_holds_what_a_leaf_saw() {
    // The root's mover is the second player: two simulations ended at the root (won and lost by it), three went below.
    let tree = Tree::new(Needs::NONE, SMALL);
    tree.expand(ROOT, moves(2));
    for (node, reward) in [(1, 1.0), (1, 0.0), (2, 1.0)] {
        tree.add(node, 1, reward);
        tree.add(ROOT, 1, 1.0 - reward);
    }
    tree.add(ROOT, 1, 1.0);
    tree.add(ROOT, 1, 0.0);
    assert_eq!(tree.default_child(ROOT), (2, 0.5));
    assert_eq!(tree.default_child(1), (2, 0.5), "a leaf is its own default");
}

#[test]
fn wins_draws_and_losses_follow_from_the_sums() {
    let tree = Tree::new(Needs::SQUARES, SMALL);
    for (reward, count) in [(1.0, 7), (0.5, 4), (0.0, 2)] {
        tree.add(ROOT, count, reward);
    }
    assert_eq!(tree.win_draw_loss(ROOT), (7, 4, 2));
}

#[test]
fn what_is_proven_about_a_node_adds_up_and_is_never_lost() {
    let tree = Tree::new(Needs::BOUNDS, SMALL);
    assert_eq!(tree.bounds(ROOT), Bounds::OPEN);
    assert!(!tree.narrow_bounds(ROOT, Bounds::OPEN), "nothing is no news");
    assert!(tree.narrow_bounds(ROOT, Bounds { lower: 1, upper: 2 }));
    assert_eq!(tree.bounds(ROOT), Bounds { lower: 1, upper: 2 });
    assert!(!tree.narrow_bounds(ROOT, Bounds::OPEN), "a thread that knows less than the others changes nothing");
    assert!(tree.narrow_bounds(ROOT, Bounds { lower: 0, upper: 1 }));
    assert_eq!(tree.bounds(ROOT).reward(), Some(0.5));
}

#[test]
fn closed_children_are_remembered_moved_and_not_chosen() {
    let mut tree = Tree::new(Needs::CLOSED, SMALL);
    tree.expand(ROOT, moves(3));
    tree.expand(2, moves(2));
    (1..6).for_each(|node| tree.add(node, 5, 0.5));
    [3, 5].into_iter().for_each(|node| tree.set_closed(node, true));
    let mut children = Children::default();
    children.gather(&tree, ROOT, Needs::CLOSED, 0.0);
    children.mark_hopeless(&tree, ROOT);
    assert_eq!(children.open, [true, true, false]);
    let open = std::mem::take(&mut children.open);
    children.keep(&open);
    assert_eq!((children.len(), &children.value[..]), (2, &[0.5, 0.5][..]));
    tree.advance(2);
    assert_eq!(tree.children(ROOT).map(|child| tree.is_closed(child)).collect::<Vec<_>>(), [false, true]);
    tree.clear();
    tree.expand(ROOT, moves(3));
    assert!(tree.children(ROOT).all(|child| !tree.is_closed(child)), "slots are wiped before they are used again");
    assert!(!Tree::new(Needs::NONE, SMALL).is_closed(ROOT));
}

#[test]
fn a_sum_is_closed_where_all_its_parts_are() {
    let part = |closed: [bool; 3]| {
        let tree = Tree::new(Needs::CLOSED, SMALL);
        tree.expand(ROOT, moves(3));
        tree.children(ROOT).zip(closed).for_each(|(child, closed)| tree.set_closed(child, closed));
        tree
    };
    let mut sum = part([true; 3]);
    sum.absorb(&part([true, false, true]), |_| true);
    sum.absorb(&part([true, true, false]), |_| true);
    assert_eq!(sum.children(ROOT).map(|child| sum.is_closed(child)).collect::<Vec<_>>(), [true, false, false]);
}

/// Single precision would count 0.5 for 0.55 above a sum of a million.
#[test]
fn millions_of_equal_amaf_rewards_keep_their_mean() {
    let tree = Tree::new(Needs::AMAF, SMALL);
    tree.expand(ROOT, moves(1));
    for _ in 0..4_000_000 {
        tree.add_amaf_sample(1, 0.55);
    }
    let (visits, mean) = tree.amaf(1);
    assert_eq!(visits, 4e6);
    assert!((mean - 0.55).abs() <= 0.5 / 16384.0, "samples are exact to 1/16384: {mean}");
}
