//! Places of the model: finding them, with the checks of their indices, and reading and writing them.

use super::super::ast::{Place, Root, Step as PlaceStep, Tree, Type};
use super::super::value::{Address, Value, from_bytes, to_bytes};
use super::{ALLOCATED, Machine, Step};

/// The greatest power of two that is not above a length, less one: what guards an index.
pub(crate) fn index_mask(length: usize) -> u128 {
    (1 << length.ilog2()) - 1
}

impl Machine<'_> {
    /// The address of a place; borrows on the way are followed.
    pub(super) fn place(&mut self, place: &Place) -> Step<Address> {
        self.tick()?;
        let mut address = match &place.root {
            Root::Variable(variable) => Address { slot: self.base + variable, path: Vec::new() },
            Root::Constant(constant) => Address { slot: *constant, path: Vec::new() },
            Root::Value(value) => {
                let value = self.evaluate(value)?;
                self.temporary(value)
            }
            Root::Pointed(pointer, index) => {
                let pointer = self.evaluate(pointer)?;
                let index = self.integer(index)?;
                element(&pointer, index as i128)
            }
        };
        let mut ty = place.root_type.clone();
        address = self.follow(address);
        for step in &place.steps {
            match step {
                PlaceStep::Field(field) => {
                    ty = field_type(self.tree, &ty, *field);
                    address.path.push(*field);
                }
                PlaceStep::Index(index, guard) => {
                    let Type::Array(item, length) = ty else {
                        panic!("{ty:?} is indexed");
                    };
                    let mut value = self.integer(index)?;
                    if guard.get() {
                        value &= index_mask(length);
                    }
                    if value >= length as u128 {
                        let elements = match length {
                            0 => "no elements".to_string(),
                            1 => "1 element".to_string(),
                            more => format!("{more} elements"),
                        };
                        let told = match &index.ty {
                            Type::Int(int) if int.signed => (value as i128).to_string(),
                            _ => value.to_string(),
                        };
                        let message = format!("index {told} out of bounds of {elements}");
                        return Err(self.fail(place.id, message, guard));
                    }
                    address.path.push(value as usize);
                    ty = *item;
                }
            }
            address = self.follow(address);
        }
        Ok(address)
    }

    /// Where a place that holds a borrow leads to.
    fn follow(&self, mut address: Address) -> Address {
        while let Some(Value::Borrow(target)) = look(self.root(&address), &address.path) {
            address = target.clone();
        }
        address
    }

    fn root(&self, address: &Address) -> &Value {
        if address.slot >= ALLOCATED { &self.allocated[address.slot - ALLOCATED] } else { &self.slots[address.slot] }
    }

    /// The value of an integer expression, negative ones sign-extended to 128 bits.
    pub(super) fn integer(&mut self, expr: &super::super::ast::Expr) -> Step<u128> {
        let value = self.evaluate(expr)?;
        match (&expr.ty, value) {
            (Type::Int(int), Value::Int(bits)) if int.signed => {
                Ok(super::super::arithmetic::signed(*int, bits) as u128)
            }
            (_, Value::Int(bits)) => Ok(bits),
            (ty, value) => panic!("{value:?} of {ty:?} is no integer"),
        }
    }

    /// What stands at an address.
    pub(super) fn load(&self, address: &Address) -> Value {
        read(self.tree, self.root(address), &address.path)
    }

    /// Writes to an address.
    pub(super) fn store(&mut self, address: &Address, value: Value) {
        self.exchange(address, value);
    }

    /// Writes to an address, and gives what stood there.
    pub(super) fn exchange(&mut self, address: &Address, value: Value) -> Value {
        let root = if address.slot >= ALLOCATED {
            &mut self.allocated[address.slot - ALLOCATED]
        } else {
            &mut self.slots[address.slot]
        };
        write(self.tree, root, &address.path, value)
    }

    /// Memory of the C library's with room for `count` values.
    pub(super) fn allocate(&mut self, count: usize) -> Address {
        self.allocated.push(Value::Parts(vec![Value::Missing; count]));
        Address { slot: ALLOCATED + self.allocated.len() - 1, path: vec![0] }
    }
}

/// The address of the element `index` further than a pointer.
pub(super) fn element(pointer: &Value, index: i128) -> Address {
    let Value::Pointer(Some(address)) = pointer else {
        panic!("{pointer:?} leads nowhere");
    };
    let mut address = address.clone();
    if index != 0 {
        let last = address.path.last_mut().expect("only elements of arrays are counted from");
        *last = (*last as i128 + index) as usize;
    }
    address
}

/// The type of a field of a struct, union or tuple.
pub(crate) fn field_type(tree: &Tree, ty: &Type, field: usize) -> Type {
    match ty.target() {
        Type::Struct(index) => tree.structs[*index].fields[field].1.clone(),
        Type::Union(index) => tree.unions[*index].fields[field].1.clone(),
        Type::Tuple(parts) => parts[field].clone(),
        other => panic!("{other:?} has no fields"),
    }
    .target()
    .clone()
}

/// What stands at a path, unless it is a part of a union.
fn look<'v>(value: &'v Value, path: &[usize]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, step| match value {
        Value::Parts(parts) => parts.get(*step),
        _ => None,
    })
}

fn read(tree: &Tree, value: &Value, path: &[usize]) -> Value {
    let Some((first, rest)) = path.split_first() else {
        return value.clone();
    };
    match value {
        Value::Parts(parts) => read(tree, &parts[*first], rest),
        Value::Bytes(union, bytes) => read(tree, &from_bytes(&tree.unions[*union].fields[*first].1, bytes), rest),
        other => panic!("{other:?} has no part {first}"),
    }
}

fn write(tree: &Tree, value: &mut Value, path: &[usize], new: Value) -> Value {
    let Some((first, rest)) = path.split_first() else {
        return std::mem::replace(value, new);
    };
    match value {
        Value::Parts(parts) => write(tree, &mut parts[*first], rest, new),
        Value::Bytes(union, bytes) => {
            let ty = &tree.unions[*union].fields[*first].1;
            let mut field = from_bytes(ty, bytes);
            let old = write(tree, &mut field, rest, new);
            let changed = to_bytes(ty, &field);
            bytes[..changed.len()].copy_from_slice(&changed);
            old
        }
        other => panic!("{other:?} has no part {first}"),
    }
}
