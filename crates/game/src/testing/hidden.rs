//! Whether a game hides what it says it hides, and imagines it by its probability.
//!
//! For a position, all positions that look the same to the player to move are found by playing the game again in every way that shows
//! this player the same, which takes nothing of [`Hidden::determinize`]. Chance counts by its probability, and the other players as if they
//! chose uniformly at random.

use super::upper_quantile;
use crate::{Game, Hidden, Keyed, Player, Rng, State, Text, Turn};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Which positions are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// All that can be reached: for small games.
    All,
    /// Those of so many random games.
    Random(u64),
}

/// Checks that what a player cannot see is drawn anew by its probability: each determinization of a position looks to the player to move as
/// the position does, and has the same moves; positions that look the same give the same determinization for one seed; moves that are seen give different views; all positions that
/// look the same come, as often as they are likely (chi-squared).
///
/// # Panics
/// With a sentence that names the broken promise and the moves that lead to it.
///
/// ```
/// use katsura_game::{testing::{check_hidden, Positions}, toy::ToyGame};
/// let game: ToyGame = "{1 (0#7: [1] [0]) 3 (0#7: [0] [1])}".parse().unwrap();
/// check_hidden(&game, Positions::All);
/// ```
pub fn check_hidden<G>(game: &G, positions: Positions)
where
    G: Game,
    G::State: Text + Keyed + Hidden,
{
    check_determinized(game, positions, G::State::determinize);
}

/// As [`check_hidden`], with something in the place of the game's own [`Hidden::determinize`].
///
/// # Panics
/// As [`check_hidden`].
pub fn check_determinized<G>(game: &G, positions: Positions, determinize: impl Fn(&mut G::State, Player, &mut Rng))
where
    G: Game,
    G::State: Text + Keyed + Hidden,
{
    let mut views = Views { game, determinize, seen: HashMap::new(), chi2: 0.0, freedom: 0.0 };
    match positions {
        Positions::All => views.all(&game.start(), &mut Vec::new()),
        Positions::Random(games) => (0..games).for_each(|number| views.random(number)),
    }
    let (chi2, freedom) = (views.chi2, views.freedom);
    assert!(chi2 <= upper_quantile(freedom), "what is hidden has other odds: chi-squared {chi2:.1} on {freedom} degrees");
}

/// The moves that lead to a position.
type Line<S> = Vec<<S as State>::Move>;

/// What has been seen of a game.
struct Views<'a, G: Game, D> {
    game: &'a G,
    determinize: D,
    /// By player and view: the moves there are, and what a determinization gave.
    seen: HashMap<(Player, u64), (Vec<usize>, Vec<u64>)>,
    chi2: f64,
    freedom: f64,
}

