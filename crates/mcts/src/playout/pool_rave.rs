//! poolRave: playouts that prefer moves with good RAVE values [rimmel2010].

use super::{Leaf, Playing, Playout, With};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeId;
use katsura_game::{LightPlayout, MAX_PLAYERS, Played, Player};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "poolRave",
        formula: "with probability p one of the k moves with the best RAVE values of the last node with 50 visits",
        citation: "rimmel2010",
        config: "search.playout = { kind = 'pool_rave', probability = 0.5, pool = 10, min_visits = 50 }",
        sources: "poolRave 8",
        test: "the_pool_holds_the_best_known_moves_that_are_left_at_the_leaf",
        file: file!(),
    },
    Technique {
        name: "poolRave of the co-author's program",
        formula: "as poolRave, from moves with 50 RAVE samples, drawn without replacement",
        citation: "rimmel2010",
        config: "search.playout = { kind = 'pool_rave', probability = 0.3, pool = 20, min_amaf = 50, draw = 'remove' }",
        sources: "poolRave 8",
        test: "remove_draws_every_move_once_and_forgets_what_anyone_played",
        file: file!(),
    },
];

parameters! {
    /// poolRave [rimmel2010, Algorithm 1]: at every move of a playout, with probability p, one of the k moves with the best
    /// RAVE values is played; else the other rules move.
    ///
    /// | paper | here |
    /// |---|---|
    /// | s″, the last visited node with at least 50 simulations | the last node of the path with `min_visits` and children |
    /// | p | `probability` |
    /// | k | `pool` |
    /// | x̄^RAVE in s″ | the AMAF means of the children of that node |
    /// | mc(s′) | whatever is asked next: another rule of a chain, or the light playout |
    ///
    /// The pool is made once per playout. Where there is no such node it is empty. A pass is in no pool: playouts pass when
    /// nothing else is left.
    ///
    /// **Differs from the paper:** it says neither what happens when the drawn move cannot be played (`draw`), nor whose
    /// pool it is (`colours`), nor what an unknown move is worth (it is not in the pool, see `min_amaf`). The defaults are
    /// the reading that agrees best with the published figures.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct PoolRave {
        /// How often a move of the pool is tried: p. The paper's best for Havannah is 1/2, for Go 1.
        pub probability: f64 = 0.5, from 0.0 to 1.0;
        /// The number of moves in the pool: k. The paper's best for Havannah is 10, for Go 20.
        pub pool: usize = 10, from 1 to 65_535;
        /// The pool comes from the last node with this many simulations. 50 in the paper.
        pub min_visits: u32 = 50, from 1 to 1_000_000_000;
        /// Moves with fewer RAVE samples are not in the pool. 1 keeps out the unknown ones only; the co-author's later
        /// program has 50.
        pub min_amaf: u32 = 1, from 1 to 16_777_215;
        /// What the pool is made of, and what happens to a drawn move that cannot be played.
        pub draw: PoolDraw = PoolDraw::Keep;
        /// Whose moves come from the pool.
        pub colours: PoolColours = PoolColours::Shared;
    }
}

parameters! {
    /// What the pool of [`PoolRave`] is made of, and what happens to a drawn move that cannot be played.
    pub enum PoolDraw by name {
        /// The best moves, without those that were made between the node and the leaf and cannot be made there again. A
        /// drawn move that the player to move cannot make leaves the choice to the next rule.
        #[default]
        Keep,
        /// As `keep`, but the best of all moves of the node, also of those that were played on the way to the leaf.
        AllMoves,
        /// As `keep`, but drawn among the moves of the pool that can still be played.
        Legal,
        /// As `keep`, but without replacement: a move leaves the pool when it is drawn or when anyone plays it, as in the
        /// co-author's later program.
        Remove,
    }
}

parameters! {
    /// Whose moves come from the pool of [`PoolRave`].
    pub enum PoolColours by name {
        /// Everyone's, with the RAVE values of the player to move in the node.
        #[default]
        Shared,
        /// Only those of the player to move in the node.
        Own,
        /// Everyone's, each player with a pool from the last node in which they are to move.
        Each,
    }
}

