//! Values on any scale: the tree keeps rewards in [0, 1], games pay in units of their own.
//!
//! Where the range of a game's results is known, it is mapped to [0, 1] once and for all. Where it is not, the range that was seen so
//! far is doubled whenever a result falls outside, and the tree is written anew in the new scale; selection sees the values between the
//! smallest and the largest result seen [schrittwieser2020, app. B]. All this is a function of the simulations made, in their order.

use crate::tree::{Children, Measure, ROOT, Tree};
use katsura_game::{MAX_PLAYERS, Payoff, Rewards};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A number that is only written by the thread that has the tree to itself.
#[derive(Debug)]
struct Number(AtomicU64);

impl Number {
    fn new(number: f64) -> Self {
        Number(AtomicU64::new(number.to_bits()))
    }

    #[inline]
    fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }

    fn set(&self, number: f64) {
        self.0.store(number.to_bits(), Relaxed);
    }
}

/// How results become rewards in [0, 1].
#[derive(Debug)]
pub(crate) struct Scale {
    kind: Kind,
    /// A reward of 0, and how much more a reward of 1 is. The span is 0 until two different results were seen.
    low: Number,
    span: Number,
    /// The smallest and the largest result seen, if the range is not known; before the first one they are the wrong way round.
    least: Number,
    most: Number,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Results are rewards.
    Unit,
    /// The game says between which bounds its results are.
    Known,
    /// Nobody knows.
    Running,
}

impl Scale {
    pub(crate) fn new(payoff: &Payoff) -> Self {
        let (kind, [low, high]) = match payoff.known_range() {
            Some(range) if range == [0.0, 1.0] => (Kind::Unit, range),
            Some(range) => (Kind::Known, range),
            None => (Kind::Running, [0.0, 0.0]),
        };
        let (least, most) = (Number::new(f64::INFINITY), Number::new(f64::NEG_INFINITY));
        Scale { kind, low: Number::new(low), span: Number::new(high - low), least, most }
    }

    /// Whether results are rewards as they are.
    #[inline]
    pub(crate) fn is_unit(&self) -> bool {
        self.kind == Kind::Unit
    }

    /// The range of results, if the game knows it.
    pub(crate) fn known(&self) -> Option<[f32; 2]> {
        (!self.is_running()).then(|| [self.low.get() as f32, (self.low.get() + self.span.get()) as f32])
    }

    /// Whether the range changes with what is seen.
    #[inline]
    pub(crate) fn is_running(&self) -> bool {
        self.kind == Kind::Running
    }

    /// Forgets what was seen.
    pub(crate) fn clear(&self) {
        if self.is_running() {
            self.low.set(0.0);
            self.span.set(0.0);
            self.least.set(f64::INFINITY);
            self.most.set(f64::NEG_INFINITY);
        }
    }

    /// The reward of a result.
    pub(crate) fn reward_of(&self, result: f32) -> f32 {
        if self.is_unit() { result } else { self.reward(result) }
    }

    /// The same, for results that are no rewards.
    #[inline]
    fn reward(&self, result: f32) -> f32 {
        let span = self.span.get();
        if span == 0.0 { 0.0 } else { ((f64::from(result) - self.low.get()) / span).clamp(0.0, 1.0) as f32 }
    }

    /// The rewards of all players.
    pub(crate) fn rewards(&self, results: Rewards) -> Rewards {
        let mut rewards = [0.0; MAX_PLAYERS];
        for (reward, &result) in rewards.iter_mut().zip(results.as_slice()) {
            *reward = self.reward(result);
        }
        Rewards::new(rewards)
    }

    /// The rewards of a result, for playout policies that learn.
    pub(crate) fn told(&self, result: Rewards) -> Rewards {
        if self.is_unit() { result } else { self.rewards(result) }
    }

    /// The result that a reward stands for.
    pub(crate) fn result(&self, reward: f32) -> f32 {
        if self.is_unit() { reward } else { (self.low.get() + f64::from(reward) * self.span.get()) as f32 }
    }

    /// Takes note of a result that was seen, and makes room for it in the scale of the tree.
    pub(crate) fn see(&self, tree: &Tree, result: f32) {
        if !self.is_running() {
            return;
        }
        let result = f64::from(result);
        if self.most.get() < self.least.get() {
            self.low.set(result);
        }
        self.least.set(self.least.get().min(result));
        self.most.set(self.most.get().max(result));
        let (low, span) = (self.low.get(), self.span.get());
        if result < low || result > low + span {
            self.widen(tree, (low, span), result);
        }
    }

