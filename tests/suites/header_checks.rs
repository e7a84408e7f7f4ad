//! Declarations of C compared with C's headers (`lang check` with `@[header(…)]`, `lang check --headers`). Right declarations must
//! be accepted: those of the standard library and of every program of the tests, against the headers that the system has. Wrong
//! ones must be refused: declarations of real functions, each changed at random in a way that changes how it is called or what C
//! writes (`HEADER_CHECKS=2000 HEADER_CHECKS_SEED=7` for more). The witness of what C says is clang's library. Counted and printed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use abi::Target;
use driver::{AskedHeaders, CReader, HeaderCheck, Program, Settings};
use project::{Input, Report};
use tests::{corpus, for_each, lang};

/// Where C declares what the programs and the library use.
const HEADERS: &[&str] = &[
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "math.h",
    "unistd.h",
    "fcntl.h",
    "sys/stat.h",
    "sys/mman.h",
    "sys/socket.h",
    "netdb.h",
    "netinet/in.h",
    "poll.h",
    "signal.h",
    "pthread.h",
    "sched.h",
    "spawn.h",
    "dirent.h",
    "time.h",
    "sys/time.h",
    "sys/wait.h",
    "sys/resource.h",
    "sys/uio.h",
    "sys/auxv.h",
    "sys/random.h",
    "threads.h",
    "execinfo.h",
    "dlfcn.h",
    "errno.h",
    "ctype.h",
    "regex.h",
    "locale.h",
    "wchar.h",
];

/// Those of libraries, as far as they are there.
const LIBRARIES: &[&str] = &["sqlite3.h", "zlib.h", "png.h"];

fn reader() -> Option<CReader> {
    match CReader::find(None, lang(), &["c-worker"]) {
        Ok(reader) => Some(reader),
        Err(reason) => {
            println!("skipped: {reason}");
            None
        }
    }
}

fn headers() -> Vec<String> {
    let there = LIBRARIES.iter().filter(|header| Path::new("/usr/include").join(header).is_file());
    HEADERS.iter().chain(there).map(ToString::to_string).collect()
}

/// Checks a program on x86-64 Linux.
fn check(reader: Result<&CReader, &str>, input: &Path, headers: &[String], all: bool) -> HeaderCheck {
    let input = Input::of_argument(Some(input)).unwrap_or_else(|_| panic!("{} is a program", input.display()));
    let settings =
        Settings { target: Target::X86_64_LINUX, threads: Some(1), verify: false, unchecked: false, binder: None };
    let (program, mut run) = Program::open(&input, &settings);
    driver::check_headers(&program, &mut run, &AskedHeaders { reader, all, headers, options: &[] })
}

/// A program in a file of its own.
fn check_text(reader: Result<&CReader, &str>, name: &str, text: &str, headers: &[String]) -> HeaderCheck {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(format!("{name}.lang"));
    std::fs::write(&path, text).expect("the folder can be written to");
    check(reader, &path, headers, false)
}

fn errors(found: &HeaderCheck) -> Vec<&Report> {
    found.reports.iter().filter(|report| report.severity == source::Severity::Error).collect()
}

fn messages(reports: &[&Report]) -> String {
    let place = |report: &Report| report.primary.as_ref().map_or(String::new(), |place| place.origin.path.to_string());
    reports.iter().map(|report| format!("{}: {}\n", place(report), report.message)).collect()
}

#[test]
fn the_standard_library_declares_what_the_headers_of_c_declare() {
    if Target::host() != Some(Target::X86_64_LINUX) {
        println!("skipped: the headers of x86-64 Linux are wanted");
        return;
    }
    let Some(reader) = reader() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("nothing.lang");
    std::fs::write(&path, "fn main { }\n").expect("the folder can be written to");
    // It names its headers by itself.
    let found = check(Ok(&reader), &path, &[], true);
    let problems = errors(&found);
    assert!(problems.is_empty(), "{}", messages(&problems));
    println!("{} declarations of the library agree", found.compared.len());
    // Symbols of ours and of the linker's, which no header declares.
    let ours = ["__lang_symbol_file", "__start_lang_functions", "__stop_lang_functions"];
    let is_ours = |name: &&String| !ours.iter().any(|own| name.ends_with(own));
    let unchecked: Vec<&String> = found.unchecked.iter().filter(is_ours).collect();
    assert!(unchecked.is_empty(), "not checked: {unchecked:?}");
    assert!(found.compared.len() > 150, "{} are too few", found.compared.len());
}

