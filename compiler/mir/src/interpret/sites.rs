//! Site tables in memory: all in one constant, which a running program reads as it reads those of an object. Must not
//! know who reads them.

use crate::artifact::SiteRecord;
use crate::backend::Positions;
use crate::site::SiteTables;

use super::fault::Problem;
use super::image::Entry;
use super::memory::Memory;
use crate::module::Module;

/// Puts the tables of all functions into memory and tells them where.
pub fn add(
    memory: &mut Memory,
    modules: &[Module],
    functions: &mut [Entry<'_>],
    positions: &dyn Positions,
) -> Result<(), Problem> {
    let mut tables = SiteTables::new(true);
    let mut section = Vec::new();
    let mut starts = Vec::new();
    for (number, entry) in functions.iter().enumerate() {
        let Some((module, function)) = entry.body.filter(|(_, function)| !function.sites.is_empty()) else {
            continue;
        };
        let strings = &modules[module as usize].strings;
        let records = function.sites.iter().map(|site| site.record(strings));
        let records: Vec<SiteRecord> = records.collect();
        starts.push((number, tables.write(&mut section, entry.name, &records, positions)));
    }
    let address = memory.add_datum(section.len() as u64)?;
    memory.put(address, &section)?;
    memory.make_constant(address);
    for (number, start) in starts {
        functions[number].sites = address + start;
    }
    Ok(())
}
