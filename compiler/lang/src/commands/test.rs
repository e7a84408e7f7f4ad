//! `lang test`: builds all tests into one executable and runs each in a process of its own. It owns what is printed of
//! them; the processes are `driver`'s.

use std::path::{Path, PathBuf};

use driver::{Counters, Generation, Outcome, Product, TestResult};
use project::Report;
use source::printable;

use super::build::{all_there, is_for_linker, link_inputs, prepare, store};
use super::coverage::{self, Counts};
use super::{Checked, Context, Exit, Trouble, check_input, print};
use crate::arguments::{Emit, Test};
use crate::backends;

pub(super) fn run(context: &Context, test: &Test) -> Result<Exit, Trouble> {
    let (input, filters, objects) = split(test);
    all_there(&objects)?;
    let chosen_backends = backends::chosen(&test.generation, None)?;
    let mut checked = check_input(context, input, None, &test.reporting)?;
    if checked.has_errors() {
        return checked.finish(context);
    }
    let names: Vec<String> =
        driver::tests(&checked.program).into_iter().map(|item| driver::test_name(&checked.program, item)).collect();
    let shown: Vec<String> = names.iter().map(|name| printable::line(name).into_owned()).collect();
    let chosen: Vec<usize> = (0..names.len()).filter(|&number| wanted(&names[number], &filters, test.exact)).collect();
    if test.list {
        let lines: String = chosen.iter().map(|&number| format!("{}\n", shown[number])).collect();
        checked.print_reports()?;
        print(&lines)?;
        return Ok(Exit::Success);
    }
    checked.print_reports()?;
    prepare(&mut checked.program, &test.generation)?;
    // What is kept is for debuggers as what `lang build` links; what only runs has no need of that.
    let emit = test.no_run.then_some(Emit::Exe);
    let options = backends::options(&test.generation, checked.program.loaded.debug, context.verify, emit);
    let store = store(context, input, &test.generation, &mut checked, "tests");
    let counts = test.coverage.is_wanted().then(Counts::default);
    let generation = Generation { coverage: counts.is_some(), ..chosen_backends.generation(options, &store) };
    let mut tally = Tally {
        test,
        names: &shown,
        chosen: &chosen,
        objects: &objects,
        context,
        failed: Vec::new(),
        unwritten: None,
        counts,
    };
    let result = if chosen.is_empty() {
        Ok(None)
    } else if test.no_run {
        build(&mut checked, &generation, &tally).map(|()| None)
    } else {
        build_and_run(&mut checked, &generation, &mut tally)
    };
    // How the tests ended is told in any case, also where the counts cannot be written.
    let result = match result {
        Ok(counters) => {
            store.save();
            let counts = tally.counts.take();
            let exit = if test.no_run { tally.print_numbers() } else { tally.finish() }?;
            let write = |counts| coverage::write(&mut checked, &test.coverage, counters.as_ref(), &counts);
            counts.map(write).transpose().map(|table| (exit, table))
        }
        Err(reports) => Err(reports),
    };
    match result {
        Ok((exit, table)) => {
            checked.print_timings(context);
            table.map_or(Ok(()), |table| print(&table))?;
            Ok(exit)
        }
        Err(reports) => {
            checked.reports = reports;
            checked.finish(context)
        }
    }
}

/// The program, the filters, and what is linked, which may stand anywhere.
fn split(test: &Test) -> (Option<&Path>, Vec<&str>, Vec<PathBuf>) {
    let (files, filters): (Vec<&String>, Vec<&String>) =
        test.filters.iter().partition(|word| is_for_linker(Path::new(word)));
    let mut objects: Vec<PathBuf> = files.into_iter().map(PathBuf::from).collect();
    let mut input = test.input.as_deref();
    if let Some(object) = input.filter(|path| is_for_linker(path)) {
        objects.insert(0, object.to_path_buf());
        input = None;
    }
    (input, filters.into_iter().map(String::as_str).collect(), objects)
}

fn wanted(name: &str, filters: &[&str], exact: bool) -> bool {
    filters.is_empty() || filters.iter().any(|filter| if exact { name == *filter } else { name.contains(filter) })
}

