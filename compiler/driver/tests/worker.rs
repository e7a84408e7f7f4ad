//! The client of the worker, against fakes that crash, hang, garble and lie. This program is its own fake: started with
//! `--worker` it behaves as the name it was started under says, so that the tests need no LLVM.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use driver::worker::Workers;
use libtest_mimic::{Arguments, Failed, Trial};
use mir::worker::{Answer, Hello, Job, PROTOCOL, Product, Work, read_frame, write_frame};
use mir::{Artifacts, Backend, BackendError, Module, ObjectArtifact, Options};

const TARGET: abi::Target = abi::Target::X86_64_LINUX;

/// Long enough for a fake on a busy machine, short enough to wait for.
const LIMIT: Duration = Duration::from_millis(1500);

fn main() {
    let mut arguments = std::env::args_os();
    let name = arguments.next().map(PathBuf::from).unwrap_or_default();
    if arguments.next().is_some_and(|argument| argument == "--worker") {
        fake(&name);
        return;
    }
    let tests: [(&str, fn()); 17] = [
        ("jobs_are_answered", jobs_are_answered),
        ("workers_are_used_again", workers_are_used_again),
        ("a_refusal_is_no_failure", a_refusal_is_no_failure),
        ("a_crash_names_function_and_unit", a_crash_names_function_and_unit),
        ("a_hang_ends_and_names_the_function", a_hang_ends_and_names_the_function),
        ("a_worker_that_dies_once_costs_nothing", a_worker_that_dies_once_costs_nothing),
        ("other_units_go_on", other_units_go_on),
        ("garbled_answers", garbled_answers),
        ("a_worker_of_another_version", a_worker_of_another_version),
        ("a_program_that_is_no_worker", a_program_that_is_no_worker),
        ("a_worker_that_never_says_hello", a_worker_that_never_says_hello),
        ("a_worker_that_fails_once_at_its_greeting", a_worker_that_fails_once_at_its_greeting),
        ("only_the_last_words_are_kept", only_the_last_words_are_kept),
        ("a_target_that_the_worker_lacks", a_target_that_the_worker_lacks),
        ("cached_artifacts_of_another_version_are_discarded", cached_artifacts_of_another_version_are_discarded),
        (
            "another_build_of_the_worker_finds_nothing_in_the_cache",
            another_build_of_the_worker_finds_nothing_in_the_cache,
        ),
        ("a_missing_worker_is_reported_once", a_missing_worker_is_reported_once),
    ];
    let trials = tests
        .into_iter()
        .map(|(name, test)| {
            Trial::test(name, move || {
                test();
                Ok::<(), Failed>(())
            })
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A fake in a folder of its own.
struct Fake {
    folder: tempfile::TempDir,
    workers: Workers,
}

impl Fake {
    /// `behaviour` is a word, and a symbol behind a dash where it needs one.
    fn new(behaviour: &str) -> Fake {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = folder.path().join(behaviour);
        let this = std::env::current_exe().expect("this program has a path");
        std::os::unix::fs::symlink(this, &program).expect("a link");
        Fake { workers: Workers::new(program).with_time_limit(LIMIT), folder }
    }

    fn compile(&self, functions: &[&str]) -> Result<Artifacts, BackendError> {
        self.workers.compile(&unit(functions), &TARGET, &Options::default())
    }

    fn error(&self, functions: &[&str]) -> BackendError {
        self.compile(functions).expect_err("the fake fails")
    }

    /// How many processes there were.
    fn started(&self) -> usize {
        let entries = fs::read_dir(self.folder.path()).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        names.filter(|name| name.to_string_lossy().starts_with("started")).count()
    }
}

/// A unit of functions that do nothing.
fn unit(functions: &[&str]) -> Module {
    let mut text = String::from("module \"app\"\n");
    for name in functions {
        text.push_str(&format!("\nfunction system_abi export @{name}() : () {{\nb0:\n  return\n}}\n"));
    }
    mir::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn symbols(artifacts: &Artifacts) -> &[String] {
    &artifacts.object.as_ref().expect("an object").undefined
}

fn jobs_are_answered() {
    let fake = Fake::new("well");
    let artifacts = fake.compile(&["one", "two"]).expect("it is well");
    assert_eq!(symbols(&artifacts), ["one", "two"]);
    let text = fake.workers.text(&unit(&["one"]), &TARGET, &Options::default(), mir::TextForm::Llvm);
    assert_eq!(text.as_deref(), Ok("one"));
    let bitcode = fake.workers.bitcode(&unit(&["one"]), &TARGET, &Options::default());
    assert_eq!(bitcode.as_deref(), Ok(&b"one"[..]));
    assert!(fake.workers.version().starts_with("fake 1, build "));
    assert_eq!(fake.started(), 1);
}

fn workers_are_used_again() {
    let fake = Fake::new("well");
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..20 {
                    fake.compile(&["one"]).expect("it is well");
                }
            });
        }
    });
    assert!(fake.started() <= 3, "{} were started", fake.started());
}

