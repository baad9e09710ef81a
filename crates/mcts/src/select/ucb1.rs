//! UCB1 exploration [auer2002].

use super::{Term, TermTraits};
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "UCB1",
        formula: "X̄ + c·√(ln n/n_j), in five published forms of the constant",
        citation: "auer2002, kocsis2006, browne2012, teytaud2009",
        config: "search.select.explore = { kind = 'ucb1', c = 1.4142135, form = 'plain' }",
        sources: "poolRave 2, lecture 14, slides 3, slides 5, student 7",
        test: "the_forms_have_the_values_worked_out_by_hand",
        file: file!(),
    },
    Technique {
        name: "The student's agent",
        formula: "UCB1 with c·√(2 ln n/n_j), c = 0.5, all children at the second visit, same-sign backup, max child",
        citation: "seksaoui",
        config: "search.select.explore = { kind = 'ucb1', c = 0.5, form = 'student' }",
        sources: "student 4, student 5, student 7, student 12",
        test: "the_forms_have_the_values_worked_out_by_hand",
        file: file!(),
    },
];

parameters! {
    /// Adds the exploration term of UCB1 in one of its published forms.
    ///
    /// n is the number of visits of the node, n_j that of the child, c the constant. Where what is legal depends on what is hidden, n is the
    /// number of simulations in which the child could have been chosen [cowling2012]. A child without visits gets the term of
    /// one with a single visit; what it is worth otherwise is the business of the rule for unvisited children.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Ucb1 {
        /// The exploration constant. √2 in the plain form is UCB1 as published for rewards in [0, 1].
        pub c: f64 = std::f64::consts::SQRT_2, from 0.0 to 1000.0;
        /// How the constant enters.
        pub form: Ucb1Form = Ucb1Form::Plain;
    }
}

parameters! {
    /// How the exploration constant of [`Ucb1`] enters.
    pub enum Ucb1Form by name {
        /// c·√(ln n / n_j): [auer2002] with c = √2, and the lecture notes.
        #[default]
        Plain,
        /// 2c·√(2 ln n / n_j): the survey [browne2012] and the slides after it, c = C_p.
        Survey,
        /// 2c·√(ln n / n_j): [kocsis2006], c = C_p; C_p = 1/√2 is UCB1.
        Kocsis,
        /// c·√(2 ln n / n_j): the student report [seksaoui], c = 0.5 there.
        Student,
        /// √(c·ln(2 + n) / n_j): [teytaud2009] for Havannah, c = K there (0.25 for UCT).
        Teytaud,
    }
}

impl Ucb1 {
    /// The factor k of the term k/√n_j at a node with this many visits.
    #[inline]
    pub fn factor(&self, visits: f32) -> f32 {
        let (c, log) = (self.c as f32, math::ln_of_count(visits.max(1.0)));
        match self.form {
            Ucb1Form::Plain => c * log.sqrt(),
            Ucb1Form::Survey => 2.0 * c * (2.0 * log).sqrt(),
            Ucb1Form::Kocsis => 2.0 * c * log.sqrt(),
            Ucb1Form::Student => c * (2.0 * log).sqrt(),
            Ucb1Form::Teytaud => (c * math::ln_of_count(2.0 + visits)).sqrt(),
        }
    }
}

impl Term for Ucb1 {
    fn traits(&self) -> TermTraits {
        TermTraits { waits_for_trials: true, ..TermTraits::default() }
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, _rng: &mut Rng, scores: &mut [f32]) {
        if self.c == 0.0 {
            return;
        }
        if !node.children.available.is_empty() {
            return self.apply_by_availability(node, scores);
        }
        let factor = self.factor(node.visits);
        for (score, visits) in scores.iter_mut().zip(&node.children.visits) {
            *score += factor / visits.max(1.0).sqrt();
        }
    }
}

