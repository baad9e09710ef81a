//! Whether a game's record says the truth about it.

use super::Walk;
use crate::{About, Chance, Keyed, Knowledge, MAX_PLAYERS, Player, Reserve, Rewards, Rng, Text, Turn};

/// What a game says of itself, and what of it has been seen.
pub(super) struct Claims {
    about: About,
    opinions: Opinions,
    has_swapped: bool,
}

/// Which kinds of knowledge have said anything so far.
#[derive(Default)]
struct Opinions {
    asked: bool,
    priors: bool,
    hints: bool,
    to_go: bool,
}

impl Claims {
    /// Checks what can be checked before the first move.
    pub(super) fn new(about: About) -> Self {
        assert!((1..=MAX_PLAYERS).contains(&about.players), "a game has 1 to {MAX_PLAYERS} players");
        assert!(!about.name.is_empty() && about.version >= 1, "a game has a name and a version from 1");
        let count = about.move_count().unwrap_or(usize::MAX);
        assert!(about.swap.is_none_or(|swap| swap < count), "the swap has a number below the count of moves");
        assert!(about.payoff.range.is_none_or(|[low, high]| low < high), "results lie between two bounds");
        let steps = about.payoff.when == crate::When::EachStep;
        assert!(!about.knows.to_go || steps, "only in a game that pays with each move something is to come");
        let discounts = about.payoff.discount != 1.0;
        assert!(!discounts || steps, "only a game that pays with each move discounts");
        assert!(about.payoff.score_range.is_none_or(|range| range > 0.0), "the largest score is above zero");
        assert!(about.payoff.solved_from.is_none() || about.players == 1, "only a task for one player is solved");
        let names = about.knows.hints.iter().map(|hint| hint.name);
        differ(names.collect(), "two hints have one name");
        differ(about.knows.playout_rules.iter().map(|rule| rule.name).collect(), "two playout rules have one name");
        Claims { about, opinions: Opinions::default(), has_swapped: false }
    }

    pub(super) fn about(&self) -> &About {
        &self.about
    }

    /// Checks what the record says of every position.
    pub(super) fn check<S: Knowledge + Keyed + Text>(&mut self, walk: &Walk<S>) {
        match walk.state.turn() {
            Turn::Over => self.check_rewards(walk),
            Turn::Together(players) => {
                assert_eq!(
                    self.about.turns,
                    crate::Turns::Together,
                    "moves made together in a game without: {}",
                    walk.line()
                );
                assert!(players.count() > 0, "somebody chooses: {}", walk.line());
            }
            Turn::Player(player) => assert!(player.index() < self.about.players, "unknown player: {}", walk.line()),
            Turn::Chance => assert_ne!(self.about.chance, Chance::None, "chance in a game without: {}", walk.line()),
        }
        let score = walk.state.score_rewards();
        assert_eq!(
            score.is_some(),
            self.about.payoff.score_range.is_some(),
            "a score exactly if it says so: {}",
            walk.line()
        );
        let key = walk.state.transposition_key();
        assert_eq!(key.is_some(), self.about.knows.transpositions, "a key exactly if it says so: {}", walk.line());
        if let Some(swap) = self.about.swap.filter(|&swap| walk.state.is_legal(walk.state.move_at(swap))) {
            assert_eq!(
                walk.line.len(),
                1,
                "move {swap}, the swap, can be made at another moment than the second: {}",
                walk.line()
            );
            self.has_swapped = true;
        }
    }

    fn check_rewards<S: Knowledge + Keyed + Text>(&self, walk: &Walk<S>) {
        let (rewards, players): (Rewards, usize) = (walk.state.rewards(), self.about.players);
        let [low, high] = self.about.payoff.known_range().unwrap_or([f64::MIN, f64::MAX]);
        for (player, &reward) in rewards.as_slice().iter().enumerate() {
            let fits =
                if player < players { (low..=high).contains(&f64::from(reward)) } else { reward == 0.0 || players == 1 };
            assert!(fits, "player {player} gets {reward}: {}", walk.line());
        }
        let sum: f64 = rewards.as_slice()[..players].iter().map(|&reward| f64::from(reward)).sum();
        let known = self.about.payoff.constant_sum.unwrap_or(sum);
        assert!((sum - known).abs() < 1e-6, "the rewards add up to {sum}: {}", walk.line());
    }

