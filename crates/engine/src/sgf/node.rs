//! Nodes and their properties.

use super::{Place, Tree, Value};

/// A game as the file has it: a tree of nodes with all their properties, known and unknown, in the order of the file.
pub type GameTree = Tree<Node>;

/// A property: a name in capital letters, and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    name: Box<str>,
    values: Vec<Value>,
}

impl Property {
    /// A property with these values; none is the same as one empty value.
    ///
    /// # Panics
    /// If the name is not made of capital letters and digits, beginning with a letter.
    pub fn new(name: &str, mut values: Vec<Value>) -> Self {
        assert!(is_name(name), "'{name}' is no name of a property");
        if values.is_empty() {
            values.push(Value::default());
        }
        Property { name: name.into(), values }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values, at least one.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// Whether this can be the name of a property.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

/// A node: properties in order.
///
/// ```
/// use katsura_engine::sgf::Node;
/// let mut node = Node::default();
/// node.set_text("C", "A good move.");
/// assert_eq!(node.text("C").as_deref(), Some("A good move."));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    properties: Vec<Property>,
    place: Place,
}

impl Node {
    /// A node without properties that stands here.
    pub(super) fn at(place: Place) -> Self {
        Node { properties: Vec::new(), place }
    }

    /// Where the node begins in its file.
    pub fn place(&self) -> Place {
        self.place
    }

    /// All properties in order.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// Whether the node has a property of this name.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// All values of a property, also if it comes more than once.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Value> {
        self.properties.iter().filter(move |property| property.name() == name).flat_map(Property::values)
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.properties.iter().find(|property| property.name() == name).map(|property| &property.values()[0])
    }

    /// The first value of a property as a text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.value(name).map(Value::text)
    }

    /// The first value of a property as a text of one line without spaces around it.
    pub fn simple_text(&self, name: &str) -> Option<String> {
        self.value(name).map(|value| value.simple_text().trim().to_string())
    }

    /// Adds a property at the end.
    pub fn push(&mut self, property: Property) {
        // Most nodes have one property, and a file may have millions of nodes.
        if self.properties.is_empty() {
            self.properties.reserve_exact(1);
        }
        self.properties.push(property);
    }

    /// Gives a property these values, in its old place if the node has it.
    ///
    /// # Panics
    /// As [`Property::new`].
    pub fn set(&mut self, name: &str, values: Vec<Value>) {
        let property = Property::new(name, values);
        match self.properties.iter().position(|old| old.name() == name) {
            Some(place) => {
                self.properties[place] = property;
                let mut number = 0;
                self.properties.retain(|old| {
                    number += 1;
                    number <= place + 1 || old.name() != name
                });
            }
            None => self.properties.push(property),
        }
    }

    /// Gives a property one text as its value.
    ///
    /// # Panics
    /// As [`Property::new`].
    pub fn set_text(&mut self, name: &str, text: &str) {
        self.set(name, vec![Value::from_text(text)]);
    }

    /// Removes a property.
    pub fn remove(&mut self, name: &str) {
        self.properties.retain(|property| property.name() != name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_keeps_the_place_and_removes_doubles() {
        let mut node = Node::default();
        for (name, text) in [("AB", "a"), ("C", "x"), ("AB", "b")] {
            node.push(Property::new(name, vec![Value::from_text(text)]));
        }
        assert_eq!(node.values("AB").map(Value::text).collect::<Vec<_>>(), ["a", "b"]);
        node.set_text("AB", "c");
        let shown: Vec<_> = node.properties().iter().map(|p| (p.name(), p.values()[0].text())).collect();
        assert_eq!(shown, [("AB", "c".to_string()), ("C", "x".to_string())]);
        node.remove("AB");
        assert!(!node.has("AB") && node.has("C"));
    }

    #[test]
    #[should_panic(expected = "no name of a property")]
    fn a_name_with_small_letters_is_refused() {
        Property::new("Black", vec![]);
    }
}
