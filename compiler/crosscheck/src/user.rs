//! The signatures of a program. Owns the way from a program to the different signatures that its functions have and call,
//! and the read-back of the program's own units; must not know what is done with signatures.

use std::collections::BTreeMap;

use driver::problems::backend_failed;
use driver::{FunctionCode, Program, Run};
use mir::{Declaration, Module};
use project::Report;

use super::engine::{Engine, Setup};
use super::model::Case;
use super::read_back::{self, Mismatch};
use super::report::{LeftOut, ReadBackCount, TargetReport};
use super::signatures::{Sample, add_count, check};
/// The different signatures of functions that a checked program has or calls, in the order of the first symbol of each,
/// and those that C cannot say.
///
/// # Errors
/// What keeps the program from being instantiated.
pub fn signatures_of(program: &Program, run: &Run) -> Result<(Vec<Sample>, Vec<LeftOut>), Vec<Report>> {
    let mut named: BTreeMap<String, Result<Case, String>> = BTreeMap::new();
    driver::in_pieces(program, run, false, |module| {
        for (name, signature) in functions(module) {
            let case = Case::of_mir(&module.types, module.signatures.get(signature));
            named.entry(name).or_insert(case);
        }
        Ok(())
    })?;
    Ok(samples(named))
}

/// Reads back what the engines emit for the functions of a checked program.
///
/// # Errors
/// What a backend cannot show, in words; a program that cannot be lowered has reports.
pub fn read_back_of(
    program: &Program,
    run: &Run,
    engines: &[Engine<'_>],
    counts: &mut Vec<ReadBackCount>,
) -> Result<Vec<Mismatch>, Vec<Report>> {
    let mut mismatches = Vec::new();
    driver::in_pieces(program, run, true, |module| {
        for engine in engines {
            let Engine::Code(backend) = engine else {
                continue;
            };
            let failed = |reason: String| {
                let error = mir::BackendError::new(reason);
                vec![backend_failed::report(backend.name(), &error)]
            };
            if let Some(read) = read_back::read_back(*backend, module, &program.target).map_err(failed)? {
                let differed = read.mismatches.len();
                add_count(counts, engine.name(), read.compared - differed, differed);
                mismatches.extend(read.mismatches);
            }
        }
        Ok(())
    })?;
    Ok(mismatches)
}

/// The different signatures in the order of the first name of each, and those that C cannot say.
fn samples(named: BTreeMap<String, Result<Case, String>>) -> (Vec<Sample>, Vec<LeftOut>) {
    let mut samples: Vec<Sample> = Vec::new();
    let mut known = rustc_hash::FxHashMap::default();
    let mut left_out = Vec::new();
    for (name, case) in named {
        match case {
            Ok(case) => {
                let position = *known.entry(case.clone()).or_insert_with(|| {
                    samples.push(Sample { case, functions: Vec::new() });
                    samples.len() - 1
                });
                samples[position].functions.push(name);
            }
            Err(reason) => left_out.push(LeftOut { signature: name, engine: None, reason }),
        }
    }
    (samples, left_out)
}

/// Checks one function on one target: its signature and those that it calls, between all engines, and what the engines
/// emit for it. Nothing of the program runs.
///
/// # Errors
/// What keeps the check from running.
pub fn check_function(setup: &Setup<'_>, code: &FunctionCode) -> Result<TargetReport, String> {
    let named = functions(&code.source).into_iter().map(|(name, signature)| {
        let case = Case::of_mir(&code.source.types, code.source.signatures.get(signature));
        (name, case)
    });
    let (samples, left_out) = samples(named.collect());
    let mut report = check(setup, &samples)?;
    let mut counts = Vec::new();
    let mut mismatches = Vec::new();
    for engine in &setup.engines {
        let Engine::Code(backend) = engine else {
            continue;
        };
        if let Some(read) = read_back::read_back(*backend, &code.lowered, &setup.target)? {
            let differed = read.mismatches.len();
            add_count(&mut counts, engine.name(), read.compared - differed, differed);
            mismatches.extend(read.mismatches);
        }
    }
    report.add_program(left_out, counts, mismatches);
    Ok(report)
}

/// The functions that a module has or calls by name, and the signatures of variadic calls.
fn functions(module: &Module) -> Vec<(String, mir::SignatureId)> {
    let mut functions = Vec::new();
    for function in &module.functions {
        functions.push((module.symbol_name(function.symbol).to_owned(), function.signature));
        for (number, call) in function.calls.iter().enumerate() {
            if module.signatures.get(call.signature).variadic
                && let mir::Callee::Direct(symbol) = call.callee
            {
                let (own, callee) = (module.symbol_name(function.symbol), module.symbol_name(symbol));
                functions.push((format!("{callee}, called by {own} ({number})"), call.signature));
            }
        }
    }
    for (_, symbol) in module.symbols.iter() {
        if let Declaration::ImportedFunction(signature) = symbol.declaration
            && !module.signatures.get(signature).variadic
        {
            functions.push((module.strings.text(symbol.name).to_owned(), signature));
        }
    }
    functions
}
