//! What `pkg-config` says of a library: how C is compiled and linked with it. Owns the text; it must not know where it is written,
//! for header and library are looked for beside it.

use std::collections::BTreeSet;

use crate::program::Program;

/// The words in it that say what it is.
pub const OF_PKG_CONFIG: &str = "a library made by `lang build`";

/// The description of the session's program as a library.
pub fn pkg_config(program: &Program) -> String {
    let name = program.loaded.name.replace(|letter: char| letter.is_control() || letter.is_whitespace(), "_");
    let version = program.loaded.version.as_deref().unwrap_or("0");
    let mut libraries: BTreeSet<String> = program.loaded.link.libraries.iter().cloned().collect();
    for module in hir::all_modules(&program.db) {
        let wanted = hir::module_libraries(&program.db, *module);
        libraries.extend(wanted.iter().map(|library| library.text().to_string()));
    }
    let others: String = libraries.iter().map(|library| format!(" -l{library}")).collect();
    format!(
        "folder=${{pcfiledir}}\n\n\
         Name: {name}\n\
         Description: {name}, {OF_PKG_CONFIG}\n\
         Version: {version}\n\
         Cflags: -I${{folder}}\n\
         Libs: -L${{folder}} -l{name}\n\
         Libs.private:{others}\n"
    )
}
