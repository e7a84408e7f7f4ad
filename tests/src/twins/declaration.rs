//! The types of a program: enums of all storages and forms, structures, and what they are made of.

use super::Generator;
use super::texts::{Both, Texts};

/// A type.
#[derive(Clone, PartialEq)]
pub(super) enum Type {
    I64,
    U8,
    Bool,
    Text,
    Pair(Box<(Type, Type)>),
    /// Of two elements.
    Array(Box<Type>),
    /// The n-th declaration.
    Named(usize),
}

/// Where values of a declared type live.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::twins) enum Storage {
    Heap,
    Inline,
    Copy,
}

/// A declared type.
#[derive(Clone)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) storage: Storage,
    pub(super) shape: Shape,
}

/// What a declared type is made of.
#[derive(Clone)]
pub(super) enum Shape {
    /// Fields with names.
    Record(Vec<(String, Type)>),
    /// Cases with what they carry.
    Enum(Vec<(String, Vec<Type>)>),
}

impl Generator {
    /// Declares some types, each made of those before it; enums on the heap also of themselves.
    pub(super) fn declare(&mut self, texts: &mut Texts) {
        for number in 0..self.random.usize(3..7) {
            let storage = [Storage::Heap, Storage::Inline, Storage::Inline, Storage::Copy][self.random.usize(0..4)];
            let is_record = self.happens(25);
            let shape = if is_record { self.record(storage) } else { self.enumeration(number, storage) };
            self.types.push(Declaration { name: format!("T{number}"), storage, shape });
            self.write(number, texts);
        }
    }

    fn record(&mut self, storage: Storage) -> Shape {
        let count = self.random.usize(1..4);
        Shape::Record((0..count).map(|field| (format!("a{field}"), self.part(2, storage, None))).collect())
    }

    fn enumeration(&mut self, number: usize, storage: Storage) -> Shape {
        if storage != Storage::Copy && self.happens(25) {
            let mut cases = vec![(format!("A{number}"), Vec::new()), (format!("B{number}"), vec![self.never_null()])];
            if self.random.bool() {
                cases.reverse();
            }
            return Shape::Enum(cases);
        }
        let mut cases = Vec::new();
        for case in 0..self.random.usize(1..6) {
            // The first case ends what would go on for ever.
            let itself = (storage == Storage::Heap && case > 0).then_some(number);
            let count = [0, 0, 1, 1, 2, 3][self.random.usize(0..6)];
            let carried = (0..count).map(|_| self.part(2, storage, itself)).collect();
            cases.push((format!("{}{number}", ["A", "B", "C", "D", "E"][case]), carried));
        }
        Shape::Enum(cases)
    }

    /// A type whose values are pointers that are never null.
    fn never_null(&mut self) -> Type {
        let on_heap = self.types.iter().position(|declared| declared.storage == Storage::Heap);
        match on_heap {
            Some(number) if self.random.bool() => Type::Named(number),
            Some(_) | None => Type::Text,
        }
    }

    fn part(&mut self, depth: u32, around: Storage, itself: Option<usize>) -> Type {
        let is_plain = around == Storage::Copy;
        match self.random.u32(0..100) {
            choice if depth == 0 || choice < 50 => match self.random.u32(0..5) {
                0 => Type::I64,
                1 => Type::U8,
                2 => Type::Bool,
                _ if is_plain => Type::I64,
                _ => Type::Text,
            },
            50..60 => {
                Type::Pair(Box::new((self.part(depth - 1, around, itself), self.part(depth - 1, around, itself))))
            }
            60..68 => Type::Array(Box::new(self.part(depth - 1, around, itself))),
            _ => {
                let fits = |declared: &Declaration| !is_plain || declared.storage == Storage::Copy;
                let known = (0..self.types.len()).filter(|number| fits(&self.types[*number])).chain(itself);
                let known: Vec<usize> = known.collect();
                match known.len() {
                    0 => Type::I64,
                    count => Type::Named(known[self.random.usize(0..count)]),
                }
            }
        }
    }

    /// A type as it is written.
    pub(super) fn written(&self, ty: &Type) -> Both {
        match ty {
            Type::I64 => Both::same("i64"),
            Type::U8 => Both::same("u8"),
            Type::Bool => Both::same("bool"),
            Type::Text => Both::same("String"),
            Type::Pair(parts) => Both::in_brackets(&[self.written(&parts.0), self.written(&parts.1)]),
            Type::Array(element) => {
                let element = self.written(element);
                Both::new(format!("[{}; 2]", element.language), format!("[{}; 2]", element.rust))
            }
            Type::Named(number) => {
                let declared = &self.types[*number];
                match declared.storage {
                    Storage::Heap => Both::new(&declared.name, format!("Box<{}>", declared.name)),
                    Storage::Inline | Storage::Copy => Both::same(&declared.name),
                }
            }
        }
    }

    fn write(&self, number: usize, texts: &mut Texts) {
        let Declaration { name, storage, shape } = &self.types[number];
        let (word, derived) = match storage {
            Storage::Heap => ("", "Clone"),
            Storage::Inline => ("inline ", "Clone"),
            Storage::Copy => ("copy ", "Clone, Copy"),
        };
        match shape {
            Shape::Record(fields) => {
                let written = |(field, ty): &(String, Type)| {
                    let ty = self.written(ty);
                    Both::new(format!("let @{field}: {}", ty.language), format!("{field}: {}", ty.rust))
                };
                let fields: Vec<Both> = fields.iter().map(written).collect();
                let language: Vec<&str> = fields.iter().map(|field| field.language.as_str()).collect();
                texts.language(&format!("type {word}{name} {{ {} }}", language.join("  ")));
                texts.rust(&format!("#[derive({derived})]\nstruct {name} {{ {} }}", Both::listed(&fields).rust));
            }
            Shape::Enum(cases) => {
                let written = |(case, carried): &(String, Vec<Type>)| {
                    let carried: Vec<Both> = carried.iter().map(|ty| self.written(ty)).collect();
                    let carried = Both::in_brackets(&carried);
                    Both::new(format!("case {case}{}", carried.language), format!("{case}{}", carried.rust))
                };
                let cases: Vec<Both> = cases.iter().map(written).collect();
                let language: Vec<&str> = cases.iter().map(|case| case.language.as_str()).collect();
                texts.language(&format!("type {word}enum {name} {{ {} }}", language.join("  ")));
                texts.rust(&format!("#[derive({derived})]\nenum {name} {{ {} }}", Both::listed(&cases).rust));
            }
        }
    }
}
