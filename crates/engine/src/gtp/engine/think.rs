//! Moves by the engine: how long to think, which move to play, when to pass and when to resign.

use super::points::Points;
use super::{Engine, Entry, For};
use crate::gtp::{Answer, Call, Failure, Signals};
use crate::{Allowance, Color, Go, Session};
use katsura_game::Turn;
use katsura_mcts::choose::lead;
use katsura_mcts::{Analysis, Budget, Control, MoveAnalysis};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

pub(super) const COMMANDS: &[Entry] = &[
    Entry { name: "genmove", arguments: "COLOR", about: "finds a move and plays it", games: For::All, run: genmove },
    Entry {
        name: "reg_genmove",
        arguments: "COLOR",
        about: "finds a move and does not play it",
        games: For::All,
        run: reg_genmove,
    },
    Entry {
        name: "kgs-genmove_cleanup",
        arguments: "COLOR",
        about: "a move that takes dead stones off the board; passes when there are none left",
        games: For::Go,
        run: cleanup,
    },
    Entry {
        name: "gomill-genmove_ex",
        arguments: "COLOR [KEY …]",
        about: "as genmove; no keys are known",
        games: For::All,
        run: genmove_ex,
    },
    Entry {
        name: "gomill-explain_last_move",
        arguments: "",
        about: "what the search thought of the last move it found",
        games: For::All,
        run: explain,
    },
    Entry { name: "stop", arguments: "", about: "ends the search under way; nothing otherwise", games: For::All, run: stop },
    Entry {
        name: "gogui-interrupt",
        arguments: "",
        about: "says that the comment `# interrupt` ends the search under way",
        games: For::All,
        run: stop,
    },
    Entry { name: "clear_cache", arguments: "", about: "forgets the search tree", games: For::All, run: clear_cache },
];

/// What a move is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To be played.
    Play,
    /// To be played until no dead stones are left.
    Cleanup,
    /// To be shown.
    Show,
}

/// A move that was found, as the controller writes it.
pub(super) struct Found {
    pub mv: String,
    /// When the thought was to end; none for a pass after the end, for which no clock runs.
    due: Option<Instant>,
}

/// Something to call during the search.
pub(super) struct Reports<'a> {
    pub every: f64,
    pub report: &'a mut dyn FnMut(&mut Session, &Points) -> Go,
    /// The moves that may be made.
    pub wants: &'a dyn Fn(&str) -> bool,
}

/// Every move may be made.
pub(super) const ANY_MOVE: fn(&str) -> bool = |_| true;
/// How often a search looks whether it should end, in seconds.
const LOOK: f64 = 0.02;
/// Moves below this mean reward are played in games that are lost.
const LOST: f32 = 0.15;
/// Seconds for a usual move below which nothing is worked out that is not needed to play.
const HURRY: f64 = 1.0;

fn genmove(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let color = call.arguments.color()?;
    call.arguments.end()?;
    engine.generate(color, Purpose::Play, call.signals)
}

fn reg_genmove(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let color = call.arguments.color()?;
    call.arguments.end()?;
    engine.generate(color, Purpose::Show, call.signals)
}

fn cleanup(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let color = call.arguments.color()?;
    call.arguments.end()?;
    engine.generate(color, Purpose::Cleanup, call.signals)
}

fn genmove_ex(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    if call.arguments.peek().is_none() {
        return Ok(String::new());
    }
    genmove(engine, call)
}

fn explain(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    Ok(engine.thought.clone())
}

fn stop(_: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    Ok(String::new())
}

fn clear_cache(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let moves = engine.session.moves().to_vec();
    engine.session.restart(&moves).map_err(|error| Failure::other(error.to_string()))?;
    Ok(String::new())
}

impl Engine {
    /// Finds a move of a colour and plays it unless it is only to be shown; the clock is charged.
    fn generate(&mut self, color: Color, purpose: Purpose, signals: &Signals) -> Answer {
        let start = Instant::now();
        let found = self.find(color, purpose, start, signals, None)?;
        if purpose != Purpose::Show {
            self.charge(color, start, &found);
        }
        Ok(found.mv)
    }

    /// Takes the time since `start` from the clock of a colour. What the answer takes on top of the thought is what later moves are expected to take,
    /// too.
    pub(super) fn charge(&mut self, color: Color, start: Instant, found: &Found) {
        if let Some(due) = found.due {
            self.clock.late(due.elapsed().as_secs_f64());
            self.clock.spend(color, start.elapsed().as_secs_f64());
        }
    }

