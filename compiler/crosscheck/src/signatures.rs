//! The check of signatures on one target: all pairs, all texts, and the first difference made small. Owns the order of
//! these steps and turns what they find into a report; must not know where signatures come from.

use std::sync::{Mutex, PoisonError};

use abi::report::Label;
use mir::AbiPass;

use super::engine::{Engine, Made, NotMade, Setup};
use super::harness::Kind;
use super::images::{Images, Numbered};
use super::model::Case;
use super::pairs::{self, Wrong};
use super::read_back::{self, Mismatch};
use super::report::{Difference, LeftOut, ReadBackCount, Smallest, TargetReport};
use super::{c_sides, names, random, shrink, sides, values};

/// A signature with the functions that have it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The signature.
    pub case: Case,
    /// Symbols of functions of the program; none for random signatures.
    pub functions: Vec<String>,
}

/// Random signatures; equal seeds give equal ones.
pub fn random_samples(seed: u64, count: usize) -> Vec<Sample> {
    let samples = random::cases(seed, count).into_iter().map(|case| Sample { case, functions: Vec::new() });
    samples.collect()
}

/// Checks signatures on one target.
///
/// # Errors
/// What keeps the check from running.
pub fn check(setup: &Setup<'_>, samples: &[Sample]) -> Result<TargetReport, String> {
    let cases: Vec<Numbered> =
        samples.iter().enumerate().map(|(number, sample)| Numbered { number, case: sample.case.clone() }).collect();
    let texts = Texts::default();
    let outcome = pairs::run(setup, &cases, &|engine, made| texts.read(setup, engine, made))?;
    let mut report = TargetReport {
        target: setup.target.to_string(),
        engines: setup.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        c_compilers: setup.toolchain.compilers.iter().map(|words| words.join(" ")).collect(),
        signatures: samples.len(),
        pairs: outcome.counts,
        read_back: texts.counts.into_inner().unwrap_or_else(PoisonError::into_inner),
        left_out: Vec::new(),
        differences: Vec::new(),
        mismatches: Vec::new(),
        smallest: None,
        programs: Vec::new(),
        told: Vec::new(),
        told_differences: Vec::new(),
    };
    for refused in outcome.refused {
        let sample = &samples[refused.number];
        if setup.mutation.is_some() && setup.accepts_unmutated(refused.engine, &cases[refused.number]) {
            let difference = Difference {
                signature: sample.case.to_string(),
                c: c_sides::prototype(&sample.case, "function"),
                functions: sample.functions.clone(),
                caller: refused.engine,
                callee: refused.engine,
                compiler: String::new(),
                kind: Kind::Refused,
                value: String::new(),
                byte: 0,
                expected: "code".to_owned(),
                seen: refused.reason,
                origin: None,
                registers: String::new(),
            };
            if report.differences.iter().all(|known| known.kind != Kind::Refused) {
                report.differences.push(difference);
            }
        } else {
            report.left_out.push(LeftOut {
                signature: sample.case.to_string(),
                engine: Some(refused.engine.to_owned()),
                reason: refused.reason,
            });
        }
    }
    for wrong in &outcome.wrong {
        let (caller, callee) = (setup.engines[wrong.caller].name(), setup.engines[wrong.callee].name());
        let known = |difference: &Difference| difference.caller == caller && difference.callee == callee;
        if !report.differences.iter().any(known) {
            let sample = &samples[wrong.number];
            report.differences.push(setup.difference(wrong, wrong.number, &sample.case, &sample.functions));
        }
    }
    let found = texts.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    for mismatch in &found {
        if report.mismatches.iter().all(|known| known.engine != mismatch.engine) {
            report.mismatches.push(mismatch.clone());
        }
    }
    report.smallest = match (outcome.wrong.first(), found.first()) {
        (Some(_), _) | (_, Some(_)) if !setup.shrink => None,
        (Some(wrong), _) => Some(setup.shrink_difference(wrong, &samples[wrong.number])),
        (None, Some(mismatch)) => setup.shrink_mismatch(mismatch, samples),
        (None, None) => None,
    };
    Ok(report)
}

/// What was read back so far.
#[derive(Default)]
struct Texts {
    counts: Mutex<Vec<ReadBackCount>>,
    found: Mutex<Vec<Mismatch>>,
}

