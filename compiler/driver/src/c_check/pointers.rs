//! What pointers lead to on both sides, at any depth: through structures, other pointers and functions that they point to. Owns
//! which pointers may stand for which, and which promises of a borrow C keeps; what lies in memory alike, [`super::compare`]
//! says. It must not know where either side was read. Pairs wait in a row, so that no chain of types is too long.

use std::collections::VecDeque;

use abi::TypeArena;
use c::clang::Answer;
use c::clang::wire::{Callback, Kind, Prototype, Type, TypeIndex};
use c::declarations::Declarations;
use hir::ItemKind;
use rustc_hash::FxHashSet;
use source::Database;
use types::{EnumForm, Ty, TypeKind};

use super::compare::{led_to_differs, values_differ};
use super::layouts::{self, Of};
use super::{cases, members};

/// Types that lead to more pairs have no end.
const MOST_PAIRS: usize = 1 << 14;

/// A longer description of a place helps nobody.
const LONGEST_PLACE: usize = 120;

/// Who gives a value to whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Way {
    ToC,
    FromC,
}

impl Way {
    fn back(self) -> Way {
        match self {
            Way::ToC => Way::FromC,
            Way::FromC => Way::ToC,
        }
    }
}

/// How two types must be alike, besides what they lead to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Alike {
    /// That is known.
    Known,
    /// They travel alike.
    Passed,
    /// They lie in memory alike.
    Kept { is_lent: bool },
}

/// What is compared next.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    pub(super) ours: Ty,
    pub(super) theirs: TypeIndex,
    pub(super) way: Way,
    pub(super) alike: Alike,
}

/// A pointer of the program's.
#[derive(Clone, Copy)]
struct Pointer {
    to: Ty,
    held: Held,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Raw,
    Ref,
    Mut,
    /// Whoever has it ends what it leads to.
    Owner,
}

/// A comparison of one value after the other.
pub(super) struct Pointers<'a> {
    pub(super) db: &'a Database,
    pub(super) answer: &'a Answer,
    c: &'a Declarations,
    arena: TypeArena,
    /// Pairs that agree with all that they lead to.
    agreed: FxHashSet<Pair>,
    seen: FxHashSet<Pair>,
    waiting: VecDeque<(Pair, String)>,
}

/// The types lead on and on.
pub(super) struct Endless;

impl<'a> Pointers<'a> {
    pub(super) fn new(db: &'a Database, answer: &'a Answer, c: &'a Declarations) -> Pointers<'a> {
        let (agreed, seen, waiting) = (FxHashSet::default(), FxHashSet::default(), VecDeque::new());
        Pointers { db, answer, c, arena: TypeArena::new(), agreed, seen, waiting }
    }

    /// The first difference behind a value, whose own types are known to be alike; `place` is what messages call it.
    pub(super) fn difference(
        &mut self,
        ours: Ty,
        theirs: TypeIndex,
        way: Way,
        place: &str,
    ) -> Result<Option<String>, Endless> {
        self.seen.clear();
        self.waiting.clear();
        self.add(Pair { ours, theirs, way, alike: Alike::Known }, place.to_string());
        while let Some((pair, place)) = self.waiting.pop_front() {
            if self.seen.len() > MOST_PAIRS {
                return Err(Endless);
            }
            if let Some(difference) = self.of_pair(pair, &place) {
                return Ok(Some(difference));
            }
        }
        self.agreed.extend(self.seen.drain());
        Ok(None)
    }

    pub(super) fn add(&mut self, pair: Pair, place: String) {
        if !self.agreed.contains(&pair) && self.seen.insert(pair) {
            self.waiting.push_back((pair, place));
        }
    }

    pub(super) fn c_type(&self, index: TypeIndex) -> &'a Type {
        let mut ty = &self.answer.types[index as usize];
        while let Kind::Atomic(inner) = ty.kind {
            ty = &self.answer.types[inner as usize];
        }
        ty
    }

