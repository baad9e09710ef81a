//! The plots of a report.

use super::svg::{Scale, Svg};
use super::{COURSES, FAINT, Report, RowReport};
use crate::experiment::Measure;
use crate::stats::{Claim, Measured};

const OURS: &str = "stroke=\"#1f5fa8\" stroke-width=\"2\" fill=\"#1f5fa8\"";
const THEIRS: &str = "stroke=\"#b4530a\" stroke-width=\"1.5\" fill=\"#fff\"";
const THRESHOLD: &str = "stroke=\"#888\" stroke-dasharray=\"4 3\"";

/// Published values (squares) and ours (discs) with their 95 % intervals, one line per row.
pub fn forest(report: &Report) -> String {
    let (left, width, line) = (190.0, 760.0, 26.0);
    let bottom = 30.0 + line * report.rows.len() as f64;
    let mut svg = Svg::new(width, bottom + 50.0);
    let measure = report.rows.first().map(RowReport::measure).unwrap_or_default();
    let scale = Scale::new(range(report), [left, width - 20.0]);
    for mark in scale.marks() {
        svg.line([scale.at(mark), 20.0], [scale.at(mark), bottom], FAINT);
        svg.text([scale.at(mark), bottom + 16.0], "middle", &mark_text(mark, measure));
    }
    let thresholds = report.rows.iter().filter_map(threshold);
    thresholds.for_each(|value| svg.line([scale.at(value), 20.0], [scale.at(value), bottom], THRESHOLD));
    for (place, row) in report.rows.iter().enumerate() {
        let y = 30.0 + line * (place as f64 + 0.5);
        svg.text([left - 10.0, y + 4.0], "end", row.name());
        if let Some(published) = &row.published {
            whisker(&mut svg, &scale, published, y - 5.0, THEIRS);
            svg.square([scale.at(published.value), y - 5.0], 3.5, THEIRS);
        }
        if let Some(ours) = &row.ours {
            whisker(&mut svg, &scale, ours, y + 4.0, OURS);
            svg.circle([scale.at(ours.value), y + 4.0], 3.5, OURS);
        }
    }
    svg.square([left + 5.0, bottom + 34.0], 3.5, THEIRS);
    svg.text([left + 15.0, bottom + 38.0], "start", "published");
    svg.circle([left + 105.0, bottom + 34.0], 3.5, OURS);
    svg.text([left + 115.0, bottom + 38.0], "start", "ours, 95 % interval");
    svg.finish(&format!("{}: published and measured values", report.title()))
}

fn whisker(svg: &mut Svg, scale: &Scale, value: &Measured, y: f64, style: &str) {
    if !value.interval.width().is_finite() {
        return;
    }
    svg.line([scale.at(value.interval.low), y], [scale.at(value.interval.high), y], style);
}

fn mark_text(mark: f64, measure: Measure) -> String {
    match measure {
        Measure::Score => format!("{:.0} %", 100.0 * mark),
        Measure::Points => format!("{mark:+.1}"),
    }
}

fn threshold(row: &RowReport) -> Option<f64> {
    match row.row()?.claim? {
        Claim::Side { threshold } => Some(threshold),
        Claim::Value { .. } => None,
    }
}

/// From the least to the greatest value shown, and a little more.
fn range(report: &Report) -> [f64; 2] {
    let ends = |value: &Measured| [value.interval.low, value.interval.high, value.value];
    let values = report.rows.iter().flat_map(|row| {
        let published = row.published.iter().flat_map(ends);
        row.ours.iter().flat_map(ends).chain(published).chain(threshold(row)).collect::<Vec<_>>()
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
pub fn running(report: &Report) -> String {
    let (left, right, top, bottom) = (60.0, 740.0, 15.0, 300.0);
    let mut svg = Svg::new(760.0, bottom + 45.0 + 16.0 * report.rows.len() as f64);
    let points = || report.rows.iter().flat_map(|row| settled(&row.course));
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
    for (place, row) in report.rows.iter().enumerate() {
        let style = format!("stroke=\"{}\" stroke-width=\"1.5\"", COURSES[place % COURSES.len()]);
        let line: Vec<[f64; 2]> = settled(&row.course).map(|(games, score)| [x.at(games as f64), y.at(score)]).collect();
        svg.path(&line, &style);
        let at = bottom + 52.0 + 16.0 * place as f64;
        svg.line([left, at - 4.0], [left + 20.0, at - 4.0], &style);
        svg.text([left + 28.0, at], "start", row.name());
    }
    svg.finish("The score of player a as the games went on")
}

/// The course after its first twentieth, which says little and would set the scale.
fn settled(course: &[(u64, f64)]) -> impl Iterator<Item = (u64, f64)> {
    course[course.len() / 20..].iter().copied()
}
