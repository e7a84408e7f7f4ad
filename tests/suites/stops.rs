//! What a debugger shows at random stops of random programs, beside the interpreter: at the same line it must see the same
//! variables with the same values, in the same order of times. Each code generator's unoptimised programs must agree, and of
//! what an optimiser left everything that is shown. Must not know how debug information is written.
//!
//! `STOPS=5000` asks for so many stops of each kind of build instead of a few; `STOPS_SEED=7` begins with that seed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use crosscheck::lives::life;
use crosscheck::programs::{Size, program};
use driver::{Product, ProgramModules};
use libtest_mimic::{Arguments, Failed, Trial};
use mir::interpret::{CLibrary, Limits, Moment, Observer, Program, run_observed};
use mir::{Module, Positions};
use project::Input;
use serde_json::Value;
use tests::debugged::{Seen, Values};
use tests::root;

/// How many stops of each kind of build are asked for if nobody asks for more.
const STOPS: usize = 500;
/// How many lines of a program have breakpoints, and how often each may stop.
const LINES: usize = 30;
const MOST: usize = 2;
/// How many states of a line are kept.
const STATES: usize = 20_000;

/// A build that is compared.
struct Build {
    name: &'static str,
    options: &'static [&'static str],
    /// Whether everything must be there.
    is_whole: bool,
}

const BUILDS: [Build; 3] = [
    Build { name: "cranelift", options: &[], is_whole: true },
    Build { name: "llvm", options: &["--backend", "llvm"], is_whole: true },
    Build { name: "optimised", options: &["--release", "-g"], is_whole: false },
];

fn main() {
    let trials = BUILDS.map(|build| Trial::test(build.name, move || compare(&build))).into();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// A program of a seed, of two generators by turns.
fn source(seed: u64) -> String {
    if seed.is_multiple_of(2) { life(seed).source } else { program(seed, Size::MEDIUM).source }
}

fn compare(build: &Build) -> Result<(), Failed> {
    let wanted = number("STOPS").map_or(STOPS, |stops| stops as usize);
    let first = number("STOPS_SEED").unwrap_or(1);
    let (mut found, mut programs) = (Compared::default(), 0);
    let mut seed = first;
    while found.stops < wanted {
        let text = source(seed);
        if text.contains("spawn") {
            // What threads have done when another one stops is not the same each time.
            seed += 1;
            continue;
        }
        let more = compare_program(&text, seed, build).map_err(|problem| {
            let kept = root().join("target/tmp").join(format!("stopped-{}-{seed}.lang", build.name));
            let place = match std::fs::write(&kept, &text) {
                Ok(()) => kept.display().to_string(),
                Err(error) => error.to_string(),
            };
            format!("STOPS_SEED={seed}, {place}: {problem}")
        })?;
        found.stops += more.stops;
        found.shown += more.shown;
        found.wrong.extend(more.wrong.into_iter().map(|wrong| format!("STOPS_SEED={seed}: {wrong}")));
        programs += 1;
        seed += 1;
        if programs > wanted {
            return Err(format!("{programs} programs stopped {} times only", found.stops).into());
        }
    }
    let Compared { stops, shown, wrong } = found;
    println!(
        "{}: {stops} stops in {programs} programs (STOPS_SEED={first}) show {shown} values, of which {} are wrong",
        build.name,
        wrong.len()
    );
    // A test that compares nothing would not fail.
    if shown < stops {
        return Err(format!("{stops} stops show {shown} values only").into());
    }
    if wrong.len() * WRONG > shown {
        return Err(wrong.join("\n").into());
    }
    Ok(())
}

/// Of so many values that an optimised program shows one may be wrong, most of them what a reference leads to: LLVM writes to
/// memory later than the program does, and some code stands at the line of code that it was made one with.
const WRONG: usize = 50;

/// What was compared.
#[derive(Default)]
struct Compared {
    /// How often programs stopped.
    stops: usize,
    /// How many values were shown.
    shown: usize,
    /// What was not as the interpreter has it.
    wrong: Vec<String>,
}

/// Compares a program.
fn compare_program(text: &str, seed: u64, build: &Build) -> Result<Compared, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("stopped.lang");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let (modules, types) = described(&path)?;
    let lines = lines(&modules, seed);
    if lines.is_empty() {
        return Ok(Compared::default());
    }
    let states = states(&modules, types.as_ref(), &lines);
    let stops = stops(&path, folder.path(), build, &lines)?;
    let mut next: BTreeMap<u32, usize> = BTreeMap::new();
    let mut compared = Compared { stops: stops.len(), ..Compared::default() };
    for (line, seen) in &stops {
        let states = states.get(line).map_or(&[][..], Vec::as_slice);
        let from = next.entry(*line).or_default();
        if states.len() >= STATES {
            continue;
        }
        if let Some(found) = states[*from..].iter().position(|state| wrong(state, seen, build.is_whole).is_empty()) {
            // A state may be met again: a loop in one line that changes nothing that is seen.
            *from += found;
        } else if build.is_whole {
            let known: Vec<String> = states[*from..].iter().take(4).map(|state| format!("    {state:?}\n")).collect();
            return Err(format!("line {line} shows\n    {seen:?}\nbut the interpreter has\n{}", known.concat()));
        } else {
            let least = states.iter().map(|state| wrong(state, seen, false)).min_by_key(Vec::len);
            let names = least.unwrap_or_else(|| seen.keys().map(String::as_str).collect());
            compared.wrong.extend(names.iter().map(|name| format!("line {line}: {name} is {}", seen[*name])));
        }
        compared.shown += seen.values().filter(|value| !is_gone(value)).count();
    }
    Ok(compared)
}

