//! `lang test`: builds all tests, or all benches, into one executable and runs each in a process of its own. It owns what is
//! printed of them; the processes are `driver`'s.

mod measured;
mod tally;

use std::path::{Path, PathBuf};
use std::time::Duration;

use driver::{Counters, ExamplesOf, ExpectedOutput, Generation, Product};
use project::Report;
use source::printable;
use tally::Tally;

use super::build::{all_there, is_for_linker, link_inputs, prepare, store};
use super::coverage::{self, Counts};
use super::{Checked, Context, Exit, Trouble, check_input, print};
use crate::arguments::{Emit, Test};
use crate::backends;

pub(super) fn run(context: &Context, test: &Test) -> Result<Exit, Trouble> {
    let (input, filters, objects) = split(test);
    all_there(&objects)?;
    let how = test.generation();
    let chosen_backends = backends::chosen(&how, None)?;
    let mut checked = check_input(context, input, None, &test.reporting)?;
    if checked.has_errors() {
        return checked.finish(context);
    }
    let entries = entries(&mut checked, test, &filters);
    if test.list {
        let lines: String = entries.chosen.iter().map(|entry| format!("{}\n", entry.name)).collect();
        checked.print_reports()?;
        print(&lines)?;
        return Ok(Exit::Success);
    }
    let mistakes = entries.mistakes.clone();
    checked.add(mistakes);
    checked.print_reports()?;
    prepare(&mut checked.program, &how)?;
    // What is kept is for debuggers as what `lang build` links; what only runs has no need of that.
    let emit = test.no_run.then_some(Emit::Exe);
    let options = backends::options(&how, checked.program.loaded.debug, context.verify, emit);
    let store = store(context, input, &how, &mut checked, if test.bench { "benches" } else { "tests" });
    let counts = test.coverage.is_wanted().then(Counts::default);
    let generation = Generation { coverage: counts.is_some(), ..chosen_backends.generation(options, &store) };
    let numbers: Vec<usize> = entries.chosen.iter().filter_map(|entry| entry.number).collect();
    let mut tally = Tally::new(test, context, &entries, counts);
    let result = if numbers.is_empty() {
        tally.begin();
        Ok(None)
    } else if test.no_run {
        build(&mut checked, &generation, (test, &objects)).map(|()| None)
    } else {
        build_and_run(&mut checked, &generation, (&numbers, &objects), &mut tally)
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

/// What can be run, and what of it the filters chose.
struct Entries {
    chosen: Vec<Entry>,
    /// How many the filters left out.
    others: usize,
    /// What is wrong with examples.
    mistakes: Vec<Report>,
}

/// A test, a bench, or an example in a comment.
struct Entry {
    /// Its name as it is shown.
    name: String,
    /// What the executable takes to run it; none has an example with errors.
    number: Option<usize>,
    /// What it has to print, if that is said.
    expected: Option<ExpectedOutput>,
}

/// The tests of the program in the order of the source, then its examples; or its benches.
fn entries(checked: &mut Checked, test: &Test, filters: &[&str]) -> Entries {
    let is_wanted = |name: &str| wanted(name, filters, test.exact);
    let shown = |name: &str| printable::line(name).into_owned();
    let of = if test.standard { ExamplesOf::Standard } else { ExamplesOf::Package };
    let items = driver::entries(&checked.program, product(test));
    let names: Vec<String> = items.iter().map(|item| driver::test_name(&checked.program, *item)).collect();
    let others = match test.bench {
        true => 0,
        false => driver::add_examples(&mut checked.program, &mut checked.run, of, is_wanted),
    };
    let mut entries = Entries { chosen: Vec::new(), others, mistakes: Vec::new() };
    for (number, name) in names.iter().enumerate() {
        if is_wanted(name) {
            entries.chosen.push(Entry { name: shown(name), number: Some(number), expected: None });
        } else {
            entries.others += 1;
        }
    }
    let mut next = names.len();
    for example in &checked.program.examples {
        entries.mistakes.extend(example.errors.iter().cloned());
        let number = example.errors.is_empty().then(|| {
            next += 1;
            next - 1
        });
        entries.chosen.push(Entry { name: shown(&example.name), number, expected: example.output.clone() });
    }
    entries
}

/// What is built.
fn product(test: &Test) -> Product {
    if test.bench { Product::Benches } else { Product::Tests }
}

/// Builds all tests and runs the chosen ones; gives the counters that they have.
fn build_and_run(
    checked: &mut Checked,
    generation: &Generation<'_>,
    (numbers, objects): (&[usize], &[PathBuf]),
    tally: &mut Tally<'_>,
) -> Result<Option<Counters>, Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let mut compiled = driver::generate(program, run, product(tally.test), generation)?;
    let made = driver::objects(program, run, &compiled, generation)?;
    let inputs = link_inputs(&tally.test.generation.linking, objects, &generation.options);
    // Others would take time from what is measured.
    let threads = if tally.test.bench { 1 } else { run.threads };
    let limit = (tally.test.timeout > 0).then(|| Duration::from_secs(tally.test.timeout));
    let package = project::disk::canonical(&program.loaded.folder);
    driver::with_executable(program, run, &made, &compiled, &inputs, |executable: &Path| {
        tally.begin();
        let counters = compiled.counters.as_ref();
        driver::run_tests(executable, threads, numbers, &package, counters, limit, |result| tally.note(result));
        Ok(())
    })?;
    Ok(compiled.counters.take())
}

/// Writes the executable to where somebody else, like a debugger, starts it.
fn build(
    checked: &mut Checked,
    generation: &Generation<'_>,
    (test, objects): (&Test, &[PathBuf]),
) -> Result<(), Vec<Report>> {
    let (program, run) = (&checked.program, &mut checked.run);
    let destination = test.output.clone().unwrap_or_else(|| driver::default_output(program, "-tests"));
    let compiled = driver::generate(program, run, product(test), generation)?;
    let made = driver::objects(program, run, &compiled, generation)?;
    let inputs = link_inputs(&test.generation.linking, objects, &generation.options);
    driver::link(program, run, &made, &compiled, &inputs, &destination)
}
