//! What an editor shows above functions to be clicked on. It must not know what happens then.

use source::{Db, SourceFile};

use crate::runnables::{Runnable, RunnableKind, runnables};

/// What a lens is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LensKind {
    /// Runs the program.
    Run,
    /// Runs a test.
    Test,
    /// Measures a bench.
    Measure,
    /// Runs a program or test under a debugger.
    Debug,
}

impl LensKind {
    /// What the lens says.
    pub fn title(self) -> &'static str {
        match self {
            LensKind::Run => "Run",
            LensKind::Test => "Test",
            LensKind::Measure => "Measure",
            LensKind::Debug => "Debug",
        }
    }
}

/// Which lenses there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LensSettings {
    /// Run, Test and Measure.
    pub run: bool,
    /// Debug; only where the editor can do it.
    pub debug: bool,
}

/// A lens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeLens {
    /// What it is for.
    pub kind: LensKind,
    /// What it acts on.
    pub runnable: Runnable,
}

/// The lenses of a file, from top to bottom.
pub fn code_lenses(db: &dyn Db, file: SourceFile, settings: LensSettings) -> Vec<CodeLens> {
    let mut lenses = Vec::new();
    if !settings.run && !settings.debug {
        return lenses;
    }
    for runnable in runnables(db, file) {
        let run = match runnable.kind {
            RunnableKind::Program => LensKind::Run,
            RunnableKind::Test => LensKind::Test,
            RunnableKind::Bench => LensKind::Measure,
        };
        let is_debugged = settings.debug && runnable.kind != RunnableKind::Bench;
        let kinds = [(run, settings.run), (LensKind::Debug, is_debugged)];
        lenses.extend(
            kinds
                .into_iter()
                .filter(|(_, is_on)| *is_on)
                .map(|(kind, _)| CodeLens { kind, runnable: runnable.clone() }),
        );
    }
    lenses
}

#[cfg(test)]
mod tests {
    use super::{LensSettings, code_lenses};
    use crate::fixture::Fixture;

    #[test]
    fn each_is_switched_by_itself() {
        let fixture = Fixture::new("fn main {}\ntest \"a\" {}\nbench \"a\" {}\n");
        let titles = |run, debug| -> Vec<&str> {
            let lenses = code_lenses(&fixture.db, fixture.file(), LensSettings { run, debug });
            lenses.into_iter().map(|lens| lens.kind.title()).collect()
        };
        assert_eq!(titles(true, false), ["Run", "Test", "Measure"]);
        assert_eq!(titles(true, true), ["Run", "Debug", "Test", "Debug", "Measure"]);
        assert_eq!(titles(false, true), ["Debug", "Debug"]);
        assert_eq!(titles(false, false), Vec::<&str>::new());
    }
}