    fn of_pair(&mut self, pair: Pair, place: &str) -> Option<String> {
        let theirs = self.c_type(pair.theirs);
        if let Some(why) = self.layouts_differ(pair) {
            return Some(self.not_alike(place, pair.ours, theirs, &why));
        }
        match pair.ours.kind() {
            TypeKind::Bool if matches!(theirs.kind, Kind::Integer { .. } | Kind::Enumeration(_)) => {
                Some(self.not_alike(place, pair.ours, theirs, ": a `bool` is 0 or 1 in memory"))
            }
            TypeKind::Int(_) if theirs.kind == Kind::Bool => {
                Some(self.not_alike(place, pair.ours, theirs, ": in C only 0 and 1 may stand there"))
            }
            TypeKind::ExternFunction(parameters, result) => {
                let ours: Vec<Ty> = parameters.types().iter().copied().collect();
                self.function(pair, &ours, result, theirs, place)
            }
            TypeKind::Ref(_) | TypeKind::Mut(_) if pair.ours.is_wide() => None,
            TypeKind::Ref(Ty::STRING) | TypeKind::String => self.text(pair.ours, theirs, place),
            TypeKind::Pointer(to) => self.pointer(pair, Pointer { to, held: Held::Raw }, theirs, place),
            TypeKind::Ref(to) => self.pointer(pair, Pointer { to: self.object(to), held: Held::Ref }, theirs, place),
            TypeKind::Mut(to) => self.pointer(pair, Pointer { to: self.object(to), held: Held::Mut }, theirs, place),
            TypeKind::Named(named) if types::is_object_pointer(self.db, pair.ours) => {
                self.pointer(pair, Pointer { to: Ty::object(named), held: Held::Owner }, theirs, place)
            }
            TypeKind::Named(_) => match types::scalar_enum(self.db, pair.ours) {
                Some(enumeration) => match enumeration.form {
                    EnumForm::Integer(_) => cases::difference(enumeration, theirs, self.answer, pair.way)
                        .map(|why| self.not_alike(place, pair.ours, theirs, &why)),
                    EnumForm::Nullable { .. } | EnumForm::Tagged(_) => {
                        let inside = enumeration.payloads.first()?.ty;
                        self.add(Pair { ours: inside, alike: Alike::Known, ..pair }, place.to_string());
                        None
                    }
                },
                None => {
                    members::add(self, pair, theirs, place).map(|why| self.not_alike(place, pair.ours, theirs, &why))
                }
            },
            TypeKind::Object(_) | TypeKind::Tuple(_) => {
                members::add(self, pair, theirs, place).map(|why| self.not_alike(place, pair.ours, theirs, &why))
            }
            TypeKind::Array(ours, _) => {
                if let Kind::Array { element, .. } = theirs.kind {
                    self.add(Pair { ours, theirs: element, alike: Alike::Known, ..pair }, place.to_string());
                }
                None
            }
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Parameter(..)
            | TypeKind::Variable(_)
            | TypeKind::Slice(_)
            | TypeKind::Closure(..)
            | TypeKind::Dyn(..) => None,
        }
    }

    /// A borrow of a heap type is the object's own pointer.
    fn object(&self, ty: Ty) -> Ty {
        match ty.as_named() {
            Some(named) if types::is_heap(self.db, ty) => Ty::object(named),
            Some(_) | None => ty,
        }
    }

    fn not_alike(&self, place: &str, ours: Ty, theirs: &Type, why: &str) -> String {
        format!("{place} is `{}` here and `{}` in C{why}", types::display(self.db, ours), theirs.name)
    }

    fn layouts_differ(&mut self, pair: Pair) -> Option<String> {
        let theirs = (*self.c.types.get(pair.theirs as usize)?)?;
        let ours = match pair.ours.kind() {
            TypeKind::Object(named) => types::object_type(self.db, named, &mut self.arena),
            _ if pair.alike == Alike::Known => return None,
            _ => types::abi_type(self.db, pair.ours, &mut self.arena),
        };
        let (ours, theirs) = (Of { arena: &self.arena, ty: ours }, Of { arena: &self.c.arena, ty: theirs });
        let target = &self.c.target;
        match pair.alike {
            Alike::Known => None,
            Alike::Passed => values_differ(target, ours, theirs),
            Alike::Kept { is_lent: false } if layouts::is_beginning(target, ours, theirs) => None,
            Alike::Kept { is_lent } => led_to_differs(target, ours, theirs, is_lent).map(|why| format!(": {why}")),
        }
    }

    /// `String` is the address of its object, not of its bytes.
    fn text(&self, ours: Ty, theirs: &Type, place: &str) -> Option<String> {
        let Kind::Pointer { callback, pointee } = &theirs.kind else { return None };
        let begins_alike = |index: TypeIndex| match &self.c_type(index).kind {
            Kind::Void | Kind::Incomplete => true,
            Kind::Record(record) => {
                let fields = &self.answer.records[*record as usize].fields;
                let is_count = |number: usize| {
                    fields.get(number).is_some_and(|field| {
                        let ty = self.c_type(field.ty);
                        ty.size == Some(8) && matches!(ty.kind, Kind::Integer { .. })
                    })
                };
                is_count(0) && is_count(1)
            }
            Kind::Bool
            | Kind::Integer { .. }
            | Kind::BitInt { .. }
            | Kind::Float(_)
            | Kind::Pointer { .. }
            | Kind::Complex(_)
            | Kind::Vector { .. }
            | Kind::Array { .. }
            | Kind::Enumeration(_)
            | Kind::Atomic(_)
            | Kind::Function
            | Kind::Unknown => false,
        };
        let is_right = callback.is_none() && pointee.is_none_or(begins_alike);
        let why = ": it leads to a count and a length, behind which the text stands; C's texts are `Pointer[u8]`";
        (!is_right).then(|| self.not_alike(place, ours, theirs, why))
    }

