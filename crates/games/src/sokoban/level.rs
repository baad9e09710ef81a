//! Levels: what never moves.

use super::Placed;

/// The largest number of cells that a level may have.
const MAX_CELLS: usize = 1024;
/// The widest and highest text that is read.
const MAX_SIDE: usize = 100;
/// The directions: to the left, up, to the right, down. The opposite of number d is d ^ 2.
pub(super) const DIRECTIONS: usize = 4;
/// In the place of a cell: there is none.
pub(super) const WALL: u16 = u16::MAX;
/// As a distance: no goal can be reached.
const NEVER: u16 = u16::MAX;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cells([u64; MAX_CELLS / 64]);

impl Cells {
    #[inline]
    pub(super) fn has(&self, cell: u16) -> bool {
        self.0[usize::from(cell) / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: u16) {
        self.0[usize::from(cell) / 64] &= !(1 << (cell % 64));
    }

    /// The cells in order; no more than so many words have any.
    #[inline]
    pub(super) fn iter(&self, words: usize) -> impl Iterator<Item = u16> + use<'_> {
        self.0[..words].iter().enumerate().flat_map(|(number, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let cell = (rest != 0).then(|| number as u16 * 64 + rest.trailing_zeros() as u16);
                rest &= rest.wrapping_sub(1);
                cell
            })
        })
    }
}

/// A level without its boxes and its keeper. Its cells are those that the keeper could walk to if there were no boxes, row
/// by row.
#[derive(Debug)]
pub(super) struct Level {
    /// The cells beside each cell, or [`WALL`].
    beside: Vec<[u16; DIRECTIONS]>,
    pub(super) goals: Cells,
    /// How many pushes a box on each cell needs at least to a goal, if it is alone.
    distances: Vec<u16>,
    /// The column and the row of each cell.
    pub(super) places: Vec<(u8, u8)>,
    /// The walls beside cells, as they are drawn.
    pub(super) walls: Vec<(u8, u8)>,
}

/// What a level's text has in one place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Found {
    wall: bool,
    goal: bool,
    bx: bool,
    keeper: bool,
}

impl Found {
    fn read(letter: char) -> Option<Found> {
        let found = |wall, goal, bx, keeper| Some(Found { wall, goal, bx, keeper });
        match letter {
            '#' => found(true, false, false, false),
            ' ' | '-' | '_' => found(false, false, false, false),
            '.' => found(false, true, false, false),
            '$' => found(false, false, true, false),
            '*' => found(false, true, true, false),
            '@' => found(false, false, false, true),
            '+' => found(false, true, false, true),
            _ => None,
        }
    }
}

/// Whether a line of a file is a row of a level.
pub(super) fn is_row(line: &str) -> bool {
    line.contains('#') && line.chars().all(|letter| Found::read(letter).is_some())
}

/// A level's text, row by row from the top.
struct Plan {
    rows: Vec<Vec<Found>>,
    width: usize,
}

/// A place of a plan: column and row, counted from 0.
type Place = (usize, usize);

fn named((x, y): Place) -> String {
    format!("row {}, column {}", y + 1, x + 1)
}

impl Plan {
    fn read(text: &str) -> Result<Plan, String> {
        let lines: Vec<&str> = text.split(['|', '\n']).map(|line| line.trim_end_matches('\r')).collect();
        let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
        let last = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(first, |last| last + 1);
        let mut rows = Vec::new();
        for (y, line) in lines[first..last].iter().enumerate() {
            let read = |(x, letter): (usize, char)| {
                Found::read(letter).ok_or_else(|| format!("{KNOWN}, found '{}' in {}", letter.escape_debug(), named((x, y))))
            };
            rows.push(line.chars().take(MAX_SIDE + 1).enumerate().map(read).collect::<Result<Vec<_>, _>>()?);
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if width > MAX_SIDE || rows.len() > MAX_SIDE {
            return Err(format!("at most {MAX_SIDE} rows and columns"));
        }
        Ok(Plan { rows, width })
    }

    fn at(&self, (x, y): Place) -> Option<Found> {
        self.rows.get(y)?.get(x).copied()
    }

    fn places(&self) -> impl Iterator<Item = (Place, Found)> + use<'_> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &found)| ((x, y), found)))
    }

