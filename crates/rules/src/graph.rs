//! Strongly connected components of a graph: what depends on itself.

/// The components of a graph with so many nodes, in an order in which every component comes after those it points to
/// (Tarjan's algorithm [tarjan1972], with a stack of its own).
pub(crate) fn components(count: usize, edges: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
    let mut search = Search { order: vec![UNSEEN; count], low: vec![0; count], ..Search::default() };
    for start in 0..count {
        if search.order[start] == UNSEEN {
            search.visit(start, &edges);
        }
    }
    search.found
}

const UNSEEN: usize = usize::MAX;
const CLOSED: usize = usize::MAX - 1;

#[derive(Default)]
struct Search {
    /// When a node was seen first; [`CLOSED`] when its component is complete.
    order: Vec<usize>,
    /// The first node that is reached from here.
    low: Vec<usize>,
    open: Vec<usize>,
    seen: usize,
    found: Vec<Vec<usize>>,
}

impl Search {
    fn visit(&mut self, start: usize, edges: &impl Fn(usize) -> Vec<usize>) {
        let mut path = vec![(start, self.enter(start, edges))];
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            match rest.pop() {
                Some(next) if self.order[next] == UNSEEN => path.push((next, self.enter(next, edges))),
                Some(next) if self.order[next] != CLOSED => self.low[node] = self.low[node].min(self.order[next]),
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some((before, _)) = path.last() {
                        self.low[*before] = self.low[*before].min(self.low[node]);
                    }
                    self.leave(node);
                }
            }
        }
    }

    fn enter(&mut self, node: usize, edges: &impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
        (self.order[node], self.low[node]) = (self.seen, self.seen);
        self.seen += 1;
        self.open.push(node);
        edges(node)
    }

    fn leave(&mut self, node: usize) {
        if self.low[node] != self.order[node] {
            return;
        }
        let first = self.open.iter().rposition(|&open| open == node).unwrap_or(0);
        let component: Vec<usize> = self.open.drain(first..).collect();
        component.iter().for_each(|&member| self.order[member] = CLOSED);
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_point_to() {
        // 0 -> 1 -> 2 -> 0, 2 -> 3, 4 -> 4, 5 -> 0
        let edges = [vec![1], vec![2], vec![0, 3], vec![], vec![4], vec![0]];
        let mut found = components(6, |node| edges[node].clone());
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![3], vec![0, 1, 2], vec![4], vec![5]]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let many = 200_000;
        let found = components(many, |node| if node + 1 < many { vec![node + 1] } else { vec![] });
        assert_eq!((found.len(), found[0][0]), (many, many - 1));
    }
}