    /// Whether a colour has so little time that nothing but a move should be worked out.
    pub(super) fn is_in_a_hurry(&self, color: Color) -> bool {
        let allowance = self.clock.allowance(color, self.moves_to_come(), self.options.lag);
        allowance.is_some_and(|allowance| allowance.usual < HURRY)
    }

    /// Finds a move of a colour and plays it unless it is only to be shown. The clock is not charged: there may be more to do before the answer leaves.
    /// The clock runs since `start`.
    pub(super) fn find(
        &mut self,
        color: Color,
        purpose: Purpose,
        start: Instant,
        signals: &Signals,
        reports: Option<Reports<'_>>,
    ) -> Result<Found, Failure> {
        if self.line.is_over() && purpose != Purpose::Cleanup {
            return self.after_the_end(color, purpose);
        }
        let wants = reports.as_ref().map_or(&ANY_MOVE as &dyn Fn(&str) -> bool, |reports| reports.wants);
        self.turn_to(color, wants)?;
        let known = if purpose == Purpose::Cleanup { self.clean_pass(color) } else { self.known_move(color) };
        let known = known.filter(|(mv, _)| wants(mv) && self.points.can_write(mv));
        let mut due = start;
        let (mv, thought) = match known {
            Some(known) => known,
            None => {
                due = self.search(color, start, signals, reports);
                self.decide(color, purpose)?
            }
        };
        self.thought = format!("{thought}; {:.2} s", start.elapsed().as_secs_f64());
        if purpose != Purpose::Show && mv != "resign" {
            self.make(color, &mv)?;
            self.may_ponder = true;
        }
        Ok(Found { mv: self.points.write(&mv), due: Some(due) })
    }

    /// Controllers may ask for moves after two passes: another pass hurts nobody.
    fn after_the_end(&mut self, color: Color, purpose: Purpose) -> Result<Found, Failure> {
        if !self.is_go() {
            return Err(Failure::other("the game is over"));
        }
        if purpose == Purpose::Play {
            self.make(color, "pass")?;
        }
        Ok(Found { mv: "pass".to_string(), due: None })
    }

    /// The pass that ends a clean-up, when no dead stones of the opponent are left, or nothing but the pass is legal. Otherwise the search is kept from
    /// passing: it would know that a pass after a pass has won.
    fn clean_pass(&mut self, color: Color) -> Option<(String, String)> {
        let reason = if !self.has_dead_stones(color.other()) {
            "no dead stones are left"
        } else if self.turn_to(color, &|mv| mv != "pass").is_err() {
            "nothing else is legal"
        } else {
            return None;
        };
        Some(("pass".to_string(), format!("pass: {reason}")))
    }

    /// A move that needs no search: from the book, or a pass that wins the game at once.
    fn known_move(&self, color: Color) -> Option<(String, String)> {
        let passed = self.moves.last().is_some_and(|(by, mv)| *by != color && mv == "pass");
        if self.is_go() && passed && self.wins_as_it_stands(color) {
            return Some(("pass".to_string(), "pass: the game is won as it stands".to_string()));
        }
        let book = self.book.as_ref()?;
        if let Err(error) = book.check(&self.game) {
            if self.moves.len() < 2 {
                super::tell(format_args!("book: not used in this game: {error}"));
            }
            return None;
        }
        let entry = book.best(self.session.position())?;
        Some((
            entry.mv.clone(),
            format!("{}: from the opening book, {} visits, mean {:.3}", entry.mv, entry.visits, entry.mean),
        ))
    }

    /// Whether a colour has won if the board is counted with all stones as they stand.
    fn wins_as_it_stands(&self, color: Color) -> bool {
        let player = color.player(Color::first_in(&self.game.customs()));
        self.session.position().rewards().of(player) == 1.0
    }

    /// Searches as long as the clock or the player's budget says, or until it is interrupted; the clock runs since `start`. Says when the search was to
    /// end.
    fn search(&mut self, color: Color, start: Instant, signals: &Signals, reports: Option<Reports<'_>>) -> Instant {
        if reports.is_some() || !self.options.live_gfx {
            return self.search_reporting(color, start, signals, reports);
        }
        let mut report = super::gogui::show_live;
        let reports = Reports { every: 0.5, report: &mut report, wants: &ANY_MOVE };
        let due = self.search_reporting(color, start, signals, Some(reports));
        super::gogui::clear_live();
        due
    }

