//! Random calls whose lists of copies are compared with each other and with the code: what hover, hints, `lang.copies`,
//! `--emit copies`, the intermediate code and `lang abi` say of a function, and what a disassembler finds in the object
//! that a build makes. The comparison knows no convention: it only counts bytes that are stored.
//!
//! `COPY_CALLS=200` looks at so many calls instead of a few, `COPY_CALLS_SEED=7` begins with that seed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};
use tests::language_client::{Client, Options};
use tests::{finish, lang_command};

use super::disassembly::{Stored, stored_bytes};

/// How many calls are looked at if nobody asks for more.
const CALLS: usize = 24;
/// Calls in one program; it is one unit, so that a function's code is that of the program.
const IN_ONE_PROGRAM: usize = 20;
const TARGETS: [&str; 2] = ["x86_64-linux-gnu", "aarch64-linux-gnu"];

/// A copy, as a list tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Told {
    bytes: u64,
    fate: String,
    cause: Cause,
}

/// What makes a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    /// The convention wants it of each call.
    Convention,
    /// The function brings a parameter to where it is aligned.
    Entry,
    /// Anything else.
    Other,
}

/// A program and the names of its functions, one in each line.
struct Program {
    text: String,
    functions: Vec<(String, Made)>,
}

/// What a function does.
#[derive(Clone)]
enum Made {
    /// It calls the function of this name.
    Call(String),
    /// It gives back what it looks at.
    Result,
    /// It makes a closure that owns a value, and stores so many bytes of its environment that are no copies: what ends it, and
    /// scalars.
    Closure(u64),
}

impl Made {
    fn callee(&self) -> Option<&String> {
        if let Made::Call(callee) = self { Some(callee) } else { None }
    }

    /// The bytes that it stores besides copies.
    fn stores(&self) -> u64 {
        if let Made::Closure(bytes) = self { *bytes } else { 0 }
    }
}

/// Types that are aligned more than a slot of the argument area, and others that hold them where they are not aligned.
const ALIGNED: &str = "
type copy Wide { let @a: i128  let @b: i128 }
@[align(32)] type copy Over { let @a: i64  let @b: f32 }
@[packed] type copy PackedWide { let @tag: u8  let @inner: Wide }
@[packed] type copy PackedOver { let @inner: Over  let @tag: u8 }
@[packed] type copy PackedLarge { let @tag: u16  let @inner: Large }
type copy Large { let @a: i64  let @b: f64  let @c: u8 }
";
const HOLDERS: [(&str, &str); 3] = [("PackedWide", "Wide"), ("PackedOver", "Over"), ("PackedLarge", "Large")];

/// A type: its text, and how many bytes of padding it may have at most.
fn random_type(random: &mut Rng, name: &str, earlier: &[String]) -> String {
    let scalars = ["i8", "u16", "i32", "i64", "f32", "f64", "u64"];
    let mut text = format!("type copy {name} {{");
    for field in 0..random.usize(1..=4) {
        let scalar = scalars[random.usize(..scalars.len())];
        let ty = match random.u8(..6) {
            0 if !earlier.is_empty() => earlier[random.usize(..earlier.len())].clone(),
            1 => format!("[{scalar}; {}]", random.usize(2..=5)),
            2 if random.u8(..6) == 0 => format!("[{scalar}; {}]", random.usize(30..=90)),
            _ => scalar.to_string(),
        };
        let _written = write!(text, " let @f{field}: {ty} ");
    }
    text.push_str("}\n");
    text
}

