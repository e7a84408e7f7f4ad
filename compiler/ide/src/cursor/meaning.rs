//! What an expression before the cursor is: a value of some type, a type, a module, a function. Names are looked up as the
//! body would; whatever else has a type in the real body. It must not know why somebody asks.

use hir::{BuiltinFunction, BuiltinType, ItemId, ItemKind, Module, ModuleMember, Name, Resolution};
use syntax::view;
use syntax::{NodeId, NodeKind};
use types::{Builtin, Ty};

use super::Cursor;

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// A value of this type.
    Value(Ty),
    /// A type itself.
    Type(Ty),
    /// `Pointer` without its argument.
    PointerType,
    /// A type that has no values yet: a generic type.
    OtherType(ItemId),
    /// A module.
    Module(Module),
    /// A function, C function or method.
    Function {
        item: ItemId,
        /// Whether it stands behind a value, which is then passed as `self`.
        has_self: bool,
    },
    /// A case of an enum that carries something.
    Case { item: ItemId, index: u32 },
    /// A function of the compiler.
    Builtin(BuiltinFunction),
    /// A method of the compiler: of a raw pointer, `into_raw` or `from_raw`.
    BuiltinMethod(Builtin),
    /// `Pointer.null`.
    PointerNull,
    /// Nothing that is known.
    Unknown,
}

impl Meaning {
    fn of_value(ty: Ty) -> Meaning {
        if ty.is_error() { Meaning::Unknown } else { Meaning::Value(ty) }
    }
}

