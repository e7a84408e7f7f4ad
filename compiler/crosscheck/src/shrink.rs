//! Smaller signatures. Owns the steps from a signature to those one size smaller, and the descent along them; must not
//! know what is wrong with a signature, which a question per round says.

use std::sync::Arc;

use mir::Scalar;

use super::model::{Case, Record, Type};

/// So many rounds at most, each of which runs all steps of one signature in one program.
const MOST_ROUNDS: usize = 24;

/// The smallest signature found for which `first_wrong`, which is given a list, still finds one wrong, with its answer.
pub fn shrink<D>(case: Case, difference: D, mut first_wrong: impl FnMut(&[Case]) -> Option<(usize, D)>) -> (Case, D) {
    let mut smallest = (case, difference);
    for _ in 0..MOST_ROUNDS {
        let steps = steps(&smallest.0);
        let Some((index, difference)) = first_wrong(&steps) else {
            break;
        };
        let Some(step) = steps.into_iter().nth(index) else {
            break;
        };
        smallest = (step, difference);
    }
    smallest
}

/// Signatures one step smaller, those that lose most first.
pub fn steps(case: &Case) -> Vec<Case> {
    let mut steps = Vec::new();
    let count = case.parameters.len();
    for half in [0..count / 2, count / 2..count] {
        if half.len() > 1 {
            steps.extend(without(case, half));
        }
    }
    if case.result.is_some() {
        steps.push(Case { result: None, ..case.clone() });
    }
    for index in (0..count).rev() {
        steps.extend(without(case, index..index + 1));
    }
    if let Some(result) = &case.result {
        for result in type_steps(result) {
            steps.push(Case { result: Some(result), ..case.clone() });
        }
    }
    for (index, parameter) in case.parameters.iter().enumerate() {
        for ty in type_steps(parameter) {
            let mut smaller = case.clone();
            smaller.parameters[index] = ty;
            if smaller.fixed.is_some_and(|fixed| index >= fixed) {
                super::random::promote(&mut smaller.parameters[index]);
            }
            if smaller != *case {
                steps.push(smaller);
            }
        }
    }
    steps
}

/// The signature without some parameters; a variadic function keeps its first.
fn without(case: &Case, range: std::ops::Range<usize>) -> Option<Case> {
    let fixed = case.fixed.map(|fixed| {
        let gone = range.clone().filter(|index| *index < fixed).count();
        fixed - gone
    });
    if fixed == Some(0) {
        return None;
    }
    let mut parameters = case.parameters.clone();
    parameters.drain(range);
    Some(Case { parameters, result: case.result.clone(), fixed })
}

fn type_steps(ty: &Type) -> Vec<Type> {
    match ty {
        // Every scalar that is no plain word may be one of the reasons.
        Type::Scalar(Scalar::I64) => Vec::new(),
        Type::Scalar(_) => vec![Type::Scalar(Scalar::I64)],
        Type::Array(element, count) => {
            let mut steps = vec![(**element).clone()];
            if *count > 1 {
                steps.push(Type::Array(Arc::clone(element), 1));
                steps.push(Type::Array(Arc::clone(element), count / 2));
                steps.push(Type::Array(Arc::clone(element), count - 1));
            }
            let inner = type_steps(element);
            steps.extend(inner.into_iter().map(|element| Type::Array(Arc::new(element), *count)));
            steps
        }
        Type::Record(record) => record_steps(record),
    }
}

fn record_steps(record: &Record) -> Vec<Type> {
    // A bare array travels nowhere, so only other members can stand for the whole.
    let whole = record.fields.iter().filter(|field| !matches!(field, Type::Array(..)));
    let mut steps: Vec<Type> = whole.cloned().collect();
    // C's own types have no other members than theirs.
    if record.kind.is_whole() {
        let lanes = record.fields.iter().filter_map(|field| match field {
            Type::Array(lane, _) => Some((**lane).clone()),
            Type::Scalar(_) | Type::Record(_) => None,
        });
        steps.extend(lanes);
        return steps;
    }
    let mut push = |smaller: Record| steps.push(Type::Record(Arc::new(smaller)));
    for index in 0..record.fields.len() {
        let mut smaller = record.clone();
        smaller.fields.remove(index);
        push(smaller);
    }
    if record.packed {
        push(Record { packed: false, ..record.clone() });
    }
    if record.align.is_some() {
        push(Record { align: None, ..record.clone() });
    }
    for (index, field) in record.fields.iter().enumerate() {
        for ty in type_steps(field) {
            let mut smaller = record.clone();
            smaller.fields[index] = ty;
            push(smaller);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;

    /// How much there is in a signature; every step must make less of it.
    fn weight(ty: &Type) -> u64 {
        match ty {
            Type::Scalar(Scalar::I64) => 1,
            Type::Scalar(_) => 2,
            Type::Array(element, count) => 1 + weight(element) * count,
            Type::Record(record) => {
                let attributes = u64::from(record.packed) + u64::from(record.align.is_some());
                1 + attributes + record.fields.iter().map(weight).sum::<u64>()
            }
        }
    }

    #[test]
    fn every_step_is_smaller_or_only_promoted() {
        for case in random::cases(9, 100) {
            let total = |case: &Case| case.values().map(weight).sum::<u64>();
            for step in steps(&case) {
                assert!(total(&step) < total(&case) || step.fixed.is_some(), "{case} to {step}");
            }
        }
    }

    #[test]
    fn what_is_not_needed_goes() {
        // What is wrong is any signature with an i128 and a packed record in it.
        let is_wrong = |case: &Case| {
            let text = case.to_string();
            text.contains("i128") && text.contains("packed")
        };
        let cases = random::cases(5, 400);
        let wrong = cases.into_iter().find(is_wrong).expect("one of so many has both");
        let (smallest, ()) = shrink(wrong, (), |steps| steps.iter().position(is_wrong).map(|index| (index, ())));
        let text = smallest.to_string();
        assert!(is_wrong(&smallest) && text.len() < 40, "{text}");
    }
}
