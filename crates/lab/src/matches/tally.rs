//! What a match has come to.

use super::{Agent, Contest, End, GameRecord, Seat};
use crate::stats::{Level, Measured, Moments, PairCounts, elo, gaffke};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The sums of a match.
///
/// Where an outside program plays, a pair both of whose games repeat games that were counted before is left out of everything that is said about pairs: the score, its
/// interval, points, tests. Our own players draw their games with seeds that differ, so that equal games are independent draws; a program has no seed, and a second
/// copy of its game says nothing new.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    wins: [u64; 2],
    draws: u64,
    pairs: PairCounts,
    /// The rewards of player a when moving first, and when moving second: sums of halves, exact.
    seats: [f64; 2],
    seat_games: [u64; 2],
    /// The pairs that count, by what the first and the second game gave player a: won, drawn, lost.
    pair_results: [[u64; 3]; 3],
    moves: u64,
    plies: Moments,
    points: Moments,
    waiting: Option<GameRecord>,
    /// The games of the pairs so far, where copies of them do not count; `None` where every pair counts.
    counted: Option<BTreeSet<Played>>,
    left_out: u64,
    seen: HashSet<String>,
    repeated: u64,
    forfeits: BTreeMap<(Seat, End), u64>,
    restarts: [u64; 2],
    late_moves: [u64; 2],
    notes: Vec<(u64, String)>,
    last_notes: [Option<(u64, String)>; 2],
    remarks: Vec<String>,
}

/// What makes two games the same: who moved first, how it ended, the length of the opening, and all moves.
type Played = (Seat, End, usize, String);

/// How many of the last notes are kept.
const NOTES: usize = 5;

impl Tally {
    /// The tally of a match before its first game.
    pub fn for_contest(contest: &Contest) -> Self {
        // a search draws its moves: equal games of it are no copies, and to leave them out would weigh the rare ones too much
        let outside = contest.players.iter().all(|player| matches!(player.agent, Agent::Program(_)));
        Tally { counted: outside.then(BTreeSet::new), ..Tally::default() }
    }

