//! The programs in the documents. Each block of LANGUAGE.md, README.md and COOKBOOK.md that says it is `lang` is checked
//! without warnings, and its tests pass; one that says it is refused has errors of the code that it names. So is every snippet
//! of the book, which also says what it prints.

#[path = "documents/book.rs"]
mod book;
#[path = "documents/console.rs"]
mod console;
#[path = "documents/fences.rs"]
mod fences;
#[path = "documents/hover.rs"]
mod hover;
#[path = "documents/snippet.rs"]
mod snippet;

use std::path::Path;
use std::process::Output;

use libtest_mimic::{Arguments, Failed, Trial};
use snippet::{Expected, Snippet};
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
        let blocks = fences::blocks(&text).unwrap_or_else(|problem| panic!("{document}:{problem}"));
        for block in blocks {
            let place = format!("{document}:{}", block.line);
            if let Some(code) = block.info.strip_prefix("lang refused ") {
                let expected = Expected::Refused(code.to_string());
                let snippet = Snippet::new(place.clone(), block.text, Vec::new(), expected);
                trials.push(Trial::test(place, move || snippet::holds(&snippet)));
            } else if block.info == "lang" {
                trials.push(Trial::test(place.clone(), move || holds(&place, &block.text)));
            }
        }
    }
    assert!(trials.len() >= FEWEST, "only {} programs stand in the documents", trials.len());
    trials.extend(book::trials());
    libtest_mimic::run(&arguments, trials).exit();
}

fn holds(place: &str, program: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let module = folder.path().join(MODULE.0);
    std::fs::create_dir_all(module.parent().unwrap_or(folder.path()))?;
    std::fs::write(&module, MODULE.1)?;
    std::fs::write(folder.path().join("program.lang"), program)?;
    succeed(folder.path(), place, &["check", "--deny", "warnings", "program.lang"])?;
    succeed(folder.path(), place, &["test", "program.lang"])
}

fn lang(folder: &Path, arguments: &[&str]) -> Result<Output, Failed> {
    let mut command = lang_command(&folder.join("cache"));
    command.args(arguments).current_dir(folder);
    Ok(finish(command)?)
}

fn succeed(folder: &Path, place: &str, arguments: &[&str]) -> Result<(), Failed> {
    let output = lang(folder, arguments)?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{place}: `lang {}`: {}\n{}", arguments.join(" "), output.status, said(&output)).into())
}

/// What a program wrote: its standard output, then its standard error.
fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
}
