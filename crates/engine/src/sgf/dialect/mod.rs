//! How the files of each game write moves and cells. Only texts are translated here; no rule of a game is known.

mod go;
mod havannah;
mod hex;
mod reversi;

use super::record::{Action, NamedGame, customs};
use super::{Node, Value};
use crate::setup;
use katsura_game::{Customs, Sgf, SgfDialect};
use katsura_games::GameSpec;
use katsura_games::havannah::notation::Notation;
use serde_json::{Map, Value as Json, json};

/// The way a file writes the cells of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Go on a board of so many columns and rows.
    Go(usize, usize),
    /// Hex.
    Hex,
    /// Havannah on a board of this side, in this notation.
    Havannah(u8, Notation),
    /// Reversi on a board of this size.
    Reversi(usize),
    /// Any other game, as the game writes it.
    Own,
}

/// The game and the parameters that the root of a file names, and how the file writes moves. `moves` are those of the file:
/// they tell the game if the root does not.
///
/// # Errors
/// What is expected and what the file has.
pub(super) fn of_root<'a>(root: &Node, moves: impl IntoIterator<Item = &'a Value>) -> Result<(NamedGame, Dialect), String> {
    let name = game_name(root, moves)?;
    let own = root.text("KATSURA").and_then(|text| NamedGame::from_json(&text)).filter(|own| own.name == name);
    let game = match own {
        Some(own) => own,
        None => NamedGame { parameters: parameters(&name, root)?, name },
    };
    let dialect = Dialect::of(&game)?;
    match dialect {
        Dialect::Havannah(side, _) if is_little_golem(root) => Ok((game, Dialect::Havannah(side, Notation::LittleGolem))),
        _ => Ok((game, dialect)),
    }
}

fn game_name<'a>(root: &Node, moves: impl IntoIterator<Item = &'a Value>) -> Result<String, String> {
    let Some(written) = root.simple_text("GM") else {
        // By the standard a file without GM is of Go; LittleGolem's files of Havannah have none either.
        let is_go = !is_little_golem(root) || moves.into_iter().any(|value| go::point(value.raw()).is_some());
        let dialect = if is_go { SgfDialect::Go } else { SgfDialect::Havannah };
        let game = GameSpec::all().into_iter().find(|game| game.customs().sgf.dialect == dialect);
        return game.map(|game| game.about().name.into_owned()).ok_or("expected GM".to_string());
    };
    let is = |known: &str| written.eq_ignore_ascii_case(known);
    let known = |game: &GameSpec| is(&game.about().name) || game.customs().sgf.names.iter().any(|name| is(name));
    match GameSpec::all().into_iter().find(known) {
        Some(game) => Ok(game.about().name.into_owned()),
        None if written.starts_with(|c: char| c.is_ascii_alphabetic()) => Ok(written.to_ascii_lowercase()),
        None => Err(format!("GM[{written}]: expected {} or the name of a game", numbered_games())),
    }
}

/// The games that have a number in `GM`: `1 (Go), 2 (Reversi)`.
fn numbered_games() -> String {
    let number = |customs: &Customs| customs.sgf.names.first()?.parse::<u32>().ok();
    let all = GameSpec::all().into_iter().map(|game| game.customs());
    let mut games: Vec<_> = all.filter_map(|customs| Some((number(&customs)?, customs.title))).collect();
    games.sort();
    games.iter().map(|(number, title)| format!("{number} ({title})")).collect::<Vec<_>>().join(", ")
}

/// Whether the source of a file is LittleGolem.
pub(super) fn is_little_golem(root: &Node) -> bool {
    root.simple_text("SO").is_some_and(|source| source.to_ascii_lowercase().contains("littlegolem"))
}