    /// The tally of these games of a match, in order.
    pub fn of_contest<'a>(contest: &Contest, games: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut tally = Tally::for_contest(contest);
        games.into_iter().for_each(|game| tally.add(game));
        tally
    }

    /// The tally of these games, in order, all of which count.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(game));
        tally
    }

    /// Takes in the next game.
    pub fn add(&mut self, game: &GameRecord) {
        match result(game.reward_a) {
            0 => self.wins[0] += 1,
            2 => self.wins[1] += 1,
            _ => self.draws += 1,
        }
        let seat = usize::from(game.first == Seat::B);
        self.seats[seat] += game.reward_a;
        self.seat_games[seat] += 1;
        self.moves += game.plies() as u64;
        self.plies.push(game.plies() as f64);
        self.repeated += u64::from(!self.seen.insert(game.moves.clone()));
        self.add_forfeit(game);
        self.restarts.iter_mut().zip(game.restarts).for_each(|(sum, more)| *sum += more);
        self.late_moves.iter_mut().zip(game.late_moves).for_each(|(sum, more)| *sum += more);
        match self.waiting.take() {
            None => self.waiting = Some(game.clone()),
            Some(first) => self.add_pair([&first, game]),
        }
    }

    fn add_pair(&mut self, games: [&GameRecord; 2]) {
        if self.repeats(games) {
            self.left_out += 1;
            return;
        }
        self.pairs.record(games.map(|game| game.reward_a));
        let [first, second] = games.map(|game| result(game.reward_a));
        self.pair_results[first][second] += 1;
        if let [Some(one), Some(two)] = games.map(|game| game.points_a) {
            self.points.push((one + two) / 2.0);
        }
    }

    /// Whether copies do not count and both games are copies; they are known from now on.
    fn repeats(&mut self, games: [&GameRecord; 2]) -> bool {
        let Some(counted) = &mut self.counted else { return false };
        let played = games.map(|game| (game.first, game.end, game.opening, game.moves.clone()));
        played.map(|game| counted.insert(game)) == [false, false]
    }

    fn add_forfeit(&mut self, game: &GameRecord) {
        let Some(loser) = game.loser() else { return };
        *self.forfeits.entry((loser, game.end)).or_default() += 1;
        if let Some(note) = &game.note {
            self.notes.drain(..(self.notes.len() + 1).saturating_sub(NOTES));
            self.notes.push((game.game, note.clone()));
            self.last_notes[loser as usize] = Some((game.game, note.clone()));
        }
    }

    /// Finished games.
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// Games that player a, and player b, won.
    pub fn wins(&self) -> [u64; 2] {
        self.wins
    }

    /// Games nobody won.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The pairs that count, by what player a made of the first game, in which it moved first (row), and of the second (column): won, drawn, lost.
    pub fn pair_results(&self) -> [[u64; 3]; 3] {
        self.pair_results
    }

    /// The pairs that count, by what they gave player a.
    pub fn pairs(&self) -> PairCounts {
        self.pairs
    }

    /// The mean reward of player a over whole pairs with its 95 % interval.
    pub fn score_a(&self) -> Measured {
        Measured { value: self.pairs.score(), interval: gaffke(&self.pairs.histogram(), Level::P95) }
    }

    /// The logistic Elo difference with its 95 % interval.
    pub fn elo(&self) -> Measured {
        let score = self.score_a();
        Measured { value: elo::logistic(score.value), interval: elo::logistic_interval(score.interval) }
    }

    /// The [normalised](elo::normalised) Elo difference with its 95 % interval; `None` when all pairs ended alike.
    pub fn normalised_elo(&self) -> Option<Measured> {
        elo::normalised(&self.pairs, Level::P95)
    }

    /// The mean reward of whoever moved first; ½ before the first game.
    pub fn first_player_score(&self) -> f64 {
        let as_second = self.seat_games[1] as f64 - self.seats[1];
        share(self.seats[0] + as_second, self.games())
    }

    /// The mean reward of player a when moving first, and when moving second.
    pub fn score_by_seat(&self) -> [f64; 2] {
        [share(self.seats[0], self.seat_games[0]), share(self.seats[1], self.seat_games[1])]
    }

    /// Moves per game, opening included; 0 before the first game.
    pub fn moves_per_game(&self) -> f64 {
        self.moves as f64 / self.games().max(1) as f64
    }

    /// The standard deviation of the moves per game.
    pub fn moves_deviation(&self) -> f64 {
        self.plies.variance().sqrt()
    }

    /// How many pairs have points: those whose games both went to their end, in a game with points.
    pub fn pairs_with_points(&self) -> u64 {
        self.points.count()
    }

    /// The points player a was ahead, averaged over pairs that have some; `None` if none has.
    pub fn points_a(&self) -> Option<Measured> {
        (self.points.count() > 0).then(|| Measured { value: self.points.mean(), interval: self.points.interval(Level::P95) })
    }

    /// The points player a was ahead in the pairs that have some.
    pub fn points(&self) -> &Moments {
        &self.points
    }

    /// Games that a player lost in another way than by the rules, by the loser and the way: resignations and faults.
    pub fn forfeits(&self) -> &BTreeMap<(Seat, End), u64> {
        &self.forfeits
    }

    /// Games that this player lost by a fault of its own: a crash, an illegal move, time, garbage, a refusal.
    pub fn faults(&self, seat: Seat) -> u64 {
        End::FAULTS.iter().filter_map(|&end| self.forfeits.get(&(seat, end))).sum()
    }

    /// How often this player, an outside program, was started again.
    pub fn restarts(&self, seat: Seat) -> u64 {
        self.restarts[seat as usize]
    }

    /// How many moves took this player, an outside program, longer than it was told.
    pub fn late_moves(&self, seat: Seat) -> u64 {
        self.late_moves[seat as usize]
    }

    /// The last notes on games, with their numbers.
    pub fn notes(&self) -> &[(u64, String)] {
        &self.notes
    }

    /// The last note on a game that this player lost, with its number.
    pub fn last_note(&self, seat: Seat) -> Option<&(u64, String)> {
        self.last_notes[seat as usize].as_ref()
    }

    /// What there is to say about the players, whatever their games.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Takes in remarks on the players.
    pub fn remark(&mut self, remarks: Vec<String>) {
        self.remarks = remarks;
    }

    /// Games that were the same, move by move, as an earlier one.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Pairs that do not count because an outside program plays and both games repeat earlier ones.
    pub fn pairs_left_out(&self) -> u64 {
        self.left_out
    }
}

