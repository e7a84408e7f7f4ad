//! What `lang header` writes for C, C++, Python and Rust. `tests/bindings/station.lang` is built as a shared library by each
//! code generator, and a program of each language calls it in every form and prints the sizes, alignments and offsets that it
//! sees, which must be those of `lang abi`. A text with two fields or two parameters exchanged must be noticed by each.
//!
//! Of all programs in the corpora that C can call, the header is compiled as C99, C23 and C++17 by gcc and clang, with
//! everything that these warn of, the module of Rust by rustc and that of Python by Python; `BINDINGS=all` has no sample.
//! Random structures go by value through Python and back (`VALUES=200` programs, from `VALUES_SEED` on): what `ctypes` passes
//! wrongly must have been refused.

#[path = "bindings/names.rs"]
mod names;
#[path = "bindings/of_headers.rs"]
mod of_headers;
#[path = "bindings/random_values.rs"]
mod random_values;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use serde_json::Value;
use tests::{corpus, finish, for_each, has_llvm, lang_command, root, sample};

const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-psabi"];

/// Compilers with the languages that they read.
const COMPILERS: [&[&str]; 6] = [
    &["gcc", "-xc", "-std=c99"],
    &["gcc", "-xc", "-std=c2x"],
    &["clang-22", "-xc", "-std=c99"],
    &["clang-22", "-xc", "-std=c23"],
    &["g++", "-xc++", "-std=c++17"],
    &["clang++-22", "-xc++", "-std=c++17"],
];

/// How many programs of the corpora are asked if nobody wants all.
const PROGRAMS: usize = 14;

/// Names that C and Python, of these types, have other words for.
const RENAMED: [(&str, &str); 1] = [("float", "float_")];
const RENAMED_IN_PYTHON: [(&str, &str); 2] = [("from", "from_"), ("lambda", "lambda_")];

fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: {program} is not installed");
    }
    there
}

fn station() -> PathBuf {
    root().join("tests/bindings/station.lang")
}

/// What a command prints, or what went wrong.
fn said(command: Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = finish(command)?;
    let [out, wrong] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    if output.status.success() { Ok(out) } else { Err(format!("{shown}: {}\n{out}{wrong}", output.status)) }
}

fn lang(folder: &Path, words: &[&str]) -> Result<String, String> {
    let mut command = lang_command(&folder.join("cache"));
    command.args(words);
    said(command)
}

/// A type as `lang abi` has it.
struct Layout {
    name: String,
    size: u64,
    align: u64,
    fields: Vec<(String, u64)>,
}

/// The structures and unions of the station, by their names in C.
fn layouts(folder: &Path) -> Vec<Layout> {
    let told = lang(folder, &["abi", "--format", "json", &station().display().to_string()]).expect("it is described");
    let report: Value = serde_json::from_str(&told).expect("it is JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let number = |value: &Value| value.as_u64().expect("it is a number");
    let mut found = Vec::new();
    for ty in list(&report["types"]) {
        let name = ty["name"].as_str().expect("it has a name").trim_start_matches("station.");
        let name = name.replace("[", "_").replace(", ", "_").replace(']', "");
        let on = &ty["targets"][0];
        let fields: Vec<(String, u64)> = list(&on["fields"])
            .iter()
            .map(|field| (field["name"].as_str().expect("a field has a name").to_owned(), number(&field["offset"])))
            .collect();
        // What an enum carries is found by calls.
        if !fields.is_empty() && ty["form"].as_str().is_some_and(|form| !form.contains("enum")) {
            found.push(Layout { name, size: number(&on["size"]), align: number(&on["align"]), fields });
        }
    }
    assert!(found.len() > 12, "{}", found.len());
    found
}

/// The layouts without some types, with fields renamed, and what is to be printed of them.
fn asked(layouts: &[Layout], without: &[&str], renamed: &[(&str, &str)]) -> (Vec<(String, Vec<String>)>, String) {
    let (mut types, mut expected) = (Vec::new(), String::new());
    for layout in layouts.iter().filter(|layout| !without.contains(&layout.name.as_str())) {
        let other = |name: &str| renamed.iter().chain(&RENAMED).find(|(from, _)| *from == name).map(|(_, to)| *to);
        let fields: Vec<String> =
            layout.fields.iter().map(|(name, _)| other(name).unwrap_or(name).to_owned()).collect();
        expected += &format!("{} {} {}", layout.name, layout.size, layout.align);
        for (field, (_, offset)) in fields.iter().zip(&layout.fields) {
            expected += &format!(" {field}={offset}");
        }
        expected.push('\n');
        types.push((layout.name.clone(), fields));
    }
    (types, expected + "done\n")
}

/// A folder with the library, as a code generator makes it.
fn library(backend: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().join("libstation.so").display().to_string();
    let source = station().display().to_string();
    lang(folder.path(), &["build", "--backend", backend, "--emit", "shared", &source, "-o", &to]).expect("it is built");
    folder
}

fn backends() -> Vec<&'static str> {
    if has_llvm() { vec!["cranelift", "llvm"] } else { vec!["cranelift"] }
}