    fn search_reporting(
        &mut self,
        color: Color,
        begun: Instant,
        signals: &Signals,
        reports: Option<Reports<'_>>,
    ) -> Instant {
        match (self.clock.allowance(color, self.moves_to_come(), self.options.lag), reports) {
            (Some(allowance), reports) => return self.search_timed(allowance, begun, signals, reports),
            (None, Some(reports)) => {
                let (budget, points) = (self.session.config().budget, &self.points);
                let mut next = reports.every;
                let start = Instant::now();
                self.session.search_reporting(&budget, &Control::new(), reports.every.min(LOOK), &mut |session| {
                    if signals.is_interrupted() {
                        return Go::Stop;
                    }
                    report_when_due(session, points, start, &mut next, reports.every, reports.report)
                });
            }
            (None, None) => self.search_watched(signals),
        }
        Instant::now()
    }

    /// The whole budget in one piece, with somebody watching for an interrupt.
    fn search_watched(&mut self, signals: &Signals) {
        let (control, budget) = (Control::new(), self.session.config().budget);
        let (running, ended) = channel::<()>();
        std::thread::scope(|scope| {
            let watched = control.clone();
            scope.spawn(move || {
                while ended.recv_timeout(Duration::from_secs_f64(LOOK)) == Err(RecvTimeoutError::Timeout) {
                    if signals.is_interrupted() {
                        watched.stop();
                    }
                }
            });
            self.session.think(&budget, &control);
            drop(running);
        });
    }

    /// More time where the choice is open, less where it is made. Says when the search was to end.
    fn search_timed(
        &mut self,
        allowance: Allowance,
        start: Instant,
        signals: &Signals,
        mut reports: Option<Reports<'_>>,
    ) -> Instant {
        let limit = self.session.config().budget.simulations;
        // However short the time is, there is something to choose from.
        let first = limit.map_or(16, |limit| limit.min(16));
        let mut done = self.session.search(&Budget::simulations(first), &Control::new()).simulations;
        let mut due = start + Duration::from_secs_f64(allowance.most);
        let most = allowance.most - start.elapsed().as_secs_f64();
        if most <= 0.0 {
            return due;
        }
        let budget = Budget { simulations: limit.map(|limit| limit.saturating_sub(done)), seconds: Some(most) };
        let every = (allowance.usual / 16.0).clamp(0.005, 0.1);
        let (points, mut next) = (&self.points, 0.0);
        let control = Control::new();
        let counter = control.clone();
        let before = done;
        self.session.search_reporting(&budget, &control, every, &mut |session| {
            done = before + counter.done();
            let seconds = start.elapsed().as_secs_f64();
            if let Some(reports) = &mut reports
                && report_when_due(session, points, start, &mut next, reports.every, reports.report) == Go::Stop
            {
                return Go::Stop;
            }
            let enough = is_enough(&session.analysis(), &allowance, done as f64 / seconds.max(1e-9), seconds);
            if enough || signals.is_interrupted() {
                due = due.min(Instant::now());
                return Go::Stop;
            }
            Go::On
        });
        due.min(Instant::now())
    }

    /// Searches until a line arrives.
    pub(super) fn search_until_input(&mut self, signals: &Signals) {
        let moves = self.line.moves().to_vec();
        if self.session.follow(&moves).is_ok() {
            self.session.search_reporting(&Budget::default(), &Control::new(), LOOK, &mut |_| {
                if signals.is_waiting() { Go::Stop } else { Go::On }
            });
        }
    }

    /// About how many moves of its own a player has still to make.
    fn moves_to_come(&self) -> u32 {
        let cells = self.line.position().picture().cells.len();
        let left = (cells * 3 / 4).saturating_sub(self.line.moves().len()) / 2;
        left.max(cells / 10).max(6) as u32
    }

    /// The move to play after a search, and what there is to say about it.
    fn decide(&mut self, color: Color, purpose: Purpose) -> Result<(String, String), Failure> {
        let analysis = self.session.analysis();
        let best = analysis.best.ok_or(Failure::other("the game is over"))?;
        let name = |index: usize| self.session.position().move_name(index);
        let found = analysis.moves.iter().find(|mv| mv.index == best);
        let other = if !self.is_go() || name(best) != "pass" || self.wins_as_it_stands(color) {
            None
        } else {
            found.and_then(|pass| instead_of_pass(&analysis, pass))
        };
        let chosen = other.or(found);
        let mv = chosen.map_or_else(|| name(best), |chosen| name(chosen.index));
        let thought = chosen.map_or_else(|| mv.clone(), |chosen| self.explain(chosen, analysis.simulations));
        if purpose == Purpose::Play && chosen.is_some_and(|chosen| self.gives_up(chosen)) {
            return Ok(("resign".to_string(), thought));
        }
        Ok((mv, thought))
    }

