//! Connections at once: so many in all, and no more than half of them from one place, so that nobody takes them all.

use crate::hub::lock;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex};

pub(crate) struct Places {
    most: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// The place of one connection; it is free again when this is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    of: IpAddr,
}

impl Places {
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Places { most, taken: Mutex::default() })
    }

    /// A place for a connection from this address.
    ///
    /// # Errors
    /// If there are too many, in all or from there.
    pub fn take(self: &Arc<Self>, from: IpAddr) -> Result<Place, String> {
        let of = network(from);
        let mut taken = lock(&self.taken);
        let (all, own) = (taken.values().sum::<usize>(), taken.get(&of).copied().unwrap_or(0));
        if all >= self.most {
            return Err("refused a connection: there are too many".to_string());
        }
        if own >= self.most.div_ceil(2) {
            return Err(format!("refused a connection: there are {own} connections from {of}"));
        }
        *taken.entry(of).or_default() += 1;
        Ok(Place { places: Arc::clone(self), of })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.places.taken);
        let own = taken.get(&self.of).copied().unwrap_or(0);
        if own > 1 {
            taken.insert(self.of, own - 1)
        } else {
            taken.remove(&self.of)
        };
    }
}

/// Whose address this is: one machine has all those of version 6 that begin alike.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_machine_gets_half_of_the_places_and_gives_them_back() {
        let places = Places::new(4);
        let take = |from: &str| places.take(from.parse().unwrap());
        let own: Vec<_> = ["2001:db8::1", "2001:db8::2"].map(|from| take(from).unwrap()).into_iter().collect();
        assert!(take("2001:db8::3").is_err_and(|reason| reason.contains("2 connections from 2001:db8::")));
        let other = [take("10.0.0.1"), take("::ffff:10.0.0.1")];
        assert!(other.iter().all(Result::is_ok));
        assert!(take("10.0.0.2").is_err_and(|reason| reason.contains("too many")));
        drop(own);
        assert!(take("10.0.0.1").is_err() && take("10.0.0.2").is_ok());
        drop(other);
        assert!(lock(&places.taken).is_empty());
    }
}
