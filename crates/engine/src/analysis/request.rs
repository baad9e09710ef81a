//! What comes in.

use super::{Problem, Side, Warning};
use katsura_games::GameSpec;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// One line of input: positions to analyse, or something to do.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Request {
    /// Something to do.
    Action(Action),
    /// Positions to analyse.
    Query(Box<Query>),
}

/// Positions of one game to analyse.
///
/// ```
/// use katsura_engine::analysis::Request;
/// let line = r#"{"id": "1", "game": "hex", "moves": ["f6", "e7"], "maxVisits": 1000}"#;
/// let (Request::Query(query), warnings) = Request::parse(line).unwrap() else { panic!() };
/// assert_eq!((query.moves.len(), query.max_visits, warnings.len()), (2, Some(1000), 0));
/// let problem = Request::parse(r#"{"id": "1", "maxVisits": -5}"#).unwrap_err();
/// assert_eq!(problem.field.as_deref(), Some("maxVisits"));
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// The name of the query, repeated in every answer.
    pub id: String,
    /// The game: a name, or a name with parameters as in `{"name": "hex", "size": 11}`. Go, if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameChoice>,
    /// The moves so far: `["B", "E5"]` with a colour, or `"E5"` in turn, in the notation of the game.
    #[serde(default)]
    pub moves: Vec<MoveEntry>,
    /// Stones that stand on the board before the first move, as `["B", "E5"]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub initial_stones: Vec<(Side, String)>,
    /// Who is to move at turn 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_player: Option<Side>,
    /// The rules of Go, by name or in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesChoice>,
    /// The komi of Go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<f64>,
    /// The width of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub board_x_size: Option<u32>,
    /// The height of the board; the same as the width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub board_y_size: Option<u32>,
    /// Which positions to analyse, by the number of moves before them; the last one, if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analyze_turns: Option<Vec<usize>>,
    /// Simulations for each position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_visits: Option<u64>,
    /// Seconds for each position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub max_time: Option<f64>,
    /// Who searches: a preset, a preset with `key=value`, or a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether to tell who will own each point, by playouts of the player from the position.
    #[serde(default)]
    pub include_ownership: bool,
    /// Moves that are not tried at the root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avoid_moves: Vec<MoveList>,
    /// The only moves that are tried at the root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow_moves: Vec<MoveList>,
    /// Parameters of the search by their dotted names, and `reportAnalysisWinratesAs`.
    #[serde(default)]
    pub override_settings: Settings,
    /// Seconds between reports during the search; none, if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub report_during_search_every: Option<f64>,
    /// Higher ones are searched first.
    #[serde(default)]
    pub priority: i64,
    /// A priority for each of `analyzeTurns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priorities: Option<Vec<i64>>,
}

/// Parameters by their dotted names.
pub type Settings = Map<String, Value>;

/// A game by name or with its parameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GameChoice {
    /// The name; parameters have their defaults.
    Name(String),
    /// The name and parameters.
    Table(#[schemars(with = "GameSpec")] Value),
}

/// A move with or without a colour.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MoveEntry {
    /// The move of the player whose turn it is.
    Plain(String),
    /// The move of a colour.
    By(Side, String),
}

/// An error shows the entry and what would be accepted.
impl<'de> Deserialize<'de> for MoveEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entry = Value::deserialize(deserializer)?;
        let plain = entry.as_str().map(|mv| MoveEntry::Plain(mv.to_string()));
        let by = || <(Side, String)>::deserialize(&entry).ok().map(|(side, mv)| MoveEntry::By(side, mv));
        let wrong = || D::Error::custom(format!(r#"expected a move such as "E5" or ["B", "E5"], found {entry}"#));
        plain.or_else(by).ok_or_else(wrong)
    }
}

/// Rules of Go.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RulesChoice {
    /// `tromp-taylor`, `chinese`, `aga`, `new-zealand` and others.
    Name(String),
    /// `koRule`, `scoring`, `suicide`, `tax`, `hasButton`, `whiteHandicapBonus`.
    Table(Settings),
}

/// Moves of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoveList {
    /// Whose moves.
    pub player: Side,
    /// The moves.
    pub moves: Vec<String>,
    /// Only 1 is accepted: answers have moves of the player to move only.
    #[serde(default = "one")]
    pub until_depth: u32,
}