fn a_refusal_is_no_failure() {
    let fake = Fake::new("refuse-two");
    let error = fake.error(&["one", "two"]);
    assert_eq!((error.symbol.as_deref(), error.message.as_str()), (Some("two"), "not this one"));
    assert_eq!(fake.started(), 1);
    fake.compile(&["one"]).expect("it is well");
}

fn a_crash_names_function_and_unit() {
    let fake = Fake::new("crash-four");
    let error = fake.error(&["one", "two", "three", "four", "five"]);
    assert_eq!(error.symbol.as_deref(), Some("four"));
    for part in [
        "the worker died (killed by signal 6) on the function `four` of the unit `app` (5 functions)",
        "alas, four",
        "use --backend cranelift meanwhile, and report it",
    ] {
        assert!(error.message.contains(part), "no `{part}` in:\n{}", error.message);
    }
    fake.compile(&["one", "two", "three"]).expect("it is well");
}

fn a_hang_ends_and_names_the_function() {
    let fake = Fake::new("hang-two");
    let start = Instant::now();
    let error = fake.error(&["one", "two"]);
    assert_eq!(error.symbol.as_deref(), Some("two"));
    assert!(error.message.contains("did not answer within 1.5 s"), "{}", error.message);
    assert!(start.elapsed() < LIMIT * 6, "after {:?}", start.elapsed());
    fake.compile(&["one"]).expect("it is well");
}

fn a_worker_that_dies_once_costs_nothing() {
    let fake = Fake::new("once-two");
    let artifacts = fake.compile(&["one", "two"]).expect("the second try succeeds");
    assert_eq!(symbols(&artifacts), ["one", "two"]);
    assert_eq!(fake.started(), 2);
}

fn other_units_go_on() {
    let fake = Fake::new("crash-bad");
    thread::scope(|scope| {
        let bad = scope.spawn(|| fake.error(&["bad"]));
        let good: Vec<_> = (0..3).map(|_| scope.spawn(|| (0..10).all(|_| fake.compile(&["good"]).is_ok()))).collect();
        for thread in good {
            assert!(thread.join().expect("no panic"), "a unit that is well failed");
        }
        assert_eq!(bad.join().expect("no panic").symbol.as_deref(), Some("bad"));
    });
}

fn garbled_answers() {
    for (behaviour, reason) in [
        ("garbled-one", "gave no answer that can be read"),
        ("stranger-one", "gave no answer that can be read (an answer to job 4711)"),
        ("long-one", "gave no answer that can be read (a frame of 4294967295 bytes"),
        ("cut-one", "died (exit code 3)"),
        ("product-one", "made something else than it was asked for"),
    ] {
        let error = Fake::new(behaviour).error(&["one"]);
        assert!(error.message.contains(reason), "{behaviour}: {}", error.message);
    }
}

fn a_worker_of_another_version() {
    for (behaviour, versions) in [
        ("protocol", format!("protocol {} and", PROTOCOL + 1)),
        ("format", format!("units of format {}, this lang", mir::binary::VERSION + 1)),
    ] {
        let fake = Fake::new(behaviour);
        let error = fake.error(&["one"]).message;
        assert!(error.contains(&versions), "{error}");
        assert!(error.contains("install the lang-llvm that belongs to this lang"), "{error}");
        assert!(error.contains(behaviour), "the program is named: {error}");
        assert_eq!(fake.started(), 1, "it is not tried again");
        assert!(fake.workers.supports(&TARGET).is_err());
    }
}

fn a_program_that_is_no_worker() {
    let error = |program: &str| {
        let workers = Workers::new(PathBuf::from(program)).with_time_limit(LIMIT);
        workers.compile(&unit(&["one"]), &TARGET, &Options::default()).expect_err("it is no worker").message
    };
    let missing = error("/nowhere/lang-llvm");
    assert!(
        missing.contains("/nowhere/lang-llvm cannot be used: it cannot be started: no such file or directory"),
        "{missing}"
    );
    assert!(missing.contains("--backend cranelift"), "{missing}");
    let talks = error("/bin/echo");
    assert!(talks.contains("does not speak as a code generator of lang does"), "{talks}");
}

