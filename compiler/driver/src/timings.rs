//! How long each stage took. It owns the list of stages in the order they ran; it must not know how it is printed.

use std::time::{Duration, Instant};

/// Stages and their wall times.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    stages: Vec<Stage>,
}

/// One stage.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What was done.
    pub name: &'static str,
    /// For how long.
    pub time: Duration,
    /// How many of what, if that can be counted.
    pub amount: Option<String>,
}

impl Timings {
    /// Does `work` and notes the time.
    pub fn measure<R>(&mut self, name: &'static str, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = work();
        self.stages.push(Stage { name, time: start.elapsed(), amount: None });
        result
    }

    /// Says how much the last stage dealt with.
    pub fn count(&mut self, number: usize, noun: &'static str) {
        self.note(format!("{number} {noun}"));
    }

    /// The same, in words.
    pub fn note(&mut self, amount: String) {
        if let Some(stage) = self.stages.last_mut() {
            stage.amount = Some(amount);
        }
    }

    /// The stages so far.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }
}
