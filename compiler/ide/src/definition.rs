//! What a name means: the one word for it that all questions about names share. It owns the facts that every definition
//! has (its name, where it is declared, its type); it must not know how names are found, which `name_use` does.

use hir::{
    BuiltinFunction, BuiltinType, ExpressionId, ItemClass, ItemId, ItemKind, LocalId, LocalKind, Module, TypeShape,
};
use source::{Db, Span};
use types::Ty;

use crate::builtins::BuiltinName;
use crate::loops::label_span;

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Definition {
    /// A function, type, alias, constant, C declaration, trait, impl or test.
    Item(ItemId),
    /// A module, named in an import or before a point.
    Module(Module),
    /// A field of a structure or union, or something that a case of an enum carries.
    Field {
        /// The type.
        item: ItemId,
        /// The place among its fields, or among what all cases carry.
        index: u32,
    },
    /// A case of an enum.
    Case {
        /// The enum.
        item: ItemId,
        /// The place among its cases.
        index: u32,
    },
    /// A parameter of a function, method or C function.
    Parameter {
        /// The function.
        item: ItemId,
        /// The place among its written parameters, `self` not counted.
        index: u32,
    },
    /// `self` in a method.
    SelfValue(ItemId),
    /// A variable of a body.
    Local {
        /// Whose body.
        item: ItemId,
        /// Which.
        local: LocalId,
    },
    /// A type parameter.
    GenericParameter {
        /// Whose.
        item: ItemId,
        /// The place among that item's own.
        index: u32,
    },
    /// The label of a loop.
    Label {
        /// Whose body.
        item: ItemId,
        /// The loop.
        label: ExpressionId,
    },
    /// A type of the compiler.
    BuiltinType(BuiltinType),
    /// A function of the compiler.
    BuiltinFunction(BuiltinFunction),
}

impl Definition {
    /// What a local of a body is.
    pub(crate) fn of_local(db: &dyn Db, item: ItemId, local: LocalId) -> Definition {
        match hir::body(db, item)[local].kind {
            LocalKind::SelfValue => Definition::SelfValue(item),
            LocalKind::Parameter(index) => Definition::Parameter { item, index },
            LocalKind::ClosureParameter | LocalKind::Variable => Definition::Local { item, local },
        }
    }

    /// What a name of a module's scope is.
    pub(crate) fn of_resolution(resolution: hir::Resolution) -> Definition {
        match resolution {
            hir::Resolution::Item(item) => Definition::Item(item),
            hir::Resolution::Module(module) => Definition::Module(module),
            hir::Resolution::Case { item, index } => Definition::Case { item, index },
            hir::Resolution::BuiltinType(builtin) => Definition::BuiltinType(builtin),
            hir::Resolution::BuiltinFunction(builtin) => Definition::BuiltinFunction(builtin),
        }
    }

    /// Its name as it is declared; of a module the last part of its path, or the package's name.
    pub fn name(self, db: &dyn Db) -> String {
        match self {
            Definition::Item(item) => item.name(db).text().to_string(),
            Definition::Module(module) => {
                let path = module.full_path(db);
                path.rsplit('.').next().unwrap_or(&path).to_string()
            }
            Definition::Field { item, index } => field_name(db, item, index).unwrap_or_default(),
            Definition::Case { item, index } => case_name(db, item, index).unwrap_or_default(),
            Definition::Parameter { item, index } => parameter_name(db, item, index).unwrap_or_default(),
            Definition::SelfValue(_) => "self".to_string(),
            Definition::Local { item, local } => hir::body(db, item)[local].name.text().to_string(),
            Definition::GenericParameter { item, index } => hir::item_data(db, item)
                .and_then(|data| Some(data.item().generics.get(index as usize)?.name.text().to_string()))
                .unwrap_or_default(),
            Definition::Label { item, label } => label_span(db, item, label).map_or_else(String::new, |(_, text)| text),
            Definition::BuiltinType(builtin) => builtin.text().to_string(),
            Definition::BuiltinFunction(builtin) => builtin.text().to_string(),
        }
    }

    /// Where its name is declared; `None` for what the compiler knows by itself and for modules, which are whole files.
    pub fn name_span(self, db: &dyn Db) -> Option<Span> {
        match self {
            Definition::Item(item) => hir::item_name_span(db, item),
            Definition::Field { item, index } => {
                hir::payload_name_span(db, item, index as usize).or_else(|| hir::field_span(db, item, index as usize))
            }
            Definition::Case { item, index } => hir::case_span(db, item, index as usize),
            Definition::Parameter { item, index } => hir::parameter_name_span(db, item, index as usize),
            Definition::SelfValue(item) => hir::item_name_span(db, item),
            Definition::Local { item, local } => hir::local_span(db, item, local),
            Definition::GenericParameter { item, index } => hir::generic_parameter_span(db, item, index as usize),
            Definition::Label { item, label } => label_span(db, item, label).map(|(span, _)| span),
            Definition::Module(_) | Definition::BuiltinType(_) | Definition::BuiltinFunction(_) => None,
        }
    }

    /// The item that it is; what is only a part of one is none.
    pub fn as_item(self) -> Option<ItemId> {
        if let Definition::Item(item) = self { Some(item) } else { None }
    }

