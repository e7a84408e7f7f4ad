//! Where results go. It owns what an output must never replace, which is what it was made of; how a file is written,
//! `project` knows.

use std::path::{Path, PathBuf};

use project::MANIFEST;
use project::Report;
use project::disk::{self, Access, FileText, Place, reason};
use source::printable;

use crate::problems::unwritable_output;
use crate::program::{Program, Run};
use crate::system::output;

/// Writes an output file whole.
pub fn write_output(program: &Program, run: &mut Run, destination: &Path, bytes: &[u8]) -> Result<(), Vec<Report>> {
    let place = place_of_output(program, destination, &[])?;
    run.timings
        .measure("write", || disk::write_to(&place, bytes, Access::Data))
        .map_err(|error| vec![unwritable(destination, &reason(&error))])
}

/// A text that says at its beginning who made it.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// What is written.
    pub text: &'a str,
    /// The words in it that say so.
    pub mark: &'a str,
    /// Who makes such texts, for people.
    pub maker: &'a str,
}

/// Writes a text that says who made it, and replaces only what says so too: what somebody wrote stays.
///
/// # Errors
/// It cannot be written, or something else is there.
pub fn write_made(program: &Program, run: &mut Run, destination: &Path, made: Made<'_>) -> Result<(), Vec<Report>> {
    let Made { text, mark, maker } = made;
    let is_made = |old: &str| old.is_empty() || old.lines().take(5).any(|line| line.contains(mark));
    if let Place::File(path) = place_of_output(program, destination, &[])?
        && !may_replace(&path, is_made)
    {
        let reason = format!("it is there and was not made by {maker}; choose another name, or remove it");
        return Err(vec![unwritable(destination, &reason)]);
    }
    write_output(program, run, destination, text.as_bytes())
}

/// Whether nothing is lost if a file is written: there is none, or a text of which `is_made` says that nobody wrote it by hand.
pub fn may_replace(path: &Path, is_made: impl FnOnce(&str) -> bool) -> bool {
    !disk::exists(path) || matches!(disk::read_text(path), FileText::Text(old) if is_made(&old))
}

/// Writes the texts of a folder, which is made if it is not there. What else is in it stays.
pub fn write_outputs(
    program: &Program,
    run: &mut Run,
    folder: &Path,
    texts: &[(String, String)],
) -> Result<(), Vec<Report>> {
    output::make_folder(folder).map_err(|error| vec![unwritable(folder, &reason(&error))])?;
    texts.iter().try_for_each(|(name, text)| write_output(program, run, &folder.join(name), text.as_bytes()))
}

/// Finds out where an output goes, and that it replaces nothing that it is made of: `inputs` and what is loaded.
pub(crate) fn place_of_output(program: &Program, destination: &Path, inputs: &[PathBuf]) -> Result<Place, Vec<Report>> {
    let refused = |reason: &str| vec![unwritable(destination, reason)];
    let place = disk::place_of_output(destination, &program.loaded.folder).map_err(|error| refused(&reason(&error)))?;
    let (Place::File(path) | Place::Stream(path)) = &place;
    if !disk::exists(path) {
        return Ok(place);
    }
    let is_source = path.extension().is_some_and(|ending| ending == "lang")
        || path.file_name().is_some_and(|name| name == MANIFEST);
    if is_source {
        return Err(refused("a source is there, which no output replaces; choose another name with -o"));
    }
    let modules = program.loaded.files.iter().filter_map(|file| file.path.as_ref());
    let manifests = program.loaded.watched.iter();
    let objects = program.loaded.link.objects.iter();
    let made_of = modules.chain(manifests).chain(objects).chain(inputs);
    match made_of.into_iter().find(|input| disk::is_same_file(input, path)) {
        Some(input) => Err(refused(&format!(
            "it is the same file as {}, which it is made of; choose another name with -o",
            input.display()
        ))),
        None => Ok(place),
    }
}

/// Copies a program of our own to where an output goes.
pub(crate) fn copy_to(run: &mut Run, place: &Place, destination: &Path, linked: &Path) -> Result<(), Vec<Report>> {
    run.timings
        .measure("write", || disk::copy_to(place, linked, Access::Program))
        .map_err(|error| vec![unwritable(destination, &reason(&error))])
}

/// Makes a link beside an output, by a name under which others look for it. A stream has none.
pub(crate) fn link_beside(place: &Place, destination: &Path, name: &str) -> Result<(), Vec<Report>> {
    match place {
        Place::File(path) => output::link_beside(path, name)
            .map_err(|error| vec![unwritable(&destination.with_file_name(name), &reason(&error))]),
        Place::Stream(_) => Ok(()),
    }
}

fn unwritable(destination: &Path, reason: &str) -> Report {
    let shown = destination.strip_prefix(".").unwrap_or(destination);
    unwritable_output::report(&printable::line(&shown.to_string_lossy()), reason)
}