/// The programs of the tests that declare C functions, a project by its folder.
fn programs() -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for folder in ["tests/run", "tests/examples", "tests/system"] {
        corpus::walk(&tests::root().join(folder), &mut |path| {
            let is_program = path.extension().is_some_and(|ending| ending == "lang");
            if is_program && corpus::read(path).contains("extern {") {
                let project = path.ancestors().skip(1).find(|folder| folder.join("lang.toml").is_file());
                found.insert(project.unwrap_or(path).to_path_buf());
            }
        });
    }
    found.into_iter().collect()
}

#[test]
fn programs_declare_what_the_headers_of_c_declare() {
    if Target::host() != Some(Target::X86_64_LINUX) {
        println!("skipped: the headers of x86-64 Linux are wanted");
        return;
    }
    let Some(reader) = reader() else { return };
    let results = std::sync::Mutex::new(Vec::new());
    let headers = headers();
    for_each(&programs(), |path| {
        let input = Input::of_argument(Some(path)).unwrap_or_else(|_| panic!("{} is a program", path.display()));
        let settings =
            Settings { target: Target::X86_64_LINUX, threads: Some(1), verify: false, unchecked: false, binder: None };
        let (program, mut run) = Program::open(&input, &settings);
        let asked = AskedHeaders { reader: Ok(&reader), all: true, headers: &headers, options: &[] };
        let found = driver::check_headers(&program, &mut run, &asked);
        let own = |name: &String| !name.starts_with("std.");
        let compared = found.compared.iter().filter(|(name, _)| own(name)).count();
        let unchecked: Vec<String> = found.unchecked.iter().filter(|name| own(name)).cloned().collect();
        let problems = messages(&errors(&found));
        results.lock().expect("no thread panicked").push((path.clone(), compared, unchecked, problems));
    });
    let (mut compared, mut unchecked, mut wrong) = (0, 0, Vec::new());
    for (path, count, names, problems) in results.into_inner().expect("no thread panicked") {
        compared += count;
        unchecked += names.len();
        wrong.extend(problems.lines().map(|line| format!("{}: {line}", path.display())));
    }
    println!("{compared} declarations of programs agree, {unchecked} are of no header of the system");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 60, "{compared} are too few");
}

/// A function as C declares it: its header, its name, its parameters, its result.
type Real = (&'static str, &'static str, &'static [&'static str], &'static str);

const REAL: &[Real] = &[
    ("string.h", "memcpy", &["Pointer[()]", "Pointer[()]", "u64"], "Pointer[()]"),
    ("string.h", "memcmp", &["Pointer[()]", "Pointer[()]", "u64"], "i32"),
    ("string.h", "strlen", &["Pointer[u8]"], "u64"),
    ("string.h", "strchr", &["Pointer[u8]", "i32"], "Pointer[u8]"),
    ("stdlib.h", "labs", &["i64"], "i64"),
    ("stdlib.h", "abs", &["i32"], "i32"),
    ("stdlib.h", "div", &["i32", "i32"], "Div"),
    ("stdlib.h", "ldiv", &["i64", "i64"], "LongDiv"),
    ("stdlib.h", "strtod", &["Pointer[u8]", "mut Pointer[u8]"], "f64"),
    ("stdlib.h", "qsort", &["Pointer[()]", "u64", "u64", "extern fn (Pointer[()], Pointer[()]) -> i32"], "()"),
    ("math.h", "ldexp", &["f64", "i32"], "f64"),
    ("math.h", "powf", &["f32", "f32"], "f32"),
    ("math.h", "frexp", &["f64", "mut i32"], "f64"),
    ("math.h", "modff", &["f32", "mut f32"], "f32"),
    ("time.h", "mktime", &["mut Broken"], "i64"),
    ("time.h", "gmtime_r", &["ref i64", "mut Broken"], "Pointer[Broken]"),
    ("time.h", "nanosleep", &["ref Span", "mut Span"], "i32"),
    ("time.h", "difftime", &["i64", "i64"], "f64"),
    ("unistd.h", "lseek", &["i32", "i64", "i32"], "i64"),
    ("unistd.h", "read", &["i32", "Pointer[()]", "u64"], "i64"),
    ("sqlite3.h", "sqlite3_open", &["Pointer[u8]", "mut Pointer[()]"], "i32"),
    ("sqlite3.h", "sqlite3_column_double", &["Pointer[()]", "i32"], "f64"),
    ("sqlite3.h", "sqlite3_bind_int64", &["Pointer[()]", "i32", "i64"], "i32"),
    ("zlib.h", "crc32", &["u64", "Pointer[u8]", "u32"], "u64"),
    ("zlib.h", "compress2", &["Pointer[u8]", "mut u64", "Pointer[u8]", "u64", "i32"], "i32"),
];

