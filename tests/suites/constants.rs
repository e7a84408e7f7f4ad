//! The evaluator of constants and the interpreter agree: random expressions, as constants and as code that runs before
//! and after the ABI pass, have the same values, or the constant is an error where the code panics, at the same place.
//! `CONSTANTS_SEED` adds a seed, `CONSTANTS_FILES` sets how many files are tried.

use std::collections::HashMap;
use std::fmt::Write;

use driver::{Product, Program, ProgramModules};
use fastrand::Rng;
use mir::interpret::{self, CLibrary, Limits, Machine, Stop};
use project::{Input, Report};
use tests::constants::{Expression, TYPES};
use tests::interpret::open;
use types::ConstantValue;

const EXPRESSIONS: usize = 120;

/// What became of an expression.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Value(u128),
    /// The kind of panic, and where: line and column.
    Panics(&'static str, u32, u32),
    /// Something that is neither.
    Other(String),
}

fn environment(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn constants_and_running_code_agree() {
    let files = environment("CONSTANTS_FILES").unwrap_or(8);
    let (mut values, mut panics) = (0, 0);
    for seed in environment("CONSTANTS_SEED").into_iter().chain(0..files) {
        let mut rng = Rng::with_seed(seed);
        let expressions: Vec<Expression> = (0..EXPRESSIONS).map(|_| Expression::random(&mut rng)).collect();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("constants.lang");
        std::fs::write(&path, source(&expressions)).expect("the file can be written");
        let keep = |what: &str| format!("seed {seed}: {what}\n{}", source(&expressions));
        let (source_program, mut stages) = open(&Input::File(path));
        let reports = driver::check(&source_program, &mut stages);
        let constants =
            constants(&source_program, &reports, &expressions).unwrap_or_else(|what| panic!("{}", keep(&what)));
        for lowered in [false, true] {
            let program = driver::modules(&source_program, &stages, Product::Library, lowered)
                .unwrap_or_else(|reports| panic!("{}", keep(&format!("{reports:?}"))));
            for (number, expression) in expressions.iter().enumerate() {
                let ran = run(&program, number, expression);
                let agree = same(&constants[number], &ran, expression.ty);
                assert!(
                    agree,
                    "seed {seed}, X{number}, lowered {lowered}: the constant is {:?}, the code gives {ran:?}\n{}\nwith {}",
                    constants[number],
                    expression.body,
                    expression.literals()
                );
                match ran {
                    Outcome::Value(_) => values += 1,
                    Outcome::Panics(..) | Outcome::Other(_) => panics += 1,
                }
            }
        }
    }
    println!("{values} values and {panics} panics agree");
    assert!(values > 100 * files && panics > 10 * files, "{values} {panics}");
}

fn same(constant: &Outcome, ran: &Outcome, ty: usize) -> bool {
    let nan = |bits: u128| match TYPES[ty].0 {
        "f32" => f32::from_bits(bits as u32).is_nan(),
        "f64" => f64::from_bits(bits as u64).is_nan(),
        _ => false,
    };
    match (constant, ran) {
        // A NaN has no sign and no bits that the language shows.
        (Outcome::Value(one), Outcome::Value(other)) => one == other || (nan(*one) && nan(*other)),
        (Outcome::Panics(..), Outcome::Panics(..)) => constant == ran,
        (Outcome::Value(_) | Outcome::Panics(..) | Outcome::Other(_), _) => false,
    }
}

/// Each expression as a function, called by a constant and by a function that C can call.
fn source(expressions: &[Expression]) -> String {
    let mut text = String::new();
    for (number, expression) in expressions.iter().enumerate() {
        let ty = TYPES[expression.ty].0;
        let (list, literals) = (expression.parameter_list(), expression.literals());
        let _ = write!(
            text,
            "let X{number}: {ty} = value{number}({literals})\n\nfn value{number}({list}) -> {ty} {{ {} }}\n\nextern fn run{number}() -> {ty} {{ value{number}({literals}) }}\n\n",
            expression.body,
        );
    }
    text
}

fn masked(bits: u128, ty: usize) -> u128 {
    bits & u128::MAX >> (128 - TYPES[ty].1)
}

/// What the evaluator makes of the constants `X0`, `X1`, …
fn constants(program: &Program, reports: &[Report], expressions: &[Expression]) -> Result<Vec<Outcome>, String> {
    let db = &program.db;
    let module = hir::find_module(db, program.loaded.root, "").ok_or("there is no module")?;
    let mut errors = HashMap::new();
    for report in reports.iter().filter(|report| report.severity == source::Severity::Error) {
        let place = report.primary.as_ref().ok_or_else(|| report.message.clone())?;
        let (line, _) = line_column(&place.origin.text, place.range.start);
        let name = place.origin.text.lines().nth(line as usize - 1).unwrap_or_default();
        let name = name.strip_prefix("let ").and_then(|rest| rest.split(':').next());
        let name = name.ok_or_else(|| report.message.clone())?.to_owned();
        let panic = report.secondary.first().unwrap_or(place);
        let (line, column) = line_column(&panic.origin.text, panic.range.start);
        errors.insert(name, Outcome::Panics(kind(&report.message), line, column));
    }
    let mut outcomes = Vec::new();
    for (number, expression) in expressions.iter().enumerate() {
        let name = format!("X{number}");
        let item = hir::module_items(db, module).ids().find(|item| item.name(db).text() == name);
        let value = types::constant_value(db, item.ok_or("a constant is not found")?);
        outcomes.push(match value {
            ConstantValue::Bool(value) => Outcome::Value(u128::from(*value)),
            ConstantValue::Int(bits) => Outcome::Value(masked(*bits, expression.ty)),
            ConstantValue::F32(bits) => Outcome::Value(u128::from(*bits)),
            ConstantValue::F64(bits) => Outcome::Value(u128::from(*bits)),
            ConstantValue::Error => errors.remove(&name).ok_or("an error without a report")?,
            other => Outcome::Other(format!("{other:?}")),
        });
    }
    match errors.into_iter().next() {
        None => Ok(outcomes),
        Some(other) => Err(format!("{other:?}")),
    }
}

/// Line and column of a byte, counted from 1; the texts here have no wider characters.
fn line_column(text: &str, offset: u32) -> (u32, u32) {
    let before = &text[..offset as usize];
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, column as u32 + 1)
}

