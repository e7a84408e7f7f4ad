//! Names that were made to do something where they are shown: to a terminal, to a machine that reads logs, to a picture.

use source::printable::is_unprintable;

use crate::support::{Ended, Folder};

/// Clears the screen, begins a command of GitHub's in a new line, and reverses the direction of text.
const NAME: &str = "a\n::error::forged\u{1b}[2J\u{9b}2J\u{202e}";

/// Nothing but text has arrived, and no line is a command that nobody gave.
#[track_caller]
fn is_harmless(run: &Ended) {
    for text in [&run.stdout, &run.stderr] {
        let found = text.chars().find(|letter| is_unprintable(*letter) && *letter != '\n');
        assert_eq!(found, None, "{text}");
        let forged = text.lines().find(|line| line.trim_start().starts_with("::error::"));
        assert_eq!(forged, None, "{text}");
    }
}

const FORMATS: [&str; 5] = ["human", "short", "json", "sarif", "github"];

fn check(folder: &Folder, input: &[&str]) -> String {
    let mut all = String::new();
    for format in FORMATS {
        let run = folder.lang(&[&["check", "--message-format", format], input].concat());
        is_harmless(&run);
        all.push_str(&run.stdout);
        all.push_str(&run.stderr);
    }
    all
}

#[test]
fn names_of_files() {
    let folder =
        Folder::new(&[("lang.toml", "name = \"demo\"\nversion = \"0.1.0\"\n"), ("main.lang", "fn main() {}\n")]);
    folder.write(&format!("{NAME}.lang"), b"fn f() -> i64 { \"x\" }\n");
    let said = check(&folder, &[]);
    assert!(said.contains("E0613"), "{said}");
    assert!(said.contains("a\\n::error::forged\\u{1b}[2J\\u{9b}2J\\u{202e}.lang"), "{said}");
    let path = format!("{NAME}.lang");
    let said = check(&folder, &[&path]);
    assert!(said.contains("E0613") && said.contains("E0203"), "{said}");
    for arguments in [
        &["build", "--emit", "hir", &path][..],
        &["build", "--emit", "tokens", &path],
        &["build", &path],
        &["run", &path],
        &["test", &path],
        &["test", "--list", &path],
        &["abi", &path],
        &["abi", &path, "--format", "json"],
        &["header", &path],
        &["fmt", "--check", &path],
        &["fmt", &path],
        &["check", &format!("{NAME}/missing.lang")],
        &["check", NAME],
        &["new", NAME],
        &["build", "main.lang", "-o", &format!("missing/{NAME}")],
        &["build", "main.lang", &format!("{NAME}.o")],
        &["abi", "--c-file", &format!("{NAME}.h")],
        &["abi", "diff", &format!("{NAME}.json"), "main.lang"],
        &["explain", NAME],
        &["check", "--deny", NAME],
    ] {
        is_harmless(&folder.lang(arguments));
    }
}

/// A folder is not the project's to name; what is in it can be checked and run.
#[test]
fn names_of_folders() {
    let program = "fn main() {\n  let mut zero = 0\n  println(1 / zero)\n}\n";
    let folder = Folder::new(&[]);
    let path = format!("{NAME}/p.lang");
    folder.write(&path, program.as_bytes());
    for command in ["run", "check"] {
        let run = folder.lang(&[command, &path]);
        is_harmless(&run);
        assert!(run.stderr.contains("\\u{1b}[2J"), "{}", run.stderr);
    }
    folder.lang(&["build", &path, "-o", "p"]).exit(0);
    let run = crate::support::ended(folder.command("./p").output().expect("it starts"));
    is_harmless(&run);
    run.exit(101).says("\\u{1b}[2J");
}

