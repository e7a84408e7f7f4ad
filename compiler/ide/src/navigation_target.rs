//! Where an answer leads: a declaration with its name, as lists in editors show it. It must not know who asked.

use std::ops::Range;

use hir::{ItemId, ItemKind, TypeShape};
use source::{Db, SourceFile};

use crate::definition::Definition;
use crate::name_use::paths;
use crate::position::FileRange;

/// What kind of thing a declaration is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A module.
    Module,
    /// A function outside types, C functions included.
    Function,
    /// A function in a type, trait or impl that takes `self`.
    Method,
    /// A function in a type, trait or impl that takes no `self`.
    StaticMethod,
    /// A structure, union or opaque C type.
    Structure,
    /// An enum.
    Enumeration,
    /// A case of an enum.
    Case,
    /// A field.
    Field,
    /// `type Name = T`.
    TypeAlias,
    /// A constant.
    Constant,
    /// A variable that C provides.
    Global,
    /// A trait.
    Trait,
    /// An impl.
    Implementation,
    /// A test.
    Test,
    /// A parameter.
    Parameter,
    /// `self`.
    SelfValue,
    /// A variable of a body.
    Variable,
    /// A type parameter.
    TypeParameter,
    /// A label of a loop.
    Label,
    /// A type of the compiler.
    BuiltinType,
    /// A function of the compiler.
    BuiltinFunction,
}

/// A declaration somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NavigationTarget {
    /// Its file.
    pub file: SourceFile,
    /// All of it.
    pub full_range: Range<u32>,
    /// Its name; of an impl the type that it is for.
    pub focus_range: Range<u32>,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// What it is declared in: the type, else the module.
    pub container: Option<String>,
}

impl NavigationTarget {
    /// Where something is declared; `None` for what the compiler knows by itself.
    pub(crate) fn of(db: &dyn Db, definition: Definition) -> Option<NavigationTarget> {
        if let Definition::Module(module) = definition {
            return Some(NavigationTarget {
                file: hir::module_file(db, module)?,
                full_range: 0..0,
                focus_range: 0..0,
                name: definition.name(db),
                kind: SymbolKind::Module,
                container: None,
            });
        }
        let item = definition.as_item();
        let type_of_impl = item.and_then(|item| paths::type_span_of_impl(db, item));
        let focus = FileRange::of_span(db, type_of_impl.or_else(|| definition.name_span(db))?);
        let full = match item {
            Some(item) => FileRange::of_span(db, hir::item_span(db, item)?),
            None => focus.clone(),
        };
        Some(NavigationTarget {
            file: focus.file,
            full_range: full.range,
            focus_range: focus.range,
            name: definition.name(db),
            kind: SymbolKind::of(db, definition),
            container: container(db, definition),
        })
    }
}

impl SymbolKind {
    /// The kind as one word, for lists.
    pub fn word(self) -> &'static str {
        match self {
            SymbolKind::Module => "module",
            SymbolKind::Function => "function",
            SymbolKind::Method => "method",
            SymbolKind::StaticMethod => "static-method",
            SymbolKind::Structure => "structure",
            SymbolKind::Enumeration => "enum",
            SymbolKind::Case => "case",
            SymbolKind::Field => "field",
            SymbolKind::TypeAlias => "type-alias",
            SymbolKind::Constant => "constant",
            SymbolKind::Global => "global",
            SymbolKind::Trait => "trait",
            SymbolKind::Implementation => "impl",
            SymbolKind::Test => "test",
            SymbolKind::Parameter => "parameter",
            SymbolKind::SelfValue => "self",
            SymbolKind::Variable => "local",
            SymbolKind::TypeParameter => "type-parameter",
            SymbolKind::Label => "label",
            SymbolKind::BuiltinType => "builtin-type",
            SymbolKind::BuiltinFunction => "builtin-function",
        }
    }

    /// What kind of thing a definition is.
    pub fn of(db: &dyn Db, definition: Definition) -> SymbolKind {
        match definition {
            Definition::Item(item) => SymbolKind::of_item(db, item),
            Definition::Module(_) => SymbolKind::Module,
            Definition::Field { .. } => SymbolKind::Field,
            Definition::Case { .. } => SymbolKind::Case,
            Definition::Parameter { .. } => SymbolKind::Parameter,
            Definition::SelfValue(_) => SymbolKind::SelfValue,
            Definition::Local { .. } => SymbolKind::Variable,
            Definition::GenericParameter { .. } => SymbolKind::TypeParameter,
            Definition::Label { .. } => SymbolKind::Label,
            Definition::BuiltinType(_) => SymbolKind::BuiltinType,
            Definition::BuiltinFunction(_) => SymbolKind::BuiltinFunction,
        }
    }

    /// What kind of thing an item is.
    pub fn of_item(db: &dyn Db, item: ItemId) -> SymbolKind {
        match item.kind(db) {
            ItemKind::Function | ItemKind::ExternFunction => {
                if item.parent_item(db).is_none() {
                    return SymbolKind::Function;
                }
                let data = hir::item_data(db, item);
                let receiver = data.and_then(|data| data.item().function()?.receiver);
                match receiver {
                    Some(_) => SymbolKind::Method,
                    None => SymbolKind::StaticMethod,
                }
            }
            ItemKind::Type => {
                let data = hir::item_data(db, item);
                match data.and_then(|data| data.item().type_data().map(|data| &data.shape)) {
                    Some(TypeShape::Enum { .. }) => SymbolKind::Enumeration,
                    Some(TypeShape::Record(_) | TypeShape::Union(_)) | None => SymbolKind::Structure,
                }
            }
            ItemKind::OpaqueType => SymbolKind::Structure,
            ItemKind::Alias => SymbolKind::TypeAlias,
            ItemKind::Constant => SymbolKind::Constant,
            ItemKind::Global | ItemKind::ExternGlobal => SymbolKind::Global,
            ItemKind::Trait => SymbolKind::Trait,
            ItemKind::Impl => SymbolKind::Implementation,
            ItemKind::Test => SymbolKind::Test,
        }
    }
}

/// What a definition is declared in.
fn container(db: &dyn Db, definition: Definition) -> Option<String> {
    let item = definition.item()?;
    let around = if definition.as_item().is_some() { item.parent_item(db) } else { Some(item) };
    Some(around.map_or_else(|| item.module(db).full_path(db), |around| around.name(db).text().to_string()))
}
