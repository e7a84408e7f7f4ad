//! Projects from `new` to `test`, packages that use each other, C on both sides, `run` and its exit code.

use crate::support::{Folder, ended};

#[test]
fn a_fresh_project_works() {
    let folder = Folder::new(&[]);
    folder.lang(&["new", "demo"]).exit(0).says("made the program `demo`");
    let checked = folder.lang(&["check", "demo"]);
    assert_eq!(checked.exit(0).stderr, "", "what `new` writes has no warnings");
    folder.lang(&["run", "demo"]).exit(0).prints("Hello! The first prime above 100 is 101.\n");
    let tested = folder.lang(&["test", "demo"]);
    tested
        .exit(0)
        .prints("running 1 test\ntest primes ... ok\n")
        .prints("test result: ok. 1 passed; 0 failed; 0 filtered out");
    folder.lang(&["build", "demo"]).exit(0);
    let run = ended(folder.command("demo/demo").output().expect("it starts"));
    run.exit(0).prints("Hello!");
    assert_eq!(folder.names(), ["demo"]);
    folder.lang(&["new", "demo"]).exit(2).says("there is a lang.toml in demo already");
}

#[test]
fn a_fresh_library_works() {
    let folder = Folder::new(&[]);
    folder.lang(&["new", "--library", "my-shapes"]).exit(0).says("`my_shapes`");
    folder.lang(&["check", "my-shapes", "--deny", "warnings"]).exit(0);
    folder.lang(&["test", "my-shapes"]).exit(0).prints("1 passed");
    folder.lang(&["run", "my-shapes"]).exit(1).says("error[E0620]").says("it is a library");
    folder.lang(&["build", "my-shapes"]).exit(0);
    assert!(folder.path("my-shapes/my_shapes.o").exists());
}

#[test]
fn the_project_around_the_current_folder() {
    let folder = Folder::new(&[]);
    folder.lang(&["new", "demo"]).exit(0);
    folder.write("demo/deep/er.lang", b"pub fn broken() { missing }\n");
    let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
    command.current_dir(folder.path("demo/deep")).args(["check", "--message-format", "short"]);
    ended(command.output().expect("lang starts")).exit(1).says("deep/er.lang:1:19: error[E");
}

#[test]
fn packages_use_each_other() {
    let folder = Folder::new(&[
        ("app/lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n[dependencies]\nshapes = { path = \"../shapes\" }\n"),
        (
            "app/main.lang",
            "import shapes (area)\nimport shapes.names\nfn main() {\n  println(area(3))\n  println(names.name())\n}\n",
        ),
        ("shapes/lang.toml", "name = \"shapes\"\nversion = \"0.1.0\"\n"),
        (
            "shapes/lib.lang",
            "pub fn area(side: i64) -> i64 {\n  let unused = 1\n  side * side\n}\ntest \"not run by others\" { assert(false) }\n",
        ),
        ("shapes/names.lang", "pub fn name -> String { \"square\" }\n"),
    ]);
    let run = folder.lang(&["run", "app"]);
    run.exit(0).prints("9\nsquare\n");
    assert_eq!(run.stderr, "", "warnings of dependencies are not shown");
    folder.lang(&["test", "app"]).exit(0).prints("0 passed");
    folder.lang(&["check", "shapes"]).exit(0).says("warning[W");
    folder.write("shapes/names.lang", b"pub fn name -> String { 1 }\n");
    folder.lang(&["check", "app"]).exit(1).says("shapes/names.lang:1:");
    folder.write(
        "app/lang.toml",
        b"name = \"app\"\nversion = \"0.1.0\"\n[dependencies]\nshapes = { path = \"shapes\" }\n",
    );
    folder.lang(&["check", "app"]).exit(1).says("error[E0608]").says("app/lang.toml:4:19");
}

#[test]
fn modules_import_each_other_and_the_entry() {
    let folder = Folder::new(&[
        ("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n"),
        ("main.lang", "import a.b (twice)\npub let LIMIT = 21\nfn main() { println(twice(LIMIT)) }\n"),
        ("a/b.lang", "import main\nimport a.c (one)\npub fn twice(x: i64) -> i64 { x + main.LIMIT * one() }\n"),
        ("a/c.lang", "import a.b\npub fn one -> i64 { if false { b.twice(1) } else { 1 } }\n"),
    ]);
    folder.lang(&["run"]).exit(0).prints("42\n");
    folder.lang(&["run", "main.lang"]).exit(0).prints("42\n");
}

#[test]
fn run_passes_on_the_exit_code() {
    let folder = Folder::new(&[
        ("seven.lang", "fn main() -> i32 { 7 }\n"),
        ("panics.lang", "fn main() {\n  let zero = 0\n  println(1 / zero)\n}\n"),
        ("none.lang", "fn helper() {}\n"),
    ]);
    folder.lang(&["run", "seven.lang"]).exit(7);
    folder.lang(&["run", "seven.lang", "--", "some", "arguments"]).exit(7);
    folder.lang(&["run", "panics.lang"]).exit(101).says("panics.lang:3:11: division by zero");
    folder.lang(&["run", "none.lang"]).exit(1).says("error[E0620]");
}

