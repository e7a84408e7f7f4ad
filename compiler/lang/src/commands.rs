//! The commands, one file each. This file owns what they share: exit codes, opening a program, reporting. It must not
//! know what any single command does.

mod abi;
mod bind;
mod build;
mod c_worker;
mod check;
mod completions;
mod coverage;
mod crosscheck;
mod debug;
mod doc;
mod explain;
mod fmt;
mod header;
mod ir;
mod lsp;
mod new;
mod run;
mod targets;
mod test;

use std::io::{self, IsTerminal};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::process::ExitCode;

use driver::{Policy, Program, Run, Settings, Successor};
use mir::LoadedProgram;
use project::{HeaderItems, Input, Report};
use source::Severity;

use crate::arguments::{Arguments, Color, Command, Reporting};
use crate::output;
use crate::render::{self, Style};

/// How `lang` ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// No errors.
    Success,
    /// Errors in the program.
    Errors,
    /// Wrong usage or an internal error.
    Trouble,
    /// The exit code of the program that was run.
    Program(i32),
}

impl Exit {
    /// As a number for the system, which keeps eight bits.
    pub fn code(self) -> ExitCode {
        match self {
            Exit::Success => ExitCode::SUCCESS,
            Exit::Errors => ExitCode::from(1),
            Exit::Trouble => ExitCode::from(2),
            Exit::Program(code) => ExitCode::from((code & 0xFF) as u8),
        }
    }
}

/// What is left to do when a command is through.
pub enum Ending {
    /// Nothing but to end.
    Exit(Exit),
    /// To call a program, on this process's first thread.
    Program {
        /// The program.
        program: Box<dyn LoadedProgram>,
        /// Its name, then what it was given.
        arguments: Vec<String>,
    },
    /// To go on as another program, on this process's first thread.
    Process(Successor),
}

/// What all commands need of the command line.
pub struct Context {
    colors: bool,
    threads: Option<usize>,
    timings: bool,
    verify: bool,
}

/// Does what the command line says.
pub fn run(arguments: Arguments) -> Ending {
    let verify =
        arguments.verify || std::env::var_os("LANG_VERIFY").is_some_and(|value| !value.is_empty() && value != "0");
    let context = Context {
        colors: colors(arguments.color),
        threads: arguments.threads.map(usize::from),
        timings: arguments.timings,
        verify,
    };
    let ending = match &arguments.command {
        Command::Run(run) => run::run(&context, run),
        Command::Ir(ir) => ir::run(&context, ir),
        Command::New(new) => new::run(new).map(Ending::Exit),
        Command::Check(check) => check::run(&context, check).map(Ending::Exit),
        Command::Build(build) => build::run(&context, build).map(Ending::Exit),
        Command::Test(test) => test::run(&context, test).map(Ending::Exit),
        Command::Debug(debug) => debug::run(&context, debug).map(Ending::Exit),
        Command::Fmt(fmt) => fmt::run(&context, fmt).map(Ending::Exit),
        Command::Explain(explain) => explain::run(explain).map(Ending::Exit),
        Command::Abi(abi) => abi::run(&context, abi).map(Ending::Exit),
        Command::Header(header) => header::run(&context, header).map(Ending::Exit),
        Command::Bind(bind) => bind::run(&context, bind).map(Ending::Exit),
        Command::Doc(doc) => doc::run(&context, doc).map(Ending::Exit),
        Command::Crosscheck(crosscheck) => crosscheck::run(&context, crosscheck).map(Ending::Exit),
        Command::Targets(targets) => targets::run(targets).map(Ending::Exit),
        Command::Lsp(_) => lsp::run(&context).map(Ending::Exit),
        Command::Completions(completions) => completions::run(completions).map(Ending::Exit),
        Command::CWorker => c_worker::run().map(Ending::Exit),
    };
    ending.unwrap_or_else(|Trouble(message)| {
        complain(&context, &message);
        Ending::Exit(Exit::Trouble)
    })
}

/// Wrong usage, in words for the user.
pub struct Trouble(String);

impl From<String> for Trouble {
    fn from(message: String) -> Trouble {
        Trouble(message)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble(format!("cannot write the output: {}", project::disk::reason(&error)))
    }
}

fn colors(when: Color) -> bool {
    match when {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            io::stderr().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
        }
    }
}

fn complain(context: &Context, message: &str) {
    let word = if context.colors { "\u{1b}[1;91merror\u{1b}[0m" } else { "error" };
    output::complain(word, message);
}

/// A program with the reports of what was found in it so far.
struct Checked {
    program: ManuallyDrop<Program>,
    run: Run,
    reports: Vec<Report>,
    policy: Policy,
    style: Style,
}

/// Loads and checks what a command line names.
fn check_input(
    context: &Context,
    input: Option<&Path>,
    target: Option<&str>,
    reporting: &Reporting,
) -> Result<Checked, Trouble> {
    check_input_with(context, input, target, reporting, false)
}

