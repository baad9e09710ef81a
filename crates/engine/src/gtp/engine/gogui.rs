//! Analyze commands and live pictures for GoGui.

use super::points::{Places, Points};
use super::servers::accept;
use super::{Engine, Entry, For};
use crate::analysis::{Viewpoint, move_infos};
use crate::gtp::{Answer, Call, Failure};
use crate::{Color, Go, Session};
use std::fmt::Write;

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "gogui-analyze_commands",
        arguments: "",
        about: "the commands below for GoGui's menu",
        games: For::All,
        run: analyze_commands,
    },
    Entry {
        name: "hexgui-analyze_commands",
        arguments: "",
        about: "the same for HexGui",
        games: For::Cells,
        run: analyze_commands,
    },
    Entry {
        name: "gogui-version",
        arguments: "VERSION",
        about: "accepted: GoGui's own version",
        games: For::All,
        run: accept,
    },
    Entry { name: "gogui-title", arguments: "", about: "the title of GoGui's window", games: For::All, run: title },
    Entry {
        name: "katsura-candidates",
        arguments: "",
        about: "the candidates of the last search as a picture: visits, means, the principal variation",
        games: For::All,
        run: candidates,
    },
    Entry {
        name: "katsura-ownership",
        arguments: "",
        about: "who will own each cell, from -1 for White to 1 for Black",
        games: For::All,
        run: show_ownership,
    },
    Entry { name: "katsura-visits", arguments: "", about: "the visits of each move", games: For::All, run: visits },
    Entry {
        name: "katsura-amaf",
        arguments: "",
        about: "the all-moves-as-first means of each move",
        games: For::All,
        run: amaf,
    },
    Entry {
        name: "katsura-pv",
        arguments: "",
        about: "the principal variation, with colours",
        games: For::All,
        run: variation,
    },
    Entry { name: "katsura-tree", arguments: "", about: "figures about the search tree", games: For::All, run: tree },
];

/// Menu entries: kind, label, command, and where it makes sense.
const MENU: [(&str, &str, &str, For); 12] = [
    ("gfx", "Candidates", "katsura-candidates", For::All),
    ("dboard", "Ownership", "katsura-ownership", For::All),
    ("pspairs", "Visits", "katsura-visits", For::All),
    ("pspairs", "AMAF means", "katsura-amaf", For::All),
    ("var", "Principal variation", "katsura-pv", For::All),
    ("hstring", "Search tree", "katsura-tree", For::All),
    ("hpstring", "Explain last move", "gomill-explain_last_move", For::All),
    ("hstring", "Describe engine", "gomill-describe_engine", For::All),
    ("param", "Search parameters", "katsura-param", For::All),
    ("param", "Engine options", "katsura-option", For::All),
    ("plist", "Dead stones", "final_status_list dead", For::Go),
    ("string", "Final score", "final_score", For::All),
];

fn analyze_commands(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let fitting = MENU.iter().filter(|(.., games)| games.fits(&engine.game));
    Ok(fitting.map(|(kind, label, command, _)| format!("{kind}/{label}/{command}")).collect::<Vec<_>>().join("\n"))
}

fn title(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    Ok(format!("Katsura {}", engine.player.text))
}

/// The search at the position on the board; it may know nothing yet.
fn at_board(engine: &mut Engine, call: &mut Call<'_>) -> Result<(), Failure> {
    call.arguments.end()?;
    let moves = engine.line.moves().to_vec();
    // The search stands before its own last move until it is needed again: what it thought there is what people want to see.
    if moves.split_last().is_some_and(|(_, before)| before == engine.session.moves()) && engine.may_ponder {
        return Ok(());
    }
    engine.session.follow(&moves).map_err(|error| Failure::other(error.to_string()))
}

fn candidates(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    at_board(engine, call)?;
    Ok(picture(&mut engine.session, &engine.points))
}

