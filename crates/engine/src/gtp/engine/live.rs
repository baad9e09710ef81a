//! Live analysis in the forms of Leela Zero, KataGo, Sabaki and the Computer Go Server: lines of candidates until the next command arrives.
//!
//! Arguments come in any order that clients use: `[COLOR] [INTERVAL] [KEY VALUE]…`, where the interval is in hundredths of a second.

use super::cgos;
use super::points::Points;
use super::think::{Purpose, Reports};
use super::{Engine, Entry, For};
use crate::analysis::{MoveInfo, PositionReport, Viewpoint};
use crate::gtp::{Answer, Arguments, Call, Failure, Signals};
use crate::{Color, Go, Session};
use katsura_mcts::{Analysis, Budget, Control};
use std::fmt::Write;
use std::time::Instant;

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "lz-analyze",
        arguments: ARGUMENTS,
        about: "candidates as Leela Zero prints them, rates from 0 to 10000",
        games: For::All,
        run: |engine, call| analyze(engine, call, Form::Leela),
    },
    Entry {
        name: "kata-analyze",
        arguments: ARGUMENTS,
        about: "candidates as KataGo prints them, rates from 0 to 1",
        games: For::All,
        run: |engine, call| analyze(engine, call, Form::Kata),
    },
    Entry {
        name: "analyze",
        arguments: ARGUMENTS,
        about: "the same, as Sabaki asks for it: every number with a fraction has a point",
        games: For::All,
        run: |engine, call| analyze(engine, call, Form::Sabaki),
    },
    Entry {
        name: "lz-genmove_analyze",
        arguments: ARGUMENTS,
        about: "as lz-analyze while the engine finds a move; ends with `play MOVE`",
        games: For::All,
        run: |engine, call| genmove(engine, call, Form::Leela),
    },
    Entry {
        name: "kata-genmove_analyze",
        arguments: ARGUMENTS,
        about: "as kata-analyze while the engine finds a move; ends with `play MOVE`",
        games: For::All,
        run: |engine, call| genmove(engine, call, Form::Kata),
    },
    Entry {
        name: "genmove_analyze",
        arguments: ARGUMENTS,
        about: "as analyze while the engine finds a move; ends with `play MOVE`",
        games: For::All,
        run: |engine, call| genmove(engine, call, Form::Sabaki),
    },
    Entry {
        name: "cgos-genmove_analyze",
        arguments: ARGUMENTS,
        about: "as genmove, with a line of JSON for the spectators of CGOS: win rate, score, candidates, owners; ends with `play MOVE`",
        games: For::All,
        run: |engine, call| genmove(engine, call, Form::Cgos),
    },
];

/// Simulations for the line about a move that needed no search.
const FEW: u64 = 100;

const ARGUMENTS: &str = "[COLOR] [INTERVAL] [KEY VALUE …]";

/// Whose form the lines have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Leela,
    Kata,
    Sabaki,
    Cgos,
}

/// Seconds between the lines for CGOS unless the client says otherwise: there is none but the last.
const NEVER: f64 = 1e6;

/// What a client asks for.
struct Wish {
    color: Option<Color>,
    /// Seconds between lines.
    interval: f64,
    min_moves: usize,
    max_moves: usize,
    avoid: Vec<(Color, String)>,
    allow: Vec<(Color, String)>,
    ownership: bool,
    root_info: bool,
}

impl Wish {
    fn read(arguments: &mut Arguments<'_>, points: &Points, form: Form) -> Result<Wish, Failure> {
        let for_cgos = form == Form::Cgos;
        let mut wish = Wish {
            color: None,
            interval: if for_cgos { NEVER } else { 0.5 },
            min_moves: 0,
            max_moves: if for_cgos { cgos::MOVES } else { usize::MAX },
            avoid: Vec::new(),
            allow: Vec::new(),
            ownership: for_cgos,
            root_info: false,
        };
        while let Some(word) = arguments.peek() {
            if wish.color.is_none() && word.parse::<Color>().is_ok() {
                wish.color = Some(arguments.color()?);
            } else if word.starts_with(|first: char| first.is_ascii_digit()) {
                wish.interval = centiseconds(arguments)?;
            } else {
                wish.read_key(arguments, points)?;
            }
        }
        Ok(wish)
    }

