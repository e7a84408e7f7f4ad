//! One run of the compiler over one program: the database, what was loaded into it, the target and the threads. It owns
//! the order of the stages and their timings; it must not know how results are printed.

use std::sync::Arc;

use project::{Input, Loaded, TargetNames};
use source::Database;

use crate::parallel;
use crate::timings::Timings;

/// What a session is opened with.
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
}

/// A loaded program.
pub struct Session {
    /// The database.
    pub db: Database,
    /// What was loaded.
    pub loaded: Arc<Loaded>,
    /// The target.
    pub target: abi::Target,
    /// How many threads work.
    pub threads: usize,
    /// Whether intermediate code is verified after each stage.
    pub verify: bool,
    /// Whether arithmetic that overflows wraps instead of ending the program.
    pub unchecked: bool,
    /// What took how long so far.
    pub timings: Timings,
}

impl Session {
    /// Loads a program.
    pub fn open(input: &Input, settings: &Settings) -> Session {
        let db = Database::new();
        let mut timings = Timings::default();
        let names = target_names(&settings.target);
        let loaded = timings.measure("load", || project::load(&db, input, &names));
        timings.count(loaded.files.len(), "files");
        Session { timings, ..Session::of_loaded(db, Arc::new(loaded), settings) }
    }

    /// A session over what is loaded already: an editor's snapshot.
    pub fn of_loaded(db: Database, loaded: Arc<Loaded>, settings: &Settings) -> Session {
        Session {
            db,
            loaded,
            target: settings.target,
            threads: settings.threads.unwrap_or_else(parallel::available),
            verify: settings.verify,
            unchecked: settings.unchecked,
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