impl PoolRave {
    /// The policy.
    pub fn policy(&self) -> With<PoolRavePolicy> {
        let rule = PoolRavePolicy { config: *self, pools: Default::default(), owner: None, seen: 0, ranked: Vec::new() };
        With { probability: self.probability, rule }
    }
}

/// A move that may enter a pool, in the order of preference: mean, then samples, then place.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mean: f32,
    samples: f32,
    place: u32,
    index: usize,
}

impl Candidate {
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        let by_mean = other.mean.total_cmp(&self.mean);
        by_mean.then(other.samples.total_cmp(&self.samples)).then(self.place.cmp(&other.place))
    }
}

/// Plays from the pools of the present playout.
#[derive(Clone, Debug)]
pub struct PoolRavePolicy {
    config: PoolRave,
    /// Move numbers; the first pool serves everyone unless each player has one.
    pools: [Vec<usize>; MAX_PLAYERS],
    /// Who is to move in the node that the first pool comes from.
    owner: Option<Player>,
    /// Moves of the simulation that were taken out of the pools already.
    seen: usize,
    ranked: Vec<Candidate>,
}

impl PoolRavePolicy {
    /// The pool from which a player's moves come.
    #[inline]
    fn pool_of(&self, player: Player) -> Option<usize> {
        match self.config.colours {
            PoolColours::Shared => Some(0),
            PoolColours::Own => (self.owner == Some(player)).then_some(0),
            PoolColours::Each => Some(player.index()),
        }
    }

    /// Fills a pool with the best children of the node at a depth.
    fn fill<S: LightPlayout>(
        &mut self,
        pool: usize,
        (leaf, node): (&Leaf<'_>, NodeId),
        playing: &Playing<'_, S>,
        depth: usize,
    ) {
        let tree = leaf.tree;
        let PoolRave { pool: size, min_amaf, draw, .. } = self.config;
        self.ranked.clear();
        for (child, place) in tree.children(node).zip(0..) {
            let ((samples, mean), index) = (tree.amaf(child), tree.move_index(child));
            let known = samples >= min_amaf as f32;
            // what neither player has made is left to one of them, whoever is to move here
            let is_made = || playing.trace[depth..].iter().any(|played| played.index() == index);
            if known && (draw == PoolDraw::AllMoves || !is_made() || playing.playable(index).is_some()) {
                self.ranked.push(Candidate { mean, samples, place, index });
            }
        }
        if self.ranked.len() > size {
            self.ranked.select_nth_unstable_by(size - 1, Candidate::order);
            self.ranked.truncate(size);
        }
        self.ranked.sort_unstable_by(Candidate::order);
        self.pools[pool].extend(self.ranked.iter().map(|candidate| candidate.index));
    }

    /// Takes the moves that were made since the last look out of the pools.
    fn remove_played(&mut self, trace: &[Played]) {
        for played in &trace[self.seen..] {
            for pool in &mut self.pools {
                if let Some(place) = pool.iter().position(|&index| index == played.index()) {
                    pool.swap_remove(place);
                }
            }
        }
        self.seen = trace.len();
    }

    fn draw_playable<S: LightPlayout>(&self, pool: usize, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let pool = &self.pools[pool];
        let count = pool.iter().filter(|&&index| playing.playable(index).is_some()).count();
        if count == 0 {
            return None;
        }
        let skip = playing.rng.index(count);
        pool.iter().filter_map(|&index| playing.playable(index)).nth(skip)
    }
}

impl<S: LightPlayout> Playout<S> for PoolRavePolicy {
    fn needs(&self) -> Needs {
        Needs::AMAF
    }

