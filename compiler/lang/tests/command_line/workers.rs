//! LLVM's worker processes as a user meets them when something is wrong with one: killed, crashing, hanging, missing, of
//! another version. `lang` goes on and says what happened to which function.

use std::fs;
use std::io::{BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use mir::worker::{Answer, Job, Work, read_frame, read_hello, write_frame};

use crate::support::{Ended, Folder, children, ended, has_llvm, worker};

const PROGRAM: &str = "fn main() {\n  println(slow(4))\n}\nfn slow(n: i64) -> i64 { n * 2 }\n";

/// `lang build` with faults in the worker.
fn build(folder: &Folder, environment: &[(&str, &str)]) -> Command {
    let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
    command.args(["build", "--backend", "llvm", "--no-cache", "p.lang"]).envs(environment.iter().copied());
    command
}

fn built(folder: &Folder, environment: &[(&str, &str)]) -> Ended {
    ended(build(folder, environment).output().expect("lang starts"))
}

fn kill(process: u32) {
    let status = Command::new("kill").args(["-9", &process.to_string()]).status();
    status.expect("kill starts");
}

/// Kills workers that have had time to begin with their job, until `lang` ends.
fn kill_workers(lang: &mut Child, at_most: usize) -> usize {
    let mut killed = 0;
    let start = Instant::now();
    while lang.try_wait().expect("lang can be waited for").is_none() {
        assert!(start.elapsed() < Duration::from_secs(100), "lang does not end");
        let before = children(lang.id(), "lang-llvm");
        std::thread::sleep(Duration::from_millis(400));
        for process in children(lang.id(), "lang-llvm") {
            if before.contains(&process) && killed < at_most {
                kill(process);
                killed += 1;
            }
        }
    }
    killed
}

#[test]
fn a_killed_worker_costs_a_second_try() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    // The first worker hangs, later ones are well.
    let script = format!(
        "#!/bin/sh\nif mkdir \"$0.first\" 2>/dev/null; then export LANG_LLVM_FAULT=hang:p.slow; fi\nexec {} \"$@\"\n",
        worker().display()
    );
    folder.write("worker", script.as_bytes());
    fs::set_permissions(folder.path("worker"), fs::Permissions::from_mode(0o755)).expect("a writable folder");
    let program = folder.path("worker");
    let mut command = build(&folder, &[("LANG_LLVM", program.to_str().expect("a path of letters"))]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut lang = command.spawn().expect("lang starts");
    assert_eq!(kill_workers(&mut lang, 1), 1);
    ended(lang.wait_with_output().expect("lang ends")).exit(0);
    let run = ended(folder.command("./p").output().expect("it starts"));
    run.exit(0).prints("8\n");
}

#[test]
fn workers_that_are_killed_again_and_again() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    let mut command = build(&folder, &[("LANG_LLVM_FAULT", "hang:p.slow")]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut lang = command.spawn().expect("lang starts");
    assert!(kill_workers(&mut lang, usize::MAX) > 2);
    ended(lang.wait_with_output().expect("lang ends"))
        .exit(2)
        .says("error[E0624]: llvm: the worker died (killed by signal 9) on the function `p.slow` of the unit `p.lang`");
    assert_eq!(folder.names(), ["p.lang"]);
}

#[test]
fn a_crashing_worker_names_function_and_unit() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", PROGRAM), ("p", "old")]);
    built(&folder, &[("LANG_LLVM_FAULT", "crash:p.slow")])
        .exit(2)
        .says("error[E0624]: llvm: the worker died (killed by signal 6) on the function `p.slow` of the unit `p.lang`")
        .says("its last words were")
        .says("use --backend cranelift meanwhile, and report it")
        .says("--> p.lang:");
    assert_eq!(folder.read("p"), b"old");
    built(&folder, &[("LANG_LLVM_FAULT", "exit:p.slow")])
        .exit(2)
        .says("the worker died (exit code 3) on the function `p.slow`");
    built(&folder, &[("LANG_LLVM_FAULT", "crash:p.other")]).exit(0);
}

#[test]
fn a_hanging_worker_is_ended() {
    if !has_llvm() {
        return;
    }
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    let start = Instant::now();
    built(&folder, &[("LANG_LLVM_FAULT", "hang:p.slow"), ("LANG_LLVM_TIME_LIMIT", "3000")])
        .exit(2)
        .says("the worker did not answer within 3.0 s on the function `p.slow` of the unit `p.lang`");
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
}

