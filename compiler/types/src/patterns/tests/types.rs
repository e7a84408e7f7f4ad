//! A table of types for tests, and short words for patterns of them.

use abi::{FloatKind, IntKind};

use super::super::{Arm, Constructor, Number, NumberRange, PatternId, Patterns, Shape, Shapes};

pub(super) type TypeId = usize;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Type {
    /// Cases with their parts.
    Enum(Vec<(String, Vec<TypeId>)>),
    Record(String, Vec<TypeId>),
    Tuple(Vec<TypeId>),
    Array(u64, TypeId),
    Slice(TypeId),
    Bool,
    Integer(IntKind),
    Float(FloatKind),
    Text,
    Other,
}

#[derive(Default, Debug)]
pub(super) struct Types {
    pub(super) all: Vec<Type>,
}

impl Types {
    pub(super) fn add(&mut self, ty: Type) -> TypeId {
        self.all.push(ty);
        self.all.len() - 1
    }

    /// An enum with cases of these names and parts.
    pub(super) fn enumeration(&mut self, cases: &[(&str, &[TypeId])]) -> TypeId {
        self.add(Type::Enum(cases.iter().map(|(name, parts)| (name.to_string(), parts.to_vec())).collect()))
    }

    /// An enum of so many cases without parts.
    pub(super) fn plain_enumeration(&mut self, cases: usize) -> TypeId {
        self.add(Type::Enum((0..cases).map(|case| (format!("C{case}"), Vec::new())).collect()))
    }

    fn parts(&self, ty: TypeId, case: u32) -> &[TypeId] {
        match &self.all[ty] {
            Type::Enum(cases) => &cases[case as usize].1,
            Type::Record(_, parts) | Type::Tuple(parts) => parts,
            other => panic!("{other:?} has no parts"),
        }
    }
}

impl Shapes for Types {
    type Type = TypeId;

    fn shape(&self, ty: TypeId) -> Shape {
        match &self.all[ty] {
            Type::Enum(cases) => Shape::Enum { cases: cases.len() as u32 },
            Type::Record(..) => Shape::Record,
            Type::Tuple(_) => Shape::Tuple,
            Type::Array(length, _) => Shape::Array { length: *length },
            Type::Slice(_) => Shape::Slice,
            Type::Bool => Shape::Bool,
            Type::Integer(kind) => Shape::Integer(*kind),
            Type::Float(kind) => Shape::Float(*kind),
            Type::Text => Shape::Text,
            Type::Other => Shape::Other,
        }
    }

    fn part_count(&self, ty: TypeId, case: u32) -> u32 {
        self.parts(ty, case).len() as u32
    }

    fn part(&self, ty: TypeId, case: u32, part: u32) -> TypeId {
        self.parts(ty, case)[part as usize]
    }

    fn element(&self, ty: TypeId) -> TypeId {
        match &self.all[ty] {
            Type::Array(_, element) | Type::Slice(element) => *element,
            other => panic!("{other:?} has no elements"),
        }
    }

    fn name(&self, ty: TypeId, case: u32) -> String {
        match &self.all[ty] {
            Type::Enum(cases) => cases[case as usize].0.clone(),
            Type::Record(name, _) => name.clone(),
            other => panic!("{other:?} has no name"),
        }
    }
}

impl Patterns {
    /// A constructor with patterns of its first parts.
    pub(super) fn with(&mut self, constructor: Constructor, parts: &[PatternId]) -> PatternId {
        let parts: Vec<(u32, PatternId)> = (0..).zip(parts.iter().copied()).collect();
        self.constructor(constructor, &parts)
    }

    pub(super) fn case(&mut self, case: u32, parts: &[PatternId]) -> PatternId {
        self.with(Constructor::Case(case), parts)
    }

    pub(super) fn single(&mut self, parts: &[PatternId]) -> PatternId {
        self.with(Constructor::Single, parts)
    }

    pub(super) fn boolean(&mut self, value: bool) -> PatternId {
        self.with(Constructor::Bool(value), &[])
    }

    pub(super) fn integers(&mut self, kind: IntKind, first: i128, last: i128) -> PatternId {
        let [first, last] = [first, last].map(|value| Number::integer(kind, value as u128));
        self.with(Constructor::Range(NumberRange::inclusive(first, last)), &[])
    }

    pub(super) fn literal(&mut self, text: &str) -> PatternId {
        let id = self.text_id(text);
        self.with(Constructor::Text(id), &[])
    }

    /// Elements with a `..` between those of the front and those of the back.
    pub(super) fn elements(&mut self, front: &[PatternId], back: Option<&[PatternId]>) -> PatternId {
        let constructor = Constructor::Elements {
            front: front.len() as u32,
            back: back.map_or(0, |back| back.len() as u32),
            has_rest: back.is_some(),
        };
        self.with(constructor, &[front, back.unwrap_or(&[])].concat())
    }
}

pub(super) fn arm(pattern: PatternId) -> Arm {
    Arm { pattern, has_guard: false }
}

pub(super) fn guarded(pattern: PatternId) -> Arm {
    Arm { pattern, has_guard: true }
}