fn parameters(game: &str, root: &Node) -> Result<Map<String, Json>, String> {
    let mut parameters = Map::new();
    let sgf = customs(game).sgf;
    if let Some(size) = size(&sgf, root.simple_text("SZ"))? {
        parameters.insert("size".to_string(), json!(size));
    }
    if sgf.dialect == SgfDialect::Go {
        let komi = root.value("KM").and_then(Value::real).map(go::komi).map(setup::komi);
        parameters.extend(komi.map(|komi| ("komi".to_string(), json!(komi))));
        parameters.extend(root.simple_text("RU").and_then(|name| go::rules(&name)).unwrap_or_default());
    }
    Ok(parameters)
}

/// Whether the rules of this name count territory in this game.
pub(super) fn counts_territory(game: &NamedGame, rules: &str) -> bool {
    game.customs().sgf.dialect == SgfDialect::Go && go::counts_territory(rules)
}

/// The size that a file gives or means.
fn size(sgf: &Sgf, written: Option<String>) -> Result<Option<usize>, String> {
    let is_havannah = sgf.dialect == SgfDialect::Havannah;
    let Some(written) = written else {
        let usual = sgf.usual_size.map(usize::from);
        return if is_havannah { Err("expected SZ, the side of the board".to_string()) } else { Ok(usual) };
    };
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let size = match written.split_once(':') {
        _ if is_havannah => havannah::side(&written),
        Some((columns, rows)) => number(columns).filter(|&columns| Some(columns) == number(rows)),
        None => number(&written),
    };
    match size.filter(|size| (1..=52).contains(size)) {
        Some(size) => Ok(Some(size)),
        None => Err(format!("SZ[{written}]: expected the size of a square board, from 1 to 52")),
    }
}

/// Adds what a file says about the parameters of a game; the rest goes into `KATSURA`.
pub(super) fn write_parameters(game: &NamedGame, root: &mut Node) {
    if let Some(size) = game.parameters.get("size") {
        root.set_text("SZ", &size.to_string());
    }
    if game.customs().sgf.dialect == SgfDialect::Go {
        if let Some(komi) = game.parameters.get("komi").and_then(Json::as_f64) {
            root.set_text("KM", &komi.to_string());
        }
        if let Some(rules) = go::rules_name(&game.parameters) {
            root.set_text("RU", rules);
        }
    }
}

impl Dialect {
    /// How a file of this game is written.
    pub(super) fn of(game: &NamedGame) -> Result<Dialect, String> {
        let size = game.parameters.get("size").and_then(Json::as_u64).and_then(|size| usize::try_from(size).ok());
        let size = || size.filter(|size| (1..=52).contains(size)).ok_or(format!("{}: expected a size", game.name));
        Ok(match game.customs().sgf.dialect {
            SgfDialect::Go => Dialect::Go(size()?, size()?),
            SgfDialect::Hex => Dialect::Hex,
            SgfDialect::Havannah => Dialect::Havannah(havannah::checked(size()?)?, Notation::HavannahGui),
            SgfDialect::Reversi => Dialect::Reversi(size()?),
            SgfDialect::Own => Dialect::Own,
        })
    }

    /// Whether a handicap may be a parameter of the game.
    pub(super) fn has_handicap(self) -> bool {
        matches!(self, Dialect::Go(..))
    }

    /// Whether there is a site that writes the cells in a way of its own.
    pub(super) fn has_little_golem(self) -> bool {
        matches!(self, Dialect::Havannah(..))
    }

    /// Whether the cells are written as LittleGolem does.
    pub(super) fn is_of_little_golem(self) -> bool {
        matches!(self, Dialect::Havannah(_, Notation::LittleGolem))
    }

    /// The action that a move of a file means; `None` if it is none of this game.
    pub(super) fn action(self, value: &Value) -> Option<Action> {
        let text = value.simple_text();
        let text = text.trim();
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        let swaps = matches!(self, Dialect::Hex | Dialect::Havannah(..));
        match self {
            Dialect::Go(columns, rows) if go::is_pass(text, (columns, rows)) => Some(Action::pass()),
            Dialect::Reversi(_) if reversi::is_pass(text) => Some(Action::pass()),
            _ if is("resign") => Some(Action::Resign),
            _ if is("forfeit") => Some(Action::Forfeit),
            _ if swaps && ["swap", "swap-pieces", "swap-sides"].iter().any(|word| is(word)) => Some(Action::Swap),
            _ => self.cell(text).map(Action::Move),
        }
    }

