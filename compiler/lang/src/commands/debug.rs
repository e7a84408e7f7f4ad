//! `lang debug`: builds a program, or its tests, and becomes a debugger that runs it. It owns the choice of what is debugged;
//! debuggers and what they are told are `driver`'s.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use driver::system::debuggers::Debugger;
use driver::{Product, Session};
use mir::DebugInformation;
use project::Report;

use super::build::{all_there, is_for_linker, link_inputs, prepare, store};
use super::{Checked, Context, Exit, Trouble, check_input, print};
use crate::arguments::{Debug, DebuggerChoice};
use crate::backends;

/// What is to be debugged.
struct Wanted<'words> {
    input: Option<&'words Path>,
    /// Part of a test's name; without it `main` is meant.
    test: Option<&'words str>,
    /// What is linked.
    objects: Vec<PathBuf>,
}

pub(super) fn run(context: &Context, debug: &Debug) -> Result<Exit, Trouble> {
    let wanted = wanted(debug)?;
    all_there(&wanted.objects)?;
    let chosen = backends::chosen(&debug.generation, None)?;
    let mut checked = check_input(context, wanted.input, None, &debug.reporting)?;
    if checked.has_errors() {
        return checked.finish(context);
    }
    prepare(&mut checked.program, &debug.generation)?;
    match debugged(context, debug, &mut checked, &wanted, &chosen) {
        Ok(command) => {
            checked.print_reports()?;
            checked.print_timings(context);
            print(&format!("{command}\n"))?;
            Ok(checked.exit())
        }
        Err(reports) => {
            checked.add(reports);
            checked.finish(context)
        }
    }
}

/// The program, the test, and what is linked, which may stand anywhere.
fn wanted(debug: &Debug) -> Result<Wanted<'_>, Trouble> {
    let (files, words): (Vec<&String>, Vec<&String>) =
        debug.words.iter().partition(|word| is_for_linker(Path::new(word)));
    let mut objects: Vec<PathBuf> = files.into_iter().map(PathBuf::from).collect();
    let mut input = debug.input.as_deref();
    if let Some(object) = input.filter(|path| is_for_linker(path)) {
        objects.insert(0, object.to_path_buf());
        input = None;
    }
    let test = match *words {
        [] => None,
        [test] => Some(test.as_str()),
        [test, more, ..] => {
            return Err(Trouble(format!(
                "one test can be debugged: put its name in quotes if it is `{test} {more}`, and arguments of the program behind --"
            )));
        }
    };
    if test.is_some() && !debug.arguments.is_empty() {
        return Err(Trouble("tests take no arguments: leave away what stands behind --".to_owned()));
    }
    Ok(Wanted { input, test, objects })
}

/// Makes the executable and goes on as the debugger; gives the command if only that is wanted, with the executable kept.
fn debugged(
    context: &Context,
    debug: &Debug,
    checked: &mut Checked,
    wanted: &Wanted<'_>,
    chosen: &backends::Chosen,
) -> Result<String, Vec<Report>> {
    let installed = driver::debugger(debug.debugger.map(debugger))?;
    let test = match wanted.test {
        Some(text) => Some(driver::one_test(&checked.program, text)?),
        None => None,
    };
    let (product, what) = match test {
        Some(_) => (Product::Tests, "tests"),
        None => (Product::Program, "code"),
    };
    let mut options = backends::options(&debug.generation, None, context.verify, None);
    if !debug.generation.debug {
        options.debug = DebugInformation::Full;
    }
    let store = store(context, wanted.input, &debug.generation, checked, what);
    let generation = chosen.generation(options, &store);
    let compiled = driver::generate(&checked.program, &mut checked.run, product, &generation)?;
    let first = test.map(|(_, item)| item).or_else(|| driver::main_function(&checked.program));
    let first = first.expect("a program without `main` has been refused");
    let own = driver::objects(&checked.program, &mut checked.run, &compiled, &generation)?;
    checked.run.timings.measure("save the cache", || store.save());
    let number: Vec<OsString> = test.iter().map(|(number, _)| number.to_string().into()).collect();
    let arguments = if test.is_some() { &number } else { &debug.arguments };
    let session = Session { installed: &installed, first, arguments };
    let inputs = link_inputs(&debug.generation.linking, &wanted.objects, &generation.options);
    if debug.print {
        let (program, run) = (&checked.program, &mut checked.run);
        let kept = debug.output.clone().unwrap_or_else(|| driver::default_output(program, "-debug"));
        driver::link(program, run, &own, &compiled, &inputs, &kept)?;
        return Ok(session.command(program, &compiled, &kept));
    }
    // Warnings are said while there is somebody to say them.
    if checked.print_reports().is_ok() {
        checked.reports.clear();
    }
    checked.print_timings(context);
    let (program, run) = (&checked.program, &mut checked.run);
    Err(session.start((program, run), &compiled, &own, &inputs, backends::end))
}

fn debugger(choice: DebuggerChoice) -> Debugger {
    match choice {
        DebuggerChoice::Gdb => Debugger::Gdb,
        DebuggerChoice::Lldb => Debugger::Lldb,
    }
}
