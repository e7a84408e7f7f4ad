//! Measures what an editor waits for: `cargo run --release -p driver --example edit_speed PATH [FILE] [--edits N]`.
//!
//! PATH is a file or a project (`tests/bench/gen_program.py --hub 100`, `tests/bench/gen_workspace.py`); FILE is the
//! module to edit. Prints median and 95th percentile in milliseconds of the clock from the new text to the list of
//! problems with absolute positions, for edits inside a body, of the signature of `hub` where it stands, and of a line
//! at the top; how long it takes to tell the instances of generic items, at first and after edits; then, with `--grow`, how memory grows over ten thousand edits that do not or do declare new names.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use project::{Input, LoadedFile, Report, TargetNames};
use salsa::Setter as _;
use source::{Database, SourceFile};

/// The allocator of the `lang` program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut paths = arguments.iter().take_while(|argument| !argument.starts_with("--"));
    let Some(path) = paths.next() else {
        eprintln!("usage: edit_speed PATH [FILE] [--edits N] [--grow]");
        std::process::exit(2);
    };
    let edited = paths.next();
    let edits = arguments.iter().position(|argument| argument == "--edits");
    let edits = edits.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(60);
    let input = match Input::of_argument(Some(Path::new(path))) {
        Ok(input) => input,
        Err(fault) => {
            eprintln!("{}", fault.0);
            std::process::exit(2);
        }
    };
    let db = Database::new();
    let target = TargetNames { triple: "x86_64-linux-gnu".to_string(), os: "linux".to_string() };
    let files = project::load(&db, &input, &target, None, project::HeaderItems::All).files;
    let find = |wanted: &str| files.iter().find(|file| file.file.path(&db).ends_with(wanted)).map(|file| file.file);
    let file = match edited {
        Some(wanted) => find(wanted),
        None => files.last().map(|file| file.file),
    };
    let Some(file) = file else {
        eprintln!("there is no such module");
        std::process::exit(2);
    };
    let hub = files.iter().map(|file| file.file).find(|file| file.text(&db).contains("fn hub("));
    let mut bench = Bench { db, files, edits };
    bench.cold();
    bench.kind("inside a body", file, inside_body);
    if let Some(hub) = hub {
        bench.kind("signature of hub", hub, signature);
        bench.kind("type of its parameter", hub, parameter_type);
    }
    bench.kind("line at the top", file, |text, round| Some(format!("{}{text}", "# a\n".repeat(round % 5))));
    bench.instances(file);
    if arguments.iter().any(|argument| argument == "--grow") {
        bench.grow(file, "line at the top", |text, round| Some(format!("# {round}\n{text}")));
        bench.grow(file, "inside a body", |text, round| inside_body(text, round % 2));
        bench.grow(file, "new names in a body", new_local);
        bench.grow(file, "new functions", new_function);
    }
}

struct Bench {
    db: Database,
    files: Vec<LoadedFile>,
    edits: usize,
}

impl Bench {
    fn cold(&mut self) {
        let before = resident();
        let start = Instant::now();
        let count = self.workspace();
        let time = milliseconds(start);
        println!("cold: {time:.1} ms, {count} problems; memory {before} -> {} KiB", resident());
    }

    /// Reports of one file, positions looked up.
    fn reports(&self, file: SourceFile) -> usize {
        let diagnostics = lower::diagnostics(&self.db, file).iter();
        let reports: Vec<Report> = diagnostics.map(|each| Report::of_diagnostic(&self.db, each)).collect();
        std::hint::black_box(&reports).len()
    }

    fn workspace(&self) -> usize {
        self.files.iter().map(|file| self.reports(file.file)).sum()
    }

    fn set(&mut self, file: SourceFile, text: String) {
        file.set_text(&mut self.db).to(Arc::from(text));
    }

