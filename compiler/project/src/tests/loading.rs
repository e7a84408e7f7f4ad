//! Folders on disk become inputs: which modules, which packages, which reports.

use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};
use source::Database;

use crate::{HeaderItems, Input, TargetNames, book, disk, load, standard_library, template};

fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

/// Loads and shows packages, modules and reports, without the folder's changing name.
fn loaded(root: &Path, input: &Input, expected: Expect) {
    let db = Database::new();
    let target = TargetNames { triple: "x86_64-linux-gnu".to_string(), os: "linux".to_string() };
    let loaded = load(&db, input, &target, None, HeaderItems::All);
    let mut shown = String::new();
    for package in loaded.program.packages(&db).iter().skip(1) {
        let root = if *package == loaded.root { " (root)" } else { "" };
        let dependencies: Vec<String> = package.dependencies(&db).iter().map(|(name, _)| name.to_string()).collect();
        shown += &format!("package {}{root} {dependencies:?}\n", package.name(&db));
        for (path, file) in package.modules(&db) {
            shown += &format!("  `{path}` {}\n", file.path(&db));
        }
    }
    for report in &loaded.reports {
        let place = report.primary.as_ref().expect("each has a place");
        let range = place.range.start as usize..place.range.end as usize;
        shown +=
            &format!("{} {} `{}` {}\n", report.kind.code, place.origin.path, &place.origin.text[range], report.message);
    }
    expected.assert_eq(&shown.replace(&format!("{}/", root.display()), ""));
}

const GEOMETRY: &[u8] = b"name = \"geometry\"\nversion = \"0.1.0\"\n";