    /// The one keeper.
    fn keeper(&self) -> Result<Place, String> {
        let mut keepers = self.places().filter(|(_, found)| found.keeper).map(|(place, _)| place);
        match (keepers.next(), keepers.next()) {
            (Some(keeper), None) => Ok(keeper),
            (None, _) => Err("a level with a keeper, @ or +; or own:NUMBER, or FILE.xsb:NUMBER".to_string()),
            (Some(_), Some(other)) => Err(format!("one keeper, found another in {}", named(other))),
        }
    }

    /// Whether the keeper could walk to each place of the rows if there were no boxes.
    fn walkable(&self, keeper: Place) -> Result<Vec<bool>, String> {
        let mut seen = vec![false; self.width * self.rows.len()];
        let mut open = vec![keeper];
        while let Some(place @ (x, y)) = open.pop() {
            let Some(found) = self.at(place) else {
                return Err(format!("walls all around, found none in {}", named(place)));
            };
            if found.wall || std::mem::replace(&mut seen[y * self.width + x], true) {
                continue;
            }
            for direction in 0..DIRECTIONS {
                let next =
                    step(place, direction).ok_or_else(|| format!("walls all around, found none in {}", named(place)))?;
                open.push(next);
            }
        }
        Ok(seen)
    }
}

/// The place beside another, unless it is left of all columns or above all rows.
fn step((x, y): Place, direction: usize) -> Option<Place> {
    match direction {
        0 => Some((x.checked_sub(1)?, y)),
        1 => Some((x, y.checked_sub(1)?)),
        2 => Some((x + 1, y)),
        _ => Some((x, y + 1)),
    }
}

const KNOWN: &str = "# @ + $ * . and floor";

impl Level {
    /// Reads a level.
    pub(super) fn parse(text: &str) -> Result<(Level, Placed), String> {
        let plan = Plan::read(text)?;
        let keeper = plan.keeper()?;
        let walkable = plan.walkable(keeper)?;
        let is_cell = |(x, y): Place| x < plan.width && walkable.get(y * plan.width + x).copied().unwrap_or(false);
        // Boxes on goals to which the keeper never comes are walls; anything else there cannot be solved.
        let apart = plan.places().find(|&(place, found)| !is_cell(place) && found.bx != found.goal);
        if let Some((place, found)) = apart {
            let what = if found.bx { "box" } else { "goal" };
            return Err(format!("all boxes and goals where the keeper can walk to, found a {what} in {}", named(place)));
        }
        let cells: Vec<(Place, Found)> = plan.places().filter(|&(place, _)| is_cell(place)).collect();
        if cells.len() > MAX_CELLS {
            return Err(format!("at most {MAX_CELLS} cells of floor, found {}", cells.len()));
        }
        let level = Level::new(&cells, |place| cells.binary_search_by_key(&(place.1, place.0), |((x, y), _)| (*y, *x)).ok());
        let mut placed = Placed { boxes: Cells::default(), keeper: 0 };
        for (cell, &(place, found)) in (0..).zip(&cells) {
            if found.bx {
                placed.boxes.insert(cell);
            }
            if place == keeper {
                placed.keeper = cell;
            }
        }
        check_boxes(&level, &cells)?;
        Ok((level, placed))
    }

