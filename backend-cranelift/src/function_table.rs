//! The rows of the function table of an image. Owns which functions have one, and where in the text each leads. Must
//! not know how distances are written: an object has relocations for them, in memory they are known.

use mir::function_row;

use crate::image::{Image, Section};

/// The rows, and for each its place in the bytes and the place in the text that it leads to.
pub(crate) struct FunctionTable {
    pub bytes: Vec<u8>,
    pub rows: Vec<(u64, u64)>,
}

impl FunctionTable {
    pub(crate) fn of(image: &Image<'_>) -> FunctionTable {
        let mut table = FunctionTable { bytes: Vec::new(), rows: Vec::with_capacity(image.functions.len() + 1) };
        for (start, function) in &image.functions {
            table.add(&function.symbol, *start);
        }
        table.add("", image.text_end());
        table
    }

    fn add(&mut self, symbol: &str, start: u64) {
        self.rows.push((self.bytes.len() as u64, start));
        self.bytes.extend(function_row(symbol));
    }
}

impl Image<'_> {
    fn text_end(&self) -> u64 {
        self.bytes[Section::Text as usize].len() as u64
    }
}
