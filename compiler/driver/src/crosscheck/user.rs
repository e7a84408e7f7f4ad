//! The signatures of a program. Owns the way from a session to the different signatures that its functions have and call,
//! and the read-back of the program's own units; must not know what is done with signatures.

use std::collections::BTreeMap;

use lower::Instance;
use mir::{Declaration, Module};
use project::Report;

use super::engine::{Engine, Setup};
use super::model::Case;
use super::read_back::{self, Mismatch};
use super::report::{LeftOut, ReadBackCount, TargetReport};
use super::signatures::{Sample, add_count, check};
use crate::build::Product;
use crate::compile::Contents;
use crate::function_code::FunctionCode;
use crate::reachable::{Reached, reachable};
use crate::session::Session;

/// So many instances are made and looked at together.
const UNIT: usize = 64;

fn contents(unit: &[Reached]) -> Contents<'_> {
    Contents { name: "crosscheck", instances: unit, lent: &[], tests: &[] }
}

impl Session {
    /// Everything of the program that has code, its tests included.
    fn all_instances(&self) -> Result<Vec<Reached>, Vec<Report>> {
        let mut roots = self.roots(Product::Library, &[])?;
        roots.extend(self.tests().into_iter().map(Instance::Function));
        Ok(reachable(&self.db, self.threads, roots))
    }

    /// The different signatures of functions that the program has or calls, in the order of the first symbol of each, and
    /// those that C cannot say.
    pub fn crosscheck_samples(&mut self) -> Result<(Vec<Sample>, Vec<LeftOut>), Vec<Report>> {
        let reached = self.all_instances()?;
        let stage = self.lowering();
        let mut named: BTreeMap<String, Result<Case, String>> = BTreeMap::new();
        for unit in reached.chunks(UNIT) {
            let module = stage.instantiated(&self.db, contents(unit));
            for (name, signature) in functions(&module) {
                let case = Case::of_mir(&module.types, module.signatures.get(signature));
                named.entry(name).or_insert(case);
            }
        }
        Ok(samples(named))
    }

    /// Reads back what the engines emit for the program's own units.
    ///
    /// # Errors
    /// What a backend cannot show, in words; a program that cannot be lowered has reports.
    pub fn crosscheck_texts(
        &mut self,
        engines: &[Engine<'_>],
        counts: &mut Vec<ReadBackCount>,
    ) -> Result<Vec<Mismatch>, Vec<Report>> {
        let reached = self.all_instances()?;
        let stage = self.lowering();
        let mut mismatches = Vec::new();
        for unit in reached.chunks(UNIT) {
            let module = stage.lowered(&self.db, contents(unit))?;
            for engine in engines {
                let Engine::Code(backend) = engine else {
                    continue;
                };
                let failed = |reason: String| {
                    let error = mir::BackendError::new(reason);
                    vec![crate::problems::backend_failed::report(backend.name(), &error)]
                };
                if let Some(read) = read_back::read_back(*backend, &module, &self.target).map_err(failed)? {
                    let differed = read.mismatches.len();
                    add_count(counts, engine.name(), read.compared - differed, differed);
                    mismatches.extend(read.mismatches);
                }
            }
        }
        Ok(mismatches)
    }
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
