//! Every caller with every callee: programs of two sides by different engines, and what they say. Owns the split into
//! batches, the links and the runs; must not know how a side is made nor what a value looks like.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::engine::{CObjects, Engine, Made, NotMade, Refused, Setup};
use super::harness::{self, Finding, Kind};
use super::images::Numbered;
use driver::system::output;
use driver::system::witness::TIME_LIMIT;

/// So many signatures stand in one program.
const BATCH: usize = 200;

/// So many crashes of one program are looked at; each costs a run.
const MOST_CRASHES: usize = 8;

/// How often a pair agreed.
#[derive(Clone, Debug, Serialize)]
pub struct PairCount {
    /// Who calls.
    pub caller: &'static str,
    /// Who is called.
    pub callee: &'static str,
    /// Signatures without a difference.
    pub agreed: usize,
    /// Signatures with one.
    pub differed: usize,
}

/// A wrong value in one program.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The case, by its number.
    pub number: usize,
    /// Position of the engine that calls.
    pub caller: usize,
    /// Position of the engine that is called.
    pub callee: usize,
    /// Which C compiler at which level, and how much the backends optimise.
    pub turn: usize,
    /// What is wrong.
    pub finding: Finding,
}

/// What came of all pairs.
#[derive(Default)]
pub struct Outcome {
    /// By caller, then callee.
    pub counts: Vec<PairCount>,
    /// In the order of programs.
    pub wrong: Vec<Wrong>,
    /// Signatures that some engine has no code for.
    pub refused: Vec<Refused>,
}

/// What looks at the modules and texts of the sides besides.
pub type Reader<'run> = &'run (dyn Fn(Engine<'_>, &Made) -> Result<(), String> + Sync);

/// Runs all pairs over all cases.
///
/// # Errors
/// What keeps the check from running: a broken C compiler, a backend that fails without naming a signature.
pub fn run(setup: &Setup<'_>, cases: &[Numbered], reader: Reader<'_>) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    for (index, batch) in cases.chunks(BATCH).enumerate() {
        let turn = setup.first_turn + index;
        let positions: Vec<usize> = (0..setup.engines.len()).collect();
        let mut again = run_batch(setup, &positions, batch.to_vec(), turn, reader, &mut outcome)?;
        // Another C compiler, or another level, is asked for what the first one is no witness for.
        for other in turn + 1..turn + 3 {
            if !again.is_empty() {
                again = run_batch(setup, &positions, again, other, &|_, _| Ok(()), &mut outcome)?;
            }
        }
        let (compiler, level) = setup.compiler(turn);
        let compiler = setup.toolchain.compilers[compiler].join(" ");
        outcome.refused.extend(again.iter().map(|case| Refused {
            number: case.number,
            engine: Engine::C.name(),
            reason: format!("{compiler} {level} and others lose bytes of it in calls of their own"),
        }));
    }
    Ok(outcome)
}

/// Runs all pairs over a few cases as in one turn of a larger check, and reads nothing back.
///
/// # Errors
/// As [`run`].
pub fn run_turn(setup: &Setup<'_>, cases: &[Numbered], turn: usize) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    let positions: Vec<usize> = (0..setup.engines.len()).collect();
    // What the C compiler is no witness for is no step on the way to a smaller signature.
    let _ = run_batch(setup, &positions, cases.to_vec(), turn, &|_, _| Ok(()), &mut outcome)?;
    Ok(outcome)
}

/// One batch with some of the engines. Signatures that one of them refuses are run again without it; those whose values
/// the C compiler loses in calls of its own are not counted and come back.
fn run_batch(
    setup: &Setup<'_>,
    positions: &[usize],
    mut cases: Vec<Numbered>,
    turn: usize,
    reader: Reader<'_>,
    outcome: &mut Outcome,
) -> Result<Vec<Numbered>, String> {
    let mut doubtful = Vec::new();
    let mut again: Vec<(usize, Vec<Numbered>)> = Vec::new();
    let mut made: Vec<Option<Made>> = Vec::new();
    'sift: loop {
        made.clear();
        for position in positions {
            let engine = setup.engines[*position];
            let Engine::Code(backend) = engine else {
                made.push(None);
                continue;
            };
            match setup.make(engine, backend, &cases, turn) {
                Ok(sides) => made.push(Some(sides)),
                Err(NotMade::Broken(reason)) => return Err(reason),
                Err(NotMade::Refused(refused)) => {
                    let Some(index) = cases.iter().position(|case| case.number == refused.number) else {
                        return Err(format!("{}: {}", refused.engine, refused.reason));
                    };
                    let case = cases.remove(index);
                    match again.iter_mut().find(|(known, _)| known == position) {
                        Some((_, list)) => list.push(case),
                        None => again.push((*position, vec![case])),
                    }
                    outcome.refused.push(refused);
                    continue 'sift;
                }
            }
        }
        break;
    }
    if !cases.is_empty() {
        for (position, sides) in positions.iter().zip(&made) {
            if let Some(sides) = sides {
                reader(setup.engines[*position], sides)?;
            }
        }
        doubtful = link_and_run(setup, positions, &cases, &made, turn, outcome)?;
    }
    for (position, cases) in again {
        let others: Vec<usize> = positions.iter().copied().filter(|other| *other != position).collect();
        if !others.is_empty() {
            doubtful.extend(run_batch(setup, &others, cases, turn, reader, outcome)?);
        }
    }
    Ok(doubtful)
}

