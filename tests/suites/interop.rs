//! Struct passing against C compilers, in both directions: random signatures, every byte checked, on this machine and on
//! AArch64 under an emulator.
//!
//! `INTEROP_SIGNATURES`, `INTEROP_AARCH64_SIGNATURES` and `INTEROP_SEED` change how many and which; `INTEROP_FOLDER`
//! keeps the files of each batch there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tests::interop::{self, Mistake, Suite};
use tests::machine::{self, Machine};

/// How many signatures stand in one program.
const BATCH: usize = 125;

/// The C compilers take turns, each with more or less optimisation.
const NATIVE: [(Machine, &str); 8] = [
    (machine::NATIVE, "-O1"),
    (machine::NATIVE_CLANG, "-O2"),
    (machine::NATIVE, "-O0"),
    (machine::NATIVE_CLANG, "-O0"),
    (machine::NATIVE, "-O2"),
    (machine::NATIVE_CLANG, "-O1"),
    (machine::NATIVE, "-O0"),
    (machine::NATIVE_CLANG, "-O0"),
];

const EMULATED: [(Machine, &str); 2] = [(machine::AARCH64, "-O1"), (machine::AARCH64_CLANG, "-O1")];

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Machines that are there; the others' batches go to those, so no signature is lost.
fn present(turns: &[(Machine, &'static str)]) -> Vec<(Machine, &'static str)> {
    let (there, missing): (Vec<_>, Vec<_>) = turns.iter().partition(|(machine, _)| machine.missing().is_none());
    let reasons: BTreeMap<_, _> = missing.iter().map(|(machine, _)| (machine.name, machine.missing())).collect();
    for (name, reason) in reasons {
        println!("skipped: {name}: {}", reason.unwrap_or_default());
    }
    there
}

fn agree(turns: &[(Machine, &'static str)], count: usize) {
    let seed = setting("INTEROP_SEED", 1);
    let start = Instant::now();
    let turns = present(turns);
    if turns.is_empty() {
        return;
    }
    println!("seed {seed}, {count} signatures");
    let mut agreed: BTreeMap<String, usize> = BTreeMap::new();
    for batch in 0..count.div_ceil(BATCH) {
        let size = BATCH.min(count - batch * BATCH);
        let (machine, level) = turns[batch % turns.len()];
        let suite = interop::generate((seed + batch) as u64, size);
        let report = run(&suite, &machine, level, &format!("batch{batch}-{}", machine.target.unwrap_or("native")));
        assert!(
            report.contains(&format!("{size} signatures, 0 failures")),
            "seed {} on {} {level}: {report}",
            seed + batch,
            machine.name
        );
        *agreed.entry(format!("{} {level}", machine.name)).or_default() += size;
    }
    for (name, count) in &agreed {
        println!("{count} signatures agree with {name}");
    }
    println!(
        "{}/{count} signatures agree in both directions, {:.1} s",
        agreed.values().sum::<usize>(),
        start.elapsed().as_secs_f64()
    );
}

/// What the program of both halves prints, and how it ends.
fn run(suite: &Suite, machine: &Machine, level: &str, name: &str) -> String {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = match std::env::var_os("INTEROP_FOLDER") {
        Some(kept) => PathBuf::from(kept).join(name),
        None => temporary.path().to_path_buf(),
    };
    std::fs::create_dir_all(&folder).expect("a folder");
    let outcome = build_and_run(suite, machine, level, &folder);
    outcome.unwrap_or_else(|problem| panic!("{}: {problem}", machine.name))
}

fn build_and_run(suite: &Suite, machine: &Machine, level: &str, folder: &Path) -> Result<String, String> {
    let path = |name: &str| folder.join(name);
    std::fs::write(path("half.c"), interop::c::file(suite)).map_err(|error| error.to_string())?;
    std::fs::write(path("half.lang"), interop::language::file(suite)).map_err(|error| error.to_string())?;
    machine.compile_c(&path("half.c"), &path("half.o"), &[level])?;
    machine.build(&path("half.lang"), &path("half.o"), &path("whole"))?;
    let output = machine.run(&path("whole"))?;
    Ok(format!(
        "{}{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status
    ))
}

#[test]
fn signatures_agree_with_the_c_compilers() {
    agree(&NATIVE, setting("INTEROP_SIGNATURES", 1000));
}

#[test]
fn signatures_agree_on_aarch64() {
    agree(&EMULATED, setting("INTEROP_AARCH64_SIGNATURES", 250));
}

/// Values that stand at the very end of a page are passed, returned and received without a look behind them.
#[test]
fn nothing_reads_or_writes_past_a_value() {
    let suite = interop::edge::suite();
    for (machine, level) in present(&[(machine::NATIVE, "-O0"), (machine::AARCH64, "-O0")]) {
        let start = Instant::now();
        let report = run(&suite, &machine, level, &format!("edge-{}", machine.target.unwrap_or("native")));
        let wanted = format!("{} signatures, 0 failures", suite.cases.len());
        assert!(report.contains(&wanted), "{}: {report}", machine.name);
        println!(
            "{}: {} types at the end of a page, {wanted}, {:.1} s",
            machine.name,
            suite.records.len(),
            start.elapsed().as_secs_f64()
        );
    }
}

/// The control: each wrong declaration must be noticed. Clang is the witness because it uses widened values as such.
#[test]
fn mistakes_in_a_declaration_are_noticed() {
    let mistakes = [Mistake::FloatsAsIntegers, Mistake::SignedAsUnsigned, Mistake::Exchanged];
    for (machine, level) in present(&[(machine::NATIVE_CLANG, "-O1")]) {
        let mut suite = interop::generate(7, 40);
        let report = run(&suite, &machine, level, "control-right");
        assert!(report.contains("40 signatures, 0 failures"), "{report}");
        for mistake in mistakes {
            suite.mistake = Some(mistake);
            let report = run(&suite, &machine, level, &format!("control-{mistake:?}"));
            assert!(!report.contains(", 0 failures"), "{mistake:?} passes unnoticed: {report}");
            let ending = report.lines().last().unwrap_or_default();
            println!("{mistake:?} is noticed: {ending}");
        }
    }
}
