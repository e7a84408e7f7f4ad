//! Assigned values that nothing reads: which variables are read later, flowing backwards. A variable whose memory is lent
//! or addressed is left alone, and so is the first value of a `let`: that is often written for safety's sake.

use types::Problem;

use super::bits;
use super::{Scratch, Subject};
use crate::diagnostics::kinds::unread_assignment;
use crate::source_form::{MentionKind, Mentions, SourceForm};

/// Reports assignments whose value is never read.
pub fn check(
    subject: Subject<'_>,
    form: &SourceForm,
    mentions: &Mentions,
    scratch: &mut Scratch,
    problems: &mut Vec<Problem>,
) {
    let Scratch {
        dataflow,
        state,
        numbers,
    } = scratch;
    // The mentioned variables, numbered as they come.
    numbers.clear();
    numbers.resize(mentions.uses.len(), NONE);
    let mut count = 0;
    for mention in &mentions.mentions {
        if let MentionKind::Assigned(_) = mention.kind
            && let Some(variable) = form.local(mention.local).variable
            && numbers[variable.index()] == NONE
        {
            let uses = mentions.uses[variable.index()];
            let is_hidden = subject.body[variable].name.text().starts_with('_');
            if uses.is_read && !uses.is_lent && !is_hidden {
                numbers[variable.index()] = count;
                count += 1;
            }
        }
    }
    if count == 0 {
        return;
    }
    let number = |local| {
        let variable: Option<hir::LocalId> = form.local(local).variable;
        variable
            .map(|variable| numbers[variable.index()])
            .filter(|number| *number != NONE)
    };
    let range = |block: usize| {
        let start = if block == 0 { 0 } else { mentions.ends[block - 1] };
        start as usize..mentions.ends[block] as usize
    };
    dataflow.reset(form.blocks.len(), count as usize);
    for block in 0..form.blocks.len() {
        for mention in &mentions.mentions[range(block)] {
            let Some(bit) = number(mention.local) else { continue };
            match mention.kind {
                MentionKind::Begin | MentionKind::Assigned(_) => {
                    bits::insert(dataflow.lost.row_mut(block), bit as usize);
                }
                MentionKind::Read => {
                    if !bits::contains(dataflow.lost.row(block), bit as usize) {
                        bits::insert(dataflow.gained.row_mut(block), bit as usize);
                    }
                }
            }
        }
    }
    dataflow.solve_backwards(form);
    for block in 0..form.blocks.len() {
        if dataflow.lost.row(block).iter().all(|word| *word == 0) {
            continue;
        }
        state.clear();
        state.extend_from_slice(dataflow.boundary.row(block));
        for mention in mentions.mentions[range(block)].iter().rev() {
            let Some(bit) = number(mention.local) else { continue };
            match mention.kind {
                MentionKind::Read => bits::insert(state, bit as usize),
                MentionKind::Begin => bits::remove(state, bit as usize),
                MentionKind::Assigned(assignment) => {
                    if !bits::contains(state, bit as usize)
                        && let Some(name) = form.local(mention.local).name
                    {
                        problems.push(unread_assignment::problem(assignment, name.text()));
                    }
                    bits::remove(state, bit as usize);
                }
            }
        }
    }
}

/// The number of a variable that is not looked at.
const NONE: u32 = u32::MAX;
