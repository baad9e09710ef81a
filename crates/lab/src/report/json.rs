//! Reports as JSON, the same for the command line and for Python.

use super::{BanditReport, ProbePoint, ProbeReport, RowReport, WAYS, command};
use crate::matches::Seat;
use serde_json::{Map, Value, json};

impl RowReport {
    /// The row as JSON.
    pub fn document(&self) -> Value {
        let [wins_a, wins_b] = self.tally.wins();
        let mut document = json!({
            "row": self.name(),
            "games": self.tally.games(),
            "wins_a": wins_a,
            "wins_b": wins_b,
            "draws": self.tally.draws(),
            "pairs": self.tally.pairs().counts(),
            "ours": self.ours,
            "pairs_measured": self.pairs_measured(),
            "pairs_left_out": self.tally.pairs_left_out(),
            "published": self.published,
            "judgement": self.judgement,
            "p_value": self.p_value,
            "faults": Seat::BOTH.map(|seat| self.tally.faults(seat)),
            "games_per_second": self.games_per_second(),
            "win_types": self.wins.map(win_types),
            "command": command::of_match(self),
            "restarts": Seat::BOTH.map(|seat| self.tally.restarts(seat)),
            "late_moves": Seat::BOTH.map(|seat| self.tally.late_moves(seat)),
            "config_hash": self.manifest.config_hash,
        });
        document["stop"] = Value::Object(self.manifest.stop_rule().document(&self.tally.pairs()));
        document
    }
}

/// How often each player won in each way.
fn win_types(wins: [[u64; 3]; 2]) -> Value {
    let of_player = |counts: [u64; 3]| -> Map<String, Value> {
        WAYS.iter().zip(counts).map(|(way, count)| (way.to_string(), json!(count))).collect()
    };
    json!({ "a": of_player(wins[0]), "b": of_player(wins[1]) })
}

impl BanditReport {
    /// The row as JSON.
    pub fn document(&self) -> Value {
        json!({ "row": self.work.row.name, "points": self.points, "config_hash": self.manifest.config_hash })
    }
}

impl ProbeReport {
    /// The row as JSON.
    pub fn document(&self) -> Value {
        let point = |point: &ProbePoint| {
            let error = point.error.as_ref();
            json!({
                "simulations": point.simulations,
                "positions": point.positions,
                "value": point.value,
                "bias": error.map(|error| error.bias),
                "rmse": error.map(|error| error.rmse),
                "published_rmse": error.and_then(|error| error.published),
            })
        };
        let points: Vec<Value> = self.points.iter().map(point).collect();
        json!({ "row": self.work.row.name, "points": points, "config_hash": self.manifest.config_hash })
    }
}
