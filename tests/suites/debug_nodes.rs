//! Metadata, damaged: of programs of the corpus one operand after the other, or who refers to which node, is replaced at random.
//! Either the verifier refuses it, or all who read it can: DWARF is written of it, both forms of the module are written and
//! read again, it is linked and stripped, and nothing panics (`DEBUG_NODES=100000` for more, `DEBUG_NODES_SEED=7` for others).

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use debug::read::{ReadBody, ReadFunction, ReadLocation, ReadObject, ReadRow, ReadVariable, Step};
use debug::{Code, Object, PlacedDatum, PlacedFunction};
use driver::Product;
use mir::debug::Records;
use mir::{Module, Origin, Position, Positions};
use project::Input;
use tests::interpret;

/// Programs with types of all kinds.
const PROGRAMS: [&str; 4] =
    ["tests/debug/enums.lang", "tests/debug/globals.lang", "tests/debug/values.lang", "tests/run/dyn_shapes.lang"];

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A program with what debuggers are told of it, the declared types too, as text.
fn described(path: &str) -> String {
    let (program, run) = interpret::open(&Input::File(tests::root().join(path)));
    let (modules, types) = driver::described_modules(&program, &run, Product::Program).expect("a program");
    let mut whole = Module::new("whole");
    for module in modules.modules.into_iter().chain(types) {
        mir::link(&mut whole, module).expect("its parts fit");
    }
    mir::print(&whole)
}

/// Every place is a line of its own.
struct Lines;

impl Positions for Lines {
    fn origin(&self, _symbol: &str) -> Option<Origin> {
        Some(Origin { file: 0, offset: 0, line: 0 })
    }

    fn position_from(&self, origin: Origin, offset: u32) -> (Position, Range<u32>) {
        let position = Position { file: origin.file, line: offset.saturating_add(1), column: 1 };
        (position, offset..offset.saturating_add(1))
    }

    fn file(&self, _file: u32) -> &str {
        "whole.lang"
    }

    fn file_count(&self) -> u32 {
        1
    }
}

/// Writes DWARF as if an optimiser had made the code, with variables in pieces.
fn write(module: Module, random: &mut fastrand::Rng) -> Result<(), String> {
    const BYTES: u32 = 1 << 20;
    let named =
        module.globals.iter().map(|global| (module.symbol_name(global.symbol).to_owned(), global.bytes.len() as u64));
    let data: Vec<(String, u64)> = named.collect();
    let records = Records::of(module, false);
    let mut object = ReadObject::default();
    for (number, function) in records.functions.iter().enumerate() {
        object.symbols.push(function.symbol.clone());
        let starts = function.scopes.iter().enumerate();
        let rows = starts.map(|(index, scope)| ReadRow {
            code_offset: index as u32,
            source: Some((number as u32, scope.start)),
            is_statement: true,
        });
        let variables = (0..function.variables.len()).map(|index| {
            let pieces = (0..random.u32(0..4)).flat_map(|_| {
                let place = random.bool().then(|| Step::Register(random.u16(0..8)));
                place.into_iter().chain([Step::Piece(random.u64(1..20))])
            });
            let mut steps: Vec<Step> = pieces.collect();
            if steps.is_empty() {
                steps.push(Step::Frame(-8));
            }
            ReadVariable { number: index as u32, location: ReadLocation::Always(steps) }
        });
        object.functions.push(ReadFunction {
            symbol: number as u32,
            section: 0,
            start: number as u64 * u64::from(BYTES),
            bytes: BYTES,
            frame: vec![Step::Register(6)],
            tells_all_calls: true,
            rows: rows.collect(),
            body: ReadBody { variables: variables.collect(), ..ReadBody::default() },
        });
    }
    let functions = object.functions.iter().map(|function| {
        let code = Code::Read(&object, function);
        PlacedFunction { section: function.section, start: function.start, code }
    });
    let functions: Vec<PlacedFunction<'_>> = functions.collect();
    let data: Vec<PlacedDatum<'_>> = data.iter().map(|(symbol, bytes)| PlacedDatum { symbol, bytes: *bytes }).collect();
    let whole = Object {
        records: &[&records],
        data: &data,
        functions: &functions,
        code_bytes: &[u64::from(BYTES) * functions.len() as u64],
        positions: &Lines,
        is_full: true,
        is_optimised: true,
    };
    debug::sections(&whole).map(|_| ())
}

/// What else is done with modules: nothing of it loses or breaks anything.
fn consume(module: &Module) {
    let text = mir::print(module);
    let again = mir::read(&text).unwrap_or_else(|error| panic!("printed, and not read: {error}"));
    assert!(mir::print(&again) == text, "printed, read and printed otherwise");
    let again = mir::binary::read(&mir::binary::write(module)).unwrap_or_else(|error| panic!("not read: {error}"));
    assert!(mir::print(&again) == text, "another module in the binary form");
    let mut linked = Module::new("linked");
    mir::link(&mut linked, again).expect("nothing else is there");
    assert_eq!(mir::verify(&linked), Ok(()), "linked");
    mir::strip(&mut linked, mir::Strip::EVERYTHING);
    assert_eq!(mir::verify(&linked), Ok(()), "stripped");
}

