//! Switches. Owns the choice between a jump table and comparisons, which Cranelift leaves to its users. Must not
//! know what is switched on.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, JumpTableData};
use mir::{BlockCall, CaseList, Value};

use super::{Translator, machine_type};

/// From this many cases on, a table is considered.
const TABLE_CASES: usize = 5;
/// A table may have this many entries per case.
const TABLE_SPREAD: u64 = 4;
/// Up to this many cases are compared one after the other.
const LINEAR_CASES: usize = 4;

/// A case with its number as the switch's type holds it.
type Case = (u64, BlockCall);

impl Translator<'_> {
    /// Ends the block.
    pub(super) fn switch(&mut self, value: Value, cases: CaseList, default: BlockCall) {
        let scalar = self.scalar(value);
        let mask = u64::MAX >> (64 - scalar.bits());
        let mut cases: Vec<Case> =
            self.function.case_list(cases).iter().map(|case| (case.bits & mask, case.target)).collect();
        cases.sort_unstable_by_key(|case| case.0);
        let value = self.value(value);
        let ty = machine_type(scalar);
        match (cases.first(), cases.last()) {
            (Some((first, _)), Some((last, _)))
                if cases.len() >= TABLE_CASES && (last - first) / TABLE_SPREAD < cases.len() as u64 =>
            {
                self.table(value, ty, &cases, default);
            }
            _ => self.compare_cases(value, &cases, default),
        }
    }

    fn table(&mut self, value: ir::Value, ty: ir::Type, cases: &[Case], default: BlockCall) {
        let first = cases[0].0;
        let span = cases[cases.len() - 1].0 - first;
        let lowest = self.builder.ins().iconst(ty, first as i64);
        let index = self.builder.ins().isub(value, lowest);
        let index = if ty == I64 {
            // The table's index has 32 bits: what is above it goes to the default by a comparison.
            let inside = self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, index, span as i64);
            let next = self.builder.create_block();
            let (block, arguments) = self.target(default);
            self.builder.ins().brif(inside, next, &[], block, &arguments);
            self.builder.switch_to_block(next);
            self.builder.ins().ireduce(I32, index)
        } else {
            self.resize(index, I32, false)
        };
        let default = self.jump_target(default);
        let mut entries = vec![default; span as usize + 1];
        for (number, target) in cases {
            entries[(number - first) as usize] = self.jump_target(*target);
        }
        let table = self.builder.func.create_jump_table(JumpTableData::new(default, &entries));
        self.builder.ins().br_table(index, table);
    }

    fn jump_target(&mut self, call: BlockCall) -> ir::BlockCall {
        let (block, arguments) = self.target(call);
        self.builder.func.dfg.block_call(block, &arguments)
    }

    fn target(&mut self, call: BlockCall) -> (ir::Block, Vec<BlockArg>) {
        self.block_arguments(call);
        (self.tables.blocks[call.block.index()], self.tables.block_arguments.clone())
    }

    fn compare_cases(&mut self, value: ir::Value, cases: &[Case], default: BlockCall) {
        if cases.len() > LINEAR_CASES {
            let (low, high) = cases.split_at(cases.len() / 2);
            let low_block = self.builder.create_block();
            let high_block = self.builder.create_block();
            let below = self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, value, high[0].0 as i64);
            self.builder.ins().brif(below, low_block, &[], high_block, &[]);
            self.builder.switch_to_block(low_block);
            self.compare_cases(value, low, default);
            self.builder.switch_to_block(high_block);
            self.compare_cases(value, high, default);
            return;
        }
        for (number, target) in cases {
            let equal = self.builder.ins().icmp_imm_u(IntCC::Equal, value, *number as i64);
            let next = self.builder.create_block();
            let (block, arguments) = self.target(*target);
            self.builder.ins().brif(equal, block, &arguments, next, &[]);
            self.builder.switch_to_block(next);
        }
        let (block, arguments) = self.target(default);
        self.builder.ins().jump(block, &arguments);
    }
}
