//! The rows of the function table of a unit. Owns which functions have one: those that are left after the passes, since
//! a row refers to its function and would keep it, and keep it from being changed. Must not know who reads the table.

use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::values::{BasicValueEnum, FunctionValue};
use mir::{FUNCTION_ROW_ALIGN, FUNCTION_TABLE_SECTION, function_row};

/// Adds the table to an optimised module that becomes an object.
pub(crate) fn add<'ctx>(context: &'ctx Context, module: &Module<'ctx>) {
    let functions: Vec<FunctionValue<'ctx>> = module
        .get_functions()
        .filter(|function| function.count_basic_blocks() > 0 && function.get_linkage() != Linkage::AvailableExternally)
        .collect();
    if functions.is_empty() {
        return;
    }
    let mut rows: Vec<(FunctionValue<'ctx>, Vec<u8>)> = Vec::with_capacity(functions.len() + 1);
    for function in functions {
        let name = function.get_name().to_string_lossy().into_owned();
        // LLVM's mark of a name that is final is no part of it.
        rows.push((function, function_row(name.trim_start_matches('\u{1}'))));
    }
    rows.push((end_of_code(context, module), function_row("")));

    let (byte, word, wide) = (context.i8_type(), context.i32_type(), context.i64_type());
    let layouts: Vec<_> = rows
        .iter()
        .map(|(_, row)| context.struct_type(&[word.into(), byte.array_type(row.len() as u32 - 4).into()], true))
        .collect();
    let fields: Vec<_> = layouts.iter().map(|layout| (*layout).into()).collect();
    let table_type = context.struct_type(&fields, true);
    let table = module.add_global(table_type, None, "function table");
    let start = table.as_pointer_value();
    let mut offset = 0;
    let values: Vec<BasicValueEnum<'ctx>> = rows
        .iter()
        .zip(&layouts)
        .map(|((function, row), layout)| {
            let index = wide.const_int(offset, false);
            // SAFETY: the row lies inside of the table, whose length is that of all rows.
            let here = unsafe { start.const_gep(byte, &[index]) };
            offset += row.len() as u64;
            let to = function.as_global_value().as_pointer_value().const_to_int(wide);
            let distance = to.const_sub(here.const_to_int(wide)).const_truncate(word);
            let name = context.const_string(&row[4..], false);
            layout.const_named_struct(&[distance.into(), name.into()]).into()
        })
        .collect();
    table.set_initializer(&table_type.const_named_struct(&values));
    table.set_linkage(Linkage::Internal);
    table.set_constant(true);
    table.set_alignment(FUNCTION_ROW_ALIGN as u32);
    table.set_section(Some(FUNCTION_TABLE_SECTION));
}

/// A function without code behind all others: functions are emitted in the module's order.
fn end_of_code<'ctx>(context: &'ctx Context, module: &Module<'ctx>) -> FunctionValue<'ctx> {
    let ty = context.void_type().fn_type(&[], false);
    let end = module.add_function("end of code", ty, Some(Linkage::Internal));
    let block = context.append_basic_block(end, "");
    let builder = context.create_builder();
    builder.position_at_end(block);
    // A builder that stands in a block can end it.
    let ended = builder.build_unreachable();
    debug_assert!(ended.is_ok());
    end
}
