//! Invariants of types.

use crate::ids::TypeId;
use crate::module::Module;
use crate::types::{Type, TypeBody, TypeKind, TypeTable};

use super::Problem;

pub fn verify_types(module: &Module, problems: &mut Vec<Problem>) {
    let types = &module.types;
    let mut states = vec![State::New; types.len()];
    for (id, _) in types.iter() {
        if contains_itself(types, id, &mut states) {
            problems.push(problem(id, "it contains itself by value"));
            return;
        }
    }
    for (id, data) in types.iter() {
        let mut require = |holds: bool, message: &str| {
            if !holds {
                problems.push(problem(id, message));
            }
        };
        match &data.body {
            None => require(data.kind != TypeKind::Anonymous, "an anonymous type has a body"),
            Some(TypeBody::Array { .. }) => {}
            Some(TypeBody::Record(record)) => {
                require(record.size % record.align.bytes() == 0, "its size is no multiple of its alignment");
                require(record.unadjusted_align <= record.align, "attributes only raise its alignment");
                for field in &record.fields {
                    let layout = types.layout(field.ty);
                    let inside = field.offset.checked_add(layout.size).is_some_and(|end| end <= record.size);
                    require(inside, "a member lies outside");
                    let aligned = record.packed || field.offset % layout.align.bytes() == 0;
                    require(aligned, "a member is not aligned");
                    let placed = record.kind.is_in_order() || field.offset == 0;
                    require(placed, "a member of a union is not at its start");
                }
            }
        }
    }
}

fn problem(id: TypeId, message: &str) -> Problem {
    Problem { place: format!("{id:?}"), message: message.to_owned() }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Begun,
    Done,
}

fn contains_itself(types: &TypeTable, id: TypeId, states: &mut [State]) -> bool {
    match states[id.index()] {
        State::Done => return false,
        State::Begun => return true,
        State::New => states[id.index()] = State::Begun,
    }
    let mut inside = |ty: &Type| match ty {
        Type::Scalar(_) => false,
        Type::Aggregate(inner) => contains_itself(types, *inner, states),
    };
    let found = match types.body(id) {
        None => false,
        Some(TypeBody::Array { element, .. }) => inside(element),
        Some(TypeBody::Record(record)) => record.fields.iter().any(|field| inside(&field.ty)),
    };
    states[id.index()] = State::Done;
    found
}