    fn pointer(&mut self, pair: Pair, pointer: Pointer, theirs: &'a Type, place: &str) -> Option<String> {
        let is_untyped = pointer.held == Held::Raw && pointer.to == Ty::UNIT;
        match &theirs.kind {
            Kind::Pointer { callback: Some(_), .. } if !is_untyped => {
                let why = ": C's points to a function (`extern fn (…)`, `Pointer[()]`), and this to data";
                Some(self.not_alike(place, pair.ours, theirs, why))
            }
            Kind::Pointer { callback: None, pointee: Some(pointee) } => {
                self.aim(pair, pointer, *pointee, theirs, place)
            }
            Kind::Record(record) => self.one_of(pair, pointer, *record, theirs, place),
            // Another kind lies in memory otherwise, which was looked at.
            _ => None,
        }
    }

    /// A union that is passed as its members are (`transparent_union`) takes what one of them takes. Of structures behind them
    /// C promises nothing: which one it is, another parameter tells.
    fn one_of(&self, pair: Pair, pointer: Pointer, record: u32, theirs: &Type, place: &str) -> Option<String> {
        let fields = &self.answer.records[record as usize].fields;
        let takes = |member: TypeIndex| match &self.c_type(member).kind {
            Kind::Pointer { callback: None, pointee: Some(aim) } => {
                let is_record = matches!(self.c_type(*aim).kind, Kind::Record(_) | Kind::Incomplete);
                let is_anything = self.is_unknown(pointer.to) || is_byte(pointer.to) || self.is_compound(pointer.to);
                let is_const = self.answer.types[*aim as usize].is_const;
                (!is_record || is_anything) && self.promise(pointer, is_const, pair.way).is_none()
            }
            Kind::Pointer { callback: Some(_), .. } => pointer.held == Held::Raw && pointer.to == Ty::UNIT,
            _ => true,
        };
        let is_right = fields.is_empty() || fields.iter().any(|field| takes(field.ty));
        (!is_right).then(|| self.not_alike(place, pair.ours, theirs, ": it is none of the union's members"))
    }

    /// Whether only C knows what it is, or the program does not say it.
    fn is_unknown(&self, ty: Ty) -> bool {
        ty == Ty::UNIT || ty.as_item().is_some_and(|item| item.kind(self.db) == ItemKind::OpaqueType)
    }

    fn aim(
        &mut self,
        pair: Pair,
        pointer: Pointer,
        pointee: TypeIndex,
        theirs: &'a Type,
        place: &str,
    ) -> Option<String> {
        let (mut to, mut aim) = (pointer.to, pointee);
        let is_const = self.answer.types[aim as usize].is_const;
        if !self.is_unknown(to)
            && let Some(why) = self.promise(pointer, is_const, pair.way)
        {
            return Some(self.not_alike(place, pair.ours, theirs, why));
        }
        let mut is_in_row = false;
        while let TypeKind::Array(element, _) | TypeKind::Slice(element) = to.kind() {
            (to, is_in_row) = (element, true);
        }
        while let Kind::Array { element, .. } = self.c_type(aim).kind {
            aim = element;
        }
        let kind = &self.c_type(aim).kind;
        let is_record = matches!(kind, Kind::Record(_) | Kind::Incomplete);
        if pointer.held == Held::Owner && !is_record && *kind != Kind::Void {
            let why = ": it owns an object with a layout of its own, which C's is not";
            return Some(self.not_alike(place, pair.ours, theirs, why));
        }
        let is_bytes =
            matches!(to.kind(), TypeKind::Int(kind) if kind.bits() == 8) && (pointer.held == Held::Raw || is_in_row);
        match kind {
            Kind::Void => None,
            _ if to == Ty::UNIT || is_record && self.is_unknown(to) => None,
            _ if self.is_unknown(to) => {
                let why = ": C says what that leads to, and it is no structure";
                Some(self.not_alike(place, pair.ours, theirs, why))
            }
            Kind::Pointer { .. } if is_in_row && is_bytes => None,
            Kind::Pointer { .. } => self.behind(pair, pointer, to, aim, place),
            _ if is_bytes => None,
            Kind::Incomplete if self.is_compound(to) => None,
            Kind::Incomplete => {
                let why = ": C does not say what that is (`Pointer[()]`, or a `type` in `extern { … }`)";
                Some(self.not_alike(place, pair.ours, theirs, why))
            }
            // An array stands for as many of C's as it has room for, which was looked at.
            Kind::Record(_) if is_in_row && !self.is_compound(to) => None,
            _ => self.behind(pair, pointer, to, aim, place),
        }
    }

