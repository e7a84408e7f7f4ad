//! Matching of arguments to parameters or fields: positional ones first, then named ones, each place once. Must not
//! know what is called; evaluation order is the order in which arguments are written.

use std::fmt::Display;
use std::ops::Range;

use hir::{Expression, ExpressionId, ItemId, List, Name};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Expectation, Inferrer};
use crate::classify::is_plain;
use crate::definition::Field;
use crate::display::display;
use crate::inference::Adjustment;
use crate::problem::Anchor;
use crate::problems;
use crate::signatures::Parameter;
use crate::substitute::Substitution;
use crate::ty::{Ty, TypeKind};

/// A place for an argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The name by which an argument may say it is for this place.
    pub(super) name: Option<Name>,
    /// The type required.
    pub(super) ty: Ty,
}

impl Slot {
    pub(super) fn from_parameter(parameter: &Parameter, with: &Substitution) -> Slot {
        Slot { name: Some(parameter.name), ty: with.apply(parameter.ty) }
    }

    pub(super) fn from_field(field: &Field, with: &Substitution) -> Slot {
        Slot { name: Some(field.name), ty: with.apply(field.ty) }
    }

    /// What a case carries has a name if one is written.
    pub(super) fn from_payload(part: &Field, with: &Substitution) -> Slot {
        Slot { name: Some(part.name).filter(|name| !name.is_empty()), ty: with.apply(part.ty) }
    }
}

/// Places by their names.
struct Places<'a> {
    slots: &'a [Slot],
    /// Of many places, made when the first is asked for.
    by_name: Option<FxHashMap<Name, usize>>,
}

impl<'a> Places<'a> {
    /// As many are looked through one by one.
    const FEW: usize = 16;

    fn new(slots: &'a [Slot]) -> Places<'a> {
        Places { slots, by_name: None }
    }

    /// The first place with a name.
    fn of(&mut self, name: Name) -> Option<usize> {
        let slots = self.slots;
        if slots.len() <= Places::FEW {
            return slots.iter().position(|slot| slot.name == Some(name));
        }
        let by_name = self.by_name.get_or_insert_with(|| {
            let named = slots.iter().enumerate().rev();
            named.filter_map(|(place, slot)| Some((slot.name?, place))).collect()
        });
        by_name.get(&name).copied()
    }
}

/// What arguments are passed to.
pub(super) struct Target<'a> {
    /// The call.
    pub(super) call: ExpressionId,
    /// The places; those before `first` are taken.
    pub(super) slots: &'a [Slot],
    /// The first place for written arguments: 1 where the receiver takes place 0.
    pub(super) first: usize,
    /// Whether more arguments may follow, as C's `...`.
    pub(super) variadic: bool,
    /// Whether C gets them, so that more becomes a pointer than elsewhere.
    pub(super) for_c: bool,
    /// How messages call it.
    pub(super) name: &'a dyn Display,
    /// Where it is declared.
    pub(super) declared: Anchor,
    /// Whether the places are fields.
    pub(super) constructs: bool,
    /// Whether places may be missing after a syntax error.
    pub(super) incomplete: bool,
    /// The type of the result, and what is expected of it: of a construction that tells its type arguments first, of others
    /// behind arguments that have a type of their own.
    pub(super) result: (Ty, Expectation),
}

/// Whether a type argument is an owned closure or `dyn`.
fn keeps_pairs(ty: Ty) -> bool {
    ty.as_named().is_some_and(|named| {
        let arguments = named.arguments.types();
        arguments.iter().any(|&argument| argument.is_pair() && argument.as_borrow().is_none() || keeps_pairs(argument))
    })
}

