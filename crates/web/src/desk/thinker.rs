//! Searches that follow the game.

use super::player::Player;
use katsura_engine::player::start_checked;
use katsura_games::GameSpec;
use katsura_mcts::{Budget, Control, Searcher};

/// Searches that are kept: those of two seats, and one more.
const KEPT: usize = 3;

/// A player's search, and where in the game it stands.
pub(crate) struct Thinker {
    pub player: Player,
    pub searcher: Box<dyn Searcher>,
    moves: Vec<usize>,
    /// Seconds of thinking in this position.
    pub seconds: f64,
    /// Simulations in this position since the search was last taken up.
    pub simulations: u64,
    /// The most bytes its search has had: so much memory it has touched.
    most_bytes: usize,
}

impl Thinker {
    fn new(game: &GameSpec, player: Player) -> Result<Self, String> {
        let searcher = start_checked(game, &player.config).map_err(|error| error.to_string())?;
        let most_bytes = searcher.bytes();
        Ok(Thinker { player, searcher, moves: Vec::new(), seconds: 0.0, simulations: 0, most_bytes })
    }

    /// Goes to a position: along the moves if they continue those it knows, else afresh.
    fn follow(&mut self, moves: &[usize]) {
        if self.moves == moves {
            return;
        }
        let known = self.moves.len();
        let arrived = self.can_reach(moves) && moves[known..].iter().all(|&mv| self.searcher.advance(mv).is_ok());
        if !arrived {
            let restarted = self.searcher.restart(moves);
            debug_assert!(restarted.is_ok(), "moves that were made can be made again");
        }
        self.moves = moves.to_vec();
        self.seconds = 0.0;
        self.simulations = 0;
    }

    /// Whether it stands at this position.
    pub fn stands_at(&self, moves: &[usize]) -> bool {
        self.moves == moves
    }

    /// Whether it can go to this position without forgetting everything.
    pub fn can_reach(&self, moves: &[usize]) -> bool {
        moves.starts_with(&self.moves)
    }

    /// Thinks for a while; whether there may be more to think about: there was, or somebody said stop.
    pub fn think(&mut self, budget: &Budget, control: &Control) -> bool {
        let report = self.searcher.run(budget, control);
        self.seconds += report.seconds;
        self.simulations += report.simulations;
        self.most_bytes = self.most_bytes.max(self.searcher.bytes());
        report.simulations > 0 || control.is_stopped()
    }

    /// Bytes that its search takes, also for nodes that it has forgotten since.
    pub fn bytes(&self) -> u64 {
        self.most_bytes as u64
    }
}

/// The searches of one session, the one used last at the end.
#[derive(Default)]
pub(crate) struct Thinkers {
    all: Vec<Thinker>,
}

impl Thinkers {
    /// The search of a player, brought to a position.
    ///
    /// # Errors
    /// If the configuration does not fit the game.
    pub fn at(&mut self, game: &GameSpec, player: &Player, moves: &[usize]) -> Result<&mut Thinker, String> {
        let thinker = match self.all.iter().position(|thinker| thinker.player == *player) {
            Some(place) => self.all.remove(place),
            None => {
                if self.all.len() >= KEPT {
                    self.all.remove(0);
                }
                Thinker::new(game, player.clone())?
            }
        };
        self.all.push(thinker);
        let thinker = self.all.last_mut().ok_or("no search")?;
        thinker.follow(moves);
        Ok(thinker)
    }

    /// The search of a player that has been asked before, wherever it stands.
    pub fn of(&mut self, player: &Player) -> Option<&mut Thinker> {
        self.all.iter_mut().find(|thinker| thinker.player == *player)
    }

    /// Forgets the searches of these players, except those that stand `at` a position, if one is named.
    pub fn forget(&mut self, players: &[Player], at: Option<&[usize]>) {
        self.all.retain(|thinker| !players.contains(&thinker.player) || at.is_some_and(|moves| thinker.stands_at(moves)));
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Bytes of all searches.
    pub fn bytes(&self) -> u64 {
        self.all.iter().map(Thinker::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_mcts::SearchConfig;

    #[test]
    fn a_search_in_slices_is_the_same_as_in_one_piece() {
        let game = GameSpec::named("connect-four").unwrap();
        let config = SearchConfig { memory_mib: 16, ..SearchConfig::default() }.check(&game.about()).unwrap();
        let player = Player { name: "uct".to_string(), config };
        let mut thinkers = Thinkers::default();
        for _ in 0..5 {
            thinkers.at(&game, &player, &[3]).unwrap().think(&Budget::simulations(320), &Control::new());
        }
        let mut whole = Thinker::new(&game, player.clone()).unwrap();
        whole.follow(&[3]);
        whole.think(&Budget::simulations(1600), &Control::new());
        let sliced = thinkers.at(&game, &player, &[3]).unwrap();
        assert_eq!(sliced.searcher.peek(), whole.searcher.peek());
        assert_eq!(sliced.simulations, 1600);
    }

    #[test]
    fn the_memory_of_a_player_is_that_of_all_its_trees_and_of_its_table() {
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let bytes = |player: &str| {
            let config = katsura_engine::PlayerSpec::parse(player).unwrap().config.check(&game.about()).unwrap();
            let mut thinker = Thinker::new(&game, Player { name: player.to_string(), config }).unwrap();
            thinker.think(&Budget::simulations(400), &Control::new());
            thinker.bytes()
        };
        let one = bytes("uct memory_mib=4");
        let four = bytes("uct memory_mib=16 parallel.kind=root parallel.threads=4");
        assert!((one..5 * one).contains(&four), "one tree {one}, four trees {four}");
        let table = bytes("uct memory_mib=4 transpositions.form=uct2 transpositions.memory_share=0.5");
        assert!(table >= 2 << 20, "the table takes half of the memory: {table}");
    }

    #[test]
    fn the_oldest_search_is_forgotten() {
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let player = |seed| Player {
            name: format!("uct {seed}"),
            config: SearchConfig { seed, memory_mib: 1, ..SearchConfig::default() }.check(&game.about()).unwrap(),
        };
        let mut thinkers = Thinkers::default();
        (0..6).for_each(|seed| drop(thinkers.at(&game, &player(seed), &[]).map(|_| ())));
        assert!(thinkers.of(&player(2)).is_none() && thinkers.of(&player(3)).is_some());
        assert_eq!(thinkers.all.len(), KEPT);
    }
}
