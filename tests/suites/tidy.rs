//! The walls of the house: which room may use which, which part of a room may use which, how long a file may be, what each file must say first, and that the
//! installed program has the libraries that were tested.

#[path = "tidy/modules.rs"]
mod modules;
#[path = "tidy/recipes.rs"]
mod recipes;

use cargo_metadata::{DependencyKind, MetadataCommand};
use modules::Modules;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tests::{corpus, root};

/// The rooms from the ground up with the rooms that each may use. ARCHITECTURE.md tells why.
const ARROWS: &[(&str, &[&str])] = &[
    ("syntax", &[]),
    ("abi", &[]),
    ("abi-c", &["abi"]),
    ("c", &["abi"]),
    ("source", &["syntax"]),
    ("fixtures", &["source"]),
    ("project", &["source"]),
    ("hir", &["source", "syntax"]),
    ("types", &["hir", "source", "abi"]),
    ("mir", &["abi"]),
    ("lower", &["types", "hir", "source", "syntax", "mir", "abi"]),
    ("ide", &["lower", "mir", "types", "hir", "source", "syntax", "abi"]),
    ("doc", &["ide", "types", "hir", "source", "abi"]),
    ("driver", &["debug", "lower", "types", "hir", "source", "project", "mir", "abi", "c"]),
    ("crosscheck", &["driver", "lower", "project", "source", "mir", "abi", "c"]),
    ("lsp", &["ide", "driver", "crosscheck", "project", "source", "mir"]),
    ("backend-llvm", &["mir", "abi"]),
    ("debug", &["mir"]),
    ("backend-cranelift", &["debug", "mir", "abi"]),
    ("tiny", &["backend-cranelift", "debug", "mir", "abi"]),
    (
        "lang",
        &[
            "abi",
            "backend-cranelift",
            "crosscheck",
            "doc",
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
            "abi-c",
            "backend-cranelift",
            "c",
            "crosscheck",
            "debug",
            "driver",
            "fixtures",
            "hir",
            "ide",
            "lower",
            "lsp",
            "mir",
            "project",
            "source",
            "syntax",
            "tiny",
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

/// The walls inside of `abi`, from the ground up: a module uses those of lower layers only, and of its own only what stands
/// inside of the same group. Facts come first, then the description, then questions about types, clang's view of them, the
/// conventions, the choice among these, the adapters to code generators, and what is for people.
const ABI_LAYERS: &[&[&str]] = &[
    &["numbers", "registers", "why"],
    &["convention", "rules"],
    &["target", "description"],
    &["scalars", "copies", "va_list"],
    &["arena"],
    &["c_types", "layout", "cursor"],
    &["classify", "lowering::walk"],
    &["clang"],
    &[
        "lowering::aapcs64",
        "lowering::lp64d",
        "lowering::power",
        "lowering::s390x",
        "lowering::system_v",
        "lowering::wasm",
        "lowering::windows64",
    ],
    &["lowering"],
    &["cranelift", "llvm"],
    &["mutation", "report"],
    &["lib"],
];

fn modules_of_abi() -> Modules {
    Modules::read(&root().join("compiler/abi/src"))
}

#[test]
fn no_module_of_abi_asks_what_stands_above_it() {
    let modules = modules_of_abi();
    let wrong = modules.beyond_walls(ABI_LAYERS);
    assert!(wrong.is_empty(), "see `ABI_LAYERS`: {wrong:#?}");
    let circles = modules.circles();
    assert!(circles.is_empty(), "modules that need each other: {circles:#?}");
}

#[test]
fn the_walls_inside_of_abi_notice_an_arrow_upwards() {
    let modules = modules_of_abi();
    for (module, text, wrong) in [
        ("lowering::system_v", "use crate::llvm::LlvmType;", "`lowering::system_v` must not use `llvm`"),
        ("lowering::s390x", "use crate::cranelift::Plan;", "`lowering::s390x` must not use `cranelift`"),
        (
            "lowering::wasm",
            "use super::power::members::members;",
            "`lowering::wasm` must not use `lowering::power::members`",
        ),
        ("llvm::value", "use crate::cranelift::Plan;", "`llvm::value` must not use `cranelift`"),
        ("why", "use crate::lowering::aapcs64;", "`why` must not use `lowering::aapcs64`"),
        ("clang::storage", "fn f() { crate::lowering::lower() }", "`clang::storage` must not use `lowering`"),
        ("target", "use crate::{Signature, description::FnAbi};", "`target` must not use `lib`"),
    ] {
        let found = modules.with(module, text).beyond_walls(ABI_LAYERS);
        assert!(found.iter().any(|line| line == wrong), "{wrong}: {found:#?}");
    }
    let circle = modules.with("llvm::value", "use super::of_clang::signature_of_clang;");
    assert!(!circle.circles().is_empty());
}

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
            // What tests share may be used by all tests, and by nothing else.
            if target == "fixtures" && dependency.kind == DependencyKind::Development {
                continue;
            }
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

/// Rooms below `project` are tested with the library that programs get.
#[test]
fn fixtures_have_the_standard_library() {
    assert_eq!(fixtures::STANDARD, project::standard_library::MODULES);
}

#[test]
fn what_is_left_of_a_match_has_no_name() {
    let is_named = |line: &str| {
        let pattern = line.trim_start().split_once(" =>").map(|(pattern, _)| pattern);
        let word = pattern.and_then(|pattern| pattern.split(" if ").next()).and_then(|word| word.strip_prefix('_'));
        word.is_some_and(|word| {
            !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
        })
    };
    assert!(is_named("    _other if more => 1,") && !is_named("    _ => 1,") && !is_named("    Some(_other) => 1,"));
    for path in sources() {
        let text = corpus::read(&path);
        let named = text.lines().find(|line| is_named(line));
        assert!(
            named.is_none(),
            "{}: `_ =>` where nothing needs a thought, else every variant: {named:?}",
            below_root(&path)
        );
    }
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
