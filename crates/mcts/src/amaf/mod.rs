//! All moves as first (AMAF): which moves of a simulation count for which children [gelly2007].
//!
//! The statistics live in the tree, beside the means; [`AmafTable`] fills them after each simulation, as [`AmafConfig`]
//! says. How they are used is the business of the value terms in `select/`.

mod permutation;
mod reference;

pub(crate) use reference::reference_node;

use crate::backup::Step;
use crate::config::parameters;
use crate::techniques::Technique;
use crate::tree::{Copies, Tree};
use katsura_game::{MAX_PLAYERS, Played, Player, Rewards, Trace};

/// The lines of this kind on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] = &[OWN, permutation::TECHNIQUES];

const OWN: &[Technique] = &[
    Technique {
        name: "AMAF updates",
        formula: "siblings whose move the same player makes later get the sample",
        citation: "gelly2007, gelly2011",
        config: "search.amaf = { moves = 'rest', player = 'first' }",
        sources: "lecture 25, lecture 42",
        test: "later_moves_of_the_same_player_update_the_siblings",
        file: file!(),
    },
    Technique {
        name: "AMAF from the playout only",
        formula: "moves in the tree do not count",
        citation: "rimmel2010",
        config: "search.amaf = { moves = 'playout' }",
        sources: "poolRave 6",
        test: "the_moves_of_the_playout_alone_leave_out_the_direct_plays",
        file: file!(),
    },
    Technique {
        name: "Some-first AMAF",
        formula: "only the first m moves of the playout count",
        citation: "browne2012",
        config: "search.amaf = { some_first = 20 }",
        sources: "slides 18",
        test: "some_first_counts_the_first_moves_of_the_playout_only",
        file: file!(),
    },
    Technique {
        name: "Cut-off AMAF",
        formula: "AMAF for the first k simulations, then UCT",
        citation: "browne2012",
        config: "search.amaf = { cutoff = 1000 }",
        sources: "slides 18",
        test: "a_cut_off_at_once_is_plain_uct_and_a_late_one_plain_rave",
        file: file!(),
    },
];

parameters! {
    /// Which moves of a simulation count as if they had been played first: `[search.amaf]`. It matters only where a policy
    /// reads AMAF values.
    ///
    /// With the defaults, those of [gelly2011, sec. 4.3], every direct play counts as well, so a child has at least as many
    /// AMAF visits as visits. Variants after the survey [browne2012, sec. 5.3].
    ///
    /// **Differs from the paper:** its text lets only the first move at a point count, whosoever it is, which is the default; its algorithm 2 looks at
    /// the player's own moves only, which is `player = 'any'`. A swap has no samples, because it can be made at one moment only.
    /// A pass counts as any move does, for the player who passes first alone, though it is at no
    /// intersection: two other readings, for both players and for none, cost strength in Go on 9x9
    /// (results/rave-vs-uct-gnugo/NOTES.md).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct AmafConfig {
        /// The part of a simulation whose moves count.
        pub moves: AmafMoves = AmafMoves::default();
        /// Whose move counts where several players made the same move.
        pub player: AmafPlayer = AmafPlayer::default();
        /// Some-first AMAF: only so many moves of the playout count, 0 for moves in the tree only. All of them if not given.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub some_first: Option<u32> = None, from 0 to 1_000_000_000;
        /// Cut-off AMAF: the values are kept up to date, and used, only until the root has so many visits; from then on the
        /// rules read means. Without end if not given.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cutoff: Option<u32> = None, from 0 to 1_000_000_000;
        /// Permutation AMAF: nodes beside the path count too, if each player's moves in another order lead there. Costs a
        /// walk over all such nodes after every simulation. For games in which the players alternate.
        pub permutations: bool = false;
    }
}

parameters! {
    /// The part of a simulation whose moves count for [`AmafConfig`].
    pub enum AmafMoves by name {
        /// The whole rest of the game, in the tree and in the playout [gelly2011].
        #[default]
        Rest,
        /// The playout only, as algorithm 1 of [rimmel2010] is printed.
        Playout,
    }
}

parameters! {
    /// Whose move counts for [`AmafConfig`] where several players made the same move, as in captures and recaptures.
    pub enum AmafPlayer by name {
        /// That of the player who made it first, counted from the node on [bruegmann1993], [gelly2011, sec. 4.3].
        #[default]
        First,
        /// That of every player who made it.
        Any,
    }
}

impl AmafConfig {
    /// Whether AMAF values are no longer used, now that the root has so many visits.
    pub(crate) fn is_cut_off(&self, root_visits: u32) -> bool {
        self.cutoff.is_some_and(|cutoff| root_visits >= cutoff)
    }
}

/// Who made each move in the rest of a simulation.
///
/// Walking backwards from the end, the table always holds, for each move, the players whose children get the sample: the
/// first to make it from the present ply on, or all who made it.
#[derive(Clone, Debug)]
pub struct AmafTable {
    config: AmafConfig,
    /// For each move number, by player: 1 for the players whose children get the sample, 0 for the others.
    played: Vec<[f32; MAX_PLAYERS]>,
    /// The move that has no samples.
    left_out: Option<usize>,
    /// Scratch space: a child for each move number.
    slots: Vec<u32>,
}

const NOBODY: [f32; MAX_PLAYERS] = [0.0; MAX_PLAYERS];

/// A row of the table in which one player stands.
#[inline]
fn only(player: Player) -> [f32; MAX_PLAYERS] {
    std::array::from_fn(|place| f32::from(u8::from(place == player.index())))
}

impl AmafTable {
    /// A table for this many moves.
    pub fn new(move_count: usize, config: AmafConfig) -> Self {
        AmafTable { config, played: vec![NOBODY; move_count], left_out: None, slots: Vec::new() }
    }

    /// The table without the samples of a move, whose own results are the only ones.
    #[must_use]
    pub fn without(self, left_out: Option<usize>) -> Self {
        AmafTable { left_out, ..self }
    }

    #[inline]
    fn mark(&mut self, played: Played) {
        let Some(player) = played.player() else { return };
        let row = &mut self.played[played.index()];
        if self.config.player == AmafPlayer::Any {
            row[player.index()] = 1.0;
        } else {
            *row = only(player);
        }
    }

    /// Adds the samples of a finished simulation: every child, of a node that was passed, whose move the same player made
    /// later in the simulation.
    pub(crate) fn back_up(&mut self, tree: &Tree, copies: &mut Copies, path: &[Step], trace: &Trace, rewards: &Rewards) {
        self.played.fill(NOBODY);
        let below = path.len() - 1;
        let end = self.config.some_first.map_or(trace.len(), |first| trace.len().min(below + first as usize));
        for &played in trace[below..end].iter().rev() {
            self.mark(played);
        }
        for depth in (0..below).rev() {
            if self.config.moves == AmafMoves::Rest {
                self.mark(trace[depth]);
            }
            let Some(mover) = trace[depth].player() else { continue };
            if let Some(index) = self.left_out {
                self.played[index] = NOBODY;
            }
            let played = &self.played;
            let (node, reward) = (path[depth].node, rewards.of(mover));
            if depth < copies.used() {
                copies.add_amaf(node, reward, |index| played[index][mover.index()]);
            } else {
                tree.add_amaf(node, reward, |index| played[index][mover.index()]);
            }
            if self.config.permutations {
                self.back_up_beside(tree, &path[depth..], &trace[depth..], rewards);
            }
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests;
