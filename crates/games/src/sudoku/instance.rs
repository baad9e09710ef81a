//! Where a Sudoku starts: as text, or a full grid by a seed from which cells are taken.

use super::Grid;
use super::layout::Layout;
use super::text::{symbol, value_of};
use crate::parameters::ParameterError;
use katsura_game::{Rng, State};

/// The grid that a text stands for; in a random one so many of a hundred cells are empty.
pub(super) fn read(text: &str, layout: &'static Layout, empty: u8) -> Result<Grid, ParameterError> {
    let refused = |accepted: String| {
        let shown: String = text.chars().filter(|c| !c.is_control()).take(80).collect();
        let more = if shown.len() < text.len() { "…" } else { "" };
        ParameterError::new("grid", format!("'{shown}{more}'"), accepted)
    };
    let mut grid = match text.strip_prefix("random:") {
        Some(seed) => {
            let seed = seed.parse().ok().filter(|_| seed.bytes().all(|c| c.is_ascii_digit()));
            random(seed.ok_or_else(|| refused("a number after 'random:'".to_string()))?, layout, empty)
        }
        None => parse(text, layout).map_err(refused)?,
    };
    grid.givens = grid.filled;
    Ok(grid)
}

fn parse(text: &str, layout: &'static Layout) -> Result<Grid, String> {
    let (size, cells) = (layout.size, layout.cells());
    let last = symbol(size as u8);
    let mut grid = Grid::empty(layout);
    let letters = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '/' | '|' | '+' | '-'));
    let mut count = 0;
    for letter in letters {
        let place = || format!("row {}, column {}", count / size + 1, count % size + 1);
        if count < cells && !matches!(letter, '.' | '0') {
            let value = value_of(letter).filter(|&value| usize::from(value) <= size);
            let value =
                value.ok_or_else(|| format!("values from 1 to {last}, or a point, found '{letter}' in {}", place()))?;
            if grid.domains[count] >> (value - 1) & 1 == 0 {
                return Err(conflict(&grid, count, value));
            }
            grid.write(count, value);
        }
        count += 1;
    }
    if count != cells {
        return Err(format!("{cells} cells, found {count}; or random:SEED"));
    }
    if let Some(stuck) = (0..cells).find(|&cell| grid.values[cell] == 0 && grid.domains[cell] == 0) {
        return Err(format!(
            "a value for each cell, none is left for row {}, column {}",
            stuck / size + 1,
            stuck % size + 1
        ));
    }
    if grid.turn().is_over() {
        return Err("at least one empty cell".to_string());
    }
    Ok(grid)
}

/// Why a value cannot stand in a cell.
fn conflict(grid: &Grid, cell: usize, value: u8) -> String {
    let layout = grid.layout;
    let other = layout.peers(cell).iter().map(|&peer| usize::from(peer)).find(|&peer| grid.values[peer] == value);
    let units = other.map(|other| (layout.units(other), layout.units(cell)));
    let unit = match units {
        Some((a, b)) if a[0] == b[0] => format!("row {}", a[0] + 1),
        Some((a, b)) if a[1] == b[1] => format!("column {}", a[1] + 1),
        _ => "its box".to_string(),
    };
    let (row, column) = (cell / layout.size + 1, cell % layout.size + 1);
    format!("each value once, found {} in row {row}, column {column}, again in {unit}", symbol(value))
}

/// A full grid, from which random cells are taken.
fn random(seed: u64, layout: &'static Layout, empty: u8) -> Grid {
    let mut rng = Rng::stream(&[seed, layout.box_width as u64, layout.box_height as u64]);
    let full = full(layout, &mut rng);
    let cells = layout.cells();
    let mut order: Vec<usize> = (0..cells).collect();
    rng.shuffle(&mut order);
    let taken = (cells * usize::from(empty)).div_ceil(100).max(1);
    let mut grid = Grid::empty(layout);
    order[taken.min(cells)..].iter().for_each(|&cell| grid.write(cell, full[cell]));
    grid
}

/// How often a full grid is looked for by chance before one is made from a pattern.
const TRIES: usize = 20;

/// A full grid: random values are written until no cell is left, with a few steps back; a pattern with everything shuffled
/// that may be, if that does not end soon, as on large grids.
fn full(layout: &'static Layout, rng: &mut Rng) -> Vec<u8> {
    let found = (0..TRIES).find_map(|_| {
        let mut steps = 2 * layout.cells();
        fill(&Grid::empty(layout), rng, &mut steps)
    });
    found.unwrap_or_else(|| pattern(layout, rng))
}

fn fill(grid: &Grid, rng: &mut Rng, steps: &mut usize) -> Option<Vec<u8>> {
    if grid.turn().is_over() {
        return if grid.is_stuck() { None } else { Some(grid.values.clone()) };
    }
    let mut moves = Vec::new();
    grid.legal_moves(&mut moves);
    rng.shuffle(&mut moves);
    for mv in moves {
        *steps = steps.checked_sub(1)?;
        let mut next = grid.clone();
        next.apply(mv);
        if let Some(found) = fill(&next, rng, steps) {
            return Some(found);
        }
    }
    None
}

/// Row r of the pattern is the first one turned by as much as makes all rows, columns and boxes differ; then values, rows
/// within their band, bands, columns within their stack and stacks are shuffled.
pub(super) fn pattern(layout: &Layout, rng: &mut Rng) -> Vec<u8> {
    let (size, width, height) = (layout.size, layout.box_width, layout.box_height);
    let mut shuffled = |groups: usize, each: usize| -> Vec<usize> {
        let mut bands: Vec<usize> = (0..groups).collect();
        rng.shuffle(&mut bands);
        let lines = bands.into_iter().flat_map(|band| {
            let mut lines: Vec<usize> = (band * each..(band + 1) * each).collect();
            rng.shuffle(&mut lines);
            lines
        });
        lines.collect()
    };
    let (rows, columns, values) = (shuffled(width, height), shuffled(height, width), shuffled(1, size));
    let value = |row: usize, column: usize| values[(row % height * width + row / height + column) % size] as u8 + 1;
    rows.iter().flat_map(|&row| columns.iter().map(move |&column| value(row, column))).collect()
}