    fn begin(&mut self, leaf: Leaf<'_>, playing: &mut Playing<'_, S>) {
        self.pools.iter_mut().for_each(Vec::clear);
        self.owner = None;
        self.seen = playing.trace.len();
        if !leaf.has_amaf {
            return;
        }
        let mut served = [false; MAX_PLAYERS];
        for (depth, step) in leaf.path.iter().enumerate().rev() {
            let to_move = playing.trace.get(depth).map_or(playing.state.turn().player(), |played| played.player());
            let ripe = leaf.tree.visits(step.node) >= self.config.min_visits && leaf.tree.is_expanded(step.node);
            let Some(player) = to_move.filter(|player| ripe && !served[player.index()]) else { continue };
            if self.config.colours != PoolColours::Each {
                self.owner = Some(player);
                return self.fill(0, (&leaf, step.node), playing, depth);
            }
            served[player.index()] = true;
            self.fill(player.index(), (&leaf, step.node), playing, depth);
        }
    }

    #[inline]
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let pool = self.pool_of(playing.state.turn().player()?)?;
        match self.config.draw {
            PoolDraw::Legal => return self.draw_playable(pool, playing),
            PoolDraw::Remove => self.remove_played(playing.trace),
            PoolDraw::Keep | PoolDraw::AllMoves => {}
        }
        if self.pools[pool].is_empty() {
            return None;
        }
        let place = playing.rng.index(self.pools[pool].len());
        let index = self.pools[pool][place];
        if self.config.draw == PoolDraw::Remove {
            self.pools[pool].swap_remove(place);
        }
        playing.playable(index)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Board, Cells, after, counts};
    use super::*;
    use crate::backup::Step;
    use crate::reward::RewardKind;
    use crate::tree::{ROOT, Tree};
    use katsura_game::{Rng, State, Trace};

    /// What [`Tree::add_amaf`] asks of a move.
    fn one_if(played: bool) -> f32 {
        f32::from(u8::from(played))
    }

    /// Eight moves at the root with 60 visits. Move i < 7 has ten samples and the mean i/10, move 7 has none.
    fn tree() -> Tree {
        let tree = Tree::new(Needs::AMAF, 1 << 16);
        tree.expand(ROOT, 0..8);
        tree.add(ROOT, 60, 0.5);
        for sample in 0..10 {
            tree.add_amaf(ROOT, 1.0, |index| one_if(index < 7 && sample < index));
            tree.add_amaf(ROOT, 0.0, |index| one_if(index < 7 && sample >= index));
        }
        tree
    }

    /// A playout after move 6 at the root, and what a policy says there.
    struct Scene {
        tree: Tree,
        state: Board,
        trace: Trace,
        rng: Rng,
        policy: PoolRavePolicy,
    }

    impl Scene {
        fn new(config: PoolRave) -> Self {
            let (state, trace) = after(&Cells::key(8), &[6]);
            Scene { tree: tree(), state, trace, rng: Rng::new(1), policy: config.policy().rule }
        }

        fn with<T>(&mut self, ask: impl FnOnce(&mut PoolRavePolicy, Leaf<'_>, &mut Playing<'_, Board>) -> T) -> T {
            let path = [Step::new(ROOT, Player(1)), Step::new(7, Player(0))];
            let mut moves = Vec::new();
            let mut playing = Playing::new(&mut self.state, &mut self.trace, &mut moves, &mut self.rng, RewardKind::Win);
            ask(&mut self.policy, Leaf { tree: &self.tree, path: &path, has_amaf: true }, &mut playing)
        }

        fn begin(mut self) -> Self {
            self.with(|policy, leaf, playing| policy.begin(leaf, playing));
            self
        }

        fn ask(&mut self, times: usize) -> Vec<Option<usize>> {
            self.with(|policy, _, playing| (0..times).map(|_| policy.next_move(playing)).collect())
        }

        fn play(&mut self, cell: usize) {
            self.trace.push(Played::new(self.state.turn().player(), cell));
            self.state.apply(cell);
        }
    }

    fn config(pool: usize, draw: PoolDraw) -> PoolRave {
        PoolRave { pool, draw, ..PoolRave::default() }
    }

