//! Random types, and the structs, unions and aliases of a program.

use super::super::ast::{Alias, IntType, StructKind, Structure, Type};
use super::Generator;

/// Numbers of fields that use up registers in many ways.
const MANY_FIELDS: usize = 9;

impl Generator {
    pub(super) fn integer_type(&mut self) -> IntType {
        if self.chance(25) {
            return IntType::I64;
        }
        let bits = [8, 16, 32, 64, 128][self.below(5)];
        IntType { bits, signed: self.rng.bool() }
    }

    pub(super) fn scalar(&mut self) -> Type {
        match self.below(10) {
            0 => Type::Bool,
            1 => Type::F32,
            2 | 3 => Type::F64,
            _ => Type::Int(self.integer_type()),
        }
    }

    /// A type of values; `plain` ones have no owner and no text.
    pub(super) fn value_type(&mut self, depth: u32, plain: bool) -> Type {
        let choice = if depth == 0 { self.below(10) } else { self.below(20) };
        match choice {
            0..=6 => self.scalar(),
            7 | 8 if !plain => Type::Text,
            10..=14 => self.struct_type(plain),
            15 | 16 => {
                let count = 1 + self.below(3);
                let count = count + usize::from(count == 1);
                Type::Tuple((0..count).map(|_part| self.value_type(depth - 1, plain)).collect())
            }
            17 | 18 => {
                let count = 1 + self.below(4);
                Type::Array(Box::new(self.value_type(depth - 1, plain)), count)
            }
            19 if !self.tree.unions.is_empty() => Type::Union(self.below(self.tree.unions.len())),
            _ => self.scalar(),
        }
    }

    fn struct_type(&mut self, plain: bool) -> Type {
        let fitting: Vec<usize> = (0..self.tree.structs.len())
            .filter(|index| !plain || self.tree.structs[*index].kind == StructKind::Copy)
            .collect();
        match self.choose(&fitting) {
            Some(index) => Type::Struct(index),
            None => self.scalar(),
        }
    }

    /// The types of the program; each may use the ones before it.
    pub(super) fn declare_types(&mut self) {
        for index in 0..1 + self.below(2) {
            let union = self.union(index);
            self.tree.unions.push(union);
        }
        let count = self.size.types + self.below(3);
        for index in 0..count {
            let kind = match index % 3 {
                0 => StructKind::Copy,
                1 => StructKind::Heap,
                _ => StructKind::Inline,
            };
            let structure = self.structure(index, kind);
            self.tree.structs.push(structure);
        }
        for index in 0..self.below(4) {
            let ty = self.value_type(2, false);
            if self.tree.aliases.iter().all(|alias| alias.ty != ty) {
                self.tree.aliases.push(Alias { name: format!("A{index}"), ty });
            }
        }
    }

    fn structure(&mut self, index: usize, kind: StructKind) -> Structure {
        let plain = kind == StructKind::Copy;
        let count = match self.below(8) {
            0 if plain => 0,
            1 => MANY_FIELDS,
            _ => 1 + self.below(4),
        };
        let uniform = if self.chance(20) { Some(self.scalar()) } else { None };
        let fields = (0..count)
            .map(|field| {
                let ty = match &uniform {
                    Some(ty) => ty.clone(),
                    None => self.value_type(2, plain),
                };
                (format!("f{field}"), ty)
            })
            .collect();
        Structure {
            name: format!("S{index}"),
            kind,
            packed: plain && count > 0 && self.chance(15),
            alignment: (plain && self.chance(15)).then(|| [4, 8, 16][self.below(3)]),
            fields,
        }
    }

    /// All fields of a union have the same size, so that no byte is ever undefined.
    fn union(&mut self, index: usize) -> Structure {
        let int = |bits, signed| Type::Int(IntType { bits, signed });
        let bits = [32, 64, 128][self.below(3)];
        let mut types = vec![int(bits, false), int(bits, true)];
        match bits {
            32 => types.push(Type::F32),
            64 => types.extend([Type::F64, Type::Array(Box::new(Type::F32), 2)]),
            _ => types.extend([Type::Array(Box::new(Type::F64), 2)]),
        }
        types.push(Type::Array(Box::new(int(8, false)), bits as usize / 8));
        types.push(Type::Array(Box::new(int(16, self.rng.bool())), bits as usize / 16));
        self.rng.shuffle(&mut types);
        types.truncate(2 + self.below(3));
        let names = ["a", "b", "c", "type", "e"];
        Structure {
            name: format!("U{index}"),
            kind: StructKind::Copy,
            packed: false,
            alignment: None,
            fields: names.iter().map(|name| (*name).to_string()).zip(types).collect(),
        }
    }

    /// Whether a type has a written form for every value: what `println` takes.
    pub(super) fn is_shown(ty: &Type) -> bool {
        matches!(ty, Type::Int(_) | Type::F32 | Type::F64 | Type::Bool | Type::Text)
    }

    /// Whether values are compared by content.
    pub(super) fn is_compared(ty: &Type) -> bool {
        match ty {
            Type::Tuple(parts) => parts.iter().all(Self::is_compared),
            Type::Array(element, _) => Self::is_compared(element),
            other => Self::is_shown(other),
        }
    }
}
