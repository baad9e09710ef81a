//! The verdicts of a table: how many of each there are, and what led to them.

use super::cell::{Cell, Form, Table};
use crate::stats::{Claim, Judgement, Side, SideJudgement, Size, SizeJudgement, holm};
use serde::Serialize;

/// A claim with what our run says about it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The row, and what else tells the claim from others.
    pub name: String,
    /// How differences are written.
    pub form: Form,
    /// The verdicts.
    pub judgement: Judgement,
}

/// How many verdicts of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The sides.
    pub side: SideCounts,
    /// The sizes.
    pub size: SizeCounts,
}

/// How many sides have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideCounts {
    /// On the claimed side.
    pub reproduced: u64,
    /// On the other side.
    pub contradicted: u64,
    /// Either.
    pub undecided: u64,
    /// How many of the first two are so with the p-values of the table corrected.
    pub after_holm: u64,
}

/// How many sizes have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SizeCounts {
    /// Within the margin.
    pub agrees: u64,
    /// Another value.
    pub differs: u64,
    /// Either.
    pub open: u64,
    /// Published without an error.
    pub not_judged: u64,
    /// How many of those that differ do so with the p-values of the table corrected.
    pub after_holm: u64,
}

/// What a corrected p-value must be below.
const ALPHA: f64 = 0.05;

impl Counts {
    /// Those of these claims.
    pub fn of<'a>(judgements: impl IntoIterator<Item = &'a Judgement>) -> Self {
        let mut counts = Counts::default();
        for judgement in judgements {
            judgement.side.iter().for_each(|side| counts.side.add(side));
            judgement.size.iter().for_each(|size| counts.size.add(size));
        }
        counts
    }

    /// The counts in words, a sentence for sides and one for sizes, as far as there are any.
    pub fn sentences(&self) -> Vec<String> {
        let SideCounts { reproduced, contradicted, undecided, after_holm } = self.side;
        let sides = reproduced + contradicted + undecided;
        let side = format!(
            "Side of {sides}: {reproduced} reproduced, {contradicted} contradicted, {undecided} undecided; {after_holm} are decided after \
            Holm's correction."
        );
        let SizeCounts { agrees, differs, open, not_judged, after_holm } = self.size;
        let sizes = agrees + differs + open + not_judged;
        let size = format!(
            "Size of {sizes}: {agrees} agrees, {differs} differs ({after_holm} after Holm's correction), {open} open, {not_judged} not judged."
        );
        [(sides, side), (sizes, size)].into_iter().filter(|(number, _)| *number > 0).map(|(_, sentence)| sentence).collect()
    }
}

impl SideCounts {
    fn add(&mut self, side: &SideJudgement) {
        let count = match side.verdict {
            Side::Reproduced => &mut self.reproduced,
            Side::Contradicted => &mut self.contradicted,
            Side::Undecided => &mut self.undecided,
        };
        *count += 1;
        self.after_holm += u64::from(side.verdict != Side::Undecided && side.p_holm < ALPHA);
    }
}

impl SizeCounts {
    fn add(&mut self, size: &SizeJudgement) {
        let count = match size.verdict {
            Size::Agrees => &mut self.agrees,
            Size::Differs => &mut self.differs,
            Size::Open => &mut self.open,
            Size::NotJudged => &mut self.not_judged,
        };
        *count += 1;
        self.after_holm += u64::from(size.verdict == Size::Differs && size.p_holm < ALPHA);
    }
}

/// Corrects the p-values of the sizes of a table for how many there are.
pub(super) fn correct_sizes(judgements: Vec<&mut Judgement>) {
    let sizes = judgements.into_iter().filter_map(|judgement| judgement.size.as_mut());
    let mut sizes: Vec<&mut SizeJudgement> = sizes.filter(|size| size.verdict != Size::NotJudged).collect();
    let corrected = holm(&sizes.iter().map(|size| size.p).collect::<Vec<f64>>());
    sizes.iter_mut().zip(corrected).for_each(|(size, p)| size.p_holm = p);
}

/// What the columns of [`cells`] are called.
pub(super) const HEADER: [&str; 4] = ["side", "p (Holm)", "size", "p (Holm)"];

/// The cells of side and size in a main table; of a companion, which claims nothing, or of a claim before there are enough
/// games.
pub(super) fn cells(claim: Option<Claim>, judgement: Option<&Judgement>) -> [Cell; 4] {
    let Some(claim) = claim else { return [Cell::text("companion"), Cell::Unknown, Cell::Unknown, Cell::Unknown] };
    let (side, size) = judgement.map_or((None, None), |judgement| (judgement.side.as_ref(), judgement.size.as_ref()));
    [
        Cell::known(side, |side| Cell::Side(side.verdict)),
        Cell::known(side, |side| probability(side.p_holm)),
        Cell::known(size, |size| Cell::Size(size.verdict).noted(direction(claim, size).map(str::to_string))),
        Cell::known(size.filter(|size| size.verdict != Size::NotJudged), |size| probability(size.p_holm)),
    ]
}

