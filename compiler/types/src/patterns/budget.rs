//! How much work a `match` may be. Patterns can be written for which every way of testing them is exponential; these end
//! here, with an answer that says so. Owns the count of steps. Must not know what a step is.

/// The patterns of a `match` are too many in too many combinations to be tested one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooComplex;

/// What is left of the steps that a `match` may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    allowed: u64,
    left: u64,
}

impl Budget {
    pub(super) fn of(allowed: u64) -> Budget {
        Budget { allowed, left: allowed }
    }

    /// The steps that were taken.
    pub(super) fn spent(self) -> u64 {
        self.allowed - self.left
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), TooComplex> {
        self.left = self.left.checked_sub(steps as u64).ok_or(TooComplex)?;
        Ok(())
    }
}