    /// The span doubles, down or up, until the result is inside; the first span is the distance of two results.
    fn widen(&self, tree: &Tree, (low, span): (f64, f64), result: f64) {
        let (mut new_low, mut new_span) = (low, if span == 0.0 { (result - low).abs() } else { span });
        while result > new_low + new_span {
            new_span *= 2.0;
        }
        while result < new_low {
            new_low -= new_span;
            new_span *= 2.0;
        }
        tree.rescale(span / new_span, (low - new_low) / new_span);
        self.low.set(new_low);
        self.span.set(new_span);
    }

    /// What the values that selection sees are in the game's units.
    pub(crate) fn measure(&self, tree: &Tree) -> Measure {
        let (low, span) = match self.kind {
            Kind::Unit | Kind::Known => (self.low.get(), self.span.get()),
            Kind::Running => (self.least.get(), (self.most.get() - self.least.get()).max(0.0)),
        };
        Measure { low: low as f32, span: span as f32, root: self.result(tree.mean(ROOT)) }
    }

    /// Shows values as parts of the distance between the smallest and the largest result seen.
    pub(crate) fn show(&self, children: &mut Children) {
        let (low, span) = (self.low.get(), self.span.get());
        let seen = self.most.get() - self.least.get();
        if seen > 0.0 {
            children.stretch((span / seen) as f32, ((low - self.least.get()) / seen) as f32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs::Needs;

    fn running() -> Scale {
        Scale::new(&Payoff::unbounded())
    }

    #[test]
    fn a_known_range_is_mapped_to_rewards_and_back() {
        let scale = Scale::new(&Payoff::between(-1000.0, 1000.0));
        assert_eq!((scale.reward(-1000.0), scale.reward(0.0), scale.reward(500.0)), (0.0, 0.5, 0.75));
        assert_eq!(scale.result(0.75), 500.0);
        assert!(Scale::new(&Payoff::POINT).is_unit());
    }

    /// Results of 10, 14 and −1: a value of 0 is −1, one of 1 is 14, and the root's mean is 23/3.
    #[test]
    fn what_selection_sees_is_told_in_the_units_of_the_game() {
        let (scale, tree) = (running(), Tree::new(Needs::NONE, 1 << 12));
        for result in [10.0, 14.0, -1.0] {
            scale.see(&tree, result);
            tree.add(ROOT, 1, scale.reward(result));
        }
        let measure = scale.measure(&tree);
        assert_eq!((measure.low, measure.span), (-1.0, 15.0));
        assert!((measure.root - 23.0 / 3.0).abs() < 1e-4, "{measure:?}");
        let known = Scale::new(&Payoff::between(-1000.0, 1000.0)).measure(&Tree::new(Needs::NONE, 1 << 12));
        assert_eq!((known.low, known.span), (-1000.0, 2000.0));
    }

    /// 10, then 14: the span is 4. Then 30: doubled three times, to 32. Then -1: down by 32, from -22 to 42.
    #[test]
    fn an_unknown_range_doubles_and_the_tree_follows() {
        let (scale, tree) = (running(), Tree::new(Needs::SQUARES | Needs::AMAF, 1 << 12));
        tree.expand(ROOT, 0..2);
        let mut results = Vec::new();
        for result in [10.0, 14.0, 30.0, -1.0, 10.0] {
            scale.see(&tree, result);
            let reward = scale.reward(result);
            tree.add(1, 1, reward);
            tree.add_amaf_sample(1, reward);
            tree.set_value(1, tree.mean(1));
            results.push(result);
            let mean = results.iter().sum::<f32>() / results.len() as f32;
            assert!((scale.result(tree.mean(1)) - mean).abs() < 1e-4, "{results:?}");
            assert!((scale.result(tree.value(1)) - mean).abs() < 1e-4, "{results:?}");
            assert!((scale.result(tree.amaf(1).1) - mean).abs() < 1e-3, "{results:?}");
        }
        assert_eq!((scale.low.get(), scale.span.get()), (-22.0, 64.0));
        // Σ((r + 22)/64)² / 5 of 10, 14, 30, -1, 10: (1024 + 1296 + 2704 + 441 + 1024)/4096/5
        assert!((tree.mean_square(1) - 6489.0 / 4096.0 / 5.0).abs() < 1e-5);
        assert_eq!(tree.value(2), 0.5, "what was not visited has no value");
        let mut children = Children::default();
        children.gather(&tree, ROOT, Needs::NONE, 0.0);
        scale.show(&mut children);
        // the mean 12.6 lies between -1 and 30
        assert!((children.value[0] - 13.6 / 31.0).abs() < 1e-5);
    }
}