    fn explain(&self, chosen: &MoveAnalysis, simulations: u64) -> String {
        let pv: Vec<String> = self.session.line(&chosen.pv).iter().take(10).map(|mv| self.points.write(mv)).collect();
        format!(
            "{}: mean {:.3}, {} visits of {simulations} simulations; expects {}",
            pv.first().cloned().unwrap_or_default(),
            chosen.mean,
            chosen.visits,
            pv.join(" "),
        )
    }

    fn gives_up(&self, chosen: &MoveAnalysis) -> bool {
        let cells = self.line.position().picture().cells.len();
        self.options.resign > 0.0
            && f64::from(chosen.mean) < self.options.resign
            && chosen.visits >= self.options.resign_visits
            && self.line.moves().len() >= cells / 4
    }
}

/// The best move that is no pass, if it is worth a try.
fn instead_of_pass<'a>(analysis: &'a Analysis, pass: &MoveAnalysis) -> Option<&'a MoveAnalysis> {
    let mut others = analysis.moves.iter().filter(|mv| mv.index != pass.index && mv.visits > 0);
    others.find(|mv| mv.mean > pass.mean || (mv.mean > LOST && mv.mean > pass.mean - 0.1))
}

/// Calls a report when its time has come.
fn report_when_due(
    session: &mut Session,
    points: &Points,
    start: Instant,
    next: &mut f64,
    every: f64,
    report: &mut dyn FnMut(&mut Session, &Points) -> Go,
) -> Go {
    if start.elapsed().as_secs_f64() < *next {
        return Go::On;
    }
    *next = start.elapsed().as_secs_f64() + every;
    report(session, points)
}

/// Whether more time would be wasted: the usual time is over and one move is ahead, or no other move can catch up in what is left.
fn is_enough(analysis: &Analysis, allowance: &Allowance, per_second: f64, seconds: f64) -> bool {
    let [first, second, ..] = analysis.moves.as_slice() else { return true };
    let is_open = f64::from(second.visits) > 0.75 * f64::from(first.visits) || second.mean > first.mean;
    let end = if is_open { allowance.most } else { allowance.usual };
    let left = (end - seconds).max(0.0) * per_second;
    seconds >= end || lead(analysis.moves.iter().map(|mv| mv.visits as f32)) > left
}

impl Engine {
    /// Whether a player has a turn.
    pub(super) fn is_playing(&self) -> bool {
        self.line.position().turn() != Turn::Over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysis(moves: &[(u32, f32)]) -> Analysis {
        let mv = |(index, &(visits, mean)): (usize, &(u32, f32))| MoveAnalysis {
            index,
            visits,
            mean,
            lower: 0.0,
            upper: 1.0,
            amaf_visits: 0,
            amaf_mean: 0.5,
            prior: 0.5,
            pv: vec![index],
        };
        Analysis { moves: moves.iter().enumerate().map(mv).collect(), best: Some(0), ..Analysis::default() }
    }

    const ALLOWED: Allowance = Allowance { usual: 1.0, most: 3.0 };

    #[test]
    fn a_search_ends_when_no_move_can_catch_up() {
        // 1000 simulations a second: 500 more until the usual time.
        let clear = analysis(&[(600, 0.6), (99, 0.4)]);
        assert!(is_enough(&clear, &ALLOWED, 1000.0, 0.5));
        assert!(!is_enough(&analysis(&[(600, 0.6), (101, 0.4)]), &ALLOWED, 1000.0, 0.5));
        assert!(is_enough(&analysis(&[(10, 0.5)]), &ALLOWED, 1000.0, 0.01), "there is only one move");
    }

    #[test]
    fn a_search_goes_on_while_the_choice_is_open() {
        let open = analysis(&[(520, 0.50), (480, 0.51)]);
        assert!(!is_enough(&open, &ALLOWED, 1000.0, 1.5) && is_enough(&open, &ALLOWED, 1000.0, 3.0));
        let made = analysis(&[(700, 0.6), (300, 0.4)]);
        assert!(is_enough(&made, &ALLOWED, 1000.0, 1.0) && !is_enough(&made, &ALLOWED, 1000.0, 0.5));
    }

    #[test]
    fn a_pass_is_replaced_only_by_a_move_that_is_worth_a_try() {
        let pick = |moves: &[(u32, f32)]| {
            let analysis = analysis(moves);
            instead_of_pass(&analysis, &analysis.moves[0]).map(|mv| mv.index)
        };
        assert_eq!(pick(&[(100, 0.6), (50, 0.55), (20, 0.2)]), Some(1));
        assert_eq!(pick(&[(100, 0.02), (50, 0.01)]), None, "the game is lost anyway");
        assert_eq!(pick(&[(100, 0.9), (50, 0.3), (0, 0.5)]), None);
    }
}
