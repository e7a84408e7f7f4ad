//! Instances whose code is the same but for its name, so that one of them is enough: `keep[ref User]` and `keep[ref Group]`, the
//! ends of values of two types that own nothing. It owns which may be one; that they are equal, `mir` says. Only in optimised
//! builds: in others each function is there under the name that its caller has for it, and a new instance changes no other.
//!
//! Only instances of one item become one, so what names a function to a user (a stack that overflows, a debugger) names the
//! item that is meant; and what the compiler makes by itself. The one with the first symbol stays.

use std::collections::BTreeMap;

use hir::{ClosureId, ItemId};
use lower::Instance;
use mir::{Fingerprint, Module};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::instances::Instances;

/// What equal instances must have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Origin {
    Function(ItemId),
    Closure(ItemId, ClosureId),
    Forwarder(ItemId),
    Slot(ItemId),
    Environment,
    Drop,
    Boxed,
    Retain,
}

fn origin(instance: Instance) -> Option<Origin> {
    match instance {
        Instance::Function(item, arguments) => (!arguments.is_empty()).then_some(Origin::Function(item)),
        Instance::Closure(item, closure, arguments) => {
            (!arguments.is_empty()).then_some(Origin::Closure(item, closure))
        }
        Instance::Forwarder(item, arguments) => (!arguments.is_empty()).then_some(Origin::Forwarder(item)),
        Instance::Slot(item, _) => Some(Origin::Slot(item)),
        Instance::Environment(_) => Some(Origin::Environment),
        Instance::Drop(_) => Some(Origin::Drop),
        Instance::Boxed(_) => Some(Origin::Boxed),
        Instance::Retain(_) => Some(Origin::Retain),
        Instance::Table(..)
        | Instance::Constant(_)
        | Instance::Global(_)
        | Instance::Entry(_)
        | Instance::TestEntry => None,
    }
}

/// What tells the code of an instance from that of others. What debuggers are told is no part of it: `ref A` and `ref B` are one
/// address, and of instances that become one they are told what holds for both.
fn code_of(module: &Module) -> Option<Fingerprint> {
    let mut module = module.clone();
    let debug = module.strings.find(mir::debug::DEBUG);
    for function in &mut module.functions {
        function.attributes.retain(|attribute| Some(attribute.key) != debug);
        for variable in &mut function.variables {
            variable.source_type = None;
        }
    }
    mir::nameless_fingerprint(&module)
}

/// Leaves one of equal instances for which `may_merge` holds, and lets all others name it. What calls two that have become one
/// may be equal then, so callers are looked at again, until nothing changes.
pub(crate) fn merge(instances: &mut Instances, may_merge: impl Fn(Instance) -> bool) {
    let members = instances.members();
    let origins: Vec<Option<Origin>> =
        members.iter().map(|member| origin(member.instance).filter(|_| may_merge(member.instance))).collect();
    let mut callers: FxHashMap<Instance, Vec<usize>> = FxHashMap::default();
    for (place, member) in members.iter().enumerate() {
        for needed in &member.needs {
            callers.entry(*needed).or_default().push(place);
        }
    }
    // The first place of each kind of code; places are in the order of symbols.
    let mut kept: FxHashMap<(Origin, Fingerprint), usize> = FxHashMap::default();
    let mut fingerprints: Vec<Option<Fingerprint>> = vec![None; members.len()];
    let mut gone: BTreeMap<usize, usize> = BTreeMap::new();
    let mut changed: Vec<usize> = (0..members.len()).filter(|place| origins[*place].is_some()).collect();
    while !changed.is_empty() {
        for place in &changed {
            if let (Some(origin), Some(old)) = (origins[*place], fingerprints[*place])
                && kept.get(&(origin, old)) == Some(place)
            {
                kept.remove(&(origin, old));
            }
        }
        let mut merged: Vec<(usize, usize)> = Vec::new();
        for place in &changed {
            let Some(origin) = origins[*place] else { continue };
            let Some(fingerprint) = instances.members()[*place].with_module(code_of) else {
                continue;
            };
            fingerprints[*place] = Some(fingerprint);
            match kept.get(&(origin, fingerprint)) {
                None => {
                    kept.insert((origin, fingerprint), *place);
                }
                Some(first) if first < place => merged.push((*place, *first)),
                Some(later) => {
                    merged.push((*later, *place));
                    kept.insert((origin, fingerprint), *place);
                }
            }
        }
        let mut touched: FxHashSet<usize> = FxHashSet::default();
        for (place, first) in merged {
            gone.insert(place, first);
            instances.tell_what_is_common(first, place);
            let old = instances.members()[place].instance;
            for caller in callers.remove(&old).unwrap_or_default() {
                instances.redirect(caller, place, first);
                callers.entry(instances.members()[first].instance).or_default().push(caller);
                if !gone.contains_key(&caller) {
                    touched.insert(caller);
                }
            }
        }
        changed = touched.into_iter().filter(|place| origins[*place].is_some()).collect();
        changed.sort_unstable();
    }
    instances.forget(&gone);
}
