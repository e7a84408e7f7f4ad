//! C names declared more than once must agree. Owns the comparison of declarations across modules; must not know how
//! C links them.

use hir::{ItemId, ItemKind, Name};
use rustc_hash::FxHashMap;
use source::Db;

use crate::classify::is_object_pointer;
use crate::constant_type::global_type;
use crate::display::display;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::signatures::{Linkage, Signature, signature};
use crate::ty::{Ty, TypeKind};
use abi::IntKind;

/// The first declaration of each C name that is declared more than once, with the others. Reads names and attributes.
#[salsa::tracked]
fn repeated(db: &dyn Db) -> FxHashMap<ItemId, ItemId> {
    let mut first: FxHashMap<(ItemKind, Name), ItemId> = FxHashMap::default();
    let mut others = FxHashMap::default();
    for item in hir::all_items(db) {
        let kind = match item.kind(db) {
            // The definition of a variable agrees with its declarations, too.
            ItemKind::Global if hir::c_symbol(db, item).is_some() => ItemKind::ExternGlobal,
            other => other,
        };
        if matches!(kind, ItemKind::ExternFunction | ItemKind::ExternGlobal) {
            let name = c_name(db, item);
            match first.get(&(kind, name)) {
                Some(&earlier) => {
                    others.insert(item, earlier);
                }
                None => {
                    first.insert((kind, name), item);
                }
            }
        }
    }
    others
}

/// The name that C knows a declaration by.
pub fn c_name(db: &dyn Db, item: ItemId) -> Name {
    hir::c_symbol(db, item).unwrap_or_else(|| item.name(db))
}

/// The problem of a declaration that disagrees with an earlier one of the same C name.
pub(crate) fn conflicts(db: &dyn Db, item: ItemId) -> Vec<Problem> {
    let Some(&earlier) = repeated(db).get(&item) else {
        return Vec::new();
    };
    let agree = match item.kind(db) {
        ItemKind::Global | ItemKind::ExternGlobal => global_type(db, item) == global_type(db, earlier),
        ItemKind::ExternFunction => same_form(db, signature(db, item), signature(db, earlier)),
        _ => true,
    };
    if agree {
        return Vec::new();
    }
    let problem = problems::conflicting_declarations(
        Anchor::Item,
        &c_name(db, item).text(),
        &shown(db, item),
        &shown(db, earlier),
    );
    vec![problem.also(Anchor::Other(earlier), "declared here first")]
}

/// Whether both declarations pass the same to C. One module may know what a pointer leads to and another not, or take
/// a C type for signed that the other takes for unsigned: C has functions like `malloc` for which both make sense.
fn same_form(db: &dyn Db, left: &Signature, right: &Signature) -> bool {
    let intrinsic = |signature: &Signature| matches!(signature.linkage, Linkage::Intrinsic(_));
    if left.poisoned || right.poisoned || intrinsic(left) || intrinsic(right) {
        return true;
    }
    let types = |signature: &Signature| -> Vec<_> {
        signature.parameters.iter().map(|parameter| passed_type(db, parameter.ty)).collect()
    };
    passed_type(db, left.result) == passed_type(db, right.result)
        && left.variadic == right.variadic
        && types(left) == types(right)
}

/// One type for all that C cannot tell apart in a call.
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
        _ => ty,
    }
}

fn shown(db: &dyn Db, item: ItemId) -> String {
    if matches!(item.kind(db), ItemKind::Global | ItemKind::ExternGlobal) {
        return display(db, global_type(db, item));
    }
    let signature = signature(db, item);
    let mut parameters: Vec<String> = signature.parameters.iter().map(|parameter| display(db, parameter.ty)).collect();
    if signature.variadic {
        parameters.push("...".into());
    }
    format!("fn ({}) -> {}", parameters.join(", "), display(db, signature.result))
}
