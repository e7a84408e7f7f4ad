//! A short notation for C types and signatures, for tables of tests. Owns its parser; compiled for tests only.
//!
//! `i8 u16 i32 u64 i128 bool f16 bf16 f32 f64 x87 f128 dd ptr void`, `b65` and `ub65` (`_BitInt`), `c(f32)` (complex), `v(f32,4)`,
//! `{a, b}` struct, `u{a, b}` union, then any of `[n]` array, `[]` flexible array, `@16` aligned, `!` packed, `#2` `pragma pack(2)`,
//! `:5` bit-field; a leading `_` makes a bit-field unnamed. A signature is `a, b, c`.

use crate::arena::{Signature, TyId, TypeArena};
use crate::layout::{FieldSpec, RecordSpec};
use crate::target::Target;
use crate::{Carrier, FnAbi, Location, Memory, Placement, RecordKind, ValueAbi, lower};

pub(crate) struct Notation<'a> {
    rest: &'a str,
    target: Target,
    pub arena: TypeArena,
}

impl<'a> Notation<'a> {
    pub fn new(target: Target, text: &'a str) -> Notation<'a> {
        Notation { rest: text, target, arena: TypeArena::new() }
    }

    /// One type.
    pub fn ty(target: Target, text: &str) -> (TypeArena, TyId) {
        let mut notation = Notation::new(target, text);
        let field = notation.field();
        assert!(notation.rest.is_empty(), "'{}' is left of '{text}'", notation.rest);
        (notation.arena, field.ty)
    }

    /// The types of another list, in the same arena.
    pub fn more(&mut self, text: &'a str) -> Vec<TyId> {
        self.rest = text;
        self.list()
    }

    /// A list of types up to the end.
    pub fn list(&mut self) -> Vec<TyId> {
        let mut types = Vec::new();
        while !self.rest.trim_start().is_empty() {
            types.push(self.field().ty);
            self.take(",");
        }
        types
    }

    fn take(&mut self, wanted: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(wanted);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn number(&mut self) -> u64 {
        let rest = self.rest;
        let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        self.rest = &rest[end..];
        rest[..end].parse().unwrap_or_else(|_| panic!("a number is wanted at '{rest}'"))
    }

    fn field(&mut self) -> FieldSpec {
        let named = !self.take("_");
        let mut field = FieldSpec { named, ..FieldSpec::new(self.base()) };
        loop {
            if self.take("[]") {
                field.ty = self.arena.flexible_array(field.ty);
            } else if self.take("[") {
                let count = self.number();
                assert!(self.take("]"));
                field.ty = self.arena.array(field.ty, count);
            } else if self.take(":") {
                field.bit_width = Some(self.number() as u16);
            } else if self.take("@") {
                field.align = Some(self.number() as u32);
            } else {
                return field;
            }
        }
    }

    fn base(&mut self) -> TyId {
        if self.take("{") {
            return self.record(RecordKind::Struct);
        }
        if self.take("u{") {
            return self.record(RecordKind::Union);
        }
        if self.take("c(") {
            let element = self.base();
            assert!(self.take(")"));
            return self.arena.complex(element);
        }
        if self.take("v(") {
            let element = self.base();
            assert!(self.take(","));
            let count = self.number() as u32;
            assert!(self.take(")"));
            return self.arena.vector(element, count);
        }
        let scalars = [
            ("void", TyId::VOID),
            ("bool", TyId::BOOL),
            ("i128", TyId::I128),
            ("i16", TyId::I16),
            ("i8", TyId::I8),
            ("u8", TyId::U8),
            ("u16", TyId::U16),
            ("i32", TyId::I32),
            ("u32", TyId::U32),
            ("i64", TyId::I64),
            ("u64", TyId::U64),
            ("u128", TyId::U128),
            ("f128", TyId::F128),
            ("bf16", TyId::BF16),
            ("dd", TyId::DOUBLE_DOUBLE),
            ("f16", TyId::F16),
            ("f32", TyId::F32),
            ("f64", TyId::F64),
            ("x87", TyId::X87),
            ("ptr", TyId::POINTER),
        ];
        for (name, id) in scalars {
            if self.take(name) {
                return id;
            }
        }
        if self.take("ub") {
            let bits = self.number() as u16;
            return self.arena.bit_int(bits, false);
        }
        assert!(self.take("b"), "no type at '{}'", self.rest);
        let bits = self.number() as u16;
        self.arena.bit_int(bits, true)
    }

    /// After the brace; attributes of the record directly behind the closing one: `!` and `@`.
    fn record(&mut self, kind: RecordKind) -> TyId {
        let mut fields = Vec::new();
        while !self.take("}") {
            fields.push(self.field());
            self.take(",");
        }
        let packed = self.take("!");
        let pack = self.take("#").then(|| self.number() as u32);
        let align = self.take("@").then(|| self.number() as u32);
        let record = RecordSpec { kind, fields: &fields, packed, pack, align }.layout(&self.target, &self.arena);
        self.arena.add_record(record)
    }
}

/// Lowers `params` with a result.
pub(crate) fn lowered(target: Target, result: &str, params: &str) -> FnAbi {
    let mut notation = Notation::new(target, result);
    let result = notation.field().ty;
    notation.rest = params;
    let params = notation.list();
    lower(&target, &notation.arena, &Signature::new(result, params)).expect("the signature is described")
}

/// Lowers a call of a function whose first `fixed` parameters are declared.
pub(crate) fn lowered_variadic(target: Target, result: &str, params: &str, fixed: u16) -> FnAbi {
    let mut notation = Notation::new(target, result);
    let result = notation.field().ty;
    notation.rest = params;
    let params = notation.list();
    let signature = Signature::variadic(result, params, fixed);
    lower(&target, &notation.arena, &signature).expect("the signature is described")
}

/// Where one value travels, in a few words.
pub(crate) fn place(value: &ValueAbi) -> String {
    match &value.placement {
        Placement::Ignore => "-".to_string(),
        Placement::Parts(parts) => {
            let part = |part: &crate::Part| match part.location {
                Location::Register(register) => {
                    let mut lanes = String::new();
                    if let Carrier::Lanes { bytes } = part.carrier {
                        lanes = format!(" in lanes of {bytes}");
                    }
                    format!("{register}[{}..{}]{lanes}", part.offset, part.offset + part.len)
                }
                Location::Stack { offset, .. } => {
                    format!("stack+{offset}[{}..{}]", part.offset, part.offset + part.len)
                }
                Location::Operand(number) => {
                    format!("operand {number}[{}..{}]", part.offset, part.offset + part.len)
                }
            };
            parts.iter().map(part).collect::<Vec<_>>().join(" ")
        }
        Placement::Memory(Memory::OnStack { offset, slot, .. }) => format!("stack+{offset}({slot})"),
        Placement::Memory(Memory::ByPointer { pointer, .. }) => format!("*{pointer}"),
        Placement::Sret { pointer, .. } => format!("sret {pointer}"),
    }
}

/// Places of all parameters, then of the result.
pub(crate) fn places(abi: &FnAbi) -> String {
    let params: Vec<String> = abi.params.iter().map(place).collect();
    format!("{} -> {}", params.join(" | "), place(&abi.result))
}
