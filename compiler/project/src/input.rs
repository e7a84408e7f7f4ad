//! What the user asked for: a file, a project or standard input. It owns the reading of that one argument; it must not
//! know what is in the files. An argument that leads nowhere is wrong usage, not an error in a program.

use std::path::{Path, PathBuf};

use crate::overlay::Overlay;
use crate::{MANIFEST, disk, paths};

/// Where a program comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// `-`
    StandardInput,
    /// One file, with what it imports.
    File(PathBuf),
    /// A folder with a `lang.toml`.
    Folder(PathBuf),
    /// Nothing but the standard library.
    StandardLibrary,
}

/// Why an argument is no input; the text is for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoInput(pub String);

impl Input {
    /// Reads the argument; without one it is the project around the current folder.
    pub fn of_argument(argument: Option<&Path>) -> Result<Input, NoInput> {
        let Some(path) = argument else {
            let here = Path::new(MANIFEST);
            return match Overlay::default().enclosing_package(here) {
                Some(folder) => Ok(Input::Folder(disk::relative_to_current(&folder))),
                None => {
                    Err(NoInput(format!("there is no {MANIFEST} in this folder or above it; name a file or a project")))
                }
            };
        };
        if path == Path::new("-") {
            return Ok(Input::StandardInput);
        }
        let shown = path.display();
        if disk::is_folder(path) {
            return if disk::is_file(&path.join(MANIFEST)) {
                Ok(Input::Folder(path.to_path_buf()))
            } else {
                Err(NoInput(format!("there is no {MANIFEST} in {shown}")))
            };
        }
        if path.file_name().is_some_and(|name| name == MANIFEST) && disk::is_file(path) {
            return Ok(Input::Folder(paths::or_here(path.parent().unwrap_or(Path::new("")))));
        }
        if !disk::exists(path) {
            return Err(NoInput(format!("there is no file {shown}")));
        }
        if path.extension().is_none_or(|extension| extension != "lang") {
            return Err(NoInput(format!("{shown} does not end in .lang")));
        }
        Ok(Input::File(path.to_path_buf()))
    }
}
