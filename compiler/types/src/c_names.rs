//! C names declared more than once must agree, and a program defines each once. Owns the comparison of declarations across
//! modules, definitions among them; must not know how C links them.

use std::collections::hash_map::Entry;

use hir::{ItemId, ItemKind, Module, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Db;

use crate::classify::{is_object_pointer, scalar_enum};
use crate::constant_type::global_type;
use crate::definition::{DefinitionKind, TypeDefinition, field_type, type_definition};
use crate::display::display;
use crate::enumeration::EnumForm;
use crate::extent::has_finite_size;
use crate::layout::object_layout;
use crate::own_form::OwnForm;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::signatures::{Linkage, Signature, signature};
use crate::ty::{Ty, TypeKind};
use abi::IntKind;

/// What comes before a declaration of a C name that is declared more than once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Earlier {
    /// The first declaration.
    declared: ItemId,
    /// The first definition.
    defined: Option<ItemId>,
}

/// The declarations of C names that are declared more than once, but for the first of each. Reads names and attributes.
#[salsa::tracked]
fn repeated(db: &dyn Db) -> FxHashMap<ItemId, Earlier> {
    let mut known: FxHashMap<Name, Earlier> = FxHashMap::default();
    let mut others = FxHashMap::default();
    for module in hir::all_modules(db) {
        for &(item, name) in hir::module_items(db, *module).of_c() {
            let defined = is_definition(db, item).then_some(item);
            match known.entry(name) {
                Entry::Occupied(mut earlier) => {
                    others.insert(item, *earlier.get());
                    let earlier = earlier.get_mut();
                    earlier.defined = earlier.defined.or(defined);
                }
                Entry::Vacant(place) => {
                    place.insert(Earlier { declared: item, defined });
                }
            }
        }
    }
    others
}

/// The C names that several modules other than the standard library's declare.
#[salsa::tracked(returns(ref))]
fn shared(db: &dyn Db) -> FxHashSet<Name> {
    let mut known: FxHashMap<Name, Module> = FxHashMap::default();
    let mut shared = FxHashSet::default();
    for module in hir::all_modules(db).iter().filter(|module| !module.is_standard(db)) {
        for &(_, name) in hir::module_items(db, *module).of_c() {
            if *known.entry(name).or_insert(*module) != *module {
                shared.insert(name);
            }
        }
    }
    shared
}

/// The declarations of a module that were declared before, if it shares a C name with another module of the program: where two of
/// them can disagree, it is told at these. It is for a module that was found right beside the standard library alone, which
/// therefore is read only if there is something to compare.
pub fn repeated_declarations(db: &dyn Db, module: Module) -> Vec<ItemId> {
    let own = hir::module_items(db, module).of_c();
    let shared = shared(db);
    if !own.iter().any(|(_, name)| shared.contains(name)) {
        return Vec::new();
    }
    let repeated = repeated(db);
    own.iter().map(|(item, _)| *item).filter(|item| repeated.contains_key(item)).collect()
}

/// Whether the program itself makes what an item that C knows stands for.
fn is_definition(db: &dyn Db, item: ItemId) -> bool {
    !item.kind(db).is_of_c()
}

fn is_variable(db: &dyn Db, item: ItemId) -> bool {
    matches!(item.kind(db), ItemKind::Global | ItemKind::ExternGlobal)
}

/// The name that C knows a declaration by.
pub fn c_name(db: &dyn Db, item: ItemId) -> Name {
    hir::c_symbol(db, item).unwrap_or_else(|| item.name(db))
}

/// The problem of a declaration that disagrees with an earlier one of the same C name, or defines it again.
pub(crate) fn conflicts(db: &dyn Db, item: ItemId) -> Option<Problem> {
    let data = hir::item_data(db, item)?;
    let name = data.c_symbol(db, item)?;
    let earlier = repeated(db).get(&item)?;
    let is_told = |first: ItemId| {
        // Two items of one name in a module, or a name that no item may have: that is what is wrong.
        let is_clash = first.parent(db) == item.parent(db) && first.name(db) == item.name(db);
        is_clash && !(first.kind(db) == item.kind(db) && item.kind(db).is_of_c())
            || hir::item_data(db, first).is_some_and(|data| data.has_wrong_symbol(db, first))
    };
    if data.has_wrong_symbol(db, item) {
        return None;
    }
    if let Some(first) = earlier.defined.filter(|_| is_definition(db, item)) {
        let problem = || {
            problems::repeated_definition(Anchor::Item, &name.text()).also(Anchor::Other(first), "defined here first")
        };
        return (!is_told(first)).then(problem);
    }
    let first = earlier.declared;
    if is_told(first) {
        return None;
    }
    let (text, here, there) = (name.text(), shown(db, item), shown(db, first));
    let problem = match (is_variable(db, item), is_variable(db, first)) {
        (true, true) if are_passed_alike(db, [(global_type(db, item), global_type(db, first))]) => return None,
        (false, false) if same_form(db, signature(db, item), signature(db, first)) => return None,
        (true, true) | (false, false) => problems::conflicting_declarations(Anchor::Item, &text, &here, &there),
        (true, false) => problems::variable_and_function(Anchor::Item, &text, ["variable", "function"], &here, &there),
        (false, true) => problems::variable_and_function(Anchor::Item, &text, ["function", "variable"], &here, &there),
    };
    Some(problem.also(Anchor::Other(first), "declared here first"))
}

