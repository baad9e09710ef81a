//! What one server gives at most.

use std::time::{Duration, Instant};

/// Bounds of a server. Whatever exceeds one is refused with a sentence that names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Sessions at once.
    pub sessions: usize,
    /// Connections at once; half of them from one address.
    pub connections: usize,
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Commands per second of one connection, in the long run.
    pub commands_per_second: f64,
    /// Commands at once of one connection.
    pub burst: f64,
    /// MiB of one search.
    pub search_mib: u64,
    /// MiB of all searches together: their trees, and their tables of positions.
    pub memory_mib: u64,
    /// Threads that search.
    pub threads: usize,
    /// How long a search goes on before others have their turn; a command to its session ends its turn at once.
    pub slice: Duration,
    /// How long a session lives that nobody is connected to.
    pub abandoned: Duration,
    /// How long a connection lives from which nothing is heard.
    pub silent: Duration,
    /// How long a request may take to arrive.
    pub request: Duration,
    /// How long an answer may take to be received.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sessions: 256,
            connections: 512,
            message_bytes: 1 << 20,
            commands_per_second: 50.0,
            burst: 200.0,
            search_mib: 256,
            memory_mib: 2048,
            // One core is left for the browser.
            threads: std::thread::available_parallelism().map_or(1, |cores| (cores.get() - 1).max(1)),
            slice: Duration::from_millis(20),
            abandoned: Duration::from_secs(300),
            silent: Duration::from_secs(60),
            request: Duration::from_secs(10),
            answer: Duration::from_secs(60),
        }
    }
}

/// A bucket that fills with time: who asks when it is empty asks too often.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    level: f64,
    burst: f64,
    per_second: f64,
    seen: Instant,
}

impl Bucket {
    pub fn new(burst: f64, per_second: f64, now: Instant) -> Self {
        Bucket { level: burst, burst, per_second, seen: now }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.level = (self.level + passed * self.per_second).min(self.burst);
        self.seen = now;
        if self.level < 1.0 {
            return false;
        }
        self.level -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3.0, 2.0, start);
        let taken = |bucket: &mut Bucket, at: f64| {
            let now = start + Duration::from_secs_f64(at);
            (0..10).filter(|_| bucket.take(now)).count()
        };
        assert_eq!(taken(&mut bucket, 0.0), 3);
        assert_eq!(taken(&mut bucket, 1.0), 2);
        assert_eq!(taken(&mut bucket, 100.0), 3);
    }
}
