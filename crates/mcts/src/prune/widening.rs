//! Progressive widening [coulom2007; teytaud2009].

use super::{Prune, open_first};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "progressive widening",
        formula: "child n opens after t_n visits, t_{n+1} = t_n + 40·1.4^n",
        citation: "coulom2007",
        config: "search.prune = { kind = 'progressive_widening', first = 40.0, growth = 1.4 }",
        sources: "lecture 24",
        test: "the_distances_are_those_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "widening by a power",
        formula: "Q·⌊m^P⌋ children are open after m visits",
        citation: "teytaud2009",
        config: "search.prune = { kind = 'power_widening', q = 1, p = 0.8 }",
        sources: "lecture 24",
        test: "the_powers_are_those_worked_out_by_hand",
        file: file!(),
    },
];

parameters! {
    /// Progressive widening by growing distances [coulom2007, as chaslot2010 sec. 5.2.1 gives it]: child number n, counted from 0 in the
    /// order of the priors, is opened after t_n visits of the node, t_0 = 0, t_{n+1} = t_n + 40·1.4^n.
    ///
    /// A game without priors opens its moves in their own order.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ProgressiveWidening {
        /// Visits between the first two children. 40 in the source.
        pub first: f64 = 40.0, from 0.001 to 1_000_000_000.0;
        /// How the distances grow. 1.4 in the source.
        pub growth: f64 = 1.4, from 1.0 to 1000.0;
    }
}

impl ProgressiveWidening {
    /// How many of `children` are open after so many visits.
    pub fn open(&self, visits: f64, children: usize) -> usize {
        let (mut open, mut distance) = (1, self.first);
        let mut needed = distance;
        while open < children && visits >= needed {
            open += 1;
            distance *= self.growth;
            needed += distance;
        }
        open.min(children)
    }
}

impl Prune for ProgressiveWidening {
    fn needs(&self) -> Needs {
        Needs::ORDERED
    }

    fn review(&self, node: &NodeView<'_>, _rng: &mut Rng, closed: &mut [bool]) {
        open_first(self.open(f64::from(node.visits), closed.len()), closed);
    }
}

parameters! {
    /// Progressive widening by a power of the visits [teytaud2009]: after m visits of the node Q·⌊m^P⌋ of its children are open, at
    /// least one. The source uses it without priors and finds no effect in Havannah.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct PowerWidening {
        /// The factor Q. The source compares 1 and 4.
        pub q: u32 = 1, from 1 to 65_535;
        /// The power P. The source compares 0.4 to 0.9.
        pub p: f64 = 0.8, from 0.0 to 1.0;
    }
}

impl PowerWidening {
    /// How many of `children` are open after so many visits.
    pub fn open(&self, visits: f64, children: usize) -> usize {
        let open = f64::from(self.q) * math::pow(visits, self.p).floor();
        (open.min(children as f64) as usize).max(1)
    }
}

impl Prune for PowerWidening {
    fn needs(&self) -> Needs {
        Needs::ORDERED
    }

    fn review(&self, node: &NodeView<'_>, _rng: &mut Rng, closed: &mut [bool]) {
        open_first(self.open(f64::from(node.visits), closed.len()), closed);
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::config::{SearchConfig, path};
    use crate::playout::testing::Cells;
    use crate::tree::ROOT;
    use crate::{Budget, Control, Search};

    #[test]
    fn the_distances_are_those_worked_out_by_hand() {
        // t = 0, 40, 40 + 56 = 96, 96 + 78.4 = 174.4
        let open = |visits| ProgressiveWidening::default().open(visits, 20);
        assert_eq!([0.0, 39.0, 40.0, 95.0, 96.0, 174.0, 175.0].map(open), [1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(ProgressiveWidening::default().open(1e9, 20), 20);
    }

    #[test]
    fn the_powers_are_those_worked_out_by_hand() {
        // 100^0.7 = 25.12, 100^0.4 = 6.31
        let open = |q, p, visits| PowerWidening { q, p }.open(visits, 60);
        assert_eq!((open(1, 0.7, 100.0), open(4, 0.4, 100.0)), (25, 24));
        assert_eq!((open(1, 0.7, 0.0), open(1, 0.7, 1.0), open(1, 0.0, 1e6)), (1, 1, 1));
        assert_eq!(open(4, 0.9, 1e6), 60);
    }

    #[test]
    fn a_child_is_not_visited_before_its_time() {
        for (prune, open) in [("{ kind = 'progressive_widening' }", 2), ("{ kind = 'power_widening', p = 0.3 }", 3)] {
            let config = path::set(&SearchConfig::default(), "prune", prune).unwrap();
            let mut search = Search::new(&Cells::key(8), &config).unwrap();
            // 59^0.3 = 3.4, and 59 is between 40 and 96.
            search.run(&Budget::simulations(60), &Control::new());
            let tree = search.tree();
            let visited: Vec<bool> = tree.children(ROOT).map(|child| tree.visits(child) > 0).collect();
            assert_eq!(visited.iter().filter(|&&visited| visited).count(), open, "{prune}: {visited:?}");
            assert!(visited[..open].iter().all(|&visited| visited), "the best priors first");
        }
    }
}
