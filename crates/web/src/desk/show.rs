//! What the window is shown.

use super::numbers::{Numbers, first_player_value};
use super::player::Player;
use super::thinker::Thinker;
use super::treeview::{self, TreeView};
use super::view::BoardView;
use super::{Activity, Desk};
use crate::log::Log;
use katsura_engine::Color;
use katsura_game::Turn;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Time between two pictures of the numbers, and of the tree, while a search runs.
const NUMBERS: Duration = Duration::from_millis(100);
const TREE: Duration = Duration::from_millis(500);

/// The state of the game.
#[derive(Serialize)]
struct State<'a> {
    game: &'a katsura_games::GameSpec,
    seats: [Option<Value>; 2],
    moves: Vec<String>,
    at: usize,
    turn: Option<u8>,
    rewards: Option<Vec<f32>>,
    legal: Vec<String>,
    board: BoardView,
    /// Whether stones can be set up.
    editable: bool,
    activity: &'static str,
    paused: bool,
    shown: Vec<Value>,
    notice: Option<&'a str>,
}

/// What stands for a move that was not told.
const UNSEEN: &str = "?";

fn described(player: &Player) -> Value {
    json!({ "name": player.name, "config": player.config.config() })
}

impl Desk {
    /// Shows what has changed; while a search runs, not more often than people can see.
    pub fn publish(&mut self, log: &Log) {
        if std::mem::take(&mut self.due.state) {
            log.show("state", &self.state());
            self.due.numbers_at = None;
        }
        let (now, running) = (Instant::now(), self.wants_slice());
        let is_due = |last: Option<Instant>, every| !running || last.is_none_or(|last| now.duration_since(last) >= every);
        if !is_due(self.due.numbers_at, NUMBERS) {
            return;
        }
        if let Some(counts) = &self.ownership {
            log.show("ownership", &json!({ "at": self.at, "shares": counts.shares() }));
            self.due.numbers_at = Some(now);
        }
        if !std::mem::take(&mut self.due.numbers) {
            return;
        }
        self.due.numbers_at = Some(now);
        log.show("numbers", &json!({ "at": self.at, "searches": self.numbers(), "curve": self.curve }));
        if self.tree.nodes > 0 && is_due(self.due.tree_at, TREE) {
            self.due.tree_at = Some(now);
            if let Some(view) = self.tree_view() {
                log.show("tree", &json!({ "at": self.at, "view": view }));
            }
        }
    }

    fn state(&self) -> State<'_> {
        let (over, viewer) = (self.position.turn() == Turn::Over, self.viewer());
        let is_told = viewer.is_none_or(|viewer| self.position.turn().player() == Some(viewer));
        State {
            game: &self.game,
            seats: self.seats.each_ref().map(|seat| seat.as_ref().map(described)),
            moves: self.moves_shown(viewer),
            at: self.at,
            turn: self.position.turn().player().map(|player| player.0),
            rewards: over.then(|| self.position.rewards().as_slice()[..2].to_vec()),
            legal: if is_told { self.position.legal_moves() } else { Vec::new() },
            board: BoardView::seen_by(viewer, &*self.position),
            editable: self.editable,
            activity: match self.activity {
                Activity::Idle => "idle",
                Activity::Moving => "moving",
                Activity::Analysing { .. } => "analysing",
            },
            paused: self.paused,
            shown: self.shown.iter().map(described).collect(),
            notice: self.notice.as_deref(),
        }
    }

    /// The moves, without those that the viewer was not told.
    fn moves_shown(&self, viewer: Option<katsura_game::Player>) -> Vec<String> {
        let Some(viewer) = viewer else { return self.moves.clone() };
        let mut position = self.game.start();
        let shown = |mv: &String| {
            let is_seen = position.sees_move(viewer, mv);
            let made = position.play(mv);
            if is_seen && made.is_ok() { mv.clone() } else { UNSEEN.to_string() }
        };
        self.moves.iter().map(shown).collect()
    }

    /// The numbers of the shown searches that stand at the position, or can go on to it with their tree.
    fn numbers(&mut self) -> Vec<Numbers> {
        let comparing = self.is_comparing();
        let (game, moves, position) = (&self.game, &self.indices[..self.at], &self.position);
        let (first, mut all) = (Color::first_in(&game.customs()), Vec::new());
        for player in &self.shown {
            let fits = |thinker: &Thinker| thinker.stands_at(moves) || (!comparing && thinker.can_reach(moves));
            if !self.thinkers.of(player).is_some_and(|thinker| fits(thinker)) {
                continue;
            }
            if let Ok(thinker) = self.thinkers.at(game, player, moves) {
                all.push(Numbers::of(thinker, &**position, first));
            }
        }
        all
    }

    /// Takes down what a search says about the first player's chance.
    pub(super) fn note_value(&mut self, player: &Player) {
        let turn = self.position.turn();
        let value = self.thinkers.of(player).and_then(|thinker| first_player_value(&thinker.searcher.peek(), turn));
        if let (Some(value), Some(place)) = (value, self.curve.get_mut(self.at)) {
            *place = Some(value);
        }
    }

    fn tree_view(&mut self) -> Option<TreeView> {
        let player = self.shown.first()?;
        let thinker = self.thinkers.of(player).filter(|thinker| thinker.stands_at(&self.indices[..self.at]))?;
        Some(TreeView::of(thinker.searcher.tree(), &*self.position, &self.tree))
    }

    /// The tree of the shown search as JSON: its most visited nodes.
    pub fn export(&mut self, nodes: usize) -> Result<Value, String> {
        let player = self.shown.first().cloned().ok_or("no search is shown")?;
        let thinker = self.thinkers.of(&player).filter(|thinker| thinker.stands_at(&self.indices[..self.at]));
        let thinker = thinker.ok_or("there is no tree of this position yet")?;
        let root = treeview::export(thinker.searcher.tree(), &*self.position, nodes);
        Ok(json!({
            "game": self.game,
            "moves": &self.moves[..self.at],
            "player": described(&player),
            "simulations": thinker.searcher.peek().simulations,
            "nodes": thinker.searcher.tree().nodes(),
            "root": root,
        }))
    }

    /// Shows the position after some moves of the tree, or the game's again.
    pub(super) fn look(&mut self, path: &[String], log: &Log) -> Result<(), String> {
        let mut board = self.position.boxed();
        for mv in path.iter().take(1000) {
            board.play(mv).map_err(|error| error.to_string())?;
        }
        log.show("look", &json!({ "at": self.at, "path": path, "board": BoardView::seen_by(self.viewer(), &*board) }));
        Ok(())
    }
}
