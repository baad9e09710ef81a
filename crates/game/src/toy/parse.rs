//! Reading a tree from text.

use super::{Drawing, Kind, Node, ToyGame};
use crate::{MAX_PLAYERS, Player, Rewards};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The text is no toy tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToyError {
    /// Where, in bytes from the start.
    pub offset: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for ToyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "toy tree, byte {}: expected {}", self.offset, self.expected)
    }
}

impl std::error::Error for ToyError {}

impl FromStr for ToyGame {
    type Err = ToyError;

    fn from_str(text: &str) -> Result<Self, ToyError> {
        let nodes = vec![Node::blank()];
        let mut parser = Parser { text, offset: 0, nodes, players: 0, widest: 0, pays: false, marks: BTreeMap::new() };
        let discount = parser.discount()?;
        parser.node(0, 0)?;
        parser.skip_space();
        if parser.offset < text.len() {
            return parser.fail("the end");
        }
        let Parser { nodes, players, widest, pays, .. } = parser;
        Ok(ToyGame { drawing: Arc::new(Drawing::new(nodes, players, widest, discount, pays)) })
    }
}

const DEEPEST: usize = 1000;

struct Parser<'a> {
    text: &'a str,
    offset: usize,
    nodes: Vec<Node>,
    players: usize,
    widest: usize,
    pays: bool,
    /// How many moves nodes with a mark have.
    marks: BTreeMap<u32, usize>,
}

