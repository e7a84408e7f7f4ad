//! What a cross-check found, as plain data with a documented form. Owns the schema of the JSON and the text for people;
//! must not know how anything was found.
//!
//! Schema 1 of the JSON document:
//! - `schema`: 1. A field that is added does not change it; a field that changes its meaning does.
//! - `agrees`: whether nothing differs and no program has a fault. `seed` and `random`: the seed and number of random
//!   signatures, if there were any.
//! - `targets`: one object for each target: `target`; `engines` by name; `c_compilers` as commands, of which each program
//!   uses the next; `signatures`, their number; `pairs`: `caller`, `callee`, `agreed`, `differed`, by signatures;
//!   `read_back`: `engine`, `agreed`, `differed`, by functions and callees in emitted text; `left_out`: `signature`,
//!   `engine` (none: all), `reason`; `differences`: the first of each pair; `mismatches`: the first of each engine's
//!   emitted signatures; `smallest`: what the first of all was reduced to.
//! - a difference: `signature` as text, `c` as C, `functions` that have it, `caller`, `callee`, `compiler` (the C compiler
//!   and level of that program), `kind`, `value` (`parameter N` or `result`), `byte`, `expected` and `seen` there as hex,
//!   `origin` (whose bytes were seen, if that can be said), `registers`: where the description puts the value.
//! - a mismatch: `engine`, `function`, `what`, `expected`, `seen`.
//! - `smallest`: a `difference` or a `mismatch`, its `signature`, and `table`: where the description puts everything.
//! - `programs` of a target: one object for each `main` and each test: `name` of the program, `part` (`main` or the name of
//!   the test), `agrees`, `runs`, `smallest` (the reduced source, if it differs and could be reduced); a run: `engine`,
//!   `exit_code` (none if it did not run to its end), `stdout`, `stderr`, `problem` (why it did not).
//! - `told` of a target: what debuggers are told by programs that are not optimised: `engine`, `with` (the one that it is
//!   compared with), `agreed`, `differed`, `without_code` (what one engine has no code for), by entries; `told_differences`:
//!   the first of each program: `program`, `entry`, `says`: of both `engine` and `says`, nothing where there is no such entry.

use std::fmt::{self, Write};

use serde::Serialize;

use super::harness::Kind;
use super::pairs::PairCount;
use super::read_back::Mismatch;
use super::signatures::add_count;
use super::told::{ToldCount, ToldDifference, ToldReport};
use super::whole::{Everywhere, ProgramReport};

/// The version of the JSON's schema.
pub const SCHEMA: u32 = 1;

/// Everything that one cross-check found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Whether nothing differs.
    pub agrees: bool,
    /// The seed of random signatures and programs.
    pub seed: u64,
    /// How many random signatures there are.
    pub random: usize,
    /// One for each target.
    pub targets: Vec<TargetReport>,
    /// Targets whose programs cannot be made or run here.
    pub skipped: Vec<Skipped>,
}

/// A target that nobody has asked for and that was left out.
#[derive(Clone, Debug, Serialize)]
pub struct Skipped {
    /// The target.
    pub target: String,
    /// What is missing, and how it is installed.
    pub reason: String,
}

/// What was found on one target.
#[derive(Clone, Debug, Serialize)]
pub struct TargetReport {
    /// The target.
    pub target: String,
    /// Who calls and is called.
    pub engines: Vec<String>,
    /// The C compilers as commands.
    pub c_compilers: Vec<String>,
    /// How many signatures were tried.
    pub signatures: usize,
    /// Calls between engines.
    pub pairs: Vec<PairCount>,
    /// Signatures in emitted text.
    pub read_back: Vec<ReadBackCount>,
    /// What was not tried.
    pub left_out: Vec<LeftOut>,
    /// The first difference of each pair.
    pub differences: Vec<Difference>,
    /// The first mismatch of each engine.
    pub mismatches: Vec<Mismatch>,
    /// What the first difference was reduced to.
    pub smallest: Option<Smallest>,
    /// Whole programs on every engine.
    pub programs: Vec<ProgramReport>,
    /// What debuggers are told by programs that are not optimised.
    pub told: Vec<ToldCount>,
    /// The first entry of each program that engines tell differently.
    pub told_differences: Vec<ToldDifference>,
}

/// How often an engine's text says what the description says.
#[derive(Clone, Debug, Serialize)]
pub struct ReadBackCount {
    /// The engine.
    pub engine: &'static str,
    /// Functions and callees without a mismatch.
    pub agreed: usize,
    /// Those with one.
    pub differed: usize,
}

/// A signature that was not tried.
#[derive(Clone, Debug, Serialize)]
pub struct LeftOut {
    /// The signature, or the function that has it.
    pub signature: String,
    /// The engine that has no code for it; none if no engine was asked.
    pub engine: Option<String>,
    /// Why.
    pub reason: String,
}

