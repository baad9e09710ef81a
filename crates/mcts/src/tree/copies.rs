//! Copies of busy nodes, one set for each thread that shares the tree.
//!
//! Near the root every simulation of every thread reads and writes the same few lines of memory, which then travel between the processors all the
//! time. So a thread keeps the children of busy nodes to itself: it chooses by its copy, counts in its copy, and exchanges results with the tree
//! every now and then, more seldom the more visits a node has, and more often the more threads there are: all of them
//! together keep no more than a small part of a node's visits to themselves. What the others did since then is missing from
//! its view for so long; nothing is lost.

use super::{AMAF_FULL, Children, NodeId, ROOT, Tree, UNIT, to_units};
use crate::backup::Step;
use crate::needs::Needs;
use katsura_game::Rewards;
use std::sync::atomic::Ordering::Relaxed;

/// Copies of one thread.
const ROOM: usize = 512;
/// What the other threads keep to themselves, all together, is at most one of so many parts of a node's visits.
const EXCHANGES: u32 = 32;
/// The simulations of one thread between two exchanges, at most, and at least: nodes of which a copy would not last so long have none.
const LONGEST: u32 = 128;
const SHORTEST: u32 = 4;

/// The copies of one thread.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// Each node has its place, and keeps it from others to the end of the run; none if the thread works alone.
    places: Vec<Copy>,
    /// The threads that share the tree beside this one.
    others: u32,
    /// Visits of the root, and the sum of their rewards, since the last exchange.
    root: (u32, u64),
    /// How many nodes of the present path, from the root on, have their children here.
    used: usize,
}

/// The children of one node, as a thread sees them.
#[derive(Debug, Default)]
struct Copy {
    node: NodeId,
    in_use: bool,
    /// Visits of the node.
    visits: u32,
    children: Children,
    /// The numbers of the moves.
    indices: Vec<u32>,
    /// The sums of rewards.
    sums: Vec<u64>,
    /// What has not been exchanged: visits and sums, the children that have some, and AMAF visits and sums.
    own: Vec<(u32, u64)>,
    counted: Vec<u32>,
    own_amaf: Vec<(f32, f32)>,
    /// Simulations since the last exchange, and those to the next.
    since: u32,
    interval: u32,
}

impl Copies {
    /// Room for copies, for a thread that shares its tree with so many others.
    pub fn new(others: u32) -> Self {
        Copies { places: std::iter::repeat_with(Copy::default).take(ROOM).collect(), others, ..Copies::default() }
    }

    /// Visits that make a node busy.
    fn busy(&self) -> u32 {
        SHORTEST * EXCHANGES * self.others
    }

    /// A new simulation starts at the root.
    #[inline]
    pub fn restart(&mut self) {
        self.used = 0;
    }

    /// How many nodes of the present path, from the root on, have their children here.
    #[inline]
    pub fn used(&self) -> usize {
        self.used
    }

    /// The place in the path of the first node below the root whose numbers are those of the tree.
    #[inline]
    pub fn below(&self) -> usize {
        self.used + 1
    }

    /// A simulation is at a node, the last of so many: its children are read here if all nodes above are, and it is busy.
    #[inline]
    pub fn enter(&mut self, tree: &Tree, node: NodeId, depth: usize) {
        if self.used + 1 == depth && self.open(tree, node) {
            self.used += 1;
        }
    }

    fn place(node: NodeId) -> usize {
        // the root keeps its place
        if node == ROOT { 0 } else { 1 + (node.wrapping_mul(0x9e37_79b1) >> 8) as usize % (ROOM - 1) }
    }

    #[inline]
    fn get(&self, node: NodeId) -> Option<&Copy> {
        self.places.get(Self::place(node)).filter(|copy| copy.in_use && copy.node == node)
    }

    /// Whether there is a copy of a node's children.
    #[inline]
    pub fn has(&self, node: NodeId) -> bool {
        self.get(node).is_some()
    }

    /// Makes sure that there is a copy of a node's children, if the node is busy and there is room. Returns whether there is one.
    #[inline]
    fn open(&mut self, tree: &Tree, node: NodeId) -> bool {
        if self.places.is_empty() || self.has(node) {
            return !self.places.is_empty();
        }
        let is_taken = self.places[Self::place(node)].in_use;
        if is_taken || tree.visits(node) < self.busy() {
            return false;
        }
        let copy = &mut self.places[Self::place(node)];
        (copy.node, copy.in_use) = (node, true);
        copy.look(tree, self.others);
        true
    }

    /// Shows a node of which there is a copy: its visits, and the numbers of its children.
    #[inline]
    pub fn show(&self, node: NodeId, children: &mut Children) -> u32 {
        let Some(copy) = self.get(node) else { return 0 };
        children.clone_from(&copy.children);
        copy.visits
    }