#[test]
fn words_of_a_manifest() {
    let escaped = "a\\n::error::forged\\u001b[2J\\u202e";
    for line in [
        format!("\"{escaped}\" = 1"),
        format!("[link]\nlibraries = [\"{escaped}\"]"),
        format!("[link]\nobjects = [\"{escaped}.o\"]"),
        format!("[link]\nsearch-paths = [\"{escaped}\"]"),
        format!("[link]\n\"{escaped}\" = []"),
        format!("[dependencies]\nother = {{ path = \"{escaped}\" }}"),
        format!("[dependencies]\n\"{escaped}\" = {{ path = \"x\" }}"),
    ] {
        let folder = Folder::new(&[("main.lang", "fn main() {}\n")]);
        folder.write("lang.toml", format!("name = \"demo\"\nversion = \"0.1.0\"\n{line}\n").as_bytes());
        let said = check(&folder, &[]);
        assert!(said.contains("E060"), "{line}: {said}");
        is_harmless(&folder.lang(&["build"]));
    }
    for key in ["name", "version"] {
        let folder = Folder::new(&[("main.lang", "fn main() {}\n")]);
        let other = if key == "name" { "version = \"0.1.0\"" } else { "name = \"demo\"" };
        folder.write("lang.toml", format!("{other}\n{key} = \"{escaped}\"\n").as_bytes());
        check(&folder, &[]);
        is_harmless(&folder.lang(&["build"]));
        is_harmless(&folder.lang(&["abi"]));
    }
}

/// Names and other texts that a program spells with escapes.
#[test]
fn words_of_a_program() {
    let escaped = "a\\n::error::forged\\u{1b}[2J\\u{202e}";
    let folder = Folder::new(&[]);
    for text in [
        format!("test \"{escaped}\" {{ assert(false) }}\nfn main() {{}}\n"),
        format!("@[name(\"{escaped}\")]\nextern fn q() {{}}\nfn main() {{ q() }}\n"),
        format!("import extern \"{escaped}\"\nextern {{ fn nowhere() }}\nfn main() {{ unsafe {{ nowhere() }} }}\n"),
        format!("@[unknown(\"{escaped}\")]\nfn main() {{}}\n"),
        format!("@[only(os: \"{escaped}\")]\nfn main() {{}}\n"),
        format!("extern \"{escaped}\" {{ fn f() }}\nfn main() {{}}\n"),
    ] {
        folder.write("p.lang", text.as_bytes());
        check(&folder, &["p.lang"]);
        for arguments in [
            &["test", "p.lang"][..],
            &["test", "--list", "p.lang"],
            &["build", "p.lang"],
            &["abi", "p.lang"],
            &["abi", "p.lang", "--format", "json"],
            &["abi", "p.lang", "--format", "svg"],
            &["crosscheck", "p.lang", "--engines", "interpreter,c,cranelift", "--targets", "x86_64-linux-gnu"],
        ] {
            is_harmless(&folder.lang(arguments));
        }
    }
}

/// What stands in a source as it is, in names that cannot be and in comments beside what is wrong.
#[test]
fn characters_of_a_source() {
    let folder = Folder::new(&[]);
    for text in [
        "fn main() { a\u{1b}[2J }\n",
        "fn main() { missing } # \u{1b}[2J \u{202e} \u{9b}\n",
        "fn main() { let x: i32 = \"\u{1b}[2J\u{202e}\" }\n",
        "fn main() { let x = '\u{202e}\u{7f}' }\n",
        "fn f\u{200f}() {}\n",
    ] {
        folder.write("p.lang", text.as_bytes());
        check(&folder, &["p.lang"]);
        is_harmless(&folder.lang(&["fmt", "-"]));
    }
}

/// The linker's words are passed on, with names of files in them.
#[test]
fn words_of_other_programs() {
    let folder = Folder::new(&[("p.lang", "fn main() {}\n")]);
    let script = format!("#!/bin/sh\nprintf 'ld: {}\\n' >&2\nexit 1\n", "x\\n::error::forged\\033[2J");
    folder.write("cc", script.as_bytes());
    let path = folder.path("cc");
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it is ours");
    for format in FORMATS {
        let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
        command.args(["build", "p.lang", "--message-format", format]).env("CC", &path);
        let run = crate::support::ended(command.output().expect("lang starts"));
        is_harmless(run.exit(1));
        // One line has no room for the words of others.
        assert!(format == "short" || format!("{}{}", run.stdout, run.stderr).contains("forged"));
    }
}
