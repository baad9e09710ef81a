//! The plots of a report.

use super::svg::{Scale, Svg};
use super::{COURSES, FAINT, RowReport};
use crate::experiment::{MatchWork, Measure};
use crate::stats::{Claim, Measured};

/// A match in a report.
type MatchReport = RowReport<MatchWork>;

const OURS: &str = "stroke=\"#1f5fa8\" stroke-width=\"2\" fill=\"#1f5fa8\"";
const THEIRS: &str = "stroke=\"#b4530a\" stroke-width=\"1.5\" fill=\"#fff\"";
const THRESHOLD: &str = "stroke=\"#888\" stroke-dasharray=\"4 3\"";

/// Published values (squares) and ours (discs) with their 95 % intervals, one line per row.
///
/// Scores and points have a scale each.
pub(super) fn forest(rows: &[MatchReport], title: &str) -> String {
    let rows = |measure| rows.iter().filter(move |row| row.measure() == measure).collect::<Vec<_>>();
    let panels = [Measure::Score, Measure::Points].map(rows);
    let shown = panels.iter().filter(|rows| !rows.is_empty());
    let height = |rows: &Vec<&MatchReport>| PANEL_EDGE + LINE * rows.len() as f64;
    let bottom: f64 = shown.clone().map(height).sum::<f64>().max(PANEL_EDGE) - 20.0;
    let mut svg = Svg::new(WIDTH, bottom + 50.0);
    let mut top = 20.0;
    for rows in shown {
        panel(&mut svg, rows, top);
        top += height(rows);
    }
    svg.square([LEFT + 5.0, bottom + 34.0], 3.5, THEIRS);
    svg.text([LEFT + 15.0, bottom + 38.0], "start", "published");
    svg.circle([LEFT + 105.0, bottom + 34.0], 3.5, OURS);
    svg.text([LEFT + 115.0, bottom + 38.0], "start", "ours, 95 % interval");
    svg.finish(&format!("{}: published and measured values", title))
}

const LEFT: f64 = 190.0;
const WIDTH: f64 = 760.0;
const LINE: f64 = 26.0;
/// What a panel has above and below its lines.
const PANEL_EDGE: f64 = 50.0;

/// The lines of rows with one measure.
fn panel(svg: &mut Svg, rows: &[&MatchReport], top: f64) {
    let bottom = top + 10.0 + LINE * rows.len() as f64;
    let measure = rows.first().map(|row| row.measure()).unwrap_or_default();
    let scale = Scale::new(range(rows), [LEFT, WIDTH - 20.0]);
    let marks = scale.marks();
    let step = marks.windows(2).map(|pair| pair[1] - pair[0]).next().unwrap_or(1.0);
    for mark in marks {
        svg.line([scale.at(mark), top], [scale.at(mark), bottom], FAINT);
        svg.text([scale.at(mark), bottom + 16.0], "middle", &mark_text(mark, step, measure));
    }
    let thresholds = rows.iter().filter_map(|row| threshold(row));
    thresholds.for_each(|value| svg.line([scale.at(value), top], [scale.at(value), bottom], THRESHOLD));
    for (place, row) in rows.iter().enumerate() {
        let y = top + 10.0 + LINE * (place as f64 + 0.5);
        svg.text([LEFT - 10.0, y + 4.0], "end", &row.name);
        if let Some(published) = &row.sums.published {
            whisker(svg, &scale, published, y - 5.0, THEIRS);
            svg.square([scale.at(published.value), y - 5.0], 3.5, THEIRS);
        }
        if let Some(ours) = &row.sums.ours {
            whisker(svg, &scale, ours, y + 4.0, OURS);
            svg.circle([scale.at(ours.value), y + 4.0], 3.5, OURS);
        }
    }
}

fn whisker(svg: &mut Svg, scale: &Scale, value: &Measured, y: f64, style: &str) {
    if !value.interval.width().is_finite() {
        return;
    }
    svg.line([scale.at(value.interval.low), y], [scale.at(value.interval.high), y], style);
}

