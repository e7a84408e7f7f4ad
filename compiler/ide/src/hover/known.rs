//! Whether anything may be said about a type's layout: where it contains something unknown or generic, offsets and
//! registers would be made up. It owns this one question.

use source::Db;
use types::{DefinitionKind, NamedType, Structure, Ty, TypeKind};

/// Whether the layout of a type's values is what it will be when the program is built.
pub(crate) fn is_known(db: &dyn Db, ty: Ty) -> bool {
    match ty.structure() {
        Structure::Whole => !matches!(ty.kind(), TypeKind::Error | TypeKind::Variable(_) | TypeKind::Parameter(..)),
        Structure::Tuple(elements) => elements.iter().all(|element| is_known(db, *element)),
        Structure::Array(element, _) => is_known(db, element),
        Structure::Object(heap) => is_object_known(db, heap),
        Structure::Named(named) => match types::type_definition(db, named.item).kind {
            // A value is a pointer, whatever is wrong with the object.
            DefinitionKind::Heap | DefinitionKind::Counted => true,
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View | DefinitionKind::Union => {
                is_object_known(db, named)
            }
            DefinitionKind::Opaque => false,
        },
    }
}

/// Whether the layout of what a `type` item defines is known; of a heap type that of the object.
pub(super) fn is_object_known(db: &dyn Db, named: impl Into<NamedType>) -> bool {
    let named = named.into();
    let definition = types::type_definition(db, named);
    // The declaration of a generic type has no layout; its instances have one each.
    let is_instance = named.arguments.types().len() == types::argument_count(db, named.item) && !named.ty().is_open();
    definition.kind != DefinitionKind::Opaque
        && !definition.poisoned
        && is_instance
        && types::has_finite_size(db, named)
        && definition.parts().iter().all(|field| is_known(db, field.ty))
}
