//! Checks that fail: how they leave their block, and the address of their entry in the site table. Must not know what
//! is checked; what becomes of the traps is decided in [`crate::failure`].

use std::iter;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, SourceLoc, TrapCode, UserExternalName};
use mir::{SiteId, Told};

use super::{Translator, space};
use crate::library::Library;

/// A check failed; the instruction's source location names the site.
pub(crate) const CHECK: TrapCode = TrapCode::unwrap_user(1);
/// Code that is never reached.
pub(crate) const UNREACHABLE: TrapCode = TrapCode::unwrap_user(2);
/// Marks a source location that is the number of a site, not a position.
pub(super) const SITE_FLAG: u32 = 1 << 31;

/// The bits of a source location.
#[derive(Clone, Copy)]
pub(crate) struct SourceBits(pub u32);

impl SourceBits {
    /// The number of the site, if it is one. All bits are set where there is no location.
    pub(crate) fn site(self) -> Option<u32> {
        (self.0 & SITE_FLAG != 0 && self.0 != u32::MAX).then_some(self.0 & !SITE_FLAG)
    }
}

/// How a failed check leaves its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckForm {
    /// By a conditional trap, which [`crate::failure`] turns into a call.
    Trap,
    /// The same, but no constants are put behind the traps, where there is little room for them.
    TrapWithoutPool,
    /// By a branch to one cold block with the site number as argument.
    Block,
}

impl CheckForm {
    /// How many operands may be floating-point constants, which Cranelift puts behind the code: 16 bytes each, with up
    /// to 15 bytes between them and the code. The last trap becomes a jump over at most 127 bytes, and an integer of
    /// 64 bits may want a place too.
    pub(super) fn pool(self) -> u32 {
        match self {
            CheckForm::Trap => 6,
            CheckForm::TrapWithoutPool => 0,
            CheckForm::Block => u32::MAX,
        }
    }
}

/// A block that failed checks go to.
#[derive(Clone, Copy)]
pub(super) struct Failed {
    /// What they tell.
    told: Option<Told>,
    block: ir::Block,
    /// The check, if the block is that of one.
    site: Option<SiteId>,
}

impl Translator<'_> {
    /// The address of the function's site table.
    pub(super) fn sites(&mut self) -> ir::Value {
        let global = match self.sites {
            Some(global) => global,
            None => {
                let global = self.global(UserExternalName::new(space::SITES, 0), true);
                *self.sites.insert(global)
            }
        };
        self.builder.ins().symbol_value(I64, global)
    }

    pub(super) fn site_address(&mut self, site: SiteId) -> ir::Value {
        let table = self.sites();
        self.builder.ins().iadd_imm_s(table, i64::from(site.0) * mir::SITE_ENTRY_BYTES as i64)
    }

    /// Leaves for the panic function if a condition, a truth value or an integer, is not 0. `checked` are the two operands
    /// that the condition is about.
    pub(super) fn fail_if(&mut self, condition: ir::Value, site: SiteId, checked: Option<[ir::Value; 2]>) {
        let form = match self.function.site(site).kind.told() {
            None => self.checks,
            Some(_) => self.index_checks,
        };
        match form {
            CheckForm::Trap | CheckForm::TrapWithoutPool => {
                let located = self.at_site(site);
                self.builder.ins().trapnz(condition, CHECK);
                self.builder.set_srcloc(located);
            }
            CheckForm::Block => self.fail_in_block(condition, site, checked),
        }
    }

    /// The same by a branch.
    fn fail_in_block(&mut self, condition: ir::Value, site: SiteId, checked: Option<[ir::Value; 2]>) {
        let told = self.function.site(site).kind.told().filter(|_| checked.is_some());
        let operands = told.and(checked).into_iter().flatten();
        let operands: Vec<ir::Value> = operands.take(told.map_or(0, told_operands)).collect();
        // Debuggers and backtraces tell the check that failed by the place of the call, so each has one of its own there.
        let is_own = self.lines;
        let known = if is_own { None } else { self.failed.iter().find(|failed| failed.told == told) };
        let failed = match known {
            Some(failed) => failed.block,
            None => {
                let block = self.builder.create_block();
                for _ in 0..=operands.len() {
                    self.builder.append_block_param(block, I64);
                }
                self.failed.push(Failed { told, block, site: is_own.then_some(site) });
                block
            }
        };
        let next = self.builder.create_block();
        let number = self.builder.ins().iconst(I64, i64::from(site.0));
        let arguments: Vec<BlockArg> = iter::once(number).chain(operands).map(BlockArg::from).collect();
        self.builder.ins().brif(condition, failed, &arguments, next, &[]);
        self.builder.switch_to_block(next);
    }

    /// Makes the next instructions stand for a site; gives the source location to go back to.
    pub(super) fn at_site(&mut self, site: SiteId) -> SourceLoc {
        let located = self.builder.srcloc();
        self.builder.set_srcloc(SourceLoc::new(SITE_FLAG | site.0));
        located
    }

    pub(super) fn finish_failures(&mut self) {
        for failed in std::mem::take(&mut self.failed) {
            self.finish_failed(failed);
        }
    }

    fn finish_failed(&mut self, Failed { told, block, site }: Failed) {
        self.builder.switch_to_block(block);
        self.builder.set_cold_block(block);
        if let Some(site) = site {
            self.at_site(site);
        }
        let parameters = self.builder.func.dfg.block_params(block);
        let (number, index, limit) = (parameters[0], parameters.get(1).copied(), parameters.get(2).copied());
        let offset = self.builder.ins().imul_imm_s(number, mir::SITE_ENTRY_BYTES as i64);
        let table = self.sites();
        let address = self.builder.ins().iadd(table, offset);
        self.panic(address, told.zip(index).map(|(told, index)| (told, [index, limit.unwrap_or(index)])));
    }

    /// Ends the block; the operands of the check may be told.
    pub(super) fn panic(&mut self, site_address: ir::Value, telling: Option<(Told, [ir::Value; 2])>) {
        match telling {
            None => self.call_library(Library::Panic, &[site_address]),
            Some((told, [index, limit])) => {
                let code = self.builder.ins().iconst(I64, told.code() as i64);
                self.call_library(Library::PanicIndex, &[site_address, index, code, limit])
            }
        };
        self.builder.ins().trap(UNREACHABLE);
    }
}

/// How many of the operands of a check are told.
pub(super) fn told_operands(told: Told) -> usize {
    if told.tells_limit() { 2 } else { 1 }
}
