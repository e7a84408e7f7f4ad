//! Programs and tests under a debugger. It owns which function the debugger stops in first and what it is told to begin with;
//! it must not know which debuggers there are on this machine, nor command lines of our own.
//!
//! The first prompt stands at the first statement of `main` or of the test, and a check that fails is the next: then the
//! program is still there to be looked at.

use std::ffi::OsString;
use std::path::Path;

use hir::ItemId;
use lower::Instance;
use project::Report;

use crate::build;
use crate::compile::Compiled;
use crate::problems::unwritable_output::temporary;
use crate::problems::{no_debugger, no_such_test, several_tests};
use crate::program::{Program, Run};
use crate::system::debuggers::{self, Debugger, Installed};
use crate::system::linker::LinkInputs;
use crate::system::output;
use crate::system::typed::typed;
use crate::tests_of_program::test_name;

/// Where failed checks end a program when the reason has been told: all of them pass through it.
const END: &str = "std.runtime.end_failed";

/// What a debugger begins with.
pub struct Session<'run> {
    /// The debugger.
    pub installed: &'run Installed,
    /// The function in which it stops first.
    pub first: ItemId,
    /// What the program is given.
    pub arguments: &'run [OsString],
}

/// The debugger that is wanted, or the first that is installed.
///
/// # Errors
/// Says that there is none.
pub fn debugger(wanted: Option<Debugger>) -> Result<Installed, Vec<Report>> {
    debuggers::find(wanted).ok_or_else(|| vec![no_debugger::report(wanted)])
}

/// The one test whose name is, or else contains, a text: its number among all tests, and itself.
///
/// # Errors
/// Lists those that may be meant, if it is none or more than one.
pub fn one_test(program: &Program, text: &str) -> Result<(usize, ItemId), Vec<Report>> {
    let tests = build::tests(program);
    let names: Vec<String> = tests.iter().map(|test| test_name(program, *test)).collect();
    let matching = |matches: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..names.len()).filter(|number| matches(&names[*number])).collect()
    };
    let mut chosen = matching(&|name| name == text);
    if chosen.is_empty() {
        chosen = matching(&|name| name.contains(text));
    }
    match *chosen {
        [number] => Ok((number, tests[number])),
        [] => Err(vec![no_such_test::report(text, &names)]),
        [_, _, ..] => Err(vec![several_tests::report(text, chosen.iter().map(|number| names[*number].as_str()))]),
    }
}

impl Session<'_> {
    /// The command that starts the debugger with an executable, as one would type it.
    pub fn command(&self, program: &Program, compiled: &Compiled, executable: &Path) -> String {
        typed(&self.installed.program, &self.words(program, compiled, executable))
    }

    /// Links an executable that nobody keeps, and becomes the debugger, which starts it. Returns only if something is in the
    /// way; `before` is done when nothing is any more.
    pub fn start(
        &self,
        (program, run): (&Program, &mut Run),
        compiled: &Compiled,
        objects: &[Vec<u8>],
        inputs: &LinkInputs,
        before: impl FnOnce(),
    ) -> Vec<Report> {
        let folder = match output::temporary_folder() {
            Ok(folder) => folder,
            Err(error) => return temporary(error),
        };
        match build::link_within(program, run, folder.path(), objects, compiled, inputs) {
            Ok(linked) => {
                before();
                let words = self.words(program, compiled, &linked);
                match folder.hand_on() {
                    Ok(()) => temporary(debuggers::become_debugger(&self.installed.program, &words)),
                    Err(error) => temporary(error),
                }
            }
            Err(reports) => reports,
        }
    }

    fn words(&self, program: &Program, compiled: &Compiled, executable: &Path) -> Vec<OsString> {
        let first = lower::symbol(&program.db, Instance::function(self.first));
        let mut functions = compiled.records.iter().flatten().flat_map(|unit| &unit.functions);
        // Both debuggers ask back about what is not there.
        let end = functions.any(|function| function.symbol == END).then_some(END);
        let mut words: Vec<OsString> = Vec::new();
        let (option, once, always, separator) = match self.installed.debugger {
            Debugger::Gdb => {
                words.push("-q".into());
                ("-ex", "tbreak", "break", "--args")
            }
            Debugger::Lldb => ("-o", "breakpoint set --one-shot true --name", "breakpoint set --name", "--"),
        };
        let stops = std::iter::once(format!("{once} {first}")).chain(end.map(|end| format!("{always} {end}")));
        for command in stops.chain(["run".to_owned()]) {
            words.extend([option.into(), command.into()]);
        }
        words.extend([separator.into(), executable.into()]);
        words.extend(self.arguments.iter().cloned());
        words
    }
}