fn header(folder: &Path, option: &[&str]) -> String {
    let source = station().display().to_string();
    let words: Vec<&str> = ["header", &source].into_iter().chain(option.iter().copied()).collect();
    lang(folder, &words).expect("it is written")
}

fn program(name: &str) -> PathBuf {
    root().join("tests/bindings").join(name)
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("it can be written");
}

/// Runs something with a text, and with two parts of it exchanged, which must not do the same.
fn compared(text: &str, (one, other): (&str, &str), run: &dyn Fn(&str) -> Result<String, String>, expected: &str) {
    assert_eq!(run(text).unwrap_or_else(|wrong| panic!("{wrong}")), expected);
    assert!(text.contains(one) && text.contains(other), "{one} and {other} are in\n{text}");
    let changed = text.replacen(one, "\u{0}", 1).replacen(other, one, 1).replacen('\u{0}', other, 1);
    assert!(run(&changed) != Ok(expected.to_owned()), "{one} and {other} were exchanged, and nothing noticed");
}

#[test]
fn c_and_cpp_call_the_library() {
    for backend in backends() {
        let folder = library(backend);
        let (types, expected) = asked(&layouts(folder.path()), &[], &[]);
        let mut lines = String::new();
        for (ty, fields) in &types {
            lines += &format!("printf(\"{ty} %d %d\", (int)sizeof({ty}), (int)ALIGNMENT({ty}));\n");
            for field in fields {
                lines += &format!("printf(\" {field}=%d\", (int)offsetof({ty}, {field}));\n");
            }
            lines += "puts(\"\");\n";
        }
        write(&folder.path().join("layouts.inc"), &lines);
        let compilers: Vec<&&[&str]> = COMPILERS.iter().filter(|compiler| is_there(compiler[0])).collect();
        assert!(!compilers.is_empty(), "there is no compiler of C");
        let text = header(folder.path(), &[]);
        for_each(&compilers, |compiler| {
            let own = folder.path().join(compiler.join("_"));
            std::fs::create_dir_all(&own).expect("a folder");
            let run = |text: &str| {
                write(&own.join("station.h"), text);
                let mut command = Command::new(compiler[0]);
                command.args(&compiler[1..]).args(STRICT).arg("-I").arg(&own).arg("-I").arg(folder.path());
                command.arg(program("calls.c")).args(["-xnone"]).arg(folder.path().join("libstation.so"));
                command.arg(format!("-Wl,-rpath,{}", folder.path().display())).arg("-o").arg(own.join("program"));
                said(command)?;
                said(Command::new(own.join("program")))
            };
            let parameters = text.replacen("(int16_t sensor, double from)", "(double from, int16_t sensor)", 1);
            assert_ne!(parameters, text);
            compared(&text, ("int16_t sensor;", "double from;"), &run, &expected);
            assert!(run(&parameters).is_err(), "parameters were exchanged, and nothing noticed");
        });
    }
}

#[test]
fn python_calls_the_library() {
    if !is_there("python3") {
        return;
    }
    for backend in backends() {
        let folder = library(backend);
        let (types, expected) = asked(&layouts(folder.path()), &["Aligned", "Odd"], &RENAMED_IN_PYTHON);
        let text = header(folder.path(), &["--python"]);
        let run = |text: &str| {
            write(&folder.path().join("station.py"), text);
            let mut command = Command::new("python3");
            command.env("PYTHONPATH", folder.path()).env("PYTHONDONTWRITEBYTECODE", "1").arg(program("calls.py"));
            command.args(types.iter().map(|(ty, fields)| format!("{ty}:{}", fields.join(","))));
            said(command)
        };
        let fields = ("(\"sensor\", _ctypes.c_int16)", "(\"from_\", _ctypes.c_double)");
        compared(&text, fields, &run, &expected);
        let parameters = text.replacen("[_ctypes.c_int16, _ctypes.c_double]", "[_ctypes.c_double, _ctypes.c_int16]", 1);
        assert_ne!(parameters, text);
        assert!(run(&parameters).is_err(), "parameters were exchanged, and nothing noticed");
    }
}

