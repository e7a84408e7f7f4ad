//! Debug information, asked of gdb and lldb as they come: programs of `tests/debug` have questions in comments at the ends of
//! lines, `#? expression => answer | …`, which are asked when the line is reached for the first time; `#? at FUNCTION: …`
//! asks at the start of a function. Both debuggers must give the same answers, of the executable and of what `lang run -g` has
//! in memory. Must not know how DWARF is written.

#[path = "debuggers/failing.rs"]
mod failing;
#[path = "debuggers/same.rs"]
mod same;
#[path = "debuggers/tools.rs"]
mod tools;
#[path = "debuggers/twins.rs"]
mod twins;
#[path = "debuggers/units.rs"]
mod units;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use object::{Object, ObjectSection, ObjectSymbol};
use serde_json::{Value, json};
use tests::{corpus, root};

/// How a program is built that debuggers are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Maker {
    Cranelift,
    Llvm,
}

impl Maker {
    const ALL: [Maker; 2] = [Maker::Cranelift, Maker::Llvm];

    fn name(self) -> &'static str {
        match self {
            Maker::Cranelift => "cranelift",
            Maker::Llvm => "llvm",
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            Maker::Cranelift => &[],
            Maker::Llvm => &["--backend", "llvm"],
        }
    }
}

/// A debugger that can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Debugger {
    Gdb,
    Lldb,
    /// gdb, of a program for AArch64 in an emulator.
    GdbOfAarch64,
}

impl Debugger {
    const ALL: [Debugger; 2] = [Debugger::Gdb, Debugger::Lldb];