fn random_program(random: &mut Rng, calls: usize) -> Program {
    let mut types: Vec<String> = ["Wide", "Over"].map(String::from).to_vec();
    let mut text = ALIGNED.to_string();
    for index in 0..8 {
        let name = format!("T{index}");
        text.push_str(&random_type(random, &name, &types));
        types.push(name);
    }
    let mut functions = Vec::new();
    let (mut externs, mut bodies) = (String::new(), String::new());
    for index in 0..calls {
        let (name, callee) = (format!("f{index}"), format!("c{index}"));
        let pick = |random: &mut Rng| types[random.usize(..types.len())].clone();
        if random.u8(..6) == 0 {
            // A result where the caller wants it.
            let ty = pick(random);
            let _written = writeln!(bodies, "extern fn {name}(p0: ref {ty}) -> {ty} {{ p0 }}");
            functions.push((name, Made::Result));
            continue;
        }
        if random.u8(..6) == 0 {
            // What a closure owns, of types that arrive in memory; scalars are no copies.
            let ty = ["Wide", "Over", "Large"][random.usize(..3)];
            let (head, scalar, stored) = match random.bool() {
                true => (format!("n: i64, p0: {ty}"), "n", 16),
                false => (format!("p0: {ty}"), "3", 8),
            };
            let closure = format!("fn -> i64 {{ let _held = ref p0  {scalar} }}");
            let _written = writeln!(bodies, "extern fn {name}({head}) -> fn -> i64 {{ {closure} }}");
            functions.push((name, Made::Closure(stored)));
            continue;
        }
        if random.u8(..5) == 0 {
            // A field that is less aligned than its type, or an unnamed argument.
            let (holder, inner) = HOLDERS[random.usize(..HOLDERS.len())];
            let borrow = if random.bool() { "" } else { "ref " };
            if random.u8(..3) == 0 {
                let _written = writeln!(externs, "  fn {callee}(n: i64, ...) -> i64");
                let call = format!("unsafe {{ {callee}(7, p0.inner) +% 1 }}");
                let _written = writeln!(bodies, "extern fn {name}(p0: {borrow}{holder}) -> i64 {{ {call} }}");
            } else {
                let _written = writeln!(externs, "  fn {callee}(n: i64, v: {inner}, w: i64) -> i64");
                let call = format!("unsafe {{ {callee}(7, p0.inner, 8) +% 1 }}");
                let _written = writeln!(bodies, "extern fn {name}(p0: {borrow}{holder}) -> i64 {{ {call} }}");
            }
            functions.push((name, Made::Call(callee)));
            continue;
        }
        let by_value = random.u8(..4) == 0;
        let (mut heads, mut given, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
        let structures = random.usize(1..=3);
        let scalars = if random.bool() { random.usize(..3) } else { random.usize(5..=9) };
        let mut order: Vec<bool> = (0..structures + scalars).map(|place| place < structures).collect();
        random.shuffle(&mut order);
        for (place, is_structure) in order.into_iter().enumerate() {
            if is_structure {
                let ty = pick(random);
                let borrow = if by_value { "" } else { "ref " };
                heads.push(format!("p{place}: {borrow}{ty}"));
                given.push(format!("p{place}"));
                wanted.push(format!("p{place}: {ty}"));
            } else if random.bool() {
                given.push("7".to_string());
                wanted.push(format!("p{place}: i64"));
            } else {
                given.push("1.5".to_string());
                wanted.push(format!("p{place}: f64"));
            }
        }
        let (heads, given, wanted) = (heads.join(", "), given.join(", "), wanted.join(", "));
        // Behind a call that is the last thing, the arguments may be those of the caller.
        let more = if random.bool() { " +% 1" } else { "" };
        if random.u8(..4) == 0 {
            let _written = writeln!(bodies, "fn {callee}({wanted}) -> i64 {{ 3 }}");
            let _written = writeln!(bodies, "extern fn {name}({heads}) -> i64 {{ {callee}({given}){more} }}");
        } else {
            let _written = writeln!(externs, "  fn {callee}({wanted}) -> i64");
            let _written =
                writeln!(bodies, "extern fn {name}({heads}) -> i64 {{ unsafe {{ {callee}({given}){more} }} }}");
        }
        functions.push((name, Made::Call(callee)));
    }
    let _written = write!(text, "extern {{\n{externs}}}\n{bodies}");
    Program { text, functions }
}

fn emitted(folder: &Path, options: &[&str]) -> Vec<u8> {
    let result = folder.join("result");
    let mut command = lang_command(folder);
    command.arg("build").arg(folder.join("main.lang")).args(options).arg("-o").arg(&result);
    let output = finish(command).expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{options:?}\n{said}");
    std::fs::read(&result).expect("the emitted file")
}

fn emitted_text(folder: &Path, options: &[&str]) -> String {
    String::from_utf8(emitted(folder, options)).expect("text")
}

/// The rows of `--emit copies`, by function; rows of bodies that were inlined elsewhere are other functions'.
fn table(folder: &Path, target: &str, level: &str) -> BTreeMap<String, Vec<Told>> {
    let text = emitted_text(folder, &[level, "--emit", "copies", "--target", target]);
    let mut found: BTreeMap<String, Vec<Told>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let words: Vec<&str> = line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
        let [_position, bytes, reason, fate, function] = words.as_slice() else {
            panic!("a row of another form: {line}");
        };
        found.entry(function.to_string()).or_default().push(Told {
            bytes: bytes.parse().expect("a number"),
            fate: fate.to_string(),
            cause: match *reason {
                "argument" => Cause::Convention,
                "callee local" => Cause::Entry,
                _ => Cause::Other,
            },
        });
    }
    found
}