    /// Checks what the game knows of the moves of a position in which a player is to move.
    pub(super) fn ask<S: Knowledge + Keyed + Text>(&mut self, walk: &Walk<S>, rng: &mut Rng) {
        let Some(player) = walk.state.turn().player() else { return };
        let mut moves = Vec::new();
        walk.state.legal_moves(&mut moves);
        self.opinions.asked = true;
        let mut estimates = vec![f32::NAN; moves.len()];
        walk.state.priors(&moves, None, &mut estimates);
        self.opinions.priors |= speaks(&estimates, self.about.knows.priors, walk);
        estimates.fill(f32::NAN);
        walk.state.heuristic(&moves, None, &vec![1.0; self.about.knows.hints.len()], &mut estimates);
        self.opinions.hints |= speaks(&estimates, !self.about.knows.hints.is_empty(), walk);
        let to_go = walk.state.to_go();
        assert!(to_go.as_slice().iter().all(|rest| rest.is_finite()), "{to_go:?} is still to come: {}", walk.line());
        self.opinions.to_go |= to_go != Rewards::default();
        assert!(self.about.knows.to_go || !self.opinions.to_go, "knows what is to come unannounced: {}", walk.line());
        for &mv in &moves {
            let (group, feature) = (walk.state.group(mv, None), walk.state.feature(mv));
            assert!(group < self.about.knows.groups.max(1), "there is no group {group}: {}", walk.line());
            assert!(feature < self.about.knows.features.max(1), "there is no feature {feature}: {}", walk.line());
        }
        self.check_winning_move(walk, player);
        self.check_rules(walk, rng);
        self.check_reserves(walk, rng);
    }

    /// A winning move wins; the other's is seen only by a game that says so.
    fn check_winning_move<S: Knowledge + Keyed + Text>(&self, walk: &Walk<S>, player: Player) {
        let mut scratch = Vec::new();
        if let Some(mv) = walk.state.winning_move(player, &mut scratch) {
            assert!(walk.state.is_legal(mv), "the winning move {mv:?} is not legal: {}", walk.line());
            let mut next = walk.state.clone();
            next.apply(mv);
            let wins = next.turn().is_over() && next.rewards().of(player) == 1.0;
            assert!(wins, "the winning move {mv:?} does not win: {}", walk.line());
        }
        let mut others = (0..self.about.players as u8).map(Player).filter(|&other| other != player);
        let seen = others.any(|other| walk.state.winning_move(other, &mut scratch).is_some());
        assert!(!seen || self.about.knows.winning_moves, "sees the other's winning move unannounced: {}", walk.line());
    }

