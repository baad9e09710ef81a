//! Positions that several ways lead to [childs2008, as browne2012 names the forms].
//!
//! A table from position keys to blocks of children makes the tree a graph: two nodes of one position share their
//! children. The visits of a position, N in the formulas of selection, are those of all ways to it. What selection reads
//! as the value of a move is a matter of the form:
//!
//! | form | the value of a move |
//! |---|---|
//! | `uct1` | the mean of the simulations that took this move in this position |
//! | `uct2` | the mean of all simulations through the position it leads to |
//! | `uct3` | the value of the position it leads to, computed from its own moves, weighted by their visits |
//!
//! **Differs from the paper:** under `uct3` positions above that are not on the way of the present simulation are brought up
//! to date when a simulation next passes them.

use crate::backup::{Step, average};
use crate::config::{ConfigError, parameters, refused};
use crate::techniques::Technique;
use crate::tree::{NodeId, Tree};
use katsura_game::{About, Rewards};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Transposition tables UCT1, UCT2, UCT3",
    formula: "equal positions share children; moves share the mean, or the recomputed value, of where they lead",
    citation: "childs2008, browne2012",
    config: "search.transpositions = { form = 'uct2' }",
    sources: "slides 15",
    test: "uct2_gives_both_moves_the_mean_of_the_position",
    file: file!(),
}];

parameters! {
    /// How transpositions are used: `[search.transpositions]`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Transpositions checked by Transpositions::check {
        /// Which values positions share.
        pub form: Form = Form::None;
        /// The share of the memory limit that the table takes.
        pub memory_share: f64 = 0.1, from 0.01 to 0.5;
    }
}

parameters! {
    /// Which values positions share.
    pub enum Form by name {
        /// A tree: transpositions are not looked for.
        #[default]
        None,
        /// Children are shared.
        Uct1,
        /// Children are shared, and a move is worth the mean of the position it leads to.
        Uct2,
        /// Children are shared, and a move is worth what the moves of the position it leads to are worth.
        Uct3,
    }
}

impl Transpositions {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if !self.is_on() || about.knows.transpositions {
            return Ok(());
        }
        refused(format!("the way to a position matters in {} under these rules", about.name))
    }

    /// Whether transpositions are looked for.
    pub fn is_on(&self) -> bool {
        self.form != Form::None
    }

    /// Whether moves are worth what the table says, not what was backed up.
    pub(crate) fn has_own_values(&self) -> bool {
        matches!(self.form, Form::Uct2 | Form::Uct3)
    }

    /// The bytes of the table under this memory limit.
    pub(crate) fn bytes(&self, memory: usize) -> usize {
        if self.is_on() { (memory as f64 * self.memory_share) as usize } else { 0 }
    }
}

/// One position.
#[derive(Default)]
struct Entry {
    /// 0 for an empty entry.
    key: AtomicU64,
    /// First child and number of children.
    first: AtomicU32,
    len: AtomicU32,
    visits: AtomicU32,
    /// The mover's value of the position.
    value: AtomicU32,
}

/// Positions by key: buckets of four, the least visited of a full bucket gives way.
pub(crate) struct Table {
    form: Form,
    entries: Box<[Entry]>,
}

const BUCKET: usize = 4;

impl Table {
    pub(crate) fn new(config: &Transpositions, memory: usize) -> Self {
        let buckets = config.bytes(memory) / (BUCKET * size_of::<Entry>());
        let count = if config.is_on() { buckets.max(1) * BUCKET } else { 0 };
        Table { form: config.form, entries: (0..count).map(|_| Entry::default()).collect() }
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.form != Form::None
    }