#[test]
fn a_program_ends_when_nobody_reads_its_output() {
    let folder = Folder::new(&[("for_ever.lang", "fn main() { loop { println(1) } }\n")]);
    let mut command = folder.command("sh");
    command.args(["-c", "\"$@\" | head -1", "sh", env!("CARGO_BIN_EXE_lang"), "run", "for_ever.lang"]);
    let run = ended(command.output().expect("a shell"));
    assert_eq!(run.exit(0).stdout, "1\n");
}

#[test]
fn endless_recursion_is_not_silent() {
    let folder =
        Folder::new(&[("deep.lang", "fn deep(n: i64) -> i64 { deep(n + 1) + 1 }\nfn main() { println(deep(0)) }\n")]);
    let run = folder.lang(&["run", "deep.lang"]);
    run.exit(101).says("stack overflow in deep.deep");
}

#[test]
fn tests_run_apart_in_order_with_their_output() {
    let folder = Folder::new(&[(
        "t.lang",
        "test \"one\" { println(\"said by one\") }\n\
         test \"two\" {\n  println(\"said by two\")\n  assert(1 == 2)\n}\n\
         test \"three\" { unsafe { abort() } }\n\
         test \"four\" {}\n\
         extern { fn abort() }\n",
    )]);
    let all = folder.lang(&["test", "t.lang"]);
    all.exit(1)
        .prints("running 4 tests\ntest one ... ok\ntest two ... FAILED\ntest three ... FAILED\ntest four ... ok\n");
    all.prints("---- two ----\nsaid by two\nt.lang:4:").prints("exit code 101").prints("killed by signal 6");
    all.prints("failures:\n    two\n    three\n\ntest result: FAILED. 2 passed; 2 failed; 0 filtered out\n");
    assert!(!all.stdout.contains("said by one"), "the output of what passes is kept back");
    folder.lang(&["test", "t.lang", "--show-output", "one"]).exit(0).prints("said by one").prints("3 filtered out");
    folder.lang(&["test", "t.lang", "o", "--exact"]).exit(0).prints("0 passed; 0 failed; 4 filtered out");
    let list = folder.lang(&["test", "t.lang", "--list"]);
    assert_eq!(list.exit(0).stdout, "one\ntwo\nthree\nfour\n");
    assert_eq!(folder.names(), ["t.lang"]);
}

#[test]
fn an_executable_of_tests_takes_their_numbers() {
    let text = "test \"one\" {}\ntest \"two\" {\n  println(\"two runs\")\n  assert(1 == 2)\n}\ntest \"twofold\" {}\n";
    let folder = Folder::new(&[("t.lang", text)]);
    let built = folder.lang(&["test", "t.lang", "--no-run"]);
    assert_eq!(built.exit(0).stdout, "0 one\n1 two\n2 twofold\n");
    assert_eq!(folder.names(), ["t-tests", "t.lang"]);
    let chosen = folder.lang(&["test", "t.lang", "--no-run", "-o", "chosen", "--exact", "two"]);
    assert_eq!(chosen.exit(0).stdout, "1 two\n");
    let run = ended(folder.command(&folder.path("chosen").to_string_lossy()).arg("1").output().expect("it starts"));
    run.exit(101).says("t.lang:4:").prints("two runs");
    assert_eq!(folder.lang(&["test", "t.lang", "--no-run", "--exact", "tw"]).exit(0).stdout, "");
    folder.write("t.lang", b"test \"one\" { nothing() }\n");
    folder.lang(&["test", "t.lang", "--no-run"]).exit(1).says("t.lang:1:14");
    folder.lang(&["test", "t.lang", "-o", "elsewhere"]).exit(2).says("--no-run");
}

#[test]
fn c_on_both_sides() {
    let folder = Folder::new(&[
        (
            "main.lang",
            "import extern \"m\"\nextern {\n  fn cbrt(x: f64) -> f64\n  fn twice_in_c(x: i64) -> i64\n}\nextern fn thrice(x: i64) -> i64 { x * 3 }\nfn main() {\n  println(unsafe { cbrt(27.0) })\n  println(unsafe { twice_in_c(7) })\n}\n",
        ),
        ("c.c", "long thrice(long x);\nlong twice_in_c(long x) { return thrice(x) - x; }\n"),
    ]);
    let compiled = folder.command("cc").args(["-c", "c.c", "-o", "c.o"]).status().expect("a C compiler");
    assert!(compiled.success());
    folder.lang(&["build", "main.lang", "c.o", "-o", "both"]).exit(0);
    let both = folder.path("both");
    let run = ended(folder.command(&both.to_string_lossy()).output().expect("it starts"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "3\n14\n"));
    // The same through the manifest, where `run` must link too.
    folder.write(
        "lang.toml",
        b"name = \"both\"\nversion = \"0.1.0\"\n[link]\nobjects = [\"c.o\"]\nlibraries = [\"m\"]\n",
    );
    folder.lang(&["run"]).exit(0).prints("3\n14\n");
}
