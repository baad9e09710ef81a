//! How a leader and its helpers tell each other that there is a job, that it is done, and that somebody has left.
//!
//! The leader writes a job and raises `posted` with release; every helper does it once and raises `done` with release. Who
//! leaves, at the end or by a panic, raises `over`, and nobody waits for another any longer. The test lets loom try all
//! interleavings of this code.

/// The same text for the atomic numbers of the processor and for those of the model checker; `pause` is what one does while
/// waiting.
macro_rules! signals {
    ($memory:ident, $pause:expr) => {
        use $memory::sync::atomic::Ordering::{Acquire, Relaxed, Release};
        use $memory::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

        /// What the threads share.
        pub(in crate::parallel) struct Signals {
            posted: AtomicU64,
            done: AtomicUsize,
            over: AtomicBool,
        }

        /// Tells the others that a thread has left, however it leaves.
        pub(in crate::parallel) struct Leaving<'a>(&'a AtomicBool);

        impl Drop for Leaving<'_> {
            fn drop(&mut self) {
                self.0.store(true, Release);
            }
        }

        impl Signals {
            pub(in crate::parallel) fn new() -> Self {
                Signals { posted: AtomicU64::new(0), done: AtomicUsize::new(0), over: AtomicBool::new(false) }
            }

            /// To be kept as long as a thread may be waited for.
            pub(in crate::parallel) fn leaving(&self) -> Leaving<'_> {
                Leaving(&self.over)
            }

            /// There is a job for every helper.
            pub(in crate::parallel) fn post(&self) {
                self.done.store(0, Relaxed);
                self.posted.fetch_add(1, Release);
            }

            /// A helper waits for the next job, after so many. Whether there is one.
            pub(in crate::parallel) fn wait_for_job(&self, after: u64) -> bool {
                self.wait_until(|| self.posted.load(Acquire) > after)
            }

            /// A helper has done its job.
            pub(in crate::parallel) fn finish(&self) {
                self.done.fetch_add(1, Release);
            }

            /// The leader waits until so many helpers have done the job. Whether they have.
            pub(in crate::parallel) fn wait_for_helpers(&self, helpers: usize) -> bool {
                self.wait_until(|| self.done.load(Acquire) == helpers)
            }

            /// Waits for a moment that is near. Whether it has come before somebody left.
            fn wait_until(&self, is_so: impl Fn() -> bool) -> bool {
                let mut waited = 0u32;
                loop {
                    if self.over.load(Acquire) {
                        return false;
                    }
                    if is_so() {
                        return true;
                    }
                    waited += 1;
                    $pause(waited);
                }
            }
        }
    };
}

signals!(std, |waited: u32| { if waited.is_multiple_of(64) { std::thread::yield_now() } else { std::hint::spin_loop() } });

#[cfg(test)]
mod tests {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::thread;

    signals!(loom, |_| thread::yield_now());

    /// A leader with one helper. Job and result are plain memory: loom reports any access that is not ordered.
    struct Model {
        signals: Signals,
        job: UnsafeCell<u64>,
        result: UnsafeCell<u64>,
    }

    impl Model {
        fn new() -> Arc<Self> {
            Arc::new(Model { signals: Signals::new(), job: UnsafeCell::new(0), result: UnsafeCell::new(0) })
        }

        /// The helper answers with twice the job. Its rules panic in the job of this number: then it is gone.
        fn help(&self, panics_in: u64) {
            let _leaving = self.signals.leaving();
            let mut seen = 0;
            while self.signals.wait_for_job(seen) {
                seen += 1;
                // SAFETY: the leader does not write while a job is under way; loom checks it.
                let job = self.job.with(|job| unsafe { *job });
                if seen == panics_in {
                    return;
                }
                // SAFETY: the leader does not read before the job is done; loom checks it.
                self.result.with_mut(|result| unsafe { *result = 2 * job });
                self.signals.finish();
            }
        }

        /// Posts a job and waits; the answer, if the helper has not left.
        fn ask(&self, job: u64) -> Option<u64> {
            // SAFETY: the helper reads the job after it is posted; loom checks it.
            self.job.with_mut(|place| unsafe { *place = job });
            self.signals.post();
            // SAFETY: the helper writes the result before it says that it is done; loom checks it.
            self.signals.wait_for_helpers(1).then(|| self.result.with(|result| unsafe { *result }))
        }
    }

    /// What the leader hears when it asks twice, whatever the order in which the threads go on.
    fn answers(panics_in: u64, expected: [Option<u64>; 2]) {
        loom::model(move || {
            let model = Model::new();
            let other = Arc::clone(&model);
            let helper = thread::spawn(move || other.help(panics_in));
            let leaving = model.signals.leaving();
            let first = model.ask(3);
            let heard = [first, first.and_then(|_| model.ask(4))];
            drop(leaving);
            helper.join().unwrap();
            assert_eq!(heard, expected);
        });
    }

    #[test]
    fn a_leader_hears_what_its_helper_has_done_and_the_helper_that_it_has_left() {
        answers(0, [Some(6), Some(8)]);
    }

    #[test]
    fn a_leader_does_not_wait_for_a_helper_that_has_left() {
        answers(1, [None, None]);
        answers(2, [Some(6), None]);
    }
}