/// A mark with as many digits as marks so far apart need.
fn mark_text(mark: f64, step: f64, measure: Measure) -> String {
    let digits = |step: f64| (-step.log10() - 1e-9).ceil().clamp(0.0, 9.0) as usize;
    match measure {
        Measure::Score => format!("{:.*} %", digits(100.0 * step), 100.0 * mark),
        Measure::Points => format!("{mark:+.*}", digits(step)),
    }
}

fn threshold(row: &MatchReport) -> Option<f64> {
    match row.row()?.claim? {
        Claim::Side { threshold } => Some(threshold),
        Claim::Value { .. } => None,
    }
}

/// From the least to the greatest value shown, and a little more.
fn range(rows: &[&MatchReport]) -> [f64; 2] {
    let ends = |value: &Measured| [value.interval.low, value.interval.high, value.value];
    let values = rows.iter().flat_map(|row| {
        let published = row.sums.published.iter().flat_map(ends);
        row.sums.ours.iter().flat_map(ends).chain(published).chain(threshold(row)).collect::<Vec<_>>()
    });
    let finite = values.filter(|value| value.is_finite());
    let [low, high] =
        finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    if low > high {
        return [0.0, 1.0];
    }
    let margin = 0.05 * (high - low);
    [low - margin, high + margin]
}

/// How the score of each row developed with its games.
pub(super) fn running(rows: &[MatchReport]) -> String {
    let (left, right, top, bottom) = (60.0, 740.0, 15.0, 300.0);
    let mut svg = Svg::new(760.0, bottom + 45.0 + 16.0 * rows.len() as f64);
    let points = || rows.iter().flat_map(|row| settled(&row.sums.course));
    let most = points().map(|(games, _)| games).max().unwrap_or(1) as f64;
    let [low, high] = points().fold([0.5, 0.5], |[low, high]: [f64; 2], (_, score)| [low.min(score), high.max(score)]);
    let (x, y) = (Scale::new([0.0, most], [left, right]), Scale::new([low - 0.01, high + 0.01], [bottom, top]));
    for mark in y.marks() {
        svg.line([left, y.at(mark)], [right, y.at(mark)], FAINT);
        svg.text([left - 8.0, y.at(mark) + 4.0], "end", &format!("{:.1} %", 100.0 * mark));
    }
    for mark in x.marks() {
        svg.text([x.at(mark), bottom + 18.0], "middle", &format!("{mark:.0}"));
    }
    svg.text([(left + right) / 2.0, bottom + 36.0], "middle", "games");
    for (place, row) in rows.iter().enumerate() {
        let style = format!("stroke=\"{}\" stroke-width=\"1.5\"", COURSES[place % COURSES.len()]);
        let line: Vec<[f64; 2]> =
            settled(&row.sums.course).map(|(games, score)| [x.at(games as f64), y.at(score)]).collect();
        svg.path(&line, &style);
        let at = bottom + 52.0 + 16.0 * place as f64;
        svg.line([left, at - 4.0], [left + 20.0, at - 4.0], &style);
        svg.text([left + 28.0, at], "start", &row.name);
    }
    svg.finish("The score of player a as the games went on")
}

/// The course after its first twentieth, which says little and would set the scale.
fn settled(course: &[(u64, f64)]) -> impl Iterator<Item = (u64, f64)> {
    course[course.len() / 20..].iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_the_digits_that_tell_them_apart() {
        assert_eq!(mark_text(0.505, 0.005, Measure::Score), "50.5 %");
        assert_eq!(mark_text(0.55, 0.05, Measure::Score), "55 %");
        assert_eq!(mark_text(-5.0, 5.0, Measure::Points), "-5");
        assert_eq!(mark_text(0.2, 0.2, Measure::Points), "+0.2");
    }
}