/// The structures of [`REAL`], members in C's order.
const STRUCTURES: &[(&str, &[(&str, &str)])] = &[
    ("Div", &[("quot", "i32"), ("rem", "i32")]),
    ("LongDiv", &[("quot", "i64"), ("rem", "i64")]),
    ("Span", &[("tv_sec", "i64"), ("tv_nsec", "i64")]),
    (
        "Broken",
        &[
            ("tm_sec", "i32"),
            ("tm_min", "i32"),
            ("tm_hour", "i32"),
            ("tm_mday", "i32"),
            ("tm_mon", "i32"),
            ("tm_year", "i32"),
            ("tm_wday", "i32"),
            ("tm_yday", "i32"),
            ("tm_isdst", "i32"),
            ("tm_gmtoff", "i64"),
            ("tm_zone", "Pointer[u8]"),
        ],
    ),
];

/// Types of which no two pass the same, and none leads to what another leads to.
const OTHERS: &[&str] = &["i32", "i64", "f32", "f64", "Pointer[()]", "i16", "Div", "LongDiv"];

/// Whether C takes both for the same.
fn same(left: &str, right: &str) -> bool {
    let class = |ty: &str| match ty {
        "u64" => "i64".to_string(),
        "u32" => "i32".to_string(),
        _ if ["Pointer", "mut ", "ref ", "extern fn"].iter().any(|word| ty.starts_with(word)) => "pointer".to_string(),
        _ => ty.to_string(),
    };
    class(left) == class(right)
}

struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// A declaration that is not C's any more, and what was done to it.
fn mutated(real: &Real, random: &mut Random) -> (String, &'static str) {
    let (_, name, parameters, result) = *real;
    let mut parameters: Vec<String> = parameters.iter().map(ToString::to_string).collect();
    let (mut result, mut end) = (result.to_string(), "");
    let other = |ty: &str, random: &mut Random| loop {
        let other = OTHERS[random.below(OTHERS.len())];
        if !same(ty, other) {
            return other.to_string();
        }
    };
    let what = loop {
        match random.below(6) {
            0 => {
                parameters.remove(random.below(parameters.len()));
                break "a parameter is gone";
            }
            1 => {
                parameters.insert(random.below(parameters.len() + 1), "i32".to_string());
                break "a parameter is new";
            }
            2 => {
                let at = random.below(parameters.len());
                parameters[at] = other(&parameters[at], random);
                break "a parameter has another type";
            }
            3 => {
                result = other(&result, random);
                break "the result has another type";
            }
            4 => {
                end = ", ...";
                break "it is variadic";
            }
            _ => {
                // What C writes there has another size.
                let lent = parameters
                    .iter()
                    .position(|ty| ["mut i32", "mut f32", "mut u64", "ref i64"].contains(&ty.as_str()));
                let Some(at) = lent else { continue };
                parameters[at] = match parameters[at].as_str() {
                    "mut u64" | "ref i64" => "mut i32".to_string(),
                    _ => "mut i64".to_string(),
                };
                break "a pointer leads to another size";
            }
        }
    };
    (declaration(name, &parameters, &result, end), what)
}

fn declaration(name: &str, parameters: &[String], result: &str, end: &str) -> String {
    let list: Vec<String> = parameters.iter().enumerate().map(|(at, ty)| format!("p{at}: {ty}")).collect();
    let result = if result == "()" { String::new() } else { format!(" -> {result}") };
    format!("  fn {name}({}{end}){result}\n", list.join(", "))
}