impl Ucb1 {
    /// Where a child cannot always be chosen, n is the number of simulations in which it could have been [cowling2012].
    fn apply_by_availability(&self, node: &NodeView<'_>, scores: &mut [f32]) {
        let children = node.children.visits.iter().zip(&node.children.available);
        for (score, (visits, &available)) in scores.iter_mut().zip(children) {
            *score += self.factor(available) / visits.max(1.0).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Children;

    /// 100 visits of the node, but the second child could be chosen in only 9 of them: √(ln 100/25) = 0.429194, √(ln 9/4) = 0.741152.
    #[test]
    fn a_child_that_could_seldom_be_chosen_counts_those_simulations_only() {
        let children = Children { available: vec![100.0, 9.0], ..Children::of(&[25.0, 4.0], &[0.0; 2]) };
        let mut scores = [0.0; 2];
        Ucb1 { c: 1.0, form: Ucb1Form::Plain }.apply(&NodeView::new(100.0, &children), &mut Rng::new(1), &mut scores);
        assert!((scores[0] - 0.429_194).abs() < 1e-5 && (scores[1] - 0.741_152).abs() < 1e-5, "{scores:?}");
    }

    fn bonus(c: f64, form: Ucb1Form, visits: f32, child: f32) -> f32 {
        let children = Children::of(&[child], &[0.0]);
        let mut scores = [0.0];
        Ucb1 { c, form }.apply(&NodeView::new(visits, &children), &mut Rng::new(1), &mut scores);
        scores[0]
    }

    #[test]
    fn the_forms_have_the_values_worked_out_by_hand() {
        // ln 100 = 4.605170, ln 102 = 4.624973, n_j = 25
        assert!((bonus(1.0, Ucb1Form::Plain, 100.0, 25.0) - 0.429_193).abs() < 1e-5); // √(4.605170/25)
        assert!((bonus(1.0, Ucb1Form::Survey, 100.0, 25.0) - 1.213_941).abs() < 1e-5); // 2√(9.210340/25)
        assert!((bonus(1.0, Ucb1Form::Kocsis, 100.0, 25.0) - 0.858_386).abs() < 1e-5);
        assert!((bonus(0.5, Ucb1Form::Student, 100.0, 25.0) - 0.303_485).abs() < 1e-5); // ½√(9.210340/25)
        assert!((bonus(0.25, Ucb1Form::Teytaud, 100.0, 25.0) - 0.215_057).abs() < 1e-5); // √(0.25·4.624973/25)
    }

    #[test]
    fn the_named_constants_are_the_same_rule() {
        let ucb1 = bonus(std::f64::consts::SQRT_2, Ucb1Form::Plain, 77.0, 9.0);
        assert!((ucb1 - bonus(std::f64::consts::FRAC_1_SQRT_2, Ucb1Form::Kocsis, 77.0, 9.0)).abs() < 1e-6);
        assert!((ucb1 - bonus(1.0, Ucb1Form::Student, 77.0, 9.0)).abs() < 1e-6);
    }

    #[test]
    fn few_visits_give_finite_numbers() {
        for visits in [0.0, 1.0, 2.0] {
            for child in [0.0, 1.0] {
                let bonus = bonus(1.0, Ucb1Form::Plain, visits, child);
                assert!(bonus.is_finite() && bonus >= 0.0);
            }
        }
        assert_eq!(bonus(0.0, Ucb1Form::Plain, 50.0, 3.0), 0.0);
    }

    /// ln N counts what is under way, as n does: in the first batch no simulation has been counted yet.
    #[cfg(feature = "files")]
    #[test]
    fn the_visits_of_a_node_include_simulations_under_way_as_those_of_its_children_do() {
        use crate::testing::Watch;
        use katsura_games::tic_tac_toe::TicTacToe;
        let config = "[search]\nparallel = { kind = 'batch', leaves = 16, playouts = 1 }";
        assert_eq!(Watch::excess(&TicTacToe {}, config, 500), 0.0);
    }
}
