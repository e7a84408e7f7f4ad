//! Arms and alternatives that no value chooses. Must not know why: the leaves that were reached say it all.

use super::Arm;
use super::build::Reached;
use super::pattern::{Pattern, PatternId, Patterns};

/// A pattern that no value chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreachable {
    /// The arm that it belongs to.
    pub arm: u32,
    /// The pattern of the arm if no value chooses the arm, else an alternative in it.
    pub pattern: PatternId,
}

/// Of alternatives inside alternatives the outermost is told.
pub(super) fn unreachable(patterns: &Patterns, arms: &[Arm], reached: &Reached) -> Vec<Unreachable> {
    let mut found = Vec::new();
    for (number, arm) in (0..).zip(arms) {
        if !reached.arms.contains(&number) {
            found.push(Unreachable { arm: number, pattern: arm.pattern });
            continue;
        }
        let mut open = vec![arm.pattern];
        while let Some(pattern) = open.pop() {
            match patterns.get(pattern) {
                Pattern::Wildcard => {}
                Pattern::Binding { inner, .. } => open.push(inner),
                Pattern::Constructor { parts, .. } => {
                    open.extend(patterns.list(parts).iter().rev().map(|(_, part)| *part));
                }
                Pattern::Alternatives(alternatives) => {
                    for (_, alternative) in patterns.list(alternatives).iter().rev() {
                        match reached.alternatives.contains(alternative) {
                            true => open.push(*alternative),
                            false => found.push(Unreachable { arm: number, pattern: *alternative }),
                        }
                    }
                }
            }
        }
    }
    found.sort_by_key(|unreachable| (unreachable.arm, unreachable.pattern));
    found
}
