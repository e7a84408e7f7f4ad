//! The corpora: folders of `.lang` files with what is expected of each.
//!
//! Must not know how a file is checked or run; that is the suites' business.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A program with what it must print and how it must end.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file, or the folder with a `lang.toml`.
    pub path: PathBuf,
    /// The path below the corpus, without the ending.
    pub name: String,
    /// What it must print on standard output, byte by byte.
    pub stdout: String,
    /// What standard error must contain, line by line.
    pub stderr: Vec<String>,
    /// The exit code it must end with.
    pub exit: i32,
}

/// Every program of `tests/run`, sorted by name: single files, and folders with a `lang.toml`.
pub fn programs() -> Vec<Program> {
    let corpus = crate::root().join("tests/run");
    let mut found = Vec::new();
    walk(&corpus, &mut |path| {
        let main = if path.file_name().is_some_and(|name| name == "lang.toml") {
            let folder = path.parent().expect("a file stands in a folder").to_path_buf();
            // Packages that only serve as dependencies have nothing to run.
            match folder.join("expected.stdout").exists() {
                true => folder,
                false => return,
            }
        } else if path.with_extension("stdout").exists() && path.extension().is_some_and(|ending| ending == "lang") {
            path.to_path_buf()
        } else {
            return;
        };
        found.push(program(&corpus, main));
    });
    found.sort_by(|left, right| left.name.cmp(&right.name));
    found
}

/// What makes a benchmark small enough for an engine that takes a hundred times as long: texts and what stands instead.
const REDUCTIONS: [(&str, &[(&str, &str)]); 8] = [
    ("bench/binary_trees", &[("MAX_DEPTH: i32 = 18", "MAX_DEPTH: i32 = 8")]),
    ("bench/fannkuch", &[("10 - (round & 1)", "6 - (round & 1)"), ("fannkuch(10)", "fannkuch(7)")]),
    ("bench/hashmap", &[("20000000", "20000"), ("2000000", "2000")]),
    ("bench/mandelbrot", &[("SIZE: i32 = 2000", "SIZE: i32 = 60")]),
    ("bench/matvec", &[("let N = 320", "let N = 24"), ("6000000", "6000"), ("4000000", "4000")]),
    ("bench/nbody", &[("STEPS = 6000000", "STEPS = 6000")]),
    ("bench/raytrace", &[("WIDTH: i32 = 400", "WIDTH: i32 = 40"), ("HEIGHT: i32 = 300", "HEIGHT: i32 = 30")]),
    ("bench/spectral_norm", &[("let N = 3000", "let N = 60")]),
];

impl Program {
    /// Demands that it printed, said and ended as its files have it; `how` it was brought to run is told.
    ///
    /// # Panics
    /// If it did not.
    pub fn assert_ended_as_expected(&self, ended: &Output, how: &str) {
        let (printed, said) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
        let found = (ended.status.code(), &*printed);
        assert_eq!(found, (Some(self.exit), &*self.stdout), "{}: {how}\n{said}", self.name);
        for line in &self.stderr {
            assert!(said.contains(line), "{}: {how} says\n{said}", self.name);
        }
    }

    /// The text of a benchmark that does the same less often; none for other programs.
    ///
    /// # Panics
    /// If the benchmark has no reduction, or is no longer the text that it is for.
    pub fn reduced(&self) -> Option<String> {
        if !self.name.starts_with("bench/") {
            return None;
        }
        let reduction = REDUCTIONS.iter().find(|(name, _)| *name == self.name);
        let (_, changes) = reduction.unwrap_or_else(|| panic!("{} has no reduction in tests/src/corpus.rs", self.name));
        Some(changes.iter().fold(read(&self.path), |text, (from, to)| {
            assert!(text.contains(from), "{} lacks `{from}`", self.name);
            text.replace(from, to)
        }))
    }
}

fn program(corpus: &Path, path: PathBuf) -> Program {
    let (text, expected) = match path.is_dir() {
        true => (read(&path.join("main.lang")), path.join("expected.stdout")),
        false => (read(&path), path.with_extension("stdout")),
    };
    let directive = |word: &str| {
        let prefix = format!("# {word}: ");
        text.lines().filter_map(|line| line.strip_prefix(&prefix).map(str::to_owned)).collect::<Vec<_>>()
    };
    let exit = directive("exit").first().map_or(0, |code| code.parse().expect("`# exit:` holds a number"));
    let name = path.strip_prefix(corpus).expect("found below the corpus").with_extension("").display().to_string();
    Program { name, stdout: read(&expected), stderr: directive("stderr"), exit, path }
}

/// Every `.lang` file below a folder of `tests`, sorted.
pub fn files(folder: &str) -> Vec<PathBuf> {
    files_ending(folder, "lang")
}

/// The texts of a corpus that holds many programs in each file, sorted.
pub fn texts(folder: &str) -> Vec<PathBuf> {
    files_ending(folder, "txt")
}

fn files_ending(folder: &str, wanted: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(&crate::root().join("tests").join(folder), &mut |path| {
        if path.extension().is_some_and(|ending| ending == wanted) {
            found.push(path.to_path_buf());
        }
    });
    found.sort();
    found
}

/// Calls `visit` with every file below `folder`.
pub fn walk(folder: &Path, visit: &mut dyn FnMut(&Path)) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() { walk(&path, visit) } else { visit(&path) }
    }
}

/// The text of a file of the corpus.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}
