//! Site tables in memory. Owns their bytes, which are those that a running program reads; must not know who reads
//! them. The texts stand behind the entries in the same piece, because distances lead to them.

use rustc_hash::FxHashMap;

use crate::backend::Positions;
use crate::function::Function;
use crate::module::Module;
use crate::site::{SITE_ENTRY_BYTES, SiteKind};

use super::fault::Problem;
use super::memory::Memory;

/// Puts a function's table into memory; gives its address.
pub fn add(
    memory: &mut Memory,
    module: &Module,
    function: &Function,
    positions: &dyn Positions,
) -> Result<u64, Problem> {
    let name = module.symbol_name(function.symbol);
    let mut entries = Vec::new();
    let mut texts = Vec::new();
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    let behind = function.sites.len() * SITE_ENTRY_BYTES as usize;
    let mut text = |text| {
        *known.entry(text).or_insert_with(|| {
            let start = behind + texts.len();
            texts.extend_from_slice(text.as_bytes());
            texts.push(0);
            start
        })
    };
    for site in &function.sites {
        let here = entries.len();
        let position = positions.position(name, site.offset);
        let file = text(position.map_or("", |position| positions.file(position.file)));
        let message = text(match site.kind {
            SiteKind::Message(message) => module.strings.text(message),
            kind => kind.fixed_message().unwrap_or_default(),
        });
        let (line, column) = position.map_or((0, 0), |position| (position.line, position.column));
        let fields = [(file - here) as u32, line, column, (message - here) as u32];
        entries.extend(fields.into_iter().flat_map(u32::to_le_bytes));
    }
    entries.extend(texts);
    let address = memory.add_datum(entries.len() as u64)?;
    memory.put(address, &entries)?;
    memory.make_constant(address);
    Ok(address)
}
