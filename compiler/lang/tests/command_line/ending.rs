//! The end of `lang` before its time: whatever it has started ends with it, and nothing temporary stays behind.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, children, ended, has_llvm};

const ENDLESS: &str = "fn spin() {\n  let mut i = 0\n  while i >= 0 { i = (i + 1) % 7 }\n}\n\
    test \"endless\" { spin() }\nfn main() { spin() }\n";

/// So long something that must happen may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(100);

#[track_caller]
fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what} does not happen");
        thread::sleep(Duration::from_millis(20));
    }
}

fn temporary(folder: &Folder) -> PathBuf {
    let path = folder.path("tmp");
    fs::create_dir_all(&path).expect("a writable folder");
    path
}

/// What is left of temporary folders.
fn remains(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path).expect("it is there");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

fn start(folder: &Folder, arguments: &[&str], environment: &[(&str, &Path)]) -> Child {
    let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
    command
        .args(arguments)
        .env("TMPDIR", temporary(folder))
        .envs(environment.iter().copied())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().expect("lang starts")
}

fn signal(process: u32, signal: &str) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &process.to_string()]).status();
    assert!(sent.expect("kill starts").success());
}

fn is_gone(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // `PID (NAME) STATE …`; nobody may have asked how it ended.
    stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with('Z'))
}

/// Ends `lang` when `child` runs, and looks at what is left.
fn end(folder: &Folder, mut lang: Child, child: u32, name: &str) {
    signal(lang.id(), name);
    let status = lang.wait().expect("it ends");
    let number = std::os::unix::process::ExitStatusExt::signal(&status);
    let expected = match name {
        "HUP" => 1,
        "INT" => 2,
        "KILL" => 9,
        _ => 15,
    };
    assert_eq!(number, Some(expected), "{name}: whoever started it sees why it ended");
    until(&format!("{name}: the end of {child}"), || is_gone(child).then_some(()));
    if name != "KILL" {
        assert_eq!(remains(&temporary(folder)), [""; 0], "{name}");
    }
}

/// What ends a program. Whoever runs the tests behind `nohup`, or in the background of a script, has told them and all that
/// they start to ignore some of these.
fn signals() -> Vec<&'static str> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).expect("a number"));
    let numbers = [("TERM", 15), ("INT", 2), ("HUP", 1), ("KILL", 9)];
    let heeded = numbers.iter().filter(|(_, number)| ignored >> (number - 1) & 1 == 0);
    heeded.map(|(name, _)| *name).collect()
}

#[test]
fn tests_end_with_lang() {
    let folder = Folder::new(&[("p.lang", ENDLESS)]);
    for name in signals() {
        let lang = start(&folder, &["test", "p.lang"], &[]);
        let child = until("the test", || children(lang.id(), "program").first().copied());
        end(&folder, lang, child, name);
    }
}

/// A program that `lang run` starts is `lang` itself by then: there is nobody to outlive, and nothing left to remove.
#[test]
fn a_program_ends_with_lang() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", ENDLESS)]);
    for name in signals() {
        let lang = start(&folder, &["run", "--release", "p.lang"], &[]);
        let line = format!("/proc/{}/cmdline", lang.id());
        until("the program", || fs::read(&line).is_ok_and(|words| words == b"p\0").then_some(()));
        assert_eq!(remains(&temporary(&folder)), [""; 0]);
        assert_eq!(children(lang.id(), "lang-llvm"), [0; 0]);
        let process = lang.id();
        end(&folder, lang, process, name);
    }
    let ends = "extern {\n  fn abort()\n}\nfn main() {\n  println(\"hello\")\n  unsafe { abort() }\n}\n";
    folder.write("ends.lang", ends.as_bytes());
    let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
    let run = command.args(["run", "--release", "ends.lang"]).output().expect("lang starts");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&run.status), Some(6));
    let code = "import std.c\nfn main() -> i32 { 7 }\n";
    folder.write("code.lang", code.as_bytes());
    folder.lang(&["run", "--release", "code.lang"]).exit(7);
}

/// A program in memory is `lang` from the start: signals are its own.
#[test]
fn a_program_in_memory_ends_with_lang() {
    let ready = "extern {\n  fn getpid() -> i32\n}\nfn main() {\n  println(\"ready\")\n  let mut i = 0\n  \
        while i >= 0 { i = (i + unsafe { getpid() } as i64) % 7 }\n}\n";
    let folder = Folder::new(&[("p.lang", ready)]);
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let mut command = folder.command("stdbuf");
        let mut lang = command
            .args(["-oL", env!("CARGO_BIN_EXE_lang"), "run", "p.lang"])
            .env("TMPDIR", temporary(&folder))
            .stdout(Stdio::piped())
            .spawn()
            .expect("lang starts");
        let mut line = String::new();
        let output = lang.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("it writes");
        assert_eq!(line, "ready\n");
        signal(lang.id(), name);
        let status = lang.wait().expect("it ends");
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(number), "{name}");
        assert_eq!(remains(&temporary(&folder)), [""; 0], "{name}");
    }
}

