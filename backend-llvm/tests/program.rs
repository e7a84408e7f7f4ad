//! The program `lang-llvm` as it is started: its arguments, its streams, and how it ends when something goes wrong.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use mir::worker::{Answer, FrameError, Job, Product, Work, read_frame, read_hello, write_frame};
use mir::{Options, binary};

const TARGET: abi::Target = abi::Target::X86_64_LINUX;

fn start(arguments: &[&str], fault: Option<&str>, input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lang-llvm"));
    command.args(arguments).env_remove("LANG_LLVM_FAULT");
    if let Some(fault) = fault {
        command.env("LANG_LLVM_FAULT", fault);
    }
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("the pipe was asked for");
    // A program that does not read its input may be gone already.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn job() -> Vec<u8> {
    let text = "module \"unit\"\nfunction system_abi export @f() : () {\nb0:\n  return\n}";
    let mut module = mir::read(text).expect("the test's text is of the form");
    mir::AbiPass::new(TARGET).with_llvm_signatures(true).run(&mut module).expect("described");
    let job = Job {
        id: 5,
        work: Work::Compile { module: binary::write(&module), target: TARGET, options: Options::default() },
    };
    let mut frame = Vec::new();
    write_frame(&mut frame, &job).expect("memory can be written");
    frame
}

#[test]
fn a_person_is_told_what_the_program_is_for() {
    for arguments in [&[][..], &["main.lang"], &["--worker", "too", "much"]] {
        let output = start(arguments, None, b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("which starts it by itself"), "{text}");
    }
    let output = start(&["--help"], None, b"");
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("Usage: lang-llvm"));
    let output = start(&["--version"], None, b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("lang-llvm 0.") && text.contains("LLVM 22."), "{text}");
}

#[test]
fn a_worker_answers_and_ends_with_its_input() {
    let output = start(&["--worker"], None, &job());
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    let mut stream = output.stdout.as_slice();
    read_hello(&mut stream, binary::VERSION).expect("a worker of this version");
    let answer: Answer = read_frame(&mut stream).expect("an answer");
    assert_eq!(answer.id, 5);
    assert!(matches!(answer.result, Ok(Product::Artifacts(artifacts)) if artifacts.object.is_some()));
    assert!(matches!(read_frame::<Answer>(&mut stream), Err(FrameError::Ended)));
}

#[test]
fn a_worker_that_fails_leaves_a_word_and_no_half_answer() {
    for (fault, code) in [("crash:f", None), ("exit:f", Some(3))] {
        let output = start(&["--worker"], Some(fault), &job());
        assert_eq!(output.status.code(), code, "{fault}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("at f, as a test asked for"));
        let mut stream = output.stdout.as_slice();
        read_hello(&mut stream, binary::VERSION).expect("a worker of this version");
        assert!(stream.is_empty());
    }
    // A fault of another function does not strike.
    assert!(start(&["--worker"], Some("crash:g"), &job()).status.success());
    let output = start(&["--worker"], Some("burn:f"), &job());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("'burn' is no fault"));
    let output = start(&["--worker"], None, b"what is this?");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("longer than any can be"));
}