impl Parser<'_> {
    fn fail<T>(&self, expected: &'static str) -> Result<T, ToyError> {
        Err(ToyError { offset: self.offset, expected })
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.offset..];
        self.offset += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.text[self.offset..].chars().next()
    }

    fn take(&mut self, wanted: char, expected: &'static str) -> Result<(), ToyError> {
        if self.peek() != Some(wanted) {
            return self.fail(expected);
        }
        self.offset += wanted.len_utf8();
        Ok(())
    }

    fn number(&mut self, expected: &'static str) -> Result<f64, ToyError> {
        self.skip_space();
        let rest = &self.text[self.offset..];
        let len = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-')).unwrap_or(rest.len());
        let Ok(number) = rest[..len].parse() else {
            return self.fail(expected);
        };
        self.offset += len;
        Ok(number)
    }

    fn node(&mut self, at: usize, depth: usize) -> Result<(), ToyError> {
        if depth > DEEPEST {
            return self.fail("a tree of at most 1000 levels");
        }
        if self.peek() == Some('+') {
            self.take('+', "'+'")?;
            self.nodes[at].gain = self.rewards()?;
            self.pays = true;
        }
        self.nodes[at].kind = match self.peek() {
            Some('[') => Kind::Leaf(self.rewards()?),
            Some('(') => self.choice(depth)?,
            Some('<') => self.together(depth)?,
            Some('{') => self.chance(depth)?,
            _ => return self.fail("'[', '(', '<' or '{'"),
        };
        Ok(())
    }

    /// What a gain of the next step is worth.
    fn discount(&mut self) -> Result<f64, ToyError> {
        if self.peek() != Some('*') {
            return Ok(1.0);
        }
        self.take('*', "'*'")?;
        let discount = self.number("a number from 0 to 1")?;
        if (0.0..=1.0).contains(&discount) { Ok(discount) } else { self.fail("a number from 0 to 1") }
    }

    fn rewards(&mut self) -> Result<Rewards, ToyError> {
        self.take('[', "'['")?;
        let mut rewards = [0.0; MAX_PLAYERS];
        let mut count = 0;
        while self.peek() != Some(']') {
            let reward = self.number("a reward or ']'")?;
            if count == MAX_PLAYERS {
                return self.fail("']': there are no more players");
            }
            rewards[count] = reward as f32;
            count += 1;
        }
        self.take(']', "']'")?;
        if count == 0 || (self.players != 0 && self.players != count) {
            return self.fail("as many rewards as in the other leaves");
        }
        self.players = count;
        Ok(Rewards::new(rewards))
    }

    fn choice(&mut self, depth: usize) -> Result<Kind, ToyError> {
        self.take('(', "'('")?;
        let player = self.number("a player's number")?;
        if player >= MAX_PLAYERS as f64 || player.fract() != 0.0 {
            return self.fail("a player, counted from 0");
        }
        let mark = self.mark()?;
        let children = self.children(')', depth)?;
        self.close(&children)?;
        if mark.is_some_and(|mark| *self.marks.entry(mark).or_insert(children.len()) != children.len()) {
            return self.fail("as many moves as in the other nodes with this mark");
        }
        Ok(Kind::Choice { player: Player(player as u8), mark, children })
    }

    fn mark(&mut self) -> Result<Option<u32>, ToyError> {
        if self.peek() != Some('#') {
            return Ok(None);
        }
        self.take('#', "'#'")?;
        Ok(Some(self.number("a mark")? as u32))
    }

    fn together(&mut self, depth: usize) -> Result<Kind, ToyError> {
        self.take('<', "'<'")?;
        let mut counts = Vec::new();
        while self.peek() != Some(':') {
            let count = self.number("a number of moves, or ':'")?;
            if !(1.0..=200.0).contains(&count) || counts.len() == MAX_PLAYERS {
                return self.fail("1 to 200 moves for each player");
            }
            counts.push(count as u8);
        }
        let children = self.children('>', depth)?;
        self.close(&children)?;
        if counts.is_empty() || counts.iter().map(|&count| usize::from(count)).product::<usize>() != children.len() {
            return self.fail("a child for each choice of all players");
        }
        self.widest = self.widest.max(counts.iter().copied().max().map_or(0, usize::from));
        Ok(Kind::Together { counts, children })
    }

    /// The children after a colon.
    fn children(&mut self, end: char, depth: usize) -> Result<Vec<u32>, ToyError> {
        self.take(':', "':'")?;
        let mut children = Vec::new();
        while self.peek() != Some(end) {
            children.push(self.child(depth)?);
        }
        self.take(end, "the end of the children")?;
        Ok(children)
    }

    fn chance(&mut self, depth: usize) -> Result<Kind, ToyError> {
        self.take('{', "'{'")?;
        let (mut weights, mut children) = (Vec::new(), Vec::new());
        while self.peek() != Some('}') {
            weights.push(self.number("a weight")?);
            children.push(self.child(depth)?);
        }
        self.take('}', "'}'")?;
        self.close(&children)?;
        if weights.iter().any(|&w| w <= 0.0) {
            return self.fail("weights above zero");
        }
        Ok(Kind::Chance { weights, children })
    }

    fn child(&mut self, depth: usize) -> Result<u32, ToyError> {
        let at = self.nodes.len();
        self.nodes.push(Node::blank());
        self.node(at, depth + 1)?;
        Ok(at as u32)
    }

    fn close(&mut self, children: &[u32]) -> Result<(), ToyError> {
        if children.is_empty() || children.len() > 200 {
            return self.fail("1 to 200 children");
        }
        self.widest = self.widest.max(children.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{About, Game, Information, Players, State, Turn, Turns, When};

    #[test]
    fn a_tree_is_read_as_it_is_drawn() {
        let game: ToyGame = "(0: (1: [1 0] [0 1]) (1: [0.5 0.5] [1 0]))".parse().unwrap();
        assert_eq!(game.about().players, 2);
        assert_eq!(game.minimax(), vec![0.5, 0.5]);
        let mut state = game.start();
        state.apply(1);
        assert_eq!(state.turn(), Turn::Player(Player(1)));
        state.apply(0);
        assert_eq!(state.rewards(), Rewards::draw());
    }

    #[test]
    fn three_players_maximise_their_own_reward() {
        let game: ToyGame = "(0: (1: [0 1 0] [1 0 0]) (2: [0.2 0.2 0.6] [0.9 0 0.1]))".parse().unwrap();
        assert_eq!(game.minimax(), vec![0.2, 0.2, 0.6]);
    }

    #[test]
    fn payoffs_on_any_scale_and_gains_on_the_way_are_in_the_record() {
        let about = |text: &str| -> About { text.parse::<ToyGame>().unwrap().about() };
        assert!(about("(0: [1 0] [0.25 0.75])").payoff.is_unit());
        let wide = about("(0: [-1000] [250])").payoff;
        assert_eq!((wide.range, wide.when), (Some([-1000.0, 250.0]), When::AtEnd));
        let paid = about("*0.9 (0: +[2] (0: [1]) [1])").payoff;
        assert_eq!((paid.range, paid.when, paid.discount), (None, When::EachStep, 0.9));
        assert_eq!(about("{1 (0#3: [1]) 1 (0#3: [0])}").information, Information::Hidden);
        assert_eq!(about("<2 2: [1 0] [0 1] [0 1] [1 0]>").turns, Turns::Together);
    }

    /// 2 at once, then 0.5 · (1 + 0.5 · 8) = 2.5, in all 4.5; the other way brings 4.
    #[test]
    fn gains_are_discounted_once_for_each_choice_and_not_for_chance() {
        let game: ToyGame = "*0.5 (0: +[2] (0: +[1] (0: [8])) {1 [3] 1 [5]})".parse().unwrap();
        assert_eq!(game.minimax(), vec![4.5]);
    }

    #[test]
    fn players_who_choose_together_are_asked_in_order_and_move_at_once() {
        let game: ToyGame = "<2 3: [0 0] [0 1] [0 2] [1 0] [1 1] [1 2]>".parse().unwrap();
        let mut state = game.start();
        assert_eq!(state.turn(), Turn::Together(Players::first(2)));
        state.apply(1);
        assert_eq!(state.turn(), Turn::Together(Players::first(2).without(Player(0))));
        assert_eq!(state.rewards(), Rewards::default());
        state.apply(2);
        assert_eq!((state.turn(), state.rewards()[0], state.rewards()[1]), (Turn::Over, 1.0, 2.0));
    }

    /// Two hidden states in which the same move must be right, and a second guess after a hint.
    #[test]
    fn what_is_not_seen_cannot_be_used() {
        let game: ToyGame = "{3 (0#1: [1] [0]) 1 (0#1: [0] [1])}".parse().unwrap();
        assert_eq!(game.best_unseen(), 0.75);
        let hint: ToyGame = "{1 (0#1: (0#2: [1] [0]) [0.7]) 1 (0#1: (0#3: [0] [1]) [0.7])}".parse().unwrap();
        assert_eq!(hint.best_unseen(), 1.0);
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        for (text, offset) in [
            ("", 0),
            ("(0:", 3),
            ("(0:)", 4),
            ("[x]", 1),
            ("[1 2 3 4 5]", 10),
            ("(9: [1])", 2),
            ("[1] x", 4),
            ("(0: [1] [1 0])", 13),
            ("<2 2: [1] [1] [1]>", 18),
            ("*2 [1]", 2),
            ("{1 (0#1: [1]) 1 (0#1: [1] [0])}", 30),
        ] {
            let error = text.parse::<ToyGame>().map(|_| ()).unwrap_err();
            assert_eq!(error.offset, offset, "{text}: {error}");
        }
        assert!("(0:".repeat(5000).parse::<ToyGame>().is_err());
    }
}
