//! The few pictures of SVG that plots are made of.

use super::{COURSES, FAINT};
use std::fmt::Write;

/// A picture that grows element by element.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Svg { width, height, body: String::new() }
    }

    pub(super) fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], style: &str) {
        let _ = writeln!(self.body, r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" {style}/>"#);
    }

    pub(super) fn circle(&mut self, [x, y]: [f64; 2], radius: f64, style: &str) {
        let _ = writeln!(self.body, r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" {style}/>"#);
    }

    pub(super) fn square(&mut self, [x, y]: [f64; 2], half: f64, style: &str) {
        let (left, top, side) = (x - half, y - half, 2.0 * half);
        let _ = writeln!(self.body, r#"<rect x="{left:.1}" y="{top:.1}" width="{side}" height="{side}" {style}/>"#);
    }

    pub(super) fn path(&mut self, points: &[[f64; 2]], style: &str) {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(self.body, r#"<polyline points="{}" fill="none" {style}/>"#, points.join(" "));
    }

    /// Text whose `anchor` (start, middle, end) is at the point.
    pub(super) fn text(&mut self, [x, y]: [f64; 2], anchor: &str, text: &str) {
        let _ = writeln!(self.body, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#, escape(text));
    }

    pub(super) fn finish(self, title: &str) -> String {
        let (width, height) = (self.width, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
            font-family=\"system-ui, sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{0}\">\n<title>{0}</title>\n\
            <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{1}</svg>",
            escape(title),
            self.body
        )
    }
}

/// Text as HTML and SVG want it.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A linear scale with round marks.
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Values from `low` to `high` on the picture's coordinates from `from` to `to`; an empty range is widened.
    pub(super) fn new([low, high]: [f64; 2], [from, to]: [f64; 2]) -> Self {
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        Scale { low, high, from, to }
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        let inside = value.clamp(self.low, self.high);
        self.from + (inside - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// About six round values.
    pub(super) fn marks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|unit| unit * power).find(|&step| step >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|number| number as f64 * step).take_while(|&mark| mark <= self.high + 1e-9 * step).collect()
    }
}

/// A curve by name.
pub(super) type Curve = (String, Vec<[f64; 2]>);

/// Curves over simulations, with the scales' marks in the words of those who draw them.
pub(super) fn chart(title: &str, curves: &[Curve], x_text: fn(f64) -> String, y_text: fn(f64) -> String) -> String {
    let (left, right, top, bottom) = (70.0, 740.0, 15.0, 320.0);
    let mut svg = Svg::new(760.0, bottom + 50.0 + 16.0 * curves.len() as f64);
    let ends = |axis: usize| {
        let all = curves.iter().flat_map(|(_, points)| points.iter().map(move |point| point[axis]));
        all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)])
    };
    let (x, y) = (Scale::new(ends(0), [left, right]), Scale::new(ends(1), [bottom, top]));
    for mark in y.marks() {
        svg.line([left, y.at(mark)], [right, y.at(mark)], FAINT);
        svg.text([left - 8.0, y.at(mark) + 4.0], "end", &y_text(mark));
    }
    for mark in x.marks() {
        svg.text([x.at(mark), bottom + 18.0], "middle", &x_text(mark));
    }
    svg.text([(left + right) / 2.0, bottom + 36.0], "middle", "simulations");
    for (place, (name, points)) in curves.iter().enumerate() {
        let style = format!("stroke=\"{}\" stroke-width=\"1.5\"", COURSES[place % COURSES.len()]);
        svg.path(&points.iter().map(|point| [x.at(point[0]), y.at(point[1])]).collect::<Vec<_>>(), &style);
        let at = bottom + 52.0 + 16.0 * place as f64;
        svg.line([left, at - 4.0], [left + 20.0, at - 4.0], &style);
        svg.text([left + 28.0, at], "start", name);
    }
    svg.finish(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_inside() {
        let scale = Scale::new([0.43, 0.71], [0.0, 100.0]);
        let marks: Vec<String> = scale.marks().iter().map(|mark| format!("{mark:.2}")).collect();
        assert_eq!(marks, ["0.45", "0.50", "0.55", "0.60", "0.65", "0.70"]);
        assert_eq!((scale.at(0.43), scale.at(0.71), scale.at(7.0)), (0.0, 100.0, 100.0));
    }

    #[test]
    fn text_cannot_break_out() {
        let mut svg = Svg::new(1.0, 1.0);
        svg.text([0.0, 0.0], "start", "<script>\"&");
        assert!(svg.finish("<t>").contains("&lt;script&gt;&quot;&amp;"));
    }
}