    fn behind(&mut self, pair: Pair, pointer: Pointer, to: Ty, aim: TypeIndex, place: &str) -> Option<String> {
        let is_lent = matches!(pointer.held, Held::Ref | Held::Mut);
        let pair = Pair { ours: to, theirs: aim, alike: Alike::Kept { is_lent }, ..pair };
        self.add(pair, behind("what", place, "leads to"));
        None
    }

    pub(super) fn is_compound(&self, ty: Ty) -> bool {
        match ty.kind() {
            TypeKind::Object(_) | TypeKind::Tuple(_) | TypeKind::Closure(..) | TypeKind::Dyn(..) => true,
            TypeKind::Named(_) => !types::is_object_pointer(self.db, ty) && types::scalar_enum(self.db, ty).is_none(),
            TypeKind::Ref(_) | TypeKind::Mut(_) => ty.is_wide(),
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String
            | TypeKind::Parameter(..)
            | TypeKind::Variable(_)
            | TypeKind::Pointer(_)
            | TypeKind::Array(..)
            | TypeKind::Slice(_)
            | TypeKind::ExternFunction(..) => false,
        }
    }

    /// What a borrow promises to the optimiser and C does not keep.
    fn promise(&self, pointer: Pointer, is_const: bool, way: Way) -> Option<&'static str> {
        match (pointer.held, way) {
            (Held::Ref, Way::ToC) if !is_const && !types::holds_changing(self.db, pointer.to) => {
                Some(": what is lent by `ref` is written by nobody, and C may write there (`mut`, `Pointer[…]`)")
            }
            (Held::Mut, Way::FromC) if is_const => {
                Some(": what is lent by `mut` may be written, and C's is `const` (`ref`, `Pointer[…]`)")
            }
            (Held::Ref | Held::Mut | Held::Raw | Held::Owner, Way::ToC | Way::FromC) => None,
        }
    }

    fn function(&mut self, pair: Pair, ours: &[Ty], result: Ty, theirs: &'a Type, place: &str) -> Option<String> {
        let callback = match &theirs.kind {
            Kind::Pointer { callback: Some(callback), .. } => callback,
            Kind::Pointer { callback: None, pointee: Some(_) } => {
                let why = ": C's points to data (`Pointer[…]`), and this to a function";
                return Some(self.not_alike(place, pair.ours, theirs, why));
            }
            Kind::Record(record) => {
                let fields = &self.answer.records[*record as usize].fields;
                let is_function =
                    |member: TypeIndex| matches!(self.c_type(member).kind, Kind::Pointer { callback: Some(_), .. });
                let is_right = fields.is_empty() || fields.iter().any(|field| is_function(field.ty));
                let why = ": none of the union's members is a function";
                return (!is_right).then(|| self.not_alike(place, pair.ours, theirs, why));
            }
            // Another kind lies in memory otherwise, which was looked at.
            _ => return None,
        };
        if let Some(why) = list_differs(ours.len(), callback) {
            return Some(self.not_alike(place, pair.ours, theirs, &why));
        }
        let whose = behind("the function that", place, "points to");
        if callback.prototype == Prototype::Fixed {
            for (number, (ours, theirs)) in ours.iter().zip(&callback.params).enumerate() {
                let pair = Pair { ours: *ours, theirs: *theirs, way: pair.way.back(), alike: Alike::Passed };
                self.add(pair, format!("parameter {} of {whose}", number + 1));
            }
        }
        let result = Pair { ours: result, theirs: callback.result, way: pair.way, alike: Alike::Passed };
        self.add(result, format!("the result of {whose}"));
        None
    }
}

fn is_byte(ty: Ty) -> bool {
    matches!(ty.kind(), TypeKind::Int(kind) if kind.bits() == 8)
}

fn list_differs(ours: usize, theirs: &Callback) -> Option<String> {
    let there = theirs.params.len();
    match theirs.prototype {
        _ if !theirs.is_called_as_c => Some(": C's is called by another convention".to_string()),
        Prototype::Missing => None,
        Prototype::Variadic => Some(": C's takes more arguments (`...`)".to_string()),
        Prototype::Fixed => (ours != there).then(|| format!(": it takes {ours} parameters here and {there} in C")),
    }
}

fn behind(before: &str, place: &str, after: &str) -> String {
    let place = if place.len() > LONGEST_PLACE { "that" } else { place };
    format!("{before} {place} {after}")
}
