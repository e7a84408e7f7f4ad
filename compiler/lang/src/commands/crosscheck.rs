//! `lang crosscheck`: whether all engines call as the description says. It owns the choice of engines, targets and inputs,
//! and the exit code: 0 if everything agrees, 1 if anything differs or a program has a fault, 2 if something that takes
//! part is missing.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use abi::Target;
use abi::mutation::Mutation;
use crosscheck::lives::life;
use crosscheck::programs::{Size, generate};
use crosscheck::{
    Engine, Everywhere, LeftOut, ProgramReport, Report, Runner, Runners, SCHEMA, Sample, Setup, Skipped, TargetReport,
    ToldReport, read_back_of, run_everywhere, signatures_of,
};
use driver::Settings;
use driver::system::witness::Toolchain;
use mir::{Backend, Optimisation};
use source::printable;

use super::build::{all_there, is_for_linker, link_inputs};
use super::{Context, Exit, Trouble, check_input, print};
use crate::arguments::{Crosscheck, EngineChoice, ReportFormat};
use crate::backends;
use crate::output;

pub(super) fn run(context: &Context, crosscheck: &Crosscheck) -> Result<Exit, Trouble> {
    let wrong = crosscheck.mutate.as_deref().unwrap_or_default();
    let mutation = Mutation::from_name(wrong);
    if crosscheck.mutate.is_some() && mutation.is_none() && mir::debug::Mutation::from_name(wrong).is_none() {
        return Err(unknown_mutation(wrong));
    }
    let llvm = llvm(crosscheck)?;
    let files: Vec<PathBuf> = crosscheck.inputs.iter().filter(|path| is_for_linker(path)).cloned().collect();
    all_there(&files)?;
    let Targets { found: targets, skipped } = targets(crosscheck, &files)?;
    let mut report = Report {
        schema: SCHEMA,
        agrees: true,
        seed: crosscheck.seed,
        random: crosscheck.random.unwrap_or(0),
        targets: Vec::new(),
        skipped,
    };
    let mut times = Vec::new();
    if targets.len() > 1 && crosscheck.inputs.iter().any(|input| input == Path::new("-")) {
        return Err(Trouble("standard input can be read once only: name one target with --targets".to_string()));
    }
    for (target, toolchain) in targets {
        if let Some(reason) = mutation.and_then(|mutation| mutation.absent_on(&target)) {
            return Err(Trouble(format!("there is no such decision on {target}: {reason}")));
        }
        let setup = Setup {
            target,
            toolchain,
            engines: engines(crosscheck, llvm),
            threads: context.threads.unwrap_or_else(driver::parallel::available),
            mutation: mutation.map(|mutation| (mutation, backends::cranelift().name())),
            verify: context.verify,
            shrink: !crosscheck.no_shrink,
            // Other seeds begin with other C compilers and levels.
            first_turn: crosscheck.seed as usize % TURNS,
        };
        let start = Instant::now();
        match one_target(context, crosscheck, &files, &setup)? {
            Ok(found) => report.targets.push(found),
            Err(exit) => return Ok(exit),
        }
        times.push((target, start.elapsed()));
    }
    report.agrees = report.targets.iter().all(TargetReport::agrees);
    print(&match crosscheck.format {
        ReportFormat::Text => printable::paragraph(&text(&report)).into_owned(),
        ReportFormat::Json => {
            let json = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
            format!("{}\n", printable::json(&json))
        }
    })?;
    print_timings(context, &times);
    Ok(if report.agrees { Exit::Success } else { Exit::Errors })
}

fn unknown_mutation(name: &str) -> Trouble {
    let decisions = Mutation::ALL.into_iter().map(Mutation::name);
    let known: Vec<&str> =
        decisions.chain(mir::debug::Mutation::ALL.into_iter().map(mir::debug::Mutation::name)).collect();
    Trouble(format!("there is no kind of decision or record `{name}`; known are {}", known.join(", ")))
}