/// A value that arrived wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The signature.
    pub signature: String,
    /// The same in C.
    pub c: String,
    /// Functions of the program that have it.
    pub functions: Vec<String>,
    /// Who called.
    pub caller: &'static str,
    /// Who was called.
    pub callee: &'static str,
    /// The C compiler of that program, with its level.
    pub compiler: String,
    /// What is wrong.
    pub kind: Kind,
    /// Of which value.
    pub value: String,
    /// The first wrong byte.
    pub byte: u64,
    /// What it should be, as hex.
    pub expected: String,
    /// What it is, as hex; of what follows, up to seven bytes more.
    pub seen: String,
    /// Whose bytes these are.
    pub origin: Option<String>,
    /// Where the description puts the value.
    pub registers: String,
}

/// The smallest signature that still differs.
#[derive(Clone, Debug, Serialize)]
pub struct Smallest {
    /// The signature.
    pub signature: String,
    /// The same in C.
    pub c: String,
    /// What is wrong, if it is a value.
    pub difference: Option<Difference>,
    /// What is wrong, if it is an emitted signature.
    pub mismatch: Option<Mismatch>,
    /// Where the description puts everything.
    pub table: String,
}

impl TargetReport {
    /// Adds what was found in the text of a program's own units.
    pub fn add_program(&mut self, left_out: Vec<LeftOut>, counts: Vec<ReadBackCount>, mismatches: Vec<Mismatch>) {
        self.left_out.extend(left_out);
        for ReadBackCount { engine, agreed, differed } in counts {
            add_count(&mut self.read_back, engine, agreed, differed);
        }
        for mismatch in mismatches {
            if self.mismatches.iter().all(|known| known.engine != mismatch.engine) {
                self.mismatches.push(mismatch);
            }
        }
    }

    /// Adds what programs gave.
    pub fn add_runs(&mut self, Everywhere { programs, told: ToldReport { counts, differences } }: Everywhere) {
        self.programs = programs;
        self.told = counts;
        self.told_differences = differences;
    }

    /// Whether nothing differs and no program has a fault.
    pub fn agrees(&self) -> bool {
        self.signatures_agree()
            && self.told_differences.is_empty()
            && self.programs.iter().all(|program| program.agrees)
    }

    /// Whether the engines do with every signature what its description says.
    pub fn signatures_agree(&self) -> bool {
        self.differences.is_empty() && self.mismatches.is_empty() && self.smallest.is_none()
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { caller, callee, value, byte, expected, seen, registers, .. } = self;
        let what = match self.kind {
            Kind::Argument => format!("{value}, byte {byte}: the callee expects {expected} and sees {seen}"),
            Kind::Kept => {
                format!("{value}, byte {byte}: the caller's own value was {expected} and is {seen} after the call")
            }
            Kind::Result => format!("{value}, byte {byte}: the caller expects {expected} and sees {seen}"),
            Kind::Guard => format!("memory beside the {value} was {expected} and is {seen} after the call"),
            Kind::Widened => format!("{value}: all of its register should be {expected} and is {seen}"),
            Kind::Echo => format!("the address of the {value} is {expected}, and {seen} comes back"),
            Kind::Aligned => format!("{value} stands {seen} bytes behind an address that its type allows"),
            Kind::Size => format!("{value} has {expected} bytes, and {seen} in C"),
            Kind::Missing => "the callee is not reached".to_owned(),
            Kind::Crash => format!("the call ends the program with signal {seen}"),
            Kind::Hang => "the call does not end".to_owned(),
            Kind::Refused => format!("{callee} refuses it: {seen}"),
        };
        write!(formatter, "{caller} calls {callee}: {what}")?;
        if let Some(origin) = &self.origin {
            write!(formatter, ", which is {origin}")?;
        }
        if !registers.is_empty() {
            write!(formatter, "\n  {value} travels in {registers}")?;
        }
        if !self.compiler.is_empty() && (*caller == "c" || *callee == "c") {
            write!(formatter, "\n  compiled with {}", self.compiler)?;
        }
        Ok(())
    }
}

impl fmt::Display for TargetReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TargetReport { target, signatures, .. } = self;
        writeln!(formatter, "{target}: {signatures} signatures")?;
        for count in &self.read_back {
            writeln!(
                formatter,
                "  {:<10} emits what the description says for {} functions and callees{}",
                count.engine,
                count.agreed,
                but(count.differed)
            )?;
        }
        for pair in &self.pairs {
            writeln!(
                formatter,
                "  {:<10} calls {:<10} {} agree{}",
                pair.caller,
                pair.callee,
                pair.agreed,
                but(pair.differed)
            )?;
        }
        for (reason, count) in self.reasons() {
            writeln!(formatter, "  left out: {count} × {reason}")?;
        }
        for difference in &self.differences {
            writeln!(formatter, "\n{}", difference.signature)?;
            if !difference.functions.is_empty() {
                writeln!(formatter, "  the signature of {}", difference.functions.join(", "))?;
            }
            writeln!(formatter, "  {difference}")?;
        }
        for mismatch in &self.mismatches {
            writeln!(formatter, "\n{}: {}", mismatch.function, mismatch.engine)?;
            writeln!(
                formatter,
                "  {}: the description says {}, emitted is {}",
                mismatch.what, mismatch.expected, mismatch.seen
            )?;
        }
        self.write_programs(formatter)?;
        self.write_told(formatter)?;
        if let Some(smallest) = &self.smallest {
            writeln!(formatter, "\nThe smallest signature that differs:\n{smallest}")?;
        }
        Ok(())
    }
}