    fn read_key(&mut self, arguments: &mut Arguments<'_>, points: &Points) -> Result<(), Failure> {
        match arguments.word()? {
            "interval" => self.interval = centiseconds(arguments)?,
            "minmoves" => self.min_moves = arguments.int()? as usize,
            "maxmoves" => self.max_moves = arguments.int()? as usize,
            "avoid" => self.avoid.extend(moves(arguments, points)?),
            "allow" => self.allow.extend(moves(arguments, points)?),
            "ownership" => self.ownership = arguments.boolean()?,
            "rootInfo" => self.root_info = arguments.boolean()?,
            "movesOwnership" | "ownershipStdev" | "pvVisits" | "pvEdgeVisits" | "noResultValue" => {
                arguments.boolean()?;
            }
            _ => return Err(Failure::Syntax),
        }
        Ok(())
    }

    fn wants(&self, color: Color, mv: &str) -> bool {
        let named = |list: &[(Color, String)]| list.iter().any(|(by, name)| *by == color && name.eq_ignore_ascii_case(mv));
        let restricted = self.allow.iter().any(|(by, _)| *by == color);
        !named(&self.avoid) && (!restricted || named(&self.allow))
    }
}

fn centiseconds(arguments: &mut Arguments<'_>) -> Result<f64, Failure> {
    let interval = arguments.float()?;
    if interval >= 0.0 { Ok((interval / 100.0).max(0.01)) } else { Err(Failure::Syntax) }
}

/// `COLOR MOVE,MOVE,… DEPTH`
fn moves(arguments: &mut Arguments<'_>, points: &Points) -> Result<Vec<(Color, String)>, Failure> {
    let color = arguments.color()?;
    let list = arguments.word()?.split(',').map(|mv| (color, points.read(mv))).collect();
    arguments.int()?;
    Ok(list)
}

fn analyze(engine: &mut Engine, call: &mut Call<'_>, form: Form) -> Answer {
    let wish = begin(engine, call, form)?;
    let (signals, mut due) = (call.signals, Due::every(wish.interval));
    let (session, points) = (&mut engine.session, &engine.points);
    session.search(&Budget::simulations(1), &Control::new());
    session.search_reporting(&Budget::default(), &Control::new(), wish.interval.min(0.02), &mut |session| {
        let ended = is_to_end(signals) || due.is_now() && !call.line(&line(session, points, &wish, form));
        if ended { Go::Stop } else { Go::On }
    });
    // There is always a line, even if the search ended before one was due.
    call.line(&line(session, points, &wish, form));
    wait_to_end(signals);
    Ok(String::new())
}

fn genmove(engine: &mut Engine, call: &mut Call<'_>, form: Form) -> Answer {
    let start = Instant::now();
    let mut wish = begin(engine, call, form)?;
    let (signals, color) = (call.signals, wish.color.unwrap_or_else(|| engine.line.to_move()));
    // The owners of all points take a hundred playouts.
    let is_in_a_hurry = engine.is_in_a_hurry(color);
    wish.ownership &= !is_in_a_hurry;
    let mut report = |session: &mut Session, points: &Points| {
        if call.line(&line(session, points, &wish, form)) { Go::On } else { Go::Stop }
    };
    let wants = |mv: &str| wish.wants(color, mv);
    let reports = Reports { every: wish.interval, report: &mut report, wants: &wants };
    let found = engine.find(color, Purpose::Play, start, signals, Some(reports))?;
    if engine.session.analysis().simulations == 0 {
        // A move from the book, or a pass that wins: there is a line about it all the same.
        engine.session.search(&Budget::simulations(if is_in_a_hurry { 1 } else { FEW }), &Control::new());
    }
    let played = engine.session.position().move_index(&engine.points.read(&found.mv)).ok();
    let analysis = Analysis { best: played, ..engine.session.analysis() };
    call.line(&line_of(&engine.session, &analysis, &engine.points, &wish, form));
    engine.charge(color, start, &found);
    Ok(format!("play {}", found.mv))
}

/// Reads the arguments, brings the search to the position, and begins the answer; after this nothing may fail.
fn begin(engine: &mut Engine, call: &mut Call<'_>, form: Form) -> Result<Wish, Failure> {
    let wish = Wish::read(&mut call.arguments, &engine.points, form)?;
    if !engine.is_playing() && !engine.is_go() {
        return Err(Failure::other("the game is over"));
    }
    let color = wish.color.unwrap_or_else(|| engine.line.to_move());
    engine.turn_to(color, &|mv| wish.wants(color, mv))?;
    call.begin();
    Ok(wish)
}

/// Live analysis ends when a line arrives, or an interrupt.
fn is_to_end(signals: &Signals) -> bool {
    signals.is_waiting() || signals.is_interrupted()
}