/// Whether both declarations pass the same to C. One module may know what a pointer leads to and another not, or take
/// a C type for signed that the other takes for unsigned: C has functions like `malloc` for which both make sense.
fn same_form(db: &dyn Db, left: &Signature, right: &Signature) -> bool {
    let intrinsic = |signature: &Signature| matches!(signature.linkage, Linkage::Intrinsic(_));
    if left.poisoned || right.poisoned || intrinsic(left) || intrinsic(right) {
        return true;
    }
    let types = |signature: &Signature| -> Vec<Ty> {
        let parameters = signature.parameters.iter().map(|parameter| parameter.ty);
        parameters.chain([signature.result]).collect()
    };
    let (left_types, right_types) = (types(left), types(right));
    left.variadic == right.variadic
        && left_types.len() == right_types.len()
        && are_passed_alike(db, left_types.into_iter().zip(right_types))
}

/// Whether C cannot tell the types of each pair apart. Records of two modules are two types, and one for C if their members are:
/// names, order, types and places, and what was asked of the record. No pair is looked at twice, so records that double, or lead to
/// themselves by mistake, cost no more than their members.
fn are_passed_alike(db: &dyn Db, pairs: impl IntoIterator<Item = (Ty, Ty)>) -> bool {
    let mut left: Vec<(Ty, Ty)> = pairs.into_iter().collect();
    let mut known = FxHashSet::default();
    while let Some((one, other)) = left.pop() {
        let pair = (passed_type(db, one), passed_type(db, other));
        if pair.0 == pair.1 || !known.insert(pair) {
            continue;
        }
        match (pair.0.kind(), pair.1.kind()) {
            (TypeKind::Array(one, length), TypeKind::Array(other, of)) if length == of => left.push((one, other)),
            (TypeKind::Named(one), TypeKind::Named(other)) => {
                let definitions = [type_definition(db, one), type_definition(db, other)];
                if definitions.iter().any(|definition| definition.poisoned || definition.incomplete) {
                    continue;
                }
                let names = definitions.map(|definition| definition.fields.iter().map(|field| field.name));
                let [form, other_form] = definitions.map(record_form);
                let [names, other_names] = names;
                if form.is_none() || form != other_form || !names.eq(other_names) {
                    return false;
                }
                let count = definitions[0].fields.len() as u32;
                left.extend((0..count).map(|at| (field_type(db, pair.0, at), field_type(db, pair.1, at))));
                if !has_finite_size(db, one) || !has_finite_size(db, other) {
                    // That is what is wrong.
                    continue;
                }
                if object_layout(db, one) != object_layout(db, other) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

/// What a record of C's is, but for its members; nothing for what C does not have.
fn record_form(definition: &TypeDefinition) -> Option<(DefinitionKind, bool, Option<u32>, Option<OwnForm>)> {
    let is_record = match definition.kind {
        DefinitionKind::Copy | DefinitionKind::Inline => definition.enumeration.is_none(),
        DefinitionKind::Union => true,
        DefinitionKind::Heap | DefinitionKind::Counted | DefinitionKind::View | DefinitionKind::Opaque => false,
    };
    is_record.then_some((definition.kind, definition.packed, definition.align, definition.own_form))
}

/// One type for all that C cannot tell apart in a call, nor in a variable: neither can code that was optimised.
fn passed_type(db: &dyn Db, ty: Ty) -> Ty {
    match ty.kind() {
        TypeKind::Ref(_) | TypeKind::Mut(_) if ty.is_wide() => ty,
        TypeKind::Pointer(_) | TypeKind::Ref(_) | TypeKind::Mut(_) | TypeKind::ExternFunction(..) => {
            Ty::pointer(Ty::UNIT)
        }
        TypeKind::Int(IntKind::U32) => Ty::I32,
        TypeKind::Int(IntKind::U64) => Ty::I64,
        TypeKind::Int(IntKind::U128) => Ty::I128,
        TypeKind::Named(_) | TypeKind::String if is_object_pointer(db, ty) => Ty::pointer(Ty::UNIT),
        // Whether it may be null is for its user.
        TypeKind::Named(_) if is_nullable_pointer(db, ty) => Ty::pointer(Ty::UNIT),
        // Whether it comes back, too.
        TypeKind::Never => Ty::UNIT,
        _ => ty,
    }
}

fn is_nullable_pointer(db: &dyn Db, ty: Ty) -> bool {
    scalar_enum(db, ty).is_some_and(|enumeration| matches!(enumeration.form, EnumForm::Nullable { .. }))
}

fn shown(db: &dyn Db, item: ItemId) -> String {
    if is_variable(db, item) {
        return display(db, global_type(db, item));
    }
    let signature = signature(db, item);
    let mut parameters: Vec<String> = signature.parameters.iter().map(|parameter| display(db, parameter.ty)).collect();
    if signature.variadic {
        parameters.push("...".into());
    }
    format!("fn ({}) -> {}", parameters.join(", "), display(db, signature.result))
}
