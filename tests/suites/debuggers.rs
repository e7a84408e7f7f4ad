//! Debug information, asked of gdb and lldb as they come: programs of `tests/debug` have questions in comments at the ends of
//! lines, `#? expression => answer | …`, which are asked when the line is reached for the first time; `#? at FUNCTION: …`
//! asks at the start of a function. Both debuggers must give the same answers, of the executable and of what `lang run -g` has
//! in memory. Must not know how DWARF is written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};
use tests::{corpus, root};

/// A debugger that can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Debugger {
    Gdb,
    Lldb,
}

impl Debugger {
    const ALL: [Debugger; 2] = [Debugger::Gdb, Debugger::Lldb];

    fn name(self) -> &'static str {
        match self {
            Debugger::Gdb => "gdb",
            Debugger::Lldb => "lldb",
        }
    }

    /// The command that asks about a program; none if the debugger is not installed.
    fn command(self, program: &Path) -> Option<Command> {
        let script = root().join("tests/debug").join(format!("ask_{}.py", self.name()));
        match self {
            Debugger::Gdb => {
                let mut command = Command::new("gdb");
                command.args(["-nx", "-q", "-batch", "-x"]).arg(script).arg(program);
                Some(command)
            }
            Debugger::Lldb => {
                let path = Command::new("lldb-22").arg("-P").output().ok()?;
                let path = String::from_utf8(path.stdout).ok()?;
                let mut command = Command::new("python3");
                command.arg(script).arg(program).env("PYTHONPATH", path.trim());
                command.env("LLDB_DEBUGSERVER_PATH", "/usr/lib/llvm-22/bin/lldb-server");
                Some(command)
            }
        }
    }
}

/// What is asked of a program, and what must be answered.
#[derive(Default)]
struct Asked {
    /// Questions and answers by line.
    lines: BTreeMap<usize, Vec<(String, String)>>,
    /// The same by function.
    functions: BTreeMap<String, Vec<(String, String)>>,
}

/// Reads the questions for one debugger.
fn asked(text: &str, debugger: Debugger) -> Asked {
    let mut asked = Asked::default();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, questions)) = line.split_once("#? ") else { continue };
        let (place, questions) = match questions.strip_prefix("at ").and_then(|rest| rest.split_once(": ")) {
            Some((function, questions)) => (asked.functions.entry(function.to_owned()).or_default(), questions),
            None => (asked.lines.entry(number).or_default(), questions),
        };
        for question in questions.split(" | ") {
            let (question, answer) = question.split_once(" => ").expect("a question and an answer");
            let (only, question) = match question.split_once(": ") {
                Some((only @ ("gdb" | "lldb"), question)) => (Some(only), question),
                Some(_) | None => (None, question),
            };
            if only.is_none_or(|only| only == debugger.name()) {
                place.push((question.to_owned(), answer.to_owned()));
            }
        }
    }
    asked
}

fn questions(asked: &[(String, String)]) -> Vec<&str> {
    asked.iter().map(|(question, _)| question.as_str()).collect()
}

