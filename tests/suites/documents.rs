//! The programs in the documents: each block of LANGUAGE.md, README.md and COOKBOOK.md that says it is `lang` is checked
//! without warnings, and its tests pass.

use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use tests::{finish, lang_command, root};

/// The module that the programs import.
const MODULE: (&str, &str) =
    ("geometry/vec.lang", "pub fn distance(a: f64, b: f64) -> f64 { if a < b { b - a } else { a - b } }\n");

/// The fewest programs that there are: LANGUAGE.md has one of each of its parts.
const FEWEST: usize = 10;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for document in ["LANGUAGE.md", "README.md", "COOKBOOK.md"] {
        let text = std::fs::read_to_string(root().join(document)).expect("the document is there");
        for (line, program) in programs(&text) {
            let place = format!("{document}:{line}");
            trials.push(Trial::test(place.clone(), move || holds(&place, &program)));
        }
    }
    assert!(trials.len() >= FEWEST, "only {} programs stand in the documents", trials.len());
    libtest_mimic::run(&arguments, trials).exit();
}

/// The blocks that say they are programs, with the line at which each begins.
fn programs(text: &str) -> Vec<(usize, String)> {
    let mut programs = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        match &mut open {
            Some(_) if line == "```" => programs.extend(open.take()),
            Some((_, program)) => {
                program.push_str(line);
                program.push('\n');
            }
            None if line == "```lang" => open = Some((number + 2, String::new())),
            None => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    programs
}

fn holds(place: &str, program: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let module = folder.path().join(MODULE.0);
    std::fs::create_dir_all(module.parent().unwrap_or(folder.path()))?;
    std::fs::write(&module, MODULE.1)?;
    std::fs::write(folder.path().join("program.lang"), program)?;
    succeed(folder.path(), place, &["check", "--deny", "warnings"])?;
    succeed(folder.path(), place, &["test"])
}

fn succeed(folder: &Path, place: &str, arguments: &[&str]) -> Result<(), Failed> {
    let mut command = lang_command(folder);
    command.args(arguments).arg("program.lang").current_dir(folder);
    let output = finish(command)?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    Err(format!("{place}: `lang {}`: {}\n{said}", arguments.join(" "), output.status).into())
}
