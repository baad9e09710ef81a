//! Clocks of a game, and how long to think for a move. Nothing here reads a clock: times are given, so that tests can make them up.

use crate::Color;

/// How a game is timed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum TimeSystem {
    /// Not at all, unless the controller says what is left: every player takes what they like.
    #[default]
    None,
    /// So many seconds for all moves.
    Absolute {
        /// The seconds.
        main: f64,
    },
    /// Main time, then periods: a move within a period costs nothing, a longer one uses up a period.
    ByoYomi {
        /// Seconds before the first period.
        main: f64,
        /// Seconds of a period.
        period: f64,
        /// How many periods.
        periods: u32,
    },
    /// Main time, then so many stones in every period.
    Canadian {
        /// Seconds before the first period.
        main: f64,
        /// Seconds of a period.
        period: f64,
        /// Stones to be played in a period.
        stones: u32,
    },
}

/// What is left on one player's clock.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    /// Seconds of main time, or of the present period.
    seconds: f64,
    /// Stones still to be played in the present Canadian period, or periods of byo-yomi that are left; 0 in main time.
    stones: u32,
}

/// How long to think for one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Allowance {
    /// Seconds for a usual move.
    pub usual: f64,
    /// Seconds that must not be passed, for a move where the choice is open.
    pub most: f64,
}

/// The clocks of both players.
///
/// ```
/// use katsura_engine::{Clock, Color, TimeSystem};
/// let mut clock = Clock::new(TimeSystem::Absolute { main: 60.0 });
/// let first = clock.allowance(Color::Black, 30, 0.1).unwrap();
/// assert!(first.usual > 1.0 && first.most < 20.0);
/// clock.spend(Color::Black, 59.0);
/// assert!(clock.allowance(Color::Black, 30, 0.1).unwrap().most < 0.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    system: TimeSystem,
    left: [Left; 2],
    /// Whether a colour has spent time since the controller last said what it has left.
    has_spent: [bool; 2],
    /// Seconds by which moves have been late, a mean that forgets.
    delay: f64,
}

/// However little time is left, this many seconds are thought.
const LEAST: f64 = 0.001;
/// A move where the choice is open may take this many times the usual time.
const PATIENCE: f64 = 3.0;
/// How much of what is known about delays the last one is.
const NEWS: f64 = 0.25;
/// A delay longer than this, in seconds, is an accident from which nothing can be learnt.
const LONGEST_DELAY: f64 = 1.0;
/// Every move is expected to be late by the lag divided by this; the lag itself is for the exceptions.
const USUAL_DELAY: f64 = 4.0;

impl Clock {
    /// Both clocks at their start.
    pub fn new(system: TimeSystem) -> Self {
        let left = match system {
            TimeSystem::None => Left { seconds: 0.0, stones: 0 },
            TimeSystem::Absolute { main } => Left { seconds: main, stones: 0 },
            TimeSystem::ByoYomi { main, period, periods } => start(main, period, periods),
            TimeSystem::Canadian { main, period, stones } => start(main, period, stones),
        };
        Clock { system, left: [left; 2], has_spent: [false; 2], delay: 0.0 }
    }

    /// How the game is timed.
    pub fn system(&self) -> TimeSystem {
        self.system
    }

    #[cfg(test)]
    pub(crate) fn seconds_left(&self, color: Color) -> f64 {
        self.left[color as usize].seconds
    }

    /// The controller says what is left: seconds, and stones or periods outside main time.
    ///
    /// If that is less than what should be left, answers are on their way for longer than can be seen from here: a delay as well. Many
    /// controllers leave the part of a second out; what that may hide is no delay.
    pub fn tell(&mut self, color: Color, seconds: f64, stones: u32) {
        let before = self.left[color as usize];
        // Without settings zero is no clock, but not after more than that: then the time is up, or its last part of a second is left out.
        let least = if self.system == TimeSystem::None && before.is_told() { LEAST } else { 0.0 };
        let left = Left { seconds: seconds.max(least), stones };
        let has_spent = std::mem::take(&mut self.has_spent[color as usize]);
        let hidden = if seconds.fract() == 0.0 { 1.0 } else { 0.0 };
        let missing = before.seconds - left.seconds - hidden;
        if has_spent && before.stones == stones && missing > 0.0 {
            self.delay += NEWS * missing.min(LONGEST_DELAY);
        }
        self.left[color as usize] = left;
    }

    /// An answer left so many seconds after the thought was to end: on a busy machine the time for a move is up before a thread that waits
    /// for that gets to run. [`Clock::allowance`] counts on delays of this size from now on.
    pub fn late(&mut self, seconds: f64) {
        self.delay += NEWS * (seconds.clamp(0.0, LONGEST_DELAY) - self.delay);
    }

