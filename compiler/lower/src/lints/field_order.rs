//! Types that another order of their fields, or one smaller field, would bring into registers or make smaller. C knows a
//! type by the order of its fields, so those that the module's C declarations mention are left alone.

use abi::{FieldSpec, RecordKind, TyId, TypeArena};
use hir::{ItemId, ItemKind, Module};
use rustc_hash::FxHashSet;
use source::{Db, Diagnostic};
use types::{Anchor, DefinitionKind, Field, IntKind, Ty, TypeDefinition};

use super::{is_in_memory, lone_argument};
use crate::diagnostics::kinds::{reorder_into_registers, reorder_to_shrink, smaller_field};

/// A type that lives by value is copied and stored often: that much is worth a hint.
const SAVED_BY_VALUE: u64 = 8;
/// An allocator gives memory in steps of this size, so an object on the heap gains nothing by less.
const SAVED_ON_HEAP: u64 = 16;

/// Half of an integer's width brings no larger type into registers on any target.
const LARGEST_TO_HALVE: u64 = 64;

pub(super) fn hint(db: &dyn Db, item: ItemId) -> Option<Diagnostic> {
    let definition = types::type_definition(db, item);
    let is_fixed = definition.packed || definition.align.is_some();
    let is_broken = definition.poisoned || definition.incomplete || !types::has_finite_size(db, item);
    let by_value = match definition.kind {
        DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View => true,
        DefinitionKind::Heap | DefinitionKind::Counted => false,
        DefinitionKind::Union | DefinitionKind::Opaque => return None,
    };
    if is_fixed || is_broken || definition.fields.len() < 2 {
        return None;
    }
    let now = Shape::of(db, definition.fields.iter().map(|field| field.ty));
    let order = best_order(db, definition);
    let best = Shape::of(db, order.iter().map(|index| definition.fields[*index].ty));
    let saved = now.size - best.size.min(now.size);
    let wanted = if by_value { SAVED_BY_VALUE } else { SAVED_ON_HEAP };
    let reaches_registers = by_value && now.in_memory && !best.in_memory;
    if reaches_registers || saved >= wanted {
        if is_known_to_c(db, item) {
            return None;
        }
        let names: Vec<_> = order.iter().map(|index| definition.fields[*index].name.text()).collect();
        let names = names.join(", ");
        let problem = match reaches_registers {
            true => reorder_into_registers::problem(&item.name(db).text(), (now.size, best.size), &names),
            false => reorder_to_shrink::problem(&item.name(db).text(), (now.size, best.size), &names),
        };
        // The change itself is offered by editors: constructions that count on the order of fields change with it.
        return types::diagnostic(db, item, &problem);
    }
    if definition.kind == DefinitionKind::Copy
        && now.in_memory
        && now.size <= LARGEST_TO_HALVE
        && !is_known_to_c(db, item)
    {
        return smaller(db, item, definition);
    }
    None
}

/// What an order of fields makes of a type.
struct Shape {
    size: u64,
    in_memory: bool,
}

impl Shape {
    fn of(db: &dyn Db, fields: impl Iterator<Item = Ty>) -> Shape {
        let mut arena = TypeArena::new();
        let fields: Vec<FieldSpec> = fields.map(|ty| FieldSpec::new(types::part_type(db, ty, &mut arena))).collect();
        let target = types::target(db);
        let record = abi::layout_record(&target, &arena, RecordKind::Struct, &fields, false, None);
        let size = record.size;
        let id: TyId = arena.add_record(record);
        Shape { size, in_memory: lone_argument(db, id, &arena).is_some_and(|value| is_in_memory(&value)) }
    }
}

/// The fields by falling alignment, which leaves no gaps but at the end; equal ones stay in their order.
pub fn best_order(db: &dyn Db, definition: &TypeDefinition) -> Vec<usize> {
    let mut order: Vec<usize> = (0..definition.fields.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(types::layout(db, definition.fields[*index].ty).align));
    order
}

/// The first integer field of which half the width would do to bring the type into registers.
fn smaller(db: &dyn Db, item: ItemId, definition: &TypeDefinition) -> Option<Diagnostic> {
    let order = best_order(db, definition);
    let halved = definition.fields.iter().enumerate().find_map(|(index, field)| {
        let narrow = half(field.ty)?;
        let with = |at: usize| if at == index { narrow } else { definition.fields[at].ty };
        let mut order = order.clone();
        order.sort_by_key(|at| std::cmp::Reverse(types::layout(db, with(*at)).align));
        let shape = Shape::of(db, order.iter().map(|at| with(*at)));
        (!shape.in_memory).then_some((index, field, narrow, shape.size))
    });
    let (index, field, narrow, size): (usize, &Field, Ty, u64) = halved?;
    let now = types::object_layout(db, item).size;
    let narrow = types::display(db, narrow);
    let place = Anchor::Field(index as u32);
    let problem = smaller_field::problem(place, &field.name.text(), &narrow, &item.name(db).text(), (now, size));
    types::diagnostic(db, item, &problem)
}

/// The integer type of half the width; of less than four bytes none, because nobody counts in these by accident.
fn half(ty: Ty) -> Option<Ty> {
    match ty.int_kind()? {
        IntKind::I64 => Some(Ty::I32),
        IntKind::U64 => Some(Ty::U32),
        IntKind::I32 => Some(Ty::I16),
        IntKind::U32 => Some(Ty::U16),
        IntKind::I128 => Some(Ty::I64),
        IntKind::U128 => Some(Ty::U64),
        IntKind::I8 | IntKind::I16 | IntKind::U8 | IntKind::U16 => None,
    }
}

/// Whether a declaration of C's, or a function for C, in the type's module mentions the type.
fn is_known_to_c(db: &dyn Db, item: ItemId) -> bool {
    known_to_c(db, item.module(db)).contains(&item)
}

/// The types that declarations of C's and functions for C of a module mention. A query, because each type asks for it.
#[salsa::tracked]
fn known_to_c(db: &dyn Db, module: Module) -> FxHashSet<ItemId> {
    let mut known = FxHashSet::default();
    for other in hir::module_items(db, module).ids() {
        match other.kind(db) {
            ItemKind::Global | ItemKind::ExternGlobal => add_mentioned(types::global_type(db, other), &mut known),
            kind if kind.is_function() && hir::c_symbol(db, other).is_some() => add_signature(db, other, &mut known),
            _ => {}
        }
    }
    known
}

fn add_signature(db: &dyn Db, function: ItemId, known: &mut FxHashSet<ItemId>) {
    let signature = types::signature(db, function);
    for parameter in &signature.parameters {
        add_mentioned(parameter.ty, known);
    }
    add_mentioned(signature.result, known);
}

fn add_mentioned(ty: Ty, known: &mut FxHashSet<ItemId>) {
    known.extend(ty.as_item());
    ty.each_child(|child| add_mentioned(child, known));
}