fn wait_to_end(signals: &Signals) {
    while !is_to_end(signals) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// When the next line is due.
struct Due {
    every: f64,
    last: Instant,
}

impl Due {
    fn every(every: f64) -> Self {
        Due { every, last: Instant::now() }
    }

    fn is_now(&mut self) -> bool {
        let due = self.last.elapsed().as_secs_f64() >= self.every;
        if due {
            self.last = Instant::now();
        }
        due
    }
}

/// One line of candidates.
fn line(session: &mut Session, points: &Points, wish: &Wish, form: Form) -> String {
    let analysis = session.analysis();
    line_of(session, &analysis, points, wish, form)
}

/// The line of an analysis: the move that is played first.
fn line_of(session: &Session, analysis: &Analysis, points: &Points, wish: &Wish, form: Form) -> String {
    let mut report = PositionReport::of(session, analysis, Viewpoint::SideToMove);
    let least = wish.min_moves.max(1);
    if form != Form::Leela && wish.ownership {
        report.add_ownership(session, Viewpoint::SideToMove);
    }
    let shown = report.move_infos.iter().enumerate().filter(|(order, info)| info.visits > 0 || *order < least);
    let shown = shown.take(wish.max_moves);
    if form == Form::Cgos {
        return cgos::line(&report, shown.map(|(_, info)| info), points);
    }
    let mut out = String::new();
    for (order, info) in shown {
        write_move(&mut out, order, info, points, form);
    }
    if form != Form::Leela {
        write_root(&mut out, &report, wish);
    }
    out
}

fn write_move(out: &mut String, order: usize, info: &MoveInfo, points: &Points, form: Form) {
    let pv: Vec<String> = info.pv.iter().map(|mv| points.write(mv)).collect();
    let (mv, pv) = (points.write(&info.mv), pv.join(" "));
    let MoveInfo { visits, winrate, prior, lcb, .. } = info;
    let _ = if form == Form::Leela {
        let parts = |rate: &f64| (rate * 10_000.0).round();
        let (winrate, prior, lcb) = (parts(winrate), parts(prior), parts(lcb));
        write!(out, "info move {mv} visits {visits} winrate {winrate} prior {prior} lcb {lcb} order {order} pv {pv} ")
    } else {
        let (utility, utility_lcb) = (2.0 * winrate - 1.0, 2.0 * lcb - 1.0);
        write!(
            out,
            "info move {mv} visits {visits} utility {utility:.6} winrate {winrate:.6} prior {prior:.6} lcb {lcb:.6} \
             utilityLcb {utility_lcb:.6} order {order} pv {pv} "
        )
    };
}

fn write_root(out: &mut String, report: &PositionReport, wish: &Wish) {
    if let Some(root) = report.root_info.as_ref().filter(|_| wish.root_info) {
        let _ = write!(out, "rootInfo visits {} winrate {:.6} ", root.visits, root.winrate);
        if let Some(score) = root.score_lead {
            let _ = write!(out, "scoreLead {score:.6} ");
        }
    }
    if let Some(ownership) = &report.ownership {
        out.push_str("ownership");
        for value in ownership {
            let _ = write!(out, " {value:.6}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::EngineOptions;
    use super::*;
    use crate::gtp::serve;
    use crate::{Clock, PlayerSpec, TimeSystem, setup};
    use serde_json::json;

    /// What Black's engine answers with so many seconds for the game, the seconds it takes, and those its clock is charged with.
    fn answer(command: &'static str, main: f64) -> (String, [f64; 2]) {
        let player = PlayerSpec::parse_for("strong budget.simulations=1 memory_mib=16", "go").unwrap();
        let game = setup::game(json!({ "name": "go", "size": 19 })).unwrap();
        let mut engine = Engine::new(game, player, EngineOptions::default()).unwrap();
        engine.clock = Clock::new(TimeSystem::Absolute { main });
        let (start, commands, mut out) = (Instant::now(), engine.commands(), Vec::new());
        serve(&commands, &mut engine, command.as_bytes(), &mut out).unwrap();
        let charged = main - engine.clock.seconds_left(Color::Black);
        (String::from_utf8(out).unwrap(), [start.elapsed().as_secs_f64(), charged])
    }

    #[test]
    fn the_last_line_is_paid_for_by_the_clock() {
        let (text, [seconds, charged]) = answer("kata-genmove_analyze b ownership true\n", 600.0);
        assert!(text.contains("ownership"), "{text}");
        assert!(charged > seconds / 2.0, "the owners take nearly all of {seconds} s, and {charged} s were charged");
    }

    #[test]
    fn nobody_asks_for_owners_in_a_hurry() {
        for (main, has_owners) in [(600.0, true), (1.0, false)] {
            let (text, _) = answer("cgos-genmove_analyze b\n", main);
            assert_eq!(text.contains("ownership"), has_owners, "{main} s: {text}");
        }
    }
}