    /// The cells that one value of `AB`, `AW` or `AE` means: one, or a rectangle of them in Go.
    pub(super) fn cells(self, value: &Value) -> Option<Vec<String>> {
        let (Dialect::Go(columns, rows), Some((first, last))) = (self, value.pair()) else {
            return Some(vec![self.cell(value.simple_text().trim())?]);
        };
        let corner = |value: Value| go::point(value.simple_text().trim());
        let (first, last) = (corner(first)?, corner(last)?);
        let between = |a: usize, b: usize| a.min(b)..=a.max(b);
        let across = between(first.0, last.0);
        let points = between(first.1, last.1).flat_map(|row| across.clone().map(move |column| (column, row)));
        points.map(|point| go::vertex(point, (columns, rows))).collect()
    }

    /// A cell of a file as the game writes it.
    fn cell(self, text: &str) -> Option<String> {
        match self {
            Dialect::Go(columns, rows) => go::vertex(go::point(text)?, (columns, rows)),
            Dialect::Hex => hex::cell(text).map(hex::name),
            Dialect::Havannah(side, notation) => havannah::cell(text, side, notation, Notation::Main),
            Dialect::Reversi(size) => reversi::square(text, size),
            Dialect::Own => (!text.is_empty()).then(|| text.to_string()),
        }
    }

    /// An action as a file writes it; `None` if the game has no such move.
    pub(super) fn write(self, action: &Action) -> Option<Value> {
        let text = match (self, action) {
            (_, Action::Resign) => "resign".to_string(),
            (_, Action::Forfeit) => "forfeit".to_string(),
            (Dialect::Hex, Action::Swap) => "swap-pieces".to_string(),
            (_, Action::Swap) => "swap".to_string(),
            (Dialect::Go(..) | Dialect::Reversi(_), Action::Move(_)) if *action == Action::pass() => String::new(),
            (_, Action::Move(text)) => return self.write_cell(text),
        };
        Some(Value::from_text(&text))
    }

    /// A cell of the game as a file writes it.
    pub(super) fn write_cell(self, text: &str) -> Option<Value> {
        let text = match self {
            Dialect::Go(columns, rows) => go::from_vertex(text, (columns, rows))?,
            Dialect::Hex => hex::name(hex::cell(text)?),
            Dialect::Havannah(side, notation) => havannah::cell(text, side, Notation::Main, notation)?,
            Dialect::Reversi(size) => reversi::square(text, size)?,
            Dialect::Own => text.to_string(),
        };
        Some(Value::from_text(&text))
    }

    /// What a cell becomes when the two sides are exchanged.
    pub(super) fn mirrored(self, cell: &str) -> String {
        match self {
            Dialect::Hex => hex::mirrored(cell).unwrap_or_else(|| cell.to_string()),
            _ => cell.to_string(),
        }
    }

    /// The stones of Black and White that stand on the board before any setup, if files repeat them.
    pub(super) fn standard_start(self) -> Option<[[String; 2]; 2]> {
        match self {
            Dialect::Reversi(size) => Some(reversi::start(size)),
            _ => None,
        }
    }

    /// What a move looks like, for messages.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Dialect::Go(..) => "two letters for a point on the board, or nothing for a pass",
            Dialect::Hex => "a cell such as c5, swap-pieces, swap-sides, resign or forfeit",
            Dialect::Havannah(_, Notation::LittleGolem) => "a cell on the board as LittleGolem writes it, swap or resign",
            Dialect::Havannah(..) => "a cell on the board, letter of the row first, swap or resign",
            Dialect::Reversi(_) => "a square such as d3, or nothing for a pass",
            Dialect::Own => "a move",
        }
    }
}
