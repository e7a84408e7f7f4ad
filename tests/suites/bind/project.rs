//! `[bind]` in `lang.toml`: modules that are made when a program is loaded. The witnesses are the header, whose change must show,
//! and the whole module, of which any part must be as good as the whole.

use std::path::Path;
use std::process::Output;

use tests::{for_each, has_llvm, lang_command};

use super::libraries::LIBRARIES;
use super::{has_clang, module, succeeded};

const HEADER: &str = "\
/* Two numbers. */
struct pair { short low; int high; };
typedef struct { int quot, rem; } div_t;
div_t div(int numerator, int denominator);
int abs(int number);
#define STEP 4
";

const MAIN: &str = "\
import native (STEP, abs, div, pair)

fn main {
  let both = pair(low: 7, high: STEP)
  unsafe {
    let parts = div(abs(-both.high * 10), both.low as i32)
    println(parts.quot)
    println(parts.rem)
  }
}
";

fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn manifest(bind: &str) -> String {
    format!("name = \"app\"\nversion = \"0.1.0\"\n\n[bind]\n{bind}\n")
}

fn lang(folder: &Path, arguments: &[&str]) -> Output {
    lang_command(folder).args(arguments).current_dir(folder).output().expect("lang runs")
}

#[test]
fn a_project_calls_what_its_header_declares() {
    if !has_clang() {
        return;
    }
    let manifest = manifest("native = { header = \"c/native.h\" }");
    let folder = project(&[("lang.toml", &manifest), ("c/native.h", HEADER), ("main.lang", MAIN)]);
    let folder = folder.path();
    let backends: &[&str] = if has_llvm() { &["cranelift", "llvm"] } else { &["cranelift"] };
    for (step, expected) in [("4", "5\n5\n"), ("5", "7\n1\n")] {
        std::fs::write(folder.join("c/native.h"), HEADER.replace("STEP 4", &format!("STEP {step}"))).expect("a file");
        for backend in backends {
            assert_eq!(succeeded(&lang(folder, &["run", "--backend", backend])), expected, "{backend}");
            // A file by itself finds the module by the manifest above it.
            assert_eq!(succeeded(&lang(folder, &["run", "--backend", backend, "main.lang"])), expected);
        }
    }
    // Another type, so other code that uses it is wrong.
    let text = HEADER.replace("short low", "const char *low");
    std::fs::write(folder.join("c/native.h"), text).expect("a file");
    let refused = lang(folder, &["check", "--message-format", "short"]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
}

/// Each change of what a header is must show, also one that leaves its time and its length.
#[test]
fn no_change_of_a_header_is_missed() {
    if !has_clang() {
        return;
    }
    let manifest =
        format!("{}[c]\ninclude = [\"first\", \"second\"]\n", manifest("native = { header = \"native.h\" }"));
    let main = "import native (STEP)\n\nfn main { println(STEP) }\n";
    let folder = project(&[("lang.toml", &manifest), ("second/native.h", "#define STEP 1\n"), ("main.lang", main)]);
    let folder = folder.path();
    let output = || succeeded(&lang(folder, &["run"]));
    assert_eq!(output(), "1\n");
    let header = folder.join("second/native.h");
    let time = std::fs::metadata(&header).and_then(|metadata| metadata.modified()).expect("it has a time");
    std::fs::write(&header, "#define STEP 2\n").expect("a file");
    let file = std::fs::File::options().append(true).open(&header).expect("it is there");
    file.set_modified(time).expect("the time can be set");
    assert_eq!(output(), "2\n");
    // Another one comes before it, beside the manifest at last.
    for (place, text) in [("first/native.h", "3"), ("native.h", "4")] {
        let path = folder.join(place);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        std::fs::write(path, format!("#define STEP {text}\n")).expect("a file");
        assert_eq!(output(), format!("{text}\n"));
    }
    #[cfg(unix)]
    {
        std::fs::write(folder.join("other.h"), "#define STEP 5\n").expect("a file");
        std::fs::remove_file(folder.join("native.h")).expect("it is there");
        std::os::unix::fs::symlink("other.h", folder.join("native.h")).expect("a link");
        assert_eq!(output(), "5\n");
    }
}

/// Two modules have functions of one header, whose records are two types and one for C; a dependency has a third.
#[test]
fn modules_of_overlapping_headers_agree() {
    if !has_clang() {
        return;
    }
    let other = "#include \"native.h\"\nint sum(struct pair of);\nstruct pair swapped(struct pair of);\n";
    let native = "#pragma once\n".to_string()
        + &HEADER.replace("div_t div(int", "union both { int whole; float part; };\ndiv_t div(int")
        + "struct pair swapped(struct pair of);\n";
    let own = manifest("native = { header = \"native.h\" }\nwhole = { header = [\"other.h\", \"native.h\"] }")
        + "[dependencies]\nnumbers = { path = \"numbers\" }\n";
    let of_package = manifest("native = { header = \"../native.h\" }").replace("\"app\"", "\"numbers\"");
    let main = "\
import native (div, pair)
import whole (div as div_of_whole)
import numbers (seven)

type copy mine { let @low: i16 let @high: i32 }

extern {
  @[name(\"swapped\")] fn swapped_mine(of: mine) -> mine
}

fn main {
  unsafe {
    println(div(17, 5).quot + div_of_whole(17, 5).rem + seven())
  }
  println(pair(low: 1, high: 2).high)
}
";
    let folder = project(&[
        ("lang.toml", &own),
        ("native.h", &native),
        ("other.h", other),
        ("main.lang", main),
        ("numbers/lang.toml", &of_package),
        ("numbers/lib.lang", "import native (div)\n\npub fn seven -> i32 { unsafe { div(36, 5).quot } }\n"),
    ]);
    let folder = folder.path();
    let backends: &[&str] = if has_llvm() { &["cranelift", "llvm"] } else { &["cranelift"] };
    for backend in backends {
        for release in [&[][..], &["--release"]] {
            let arguments = [&["run", "--backend", backend][..], release].concat();
            assert_eq!(succeeded(&lang(folder, &arguments)), "12\n2\n", "{arguments:?}");
        }
    }
    // What really differs is refused.
    for (from, to) in [
        ("@high: i32", "@high: i64"),
        ("@low: i16 let @high: i32", "@high: i32 let @low: i16"),
        ("@high: i32", "@wide: i32"),
        ("type copy mine", "@[packed]\ntype copy mine"),
        ("type copy mine", "@[align(8)]\ntype copy mine"),
    ] {
        assert!(main.contains(from));
        std::fs::write(folder.join("main.lang"), main.replace(from, to)).expect("a file");
        let refused = lang(folder, &["check", "--message-format", "short"]);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(1) && told.contains("E0256"), "{from} {to}: {told}");
    }
}

#[test]
fn names_that_are_not_there_have_neighbours() {
    if !has_clang() {
        return;
    }
    let main = "import native (dib)\n\nfn main { }\n";
    let manifest = manifest("native = { header = \"c/native.h\" }");
    let folder = project(&[("lang.toml", &manifest), ("c/native.h", HEADER), ("main.lang", main)]);
    let told = lang(folder.path(), &["check"]);
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.contains("E0107") && told.contains("did you mean `div`"), "{told}");
}

#[test]
fn a_package_has_the_modules_of_its_own_manifest() {
    if !has_clang() {
        return;
    }
    let own = "name = \"app\"\nversion = \"0.1.0\"\n\n[dependencies]\nnumbers = { path = \"numbers\" }\n";
    let of_package = manifest("native = { header = \"native.h\" }").replace("\"app\"", "\"numbers\"");
    let folder = project(&[
        ("lang.toml", own),
        (
            "main.lang",
            "import numbers.native (abs)\nimport numbers (five)\n\nfn main { unsafe { println(abs(-five())) } }\n",
        ),
        ("numbers/lang.toml", &of_package),
        ("numbers/lib.lang", "import native (STEP)\n\npub fn five -> i32 { STEP + 1 }\n"),
        ("numbers/native.h", HEADER),
    ]);
    assert_eq!(succeeded(&lang(folder.path(), &["run"])), "5\n");
}

#[test]
fn what_cannot_be_made_is_told_once() {
    let files = |bind: &str, header: &str| {
        let manifest = manifest(bind);
        project(&[("lang.toml", manifest.as_str()), ("native.h", header), ("main.lang", MAIN)])
    };
    let told = |folder: &tempfile::TempDir, library: Option<&str>| {
        let mut command = lang_command(folder.path());
        if let Some(library) = library {
            command.env("LIBCLANG_PATH", library);
        }
        let output = command.args(["check", "--message-format", "short"]).current_dir(folder.path()).output();
        let output = output.expect("lang runs");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let without = told(&files("native = { header = \"native.h\" }", HEADER), Some("/nowhere"));
    assert!(without.contains("E0659") && without.contains("/nowhere") && !without.contains("E0107"), "{without}");
    let taken = told(&files("main = { header = \"native.h\" }", HEADER), None);
    assert!(taken.contains("E0659") && taken.contains("taken already"), "{taken}");
    let twice = told(&files("main = { header = \"native.h\" }\nnative = { headers = \"native.h\" }", HEADER), None);
    assert!(twice.contains("E0604") && twice.contains("E0606"), "{twice}");
    if !has_clang() {
        return;
    }
    let missing = told(&files("native = { header = \"no.h\" }", HEADER), None);
    assert!(missing.contains("E0659") && missing.contains("no.h") && !missing.contains("E0107"), "{missing}");
    let wrong = told(&files("native = { header = \"native.h\" }", "int wrong(struct nothing);\nint a b;\n"), None);
    assert!(wrong.contains("E0659"), "{wrong}");
    let folder = files("native = { header = \"native.h\" }", HEADER);
    std::fs::write(folder.path().join("native.lang"), "").expect("a file");
    let twice = told(&folder, None);
    assert!(twice.contains("E0659") && twice.contains("taken already"), "{twice}");
}

/// Whatever a program names of a module must be there with all that it needs: ten names at random of each library, and all of
/// the names with it in one program.
#[test]
fn a_part_of_a_module_is_as_good_as_the_whole() {
    if !has_clang() {
        return;
    }
    let seed = tests::seed("BIND_SEED");
    println!("BIND_SEED={seed}");
    for_each(&LIBRARIES, |library| {
        let Some(place) = library.place() else { return };
        let folder = tempfile::tempdir().expect("a folder");
        let path = module(folder.path(), library, &place);
        let text = std::fs::read_to_string(&path).expect("a module");
        std::fs::remove_file(&path).expect("it is there");
        let names = declared(&text);
        // The same options, in the words of a manifest.
        let with = |start: &str| {
            let found = place.options.iter().filter_map(|option| option.strip_prefix(start));
            found.map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ")
        };
        let headers: Vec<String> = library.headers.iter().map(|header| format!("{header:?}")).collect();
        let manifest = format!(
            "{}[c]\ninclude = [{}]\ndefine = [{}]\n",
            manifest(&format!("bound = {{ header = [{}] }}", headers.join(", "))),
            with("-I"),
            with("-D")
        );
        std::fs::write(folder.path().join("lang.toml"), manifest).expect("a file");
        let mut random = fastrand::Rng::with_seed(seed);
        for count in [1, 10, 10, names.len()] {
            let mut chosen = names.clone();
            random.shuffle(&mut chosen);
            chosen.truncate(count);
            let main = format!("pub import bound ({})\n\nfn main {{ }}\n", chosen.join(", "));
            std::fs::write(folder.path().join("main.lang"), main).expect("a file");
            let output = lang(folder.path(), &["check", "--message-format", "short"]);
            assert!(output.status.success(), "{} of {}: {output:?}", chosen.join(", "), library.name);
        }
    });
}

/// The names that a module declares: at the top, and of C's in `extern { … }`.
fn declared(text: &str) -> Vec<&str> {
    let mut is_of_c = false;
    let mut names = Vec::new();
    for line in text.lines() {
        is_of_c = line.starts_with("extern {") || (is_of_c && (line.starts_with(' ') || line.is_empty()));
        let head = if is_of_c { line.trim_start() } else { line };
        let Some(head) = head.strip_prefix("pub ") else { continue };
        let words = head.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let mut words = words.filter(|word| !word.is_empty());
        names.extend(words.find(|word| !matches!(*word, "fn" | "let" | "mut" | "type" | "copy" | "union")));
    }
    names
}

/// A name that a header has and its module has not is no slip: what became of it is told where it is used.
#[test]
fn what_is_left_out_is_told_where_it_is_used() {
    if !has_clang() {
        return;
    }
    let header = "#include \"other.h\"\n#define TWICE(x) (2 * (x))\n#define SIZE sizeof(int) *\nstatic int own(int x) { return x; }\n\
        int far_off(int x);\nint near_by(int x);\nextern int open_list[];\n#define LIMIT 3\n";
    let main = "import native as n\n\nfn main {\n  unsafe {\n    println(n.near_by(1))\n    n.TWICE(1)\n    \
        n.SIZE\n    n.own(1)\n    n.open_list\n    n.elsewhere(1)\n    n.near_bz(1)\n  }\n}\n";
    let manifest = manifest("native = { header = \"c/native.h\" }");
    let files = [
        ("lang.toml", &*manifest),
        ("c/native.h", header),
        ("other.h", "int elsewhere(int x);\n"),
        ("main.lang", main),
    ];
    let include = format!("{manifest}\n[c]\ninclude = [\".\"]\n");
    let folder = project(&files);
    std::fs::write(folder.path().join("lang.toml"), &include).expect("a file");
    let told = |folder: &Path| String::from_utf8_lossy(&lang(folder, &["check"]).stderr).into_owned();
    let text = told(folder.path());
    for expected in [
        "native.h:2; it is left out: a macro with parameters",
        "native.h:3; it is left out: a macro that is no constant",
        "native.h:4; it is left out: it is `static`",
        "native.h:7; it is left out: ",
        "other.h:1, which does not count as a header of `native`",
        "did you mean `near_by`?",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert_eq!(text.matches("did you mean").count(), 1, "{text}");
    // The same where a pattern leaves it out; what the advice says is right.
    let main =
        "import native (far_off, near_by, LIMIT)\n\nfn main { unsafe { println(near_by(LIMIT) + far_off(1)) } }\n";
    std::fs::write(folder.path().join("main.lang"), main).expect("a file");
    for (only, missing) in [
        ("[\"near*\"]", &["far_off", "LIMIT"][..]),
        ("[\"near*\", \"far_off\"]", &["LIMIT"]),
        ("[\"near*\", \"far_off\", \"LIMIT\"]", &[]),
    ] {
        let with = include.replace("c/native.h\" }", &format!("c/native.h\", only = {only} }}"));
        std::fs::write(folder.path().join("lang.toml"), with).expect("a file");
        let text = told(folder.path());
        assert_eq!(text.matches("`only` leaves it out").count(), missing.len(), "{text}");
        for name in missing {
            assert!(text.contains(&format!("{}, \"{name}\"]`", only.trim_end_matches(']'))), "{text}");
        }
        assert_eq!(text.contains("E0107"), !missing.is_empty(), "{text}");
    }
}

#[test]
fn problems_of_bound_modules_say_what_to_do() {
    if !has_clang() {
        return;
    }
    let check = |bind: &str, header: &str, main: &str, command: &str| {
        let manifest = manifest(bind);
        let folder = project(&[("lang.toml", manifest.as_str()), ("native.h", header), ("main.lang", main)]);
        let output = lang(folder.path(), &[command]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let native = "native = { header = \"native.h\" }";
    // Nobody has the function: the header says where it was promised, and `link` is where its library goes.
    let main = "import native (nobody_has_it)\n\nfn main { unsafe { println(nobody_has_it(1)) } }\n";
    let text = check(native, "int first;\nint nobody_has_it(int x);\n", main, "run");
    assert!(text.contains("E0627") && text.contains("native.h:2:5") && text.contains("`link = \"…\"`"), "{text}");
    // Who declares it otherwise sees C's own declaration.
    let main = "import native as n\n\nextern {\n  @[name(\"take\")]\n  fn mine(it: f64) -> i32\n}\n\nfn main { unsafe { println(mine(1.0) + n.take(1)) } }\n";
    let text = check(native, "int first;\nint take(int x);\n", main, "check");
    assert!(text.contains("E0256") && text.contains("native.h:2:5"), "{text}");
    // What follows from a module that is not there is not told.
    let main = "import native (thing)\nimport native as n\n\nfn main {\n  unsafe {\n    let a = thing(1)\n    let b = [a]\n    let c = n.other(b)\n    println(c)\n  }\n}\n";
    let text = check("native = { header = \"gone.h\" }", "", main, "check");
    assert!(text.contains("E0659") && text.contains("1 error\n") && !text.contains("errors"), "{text}");
    let main = "fn main { }\n";
    let text = check(native, "namespace a { int b; }\n", main, "check");
    assert!(text.contains("it is C++ (`namespace`)"), "{text}");
    let folder = project(&[("x.hpp", "#include <no_vector>\n")]);
    let refused = lang(folder.path(), &["bind", "x.hpp"]);
    let refused = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.contains("no_vector") && refused.contains("`x.hpp` is called as headers of C++ are"), "{refused}");
    let text = check("native = { header = \"native.h\", only = \"zz*\" }", "int lone(int x);\n", main, "check");
    assert!(text.contains("the only name in ") && text.contains("is not like `zz*`"), "{text}");
    let main = "@[header(\"errno.h\", \"stdlib.h\")]\nextern {\n  fn errno() -> i32\n  fn nowhere() -> i32\n}\n\nfn main { }\n";
    let text = check(native, "int lone(int x);\n", main, "check");
    assert_eq!(text.matches("E0641").count(), 2, "{text}");
    assert_eq!(text.matches("in C it is a macro").count(), 1, "{text}");
}