    #[test]
    fn the_pool_holds_the_best_known_moves_that_are_left_at_the_leaf() {
        let pool = |config: PoolRave| Scene::new(config).begin().policy.pools[0].clone();
        assert_eq!(pool(config(3, PoolDraw::Keep)), [5, 4, 3]);
        assert_eq!(pool(config(3, PoolDraw::Legal)), [5, 4, 3]);
        assert_eq!(pool(config(3, PoolDraw::Remove)), [5, 4, 3]);
        assert_eq!(pool(config(3, PoolDraw::AllMoves)), [6, 5, 4], "move 6 was played on the way to the leaf");
        assert_eq!(pool(config(20, PoolDraw::Keep)), [5, 4, 3, 2, 1, 0], "move 7 is unknown");
        assert_eq!(pool(PoolRave { min_amaf: 10, ..config(20, PoolDraw::Keep) }).len(), 6);
        assert_eq!(pool(PoolRave { min_amaf: 11, ..config(20, PoolDraw::Keep) }).len(), 0);
    }

    #[test]
    fn equal_means_stand_by_samples_and_then_by_place() {
        let scene = Scene::new(config(3, PoolDraw::Keep));
        scene.tree.add_amaf(ROOT, 1.0, |index| one_if(index == 0));
        scene.tree.add_amaf(ROOT, 0.0, |index| one_if(index == 0));
        scene.tree.add_amaf(ROOT, 1.0, |index| one_if(index == 7));
        // Means: 7 has 1.0 of one sample; 0 has 1/12; 5 has 0.5.
        assert_eq!(scene.begin().policy.pools[0], [7, 5, 4]);
        let scene = Scene::new(config(2, PoolDraw::Keep));
        for _ in 0..2 {
            scene.tree.add_amaf(ROOT, 1.0, |index| one_if(index == 7));
            scene.tree.add_amaf(ROOT, 0.0, |index| one_if(index == 7));
        }
        // 5 has 0.5 of ten samples, 7 has 0.5 of four.
        assert_eq!(scene.begin().policy.pools[0], [5, 7]);
    }

    #[test]
    fn without_a_node_of_enough_visits_there_is_no_opinion() {
        let none = PoolRave { min_visits: 61, ..PoolRave::default() };
        assert_eq!(Scene::new(none).begin().ask(20), [None; 20]);
        let some = PoolRave { min_visits: 60, ..PoolRave::default() };
        assert!(Scene::new(some).begin().ask(20).iter().all(Option::is_some));
    }

    #[test]
    fn the_last_node_with_enough_visits_counts() {
        let scene = Scene::new(config(2, PoolDraw::Keep));
        scene.tree.expand(7, [0, 1, 2].into_iter());
        scene.tree.add(7, 49, 0.5);
        scene.tree.add_amaf(7, 1.0, |index| one_if(index == 2));
        let scene = scene.begin();
        assert_eq!(scene.policy.pools[0], [5, 4], "49 visits are not enough");
        scene.tree.add(7, 1, 0.5);
        assert_eq!(scene.begin().policy.pools[0], [2]);
    }

    #[test]
    fn a_drawn_move_that_is_taken_leaves_the_choice_to_the_next_rule() {
        let mut scene = Scene::new(config(3, PoolDraw::Keep)).begin();
        scene.play(5);
        let answers = scene.ask(3000);
        let drawn = counts(&answers, 8);
        assert!([3, 4].iter().all(|&cell| (900..1100).contains(&drawn[cell])), "a third each: {drawn:?}");
        assert_eq!(drawn[5], 0);
        assert_eq!(answers.iter().filter(|answer| answer.is_none()).count() + drawn[3] + drawn[4], 3000);
    }

    #[test]
    fn legal_draws_among_what_is_left() {
        let mut scene = Scene::new(config(3, PoolDraw::Legal)).begin();
        scene.play(5);
        let drawn = counts(&scene.ask(2000), 8);
        assert!((900..1100).contains(&drawn[3]) && drawn[3] + drawn[4] == 2000, "{drawn:?}");
        scene.play(3);
        scene.play(4);
        assert_eq!(scene.ask(3), [None; 3]);
    }