/// A copy of `lang` has no worker beside it.
#[test]
fn a_missing_worker_says_how_to_install_it() {
    let folder = Folder::new(&[("p.lang", PROGRAM), ("empty/file", "")]);
    let lang = folder.path("bin/lang");
    fs::create_dir_all(folder.path("bin")).expect("a writable folder");
    fs::copy(env!("CARGO_BIN_EXE_lang"), &lang).expect("a writable folder");
    let run = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut command = folder.command(lang.to_str().expect("a path of letters"));
        command.args(arguments).env("PATH", folder.path("empty"));
        ended(command.envs(environment.iter().copied()).output().expect("lang starts"))
    };
    for arguments in [
        &["build", "--release", "p.lang"][..],
        &["build", "-O2", "p.lang"],
        &["run", "--backend", "llvm", "p.lang"],
        &["test", "--release", "p.lang"],
        &["build", "--backend-for", "p=llvm", "p.lang"],
        &["build", "--emit", "llvm-ir", "p.lang"],
    ] {
        run(arguments, &[])
            .exit(2)
            .says("the LLVM backend is not installed")
            .says("bin/lang-llvm) nor on the PATH")
            .says("apt install llvm-22-dev")
            .says("cargo build --release -p backend-llvm")
            .says("--backend cranelift");
    }
    run(&["build", "--release", "p.lang"], &[("LANG_LLVM", "/nowhere/worker")])
        .exit(2)
        .says("LANG_LLVM names /nowhere/worker, where there is no program");
    run(&["run", "p.lang"], &[]).exit(0).prints("8\n");
    run(&["targets"], &[]).exit(0).says("the LLVM backend is not installed");
    run(&["build", "--release", "p.lang"], &[("LANG_LLVM", "/bin/echo")])
        .exit(2)
        .says("/bin/echo cannot be used: it does not speak as a code generator of lang does");
}

/// Checks and debug builds are fast because they have nothing to do with LLVM.
#[test]
fn no_worker_is_started_for_checks_and_debug_builds() {
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    folder.write("worker", b"#!/bin/sh\ntouch \"$0.started\"\n");
    fs::set_permissions(folder.path("worker"), fs::Permissions::from_mode(0o755)).expect("a writable folder");
    for (arguments, starts) in [
        (&["check", "p.lang"][..], false),
        (&["build", "p.lang"], false),
        (&["run", "p.lang"], false),
        (&["test", "p.lang"], false),
        (&["build", "p.lang", "--emit", "mir"], false),
        (&["build", "p.lang", "--release", "--backend", "cranelift"], false),
        (&["build", "p.lang", "--release"], true),
    ] {
        let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
        command.args(arguments).env("LANG_LLVM", folder.path("worker"));
        ended(command.output().expect("lang starts")).exit(if starts { 2 } else { 0 });
        assert_eq!(folder.path("worker.started").exists(), starts, "{arguments:?}");
    }
}

#[test]
fn a_unit_of_another_format_version_is_refused() {
    if !has_llvm() {
        return;
    }
    let mut child = Command::new(worker())
        .arg("--worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the worker starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let hello = read_hello(&mut output, mir::binary::VERSION).expect("it is of this version");
    assert!(hello.version.contains("LLVM 22"), "{}", hello.version);
    let mut ask = |id: u64, module: Vec<u8>| {
        let work = Work::Compile { module, target: abi::Target::X86_64_LINUX, options: mir::Options::default() };
        write_frame(&mut input, &Job { id, work }).expect("the worker reads");
        let answer: Answer = read_frame(&mut output).expect("the worker answers");
        assert_eq!(answer.id, id);
        answer.result
    };
    let mut module = mir::binary::write(&mir::Module::new("empty"));
    assert!(ask(1, module.clone()).is_ok());
    // Behind the magic stands the version.
    module[4..8].copy_from_slice(&(mir::binary::VERSION + 1).to_le_bytes());
    let error = ask(2, module).expect_err("another version").to_string();
    let versions = [mir::binary::VERSION, mir::binary::VERSION + 1];
    assert!(versions.iter().all(|version| error.contains(&version.to_string())), "{error}");
    assert!(error.contains("build again"), "{error}");
    assert!(ask(3, b"no unit at all".to_vec()).is_err());
    // It is as well as before.
    assert!(ask(4, mir::binary::write(&mir::Module::new("empty"))).is_ok());
    write_frame(&mut input, &Job { id: 5, work: Work::Shutdown }).expect("the worker reads");
    input.flush().expect("the worker reads");
    assert!(child.wait().expect("it ends").success());
}