/// Graphics of the candidates: the variation, influence by mean (positive is good for Black), visits as labels.
fn picture(session: &mut Session, points: &Points) -> String {
    let analysis = session.analysis();
    let infos: Vec<_> =
        move_infos(session, &analysis, Viewpoint::SideToMove).into_iter().filter(|info| info.visits > 0).collect();
    let Some(best) = infos.first() else { return "TEXT nothing has been searched here".to_string() };
    let mut out = String::new();
    let mut color = session.to_move();
    out.push_str("VAR");
    for mv in best.pv.iter().take_while(|mv| points.can_write(mv)).take(12) {
        let _ = write!(out, " {} {}", color.letter().to_ascii_lowercase(), points.write(mv));
        color = color.other();
    }
    let places = infos.iter().filter(|info| info.mv != "pass" && points.can_write(&info.mv)).take(20);
    let labels: Vec<String> = places.clone().map(|info| format!("{} {}", points.write(&info.mv), info.visits)).collect();
    let sign = if session.to_move() == Color::Black { 1.0 } else { -1.0 };
    let influence = |winrate: f64| sign * (2.0 * winrate - 1.0);
    let means: Vec<String> =
        places.map(|info| format!("{} {:.2}", points.write(&info.mv), influence(info.winrate))).collect();
    let _ = write!(out, "\nINFLUENCE {}\nLABEL {}", means.join(" "), labels.join(" "));
    let _ = write!(out, "\nTEXT {} {:.1} % after {} visits", points.write(&best.mv), best.winrate * 100.0, best.visits);
    out
}

/// Sends the picture of a search under way on standard error, as GoGui's live graphics.
pub(super) fn show_live(session: &mut Session, points: &Points) -> Go {
    let text = picture(session, points);
    super::tell(format_args!("gogui-gfx:\n{text}\n"));
    Go::On
}

/// Takes the live picture away.
pub(super) fn clear_live() {
    super::tell(format_args!("gogui-gfx: CLEAR"));
}

fn show_ownership(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let first = Color::first_in(&engine.game.customs());
    let cells = engine.ownership(engine.line.moves())?.seen_by(Color::Black, first).cells;
    let places = Places::of(&engine.line.position().picture());
    let mut rows = vec![vec!["0".to_string(); places.width]; places.height];
    for (&(column, row), value) in places.cells.iter().zip(cells) {
        rows[row][column] = format!("{value:.2}");
    }
    Ok(rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"))
}

fn visits(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    at_board(engine, call)?;
    Ok(pairs(engine, |mv| (mv.visits > 0).then(|| mv.visits.to_string())))
}

fn amaf(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    at_board(engine, call)?;
    Ok(pairs(engine, |mv| (mv.amaf_visits > 0).then(|| format!("{:.2}", mv.amaf_mean))))
}

fn pairs(engine: &mut Engine, text: impl Fn(&katsura_mcts::MoveAnalysis) -> Option<String>) -> String {
    let analysis = engine.session.analysis();
    let position = engine.session.position();
    let pair = |mv: &katsura_mcts::MoveAnalysis| {
        Some(format!("{} {}", engine.points.write(&position.move_name(mv.index)), text(mv)?))
    };
    analysis.moves.iter().filter_map(pair).filter(|pair| !pair.starts_with("pass")).collect::<Vec<_>>().join("\n")
}

fn variation(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    at_board(engine, call)?;
    let analysis = engine.session.analysis();
    let best = analysis.moves.iter().find(|mv| Some(mv.index) == analysis.best && mv.visits > 0);
    let names = best.map(|best| engine.session.line(&best.pv)).unwrap_or_default();
    let mut color = engine.session.to_move();
    let mut played = |mv: &String| {
        color = color.other();
        format!("{} {}", color.other().letter(), engine.points.write(mv))
    };
    Ok(names.iter().map(&mut played).collect::<Vec<_>>().join(" "))
}

fn tree(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    at_board(engine, call)?;
    let analysis = engine.session.analysis();
    let most = engine.config().memory_mib;
    Ok(format!(
        "Simulations: {}\nNodes: {}\nBytes per node: {}\nMemory limit: {most} MiB\nFull: {}",
        analysis.simulations, analysis.nodes, analysis.bytes_per_node, analysis.tree_full
    ))
}
