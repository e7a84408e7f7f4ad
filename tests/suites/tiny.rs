//! The front end of another language (`tests/tiny`), which uses `mir`, `abi`, a backend and `debug` and nothing else of
//! ours: its programs on both code generators, in memory and in the interpreter; with structs by value to and from C, of which a twin in
//! C is the witness; stopped by gdb; and that it ends with a message on whatever it is given.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mir::Optimisation;
use mir::interpret::{CLibrary, Limits, run_program};
use tests::{finish, has_llvm, root};

fn folder() -> PathBuf {
    root().join("tests/tiny")
}

fn compiled(text: &str) -> Result<tiny::Program, String> {
    let program = tiny::compile("programs/shapes.tiny", &folder().to_string_lossy(), text);
    program.map_err(|error| error.to_string())
}

fn shapes() -> String {
    std::fs::read_to_string(folder().join("programs/shapes.tiny")).expect("the program is there")
}

/// Runs a command, which must go well.
fn done(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// What a program prints, of which an object is linked with a file of C.
fn printed(object: Option<&[u8]>, c: &Path) -> String {
    let place = tempfile::tempdir().expect("there is room for a folder");
    let (made, program) = (place.path().join("made.o"), place.path().join("program"));
    let mut cc = Command::new("cc");
    cc.args(["-O1", "-Wall", "-Werror"]).arg(c).arg("-o").arg(&program);
    if let Some(object) = object {
        std::fs::write(&made, object).expect("there is room for a file");
        cc.arg(&made);
    }
    done(&mut cc);
    String::from_utf8(done(&mut Command::new(&program)).stdout).expect("it is text")
}

/// What the twin in C prints.
fn expected() -> String {
    printed(None, &folder().join("programs/twin.c"))
}

fn by_llvm(program: &tiny::Program, optimisation: Optimisation) -> Vec<u8> {
    let target = abi::Target::host().expect("tests run on a described target");
    let worker = tests::lang().with_file_name("lang-llvm");
    tiny::object_by_llvm(program, &target, &worker, optimisation).expect("LLVM compiles it")
}

fn objects(program: &tiny::Program) -> Vec<Vec<u8>> {
    let target = abi::Target::host().expect("tests run on a described target");
    let mut objects = vec![tiny::object(program, &target).expect("Cranelift compiles it")];
    if has_llvm() {
        objects.push(by_llvm(program, Optimisation::None));
        objects.push(by_llvm(program, Optimisation::Speed));
    }
    objects
}

#[test]
fn both_code_generators_pass_structs_as_c_does() {
    let program = compiled(&shapes()).expect("it is a program");
    mir::verify(&program.module).expect("it is well-formed");
    let (c, expected) = (folder().join("programs/shapes.c"), expected());
    assert_eq!(expected.lines().count(), 5);
    let text = std::fs::read_to_string(&c).expect("the file is there");
    // Two fields of another order, and a struct that travels in other registers: the program must not print the same.
    let place = tempfile::tempdir().expect("there is room for a folder");
    let wrong: Vec<PathBuf> = [("int64_t n; double x;", "double x; int64_t n;"), ("double x, y;", "int64_t x, y;")]
        .iter()
        .enumerate()
        .map(|(number, (right, wrong))| {
            let path = place.path().join(format!("wrong{number}.c"));
            assert!(text.contains(right));
            std::fs::write(&path, text.replace(right, wrong)).expect("there is room for a file");
            path
        })
        .collect();
    for object in objects(&program) {
        assert_eq!(printed(Some(&object), &c), expected);
        for wrong in &wrong {
            assert_ne!(printed(Some(&object), wrong), expected, "{}", wrong.display());
        }
    }
}

#[test]
fn a_wrong_description_of_the_abi_is_noticed() {
    let mut program = compiled(&shapes()).expect("it is a program");
    let target = abi::Target::host().expect("tests run on a described target");
    let c = folder().join("programs/shapes.c");
    let expected = expected();
    // The program's own functions and calls of C get it wrong alike, so only C can tell.
    let plain = program.module.clone();
    let mut noticed = 0;
    for mutation in abi::mutation::Mutation::ALL {
        program.module = plain.clone();
        let mut pass = mir::AbiPass::mutated(target, mutation, |_| false).with_llvm_signatures(true);
        if pass.run(&mut program.module).is_err() {
            continue;
        }
        let Ok(object) = tiny::object(&program, &target) else { continue };
        let place = tempfile::tempdir().expect("there is room for a folder");
        let (made, out) = (place.path().join("made.o"), place.path().join("program"));
        std::fs::write(&made, object).expect("there is room for a file");
        done(Command::new("cc").arg("-O1").args([&c, &made]).arg("-o").arg(&out));
        let mut command = Command::new("timeout");
        command.arg("5").arg(&out);
        let output = finish(command).expect("it ends");
        noticed += usize::from(String::from_utf8_lossy(&output.stdout) != expected);
    }
    assert!(noticed > 3, "{noticed} wrong descriptions were noticed");
}

#[test]
fn it_runs_in_memory() {
    let text = "
        (record Pair (n i64) (x f64))
        (extern turned ((p Pair) (by f64)) Pair)
        (fn main () i32 (let p (turned (Pair 20 0.5) 2.0)) (as i32 (+ p.n (as i64 (* p.x 100.0)))))";
    let place = tempfile::tempdir().expect("there is room for a folder");
    let library = place.path().join("libshapes.so");
    let twin = folder().join("programs/twin.c");
    done(Command::new("cc").args(["-shared", "-fPIC", "-O1"]).arg(&twin).arg("-o").arg(&library));
    let program = compiled(text).expect("it is a program");
    let ended = tiny::run(&program, &[library.to_string_lossy().into_owned()]);
    assert_eq!(ended.expect("it is linked"), 91);
    let missing = tiny::run(&program, &[]).expect_err("nobody has the function");
    assert!(missing.to_string().contains("turned"), "{missing}");
}

const DIVISIONS: &str = "
(record Division (quotient i64) (rest i64))
(extern ldiv ((a i64) (b i64)) Division)
(extern putchar ((letter i32)) i32)
(fn show ((n i64)) ()
  (let d (ldiv n 10))
  (if (< 0 d.quotient) (show d.quotient) (do))
  (putchar (as i32 (+ 48 d.rest))))
(fn main () i32
  (let i 0)
  (while (< i 3) (show (* i 123456789)) (set i (+ i 1)))
  (as i32 7))
";

#[test]
fn the_interpreter_says_the_same_of_both_forms() {
    let program = compiled(DIVISIONS).expect("it is a program");
    let target = abi::Target::host().expect("tests run on a described target");
    let mut lowered = program.module.clone();
    mir::lower_module(&mut lowered, &target).expect("its signatures are described");
    for module in [&program.module, &lowered] {
        mir::verify(module).expect("it is well-formed");
        let modules = std::slice::from_ref(module);
        let program = mir::interpret::Program { modules, positions: &program.file };
        let ended = run_program(&program, "main", &[], &mut CLibrary::new(), &Limits::default());
        assert_eq!(ended.fault, None);
        assert_eq!((ended.exit, ended.stdout.as_slice()), (7, &b"0123456789246913578"[..]));
    }
}

/// What gdb says of the program with an object of it: of `p` in `line`, of the variables of `grown`, and of its callers.
fn said_by_gdb(object: &[u8]) -> String {
    let place = tempfile::tempdir().expect("there is room for a folder");
    let (made, out) = (place.path().join("made.o"), place.path().join("program"));
    std::fs::write(&made, object).expect("there is room for a file");
    done(Command::new("cc").arg(folder().join("programs/shapes.c")).arg(&made).arg("-o").arg(&out));
    let mut gdb = Command::new("gdb");
    gdb.args(["-nx", "-batch", "-ex"])
        .arg(format!("break shapes.tiny:{}", line_with("(line p.n)")))
        .args(["-ex", "run"]);
    gdb.args(["-ex", "print p", "-ex"]).arg(format!("break shapes.tiny:{}", line_with("(set l.k")));
    gdb.args(["-ex", "continue", "-ex", "print l", "-ex", "print s.b", "-ex", "bt", "-ex", "finish"]).arg(&out);
    // It ends with an error where it does not find a line, which is for the caller to judge.
    let output = gdb.output().expect("gdb starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn line_with(text: &str) -> usize {
    shapes().lines().position(|line| line.contains(text)).expect("it is there") + 1
}

const SHOWN: [&str; 3] =
    ["$1 = {n = 41, x = 0.5}", "$2 = {p = {n = 1041, x = 0.5}, q = {x = 1.5, y = 5}, k = 7}", "$3 = 500"];

#[test]
fn gdb_stops_at_its_lines_and_shows_its_variables() {
    let program = compiled(&shapes()).expect("it is a program");
    let target = abi::Target::host().expect("tests run on a described target");
    // Told is what the module says: with a wrong record gdb says something else.
    let mut module = program.module.clone();
    for function in &mut module.functions {
        function.variables.iter_mut().for_each(|variable| variable.slot = None);
    }
    let wrong = tiny::Program { module, file: program.file.clone() };
    for (program, is_right) in [(&program, true), (&wrong, false)] {
        let mut objects = vec![tiny::object(program, &target).expect("Cranelift compiles it")];
        if has_llvm() {
            objects.push(by_llvm(program, Optimisation::None));
        }
        for object in objects {
            let said = said_by_gdb(&object);
            for stop in ["(line p.n)", "(set l.k"] {
                assert!(said.contains(&format!("shapes.tiny:{}\n", line_with(stop))), "{said}");
            }
            for value in SHOWN {
                assert_eq!(said.contains(value), is_right, "{value}: {said}");
            }
            assert!(said.contains("in enlarged (") && said.contains("in main () at "), "{said}");
        }
    }
    if has_llvm() {
        // What LLVM wrote counts bytes in functions: no debugger finds a line by it.
        let worker = tests::lang().with_file_name("lang-llvm");
        let options = mir::Options { debug: mir::DebugInformation::Full, ..mir::Options::default() };
        let object = tiny::untold_object_by_llvm(&program, &target, &worker, &options).expect("LLVM compiles it");
        let said = said_by_gdb(&object);
        assert!(SHOWN.iter().all(|value| !said.contains(value)), "{said}");
    }
}

/// Lines are those of the text, and not those that LLVM knows: a text with lines before it stops as many further down.
#[test]
fn optimised_code_has_lines_of_the_text_as_it_stands() {
    if !has_llvm() {
        return;
    }
    for lines_before in [0, 100] {
        let text = format!("{}{}", "\n".repeat(lines_before), shapes());
        let object = by_llvm(&compiled(&text).expect("it is a program"), Optimisation::Speed);
        let place = tempfile::tempdir().expect("there is room for a folder");
        let made = place.path().join("made.o");
        std::fs::write(&made, object).expect("there is room for a file");
        let mut gdb = Command::new("gdb");
        gdb.args(["-nx", "-batch", "-ex", "info functions ^grown", "-ex", "info line grown"])
            .args(["-ex", "ptype struct Large"])
            .arg(&made);
        let said = String::from_utf8_lossy(&done(&mut gdb).stdout).into_owned();
        let first = line_with("(fn grown") + lines_before;
        let is_declared = said.contains(&format!("\n{first}:\tLarge grown("));
        let has_code = (first..first + 5).any(|line| said.contains(&format!("Line {line} of ")));
        assert!(is_declared && has_code, "{said}");
        for field in ["Pair p;", "Point q;", "i32 k;"] {
            assert!(said.contains(field), "{said}");
        }
    }
}

const PRIMES: &str = "2 3 5 7 11 13 17 19 23 29";

/// The command, as somebody has it who writes programs in the language.
#[test]
fn the_command_runs_programs_and_makes_objects() {
    let tiny = || Command::new(tests::lang().with_file_name("tiny"));
    let place = tempfile::tempdir().expect("there is room for a folder");
    let (program, object) = (place.path().join("divisions.tiny"), place.path().join("shapes.o"));
    std::fs::write(&program, DIVISIONS).expect("there is room for a file");
    let ran = tiny().arg(&program).output().expect("it starts");
    assert_eq!((ran.status.code(), ran.stdout.as_slice()), (Some(7), &b"0123456789246913578"[..]));
    let primes = done(tiny().arg(folder().join("programs/primes.tiny")));
    assert_eq!(String::from_utf8_lossy(&primes.stdout).split_whitespace().collect::<Vec<_>>().join(" "), PRIMES);
    let mut ways: Vec<&[&str]> = vec![&[]];
    if has_llvm() {
        ways.push(&["--llvm"]);
    }
    for way in ways {
        done(tiny().args(way).arg("-o").arg(&object).arg(folder().join("programs/shapes.tiny")));
        let bytes = std::fs::read(&object).expect("it is there");
        assert_eq!(printed(Some(&bytes), &folder().join("programs/shapes.c")), expected());
    }
    let unknown = "(extern nowhere () i32) (fn main () i32 (nowhere))";
    std::fs::write(place.path().join("unknown.tiny"), unknown).expect("there is room for a file");
    for (words, message) in [
        (&[][..], "usage: tiny"),
        (&["unknown.tiny"], "no library defines nowhere\n"),
        (&["-o", "x.o"], "usage: tiny"),
        (&["missing.tiny"], "missing.tiny: "),
        (&["-o", "missing/x.o", program.to_str().unwrap_or_default()], "missing/x.o: "),
    ] {
        let refused = tiny().current_dir(place.path()).args(words).output().expect("it starts");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && said.contains(message), "{words:?}: {said}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        ("(fn main () i32", "1:1: this list is not closed; add ')'"),
        ("(fn f () ())\n  )", "2:3: no list is open here; leave ')' out"),
        ("(type T)", "1:1: write (record N (x T) …), (extern N ((x T) …) T) or (fn N ((x T) …) T …) here"),
        ("(fn f ((x int)) ())", "1:11: this is no type; declare it above"),
        ("(fn f () ())\n(fn f () ())", "2:5: not free; choose another name"),
        ("(fn f () i64 (+ 1 2.0))", "1:19: a value of another type is wanted here; (as T x) converts numbers"),
        ("(fn f () i64 (/ 1 2))", "1:14: integers are divided by C's ldiv"),
        (
            "(fn f () i64 (let x 1))",
            "1:10: the last form of the body gives no value of this type, which of main is i32",
        ),
        ("(fn f () i64 y.x)", "1:14: there is no such number, variable or field; (let x v) makes a variable"),
        (
            "(record P (x i64))\n(fn f ((p P)) i64 p.y)",
            "2:19: there is no such number, variable or field; (let x v) makes a variable",
        ),
        ("(fn f () ()\n  (g 1))", "2:3: there is no such form, function or record; declare it above"),
        ("(fn f () () (f 1))", "1:13: there are too many values, or too few"),
        (
            "(fn f () () (if (< 1 2) 1 (do)))",
            "1:27: both cases give a value of one type, or none, as (do …) without forms",
        ),
        ("(record E)", "1:9: a record has fields, and at most 65536 bytes"),
        ("(record R (x i64) (x f64))", "1:20: there is one of this name; choose another name"),
        ("(fn f ((x i64) (x i64)) i64 x)", "1:17: there is one of this name; choose another name"),
        (
            "(fn f () i64 99999999999999999999)",
            "1:14: there is no such number, variable or field; (let x v) makes a variable",
        ),
        ("(fn main () ())", "1:13: the last form of the body gives no value of this type, which of main is i32"),
    ];
    for (text, message) in cases {
        let found = compiled(text).err().unwrap_or_default();
        assert_eq!(found, format!("programs/shapes.tiny:{message}"), "{text}");
    }
}

#[test]
fn structures_lie_as_the_abi_says() {
    use abi::{FieldSpec, RecordKind, Target, TypeArena, layout_record};
    use mir::{Module, Record, Scalar, Type, TypeBody};
    const SEED: u64 = 3;
    println!("seed {SEED}");
    let mut random = fastrand::Rng::with_seed(SEED);
    for _ in 0..200 {
        for target in [Target::X86_64_LINUX, Target::AARCH64_LINUX] {
            // Each structure may contain those before it.
            let (mut module, mut arena) = (Module::new("random"), TypeArena::new());
            let mut known: Vec<(Type, abi::TyId)> = [
                (Scalar::I8, abi::TyId::I8),
                (Scalar::U16, abi::TyId::U16),
                (Scalar::F32, abi::TyId::F32),
                (Scalar::I64, abi::TyId::I64),
                (Scalar::U128, abi::TyId::U128),
            ]
            .map(|(scalar, ty)| (Type::Scalar(scalar), ty))
            .to_vec();
            for number in 0..4 {
                let members: Vec<(Type, abi::TyId)> =
                    (0..random.usize(1..6)).map(|_| known[random.usize(0..known.len())]).collect();
                let found = Record::structure(&module.types, members.iter().map(|(ty, _)| (None, *ty)));
                let fields: Vec<FieldSpec> = members.iter().map(|(_, ty)| FieldSpec::new(*ty)).collect();
                let expected = layout_record(&target, &arena, RecordKind::Struct, &fields, false, None);
                let offsets: Vec<u64> = found.fields.iter().map(|field| field.offset).collect();
                let wanted: Vec<u64> = expected.fields.iter().map(|field| field.offset_bits / 8).collect();
                assert_eq!(
                    (offsets, found.size, found.align.bytes()),
                    (wanted, expected.size, u64::from(expected.align)),
                    "{target}"
                );
                let id = module.declare_type(&format!("S{number}"));
                module.types.set_body(id, TypeBody::Record(found));
                known.push((Type::Aggregate(id), arena.add_record(expected)));
            }
        }
    }
}

#[test]
fn it_is_as_short_as_it_is_said_to_be() {
    let lines = |name: &str| {
        let text = std::fs::read_to_string(folder().join("src").join(name)).expect("the file is there");
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    };
    let front_end = lines("reader.rs") + lines("compiler.rs");
    assert!(front_end <= 300, "{front_end} lines without comments");
    assert!(lines("lib.rs") <= 70, "{} lines ask code generators", lines("lib.rs"));
}

#[test]
fn damaged_programs_are_errors_and_no_more() {
    let text = shapes();
    let words: Vec<&str> = text.split_inclusive([' ', '(', ')']).collect();
    let (mut random, mut whole) = (fastrand::Rng::with_seed(9), 0);
    println!("seed 9");
    const COUNT: usize = 2000;
    for _ in 0..COUNT {
        let mut damaged = words.clone();
        for _ in 0..random.usize(1..4) {
            let (at, from) = (random.usize(0..damaged.len()), random.usize(0..damaged.len()));
            match random.u8(0..4) {
                0 => _ = damaged.remove(at),
                1 => damaged[at] = words[random.usize(0..words.len())],
                2 => damaged.swap(at, from),
                _ => damaged.insert(
                    at,
                    ["(", ")", "\u{e4}", "9999999999999999999 ", "1.", "-", ". ", ";", "x..y "][random.usize(0..9)],
                ),
            }
        }
        if let Ok(program) = compiled(&damaged.concat()) {
            whole += 1;
            if let Err(problems) = mir::verify(&program.module) {
                panic!("{}\n{}", problems[0], damaged.concat());
            }
        }
    }
    assert!(whole > 0 && whole < COUNT, "{whole} of {COUNT} damaged programs were programs");
    assert!(compiled(&"(".repeat(1 << 20)).is_err());
}

#[test]
fn damaged_objects_are_errors_and_no_more() {
    if !has_llvm() {
        return;
    }
    const COUNT: usize = 3000;
    let program = compiled(&shapes()).expect("it is a program");
    let target = abi::Target::host().expect("tests run on a described target");
    let worker = tests::lang().with_file_name("lang-llvm");
    let mut unit = program.module.clone();
    mir::AbiPass::new(target).with_llvm_signatures(true).run(&mut unit).expect("its signatures are described");
    let records = mir::debug::Records::of(unit, false);
    let seed = tests::seed("OBJECT_SEED");
    let (mut random, mut whole) = (fastrand::Rng::with_seed(seed), 0);
    for optimisation in [Optimisation::None, Optimisation::Speed] {
        let options = mir::Options { optimisation, debug: mir::DebugInformation::Full, ..mir::Options::default() };
        let object = tiny::untold_object_by_llvm(&program, &target, &worker, &options).expect("LLVM compiles it");
        let told = |object: &[u8]| debug::elf::with_debug_information(object, &[&records], &program.file, &options);
        assert!(told(&object).is_ok() && told(b"no object").is_err() && told(&[]).is_err());
        for _ in 0..COUNT / 2 {
            let mut damaged = object.clone();
            if random.u8(0..8) == 0 {
                damaged.truncate(random.usize(0..object.len()));
            }
            for _ in 0..random.usize(1..6) {
                let Some(last) = damaged.len().checked_sub(1) else { break };
                let at = random.usize(0..=last);
                damaged[at] = [0, 1, 0x7f, 0x80, 0xff, random.u8(..)][random.usize(0..6)];
            }
            whole += usize::from(told(&damaged).is_ok());
        }
    }
    assert!(whole > 0 && whole < COUNT, "{whole} of {COUNT} damaged objects were objects");
}
