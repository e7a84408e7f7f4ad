//! `lang ir run`: modules as a program of this machine. Owns what of the command line decides the code; how it is made and begun
//! is `driver`'s.

use driver::{Begun, LinkInputs, ModuleGeneration};
use mir::{DebugInformation, Options};

use super::super::{Context, Ending, Exit, Trouble};
use super::{ended, linked};
use crate::arguments::{MessageFormat, RunModules};
use crate::backends;
use crate::render::{self, Style};

pub fn run(context: &Context, run: &RunModules) -> Result<Ending, Trouble> {
    let optimisation = backends::optimisation(run.level, run.release);
    let backend = backends::named(run.backend, optimisation != mir::Optimisation::None)?;
    let module = match linked::program(&run.modules.files) {
        Ok(module) => module,
        Err(refused) => return ended(context, Err(refused)).map(Ending::Exit),
    };
    let debug = match (run.debug, backends::shows_callers()) {
        (true, _) => DebugInformation::Full,
        (false, true) => DebugInformation::Lines,
        (false, false) => DebugInformation::None,
    };
    let inputs = LinkInputs {
        search_paths: run.linking.search_paths.clone(),
        libraries: run.linking.libraries.clone(),
        ..LinkInputs::default()
    };
    let generation = ModuleGeneration {
        backend,
        options: Options { optimisation, verify: context.verify, debug, ..Options::default() },
        in_process: backends::in_process(),
        shows_callers: backends::shows_callers(),
        inputs: &inputs,
    };
    let name = module.name.clone();
    match driver::program_of_module(module, generation, (&name, &run.arguments)) {
        Ok(Begun::Loaded(program)) => {
            let given = run.arguments.iter().map(|argument| argument.to_string_lossy().into_owned());
            Ok(Ending::Program { program, arguments: std::iter::once(name).chain(given).collect() })
        }
        Ok(Begun::Process(successor)) => Ok(Ending::Process(successor)),
        Err(reports) => {
            let style = Style { format: MessageFormat::Human, colors: context.colors, hints: false };
            render::print(&reports, style, &[])?;
            Ok(Ending::Exit(Exit::Errors))
        }
    }
}
