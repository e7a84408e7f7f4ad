//! Which modules may hold an `impl`, told from the lines they begin with and without parsing: a look-up in the standard
//! library reads the modules that answer it and no others. It must not know what names mean, so it asks of the standard
//! library what a test of `types` holds it to: an `impl` stands in column 0, its head in one line, its trait and its
//! type under their own names. Other packages may rename what they import; of these all modules may.

use source::{Db, Package};

use crate::modules::{module_file, package_modules};
use crate::{Module, Name};

/// The first line of an `impl`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ImplHead {
    /// The name of the trait, if it is of one.
    of: Option<Name>,
    /// How the type begins: see [`type_word`].
    target: Name,
    module: Module,
}

/// The heads of the standard library's `impl`s, module by module.
#[salsa::tracked]
fn standard_impl_heads(db: &dyn Db, standard: Package) -> Vec<ImplHead> {
    let mut heads = Vec::new();
    for module in package_modules(db, standard) {
        let Some(file) = module_file(db, module) else { continue };
        let text = file.text(db);
        let at_start = text.starts_with("impl").then_some(0);
        let behind_lines = memchr::memmem::find_iter(text.as_bytes(), "\nimpl").map(|newline| newline + 1);
        for start in at_start.into_iter().chain(behind_lines) {
            let line = text[start + "impl".len()..].split(['\n', '{']).next().unwrap_or_default();
            let (of, target) = parts(line);
            heads.push(ImplHead {
                of: of.map(|of| Name::new(type_word(of))),
                target: Name::new(type_word(target)),
                module,
            });
        }
    }
    heads
}

/// The trait and the type in what stands behind `impl`, its type parameters left out.
fn parts(line: &str) -> (Option<&str>, &str) {
    let line = line.trim_start();
    let mut depth = 0;
    let parameters = line.bytes().take_while(|byte| {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        depth > 0
    });
    let parameters = parameters.count();
    // A slice has brackets too, and no type behind them.
    let rest = match line.get(parameters + 1..).map(str::trim_start) {
        Some(rest) if parameters > 0 && !rest.is_empty() => rest,
        Some(_) | None => line,
    };
    match rest.split_once(" for ") {
        Some((of, target)) => (Some(of), target.trim_start()),
        None => (None, rest),
    }
}

/// How a type is told by its beginning: by its first word, or by the first character of one that begins with none, as
/// tuples, arrays and slices do.
pub fn type_word(written: &str) -> &str {
    let word = written.find(|character: char| character != '_' && !character.is_alphanumeric());
    match word {
        Some(0) => &written[..written.chars().next().map_or(0, char::len_utf8)],
        Some(end) => &written[..end],
        None => written,
    }
}

/// The modules of a package that may hold an `impl` of a trait, or one without, for types that begin with a word (see
/// [`type_word`]), or for any; in the package's order.
pub fn modules_with_impls(db: &dyn Db, package: Package, of: Option<Name>, target: Option<Name>) -> Vec<Module> {
    if !package.is_standard(db) {
        return package_modules(db, package).collect();
    }
    let heads = standard_impl_heads(db, package).iter();
    let fitting = heads.filter(|head| head.of == of && target.is_none_or(|target| head.target == target));
    let mut modules: Vec<Module> = fitting.map(|head| head.module).collect();
    modules.dedup();
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_told_apart() {
        let told = |line| {
            let (of, target) = parts(line);
            format!("{}/{}", of.map_or("", type_word), type_word(target))
        };
        let heads = [
            (" String ", "/String"),
            ("[T: ref + Clone] Array[T] ", "/Array"),
            ("[T] [T]", "/["),
            (" [u8] ", "/["),
            ("[T: Clone] [Array[T]]", "/["),
            (" Drop for File ", "Drop/File"),
            ("[T: ref, U: ref, I: ref + Iterator[T]] Iterator[U] for Mapped[T, U, I]", "Iterator/Mapped"),
            ("[A: Show, B: Show] Show for (A, B)", "Show/("),
            ("[T: Show, N: i64] Show for [T; N]", "Show/["),
            (" Default for ()", "Default/("),
            ("", "/"),
        ];
        for (line, expected) in heads {
            assert_eq!(told(line), expected, "{line}");
        }
    }
}
