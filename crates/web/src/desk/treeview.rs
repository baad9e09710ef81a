//! A part of the tree to look at: the most visited nodes, best children first.

use katsura_games::Position;
use katsura_mcts::tree::{NodeId, ROOT, Tree};
use serde::Serialize;
use std::collections::{BinaryHeap, HashSet};

/// Nodes that a view has at most.
pub(crate) const LARGEST: usize = 20_000;
/// The deepest node of a view.
const DEEPEST: usize = 512;

/// What a window wants to see of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TreeWish {
    /// The most visited nodes, so many.
    pub nodes: usize,
    /// The nodes of which all children are shown, by the moves that lead there.
    pub open: Vec<Vec<String>>,
}

/// Rows in preorder, a column per statistic.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct TreeView {
    depth: Vec<u16>,
    #[serde(rename = "move")]
    moves: Vec<String>,
    visits: Vec<u32>,
    mean: Vec<f32>,
    amaf: Vec<Option<f32>>,
    proven: Vec<Option<f32>>,
    /// Children of the node that are not shown.
    hidden: Vec<u32>,
    /// Nodes of the whole tree.
    nodes: usize,
}

impl TreeView {
    /// The view that a wish asks for.
    pub fn of(tree: &Tree, position: &dyn Position, wish: &TreeWish) -> Self {
        let mut chosen = most_visited(tree, wish.nodes.min(LARGEST));
        for path in &wish.open {
            open(tree, position, path, &mut chosen);
        }
        let mut view = TreeView { nodes: tree.nodes(), ..TreeView::default() };
        view.add(tree, (ROOT, String::new(), 0), position, &chosen);
        view
    }

    fn add(
        &mut self,
        tree: &Tree,
        (node, name, depth): (NodeId, String, usize),
        position: &dyn Position,
        chosen: &HashSet<NodeId>,
    ) {
        let mut shown: Vec<NodeId> = tree.children(node).filter(|child| chosen.contains(child)).collect();
        shown.sort_by_key(|&child| (std::cmp::Reverse(tree.visits(child)), child));
        if depth >= DEEPEST {
            shown.clear();
        }
        let (amaf_visits, amaf_mean) = tree.amaf(node);
        self.depth.push(depth as u16);
        self.moves.push(name);
        self.visits.push(tree.visits(node));
        self.mean.push(tree.mean(node));
        self.amaf.push((amaf_visits > 0.0).then_some(amaf_mean));
        self.proven.push(tree.bounds(node).reward());
        self.hidden.push((tree.children(node).len() - shown.len()) as u32);
        for child in shown {
            let index = tree.move_index(child);
            let (name, mut after) = (position.move_name(index), position.boxed());
            if after.play_index(index).is_ok() {
                self.add(tree, (child, name, depth + 1), &*after, chosen);
            }
        }
    }
}

/// The most visited nodes: with each of them the one above it.
fn most_visited(tree: &Tree, nodes: usize) -> HashSet<NodeId> {
    let mut chosen = HashSet::new();
    let mut waiting = BinaryHeap::from([(tree.visits(ROOT), std::cmp::Reverse(ROOT))]);
    while let Some((_, std::cmp::Reverse(node))) = waiting.pop().filter(|_| chosen.len() < nodes) {
        chosen.insert(node);
        let visited = tree.children(node).filter(|&child| tree.visits(child) > 0 && !chosen.contains(&child));
        waiting.extend(visited.map(|child| (tree.visits(child), std::cmp::Reverse(child))));
    }
    chosen
}

fn open(tree: &Tree, position: &dyn Position, path: &[String], chosen: &mut HashSet<NodeId>) {
    let (mut node, mut board) = (ROOT, position.boxed());
    for mv in path {
        let Ok(index) = board.move_index(mv) else { return };
        let Some(child) = tree.children(node).find(|&child| tree.move_index(child) == index) else { return };
        chosen.insert(child);
        node = child;
        if board.play(mv).is_err() {
            return;
        }
    }
    let room = (2 * LARGEST).saturating_sub(chosen.len());
    chosen.extend(tree.children(node).take(room));
}