/// The sizes of the copies in the intermediate code, by function.
fn intermediate(folder: &Path, target: &str, level: &str) -> BTreeMap<String, Vec<u64>> {
    let text = emitted_text(folder, &[level, "--emit", "mir", "--target", target]);
    let mut found: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut function = String::new();
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once('@').filter(|_| line.starts_with("function ")) {
            function = rest.split('(').next().unwrap_or_default().to_string();
        }
        let line = line.trim();
        let number = |text: &str| text.trim().parse::<u64>().expect("a number of bytes");
        if let Some(rest) = line.strip_prefix("copy ") {
            let third = rest.split(',').nth(2).expect("three operands");
            let bytes = third.trim().split(' ').next().expect("a word");
            found.entry(function.clone()).or_default().push(number(bytes));
        } else if line.contains(" call @") || line.starts_with("call @") {
            for argument in line.split("stack ").skip(1) {
                let bytes = argument.split([',', ' ']).filter(|word| !word.is_empty()).nth(1);
                found.entry(function.clone()).or_default().push(number(bytes.expect("a size")));
            }
        }
    }
    found
}

/// What `lang abi` says that each call of a function copies, and the bytes of the argument area that are scalars'.
struct Convention {
    copies: Vec<u64>,
    scalars: Vec<std::ops::Range<u64>>,
}

fn convention(folder: &Path, target: &str, function: &str) -> Convention {
    let mut command = lang_command(folder);
    command.arg("abi").arg(folder.join("main.lang")).args([
        "--function",
        function,
        "--target",
        target,
        "--format",
        "json",
    ]);
    let output = finish(command).expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let on = &report["functions"][0]["targets"][0]["abi"];
    let mut found = Convention { copies: Vec::new(), scalars: Vec::new() };
    for parameter in on["params"].as_array().expect("parameters") {
        let copies = parameter["copies"].as_array().expect("copies");
        found.copies.extend(copies.iter().map(|copy| copy["bytes"].as_u64().expect("bytes")));
        for place in parameter["places"].as_array().expect("places") {
            let offset = place["location"].as_str().and_then(|text| text.strip_prefix("stack+"));
            // What is copied to the stack is no scalar, but the address of a copy is.
            if let Some(offset) = offset
                && (copies.is_empty() || place["carries"] == "address")
            {
                let offset: u64 = offset.parse().expect("a number");
                found.scalars.push(offset..offset + 8);
            }
        }
    }
    found
}

/// What hover says in the first lines about the copies of a function, for each target.
fn hovered(client: &mut Client, position: &Value) -> [Vec<Told>; 2] {
    let start = Instant::now();
    loop {
        let params = json!({"textDocument": {"uri": client.uri("main.lang")}, "position": position});
        let answer = client.ask("textDocument/hover", params);
        let text = answer["contents"]["value"].as_str().unwrap_or_default();
        if text.contains("not known yet") {
            assert!(start.elapsed() < Duration::from_secs(100), "nothing is known:\n{text}");
            std::thread::sleep(Duration::from_millis(20));
            continue;
        }
        let mut found = [Vec::new(), Vec::new()];
        // Long lines go on in the next one.
        let news = text.split("```").nth(1).unwrap_or_default().replace("\n  · -O2", " · -O2");
        for line in news.lines().filter(|line| line.contains("· -O2: ")) {
            let (before, fate) = line.split_once(" · -O2: ").expect("it contains it");
            let (_, sizes) = before.split_once(" copied, ").expect("a copy");
            let (sizes, _) = sizes.split_once(" B: ").expect("sizes in bytes");
            for bytes in sizes.split(" + ") {
                let bytes = bytes.parse().expect("a number");
                let told = Told { bytes, fate: fate.to_string(), cause: Cause::Other };
                for (place, short) in ["x86-64: ", "aarch64: "].into_iter().enumerate() {
                    let names_one = before.starts_with("x86-64: ") || before.starts_with("aarch64: ");
                    if !names_one || before.starts_with(short) {
                        found[place].push(told.clone());
                    }
                }
            }
        }
        return found;
    }
}