    #[test]
    fn remove_draws_every_move_once_and_forgets_what_anyone_played() {
        let mut scene = Scene::new(config(4, PoolDraw::Remove)).begin();
        scene.play(4);
        let mut drawn = scene.ask(5);
        assert_eq!(drawn.split_off(3), [None, None]);
        drawn.sort();
        assert_eq!(drawn, [Some(2), Some(3), Some(5)]);
    }

    #[test]
    fn own_serves_the_player_of_the_node_and_each_serves_everyone_from_their_own() {
        let own = PoolRave { colours: PoolColours::Own, ..config(1, PoolDraw::Keep) };
        let mut scene = Scene::new(own).begin();
        assert_eq!(scene.ask(2), [None, None], "the second player is to move, the root is the first player's");
        scene.play(0);
        assert_eq!(scene.ask(2), [Some(5), Some(5)]);

        let each = PoolRave { colours: PoolColours::Each, ..config(1, PoolDraw::Keep) };
        let scene = Scene::new(each);
        scene.tree.expand(7, [0, 1, 2].into_iter());
        scene.tree.add(7, 50, 0.5);
        scene.tree.add_amaf(7, 1.0, |index| one_if(index == 2));
        let mut scene = scene.begin();
        assert_eq!(scene.ask(2), [Some(2), Some(2)]);
        scene.play(0);
        assert_eq!(scene.ask(2), [Some(5), Some(5)]);
    }

    #[test]
    fn a_pool_of_all_moves_is_uniform_over_the_known_ones() {
        let drawn = counts(&Scene::new(config(99, PoolDraw::Keep)).begin().ask(6000), 8);
        let chi2: f64 = drawn[..6].iter().map(|&n| (n as f64 - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi2 < 20.52, "the 99.9 % quantile of 5 degrees of freedom: {drawn:?}");
        assert_eq!(drawn[6] + drawn[7], 0);
    }

    /// ```text
    /// 4 . X . .      A4 is an eye of X: O must not move there, and playouts of X do not.
    /// 3 X X . .
    /// 2 . . . .
    /// 1 . . . .
    /// ```
    #[cfg(feature = "files")]
    #[test]
    fn a_shared_pool_does_not_depend_on_who_is_to_move_at_the_leaf() {
        use katsura_game::{Game, Text};
        use katsura_games::go::{Go9, Rules};
        let mut state = Go9::new(Rules { size: 4, ..Rules::default() }).start();
        for mv in ["B4", "pass", "A3", "pass", "B3", "pass"] {
            state.apply(state.parse_move(mv).unwrap());
        }
        let tree = Tree::new(Needs::AMAF, 1 << 16);
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        tree.expand(ROOT, moves.iter().map(|&mv| state.move_index(mv)));
        tree.add(ROOT, 60, 0.5);
        tree.add_amaf(ROOT, 1.0, |_| 1.0);
        let pool = |way: &[&str]| {
            let (mut state, mut path, mut trace) = (state.clone(), vec![Step::new(ROOT, Player(1))], Trace::new());
            for mv in way {
                let mv = state.parse_move(mv).unwrap();
                trace.push(Played::new(state.turn().player(), state.move_index(mv)));
                path.push(Step::new(1, Player(0)));
                state.apply(mv);
            }
            let (mut rng, mut moves) = (Rng::new(1), Vec::new());
            let mut policy = config(99, PoolDraw::Keep).policy().rule;
            let mut playing = Playing::new(&mut state, &mut trace, &mut moves, &mut rng, RewardKind::Win);
            policy.begin(Leaf { tree: &tree, path: &path, has_amaf: true }, &mut playing);
            let mut pool = policy.pools[0].clone();
            pool.sort();
            pool
        };
        let after = |played: &str| {
            let mut rest: Vec<usize> = moves.iter().map(|&mv| state.move_index(mv)).collect();
            rest.retain(|&index| state.format_move(state.move_at(index)) != played);
            rest.sort();
            rest
        };
        assert_eq!(pool(&[]), after("none"));
        assert_eq!(pool(&["D1"]), after("D1"));
    }
}
