//! Places and roads, some of which may be closed.

use katsura_game::Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// The most roads of a graph.
pub const MOST_ROADS: usize = 256;
/// The most places of a graph.
pub const MOST_PLACES: usize = 128;
/// The most uncertain roads that meet at a place: what is seen there is one of two to this power.
pub const MOST_AT_PLACE: usize = 12;

/// Weathers that are drawn to see whether the goal can be reached in any.
const TRIES: u32 = 10_000;

/// A set of roads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Roads([u64; MOST_ROADS / 64]);

impl Roads {
    pub(super) fn has(&self, road: usize) -> bool {
        self.0[road / 64] >> (road % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, road: usize) {
        self.0[road / 64] |= 1 << (road % 64);
    }

    pub(super) fn words(&self) -> [u64; MOST_ROADS / 64] {
        self.0
    }
}

/// A road between two places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Road {
    pub(super) ends: [usize; 2],
    /// The probability that it is open.
    pub(super) open: f64,
    pub(super) cost: f32,
}

impl Road {
    /// The other end.
    pub(super) fn from(&self, place: usize) -> usize {
        self.ends[usize::from(self.ends[0] == place)]
    }
}

/// A graph: from the first place to the last.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    pub(super) roads: Vec<Road>,
    /// The roads that meet at each place.
    pub(super) at: Vec<Vec<usize>>,
}

/// What is wrong with the text of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphError {
    line: usize,
    problem: String,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for GraphError {}

/// What is known of the roads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Known {
    pub(super) open: Roads,
    pub(super) blocked: Roads,
}

impl Known {
    pub(super) fn is_known(&self, road: usize) -> bool {
        self.open.has(road) || self.blocked.has(road)
    }

    pub(super) fn with(mut self, road: usize, is_open: bool) -> Known {
        if is_open {
            self.open.insert(road)
        } else {
            self.blocked.insert(road)
        }
        self
    }
}

impl Graph {
    /// Reads the text of a graph: `p PLACES ROADS`, then for every road `e FROM TO PROBABILITY COST`, where the probability is that of the
    /// road being open; places are counted from 1. Lines may be separated by semicolons.
    ///
    /// # Errors
    /// [`GraphError`] has the line and says what is wrong.
    pub fn parse(text: &str) -> Result<Graph, GraphError> {
        let mut lines = text.split(['\n', ';']).map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
        let fail = |line: usize, problem: String| GraphError { line: line + 1, problem };
        let (first, head) = lines.next().ok_or_else(|| fail(0, "expected 'p PLACES ROADS', found nothing".into()))?;
        let [places, roads] = head_of(head).map_err(|problem| fail(first, problem))?;
        let mut graph = Graph { roads: Vec::with_capacity(roads), at: vec![Vec::new(); places] };
        let mut last = first;
        for (line, text) in lines {
            let road = road_of(text, places).map_err(|problem| fail(line, problem))?;
            for place in road.ends {
                graph.at[place].push(graph.roads.len());
            }
            graph.roads.push(road);
            last = line;
        }
        if graph.roads.len() != roads {
            return Err(fail(last, format!("expected {roads} roads, found {}", graph.roads.len())));
        }
        graph.check().map_err(|problem| fail(last, problem))?;
        Ok(graph)
    }

    /// The text that [`parse`](Graph::parse) reads, in one line.
    pub fn to_text(&self) -> String {
        let road = |road: &Road| format!("; e {} {} {} {}", road.ends[0] + 1, road.ends[1] + 1, road.open, road.cost);
        format!("p {} {}", self.at.len(), self.roads.len()) + &self.roads.iter().map(road).collect::<String>()
    }

