//! The worker: what it says over a whole conversation, and what it does with a frame that makes no sense.

use abi::Target;
use mir::backend::TextForm;
use mir::worker::{Answer, FrameError, Hello, Job, PROTOCOL, Product, Work, read_frame, read_hello, write_frame};
use mir::{Backend, Options, binary};

use super::{Optimisation, compile, lower, options};
use crate::{Fault, Llvm, serve};

const TARGET: Target = Target::X86_64_LINUX;

fn unit() -> mir::Module {
    let text = "module \"unit\"\nfunction system_abi export @f(v0: i64) : (i64) -> i64 {\nb0:\n  return v0\n}";
    let mut module = mir::read(text).expect("the test's text is of the form");
    lower(&mut module, TARGET);
    module
}

fn converse(jobs: &[Job]) -> (Hello, Vec<Answer>) {
    let mut input = Vec::new();
    for job in jobs {
        write_frame(&mut input, job).expect("memory can be written");
    }
    let mut output = Vec::new();
    serve(&mut input.as_slice(), &mut output, None).expect("a whole conversation");
    let mut output = output.as_slice();
    let hello = read_hello(&mut output, binary::VERSION).expect("the same version");
    let mut answers = Vec::new();
    loop {
        match read_frame(&mut output) {
            Ok(answer) => answers.push(answer),
            Err(FrameError::Ended) => return (hello, answers),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn each_job_gets_its_answer() {
    let module = binary::write(&unit());
    let work = |options: Options| Work::Compile { module: module.clone(), target: TARGET, options };
    let optimised = options(Optimisation::Speed);
    let jobs = [
        Job { id: 7, work: work(optimised) },
        Job {
            id: 3,
            work: Work::Text { module: module.clone(), target: TARGET, options: optimised, form: TextForm::Llvm },
        },
        Job { id: 9, work: Work::Bitcode { module: module.clone(), target: TARGET, options: optimised } },
        Job { id: 1, work: Work::Shutdown },
        Job { id: 2, work: work(optimised) },
    ];
    let (hello, answers) = converse(&jobs);
    assert_eq!((hello.protocol, hello.mir_format), (PROTOCOL, binary::VERSION));
    assert_eq!(hello.version, Llvm::new().version());
    assert_eq!(hello.targets, ["x86_64-linux-gnu", "aarch64-linux-gnu"]);
    let ids: Vec<u64> = answers.iter().map(|answer| answer.id).collect();
    assert_eq!(ids, [7, 3, 9], "nothing is answered after the end");
    assert_eq!(answers[0].result, Ok(Product::Artifacts(compile(&unit(), TARGET, &optimised))));
    assert!(matches!(&answers[1].result, Ok(Product::Text(text)) if text.contains("ret i64 %argument0")));
    assert!(matches!(&answers[2].result, Ok(Product::Bytes(bytes)) if bytes.starts_with(b"BC")));
}

#[test]
fn bad_units_are_answered_with_errors() {
    let job =
        |id, module| Job { id, work: Work::Compile { module, target: TARGET, options: options(Optimisation::None) } };
    let mut damaged = binary::write(&unit());
    damaged.truncate(damaged.len() / 2);
    let mut other = binary::write(&unit());
    other[4] ^= 0x55;
    let (_, answers) = converse(&[job(1, b"nonsense".to_vec()), job(2, damaged), job(3, other)]);
    let messages: Vec<String> =
        answers.iter().map(|answer| answer.result.as_ref().expect_err("no unit").to_string()).collect();
    assert!(messages[0].contains("not a module"), "{messages:?}");
    assert!(messages[1].contains("damaged"), "{messages:?}");
    assert!(messages[2].contains("made by a newer lang"), "{messages:?}");
}

#[test]
fn a_frame_that_makes_no_sense_ends_the_worker() {
    let mut output = Vec::new();
    let error = serve(&mut &b"what?"[..], &mut output, None).expect_err("no frame");
    assert!(matches!(error, FrameError::TooLong(_)), "{error}");
}

#[test]
fn faults_are_named_in_one_way() {
    assert!("crash:main".parse::<Fault>().is_ok());
    assert!("hang:a.b".parse::<Fault>().is_ok());
    assert!("exit:a:b".parse::<Fault>().is_ok());
    let error = "burn:main".parse::<Fault>().expect_err("no such fault");
    assert_eq!(error, "'burn' is no fault; write crash:SYMBOL, hang:SYMBOL or exit:SYMBOL");
}
