//! Finds the smallest signature that still disagrees with clang. Owns the steps: drop a parameter, a member, an
//! attribute, a dimension. All steps of a round go through clang together.

use abi::Target;

use crate::compare::{Comparison, Outcome, compare};
use crate::model::{CField, CSignature, CType};

/// The smallest disagreement reachable, as text.
pub fn shrink(target: &Target, start: &CSignature) -> String {
    let mut current = start.clone();
    while let Some(smaller) = first_disagreement(target, &steps(&current)) {
        current = smaller.0;
    }
    let Some((signature, comparison)) = first_disagreement(target, std::slice::from_ref(&current)) else {
        return "the disagreement does not repeat".to_string();
    };
    let mut source = String::new();
    let mut count = 0;
    let result = signature.result.declare("t", &mut count, &mut source);
    let params: Vec<String> =
        signature.params.iter().map(|param| param.declare("t", &mut count, &mut source)).collect();
    format!(
        "{source}{result} f({}){}\n  ours  {}\n  clang {}",
        params.join(", "),
        signature.variadic.map_or(String::new(), |fixed| format!(" variadic after {fixed}")),
        comparison.ours,
        comparison.clangs
    )
}

fn first_disagreement(target: &Target, signatures: &[CSignature]) -> Option<(CSignature, Comparison)> {
    if signatures.is_empty() {
        return None;
    }
    let Outcome::Compared(comparisons) = compare(target, signatures) else {
        return None;
    };
    let found = comparisons.into_iter().find(|comparison| !comparison.agrees())?;
    Some((signatures[found.index].clone(), found))
}

fn steps(signature: &CSignature) -> Vec<CSignature> {
    let mut steps = Vec::new();
    if signature.result != CType::Void {
        steps.push(CSignature { result: CType::Void, ..signature.clone() });
    }
    for index in (0..signature.params.len()).rev() {
        let named = signature.variadic.is_some_and(|fixed| index < fixed);
        if !named || signature.variadic.is_some_and(|fixed| fixed > 1) {
            let mut smaller = signature.clone();
            smaller.params.remove(index);
            smaller.variadic = signature.variadic.map(|fixed| fixed - usize::from(named));
            steps.push(smaller);
        }
    }
    for result in type_steps(&signature.result) {
        steps.push(CSignature { result, ..signature.clone() });
    }
    for (index, param) in signature.params.iter().enumerate() {
        for ty in type_steps(param) {
            let mut smaller = signature.clone();
            smaller.params[index] = ty;
            steps.push(smaller);
        }
    }
    steps
}

fn type_steps(ty: &CType) -> Vec<CType> {
    let CType::Record(record) = ty else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    let mut push = |change: &dyn Fn(&mut crate::model::CRecord)| {
        let mut smaller = (**record).clone();
        change(&mut smaller);
        if smaller != **record {
            steps.push(CType::Record(Box::new(smaller)));
        }
    };
    push(&|record| record.packed = false);
    push(&|record| record.pack = None);
    push(&|record| record.align = None);
    for index in 0..record.fields.len() {
        if record.fields.len() > 1 {
            push(&|record| {
                record.fields.remove(index);
            });
        }
        push(&|record| record.fields[index].align = None);
        push(&|record| record.fields[index].packed = false);
        push(&|record| record.fields[index].flexible = false);
        push(&|record| {
            record.fields[index].bits = None;
            record.fields[index].named = true;
        });
        push(&|record| {
            record.fields[index].dimensions.pop();
        });
        for ty in type_steps(&record.fields[index].ty) {
            push(&|record| record.fields[index] = CField { ty: ty.clone(), ..record.fields[index].clone() });
        }
    }
    steps
}
