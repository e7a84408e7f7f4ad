//! Printing a function: its header, side tables, blocks and terminators.

use std::fmt::{self, Write};

use crate::function::{Function, IntegerRange, Parameter, PointerFacts, Storage, ValueRange};
use crate::ids::{Slot, Value, VariableId};
use crate::site::{Site, SiteKind};
use crate::terminator::{BlockCall, ReturnValue, Terminator};

use super::abi_summary::summary;
use super::names::Keyword;
use super::piece::put;
use super::print_module::Printer;

impl Printer<'_> {
    pub fn function(&mut self, function: &Function) -> fmt::Result {
        write!(self.out, "function {} {} ", function.form.word(), function.linkage.word())?;
        self.symbol(function.symbol);
        self.out.push('(');
        for (index, parameter) in function.parameters.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            match parameter {
                Parameter::Scalar(value) => put!(&mut self.out, *value, ": ", function.value_type(*value))?,
                Parameter::Aggregate(slot) => put!(&mut self.out, *slot)?,
                Parameter::Stack(slot) => put!(&mut self.out, "stack ", *slot)?,
            }
        }
        self.out.push_str(") : ");
        self.signature(self.module.signatures.get(function.signature))?;
        if let Some(abi) = function.abi {
            write!(self.out, " abi \"{}\"", summary(self.module.abi(abi)))?;
        }
        self.out.push_str(" {\n");
        self.slots(function)?;
        self.side_tables(function)?;
        let mut source = 0;
        for (id, block) in function.blocks() {
            put!(&mut self.out, id)?;
            if block.parameters.count > 0 {
                self.out.push('(');
                self.definitions(function, block.parameters)?;
                self.out.push(')');
            }
            self.out.push_str(":\n");
            for instruction in function.instructions_of(block) {
                self.out.push_str("  ");
                self.instruction(function, instruction)?;
                self.source(instruction.source, &mut source)?;
                self.instruction_comment(function, instruction.operation)?;
                self.out.push('\n');
            }
            self.out.push_str("  ");
            self.terminator(function, block.terminator)?;
            self.source(block.source, &mut source)?;
            self.out.push('\n');
        }
        self.out.push_str("}\n");
        Ok(())
    }

    fn slots(&mut self, function: &Function) -> fmt::Result {
        for (index, slot) in function.slots.iter().enumerate() {
            let number = Slot::new(index);
            put!(&mut self.out, "  slot ", number, " ", slot.size, " align ", slot.align, " ", slot.kind.word(), " ")?;
            match slot.storage {
                Storage::Frame => self.out.push_str("frame"),
                Storage::Incoming => self.out.push_str("incoming"),
                Storage::Pointer(value) => put!(&mut self.out, "through ", value)?,
            }
            self.optional_type(slot.ty)?;
            self.out.push('\n');
        }
        if let Some(slot) = function.return_slot {
            writeln!(self.out, "  return_slot {slot}")?;
        }
        Ok(())
    }

    fn side_tables(&mut self, function: &Function) -> fmt::Result {
        for (index, Site { kind, offset }) in function.sites.iter().enumerate() {
            put!(&mut self.out, "  site ", index as u32, " ")?;
            match kind {
                SiteKind::Message(text) => {
                    self.out.push_str("message ");
                    self.string(*text);
                }
                SiteKind::IndexOutOfBounds { length, index } => {
                    put!(&mut self.out, site_word(*kind), " ", *length, " ", index.word())?;
                }
                SiteKind::OutOfSlice { part, index } => {
                    put!(&mut self.out, site_word(*kind), " ", part.word(), " ", index.word())?;
                }
                _ => self.out.push_str(site_word(*kind)),
            }
            put!(&mut self.out, " at ", *offset, "\n")?;
        }
        for (index, scope) in function.scopes.iter().enumerate() {
            put!(&mut self.out, "  scope ", index, " ", scope.start, " to ", scope.end)?;
            if let Some(parent) = scope.parent {
                put!(&mut self.out, " in ", parent)?;
            }
            self.out.push('\n');
        }
        for (index, variable) in function.variables.iter().enumerate() {
            self.out.push_str("  variable ");
            self.string(variable.name);
            match variable.slot {
                Some(slot) => put!(&mut self.out, " ", slot)?,
                None => self.out.push_str(" nowhere"),
            }
            put!(&mut self.out, " ", variable.scope, " at ", variable.offset, " : ")?;
            self.ty(variable.ty)?;
            if let Some(number) = variable.parameter {
                put!(&mut self.out, " parameter ", number)?;
            }
            if let Some(node) = variable.source_type {
                put!(&mut self.out, " as ", node)?;
            }
            let about = Some(VariableId::new(index));
            let notes = function.notes.iter().filter(|note| note.variable == about).map(|note| note.node);
            for note in notes.clone() {
                write!(self.out, " {note}")?;
            }
            self.node_comment(variable.source_type.into_iter().chain(notes))?;
            self.out.push('\n');
        }
        for note in function.notes.iter().filter(|note| note.variable.is_none()) {
            write!(self.out, "  note {}", note.node)?;
            self.node_comment(std::iter::once(note.node))?;
            self.out.push('\n');
        }
        for facts in &function.pointer_facts {
            self.pointer_facts(facts)?;
        }
        for IntegerRange { value, smallest, greatest } in &function.ranges {
            writeln!(self.out, "  range {value} {smallest} {greatest}")?;
        }
        for attribute in &function.attributes {
            self.out.push_str("  attribute ");
            self.string(attribute.key);
            write!(self.out, " {}", attribute.node)?;
            self.node_comment(std::iter::once(attribute.node))?;
            self.out.push('\n');
        }
        Ok(())
    }

    /// `pointer 1 non_null unique dereferenceable 16 align 8`
    fn pointer_facts(&mut self, facts: &PointerFacts) -> fmt::Result {
        write!(self.out, "  pointer {}", facts.parameter)?;
        for (holds, word) in [(facts.non_null, " non_null"), (facts.unique, " unique"), (facts.read_only, " read_only")]
        {
            if holds {
                self.out.push_str(word);
            }
        }
        writeln!(self.out, " dereferenceable {} align {}", facts.dereferenceable, facts.align)
    }

    /// `v1: i64, v2: f64`
    pub fn definitions(&mut self, function: &Function, values: ValueRange) -> fmt::Result {
        for (index, value) in values.iter().enumerate() {
            self.out.push_str(if index == 0 { "" } else { ", " });
            put!(&mut self.out, value, ": ", function.value_type(value))?;
        }
        Ok(())
    }

    fn source(&mut self, new: u32, known: &mut u32) -> fmt::Result {
        if new == *known {
            return Ok(());
        }
        *known = new;
        put!(&mut self.out, " at ", new)
    }

    fn terminator(&mut self, function: &Function, terminator: Terminator) -> fmt::Result {
        match terminator {
            Terminator::Jump(target) => {
                self.out.push_str("jump ");
                self.block_call(function, target)
            }
            Terminator::Branch { condition, if_true, if_false } => {
                put!(&mut self.out, "branch ", condition, ", ")?;
                self.block_call(function, if_true)?;
                self.out.push_str(", ");
                self.block_call(function, if_false)
            }
            Terminator::Switch { value, cases, default } => {
                write!(self.out, "switch {value} [")?;
                for (index, case) in function.case_list(cases).iter().enumerate() {
                    write!(self.out, "{}{}: ", if index == 0 { "" } else { ", " }, case.bits as i64)?;
                    self.block_call(function, case.target)?;
                }
                self.out.push_str("], ");
                self.block_call(function, default)
            }
            Terminator::Return(value) => {
                self.out.push_str("return");
                match value {
                    ReturnValue::Nothing => Ok(()),
                    ReturnValue::Scalar(value) => put!(&mut self.out, " ", value),
                    ReturnValue::Aggregate(address) => put!(&mut self.out, " aggregate ", address),
                    ReturnValue::ReturnSlot => self.out.write_str(" slot"),
                    ReturnValue::Parts(parts) => {
                        self.out.push_str(" parts");
                        self.values(function.list(parts))
                    }
                }
            }
            Terminator::Unreachable => self.out.write_str("unreachable"),
            Terminator::Panic { site } => put!(&mut self.out, "panic ", site),
        }
    }

    fn block_call(&mut self, function: &Function, target: BlockCall) -> fmt::Result {
        put!(&mut self.out, target.block)?;
        if target.arguments.count > 0 {
            self.values(function.list(target.arguments))?;
        }
        Ok(())
    }

    fn values(&mut self, values: &[Value]) -> fmt::Result {
        self.out.push('(');
        for (index, value) in values.iter().enumerate() {
            put!(&mut self.out, if index == 0 { "" } else { ", " }, *value)?;
        }
        self.out.push(')');
        Ok(())
    }
}

