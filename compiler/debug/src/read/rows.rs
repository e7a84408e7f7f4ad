//! Lines that are read. Owns which rows belong to which function; a line is a byte offset plus one, a file a symbol.

use gimli::UnitRef;

use super::sections::{Reader, code_place};
use super::{ReadFunction, ReadRow, Symbols};

/// Gives each function of a unit, by rising places, its rows.
pub(super) fn read(
    unit: UnitRef<'_, Reader<'_>>,
    symbols: &mut Symbols,
    functions: &mut [ReadFunction],
) -> gimli::Result<()> {
    let Some(program) = unit.line_program.clone() else { return Ok(()) };
    let mut files: Vec<Option<Option<u32>>> = Vec::new();
    let mut all: Vec<(usize, u64, ReadRow)> = Vec::new();
    let mut rows = program.rows();
    while let Some((header, row)) = rows.next_row()? {
        let Some((section, place)) = code_place(row.address()).filter(|_| !row.end_sequence()) else { continue };
        let index = row.file_index() as usize;
        if files.len() <= index {
            files.resize(index + 1, None);
        }
        let file = match files[index] {
            Some(known) => known,
            None => {
                let name = row.file(header).map(|file| unit.attr_string(file.path_name())).transpose()?;
                let text = name.as_ref().map(gimli::Reader::to_string_lossy).transpose()?;
                *files[index].insert(text.map(|text| symbols.number(&text)))
            }
        };
        let offset = row.line().map(|line| (line.get() - 1) as u32);
        let source = file.zip(offset);
        all.push((section, place, ReadRow { code_offset: 0, source, is_statement: row.is_stmt() }));
    }
    all.sort_by_key(|(section, place, _)| (*section, *place));
    for function in functions {
        let end = function.start + u64::from(function.bytes);
        let first = all.partition_point(|(section, place, _)| (*section, *place) < (function.section, function.start));
        let own = all[first..].iter().take_while(|(section, place, _)| *section == function.section && *place < end);
        for (_, place, row) in own {
            let code_offset = (place - function.start) as u32;
            // Of rows for the same code the last one counts.
            if function.rows.last().is_some_and(|last| last.code_offset == code_offset) {
                function.rows.pop();
            }
            function.rows.push(ReadRow { code_offset, ..*row });
        }
    }
    Ok(())
}