fn a_worker_that_never_says_hello() {
    let silent = Fake::new("silent");
    let error = silent.error(&["one"]).message;
    assert!(error.contains("did not answer within 1.5 s"), "{error}");
    assert_eq!(silent.started(), 2, "it is tried once more");
    let stillborn = Fake::new("stillborn");
    let error = stillborn.error(&["one"]).message;
    assert!(error.contains("stillborn died (exit code 127)\ncannot load libLLVM"), "{error}");
    assert_eq!(stillborn.started(), 2, "it is tried once more");
    let other = Fake::new("protocol");
    other.error(&["one"]);
    assert_eq!(other.started(), 1, "another version stays one");
}

/// As one that fails later: killed, stopped, or cut off in the middle of its first word.
fn a_worker_that_fails_once_at_its_greeting() {
    for how in ["killed", "stopped", "cut"] {
        let fake = Fake::new(&format!("unwell-{how}"));
        let artifacts = fake.compile(&["one"]).unwrap_or_else(|error| panic!("{how}: {}", error.message));
        assert_eq!(symbols(&artifacts), ["one"], "{how}");
        assert_eq!(fake.started(), 2, "{how}");
    }
}

fn only_the_last_words_are_kept() {
    let message = Fake::new("talkative-one").error(&["one"]).message;
    assert!(message.contains("line 4999"), "{message}");
    assert!(!message.contains("line 4000"), "{message}");
    assert!(message.len() < 6000, "{} bytes", message.len());
}

fn a_target_that_the_worker_lacks() {
    let fake = Fake::new("well");
    assert_eq!(fake.workers.supports(&TARGET), Ok(()));
    let other = abi::Target::parse("s390x-linux-gnu").expect("a known target");
    let error = fake.workers.supports(&other).expect_err("it is not in the greeting").message;
    assert!(error.contains(&format!("only for {TARGET}")), "{error}");
}

/// A program in a folder of its own, and what compiling it twice needs.
struct Program {
    folder: tempfile::TempDir,
}

impl Program {
    /// Of so many functions that there are several units.
    fn new() -> Program {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let calls: String = (0..200).map(|number| format!("  work{number}()\n")).collect();
        let functions: String = (0..200).map(|number| format!("fn work{number}() {{ }}\n")).collect();
        let text = format!("fn main() {{\n{calls}}}\n{functions}");
        fs::write(folder.path().join("app.lang"), text).expect("a writable folder");
        Program { folder }
    }

    fn compile(&self, backend: &dyn Backend, options: Options) -> Result<(driver::Compiled, usize), Vec<String>> {
        let path = self.folder.path().join("app.lang");
        let input = project::Input::of_argument(Some(&path)).map_err(|no_input| vec![no_input.0])?;
        let settings =
            driver::Settings { target: TARGET, threads: Some(2), verify: false, unchecked: false, binder: None };
        let (program, mut run) = driver::Program::open(&input, &settings);
        let store = driver::Store::open(self.folder.path().join("cache"), "app");
        let generation = driver::Generation::new(backend, options, &store);
        let compiled = driver::generate(&program, &mut run, driver::Product::Program, &generation);
        store.save();
        let compiled =
            compiled.map_err(|reports| reports.into_iter().map(|report| report.message).collect::<Vec<_>>())?;
        let units = compiled.artifacts.len();
        Ok((compiled, units))
    }
}

fn cached_artifacts_of_another_version_are_discarded() {
    let program = Program::new();
    let cached = |fake: &Fake, options: Options| {
        let (compiled, units) = program.compile(&fake.workers, options).expect("it is well");
        assert!(units > 1, "{units} units");
        assert!(compiled.cached == 0 || compiled.cached == units);
        compiled.cached != 0
    };
    let (first, second) = (Fake::new("well"), Fake::new("version-2"));
    let plain = Options::default();
    assert!(!cached(&first, plain));
    assert!(cached(&first, plain));
    assert!(cached(&Fake::new("well"), plain), "another process of the same version");
    assert!(!cached(&second, plain), "another version");
    assert!(cached(&second, plain));
    let optimised = Options { optimisation: mir::Optimisation::Speed, ..plain };
    assert!(!cached(&second, optimised), "other options");
}