/// The C compiler and what it has started itself.
#[test]
fn linkers_end_with_lang() {
    let folder = Folder::new(&[("p.lang", ENDLESS)]);
    let script = "#!/bin/sh\nsleep 600 &\necho $! > \"$0.child\"\necho $$ > \"$0.pid\"\nwait\n";
    folder.write("cc", script.as_bytes());
    fs::set_permissions(folder.path("cc"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it is ours");
    let number = |name: &str| -> Option<u32> { fs::read_to_string(folder.path(name)).ok()?.trim().parse().ok() };
    for name in ["TERM", "INT", "HUP", "KILL"] {
        let lang = start(&folder, &["build", "p.lang"], &[("CC", &folder.path("cc"))]);
        let script = until("the linker", || number("cc.pid"));
        let child = until("the linker's child", || number("cc.child"));
        end(&folder, lang, script, name);
        match name {
            // Nobody is left who could end it.
            "KILL" => signal(child, "KILL"),
            _ => until("the end of the linker's child", || is_gone(child).then_some(())),
        }
        fs::remove_file(folder.path("cc.pid")).expect("it is ours");
        fs::remove_file(folder.path("cc.child")).expect("it is ours");
    }
}

#[test]
fn programs_of_the_cross_check_end_with_lang() {
    let folder = Folder::new(&[("p.lang", ENDLESS)]);
    let arguments = ["crosscheck", "p.lang", "--engines", "cranelift,c", "--targets", "x86_64-linux-gnu"];
    for name in signals() {
        let lang = start(&folder, &arguments, &[]);
        let child = until("the program", || children(lang.id(), "program").first().copied());
        end(&folder, lang, child, name);
    }
}

#[test]
fn workers_end_with_lang() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", ENDLESS)]);
    for name in signals() {
        let fault = Path::new("hang:p.spin");
        let lang = start(&folder, &["build", "--release", "p.lang"], &[("LANG_LLVM_FAULT", fault)]);
        let child = until("the worker", || children(lang.id(), "lang-llvm").first().copied());
        end(&folder, lang, child, name);
    }
}

/// A session that its terminal leaves behind goes on, if that is what was asked for.
#[test]
fn a_signal_that_is_switched_off_stays_so() {
    let folder = Folder::new(&[("p.lang", ENDLESS)]);
    let mut command = folder.command("nohup");
    command
        .args([env!("CARGO_BIN_EXE_lang"), "test", "p.lang"])
        .env("TMPDIR", temporary(&folder))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut lang = command.spawn().expect("nohup starts");
    let child = until("the test", || children(lang.id(), "program").first().copied());
    signal(lang.id(), "HUP");
    thread::sleep(Duration::from_millis(300));
    assert!(lang.try_wait().expect("it can be waited for").is_none());
    end(&folder, lang, child, "TERM");
}

/// Nobody removes anything when `lang` is killed; the next one does, but touches nothing else.
#[test]
fn what_a_killed_lang_leaves_the_next_one_removes() {
    let folder = Folder::new(&[("p.lang", ENDLESS), ("q.lang", "test \"q\" { }\n")]);
    let lang = start(&folder, &["test", "p.lang"], &[]);
    let child = until("the test", || children(lang.id(), "program").first().copied());
    end(&folder, lang, child, "KILL");
    let tmp = temporary(&folder);
    let left = remains(&tmp);
    assert_eq!(left.len(), 1);
    let running = start(&folder, &["test", "p.lang"], &[]);
    let program = until("the test", || children(running.id(), "program").first().copied());
    let used: Vec<String> = remains(&tmp).into_iter().filter(|name| !left.contains(name)).collect();
    assert_eq!(used.len(), 1);
    fs::create_dir_all(tmp.join("lang-0123456789abcdef/mine")).expect("a writable folder");
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
    for name in remains(&tmp) {
        let folder = fs::File::open(tmp.join(name)).expect("it is there");
        folder.set_modified(long_ago).expect("it is ours");
    }
    let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
    command.args(["test", "q.lang"]).env("TMPDIR", &tmp);
    ended(command.output().expect("lang starts")).exit(0);
    let mut expected = [used, vec!["lang-0123456789abcdef".to_string()]].concat();
    expected.sort();
    let mut found = remains(&tmp);
    found.sort();
    assert_eq!(found, expected);
    end(&folder, running, program, "KILL");
}

/// Generic functions that hand on types which double: each is right by itself, and the program has no end of memory.
#[test]
fn an_instance_that_is_too_large_is_refused() {
    let mut text = "fn work0[T](_x: ref T) -> i64 { size_of[T]() }\n".to_owned();
    for number in 0..40 {
        text += &format!(
            "fn work{}[T](_x: ref T) -> i64 {{ let y: Option[(T, T)] = None  work{number}(y) }}\n",
            number + 1
        );
    }
    text += "fn main() { println(work40(ref 1)) }\n";
    refused_when_built(&text);
    // Types that double through their fields, and one whose bytes are too many, which is only asked for its size.
    let fields = "type copy P[A] { let @x: A  let @y: A }\n\
        fn work0[T](_x: ref T) -> i64 { size_of[T]() }\n\
        fn work1[T](_x: ref T) -> i64 { let y: Option[P[P[P[P[P[P[T]]]]]]] = None  work0(y) }\n\
        fn work2[T](_x: ref T) -> i64 { let y: Option[P[P[P[P[P[P[T]]]]]]] = None  work1(y) }\n\
        fn work[T](_x: ref T) -> i64 { let y: Option[P[P[P[P[P[P[T]]]]]]] = None  work2(y) }\n\
        fn main() { println(work(ref 1)) }\n";
    refused_when_built(fields);
    let bytes = "fn size[T](_x: ref T) -> i64 { size_of[[[T; 60000]; 60000]]() }\n\
        fn work[T](x: ref T) -> i64 { size(x) }\n\
        fn main() { println(work(ref 1)) }\n";
    refused_when_built(bytes);
}

/// Each function by itself is right, and with these type arguments none is built.
fn refused_when_built(text: &str) {
    let folder = Folder::new(&[("main.lang", text)]);
    folder.lang(&["check", "main.lang"]).exit(0);
    for arguments in [&["run", "main.lang"][..], &["build", "main.lang"], &["build", "--emit", "mir", "main.lang"]] {
        folder.lang(arguments).exit(1).says("error[E0630]").says("it is needed by `main.work");
    }
}
