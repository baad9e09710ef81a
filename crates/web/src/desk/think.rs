//! The searches of a session, a slice at a time.

use super::command::PlayerChoice;
use super::player::Player;
use super::story::Story;
use super::{Activity, Desk};
use crate::log::Log;
use katsura_mcts::{Budget, Control, SearchConfig};
use std::time::Duration;

/// Simulations that two compared searches may be apart.
const STRIDE: u64 = 256;

impl Desk {
    /// Searches the position with some players. Two are compared, from empty trees.
    pub(super) fn analyse(&mut self, players: Vec<PlayerChoice>, simulations: Option<u64>) -> Result<(), String> {
        if !(1..=2).contains(&players.len()) {
            return Err("one player or two can search a position".to_string());
        }
        let players = players.into_iter().map(|choice| Player::new(choice, &self.game, &self.limits));
        let players: Vec<Player> = players.collect::<Result<_, _>>()?;
        if players.len() > 1 {
            self.thinkers.forget(&players, None);
        }
        for player in &players {
            self.thinkers.at(&self.game, player, &self.indices[..self.at])?;
        }
        self.shown = players;
        self.activity = Activity::Analysing { simulations };
        self.paused = false;
        Ok(())
    }

    /// Goes on: with what was under way, or with the move of the player to move.
    pub(super) fn go(&mut self) -> Result<(), String> {
        self.paused = false;
        self.wake();
        Ok(())
    }

    /// Whether there is something to search for.
    pub fn wants_slice(&self) -> bool {
        let counts = self.ownership.as_ref();
        let wants_more = counts.is_some_and(|counts| counts.wants_more(&self.owner_player(), &self.moves[..self.at]));
        (!self.paused && self.activity != Activity::Idle) || wants_more
    }

    /// Forgets all searches, which are made anew when they are needed.
    pub fn forget(&mut self) {
        self.thinkers.clear();
    }

    /// Stops whatever runs, and says why.
    pub fn halt(&mut self, reason: &str) {
        self.activity = Activity::Idle;
        self.paused = true;
        self.ownership = None;
        self.notice = Some(reason.to_string());
        self.due.state = true;
    }

    /// Searches for about this long, or until somebody says stop.
    pub fn slice(&mut self, time: Duration, control: &Control) {
        let done = match self.activity {
            _ if self.paused => Ok(()),
            Activity::Idle => Ok(()),
            Activity::Moving => self.think_about_move(time, control),
            Activity::Analysing { simulations } => self.search_on((time, control), simulations),
        };
        let done = done.and_then(|()| if control.is_stopped() { Ok(()) } else { self.count_owners() });
        if let Err(reason) = done {
            self.halt(&reason);
        }
    }

    fn count_owners(&mut self) -> Result<(), String> {
        let (player, moves) = (self.owner_player(), &self.moves[..self.at]);
        let counts = self.ownership.as_mut().filter(|counts| counts.wants_more(&player, moves));
        counts.map_or(Ok(()), |counts| counts.count(&self.game, &player, moves))
    }

    /// Whose playouts say who will own what: those of the search that is shown.
    fn owner_player(&self) -> SearchConfig {
        self.shown.first().map(|player| player.config.config().clone()).unwrap_or_default()
    }

    fn think_about_move(&mut self, time: Duration, control: &Control) -> Result<(), String> {
        let Some(player) = self.seat_to_move().cloned() else {
            self.activity = Activity::Idle;
            return Ok(());
        };
        let thinker = self.thinkers.at(&self.game, &player, &self.indices[..self.at])?;
        let whole = player.config.budget;
        let left = Budget {
            simulations: whole.simulations.map(|limit| limit.saturating_sub(thinker.simulations)),
            seconds: Some(whole.seconds.map_or(f64::INFINITY, |limit| limit - thinker.seconds).min(time.as_secs_f64())),
        };
        let spent = left.simulations == Some(0) || left.seconds.is_some_and(|seconds| seconds <= 0.0);
        let thought = !spent && thinker.think(&left, control);
        let bounded = whole.simulations.is_some() || whole.seconds.is_some();
        if self.shown.first() != Some(&player) || self.shown.len() > 1 {
            self.shown = vec![player.clone()];
        }
        self.due.numbers = true;
        if thought && (bounded || control.is_stopped()) {
            return Ok(());
        }
        self.note_value(&player);
        let thinker = self.thinkers.at(&self.game, &player, &self.indices[..self.at])?;
        let best = thinker.searcher.best().map(|index| self.position.move_name(index));
        let Some(best) = best else {
            self.activity = Activity::Idle;
            return Ok(());
        };
        self.make(&best)?;
        self.wake();
        Ok(())
    }

    /// One turn of the search that is behind.
    fn search_on(&mut self, (time, control): (Duration, &Control), limit: Option<u64>) -> Result<(), String> {
        if self.is_comparing() {
            self.thinkers.forget(&self.shown, Some(&self.indices[..self.at]));
        }
        let mut behind: Option<(u64, Player)> = None;
        for player in self.shown.clone() {
            let thinker = self.thinkers.at(&self.game, &player, &self.indices[..self.at])?;
            let made = thinker.simulations;
            if limit.is_none_or(|limit| made < limit) && behind.as_ref().is_none_or(|(least, _)| made < *least) {
                behind = Some((made, player));
            }
        }
        let Some((made, player)) = behind else {
            self.activity = Activity::Idle;
            self.due.state = true;
            return Ok(());
        };
        let stride = if self.is_comparing() { STRIDE } else { u64::MAX };
        let left = limit.map_or(stride, |limit| stride.min(limit - made));
        let thinker = self.thinkers.at(&self.game, &player, &self.indices[..self.at])?;
        let budget = Budget { simulations: (left < u64::MAX).then_some(left), seconds: Some(time.as_secs_f64()) };
        if !thinker.think(&budget, control) {
            self.activity = Activity::Idle;
            self.due.state = true;
        }
        self.due.numbers = true;
        self.note_value(&player);
        Ok(())
    }

    /// Whether two searches are shown side by side. They have spent the same simulations only if neither keeps what it knew of another position.
    pub(super) fn is_comparing(&self) -> bool {
        self.shown.len() > 1
    }

    /// One simulation of the search that is shown, with its story.
    pub(super) fn step(&mut self, log: &Log) -> Result<(), String> {
        self.paused = true;
        let player = self.seat_to_move().or(self.shown.first()).cloned();
        let player = player.ok_or("choose a player to analyse with first")?;
        let thinker = self.thinkers.at(&self.game, &player, &self.indices[..self.at])?;
        let watched = thinker.searcher.watch().ok_or("there is nothing to search for")?;
        thinker.simulations += 1;
        let number = thinker.searcher.peek().simulations;
        log.show("story", &Story::of(&watched, &*self.position, number));
        if self.shown.first() != Some(&player) {
            self.shown = vec![player];
        }
        self.due.numbers = true;
        self.due.numbers_at = None;
        self.due.tree_at = None;
        Ok(())
    }
}