fn link_and_run(
    setup: &Setup<'_>,
    positions: &[usize],
    cases: &[Numbered],
    made: &[Option<Made>],
    turn: usize,
    outcome: &mut Outcome,
) -> Result<Vec<Numbered>, String> {
    let disk = |error: std::io::Error| format!("a temporary file: {}", project::disk::reason(&error));
    let folder = output::temporary_folder().map_err(disk)?;
    let c = setup.make_c(folder.path(), cases, turn)?;
    let mut callees: Vec<PathBuf> = Vec::new();
    let mut callers: Vec<PathBuf> = Vec::new();
    for (position, sides) in positions.iter().zip(made) {
        let Some(sides) = sides else {
            callees.push(c.callees.clone());
            callers.push(c.callers.clone());
            continue;
        };
        let name = setup.engines[*position].name();
        for (object, role, list) in
            [(&sides.objects[0], "callees", &mut callees), (&sides.objects[1], "callers", &mut callers)]
        {
            let path = folder.path().join(format!("{name}_{role}.o"));
            output::write_file(&path, object).map_err(disk)?;
            list.push(path);
        }
    }
    let count = positions.len();
    let results = super::in_parallel(setup.threads, count * count, |index| {
        let (caller, callee) = (index / count, index % count);
        let program = folder.path().join(format!("program{index}"));
        // C defines variadic functions for everybody, so these run with one callee only.
        let with_variadic = matches!(setup.engines[positions[callee]], Engine::C);
        run_pair(setup, &c, &callers[caller], &callees[callee], &program, with_variadic, cases.len())
    });
    let is_c = |position: usize| matches!(setup.engines[position], Engine::C);
    let mut results: Vec<Vec<Finding>> = results.into_iter().collect::<Result<_, String>>()?;
    let doubtful = contradictions(setup, positions, &mut results);
    for (index, findings) in results.into_iter().enumerate() {
        let (caller, callee) = (positions[index / count], positions[index % count]);
        let counts = |(position, numbered): &(usize, &Numbered)| {
            (is_c(callee) || numbered.case.fixed.is_none()) && !doubtful.contains(position)
        };
        let run = cases.iter().enumerate().filter(counts).count();
        let mut differing: Vec<usize> = findings.iter().map(|finding| finding.position).collect();
        differing.sort_unstable();
        differing.dedup();
        outcome.count(setup, caller, callee, run - differing.len().min(run), differing.len());
        outcome.wrong.extend(findings.into_iter().map(|finding| Wrong {
            number: cases[finding.position].number,
            caller,
            callee,
            turn,
            finding,
        }));
    }
    Ok(doubtful.into_iter().map(|position| cases[position].clone()).collect())
}

/// Signatures whose values a C compiler loses in calls of its own, by position: it is no witness for them, so everything
/// that was said of them is taken back.
fn contradictions(setup: &Setup<'_>, positions: &[usize], results: &mut [Vec<Finding>]) -> Vec<usize> {
    let count = positions.len();
    let Some(c) = positions.iter().position(|position| matches!(setup.engines[*position], Engine::C)) else {
        return Vec::new();
    };
    let mut doubtful: Vec<usize> = results[c * count + c].iter().map(|finding| finding.position).collect();
    doubtful.sort_unstable();
    doubtful.dedup();
    for findings in results {
        findings.retain(|finding| !doubtful.contains(&finding.position));
    }
    doubtful
}

fn run_pair(
    setup: &Setup<'_>,
    c: &CObjects,
    callers: &Path,
    callees: &Path,
    program: &Path,
    with_variadic: bool,
    count: usize,
) -> Result<Vec<Finding>, String> {
    setup.toolchain.link([c.harness.as_path(), callers, callees, c.variadic.as_path()], program)?;
    let mut findings = Vec::new();
    let mut start = 0;
    for _ in 0..=MOST_CRASHES {
        let arguments = [start.to_string(), u8::from(with_variadic).to_string()];
        let output = setup.toolchain.run(program, &arguments, TIME_LIMIT)?;
        let outcome = harness::read(&String::from_utf8_lossy(&output.stdout));
        let died = outcome.ran.is_none();
        let position = outcome
            .findings
            .iter()
            .rev()
            .find(|finding| matches!(finding.kind, Kind::Crash | Kind::Hang))
            .map(|finding| finding.position);
        findings.extend(outcome.findings.into_iter().filter(|finding| finding.position < count));
        match (died, position) {
            (false, _) => return Ok(findings),
            (true, Some(position)) if position + 1 < count => start = position + 1,
            (true, Some(_)) => return Ok(findings),
            (true, None) => {
                return Err(format!(
                    "the program of the cross-check ended without a word: {}{}",
                    output.status,
                    String::from_utf8_lossy(&output.stderr)
                ));
            }
        }
    }
    // What lies behind so many crashes has not run, so nothing agrees.
    findings.extend((start..count).map(|position| Finding {
        kind: Kind::Missing,
        position,
        value: 0,
        byte: 0,
        expected: 0,
        seen: 0,
        following: Vec::new(),
    }));
    Ok(findings)
}

impl Outcome {
    fn count(&mut self, setup: &Setup<'_>, caller: usize, callee: usize, agreed: usize, differed: usize) {
        let (caller, callee) = (setup.engines[caller].name(), setup.engines[callee].name());
        match self.counts.iter_mut().find(|count| count.caller == caller && count.callee == callee) {
            Some(count) => {
                count.agreed += agreed;
                count.differed += differed;
            }
            None => self.counts.push(PairCount { caller, callee, agreed, differed }),
        }
    }
}
