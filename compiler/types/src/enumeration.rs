//! Enums: their cases, what these carry, and how a value tells which case it is. Owns the reading of a `type enum`; must
//! not know layouts.

use std::ops::Range;

use abi::IntKind;
use hir::{Case as WrittenCase, ConstantExpression, Name, TypeReferenceId};
use rustc_hash::FxHashMap;
use source::Db;

use crate::classify::{holds_written_borrow, is_object_pointer};
use crate::definition::{DefinitionKind, Field};
use crate::display::display;
use crate::evaluate::head_integer;
use crate::head::Head;
use crate::problem::Anchor;
use crate::problems;
use crate::resolve::{Position, Written, resolve};
use crate::ty::{Ty, TypeKind};

/// What an enum is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The cases in order.
    pub cases: Vec<Case>,
    /// What the cases carry, case after case; the name is empty where none is written.
    pub payloads: Vec<Field>,
    /// How a value tells its case. Of a declaration with type parameters this says nothing: it may depend on them.
    pub form: EnumForm,
    /// Whether the integer type is written.
    has_integer: bool,
}

/// A case of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name.
    pub name: Name,
    /// The first of its payloads.
    first: u32,
    /// How many it has.
    count: u32,
    /// What the tag is: its bits extended to 128 by the sign of its type.
    pub tag: u128,
}

/// How a value tells its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnumForm {
    /// It is its tag, of this type: no case carries anything, and it does not live on the heap.
    Integer(IntKind),
    /// A tag of this type stands before what the cases carry.
    Tagged(IntKind),
    /// It is the pointer that the other case carries, or null for this one.
    Nullable {
        /// The case that is null.
        empty: u32,
    },
}

impl Enumeration {
    /// The numbers of what a case carries.
    pub fn parts(&self, case: u32) -> Range<u32> {
        self.cases.get(case as usize).map_or(0..0, |case| case.first..case.first + case.count)
    }

    /// What a case carries.
    pub fn payload(&self, case: u32) -> &[Field] {
        let parts = self.parts(case);
        &self.payloads[parts.start as usize..parts.end as usize]
    }

    /// The case that carries something.
    pub fn case_of(&self, part: u32) -> u32 {
        self.cases.partition_point(|case| case.first + case.count <= part) as u32
    }

    /// The case with a name.
    pub fn case_named(&self, name: Name) -> Option<u32> {
        self.cases.iter().position(|case| case.name == name).map(|index| index as u32)
    }

    /// Decides how a value tells its case, of an enum whose declaration names no integer type: what the cases carry says so.
    pub(crate) fn choose_form(&mut self, db: &dyn Db, kind: DefinitionKind) {
        if self.has_integer {
            return;
        }
        let tag = smallest_tag(self.cases.len());
        self.form = match (&self.cases[..], &self.payloads[..]) {
            (_, []) if kind == DefinitionKind::Heap => EnumForm::Tagged(tag),
            (_, []) => EnumForm::Integer(tag),
            ([first, _], [only]) if is_never_null(db, only.ty) => {
                EnumForm::Nullable { empty: u32::from(first.count > 0) }
            }
            _ => EnumForm::Tagged(tag),
        };
    }

    /// The type of the numbers that tell cases apart: of the tag, or of what stands for it where a null pointer does. So it
    /// is the same for all type arguments.
    pub fn tag(&self) -> IntKind {
        match self.form {
            EnumForm::Integer(kind) | EnumForm::Tagged(kind) => kind,
            EnumForm::Nullable { .. } => smallest_tag(self.cases.len()),
        }
    }

    /// Whether several cases carry something, in the same memory.
    pub fn overlaps(&self) -> bool {
        self.cases.iter().filter(|case| case.count > 0).count() > 1
    }

    /// Whether some case carries something.
    pub fn has_payloads(&self) -> bool {
        self.cases.iter().any(|case| case.count > 0)
    }
}