/// The word of a site kind.
pub fn site_word(kind: SiteKind) -> &'static str {
    match kind {
        SiteKind::AddOverflow => "add_overflow",
        SiteKind::SubtractOverflow => "subtract_overflow",
        SiteKind::MultiplyOverflow => "multiply_overflow",
        SiteKind::NegateOverflow => "negate_overflow",
        SiteKind::DivideOverflow => "divide_overflow",
        SiteKind::DivideByZero => "divide_by_zero",
        SiteKind::RemainderByZero => "remainder_by_zero",
        SiteKind::ShiftOutOfRange => "shift_out_of_range",
        SiteKind::IndexOutOfBounds { .. } => "index_out_of_bounds",
        SiteKind::OutOfSlice { .. } => "out_of_slice",
        SiteKind::Place => "place",
        SiteKind::Message(_) => "message",
    }
}

/// The kinds that are a word and nothing more.
pub const SITE_KINDS: [SiteKind; 9] = [
    SiteKind::AddOverflow,
    SiteKind::SubtractOverflow,
    SiteKind::MultiplyOverflow,
    SiteKind::NegateOverflow,
    SiteKind::DivideOverflow,
    SiteKind::DivideByZero,
    SiteKind::RemainderByZero,
    SiteKind::ShiftOutOfRange,
    SiteKind::Place,
];