impl TargetReport {
    fn write_programs(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compared = self.programs.iter().filter(|program| program.is_compared());
        let agreed = compared.filter(|program| program.agrees).count();
        if let Some(first) = self.programs.first() {
            let engines: Vec<String> = (0..first.runs.len()).map(|engine| self.finished(engine)).collect();
            writeln!(
                formatter,
                "  {agreed} of {} programs and tests print the same and end alike: {}",
                self.programs.len(),
                engines.join(", ")
            )?;
        }
        for program in &self.programs {
            for run in &program.runs {
                // The calls that led there are told by the run itself.
                if let Some(problem) = run.problem.as_ref().and_then(|problem| problem.lines().next()) {
                    let ProgramReport { name, part, .. } = program;
                    writeln!(formatter, "  {name}, {part}: not compared on {}: {problem}", run.engine)?;
                }
            }
        }
        for program in self.programs.iter().filter(|program| !program.agrees) {
            write!(formatter, "\n{program}")?;
        }
        Ok(())
    }

    fn write_told(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ToldCount { engine, with, agreed, differed, without_code } in &self.told {
            let alone = match without_code {
                0 => String::new(),
                _ => format!(", {without_code} of code that only one has"),
            };
            writeln!(
                formatter,
                "  {engine} tells debuggers what {with} tells: {agreed} entries{alone}{}",
                but(*differed)
            )?;
        }
        for ToldDifference { program, entry, says } in &self.told_differences {
            writeln!(formatter, "\n{program}: debuggers are told something else of\n  {entry}")?;
            for by in says {
                let says = if by.says.is_empty() { "nothing".to_owned() } else { by.says.join(", ") };
                writeln!(formatter, "  {:<16} {says}", by.engine)?;
            }
        }
        Ok(())
    }

    /// An engine's name, and how many programs it ran to their end if not all.
    fn finished(&self, engine: usize) -> String {
        let runs = || self.programs.iter().filter_map(|program| program.runs.get(engine));
        let name = runs().next().map_or("", |run| run.engine.as_str());
        let finished = runs().filter(|run| run.problem.is_none()).count();
        if finished == self.programs.len() {
            name.to_owned()
        } else {
            format!("{name} ({finished} of {})", self.programs.len())
        }
    }

    /// Why signatures were left out, and how many for each reason.
    fn reasons(&self) -> Vec<(String, usize)> {
        let mut reasons: Vec<(String, usize)> = Vec::new();
        for left_out in &self.left_out {
            let mut reason = String::new();
            if let Some(engine) = &left_out.engine {
                let _ = write!(reason, "{engine}: ");
            }
            reason.push_str(&left_out.reason);
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => reasons.push((reason, 1)),
            }
        }
        reasons
    }
}

impl fmt::Display for Smallest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}", self.signature)?;
        if let Some(difference) = &self.difference {
            writeln!(formatter, "  {difference}")?;
        }
        if let Some(mismatch) = &self.mismatch {
            let Mismatch { engine, what, expected, seen, .. } = mismatch;
            writeln!(formatter, "  {engine}, {what}: the description says {expected}, emitted is {seen}")?;
        }
        writeln!(formatter, "\n{}\n", self.table.trim_end())?;
        write!(formatter, "{}", self.c)
    }
}

fn but(differed: usize) -> String {
    match differed {
        0 => String::new(),
        _ => format!(", {differed} DIFFER"),
    }
}

impl fmt::Display for ProgramReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.differs() { "the engines differ" } else { "the program has a fault" };
        writeln!(formatter, "{}, {}: {what}", self.name, self.part)?;
        for run in self.runs.iter().filter(|run| run.problem.is_none()) {
            let code = run.exit_code.map_or(String::new(), |code| format!(", exit code {code}"));
            writeln!(formatter, "---- {}{code}", run.engine)?;
            for line in run.stdout.lines() {
                writeln!(formatter, "{line}")?;
            }
            for line in run.stderr.lines() {
                writeln!(formatter, "(standard error) {line}")?;
            }
        }
        if let Some(smallest) = &self.smallest {
            writeln!(formatter, "---- the smallest program that differs\n{}", smallest.trim_end())?;
        }
        Ok(())
    }
}