#[test]
fn rust_calls_the_library() {
    if !is_there("rustc") {
        return;
    }
    for (backend, edition) in backends().into_iter().zip(["2021", "2024"]) {
        let folder = library(backend);
        let (types, expected) = asked(&layouts(folder.path()), &["Odd"], &[]);
        let mut lines = "{\n".to_owned();
        for (ty, fields) in &types {
            lines += &format!("print!(\"{ty} {{}} {{}}\", size_of::<{ty}>(), align_of::<{ty}>());\n");
            for field in fields {
                lines += &format!("print!(\" {field}={{}}\", core::mem::offset_of!({ty}, {field}));\n");
            }
            lines += "println!();\n";
        }
        write(&folder.path().join("layouts.rs"), &(lines + "}\n"));
        let main = std::fs::read_to_string(program("calls.rs")).expect("it is there");
        write(&folder.path().join("main.rs"), &main);
        let text = header(folder.path(), &["--rust"]);
        let run = |text: &str| {
            write(&folder.path().join("station.rs"), text);
            let mut command = Command::new("rustc");
            command.current_dir(folder.path()).args(["--edition", edition, "-D", "warnings", "main.rs", "-L", "."]);
            said(command)?;
            let mut command = Command::new(folder.path().join("main"));
            command.env("LD_LIBRARY_PATH", folder.path());
            said(command)
        };
        compared(&text, ("    pub sensor: i16,\n", "    pub from: f64,\n"), &run, &expected);
    }
}

/// Programs of the corpora with something that C can call.
fn callable() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["tests", "compiler/std"] {
        corpus::walk(&root().join(folder), &mut |path| {
            let is_program = path.extension().is_some_and(|ending| ending == "lang");
            if is_program && std::fs::read_to_string(path).is_ok_and(|text| text.contains("extern fn ")) {
                found.push(path.to_path_buf());
            }
        });
    }
    found.sort();
    found
}