/// The evaluator and the running program say it in other words.
fn kind(message: &str) -> &'static str {
    let kinds = [
        ("overflow", "overflow"),
        ("by zero", "zero"),
        ("shift", "shift"),
        ("bounds", "bounds"),
        ("of a division by zero", "zero"),
    ];
    kinds.iter().find(|(words, _)| message.contains(words)).map_or("other", |(_, kind)| kind)
}

fn run(program: &ProgramModules, number: usize, expression: &Expression) -> Outcome {
    let parts = interpret::Program { modules: &program.modules, positions: &program.positions };
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let mut library = CLibrary::new();
    let mut machine = match Machine::new(&parts, &limits, &mut library) {
        Ok(machine) => machine,
        Err(problem) => return Outcome::Other(problem.message),
    };
    let Some(address) = machine.address_of(&format!("run{number}")) else {
        return Outcome::Other("there is no such function".to_owned());
    };
    match machine.call(address, &[], &mut library) {
        Ok(bits) => Outcome::Value(masked(bits, expression.ty)),
        Err(Stop::Fault(problem)) => Outcome::Other(machine.fault(problem, &program.positions).to_string()),
        Err(Stop::Exit(_)) => {
            // `file:line:column: message`
            let (_, stderr) = library.take_output();
            let text = String::from_utf8_lossy(&stderr).into_owned();
            let mut parts = text.trim_end().rsplitn(4, ':').map(str::trim);
            let message = parts.next().unwrap_or_default();
            let (column, line) = (parts.next(), parts.next());
            let number = |part: Option<&str>| part.and_then(|part| part.parse().ok()).unwrap_or_default();
            Outcome::Panics(kind(message), number(line), number(column))
        }
    }
}
