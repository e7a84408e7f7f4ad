//! Smaller programs with the same verdict.

use super::judge::{Verdict, judge_one};
use crate::reduce::reduce;

/// So many smaller programs are tried.
const QUESTIONS: usize = 400;

/// The smallest program found that `still_wrong` holds of, by leaving out functions and statements. `prefix` is that of the
/// program's names.
pub fn shrink(text: &str, prefix: &str, still_wrong: impl Fn(&Verdict) -> bool) -> String {
    reduce(text, QUESTIONS, |text| still_wrong(&judge_one(text, prefix)))
}
