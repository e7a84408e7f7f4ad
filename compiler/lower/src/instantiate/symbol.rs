//! Symbols: the linker's name of each instance. Owns the escaping; must not know object formats.

use std::fmt::Write;

use hir::{ItemId, Name, Resolution};
use source::Db;
use types::{Linkage, Ty};

use super::Instance;

/// The symbol of C's `main`.
pub const C_ENTRY: &str = "main";

/// The linker's name of an instance.
pub fn symbol(db: &dyn Db, instance: Instance) -> String {
    match instance {
        Instance::Function(item) | Instance::Constant(item) => item_symbol(db, item),
        Instance::Drop(ty) => glue_symbol(db, ty, "drop"),
        Instance::Retain(ty) => glue_symbol(db, ty, "retain"),
        Instance::Entry(_) | Instance::TestEntry => C_ENTRY.to_owned(),
    }
}

/// The item in whose chunk the positions of an instance lie, if it has any.
pub fn chunk_item(instance: Instance) -> Option<ItemId> {
    match instance {
        Instance::Function(item) | Instance::Constant(item) => Some(item),
        Instance::Drop(_) | Instance::Retain(_) | Instance::Entry(_) | Instance::TestEntry => None,
    }
}

/// The linker's name of a function, constant or C global.
pub(super) fn item_symbol(db: &dyn Db, item: ItemId) -> String {
    match item.kind(db) {
        hir::ItemKind::Function | hir::ItemKind::ExternFunction => match types::signature(db, item).linkage {
            Linkage::Exported(name) | Linkage::Imported(name) | Linkage::Intrinsic(name) => name.text().to_owned(),
            Linkage::Mangled => mangled(db, item),
        },
        hir::ItemKind::ExternGlobal => types::global_symbol(db, item).text().to_owned(),
        hir::ItemKind::Type
        | hir::ItemKind::Alias
        | hir::ItemKind::Constant
        | hir::ItemKind::OpaqueType
        | hir::ItemKind::Trait
        | hir::ItemKind::Impl
        | hir::ItemKind::Test => mangled(db, item),
    }
}

/// The full name, escaped; further items of one name, which only tests and broken programs have, get their number.
fn mangled(db: &dyn Db, item: ItemId) -> String {
    let mut path = item.path(db);
    let nth = item.nth(db);
    if nth > 0 {
        let _ = write!(path, ":{nth}");
    }
    if item.kind(db) == hir::ItemKind::Test {
        path.push_str(":test");
    }
    escape(&path)
}

fn glue_symbol(db: &dyn Db, ty: Ty, what: &str) -> String {
    let mut text = String::new();
    match ty.kind() {
        // Types of one name in different modules are different types; their paths tell them apart.
        types::TypeKind::Named(item) => text.push_str(&item.path(db)),
        _other => text.push_str(&types::qualified(db, ty)),
    }
    let _ = write!(text, ":{what}");
    escape(&text)
}

/// Bytes outside `A–Z a–z 0–9 _ .` become `$` and two hexadecimal digits.
fn escape(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.' => text.push(byte as char),
            _other => {
                let _ = write!(text, "${byte:02x}");
            }
        }
    }
    text
}

/// A function of the standard library's module `runtime`.
pub(super) fn runtime_item(db: &dyn Db, name: &str) -> Option<ItemId> {
    let package = source::Program::try_get(db)?.standard(db)?;
    let module = hir::module_of(db, package, Name::new("runtime"))?;
    match hir::resolve(db, module, Name::new(name))? {
        Resolution::Item(item) => Some(item),
        Resolution::Module(_) | Resolution::Case { .. } | Resolution::BuiltinType(_) | Resolution::BuiltinFunction(_) => None,
    }
}