/// The same; with hints if they are kept or asked for.
fn check_input_with(
    context: &Context,
    input: Option<&Path>,
    target: Option<&str>,
    reporting: &Reporting,
    keeps_hints: bool,
) -> Result<Checked, Trouble> {
    let policy = Policy::new(&reporting.allow, &reporting.deny).map_err(|unknown| unknown.0)?;
    let input = Input::of_argument(input).map_err(|no_input| no_input.0)?;
    let (mut program, mut run) = open_input(context, &input, target, HeaderItems::Named)?;
    let mut reports = driver::check(&program, &mut run);
    let is_wrong = reports.iter().any(|report| report.severity == Severity::Error);
    if is_wrong && input != Input::StandardInput && program.loaded.files.iter().any(|file| file.of_headers.is_some()) {
        // What is meant by a name that is not there may be in what was left out.
        (program, run) = open_input(context, &input, target, HeaderItems::All)?;
        reports = driver::check(&program, &mut run);
    }
    policy.apply(&mut reports);
    // What could be cheaper is what `check` is asked for; others have work to do.
    reports.retain(|report| keeps_hints || reporting.hints || report.severity != Severity::Hint);
    Ok(Checked { program, run, reports, policy, style: style(context, reporting) })
}

/// How reports are printed.
fn style(context: &Context, reporting: &Reporting) -> Style {
    Style { format: reporting.message_format, colors: context.colors, hints: reporting.hints }
}

/// Loads what a command line names. The program is not freed: the process ends with it, and the system takes the memory
/// back faster than piece by piece.
fn open(
    context: &Context,
    input: Option<&Path>,
    target: Option<&str>,
) -> Result<(ManuallyDrop<Program>, Run), Trouble> {
    open_input(context, &Input::of_argument(input).map_err(|no_input| no_input.0)?, target, HeaderItems::Named)
}

fn open_input(
    context: &Context,
    input: &Input,
    target: Option<&str>,
    items: HeaderItems,
) -> Result<(ManuallyDrop<Program>, Run), Trouble> {
    let target = crate::backends::target(target)?;
    let settings = Settings {
        target,
        threads: context.threads,
        verify: context.verify,
        unchecked: false,
        binder: Some(c_worker::binder(target)),
    };
    let (program, run) = Program::open_with(input, &settings, items);
    Ok((ManuallyDrop::new(program), run))
}

impl Checked {
    /// How `lang` ends after these reports. One about the compiler itself says nothing about the program.
    fn exit(&self) -> Exit {
        if self.reports.iter().any(driver::problems::is_about_the_compiler) {
            Exit::Trouble
        } else if self.has_errors() {
            Exit::Errors
        } else {
            Exit::Success
        }
    }

    fn has_errors(&self) -> bool {
        self.reports.iter().any(|report| report.severity == Severity::Error)
    }

    /// Adds what a later stage found.
    fn add(&mut self, mut reports: Vec<Report>) {
        self.policy.apply(&mut reports);
        self.reports.append(&mut reports);
    }

    /// Adds what was found on another target only.
    fn add_what_is_new(&mut self, other: &Checked) {
        for report in &other.reports {
            if !self.reports.contains(report) {
                self.reports.push(report.clone());
            }
        }
        self.reports.sort_by(|left, right| left.sort_key().cmp(&right.sort_key()));
    }

    /// Prints everything found, and the timings if they are wanted, and says how `lang` ends.
    fn finish(&self, context: &Context) -> Result<Exit, Trouble> {
        self.print_reports()?;
        self.print_timings(context);
        Ok(self.exit())
    }

    fn print_reports(&self) -> Result<(), Trouble> {
        let kinds = match self.style.format {
            crate::arguments::MessageFormat::Sarif => driver::all_kinds(),
            crate::arguments::MessageFormat::Human
            | crate::arguments::MessageFormat::Short
            | crate::arguments::MessageFormat::Json
            | crate::arguments::MessageFormat::Github => Vec::new(),
        };
        Ok(render::print(&self.reports, self.style, &kinds)?)
    }

    fn print_timings(&self, context: &Context) {
        if !context.timings {
            return;
        }
        let mut total = std::time::Duration::ZERO;
        for stage in self.run.timings.stages() {
            total += stage.time;
            let amount = stage.amount.as_ref().map_or(String::new(), |amount| format!("  {amount}"));
            output::say(&format!("{:>10.2} ms  {}{amount}\n", stage.time.as_secs_f64() * 1e3, stage.name));
        }
        output::say(&format!("{:>10.2} ms  all, on {} threads\n", total.as_secs_f64() * 1e3, self.run.threads));
    }
}

/// Writes text that was asked for to standard output. A reader that has gone away is no error.
fn print(text: &str) -> Result<(), Trouble> {
    Ok(output::print(text)?)
}
