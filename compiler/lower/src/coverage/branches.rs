//! Both ways of each part of a condition, as sums of counters of regions: how often the left side of `&&` held, the counter of its
//! right side says, and so on down to parts without `&&`, `||` and `!`. Owns these sums; must not know where regions are.

use hir::{Body, Expression, ExpressionId, LogicalOperator, UnaryOperator};
use rustc_hash::{FxHashMap, FxHashSet};

/// Some counters, less others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Places of counters that are added.
    pub plus: Vec<u32>,
    /// Places of counters that are taken away.
    pub minus: Vec<u32>,
}

impl Sum {
    pub(super) fn of(counter: u32) -> Sum {
        Sum { plus: vec![counter], minus: Vec::new() }
    }

    pub(super) fn less(mut self, other: &Sum) -> Sum {
        self.plus.extend_from_slice(&other.minus);
        self.minus.extend_from_slice(&other.plus);
        self
    }

    /// What the counts of the counters make of it. What has ended the program on the way may be missing in a part of them.
    pub fn evaluate(&self, count: impl Fn(u32) -> u64) -> u64 {
        let sum = |counters: &[u32]| counters.iter().fold(0_u64, |sum, counter| sum.saturating_add(count(*counter)));
        sum(&self.plus).saturating_sub(sum(&self.minus))
    }
}

/// What is known of a condition.
pub(super) enum Known {
    /// Nothing: nobody counts where it leads.
    Nothing,
    /// How often it held.
    Holds(Sum),
    /// How often it did not.
    Fails(Sum),
}

/// A part of a condition, how often it held and how often it did not.
pub(super) type Part = (ExpressionId, Sum, Sum);

/// What was seen of conditions.
#[derive(Default)]
pub(super) struct Conditions {
    /// The counter of the place behind each part.
    behind: FxHashMap<ExpressionId, u32>,
    /// The counter of each right side.
    right: FxHashMap<ExpressionId, u32>,
    /// What is a part of a condition that is decided as a whole.
    parts: FxHashSet<ExpressionId>,
}

/// An `&&` or `||`, also behind `!`: it, and how often it is inverted.
fn logical(body: &Body, expression: ExpressionId) -> Option<(ExpressionId, bool)> {
    let (mut current, mut is_inverted) = (expression, false);
    while let Expression::Unary { operator: UnaryOperator::Not, operand } = body[current] {
        (current, is_inverted) = (operand, !is_inverted);
    }
    matches!(body[current], Expression::Logical { .. }).then_some((current, is_inverted))
}

impl Conditions {
    /// An expression is a part of a condition, or one.
    pub(super) fn part(&mut self, body: &Body, expression: ExpressionId) {
        self.parts.extend(logical(body, expression).map(|(logical, _)| logical));
    }

    pub(super) fn is_part(&self, expression: ExpressionId) -> bool {
        self.parts.contains(&expression)
    }

    /// Behind an expression a counter says how often control comes there.
    pub(super) fn evaluated(&mut self, expression: ExpressionId, counter: u32) {
        self.behind.insert(expression, counter);
    }

    /// The counter of a right side.
    pub(super) fn begun(&mut self, expression: ExpressionId, counter: u32) {
        self.right.insert(expression, counter);
    }

    /// Both ways of all parts of a condition of which both are known.
    pub(super) fn decide(&self, body: &Body, condition: ExpressionId, known: Known) -> Vec<Part> {
        let mut decided = Vec::new();
        let mut rest = vec![(condition, known)];
        while let Some((expression, known)) = rest.pop() {
            let Some((whole, is_inverted)) = logical(body, expression) else {
                let outcomes = self.outcomes(body, expression);
                match known {
                    Known::Nothing => {}
                    Known::Holds(sum) => decided.push((expression, sum.clone(), outcomes.less(&sum))),
                    Known::Fails(sum) => decided.push((expression, outcomes.less(&sum), sum)),
                }
                continue;
            };
            let Expression::Logical { operator, left, right } = body[whole] else { continue };
            let Some(begun) = self.right.get(&right).map(|counter| Sum::of(*counter)) else { continue };
            let known = match (known, is_inverted) {
                (Known::Holds(sum), true) => Known::Fails(sum),
                (Known::Fails(sum), true) => Known::Holds(sum),
                (known, _) => known,
            };
            let other = |sum: &Sum| self.outcomes(body, whole).less(sum);
            let (left_known, right_known) = match (operator, known) {
                (LogicalOperator::And, Known::Nothing) => (Known::Holds(begun), Known::Nothing),
                (LogicalOperator::And, Known::Holds(sum)) => (Known::Holds(begun), Known::Holds(sum)),
                (LogicalOperator::And, Known::Fails(sum)) => (Known::Holds(begun), Known::Holds(other(&sum))),
                (LogicalOperator::Or, Known::Nothing) => (Known::Fails(begun), Known::Nothing),
                (LogicalOperator::Or, Known::Fails(sum)) => (Known::Fails(begun), Known::Fails(sum)),
                (LogicalOperator::Or, Known::Holds(sum)) => (Known::Fails(begun), Known::Fails(other(&sum))),
            };
            rest.extend([(left, left_known), (right, right_known)]);
        }
        decided
    }

    /// How often an expression was evaluated to its end: of `&&` and `||`, when the left side decides and when the right one
    /// does.
    fn outcomes(&self, body: &Body, expression: ExpressionId) -> Sum {
        let mut sum = Sum::default();
        let mut rest = vec![expression];
        while let Some(expression) = rest.pop() {
            match logical(body, expression).map(|(whole, _)| body[whole]) {
                Some(Expression::Logical { left, right, .. }) => {
                    sum.minus.extend(self.right.get(&right));
                    rest.extend([left, right]);
                }
                Some(_) | None => sum.plus.extend(self.behind.get(&expression)),
            }
        }
        sum
    }
}
