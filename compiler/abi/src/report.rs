//! The description for a person: plain data for JSON, and its text form as a table. Owns wording; must not
//! decide anything.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::description::{
    Carrier, CopyReason, Extend, FnAbi, Location, Memory, Part, Placement, Side, ValueAbi, ValueIndex,
};
use crate::target::Target;

/// How a value is called in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Label {
    /// Name of the parameter; `result` or the like for the result.
    pub name: String,
    /// Its type, as the programmer writes it.
    pub ty: String,
}

impl Label {
    /// A label.
    pub fn new(name: impl Into<String>, ty: impl Into<String>) -> Label {
        Label {
            name: name.into(),
            ty: ty.into(),
        }
    }
}

/// How one function is called, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Report {
    /// The target's triple.
    pub target: String,
    /// The parameters in order.
    pub params: Vec<ValueReport>,
    /// The result.
    pub result: ValueReport,
    /// Bytes of the argument area.
    pub stack_bytes: u32,
    /// Alignment in bytes of the argument area.
    pub stack_align: u32,
    /// What a variadic x86-64 call puts in `al`.
    pub vector_registers: Option<u8>,
}

/// How one value travels, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueReport {
    /// Its name in the source.
    pub name: String,
    /// Its type in the source.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its alignment in bytes.
    pub align: u32,
    /// In a few words, how it travels.
    pub how: String,
    /// Where its bytes, or its address, travel.
    pub places: Vec<PlaceReport>,
    /// The memory copies that it costs.
    pub copies: Vec<CopyReport>,
    /// The clauses that decided.
    pub why: Vec<WhyReport>,
}

/// Where one piece of a value, or its address, travels.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlaceReport {
    /// A register's name, or `stack+OFFSET`.
    pub location: String,
    /// What travels there: a machine type, `bytes` or `address`.
    pub carries: String,
    /// First byte in the value's memory image; nothing for an address.
    pub offset: Option<u32>,
    /// Number of bytes; nothing for an address.
    pub len: Option<u64>,
}

/// One memory copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CopyReport {
    /// `caller` or `callee`.
    pub side: String,
    /// Bytes copied.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Why.
    pub reason: String,
    /// Whether a compiler that knows more may leave it out.
    pub elidable: bool,
}

/// One clause that took part in a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WhyReport {
    /// Document and section.
    pub clause: String,
    /// The rule as a sentence.
    pub text: String,
}

/// Puts a description into words. `params` labels the parameters in order; missing labels become numbers.
pub fn report(target: &Target, abi: &FnAbi, params: &[Label], result: &Label) -> Report {
    let described = abi.params.iter().enumerate().map(|(index, value)| {
        let number = Label::new(format!("#{index}"), "");
        value_report(
            abi,
            ValueIndex::Param(index as u16),
            value,
            params.get(index).unwrap_or(&number),
        )
    });
    Report {
        target: target.to_string(),
        params: described.collect(),
        result: value_report(abi, ValueIndex::Result, &abi.result, result),
        stack_bytes: abi.call.stack_bytes,
        stack_align: abi.call.stack_align,
        vector_registers: abi.call.vector_registers,
    }
}

fn value_report(abi: &FnAbi, index: ValueIndex, value: &ValueAbi, label: &Label) -> ValueReport {
    let copies = abi.copies_of(index).map(|copy| CopyReport {
        side: side_name(copy.side).to_string(),
        bytes: copy.bytes,
        align: copy.align,
        reason: reason_text(copy.reason).to_string(),
        elidable: copy.elidable,
    });
    let why = value.why.iter().map(|why| WhyReport {
        clause: why.clause().to_string(),
        text: why.text().to_string(),
    });
    ValueReport {
        name: label.name.clone(),
        ty: label.ty.clone(),
        bytes: value.size,
        align: value.align,
        how: how(value),
        places: places(value),
        copies: copies.collect(),
        why: why.collect(),
    }
}

fn how(value: &ValueAbi) -> String {
    match &value.placement {
        Placement::Ignore if value.size == 0 => "no bytes, not passed".to_string(),
        Placement::Ignore => "padding only, not passed".to_string(),
        Placement::Parts(parts) => {
            let on_stack = parts.iter().any(|part| matches!(part.location, Location::Stack { .. }));
            let extended = match parts.first().map_or(Extend::None, |part| part.extend) {
                Extend::None => "",
                Extend::Zero => ", zero-extended",
                Extend::Sign => ", sign-extended",
            };
            let place = match (on_stack, parts.len()) {
                (true, _) => "on the stack",
                (false, 1) => "in a register",
                (false, _) => "in registers",
            };
            format!("{place}{extended}")
        }
        Placement::Memory(Memory::OnStack { .. }) => "on the stack, as bytes".to_string(),
        Placement::Memory(Memory::ByPointer { .. }) => "address of a copy".to_string(),
        Placement::Sret { returned_in: None, .. } => "written to an address".to_string(),
        Placement::Sret {
            returned_in: Some(register),
            ..
        } => {
            format!("written to an address, which returns in {register}")
        }
    }
}