/// Everything on one target; if a program has errors they are printed, and it is said how `lang` ends.
fn one_target(
    context: &Context,
    crosscheck: &Crosscheck,
    files: &[PathBuf],
    setup: &Setup<'static>,
) -> Result<Result<TargetReport, Exit>, Trouble> {
    let mut samples: Vec<Sample> = crosscheck::random_samples(crosscheck.seed, crosscheck.random.unwrap_or(0));
    let mut left_out: Vec<LeftOut> = Vec::new();
    let mut counts = Vec::new();
    let mut mismatches = Vec::new();
    let mut all = Everywhere { programs: Vec::new(), told: ToldReport::default() };
    let runners = runners(crosscheck, files, setup);
    let programs_given = crosscheck.inputs.iter().filter(|path| !is_for_linker(path));
    let mut inputs: Vec<Option<&Path>> = programs_given.map(|input| Some(input.as_path())).collect();
    if inputs.is_empty() && crosscheck.random.is_none() && crosscheck.programs.is_none() {
        inputs.push(None);
    }
    for input in inputs {
        let target = setup.target.to_string();
        let mut checked = check_input(context, input, Some(&target), &crosscheck.reporting)?;
        if checked.has_errors() {
            checked.print_reports()?;
            return Ok(Err(checked.exit()));
        }
        let found = signatures_of(&checked.program, &checked.run).and_then(|found| {
            let texts = read_back_of(&checked.program, &checked.run, &setup.engines, &mut counts)?;
            Ok((found, texts, run_everywhere(&checked.program, &mut checked.run, &runners)?))
        });
        match found {
            Ok(((more, without), texts, mut everywhere)) => {
                let settings = settings(context, setup);
                if let (Some(first), Some(file)) = (everywhere.programs.iter_mut().find(|run| !run.agrees), input) {
                    first.smallest = crosscheck::reduced(file, &settings, &runners, first);
                }
                all.programs.extend(everywhere.programs);
                all.told.add(everywhere.told);
                samples.extend(more);
                left_out.extend(without);
                mismatches.extend(texts);
            }
            Err(reports) => {
                checked.add(reports);
                checked.print_reports()?;
                return Ok(Err(checked.exit()));
            }
        }
    }
    random_programs(context, crosscheck, setup, &runners, &mut all)?;
    let mut report = crosscheck::check(setup, &samples)?;
    report.add_program(left_out, counts, mismatches);
    report.add_runs(all);
    Ok(Ok(report))
}

fn settings(context: &Context, setup: &Setup<'_>) -> Settings {
    Settings { target: setup.target, threads: context.threads, verify: context.verify, unchecked: false, binder: None }
}

/// Random programs on every engine, the first that differs made small.
fn random_programs(
    context: &Context,
    crosscheck: &Crosscheck,
    setup: &Setup<'_>,
    runners: &Runners<'_>,
    all: &mut Everywhere,
) -> Result<(), Trouble> {
    let settings = settings(context, setup);
    let mut all_agree = true;
    for number in 0..crosscheck.programs.unwrap_or(0) {
        let seed = crosscheck.seed.wrapping_add(number);
        // One program in two is about the lives of values.
        let text = if seed.is_multiple_of(2) { generate(seed, Size::MEDIUM) } else { life(seed).source };
        let mut everywhere = crosscheck::check_text(&text, &settings, runners).map_err(|reports| {
            let messages: Vec<&str> = reports.iter().map(|report| report.message.as_str()).collect();
            format!("the random program of seed {seed} is refused: {}\n{text}", messages.join("; "))
        })?;
        for report in &mut everywhere.programs {
            report.name = format!("random program {seed}");
            if all_agree && !report.agrees {
                report.smallest = crosscheck::reduced_text(&text, &settings, runners, report);
            }
            all_agree &= report.agrees;
        }
        for difference in &mut everywhere.told.differences {
            difference.program = format!("random program {seed}");
        }
        all.programs.append(&mut everywhere.programs);
        all.told.add(everywhere.told);
    }
    Ok(())
}

/// LLVM, if it takes part.
fn llvm(crosscheck: &Crosscheck) -> Result<Option<&'static dyn Backend>, Trouble> {
    if !crosscheck.engines.is_empty() && !crosscheck.engines.contains(&EngineChoice::Llvm) {
        return Ok(None);
    }
    match backends::llvm() {
        Ok(workers) => Ok(Some(workers)),
        Err(reason) => Err(Trouble(format!(
            "{reason}; without it, say which engines take part: --engines cranelift,c,interpreter"
        ))),
    }
}

