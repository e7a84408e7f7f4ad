//! Symbols: the linker's name of each instance. Owns the escaping; must not know object formats.

use std::fmt::Write;

use hir::ItemId;
use source::Db;
use types::{Arguments, Linkage, NamedType, Substitution, Ty, TypeKind};

use super::Instance;

/// The symbol of C's `main`.
pub const C_ENTRY: &str = "main";

/// The linker's name of an instance.
pub fn symbol(db: &dyn Db, instance: Instance) -> String {
    match instance {
        Instance::Function(item, arguments) => item_symbol(db, item, arguments),
        Instance::Constant(item) | Instance::Global(item) => item_symbol(db, item, Arguments::NONE),
        Instance::Closure(item, closure, arguments) => {
            format!("{}.fn{}", item_symbol(db, item, arguments), closure.index())
        }
        Instance::Forwarder(item, arguments) => format!("{}.fn", item_symbol(db, item, arguments)),
        Instance::Environment(ty) => glue_symbol(db, ty, "environment"),
        Instance::Drop(ty) => glue_symbol(db, ty, "drop"),
        Instance::Boxed(ty) => glue_symbol(db, ty, "boxed"),
        Instance::Slot(method, arguments) => format!("{}.dyn", item_symbol(db, method, arguments)),
        Instance::Table(of, ty) => escape(&format!("{}:{}", qualified(db, ty), qualified(db, of))),
        Instance::Retain(ty) => glue_symbol(db, ty, "retain"),
        Instance::Entry(_) | Instance::TestEntry => C_ENTRY.to_owned(),
    }
}

/// The full name of a function with these type arguments, as it is before it becomes a symbol: `app.Tree[i64].count`.
pub fn function_name(db: &dyn Db, function: ItemId, arguments: Arguments) -> String {
    if arguments.is_empty() { function.path(db) } else { instance_path(db, function, arguments) }
}

/// A type as the language writes it, but with full names: `std.option.Option[app.User]`.
pub fn type_name(db: &dyn Db, ty: Ty) -> String {
    qualified(db, ty)
}

/// The item in whose chunk the positions of an instance lie, if it has any.
pub fn chunk_item(instance: Instance) -> Option<ItemId> {
    match instance {
        Instance::Function(item, _)
        | Instance::Closure(item, ..)
        | Instance::Constant(item)
        | Instance::Global(item) => Some(item),
        Instance::Forwarder(..)
        | Instance::Environment(_)
        | Instance::Drop(_)
        | Instance::Boxed(_)
        | Instance::Slot(..)
        | Instance::Table(..)
        | Instance::Retain(_)
        | Instance::Entry(_)
        | Instance::TestEntry => None,
    }
}

