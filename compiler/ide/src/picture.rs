//! Layouts and conventions as a picture needs them: every part of a type with its bytes, down to what lies inside of parts,
//! the cases of an enum one by one, what closures capture and what the table of a `dyn` holds, and where each piece travels on
//! each target; and the same as text. It must not know how pictures are drawn. Reading order: `subject`, `parts`, `text`.

mod parts;
mod subject;
#[cfg(test)]
mod tests;
mod text;

use abi::report::{Label, ValueReport};
use abi::{Target, TypeArena};
use hir::ItemId;
use source::Db;
use types::Ty;

use crate::passing::labels_of;
use crate::position::FilePosition;
use subject::Subject;

pub use text::layout_text;

/// What is drawn for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What it is called.
    pub name: String,
    /// The value, and behind it what its words lead to, as far as that is known; nothing of what has errors, type parameters,
    /// or contains itself.
    pub layouts: Vec<TypeLayout>,
}

/// What a type looks like in memory, and how its values travel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeLayout {
    /// Its name.
    pub name: String,
    /// `heap`, `copy enum`, `union`, `closure`, `captures`, `table`.
    pub kind: String,
    /// Bytes; of a heap type those of the object.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Of a heap type the bytes of a value itself, which is the pointer to the object.
    pub pointer: Option<u64>,
    /// Bytes that belong to no scalar, inside of parts too.
    pub padding: u64,
    /// The fields, by their order; of an enum nothing.
    pub parts: Vec<PartLayout>,
    /// The ways in which the bytes of an enum are read.
    pub cases: Vec<CaseLayout>,
    /// What the bytes do not show: what stands for a case without a tag, where what a word leads to lies.
    pub notes: Vec<String>,
    /// How values travel, by target; nothing of what is no value.
    pub travels: Vec<Travels>,
}

/// What an enum is if it is one of its cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseLayout {
    /// The case, or the cases that look alike, and how a value tells that.
    pub name: String,
    /// The tag, and what the case carries.
    pub parts: Vec<PartLayout>,
}

/// A part of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartLayout {
    /// The name of the field, or the number of the element.
    pub name: String,
    /// Its type, as it is written.
    pub ty: String,
    /// Whether it is what tells the case of an enum.
    pub is_tag: bool,
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

/// The picture of what is meant at a position: the type that is named there, that of the value there, a closure literal, the
/// `dyn` of a trait, or the type around it.
pub fn picture(db: &dyn Db, position: FilePosition, targets: &[Target]) -> Option<Picture> {
    let subject = Subject::at(db, position)?;
    let name = subject.name(db);
    Some(Picture { layouts: subject.layouts(db, targets), name })
}

/// The memory of a type: its values, and what their words lead to.
pub(crate) fn layouts_of_type(db: &dyn Db, ty: Ty, targets: &[Target]) -> Vec<TypeLayout> {
    Subject::Value(ty).layouts(db, targets)
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
    let (labels, result) = labels_of(db, signature);
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
