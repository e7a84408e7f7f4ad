//! `lang run`: compiles in memory and calls `main`. Programs that link object files, and what LLVM makes, cannot be loaded
//! that way; they are built to a temporary folder and started.

use driver::{Generation, Product};
use project::Report;

use super::build::{link_inputs, prepare, store};
use super::{Checked, Context, Exit, Trouble, check_input};
use crate::arguments::Run;
use crate::backends;

pub(super) fn run(context: &Context, run: &Run) -> Result<Exit, Trouble> {
    let chosen = backends::chosen(&run.generation, None)?;
    let mut checked = check_input(context, run.input.as_deref(), None, &run.reporting)?;
    if checked.has_errors() {
        return checked.finish(context);
    }
    prepare(&mut checked.session, &run.generation)?;
    let options = backends::options(&run.generation, context.verify, None);
    let store = store(context, run.input.as_deref(), &run.generation, &mut checked, "code");
    let generation = Generation {
        backend: chosen.main,
        exceptions: &chosen.exceptions,
        options,
        store: &store,
    };
    let compiled = match checked.session.generate(Product::Program, &generation) {
        Ok(compiled) => compiled,
        Err(reports) => {
            checked.add(reports);
            return checked.finish(context);
        }
    };
    checked.print_reports()?;
    checked.print_timings(context);
    let inputs = link_inputs(&run.generation, &[]);
    let links_objects = !checked.session.link_inputs(&compiled, &inputs).objects.is_empty();
    checked.session.timings.measure("save the cache", || store.save());
    let result = if !links_objects && compiled.artifacts.iter().all(|unit| unit.object.is_none()) {
        let mut arguments = vec![checked.session.loaded.name.clone()];
        arguments.extend(
            run.arguments
                .iter()
                .map(|argument| argument.to_string_lossy().into_owned()),
        );
        checked
            .session
            .run(&compiled, &inputs, backends::in_process(), &arguments)
    } else {
        checked
            .session
            .objects(&compiled, &generation)
            .and_then(|objects| Err(as_process(&mut checked, run, &compiled, &objects)))
    };
    match result {
        Ok(code) => Ok(Exit::Program(code)),
        Err(reports) => {
            checked.reports = reports;
            checked.finish(context)
        }
    }
}

/// Goes on as the program; returns only if that cannot be.
fn as_process(checked: &mut Checked, run: &Run, compiled: &driver::Compiled, objects: &[Vec<u8>]) -> Vec<Report> {
    let inputs = link_inputs(&run.generation, &[]);
    // The program would inherit children that it knows nothing of.
    let before = backends::end;
    checked
        .session
        .become_program(objects, compiled, &inputs, &run.arguments, before)
}