/// The linker's name of a function with these type arguments, a constant, global or C global.
pub(super) fn item_symbol(db: &dyn Db, item: ItemId, arguments: Arguments) -> String {
    match item.kind(db) {
        hir::ItemKind::Function | hir::ItemKind::ExternFunction => match types::signature(db, item).linkage {
            Linkage::Exported(name) | Linkage::Imported(name) | Linkage::Intrinsic(name) => name.text().into(),
            Linkage::Mangled if !arguments.is_empty() => escape(&instance_path(db, item, arguments)),
            Linkage::Mangled => mangled(db, item),
        },
        hir::ItemKind::Global | hir::ItemKind::ExternGlobal => match hir::c_symbol(db, item) {
            Some(name) => name.text().into(),
            None => mangled(db, item),
        },
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
    let nth = hir::number_among_namesakes(db, item);
    if nth > 0 {
        let _ = write!(path, ":{nth}");
    }
    if item.kind(db) == hir::ItemKind::Test {
        path.push_str(":test");
    }
    escape(&path)
}

/// The full name of a function with type arguments: each list stands behind the name that it is for.
fn instance_path(db: &dyn Db, function: ItemId, arguments: Arguments) -> String {
    let with = Substitution::of_function(db, function, arguments);
    let own = with.of_item(function).unwrap_or_default();
    let parent = function.parent_item(db);
    let holder = parent.and_then(|_| types::self_type(db, function)).map(|holder| with.apply(holder));
    let name = function.name(db).text();
    let mut path = match (holder, parent.and_then(|parent| types::trait_of(db, parent))) {
        (Some(holder), Some(of)) => {
            let of = NamedType { item: of.item, arguments: with.arguments(of.arguments) };
            format!("{}:{}.{name}", qualified(db, holder), qualified_named(db, of))
        }
        (Some(holder), None) => format!("{}.{name}", qualified(db, holder)),
        (None, _) => function.path(db),
    };
    if !own.is_empty() {
        let _ = write!(path, "[{}]", list(db, &own));
    }
    let nth = hir::number_among_namesakes(db, function);
    if nth > 0 {
        let _ = write!(path, ":{nth}");
    }
    path
}

fn glue_symbol(db: &dyn Db, ty: Ty, what: &str) -> String {
    escape(&format!("{}:{what}", qualified(db, ty)))
}

/// The type as the language writes it, but with full paths: types of one name in different modules are different.
fn qualified(db: &dyn Db, ty: Ty) -> String {
    match ty.kind() {
        TypeKind::Named(named) => qualified_named(db, named),
        TypeKind::Object(heap) => format!("{}.Object", qualified_named(db, heap)),
        TypeKind::Pointer(target) => format!("Pointer[{}]", qualified(db, target)),
        TypeKind::Ref(target) => format!("ref {}", qualified(db, target)),
        TypeKind::Mut(target) => format!("mut {}", qualified(db, target)),
        TypeKind::Tuple(elements) => format!("({})", list(db, &elements.types())),
        TypeKind::Array(element, length) => format!("[{}; {length}]", qualified(db, element)),
        TypeKind::Slice(element) => format!("[{}]", qualified(db, element)),
        TypeKind::ExternFunction(parameters, result) => {
            format!("extern fn ({}) -> {}", list(db, &parameters.types()), qualified(db, result))
        }
        TypeKind::Dyn(kind, of) => {
            let of = NamedType { item: of.item, arguments: of.arguments };
            format!("{} {}", kind.words(), qualified_named(db, of))
        }
        TypeKind::Closure(kind, parameters, result) => {
            format!("{} ({}) -> {}", kind.words(), list(db, &parameters.types()), qualified(db, result))
        }
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Variable(_)
        | TypeKind::Parameter(..) => types::display(db, ty),
    }
}

/// A named type with the full paths of all that stands in it.
pub(super) fn qualified_named(db: &dyn Db, named: NamedType) -> String {
    let path = named.item.path(db);
    if named.is_generic() { format!("{path}[{}]", list(db, &named.arguments.types())) } else { path }
}

/// Types one after the other. A long list ends in a digest of the whole: linkers and debuggers show the rest to nobody.
fn list(db: &dyn Db, types: &[Ty]) -> String {
    let whole = types.iter().map(|ty| qualified(db, *ty)).collect::<Vec<_>>().join(", ");
    if whole.len() <= LONGEST_LIST {
        return whole;
    }
    let shown: String = whole.chars().take(LONGEST_LIST / 2).collect();
    let digest = blake3::hash(whole.as_bytes()).to_hex();
    format!("{shown}#{}", &digest[..DIGEST_LETTERS])
}

/// Bytes of a list of types in a symbol.
const LONGEST_LIST: usize = 400;
/// Hexadecimal digits, so that no two lists of a program ever have the same.
const DIGEST_LETTERS: usize = 32;

/// Bytes outside `A–Z a–z 0–9 _ .` become `$` and two hexadecimal digits.
fn escape(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.' => text.push(byte as char),
            _ => {
                let _ = write!(text, "${byte:02x}");
            }
        }
    }
    text
}

/// The function that `main` calls last.
pub(super) fn output_end(db: &dyn Db) -> Option<ItemId> {
    runtime_item(db, "finish_output")
}

/// The function that calls a bench, which it is given, and measures the time.
pub(super) fn measure(db: &dyn Db) -> Option<ItemId> {
    hir::standard_item(db, "runtime.bench", "measure")
}

/// The function that `main` calls first, on targets whose faults the runtime knows.
pub(super) fn stack_guard(db: &dyn Db) -> Option<ItemId> {
    use abi::{Architecture, OperatingSystem};
    let target = types::target(db);
    match (target.operating_system, target.architecture) {
        (OperatingSystem::Linux, Architecture::X86_64 | Architecture::Aarch64) => runtime_item(db, "guard_stack"),
        (
            OperatingSystem::Linux | OperatingSystem::Windows | OperatingSystem::Darwin | OperatingSystem::Unknown,
            Architecture::X86_64
            | Architecture::Aarch64
            | Architecture::Riscv64
            | Architecture::S390x
            | Architecture::Loongarch64
            | Architecture::Powerpc64le
            | Architecture::Wasm32,
        ) => None,
    }
}

/// A function of the standard library's module `runtime`.
pub(super) fn runtime_item(db: &dyn Db, name: &str) -> Option<ItemId> {
    hir::standard_item(db, "runtime", name)
}
