//! `@[abi(…)]`: promises about how the values of a type, or those of a function, travel on the selected target. Owns when a
//! promise is kept; how values travel is asked of `abi`. Must not know editors.

#[cfg(test)]
mod tests;

use abi::report::{Label, Report, Travels, ValueReport};
use abi::{Target, TypeArena};
use hir::{AttributeValue, ItemId, ItemKind, ItemRef};
use source::{Db, Diagnostic};
use types::{Anchor, Problem, Substitution, Ty, TypeKind};

use crate::diagnostics::kinds::{copied_despite_promise, larger_than_promised, not_in_registers};

/// What `@[abi(…)]` promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    /// Every value travels in registers.
    Registers,
    /// No value has more bytes.
    MaxBytes(u64),
    /// The convention forces no copy of memory.
    NoCopies,
}

/// The promises of an item without errors that are not kept on the selected target; of what has type parameters those that an
/// instance of the program does not keep.
pub(crate) fn broken(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    let Some(data) = hir::item_data(db, item) else {
        return Vec::new();
    };
    let promises = promises(&data);
    if promises.is_empty() {
        return Vec::new();
    }
    let target = types::target(db);
    let mut found: Vec<Problem> = Vec::new();
    for (instance, values) in instances(db, item, &data) {
        for promise in &promises {
            for value in &values {
                let Some(problem) = check(db, *promise, value, &target) else { continue };
                // A type breaks a promise once, whether as argument or as result, and of its instances one tells.
                if !found.iter().any(|known| known.at == problem.at && known.kind == problem.kind) {
                    let note =
                        instance.as_ref().map(|instance| format!("in the instance `{instance}` of this program"));
                    found.push(note.into_iter().fold(problem, Problem::note));
                }
            }
        }
    }
    found.iter().filter_map(|problem| types::diagnostic(db, item, problem)).collect()
}

/// The values that an item speaks of, or each of its instances in the program, which then has a name. In a program with errors
/// nobody knows which instances there are.
fn instances(db: &dyn Db, item: ItemId, data: &ItemRef<'_>) -> Vec<(Option<String>, Vec<Value>)> {
    // What each `impl` must have has no code of its own.
    let is_generic = types::is_generic(db, item) && !hir::is_required_method(db, item);
    let reached = || crate::reached_instances(db);
    if is_generic && !reached().is_whole {
        return Vec::new();
    }
    let mut found: Vec<(Option<String>, Vec<Value>)> = match item.kind(db) {
        ItemKind::Function if is_generic => {
            let instances = reached().of_function(item).iter();
            let named = instances.map(|arguments| {
                let name = crate::function_name(db, item, *arguments);
                (Some(name), of_function(db, item, data, &Substitution::of_function(db, item, *arguments)))
            });
            named.collect()
        }
        ItemKind::Type if is_generic => {
            let instances = reached().of_type(item).iter();
            instances.map(|ty| (Some(types::display(db, *ty)), of_type(db, *ty))).collect()
        }
        ItemKind::Function | ItemKind::ExternFunction => {
            vec![(None, of_function(db, item, data, &Substitution::default()))]
        }
        ItemKind::Type | ItemKind::OpaqueType => vec![(None, of_type(db, Ty::named(item)))],
        ItemKind::Alias
        | ItemKind::Constant
        | ItemKind::Global
        | ItemKind::ExternGlobal
        | ItemKind::Trait
        | ItemKind::Impl
        | ItemKind::Test => Vec::new(),
    };
    // Instances are found in an order of their own.
    found.sort_by(|(left, _), (right, _)| left.cmp(right));
    found
}

fn promises(data: &ItemRef<'_>) -> Vec<Promise> {
    let attributes = data.tree.attributes(data.attributes).iter();
    let written = attributes.filter(|attribute| attribute.name.text() == "abi");
    let arguments = written.flat_map(|attribute| data.tree.attribute_arguments(*attribute));
    let promise = |argument: &hir::AttributeArgument| match &argument.value {
        AttributeValue::Word(word) if word.text() == "registers" => Some(Promise::Registers),
        AttributeValue::Word(word) if word.text() == "no_copies" => Some(Promise::NoCopies),
        AttributeValue::Integer(bytes) => Some(Promise::MaxBytes(*bytes)),
        // Reported where attributes are checked.
        AttributeValue::Word(_) | AttributeValue::String(_) | AttributeValue::Missing => None,
    };
    arguments.filter_map(promise).collect()
}

/// A value that a promise speaks of.
struct Value {
    /// Where it is written.
    at: Anchor,
    ty: Ty,
    /// Whether it is the type itself that promises.
    is_own_type: bool,
    travels: ValueReport,
}