fn one() -> u32 {
    1
}

/// Something to do other than to analyse.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Action {
    /// The name of the request, repeated in the answer.
    pub id: String,
    /// What to do.
    pub action: ActionKind,
    /// `terminate`: which query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminate_id: Option<String>,
    /// `terminate` and `terminate_all`: which turns; all, if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_numbers: Option<Vec<usize>>,
}

/// What can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// Tell the version.
    QueryVersion,
    /// Nothing: every position is searched afresh.
    ClearCache,
    /// End the search of a query; what it has found is reported.
    Terminate,
    /// End all searches.
    TerminateAll,
}

/// Fields of KataGo's queries that mean nothing here; they are answered with a warning.
const IGNORED: [&str; 12] = [
    "analysisPVLen",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnershipStdev",
    "includePVVisits",
    "includePolicy",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "rootPolicyTemperatureEarly",
    "warningsAsErrors",
    "whiteHandicapBonus",
];

impl Request {
    /// Reads a line. Fields that only KataGo has are warned about and left out.
    ///
    /// # Errors
    /// What is wrong, with the id and the field as far as they are known.
    pub fn parse(line: &str) -> Result<(Request, Vec<Warning>), Problem> {
        let value: Value = serde_json::from_str(line).map_err(|error| Problem::new(format!("no JSON: {error}")))?;
        let Value::Object(mut fields) = value else {
            return Err(Problem::new("expected a JSON object"));
        };
        let id = match fields.get("id") {
            Some(Value::String(id)) => id.clone(),
            Some(_) => return Err(Problem::new("expected a text").of_field("id")),
            None => return Err(Problem::new("is missing").of_field("id")),
        };
        if fields.contains_key("action") {
            return Ok((Request::Action(read(fields, &id)?), Vec::new()));
        }
        let ignored = IGNORED.into_iter().filter(|name| fields.remove(*name).is_some());
        let warnings = ignored.map(|name| Warning::new(&id, name, "means nothing here and is left out")).collect();
        Ok((Request::Query(Box::new(read(fields, &id)?)), warnings))
    }
}

/// Reads fields into a request; an error names the first field that cannot be read.
fn read<T: DeserializeOwned>(fields: Map<String, Value>, id: &str) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(fields.clone())).map_err(|error| {
        let mut least = Map::from_iter([("id".to_string(), Value::String(id.to_string()))]);
        if fields.contains_key("action") {
            least.insert("action".to_string(), Value::String("query_version".to_string()));
        }
        let wrong = fields.into_iter().find_map(|(name, value)| {
            let mut alone = least.clone();
            alone.insert(name.clone(), value);
            serde_json::from_value::<T>(Value::Object(alone)).err().map(|error| (name, error))
        });
        match wrong {
            Some((name, error)) => Problem::new(error.to_string()).of_field(&name).of(id),
            None => Problem::new(error.to_string()).of(id),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(moves: &str) -> Result<Vec<MoveEntry>, Problem> {
        let (request, _) = Request::parse(&format!(r#"{{"id": "1", "moves": {moves}}}"#))?;
        let Request::Query(query) = request else { panic!("{request:?}") };
        Ok(query.moves)
    }

    #[test]
    fn colours_are_read_in_any_case() {
        let by = |side| MoveEntry::By(side, "E5".to_string());
        let read = moves(r#"[["B", "E5"], ["w", "E5"], ["Black", "E5"], ["WHITE", "E5"], "E5"]"#).unwrap();
        assert_eq!(read, [by(Side::B), by(Side::W), by(Side::B), by(Side::W), MoveEntry::Plain("E5".to_string())]);
    }

    #[test]
    fn an_entry_that_is_no_move_is_shown_with_what_is_expected() {
        for entry in [r#"["red","E5"]"#, r#"["B"]"#, r#"["B","E5","C3"]"#, "5", "null"] {
            let problem = moves(&format!(r#"["E5", {entry}]"#)).unwrap_err();
            assert_eq!(problem.field.as_deref(), Some("moves"));
            assert_eq!(problem.error, format!(r#"expected a move such as "E5" or ["B", "E5"], found {entry}"#));
        }
    }
}