impl Cursor<'_> {
    /// What the expression of a node is.
    pub fn meaning(&self, node: NodeId) -> Meaning {
        match self.parse.kind(node) {
            NodeKind::Name => self.meaning_of_name(node),
            NodeKind::SelfValue => self.self_type().map_or(Meaning::Unknown, Meaning::Value),
            NodeKind::SelfField => {
                let name = view::SelfField::cast(&self.parse, node).and_then(|field| field.name());
                match (self.self_type(), name) {
                    (Some(ty), Some(name)) => self.member_of_value(ty, Name::new(name.text())),
                    (None, _) | (_, None) => Meaning::Unknown,
                }
            }
            NodeKind::Paren => {
                let inner = self.parse.first_child(node);
                inner.map_or(Meaning::Unknown, |inner| self.meaning(inner))
            }
            NodeKind::FieldAccess => self.meaning_of_member(node),
            NodeKind::Index => match self.parse.first_child(node).map(|base| self.meaning(base)) {
                Some(Meaning::Value(_)) | None => self.value(node),
                Some(named) => named,
            },
            _ => self.value(node),
        }
    }

    /// The type of a node's value in the real body.
    fn value(&self, node: NodeId) -> Meaning {
        let ty = self.item_with_body().and_then(|item| {
            let expression = self.expression(node)?;
            Some(types::infer(self.db, item).expression_type(expression))
        });
        ty.map_or(Meaning::Unknown, Meaning::of_value)
    }

    /// The type that `Self` is here.
    pub fn self_type(&self) -> Option<Ty> {
        types::self_type(self.db, self.item?).filter(|ty| !ty.is_error())
    }

    fn meaning_of_name(&self, node: NodeId) -> Meaning {
        let text = self.parse.node_text(node);
        if text == "Self" {
            return self.self_type().map_or(Meaning::Unknown, Meaning::Type);
        }
        if let Some(local) = self.locals.iter().find(|local| local.name == text) {
            return local.ty.map_or_else(|| self.value(node), Meaning::Value);
        }
        match hir::resolve(self.db, self.module, Name::new(text)) {
            Some(resolution) => self.meaning_of_resolution(resolution),
            None => self.value(node),
        }
    }

    /// What a name of a module's scope is.
    pub fn meaning_of_resolution(&self, resolution: Resolution) -> Meaning {
        match resolution {
            Resolution::Item(item) => match item.kind(self.db) {
                ItemKind::Function | ItemKind::ExternFunction => Meaning::Function { item, has_self: false },
                ItemKind::Constant => Meaning::of_value(types::constant_type(self.db, item)),
                ItemKind::Global | ItemKind::ExternGlobal => Meaning::of_value(types::global_type(self.db, item)),
                ItemKind::Type | ItemKind::OpaqueType | ItemKind::Alias => match types::item_type(self.db, item) {
                    Ok(ty) if !ty.is_error() => Meaning::Type(ty),
                    Ok(_) | Err(_) => Meaning::OtherType(item),
                },
                ItemKind::Trait | ItemKind::Impl | ItemKind::Test => Meaning::Unknown,
            },
            Resolution::Module(module) => Meaning::Module(module),
            Resolution::BuiltinType(BuiltinType::Pointer) => Meaning::PointerType,
            Resolution::BuiltinType(builtin) => types::builtin_type(builtin).map_or(Meaning::Unknown, Meaning::Type),
            Resolution::BuiltinFunction(builtin) => Meaning::Builtin(builtin),
            Resolution::Case { item, index } => self.meaning_of_case(item, index),
        }
    }

    /// `base.name`
    fn meaning_of_member(&self, node: NodeId) -> Meaning {
        let access = view::FieldAccess::cast(&self.parse, node);
        let base = access.and_then(|access| access.base());
        let Some((base, name)) = base.zip(access.and_then(|access| access.name())) else {
            return Meaning::Unknown;
        };
        let name = Name::new(name.text());
        let found = match self.meaning(base.node()) {
            Meaning::Module(module) => match hir::resolve_in_module(self.db, module, name, self.module) {
                ModuleMember::Visible(found) | ModuleMember::Private(found) => self.meaning_of_resolution(found),
                ModuleMember::Unknown => Meaning::Unknown,
            },
            Meaning::Type(ty) => self.member_of_type(ty, name),
            Meaning::PointerType if name.text() == "null" => Meaning::PointerNull,
            Meaning::Value(ty) => self.member_of_value(ty, name),
            _ => Meaning::Unknown,
        };
        if found == Meaning::Unknown { self.value(node) } else { found }
    }

    fn member_of_type(&self, ty: Ty, name: Name) -> Meaning {
        let case = types::enumeration(self.db, ty).and_then(|enumeration| enumeration.case_named(name));
        if let Some((named, index)) = ty.as_named().zip(case) {
            return self.meaning_of_case(named.item, index);
        }
        match self.method(ty, name) {
            Some(item) => Meaning::Function { item, has_self: false },
            None => types::builtin_function_of_type(self.db, ty, &name.text())
                .map_or(Meaning::Unknown, Meaning::BuiltinMethod),
        }
    }

    /// The method of a type, its own or that of a trait.
    fn method(&self, ty: Ty, name: Name) -> Option<ItemId> {
        types::find_method(self.db, self.module, ty, name)
            .or_else(|| types::find_trait_method(self.db, self.module, ty, name))
    }

    /// A case that carries nothing is a value by itself.
    fn meaning_of_case(&self, item: ItemId, index: u32) -> Meaning {
        match types::type_definition(self.db, item).enumeration.as_deref() {
            Some(enumeration) if enumeration.payload(index).is_empty() => Meaning::Value(Ty::named(item)),
            Some(_) => Meaning::Case { item, index },
            None => Meaning::Unknown,
        }
    }

    fn member_of_value(&self, ty: Ty, name: Name) -> Meaning {
        let ty = ty.value_type();
        let field = crate::name_use::owner_of_fields(ty).and_then(|owner| {
            let definition = types::type_definition(self.db, owner);
            Some(definition.fields[definition.field(name)? as usize].ty)
        });
        if let Some(field) = field {
            return Meaning::of_value(field);
        }
        if let Some(item) = self.method(ty, name) {
            return Meaning::Function { item, has_self: true };
        }
        types::builtin_method(self.db, ty, &name.text()).map_or(Meaning::Unknown, Meaning::BuiltinMethod)
    }
}
