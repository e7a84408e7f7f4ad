//! The programs in `tests/examples`, as their users have them: formatted, without warnings, with tests that pass; built by both
//! code generators and run on real inputs beside what they imitate, once under valgrind.

#[path = "examples/adventure.rs"]
mod adventure;
#[path = "examples/effects.rs"]
mod effects;
#[path = "examples/geometry.rs"]
mod geometry;
#[path = "examples/grep.rs"]
mod grep;
#[path = "examples/life.rs"]
mod life;
#[path = "examples/orbit.rs"]
mod orbit;
#[path = "examples/raytracer.rs"]
mod raytracer;
#[path = "examples/sort.rs"]
mod sort;
#[path = "examples/sqlite.rs"]
mod sqlite;
#[path = "examples/tools.rs"]
mod tools;
#[path = "examples/vm.rs"]
mod vm;

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use tests::{has_llvm, lang_command};
use tools::{Built, Engine, example, fed, is_installed, succeeded};

/// What a program is put to.
type Use = fn(&Built) -> Result<(), Failed>;

/// Programs by the names of their packages.
const USES: [(&str, Use); 10] = [
    ("vm", vm::works),
    ("life", life::works),
    ("grep", grep::works),
    ("sort", sort::works),
    ("raytracer", raytracer::works),
    ("sqlite", sqlite::works),
    ("adventure", adventure::works),
    ("area", geometry::area_works),
    ("draw", geometry::draw_works),
    ("effects", effects::works),
];

fn main() {
    let arguments = Arguments::from_args();
    let llvm = arguments.list || has_llvm();
    let mut trials = Vec::new();
    for package in packages() {
        let name = package.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        let is_there = can_be_linked(&name);
        let trial = Trial::test(format!("{name} is as its author wants it"), move || is_well_kept(&package));
        trials.push(trial.with_ignored_flag(!is_there));
    }
    for (name, works) in USES {
        for engine in Engine::ALL {
            let is_there = match engine {
                Engine::Cranelift => true,
                Engine::Release => llvm,
                Engine::Valgrind => is_installed("valgrind"),
            };
            let trial = Trial::test(format!("{name} [{engine:?}]"), move || works(&Built::new(name, engine)?));
            trials.push(trial.with_ignored_flag(!is_there || !can_be_linked(name)));
        }
    }
    for (name, options) in [("orbit [Cranelift]", &[][..]), ("orbit [Release]", &["--release"])] {
        let trial = Trial::test(name, move || orbit::works(options));
        trials.push(trial.with_ignored_flag(options.contains(&"--release") && !llvm));
    }
    trials.push(Trial::test("libraries show what C can name", orbit::hides_what_c_brings));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The folders of all examples.
fn packages() -> Vec<PathBuf> {
    let folder = tests::root().join("tests/examples");
    let entries = std::fs::read_dir(folder).expect("the examples are there");
    let paths = entries.map(|entry| entry.expect("a folder can be read").path());
    let mut packages: Vec<PathBuf> = paths.filter(|path| path.join("lang.toml").is_file()).collect();
    packages.sort();
    packages
}

/// Whether the C library that a program needs is installed.
fn can_be_linked(name: &str) -> bool {
    match name {
        "raytracer" => Path::new("/usr/include/png.h").is_file(),
        "sqlite" => Path::new("/usr/include/sqlite3.h").is_file(),
        _ => true,
    }
}

fn is_well_kept(package: &Path) -> Result<(), Failed> {
    let cache = tempfile::tempdir()?;
    let lang = |words: &[&str]| {
        let mut command = lang_command(cache.path());
        command.args(words).arg(package);
        fed(command, b"")
    };
    succeeded(lang(&["fmt", "--check"])?)?;
    let checked = lang(&["check"])?;
    let said = String::from_utf8_lossy(&checked.stderr).into_owned();
    if !checked.status.success() || said.contains("warning") {
        return Err(said.into());
    }
    succeeded(lang(&["test"])?)?;
    let first = std::fs::read_to_string(main_file(package))?;
    if first.starts_with("# ") { Ok(()) } else { Err("its first line says what it is".into()) }
}

fn main_file(package: &Path) -> PathBuf {
    let main = package.join("main.lang");
    if main.is_file() { main } else { example(package).join("lib.lang") }
}
