//! A declaration of the program beside C's: what differs, in words. Owns which differences matter: what travels otherwise, what
//! lies in memory otherwise, also behind pointers where both sides say what stands there. Signs from 32 bits on do not, nor
//! what untyped pointers and pointers to bytes lead to. It must not know where either side was read.

use abi::report::Label;
use abi::{FnAbi, Form, RecordKind, Signature, Target, Ty, TypeArena};
use c::declarations::{Declarations, Function, LeadsTo};

use super::declared::{Declared, Target as LedTo};
use super::layouts::{self, Of};

/// What differs.
pub(super) struct Difference {
    /// The parameter that it is about, the result, or the whole declaration.
    pub(super) at: Part,
    /// In one line, behind `NAME is not what C declares: `.
    pub(super) what: String,
    /// Facts: both layouts.
    pub(super) notes: Vec<String>,
}

/// A part of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// What it gives.
    Result,
    /// A parameter, by number.
    Parameter(usize),
}

impl Difference {
    pub(super) fn new(at: Part, what: impl Into<String>) -> Difference {
        Difference { at, what: what.into(), notes: Vec::new() }
    }
}

/// The first difference between two functions.
///
/// Of `f()` before C23 the parameters are open.
pub(super) fn functions(ours: &Declared, theirs: &Function, c: &Declarations, is_open: bool) -> Option<Difference> {
    let target = &c.target;
    if !is_open && let Some(what) = shapes(&ours.signature, &theirs.signature) {
        return Some(Difference::new(Part::Whole, what));
    }
    let values = [(Part::Result, &ours.result, &theirs.result)].into_iter();
    let parameters = ours.parameters.iter().zip(&theirs.parameters).enumerate();
    let values = values.chain(parameters.map(|(number, (ours, theirs))| (Part::Parameter(number), ours, theirs)));
    for (number, (at, our_label, their_label)) in values.enumerate() {
        let [our_type, their_type] = [
            Of { arena: &ours.arena, ty: type_at(&ours.signature, at) },
            Of { arena: &c.arena, ty: type_at(&theirs.signature, at) },
        ];
        let name = of_part(at, our_label);
        if let Some(why) = values_differ(target, our_type, their_type) {
            let what = format!("{name} is `{}` here and `{}` in C{why}", our_label.ty, their_label.ty);
            return Some(with_layouts(at, what, our_label, their_label));
        }
        if let Some(difference) = members_moved(at, &name, our_label, their_label) {
            return Some(difference);
        }
        let led_to = ours.leads_to.get(number).and_then(Option::as_ref);
        let leads_to = theirs.leads_to.get(number).and_then(Option::as_ref);
        if let (Some(ours), Some(theirs)) = (led_to, leads_to)
            && let Some(difference) = behind(at, &name, ours, theirs, c)
        {
            return Some(difference);
        }
    }
    // How LLVM writes it depends on which member of a union stands first, which no caller sees.
    let travels = |arena: &TypeArena, signature: &Signature| abi::lower(target, arena, signature).ok();
    let (here, there) = (travels(&ours.arena, &ours.signature), travels(&c.arena, &theirs.signature));
    let placed_alike = |here: &FnAbi, there: &FnAbi| {
        let values = |abi: &FnAbi| {
            std::iter::once(&abi.result).chain(&abi.params).map(|value| value.placement.clone()).collect::<Vec<_>>()
        };
        here.call == there.call && values(here) == values(there)
    };
    here.zip(there)
        .is_some_and(|(here, there)| !is_open && !placed_alike(&here, &there))
        .then(|| Difference::new(Part::Whole, "its values travel in another way".to_string()))
}

/// The difference between two variables.
pub(super) fn variables(
    ours: Of<'_>,
    our_label: &Label,
    theirs: Of<'_>,
    their_label: &Label,
    target: &Target,
) -> Option<Difference> {
    // `extern char names[];` says nothing of how many there are.
    let (ours, theirs) = match theirs.get().form() {
        Form::Array(array) if array.flexible => (ours.element(), theirs.element()),
        Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) | Form::Array(_) | Form::Record(_) => {
            (ours, theirs)
        }
    };
    let why = layouts::difference(target, ours, theirs)?;
    let what = format!("it is `{}` here and `{}` in C: {why}", our_label.ty, their_label.ty);
    Some(with_layouts(Part::Whole, what, our_label, their_label))
}

