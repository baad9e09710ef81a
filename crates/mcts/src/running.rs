//! Spending a budget: how long a search goes on, and what ends it early.

use crate::backup::Backup;
use crate::budget::{Budget, Control, Meter, Report};
use crate::choose::{Choice, Choose};
use crate::policies::Policies;
use crate::prune::Prune;
use crate::search::Search;
use crate::select::Select;
use crate::tree::{Children, NodeView, ROOT};
use crate::worker::Worker;
use katsura_game::{Game, Knowledge, State};

/// Simulations between two questions whether the pruning rule is content, or the final choice certain.
const REVIEW: u64 = 256;

impl<G: Game<State: Knowledge>, P: Policies<G::State>> Search<G, P> {
    /// As [`run`](Search::run), for somebody who wants a move and nothing else: if the rule for the final move may
    /// [end early](Choose::may_end_early), the search ends as soon as the choice is certain.
    pub fn think(&mut self, budget: &Budget, control: &Control) -> Report {
        self.ends_early = self.policies.bundle().choose.may_end_early();
        let report = self.run(budget, control);
        self.ends_early = false;
        report
    }

    /// Searches until the budget is spent, the rule at the root is content, or `control` says stop; then on, within its limit, as
    /// long as the rule for the final move is not content.
    pub fn run(&mut self, budget: &Budget, control: &Control) -> Report {
        if !self.policies.bundle().choose.wants_search() || self.position.turn().is_over() {
            return Report::default();
        }
        self.forget_foreign();
        let patience = self.policies.bundle().choose.patience();
        let planned = self.planned(budget);
        let mut report = self.spend(&planned, control);
        self.saved = if self.leaves_rest() && !control.is_stopped() { planned.rest(&report) } else { 0 };
        let limit = planned.times(patience);
        while patience > 1.0
            && !control.is_stopped()
            && !limit.is_spent(&report)
            && self.choice(false) == Choice::KeepSearching
        {
            let more = self.spend(&limit.slice(&report, u64::MAX).at_most(&budget.times(0.1)), control);
            if more.simulations == 0 {
                break;
            }
            report = report.and(more);
        }
        report
    }

    /// The budget together with the simulations that earlier runs left over, if the rule at the root carries them over.
    pub fn planned(&self, budget: &Budget) -> Budget {
        Budget { simulations: budget.simulations.map(|n| n + self.saved), ..*budget }
    }

    pub(crate) fn leaves_rest(&self) -> bool {
        self.stopping.is_some_and(|stopping| stopping.carry_over) && self.is_root_content(&mut Children::default())
    }

    /// Whether the rule at the root, or that for the final move, ends the run after this many simulations, so many being `left`.
    #[inline]
    pub(crate) fn is_told_enough(&self, scratch: &mut Children, done: u64, left: impl FnOnce() -> f64) -> bool {
        let told = self.stopping.is_some_and(|stopping| {
            done.is_multiple_of(stopping.interval.next_multiple_of(Meter::STRIDE)) && self.is_root_content(scratch)
        });
        told || (self.ends_early && done > 0 && done.is_multiple_of(REVIEW) && self.is_choice_certain(scratch, left()))
    }

    fn is_choice_certain(&self, scratch: &mut Children, left: f64) -> bool {
        scratch.gather(&self.tree, ROOT, self.needs, 0.0);
        scratch.hide_hopeless(&self.tree, ROOT);
        let view = NodeView { visits: self.tree.visits(ROOT) as f32, children: scratch };
        let bundle = self.policies.bundle();
        !scratch.is_empty() && bundle.choose.is_certain(&view, left * f64::from(bundle.backup.heaviest()))
    }

    fn is_root_content(&self, scratch: &mut Children) -> bool {
        scratch.gather(&self.tree, ROOT, self.needs, 0.0);
        let view = NodeView { visits: self.tree.visits(ROOT) as f32, children: scratch };
        !scratch.is_empty() && self.policies.bundle().root.is_content(&view)
    }

    /// Spends the budget, or less of it if the pruning rule is content before.
    fn spend(&mut self, budget: &Budget, control: &Control) -> Report {
        if !self.policies.bundle().prune.is_active() {
            return self.spend_all(budget, control);
        }
        let mut report = Report::default();
        while !budget.is_spent(&report) && !control.is_stopped() && !self.is_pruned() {
            let more = self.spend_all(&budget.slice(&report, REVIEW.max(self.config.parallel.at_once())), control);
            if more.simulations == 0 {
                break;
            }
            report = report.and(more);
        }
        report
    }

    /// Whether the pruning rule sees nothing left to search for.
    fn is_pruned(&mut self) -> bool {
        let Worker { children, closed, .. } = &mut self.workers[0];
        children.gather(&self.tree, ROOT, self.needs, 0.0);
        closed.clear();
        closed.extend(self.tree.children(ROOT).map(|child| self.tree.is_closed(child)));
        let view = NodeView { visits: self.tree.visits(ROOT) as f32, children };
        !closed.is_empty() && self.policies.bundle().prune.is_content(&view, closed)
    }

    fn spend_all(&mut self, budget: &Budget, control: &Control) -> Report {
        let mut workers = std::mem::take(&mut self.workers);
        let report = crate::parallel::drive(self, &mut workers, budget, control);
        self.workers = workers;
        self.simulations += report.simulations;
        report
    }
}