fn places(value: &ValueAbi) -> Vec<PlaceReport> {
    let address = |location: &Location| PlaceReport {
        location: location.to_string(),
        carries: "address".to_string(),
        offset: None,
        len: None,
    };
    match &value.placement {
        Placement::Ignore => Vec::new(),
        Placement::Parts(parts) => parts.iter().map(part_place).collect(),
        Placement::Memory(Memory::OnStack { offset, .. }) => vec![PlaceReport {
            location: format!("stack+{offset}"),
            carries: "bytes".to_string(),
            offset: Some(0),
            len: Some(value.size),
        }],
        Placement::Memory(Memory::ByPointer { pointer, .. }) | Placement::Sret { pointer, .. } => {
            vec![address(pointer)]
        }
    }
}

fn part_place(part: &Part) -> PlaceReport {
    PlaceReport {
        location: part.location.to_string(),
        carries: carrier_name(part.carrier).to_string(),
        offset: Some(part.offset),
        len: Some(u64::from(part.len)),
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Caller => "caller",
        Side::Callee => "callee",
    }
}

fn reason_text(reason: CopyReason) -> &'static str {
    match reason {
        CopyReason::Argument => "the callee owns its argument",
        CopyReason::CalleeLocal => "register parts are put together in memory",
        CopyReason::ReturnSlot => "the result is written to the caller's address",
        CopyReason::AbiTemporary => "register parts of the result are put together in memory",
    }
}

fn carrier_name(carrier: Carrier) -> &'static str {
    match carrier {
        Carrier::I8 => "i8",
        Carrier::I16 => "i16",
        Carrier::I32 => "i32",
        Carrier::I64 => "i64",
        Carrier::F16 => "f16",
        Carrier::BF16 => "bf16",
        Carrier::F32 => "f32",
        Carrier::F64 => "f64",
        Carrier::X87 => "x87",
        Carrier::F128 => "f128",
        Carrier::V128 => "v128",
        Carrier::Lanes { .. } => "lanes",
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Register(register) => write!(formatter, "{register}"),
            Location::Stack { offset, .. } => write!(formatter, "stack+{offset}"),
            Location::Operand(number) => write!(formatter, "operand {number}"),
        }
    }
}

impl ValueReport {
    /// The places in a few words, such as `rdi[0..8] rsi[8..12]`, or `-`.
    pub fn places_text(&self) -> String {
        if self.places.is_empty() {
            return "-".to_string();
        }
        let whole = self.places.len() == 1;
        let place = |place: &PlaceReport| match (place.offset, place.len) {
            (Some(offset), Some(len)) if !whole => format!("{}[{offset}..{}]", place.location, u64::from(offset) + len),
            (Some(_) | None, Some(_) | None) => place.location.clone(),
        };
        self.places.iter().map(place).collect::<Vec<_>>().join(" ")
    }
}

/// The table, then for each value its copies and the clauses that decided.
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<&ValueReport> = self.params.iter().chain([&self.result]).collect();
        let mut rows = vec![["value", "type", "bytes", "where", "how"].map(str::to_string)];
        rows.extend(values.iter().map(|value| {
            [
                value.name.clone(),
                value.ty.clone(),
                value.bytes.to_string(),
                value.places_text(),
                value.how.clone(),
            ]
        }));
        table(formatter, &rows)?;
        for value in values {
            if value.copies.is_empty() && value.why.is_empty() {
                continue;
            }
            writeln!(formatter, "\n{}:", value.name)?;
            for copy in &value.copies {
                let may = if copy.elidable { " (may be left out)" } else { "" };
                writeln!(
                    formatter,
                    "  copy: {} copies {} bytes: {}{may}",
                    copy.side, copy.bytes, copy.reason
                )?;
            }
            for why in &value.why {
                writeln!(formatter, "  why: {} [{}]", why.text, why.clause)?;
            }
        }
        writeln!(
            formatter,
            "\nargument area: {} bytes, aligned to {}",
            self.stack_bytes, self.stack_align
        )?;
        match self.vector_registers {
            Some(count) => writeln!(formatter, "vector registers, in al: {count}"),
            None => Ok(()),
        }
    }
}