/// The structures; of the one that is named two members have changed places, or one has another type.
fn structures(broken: Option<usize>, random: &mut Random) -> String {
    let mut text = String::new();
    for (number, (name, members)) in STRUCTURES.iter().enumerate() {
        let mut members: Vec<(String, String)> =
            members.iter().map(|(name, ty)| (name.to_string(), ty.to_string())).collect();
        if broken == Some(number) {
            let (first, second) = (random.below(members.len()), random.below(members.len() - 1));
            let second = if second >= first { second + 1 } else { second };
            match random.below(2) {
                0 => members.swap(first, second),
                _ => members[first].1 = if members[first].1 == "i32" { "f32".into() } else { "i32".into() },
            }
        }
        let fields: String = members.iter().map(|(name, ty)| format!("  let @{name}: {ty}\n")).collect();
        text.push_str(&format!("type copy {name} {{\n{fields}}}\n"));
    }
    text
}

/// A program in which each function is declared under its header.
fn program(structures: &str, functions: &[(&str, String)]) -> String {
    let mut by_header: BTreeMap<&str, String> = BTreeMap::new();
    for (header, declaration) in functions {
        by_header.entry(header).or_default().push_str(declaration);
    }
    let block =
        |(header, declarations): (&&str, &String)| format!("@[header(\"{header}\")]\nextern {{\n{declarations}}}\n");
    format!("{structures}{}fn main {{ }}\n", by_header.iter().map(block).collect::<String>())
}

fn right(real: &Real) -> String {
    let parameters: Vec<String> = real.2.iter().map(ToString::to_string).collect();
    declaration(real.1, &parameters, real.3, "")
}

fn there() -> Vec<&'static Real> {
    let headers = headers();
    REAL.iter().filter(|real| headers.iter().any(|header| header == real.0)).collect()
}