/// A match as JSON, the same for the command line and for Python. A number that JSON does not have is null.
impl Tally {
    /// All that the tally knows.
    pub fn document(&self) -> Map<String, Value> {
        let ([wins_a, wins_b], score) = (self.wins(), self.score_a());
        let (elo, normalised) = (self.elo(), self.normalised_elo());
        let document = json!({
            "games": self.games(),
            "wins_a": wins_a,
            "wins_b": wins_b,
            "draws": self.draws(),
            "pairs": self.pairs().counts(),
            "score_a": score.value,
            "interval_95": [score.interval.low, score.interval.high],
            "elo": elo.value,
            "elo_interval_95": [elo.interval.low, elo.interval.high],
            "normalised_elo": normalised.map(|elo| elo.value),
            "normalised_elo_interval_95": normalised.map(|elo| [elo.interval.low, elo.interval.high]),
            "points_a": self.points_a().map(|points| points.value),
            "pairs_with_points": self.pairs_with_points(),
            "first_player_score": self.first_player_score(),
            "score_a_by_seat": self.score_by_seat(),
            "moves_per_game": self.moves_per_game(),
            "repeated_games": self.repeated(),
            "pairs_left_out": self.pairs_left_out(),
            "forfeits_a": self.forfeits_of(Seat::A),
            "forfeits_b": self.forfeits_of(Seat::B),
            "restarts": Seat::BOTH.map(|seat| self.restarts(seat)),
            "late_moves": Seat::BOTH.map(|seat| self.late_moves(seat)),
            "remarks": self.remarks(),
            "notes": self.notes().iter().map(|(game, note)| json!({ "game": game, "note": note })).collect::<Vec<_>>(),
        });
        document.as_object().cloned().unwrap_or_default()
    }

    /// Games a player lost in another way than by the rules, by the way.
    fn forfeits_of(&self, seat: Seat) -> Map<String, Value> {
        let own = self.forfeits.iter().filter(|((loser, _), _)| *loser == seat);
        own.map(|((_, end), count)| (json!(end).as_str().unwrap_or_default().to_string(), json!(count))).collect()
    }
}

/// Won, drawn or lost.
fn result(reward: f64) -> usize {
    match reward {
        1.0 => 0,
        0.0 => 2,
        _ => 1,
    }
}

