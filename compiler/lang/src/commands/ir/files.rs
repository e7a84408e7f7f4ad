//! Modules in files. Owns which form a file is in, and which it is written in; every module that leaves here is well-formed.
//! Must not know what is done with it.

use std::ffi::OsStr;
use std::io::{IsTerminal, Read};
use std::path::Path;

use driver::system::output::make_folder;
use mir::{Module, Problem};
use project::disk::{self, Access};
use source::printable;

use super::super::Trouble;
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

/// The module in a file, or on standard input, which is well-formed.
pub fn read(path: &Path) -> Result<Module, Refused> {
    of_bytes(&name(path), &bytes(path)?)
}

/// What is in a file, or on standard input.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Refused> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    read.map_err(|error| Refused::Trouble(Trouble(format!("cannot read {}: {}", name(path), disk::reason(&error)))))
}

/// Whether these bytes are to be a module in the binary form.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(&mir::binary::MAGIC)
}

/// The module that bytes are, which is well-formed.
pub fn of_bytes(name: &str, bytes: &[u8]) -> Result<Module, Refused> {
    let module = match is_binary(bytes) {
        true => mir::binary::read(bytes).map_err(|error| Refused::Wrong(format!("{name}: {error}")))?,
        false => of_text(name, bytes)?,
    };
    match mir::verify(&module) {
        Ok(()) => Ok(module),
        Err(problems) => Err(Refused::Wrong(not_well_formed(name, &problems))),
    }
}

/// The module that a text is.
pub fn of_text(name: &str, bytes: &[u8]) -> Result<Module, Refused> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        Refused::Wrong(format!(
            "{name} is no module of the intermediate representation, neither as text nor in the binary form"
        ))
    })?;
    mir::read(text).map_err(|error| {
        let message = format!("{name}:{}:{}: {}", error.line, error.column, printable::paragraph(&error.message));
        Refused::Wrong(match name.ends_with(".lang") {
            true => format!("{message}\n  this is the name of a source: `lang ir from` makes a module of it"),
            false => message,
        })
    })
}

/// What is wrong with a module, in words for the user.
pub fn not_well_formed(name: &str, problems: &[Problem]) -> String {
    let mut message = format!("{name} is not well-formed");
    for problem in problems.iter().take(MOST_TOLD) {
        message += &format!("\n  {}", printable::line(&problem.to_string()));
    }
    if let Some(more) = problems.len().checked_sub(MOST_TOLD).filter(|more| *more > 0) {
        message += &format!("\n  and {more} more");
    }
    message
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
            return Ok(output::print_by(|writer| mir::print_to(module, writer))?);
        }
        if std::io::stdout().is_terminal() {
            return Err(Trouble("the binary form is nothing for a terminal: name a file with -o".to_owned()));
        }
        return Ok(output::print_bytes(&mir::binary::write(module))?);
    };
    if path.extension() == Some(OsStr::new("lang")) {
        return Err(Trouble(format!("{} is the name of a source, which no output replaces", name(path))));
    }
    disk::place_of_output(path, Path::new(""))
        .and_then(|place| match is_binary {
            true => disk::write_to(&place, &mir::binary::write(module), Access::Data),
            false => disk::fill(&place, Access::Data, |writer| mir::print_to(module, writer)),
        })
        .map_err(|error| Trouble(format!("cannot write {}: {}", name(path), disk::reason(&error))))
}