    /// A graph of places on a square, each joined to the two nearest of those that lie nearer to the start, drawn from a seed: costs are whole
    /// lengths, probabilities from a half to 1. Where many roads meet, the last are always open.
    pub fn random(places: usize, seed: u64) -> Graph {
        let mut rng = Rng::stream(&[seed, places as u64]);
        let mut spots: Vec<[f64; 2]> = (0..places).map(|_| [50.0 * rng.unit(), 50.0 * rng.unit()]).collect();
        spots.sort_by(|a, b| (a[0] + a[1]).total_cmp(&(b[0] + b[1])));
        let mut graph = Graph { roads: Vec::new(), at: vec![Vec::new(); places] };
        for place in 1..places {
            let mut others: Vec<usize> = (0..place).collect();
            let apart = |other: usize, axis: usize| spots[place][axis] - spots[other][axis];
            let far = |other: usize| (apart(other, 0) * apart(other, 0) + apart(other, 1) * apart(other, 1)).sqrt();
            others.sort_by(|&a, &b| far(a).total_cmp(&far(b)));
            for &other in others.iter().take(2) {
                let cost = far(other).ceil().max(1.0) as f32;
                let is_crowded = [place, other].iter().any(|&end| graph.at[end].len() >= MOST_AT_PLACE);
                let open = if is_crowded { 1.0 } else { f64::from(50 + rng.below(50)) / 100.0 };
                for end in [place, other] {
                    graph.at[end].push(graph.roads.len());
                }
                graph.roads.push(Road { ends: [other, place], open, cost });
            }
        }
        graph
    }

    pub(super) fn check(&self) -> Result<(), String> {
        let crowded =
            self.at.iter().position(|roads| roads.iter().filter(|&&road| self.is_uncertain(road)).count() > MOST_AT_PLACE);
        if let Some(place) = crowded {
            return Err(format!("more than {MOST_AT_PLACE} uncertain roads meet at place {}", place + 1));
        }
        let (known, mut rng) = (self.certain(), Rng::new(1));
        if !self.distances(&known)[0].is_finite() {
            return Err(format!("no way leads from place 1 to place {}", self.at.len()));
        }
        if (0..TRIES).all(|_| !self.is_good(0, &self.draw(&known, &mut rng))) {
            return Err(format!("the goal cannot be reached in any of {TRIES} weathers"));
        }
        Ok(())
    }

    pub(super) fn goal(&self) -> usize {
        self.at.len() - 1
    }

    pub(super) fn is_uncertain(&self, road: usize) -> bool {
        (0.0..1.0).contains(&self.roads[road].open) && self.roads[road].open > 0.0
    }

    /// How many roads may be closed.
    pub fn uncertain(&self) -> usize {
        (0..self.roads.len()).filter(|&road| self.is_uncertain(road)).count()
    }

    /// What is known before the first step: roads that are always open, or never.
    pub(super) fn certain(&self) -> Known {
        let sure = (0..self.roads.len()).filter(|&road| !self.is_uncertain(road));
        sure.fold(Known::default(), |known, road| known.with(road, self.roads[road].open == 1.0))
    }

    /// The cost from each place to the goal if all roads are open that are not known to be blocked; without end where there is no way.
    pub(super) fn distances(&self, known: &Known) -> Vec<f32> {
        let mut cost = vec![f32::INFINITY; self.at.len()];
        let mut open = BinaryHeap::from([(Reverse(0u32), self.goal())]);
        cost[self.goal()] = 0.0;
        // costs are not negative, so that their bits have their order
        while let Some((Reverse(bits), place)) = open.pop() {
            if bits > cost[place].to_bits() {
                continue;
            }
            for &road in self.at[place].iter().filter(|&&road| !known.blocked.has(road)) {
                let (other, sum) = (self.roads[road].from(place), cost[place] + self.roads[road].cost);
                if sum < cost[other] {
                    cost[other] = sum;
                    open.push((Reverse(sum.to_bits()), other));
                }
            }
        }
        cost
    }