fn of_function(db: &dyn Db, item: ItemId, data: &ItemRef<'_>, with: &Substitution) -> Vec<Value> {
    let signature = types::signature(db, item);
    let Some(function) = data.item().function().filter(|_| !signature.poisoned) else {
        return Vec::new();
    };
    let mut arena = TypeArena::new();
    let result_type = with.apply(signature.result);
    let parameter_types: Vec<Ty> = signature.parameters.iter().map(|parameter| with.apply(parameter.ty)).collect();
    let lowered = types::abi_signature_of(db, item, with, &mut arena);
    let labels: Vec<Label> = (signature.parameters.iter().zip(&parameter_types))
        .map(|(parameter, ty)| Label::new(parameter.name.text(), types::display(db, *ty)))
        .collect();
    let result = Label::new("result", types::display(db, result_type));
    let Some(report) = report(db, &arena, &lowered, &labels, &result) else {
        return Vec::new();
    };
    let own = signature.receiver.map(|_| Anchor::Item);
    let written = function.parameters.iter().map(|written| Anchor::HeadType(written.type_reference));
    let places = own.into_iter().chain(written);
    let result_at = function.result.map_or(Anchor::Item, Anchor::HeadType);
    let all = places.zip(parameter_types).chain([(result_at, result_type)]);
    let travels = report.params.into_iter().chain([report.result]);
    all.zip(travels).map(|((at, ty), travels)| Value { at, ty, is_own_type: false, travels }).collect()
}

/// The type as the only argument and as a result.
fn of_type(db: &dyn Db, ty: Ty) -> Vec<Value> {
    let Some(named) = ty.as_named() else { return Vec::new() };
    if types::type_definition(db, named).poisoned || !types::has_finite_size(db, named) {
        return Vec::new();
    }
    let mut arena = TypeArena::new();
    let passed = types::part_type(db, ty, &mut arena);
    let signature = abi::Signature::new(passed, [passed]);
    let label = |word: &str| Label::new(word, types::display(db, ty));
    let Some(report) = report(db, &arena, &signature, &[label("argument")], &label("result")) else {
        return Vec::new();
    };
    let travels = report.params.into_iter().chain([report.result]);
    travels.map(|travels| Value { at: Anchor::Item, ty, is_own_type: true, travels }).collect()
}

/// Nothing where the target's description does not cover a type: code generation refuses it.
fn report(
    db: &dyn Db,
    arena: &TypeArena,
    signature: &abi::Signature,
    params: &[Label],
    result: &Label,
) -> Option<Report> {
    let target = types::target(db);
    let described = abi::lower(&target, arena, signature).ok()?;
    Some(abi::report::report(&target, &described, params, result))
}

fn check(db: &dyn Db, promise: Promise, value: &Value, target: &Target) -> Option<Problem> {
    let travels = &value.travels;
    let problem = match promise {
        Promise::Registers => match travels.travels {
            Travels::NotPassed | Travels::InRegisters | Travels::AsOperands => return None,
            Travels::OnStack
            | Travels::InRegistersAndOnStack
            | Travels::CopiedToStack
            | Travels::PointerToCopy
            | Travels::HiddenResultPointer => not_in_registers::problem(value.at, travels, target),
        },
        Promise::MaxBytes(most) if travels.bytes > most => {
            larger_than_promised::problem(value.at, travels, most, target)
        }
        Promise::MaxBytes(_) => return None,
        Promise::NoCopies => {
            let copy = travels.copies.iter().find(|copy| !copy.elidable)?;
            copied_despite_promise::problem(value.at, travels, copy, target)
        }
    };
    Some(with_cause(db, problem, value, promise))
}

/// Adds the place that the promise breaks at: the field with which the type becomes too large, or the type's definition.
fn with_cause(db: &dyn Db, problem: Problem, value: &Value, promise: Promise) -> Problem {
    let problem = match (promise, value.travels.why.last()) {
        (Promise::Registers | Promise::NoCopies, Some(why)) => problem.note(format!("{} [{}]", why.text, why.clause)),
        (Promise::MaxBytes(_), _) | (_, None) => problem,
    };
    let TypeKind::Named(item) = value.ty.kind() else {
        return problem;
    };
    if types::is_object_pointer(db, value.ty) {
        return problem;
    }
    let size = value.travels.bytes;
    if !value.is_own_type {
        return problem.also(Anchor::Other(item.item), format!("its type has {size} bytes"));
    }
    let most = match promise {
        Promise::MaxBytes(most) => most,
        Promise::Registers | Promise::NoCopies => IN_REGISTERS,
    };
    let definition = types::type_definition(db, item);
    let layout = types::object_layout(db, item);
    let mut ends =
        definition.fields.iter().zip(&layout.offsets).map(|(field, offset)| offset + types::layout(db, field.ty).size);
    match ends.position(|end| end > most) {
        Some(field) => {
            problem.also(Anchor::Field(field as u32), format!("with this field it has more than {most} bytes"))
        }
        None => problem,
    }
}

/// What most conventions pass in registers, in bytes: the field beyond it is where people look first.
const IN_REGISTERS: u64 = 16;