/// Asks a debugger about a program, started with these arguments, in which each place is reached.
fn ask(debugger: Debugger, source: &Path, program: &Path, arguments: &[&str]) -> Result<(), Failed> {
    let text = std::fs::read_to_string(source)?;
    let asked = asked(&text, debugger);
    let folder = tempfile::tempdir()?;
    let (asks, answers) = (folder.path().join("asked.json"), folder.path().join("answers.json"));
    let lines: BTreeMap<String, Vec<&str>> =
        asked.lines.iter().map(|(line, asked)| (line.to_string(), questions(asked))).collect();
    let functions: BTreeMap<&str, Vec<&str>> =
        asked.functions.iter().map(|(name, asked)| (name.as_str(), questions(asked))).collect();
    let file = source.file_name().expect("a file").to_string_lossy();
    let all = json!({ "file": file, "lines": lines, "functions": functions, "arguments": arguments });
    std::fs::write(&asks, all.to_string())?;
    let mut command = debugger.command(program).ok_or_else(|| format!("{} is not installed", debugger.name()))?;
    let output = command.env("ASKED", &asks).env("ANSWERS", &answers).output()?;
    let said = std::fs::read_to_string(&answers).unwrap_or_default();
    let mut given: BTreeMap<u64, Vec<(String, String)>> = BTreeMap::new();
    for line in said.lines() {
        let line: Value = serde_json::from_str(line)?;
        let word = |index: usize| line[index].as_str().unwrap_or_default().to_owned();
        given.entry(line[0].as_u64().unwrap_or(0)).or_default().push((word(1), word(2)));
    }
    let mut wanted: BTreeMap<u64, Vec<(String, String)>> =
        asked.lines.into_iter().map(|(line, asked)| (line as u64, asked)).collect();
    let of_functions: Vec<(String, String)> = asked.functions.into_values().flatten().collect();
    if !of_functions.is_empty() {
        wanted.insert(0, of_functions);
    }
    let mut problems = Vec::new();
    for (line, wanted) in &wanted {
        let mut given = given.remove(line).unwrap_or_default();
        if *line == 0 {
            let mut wanted = wanted.clone();
            wanted.sort();
            given.sort();
            if wanted != given {
                problems.push(format!("at functions: {given:?} instead of {wanted:?}"));
            }
            continue;
        }
        if given.is_empty() {
            problems.push(format!("line {line} was not reached"));
        }
        for ((question, answer), (_, told)) in wanted.iter().zip(&given) {
            if answer != told {
                problems.push(format!("line {line}: {question} => {told}\n    instead of {answer}"));
            }
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    Err(format!("{}\n{words}", problems.join("\n")).into())
}

/// Builds a program, or its object, in a folder.
fn build(source: &Path, folder: &Path, options: &[&str]) -> Result<PathBuf, Failed> {
    let built = folder.join("built");
    let mut command = tests::lang_command(folder);
    command.args(["build", "--no-cache", "--allow", "warnings"]).args(options).arg("-o").arg(&built).arg(source);
    let output = command.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(built)
}

fn sources() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("tests/debug")).expect("the corpus");
    let mut sources: Vec<PathBuf> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "lang"));
    sources.sort();
    sources
}

/// Every object of the corpus is what LLVM's reader takes for right, and nearly every variable has a place.
fn verified() -> Result<(), Failed> {
    let programs = corpus::programs();
    let (next, counted) = (AtomicUsize::new(0), Mutex::new((0, 0)));
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match verify(&program.path) {
                        Ok((variables, placed)) => {
                            let mut counted = counted.lock().expect("nobody panics");
                            *counted = (counted.0 + variables, counted.1 + placed);
                        }
                        Err(problem) => {
                            problems.lock().expect("nobody panics").push(format!("{}: {problem:?}", program.name));
                        }
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().expect("nobody panics");
    let (variables, placed) = counted.into_inner().expect("nobody panics");
    println!("{placed} of {variables} variables have a place");
    if !problems.is_empty() {
        return Err(problems.join("\n").into());
    }
    // Without one are those aligned to more than the stack, and what only passes through.
    if variables < 10_000 || (variables - placed) * 1_000 > variables {
        return Err(format!("{} of {variables} variables have no place", variables - placed).into());
    }
    Ok(())
}

/// How many variables the object of a program tells of, and how many of these have a place.
fn verify(source: &Path) -> Result<(u64, u64), Failed> {
    let folder = tempfile::tempdir()?;
    let object = build(source, folder.path(), &["--emit", "obj"])?;
    let reader = || Command::new("llvm-dwarfdump-22");
    let verified = reader().arg("--verify").arg(&object).output()?;
    if !verified.status.success() {
        return Err(String::from_utf8_lossy(&verified.stdout).into_owned().into());
    }
    let statistics = reader().arg("--statistics").arg(&object).output()?;
    let statistics: Value = serde_json::from_slice(&statistics.stdout)?;
    let count = |what: &str| statistics[what].as_u64().unwrap_or(0);
    Ok((count("#source variables"), count("#source variables with location")))
}

fn main() {
    let mut trials = vec![Trial::test("objects of the corpus are right", verified)];
    for source in sources() {
        for debugger in Debugger::ALL {
            let source = source.clone();
            let name = format!("{}::{}", source.file_stem().expect("a name").to_string_lossy(), debugger.name());
            trials.push(Trial::test(name, move || {
                let folder = tempfile::tempdir()?;
                let program = build(&source, folder.path(), &[])?;
                ask(debugger, &source, &program, &[])
            }));
        }
        for debugger in Debugger::ALL {
            let source = source.clone();
            let name =
                format!("{}::{}::in_memory", source.file_stem().expect("a name").to_string_lossy(), debugger.name());
            trials.push(Trial::test(name, move || {
                let file = source.to_string_lossy();
                ask(debugger, &source, &tests::lang(), &["run", "-g", "--no-cache", "--allow", "warnings", &file])
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
