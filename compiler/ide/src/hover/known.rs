//! Whether anything may be said about a type's layout: where it contains something unknown or generic, offsets and
//! registers would be made up. It owns this one question.

use source::Db;
use types::{DefinitionKind, Structure, Ty, TypeKind};

/// Whether the layout of a type's values is what it will be when the program is built.
pub(super) fn is_known(db: &dyn Db, ty: Ty) -> bool {
    match ty.structure() {
        Structure::Whole => !matches!(ty.kind(), TypeKind::Error | TypeKind::Instance(..) | TypeKind::Parameter(..)),
        Structure::Tuple(elements) => elements.iter().all(|element| is_known(db, *element)),
        Structure::Array(element, _) => is_known(db, element),
        Structure::Object(item) => is_object_known(db, item),
        Structure::Named(item) => match types::type_definition(db, item).kind {
            // A value is a pointer, whatever is wrong with the object.
            DefinitionKind::Heap => true,
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::Union => is_object_known(db, item),
            DefinitionKind::Opaque => false,
        },
    }
}

/// Whether the layout of what a `type` item defines is known; of a heap type that of the object.
pub(super) fn is_object_known(db: &dyn Db, item: hir::ItemId) -> bool {
    let definition = types::type_definition(db, item);
    let is_generic = hir::item_data(db, item).is_none_or(|data| !data.generics.is_empty());
    definition.kind != DefinitionKind::Opaque
        && !definition.poisoned
        && !is_generic
        && types::has_finite_size(db, item)
        && definition.parts().iter().all(|field| is_known(db, field.ty))
}