/// The sizes that the hints of a line name.
fn hinted(client: &mut Client, line: u32) -> Vec<u64> {
    let params = json!({
        "textDocument": {"uri": client.uri("main.lang")},
        "range": {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}},
    });
    let hints = client.ask("textDocument/inlayHint", params);
    let labels = hints.as_array().cloned().unwrap_or_default();
    let labels = labels.iter().filter_map(|hint| hint["label"].as_str()?.strip_prefix("⟵ copy "));
    let mut sizes = Vec::new();
    for run in labels.flat_map(|label| label.split(" + ")) {
        let run = run.trim_end_matches(" B");
        let (count, bytes) = run.split_once(" × ").unwrap_or(("1", run));
        let count: usize = count.parse().expect("a number");
        sizes.extend(std::iter::repeat_n(bytes.parse::<u64>().expect("a number"), count));
    }
    sizes
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

fn of_cause(told: &[Told], is_meant: impl Fn(Cause) -> bool) -> Vec<Told> {
    told.iter().filter(|told| is_meant(told.cause)).cloned().collect()
}

fn sizes(told: &[Told]) -> Vec<u64> {
    sorted(told.iter().map(|told| told.bytes).collect())
}

fn by_size(told: &[Told]) -> Vec<(u64, String)> {
    sorted(told.iter().map(|told| (told.bytes, told.fate.clone())).collect())
}

/// What a look at all calls found.
#[derive(Default)]
struct Outcome {
    differences: Vec<String>,
    /// How many copies there were of each fate.
    fates: BTreeMap<String, usize>,
    calls: usize,
}

/// Whether the code stores what the list says; the list may be given wrong on purpose.
fn agrees_with_code(told: &[Told], stored: &Stored) -> bool {
    if told.iter().any(|told| told.fate == "not known") {
        return true;
    }
    let there = || told.iter().filter(|told| told.fate != "gone");
    let said: u64 = there().map(|told| told.bytes).sum();
    // A small value may fill its slot of the argument area.
    let slots: u64 = there().map(|told| told.bytes.next_multiple_of(8)).sum();
    let largest_padding: u64 = there().map(padding_at_most).sum();
    match said {
        0 => stored.bytes == 0,
        _ => stored.bytes <= slots && stored.bytes + largest_padding >= said && stored.bytes > 0,
    }
}

/// Padding may be left out of a copy.
fn padding_at_most(told: &Told) -> u64 {
    told.bytes.saturating_sub(1).min(told.bytes * 7 / 8)
}

