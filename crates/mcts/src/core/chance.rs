//! Which outcomes of chance become children.

use super::{Core, Scratch};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;

use katsura_game::math;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "Sparse sampling of chance",
        formula: "k outcomes are drawn, later ones are drawn from these",
        citation: "kearns2002",
        config: "search.chance = { kind = 'sparse', outcomes = 8 }",
        sources: "",
        test: "sparse_chance_draws_so_many_outcomes",
        file: file!(),
    },
    Technique {
        name: "Progressive widening of chance",
        formula: "a new outcome while there are fewer than k·n^α, else one of those there are, by how often it was drawn",
        citation: "couetoux2011",
        config: "search.chance = { kind = 'widening', factor = 1.0, exponent = 0.5 }",
        sources: "",
        test: "outcomes_widen_with_a_power_of_the_visits",
        file: file!(),
    },
];

parameters! {
    /// Which outcomes of chance become children: `[search.chance]`.
    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub enum ChanceRule by kind {
        /// All that are drawn.
        #[default]
        All,
        /// The first few that are drawn [kearns2002]; after that one of the draws so far comes again.
        Sparse(Sparse),
        /// More as the visits grow [couetoux2011]; in between one of the draws so far comes again.
        Widening(Widening),
    }
}

parameters! {
    /// Parameters of sparse sampling.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Sparse {
        /// Draws in a node.
        pub outcomes: u32 = 8, from 1 to 1_000_000;
    }
}

parameters! {
    /// Parameters of widening.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Widening {
        /// The factor k.
        pub factor: f64 = 1.0, from 0.001 to 1_000_000.0;
        /// The exponent α.
        pub exponent: f64 = 0.5, from 0.0 to 1.0;
    }
}

impl ChanceRule {
    /// Whether some simulations go to outcomes that were drawn before.
    pub(crate) fn draws_again(&self) -> bool {
        *self != ChanceRule::All
    }

    /// Whether a node with so many children and visits, in which so many draws were made, gets another draw.
    fn draws(&self, children: usize, visits: u32, drawn: u32) -> bool {
        match self {
            ChanceRule::All => true,
            ChanceRule::Sparse(sparse) => drawn < sparse.outcomes,
            ChanceRule::Widening(Widening { factor, exponent }) => {
                (children as f64) < factor * math::pow(f64::from(visits + 1), *exponent)
            }
        }
    }
}

impl Core {
    /// The place of the child that chance comes to again, one of those it was drawn to before; `None` if it is to be drawn anew.
    pub(crate) fn draw_again(&self, scratch: &mut Scratch) -> Option<usize> {
        let (tree, node) = (&self.tree, scratch.node());
        if !self.needs.has(Needs::DRAWN) {
            return None;
        }
        let children = tree.children(node);
        let drawn = || children.clone().map(|child| tree.drawn(child)).filter(|&drawn| drawn > 0);
        let draws: u32 = drawn().sum();
        if draws == 0 || self.config.chance.draws(drawn().count(), tree.visits(node), draws) {
            return None;
        }
        let mut rest = scratch.rng.below(draws);
        children.clone().position(|child| {
            let here = rest < tree.drawn(child);
            rest = rest.saturating_sub(tree.drawn(child));
            here
        })
    }
}