    /// Counts a simulation in the nodes whose numbers are here, and returns the rest of its path.
    #[inline]
    pub fn count<'p>(&mut self, tree: &Tree, path: &'p [Step], rewards: &Rewards) -> &'p [Step] {
        if self.used == 0 {
            return path;
        }
        self.count_first(tree, &path[..=self.used], rewards);
        &path[self.used + 1..]
    }

    /// Counts a simulation in the first nodes of a path: the root, and children of nodes of which there is a copy.
    fn count_first(&mut self, tree: &Tree, path: &[Step], rewards: &Rewards) {
        let units = to_units(rewards.of(path[0].mover));
        self.root = (self.root.0 + 1, self.root.1 + units);
        for step in path.windows(2) {
            let copy = &mut self.places[Self::place(step[0].node)];
            copy.count(tree, step[1].node, to_units(rewards.of(step[1].mover)));
        }
        // after the children, whose AMAF samples come first, so that an exchange has all of a simulation
        for step in &path[..path.len() - 1] {
            let copy = &mut self.places[Self::place(step.node)];
            if copy.is_due() {
                copy.hand_over(tree);
                if step.node == ROOT {
                    self.hand_over_root(tree);
                }
                self.places[Self::place(step.node)].look(tree, self.others);
            }
        }
    }

    /// Adds AMAF samples to the children of a node of which there is a copy, as [`Tree::add_amaf`] does.
    #[inline]
    pub fn add_amaf(&mut self, node: NodeId, reward: f32, played: impl Fn(usize) -> f32) {
        let copy = &mut self.places[Self::place(node)];
        let totals = copy.children.amaf_visits.iter_mut().zip(&mut copy.children.amaf_sum).zip(&mut copy.own_amaf);
        for (((visits, sum), own), &index) in totals.zip(&copy.indices) {
            let sample = if *visits < AMAF_FULL { played(index as usize) } else { 0.0 };
            (*visits, *sum) = (*visits + sample, *sum + sample * reward);
            *own = (own.0 + sample, own.1 + sample * reward);
        }
    }

    /// Hands everything over to the tree and keeps nothing.
    pub fn close(&mut self, tree: &Tree) {
        for copy in self.places.iter_mut().filter(|copy| copy.in_use) {
            copy.hand_over(tree);
            copy.in_use = false;
        }
        self.hand_over_root(tree);
    }

    fn hand_over_root(&mut self, tree: &Tree) {
        let (visits, units) = std::mem::take(&mut self.root);
        if visits > 0 {
            tree.add_units(ROOT, visits, units);
            tree.set_value(ROOT, tree.mean(ROOT));
        }
    }
}

impl Copy {
    fn is_due(&self) -> bool {
        self.since >= self.interval
    }

    /// Looks at the tree, on which so many others work.
    fn look(&mut self, tree: &Tree, others: u32) {
        let slots = tree.slots(self.node);
        self.visits = tree.visits(self.node);
        self.children.gather(tree, self.node, tree.needs.without(Needs::IN_FLIGHT), 0.0);
        self.indices.clear();
        self.indices.extend(tree.columns.index[slots.clone()].iter().map(|cell| cell.load(Relaxed)));
        self.sums.clear();
        self.sums.extend(tree.columns.sum[slots.clone()].iter().map(|cell| cell.load(Relaxed)));
        self.own.clear();
        self.own.resize(slots.len(), (0, 0));
        self.own_amaf.clear();
        self.own_amaf.resize(self.children.amaf_visits.len(), (0.0, 0.0));
        self.counted.clear();
        self.since = 0;
        self.interval = (self.visits / (EXCHANGES * others)).min(LONGEST);
    }

    fn count(&mut self, tree: &Tree, child: NodeId, units: u64) {
        let place = (child - tree.children(self.node).start) as usize;
        if self.own[place].0 == 0 {
            self.counted.push(place as u32);
        }
        self.own[place] = (self.own[place].0 + 1, self.own[place].1 + units);
        self.sums[place] += units;
        self.children.visits[place] += 1.0;
        self.children.value[place] = (self.sums[place] as f64 * UNIT / f64::from(self.children.visits[place])) as f32;
        self.visits += 1;
        self.since += 1;
    }