/// The mean of a sum of rewards; ½ of none.
fn share(sum: f64, games: u64) -> f64 {
    if games == 0 { 0.5 } else { sum / games as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    fn game(number: u64, reward_a: f64, moves: &str) -> GameRecord {
        let first = if number.is_multiple_of(2) { Seat::A } else { Seat::B };
        let points_a = Some(20.0 * reward_a - 10.0);
        let (game, end, note, moves) = (number, End::Rules, None, moves.to_string());
        let [restarts, late_moves] = [[0; 2]; 2];
        GameRecord { game, first, reward_a, end, opening: 0, points_a, note, restarts, late_moves, moves }
    }

    #[test]
    fn four_games_by_hand() {
        let games = [game(0, 1.0, "a b"), game(1, 0.5, "a b"), game(2, 0.0, "a c d"), game(3, 1.0, "b")];
        let tally = Tally::of(&games);
        assert_eq!((tally.wins(), tally.draws(), tally.games()), ([2, 1], 1, 4));
        assert_eq!(tally.pairs().counts(), [0, 0, 1, 1, 0]);
        assert_eq!(tally.score_a().value, 0.625);
        // as first 1 and 0, as second ½ and 1; whoever was first 1, ½, 0, 0
        assert_eq!(tally.score_by_seat(), [0.5, 0.75]);
        assert_eq!(tally.first_player_score(), 0.375);
        assert_eq!((tally.moves_per_game(), tally.repeated()), (2.0, 1));
        assert_eq!(tally.pair_results(), [[0, 1, 0], [0, 0, 0], [1, 0, 0]], "won and drawn, lost and won");
        // pairs of 10, 0 and −10, 10
        assert_eq!(tally.points_a().unwrap().value, 2.5);
    }

    /// A match of these two players.
    fn contest(players: [&str; 2]) -> Contest {
        Contest {
            game: katsura_games::GameSpec::named("tic-tac-toe").unwrap(),
            players: players.map(|text| super::super::Contestant::parse(text, None).unwrap()),
            openings: super::super::Openings::None,
            seed: 1,
            resign: None,
        }
    }

    #[test]
    fn a_hundred_copies_of_two_games_of_an_outside_program_count_once() {
        let games: Vec<GameRecord> =
            (0..100).map(|number| game(number, 1.0, if number % 2 == 0 { "a b c" } else { "b a" })).collect();
        let outside = Tally::of_contest(&contest(["gtp: x", "gtp: y"]), &games);
        assert_eq!((outside.pairs().counts(), outside.pairs_left_out()), ([0, 0, 0, 0, 1], 49));
        assert_eq!((outside.games(), outside.wins(), outside.repeated()), (100, [100, 0], 98));
        assert!(outside.score_a().interval.low < 0.05 && outside.pairs_with_points() == 1);
        assert_eq!(outside.document()["pairs_left_out"], 49);
        for drawn in [["uct", "random"], ["uct", "gtp: x"]] {
            let drawn = Tally::of_contest(&contest(drawn), &games);
            assert_eq!((drawn.pairs().counts(), drawn.pairs_left_out()), ([0, 0, 0, 0, 50], 0), "seeds differ");
        }
    }

    #[test]
    fn a_pair_counts_if_one_of_its_games_is_new_in_anything_but_its_number() {
        let outside = contest(["gtp: y", "gtp: x"]);
        let both = |games: [GameRecord; 2]| {
            let first = [game(0, 1.0, "a b"), game(1, 1.0, "b a")];
            Tally::of_contest(&outside, first.iter().chain(&games)).pairs_left_out()
        };
        let (one, two) = (game(2, 1.0, "a b"), game(3, 1.0, "b a"));
        assert_eq!(both([one.clone(), two.clone()]), 1);
        assert_eq!(both([one.clone(), game(3, 0.0, "b c")]), 0, "other moves");
        assert_eq!(both([one.clone(), GameRecord { end: End::Crashed, ..two.clone() }]), 0, "another end");
        assert_eq!(both([GameRecord { opening: 1, ..one.clone() }, two.clone()]), 0, "another opening");
        assert_eq!(both([GameRecord { first: Seat::B, ..one }, two]), 0, "other seats");
    }

    #[test]
    fn faults_are_counted_for_the_player_who_lost_by_them_and_restarts_as_they_happened() {
        let ends = [End::Crashed, End::Illegal, End::Resigned, End::Time, End::Rules, End::Crashed, End::Crashed];
        let games = ends.into_iter().enumerate().map(|(number, end)| {
            let reward_a = if number == 5 { 0.0 } else { 1.0 };
            let restarts = [0, u64::from(number == 1 || number == 4)];
            GameRecord {
                end,
                note: Some(format!("{number}")),
                restarts,
                late_moves: [0, 3],
                ..game(number as u64, reward_a, "a")
            }
        });
        let tally = Tally::of(&games.collect::<Vec<_>>());
        assert_eq!((tally.faults(Seat::A), tally.faults(Seat::B)), (1, 4));
        assert_eq!((tally.restarts(Seat::A), tally.restarts(Seat::B)), (0, 2));
        assert_eq!(Seat::BOTH.map(|seat| tally.late_moves(seat)), [0, 21]);
        assert_eq!(tally.forfeits()[&(Seat::B, End::Resigned)], 1);
        assert_eq!(tally.notes().iter().map(|note| note.0).collect::<Vec<_>>(), [1, 2, 3, 5, 6]);
        assert_eq!(Seat::BOTH.map(|seat| tally.last_note(seat).unwrap().0), [5, 6], "each its own");
    }

    #[test]
    fn before_the_first_pair_nothing_is_known() {
        let tally = Tally::of(&[game(0, 1.0, "a")]);
        assert_eq!((tally.score_a().value, tally.score_a().interval), (0.5, Interval::UNIT));
    }
}
