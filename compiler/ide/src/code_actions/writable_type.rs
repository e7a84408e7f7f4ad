//! Types as they may be written in a module: with names that mean the same there.

use hir::{ItemId, Module, Resolution};
use source::Db;
use types::{Ty, TypeKind};

/// The type as it is written, if each name in it is known in the module.
pub(super) fn written(db: &dyn Db, module: Module, ty: Ty) -> Option<String> {
    is_writable(db, module, ty).then(|| types::display(db, ty))
}

fn is_writable(db: &dyn Db, module: Module, ty: Ty) -> bool {
    let all = |list: &[Ty]| list.iter().all(|ty| is_writable(db, module, *ty));
    match ty.kind() {
        TypeKind::Error | TypeKind::Never | TypeKind::Variable(_) => false,
        TypeKind::Unit | TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::String => true,
        TypeKind::Parameter(..) => true,
        TypeKind::Named(named) | TypeKind::Object(named) => {
            is_known(db, module, named.item) && all(&named.arguments.types())
        }
        TypeKind::Dyn(_, of) => is_known(db, module, of.item) && all(&of.arguments.types()),
        TypeKind::Pointer(inner)
        | TypeKind::Ref(inner)
        | TypeKind::Mut(inner)
        | TypeKind::Array(inner, _)
        | TypeKind::Slice(inner) => is_writable(db, module, inner),
        TypeKind::Tuple(elements) => all(&elements.types()),
        TypeKind::ExternFunction(parameters, result) | TypeKind::Closure(_, parameters, result) => {
            all(&parameters.types()) && (result == Ty::UNIT || result == Ty::NEVER || is_writable(db, module, result))
        }
    }
}

fn is_known(db: &dyn Db, module: Module, item: ItemId) -> bool {
    hir::resolve(db, module, item.name(db)) == Some(Resolution::Item(item))
}
