//! Beam search: many lines side by side, of which the best go on.

use super::lines::{Limit, Lines, Method, played};
use crate::config::parameters;
use crate::techniques::Technique;
use katsura_game::{Game, Knowledge, Played, State, Trace};
use std::collections::HashMap;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Beam search with playouts",
    formula: "of all positions after d moves the W whose best playout brings most go on; equal positions once",
    citation: "cazenave2012beam",
    config: "search.algorithm = { kind = 'beam', width = 100, playouts = 1 }",
    sources: "",
    test: "a_beam_that_is_wide_enough_finds_the_best_line",
    file: file!(),
}];

parameters! {
    /// Beam search: of all positions after d moves the best W go on to those after d + 1. A position is judged by the
    /// best of some playouts [cazenave2012beam]. When a search ends and the budget has not, the next is twice as wide.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Beam {
        /// How many positions go on: W. Never more than the memory holds.
        pub width: u32 = 100, from 1 to 1_000_000_000;
        /// How many playouts judge a position.
        pub playouts: u32 = 1, from 1 to 1_000_000;
        /// Whether positions that the game knows to have the same moves ahead are followed once, from the better of them.
        pub merge: bool = true;
    }
}

/// A position of the beam.
struct Place<S> {
    state: S,
    /// The way to the position before, and the move from there; none at the root.
    before: usize,
    last: Option<Played>,
    /// What its best playout brings.
    worth: f32,
}

/// The search.
pub(super) struct BeamSearch {
    config: Beam,
    /// How often the width was doubled.
    doubled: u32,
}

impl BeamSearch {
    pub(super) fn new(config: Beam) -> Self {
        BeamSearch { config, doubled: 0 }
    }

    /// How many positions go on: as many as fill half of the memory together with those among which they are chosen.
    fn width<G: Game<State: Knowledge>>(&self, lines: &Lines<G>) -> usize {
        let each = 4 * (size_of::<Place<G::State>>() + size_of::<(u64, usize)>());
        let most = (lines.core.config.memory_bytes() / each).max(1);
        (self.config.width as usize).checked_shl(self.doubled).unwrap_or(most).clamp(1, most)
    }
}

/// The moves that led to the positions of a beam, each with the place of the one before.
#[derive(Default)]
struct Ways(Vec<(usize, Played)>);

impl Ways {
    const START: usize = usize::MAX;

    /// The way to a position of the beam.
    fn to<S>(&mut self, place: &Place<S>) -> usize {
        place.last.map_or(Self::START, |last| {
            self.0.push((place.before, last));
            self.0.len() - 1
        })
    }

    fn line(&self, mut way: usize) -> Trace {
        let mut line = Trace::new();
        while way != Self::START {
            let (before, played) = self.0[way];
            line.push(played);
            way = before;
        }
        line.reverse();
        line
    }
}

/// The positions after the next move, and where each stands by its key.
struct Next<S> {
    places: Vec<Place<S>>,
    known: HashMap<u64, usize>,
    width: usize,
}

impl<S: Knowledge> Next<S> {
    /// Adds a position, unless it is known to be as good.
    fn add(&mut self, place: Place<S>, key: Option<u64>) {
        if let Some(key) = key {
            let at = *self.known.entry(key).or_insert(self.places.len());
            if at < self.places.len() {
                if place.worth > self.places[at].worth {
                    self.places[at] = place;
                }
                return;
            }
        }
        self.places.push(place);
        if self.places.len() >= 2 * self.width.max(512) {
            self.cut();
        }
    }

    /// Leaves the best, in their order; the first of equal ones.
    fn cut(&mut self) {
        if self.places.len() > self.width {
            let mut order: Vec<usize> = (0..self.places.len()).collect();
            order.sort_by(|&a, &b| self.places[b].worth.total_cmp(&self.places[a].worth));
            let mut stays = vec![false; self.places.len()];
            order[..self.width].iter().for_each(|&place| stays[place] = true);
            let mut stay = stays.into_iter();
            self.places.retain(|_| stay.next().unwrap_or(false));
            self.known.clear();
        }
    }
}

