//! Output that nobody takes: a full disk is an error for whatever is written, a reader who has gone away is none, and
//! neither ends `lang` in the middle.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Folder, ended, has_llvm};

const PROGRAM: &str = "extern fn half(x: i64) -> i64 { x / 2 }\ntest \"one\" { }\nfn main() { println(half(4)) }\n";

fn folder() -> Folder {
    let c = "int f(int);\n";
    let old = "pub fn f(x: i64) {}\nextern fn half(x: i32) -> i64 { 1 }\n";
    Folder::new(&[("p.lang", PROGRAM), ("wrong.lang", "fn main() { missing }\n"), ("c.h", c), ("old.lang", old)])
}

/// Everything that prints, with the exit code that it has if somebody reads. Some need LLVM.
const COMMANDS: &[(&[&str], i32)] = &[
    (&["build", "p.lang", "--emit", "tokens"], 0),
    (&["build", "p.lang", "--emit", "ast"], 0),
    (&["build", "p.lang", "--emit", "hir"], 0),
    (&["build", "p.lang", "--emit", "source-cfg"], 0),
    (&["build", "p.lang", "--emit", "mir-source"], 0),
    (&["build", "p.lang", "--emit", "mir"], 0),
    (&["build", "p.lang", "--emit", "abi-diff"], 0),
    (&["build", "p.lang", "--emit", "clif"], 0),
    (&["build", "p.lang", "--emit", "asm"], 0),
    (&["build", "p.lang", "--emit", "mir", "-o", "-"], 0),
    (&["check", "wrong.lang", "--message-format", "json"], 1),
    (&["check", "wrong.lang", "--message-format", "sarif"], 1),
    (&["check", "wrong.lang", "--message-format", "github"], 1),
    (&["check", "p.lang", "--message-format", "sarif"], 0),
    (&["abi", "p.lang"], 0),
    (&["abi", "p.lang", "--format", "json"], 0),
    (&["abi", "p.lang", "--format", "svg"], 0),
    (&["abi", "--c", "int f(int);"], 0),
    (&["abi", "--c-file", "c.h"], 0),
    (&["abi", "diff", "old.lang", "p.lang"], 1),
    (&["abi", "diff", "p.lang", "p.lang", "--format", "json"], 0),
    (&["header", "p.lang"], 0),
    (&["explain"], 0),
    (&["explain", "E0101"], 0),
    (&["targets"], 0),
    (&["targets", "--format", "json"], 0),
    (&["completions", "bash"], 0),
    (&["test", "p.lang", "--list"], 0),
    (&["test", "p.lang"], 0),
    (&["crosscheck", "--random", "1", "--engines", "cranelift,c,interpreter", "--targets", "x86_64-linux-gnu"], 0),
    (&["--help"], 0),
    (&["--version"], 0),
    (&["help", "build"], 0),
];

const WITH_LLVM: &[(&[&str], i32)] = &[
    (&["build", "p.lang", "--emit", "llvm-ir"], 0),
    (&["build", "p.lang", "--emit", "copies"], 0),
    (&["build", "p.lang", "--release", "--emit", "asm"], 0),
];

fn commands() -> impl Iterator<Item = &'static (&'static [&'static str], i32)> {
    let more = if has_llvm() { WITH_LLVM } else { &[] };
    COMMANDS.iter().chain(more)
}

fn lang(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = folder.command("timeout");
    command.args(["100", env!("CARGO_BIN_EXE_lang")]).args(arguments);
    command
}

/// A pipe whose reader has gone away.
fn broken() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

fn full() -> Stdio {
    let device = File::options().write(true).open("/dev/full");
    device.expect("Linux has /dev/full").into()
}

