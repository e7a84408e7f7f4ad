//! Libraries for C: a shared one that shows what C can name and nothing else, and an archive of the same. It owns their
//! names and what they show; how objects are made it must not know.

mod archive;

use std::path::{Path, PathBuf};

use mir::BackendError;
use object::{Object as _, ObjectSymbol as _};
use project::Report;

use crate::build::{self, Generation};
use crate::compile::Compiled;
use crate::problems::backend_failed;
use crate::problems::unwritable_output::temporary;
use crate::program::{Program, Run};
use crate::system::linker::{self, LinkInputs};
use crate::system::output;
use crate::{objects, outputs};

/// Where a library goes if nobody says: where an executable would, as linkers look for it.
pub fn default_library(program: &Program, ending: &str) -> PathBuf {
    let plain = build::default_output(program, ending);
    let name = plain.file_name().unwrap_or_default().to_string_lossy();
    plain.with_file_name(format!("lib{name}"))
}

/// Links a shared library at `destination`, and makes a link to it by the name that programs look for when they start.
pub fn shared_library(
    program: &Program,
    run: &mut Run,
    compiled: &Compiled,
    generation: &Generation<'_>,
    inputs: &LinkInputs,
    destination: &Path,
) -> Result<(), Vec<Report>> {
    let place = outputs::place_of_output(program, destination, &inputs.objects)?;
    let own = objects::object(program, run, compiled, generation)?;
    let folder = output::temporary_folder().map_err(temporary)?;
    let compiler = build::c_compiler(program);
    let inputs = build::link_inputs(program, compiled, inputs);
    let inputs = build::with_compiled_c(program, run, (&compiler, &inputs), folder.path())?;
    let (object, script) = (folder.path().join("library.o"), folder.path().join("symbols"));
    output::write_file(&object, &own).map_err(temporary)?;
    output::write_file(&script, version_script(&shown_symbols(&own)?).as_bytes()).map_err(temporary)?;
    let name = soname(destination, program.loaded.version.as_deref());
    let linked = folder.path().join("library");
    run.timings
        .measure("link", || linker::library(&compiler, &object, &inputs, (&name, &script), &linked))
        .map_err(|problem| build::link_problem(program, problem))?;
    outputs::copy_to(run, &place, destination, &linked)?;
    match destination.file_name() {
        Some(own_name) if own_name != name.as_str() => outputs::link_beside(&place, destination, &name),
        Some(_) | None => Ok(()),
    }
}

/// Writes an archive with the program's object and those of the C files and objects beside it.
pub fn static_library(
    program: &Program,
    run: &mut Run,
    compiled: &Compiled,
    generation: &Generation<'_>,
    inputs: &LinkInputs,
    destination: &Path,
) -> Result<(), Vec<Report>> {
    let own = objects::object(program, run, compiled, generation)?;
    let folder = output::temporary_folder().map_err(temporary)?;
    let inputs = build::link_inputs(program, compiled, inputs);
    let inputs = build::with_compiled_c(program, run, (&build::c_compiler(program), &inputs), folder.path())?;
    let mut members = vec![own];
    for path in &inputs.objects {
        members.push(output::read_file(path).map_err(temporary)?);
    }
    let mut named = Vec::with_capacity(members.len());
    for bytes in &members {
        named.push((bytes.as_slice(), shown_symbols(bytes)?));
    }
    outputs::write_output(program, run, destination, &archive::archive(&named))
}

/// The symbols of an object that others see, by name.
fn shown_symbols(object: &[u8]) -> Result<Vec<String>, Vec<Report>> {
    let refused = |reason: String| vec![backend_failed::report("objects", &BackendError::new(reason))];
    let file = object::File::parse(object).map_err(|error| refused(error.to_string()))?;
    let shown = file.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
    let mut names: Vec<String> = shown.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect();
    names.sort();
    Ok(names)
}

/// What a linker reads of which symbols are shown. Names stand in quotes: by themselves they would be patterns.
fn version_script(names: &[String]) -> String {
    let shown: String = names.iter().map(|name| format!("    \"{name}\";\n")).collect();
    let global = if shown.is_empty() { shown } else { format!("  global:\n{shown}") };
    format!("{{\n{global}  local:\n    *;\n}};\n")
}

/// The name by which programs look for a library when they start: with the part of the version that promises that nothing breaks,
/// which is the first number, of a version before 1.0.0 the second, too.
fn soname(destination: &Path, version: Option<&str>) -> String {
    let name = destination.file_name().unwrap_or_default().to_string_lossy();
    let Some(version) = version else { return name.into_owned() };
    let mut numbers = version.split('.');
    let major = numbers.next().unwrap_or_default();
    match numbers.next() {
        Some(minor) if major == "0" => format!("{name}.0.{minor}"),
        Some(_) | None => format!("{name}.{major}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{soname, version_script};
    use std::path::Path;

    #[test]
    fn names_promise_what_versions_do() {
        for (version, name) in
            [(None, "liba.so"), (Some("0.3.1"), "liba.so.0.3"), (Some("1.2.0"), "liba.so.1"), (Some("2"), "liba.so.2")]
        {
            assert_eq!(soname(Path::new("there/liba.so"), version), name);
        }
    }

    #[test]
    fn scripts_show_what_is_named() {
        let names = ["a".to_owned(), "b$c".to_owned()];
        assert_eq!(version_script(&names), "{\n  global:\n    \"a\";\n    \"b$c\";\n  local:\n    *;\n};\n");
        assert_eq!(version_script(&[]), "{\n  local:\n    *;\n};\n");
    }
}
