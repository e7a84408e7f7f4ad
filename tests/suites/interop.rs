//! Struct passing against the system's C compiler, in both directions: 2,000 random signatures, every byte checked.
//!
//! `INTEROP_SIGNATURES` and `INTEROP_SEED` change how many and which.

use std::process::Command;
use tests::{finish, interop, lang_command};

/// How many signatures stand in one program.
const BATCH: usize = 250;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

#[test]
fn signatures_agree_with_the_c_compiler() {
    let (seed, count) = (
        setting("INTEROP_SEED", 1),
        setting("INTEROP_SIGNATURES", 2000) as usize,
    );
    println!("seed {seed}, {count} signatures");
    let mut agreed = 0;
    for batch in 0..count.div_ceil(BATCH) {
        let size = BATCH.min(count - batch * BATCH);
        let report = run_batch(seed + batch as u64, size);
        assert!(
            report.contains(&format!("{size} signatures, 0 failures")),
            "seed {}: {report}",
            seed + batch as u64
        );
        agreed += size;
    }
    println!("{agreed}/{count} signatures agree in both directions");
}

fn run_batch(seed: u64, count: usize) -> String {
    let suite = interop::generate(seed, count);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("half.c"), interop::c::file(&suite)).expect("a written file");
    std::fs::write(path("half.lang"), interop::language::file(&suite)).expect("a written file");
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu11", "-O1", "-w", "-c", "-o"])
        .arg(path("half.o"))
        .arg(path("half.c"));
    succeed(cc, "the C compiler");
    let mut lang = lang_command(folder.path());
    lang.arg("build")
        .arg(path("half.lang"))
        .arg(path("half.o"))
        .arg("-o")
        .arg(path("whole"));
    succeed(lang, "`lang build`");
    let output = finish(Command::new(path("whole"))).expect("the program ends");
    format!(
        "{}{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status
    )
}

fn succeed(command: Command, what: &str) {
    let output = finish(command).expect("it ends");
    assert!(
        output.status.success(),
        "{what} failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