    /// Adds to the tree what it does not know yet.
    fn hand_over(&mut self, tree: &Tree) {
        let first = tree.children(self.node).start;
        for &place in &self.counted {
            let (visits, units) = self.own[place as usize];
            tree.add_units(first + place, visits, units);
            tree.set_value(first + place, tree.mean(first + place));
        }
        let samples = self.own_amaf.iter().zip(tree.children(self.node)).filter(|((visits, _), _)| *visits > 0.0);
        for (&totals, child) in samples {
            tree.add_amaf_totals(child, totals);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_game::Player;

    fn step(node: NodeId) -> Step {
        Step::new(node, Player::FIRST)
    }

    /// A root with three children and `visits` visits.
    fn busy(visits: u32) -> Tree {
        let tree = Tree::new(Needs::AMAF | Needs::IN_FLIGHT, 1 << 16);
        tree.expand(ROOT, [5, 6, 7].into_iter());
        for (child, reward) in tree.children(ROOT).zip([0.5, 0.25, 1.0]) {
            tree.add(child, visits / 4, reward);
            tree.add(ROOT, visits / 4, reward);
            tree.set_value(child, reward);
        }
        tree.add(ROOT, visits / 4, 0.0);
        tree
    }

    #[test]
    fn nodes_with_few_visits_are_not_copied() {
        assert!(!Copies::new(1).open(&busy(124), ROOT));
        assert!(Copies::new(1).open(&busy(128), ROOT));
        assert!(!Copies::new(15).open(&busy(15 * 128 - 4), ROOT), "the more threads, the busier");
        assert!(!Copies::default().open(&busy(128), ROOT), "a thread alone has no copies");
    }

    #[test]
    fn a_node_keeps_its_place_from_others() {
        let tree = busy(1024);
        let mut copies = Copies::new(1);
        let place = Copies::place(2);
        let other = (3..).find(|&node| Copies::place(node) == place).unwrap();
        assert!(copies.open(&tree, 2));
        assert!(!copies.open(&tree, other) && copies.has(2));
    }

    /// Threads that take turns, one simulation each, see nearly all of a node's visits, however many they are.
    #[test]
    fn what_threads_do_not_see_of_each_other_is_a_small_part_of_a_nodes_visits() {
        for threads in [2, 4, 16, 64] {
            let tree = busy(128);
            let mut team: Vec<Copies> = (0..threads).map(|_| Copies::new(threads - 1)).collect();
            let (mut visits, mut children) = (128, Children::default());
            while visits < 40_000 {
                for copies in &mut team {
                    copies.restart();
                    copies.enter(&tree, ROOT, 1);
                    let seen = if copies.used() > 0 { copies.show(ROOT, &mut children) } else { tree.visits(ROOT) };
                    // what the others have not handed over, and what they have since this one looked
                    let unseen = f64::from(visits - seen) / f64::from(visits);
                    assert!(unseen <= 2.0 / f64::from(EXCHANGES), "{threads} threads, {visits} visits: {unseen}");
                    let path = [step(ROOT), step(1 + visits % 3)];
                    let below = copies.count(&tree, &path, &Rewards::draw());
                    below.iter().for_each(|step| tree.add(step.node, 1, 0.5));
                    visits += 1;
                }
            }
            team.iter_mut().for_each(|copies| copies.close(&tree));
            assert_eq!(tree.visits(ROOT), visits);
        }
    }

    #[test]
    fn a_copy_counts_for_its_thread_at_once_and_for_the_tree_later() {
        let tree = busy(512);
        let (mut copies, mut children) = (Copies::new(1), Children::default());
        assert!(copies.open(&tree, ROOT));
        assert_eq!(copies.show(ROOT, &mut children), 512);
        assert_eq!((children.visits[1], children.value[1]), (128.0, 0.25));
        copies.add_amaf(ROOT, 1.0, |index| f32::from(u8::from(index == 6)));
        copies.count_first(&tree, &[step(ROOT), step(2)], &Rewards::win(Player::FIRST));
        assert_eq!(copies.show(ROOT, &mut children), 513);
        // (128 · ¼ + 1)/129
        assert_eq!((children.visits[1], children.value[1]), (129.0, 33.0 / 129.0));
        assert_eq!((children.amaf_visits[1], children.amaf_sum[1]), (1.0, 1.0));
        assert_eq!((tree.visits(2), tree.amaf(2).0), (128, 0.0), "the tree does not know yet");
        copies.close(&tree);
        assert_eq!((tree.visits(2), tree.visits(ROOT), tree.mean(2)), (129, 513, 33.0 / 129.0));
        assert_eq!((tree.amaf(1).0, tree.amaf(2)), (0.0, (1.0, 1.0)));
        assert!(!copies.has(ROOT));
    }

    #[test]
    fn results_are_exchanged_every_now_and_then() {
        let tree = busy(512);
        let (mut copies, mut children) = (Copies::new(1), Children::default());
        copies.open(&tree, ROOT);
        // 512/32 = 16 simulations, in the meantime another thread counts one
        tree.add(1, 1, 0.5);
        for done in 1..=16 {
            copies.count_first(&tree, &[step(ROOT), step(3)], &Rewards::win(Player::FIRST));
            assert_eq!(tree.visits(3), if done < 16 { 128 } else { 144 });
        }
        copies.show(ROOT, &mut children);
        assert_eq!(children.visits, [129.0, 128.0, 144.0]);
        assert_eq!(tree.visits(ROOT), 512 + 16);
    }
}