/// Builds all tests and runs the chosen ones; gives the counters that they have.
fn build_and_run(
    checked: &mut Checked,
    generation: &Generation<'_>,
    tally: &mut Tally<'_>,
) -> Result<Option<Counters>, Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let mut compiled = driver::generate(program, run, Product::Tests, generation)?;
    let objects = driver::objects(program, run, &compiled, generation)?;
    let inputs = link_inputs(&tally.test.generation.linking, tally.objects, &generation.options);
    let threads = run.threads;
    driver::with_executable(program, run, &objects, &compiled, &inputs, |executable: &Path| {
        let plural = if tally.chosen.len() == 1 { "" } else { "s" };
        tally.say(&format!("running {} test{plural}\n", tally.chosen.len()));
        driver::run_tests(executable, threads, tally.chosen, compiled.counters.as_ref(), |result| tally.note(result));
        Ok(())
    })?;
    Ok(compiled.counters.take())
}

/// Writes the executable to where somebody else, like a debugger, starts it.
fn build(checked: &mut Checked, generation: &Generation<'_>, tally: &Tally<'_>) -> Result<(), Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let destination = tally.test.output.clone().unwrap_or_else(|| driver::default_output(program, "-tests"));
    let compiled = driver::generate(program, run, Product::Tests, generation)?;
    let objects = driver::objects(program, run, &compiled, generation)?;
    let inputs = link_inputs(&tally.test.generation.linking, tally.objects, &generation.options);
    driver::link(program, run, &objects, &compiled, &inputs, &destination)
}

/// The results so far.
struct Tally<'run> {
    test: &'run Test,
    names: &'run [String],
    chosen: &'run [usize],
    objects: &'run [PathBuf],
    context: &'run Context,
    failed: Vec<(String, String, Vec<u8>)>,
    /// Why a line could not be written.
    unwritten: Option<Trouble>,
    /// What ran how often, if that is asked for.
    counts: Option<Counts>,
}

impl Tally<'_> {
    fn note(&mut self, result: TestResult) {
        let names = self.names;
        let name = &names[self.chosen[result.index]];
        if let Some(counts) = &mut self.counts {
            counts.add(&result.counts);
        }
        match result.outcome {
            Outcome::Passed => {
                let verdict = self.painted("ok", "32");
                self.say(&format!("test {name} ... {verdict}\n"));
                if self.test.show_output && !result.output.is_empty() {
                    self.say(&section(name, &result.output));
                }
            }
            Outcome::Failed(how) => {
                let verdict = self.painted("FAILED", "31");
                self.say(&format!("test {name} ... {verdict}\n"));
                self.failed.push((name.clone(), how, result.output));
            }
        }
    }

    /// What the executable takes to run each of the chosen.
    fn print_numbers(self) -> Result<Exit, Trouble> {
        let lines: String = self.chosen.iter().map(|&number| format!("{number} {}\n", self.names[number])).collect();
        print(&lines)?;
        Ok(Exit::Success)
    }

    fn finish(mut self) -> Result<Exit, Trouble> {
        if let Some(trouble) = self.unwritten.take() {
            return Err(trouble);
        }
        let mut text = String::new();
        if !self.failed.is_empty() {
            text.push_str("\nfailures:\n\n");
            for (name, how, output) in &self.failed {
                text.push_str(&section(name, output));
                text.push_str(&format!("{how}\n\n"));
            }
            text.push_str("failures:\n");
            for (name, _, _) in &self.failed {
                text.push_str(&format!("    {name}\n"));
            }
        }
        let failed = self.failed.len();
        let verdict = if failed == 0 { self.painted("ok", "32") } else { self.painted("FAILED", "31") };
        text.push_str(&format!(
            "\ntest result: {verdict}. {} passed; {failed} failed; {} filtered out\n",
            self.chosen.len() - failed,
            self.names.len() - self.chosen.len()
        ));
        print(&text)?;
        Ok(if failed == 0 { Exit::Success } else { Exit::Errors })
    }

    fn painted(&self, word: &str, color: &str) -> String {
        if self.context.colors { format!("\u{1b}[{color}m{word}\u{1b}[0m") } else { word.to_string() }
    }

    /// Results come one by one, and whether somebody takes them changes nothing about the tests.
    fn say(&mut self, text: &str) {
        if let Err(trouble) = print(text) {
            self.unwritten.get_or_insert(trouble);
        }
    }
}

fn section(name: &str, output: &[u8]) -> String {
    let output = String::from_utf8_lossy(output);
    let end = if output.is_empty() || output.ends_with('\n') { "" } else { "\n" };
    format!("---- {name} ----\n{output}{end}")
}
