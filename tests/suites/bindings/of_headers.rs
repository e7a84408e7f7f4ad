//! Libraries whose functions have types of C's headers, bound ones and declared by hand: the library's header includes those,
//! and C that includes both in any order calls it. Owns the project in `tests/bindings/of_headers`, as it is built and called.

use std::path::Path;
use std::process::Command;

use tests::{for_each, root};

use super::{COMPILERS, STRICT, backends, is_there, lang, said, write};

/// What `calls.c` prints.
const EXPECTED: &str = "3 4 11.75 5\n1.25 327 2.5 2.5\n42 2.5 4\n1 1.25 1\n";

/// A copy of the project, with the library.
fn project(backend: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("c")).expect("a folder");
    for file in ["lang.toml", "main.lang", "calls.c", "c/native.h", "c/by_hand.h"] {
        let from = root().join("tests/bindings/of_headers").join(file);
        std::fs::copy(from, folder.path().join(file)).expect("it is there");
    }
    let (source, to) = (shown(folder.path(), ""), shown(folder.path(), "libnative.so"));
    lang(folder.path(), &["build", "--backend", backend, "--emit", "shared", &source, "-o", &to]).expect("it is built");
    folder
}

fn shown(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

fn header(folder: &Path, option: &[&str]) -> String {
    let source = shown(folder, "");
    let words: Vec<&str> = ["header", &source].into_iter().chain(option.iter().copied()).collect();
    lang(folder, &words).expect("it is written")
}

#[test]
fn types_of_headers_stay_theirs() {
    if !is_there("clang-22") || !Path::new("/usr/lib/llvm-22/lib").is_dir() {
        return;
    }
    for backend in backends() {
        let folder = project(backend);
        let folder = folder.path();
        let text = header(folder, &[]);
        let compilers: Vec<&&[&str]> = COMPILERS.iter().filter(|compiler| is_there(compiler[0])).collect();
        for_each(&compilers, |compiler| {
            let own = folder.join(compiler.join("_"));
            std::fs::create_dir_all(&own).expect("a folder");
            let run = |text: &str, options: &[&str]| {
                write(&own.join("native.h"), text);
                let mut command = Command::new(compiler[0]);
                command.args(&compiler[1..]).args(STRICT).args(options).arg("-I").arg(&own);
                command.arg("-I").arg(folder).arg("-I").arg(folder.join("c")).arg(folder.join("calls.c"));
                command.args(["-xnone"]).arg(folder.join("libnative.so"));
                command.arg(format!("-Wl,-rpath,{}", folder.display())).arg("-o").arg(own.join("program"));
                said(command)?;
                said(Command::new(own.join("program")))
            };
            for options in [&[][..], &["-DBEFORE"]] {
                assert_eq!(run(&text, options).unwrap_or_else(|wrong| panic!("{wrong}")), EXPECTED);
            }
            // What C makes another structure of is not what the program has.
            assert!(run(&text, &["-DLOW=double"]).is_err(), "another structure was not noticed");
            let exchanged = text.replacen("(int16_t low, int32_t high)", "(int32_t high, int32_t low)", 1);
            assert_ne!(exchanged, text);
            assert_ne!(
                run(&exchanged.replacen("struct pair make", "parts make", 1), &[]).ok().as_deref(),
                Some(EXPECTED)
            );
            // A structure of its own is what C has already.
            let anew = text.replacen(
                "typedef struct native_RED",
                "struct pair { int16_t low; int64_t high; };\ntypedef struct native_RED",
                1,
            );
            assert!(run(&anew, &[]).is_err(), "a second definition was not noticed");
        });
        if is_there("rustc") {
            write(&folder.join("native.rs"), &header(folder, &["--rust"]));
            let mut command = Command::new("rustc");
            command.current_dir(folder).args(["--edition", "2024", "--crate-type", "lib", "-D", "warnings"]);
            command.args(["--emit", "metadata", "native.rs"]);
            said(command).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
        if is_there("python3") {
            write(&folder.join("native.py"), &header(folder, &["--python"]));
            // What C defines for the library, the program that loads it must.
            write(
                &folder.join("own.c"),
                "#include \"by_hand.h\"\ndouble length_of(const line *l) { return l->length; }\n",
            );
            let mut command = Command::new("gcc");
            command.current_dir(folder).args(["-shared", "-fPIC", "-Ic", "own.c", "-o", "libown.so"]);
            said(command).unwrap_or_else(|wrong| panic!("{wrong}"));
            let text = "import native\np = native.make(3, 4)\nprint(p.low, p.high, native.plugin(p))\n";
            let mut command = Command::new("python3");
            command.current_dir(folder).env("LD_PRELOAD", "./libown.so").env("PYTHONDONTWRITEBYTECODE", "1");
            command.args(["-c", text]);
            assert_eq!(said(command).unwrap_or_else(|wrong| panic!("{wrong}")), "3 4 5\n");
        }
    }
}
