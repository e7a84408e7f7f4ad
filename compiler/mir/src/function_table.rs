//! The table by which a program can name its own functions: what the runtime reads when the stack has overflowed. Owns
//! its form, which objects, the loader in this process and the runtime's reader share. Must not know who calls whom.
//!
//! Each object has its rows in a section of its own, which the linker joins and whose bounds it names. A row is the
//! distance from itself to the start of a function, 4 bytes, and the function's name as it is shown, with a NUL, filled
//! up with NULs to a multiple of 4. A row without a name stands for the end of the object's code: what comes behind is
//! not ours. Rows need no order. There are no sizes and no addresses, so that nothing is done at the start of the
//! program; symbols would not do, since programs are stripped and most functions are local.

/// The section of the rows. Linkers name the bounds of a section only if its name could stand in C.
pub const FUNCTION_TABLE_SECTION: &str = "lang_functions";

/// Where the table begins: the linker says it, or is silent if no object has rows.
pub const FUNCTION_TABLE_START: &str = "__start_lang_functions";

/// Where the table ends.
pub const FUNCTION_TABLE_END: &str = "__stop_lang_functions";

/// What rows are aligned to.
pub const FUNCTION_ROW_ALIGN: u64 = 4;

/// What the runtime finds the symbol file of a program by that lies in this process: its address and its length, 8 bytes each.
pub const SYMBOL_FILE: &str = "__lang_symbol_file";

/// Whether a symbol may be undefined, and is null then: the bounds of the table, the symbol file, and what not every C library
/// has of what the runtime asks for who called whom.
pub fn may_be_missing(symbol: &str) -> bool {
    [FUNCTION_TABLE_START, FUNCTION_TABLE_END, SYMBOL_FILE, "backtrace", "dladdr"].contains(&symbol)
}

/// The row of a function with a symbol, or without one of the code's end; the distance is still 0.
pub fn function_row(symbol: &str) -> Vec<u8> {
    let mut row = vec![0; 4];
    row.extend(shown(symbol));
    row.push(0);
    row.resize(row.len().next_multiple_of(FUNCTION_ROW_ALIGN as usize), 0);
    row
}

/// A symbol as the language writes the name: `$` and two digits stand for a byte, unless that is a control character.
fn shown(symbol: &str) -> Vec<u8> {
    let mut name = Vec::with_capacity(symbol.len());
    let mut rest = symbol.as_bytes();
    while let [byte, after @ ..] = rest {
        let escaped = match after {
            [high, low, ..] if *byte == b'$' => digit(*high).zip(digit(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        match escaped.filter(|byte| !byte.is_ascii_control()) {
            Some(byte) => {
                name.push(byte);
                rest = &after[2..];
            }
            None => {
                name.push(*byte);
                rest = after;
            }
        }
    }
    name
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{function_row, shown};

    #[test]
    fn names_are_written_as_in_the_language() {
        for (symbol, name) in [
            ("app.main", "app.main"),
            ("app.List$5bi64$5d.push", "app.List[i64].push"),
            ("app.$c3$a4h", "app.äh"),
            ("cost$", "cost$"),
            ("a$5", "a$5"),
            ("a$5G", "a$5G"),
            ("$$5b", "$["),
            // A row ends at a NUL, and what is shown must not steer a terminal.
            ("a$00b", "a$00b"),
            ("a$1b$7f", "a$1b$7f"),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8_lossy(&shown(symbol)), name, "{symbol}");
        }
    }

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
