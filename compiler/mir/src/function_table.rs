//! The table by which a program can name its own functions: what the runtime reads when the stack has overflowed. Owns
//! its form, which objects, the loader in this process and the runtime's reader share. Must not know who calls whom.
//!
//! Each object has its rows in a section of its own, which the linker joins and whose bounds it names. A row is the
//! distance from itself to the start of a function, 4 bytes, and the function's name with a NUL, filled up with NULs to
//! a multiple of 4. A row without a name stands for the end of the object's code: what comes behind is not ours. Rows
//! need no order. There are no sizes and no addresses, so that nothing is done at the start of the program; symbols
//! would not do, since programs are stripped and most functions are local.

/// The section of the rows. Linkers name the bounds of a section only if its name could stand in C.
pub const FUNCTION_TABLE_SECTION: &str = "lang_functions";

/// Where the table begins: the linker says it, or is silent if no object has rows.
pub const FUNCTION_TABLE_START: &str = "__start_lang_functions";

/// Where the table ends.
pub const FUNCTION_TABLE_END: &str = "__stop_lang_functions";

/// What rows are aligned to.
pub const FUNCTION_ROW_ALIGN: u64 = 4;

/// Whether a symbol is a bound of the table: it may be undefined, and is null then.
pub fn is_function_table_bound(symbol: &str) -> bool {
    symbol == FUNCTION_TABLE_START || symbol == FUNCTION_TABLE_END
}

/// The row of a function with a symbol, or without one of the code's end; the distance is still 0.
pub fn function_row(symbol: &str) -> Vec<u8> {
    let mut row = vec![0; 4];
    row.extend_from_slice(symbol.as_bytes());
    row.push(0);
    row.resize(row.len().next_multiple_of(FUNCTION_ROW_ALIGN as usize), 0);
    row
}

#[cfg(test)]
mod tests {
    use super::function_row;

    #[test]
    fn rows_fill_multiples_of_four_and_end_in_a_nul() {
        for length in 0..9 {
            let row = function_row(&"x".repeat(length));
            assert_eq!(row.len() % 4, 0);
            assert_eq!(row[4 + length], 0);
            assert!(row.len() - (4 + length) <= 4, "no more than is needed");
        }
    }
}
