//! `lang check --verify`: all forms of the corpus keep their rules, and a form that breaks one is found, whichever it is.

use std::path::{Path, PathBuf};
use std::process::Output;

use tests::session::{Session, instantiate};
use tests::{corpus, finish, for_each, lang_command, root};

/// So many programs are verified; `VERIFY=all` takes every one.
const SAMPLE: usize = 40;

fn check(program: &Path, words: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = lang_command(folder.path());
    // The option alone decides.
    command.env_remove("LANG_VERIFY").args(["check", "--allow", "warnings", "--verify"]).args(words).arg(program);
    finish(command).expect("it ends")
}

/// The programs of `tests/run` and `tests/examples`.
fn programs() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = corpus::programs().into_iter().map(|program| program.path).collect();
    let examples = std::fs::read_dir(root().join("tests/examples")).expect("the examples are there");
    let folders = examples.map(|entry| entry.expect("it can be read").path());
    found.extend(folders.filter(|folder| folder.join("lang.toml").exists()));
    found.sort();
    tests::sample("VERIFY", &mut found, SAMPLE);
    found
}

#[test]
fn all_forms_of_the_corpus_keep_their_rules() {
    for_each(&programs(), |program| {
        let output = check(program, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}: {said}", program.display());
    });
}

/// The library's own functions, those too that no program of the corpus calls.
#[test]
fn all_forms_of_the_library_keep_their_rules() {
    let session = Session::open(&root().join("tests/run/hello.lang"));
    let standard: Vec<_> = hir::all_modules(&session.db)
        .iter()
        .filter(|module| module.is_standard(&session.db))
        .filter_map(|module| hir::module_file(&session.db, *module))
        .collect();
    assert!(standard.len() > 30);
    for file in standard {
        let path = file.path(&session.db).to_string();
        assert!(source::text_of_trees(&session.db, file) == **file.text(&session.db), "{path}");
        let module = hir::module_of_file(&session.db, file).expect("it is a module");
        for item in hir::module_items(&session.db, module).ids() {
            if item.kind(&session.db).may_have_body() && hir::has_body(&session.db, item) {
                let told = lower::source_form(&session.db, item).verify();
                assert_eq!(told, Ok(()), "{}", item.path(&session.db));
            }
        }
        let of_file = Session { db: session.db.clone(), file };
        assert_eq!(instantiate(&of_file), Ok(()), "{path}");
    }
}

#[test]
fn a_broken_form_is_found() {
    let program = root().join("tests/run/hello.lang");
    let mut programs = vec![program];
    programs.extend(
        corpus::programs().into_iter().map(|program| program.path).find(|path| path.ends_with("closures.lang")),
    );
    for (form, stage) in [
        ("ast", "the syntax trees of "),
        ("source-cfg", "the source form of `"),
        ("mir-source", "the intermediate code is wrong after instantiation"),
        ("mir", "the intermediate code is wrong after the ABI pass"),
    ] {
        for program in &programs {
            let output = check(program, &["--mutate", form]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{form}: {said}");
            assert!(said.contains("internal error") && said.contains(stage), "{form}: {said}");
            assert!(said.contains("a mistake in the compiler"), "{form}: {said}");
        }
    }
    let output = check(&programs[0], &["--mutate", "clif"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the forms are ast, source-cfg, mir-source, mir"));
}

/// Of programs with errors the trees are verified, and the errors are told as ever.
#[test]
fn programs_with_errors_have_trees() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("main.lang");
    std::fs::write(&program, "fn main { let a = b }\nfn }{ \u{fc} \"\n").expect("it is written");
    let output = check(&program, &[]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(check(&program, &["--mutate", "ast"]).status.code(), Some(2));
}