    /// Groups that are kept exist; the moves that are left are those of no such group, and one of them is drawn.
    fn check_reserves<S: Knowledge + Keyed + Text>(&self, walk: &Walk<S>, rng: &mut Rng) {
        let state = &walk.state;
        let kept = state.reserved() | state.reserved_at_start();
        assert!(self.about.knows.reserves || kept == 0, "keeps moves unannounced: {}", walk.line());
        let groups = self.about.knows.groups.max(1);
        assert!(groups >= 64 || kept >> groups == 0, "keeps a group that is none: {}", walk.line());
        let (mut all, mut free, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        state.legal_moves(&mut all);
        for group in (0..groups.min(64)).filter(|group| self.about.knows.reserves && kept >> group & 1 == 1) {
            for (spares, lifts) in [(false, false), (true, false), (false, true), (true, true)] {
                let reserve = Reserve { group, spares, lifts };
                state.free_moves(&reserve, &mut free);
                let in_group = |&mv: &S::Move| state.group(mv, None) == group;
                let lifted = lifts && all.iter().filter(|mv| in_group(mv)).count() == 1;
                let mut left: Vec<_> =
                    all.iter().copied().filter(|mv| lifted || !in_group(mv) || spares && state.is_spare(*mv)).collect();
                left = if left.is_empty() { all.clone() } else { left };
                assert_eq!(free, left, "{reserve:?} leaves other moves: {}", walk.line());
                let drawn = state.free_move(&reserve, &mut scratch, rng);
                assert!(free.contains(&drawn), "{reserve:?} draws {drawn:?}, which is kept: {}", walk.line());
            }
        }
    }

    /// Every playout rule suggests moves that can be made in a playout.
    fn check_rules<S: Knowledge + Keyed + Text>(&self, walk: &Walk<S>, rng: &mut Rng) {
        let mut playing = walk.state.clone();
        playing.begin_playout();
        if playing.turn().is_over() {
            return;
        }
        let mut moves = Vec::new();
        for (number, rule) in self.about.knows.playout_rules.iter().enumerate() {
            playing.suggest(number, None, &mut moves, rng);
            let stray = moves.iter().find(|&&mv| !playing.is_playout_move(mv) && !playing.is_legal(mv));
            assert!(stray.is_none(), "{} suggests {stray:?}, which cannot be played: {}", rule.name, walk.line());
        }
    }

    /// What the game says it knows, it has said something about.
    pub(super) fn verdict(&self) {
        let Opinions { asked, priors, hints, to_go } = self.opinions;
        assert!(!asked || priors == self.about.knows.priors, "priors never said anything");
        assert!(!asked || hints != self.about.knows.hints.is_empty(), "hints never said anything");
        assert!(!asked || to_go == self.about.knows.to_go, "never said what is to come");
        assert_eq!(self.has_swapped, self.about.swap.is_some(), "the swap could never be made");
    }
}

/// Whether any of the estimates is an opinion; who is said to know nothing has none.
fn speaks<S: Keyed + Text>(estimates: &[f32], may: bool, walk: &Walk<S>) -> bool {
    assert!(estimates.iter().all(|estimate| (0.0..=1.0).contains(estimate)), "{estimates:?}: {}", walk.line());
    let speaks = estimates.iter().any(|&estimate| estimate != 0.5);
    assert!(may || !speaks, "has an opinion unannounced: {}", walk.line());
    speaks
}

fn differ(mut names: Vec<&str>, complaint: &str) {
    let many = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), many, "{complaint}");
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use crate::toy::{ToyGame, ToyState};
    use crate::{About, Chance, Game, Hint, Knows, Payoff};
    use std::panic::catch_unwind;

    /// A toy game that says something else of itself.
    #[derive(Clone)]
    struct Liar {
        game: ToyGame,
        about: About,
    }

    impl Game for Liar {
        type State = ToyState;

        fn about(&self) -> About {
            self.about.clone()
        }

        fn start(&self) -> ToyState {
            self.game.start()
        }
    }

    /// What the kit complains of when this game says these things of itself.
    fn complaint(lie: impl FnOnce(About) -> About) -> String {
        let game: ToyGame = "(0: {1 [1 0] 1 [0 1]} (1: [0 1] [0.5 0.5]))".parse().unwrap();
        let liar = Liar { about: lie(game.about()), game };
        let panic = catch_unwind(move || check(&liar)).err();
        panic.map_or(String::new(), |panic| match panic.downcast::<String>() {
            Ok(message) => *message,
            Err(panic) => panic.downcast_ref::<&str>().map_or(String::new(), |message| (*message).to_string()),
        })
    }

    fn knows(knows: Knows) -> String {
        complaint(|about| About { knows, ..about })
    }

    fn pays(payoff: Payoff) -> String {
        complaint(|about| About { payoff, ..about })
    }

    #[test]
    fn the_truth_is_not_complained_of() {
        assert_eq!(complaint(|about| about), "");
        assert_eq!(pays(Payoff { range: None, constant_sum: None, score_range: Some(3.0), ..Payoff::POINT }), "");
    }

    #[test]
    fn a_record_that_is_wrong_is_found_out() {
        let toy = Payoff { score_range: Some(0.5), ..Payoff::POINT };
        let hints = (&[Hint { name: "near", about: "what is near" }]).into();
        let found = [
            (complaint(|about| About { players: 5, ..about }), "1 to 4 players"),
            (complaint(|about| About { players: 1, ..about }), "unknown player"),
            (complaint(|about| About { name: "".into(), ..about }), "a name and a version"),
            (complaint(|about| About { moves: crate::Moves::Dense(1), ..about }), "not below the count"),
            (complaint(|about| About { chance: Chance::None, ..about }), "chance in a game without"),
            (complaint(|about| About { swap: Some(1), ..about }), "at another moment"),
            (pays(Payoff { range: Some([0.0, 0.5]), ..toy }), "gets 1"),
            (pays(Payoff { constant_sum: Some(2.0), ..toy }), "add up to 1"),
            (pays(Payoff { score_range: None, ..toy }), "a score exactly if"),
            (knows(Knows { transpositions: true, ..Knows::default() }), "a key exactly if"),
            (knows(Knows { priors: true, ..Knows::default() }), "priors never said anything"),
            (knows(Knows { hints, ..Knows::default() }), "hints never said anything"),
            (knows(Knows { to_go: true, ..Knows::default() }), "only in a game that pays"),
        ];
        for (complaint, expected) in found {
            assert!(complaint.contains(expected), "{expected}: {complaint}");
        }
    }
}