    /// The bytes of its entries.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.entries)
    }

    pub(crate) fn clear(&mut self) {
        self.entries.iter_mut().for_each(|entry| *entry = Entry::default());
    }

    fn bucket(&self, key: u64) -> &[Entry] {
        let start = (key % (self.entries.len() / BUCKET) as u64) as usize * BUCKET;
        &self.entries[start..start + BUCKET]
    }

    fn find(&self, key: u64) -> Option<&Entry> {
        self.bucket(key).iter().find(|entry| entry.key.load(Relaxed) == key)
    }

    /// Gives a leaf the children of an equal position, if there are any. Returns whether it did.
    pub(crate) fn link(&self, tree: &Tree, node: NodeId, key: u64) -> bool {
        let Some(entry) = self.find(key).filter(|entry| entry.len.load(Relaxed) > 0) else {
            return false;
        };
        tree.link(node, entry.first.load(Relaxed), entry.len.load(Relaxed))
    }

    /// Remembers the children of a position.
    pub(crate) fn remember(&self, tree: &Tree, node: NodeId, key: u64) {
        let children = tree.children(node);
        let entry = self.entry_for(key);
        entry.first.store(children.start, Relaxed);
        entry.len.store(children.end - children.start, Relaxed);
    }

    /// The entry of a key, made by replacing the least visited of its bucket if need be.
    fn entry_for(&self, key: u64) -> &Entry {
        if let Some(entry) = self.find(key) {
            return entry;
        }
        let bucket = self.bucket(key);
        let entry = bucket.iter().min_by_key(|entry| (entry.key.load(Relaxed) != 0, entry.visits.load(Relaxed)));
        let entry = entry.unwrap_or(&bucket[0]);
        entry.key.store(key, Relaxed);
        entry.len.store(0, Relaxed);
        entry.visits.store(0, Relaxed);
        entry.value.store(0.5f32.to_bits(), Relaxed);
        entry
    }

    /// Replaces the values of children by those of the positions they lead to.
    pub(crate) fn share(&self, tree: &Tree, node: NodeId, values: &mut [f32]) {
        if self.form == Form::Uct1 {
            return;
        }
        for (child, value) in tree.children(node).zip(values) {
            if let Some(shared) = self.value(tree, child) {
                *value = shared;
            }
        }
    }

    /// The value of the position a node stands for, if the table knows it.
    fn value(&self, tree: &Tree, node: NodeId) -> Option<f32> {
        let key = Some(tree.key(node)).filter(|&key| key != 0)?;
        let entry = self.find(key).filter(|entry| entry.visits.load(Relaxed) > 0)?;
        Some(f32::from_bits(entry.value.load(Relaxed)))
    }

    /// The visits of the position of a node with children. n(s) of the source is that of the position, Σ n(s, b) over its
    /// moves, which may have been reached by other ways more often than the node itself.
    pub(crate) fn visits(&self, tree: &Tree, node: NodeId) -> u32 {
        tree.visits(node).max(tree.visits_below(node))
    }

    /// Counts a simulation in the positions it passed.
    pub(crate) fn back_up(&self, tree: &Tree, path: &[Step], rewards: &Rewards) {
        if self.form == Form::Uct1 {
            return;
        }
        for (depth, step) in path.iter().enumerate().rev() {
            let key = tree.key(step.node);
            if key == 0 {
                continue;
            }
            let entry = self.entry_for(key);
            let visits = entry.visits.load(Relaxed) + 1;
            entry.visits.store(visits, Relaxed);
            let mean = f32::from_bits(entry.value.load(Relaxed));
            let value = match path.get(depth + 1).filter(|_| self.form == Form::Uct3) {
                Some(below) => {
                    let chooser = self.by_moves(tree, step.node);
                    if below.mover == step.mover { chooser } else { 1.0 - chooser }
                }
                None => mean + (rewards.of(step.mover) - mean) / visits as f32,
            };
            entry.value.store(value.to_bits(), Relaxed);
        }
    }

    /// The value of a position for the player who chooses there: that of its moves, weighted by their visits.
    fn by_moves(&self, tree: &Tree, node: NodeId) -> f32 {
        average(tree, node, |child| self.value(tree, child).unwrap_or_else(|| tree.value(child)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs::Needs;
    use crate::tree::ROOT;
    use katsura_game::Player;

    fn table(form: Form) -> Table {
        Table::new(&Transpositions { form, memory_share: 0.5 }, 1 << 16)
    }

    /// Two moves of the first player that lead to one position (key 7), in which the second player has two moves.
    fn diamond(table: &Table) -> Tree {
        let tree = Tree::new(Needs::KEY, 1 << 16);
        tree.expand(ROOT, 0..2);
        tree.set_key(1, 7);
        tree.set_key(2, 7);
        tree.expand(1, 0..2);
        table.remember(&tree, 1, 7);
        assert!(table.link(&tree, 2, 7));
        tree
    }

    fn pass(table: &Table, tree: &Tree, nodes: &[NodeId], winner: u8) {
        let path: Vec<Step> = nodes.iter().zip([1, 0, 1]).map(|(&node, mover)| Step::new(node, Player(mover))).collect();
        let rewards = Rewards::win(Player(winner));
        for step in &path {
            tree.add(step.node, 1, rewards.of(step.mover));
            tree.set_value(step.node, tree.mean(step.node));
        }
        table.back_up(tree, &path, &rewards);
    }

    #[test]
    fn equal_positions_share_their_children() {
        let tree = diamond(&table(Form::Uct1));
        assert_eq!(tree.children(1), tree.children(2));
        assert_eq!(tree.nodes(), 5, "one block for both");
        assert!(!table(Form::Uct1).link(&tree, 3, 99), "an unknown position has nothing to share");
    }

    #[test]
    fn a_position_has_the_visits_of_all_ways_to_it() {
        let table = table(Form::Uct1);
        let tree = diamond(&table);
        (0..1000).for_each(|number| pass(&table, &tree, &[ROOT, 1, 3 + number % 2], 0));
        pass(&table, &tree, &[ROOT, 2], 1);
        // √ln N is 2.63 for both, not 0 for the way that was taken once
        assert_eq!((table.visits(&tree, 1), table.visits(&tree, 2)), (1000, 1000));
    }

    #[test]
    fn uct2_gives_both_moves_the_mean_of_the_position() {
        let table = table(Form::Uct2);
        let tree = diamond(&table);
        pass(&table, &tree, &[ROOT, 1], 0);
        pass(&table, &tree, &[ROOT, 2], 1);
        pass(&table, &tree, &[ROOT, 2], 0);
        let mut values = [1.0, 0.5];
        table.share(&tree, ROOT, &mut values);
        assert!(values.iter().all(|value| (value - 2.0 / 3.0).abs() < 1e-6), "{values:?}");
    }

    #[test]
    fn uct3_gives_the_value_of_the_moves_below() {
        let table = table(Form::Uct3);
        let tree = diamond(&table);
        pass(&table, &tree, &[ROOT, 1, 3], 0);
        pass(&table, &tree, &[ROOT, 2, 4], 1);
        let mut values = [0.0, 0.0];
        table.share(&tree, ROOT, &mut values);
        // The second player's moves are worth 0 and 1, one visit each: ½ for the second player, so ½ for the first.
        assert_eq!(values, [0.5, 0.5]);
    }

    #[test]
    fn the_least_visited_entry_gives_way() {
        let table = Table::new(&Transpositions { form: Form::Uct2, memory_share: 0.5 }, 0);
        assert_eq!(table.entries.len(), BUCKET);
        for key in 1..=4 {
            table.entry_for(key).visits.store(10 * key as u32, Relaxed);
        }
        table.entry_for(5);
        assert!(table.find(1).is_none() && table.find(2).is_some() && table.find(5).is_some());
    }

    #[cfg(feature = "files")]
    const FORMS: [&str; 3] = ["uct1", "uct2", "uct3"];

    /// n(s) = Σ n(s, b): in logarithms, and in the schedules of RAVE, the visits of a position are those of all ways to it.
    #[cfg(feature = "files")]
    #[test]
    fn a_position_has_at_least_as_many_visits_as_its_moves() {
        use crate::testing::Watch;
        use katsura_games::tic_tac_toe::TicTacToe;
        for form in FORMS {
            let config = format!("[search]\ntranspositions = {{ form = '{form}' }}");
            assert_eq!(Watch::excess(&TicTacToe {}, &config, 2000), 0.0, "{form}");
        }
    }

    #[cfg(feature = "files")]
    #[test]
    fn the_final_move_is_chosen_by_the_values_that_selection_reads() {
        use katsura_games::tic_tac_toe::TicTacToe;
        for (form, seed) in FORMS.into_iter().flat_map(|form| (0..20).map(move |seed| (form, seed))) {
            let config =
                format!("[search]\nseed = {seed}\nchoose = {{ kind = 'max' }}\ntranspositions = {{ form = '{form}' }}");
            let mut search = crate::testing::grow(&TicTacToe {}, &config, 300);
            let best = search.analysis().best.unwrap();
            let (tree, table) = (&search.core.tree, &search.core.table);
            let mut values: Vec<f32> = tree.children(ROOT).map(|child| tree.value(child)).collect();
            table.share(tree, ROOT, &mut values);
            let place = tree.place_of(ROOT, best).unwrap();
            let highest = values.iter().copied().fold(0.0, f32::max);
            assert_eq!(values[place], highest, "{form}, seed {seed}: {values:?}");
        }
    }
}