/// One node of an exported tree.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ExportNode {
    #[serde(rename = "move")]
    mv: String,
    visits: u32,
    mean: f32,
    amaf_visits: f32,
    amaf_mean: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<ExportNode>,
}

/// The most visited nodes as nested nodes.
pub(crate) fn export(tree: &Tree, position: &dyn Position, nodes: usize) -> ExportNode {
    let chosen = most_visited(tree, nodes.clamp(1, 5 * LARGEST));
    export_node(tree, (ROOT, String::new(), 0), position, &chosen)
}

fn export_node(
    tree: &Tree,
    (node, mv, depth): (NodeId, String, usize),
    position: &dyn Position,
    chosen: &HashSet<NodeId>,
) -> ExportNode {
    let mut shown: Vec<NodeId> = tree.children(node).filter(|child| chosen.contains(child)).collect();
    shown.sort_by_key(|&child| (std::cmp::Reverse(tree.visits(child)), child));
    let children = shown.into_iter().filter(|_| depth < DEEPEST).filter_map(|child| {
        let index = tree.move_index(child);
        let (name, mut after) = (position.move_name(index), position.boxed());
        after.play_index(index).ok()?;
        Some(export_node(tree, (child, name, depth + 1), &*after, chosen))
    });
    let (amaf_visits, amaf_mean) = tree.amaf(node);
    ExportNode {
        mv,
        visits: tree.visits(node),
        mean: tree.mean(node),
        amaf_visits,
        amaf_mean,
        proven: tree.bounds(node).reward(),
        children: children.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_games::GameSpec;
    use katsura_mcts::{Budget, Control, SearchConfig};

    fn grown() -> (GameSpec, Box<dyn katsura_mcts::Searcher>) {
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let config = SearchConfig { memory_mib: 4, ..SearchConfig::default() };
        let mut search = katsura_engine::player::start_search(&game, &config).unwrap();
        search.run(&Budget::simulations(2000), &Control::new());
        (game, search)
    }

    #[test]
    fn a_view_has_the_most_visited_nodes_best_children_first() {
        let (game, search) = grown();
        let view = TreeView::of(search.tree(), &*game.start(), &TreeWish { nodes: 50, open: Vec::new() });
        assert_eq!(view.depth.len(), 50);
        assert_eq!((view.depth[0], view.visits[0]), (0, 2000));
        let tops: Vec<u32> = (0..50).filter(|&row| view.depth[row] == 1).map(|row| view.visits[row]).collect();
        assert!(tops.is_sorted_by(|a, b| a >= b), "{tops:?}");
        let least = view.visits.iter().min().copied().unwrap_or(0);
        let tree = search.tree();
        let above = (1..tree.nodes() as u32).filter(|&node| tree.visits(node) > least).count();
        assert!(above < 50, "no node with more visits than the least shown is left out");
    }

    #[test]
    fn an_opened_node_shows_all_its_children() {
        let (game, search) = grown();
        let start = game.start();
        let wish = TreeWish { nodes: 1, open: vec![vec![], vec!["a1".to_string()], vec!["z9".to_string()]] };
        let view = TreeView::of(search.tree(), &*start, &wish);
        assert_eq!(view.depth.iter().filter(|&&depth| depth == 1).count(), 9);
        assert_eq!(view.depth.iter().filter(|&&depth| depth == 2).count(), 8);
        assert_eq!(view.hidden[0], 0);
    }

    #[test]
    fn an_export_holds_the_visits_of_the_tree() {
        let (game, search) = grown();
        let whole = export(search.tree(), &*game.start(), usize::MAX);
        assert_eq!(whole.visits, 2000);
        let below: u32 = whole.children.iter().map(|child| child.visits).sum();
        assert_eq!(below, 2000);
    }
}
