//! `lang run`: compiles in memory; what is in memory then is called when everything else of this process has ended. What LLVM
//! makes, and objects of C that only an executable can have, is built to a temporary folder and started.

use driver::system::perf_map;
use driver::{Generation, InMemory, InProcess, LinkInputs, Product, Successor};
use project::Report;

use super::build::{link_inputs, prepare, split_inputs, store};
use super::{Checked, Context, Ending, Trouble, check_input};
use crate::arguments::Run;
use crate::backends;

pub(super) fn run(context: &Context, run: &Run) -> Result<Ending, Trouble> {
    let (input, objects) = split_inputs(&run.inputs)?;
    let chosen = backends::chosen(&run.generation, None)?;
    let mut checked = check_input(context, input, None, &run.reporting)?;
    if checked.has_errors() {
        return checked.finish(context).map(Ending::Exit);
    }
    prepare(&mut checked.program, &run.generation)?;
    let options = backends::options(&run.generation, checked.program.loaded.debug, context.verify, None);
    let store = store(context, input, &run.generation, &mut checked, "code");
    let generation = chosen.generation(options, &store);
    let compiled = match driver::generate(&checked.program, &mut checked.run, Product::Program, &generation) {
        Ok(compiled) => compiled,
        Err(reports) => {
            checked.add(reports);
            return checked.finish(context).map(Ending::Exit);
        }
    };
    checked.print_reports()?;
    checked.print_timings(context);
    let inputs = link_inputs(&run.generation.linking, objects, &generation.options);
    checked.run.timings.measure("save the cache", || store.save());
    let started = if compiled.artifacts.iter().all(|unit| unit.object.is_none()) {
        let in_process = InProcess {
            backend: backends::in_process(),
            debug: options.debug,
            lists_functions: run.perf_map,
            shows_callers: backends::shows_callers(),
        };
        driver::load(&checked.program, &mut checked.run, &compiled, &inputs, in_process)
    } else {
        Ok(InMemory::NeedsExecutable)
    };
    let reports = match started {
        Ok(InMemory::Loaded(program)) => {
            if run.perf_map {
                perf_map::write(program.functions()).map_err(|error| Trouble(error.to_string()))?;
            }
            let mut arguments = vec![checked.program.loaded.name.clone()];
            let given = run.arguments.iter();
            arguments.extend(given.map(|argument| argument.to_string_lossy().into_owned()));
            return Ok(Ending::Program { program, arguments });
        }
        Ok(InMemory::NeedsExecutable) => match as_process(&mut checked, run, &compiled, &generation, &inputs) {
            Ok(successor) => return Ok(Ending::Process(successor)),
            Err(reports) => reports,
        },
        Err(reports) => reports,
    };
    checked.reports = reports;
    checked.finish(context).map(Ending::Exit)
}

/// The program that this process goes on as.
fn as_process(
    checked: &mut Checked,
    run: &Run,
    compiled: &driver::Compiled,
    generation: &Generation<'_>,
    inputs: &LinkInputs,
) -> Result<Successor, Vec<Report>> {
    let (program, time) = (&checked.program, &mut checked.run);
    let objects = driver::objects(program, time, compiled, generation)?;
    driver::successor(program, time, &objects, compiled, inputs, &run.arguments)
}
