//! What a name is by what it means, and by where it is declared. It must not know how the meaning is found.

use hir::{ItemId, ItemKind, LocalKind, TypeShape};
use source::Db;

use super::{SemanticKind as Kind, SemanticModifier as Modifier, SemanticModifiers as Modifiers};
use crate::definition::Definition;

/// Kind and modifiers of a token.
pub(super) type Colour = (Kind, Modifiers);

/// What a name is that means something.
pub(super) fn of_definition(db: &dyn Db, definition: Definition) -> Option<Colour> {
    let plain = |kind| (kind, Modifiers::NONE);
    Some(match definition {
        Definition::Item(item) => of_item(db, item)?,
        Definition::Module(module) => {
            (Kind::Namespace, Modifiers::NONE.with_if(module.is_standard(db), Modifier::DefaultLibrary))
        }
        Definition::Field { .. } => plain(Kind::Property),
        Definition::Case { .. } => plain(Kind::EnumMember),
        Definition::Parameter { .. } => plain(Kind::Parameter),
        Definition::SelfValue(_) => plain(Kind::SelfKeyword),
        Definition::Local { item, local } => {
            let local = hir::body(db, item)[local];
            let kind = match local.kind {
                LocalKind::SelfValue => Kind::SelfKeyword,
                LocalKind::Parameter(_) | LocalKind::ClosureParameter => Kind::Parameter,
                LocalKind::Variable => Kind::Variable,
            };
            (kind, Modifiers::NONE.with_if(local.is_mutable, Modifier::Mutable))
        }
        Definition::GenericParameter { .. } => plain(Kind::TypeParameter),
        Definition::Label { .. } => plain(Kind::Label),
        Definition::BuiltinType(_) => (Kind::BuiltinType, Modifiers::NONE.with(Modifier::DefaultLibrary)),
        Definition::BuiltinFunction(_) => (Kind::Function, Modifiers::NONE.with(Modifier::DefaultLibrary)),
    })
}

/// What the name of an item is.
pub(super) fn of_item(db: &dyn Db, item: ItemId) -> Option<Colour> {
    let data = hir::item_data(db, item)?;
    let modifiers = Modifiers::NONE.with_if(item.module(db).is_standard(db), Modifier::DefaultLibrary);
    Some(match item.kind(db) {
        ItemKind::Function | ItemKind::ExternFunction => {
            let function = data.item().function()?;
            let is_member = item.parent_item(db).is_some();
            let is_unsafe = function.is_unsafe || item.kind(db) == ItemKind::ExternFunction;
            let modifiers = modifiers
                .with_if(is_unsafe, Modifier::Unsafe)
                .with_if(is_member && function.receiver.is_none(), Modifier::Static)
                .with_if(function.receiver == Some(hir::Receiver::Mut), Modifier::Mutable)
                .with_if(function.receiver == Some(hir::Receiver::Move), Modifier::Consuming);
            (if is_member { Kind::Method } else { Kind::Function }, modifiers)
        }
        ItemKind::Type => {
            let kind = match data.item().type_data().map(|data| &data.shape) {
                Some(TypeShape::Enum { .. }) => Kind::Enumeration,
                Some(TypeShape::Union(_)) => Kind::Union,
                Some(TypeShape::Record(_)) | None => Kind::Structure,
            };
            (kind, modifiers)
        }
        ItemKind::OpaqueType => (Kind::Structure, modifiers),
        ItemKind::Alias => (Kind::Type, modifiers),
        ItemKind::Trait => (Kind::Interface, modifiers),
        ItemKind::Constant => (Kind::Variable, modifiers.with(Modifier::Readonly).with(Modifier::Static)),
        ItemKind::Global | ItemKind::ExternGlobal => {
            let is_mutable = types::is_mutable_global(db, item);
            let modifiers = modifiers
                .with(Modifier::Static)
                .with(Modifier::Unsafe)
                .with_if(is_mutable, Modifier::Mutable)
                .with_if(!is_mutable, Modifier::Readonly);
            (Kind::Variable, modifiers)
        }
        ItemKind::Impl | ItemKind::Test => return None,
    })
}

/// What the name of an item is where it is declared.
pub(super) fn of_declaration(db: &dyn Db, item: ItemId) -> Option<Colour> {
    let (kind, modifiers) = of_item(db, item)?;
    let data = hir::item_data(db, item)?;
    let has_body = match item.kind(db) {
        ItemKind::Function => data.item().function().is_some_and(|function| function.has_body),
        ItemKind::Type | ItemKind::Alias | ItemKind::Constant | ItemKind::Global | ItemKind::Trait => true,
        ItemKind::ExternFunction | ItemKind::ExternGlobal | ItemKind::OpaqueType | ItemKind::Impl | ItemKind::Test => {
            false
        }
    };
    let modifiers = modifiers
        .with(Modifier::Declaration)
        .with_if(has_body, Modifier::Definition)
        .with_if(data.is_public, Modifier::Public);
    Some((kind, modifiers))
}