    /// The name that it is, if the compiler gives that its meaning.
    pub fn as_builtin(self) -> Option<BuiltinName> {
        match self {
            Definition::BuiltinType(builtin) => Some(BuiltinName::Type(builtin)),
            Definition::BuiltinFunction(builtin) => Some(BuiltinName::Function(builtin)),
            Definition::Item(_)
            | Definition::Module(_)
            | Definition::Field { .. }
            | Definition::Case { .. }
            | Definition::Parameter { .. }
            | Definition::SelfValue(_)
            | Definition::Local { .. }
            | Definition::GenericParameter { .. }
            | Definition::Label { .. } => None,
        }
    }

    /// The item that it is, or is a part of.
    pub fn item(self) -> Option<ItemId> {
        match self {
            Definition::Item(item)
            | Definition::Field { item, .. }
            | Definition::Case { item, .. }
            | Definition::Parameter { item, .. }
            | Definition::SelfValue(item)
            | Definition::Local { item, .. }
            | Definition::GenericParameter { item, .. }
            | Definition::Label { item, .. } => Some(item),
            Definition::Module(_) | Definition::BuiltinType(_) | Definition::BuiltinFunction(_) => None,
        }
    }

    /// Whether it comes with the compiler: what it knows by itself, and the standard library.
    pub fn is_standard(self, db: &dyn Db) -> bool {
        let module =
            if let Definition::Module(module) = self { Some(module) } else { self.item().map(|item| item.module(db)) };
        module.is_none_or(|module| module.is_standard(db))
    }

    /// Whether it cannot be named outside of the item that declares it.
    pub fn is_local(self) -> bool {
        match self {
            Definition::SelfValue(_)
            | Definition::Local { .. }
            | Definition::Label { .. }
            | Definition::GenericParameter { .. } => true,
            Definition::Item(_)
            | Definition::Module(_)
            | Definition::Field { .. }
            | Definition::Case { .. }
            | Definition::Parameter { .. }
            | Definition::BuiltinType(_)
            | Definition::BuiltinFunction(_) => false,
        }
    }

    /// Whether it stands for a value.
    pub fn has_value(self, db: &dyn Db) -> bool {
        match self {
            Definition::Item(item) => item.kind(db).class() == ItemClass::Value,
            Definition::Field { .. }
            | Definition::Parameter { .. }
            | Definition::SelfValue(_)
            | Definition::Local { .. } => true,
            Definition::Module(_)
            | Definition::Case { .. }
            | Definition::GenericParameter { .. }
            | Definition::Label { .. }
            | Definition::BuiltinType(_)
            | Definition::BuiltinFunction(_) => false,
        }
    }

    /// The type of the value that it stands for; of a type that type itself.
    pub fn ty(self, db: &dyn Db) -> Option<Ty> {
        let ty = match self {
            Definition::Item(item) => match item.kind(db) {
                ItemKind::Constant => types::constant_type(db, item),
                ItemKind::Global | ItemKind::ExternGlobal => types::global_type(db, item),
                ItemKind::Type | ItemKind::OpaqueType => Ty::named(item),
                ItemKind::Function
                | ItemKind::ExternFunction
                | ItemKind::Alias
                | ItemKind::Trait
                | ItemKind::Impl
                | ItemKind::Test => return None,
            },
            Definition::Field { item, index } => types::type_definition(db, item).parts().get(index as usize)?.ty,
            Definition::Parameter { item, index } => {
                let signature = types::signature(db, item);
                let place = index as usize + usize::from(signature.receiver.is_some());
                signature.parameters.get(place)?.ty
            }
            Definition::SelfValue(item) => {
                let signature = types::signature(db, item);
                signature.receiver?;
                signature.parameters.first()?.ty
            }
            Definition::Local { item, local } => types::infer(db, item).local_type(local),
            Definition::Module(_)
            | Definition::Case { .. }
            | Definition::GenericParameter { .. }
            | Definition::Label { .. }
            | Definition::BuiltinType(_)
            | Definition::BuiltinFunction(_) => return None,
        };
        (!ty.is_error()).then_some(ty)
    }
}

fn field_name(db: &dyn Db, item: ItemId, index: u32) -> Option<String> {
    match &hir::item_data(db, item)?.item().type_data()?.shape {
        TypeShape::Record(fields) | TypeShape::Union(fields) => {
            Some(fields.get(index as usize)?.name.text().to_string())
        }
        TypeShape::Enum { cases, .. } => {
            let payload = cases.iter().flat_map(|case| &case.payload).nth(index as usize)?;
            Some(payload.name?.text().to_string())
        }
    }
}

fn case_name(db: &dyn Db, item: ItemId, index: u32) -> Option<String> {
    match &hir::item_data(db, item)?.item().type_data()?.shape {
        TypeShape::Enum { cases, .. } => Some(cases.get(index as usize)?.name.text().to_string()),
        TypeShape::Record(_) | TypeShape::Union(_) => None,
    }
}

fn parameter_name(db: &dyn Db, item: ItemId, index: u32) -> Option<String> {
    let data = hir::item_data(db, item)?;
    let parameter = data.item().function()?.parameters.get(index as usize)?;
    Some(parameter.name?.text().to_string())
}
