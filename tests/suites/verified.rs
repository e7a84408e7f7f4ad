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
                for closure in hir::body(&session.db, item).closures() {
                    let form = lower::closure_form(&session.db, item, closure);
                    let told = form.map_or(Ok(()), |form| form.verify());
                    assert_eq!(told, Ok(()), "a closure of {}", item.path(&session.db));
                }
            }
        }
        let of_file = Session { db: session.db.clone(), file };
        assert_eq!(instantiate(&of_file), Ok(()), "{path}");
    }
}

/// A program of two modules, with bodies, closures and methods made for types in both.
const MODULES: [(&str, &str); 2] = [
    (
        "main.lang",
        "import shapes (Shape, widened)

type copy Pair { let @a: i64  let @b: i64 }
impl Show for Pair

fn main {
  let add = fn (a: i64, b: i64) { a + b }
  let twice = fn (a: i64) { a + a }
  println(Pair(add(1, 2), twice(3)))
  println(widened(Shape(1)))
  let names = [\"a\", \"b\"]
  for name in names { println(\"${name:>4}\") }
}
",
    ),
    (
        "shapes.lang",
        "pub type copy Shape { pub let @size: i64 }
impl Show for Shape

pub fn widened(shape: Shape) -> Shape {
  let wide = fn (size: i64) { size * 2 }
  Shape(wide(shape.size))
}
",
    ),
];

/// All that is said to be wrong in the program where all forms of a kind are broken.
fn wrong(form: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in MODULES {
        std::fs::write(folder.path().join(name), text).expect("it is written");
    }
    let program = folder.path().join("main.lang");
    let output = check(&program, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let output = check(&program, &["--mutate", form]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{form}: {said}");
    assert!(said.contains("internal error") && said.contains("a mistake in the compiler"), "{form}: {said}");
    said
}

#[test]
fn each_broken_form_is_found() {
    let cases: [(&str, &[&str]); 4] = [
        ("ast", &["main.lang do not give its text back", "shapes.lang do not give its text back"]),
        ("source-cfg", &["the source form of `main.main` is", "the source form of `main.shapes.widened` is"]),
        (
            "closure",
            &[
                "the source form of closure 1 of `main.main` is",
                "the source form of closure 2 of `main.main` is",
                "the source form of closure 1 of `main.shapes.widened` is",
            ],
        ),
        ("derived", &["of `main.Pair:std.show.Show.show` is", "of `main.shapes.Shape:std.show.Show.show` is"]),
    ];
    for (form, found) in cases {
        let said = wrong(form);
        for found in found {
            assert_eq!(said.matches(found).count(), 1, "{form}, {found}: {said}");
        }
        // Forms of other kinds are whole.
        for (other, others) in cases.iter().filter(|(other, _)| *other != form) {
            assert!(others.iter().all(|found| !said.contains(found)), "{form}, {other}: {said}");
        }
    }
}

#[test]
fn each_broken_part_of_the_intermediate_code_is_found() {
    for (form, stage, other) in [
        ("mir-source", "after instantiation", "after the ABI pass"),
        ("mir", "after the ABI pass", "after instantiation"),
    ] {
        let said = wrong(form);
        assert!(!said.contains(other), "{form}: {said}");
        let parts: Vec<(usize, usize)> = said
            .lines()
            .filter_map(|line| line.split_once(&format!("{stage}, in part ")))
            .filter_map(|(_, part)| part.trim_end_matches(':').split_once(" of "))
            .map(|(number, count)| (number.parse().expect("a number"), count.parse().expect("a number")))
            .collect();
        // Once as debug builds have the code, and once as optimised ones have it.
        let mut expected: Vec<(usize, usize)> = Vec::new();
        for count in [parts[0].1, parts[parts.len() - 1].1] {
            assert!(count > 1, "{form}: {parts:?}");
            expected.extend((1..=count).map(|number| (number, count)));
        }
        assert_eq!(parts, expected, "{form}: {said}");
        // What is wrong in which module of the language.
        assert!(said.contains("main.main") && said.contains("shapes.widened"), "{form}: {said}");
    }
}

#[test]
fn unknown_forms_are_refused() {
    let output = check(&root().join("tests/run/hello.lang"), &["--mutate", "clif"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the forms are ast, source-cfg, closure, derived, mir-source, mir"), "{said}");
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