/// Columns as wide as their widest cell, two spaces between them, none at the end of a line.
fn table(formatter: &mut fmt::Formatter<'_>, rows: &[[String; 5]]) -> fmt::Result {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 5] = std::array::from_fn(width);
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        writeln!(formatter, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::{FieldSpec, RecordKind, Signature, TyId, TypeArena, layout_record, lower};

    fn example(target: Target) -> Report {
        let mut arena = TypeArena::new();
        let record = |arena: &mut TypeArena, types: &[TyId]| {
            let fields: Vec<FieldSpec> = types.iter().map(|ty| FieldSpec::new(*ty)).collect();
            let record = layout_record(&target, arena, RecordKind::Struct, &fields, false, None);
            arena.add_record(record)
        };
        let vec3 = record(&mut arena, &[TyId::F64; 3]);
        let entry = record(&mut arena, &[TyId::I64, TyId::F32]);
        let signature = Signature::new(vec3, [vec3, entry, TyId::BOOL]);
        let abi = lower(&target, &arena, &signature).expect("the example is described");
        let params = [
            Label::new("at", "Vec3"),
            Label::new("entry", "Entry"),
            Label::new("on", "bool"),
        ];
        report(&target, &abi, &params, &Label::new("result", "Vec3"))
    }

    #[test]
    fn text_on_x86_64() {
        expect![[r#"
            value   type   bytes  where                  how
            at      Vec3   24     stack+0                on the stack, as bytes
            entry   Entry  16     rsi[0..8] xmm0[8..12]  in registers
            on      bool   1      rdx                    in a register, zero-extended
            result  Vec3   24     rdi                    written to an address, which returns in rax

            at:
              copy: caller copies 24 bytes: the callee owns its argument
              why: a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]

            entry:
              copy: callee copies 16 bytes: register parts are put together in memory (may be left out)
              why: an eightbyte with an integer or pointer in it has class INTEGER [System V x86-64 psABI 1.0 §3.2.3]
              why: an eightbyte of floating-point numbers only has class SSE [System V x86-64 psABI 1.0 §3.2.3]

            on:
              why: integers and pointers have class INTEGER [System V x86-64 psABI 1.0 §3.2.3]
              why: integers narrower than 32 bits are widened by whoever passes them [clang and gcc practice]

            result:
              copy: callee copies 24 bytes: the result is written to the caller's address (may be left out)
              why: a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]
              why: a result of class MEMORY is written to an address passed in rdi and returned in rax [System V x86-64 psABI 1.0 §3.2.3]

            argument area: 32 bytes, aligned to 16
        "#]].assert_eq(&example(Target::X86_64_LINUX).to_string());
    }

    #[test]
    fn text_on_aarch64() {
        expect![[r#"
            value   type   bytes  where                          how
            at      Vec3   24     v0[0..8] v1[8..16] v2[16..24]  in registers
            entry   Entry  16     x0[0..8] x1[8..16]             in registers
            on      bool   1      x2                             in a register
            result  Vec3   24     v0[0..8] v1[8..16] v2[16..24]  in registers

            at:
              copy: callee copies 24 bytes: register parts are put together in memory (may be left out)
              why: up to four members of one floating-point or vector type take one vector register each [AAPCS64 §6.8.2 C.2]

            entry:
              copy: callee copies 16 bytes: register parts are put together in memory (may be left out)
              why: a composite of up to 16 bytes takes consecutive general registers [AAPCS64 §6.8.2 C.12]

            on:
              why: an integer or pointer takes the next general register [AAPCS64 §6.8.2 C.9]

            result:
              copy: caller copies 24 bytes: register parts of the result are put together in memory (may be left out)
              why: up to four members of one floating-point or vector type take one vector register each [AAPCS64 §6.8.2 C.2]
              why: a result travels in the registers that a first argument would take [AAPCS64 §6.9]

            argument area: 0 bytes, aligned to 16
        "#]].assert_eq(&example(Target::AARCH64_LINUX).to_string());
    }

    #[test]
    fn reports_and_descriptions_survive_json() {
        let report = example(Target::X86_64_LINUX);
        let text = serde_json::to_string(&report).expect("a report is plain data");
        assert!(text.contains(r#""name":"entry","type":"Entry","bytes":16"#), "{text}");
        assert_eq!(serde_json::from_str::<Report>(&text).expect("it reads back"), report);

        let arena = TypeArena::new();
        let signature = Signature::new(TyId::I128, [TyId::F32, TyId::X87]);
        let abi = lower(&Target::X86_64_LINUX, &arena, &signature).expect("scalars are described");
        let text = serde_json::to_string(&abi).expect("a description is plain data");
        assert_eq!(serde_json::from_str::<FnAbi>(&text).expect("it reads back"), abi);
    }
}
