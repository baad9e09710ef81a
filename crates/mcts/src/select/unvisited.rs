//! What children without visits get.

use super::{Term, TermTraits};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "First-play urgency",
        formula: "a fixed score for children of which nothing is known",
        citation: "wang2007",
        config: "search.select.unvisited = { kind = 'first_play', urgency = 1.0 }",
        sources: "slides 12",
        test: "a_low_urgency_stays_with_a_good_move_and_a_high_one_tries_all",
        file: file!(),
    },
    Technique {
        name: "MCTS_basic: best-first growing with minimax scores",
        formula: "follow the best minimax score, give the leaf its children, try each some times, back up the maximum",
        citation: "hsu",
        config: "search.select.unvisited = { kind = 'try_all', times = 10 }",
        sources: "lecture 10, lecture 11, lecture 13",
        test: "children_are_tried_so_many_times_first",
        file: file!(),
    },
];

parameters! {
    /// Every child is tried once before any is tried twice, in random order: UCB1 as published [auer2002]. With more than
    /// one time it is the "some trials" that MCTS_basic of the lecture notes [hsu] gives all children of a leaf.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct TryAll {
        /// How many times each child is tried before the formula chooses.
        pub times: u32 = 1, from 1 to 1_000_000;
    }
}

impl Term for TryAll {
    fn traits(&self) -> TermTraits {
        TermTraits { trials: self.times, ..TermTraits::default() }
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let times = self.times as f32;
        for (score, &visits) in scores.iter_mut().zip(&node.children.visits) {
            *score = if visits < times { f32::INFINITY } else { *score };
        }
    }
}

parameters! {
    /// First-play urgency [wang2007]: a child of which nothing is known, neither a visit nor an AMAF sample, has this score;
    /// the others have that of the formula. A child that must be tried (ε-greedy says so) is tried.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct FirstPlay {
        /// The score. 1.0 was best in MoGo, as quoted by Pachi, which uses 1.1.
        pub urgency: f64 = 1.0, from 0.0 to 1_000_000.0;
    }
}

impl Term for FirstPlay {
    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        let (children, urgency) = (node.children, self.urgency as f32);
        if children.amaf_visits.is_empty() {
            for (score, &visits) in scores.iter_mut().zip(&children.visits) {
                *score = if visits == 0.0 && *score < f32::INFINITY { urgency } else { *score };
            }
        } else {
            for ((score, &visits), &amaf) in scores.iter_mut().zip(&children.visits).zip(&children.amaf_visits) {
                *score = if visits + amaf == 0.0 && *score < f32::INFINITY { urgency } else { *score };
            }
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::testing::{grow, root_visits};
    use crate::tree::Children;

    fn scores(term: &impl Term, children: &Children) -> Vec<f32> {
        let mut scores = vec![0.3; children.len()];
        term.apply(&NodeView::new(9.0, children), &mut Rng::new(1), &mut scores);
        scores
    }

    #[test]
    fn unvisited_children_are_tried_first() {
        assert_eq!(scores(&TryAll::default(), &Children::of(&[0.0, 1.0, 8.0], &[0.0; 3])), [f32::INFINITY, 0.3, 0.3]);
    }

    #[test]
    fn children_are_tried_so_many_times_first() {
        let children = Children::of(&[9.0, 10.0, 0.0], &[0.0; 3]);
        assert_eq!(scores(&TryAll { times: 10 }, &children), [f32::INFINITY, 0.3, f32::INFINITY]);
    }

    #[test]
    fn urgency_is_the_score_of_the_unknown() {
        let mut children = Children::of(&[0.0, 1.0, 0.0], &[0.0; 3]);
        assert_eq!(scores(&FirstPlay { urgency: 1.1 }, &children), [1.1, 0.3, 1.1]);
        children.amaf_visits = vec![0.0, 0.0, 4.0];
        assert_eq!(scores(&FirstPlay { urgency: 1.1 }, &children), [1.1, 0.3, 0.3]);
    }

    /// The slides: unvisited nodes get a fixed value, visited ones UCB1. A low value leaves moves untried while a good one
    /// is known.
    #[test]
    fn a_low_urgency_stays_with_a_good_move_and_a_high_one_tries_all() {
        let game: katsura_game::toy::ToyGame = "(0: [0.9 0.1] [0.9 0.1] [0.9 0.1] [0.9 0.1])".parse().unwrap();
        let tried = |urgency: f64| {
            let unvisited =
                format!("unvisited = {{ kind = 'first_play', urgency = {urgency:.1} }}\nexplore = {{ kind = 'none' }}");
            let visits = root_visits(&grow(&game, &format!("[search.select]\n{unvisited}"), 100));
            visits.iter().filter(|&&visits| visits > 0).count()
        };
        assert_eq!((tried(0.5), tried(1.1)), (1, 4));
    }
}