impl BeamSearch {
    /// The positions after the next move; fewer if the budget ends.
    fn step<G: Game<State: Knowledge>>(
        &self,
        beam: &[Place<G::State>],
        ways: &mut Ways,
        lines: &mut Lines<G>,
        limit: &mut Limit<'_>,
    ) -> Vec<Place<G::State>> {
        let width = self.width(lines);
        let mut next = Next { places: Vec::new(), known: HashMap::new(), width };
        let mut moves = Vec::new();
        for place in beam {
            let before = ways.to(place);
            let mut line = ways.line(before);
            lines.list_moves(&place.state, place.last.is_none(), &mut moves);
            for &mv in &moves {
                let (mut state, last) = (place.state.clone(), played(&place.state, mv));
                state.apply(mv);
                line.push(last);
                let Some(worth) = self.judge(&state, &line, lines, limit) else { return next.places };
                line.pop();
                if !state.turn().is_over() {
                    let key = if self.config.merge { state.rest_key() } else { None };
                    next.add(Place { state, before, last: Some(last), worth }, key);
                }
            }
        }
        next.cut();
        next.places
    }

    /// What the best of some playouts brings; one at the end of the game. `None` if the budget has ended.
    fn judge<G: Game<State: Knowledge>>(
        &self,
        state: &G::State,
        line: &Trace,
        lines: &mut Lines<G>,
        limit: &mut Limit<'_>,
    ) -> Option<f32> {
        let playouts = if state.turn().is_over() { 1 } else { self.config.playouts };
        let mut worth = f32::NEG_INFINITY;
        for _ in 0..playouts {
            let points = lines.play_out(&mut state.clone(), &mut line.clone(), limit);
            worth = points.map_or(worth, |points| worth.max(points));
            if limit.ended {
                return None;
            }
        }
        Some(worth)
    }
}

impl<G: Game<State: Knowledge>> Method<G> for BeamSearch {
    fn search(&mut self, lines: &mut Lines<G>, limit: &mut Limit<'_>) {
        let mut ways = Ways::default();
        let mut beam = vec![Place { state: lines.position.clone(), before: Ways::START, last: None, worth: 0.0 }];
        while !beam.is_empty() && !limit.ended {
            beam = self.step(&beam, &mut ways, lines, limit);
        }
        self.doubled += 1;
    }

    fn reset(&mut self) {
        self.doubled = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Algorithm;
    use super::*;
    use crate::{Budget, Control, SearchConfig, searcher};
    use katsura_game::Rng;
    use katsura_game::toy::ToyGame;
    use katsura_games::samegame::{SameGame, SizeClass};

    fn config(beam: Beam) -> SearchConfig {
        SearchConfig { algorithm: Algorithm::Beam(beam), memory_mib: 16, ..SearchConfig::default() }
    }

    /// 3 + 9 + 27 + 81 + 243 positions, each judged by one playout.
    #[test]
    fn a_beam_that_is_wide_enough_finds_the_best_line() {
        for seed in 0..5 {
            let game = ToyGame::random(1, 3, 5, &mut Rng::new(seed));
            let mut search = searcher(&game, &config(Beam { width: 243, ..Beam::default() })).unwrap();
            let report = search.run(&Budget::simulations(363), &Control::new());
            assert_eq!((report.simulations, search.best_line().unwrap().points), (363, game.minimax()[0]));
        }
    }

    /// With one place the move whose playout is best is made, then the better of its two.
    #[test]
    fn a_beam_of_one_follows_the_best_playout() {
        let game: ToyGame = "(0: (0: [0.1] [0.2]) (0: [0.3] [0.9]))".parse().unwrap();
        let mut search = searcher(&game, &config(Beam { width: 1, ..Beam::default() })).unwrap();
        search.run(&Budget::simulations(4), &Control::new());
        assert_eq!(search.best_line().unwrap().points, 0.9);
    }

    #[test]
    fn equal_positions_are_followed_once() {
        let SizeClass::To15(game) = SameGame::default().size_class() else { unreachable!("15 x 15") };
        let mut next = Next { places: Vec::new(), known: HashMap::new(), width: 10 };
        let place = |worth| Place { state: game.start(), before: Ways::START, last: None, worth };
        [1.0, 3.0, 2.0].into_iter().for_each(|worth| next.add(place(worth), game.start().rest_key()));
        assert_eq!((next.places.len(), next.places[0].worth), (1, 3.0), "the better one stays");
    }
}