/// The operands of a printed node.
fn operands(line: &str) -> Option<Vec<String>> {
    let (_, inside) = line.strip_prefix("metadata ")?.split_once(" = { ")?;
    let (mut operands, mut current, mut is_quoted) = (Vec::new(), String::new(), false);
    for character in inside.chars() {
        match character {
            '}' if !is_quoted => break,
            ',' if !is_quoted => operands.push(std::mem::take(&mut current).trim().to_owned()),
            _ => {
                is_quoted ^= character == '"';
                current.push(character);
            }
        }
    }
    operands.push(current.trim().to_owned());
    Some(operands)
}

/// A line that refers to nodes, with one of them replaced; nothing if it refers to none.
fn referring(line: &str, nodes: usize, random: &mut fastrand::Rng) -> Option<String> {
    let code = line.split(" ; ").next()?;
    let places: Vec<usize> = code.match_indices(" !").map(|(at, _)| at + 2).collect();
    let at = *places.get(random.usize(..places.len().max(1)))?;
    let number = code[at..].find(|character: char| !character.is_ascii_digit()).unwrap_or(code.len() - at);
    Some(format!("{}{}{}", &code[..at], random.usize(..nodes), &code[at + number..]))
}

/// The text with one operand or reference changed, and the line that it is in.
fn mutated(lines: &[&str], nodes: &[usize], random: &mut fastrand::Rng) -> (String, String) {
    if random.u32(..4) == 0 {
        let start = random.usize(..lines.len());
        let referrers = (start..lines.len()).chain(0..start).filter(|at| !lines[*at].starts_with("metadata "));
        for at in referrers {
            if let Some(line) = referring(lines[at], nodes.len(), random) {
                return (with_line(lines, at, &line), line);
            }
        }
    }
    let at = nodes[random.usize(..nodes.len())];
    let mut changed = operands(lines[at]).unwrap_or_default();
    let place = random.usize(..changed.len());
    let other = operands(lines[nodes[random.usize(..nodes.len())]]).unwrap_or_default();
    let other = other[random.usize(..other.len())].clone();
    match random.u32(..8) {
        0 => drop(changed.remove(place)),
        1 => changed.insert(place, other),
        2 => changed[place] = random.i64(-2..70).to_string(),
        3 => changed[place] = [i64::MIN, i64::MAX, 1 << 32][random.usize(..3)].to_string(),
        4 => changed[place] = format!("!{}", random.usize(..nodes.len())),
        5 => changed[place] = ["i8", "f64", "u128", "bool", "ptr"][random.usize(..5)].to_owned(),
        _ => changed[place] = other,
    }
    let (head, _) = lines[at].split_once(" = ").unwrap_or_default();
    let line = format!("{head} = {{ {} }}", changed.join(", "));
    (with_line(lines, at, &line), line)
}

fn with_line(lines: &[&str], at: usize, line: &str) -> String {
    let text: Vec<&str> =
        lines.iter().enumerate().map(|(index, known)| if index == at { line } else { known }).collect();
    text.join("\n")
}

#[test]
fn damaged_nodes_are_refused_or_written() {
    let (count, seed) = (number("DEBUG_NODES", 3_000), number("DEBUG_NODES_SEED", 1));
    let (mut unread, mut refused, mut written) = (0, 0, 0);
    for path in PROGRAMS {
        let text = described(path);
        let lines: Vec<&str> = text.lines().collect();
        let nodes: Vec<usize> = (0..lines.len()).filter(|line| operands(lines[*line]).is_some()).collect();
        let whole = mir::read(&text).expect("what was printed");
        assert_eq!(mir::verify(&whole), Ok(()), "{path}");
        assert_eq!(write(whole, &mut fastrand::Rng::with_seed(seed)), Ok(()), "{path}");
        for number in 0..count / PROGRAMS.len() as u64 {
            let seed = seed.wrapping_mul(1 << 32).wrapping_add(number);
            let mut random = fastrand::Rng::with_seed(seed);
            let (text, line) = mutated(&lines, &nodes, &mut random);
            let place = format!("{path}, seed {seed}: {line}");
            let Ok(module) = mir::read(&text) else {
                unread += 1;
                continue;
            };
            let problems = catch_unwind(AssertUnwindSafe(|| mir::verify(&module)));
            match problems.unwrap_or_else(|_| panic!("the verifier panics: {place}")) {
                Ok(()) => {
                    // A stack that overflows ends the process: `--nocapture` shows where.
                    println!("{place}");
                    let result = catch_unwind(AssertUnwindSafe(|| {
                        consume(&module);
                        write(module, &mut random)
                    }));
                    assert!(result.is_ok(), "verified, and panics where it is read: {place}");
                    written += 1;
                }
                Err(problems) => {
                    assert!(problems.iter().all(|problem| problem.to_string().contains('!')), "{place}: {problems:?}");
                    refused += 1;
                }
            }
        }
    }
    println!("{unread} texts are none, {refused} modules are refused, {written} are written");
    assert!(refused > count / 10 && written > count / 10, "{unread} {refused} {written}");
}