#[test]
fn what_the_corpora_show_is_read_by_all() {
    let mut programs = callable();
    sample("BINDINGS", &mut programs, PROGRAMS);
    let compilers: Vec<&&[&str]> = COMPILERS.iter().filter(|compiler| is_there(compiler[0])).collect();
    let (python, rustc) = (is_there("python3"), is_there("rustc"));
    let wrong: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let asked = std::sync::atomic::AtomicUsize::new(0);
    for_each(&programs, |path| {
        let folder = tempfile::tempdir().expect("a folder");
        let shown = path.display().to_string();
        let written = |option: &[&str]| {
            let words: Vec<&str> = ["header", &shown].into_iter().chain(option.iter().copied()).collect();
            lang(folder.path(), &words)
        };
        // Some are there to be refused.
        let Ok(text) = written(&[]) else { return };
        asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let note = |outcome: Result<String, String>| {
            if let Err(why) = outcome {
                wrong.lock().expect("no thread panicked").push(format!("{shown}: {why}"));
            }
        };
        write(&folder.path().join("it.h"), &text);
        // A header that is included twice, and in a file of its own.
        write(&folder.path().join("it.c"), "#include \"it.h\"\n#include \"it.h\"\n");
        for compiler in &compilers {
            let mut command = Command::new(compiler[0]);
            command.current_dir(folder.path()).args(&compiler[1..]).args(STRICT).args(["-fsyntax-only", "it.c"]);
            note(said(command));
        }
        if rustc {
            note(written(&["--rust"]).and_then(|text| {
                write(&folder.path().join("it.rs"), &text);
                let mut command = Command::new("rustc");
                command.current_dir(folder.path()).args(["--edition", "2024", "--crate-type", "lib", "-D", "warnings"]);
                command.args(["--emit", "metadata", "it.rs"]);
                said(command)
            }));
        }
        if python {
            note(written(&["--python"]).and_then(|text| {
                // Without a library: what there is of it is anything.
                let text = text.replace("_library = _ctypes.CDLL(_path)", "_library = _Any()");
                let any = "class _Any:\n    def __getattr__(self, name): return _Any()\n";
                let text = format!("{any}{}", text.replace(".in_dll(_library, ", ".__name__ and ("));
                write(&folder.path().join("it.py"), &text);
                let mut command = Command::new("python3");
                command.current_dir(folder.path()).args(["-W", "error", "it.py"]);
                said(command)
            }));
        }
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let asked = asked.into_inner();
    println!("{asked} of {} programs have a header", programs.len());
    assert!(asked * 2 > programs.len());
}

/// How many random programs there are if nobody asks for more, and how many functions of each kind they have.
const RANDOM: u64 = 2;
const FUNCTIONS: usize = 40;

#[test]
fn random_values_go_through_python() {
    if !is_there("python3") {
        return;
    }
    let number = |variable: &str| std::env::var(variable).ok().and_then(|text| text.parse().ok());
    let first = number("VALUES_SEED").unwrap_or(0);
    let seeds: Vec<u64> = (first..first + number("VALUES").unwrap_or(RANDOM)).collect();
    let (mut backends, wrong) = (backends(), Mutex::new(Vec::new()));
    backends.reverse();
    for_each(&seeds, |seed| {
        let outcome = random_values(*seed, backends[*seed as usize % backends.len()]);
        match outcome {
            Ok(said) => println!("VALUES_SEED={seed}: calls and refusals: {said}"),
            Err(why) => wrong.lock().expect("no thread panicked").push(format!("VALUES=1 VALUES_SEED={seed}: {why}")),
        }
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn random_values(seed: u64, backend: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (source, module, library) = (at("program.lang"), at("program.py"), at("libprogram.so"));
    write(Path::new(&source), &random_values::program(seed, FUNCTIONS));
    lang(folder.path(), &["build", "--backend", backend, "--emit", "shared", &source, "-o", &library])?;
    lang(folder.path(), &["header", "--python", &source, "-o", &module])?;
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", folder.path()).env("PYTHONDONTWRITEBYTECODE", "1");
    command.arg(program("random_values.py")).arg(seed.to_string());
    let said = said(command)?;
    let numbers: Vec<usize> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [calls, _] if calls > FUNCTIONS => Ok(said.trim().to_owned()),
        _ => Err(format!("too little was called: {said}")),
    }
}

/// What `lang header` says of a program on standard error, and the header.
fn warned(text: &str, option: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("owned.lang");
    write(&source, text);
    let mut command = lang_command(&folder.path().join("cache"));
    command.arg("header").arg(source).args(option);
    let output = finish(command).expect("it ends");
    let [header, warnings] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{warnings}");
    (header, warnings)
}

#[test]
fn what_nobody_ends_is_warned_of() {
    let types = "type User { pub let @name: String }\ntype Plain { pub let @number: i64 }\n\
                 type Kept { let @number: i64 }\nimpl Drop for Kept { fn mut drop { @number = 0 } }\n";
    let new = "extern fn user_new(name: String) -> User { User(name) }\n";
    let (header, warnings) = warned(&format!("{types}{new}"), &[]);
    assert!(warnings.contains("W0637") && warnings.contains("`user_new` gives its caller a `User`"), "{warnings}");
    assert!(warnings.contains("extern fn user_end(_value: User) { }"), "{warnings}");
    assert!(warnings.contains("owned.lang:5:37"), "it points to the result: {warnings}");
    assert!(header.contains("The caller owns the result, and nothing in this library ends it."), "{header}");
    // What it says helps, behind one that does something, and one that gives the value on.
    let others =
        "extern fn count(user: User) -> i64 { user.name.length() }\nextern fn same(user: User) -> User { user }\n";
    let end = "extern fn user_end(_value: User) { }\n";
    let (header, warnings) = warned(&format!("{types}{new}{others}{end}"), &[]);
    assert!(warnings.is_empty() && header.contains("The caller owns the result: `user_end` ends it."), "{warnings}");
    let (header, _) = warned(&format!("{types}{new}{others}"), &["--rust"]);
    assert!(header.contains("The caller owns the result: `count` ends it."), "{header}");
    let plain = "extern fn plain_new -> Option[Plain] { Some(Plain(1)) }\nextern fn kept_new -> Kept { Kept(1) }\n";
    let (header, warnings) = warned(&format!("{types}{plain}"), &["--python"]);
    assert!(header.contains("C's `free` ends it, unless that is null."), "{header}");
    assert!(warnings.contains("`kept_new`") && !warnings.contains("plain_new"), "{warnings}");
}

/// Nobody measured what `ctypes` passes on other machines.
#[test]
fn only_what_was_measured_is_passed_by_value() {
    let text = "type copy Place { pub let @x: i64  pub let @y: f64 }\n\
                extern fn moved(p: Place) -> i64 { p.x }\nextern fn seen(p: ref Place) -> i64 { p.x }\n";
    let here = warned(text, &["--python", "--target", "x86_64-linux-gnu"]).0;
    assert!(here.contains("moved.argtypes = [Place]"), "{here}");
    let there = warned(text, &["--python", "--target", "aarch64-linux-gnu"]).0;
    assert!(!there.contains("moved.argtypes") && there.contains("were not measured on this machine"), "{there}");
    assert!(there.contains("seen.argtypes = [_ctypes.POINTER(Place)]"), "{there}");
}

/// What somebody wrote stays, and so does what cannot be read.
#[test]
fn only_headers_are_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    write(Path::new(&at("a.lang")), "extern fn give -> i32 { 1 }\n");
    let run = |words: &[&str]| lang(folder.path(), &[&["header", &at("a.lang")], words].concat());
    for (option, file) in [("--message-format=human", "a.h"), ("--python", "a.py"), ("--rust", "a.rs")] {
        run(&[option, "-o", &at(file)]).expect("it is written");
        run(&[option, "-o", &at(file)]).expect("it is written again");
        for mine in ["int mine;\n", "\n\n\n\n\n\n/* Made by `lang header`. */\n"] {
            write(Path::new(&at(file)), mine);
            let refused = run(&[option, "-o", &at(file)]).expect_err("it is mine");
            assert!(refused.contains("E0623") && refused.contains("was not made by `lang header`"), "{refused}");
            assert_eq!(std::fs::read_to_string(at(file)).expect("it is there"), mine);
        }
        write(Path::new(&at(file)), "");
        run(&[option, "-o", &at(file)]).expect("an empty file is nobody's");
    }
    run(&["--pkg-config", &at("a.pc")]).expect("it is written");
    run(&["--pkg-config", &at("a.pc")]).expect("it is written again");
    write(Path::new(&at("a.pc")), "Name: mine\n");
    assert!(run(&["--pkg-config", &at("a.pc")]).is_err());
    run(&["-o", "/dev/null"]).expect("a device is written into");
}

/// Bytes are `bytes`, and where CPython makes no callback there is an address.
#[test]
fn python_gives_bytes_and_addresses() {
    if !is_there("python3") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let text = "extern fn length(p: Pointer[u8]) -> i64 { unsafe { String.from_c(p).length() } }\n\
                extern fn put(p: mut u8) { p = 65 }\ntype copy S { pub let @x: i64 }\n\
                extern fn call(f: extern fn (i64) -> S) -> i64 { unsafe { f(3).x } }\n\
                extern fn make(i: i64) -> S { S(i + 1) }\nextern fn getter -> extern fn (i64) -> S { make }\n";
    write(Path::new(&at("octets.lang")), text);
    lang(folder.path(), &["build", "--emit", "shared", &at("octets.lang"), "-o", &at("liboctets.so")])
        .expect("it is built");
    lang(folder.path(), &["header", "--python", &at("octets.lang"), "-o", &at("octets.py")]).expect("it is written");
    let text = "import ctypes, octets as o\nb = ctypes.create_string_buffer(b'xyz')\no.put(b)\n\
                print(o.length(b'hello'), o.length(b), b.value, o.call(ctypes.cast(o.make, ctypes.c_void_p)), o.getter()(7).x)\n\
                try: o.length('text')\nexcept ctypes.ArgumentError: print('refused')\n";
    write(Path::new(&at("calls.py")), text);
    let mut command = Command::new("python3");
    command.current_dir(folder.path()).env("PYTHONDONTWRITEBYTECODE", "1").arg("calls.py");
    assert_eq!(said(command).unwrap_or_else(|wrong| panic!("{wrong}")), "5 3 b'Ayz' 4 8\nrefused\n");
}