impl<G, D> Views<'_, G, D>
where
    G: Game,
    G::State: Text + Keyed + Hidden,
    D: Fn(&mut G::State, Player, &mut Rng),
{
    fn all(&mut self, state: &G::State, line: &mut Line<G::State>) {
        self.look(state, line);
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        for mv in moves {
            let mut next = state.clone();
            next.apply(mv);
            line.push(mv);
            self.all(&next, line);
            line.pop();
        }
    }

    fn random(&mut self, number: u64) {
        let mut rng = Rng::stream(&[number, 3]);
        let (mut state, mut line, mut scratch) = (self.game.start(), Vec::new(), Vec::new());
        while !state.turn().is_over() {
            self.look(&state, &line);
            let mv = state.random_move(&mut scratch, &mut rng);
            line.push(mv);
            state.apply(mv);
        }
    }

    /// Moves that a player sees give different views.
    fn check_seen(&self, state: &G::State, line: &[<G::State as State>::Move]) {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        for viewer in (0..self.game.about().players).map(|player| Player(player as u8)) {
            let mut views = HashSet::new();
            for &mv in moves.iter().filter(|&&mv| state.sees_move(viewer, mv)) {
                let mut next = state.clone();
                next.apply(mv);
                assert!(views.insert(next.view_key(viewer)), "{mv:?} is seen and looks like another: {}", self.told(line));
            }
        }
    }

    /// Looks at a position, through the eyes of the player to move.
    fn look(&mut self, state: &G::State, line: &[<G::State as State>::Move]) {
        self.check_seen(state, line);
        let Turn::Player(viewer) = state.turn() else { return };
        let view = state.view_key(viewer);
        let facts = (numbers(state), self.drawn(state, viewer));
        if let Some((moves, drawn)) = self.seen.get(&(viewer, view)) {
            assert_eq!(*moves, facts.0, "positions that look the same have other moves: {}", self.told(line));
            assert_eq!(*drawn, facts.1, "positions that look the same are imagined differently: {}", self.told(line));
            return;
        }
        self.seen.insert((viewer, view), facts);
        let worlds = self.worlds(viewer, line);
        assert!(worlds.contains_key(&state.key()), "the position is none of those that look like it: {}", self.told(line));
        self.compare(state, viewer, &worlds, &self.told(line));
    }

    /// What some determinizations of a position are.
    fn drawn(&self, state: &G::State, viewer: Player) -> Vec<u64> {
        (0..4).map(|seed| self.imagine(state, viewer, &mut Rng::new(seed)).key()).collect()
    }

    fn imagine(&self, state: &G::State, viewer: Player, rng: &mut Rng) -> G::State {
        let mut imagined = state.clone();
        (self.determinize)(&mut imagined, viewer, rng);
        imagined
    }

    /// All positions that look the same, with their probabilities.
    fn worlds(&self, viewer: Player, line: &[<G::State as State>::Move]) -> BTreeMap<u64, f64> {
        let (mut state, mut views) = (self.game.start(), Vec::new());
        for &mv in line {
            if state.turn() == Turn::Player(viewer) {
                views.push((state.view_key(viewer), Some(mv)));
            }
            state.apply(mv);
        }
        views.push((state.view_key(viewer), None));
        let mut worlds = BTreeMap::new();
        find_worlds(&self.game.start(), viewer, &views, 1.0, &mut worlds);
        let total: f64 = worlds.values().sum();
        worlds.values_mut().for_each(|weight| *weight /= total);
        worlds
    }

    /// Draws many determinizations, and compares them with the worlds there are.
    fn compare(&mut self, state: &G::State, viewer: Player, worlds: &BTreeMap<u64, f64>, told: &str) {
        const DRAWS: usize = 60;
        let (moves, view) = (numbers(state), state.view_key(viewer));
        let (mut rng, draws) = (Rng::stream(&[view]), DRAWS * worlds.len().min(500));
        let mut counts: BTreeMap<u64, f64> = worlds.keys().map(|&world| (world, 0.0)).collect();
        for _ in 0..draws {
            let imagined = self.imagine(state, viewer, &mut rng);
            let is_so = imagined.turn() == Turn::Player(viewer) && imagined.view_key(viewer) == view;
            assert!(is_so, "a determinization looks different: {told}");
            assert_eq!(numbers(&imagined), moves, "a determinization has other moves: {told}");
            let count = counts.get_mut(&imagined.key());
            *count.unwrap_or_else(|| panic!("a determinization can not have come about: {told}")) += 1.0;
        }
        // what is expected too seldom to be judged alone is judged with others
        let mut few = (0.0, 0.0);
        for (world, &probability) in worlds {
            let (count, expected) = (counts[world], probability * draws as f64);
            if expected >= 10.0 {
                assert!(count > 0.0, "a position that looks the same is never imagined: {told}");
                self.add(count, expected);
                continue;
            }
            few = (few.0 + count, few.1 + expected);
            if few.1 >= 10.0 {
                self.add(few.0, few.1);
                few = (0.0, 0.0);
            }
        }
        if few.1 > 0.0 {
            self.add(few.0, few.1);
        }
        self.freedom -= 1.0;
    }

    fn add(&mut self, count: f64, expected: f64) {
        self.chi2 += (count - expected) * (count - expected) / expected;
        self.freedom += 1.0;
    }

    fn told(&self, line: &[<G::State as State>::Move]) -> String {
        let mut state = self.game.start();
        let names = line.iter().map(|&mv| {
            let name = state.format_move(mv);
            state.apply(mv);
            name
        });
        names.collect::<Vec<_>>().join(" ")
    }
}