    fn kind(&mut self, name: &str, file: SourceFile, edit: impl Fn(&str, usize) -> Option<String>) {
        let original = file.text(&self.db).to_string();
        let (mut times, mut workspace) = (Vec::new(), Vec::new());
        let mut counts = Vec::new();
        for round in 1..=self.edits + 3 {
            let Some(text) = edit(&original, round) else {
                println!("{name}: nothing to edit");
                return;
            };
            let start = Instant::now();
            self.set(file, text);
            self.reports(file);
            times.push(milliseconds(start));
            counts.push(self.workspace());
            workspace.push(milliseconds(start));
        }
        self.set(file, original);
        self.workspace();
        counts.dedup();
        counts.truncate(4);
        println!(
            "{name:>22}: the file {}; all files {}; problems {counts:?}",
            shown(&mut times[3..]),
            shown(&mut workspace[3..])
        );
    }

    /// What a hover over a generic item waits for, of a program that is checked already.
    fn instances(&mut self, file: SourceFile) {
        let start = Instant::now();
        let is_whole = lower::reached_instances(&self.db).is_whole;
        let first = milliseconds(start);
        let original = file.text(&self.db).to_string();
        let mut times = Vec::new();
        for round in 1..=self.edits {
            // Every second edit leads to an instance more.
            let Some(text) = inside_body(&original, 2 * (round % 2)) else { return };
            self.set(file, text);
            self.workspace();
            let start = Instant::now();
            std::hint::black_box(lower::reached_instances(&self.db).is_whole);
            times.push(milliseconds(start));
        }
        println!("instances: first {first:.1} ms (all of them: {is_whole}), after an edit {}", shown(&mut times));
        self.set(file, original);
        self.workspace();
    }

    /// Ten thousand edits that never come back to an earlier text.
    fn grow(&mut self, file: SourceFile, name: &str, edit: impl Fn(&str, usize) -> Option<String>) {
        let original = file.text(&self.db).to_string();
        let mut sizes = vec![resident()];
        for round in 1..=10_000 {
            let text = edit(&original, round);
            self.set(file, text.unwrap_or_default());
            self.reports(file);
            if round % 2000 == 0 {
                sizes.push(resident());
            }
        }
        self.set(file, original);
        self.reports(file);
        println!("{name}: KiB every 2000 edits {sizes:?}");
    }
}

/// Declares a function that no edit before declared.
fn new_function(text: &str, round: usize) -> Option<String> {
    Some(format!("fn new_{round}(a: [i64; {round}]) -> i64 {{ return {round} }}\n{text}"))
}

/// Uses a name, a type and a number that no edit before used.
fn new_local(text: &str, round: usize) -> Option<String> {
    let at = text.rfind("fn ")?;
    let at = at + text[at..].find("{")? + 1;
    let (before, behind) = text.split_at(at);
    Some(format!("{before}\n  let local_{round}: [i64; {round}] = [{round}; {round}]\n{behind}"))
}

/// Makes the value of the middle function's first `let` another number, or a name that is not there.
fn inside_body(text: &str, round: usize) -> Option<String> {
    let middle = text.char_indices().nth(text.len() / 2)?.0;
    let at = middle + text[middle..].find("\n    ").or_else(|| text[middle..].find("\n  "))? + 1;
    let line = if round % 2 == 1 {
        format!("  let edited_{round}: i64 = {round} + missing_{round}\n")
    } else {
        format!("  let edited_{round}: i64 = {round}\n  println(edited_{round})\n")
    };
    let (before, behind) = text.split_at(at);
    Some(format!("{before}{line}{behind}"))
}

/// Adds a parameter to `hub`, which makes each of its calls wrong, and takes it away.
fn signature(text: &str, round: usize) -> Option<String> {
    let at = text.find("hub(value: i64")? + "hub(value: i64".len();
    let (before, behind) = text.split_at(at);
    let more = if round % 2 == 1 { ", extra: i64" } else { "" };
    Some(format!("{before}{more}{behind}"))
}

/// Changes the type of a parameter so that all callers stay right.
fn parameter_type(text: &str, round: usize) -> Option<String> {
    let more = if round % 2 == 1 { "hub(value: i32" } else { "hub(value: i64" };
    text.contains("hub(value: i64").then(|| text.replacen("hub(value: i64", more, 1))
}

fn shown(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    format!("{:7.2} ms, p95 {:7.2}", at(50), at(95))
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// KiB of memory that the process holds, where Linux tells.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}