    /// A player has taken so many seconds for a move. Returns false if that was too long.
    pub fn spend(&mut self, color: Color, seconds: f64) -> bool {
        self.has_spent[color as usize] = true;
        let left = &mut self.left[color as usize];
        match self.system {
            TimeSystem::None => {
                if left.is_told() {
                    left.seconds = (left.seconds - seconds).max(LEAST);
                }
                true
            }
            TimeSystem::Absolute { .. } => {
                left.seconds -= seconds;
                left.seconds >= 0.0
            }
            TimeSystem::ByoYomi { period, periods, .. } => left.spend_byo_yomi(seconds, period, periods),
            TimeSystem::Canadian { period, stones, .. } => left.spend_canadian(seconds, period, stones),
        }
    }

    /// How long to think for the next move of a colour, if about `moves` moves of its own are to come and answers may take `lag` seconds to
    /// arrive, or more if they have done so in this game; `None` without a clock, as long as nobody says that time is left.
    ///
    /// Main time is shared out over the moves to come. No move takes more than a third of what is left, so that a game that lasts longer than
    /// expected is played on with ever shorter thoughts.
    pub fn allowance(&self, color: Color, moves: u32, lag: f64) -> Option<Allowance> {
        let Left { seconds, stones } = self.left[color as usize];
        let lag = lag.max(USUAL_DELAY * self.delay);
        let allowance = match self.system {
            TimeSystem::None if !self.left[color as usize].is_told() => return None,
            TimeSystem::None if stones > 0 => share_period(seconds, stones, lag),
            TimeSystem::None | TimeSystem::Absolute { .. } => share(seconds, moves, lag),
            TimeSystem::ByoYomi { periods: 0, .. } | TimeSystem::Canadian { stones: 0, .. } => share(seconds, moves, lag),
            TimeSystem::ByoYomi { period, .. } if stones == 0 => in_main(seconds, all(period, lag).usual, moves),
            TimeSystem::ByoYomi { .. } => all(seconds, lag),
            TimeSystem::Canadian { period, stones: each, .. } if stones == 0 => {
                in_main(seconds, share_period(period, each, lag).usual, moves)
            }
            TimeSystem::Canadian { .. } => share_period(seconds, stones, lag),
        };
        let most = allowance.most.max(LEAST);
        Some(Allowance { usual: allowance.usual.clamp(LEAST, most), most })
    }
}

fn start(main: f64, period: f64, stones: u32) -> Left {
    if main > 0.0 { Left { seconds: main, stones: 0 } } else { Left { seconds: period, stones } }
}

impl Left {
    /// Without a time system: whether a controller has said that there is time left all the same.
    fn is_told(self) -> bool {
        self.seconds > 0.0
    }

    fn spend_byo_yomi(&mut self, mut seconds: f64, period: f64, periods: u32) -> bool {
        if self.stones == 0 {
            self.seconds -= seconds;
            if self.seconds >= 0.0 {
                return true;
            }
            seconds = -self.seconds;
            *self = Left { seconds: period, stones: periods };
        }
        while seconds > period && self.stones > 0 {
            seconds -= period;
            self.stones -= 1;
        }
        self.seconds = period;
        self.stones > 0
    }

    fn spend_canadian(&mut self, seconds: f64, period: f64, stones: u32) -> bool {
        self.seconds -= seconds;
        if self.stones == 0 {
            if self.seconds >= 0.0 {
                return true;
            }
            *self = Left { seconds: period + self.seconds, stones };
        }
        let in_time = self.seconds >= 0.0 && self.stones > 0;
        self.stones = self.stones.saturating_sub(1);
        if self.stones == 0 {
            *self = Left { seconds: period, stones };
        }
        in_time
    }
}

/// A fixed time for an unknown number of moves.
fn share(seconds: f64, moves: u32, lag: f64) -> Allowance {
    let safe = seconds - 5.0 * lag;
    let usual = safe / f64::from(moves.max(1)) - lag / USUAL_DELAY;
    Allowance { usual, most: (usual * PATIENCE).max(LEAST).min(safe / 3.0) }
}

/// Main time after which a move may take `free` seconds without harm.
fn in_main(seconds: f64, free: f64, moves: u32) -> Allowance {
    let usual = seconds / f64::from(moves.max(1)) + free;
    Allowance { usual, most: (usual * PATIENCE).min(seconds + free) }
}

/// A period that is lost if it is not used.
fn all(seconds: f64, lag: f64) -> Allowance {
    let safe = (seconds - lag).min(seconds * 0.9).max(seconds * 0.25);
    Allowance { usual: safe, most: safe }
}