/// A worker that is built anew says the same version and makes other code.
fn another_build_of_the_worker_finds_nothing_in_the_cache() {
    let program = Program::new();
    let worker = program.folder.path().join("well");
    fs::copy(std::env::current_exe().expect("this program has a path"), &worker).expect("a writable folder");
    let cached = || {
        let workers = Workers::new(worker.clone());
        let (compiled, _) = program.compile(&workers, Options::default()).expect("it is well");
        compiled.cached != 0
    };
    assert!(!cached());
    assert!(cached());
    let file = fs::File::options().append(true).open(&worker).expect("a writable file");
    file.set_modified(std::time::SystemTime::now() + Duration::from_secs(60)).expect("the time can be set");
    drop(file);
    assert!(!cached());
}

fn a_missing_worker_is_reported_once() {
    let workers = Workers::new(PathBuf::from("/nowhere/lang-llvm"));
    let problems = Program::new().compile(&workers, Options::default()).err();
    assert_eq!(problems.map(|problems| problems.len()), Some(1));
}

/// A worker that does what its name says.
fn fake(program: &Path) {
    let folder = program.parent().unwrap_or(Path::new("."));
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (behaviour, symbol) = name.split_once('-').unwrap_or((&name, ""));
    fs::write(folder.join(format!("started-{}", std::process::id())), "").expect("a writable folder");
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    match behaviour {
        "silent" => thread::sleep(LIMIT * 20),
        "stillborn" => {
            eprintln!("cannot load libLLVM");
            std::process::exit(127);
        }
        // The first one only.
        "unwell" if fs::create_dir(folder.join("first")).is_ok() => match symbol {
            "killed" => std::process::abort(),
            "stopped" => thread::sleep(LIMIT * 20),
            _ => {
                output.write_all(&[200, 0, 0, 0, 1, 2]).expect("lang reads");
                output.flush().expect("lang reads");
                std::process::exit(0);
            }
        },
        _ => {}
    }
    let hello = Hello {
        protocol: PROTOCOL + u32::from(behaviour == "protocol"),
        mir_format: mir::binary::VERSION + u32::from(behaviour == "format"),
        version: format!("fake {}", if behaviour == "version" { symbol } else { "1" }),
        targets: vec![TARGET.to_string()],
    };
    write_frame(&mut output, &hello).expect("lang reads");
    while let Ok(job) = read_frame::<Job>(&mut input) {
        let answer = answer(job, behaviour, symbol, folder, &mut output);
        write_frame(&mut output, &answer).expect("lang reads");
    }
}

fn answer(job: Job, behaviour: &str, symbol: &str, folder: &Path, output: &mut impl Write) -> Answer {
    let (Work::Compile { module, .. } | Work::Text { module, .. } | Work::Bitcode { module, .. }) = &job.work else {
        std::process::exit(0);
    };
    let unit = mir::binary::read(module).expect("lang writes units");
    let names: Vec<String> =
        unit.functions.iter().map(|function| unit.symbol_name(function.symbol).to_string()).collect();
    let mut id = job.id;
    if names.iter().any(|name| name == symbol) {
        match behaviour {
            "crash" => die(symbol),
            "once" if !folder.join("died").exists() => {
                fs::write(folder.join("died"), "").expect("a writable folder");
                die(symbol);
            }
            "hang" => thread::sleep(LIMIT * 20),
            "talkative" => {
                (0..5000).for_each(|line| eprintln!("line {line}"));
                die(symbol);
            }
            "refuse" => {
                let result = Err(BackendError::in_symbol(symbol, "not this one"));
                return Answer { id, result };
            }
            "garbled" => output.write_all(b"\x05\0\0\0what?").expect("lang reads"),
            "long" => output.write_all(&[0xff; 4]).expect("lang reads"),
            "cut" => {
                output.write_all(b"\x05\0\0\0no").expect("lang reads");
                output.flush().expect("lang reads");
                std::process::exit(3);
            }
            "stranger" => id = 4711,
            _ => {}
        }
    }
    let product = match job.work {
        _ if behaviour == "product" => Product::Text(String::new()),
        Work::Text { .. } => Product::Text(names.join(" ")),
        Work::Bitcode { .. } => Product::Bytes(names.join(" ").into_bytes()),
        Work::Compile { .. } | Work::Shutdown => Product::Artifacts(Artifacts {
            object: Some(ObjectArtifact { undefined: names, ..ObjectArtifact::default() }),
            ..Artifacts::default()
        }),
    };
    Answer { id, result: Ok(product) }
}

/// As an assertion in LLVM ends.
fn die(symbol: &str) -> ! {
    eprintln!("alas, {symbol}");
    io::stderr().flush().expect("standard error is there");
    std::process::abort()
}
