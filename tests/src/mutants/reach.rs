//! Which functions of the library a test reaches. Owns the comparison of a place in the text with the linker's names; must not
//! know what runs.

use std::collections::HashSet;
use std::path::Path;

use driver::{Product, ProgramModules};
use project::Input;

use super::checked::open;
use super::{Module, Mutant};

/// The functions that a test reaches, by their full names without type arguments.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    names: HashSet<String>,
}

impl Reach {
    /// What a program reaches.
    pub fn of_program(path: &Path, library: &[Module]) -> Reach {
        let input = if path.is_dir() { Input::Folder(path.to_path_buf()) } else { Input::File(path.to_path_buf()) };
        let (program, run, _) = open(&input, library);
        driver::modules(&program, &run, Product::Program, false).map_or_else(|_| Reach::default(), |made| of(&made))
    }

    /// How many functions these are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// Whether the function with the mistake is among them, or one of the same name that cannot be told from it.
    pub fn has(&self, mutant: &Mutant) -> bool {
        let place = &mutant.place;
        match (&place.of_type, &place.of_trait) {
            (None, None) => self.names.contains(&format!("std.{}.{}", mutant.module, place.function)),
            (_, Some(of)) => {
                let end = format!("{of}.{}", place.function);
                let is_end = |name: &str| name.strip_suffix(&end).is_some_and(|before| before.ends_with(['.', ':']));
                let of_type = place.of_type.as_deref().filter(|name| name.starts_with(|c: char| c.is_alphabetic()));
                let is_type = |name: &str| {
                    let receiver = name.split(':').next().unwrap_or_default();
                    of_type.is_none_or(|wanted| receiver.len() < 2 || receiver.ends_with(wanted) || wanted.len() < 2)
                };
                // Every type that derives `Drop` has one that the compiler makes.
                let is_drop = of == "Drop" && place.function == "drop";
                self.names.iter().any(|name| is_type(name) && (is_end(name) || is_drop && name.ends_with(":drop")))
            }
            (Some(of), None) => {
                let (end, alone) = (format!(".{of}.{}", place.function), format!("{of}.{}", place.function));
                self.names.iter().any(|name| name.ends_with(&end) || *name == alone || is_of_no_name(name, place))
            }
        }
    }
}

/// Whether a method of a type without a name, as a slice, has the name.
fn is_of_no_name(name: &str, place: &super::Place) -> bool {
    name.strip_suffix(&place.function)
        .is_some_and(|before| before == "." || before.ends_with("].") || before == "ref .")
}

fn of(made: &ProgramModules) -> Reach {
    let mut names = HashSet::new();
    for module in &made.modules {
        for function in &module.functions {
            names.insert(plain(module.strings.text(module.symbols.get(function.symbol).name)));
        }
    }
    Reach { names }
}

/// A name without type arguments and without the numbers of closures.
fn plain(symbol: &str) -> String {
    let mut name = String::new();
    let mut depth = 0_usize;
    let symbol = symbol.replace("$5b", "[").replace("$5d", "]").replace("$3a", ":").replace("$20", " ");
    for letter in symbol.chars() {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => name.push(letter),
            _ => {}
        }
    }
    while let Some((before, last)) = name.rsplit_once('.') {
        let is_closure = last.strip_prefix("fn").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        if !is_closure || last == "fn" && before.is_empty() {
            break;
        }
        name = before.to_owned();
    }
    name
}