    fn new(cells: &[(Place, Found)], number: impl Fn(Place) -> Option<usize>) -> Level {
        let beside_of = |place: Place| {
            let cell = |direction| step(place, direction).and_then(&number).map_or(WALL, |cell| cell as u16);
            std::array::from_fn(cell)
        };
        let mut goals = Cells::default();
        (0..).zip(cells).filter(|(_, (_, found))| found.goal).for_each(|(cell, _)| goals.insert(cell));
        let around = |&((x, y), _): &(Place, Found)| {
            let near = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
            near.into_iter().filter_map(move |(dx, dy)| Some(((x + dx).checked_sub(1)?, (y + dy).checked_sub(1)?)))
        };
        let mut walls: Vec<Place> = cells.iter().flat_map(around).filter(|&place| number(place).is_none()).collect();
        walls.sort_unstable();
        walls.dedup();
        let small = |(x, y): Place| (x as u8, y as u8);
        let mut level = Level {
            beside: cells.iter().map(|&(place, _)| beside_of(place)).collect(),
            goals,
            distances: vec![NEVER; cells.len()],
            places: cells.iter().map(|&(place, _)| small(place)).collect(),
            walls: walls.into_iter().map(small).collect(),
        };
        level.measure();
        level
    }

    /// Finds the distances: pulls a box from the goals to all cells it can come from.
    fn measure(&mut self) {
        let mut shell: Vec<u16> = self.goals.iter(self.words()).collect();
        shell.iter().for_each(|&goal| self.distances[usize::from(goal)] = 0);
        for distance in 1.. {
            let mut next = Vec::new();
            for &cell in &shell {
                for direction in 0..DIRECTIONS {
                    let from = self.beside(cell, direction);
                    let has_room = from != WALL && self.beside(from, direction) != WALL;
                    if has_room && self.distances[usize::from(from)] == NEVER {
                        self.distances[usize::from(from)] = distance;
                        next.push(from);
                    }
                }
            }
            if next.is_empty() {
                return;
            }
            shell = next;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.beside.len()
    }

    /// The words of a set of cells that may have any.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.beside.len().div_ceil(64)
    }

    #[inline]
    pub(super) fn beside(&self, cell: u16, direction: usize) -> u16 {
        self.beside[usize::from(cell)][direction]
    }

    /// Whether no push leads from here to a goal.
    #[inline]
    pub(super) fn is_dead(&self, cell: u16) -> bool {
        self.distances[usize::from(cell)] == NEVER
    }

    pub(super) fn distance(&self, cell: u16) -> u16 {
        self.distances[usize::from(cell)]
    }

    /// The cells that the keeper can walk to.
    #[inline]
    pub(super) fn flood(&self, keeper: u16, boxes: &Cells) -> Cells {
        let mut reach = Cells::default();
        reach.insert(keeper);
        let (mut open, mut count) = ([0; MAX_CELLS], 1);
        open[0] = keeper;
        while count > 0 {
            count -= 1;
            for &next in &self.beside[usize::from(open[count])] {
                if next != WALL && !reach.has(next) && !boxes.has(next) {
                    reach.insert(next);
                    open[count] = next;
                    count += 1;
                }
            }
        }
        reach
    }
}

/// There are as many boxes as goals, and something is to be done.
fn check_boxes(level: &Level, cells: &[(Place, Found)]) -> Result<(), String> {
    let count = |what: fn(&Found) -> bool| cells.iter().filter(|(_, found)| what(found)).count();
    let (boxes, goals, away) = (count(|f| f.bx), count(|f| f.goal), count(|f| f.bx && !f.goal));
    let first =
        |what: fn(&Found) -> bool| cells.iter().find(|(_, f)| what(f)).map_or(String::new(), |&(place, _)| named(place));
    if boxes != goals {
        let odd = if boxes < goals { first(|f| f.goal && !f.bx) } else { first(|f| f.bx && !f.goal) };
        let what = if boxes < goals { "goal" } else { "box" };
        return Err(format!(
            "as many boxes as goals, found {boxes} and {goals}, the first {what} without the other in {odd}"
        ));
    }
    if away == 0 {
        return Err("at least one box that is on no goal".to_string());
    }
    let dead = (0..).zip(cells).find(|&(cell, (_, found))| found.bx && level.is_dead(cell));
    dead.map_or(Ok(()), |(_, &(place, _))| {
        Err(format!("boxes that can be pushed to a goal, not the one in {}", named(place)))
    })
}
