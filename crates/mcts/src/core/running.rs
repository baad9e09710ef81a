//! Spending a budget: how long a search goes on, and what ends it early.

use super::{Core, Scratch};
use crate::backup::Backup;
use crate::budget::{Budget, Control, Meter, Report};
use crate::choose::{Choice, Choose};
use crate::prune::Prune;
use crate::select::Select;
use crate::tree::{Children, NodeView, ROOT};

/// Simulations between two questions whether the pruning rule says stop, or the final choice is certain.
const REVIEW: u64 = 256;

/// What ends a run: its budget, a word from outside, and whether the final choice may end it as soon as it is certain.
#[derive(Clone, Copy)]
pub(crate) struct Clock<'a> {
    pub(crate) meter: &'a Meter<'a>,
    pub(crate) control: &'a Control,
    pub(crate) early: bool,
}

/// A search with its workers, as the loops that spend a budget see it.
pub(crate) trait Simulations {
    /// The tree and the policies.
    fn core(&self) -> &Core;

    /// The same, to write on between simulations.
    fn core_mut(&mut self) -> &mut Core;

    /// What the first thread writes on.
    fn scratch(&mut self) -> &mut Scratch;

    /// Simulates with all workers until the clock says stop; how many simulations count.
    fn drive(&mut self, clock: Clock<'_>) -> u64;

    /// The rule for the final move, applied to what is known now.
    fn choice(&mut self, last: bool) -> Choice;
}

/// Searches until the budget is spent, the rule at the root or `control` says stop; then on, within its limit, as long as
/// the rule for the final move wants more.
pub(crate) fn run(search: &mut dyn Simulations, budget: &Budget, control: &Control, early: bool) -> Report {
    let patience = search.core().policies.choose.traits().patience;
    let planned = search.core_mut().plan(budget);
    let mut report = spend(search, &planned, control, early);
    let leaves_rest = search.core().leaves_rest() && !control.is_stopped();
    search.core_mut().saved = if leaves_rest { planned.rest(&report) } else { 0 };
    let limit = planned.times(patience);
    while patience > 1.0
        && !control.is_stopped()
        && !limit.is_spent(&report)
        && search.choice(false) == Choice::KeepSearching
    {
        let slice = limit.slice(&report, u64::MAX).at_most(&budget.times(0.1));
        let more = spend(search, &slice, control, early);
        if more.simulations == 0 {
            break;
        }
        report = report.and(more);
    }
    report
}

/// Spends the budget, or less of it if the pruning rule says stop before.
fn spend(search: &mut dyn Simulations, budget: &Budget, control: &Control, early: bool) -> Report {
    if !search.core().policies.prune.is_active() {
        return spend_all(search, budget, control, early);
    }
    let mut report = Report::default();
    while !budget.is_spent(&report) && !control.is_stopped() && !is_pruned(search) {
        let at_once = search.core().config.parallel.at_once();
        let more = spend_all(search, &budget.slice(&report, REVIEW.max(at_once)), control, early);
        if more.simulations == 0 {
            break;
        }
        report = report.and(more);
    }
    report
}

fn spend_all(search: &mut dyn Simulations, budget: &Budget, control: &Control, early: bool) -> Report {
    let meter = Meter::new(budget, control);
    let simulations = search.drive(Clock { meter: &meter, control, early });
    search.core_mut().simulations += simulations;
    Report { simulations, seconds: meter.seconds() }
}

/// Whether the pruning rule sees nothing left to search for.
fn is_pruned(search: &mut dyn Simulations) -> bool {
    let scratch = search.scratch();
    let (mut closed, mut children) = (std::mem::take(&mut scratch.closed), std::mem::take(&mut scratch.children));
    let core = search.core();
    core.gather(&core.tree, ROOT, &mut children);
    closed.clear();
    closed.extend(core.tree.children(ROOT).map(|child| core.tree.is_closed(child)));
    let view = NodeView::new(core.tree.visits(ROOT) as f32, &children);
    let stop = !closed.is_empty() && core.policies.prune.should_stop(&view, &closed);
    let scratch = search.scratch();
    (scratch.closed, scratch.children) = (closed, children);
    stop
}

impl Core {
    /// The budget together with the simulations that earlier runs left over, if the rule at the root carries them over: what the run that
    /// begins now may spend.
    pub(crate) fn plan(&mut self, budget: &Budget) -> Budget {
        let simulations = budget.simulations.map(|n| n + self.saved);
        self.planned = simulations.map(|n| n as f32);
        Budget { simulations, ..*budget }
    }

    pub(crate) fn leaves_rest(&self) -> bool {
        self.stopping.is_some_and(|stopping| stopping.carry_over) && self.asks_to_stop(&mut Children::default())
    }

    /// Whether simulations are made at all for the final move.
    pub(crate) fn wants_search(&self) -> bool {
        self.policies.choose.traits().wants_search
    }

    /// Whether a search for a move to play ends as soon as the choice is certain.
    pub(crate) fn may_end_early(&self) -> bool {
        self.policies.choose.traits().may_end_early
    }

    /// The visits of the root's children.
    pub(crate) fn moves_made(&self) -> u64 {
        self.tree.children(ROOT).map(|child| u64::from(self.tree.visits(child))).sum()
    }

    /// How many simulations may be made now, after `done` of them and `most` at once; 0 to stop.
    #[inline]
    pub(crate) fn allowance(&self, scratch: &mut Children, done: u64, most: u64, clock: &Clock<'_>) -> u64 {
        let allowed = clock.meter.allowance(done, most);
        let stops =
            allowed == 0 || self.is_settled() || self.should_stop(scratch, done, clock.early, || clock.meter.left(done));
        if stops { 0 } else { allowed }
    }

    /// Whether the rule at the root, or that for the final move if it may end the run `early`, ends it after this many simulations,
    /// so many being `left`.
    #[inline]
    pub(crate) fn should_stop(&self, scratch: &mut Children, done: u64, early: bool, left: impl FnOnce() -> f64) -> bool {
        let told = self.stopping.is_some_and(|stopping| {
            done.is_multiple_of(stopping.interval.next_multiple_of(Meter::STRIDE)) && self.asks_to_stop(scratch)
        });
        told || (early && done > 0 && done.is_multiple_of(REVIEW) && self.is_choice_certain(scratch, left()))
    }

    fn is_choice_certain(&self, scratch: &mut Children, left: f64) -> bool {
        self.gather(&self.tree, ROOT, scratch);
        scratch.mark_hopeless(&self.tree, ROOT);
        scratch.forget_closed();
        let view = NodeView::new(self.tree.visits(ROOT) as f32, scratch);
        let weight = f64::from(self.policies.backup.traits().heaviest);
        !scratch.is_empty() && self.policies.choose.is_certain(&view, left * weight)
    }

    fn asks_to_stop(&self, scratch: &mut Children) -> bool {
        self.gather(&self.tree, ROOT, scratch);
        let view = NodeView::new(self.tree.visits(ROOT) as f32, scratch);
        !scratch.is_empty() && self.policies.root.should_stop(&view)
    }
}