fn probability(p: f64) -> Cell {
    Cell::Number(p, Form::Probability)
}

/// Which way a size differs: of an effect, which is the distance from a threshold on the claimed side, or of a value.
fn direction(claim: Claim, size: &SizeJudgement) -> Option<&'static str> {
    let up = match claim {
        Claim::Side { threshold } => size.published >= threshold,
        Claim::Value { .. } => true,
    };
    let larger = (size.difference.value > 0.0) == up;
    (size.verdict == Size::Differs).then_some(if larger { "larger" } else { "smaller" })
}

/// What led to the verdicts.
pub(super) fn table(judged: &[Judged]) -> Table {
    let header = [
        "row",
        "side",
        "p",
        "p (Holm)",
        "more games",
        "size",
        "difference",
        "margin",
        "p",
        "p (Holm)",
        "same from error",
        "more games",
    ];
    Table::new(header, judged.iter().map(line))
}

fn line(Judged { name, form, judgement }: &Judged) -> Vec<Cell> {
    let (side, size) = (judgement.side.as_ref(), judgement.size.as_ref());
    let name = Cell::text(name).noted(judgement.anytime.then(|| "anytime-valid".to_string()));
    vec![
        name,
        Cell::known(side, |side| Cell::Side(side.verdict)),
        Cell::known(side, |side| probability(side.p)),
        Cell::known(side, |side| probability(side.p_holm)),
        Cell::known(side.and_then(|side| side.games_needed), Cell::Count),
        Cell::known(size, |size| Cell::Size(size.verdict)),
        Cell::known(size, |size| Cell::Measured(size.difference, *form, None)),
        Cell::known(size, |size| Cell::Number(size.margin, *form)),
        Cell::known(size, |size| probability(size.p)),
        Cell::known(size.filter(|size| size.verdict != Size::NotJudged), |size| probability(size.p_holm)),
        Cell::known(size, |size| size.flips_at.map_or(Cell::text("any"), |error| Cell::Number(error, *form))),
        Cell::known(size.and_then(|size| size.games_needed), Cell::Count),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Design, Figure, PairCounts, Precision, Sample, judge};

    const HALF: Claim = Claim::Side { threshold: 0.5 };

    /// What a match of which these were won, of a hundred pairs, says about 60 %.
    fn judged(won: u64, precision: Precision) -> Judgement {
        let ours = Sample::pairs(&PairCounts::new([100 - won, 0, 0, 0, won]), Design::Fixed);
        judge(&HALF, &Figure { value: 0.6, precision }, &ours)
    }

    #[test]
    fn sides_and_sizes_are_counted_apart_and_again_after_the_correction() {
        let exact = Precision::StandardError(0.001);
        let mut all =
            [judged(49, exact), judged(80, exact), judged(20, Precision::Assumed(0.1)), judged(20, Precision::SideOnly)];
        assert!(all[0].size.unwrap().p < 0.05);
        correct_sizes(all.iter_mut().collect());
        let holm = holm(&[all[0].size.unwrap().p, all[1].size.unwrap().p]);
        assert_eq!(
            [0, 1].map(|row: usize| all[row].size.unwrap().p_holm),
            [holm[0], holm[1]],
            "of two sizes that are judged"
        );
        let counts = Counts::of(&all);
        assert_eq!(counts.side, SideCounts { reproduced: 1, contradicted: 2, undecided: 1, after_holm: 3 });
        assert_eq!(counts.size, SizeCounts { agrees: 0, differs: 2, open: 0, not_judged: 1, after_holm: 2 });
        assert_eq!(
            counts.sentences()[1],
            "Size of 3: 0 agrees, 2 differs (2 after Holm's correction), 0 open, 1 not judged."
        );
        assert_eq!(Counts::default().sentences(), Vec::<String>::new());
    }

    #[test]
    fn an_effect_is_larger_or_smaller_on_the_claimed_side() {
        let shown = |won: u64| cells(Some(HALF), Some(&judged(won, Precision::Exact))).map(|cell| cell.to_string());
        assert_eq!(shown(80), ["reproduced", "< 0.0001", "differs (larger)", "< 0.0001"]);
        assert_eq!(shown(20), ["contradicted", "< 0.0001", "differs (smaller)", "< 0.0001"]);
        assert_eq!(shown(60)[2], "open");
        assert_eq!(cells(None, None).map(|cell| cell.to_string()), ["companion", "–", "–", "–"]);
    }
}
