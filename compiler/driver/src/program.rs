//! A loaded program, and one run of the compiler over it. It owns what the stages share: the database, what was loaded, the
//! target, how many threads work, and how long each stage took; it must not know what the stages do.

use std::sync::Arc;

use project::{HeaderBinder, HeaderItems, Input, Loaded, TargetNames};
use source::Database;

use crate::examples::ExampleTest;
use crate::parallel;
use crate::timings::Timings;

/// How a program is loaded and compiled.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The target.
    pub target: abi::Target,
    /// How many threads; by default one per core.
    pub threads: Option<usize>,
    /// Whether intermediate code is verified after each stage.
    pub verify: bool,
    /// Whether arithmetic that overflows wraps instead of ending the program.
    pub unchecked: bool,
    /// What makes the modules of `[bind]`.
    pub binder: Option<Arc<dyn HeaderBinder>>,
}

/// A loaded program, for a target. What is asked of it is a function of the stage that answers.
pub struct Program {
    /// The database.
    pub db: Database,
    /// What was loaded.
    pub loaded: Arc<Loaded>,
    /// The target.
    pub target: abi::Target,
    /// Whether arithmetic that overflows wraps instead of ending the program.
    pub unchecked: bool,
    /// The examples in comments that are tests of it.
    pub examples: Vec<ExampleTest>,
    /// What makes the modules of `[bind]`, and knows what their headers say.
    pub binder: Option<Arc<dyn HeaderBinder>>,
}

/// One run of the compiler: what it may use, and what took how long.
pub struct Run {
    /// How many threads work.
    pub threads: usize,
    /// Whether intermediate code is verified after each stage.
    pub verify: bool,
    /// What took how long so far.
    pub timings: Timings,
}

impl Program {
    /// Loads a program, and of the modules of C's headers what it names.
    pub fn open(input: &Input, settings: &Settings) -> (Program, Run) {
        Program::open_with(input, settings, HeaderItems::Named)
    }

    /// Loads a program with as much of the modules of C's headers.
    pub fn open_with(input: &Input, settings: &Settings, items: HeaderItems) -> (Program, Run) {
        let db = Database::new();
        let mut run = Run::new(settings);
        let names = target_names(&settings.target);
        let loaded =
            run.timings.measure("load", || project::load(&db, input, &names, settings.binder.as_deref(), items));
        run.timings.count(loaded.files.len(), "files");
        (Program::of_loaded(db, Arc::new(loaded), settings), run)
    }

    /// A program that is loaded already: an editor's snapshot.
    pub fn of_loaded(db: Database, loaded: Arc<Loaded>, settings: &Settings) -> Program {
        Program {
            db,
            loaded,
            target: settings.target,
            unchecked: settings.unchecked,
            examples: Vec::new(),
            binder: settings.binder.clone(),
        }
    }

    /// The same program for another target of the same system: for what depends on it only after the program was checked.
    pub(crate) fn for_target(&self, target: &abi::Target) -> Program {
        Program {
            db: self.db.clone(),
            loaded: self.loaded.clone(),
            target: *target,
            unchecked: self.unchecked,
            examples: self.examples.clone(),
            binder: self.binder.clone(),
        }
    }
}

impl Run {
    /// A run of which nothing was measured yet.
    pub fn new(settings: &Settings) -> Run {
        Run {
            threads: settings.threads.unwrap_or_else(parallel::available),
            verify: settings.verify,
            timings: Timings::default(),
        }
    }
}

/// A target in the words of the inputs.
pub fn target_names(target: &abi::Target) -> TargetNames {
    TargetNames { triple: target.to_string(), os: operating_system(target).to_string() }
}

/// The name of the operating system in `@[only(os: …)]`.
fn operating_system(target: &abi::Target) -> &'static str {
    match target.operating_system {
        abi::OperatingSystem::Linux => "linux",
        abi::OperatingSystem::Windows => "windows",
        abi::OperatingSystem::Darwin => "macos",
        abi::OperatingSystem::Unknown => "none",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_of_items_know_every_target() {
        let mut known: Vec<(String, String)> = abi::Target::ALL
            .iter()
            .map(|target| {
                let names = target_names(target);
                let arch = names.triple.split('-').next().unwrap_or_default().to_string();
                (names.os, arch)
            })
            .collect();
        known.sort();
        known.dedup();
        let mut platforms: Vec<(String, String)> =
            hir::PLATFORMS.iter().map(|platform| (platform.os.to_string(), platform.arch.to_string())).collect();
        platforms.sort();
        assert_eq!(known, platforms);
    }
}