/// The positions in which the viewer has seen all these views, moved so after each but the last, and is to move again.
fn find_worlds<S: State + Keyed + Hidden>(
    state: &S,
    viewer: Player,
    views: &[(u64, Option<S::Move>)],
    weight: f64,
    worlds: &mut BTreeMap<u64, f64>,
) {
    let turn = state.turn();
    let mut moves = Vec::new();
    if turn == Turn::Player(viewer) {
        match views.first().filter(|(view, _)| *view == state.view_key(viewer)) {
            None => return,
            Some((_, None)) => return *worlds.entry(state.key()).or_default() += weight,
            Some(&(_, Some(mv))) => moves.push(mv),
        }
    } else {
        state.legal_moves(&mut moves);
    }
    let rest = if turn == Turn::Player(viewer) { &views[1..] } else { views };
    for &mv in &moves {
        let share = if turn == Turn::Chance { state.chance_probability(mv) } else { 1.0 / moves.len() as f64 };
        let mut next = state.clone();
        next.apply(mv);
        find_worlds(&next, viewer, rest, weight * share, worlds);
    }
}

/// The numbers of the legal moves.
fn numbers<S: State>(state: &S) -> Vec<usize> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.into_iter().map(|mv| state.move_index(mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{ToyGame, ToyState};
    use std::panic::catch_unwind;

    /// Two coins, one seen by each; then a third that nobody sees.
    fn coins() -> ToyGame {
        let guess = |mark: u8, right: &str, wrong: &str| format!("(0#{mark}: {right} {wrong})");
        let last = |mark, a, b| format!("{{1 {} 2 {}}}", guess(mark, a, b), guess(mark, b, a));
        let tree = format!("{{1 {} 3 {}}}", last(7, "[1]", "[0]"), last(7, "[0]", "[1]"));
        tree.parse().unwrap()
    }

    fn complaint(determinize: impl Fn(&mut ToyState, Player, &mut Rng) + std::panic::UnwindSafe) -> String {
        let panic = catch_unwind(|| check_determinized(&coins(), Positions::All, determinize)).unwrap_err();
        panic.downcast_ref::<String>().cloned().unwrap_or_default()
    }

    #[test]
    fn what_is_hidden_is_drawn_by_its_probability() {
        check_hidden(&coins(), Positions::All);
        check_hidden(&coins(), Positions::Random(20));
    }

    #[test]
    fn who_leaves_the_position_as_it_is_is_caught() {
        assert!(complaint(|_, _, _| {}).contains("is never imagined"), "{}", complaint(|_, _, _| {}));
    }

    #[test]
    fn who_looks_every_other_time_is_caught() {
        let complaint = complaint(|state, viewer, rng| {
            if rng.chance(0.5) {
                state.determinize(viewer, rng);
            }
        });
        assert!(complaint.contains("imagined differently"), "{complaint}");
    }

    #[test]
    fn who_takes_all_positions_for_equally_likely_is_caught() {
        let complaint = complaint(|state, viewer, rng| {
            let like = |seed| {
                let mut imagined = state.clone();
                imagined.determinize(viewer, &mut Rng::new(seed));
                (imagined.key(), imagined)
            };
            let all: BTreeMap<u64, ToyState> = (0..200).map(like).collect();
            *state = all.into_values().nth(rng.index(4)).unwrap();
        });
        assert!(complaint.contains("other odds"), "{complaint}");
    }
}
