//! The policies of a search, gathered in one value.

use crate::backup::{AnyBackup, Backup};
use crate::choose::{AnyChoose, Choose};
use crate::config::SearchConfig;
use crate::expand::{AnyExpand, Expand};
use crate::needs::Needs;
use crate::playout::{AnyPlayout, Playout};
use crate::prune::{AnyPrune, Prune};
use crate::select::{AnySelect, Select};
use katsura_game::{Game, Knowledge, LightPlayout};

/// A choice of one policy of each kind.
///
/// The search is compiled once per choice of types. [`Bundle`] with its default types is the choice that a configuration
/// makes at run time; name other types to have them inlined.
pub trait Policies<S: LightPlayout>: Send + Sync {
    /// Chooses children below the root.
    type Select: Select;
    /// Chooses children of the root.
    type Root: Select;
    /// Grows the tree.
    type Expand: Expand;
    /// Plays out; every worker has a copy.
    type Playout: Playout<S> + Clone + Sync;
    /// Counts results.
    type Backup: Backup;
    /// Closes children.
    type Prune: Prune;
    /// Chooses the move to play.
    type Choose: Choose;

    /// The policies themselves.
    #[expect(clippy::type_complexity, reason = "one accessor instead of seven")]
    fn bundle(
        &self,
    ) -> &Bundle<S, Self::Select, Self::Root, Self::Expand, Self::Playout, Self::Backup, Self::Prune, Self::Choose>;

    /// The statistics that all policies together read.
    fn needs(&self) -> Needs {
        let bundle = self.bundle();
        bundle.select.needs()
            | bundle.root.needs()
            | bundle.playout.needs()
            | bundle.backup.needs()
            | bundle.prune.needs()
            | bundle.choose.needs()
    }
}

/// One policy of each kind.
#[derive(Clone, Debug)]
pub struct Bundle<
    S: LightPlayout,
    Sel = AnySelect,
    Root = AnySelect,
    Exp = AnyExpand,
    Play = AnyPlayout<S>,
    Back = AnyBackup,
    Prn = AnyPrune,
    Cho = AnyChoose,
> {
    /// Chooses children below the root.
    pub select: Sel,
    /// Chooses children of the root.
    pub root: Root,
    /// Grows the tree.
    pub expand: Exp,
    /// Plays out.
    pub playout: Play,
    /// Counts results.
    pub backup: Back,
    /// Closes children.
    pub prune: Prn,
    /// Chooses the move to play.
    pub choose: Cho,
    /// The positions the policies are for.
    pub game: std::marker::PhantomData<fn(&S)>,
}

/// The policies a configuration chooses at run time.
pub type AnyPolicies<S> = Bundle<S>;

impl<S: Knowledge> AnyPolicies<S> {
    /// The policies of a configuration that fits the game.
    pub fn new<G: Game<State = S>>(game: &G, config: &SearchConfig) -> Self {
        let about = game.about();
        Bundle {
            select: AnySelect::Formula(config.select),
            root: config.root.resolve(&config.select),
            expand: config.expand.clone(),
            playout: AnyPlayout::new(&config.playout, &about, config.reward),
            backup: config.backup.clone(),
            prune: config.prune.in_points(config.reward.points(&about)),
            choose: config.choose.clone(),
            game: std::marker::PhantomData,
        }
    }
}

impl<S, Sel, Root, Exp, Play, Back, Prn, Cho> Policies<S> for Bundle<S, Sel, Root, Exp, Play, Back, Prn, Cho>
where
    S: LightPlayout,
    Sel: Select,
    Root: Select,
    Exp: Expand,
    Play: Playout<S> + Clone + Sync,
    Back: Backup,
    Prn: Prune,
    Cho: Choose,
{
    type Select = Sel;
    type Root = Root;
    type Expand = Exp;
    type Playout = Play;
    type Backup = Back;
    type Prune = Prn;
    type Choose = Cho;

    #[inline]
    fn bundle(&self) -> &Self {
        self
    }
}