    fn name(self) -> &'static str {
        match self {
            Debugger::Gdb | Debugger::GdbOfAarch64 => "gdb",
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
            Debugger::GdbOfAarch64 => {
                let mut command = Command::new("gdb-multiarch");
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

impl Asked {
    /// The questions whose answers do not depend on how much an optimiser left of a program.
    fn of_values(mut self) -> Asked {
        let is_of_value = |question: &str| {
            let word = question.split(' ').next().unwrap_or_default();
            !["bt", "args", "locals", "next", "step", "finish", "set", "summary"].contains(&word)
        };
        for asked in self.lines.values_mut() {
            if let Some(end) = asked.iter().position(|(question, _)| question.starts_with("set ")) {
                asked.truncate(end);
            }
            asked.retain(|(question, _)| is_of_value(question));
        }
        self.lines.retain(|_, asked| !asked.is_empty());
        self.functions.clear();
        self
    }
}

/// What debuggers say of what is not there any more.
const GONE: [&str; 7] = [
    "optimized out",
    "No symbol",
    "no such variable",
    "Cannot access memory at address 0x0",
    "no location",
    "DW_OP_entry_value",
    "undeclared identifier",
];

/// Asks a debugger about a program that was optimised: what it answers must be right, or it must say that it does not know.
/// Gives how many answers were right.
fn ask_optimised(debugger: Debugger, source: &Path, program: &Path) -> Result<usize, Failed> {
    let asked = asked(&std::fs::read_to_string(source)?, debugger).of_values();
    let Answers { given, said: _ } = answers(debugger, source, (program, &[]), &asked)?;
    let (mut right, mut problems) = (0, Vec::new());
    for (line, wanted) in &asked.lines {
        for ((question, answer), (_, told)) in wanted.iter().zip(given.get(&(*line as u64)).into_iter().flatten()) {
            if answer == told {
                right += 1;
            } else if !GONE.iter().any(|gone| told.contains(gone)) {
                problems.push(format!("line {line}: {question} => {told}\n    instead of {answer}"));
            }
        }
    }
    if problems.is_empty() { Ok(right) } else { Err(problems.join("\n").into()) }
}

/// An emulator that waits for a debugger.
struct Emulator(Child);

impl Emulator {
    fn start(program: &Path, socket: &Path) -> Result<Emulator, Failed> {
        let mut command = Command::new("qemu-aarch64");
        command.args(["-L", "/usr/aarch64-linux-gnu", "-g"]).arg(socket).arg(program);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut emulator = Emulator(child.map_err(|error| format!("qemu-aarch64: {error}"))?);
        while !socket.exists() {
            if let Some(ended) = emulator.0.try_wait()? {
                return Err(format!("qemu-aarch64 ended: {ended}").into());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(emulator)
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // It has ended if the program has.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a debugger answered.
struct Answers {
    /// Questions and answers by line.
    given: BTreeMap<u64, Vec<(String, String)>>,
    /// What it said besides.
    said: String,
}

/// Has a debugger answer.
fn answers(
    debugger: Debugger,
    source: &Path,
    (program, arguments): (&Path, &[&str]),
    asked: &Asked,
) -> Result<Answers, Failed> {
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
    let emulator = match debugger {
        Debugger::Gdb | Debugger::Lldb => None,
        Debugger::GdbOfAarch64 => {
            let socket = folder.path().join("emulator");
            command.env("EMULATOR", &socket);
            Some(Emulator::start(program, &socket)?)
        }
    };
    let output = command.env("ASKED", &asks).env("ANSWERS", &answers).output()?;
    drop(emulator);
    let text = std::fs::read_to_string(&answers).unwrap_or_default();
    let mut given: BTreeMap<u64, Vec<(String, String)>> = BTreeMap::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line)?;
        let word = |index: usize| line[index].as_str().unwrap_or_default().to_owned();
        given.entry(line[0].as_u64().unwrap_or(0)).or_default().push((word(1), word(2)));
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    Ok(Answers { given, said })
}

fn questions(asked: &[(String, String)]) -> Vec<&str> {
    asked.iter().map(|(question, _)| question.as_str()).collect()
}

/// Asks a debugger about a program, started with these arguments, in which each place is reached.
fn ask(debugger: Debugger, source: &Path, program: &Path, arguments: &[&str]) -> Result<(), Failed> {
    ask_all(debugger, source, program, arguments, asked(&std::fs::read_to_string(source)?, debugger))
}

/// The same with given questions.
fn ask_all(debugger: Debugger, source: &Path, program: &Path, arguments: &[&str], asked: Asked) -> Result<(), Failed> {
    let Answers { mut given, said } = answers(debugger, source, (program, arguments), &asked)?;
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
    Err(format!("{}\n{said}", problems.join("\n")).into())
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

/// The programs of a folder.
fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join(folder)).expect("the corpus");
    let mut sources: Vec<PathBuf> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "lang"));
    sources.sort();
    sources
}

/// The code that an optimiser made is the same whether debuggers are told of it or not.
fn same_code() -> Result<(), Failed> {
    let programs = some_programs(8);
    let mut compared = 0;
    for program in &programs {
        let folder = tempfile::tempdir()?;
        let codes = ["-g", "-g0"].map(|option| {
            let object = build(&program.path, folder.path(), &["--release", option, "--emit", "obj"])?;
            let code = functions(&std::fs::read(&object)?)?;
            Ok::<_, Failed>((by_optimiser(&object)?, code))
        });
        let [told, silent] = codes;
        let ((optimised, told), (_, silent)) = (told?, silent?);
        for (name, place, code) in &told {
            if !optimised.contains(&(*place, place + code.len() as u64)) {
                continue;
            }
            let other = silent.iter().find(|(other, ..)| other == name).map(|(.., code)| code);
            if other != Some(code) {
                return Err(format!("{}: the code of {name} is not the same", program.name).into());
            }
            compared += 1;
        }
    }
    println!("{compared} functions are the same");
    if compared < programs.len() { Err("too few functions were compared".into()) } else { Ok(()) }
}

/// The functions of an object's main section of code: names, places, code.
fn functions(object: &[u8]) -> Result<Vec<(String, u64, Vec<u8>)>, Failed> {
    let object = object::File::parse(object)?;
    let text = object.section_by_name(".text").ok_or("an object without code")?;
    let data = text.data()?;
    let mut functions = Vec::new();
    for symbol in object.symbols().filter(|symbol| symbol.section_index() == Some(text.index())) {
        let range = symbol.address() as usize..(symbol.address() + symbol.size()) as usize;
        if !range.is_empty() {
            functions.push((symbol.name()?.to_owned(), symbol.address(), data[range].to_vec()));
        }
    }
    Ok(functions)
}

/// The beginnings and ends of functions that LLVM's passes went over: only of them all calls are told. What is rarely called lies
/// in a section of its own, where another function may begin at the same place.
fn by_optimiser(object: &Path) -> Result<BTreeSet<(u64, u64)>, Failed> {
    let shown = Command::new("llvm-dwarfdump-22").arg("--debug-info").arg(object).output()?;
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let entries = shown.split("\n\n").filter(|entry| entry.contains("DW_AT_call_all_calls"));
    let number = |entry: &str, name: &str| {
        let text = entry.split(name).nth(1)?.split("(0x").nth(1)?.split(')').next()?;
        u64::from_str_radix(text, 16).ok()
    };
    let places = |entry: &str| Some((number(entry, "DW_AT_low_pc")?, number(entry, "DW_AT_high_pc")?));
    Ok(entries.filter_map(places).collect())
}

/// How the objects of the corpus are made that are verified: by which options, one in how many of the programs, and of how many
/// variables in a thousand none may be without a place. An optimiser leaves some without any.
const VERIFIED: [(&[&str], u64, u64); 3] =
    [(&[], 1, 1), (&["--backend", "llvm"], 4, 5), (&["--release", "-g"], 4, 250)];

/// Objects of the corpus are what LLVM's reader takes for right, and nearly every variable has a place.
fn verified((options, share, missing): (&[&str], u64, u64)) -> Result<(), Failed> {
    let programs = some_programs(share);
    let read_by_gdb: BTreeSet<String> = some_programs(4 * share).into_iter().map(|program| program.name).collect();
    let (counted, problems) = (Mutex::new((0, 0)), Mutex::new(Vec::new()));
    tests::for_each(&programs, |program| match verify(&program.path, options, read_by_gdb.contains(&program.name)) {
        Ok((variables, placed)) => {
            let mut counted = counted.lock().expect("nobody panics");
            *counted = (counted.0 + variables, counted.1 + placed);
        }
        Err(problem) => problems.lock().expect("nobody panics").push(format!("{}: {problem:?}", program.name)),
    });
    let problems = problems.into_inner().expect("nobody panics");
    let (variables, placed) = counted.into_inner().expect("nobody panics");
    println!("{placed} of {variables} variables have a place where built with {options:?}");
    if !problems.is_empty() {
        return Err(problems.join("\n").into());
    }
    // Without one are those aligned to more than the stack, and what only passes through.
    if variables < 30 * programs.len() as u64 || (variables - placed) * 1_000 > variables * missing {
        return Err(format!("{} of {variables} variables have no place", variables - placed).into());
    }
    Ok(())
}

/// How many variables the object of a program tells of, and how many of these have a place.
fn verify(source: &Path, options: &[&str], by_gdb: bool) -> Result<(u64, u64), Failed> {
    let folder = tempfile::tempdir()?;
    let object = build(source, folder.path(), &[options, &["--emit", "obj"]].concat())?;
    let reader = || Command::new("llvm-dwarfdump-22");
    let verified = reader().arg("--verify").arg(&object).output()?;
    if !verified.status.success() {
        return Err(String::from_utf8_lossy(&verified.stdout).into_owned().into());
    }
    if by_gdb {
        let mut gdb = Command::new("gdb");
        gdb.args(["-nx", "-batch", "-ex", "set complaints 50", "-ex", "maint expand-symtabs"]).arg(&object);
        let said = gdb.output()?;
        let said = [said.stderr, said.stdout].concat();
        let said = String::from_utf8_lossy(&said);
        // A call that ends its function has the address of its jump (DWARF 5, section 3.4.1), as LLVM gives it: that behind it,
        // which gdb asks for, is none of the caller's.
        // A type of functions is named as it is written, `fn (A, B) -> C`, which gdb's reader of C++'s names does not take apart
        // (and has no need to: it finds the type by this name).
        let is_known = |line: &str| {
            line.contains("missing DW_AT_call_return_pc")
                || line.contains("unexpected demangled name") && line.contains("fn (") && line.contains(" -> ")
        };
        let mut wrong = said.lines().filter(|line| !is_known(line));
        if let Some(line) = wrong.next() {
            return Err(format!("gdb says {line}").into());
        }
    }
    let statistics = reader().arg("--statistics").arg(&object).output()?;
    let statistics: Value = serde_json::from_slice(&statistics.stdout)?;
    let count = |what: &str| statistics[what].as_u64().unwrap_or(0);
    Ok((count("#source variables"), count("#source variables with location")))
}

/// One in so many of the programs of the corpus: others for each seed, which is 1 unless `DEBUGGERS_SEED` says another; all if
/// `DEBUGGERS_PROGRAMS` is `all`.
fn some_programs(share: u64) -> Vec<corpus::Program> {
    let seed: u64 = std::env::var("DEBUGGERS_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let share = if std::env::var("DEBUGGERS_PROGRAMS").is_ok_and(|programs| programs == "all") { 1 } else { share };
    let mut programs = corpus::programs();
    programs.retain(|program| {
        let mut hasher = DefaultHasher::new();
        (&program.name, seed).hash(&mut hasher);
        hasher.finish().is_multiple_of(share)
    });
    println!("{} programs, DEBUGGERS_SEED={seed}", programs.len());
    programs
}

fn main() {
    let mut trials = vec![
        Trial::test("optimised code is the same", same_code),
        Trial::test("both code generators tell the same", || {
            same::entries(some_programs(16).into_iter().map(|program| program.path).collect(), &sources("tests/debug"))
        }),
        Trial::test("a wrong record of any kind is noticed", same::mutations),
    ];
    trials.extend(Maker::ALL.map(|maker| {
        Trial::test(format!("valgrind and addr2line name lines, {}", maker.name()), move || tools::named(maker))
    }));
    trials.extend(VERIFIED.map(|how| {
        let name = format!("objects of the corpus are right, built with {:?}", how.0);
        Trial::test(name, move || verified(how))
    }));
    trials.extend(Debugger::ALL.map(|debugger| {
        Trial::test(format!("optimised::{}", debugger.name()), move || {
            let mut right = 0;
            for source in sources("tests/debug") {
                let folder = tempfile::tempdir()?;
                let program = build(&source, folder.path(), &["--release", "-g"])?;
                let name = source.display();
                right += ask_optimised(debugger, &source, &program).map_err(|wrong| format!("{name}: {wrong:?}"))?;
            }
            println!("{} knows {right} answers of optimised programs", debugger.name());
            if right < 5 { Err(format!("only {right} answers are known").into()) } else { Ok(()) }
        })
    }));
    trials.extend(Debugger::ALL.map(|debugger| {
        let name = format!("a failed check stands at the line that the program prints: {}", debugger.name());
        Trial::test(name, move || failing::found(debugger))
    }));
    for source in sources("tests/debug") {
        for (maker, debugger) in
            Maker::ALL.into_iter().flat_map(|maker| Debugger::ALL.map(|debugger| (maker, debugger)))
        {
            let source = source.clone();
            let stem = source.file_stem().expect("a name").to_string_lossy().into_owned();
            let name = format!("{stem}::{}::{}", maker.name(), debugger.name());
            trials.push(Trial::test(name, move || {
                let folder = tempfile::tempdir()?;
                let program = build(&source, folder.path(), maker.options())?;
                ask(debugger, &source, &program, &[])
            }));
        }
        for maker in Maker::ALL {
            let source = source.clone();
            let stem = source.file_stem().expect("a name").to_string_lossy().into_owned();
            trials.push(Trial::test(format!("{stem}::{}::aarch64", maker.name()), move || {
                let folder = tempfile::tempdir()?;
                let options = [maker.options(), &["--target", "aarch64-linux-gnu"]].concat();
                let program = build(&source, folder.path(), &options)?;
                ask(Debugger::GdbOfAarch64, &source, &program, &[])
            }));
        }
        for debugger in Debugger::ALL {
            let source = source.clone();
            let name = format!("{}::large::{}", source.file_stem().expect("a name").to_string_lossy(), debugger.name());
            trials.push(Trial::test(name, move || units::ask_of_large(debugger, &source)));
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
    for (source, debugger) in
        sources("tests/debug").into_iter().flat_map(|source| Debugger::ALL.map(|debugger| (source.clone(), debugger)))
    {
        let stem = source.file_stem().expect("a name").to_string_lossy().into_owned();
        let twin = root().join(format!("tests/debug/twins/{stem}.cc"));
        if twin.exists() {
            let name = format!("{stem}::twin::{}", debugger.name());
            trials.push(Trial::test(name, move || twins::ask(debugger, &source, &twin)));
        }
    }
    for (source, debugger) in sources("tests/debug/optimised")
        .into_iter()
        .flat_map(|source| Debugger::ALL.map(|debugger| (source.clone(), debugger)))
    {
        let stem = source.file_stem().expect("a name").to_string_lossy().into_owned();
        trials.push(Trial::test(format!("{stem}::optimised::{}", debugger.name()), move || {
            let folder = tempfile::tempdir()?;
            let program = build(&source, folder.path(), &["--release", "-g"])?;
            ask(debugger, &source, &program, &[])
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