#[test]
fn a_single_file_with_its_imports() {
    let files: &[(&str, &[u8])] = &[
        ("one.lang", b"import two.three\nimport missing\nimport std.c\nfn main() {}\n"),
        ("two/three.lang", b"import one\nimport four\n"),
        ("four.lang", b""),
        ("unrelated.lang", b"syntax error"),
    ];
    let folder = folder(files);
    let root = folder.path();
    loaded(
        root,
        &Input::File(root.join("one.lang")),
        expect![[r#"
        package one (root) []
          `` one.lang
          `four` four.lang
          `two.three` two/three.lang
    "#]],
    );
}

#[test]
fn a_project_with_a_dependency() {
    let files: &[(&str, &[u8])] = &[
        (
            "app/lang.toml",
            b"name = \"app\"\nversion = \"0.1.0\"\n[dependencies]\ngeometry = { path = \"../geometry\" }\n",
        ),
        ("app/main.lang", b""),
        ("app/a/b.lang", b""),
        ("app/a/not.a.module.lang", b""),
        ("app/.hidden/c.lang", b""),
        ("app/inner/lang.toml", b"name = \"inner\"\nversion = \"0.1.0\"\n"),
        ("app/inner/lib.lang", b""),
        ("geometry/lang.toml", GEOMETRY),
        ("geometry/lib.lang", b""),
        ("geometry/main.lang", b""),
        ("geometry/vec.lang", b""),
    ];
    let folder = folder(files);
    let root = folder.path();
    let expected = expect![[r#"
        package geometry []
          `` geometry/lib.lang
          `vec` geometry/vec.lang
        package app (root) ["geometry"]
          `` app/main.lang
          `a.b` app/a/b.lang
    "#]];
    loaded(root, &Input::Folder(root.join("app")), expected);
    loaded(
        root,
        &Input::Folder(root.join("geometry")),
        expect![[r#"
        package geometry (root) []
          `` geometry/main.lang
          `lib` geometry/lib.lang
          `vec` geometry/vec.lang
    "#]],
    );
    // A file of a project is loaded with the project's dependencies, but only with the modules that it imports.
    loaded(
        root,
        &Input::File(root.join("app/a/b.lang")),
        expect![[r#"
        package geometry []
          `` geometry/lib.lang
          `vec` geometry/vec.lang
        package app (root) ["geometry"]
          `` app/a/b.lang
    "#]],
    );
}

#[test]
fn wrong_dependencies() {
    let files: &[(&str, &[u8])] = &[
        (
            "app/lang.toml",
            b"name = \"app\"\nversion = \"0.1.0\"\n[dependencies]\nb = { path = \"../b\" }\nnone = { path = \"../none\" }\nother = { path = \"../twin\" }\nshape = { path = \"../geometry\" }\n",
        ),
        ("app/main.lang", b""),
        ("b/lang.toml", b"name = \"b\"\nversion = \"0.1.0\"\n[dependencies]\nc = { path = \"../c\" }\n"),
        ("b/lib.lang", b""),
        ("c/lang.toml", b"name = \"c\"\nversion = \"0.1.0\"\n[dependencies]\nb = { path = \"../b\" }\n"),
        ("twin/lang.toml", b"name = \"b\"\nversion = \"0.1.0\"\n"),
        ("twin/lib.lang", b""),
        ("geometry/lang.toml", GEOMETRY),
        ("geometry/lib.lang", b""),
    ];
    let folder = folder(files);
    let root = folder.path();
    loaded(
        root,
        &Input::Folder(root.join("app")),
        expect![[r#"
        package c []
        package b ["c"]
          `` b/lib.lang
        package geometry []
          `` geometry/lib.lang
        package app (root) ["b", "shape"]
          `` app/main.lang
        E0610 c/lang.toml `"../b"` packages depend on each other: b → c → b
        E0612 c/lang.toml `` the library c has no lib.lang
        E0608 app/lang.toml `"../none"` the dependency `none` is not there
        E0611 app/lang.toml `"../twin"` two packages are called `b`: b and twin
        E0609 app/lang.toml `shape` the package that `shape` leads to calls itself `geometry`
    "#]],
    );
}

#[test]
fn files_that_cannot_be_used() {
    let files: &[(&str, &[u8])] = &[
        ("app/lang.toml", b"name = \"app\"\nversion = \"0.1.0\"\n"),
        ("app/latin.lang", b"# caf\xe9\nfn f() {}\n"),
        ("bad/lang.toml", b"name = \"\xff\"\n"),
    ];
    let folder = folder(files);
    let root = folder.path();
    let link = root.join("app/dangling.lang");
    std::os::unix::fs::symlink(root.join("nowhere"), link).expect("a link");
    loaded(
        root,
        &Input::Folder(root.join("app")),
        expect![[r#"
        package app (root) []
          `dangling` app/dangling.lang
          `latin` app/latin.lang
        E0602 app/dangling.lang `` cannot read app/dangling.lang: no such file or directory
        E0601 app/latin.lang `�` the file is not UTF-8: byte 0xe9 does not belong here
        E0612 app/lang.toml `` app has neither main.lang nor lib.lang
    "#]],
    );
    loaded(
        root,
        &Input::Folder(root.join("bad")),
        expect![[r#"
        package bad (root) []
        E0601 bad/lang.toml `�` the file is not UTF-8: byte 0xff does not belong here
        E0612 bad/lang.toml `` bad has neither main.lang nor lib.lang
    "#]],
    );
}

#[test]
fn arguments_that_lead_nowhere() {
    let folder = folder(&[("a.txt", b""), ("b.lang", b""), ("p/lang.toml", b"")]);
    let root = folder.path();
    let read = |name: &str| {
        Input::of_argument(Some(&root.join(name)))
            .map_err(|problem| problem.0.replace(&format!("{}/", root.display()), ""))
    };
    assert_eq!(read("b.lang"), Ok(Input::File(root.join("b.lang"))));
    assert_eq!(read("p"), Ok(Input::Folder(root.join("p"))));
    assert_eq!(read("p/lang.toml"), Ok(Input::Folder(root.join("p"))));
    assert_eq!(read("a.txt"), Err("a.txt does not end in .lang".to_string()));
    assert_eq!(read("c.lang"), Err("there is no file c.lang".to_string()));
    assert_eq!(Input::of_argument(Some(Path::new("-"))), Ok(Input::StandardInput));
    assert!(Input::of_argument(Some(root)).is_err());
}

#[test]
fn the_list_of_the_standard_library_is_complete() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../std");
    let (files, _) = disk::module_files(&folder);
    let mut on_disk: Vec<String> =
        files.iter().map(|path| path.with_extension("").to_string_lossy().replace('/', ".")).collect();
    let mut listed: Vec<&str> = standard_library::MODULES.iter().map(|(path, _)| *path).collect();
    on_disk.sort_unstable();
    listed.sort_unstable();
    assert_eq!(on_disk, listed);
}

#[test]
fn the_list_of_chapters_is_complete() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../std/book");
    let mut on_disk: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder of the book")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    on_disk.sort_unstable();
    let listed: Vec<&str> = book::BOOK.iter().map(|(file, _)| *file).collect();
    assert_eq!(on_disk, listed);
    for (file, text) in book::BOOK {
        assert!(text.starts_with("# "), "{file} begins with its title");
    }
}

#[test]
fn the_standard_library_is_written_once_and_read_only() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = standard_library::write_to(folder.path(), "1").expect("a writable folder");
    let path = root.join("std/runtime.lang");
    let written = std::fs::metadata(&path).expect("the file is there");
    assert!(written.permissions().readonly());
    standard_library::write_to(folder.path(), "1").expect("a second time");
    let again = std::fs::metadata(&path).expect("the file is there");
    assert_eq!(written.modified().ok(), again.modified().ok());
}

#[test]
fn a_new_project_loads_and_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let project = folder.path().join("my-app");
    assert_eq!(template::create(&project, None, false), Ok("my_app".to_string()));
    assert!(template::create(&project, None, false).is_err());
    loaded(
        folder.path(),
        &Input::Folder(project),
        expect![[r#"
        package my_app (root) []
          `` my-app/main.lang
    "#]],
    );
    assert!(template::create(&folder.path().join("9"), None, true).is_err());
    assert_eq!(template::create(&folder.path().join("9"), Some("nine"), true), Ok("nine".to_string()));
}