    /// Whether the goal can be reached from a place by these roads.
    fn reaches(&self, place: usize, is_open: impl Fn(usize) -> bool) -> bool {
        let (mut seen, mut stack) = (1u128 << place, vec![place]);
        while let Some(place) = stack.pop() {
            if place == self.goal() {
                return true;
            }
            for &road in self.at[place].iter().filter(|&&road| is_open(road)) {
                let other = self.roads[road].from(place);
                if seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    stack.push(other);
                }
            }
        }
        false
    }

    /// The probability that the goal can be reached from a place, by factoring on a road of a shortest way that may be open.
    pub(super) fn reliability(&self, place: usize, known: &Known) -> f64 {
        if self.reaches(place, |road| known.open.has(road)) {
            return 1.0;
        }
        let Some(road) = self.undecided(place, known) else { return 0.0 };
        let open = self.roads[road].open;
        let of = |is_open| self.reliability(place, &known.with(road, is_open));
        open * of(true) + (1.0 - open) * of(false)
    }

    /// The first road on a cheapest way to the goal of which nothing is known; `None` if there is no way.
    fn undecided(&self, mut place: usize, known: &Known) -> Option<usize> {
        let cost = self.distances(known);
        if !cost[place].is_finite() {
            return None;
        }
        loop {
            let leads = |&&road: &&usize| !known.blocked.has(road);
            let after = |road: usize| cost[self.roads[road].from(place)] + self.roads[road].cost;
            let road = *self.at[place].iter().filter(leads).min_by(|&&a, &&b| after(a).total_cmp(&after(b)))?;
            if !known.is_known(road) {
                return Some(road);
            }
            place = self.roads[road].from(place);
        }
    }

    /// Draws the weather among those in which the goal can be reached from a place, given what is known.
    pub(super) fn weather(&self, place: usize, known: &Known, rng: &mut Rng) -> Roads {
        loop {
            let open = self.draw(known, rng);
            if self.is_good(place, &open) {
                return open;
            }
        }
    }

    fn draw(&self, known: &Known, rng: &mut Rng) -> Roads {
        let mut open = known.open;
        for (road, about) in self.roads.iter().enumerate() {
            if !known.is_known(road) && rng.chance(about.open) {
                open.insert(road);
            }
        }
        open
    }

    fn is_good(&self, place: usize, open: &Roads) -> bool {
        self.reaches(place, |road| open.has(road))
    }
}

fn head_of(line: &str) -> Result<[usize; 2], String> {
    let wrong = || format!("expected 'p PLACES ROADS', found '{line}'");
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["p", places, roads] = words[..] else { return Err(wrong()) };
    let [Ok(places), Ok(roads)] = [places, roads].map(str::parse::<usize>) else { return Err(wrong()) };
    if !(2..=MOST_PLACES).contains(&places) || roads > MOST_ROADS {
        return Err(format!(
            "expected 2 to {MOST_PLACES} places and at most {MOST_ROADS} roads, found {places} and {roads}"
        ));
    }
    Ok([places, roads])
}

fn road_of(line: &str, places: usize) -> Result<Road, String> {
    let wrong = || format!("expected 'e FROM TO PROBABILITY COST', found '{line}'");
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["e", from, to, open, cost] = words[..] else { return Err(wrong()) };
    let [Ok(from), Ok(to)] = [from, to].map(str::parse::<usize>) else { return Err(wrong()) };
    let (Ok(open), Ok(cost)) = (open.parse::<f64>(), cost.parse::<f32>()) else { return Err(wrong()) };
    if !(1..=places).contains(&from) || !(1..=places).contains(&to) || from == to {
        return Err(format!("expected two places from 1 to {places}, found {from} and {to}"));
    }
    if !(0.0..=1.0).contains(&open) {
        return Err(format!("expected a probability from 0 to 1, found {open}"));
    }
    if !(cost > 0.0 && cost <= 1e6) {
        return Err(format!("expected a cost above 0, at most 1000000, found {cost}"));
    }
    Ok(Road { ends: [from - 1, to - 1], open, cost })
}
