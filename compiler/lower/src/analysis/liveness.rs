//! Assigned values that nothing reads: which variables are read later, flowing backwards. A variable whose memory is lent
//! or addressed is left alone, and so is the first value of a `let`: that is often written for safety's sake.

use types::Problem;

use super::dataflow::{Dataflow, Effect};
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
    let Scratch { dataflow, numbers } = scratch;
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
        variable.map(|variable| numbers[variable.index()]).filter(|number| *number != NONE)
    };
    let range = |block: usize| {
        let start = if block == 0 { 0 } else { mentions.ends[block - 1] };
        start as usize..mentions.ends[block] as usize
    };
    dataflow.reset(form.blocks.len(), count as usize);
    for block in 0..form.blocks.len() {
        let Effect { mut gained, mut lost } = Effect::default();
        dataflow.sets.start_editing();
        for mention in &mentions.mentions[range(block)] {
            let Some(bit) = number(mention.local) else { continue };
            match mention.kind {
                MentionKind::Begin | MentionKind::Assigned(_) => dataflow.sets.insert(&mut lost, bit as usize),
                MentionKind::Read => {
                    if !dataflow.sets.contains(lost, bit as usize) {
                        dataflow.sets.insert(&mut gained, bit as usize);
                    }
                }
            }
        }
        dataflow.effects[block] = Effect { gained, lost };
    }
    dataflow.sets.stop_editing();
    dataflow.solve_backwards(form);
    let Dataflow { sets, effects, boundary, beyond: _ } = dataflow;
    for block in 0..form.blocks.len() {
        if effects[block].lost.is_empty() {
            continue;
        }
        sets.start_editing();
        let mut state = boundary[block];
        for mention in mentions.mentions[range(block)].iter().rev() {
            let Some(bit) = number(mention.local) else { continue };
            match mention.kind {
                MentionKind::Read => sets.insert(&mut state, bit as usize),
                MentionKind::Begin => sets.remove(&mut state, bit as usize),
                MentionKind::Assigned(assignment) => {
                    if !sets.contains(state, bit as usize)
                        && let Some(name) = form.local(mention.local).name
                    {
                        problems.push(unread_assignment::problem(assignment, &name.text()));
                    }
                    sets.remove(&mut state, bit as usize);
                }
            }
        }
        sets.forget_edited();
    }
}

/// The number of a variable that is not looked at.
const NONE: u32 = u32::MAX;