impl Inferrer<'_> {
    /// Passes arguments: adds them to the table, and gives how many they are. Arguments of calls inside of them stand
    /// behind them.
    pub(super) fn pass(&mut self, target: &Target<'_>, arguments: List) -> usize {
        let Target { slots, first, constructs, variadic, name: callee, declared, .. } = *target;
        let body = self.body;
        let arguments = body.arguments(arguments);
        let start = self.table.arguments.len();
        let reported = self.table.problems.len();
        let mut filled: SmallVec<[bool; 16]> = SmallVec::from_elem(false, slots.len());
        filled[..first].fill(true);
        let mut next = first;
        let mut excess = None;
        let mut named = false;
        let mut places = Places::new(slots);
        for argument in arguments {
            let place = match argument.name {
                Some(name) if target.incomplete => places.of(name),
                Some(name) => self.named_slot(argument.value, name, &mut places, callee, constructs),
                None if named => {
                    if self.table.problems.len() == reported {
                        self.report(problems::positional_after_named(self.at(argument.value)));
                    }
                    None
                }
                None => {
                    next += 1;
                    Some(next - 1)
                }
            };
            named |= argument.name.is_some();
            let Some(place) = place else { continue };
            if place >= slots.len() {
                if !variadic {
                    excess = excess.or(Some(argument.value));
                    continue;
                }
            } else if std::mem::replace(&mut filled[place], true) {
                let name = slots[place].name.map(Name::text).unwrap_or_default();
                self.report(problems::duplicate_argument(self.at(argument.value), &name));
                continue;
            }
            self.add_argument(argument.value, place as u32);
        }
        if target.incomplete {
            self.table.poisoned = true;
        } else if let Some(excess) = excess {
            let wanted = slots.len() - first;
            let problem = problems::too_many_arguments(self.at(excess), callee, wanted, arguments.len());
            self.report(problem.also(declared, "declared here"));
        }
        if self.table.problems.len() == reported && !target.incomplete {
            self.report_missing(target, &filled);
        }
        let count = self.table.arguments.len() - start;
        self.check_arguments(arguments, start, target);
        count
    }

    fn report_missing(&mut self, target: &Target<'_>, filled: &[bool]) {
        let &Target { call, slots, constructs, name: callee, declared, .. } = target;
        let missing: Vec<String> = slots
            .iter()
            .zip(filled)
            .filter(|(_, filled)| !**filled)
            .map(|(slot, _)| match slot.name {
                Some(name) => format!("`{}: {}`", name.text(), display(self.db, slot.ty)),
                None => format!("`{}`", display(self.db, slot.ty)),
            })
            .collect();
        if !missing.is_empty() {
            let problem = problems::missing_arguments(self.at(call), callee, constructs, &missing);
            self.report(problem.also(declared, "declared here"));
        }
    }

    /// Infers every written argument, in order: those that found a place against its type.
    fn check_arguments(&mut self, arguments: &[hir::Argument], start: usize, target: &Target<'_>) {
        let Target { slots, for_c, constructs, result: (result, expectation), .. } = *target;
        // An owned closure or `dyn` is made of what is passed, which therefore does not tell its type.
        let tells_first = constructs || expectation.ty().is_some_and(keeps_pairs);
        if tells_first {
            self.hint(result, expectation);
        }
        // What type arguments are is told by arguments with a type of their own first, then by what is expected of the result,
        // by what is built here, whose parts take what is expected of them, by literals, and by closures last.
        let is_told = slots.iter().any(|slot| self.has_variables(slot.ty));
        let end = self.table.arguments.len();
        if !is_told {
            self.hint(result, expectation);
            return self.check_arguments_if(arguments, start..end, slots, for_c, |_, _| true);
        }
        let is_literal = |this: &Self, value: ExpressionId| this.takes_type(value);
        let is_closure = |this: &Self, value: ExpressionId| this.is_closure_literal(value);
        let is_built = |this: &Self, value: ExpressionId| this.is_construction(value) && !is_literal(this, value);
        let is_plain = |this: &Self, value: ExpressionId| {
            !this.is_construction(value) && !is_literal(this, value) && !is_closure(this, value)
        };
        // What an operator makes of the result may be of another type than the result.
        let is_only_hoped = matches!(expectation, Expectation::Hoped(_));
        self.check_arguments_if(arguments, start..end, slots, for_c, is_plain);
        if !tells_first && !is_only_hoped {
            self.hint(result, expectation);
        }
        self.check_arguments_if(arguments, start..end, slots, for_c, is_built);
        if !tells_first && is_only_hoped {
            self.hint(result, expectation);
        }
        self.check_arguments_if(arguments, start..end, slots, for_c, is_literal);
        self.check_arguments_if(arguments, start..end, slots, for_c, is_closure);
    }

    fn check_arguments_if(
        &mut self,
        arguments: &[hir::Argument],
        table: Range<usize>,
        slots: &[Slot],
        for_c: bool,
        wanted: impl Fn(&Self, ExpressionId) -> bool,
    ) {
        let mut placed = table.start;
        for argument in arguments {
            let found = (placed < table.end).then(|| self.table.arguments[placed]);
            match found.filter(|found| found.expression == argument.value) {
                Some(found) => {
                    placed += 1;
                    if !wanted(self, argument.value) {
                        continue;
                    }
                    match slots.get(found.parameter as usize) {
                        Some(slot) if for_c => self.check_c_argument(argument.value, slot.ty),
                        Some(slot) => self.check(argument.value, slot.ty),
                        None => self.variadic_argument(argument.value),
                    }
                }
                None => {
                    if wanted(self, argument.value) {
                        self.infer(argument.value, Expectation::Any);
                    }
                }
            }
        }
    }

    /// The place that a named argument is for.
    fn named_slot(
        &mut self,
        value: ExpressionId,
        name: Name,
        places: &mut Places<'_>,
        callee: &dyn Display,
        constructs: bool,
    ) -> Option<usize> {
        let place = places.of(name);
        if place.is_none() {
            let known: Vec<Name> = places.slots.iter().filter_map(|slot| slot.name).collect();
            self.report(problems::unknown_argument(self.at(value), &name.text(), callee, noun(constructs), &known));
        }
        place
    }

    /// A union is made with one of its fields, named unless there is only one.
    pub(super) fn pass_union(&mut self, call: ExpressionId, arguments: List, slots: &[Slot], item: ItemId) -> usize {
        let body = self.body;
        let written = body.arguments(arguments);
        let name = item.name(self.db).text();
        let place = match written {
            [only] => match only.name {
                Some(field) => {
                    let mut places = Places::new(slots);
                    self.named_slot(only.value, field, &mut places, &format_args!("`{name}`"), true)
                }
                None if slots.len() == 1 => Some(0),
                None => {
                    self.report(problems::union_construction(self.at(only.value), &name, 1));
                    None
                }
            },
            _ => {
                self.report(problems::union_construction(self.at(call), &name, written.len()));
                None
            }
        };
        match (place, written) {
            (Some(place), [only]) => {
                self.add_argument(only.value, place as u32);
                self.check(only.value, slots[place].ty);
                1
            }
            (Some(_) | None, _) => {
                self.infer_arguments(arguments);
                0
            }
        }
    }

    /// An argument for C's `...`: a scalar, a pointer, a borrow as its address, or plain bits.
    fn variadic_argument(&mut self, value: ExpressionId) {
        let expectation = if self.fits_c_int(value) { Expectation::Value(Ty::I32) } else { Expectation::Any };
        let ty = self.infer(value, expectation);
        let ty = self.known_type(ty);
        if ty.is_error() || ty == Ty::NEVER {
            return;
        }
        // A lent string is used like it, and of that C would get the counted object.
        if ty.as_borrow().is_some() && ty.value_type() != Ty::STRING {
            self.adjust(value, Adjustment::Address);
            return;
        }
        let passable =
            ty != Ty::UNIT && is_plain(self.db, ty) && !matches!(ty.kind(), TypeKind::Array(..) | TypeKind::Tuple(_));
        if !passable {
            let mut problem = problems::variadic_argument(self.at(value), &display(self.db, ty));
            if ty.value_type() == Ty::STRING {
                problem = if matches!(self.expression(value), Expression::String(_)) {
                    problem.help("write it `c\"…\"`")
                } else {
                    problem.help("`.c_string()` gives the text to C")
                };
            }
            self.report(problem);
        }
    }
}

/// What a place for an argument is called.
fn noun(constructs: bool) -> &'static str {
    if constructs { "field" } else { "parameter" }
}
