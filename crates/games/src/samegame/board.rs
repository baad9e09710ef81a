//! Where boards come from: the standard twenty, chance, or a text.

use super::SameGame;
use crate::parameters::ParameterError;
use katsura_game::Rng;

/// The largest width and height.
pub(super) const LARGEST: u8 = 20;
/// The most colours.
pub(super) const MOST_COLOURS: u8 = 8;
/// Width, height and colours of a random board if nobody says.
const USUAL: [u8; 3] = [15, 15, 5];

/// The twenty boards on which programs are compared, a line each: rows from the top, divided by slashes.
const STANDARD: &str = include_str!("standard.txt");

/// Colours by column from the left, each from the bottom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub columns: Vec<Vec<u8>>,
    pub height: u8,
    pub colours: u8,
}

impl Layout {
    /// The board of these rules.
    pub(super) fn of(rules: &SameGame) -> Result<Layout, ParameterError> {
        let layout = match rules.board.trim().split_once(':') {
            Some(("standard", number)) => standard(number),
            Some(("random", seed)) => return random(rules, seed),
            _ => parse(&rules.board),
        }
        .map_err(|why| ParameterError::new("board", shown(&rules.board), why))?;
        let size = [layout.columns.len() as u8, layout.height, layout.colours];
        for ((name, asked), has) in rules.sizes().into_iter().zip(size) {
            if let Some(asked) = asked.filter(|&asked| asked != has) {
                return Err(ParameterError::new(name, asked, format!("{has}, as the board has it")));
            }
        }
        Ok(layout)
    }

    /// The colours of the cells, from the lowest of the first column.
    pub(super) fn cells(&self) -> impl Iterator<Item = u8> {
        self.columns.iter().flatten().copied()
    }
}

/// The beginning of a board for an error.
fn shown(board: &str) -> String {
    let mut text: String = board.chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect();
    if board.chars().nth(40).is_some() {
        text.push('…');
    }
    text
}

fn standard(number: &str) -> Result<Layout, String> {
    let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let board = place.and_then(|place| STANDARD.lines().nth(place));
    parse(board.ok_or("standard:1 to standard:20, random:SEED, or rows of digits from the top, divided by /")?)
}

/// A board each of whose cells has any of the colours with the same probability.
fn random(rules: &SameGame, seed: &str) -> Result<Layout, ParameterError> {
    let bad = |_| ParameterError::new("board", shown(&rules.board), "random: and a whole number");
    let seed: u64 = seed.trim().parse().map_err(bad)?;
    let [width, height, colours] = [0, 1, 2].map(|place: usize| rules.sizes()[place].1.unwrap_or(USUAL[place]));
    let mut rng = Rng::stream(&[seed, u64::from(width), u64::from(height), u64::from(colours)]);
    let mut columns = vec![vec![0; usize::from(height)]; usize::from(width)];
    columns.iter_mut().flatten().for_each(|cell| *cell = rng.below(u32::from(colours)) as u8);
    Ok(Layout { columns, height, colours })
}

/// Rows of digits from the top, divided by slashes or ends of lines; spaces between the cells do not matter.
fn parse(text: &str) -> Result<Layout, String> {
    let rows = text.split(['/', '\n']).map(|row| row.split_whitespace().flat_map(str::chars).collect::<Vec<char>>());
    let rows: Vec<Vec<char>> = rows.filter(|row| !row.is_empty()).collect();
    let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    if !(1..=usize::from(LARGEST)).contains(&width) || !(1..=usize::from(LARGEST)).contains(&height) {
        return Err(format!("standard:N, random:SEED, or 1 to {LARGEST} rows of 1 to {LARGEST} digits"));
    }
    let mut columns = vec![vec![0; height]; width];
    for (number, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(format!("{width} cells in row {} from the top, which has {}", number + 1, row.len()));
        }
        for (column, &letter) in row.iter().enumerate() {
            let colour = letter.to_digit(10).filter(|&colour| colour < u32::from(MOST_COLOURS));
            let place = || format!("a colour from 0 to 7 in row {}, column {}, not '{letter}'", number + 1, column + 1);
            columns[column][height - 1 - number] = colour.ok_or_else(place)? as u8;
        }
    }
    let most = columns.iter().flatten().max().map_or(0, |&colour| colour + 1);
    Ok(Layout { columns, height: height as u8, colours: most.max(2) })
}
