//! How much of a file ran, in numbers. It owns what is counted; how it is shown, it must not know.

use std::ops::AddAssign;

use super::CoveredFile;

/// Some of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    /// How many there are.
    pub all: u64,
    /// How many of them ran.
    pub covered: u64,
}

impl Ratio {
    fn of(counts: impl Iterator<Item = bool>) -> Ratio {
        counts.fold(Ratio::default(), |sum, runs| Ratio { all: sum.all + 1, covered: sum.covered + u64::from(runs) })
    }

    /// The share in percent; all of nothing is 0, as `llvm-cov` has it.
    pub fn percent(self) -> f64 {
        if self.all == 0 { 0.0 } else { self.covered as f64 * 100.0 / self.all as f64 }
    }
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Ratio) {
        self.all += other.all;
        self.covered += other.covered;
    }
}

/// How much of a file or of a program ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lines with code.
    pub lines: Ratio,
    /// Bodies of functions and closures.
    pub functions: Ratio,
    /// The same for each choice of type arguments.
    pub instances: Ratio,
    /// What can run on its own.
    pub regions: Ratio,
    /// Ways that a condition, `match` or `try` may take.
    pub branches: Ratio,
}

impl CoveredFile {
    /// How much of it ran.
    pub fn summary(&self) -> Summary {
        let functions = &self.functions;
        let instances = functions.iter().fold(Ratio::default(), |mut sum, function| {
            // What has no code is one that did not run.
            sum += Ratio { all: function.instances.max(1).into(), covered: function.instances_run.into() };
            sum
        });
        let branches = functions.iter().flat_map(|function| &function.branches);
        let regions = functions.iter().flat_map(|function| &function.regions).filter(|region| !region.is_gap);
        Summary {
            lines: Ratio::of(self.lines().iter().map(|line| line.count > 0)),
            functions: Ratio::of(functions.iter().map(|function| function.count() > 0)),
            instances,
            regions: Ratio::of(regions.map(|region| region.count > 0)),
            branches: Ratio::of(branches.flat_map(|branch| [branch.taken > 0, branch.not_taken > 0])),
        }
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.lines += other.lines;
        self.functions += other.functions;
        self.instances += other.instances;
        self.regions += other.regions;
        self.branches += other.branches;
    }
}
