//! A C header for what of a program C can name (`lang header`): `extern fn`s with a body, globals with `@[name("…")]`, and the
//! types that they use. It owns the order of what is declared and the header's frame; how a type is written in C is [`types`]'.

mod comments;
mod enums;
mod made;
mod shared;
mod types;

use ::types::{Linkage, Ty};
use hir::{ItemId, ItemKind};

use crate::instances::own_items;
use crate::program::Program;
use c::write::Identifiers;
use comments::comment;
use types::Writer;

/// The header of the session's program, for its target. The program has no errors.
pub fn c_header(program: &Program) -> String {
    // A file may be called as nobody would write in C.
    let name: String = program.loaded.name.replace(|letter: char| letter.is_control(), "_");
    let guard: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' })
        .collect();
    let guard = if guard.starts_with(|letter: char| letter.is_ascii_digit()) { format!("_{guard}") } else { guard };
    let known_to_c: Vec<ItemId> = own_items(&program.db, &program.loaded)
        .into_iter()
        .filter(|item| exported_name(program, *item).is_some())
        .collect();
    let mut writer = Writer::new(&program.db);
    let symbols: Vec<String> = known_to_c.iter().filter_map(|item| exported_name(program, *item)).collect();
    let names = writer.functions(symbols.iter().map(String::as_str));
    let mut declare = || -> Vec<String> {
        let declarations = known_to_c.iter().zip(&symbols);
        declarations
            .map(|(item, symbol)| {
                let name = &names[symbol.as_str()];
                if item.kind(&program.db) == ItemKind::Global {
                    declared_variable(program, *item, symbol, name, &mut writer)
                } else {
                    declared_function(program, *item, symbol, name, &mut writer)
                }
            })
            .collect()
    };
    // A parameter may not be called as a type that stands behind it, and all types have names only now.
    declare();
    let declarations = declare();
    let [includes, forward, definitions] = writer.finish();
    let mut text = format!(
        "// {name}.h: the functions of {name} that C can call and its globals, for {}. Made by `lang header`.\n\n\
         #ifndef {guard}_H\n#define {guard}_H\n\n{includes}",
        program.target
    );
    // Types stand before `extern "C"`, where clang warns of structures without bytes as if C++ gave them one.
    let begins_c = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n".to_string();
    for part in [forward, definitions, begins_c, declarations.join("\n")] {
        if !part.is_empty() {
            text.push('\n');
            text.push_str(&part);
        }
    }
    text.push_str(&format!("\n#ifdef __cplusplus\n}}\n#endif\n\n#endif // {guard}_H\n"));
    text
}

/// The name by which C calls a function or reaches a global, if it can.
fn exported_name(program: &Program, item: ItemId) -> Option<String> {
    if item.kind(&program.db) == ItemKind::Global {
        let name = hir::c_symbol(&program.db, item)?;
        let is_known = !::types::global_type(&program.db, item).is_error();
        return is_known.then(|| name.text().to_string());
    }
    if item.kind(&program.db) != ItemKind::Function {
        return None;
    }
    let signature = ::types::signature(&program.db, item);
    match signature.linkage {
        Linkage::Exported(name) if !signature.poisoned => Some(name.text().to_string()),
        Linkage::Exported(_) | Linkage::Mangled | Linkage::Imported(_) | Linkage::Intrinsic(_) => None,
    }
}

/// A global, which C may change as the program does.
fn declared_variable(program: &Program, item: ItemId, symbol: &str, name: &str, writer: &mut Writer<'_>) -> String {
    let declared = writer.variable(::types::global_type(&program.db, item), name);
    let label = label(symbol, name);
    format!("{}extern {declared}{label};\n", comment(&program.db, item))
}

fn declared_function(program: &Program, item: ItemId, symbol: &str, name: &str, writer: &mut Writer<'_>) -> String {
    let signature = ::types::signature(&program.db, item);
    let mut identifiers = Identifiers::default();
    let parameters = signature.parameters.iter();
    let parameters: Vec<String> = parameters
        .map(|parameter| {
            let name = identifiers.give(&parameter.name.text(), |name| writer.is_used(name));
            writer.value(parameter.ty, &name)
        })
        .collect();
    let list = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
    let head = match signature.result {
        Ty::NEVER => format!("__attribute__((noreturn)) void {name}({list})"),
        Ty::UNIT => format!("void {name}({list})"),
        result => writer.value(result, &format!("{name}({list})")),
    };
    let label = label(symbol, name);
    format!("{}{head}{label};\n", comment(&program.db, item))
}

/// The symbol, where it is not the name in C.
fn label(symbol: &str, name: &str) -> String {
    if name == symbol { String::new() } else { format!(" __asm__(\"{symbol}\")") }
}
