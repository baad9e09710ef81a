//! What games at a table share: seats, what lies in front of them, and what is dealt anew where it is hidden.

use katsura_game::{Cell, Label, MAX_PLAYERS, Picture, Player, PlayerLook, Rng, State, Tile, Tint, Turn};

/// The looks of the players, in order of their seats.
const LOOKS: [PlayerLook; MAX_PLAYERS] = [
    PlayerLook { name: "First", letter: '1', colour: "blue" },
    PlayerLook { name: "Second", letter: '2', colour: "red" },
    PlayerLook { name: "Third", letter: '3', colour: "yellow" },
    PlayerLook { name: "Fourth", letter: '4', colour: "white" },
];

/// What lies on the table in one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    /// Nothing yet.
    Nothing,
    /// Something that is not shown.
    Down,
    /// What is written on it.
    Up(&'static str),
}

impl Face {
    /// As a cell in this column and row.
    pub fn cell(&self, column: usize, row: usize) -> Cell {
        let tile = match self {
            Face::Nothing => None,
            Face::Down => Some(Tile::new("?", Tint::Blue)),
            Face::Up(text) => Some(Tile::new(*text, Tint::Plain)),
        };
        Cell { x: 4 * column as i32, y: row as i32, tile, ..Cell::default() }
    }
}

/// A picture with a row for every seat, in which lie so many things as `faces` has, and other cells.
pub(crate) fn table(seats: &[Vec<Face>], others: Vec<Cell>, caption: String) -> Picture {
    let row = |(row, faces): (usize, &Vec<Face>)| {
        let cells = faces.iter().enumerate().map(move |(column, face)| face.cell(column, row));
        cells.collect::<Vec<_>>()
    };
    let name = |(row, look): (usize, &PlayerLook)| Label { x: -5, y: row as i32, text: look.name.to_string() };
    Picture {
        ground: katsura_game::Ground::Felt,
        cells: seats.iter().enumerate().flat_map(row).chain(others).collect(),
        labels: LOOKS.iter().take(seats.len()).enumerate().map(name).collect(),
        players: LOOKS[..seats.len()].to_vec(),
        ..Picture::empty(caption)
    }
}

/// Whose turn it is, or what the players have won, in a game of so many.
pub(crate) fn caption(state: &impl State, players: usize) -> String {
    match state.turn() {
        Turn::Player(player) => format!("{} to move", LOOKS[player.index()].name),
        Turn::Together(_) => "all to move".to_string(),
        Turn::Chance => "chance to move".to_string(),
        Turn::Over => {
            let rewards = state.rewards();
            let each = LOOKS.iter().zip(rewards.as_slice()).take(players);
            let each: Vec<String> = each.map(|(look, won)| format!("{} {won:+}", look.name)).collect();
            each.join(", ")
        }
    }
}

/// Whether `viewer` sees what lies in front of a player: everybody, if nobody in particular looks.
pub(crate) fn sees(viewer: Option<Player>, player: usize) -> bool {
    viewer.is_none_or(|viewer| viewer.index() == player)
}

/// Deals places anew: each for which `is_hidden` gets one of the cards below `deck` that lie nowhere else, all deals being equally likely.
/// `seen` are the cards that lie in view beside the places, as bits.
pub(crate) fn redeal(cards: &mut [u8], is_hidden: impl Fn(usize) -> bool, (deck, seen): (u8, u64), rng: &mut Rng) {
    let in_view = cards.iter().enumerate().filter(|&(place, _)| !is_hidden(place));
    let mut left = in_view.fold(((1u64 << deck) - 1) & !seen, |left, (_, &card)| left & !(1 << card));
    for (_, card) in cards.iter_mut().enumerate().filter(|&(place, _)| is_hidden(place)) {
        *card = nth_bit(left, rng.below(left.count_ones()));
        left &= !(1 << *card);
    }
}

/// The place of a bit of a set, counted from below.
pub(crate) fn nth_bit(mut set: u64, number: u32) -> u8 {
    for _ in 0..number {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn all_deals_of_the_hidden_places_are_equally_likely_and_what_is_seen_stays() {
        let mut counts: BTreeMap<[u8; 3], u32> = BTreeMap::new();
        let mut rng = Rng::new(1);
        for _ in 0..60_000 {
            let mut cards = [4, 2, 0];
            redeal(&mut cards, |place| place != 1, (6, 1 << 5), &mut rng);
            *counts.entry(cards).or_default() += 1;
        }
        // cards 0, 1, 3 and 4 are left for two places: 12 deals
        assert_eq!(counts.len(), 12);
        let chi2: f64 = counts.values().map(|&count| (f64::from(count) - 5000.0).powi(2) / 5000.0).sum();
        assert!(chi2 < 57.0, "{chi2} on 11 degrees: {counts:?}");
        assert!(counts.keys().all(|cards| cards[1] == 2 && cards[0] != cards[2]));
    }
}
