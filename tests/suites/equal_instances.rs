//! Instances of generic items with equal code: an optimised build makes one of them, a debug build each under its own name.
//! That programs do the same, `tests/run/equal_instances.lang` says on every engine.

use tests::{finish, lang_command, root};

/// The functions that the intermediate code of a build defines.
fn functions(options: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, result) = (root().join("tests/run/equal_instances.lang"), folder.path().join("app.mir"));
    let mut command = lang_command(folder.path());
    command.arg("build").arg(&source).args(options).args(["--emit", "mir", "-o"]).arg(&result);
    let output = finish(command).expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&result).expect("the emitted file");
    let defined = text.lines().filter(|line| line.starts_with("function ") && !line.contains(" available "));
    defined.filter_map(|line| Some(line.split_once('@')?.1.split_once('(')?.0.to_owned())).collect()
}

/// How many instances of a function there are.
fn count(functions: &[String], name: &str) -> usize {
    functions.iter().filter(|function| function.starts_with(&format!("equal_instances.{name}$5b"))).count()
}

const NAMES: [&str; 8] = ["pick", "pick_twice", "described", "times", "both", "applied", "dropped", "kept"];

#[test]
fn an_optimised_build_makes_one_of_equal_instances() {
    let counts = |options: &[&str]| {
        let functions = functions(options);
        NAMES.map(|name| (name, count(&functions, name)))
    };
    assert_eq!(
        counts(&[]),
        [
            ("pick", 5),
            ("pick_twice", 3),
            ("described", 3),
            ("times", 3),
            ("both", 2),
            ("applied", 2),
            ("dropped", 4),
            ("kept", 2)
        ],
        "a debug build has each"
    );
    assert_eq!(
        counts(&["--release"]),
        [
            // Of addresses, `i64` and `f64`.
            ("pick", 3),
            ("pick_twice", 1),
            // Each calls methods of its type.
            ("described", 3),
            // It calls itself, whatever it is called.
            ("times", 1),
            // Its result is of one type or the other, by name.
            ("both", 2),
            ("applied", 1),
            // `Loud` has `Drop`, `Quiet` nothing to end, and heap types are freed.
            ("dropped", 3),
            // What the numbers mean is known of `i64` and of `u64`.
            ("kept", 2)
        ]
    );
}
