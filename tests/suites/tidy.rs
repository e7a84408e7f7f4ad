//! The walls of the house: which room may use which, how long a file may be, what each file must say first, and that the
//! installed program has the libraries that were tested.

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tests::{corpus, root};

/// The rooms from the ground up with the rooms that each may use. ARCHITECTURE.md tells why.
const ARROWS: &[(&str, &[&str])] = &[
    ("syntax", &[]),
    ("abi", &[]),
    ("source", &["syntax"]),
    ("project", &["source"]),
    ("hir", &["source", "syntax"]),
    ("types", &["hir", "source", "abi"]),
    ("mir", &["abi"]),
    ("lower", &["types", "hir", "source", "syntax", "mir", "abi"]),
    ("ide", &["lower", "mir", "types", "hir", "source", "syntax", "abi"]),
    ("driver", &["lower", "types", "hir", "source", "project", "mir", "abi"]),
    ("crosscheck", &["driver", "lower", "project", "source", "mir", "abi"]),
    ("lsp", &["ide", "driver", "crosscheck", "project", "source", "mir"]),
    ("backend-llvm", &["mir", "abi"]),
    ("backend-cranelift", &["mir", "abi"]),
    (
        "lang",
        &[
            "abi",
            "backend-cranelift",
            "crosscheck",
            "driver",
            "hir",
            "ide",
            "lower",
            "lsp",
            "mir",
            "project",
            "source",
            "syntax",
            "types",
        ],
    ),
    (
        "tests",
        &[
            "abi",
            "backend-cranelift",
            "crosscheck",
            "driver",
            "hir",
            "ide",
            "lower",
            "lsp",
            "mir",
            "project",
            "source",
            "syntax",
            "types",
        ],
    ),
];

/// Packages that may appear in one room only.
const FENCED: &[(&str, &[&str])] = &[
    ("inkwell", &["backend-llvm"]),
    ("cranelift", &["backend-cranelift"]),
    ("tower-lsp", &["lsp"]),
    ("tokio", &["lsp"]),
    ("salsa", &["source", "hir", "types", "lower", "project", "driver", "lang", "ide", "lsp", "tests"]),
];

#[test]
fn arrows_point_down() {
    let metadata =
        MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec().expect("cargo metadata");
    let rooms: Vec<_> = metadata.packages.iter().map(|package| package.name.to_string()).collect();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let (_, allowed) =
            ARROWS.iter().find(|(room, _)| *room == name).unwrap_or_else(|| panic!("`{name}` is not drawn in ARROWS"));
        for dependency in &package.dependencies {
            let target = dependency.name.as_str();
            if rooms.iter().any(|room| room == target) {
                assert!(allowed.contains(&target), "`{name}` must not use `{target}` ({:?})", dependency.kind);
            }
            if dependency.kind == DependencyKind::Development {
                continue;
            }
            for (fenced, homes) in FENCED {
                let is_it = target == *fenced || (*fenced == "cranelift" && target.starts_with("cranelift-"));
                assert!(!is_it || homes.contains(&name), "`{target}` must not appear in `{name}`");
            }
        }
    }
}

/// Each library below the packages that `of` selects, with its version and features.
fn libraries(of: &[&str]) -> BTreeSet<String> {
    let tree = ["tree", "--offline", "--locked", "--prefix", "none", "--format", "{p} [{f}]"];
    let output = Command::new(env!("CARGO")).args(tree).args(of).current_dir(root()).output().expect("cargo tree");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("text of cargo");
    let found: BTreeSet<_> = lines.lines().map(|line| line.trim_end_matches(" (*)").to_string()).collect();
    assert!(found.len() > 100, "{found:#?}");
    found
}

#[test]
fn the_binary_alone_has_the_libraries_of_the_workspace() {
    let alone = libraries(&["--package", "lang", "--edges", "normal,build"]);
    let all = libraries(&["--workspace", "--edges", "normal,build,dev"]);
    let other: Vec<_> = alone.difference(&all).collect();
    assert!(
        other.is_empty(),
        "`cargo build` would compile these again with other features; see `compiler/lang/Cargo.toml`: {other:#?}"
    );
}

fn sources() -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for folder in ["backend-cranelift", "backend-llvm", "compiler", "lsp", "tests"] {
        corpus::walk(&root().join(folder), &mut |path| {
            let text = path.to_string_lossy();
            if path.extension().is_some_and(|ending| ending == "rs") && !text.contains("/target/") {
                found.push(path.to_path_buf());
            }
        });
    }
    found.sort();
    found
}

fn below_root(path: &Path) -> String {
    path.strip_prefix(root()).expect("found below the root").display().to_string()
}

#[test]
fn files_are_short() {
    let long: Vec<_> = sources()
        .into_iter()
        .map(|path| (corpus::read(&path).lines().count(), below_root(&path)))
        .filter(|(lines, _)| *lines > 800)
        .collect();
    assert!(long.is_empty(), "files over 800 lines; split each by noun: {long:#?}");
}

#[test]
fn every_file_says_what_it_owns() {
    let silent: Vec<_> = sources()
        .into_iter()
        .filter(|path| !corpus::read(path).starts_with("//!"))
        .map(|path| below_root(&path))
        .collect();
    assert!(silent.is_empty(), "files without a module doc on line 1: {silent:#?}");
}

#[test]
fn nothing_is_left_open_or_switched_off() {
    // Assembled from pieces so that this file does not find itself.
    let words = [
        ["to", "do!("],
        ["unimple", "mented!("],
        ["FIX", "ME"],
        ["TO", "DO"],
        ["#[ign", "ore"],
        ["allow(clip", "py"],
        ["allow(dead_", "code"],
    ];
    for path in sources() {
        let text = corpus::read(&path);
        for word in &words {
            assert!(!text.contains(&word.concat()), "{} contains `{}`", below_root(&path), word.concat());
        }
    }
}
