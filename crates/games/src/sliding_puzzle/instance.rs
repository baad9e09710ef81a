//! Where a puzzle starts: as text, at random by a seed, or one of the hundred that Korf published.

use super::shape::{MAX_CELLS, Shape};
use crate::parameters::ParameterError;
use katsura_game::Rng;

/// The boards of [korf1985], with the gap first at the end, and the number of moves that each takes.
const KORF: &str = include_str!("korf.txt");

/// The tiles that a text stands for, row by row.
pub(super) fn read(text: &str, shape: &Shape) -> Result<Vec<u8>, ParameterError> {
    let refused = |accepted: String| ParameterError::new("board", shown(text), accepted);
    if let Some(seed) = text.strip_prefix("random:") {
        let seed = number(seed).ok_or_else(|| refused("a number after 'random:'".to_string()))?;
        return Ok(random(seed, shape));
    }
    if let Some(which) = text.strip_prefix("korf:") {
        let which = number(which).filter(|which| (1..=100).contains(which));
        let which = which.ok_or_else(|| refused("a number from 1 to 100 after 'korf:'".to_string()))?;
        return korf(which as usize, shape).map_err(refused);
    }
    parse(text, shape).map_err(refused)
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|c| c.is_ascii_digit()))
}

fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(80).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("'{shown}'")
}

/// One of all boards that can be solved, each as likely as the others.
fn random(seed: u64, shape: &Shape) -> Vec<u8> {
    let mut tiles: Vec<u8> = (0..shape.cells() as u8).collect();
    Rng::stream(&[seed, shape.width as u64, shape.height as u64]).shuffle(&mut tiles);
    if !shape.is_solvable(&tiles) {
        let mut two = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
        if let (Some(a), Some(b)) = (two.next(), two.next()) {
            tiles.swap(a, b);
        }
    }
    tiles
}

/// One of Korf's boards; turned round, and its tiles numbered from the other end, if the gap is to be last.
fn korf(number: usize, shape: &Shape) -> Result<Vec<u8>, String> {
    let is_first = shape.place[0] == 0;
    if (shape.width, shape.height) != (4, 4) {
        return Err(format!("width = 4 and height = 4 with it, not {} and {}", shape.width, shape.height));
    }
    let line = KORF.lines().nth(number - 1).unwrap_or("");
    let tiles: Vec<u8> = line.split_whitespace().take(16).filter_map(|tile| tile.parse().ok()).collect();
    Ok(if is_first { tiles } else { tiles.into_iter().rev().map(|tile| (16 - tile) % 16).collect() })
}

/// Reads tiles row by row. Rows are separated by strokes or new lines, or not at all.
fn parse(text: &str, shape: &Shape) -> Result<Vec<u8>, String> {
    let (width, height, cells) = (shape.width, shape.height, shape.cells());
    let rows: Vec<&str> = text.split(['/', '\n']).filter(|row| !row.trim().is_empty()).collect();
    let mut tiles = Vec::with_capacity(MAX_CELLS);
    for (y, row) in rows.iter().enumerate() {
        let words: Vec<&str> = row.split([' ', ',', '\t', '\r']).filter(|word| !word.is_empty()).collect();
        if rows.len() > 1 && (y == height || words.len() != width) {
            let found = if y == height { "more rows".to_string() } else { format!("{} in row {}", words.len(), y + 1) };
            return Err(format!("{height} rows of {width} tiles, found {found}"));
        }
        for (x, word) in words.into_iter().enumerate() {
            let at = if rows.len() > 1 { (x, y) } else { (x % width, x / width) };
            let place = format!("row {}, column {}", at.1 + 1, at.0 + 1);
            let tile = number(word).filter(|&tile| tile < cells as u64).map(|tile| tile as u8);
            let tile = tile.ok_or_else(|| format!("tiles from 0 to {}, found '{}' in {place}", cells - 1, clip(word)))?;
            if tiles.contains(&tile) {
                return Err(format!("every tile once, found {tile} again in {place}"));
            }
            tiles.push(tile);
        }
    }
    if tiles.len() != cells {
        return Err(format!("{cells} tiles from 0 to {}, found {}; or random:SEED or korf:NUMBER", cells - 1, tiles.len()));
    }
    if !shape.is_solvable(&tiles) {
        return Err("a board that can be solved: this one needs two tiles swapped".to_string());
    }
    Ok(tiles)
}

fn clip(word: &str) -> String {
    word.chars().take(12).collect()
}

/// The number of moves that one of Korf's boards takes.
#[cfg(test)]
pub(super) fn korf_length(number: usize) -> u32 {
    let last = KORF.lines().nth(number - 1).and_then(|line| line.split_whitespace().last());
    last.and_then(|length| length.parse().ok()).expect("a length after the tiles")
}
