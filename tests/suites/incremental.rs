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

/// What leads to itself before and not after an edit, or the other way round: pieces of a program.
const CYCLES: &[(&str, &str)] = &[
    ("let N = M\nlet M = N\n", "let N = X\nlet M = N\n"),
    ("let N = M\nlet M = N\n", "let N =\nlet M = N\n"),
    (
        "let N = M\nlet M = N\ntype copy B { let @x: [u8; N] }\n",
        "let N = 3\nlet M = N\ntype copy B { let @x: [u8; N] }\n",
    ),
    ("let N: i64 = M\nlet M: i64 = N\n", "let N: i64 = X\nlet M: i64 = N\n"),
    ("let N: i64 = M\nlet M: i64 = N\n", "let N: i64 = 1 / 0\nlet M: i64 = N\n"),
    ("let N: [u8; M] = [0]\nlet M: [u8; N] = [0]\n", "let N: [u8; X] = [0]\nlet M: [u8; N] = [0]\n"),
    ("let N = f([0; 3])\nfn f(x: [u8; N]) -> i64 { 3 }\n", "let N = X\nfn f(x: [u8; N]) -> i64 { 3 }\n"),
    ("let N = f([0; 3])\nfn f(x: [u8; N]) -> i64 { 3 }\n", "let N = f([0; 3])\nfn f(x: [u8; X]) -> i64 { 3 }\n"),
    (
        "let N = A([0; 3]).n\ntype copy A { let @x: [u8; N]  let @n: i64 }\n",
        "let N = X\ntype copy A { let @x: [u8; N]  let @n: i64 }\n",
    ),
    ("type A = B\ntype B = (A, i64)\n", "type A = X\ntype B = (A, i64)\n"),
    (
        "type copy A { let @b: B }\ntype copy B { let @a: A }\n",
        "type copy A { let @b: X }\ntype copy B { let @a: A }\n",
    ),
    ("trait A: B { }\ntrait B: A { }\n", "trait A: X { }\ntrait B: A { }\n"),
];

#[test]
fn cycles_come_and_go() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("main.lang");
    for (cyclic, other) in CYCLES {
        for texts in [[cyclic, other, cyclic], [other, cyclic, other]] {
            for around in [["", "fn main() { }\n"], ["fn main() { }\n", ""]] {
                let texts = texts.map(|text| around.join(text));
                std::fs::write(&path, &texts[0]).expect("a written file");
                let mut edited = Session::open(&path);
                edited.diagnostics();
                for next in &texts[1..] {
                    edited.edit(next);
                    std::fs::write(&path, next).expect("a written file");
                    assert_eq!(edited.diagnostics(), Session::open(&path).diagnostics(), "{next}");
                }
            }
        }
    }
}
