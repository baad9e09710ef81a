//! Python objects that positions hold, where the garbage collector sees them.
//!
//! A search owns its positions, and Python's collector must be told of every object that a search owns: the object may own the search. A searcher cannot be
//! asked for its positions, so that their objects lie with the [`Hooks`], each as long as its position.

use crate::hooks::{Hooks, lock};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};

/// The objects, each in a place of its own. No Python code runs while they are locked: nobody waits for them who has the interpreter.
#[derive(Default)]
pub struct Objects(Mutex<Places>);

#[derive(Default)]
struct Places {
    held: Vec<Option<Py<PyAny>>>,
    free: Vec<usize>,
}

impl Objects {
    fn put(&self, object: Py<PyAny>) -> usize {
        let mut places = lock(&self.0);
        let place = places.free.pop().unwrap_or(places.held.len());
        if place == places.held.len() {
            places.held.push(None);
        }
        places.held[place] = Some(object);
        place
    }

    fn take(&self, place: usize) -> Option<Py<PyAny>> {
        let mut places = lock(&self.0);
        places.free.push(place);
        places.held[place].take()
    }

    /// Shows every object to the garbage collector, until it has had enough.
    ///
    /// # Errors
    /// What `visit` says.
    pub fn each<E>(&self, visit: impl FnMut(&Py<PyAny>) -> Result<(), E>) -> Result<(), E> {
        lock(&self.0).held.iter().flatten().try_for_each(visit)
    }
}

/// The object of a position.
pub struct Held {
    hooks: Arc<Hooks>,
    place: usize,
}

impl Held {
    pub fn new(hooks: &Arc<Hooks>, object: Py<PyAny>) -> Self {
        Held { hooks: hooks.clone(), place: hooks.objects.put(object) }
    }

    /// The object. Its place is not empty before this is dropped.
    pub fn object<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let places = lock(&self.hooks.objects.0);
        let object = places.held[self.place].as_ref().map(|object| object.clone_ref(py));
        drop(places);
        object.unwrap_or_else(|| py.None()).into_bound(py)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // the lock is let go before the object, whose end may run Python code
        let object = self.hooks.objects.take(self.place);
        drop(object);
    }
}