/// Reads the cases of an enum of a form.
pub(crate) fn read(
    head: &mut Head<'_>,
    kind: DefinitionKind,
    written: &[WrittenCase],
    representation: Option<TypeReferenceId>,
) -> Enumeration {
    let mut cases = Vec::with_capacity(written.len());
    let mut payloads = Vec::new();
    for (number, case) in (0..).zip(written) {
        let first = payloads.len() as u32;
        for parameter in &case.payload {
            let ty = resolve(head, parameter.type_reference, Position::Value);
            let name = parameter.name.unwrap_or_else(|| Name::new(""));
            if kind != DefinitionKind::View && holds_written_borrow(head.db(), ty) {
                let at = Anchor::HeadType(parameter.type_reference);
                let (what, shown) = (format!("the case `{}`", case.name.text()), display(head.db(), ty));
                head.report(problems::borrow_in_field(at, &what, &shown));
            }
            payloads.push(Field { name, ty, public: true });
        }
        let text = case.name.text();
        if text.chars().next().is_some_and(char::is_lowercase) {
            head.report(problems::case_name(Anchor::Case(number), &text));
        }
        cases.push(Case { name: case.name, first, count: payloads.len() as u32 - first, tag: u128::from(number) });
    }
    let mut enumeration = Enumeration {
        cases,
        payloads,
        form: EnumForm::Tagged(smallest_tag(written.len())),
        has_integer: representation.is_some(),
    };
    match representation {
        Some(representation) => with_integer(head, &mut enumeration, written, representation),
        None => {
            if let Some(number) = written.iter().position(|case| case.value.is_some()) {
                let case = &written[number];
                head.report(problems::case_value_without_type(Anchor::Case(number as u32), &case.name.text()));
            }
            enumeration.choose_form(head.db(), kind);
        }
    }
    enumeration
}

/// The smallest unsigned type that so many cases fit into.
fn smallest_tag(cases: usize) -> IntKind {
    match cases {
        0..=0x100 => IntKind::U8,
        0x101..=0x1_0000 => IntKind::U16,
        _ => IntKind::U32,
    }
}

/// Whether a value is a pointer, or begins with one, that is never null.
fn is_never_null(db: &dyn Db, ty: Ty) -> bool {
    match ty.kind() {
        TypeKind::String
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::ExternFunction(..)
        | TypeKind::Closure(..)
        | TypeKind::Dyn(..) => true,
        TypeKind::Named(_) => is_object_pointer(db, ty),
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Parameter(..)
        | TypeKind::Variable(_)
        | TypeKind::Object(_)
        | TypeKind::Pointer(_)
        | TypeKind::Tuple(_)
        | TypeKind::Slice(_)
        | TypeKind::Array(..) => false,
    }
}

/// `type copy enum Mode: i32 { case Read = 0 }`: a case without a value is one more than the one before, as in C.
fn with_integer(
    head: &mut Head<'_>,
    enumeration: &mut Enumeration,
    written: &[WrittenCase],
    representation: TypeReferenceId,
) {
    let at = Anchor::HeadType(representation);
    let ty = resolve(head, representation, Position::Value);
    let Some(kind) = ty.int_kind() else {
        if !ty.is_error() {
            let shown = display(head.db(), ty);
            head.report(problems::enum_layout(at, &format!("`{shown}` is no integer type")));
        }
        return;
    };
    if let Some(number) = enumeration.cases.iter().position(|case| case.count > 0) {
        let name = enumeration.cases[number].name.text();
        head.report(problems::enum_with_payload(Anchor::Case(number as u32), &name, &display(head.db(), ty)));
        return;
    }
    let mut seen: FxHashMap<u128, usize> = FxHashMap::default();
    let mut next = 0;
    for (number, case) in written.iter().enumerate() {
        let at = Anchor::Case(number as u32);
        let value = match case.value {
            Some(value) => match integer(head, at, value) {
                Some(value) => value,
                None => return,
            },
            None => next,
        };
        let is_negative = kind != IntKind::U128 && (value as i128) < 0;
        let magnitude = if is_negative { value.wrapping_neg() } else { value };
        if !kind.fits(magnitude, is_negative) {
            let shown = if is_negative { (value as i128).to_string() } else { value.to_string() };
            head.report(problems::case_value_too_large(at, &case.name.text(), &shown, &display(head.db(), ty)));
            return;
        }
        if let Some(before) = seen.insert(value, number) {
            let (name, other) = (case.name.text(), written[before].name.text());
            let problem = problems::case_value_twice(at, &name, &other);
            head.report(problem.also(Anchor::Case(before as u32), "first here"));
        }
        enumeration.cases[number].tag = value;
        next = value.wrapping_add(1);
    }
    enumeration.form = EnumForm::Integer(kind);
}

/// The value of a case, its bits extended by its sign.
fn integer(head: &mut Head<'_>, at: Anchor, value: ConstantExpression) -> Option<u128> {
    match value {
        ConstantExpression::Missing | ConstantExpression::Expression(_) => None,
        ConstantExpression::Integer(value) => Some(u128::from(value)),
        ConstantExpression::Anonymous(nth) => match head_integer(head.db(), head.item(), nth) {
            Ok(value) => Some(value),
            Err(problem) => {
                head.problems.extend(problem.map(|text| problems::case_value(at, &text)));
                None
            }
        },
    }
}