fn described(path: &Path) -> Result<(ProgramModules, Option<Module>), String> {
    let (source, mut run) = tests::interpret::open(&Input::File(path.to_path_buf()));
    driver::check(&source, &mut run);
    driver::described_modules(&source, &run, Product::Program).map_err(|reports| format!("{reports:?}"))
}

/// Some of the lines that the program comes to.
fn lines(modules: &ProgramModules, seed: u64) -> BTreeSet<u32> {
    let mut reached = Reached { positions: &modules.positions, places: BTreeMap::new(), lines: BTreeSet::new() };
    observe(modules, &mut reached);
    let mut lines: Vec<u32> = reached.lines.into_iter().collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut lines);
    lines.into_iter().take(LINES).collect()
}

/// The states of a program at some lines, in their order.
fn states(modules: &ProgramModules, types: Option<&Module>, lines: &BTreeSet<u32>) -> BTreeMap<u32, Vec<Seen>> {
    let mut recorder = Recorder {
        positions: &modules.positions,
        values: Values::new(&modules.modules, types),
        lines,
        last: BTreeMap::new(),
        states: BTreeMap::new(),
    };
    observe(modules, &mut recorder);
    recorder.states
}

fn observe<'program>(modules: &'program ProgramModules, observer: &'program mut dyn Observer) {
    let program = Program { modules: &modules.modules, positions: &modules.positions };
    let limits = Limits { steps: 20_000_000, ..Limits::default() };
    run_observed(&program, lower::C_ENTRY, &mut CLibrary::new(), &limits, observer);
}

/// The lines that a program comes to.
struct Reached<'program> {
    positions: &'program dyn Positions,
    places: BTreeMap<String, BTreeSet<u32>>,
    lines: BTreeSet<u32>,
}

impl Observer for Reached<'_> {
    fn at(&mut self, moment: &Moment<'_>) {
        let known = self.places.get_mut(moment.function);
        let is_new = match known {
            Some(places) => places.insert(moment.source),
            None => self.places.insert(moment.function.to_owned(), BTreeSet::from([moment.source])).is_none(),
        };
        if is_new
            && moment.source != 0
            && let Some(position) = self.positions.position(moment.function, moment.source)
            && !self.positions.is_library(position.file)
        {
            self.lines.insert(position.line);
        }
    }
}

struct Recorder<'program> {
    positions: &'program dyn Positions,
    values: Values<'program>,
    lines: &'program BTreeSet<u32>,
    /// The line that each call was at.
    last: BTreeMap<u64, u32>,
    states: BTreeMap<u32, Vec<Seen>>,
}

impl Observer for Recorder<'_> {
    fn at(&mut self, moment: &Moment<'_>) {
        if moment.is_first {
            self.last.remove(&moment.frame);
        }
        if moment.source == 0 {
            return;
        }
        let Some(position) = self.positions.position(moment.function, moment.source) else { return };
        if self.positions.is_library(position.file) || !self.lines.contains(&position.line) {
            self.last.insert(moment.frame, position.line);
            return;
        }
        let states = self.states.entry(position.line).or_default();
        // Where a line has code in several places, each may be the one that a debugger stops at; so every step counts whose
        // state is a new one.
        let is_new_line = self.last.insert(moment.frame, position.line) != Some(position.line);
        if states.len() < STATES
            && let Some(seen) = self.values.seen(moment)
            && (is_new_line || states.last() != Some(&seen))
        {
            states.push(seen);
        }
    }
}

/// Builds a program and has gdb stop at lines: each stop with what is seen there.
fn stops(source: &Path, folder: &Path, build: &Build, lines: &BTreeSet<u32>) -> Result<Vec<(u32, Seen)>, String> {
    let built = folder.join("built");
    let mut command = tests::lang_command(folder);
    command.args(["build", "--no-cache", "--allow", "warnings"]).args(build.options).arg("-o").arg(&built).arg(source);
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let told = folder.join("stops.json");
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    let output = Command::new("gdb")
        .args(["-nx", "-q", "-batch", "-x"])
        .arg(root().join("tests/debug/stops_gdb.py"))
        .arg(&built)
        .env("FILE", "stopped.lang")
        .env("AT_LINES", lines.join(","))
        .env("MOST", MOST.to_string())
        .env("STOPS", &told)
        .output()
        .map_err(|error| format!("gdb: {error}"))?;
    let text = std::fs::read_to_string(&told).unwrap_or_default();
    let mut stops = Vec::new();
    for line in text.lines() {
        let stop: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let seen = stop["variables"].as_object().into_iter().flatten();
        let seen = seen.map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned())).collect();
        stops.push((stop["line"].as_u64().unwrap_or(0) as u32, seen));
    }
    if stops.is_empty() && !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(stops)
}

/// The variables of which a debugger does not see what there is. `?` stands for what is not defined.
fn wrong<'seen>(state: &'seen Seen, seen: &'seen Seen, is_whole: bool) -> Vec<&'seen str> {
    let is_right = |name: &str, value: &str| match state.get(name) {
        Some(known) => known == value || known.contains('?') || !is_whole && is_gone(value),
        None => !is_whole && is_gone(value),
    };
    let shown = seen.iter().filter(|(name, value)| !is_right(name, value)).map(|(name, _)| name.as_str());
    let missing = state.keys().filter(|name| is_whole && !seen.contains_key(*name)).map(String::as_str);
    shown.chain(missing).collect()
}

fn is_gone(value: &str) -> bool {
    value.contains("gone") || value.starts_with("error")
}
