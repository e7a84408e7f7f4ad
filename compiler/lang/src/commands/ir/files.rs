//! Modules in files. Owns which form a file is in, and which it is written in; every module that leaves here is well-formed.
//! Must not know what is done with it.

use std::ffi::OsStr;
use std::io::{IsTerminal, Read};
use std::path::Path;

use driver::system::output::make_folder;
use mir::{BinaryError, Module};
use project::disk::{self, Access};
use source::printable;

use super::super::{Trouble, print};
use super::Refused;
use crate::arguments::From;
use crate::output;

/// How many broken invariants are told.
const MOST_TOLD: usize = 20;

/// What a file is called in messages.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        printable::line(&path.to_string_lossy()).to_string()
    }
}

/// The module in a file, or on standard input.
pub fn read(path: &Path) -> Result<Module, Refused> {
    let name = name(path);
    let bytes = bytes(path).map_err(|error| Trouble(format!("cannot read {name}: {}", disk::reason(&error))))?;
    let module = match mir::binary::read(&bytes) {
        Ok(module) => module,
        Err(BinaryError::NotAModule) => of_text(&name, bytes)?,
        Err(error @ (BinaryError::Version { .. } | BinaryError::Damaged { .. })) => {
            return Err(Refused::Wrong(format!("{name}: {error}")));
        }
    };
    checked(module, &name)
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn of_text(name: &str, bytes: Vec<u8>) -> Result<Module, Refused> {
    let text = String::from_utf8(bytes).map_err(|_| {
        Refused::Wrong(format!(
            "{name} is no module of the intermediate representation, neither as text nor in the binary form"
        ))
    })?;
    mir::read(&text).map_err(|error| {
        Refused::Wrong(format!("{name}:{}:{}: {}", error.line, error.column, printable::paragraph(&error.message)))
    })
}

/// A module of which all others here may rely on everything.
pub fn checked(module: Module, name: &str) -> Result<Module, Refused> {
    match mir::verify(&module) {
        Ok(()) => Ok(module),
        Err(problems) => {
            let mut message = format!("{name} is not well-formed");
            for problem in problems.iter().take(MOST_TOLD) {
                message += &format!("\n  {problem}");
            }
            if let Some(more) = problems.len().checked_sub(MOST_TOLD).filter(|more| *more > 0) {
                message += &format!("\n  and {more} more");
            }
            Err(Refused::Wrong(message))
        }
    }
}

/// Writes what was made of a program: to one place, or each module to a file of its own, which is called as the module is.
pub fn write_made(modules: &[Module], from: &From) -> Result<(), Trouble> {
    let Some(folder) = &from.per_module else {
        return modules
            .iter()
            .try_for_each(|module| write(module, from.written.output.as_deref(), from.written.binary));
    };
    make_folder(folder).map_err(|error| Trouble(format!("cannot make {}: {}", name(folder), disk::reason(&error))))?;
    let ending = if from.written.binary { "mirb" } else { "mir" };
    modules.iter().try_for_each(|module| {
        write(module, Some(&folder.join(format!("{}.{ending}", module.name))), from.written.binary)
    })
}

/// Writes a module whole, or prints it.
pub fn write(module: &Module, to: Option<&Path>, binary: bool) -> Result<(), Trouble> {
    let to = to.filter(|path| *path != Path::new("-"));
    let is_binary = binary || to.is_some_and(|path| path.extension() == Some(OsStr::new("mirb")));
    let Some(path) = to else {
        if !is_binary {
            return print(&mir::print(module));
        }
        if std::io::stdout().is_terminal() {
            return Err(Trouble("the binary form is nothing for a terminal: name a file with -o".to_owned()));
        }
        return Ok(output::print_bytes(&mir::binary::write(module))?);
    };
    if path.extension() == Some(OsStr::new("lang")) {
        return Err(Trouble(format!("{} is the name of a source, which no output replaces", name(path))));
    }
    let bytes = if is_binary { mir::binary::write(module) } else { mir::print(module).into_bytes() };
    disk::place_of_output(path, Path::new(""))
        .and_then(|place| disk::write_to(&place, &bytes, Access::Data))
        .map_err(|error| Trouble(format!("cannot write {}: {}", name(path), disk::reason(&error))))
}
