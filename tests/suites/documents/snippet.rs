//! A snippet of the book: what is written around it so that it is a program, and what it must do.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Failed;
use tests::{finish, has_llvm};

use crate::hover::{self, Shown};
use crate::{console, lang, said, succeed};

/// How the codes of errors begin that the parser finds.
const SYNTAX: &str = "E00";

pub enum Expected {
    /// It ends well.
    Runs,
    /// A check in it fails while it runs.
    Panics,
    /// It has errors, all of this code.
    Refused(String),
}

pub struct Snippet {
    pub place: String,
    pub expected: Expected,
    /// What it prints, where the chapter says it; of what panics the message, too; of what is refused how the message
    /// begins, in which `…` stands for any text or lines.
    pub output: Option<String>,
    /// A C program that calls its functions.
    pub caller: Option<String>,
    /// Commands with what they print, to be run beside it.
    pub consoles: Vec<String>,
    /// What editors show above places of it.
    pub shown: Vec<Shown>,
    text: String,
    /// C files that are linked with it.
    linked: Vec<String>,
}

/// How a snippet is run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Program,
    /// Items without `main`, whose tests are run.
    Items,
    /// They become the body of `main`.
    Statements,
}

impl Snippet {
    pub fn new(place: String, text: String, linked: Vec<String>, expected: Expected) -> Self {
        Snippet { place, expected, output: None, caller: None, consoles: Vec::new(), shown: Vec::new(), text, linked }
    }

    fn form(&self) -> Form {
        const ITEMS: [&str; 10] =
            ["fn ", "pub ", "type ", "trait ", "impl ", "impl[", "test ", "extern ", "unsafe fn", "@["];
        let mut lines = self.text.lines();
        if self.text.lines().any(|line| line.starts_with("fn main") || line.starts_with("extern fn main")) {
            Form::Program
        } else if lines.any(|line| ITEMS.iter().any(|start| line.starts_with(start)) && !line.starts_with("fn (")) {
            Form::Items
        } else {
            Form::Statements
        }
    }

    /// The program that it is a part of.
    fn program(&self) -> String {
        if self.form() != Form::Statements {
            return self.text.clone();
        }
        let (imports, statements): (Vec<&str>, Vec<&str>) =
            self.text.lines().partition(|line| line.starts_with("import "));
        let mut program: String = imports.iter().map(|line| format!("{line}\n")).collect();
        if !program.is_empty() {
            program.push('\n');
        }
        program.push_str("fn main {\n");
        let first = statements.iter().position(|line| !line.is_empty()).unwrap_or(0);
        for line in &statements[first..] {
            program.push_str(&if line.is_empty() { "\n".to_string() } else { format!("  {line}\n") });
        }
        program + "}\n"
    }

    /// The file it stands in: the one that its first line names, as in `# vec.lang`.
    fn file(&self) -> &str {
        named(&self.text, "# ", ".lang").unwrap_or("program.lang")
    }
}

/// The name of a file that the first line of a text is.
fn named<'a>(text: &'a str, before: &str, ending: &str) -> Option<&'a str> {
    let name = text.lines().next()?.strip_prefix(before)?;
    (name.ends_with(ending) && !name.contains(' ')).then_some(name)
}

pub fn holds(snippet: &Snippet) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let file = snippet.file();
    std::fs::write(folder.join(file), snippet.program())?;
    if let Expected::Refused(code) = &snippet.expected {
        // The formatter knows no style for what cannot be read.
        if !code.starts_with(SYNTAX) {
            succeed(folder, &snippet.place, &["fmt", "--check", file])?;
        }
        return is_refused(folder, file, code, snippet.output.as_deref());
    }
    succeed(folder, &snippet.place, &["fmt", "--check", file])?;
    succeed(folder, &snippet.place, &["check", "--deny", "warnings", file])?;
    let mut inputs = vec![file.to_string()];
    for (number, text) in snippet.linked.iter().enumerate() {
        let name = named(text, "// ", ".c").map_or_else(|| format!("part{number}.c"), str::to_string);
        std::fs::write(folder.join(&name), text)?;
        inputs.push(name);
    }
    match &snippet.caller {
        Some(caller) => is_called(folder, snippet, caller)?,
        None => runs(folder, snippet, &inputs)?,
    }
    snippet.consoles.iter().try_for_each(|text| console::prints(folder, text))?;
    snippet.shown.iter().try_for_each(|shown| hover::shows(file, &snippet.program(), shown))
}

