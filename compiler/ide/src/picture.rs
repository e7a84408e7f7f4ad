//! Layouts and conventions as a picture needs them: every part of a type with its bytes, down to what lies inside of parts,
//! and where each piece travels on each target; and the same as text. It must not know how pictures are drawn.

#[cfg(test)]
mod tests;
mod text;

use abi::report::{Label, ValueReport};
use abi::{Target, TypeArena};
use hir::{ItemId, ItemKind};
use source::Db;
use types::{DefinitionKind, NamedType, Ty, TypeKind};

use crate::hover::padding_of_object;

pub use text::layout_text;

/// How deep parts are taken apart.
const DEPTH: usize = 6;

/// What a type looks like in memory, and how its values travel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeLayout {
    /// Its name.
    pub name: String,
    /// `heap`, `inline`, `copy` or `union`.
    pub kind: &'static str,
    /// Bytes; of a heap type those of the object.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Of a heap type the bytes of a value itself, which is the pointer to the object.
    pub pointer: Option<u64>,
    /// Bytes that belong to no scalar, inside of parts too.
    pub padding: u64,
    /// The fields, by their order.
    pub parts: Vec<PartLayout>,
    /// How values travel, by target.
    pub travels: Vec<Travels>,
}

/// A part of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartLayout {
    /// The name of the field, or the number of the element.
    pub name: String,
    /// Its type, as it is written.
    pub ty: String,
    /// Whether it is an owner's pointer to what it owns: of a heap type, or a string.
    pub is_owner: bool,
    /// The first byte, counted from the start of the whole type.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// What lies inside of it, if it is a structure of its own.
    pub parts: Vec<PartLayout>,
}

/// How values of a type travel on one target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Travels {
    /// The target's triple.
    pub target: String,
    /// As the only argument.
    pub argument: ValueReport,
    /// As the result of a function without parameters.
    pub result: ValueReport,
}

/// The layout of a `type` item; `None` for types with errors and for what has no layout.
pub fn type_layout(db: &dyn Db, item: ItemId, targets: &[Target]) -> Option<TypeLayout> {
    if item.kind(db) != ItemKind::Type {
        return None;
    }
    let definition = types::type_definition(db, item);
    let is_generic = hir::item_data(db, item).is_none_or(|data| !data.generics.is_empty());
    if definition.poisoned || is_generic || !types::has_finite_size(db, item) {
        return None;
    }
    let kind = match definition.kind {
        DefinitionKind::Heap => "heap",
        DefinitionKind::Counted => "counted",
        DefinitionKind::Inline => "inline",
        DefinitionKind::Copy => "copy",
        DefinitionKind::View => "view",
        DefinitionKind::Union => "union",
        DefinitionKind::Opaque => return None,
    };
    let layout = types::object_layout(db, item);
    let parts = fields(db, item, 0, DEPTH);
    Some(TypeLayout {
        name: item.name(db).text().to_string(),
        kind,
        size: layout.size,
        align: layout.align,
        pointer: match definition.kind {
            DefinitionKind::Heap | DefinitionKind::Counted => Some(types::layout(db, Ty::named(item)).size),
            DefinitionKind::Inline
            | DefinitionKind::Copy
            | DefinitionKind::View
            | DefinitionKind::Union
            | DefinitionKind::Opaque => None,
        },
        padding: padding_of_object(db, item),
        parts,
        travels: targets.iter().filter_map(|target| travels(db, Ty::named(item), target)).collect(),
    })
}

/// The fields of a type that begins at an offset.
fn fields(db: &dyn Db, named: impl Into<NamedType>, start: u64, depth: usize) -> Vec<PartLayout> {
    let named = named.into();
    let definition = types::type_definition(db, named);
    let layout = types::object_layout(db, named);
    let placed = definition.fields.iter().zip(&layout.offsets);
    placed.map(|(field, offset)| part(db, &field.name.text(), field.ty, start + offset, depth)).collect()
}

fn part(db: &dyn Db, name: &str, ty: Ty, offset: u64, depth: usize) -> PartLayout {
    let layout = types::layout(db, ty);
    let parts = match ty.kind() {
        _ if depth == 0 => Vec::new(),
        TypeKind::Named(item) => match types::type_definition(db, item).kind {
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View | DefinitionKind::Union => {
                fields(db, item, offset, depth - 1)
            }
            DefinitionKind::Heap | DefinitionKind::Counted | DefinitionKind::Opaque => Vec::new(),
        },
        TypeKind::Tuple(elements) => {
            let offsets = types::tuple_layout(db, ty).offsets.clone();
            let elements = elements.types();
            let placed = elements.iter().zip(offsets).enumerate();
            placed.map(|(index, (ty, inner))| part(db, &index.to_string(), *ty, offset + inner, depth - 1)).collect()
        }
        _ => Vec::new(),
    };
    PartLayout {
        name: name.to_string(),
        ty: types::display(db, ty),
        is_owner: types::is_object_pointer(db, ty) || ty == Ty::STRING,
        offset,
        size: layout.size,
        align: layout.align,
        parts,
    }
}

fn travels(db: &dyn Db, ty: Ty, target: &Target) -> Option<Travels> {
    let mut arena = TypeArena::new();
    let passed = types::part_type(db, ty, &mut arena);
    let signature = abi::Signature::new(passed, [passed]);
    let described = abi::lower(target, &arena, &signature).ok()?;
    let label = |word: &str| Label::new(word, types::display(db, ty));
    let report = abi::report::report(target, &described, &[label("argument")], &label("result"));
    Some(Travels { target: target.to_string(), argument: report.params.into_iter().next()?, result: report.result })
}

/// How a function is called on each target, as text; `None` for functions with errors and for what is no function.
pub fn abi_text(db: &dyn Db, item: ItemId, targets: &[Target]) -> Option<String> {
    let signature = types::signature(db, item);
    let is_generic = hir::item_data(db, item).is_none_or(|data| !data.generics.is_empty());
    if signature.poisoned || is_generic {
        return None;
    }
    let labels: Vec<Label> = signature
        .parameters
        .iter()
        .map(|parameter| Label::new(parameter.name.text(), types::display(db, parameter.ty)))
        .collect();
    let result = Label::new("result", types::display(db, signature.result));
    let symbol = lower::symbol(db, lower::Instance::function(item));
    let mut text = format!("{}\nsymbol {symbol}\n", item.path(db));
    for target in targets {
        let mut arena = TypeArena::new();
        let lowered = types::abi_signature(db, item, &mut arena);
        text.push_str(&format!("\n== {target} ==\n"));
        match abi::lower(target, &arena, &lowered) {
            Ok(described) => {
                let report = abi::report::report(target, &described, &labels, &result);
                text.push_str(&report.to_string());
            }
            Err(unsupported) => text.push_str(&format!("{unsupported}\n")),
        }
    }
    Some(text)
}