/// The number of values, and whether more may follow.
fn shapes(ours: &Signature, theirs: &Signature) -> Option<String> {
    let parameters = |count: usize| format!("{count} parameter{}", if count == 1 { "" } else { "s" });
    let (here, there) = (ours.params.len(), theirs.params.len());
    match (ours.variadic, theirs.variadic) {
        _ if here != there => Some(format!("it has {} here and {} in C", parameters(here), parameters(there))),
        (true, false) => Some("it takes more arguments (`...`) here and none in C".to_string()),
        (false, true) => Some("it takes more arguments (`...`) in C and none here".to_string()),
        (true, true) | (false, false) => None,
    }
}

fn type_at(signature: &Signature, at: Part) -> abi::TyId {
    match at {
        Part::Parameter(number) => signature.params[number],
        Part::Whole | Part::Result => signature.result,
    }
}

pub(super) fn of_part(at: Part, label: &Label) -> String {
    match at {
        Part::Whole => "it".to_string(),
        Part::Result => "the result".to_string(),
        Part::Parameter(_) => format!("the parameter `{}`", label.name),
    }
}

/// Why a value of one type does not travel as one of the other, behind the names of both; nothing if it does.
pub(super) fn values_differ(target: &Target, ours: Of<'_>, theirs: Of<'_>) -> Option<String> {
    match (ours.get().form(), theirs.get().form()) {
        (Form::Void, Form::Void) => None,
        (Form::Scalar(here), Form::Scalar(there)) => (!scalars_travel_alike(here, there)).then(String::new),
        (Form::Record(_), Form::Record(_))
        | (Form::Complex(_), Form::Complex(_))
        | (Form::Vector(_), Form::Vector(_)) => layouts::difference(target, ours, theirs).map(|why| format!(": {why}")),
        // One of the pointers that a union of pointers holds, as C's `transparent_union` means; whether it travels as that does is
        // compared for the whole call.
        (Form::Scalar(Ty::Pointer), Form::Record(record)) if theirs.arena.record(record).kind == RecordKind::Union => {
            layouts::difference(target, ours, theirs).map(|_| String::new())
        }
        (Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) | Form::Array(_) | Form::Record(_), _) => {
            Some(String::new())
        }
    }
}

/// The sign of an integer decides how it is widened, so from 32 bits on it does not matter.
fn scalars_travel_alike(ours: Ty, theirs: Ty) -> bool {
    match (ours, theirs) {
        (Ty::Int { bits: ours, signed: our_sign }, Ty::Int { bits: theirs, signed: their_sign }) => {
            ours == theirs && (our_sign == their_sign || ours >= 32)
        }
        (ours, theirs) => ours == theirs,
    }
}

fn with_layouts(at: Part, what: String, ours: &Label, theirs: &Label) -> Difference {
    let mut difference = Difference::new(at, what);
    for (words, label) in [("here", ours), ("in C", theirs)] {
        if !label.fields.is_empty() {
            let table = layouts::table(&label.fields);
            difference.notes.push(format!("`{}` {words}:\n{table}", label.ty));
        }
    }
    difference
}

/// A member that has the same name on both sides and another place.
fn members_moved(at: Part, name: &str, ours: &Label, theirs: &Label) -> Option<Difference> {
    let (member, here, there) = layouts::moved(&ours.fields, &theirs.fields)?;
    let what = format!("`{member}` of {name} lies at byte {here} here and at byte {there} in C");
    Some(with_layouts(at, what, ours, theirs))
}