impl Texts {
    fn read(&self, setup: &Setup<'_>, engine: Engine<'_>, made: &Made) -> Result<(), String> {
        let Engine::Code(backend) = engine else {
            return Ok(());
        };
        for module in &made.modules {
            let Some(read) = read_back::read_back(backend, module, &setup.target)? else {
                continue;
            };
            let differed = read.mismatches.len();
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            add_count(&mut counts, engine.name(), read.compared - differed, differed);
            self.found.lock().unwrap_or_else(PoisonError::into_inner).extend(read.mismatches);
        }
        Ok(())
    }
}

/// Adds to the count of an engine.
pub(super) fn add_count(counts: &mut Vec<ReadBackCount>, engine: &'static str, agreed: usize, differed: usize) {
    match counts.iter_mut().find(|count| count.engine == engine) {
        Some(count) => {
            count.agreed += agreed;
            count.differed += differed;
        }
        None => counts.push(ReadBackCount { engine, agreed, differed }),
    }
}

fn numbered(cases: &[Case]) -> Vec<Numbered> {
    let numbered = cases.iter().enumerate().map(|(number, case)| Numbered { number, case: case.clone() });
    numbered.collect()
}

impl Setup<'_> {
    /// Whether an engine has code for a signature with the right description.
    fn accepts_unmutated(&self, engine: &str, case: &Numbered) -> bool {
        let mut right = self.with_engines(self.engines.clone());
        right.mutation = None;
        self.engines.iter().any(|known| match known {
            Engine::Code(backend) if known.name() == engine => {
                right.make(*known, *backend, std::slice::from_ref(case), 0).is_ok()
            }
            Engine::Code(_) | Engine::C => false,
        })
    }

    /// A wrong value in words.
    fn difference(&self, wrong: &Wrong, number: usize, case: &Case, functions: &[String]) -> Difference {
        let finding = &wrong.finding;
        let (compiler, level) = self.compiler(wrong.turn);
        let value = match finding.kind {
            Kind::Missing | Kind::Crash | Kind::Hang | Kind::Refused => String::new(),
            Kind::Argument
            | Kind::Kept
            | Kind::Result
            | Kind::Guard
            | Kind::Widened
            | Kind::Echo
            | Kind::Aligned
            | Kind::Size => case.value_name(finding.value),
        };
        let seen = match finding.kind {
            Kind::Argument | Kind::Kept | Kind::Result => hex(&finding.following),
            Kind::Crash | Kind::Aligned | Kind::Size => finding.seen.to_string(),
            Kind::Guard | Kind::Widened | Kind::Echo | Kind::Missing | Kind::Hang | Kind::Refused => {
                format!("{:x}", finding.seen)
            }
        };
        let expected = match finding.kind {
            Kind::Argument | Kind::Kept | Kind::Result => {
                let bytes = values::image(number, case, finding.value).map(|image| image.bytes);
                let bytes = bytes.unwrap_or_default();
                let start = (finding.byte as usize).min(bytes.len());
                hex(&bytes[start..(start + finding.following.len()).min(bytes.len())])
            }
            Kind::Size => finding.expected.to_string(),
            Kind::Guard
            | Kind::Widened
            | Kind::Echo
            | Kind::Aligned
            | Kind::Missing
            | Kind::Crash
            | Kind::Hang
            | Kind::Refused => format!("{:x}", finding.expected),
        };
        Difference {
            signature: case.to_string(),
            c: c_sides::prototype(case, "function"),
            functions: functions.to_vec(),
            caller: self.engines[wrong.caller].name(),
            callee: self.engines[wrong.callee].name(),
            compiler: format!("{} {level}", self.toolchain.compilers[compiler].join(" ")),
            kind: finding.kind,
            registers: if value.is_empty() { String::new() } else { self.places(case, finding.value) },
            value,
            byte: finding.byte,
            expected,
            seen,
            origin: origin(number, case, &finding.following),
        }
    }

    /// The description of a signature for people.
    fn described(&self, case: &Case) -> Option<abi::report::Report> {
        let cases = [Numbered { number: 0, case: case.clone() }];
        let module = sides::callers(&cases, &Images::new(&cases));
        let callee = module.find_symbol(&names::callee(0))?;
        let mir::Declaration::ImportedFunction(signature) = module.symbols.get(callee).declaration else {
            return None;
        };
        let passing = AbiPass::new(self.target).describe(module.signatures.get(signature), &module.types).ok()?;
        let label = |value: usize, ty: &super::model::Type| Label::new(case.value_name(value), ty.to_string());
        let labels: Vec<Label> = case.parameters.iter().enumerate().map(|(index, ty)| label(index, ty)).collect();
        let result = match &case.result {
            Some(ty) => label(case.parameters.len(), ty),
            None => Label::new("result", "nothing"),
        };
        Some(abi::report::report(&self.target, &passing.abi, &labels, &result))
    }

    fn places(&self, case: &Case, value: usize) -> String {
        let Some(report) = self.described(case) else {
            return String::new();
        };
        let value = report.params.get(value).unwrap_or(&report.result);
        value.places_text()
    }

    fn table(&self, case: &Case) -> String {
        self.described(case).map_or(String::new(), |report| report.to_string())
    }

    fn shrink_difference(&self, wrong: &Wrong, sample: &Sample) -> Smallest {
        let (caller, callee) = (self.engines[wrong.caller], self.engines[wrong.callee]);
        let mut engines = vec![caller];
        if caller.name() != callee.name() {
            engines.push(callee);
        }
        let pair = self.with_engines(engines);
        let (from, to) = (0, pair.engines.len() - 1);
        let first_wrong = |cases: &[Case]| {
            let outcome = pairs::run_turn(&pair, &numbered(cases), wrong.turn).ok()?;
            let mut found: Vec<Wrong> = outcome.wrong;
            found.retain(|found| found.caller == from && found.callee == to);
            let first = found.into_iter().min_by_key(|found| found.number)?;
            let difference = pair.difference(&first, first.number, &cases[first.number], &sample.functions);
            Some((first.number, difference))
        };
        let difference = self.difference(wrong, wrong.number, &sample.case, &sample.functions);
        let (case, difference) = shrink::shrink(sample.case.clone(), difference, first_wrong);
        Smallest {
            signature: case.to_string(),
            c: c_sides::prototype(&case, "function"),
            difference: Some(difference),
            mismatch: None,
            table: self.table(&case),
        }
    }

    fn shrink_mismatch(&self, mismatch: &Mismatch, samples: &[Sample]) -> Option<Smallest> {
        let sample = samples.get(names::case_of(&mismatch.function)?)?;
        let engine = *self.engines.iter().find(|engine| engine.name() == mismatch.engine)?;
        let Engine::Code(backend) = engine else {
            return None;
        };
        let first_wrong = |cases: &[Case]| {
            let mut left = numbered(cases);
            loop {
                let made = match self.make(engine, backend, &left, 0) {
                    Ok(made) => made,
                    Err(NotMade::Broken(_)) => return None,
                    Err(NotMade::Refused(refused)) => {
                        let before = left.len();
                        left.retain(|case| case.number != refused.number);
                        if left.len() == before {
                            return None;
                        }
                        continue;
                    }
                };
                let found = made.modules.iter().filter_map(|module| {
                    let read = read_back::read_back(backend, module, &self.target).ok()??;
                    let numbers = read.mismatches.into_iter().filter_map(|mismatch| {
                        let number = names::case_of(&mismatch.function)?;
                        Some((number, mismatch))
                    });
                    numbers.min_by_key(|(number, _)| *number)
                });
                return found.min_by_key(|(number, _)| *number);
            }
        };
        let (case, mismatch) = shrink::shrink(sample.case.clone(), mismatch.clone(), first_wrong);
        Some(Smallest {
            signature: case.to_string(),
            c: c_sides::prototype(&case, "function"),
            difference: None,
            mismatch: Some(mismatch),
            table: self.table(&case),
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whose bytes these are, if at least two of them stand together in one value of the signature.
fn origin(number: usize, case: &Case, bytes: &[u8]) -> Option<String> {
    let bytes = bytes.get(..bytes.len().min(4)).filter(|bytes| bytes.len() >= 2)?;
    (0..=case.parameters.len()).find_map(|value| {
        let image = values::image(number, case, value)?;
        let at = image.bytes.windows(bytes.len()).position(|window| window == bytes)?;
        Some(format!("byte {at} of {}", case.value_name(value)))
    })
}