#[test]
fn changed_declarations_are_refused() {
    let Some(reader) = reader() else { return };
    if Target::host() != Some(Target::X86_64_LINUX) {
        println!("skipped: the headers of x86-64 Linux are wanted");
        return;
    }
    let real = there();
    let unchanged: Vec<(&str, String)> = real.iter().map(|real| (real.0, right(real))).collect();
    let found = check_text(Ok(&reader), "right", &program(&structures(None, &mut Random(1)), &unchanged), &[]);
    assert!(found.reports.is_empty(), "{}", messages(&found.reports.iter().collect::<Vec<_>>()));
    assert_eq!(found.compared.len(), real.len());

    let rounds = std::env::var("HEADER_CHECKS").ok().and_then(|count| count.parse().ok()).unwrap_or(5);
    let seed = tests::seed("HEADER_CHECKS_SEED");
    println!("HEADER_CHECKS_SEED={seed}");
    let counts = std::sync::Mutex::new(BTreeMap::<&'static str, usize>::new());
    let all: Vec<u64> = (0..rounds).collect();
    for_each(&all, |round| {
        let mut random = Random(seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        // Of each function one half of the rounds has a wrong declaration, and the other must not be touched by it.
        let mut wrong: BTreeMap<&str, &'static str> = BTreeMap::new();
        let mut declared = Vec::new();
        for real in &real {
            if random.below(2) == 0 {
                let (text, what) = mutated(real, &mut random);
                wrong.insert(real.1, what);
                declared.push((real.0, text));
            } else {
                declared.push((real.0, right(real)));
            }
        }
        let text = program(&structures(None, &mut random), &declared);
        let found = check_text(Ok(&reader), &format!("round{round}"), &text, &[]);
        let is_refused = |name: &str| {
            let named = format!("`{name}` is not what C declares");
            let has = |report: &Report, side: &str| report.notes.iter().any(|note| note.starts_with(side));
            let both = ["C declares `", "here, on x86_64-linux-gnu:\n", "in C, on x86_64-linux-gnu:\n"];
            errors(&found).iter().any(|report| {
                let is_it = report.kind.code == "E0640" && report.message.starts_with(&named);
                is_it && both.iter().all(|side| has(report, side)) && report.secondary.len() == 1
            })
        };
        for real in &real {
            assert_eq!(
                is_refused(real.1),
                wrong.contains_key(real.1),
                "{}: {:?} in\n{text}",
                real.1,
                wrong.get(real.1)
            );
        }
        let mut counts = counts.lock().expect("no thread panicked");
        wrong.values().for_each(|what| *counts.entry(what).or_default() += 1);
        // A structure that is wrong makes all wrong that takes it, by value or behind a pointer.
        let broken = random.below(STRUCTURES.len());
        let name = STRUCTURES[broken].0;
        let users: Vec<_> =
            real.iter().filter(|real| real.2.iter().chain([&real.3]).any(|ty| ty.contains(name))).collect();
        let users: Vec<_> = users.into_iter().filter(|real| name != "Div" || real.3 == "Div").collect();
        let declared: Vec<(&str, String)> = users.iter().map(|real| (real.0, right(real))).collect();
        let text = program(&structures(Some(broken), &mut random), &declared);
        let found = check_text(Ok(&reader), &format!("structure{round}"), &text, &[]);
        assert_eq!(errors(&found).len(), users.len(), "{}\n{text}", messages(&errors(&found)));
        *counts.entry("a structure has another layout").or_default() += users.len();
    });
    let counts = counts.into_inner().expect("no thread panicked");
    for (what, count) in &counts {
        println!("{count} × {what}: refused");
    }
    assert!(counts.values().sum::<usize>() > 40);
}

#[test]
fn without_the_library_nothing_is_guessed() {
    let missing = "clang's library is not there";
    let real = there();
    let declared: Vec<(&str, String)> = real.iter().map(|real| (real.0, right(real))).collect();
    let text = program(&structures(None, &mut Random(1)), &declared);
    let found = check_text(Err(missing), "embedded", &text, &[]);
    let problems = errors(&found);
    assert!(problems.is_empty(), "{}", messages(&problems));
    assert_eq!(found.compared.len() + found.unchecked.len(), real.len());
    println!("the embedded parser compares {} of {}", found.compared.len(), real.len());
    // Each one that was not compared is told of.
    assert_eq!(found.reports.len(), found.unchecked.len());
    assert!(found.reports.iter().all(|report| report.kind.code == "W0643" && report.message.contains("because")));
}

#[test]
fn what_is_not_there_is_told() {
    let Some(reader) = reader() else { return };
    let text = "@[header(\"string.h\")]\nextern {\n  fn strlength(text: Pointer[u8]) -> u64\n  let mut strlen: i32\n}\n\
        @[header(\"no/such.h\")]\nextern { fn nothing() }\n\
        extern { fn unnamed() }\nfn main { }\n";
    let found = check_text(Ok(&reader), "absent", text, &[]);
    let codes: Vec<&str> = found.reports.iter().map(|report| report.kind.code).collect();
    assert_eq!(codes, ["E0641", "E0641", "E0642"], "{}", messages(&found.reports.iter().collect::<Vec<_>>()));
    // A header that the command names stands nowhere in the program.
    let found = check_text(Ok(&reader), "told", "extern { fn unnamed() }\nfn main { }\n", &[]);
    assert!(found.reports.is_empty());
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("told.lang");
    std::fs::write(&path, "extern { fn unnamed() }\nfn main { }\n").expect("it is written");
    let found = check(Ok(&reader), &path, &["no/such.h".to_string()], true);
    let told: Vec<&Report> = found.reports.iter().filter(|report| report.kind.code == "E0642").collect();
    assert!(told.len() == 1 && told[0].primary.is_none(), "{}", messages(&told));
    // A variable that each thread has is found in another way than others.
    let folder = tempfile::tempdir().expect("a folder can be made");
    let header = folder.path().join("own.h");
    std::fs::write(&header, "extern _Thread_local int own;\n").expect("it is written");
    let text = format!("@[header({header:?})]\nextern {{ let mut own: i32 }}\nfn main {{ }}\n");
    let found = check_text(Ok(&reader), "own", &text, &[]);
    let said = messages(&found.reports.iter().collect::<Vec<_>>());
    assert!(found.reports.len() == 1 && said.contains("each thread has one of its own"), "{said}");
    // Headers of another machine are often not there, which says nothing about the program.
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("other.lang");
    std::fs::write(&path, "@[header(\"no/such.h\")]\nextern { fn nothing() }\nfn main { }\n").expect("it is written");
    let input = Input::of_argument(Some(&path)).unwrap_or_else(|_| panic!("it is a program"));
    let target = Target::ALL.iter().copied().find(|target| Some(*target) != Target::host()).expect("there are several");
    let settings = Settings { target, threads: Some(1), verify: false, unchecked: false, binder: None };
    let (program, mut run) = Program::open(&input, &settings);
    let asked = AskedHeaders { reader: Ok(&reader), all: false, headers: &[], options: &[] };
    let found = driver::check_headers(&program, &mut run, &asked);
    let codes: Vec<&str> = found.reports.iter().map(|report| report.kind.code).collect();
    assert_eq!(codes, ["W0643"]);
}

/// What a program of C sees counts, or what it sees of all that the C library has.
#[test]
fn what_a_program_sees_with_gnu_counts_too() {
    let Some(reader) = reader() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let header = folder.path().join("own.h");
    let c = "#ifdef _GNU_SOURCE\nstruct own { int a; long b; };\nint more(struct own o);\nint same(long n);\n#else\n\
             struct own { int a; };\nint same(int n);\n#endif\nint plain(struct own o);\n";
    std::fs::write(&header, c).expect("it is written");
    let found = |declared: &str| {
        let text = format!(
            "type copy Plain {{ let @a: i32 }}\ntype copy Own {{ let @a: i32  let @b: i64 }}\n\
             @[header({header:?})]\nextern {{\n{declared}\n}}\nfn main {{ }}\n"
        );
        let found = check_text(Ok(&reader), "gnu", &text, &[]);
        found.reports.iter().map(|report| report.kind.code).collect::<Vec<_>>()
    };
    assert_eq!(found("fn plain(o: Plain) -> i32  fn same(n: i32) -> i32  fn more(o: Own) -> i32"), [""; 0]);
    assert_eq!(found("fn plain(o: Own) -> i32  fn same(n: i64) -> i32"), [""; 0]);
    assert_eq!(found("fn same(n: f64) -> i32  fn more(o: Own) -> i32"), ["E0640"]);
    assert_eq!(found("fn more(o: Plain) -> i32"), ["E0640"]);
    assert_eq!(found("fn none(o: Plain) -> i32"), ["E0641"]);
}

/// C's `char` has a sign on x86-64 and none on AArch64.
#[test]
fn headers_are_read_for_the_target() {
    let Some(reader) = reader() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("letters.lang");
    std::fs::write(folder.path().join("letters.h"), "char upper(char);\n").expect("it is written");
    let text = "@[header(\"letters.h\")]\nextern { fn upper(letter: i8) -> i8 }\nfn main { }\n";
    std::fs::write(&path, text).expect("it is written");
    let codes = |targets: &str| {
        let mut command = tests::lang_command(folder.path());
        command.args(["check", "--message-format", "short", "--target", targets]).arg(&path);
        let output = tests::finish(command).expect("lang ends");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text.matches("E0640").count(), text)
    };
    let (x86, both) = (codes("x86_64-linux-gnu"), codes("x86_64-linux-gnu,aarch64-linux-gnu"));
    assert_eq!((x86.0, x86.1), (Some(0), 0), "{}", x86.2);
    assert_eq!((both.0, both.1), (Some(1), 1), "{}", both.2);
    let wrong = check(Ok(&reader), &path, &["a\"b".to_string()], true);
    assert!(errors(&wrong).iter().any(|report| report.message.contains("is no name of a header")));
    let device = "@[header(\"/dev/zero\")]\nextern { fn upper(letter: i8) -> i8 }\nfn main { }\n";
    let found = check_text(Ok(&reader), "device", device, &[]);
    assert!(found.reports.len() == 1 && found.reports[0].message.contains("is no file"));
}

/// A header of one's own lies beside the program, and says what it needs.
#[test]
fn headers_lie_beside_the_program() {
    let Some(reader) = reader() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("own.lang");
    std::fs::write(folder.path().join("size.h"), "typedef short size;\n").expect("it is written");
    std::fs::write(
        folder.path().join("own.h"),
        "size area(size, ...);\nstatic inline int hidden(void) { return 1; }\nint renamed(int) __asm__(\"real\");\n",
    )
    .expect("it is written");
    let text = "@[header(\"size.h\", \"own.h\")]\nextern {\n  fn area(side: i16, ...) -> i16\n  fn hidden -> i32\n  fn renamed(n: i32) -> i32\n  \
        @[name(\"real\")]\n  fn other(n: i32) -> i32\n}\nfn main { }\n";
    std::fs::write(&path, text).expect("it is written");
    let found = check(Ok(&reader), &path, &[], false);
    let told: Vec<&str> = found.reports.iter().map(|report| report.message.as_str()).collect();
    assert_eq!(found.compared.len(), 2, "{told:?}");
    assert!(told.len() == 2 && told[0].contains("`static`") && told[1].contains("@[name(\"real\")]"), "{told:?}");
}