fn is_refused(folder: &Path, file: &str, code: &str, message: Option<&str>) -> Result<(), Failed> {
    let output = lang(folder, &["check", "--message-format", "short", file])?;
    let said = said(&output);
    let codes: Vec<&str> = said.split("error[").skip(1).filter_map(|rest| rest.split(']').next()).collect();
    if codes.is_empty() || codes.iter().any(|found| *found != code) {
        return Err(format!("it is to be refused with {code}, and the compiler says:\n{said}").into());
    }
    let said = crate::said(&lang(folder, &["check", file])?);
    if message.is_none_or(|message| console::text_fits(&format!("{message}…\n"), &said)) {
        return Ok(());
    }
    Err(format!("the message is:\n{said}").into())
}

fn runs(folder: &Path, snippet: &Snippet, inputs: &[String]) -> Result<(), Failed> {
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    if snippet.form() == Form::Items {
        if snippet.output.is_some() {
            return Err("items have tests, and those print nothing".into());
        }
        return succeed(folder, &snippet.place, &[&["test"], &inputs[..]].concat());
    }
    ends_as_said(folder, snippet, &[&["run", "--backend", "cranelift"], &inputs[..]].concat())?;
    if has_llvm() {
        ends_as_said(folder, snippet, &[&["run", "--release"], &inputs[..]].concat())?;
    }
    Ok(())
}

fn ends_as_said(folder: &Path, snippet: &Snippet, arguments: &[&str]) -> Result<(), Failed> {
    let output = lang(folder, arguments)?;
    let wanted = if matches!(snippet.expected, Expected::Panics) { 101 } else { 0 };
    let wrong = if output.status.code() != Some(wanted) {
        format!("it ends with {}", output.status)
    } else if snippet.output.as_ref().is_some_and(|text| *text != said(&output)) {
        "it prints something else".to_string()
    } else {
        return Ok(());
    };
    Err(format!("`lang {}`: {wrong}\n{}", arguments.join(" "), said(&output)).into())
}

/// Builds the snippet as an object with its header, and a C program that calls it.
fn is_called(folder: &Path, snippet: &Snippet, caller: &str) -> Result<(), Failed> {
    let file = snippet.file();
    let stem = file.trim_end_matches(".lang");
    let header = lang(folder, &["header", file])?;
    std::fs::write(folder.join(format!("{stem}.h")), header.stdout)?;
    let name = named(caller, "// ", ".c").unwrap_or("caller.c");
    std::fs::write(folder.join(name), caller)?;
    let object = format!("{stem}.o");
    succeed(folder, &snippet.place, &["build", "--emit", "obj", file, "-o", &object])?;
    let mut compile = Command::new("cc");
    compile.args(["-Wall", "-Werror", name, &object, "-o", "caller", "-lm", "-pthread"]).current_dir(folder);
    let compiled = finish(compile)?;
    if !compiled.status.success() {
        return Err(format!("cc: {}", said(&compiled)).into());
    }
    let mut run = Command::new(folder.join("caller"));
    run.current_dir(folder);
    let output = finish(run)?;
    if output.status.success() && snippet.output.as_ref().is_none_or(|text| *text == said(&output)) {
        return Ok(());
    }
    Err(format!("the C program: {}\n{}", output.status, said(&output)).into())
}
