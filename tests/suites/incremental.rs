//! Incremental equals cold: after random edits of every file, the diagnostics of the edited database are those of a fresh one.
//!
//! `INCREMENTAL_SEED` and `INCREMENTAL_EDITS` choose other edits and more of them.

use tests::corpus;
use tests::session::{Session, mutate};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn diagnostics_after_edits_equal_those_of_a_fresh_database() {
    let (seed, edits) = (setting("INCREMENTAL_SEED", 1), setting("INCREMENTAL_EDITS", 16));
    println!("seed {seed}, {edits} edits per file");
    let mut random = fastrand::Rng::with_seed(seed);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut files = corpus::files("run");
    files.extend(corpus::files("check"));
    let mut compared = 0;
    for original in files {
        // Under one name, so that messages with paths are equal too.
        let path = folder.path().join("main.lang");
        std::fs::copy(&original, &path).expect("a copied file");
        let mut edited = Session::open(&path);
        edited.diagnostics();
        let mut text = edited.text();
        for edit in 0..edits {
            // Every second edit goes back, as an undo does.
            let next = if edit % 2 == 0 { mutate(&text, &mut random) } else { corpus::read(&original) };
            edited.edit(&next);
            std::fs::write(&path, &next).expect("a written file");
            let fresh = Session::open(&path);
            assert_eq!(
                edited.diagnostics(),
                fresh.diagnostics(),
                "{} differs, seed {seed}:\n{next}",
                original.display()
            );
            text = next;
            compared += 1;
        }
    }
    println!("{compared} edits compared");
}