/// A period for so many stones.
fn share_period(seconds: f64, stones: u32, lag: f64) -> Allowance {
    let safe = (seconds - lag).max(0.0);
    let each = safe / f64::from(stones.max(1));
    let usual = (each - lag / USUAL_DELAY).max(each * 0.25).min(all(seconds, lag).most);
    let most = if stones <= 1 { usual } else { (usual * PATIENCE).min(safe / 3.0).max(usual) };
    Allowance { usual, most }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: f64 = 0.1;

    /// Plays a game in which every move takes the longest time it may, and a little more; says whether it was in time.
    fn survives(system: TimeSystem, expected: u32, moves: u32) -> bool {
        let mut clock = Clock::new(system);
        (0..moves).all(|played| in_time(&mut clock, expected.saturating_sub(played), LAG / 20.0))
    }

    /// A move that takes the longest time it may and is late by `delay`: whether it is in time.
    fn in_time(clock: &mut Clock, moves: u32, delay: f64) -> bool {
        let allowance = clock.allowance(Color::Black, moves.max(6), LAG).unwrap();
        assert!(allowance.usual <= allowance.most && allowance.usual > 0.0);
        clock.spend(Color::Black, allowance.most + delay)
    }

    #[test]
    fn no_game_is_lost_on_time_even_if_every_move_takes_the_longest_time() {
        for moves in [10, 40, 100] {
            for main in [10.0, 60.0, 1800.0] {
                assert!(survives(TimeSystem::Absolute { main }, 40, moves), "absolute {main}, {moves} moves");
            }
            for (main, period, periods) in [(1.0, 0.2, 5), (0.0, 1.0, 1), (60.0, 10.0, 3), (30.0, 0.5, 1)] {
                assert!(survives(TimeSystem::ByoYomi { main, period, periods }, 40, moves), "byo-yomi {main} {period}");
            }
            for (main, period, stones) in [(0.0, 10.0, 10), (60.0, 300.0, 25), (5.0, 2.0, 1), (0.0, 5.0, 20)] {
                assert!(
                    survives(TimeSystem::Canadian { main, period, stones }, 40, moves),
                    "canadian {main} {period}/{stones}"
                );
            }
        }
    }

    /// 10 seconds for 50 moves, a quarter more than expected, of which each is 0.1 seconds late. `seen` says who sees the delay.
    fn survives_delays(seen: impl Fn(&mut Clock, f64)) -> bool {
        let mut clock = Clock::new(TimeSystem::Absolute { main: 10.0 });
        (0..50).all(|played| {
            let in_time = in_time(&mut clock, 40_u32.saturating_sub(played), 0.1);
            seen(&mut clock, 0.1);
            in_time
        })
    }

    #[test]
    fn a_slow_machine_is_allowed_for() {
        assert!(!survives_delays(|_, _| ()), "nobody sees it");
        assert!(survives_delays(|clock, delay| clock.late(delay)), "the engine sees it");
    }

    #[test]
    fn a_slow_controller_is_allowed_for() {
        let mut clock = Clock::new(TimeSystem::Absolute { main: 10.0 });
        let mut truth = 10.0;
        for played in 0..50_u32 {
            clock.tell(Color::Black, truth, 0);
            clock.tell(Color::White, 10.0 - f64::from(played) / 8.0, 0);
            let allowance = clock.allowance(Color::Black, 40_u32.saturating_sub(played).max(6), LAG).unwrap();
            clock.spend(Color::Black, allowance.most);
            truth -= allowance.most + 0.1;
            assert!(truth > 0.0, "move {played}");
        }
    }

    #[test]
    fn what_the_opponent_takes_is_no_delay() {
        let mut clock = Clock::new(TimeSystem::Absolute { main: 10.0 });
        clock.spend(Color::Black, 1.0);
        clock.tell(Color::White, 4.0, 0);
        clock.tell(Color::Black, 9.0, 0);
        assert_eq!(clock.delay, 0.0);
        clock.spend(Color::Black, 1.0);
        clock.tell(Color::Black, 7.8, 0);
        // A quarter of 0.2 seconds, and nothing more when the same is told again or the clock is put back by hand.
        assert!((clock.delay - 0.05).abs() < 1e-9, "{}", clock.delay);
        clock.tell(Color::Black, 7.8, 0);
        clock.tell(Color::Black, 3.0, 0);
        assert!((clock.delay - 0.05).abs() < 1e-9, "{}", clock.delay);
        clock.late(0.0);
        assert!((clock.delay - 0.0375).abs() < 1e-9, "it is forgotten: {}", clock.delay);
    }

    #[test]
    fn whole_seconds_are_no_delay() {
        let mut clock = Clock::new(TimeSystem::Absolute { main: 10.0 });
        let mut truth = 10.0_f64;
        for played in 0..20_u32 {
            clock.tell(Color::Black, truth.floor(), 0);
            let allowance = clock.allowance(Color::Black, 40 - played, LAG).unwrap();
            assert!(clock.delay == 0.0 && allowance.usual > 0.1, "move {played}: {allowance:?}");
            clock.spend(Color::Black, allowance.usual);
            truth -= allowance.usual;
        }
        clock.spend(Color::Black, 1.0);
        let before = clock.left[0].seconds;
        clock.tell(Color::Black, (before - 2.0).floor(), 0);
        assert!(clock.delay > 0.0, "more than a second is missing");
    }

    #[test]
    fn main_time_is_shared_out() {
        let clock = Clock::new(TimeSystem::Absolute { main: 300.5 });
        let allowance = clock.allowance(Color::White, 30, LAG).unwrap();
        // (300.5 - 0.5) / 30 - 0.025
        assert!((allowance.usual - 9.975).abs() < 1e-9 && (allowance.most - 29.925).abs() < 1e-9, "{allowance:?}");
        assert_eq!(Clock::new(TimeSystem::None).allowance(Color::Black, 30, LAG), None);
    }

    #[test]
    fn a_period_of_byo_yomi_is_used_and_never_lost() {
        let mut clock = Clock::new(TimeSystem::ByoYomi { main: 0.0, period: 5.0, periods: 3 });
        let allowance = clock.allowance(Color::Black, 30, LAG).unwrap();
        assert_eq!((allowance.usual, allowance.most), (4.5, 4.5));
        assert!(clock.spend(Color::Black, 4.9) && clock.left[0] == Left { seconds: 5.0, stones: 3 });
        assert!(clock.spend(Color::Black, 5.1) && clock.left[0].stones == 2);
        assert!(!clock.spend(Color::Black, 11.0));
    }

    #[test]
    fn canadian_periods_start_anew_after_their_stones() {
        let mut clock = Clock::new(TimeSystem::Canadian { main: 1.0, period: 10.0, stones: 2 });
        assert!(clock.spend(Color::Black, 3.0) && clock.left[0] == Left { seconds: 8.0, stones: 1 });
        assert!(clock.spend(Color::Black, 7.0) && clock.left[0] == Left { seconds: 10.0, stones: 2 });
        assert!(clock.spend(Color::Black, 9.0) && !clock.spend(Color::Black, 1.5));
        assert_eq!(clock.left[1], Left { seconds: 1.0, stones: 0 }, "the other clock stands");
    }

    #[test]
    fn time_that_is_left_counts_without_settings() {
        let mut clock = Clock::new(TimeSystem::None);
        clock.tell(Color::Black, 0.5, 0);
        assert!(clock.allowance(Color::Black, 30, 0.01).unwrap().most < 0.2);
        assert_eq!(clock.allowance(Color::White, 30, LAG), None, "nothing is known of the other clock");
        clock.spend(Color::Black, 0.6);
        assert!(clock.allowance(Color::Black, 30, LAG).unwrap().most <= LEAST, "it is never forgotten");
        clock.tell(Color::White, 10.0, 5);
        assert!(clock.allowance(Color::White, 30, LAG).unwrap().usual < 2.0, "five stones in ten seconds");
        clock.tell(Color::White, 0.0, 0);
        assert!(clock.allowance(Color::White, 30, LAG).unwrap().most <= LEAST, "the time is up");
        let mut clock = Clock::new(TimeSystem::None);
        clock.tell(Color::Black, 2.0, 0);
        clock.spend(Color::Black, 1.5);
        clock.tell(Color::Black, 0.0, 0);
        assert_eq!(clock.delay, 0.0, "half a second was left out");
        let mut clock = Clock::new(TimeSystem::None);
        clock.tell(Color::White, 0.0, 0);
        assert_eq!(clock.allowance(Color::White, 30, LAG), None, "a controller without a clock may say zero");
    }

    #[test]
    fn what_the_controller_says_counts() {
        let mut clock = Clock::new(TimeSystem::Absolute { main: 100.0 });
        clock.tell(Color::White, 0.0, 0);
        let allowance = clock.allowance(Color::White, 30, LAG).unwrap();
        assert!(allowance.most <= LEAST && allowance.usual > 0.0);
        assert!(clock.allowance(Color::Black, 30, LAG).unwrap().usual > 1.0);
    }
}