/// What stands behind a pointer on both sides.
fn behind(at: Part, name: &str, ours: &LedTo, theirs: &LeadsTo, c: &Declarations) -> Option<Difference> {
    match (ours, theirs) {
        (LedTo::Function { arena, signature, ty }, LeadsTo::Function(function)) => {
            let why = shapes(signature, &function.signature).or_else(|| {
                let parts = (0..signature.params.len()).map(Part::Parameter).chain([Part::Result]);
                let differs = |at: &Part| {
                    let ours = Of { arena, ty: type_at(signature, *at) };
                    let theirs = Of { arena: &c.arena, ty: type_at(&function.signature, *at) };
                    values_differ(&c.target, ours, theirs).is_some()
                };
                let at = parts.into_iter().find(differs)?;
                Some(match at {
                    Part::Parameter(number) => {
                        let label = &function.parameters[number];
                        format!("its parameter {} is `{}` in C", number + 1, label.ty)
                    }
                    Part::Whole | Part::Result => format!("its result is `{}` in C", function.result.ty),
                })
            })?;
            Some(Difference::new(at, format!("{name} points to another function, `{ty}` here: {why}")))
        }
        (LedTo::Value { arena, ty, label, is_borrow }, LeadsTo::Value { ty: their_type, label: their_label }) => {
            let (ours, theirs) = (Of { arena, ty: *ty }, Of { arena: &c.arena, ty: *their_type });
            if at == Part::Result && layouts::is_beginning(&c.target, ours, theirs) {
                return None;
            }
            let why = led_to_differs(&c.target, ours, theirs, *is_borrow);
            let what =
                |why: &str| format!("{name} leads to `{}` here and to `{}` in C: {why}", label.ty, their_label.ty);
            if let Some(why) = why {
                return Some(with_layouts(at, what(&why), label, their_label));
            }
            let are_records = [ours.element(), theirs.element()].iter().all(|of| of.get().as_record().is_some());
            if are_records { members_moved(at, &format!("what {name} leads to"), label, their_label) } else { None }
        }
        (LedTo::Function { .. } | LedTo::Value { .. }, LeadsTo::Function(_) | LeadsTo::Value { .. }) => None,
    }
}

/// Why what C writes and reads there is not what is there.
pub(super) fn led_to_differs(target: &Target, ours: Of<'_>, theirs: Of<'_>, is_borrow: bool) -> Option<String> {
    let (here, there) = (ours.element(), theirs.element());
    let is_scalar = |of: Of<'_>| matches!(of.get().form(), Form::Scalar(_));
    let is_one = here.ty == ours.ty && is_scalar(here);
    // Texts and buffers are bytes on both sides; a pointer among them is one too many or too few.
    if is_one
        && is_scalar(there)
        && (there.is_byte() || there.get() == Ty::Pointer)
        && !here.is_byte()
        && here.get() != there.get()
    {
        return Some("of these neither stands for the other".to_string());
    }
    if is_one && here.is_byte() && there.get() == Ty::Pointer {
        return Some("C's is a pointer".to_string());
    }
    let is_open = |of: Of<'_>| of.get() == Ty::Void || of.is_byte() || of.arena.layout(target, of.ty).size == 0;
    // A lone byte that is lent has room for nothing else; bytes in a row may be anything.
    if is_open(there) || is_open(here) && !(is_borrow && here.ty == ours.ty) {
        return None;
    }
    let size = |of: Of<'_>| of.arena.layout(target, of.ty).size;
    match (here.get().form(), there.get().form()) {
        (Form::Record(_), Form::Record(_)) => layouts::difference(target, here, there),
        // C counts elements where a structure or an array of them is lent, and the other way round.
        (Form::Record(_), Form::Scalar(_)) => {
            let inner = first_scalar(here)?;
            layouts::difference(target, inner, there)
        }
        (Form::Scalar(_), Form::Record(_)) if is_borrow && size(ours) < size(theirs) => {
            Some(format!("C's has {} bytes, and there is room for {}", size(theirs), size(ours)))
        }
        (Form::Scalar(_), Form::Record(_)) if is_one => Some("C's is a structure".to_string()),
        (Form::Scalar(_), Form::Record(_)) => None,
        (
            Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) | Form::Array(_) | Form::Record(_),
            Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) | Form::Array(_) | Form::Record(_),
        ) => layouts::difference(target, here, there),
    }
}

/// The scalar with which a structure begins.
fn first_scalar(of: Of<'_>) -> Option<Of<'_>> {
    match of.get().form() {
        Form::Record(record) => {
            let first = of.arena.record(record).fields.first()?;
            first_scalar(Of { ty: first.ty, ..of })
        }
        Form::Array(array) => first_scalar(Of { ty: array.element, ..of }),
        Form::Void => None,
        Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) => Some(of),
    }
}
