//! Checks that fail. Owns the cold blocks that get the address of the check's entry in the site table and call the panic
//! function. Must not know what is checked.
//!
//! Where compiling fast counts, there is one block per function and kind, with the address as its phi. Where code is
//! optimised, each check has a block of its own: the addresses of a shared one would be made before the branch, and
//! hoisted out of loops they take the registers that the loop needs. So has it where debuggers are told, who know a check
//! that failed by the place of its call; that is why no pass may make one of several such calls, whether they are told or not.

use inkwell::attributes::AttributeLoc;
use inkwell::basic_block::BasicBlock;
use inkwell::values::{CallSiteValue, IntValue, PhiValue, PointerValue};
use mir::{SiteId, SiteKind, Told};

use super::Translator;
use crate::failure::Outcome;

/// The shared cold blocks of a function, and its site table once its address was needed.
#[derive(Default)]
pub(super) struct Failures<'ctx> {
    blocks: Vec<Failed<'ctx>>,
    table: Option<PointerValue<'ctx>>,
}

#[derive(Clone, Copy)]
struct Failed<'ctx> {
    name: &'static str,
    block: BasicBlock<'ctx>,
    site: PhiValue<'ctx>,
    /// The operands of the check that are told, and how.
    told: Option<(Told, [PhiValue<'ctx>; 2])>,
}

/// What a failed check tells: how, and both its operands.
type Telling<'ctx> = (Told, [IntValue<'ctx>; 2]);

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// The address of an entry of the function's site table.
    pub(super) fn site_address(&mut self, site: SiteId) -> Outcome<PointerValue<'ctx>> {
        let table = match self.failures.table {
            Some(table) => table,
            None => {
                let table = self.unit.site_table(self.function)?;
                *self.failures.table.insert(table)
            }
        };
        let bytes = u64::from(site.0) * mir::SITE_ENTRY_BYTES;
        Ok(self.unit.moved(table, bytes as i64))
    }

    /// Leaves for the panic function if a condition holds. `checked` are the two operands that the condition is about.
    pub(super) fn fail_if(
        &mut self,
        condition: IntValue<'ctx>,
        site: SiteId,
        checked: Option<[IntValue<'ctx>; 2]>,
    ) -> Outcome<()> {
        let address = self.site_address(site)?;
        let kind = self.function.site(site).kind;
        let telling: Option<Telling<'ctx>> = kind.told().zip(checked);
        let here = self.current_block();
        let failed = if self.unit.optimises() || self.unit.debug.is_some() {
            let block = self.new_block(name(kind));
            self.unit.builder.position_at_end(block);
            self.panic(address, telling)?;
            block
        } else {
            let failed = self.shared(name(kind), kind.told().filter(|_| telling.is_some()))?;
            failed.site.add_incoming(&[(&address, here)]);
            if let (Some((_, operands)), Some((_, phis))) = (telling, failed.told) {
                for (operand, phi) in operands.iter().zip(phis) {
                    phi.add_incoming(&[(operand, here)]);
                }
            }
            failed.block
        };
        let next = self.unit.context.insert_basic_block_after(here, "checked");
        self.unit.builder.position_at_end(here);
        self.unit.builder.build_conditional_branch(condition, failed, next)?;
        self.unit.builder.position_at_end(next);
        Ok(())
    }

    /// The one block of a kind.
    fn shared(&mut self, name: &'static str, told: Option<Told>) -> Outcome<Failed<'ctx>> {
        let is_it = |failed: &Failed| failed.name == name && failed.told.map(|(told, _)| told) == told;
        let known = self.failures.blocks.iter().position(is_it);
        if let Some(known) = known {
            return Ok(self.failures.blocks[known]);
        }
        let block = self.new_block(name);
        self.unit.builder.position_at_end(block);
        let site = self.unit.builder.build_phi(self.unit.types.pointer(), "site")?;
        let number = self.unit.context.i64_type();
        let told = match told {
            None => None,
            Some(told) => {
                let phi = |name| self.unit.builder.build_phi(number, name);
                Some((told, [phi("index")?, phi("limit")?]))
            }
        };
        let failed = Failed { name, block, site, told };
        self.failures.blocks.push(failed);
        Ok(failed)
    }

    /// Fills the blocks that are shared.
    pub(super) fn finish_failures(&mut self) -> Outcome<()> {
        for position in 0..self.failures.blocks.len() {
            let Failed { block, site, told, .. } = self.failures.blocks[position];
            self.unit.builder.position_at_end(block);
            let telling = told.map(|(told, phis)| (told, phis.map(|phi| phi.as_basic_value().into_int_value())));
            self.panic(site.as_basic_value().into_pointer_value(), telling)?;
        }
        Ok(())
    }

    /// Ends the block.
    pub(super) fn panic(&mut self, site: PointerValue<'ctx>, telling: Option<Telling<'ctx>>) -> Outcome<()> {
        let function = self.unit.panic_function(telling.is_some());
        let call = match telling {
            None => self.unit.builder.build_direct_call(function, &[site.into()], "")?,
            Some((told, [index, limit])) => {
                let number = self.unit.context.i64_type();
                // What is not told should keep no register.
                let limit = if told.tells_limit() { limit } else { number.const_zero() };
                let code = number.const_int(told.code(), false);
                let arguments = [site.into(), index.into(), code.into(), limit.into()];
                self.unit.builder.build_direct_call(function, &arguments, "")?
            }
        };
        self.mark_as_end(call);
        self.unit.builder.build_unreachable()?;
        Ok(())
    }

    /// Says that a call ends the program, or leaves it for good.
    pub(super) fn mark_as_end(&self, call: CallSiteValue<'ctx>) {
        let mark = |name, value| call.add_attribute(AttributeLoc::Function, self.unit.attribute(name, value));
        for name in ["cold", "noreturn", "nounwind", "nomerge"] {
            mark(name, 0);
        }
        // Where nothing is optimised, LLVM's quick way to machine code leaves out what gives nothing and writes nothing.
        if self.unit.optimises() {
            mark("memory", READS);
        }
    }
}

/// LLVM's number for `memory(read)`: one of two bits for each kind of memory.
///
/// What a function writes that does not return, nobody sees who is still running; what was written before, it may look
/// at. So a function that may panic counts as one that reads memory, and a second call of it with the same
/// arguments gives what the first gave, as long as nothing was written in between. That it may not return keeps it in
/// its place otherwise.
const READS: u64 = 0b01_01_01_01_01_01;

fn name(kind: SiteKind) -> &'static str {
    match kind {
        SiteKind::AddOverflow => "addition.overflows",
        SiteKind::SubtractOverflow => "subtraction.overflows",
        SiteKind::MultiplyOverflow => "multiplication.overflows",
        SiteKind::NegateOverflow => "negation.overflows",
        SiteKind::DivideOverflow => "division.overflows",
        SiteKind::DivideByZero | SiteKind::RemainderByZero => "division.by.zero",
        SiteKind::ShiftOutOfRange => "shift.out.of.range",
        SiteKind::IndexOutOfBounds { .. } | SiteKind::OutOfSlice { .. } => "index.out.of.bounds",
        SiteKind::Message(_) | SiteKind::Place => "panics",
    }
}
