//! Many pairs side by side, handed over in order.

use super::Contest;
use super::play::{Pair, Table};
use katsura_mcts::{ConfigError, Control};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Which pairs to play, and with how many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of the first pair to play.
    pub from: u64,
    /// The number after the last.
    pub to: u64,
    /// Games side by side.
    pub threads: usize,
}

/// Whether to go on after a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Play on.
    Continue,
    /// Enough.
    Stop,
}

/// Plays the pairs of a plan. `sink` gets them in the order of their numbers, whatever order they end in, and says whether to go on.
///
/// `control` ends the run early: games under way are dropped, nothing is handed over out of order.
///
/// # Errors
/// If a configuration does not fit the game.
pub fn run(
    contest: &Contest,
    plan: Plan,
    control: &Control,
    mut sink: impl FnMut(&Pair) -> Flow,
) -> Result<(), ConfigError> {
    let openings = contest.openings.plan(&contest.game, contest.seed, plan.to);
    let tables: Vec<Table> = (0..plan.threads.max(1)).map(|_| Table::new(contest)).collect::<Result<_, _>>()?;
    let next = AtomicU64::new(plan.from);
    let (sender, receiver) = mpsc::channel();
    let inner = Control::new();
    std::thread::scope(|scope| {
        for mut table in tables {
            let (sender, next, openings, inner) = (sender.clone(), &next, &openings, &inner);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.to || inner.is_stopped() {
                        return;
                    }
                    let Some(pair) = table.pair(contest, number, &openings[number as usize], inner) else { return };
                    if sender.send(pair).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        hand_over(&receiver, plan, control, &inner, &mut sink);
    });
    Ok(())
}

fn hand_over(
    receiver: &mpsc::Receiver<Pair>,
    plan: Plan,
    control: &Control,
    inner: &Control,
    sink: &mut impl FnMut(&Pair) -> Flow,
) {
    let mut waiting = BTreeMap::new();
    let mut due = plan.from;
    loop {
        match receiver.recv_timeout(std::time::Duration::from_millis(100)) {
            Ok(pair) => {
                waiting.insert(pair.number, pair);
            }
            Err(mpsc::RecvTimeoutError::Timeout) if !control.is_stopped() => continue,
            Err(_) => break,
        }
        while let Some(pair) = waiting.remove(&due) {
            due += 1;
            if sink(&pair) == Flow::Stop {
                inner.stop();
                return;
            }
        }
        if control.is_stopped() {
            break;
        }
    }
    inner.stop();
}

#[cfg(test)]
mod tests {
    use super::super::{Contestant, Openings};
    use super::*;
    use katsura_games::GameSpec;
    use katsura_mcts::Budget;

    fn contest() -> Contest {
        let player = |text| Contestant::parse(text, Some(Budget::simulations(30))).unwrap();
        Contest {
            game: GameSpec::named("tic-tac-toe").unwrap(),
            players: [player("uct"), player("random")],
            openings: Openings::Random { plies: 1 },
            seed: 3,
        }
    }

    fn pairs(threads: usize, from: u64, to: u64) -> Vec<Pair> {
        let mut all = Vec::new();
        run(&contest(), Plan { from, to, threads }, &Control::new(), |pair| {
            all.push(pair.clone());
            Flow::Continue
        })
        .unwrap();
        all
    }

    #[test]
    fn threads_and_parts_do_not_change_the_record() {
        let whole = pairs(1, 0, 30);
        assert_eq!(whole, pairs(3, 0, 30));
        assert_eq!(whole[10..], pairs(2, 10, 30)[..]);
        assert_eq!(whole[4], super::super::play_pair(&contest(), 4).unwrap());
    }

    #[test]
    fn the_seats_are_swapped_and_the_opening_is_shared() {
        for pair in pairs(2, 0, 10) {
            let [one, two] = &pair.games;
            assert_eq!((one.first, two.first), (super::super::Seat::A, super::super::Seat::B));
            assert_eq!(one.moves.split(' ').next(), two.moves.split(' ').next());
        }
    }

    #[test]
    fn the_sink_can_stop_the_run() {
        let mut seen = Vec::new();
        run(&contest(), Plan { from: 0, to: 1000, threads: 2 }, &Control::new(), |pair| {
            seen.push(pair.number);
            if pair.number == 5 { Flow::Stop } else { Flow::Continue }
        })
        .unwrap();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5]);
    }
}
