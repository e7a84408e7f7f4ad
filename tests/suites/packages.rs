//! The libraries that others may use: what `cargo package` makes of them is whole. They are not published by accident: the
//! workspace says `publish = false`, and whoever publishes changes that on purpose, as this does in a copy.

use std::path::Path;
use std::process::Command;

use tests::{corpus, root};

/// What is published, each after what it needs, with files that its package must have, and words that its manifest must.
const PUBLISHED: [(&str, &[&str], &[&str]); 2] = [
    (
        "abi",
        &["README.md", "src/lib.rs", "src/lowering/system_v.rs", "examples/llvm_text/main.rs"],
        &["description = ", "keywords = ", "categories = ", "license = \"MIT OR Apache-2.0\"", "rust-version = "],
    ),
    (
        "mir",
        &["README.md", "src/lib.rs", "src/interpret/c_library.rs"],
        &["description = ", "keywords = ", "categories = ", "license = ", "[dependencies.abi]\nversion = \"0.1.0\""],
    ),
];

/// A workspace of these alone, which allows that they are published.
fn copy(folder: &Path) {
    let manifest = corpus::read(&root().join("Cargo.toml"));
    let (before, rest) = manifest.split_once("members = [").expect("the workspace has members");
    let (_, after) = rest.split_once("\n]\n").expect("the list ends");
    let (_, after) = after.split_once("\n[workspace.package]").expect("it says what all packages have");
    let members = "members = [\"compiler/abi\", \"compiler/mir\"]\n";
    let text = format!("{before}{members}\n[workspace.package]{after}");
    assert!(text.contains("publish = false"), "nothing is published by accident");
    let write = |path: &Path, text: &[u8]| {
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
        std::fs::write(path, text).expect("there is room");
    };
    write(&folder.join("Cargo.toml"), text.replace("publish = false", "publish = true").as_bytes());
    write(&folder.join("Cargo.lock"), corpus::read(&root().join("Cargo.lock")).as_bytes());
    for (name, ..) in PUBLISHED {
        let from = root().join("compiler").join(name);
        corpus::walk(&from, &mut |path| {
            let inside = path.strip_prefix(root()).expect("it is below the root");
            write(&folder.join(inside), &std::fs::read(path).expect("it can be read"));
        });
    }
}

fn cargo(folder: &Path, words: &[&str]) -> Result<String, String> {
    cargo_into(&folder.join("target"), folder, words)
}

/// The same, with what it makes in a folder that may be there already. Warnings of documentation are errors.
fn cargo_into(target: &Path, folder: &Path, words: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).args(words).env("CARGO_TARGET_DIR", target).env("RUSTDOCFLAGS", "-D warnings");
    let output = command.output().map_err(|error| error.to_string())?;
    let [said, wrong] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    if output.status.success() { Ok(said) } else { Err(wrong) }
}

/// Beside the folder `target` with the packages.
fn unpack(folder: &Path, name: &str) {
    let archive = folder.join(format!("target/package/{name}-0.1.0.crate"));
    let unpacked = Command::new("tar").arg("-xzf").arg(&archive).current_dir(folder).output().expect("tar starts");
    assert!(unpacked.status.success(), "{}", String::from_utf8_lossy(&unpacked.stderr));
}

/// `--no-verify`, because no registry has these; so this compiles what was unpacked, `mir` with that `abi`. What they need is
/// compiled once, in a folder that stays.
#[test]
fn what_is_published_compiles_and_is_documented() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let folder = folder.path();
    copy(folder);
    let package = ["package", "--offline", "--no-verify", "--allow-dirty", "--package", "abi", "--package", "mir"];
    cargo(folder, &package).unwrap_or_else(|wrong| panic!("{wrong}"));
    for (name, ..) in PUBLISHED {
        unpack(folder, name);
    }
    let members = "[workspace]\nresolver = \"3\"\nmembers = [\"abi-0.1.0\", \"mir-0.1.0\"]\n";
    let patch = "[patch.crates-io]\nabi = { path = \"abi-0.1.0\" }\n";
    std::fs::write(folder.join("Cargo.toml"), format!("{members}{patch}")).expect("there is room");
    let target = root().join("target/packages");
    let check = || cargo_into(&target, folder, &["check", "--offline", "--package", "abi", "--package", "mir"]);
    let document = |name| cargo_into(&target, folder, &["doc", "--offline", "--no-deps", "--package", name]);
    check().unwrap_or_else(|wrong| panic!("{wrong}"));
    for (name, ..) in PUBLISHED {
        document(name).unwrap_or_else(|wrong| panic!("{wrong}"));
    }

    let library = folder.join("abi-0.1.0/src/lib.rs");
    let text = corpus::read(&library);
    std::fs::write(&library, format!("//! [`nobody::knows`]\n{text}")).expect("there is room");
    let wrong = document("abi").expect_err("a link leads nowhere");
    assert!(wrong.contains("unresolved link to `nobody::knows`"), "{wrong}");
    std::fs::remove_file(folder.join("abi-0.1.0/src/why.rs")).expect("it is there");
    let wrong = check().expect_err("a file is missing");
    assert!(wrong.contains("file not found for module `why`"), "{wrong}");
}

#[test]
fn what_is_published_is_whole() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let folder = folder.path();
    copy(folder);
    // `mir` finds `abi` in a registry that cargo makes for this.
    let package = ["package", "--offline", "--no-verify", "--allow-dirty", "--package", "abi", "--package", "mir"];
    cargo(folder, &package).unwrap_or_else(|wrong| panic!("{wrong}"));
    for (name, files, words) in PUBLISHED {
        unpack(folder, name);
        let inside = folder.join(format!("{name}-0.1.0"));
        for file in files {
            assert!(inside.join(file).is_file(), "{name} lacks {file}");
        }
        assert!(!inside.join("tests").exists(), "{name} has its tests, which need other tools");
        let manifest = corpus::read(&inside.join("Cargo.toml"));
        for word in words {
            assert!(manifest.contains(word), "{name}: {word}: {manifest}");
        }
        assert!(!manifest.contains("\npath = \"../"), "{name} needs what is beside it: {manifest}");
        assert!(corpus::read(&inside.join("README.md")).contains("## What a version promises"), "{name}");
    }
}

#[test]
fn a_dependency_without_a_version_is_noticed() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let folder = folder.path();
    copy(folder);
    let path = folder.join("Cargo.toml");
    let text = corpus::read(&path);
    let right = "abi = { path = \"compiler/abi\", version = \"0.1.0\" }";
    assert!(text.contains(right));
    std::fs::write(&path, text.replace(right, "abi = { path = \"compiler/abi\" }")).expect("there is room");
    let package = ["package", "--offline", "--no-verify", "--allow-dirty", "--package", "abi", "--package", "mir"];
    let wrong = cargo(folder, &package).expect_err("nobody else has that folder");
    assert!(wrong.contains("version"), "{wrong}");
}