#[test]
fn a_full_disk_on_standard_output_is_an_error() {
    let folder = folder();
    for (arguments, _) in commands() {
        let run = lang(&folder, arguments).stdout(full()).stderr(Stdio::piped()).output();
        let run = ended(run.expect("lang starts"));
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        let is_told = run.stderr.contains("no space left on device") || arguments[0].contains("help");
        assert!(is_told || arguments[0] == "--version", "{arguments:?}: {}", run.stderr);
    }
    let text = "fn   main() {}\n";
    for arguments in [&["fmt", "-"][..], &["fmt", "--check", "-"], &["build", "--emit", "tokens", "-"]] {
        let mut child = lang(&folder, arguments)
            .stdin(Stdio::piped())
            .stdout(full())
            .stderr(Stdio::piped())
            .spawn()
            .expect("lang starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(text.as_bytes()).expect("lang reads");
        drop(input);
        let run = ended(child.wait_with_output().expect("lang ends"));
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn a_program_whose_output_is_lost_has_failed() {
    let folder = folder();
    folder.write("few.lang", b"fn main() { println(1) }\n");
    folder.write("many.lang", b"fn main() { for i in 0..100_000 { println(i) } }\n");
    folder.write("none.lang", b"fn main() { }\n");
    for (program, code) in [("few", 101), ("many", 101), ("none", 0)] {
        let source = format!("{program}.lang");
        folder.lang(&["build", &source, "-o", program]).exit(0);
        let built = folder
            .command("timeout")
            .arg("100")
            .arg(folder.path(program))
            .stdout(full())
            .stderr(Stdio::piped())
            .output();
        let run = lang(&folder, &["run", &source]).stdout(full()).stderr(Stdio::piped()).output();
        for run in [built, run] {
            let run = ended(run.expect("it starts"));
            assert_eq!(run.code, Some(code), "{program}: {}", run.stderr);
            assert_eq!(run.stderr.contains("standard output: "), code != 0, "{program}: {}", run.stderr);
        }
    }
}

#[test]
fn a_full_disk_on_standard_error_is_an_error() {
    let folder = folder();
    for format in ["human", "short"] {
        let arguments = ["check", "wrong.lang", "--message-format", format];
        let run = lang(&folder, &arguments).stderr(full()).output();
        ended(run.expect("lang starts")).exit(2);
    }
}

#[test]
fn a_reader_who_has_gone_away_changes_nothing() {
    let folder = folder();
    for (arguments, code) in commands() {
        for (stdout, stderr) in [(broken(), Stdio::piped()), (Stdio::piped(), broken()), (broken(), broken())] {
            let run = lang(&folder, arguments).stdout(stdout).stderr(stderr).output();
            let run = ended(run.expect("lang starts"));
            assert_eq!(run.code, Some(*code), "{arguments:?}: {}", run.stderr);
            assert!(!run.stderr.contains("error: "), "{arguments:?}: {}", run.stderr);
        }
    }
    let quiet: &[(&[&str], i32)] = &[
        (&["check", "wrong.lang"], 1),
        (&["check", "wrong.lang", "--message-format", "short"], 1),
        (&["check", "--timings", "p.lang"], 0),
        (&["build", "--timings", "p.lang"], 0),
        (&["check", "nowhere.lang"], 2),
        (&["frobnicate"], 2),
        (&["fmt", "p.lang"], 0),
        (&["new", "fresh"], 0),
    ];
    for (arguments, code) in quiet {
        let run = lang(&folder, arguments).stdout(broken()).stderr(broken()).status();
        assert_eq!(run.expect("lang starts").code(), Some(*code), "{arguments:?}");
    }
}

/// The system gives nothing in the place of what a shell has closed.
#[test]
fn closed_streams_change_nothing() {
    let folder = folder();
    for (arguments, code) in COMMANDS {
        let mut command = folder.command("sh");
        command.args(["-c", "exec \"$@\" >&- 2>&- <&-", "sh", env!("CARGO_BIN_EXE_lang")]).args(*arguments);
        let run = command.status().expect("a shell");
        assert_eq!(run.code(), Some(*code), "{arguments:?}");
    }
}

/// The server's client is gone with its end of the pipe, or what it writes to is full; that is no crash.
#[test]
fn a_server_whose_client_has_gone_away() {
    let folder = folder();
    let no_space = "error: cannot write to standard output: no space left on device\n";
    for (stdout, stderr, code, said) in
        [(broken(), Stdio::piped(), 1, ""), (broken(), broken(), 1, ""), (full(), Stdio::piped(), 2, no_space)]
    {
        let mut child =
            lang(&folder, &["lsp"]).stdin(Stdio::piped()).stdout(stdout).stderr(stderr).spawn().expect("lang starts");
        let mut input = child.stdin.take().expect("a pipe");
        for message in [
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        ] {
            let sent = write!(input, "Content-Length: {}\r\n\r\n{message}", message.len());
            // It may have noticed by now, and ended.
            let _ended = sent.and_then(|()| input.flush());
        }
        drop(input);
        let run = ended(child.wait_with_output().expect("lang ends"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(code), said));
    }
}

/// A frame that no code generator can lay out is refused at the function, in words that say what to do.
#[test]
fn a_frame_of_gigabytes_is_refused_at_its_function() {
    let folder = folder();
    let text = "fn small() -> i64 { 1 }\n\nfn large() -> i64 {\n  let a = [0; 200_000_000]\n  a[small()]\n}\n\n\
                fn main() { println(large()) }\n";
    folder.write("frame.lang", text.as_bytes());
    folder
        .lang(&["build", "--emit", "obj", "frame.lang"])
        .exit(2)
        .says("error[E0624]: cranelift: the values of this function take more of the stack than code can reach")
        .says("--> frame.lang:3:4")
        .says("keep large arrays in an object of a type");
}

/// What says nothing about the program does not end as if it did.
#[test]
fn an_answer_about_the_compiler_is_none_about_the_program() {
    let folder = folder();
    folder.lang(&["build", "p.lang", "--target", "riscv64-linux-gnu"]).exit(2).says("error[E0624]");
    let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
    command.args(["build", "--release", "p.lang"]).env("LANG_LLVM", "/bin/echo");
    ended(command.output().expect("lang starts")).exit(2).says("error[E0624]");
}
