//! The content of values: their text, comparisons and clones, as traits say that are had part by part. Owns the order in
//! which parts are asked; must not know types.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::machine::{Machine, Run};
use super::types::Content;
use super::value::{Address, Shape, Value};

impl Machine<'_> {
    /// The function by which a declared type does something with its content, if that is its own.
    fn own(&self, value: &Value, content: Content) -> Option<usize> {
        let Value::Object(Shape::Case(declaration, _), _) = value else { return None };
        self.tree.declarations[*declaration].content.get(&content).copied().flatten()
    }

    /// The parts of a value that has some, in their order.
    fn parts(&self, address: &Address) -> Option<Vec<Address>> {
        let parts = |address: &Address, range: std::ops::Range<usize>| {
            range.map(|part| self.part(address.clone(), part)).collect()
        };
        match self.get(address) {
            Value::Slice(..) => {
                let (array, range) = self.range(address);
                Some(parts(&array, range))
            }
            Value::Object(_, all) => Some(parts(address, 0..all.len())),
            _ => None,
        }
    }

    /// Whether two values are equal.
    pub(super) fn equal(&mut self, left: Address, right: Address) -> Run<bool> {
        let (left, right) = (self.within(left), self.within(right));
        if let Some(function) = self.own(self.get(&left), Content::Equal) {
            let arguments = vec![Value::Borrow(left), Value::Borrow(right)];
            return Ok(self.call(function, BTreeMap::new(), arguments)?.bool());
        }
        let (Some(first), Some(second)) = (self.parts(&left), self.parts(&right)) else {
            return Ok(self.order_of_scalars(&left, &right).is_eq());
        };
        if self.case(&left) != self.case(&right) || first.len() != second.len() {
            return Ok(false);
        }
        if let Value::Object(shape @ (Shape::Map | Shape::Set), _) = self.get(&left) {
            return self.equal_entries(*shape, first, &right);
        }
        for (left, right) in first.into_iter().zip(second) {
            if !self.equal(left, right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the entries of a map or set are in another that has as many.
    fn equal_entries(&mut self, shape: Shape, entries: Vec<Address>, other: &Address) -> Run<bool> {
        for entry in entries {
            let key = if shape == Shape::Map { self.part(entry.clone(), 0) } else { entry.clone() };
            let Some(found) = self.entry(other, &key)? else { return Ok(false) };
            if shape == Shape::Map {
                let found = self.part(self.part(other.clone(), found), 1);
                let own = self.part(entry, 1);
                if !self.equal(found, own)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Which of two values comes first.
    pub(super) fn order(&mut self, left: Address, right: Address) -> Run<Ordering> {
        let (left, right) = (self.within(left), self.within(right));
        if let Some(function) = self.own(self.get(&left), Content::Order) {
            let arguments = vec![Value::Borrow(left), Value::Borrow(right)];
            return Ok(self.call(function, BTreeMap::new(), arguments)?.int().cmp(&0));
        }
        let (Some(first), Some(second)) = (self.parts(&left), self.parts(&right)) else {
            return Ok(self.order_of_scalars(&left, &right));
        };
        let cases = self.case(&left).cmp(&self.case(&right));
        if cases.is_ne() {
            return Ok(cases);
        }
        let lengths = first.len().cmp(&second.len());
        for (left, right) in first.into_iter().zip(second) {
            let order = self.order(left, right)?;
            if order.is_ne() {
                return Ok(order);
            }
        }
        Ok(lengths)
    }

    fn order_of_scalars(&self, left: &Address, right: &Address) -> Ordering {
        match (self.get(left), self.get(right)) {
            (Value::Int(left), Value::Int(right)) => left.cmp(right),
            (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
            (Value::Text(left), Value::Text(right)) => left.cmp(right),
            (left, right) => unreachable!("{left:?} and {right:?} are compared"),
        }
    }

    /// Which case of its type a value is.
    fn case(&self, address: &Address) -> usize {
        match self.get(address) {
            Value::Object(Shape::Case(_, case), _) => *case,
            Value::Object(Shape::Some | Shape::Err, _) => 1,
            _ => 0,
        }
    }

    /// A second value.
    pub(super) fn clone_of(&mut self, address: Address) -> Run<Value> {
        let address = self.behind(address);
        if let Some(function) = self.own(self.get(&address), Content::Clone) {
            return self.call(function, BTreeMap::new(), vec![Value::Borrow(address)]);
        }
        let Value::Object(shape, parts) = self.get(&address) else { return Ok(self.copied(&address)) };
        let (shape, count) = (*shape, parts.len());
        let mut clones = Vec::new();
        for part in 0..count {
            let part = self.part(address.clone(), part);
            clones.push(self.clone_of(part)?);
        }
        Ok(Value::Object(shape, clones))
    }

    /// The text of a value, as derived `Show` writes it.
    pub(super) fn show(&self, value: &Value) -> String {
        let list = |parts: &[Value]| parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(", ");
        match value {
            Value::Missing => unreachable!("what was moved away has no text"),
            Value::Unit => "()".to_owned(),
            Value::Int(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            Value::Text(text) => text.to_string(),
            Value::Borrow(address) => self.show(self.get(address)),
            Value::Shared(slot) => self.show(self.get(&Address::of(*slot))),
            Value::Slice(array, from, to) => match self.get(array) {
                Value::Object(_, parts) => format!("[{}]", list(&parts[*from..*to])),
                other => unreachable!("{other:?} has elements"),
            },
            Value::Closure(..) | Value::Function(_) => unreachable!("closures have no text"),
            Value::Object(Shape::Dyn | Shape::Mutex | Shape::View(_), parts) => list(parts),
            Value::Object(Shape::Set, parts) => format!("{{{}}}", list(parts)),
            Value::Object(Shape::Map, entries) => {
                let texts = entries.iter().map(|entry| match entry {
                    Value::Object(_, parts) => format!("{}: {}", self.show(&parts[0]), self.show(&parts[1])),
                    other => unreachable!("{other:?} is an entry"),
                });
                format!("{{{}}}", texts.collect::<Vec<_>>().join(", "))
            }
            Value::Object(Shape::Ok, parts) => format!("Ok({})", list(parts)),
            Value::Object(Shape::Err, parts) => format!("Err({})", list(parts)),
            Value::Object(Shape::Tuple, parts) => format!("({})", list(parts)),
            Value::Object(Shape::Array, parts) => format!("[{}]", list(parts)),
            Value::Object(Shape::None, _) => "None".to_owned(),
            Value::Object(Shape::Some, parts) => format!("Some({})", list(parts)),
            Value::Object(Shape::Case(declaration, case), parts) => {
                let case = &self.tree.declarations[*declaration].cases[*case];
                let named = case.parts.iter().zip(parts).map(|((name, _), part)| {
                    if case.is_named { format!("{name}: {}", self.show(part)) } else { self.show(part) }
                });
                let inner = named.collect::<Vec<_>>().join(", ");
                if parts.is_empty() { case.name.clone() } else { format!("{}({inner})", case.name) }
            }
        }
    }
}
