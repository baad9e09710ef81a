//! What goes out.

use super::{Action, ActionKind};
use crate::Color;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// One line of output.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Response {
    /// What a search thinks of a position.
    Report(Box<PositionReport>),
    /// A request was refused.
    Problem(Problem),
    /// A part of a query was left out.
    Warning(Warning),
    /// An action was carried out.
    Acknowledgement(Acknowledgement),
}

/// A colour as one letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum Side {
    /// Black.
    B,
    /// White.
    W,
}

/// Colours are read as in GTP: one letter or the whole word, in any case.
impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse::<Color>().map(Side::from).map_err(D::Error::custom)
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::B,
            Color::White => Side::W,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::B => Color::Black,
            Side::W => Color::White,
        }
    }
}

/// What a search thinks of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionReport {
    /// The id of the query.
    pub id: String,
    /// The number of moves before the position.
    pub turn_number: usize,
    /// Whether the search goes on; the last report of a position says false.
    pub is_during_search: bool,
    /// The name of the game.
    pub game: String,
    /// Whether the query was terminated before there was anything to tell.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_results: bool,
    /// The moves, best first; empty when the game is over.
    pub move_infos: Vec<MoveInfo>,
    /// The position as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_info: Option<RootInfo>,
    /// Who will own each cell, row by row from the top left: from -1 to 1, 1 for the player of the viewpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Vec<f64>>,
}

/// One move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfo {
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub mv: String,
    /// Simulations through it.
    pub visits: u64,
    /// The mean reward.
    pub winrate: f64,
    /// The lower end of the 95 % interval of the mean reward, in the eyes of the player to move.
    pub lcb: f64,
    /// The upper end of it.
    pub ucb: f64,
    /// The game's prior, ½ without one.
    pub prior: f64,
    /// The place in the order, 0 for the move that would be played.
    pub order: usize,
    /// Samples of the all-moves-as-first rule, if it is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amaf_visits: Option<u64>,
    /// The mean reward by the all-moves-as-first rule, if it is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amaf_winrate: Option<f64>,
    /// The principal variation, beginning with the move.
    pub pv: Vec<String>,
}

/// A position as a whole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RootInfo {
    /// Who is to move; `null` when the game is over.
    pub current_player: Option<Side>,
    /// Simulations through all moves.
    pub visits: u64,
    /// The mean reward of all of them.
    pub winrate: f64,
    /// The mean score of playouts from the position, for games with a score and if ownership was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_lead: Option<f64>,
    /// Nodes in the tree.
    pub nodes: usize,
    /// Whether the tree is full: the memory limit stopped its growth.
    pub tree_full: bool,
}

/// A request was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// The id of the request, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The field that is wrong, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong.
    pub error: String,
}

impl Problem {
    /// Something is wrong.
    pub fn new(error: impl Into<String>) -> Self {
        Problem { id: None, field: None, error: error.into() }
    }

    /// With this field.
    #[must_use]
    pub fn of_field(mut self, field: &str) -> Self {
        self.field = Some(field.to_string());
        self
    }

    /// In the request of this id.
    #[must_use]
    pub fn of(mut self, id: &str) -> Self {
        self.id = Some(id.to_string());
        self
    }
}

/// A part of a query was left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// The id of the query.
    pub id: String,
    /// The field.
    pub field: String,
    /// Why.
    pub warning: String,
}

impl Warning {
    /// A warning about a field.
    pub fn new(id: &str, field: &str, warning: &str) -> Self {
        Warning { id: id.to_string(), field: field.to_string(), warning: warning.to_string() }
    }
}

/// An action was carried out: the request again, with an answer where one was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Acknowledgement {
    /// The request.
    #[serde(flatten)]
    pub request: Action,
    /// `query_version`: the version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

impl Acknowledgement {
    /// The answer to an action.
    pub fn to(request: &Action) -> Self {
        let version = (request.action == ActionKind::QueryVersion).then(|| env!("CARGO_PKG_VERSION").to_string());
        Acknowledgement { request: request.clone(), version }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}