fn engines(crosscheck: &Crosscheck, llvm: Option<&'static dyn Backend>) -> Vec<Engine<'static>> {
    let takes_part = |choice| crosscheck.engines.is_empty() || crosscheck.engines.contains(&choice);
    let mut engines = Vec::new();
    engines.extend(llvm.map(Engine::Code));
    if takes_part(EngineChoice::Cranelift) {
        engines.push(Engine::Code(backends::cranelift()));
    }
    if takes_part(EngineChoice::C) {
        engines.push(Engine::C);
    }
    engines
}

/// After so many turns, every C compiler has been asked at every level.
const TURNS: usize = 12;

/// So long may one run of a program take.
const RUN_LIMIT: Duration = Duration::from_secs(20);

/// The engines that run whole programs: every one in each of its ways.
fn runners(crosscheck: &Crosscheck, files: &[PathBuf], setup: &Setup<'static>) -> Runners<'static> {
    let mut engines = Vec::new();
    if crosscheck.engines.is_empty() || crosscheck.engines.contains(&EngineChoice::Interpreter) {
        engines.extend([false, true].map(|lowered| Runner::Interpreter { lowered }));
    }
    for engine in &setup.engines {
        if let Engine::Code(backend) = engine {
            engines.push(Runner::Executable(*backend, Optimisation::None));
            if backend.name() != backends::cranelift().name() {
                engines.push(Runner::Executable(*backend, Optimisation::Speed));
            }
        }
    }
    Runners {
        engines,
        toolchain: setup.toolchain.clone(),
        inputs: link_inputs(&crosscheck.linking, files, &mir::Options::default()),
        verify: setup.verify,
        time_limit: RUN_LIMIT,
        seed: crosscheck.seed,
        schedules: crosscheck.schedules,
        mutation: crosscheck
            .mutate
            .as_deref()
            .and_then(mir::debug::Mutation::from_name)
            .map(|mutation| (mutation, backends::cranelift().name())),
    }
}

/// Targets with what makes and runs their programs, and those that are left out.
struct Targets {
    found: Vec<(Target, Toolchain)>,
    skipped: Vec<Skipped>,
}

/// The targets that are asked for, or all whose programs can be made and run here; this machine's comes first.
fn targets(crosscheck: &Crosscheck, files: &[PathBuf]) -> Result<Targets, Trouble> {
    let host = backends::host()?;
    if !crosscheck.targets.is_empty() {
        let found = crosscheck.targets.iter().map(|name| {
            let target = backends::target(Some(name))?;
            Ok((target, Toolchain::find(&target)?))
        });
        return Ok(Targets { found: found.collect::<Result<_, Trouble>>()?, skipped: Vec::new() });
    }
    let mut targets = Targets { found: vec![(host, Toolchain::find(&host)?)], skipped: Vec::new() };
    // Only C files are for every machine.
    let machine_code = files.iter().find(|file| file.extension().is_some_and(|ending| ending != "c"));
    for target in Target::ALL {
        if target == host || backends::cranelift().supports(&target).is_err() {
            continue;
        }
        let toolchain = match machine_code {
            Some(file) => Err(format!("{} is for {host}", file.display())),
            None => Toolchain::find(&target),
        };
        match toolchain {
            Ok(toolchain) => targets.found.push((target, toolchain)),
            Err(reason) => targets.skipped.push(Skipped { target: target.to_string(), reason }),
        }
    }
    Ok(targets)
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for target in &report.targets {
        text.push_str(&format!("{target}\n"));
    }
    for skipped in &report.skipped {
        text.push_str(&format!("{}: skipped: {}\n\n", skipped.target, skipped.reason));
    }
    if report.random > 0 {
        text.push_str(&format!("{} random signatures, seed {}\n", report.random, report.seed));
    }
    let programs = || report.targets.iter().flat_map(|target| &target.programs);
    let is_same = |target: &TargetReport| target.signatures_agree() && target.told_differences.is_empty();
    let differs = !report.targets.iter().all(is_same) || programs().any(ProgramReport::differs);
    text.push_str(match (report.agrees, differs) {
        (true, _) => "everything agrees\n",
        (false, true) => "there are differences\n",
        (false, false) => "there are faults\n",
    });
    match programs().filter(|program| !program.is_compared()).count() {
        0 => {}
        1 => text.push_str("1 program or test was not compared\n"),
        count => text.push_str(&format!("{count} programs and tests were not compared\n")),
    }
    text
}

fn print_timings(context: &Context, times: &[(Target, Duration)]) {
    if !context.timings {
        return;
    }
    for (target, time) in times {
        output::say(&format!("{:>10.2} ms  {target}\n", time.as_secs_f64() * 1e3));
    }
}