fn look(random: &mut Rng, calls: usize, mutate: impl Fn(&mut Told)) -> Outcome {
    let program = random_program(random, calls);
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("main.lang"), &program.text).expect("a written file");
    let mut client = Client::with_options(
        &[("main.lang", &program.text)],
        &Options { initialization_options: json!({"inlayHints": {"copies": "inserted"}}), ..Options::default() },
    );
    client.open("main.lang");
    let mut outcome = Outcome::default();
    let mut lists: Vec<BTreeMap<String, Vec<Told>>> = Vec::new();
    for target in TARGETS {
        for level in ["--release", "-O0"] {
            let table = table(folder.path(), target, level);
            let intermediate = intermediate(folder.path(), target, level);
            for (function, _) in &program.functions {
                let told = table.get(function).cloned().unwrap_or_default();
                let made = intermediate.get(function).cloned().unwrap_or_default();
                if sizes(&told) != sorted(made.clone()) {
                    outcome
                        .differences
                        .push(format!("{function} on {target} {level}: --emit copies {told:?}, MIR {made:?}"));
                }
            }
            if level == "--release" {
                lists.push(table);
            }
        }
        let object = folder.path().join(format!("{target}.o"));
        std::fs::write(&object, emitted(folder.path(), &["--release", "--emit", "obj", "--target", target]))
            .expect("a written file");
        for (function, made) in &program.functions {
            let mut told = lists.last().and_then(|table| table.get(function)).cloned().unwrap_or_default();
            for told in &told {
                *outcome.fates.entry(told.fate.clone()).or_default() += 1;
            }
            told.iter_mut().for_each(&mutate);
            let scalars = match made.callee() {
                Some(callee) => {
                    let convention = convention(folder.path(), target, callee);
                    let is_variadic = program.text.contains(&format!(" fn {callee}(n: i64, ...)"));
                    let by_convention = of_cause(&told, |cause| cause == Cause::Convention);
                    // Of unnamed arguments a declaration says nothing.
                    if !is_variadic && sorted(convention.copies.clone()) != sizes(&by_convention) {
                        outcome.differences.push(format!(
                            "{function} on {target}: lang abi {:?}, --emit copies {told:?}",
                            convention.copies
                        ));
                    }
                    convention.scalars
                }
                None => Vec::new(),
            };
            let mut stored = stored_bytes(&object, target, function, &scalars);
            stored.bytes = stored.bytes.saturating_sub(made.stores());
            if !agrees_with_code(&told, &stored) {
                outcome.differences.push(format!(
                    "{function} on {target}: --emit copies {told:?}, but the code stores {} bytes:\n{}",
                    stored.bytes, stored.text
                ));
            }
        }
    }
    for (function, made) in &program.functions {
        outcome.calls += 1;
        let head = format!("extern fn {function}(");
        let at = program.text.find(&head).expect("it is there");
        let line = &program.text[at..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        let inside = match made {
            Made::Call(callee) => line.find(&format!(" {callee}(")).expect("the call") + 1,
            Made::Result => line.rfind("p0").expect("the result"),
            Made::Closure(_) => line.rfind("fn ").expect("the literal"),
        };
        let position = client.position("main.lang", at + inside);
        let hovered = hovered(&mut client, &position);
        let hinted = hinted(&mut client, u32::try_from(position["line"].as_u64().expect("a line")).expect("small"));
        // What is copied at the entry, the declarations of the parameters say.
        let mut entries = [Vec::new(), Vec::new()];
        let copies_entries = |list: &BTreeMap<String, Vec<Told>>| {
            list.get(function).is_some_and(|told| told.iter().any(|told| told.cause == Cause::Entry))
        };
        if lists.iter().any(copies_entries) {
            let heads = line[..line.find(") ->").expect("a result")].match_indices(": ");
            for (colon, _) in heads {
                let name = line[..colon].rfind(['(', ' ']).expect("a list") + 1;
                let declaration = client.position("main.lang", at + name);
                let found = self::hovered(&mut client, &declaration);
                for (entries, found) in entries.iter_mut().zip(found) {
                    entries.extend(found);
                }
            }
        }
        for (place, (target, list)) in TARGETS.iter().zip(&lists).enumerate() {
            let told = list.get(function).cloned().unwrap_or_default();
            let of_call = of_cause(&told, |cause| cause != Cause::Entry);
            let of_entry = of_cause(&told, |cause| cause == Cause::Entry);
            for (hovered, told) in [(&hovered[place], of_call), (&entries[place], of_entry)] {
                if by_size(hovered) != by_size(&told) {
                    outcome
                        .differences
                        .push(format!("{function} on {target}: hover {hovered:?}, --emit copies {told:?}"));
                }
            }
        }
        let told = lists[0].get(function).cloned().unwrap_or_default();
        if sorted(hinted.clone()) != sizes(&told) {
            outcome.differences.push(format!("{function}: hints {hinted:?}, --emit copies {told:?}"));
        }
    }
    if !outcome.differences.is_empty() {
        outcome.differences.push(program.text);
    }
    outcome
}

fn number(name: &str, otherwise: u64) -> u64 {
    let asked = std::env::var(name).ok();
    asked.map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn all_lists_agree_with_each_other_and_with_the_code() {
    if !tests::has_llvm() {
        return;
    }
    let calls = number("COPY_CALLS", CALLS as u64) as usize;
    let mut seed = number("COPY_CALLS_SEED", 1);
    let mut all = Outcome::default();
    while all.calls < calls {
        println!("seed {seed}");
        let outcome = look(&mut Rng::with_seed(seed), (calls - all.calls).min(IN_ONE_PROGRAM), |_| {});
        all.calls += outcome.calls;
        all.differences.extend(outcome.differences);
        for (fate, count) in outcome.fates {
            *all.fates.entry(fate).or_default() += count;
        }
        seed += 1;
    }
    println!("{} calls, copies on both targets: {:?}", all.calls, all.fates);
    assert!(all.differences.is_empty(), "{}", all.differences.join("\n"));
    for fate in ["loads and stores", "gone"] {
        assert!(all.fates.contains_key(fate), "no copy is {fate}: {:?}", all.fates);
    }
}

#[test]
fn a_report_that_claims_the_opposite_is_noticed() {
    if !tests::has_llvm() {
        return;
    }
    for (claimed, instead) in [("loads and stores", "gone"), ("still a copy", "gone"), ("gone", "loads and stores")] {
        let outcome = look(&mut Rng::with_seed(4), 10, |told| {
            if told.fate == claimed {
                told.fate = instead.to_string();
            }
        });
        let there = outcome.fates.get(claimed).copied().unwrap_or_default();
        assert!(there > 0, "no copy is {claimed}: {:?}", outcome.fates);
        assert!(!outcome.differences.is_empty(), "nobody notices {instead} where it is {claimed}");
    }
}
