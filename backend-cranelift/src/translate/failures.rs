//! Checks that fail: how they leave their block, and the address of their entry in the site table. Must not know what
//! is checked; what becomes of the traps is decided in [`crate::failure`].

use std::iter;

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, SourceLoc, TrapCode, UserExternalName};
use mir::{IndexForm, SiteId};

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

    /// Leaves for the panic function if a condition, a truth value or an integer, is not 0. `checked` is what the condition
    /// is about.
    pub(super) fn fail_if(&mut self, condition: ir::Value, site: SiteId, checked: Option<ir::Value>) {
        let form = match self.function.site(site).kind.index() {
            IndexForm::Untold => self.checks,
            IndexForm::Signed | IndexForm::Unsigned => self.index_checks,
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

    /// The same by a branch, whatever the form of the other checks.
    pub(super) fn fail_in_block(&mut self, condition: ir::Value, site: SiteId, checked: Option<ir::Value>) {
        let form = self.function.site(site).kind.index();
        let index = checked.filter(|_| form != IndexForm::Untold);
        let place = form.code() as usize;
        let failed = match self.failed[place] {
            Some(failed) => failed,
            None => {
                let failed = self.builder.create_block();
                self.builder.append_block_param(failed, I64);
                if index.is_some() {
                    self.builder.append_block_param(failed, I64);
                }
                *self.failed[place].insert(failed)
            }
        };
        let next = self.builder.create_block();
        let number = self.builder.ins().iconst(I64, i64::from(site.0));
        let arguments: Vec<BlockArg> = iter::once(number).chain(index).map(BlockArg::from).collect();
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
        for form in IndexForm::ALL {
            if let Some(failed) = self.failed[form.code() as usize] {
                self.finish_failed(failed, form);
            }
        }
    }

    fn finish_failed(&mut self, failed: ir::Block, form: IndexForm) {
        self.builder.switch_to_block(failed);
        self.builder.set_cold_block(failed);
        let parameters = self.builder.func.dfg.block_params(failed);
        let (number, index) = (parameters[0], parameters.get(1).copied());
        let offset = self.builder.ins().imul_imm_s(number, mir::SITE_ENTRY_BYTES as i64);
        let table = self.sites();
        let address = self.builder.ins().iadd(table, offset);
        self.panic(address, index.map(|index| (form, index)));
    }

    /// Ends the block; an index is told in a form.
    pub(super) fn panic(&mut self, site_address: ir::Value, index: Option<(IndexForm, ir::Value)>) {
        match index {
            None => self.call_library(Library::Panic, &[site_address]),
            Some((form, index)) => {
                let form = self.builder.ins().iconst(I64, form.code() as i64);
                self.call_library(Library::PanicIndex, &[site_address, index, form])
            }
        };
        self.builder.ins().trap(UNREACHABLE);
    }
}
