//! What objects of both code generators tell debuggers, beside each other: names, types, offsets, places of declarations and
//! what stands in what. Owns what is compared; where code and values are is each code generator's own affair.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Failed;

/// The attributes that must be equal.
const COMPARED: [&str; 12] = [
    "DW_AT_name",
    "DW_AT_type",
    "DW_AT_specification",
    "DW_AT_decl_file",
    "DW_AT_decl_line",
    "DW_AT_data_member_location",
    "DW_AT_byte_size",
    "DW_AT_encoding",
    "DW_AT_const_value",
    "DW_AT_count",
    "DW_AT_declaration",
    "DW_AT_external",
];

/// The entries of an object, each with those around it. Variables of the standard library are left out: some have no code in
/// one of the objects, and without code there is no entry; so are blocks, which are seen by what stands in them.
pub fn entries(object: &Path) -> Result<BTreeSet<String>, Failed> {
    let shown = Command::new("llvm-dwarfdump-22").arg("--debug-info").arg(object).output()?;
    let shown = String::from_utf8(shown.stdout)?;
    let mut entries = BTreeSet::new();
    let mut around: Vec<(usize, String)> = Vec::new();
    for entry in shown.split("\n\n") {
        let mut lines = entry.lines();
        let Some((place, tag)) = lines.next().and_then(|first| first.split_once("DW_TAG_")) else { continue };
        let depth = place.len();
        while around.last().is_some_and(|(known, _)| *known >= depth) {
            around.pop();
        }
        let said: Vec<String> = lines.filter_map(attribute).collect();
        let words = format!("{tag} {}", said.join(" "));
        let is_left_out = tag == "lexical_block" || words.contains("/std/");
        if !is_left_out && tag != "compile_unit" {
            let path: Vec<&str> = around.iter().map(|(_, name)| name.as_str()).collect();
            entries.insert(format!("{}/{words}", path.join("/")));
        }
        let name = said.iter().find(|said| said.starts_with("name") || said.starts_with("specification"));
        around.push((depth, format!("{tag} {}", name.map_or("", String::as_str))));
    }
    Ok(entries)
}

/// What a line says of an attribute that is compared, without the offsets of entries.
fn attribute(line: &str) -> Option<String> {
    let (name, value) = line.trim().split_once(char::is_whitespace)?;
    let name = COMPARED.iter().find(|compared| **compared == name)?;
    let value = value.trim().trim_start_matches('(').trim_end_matches(')');
    let value = match value.split_once(' ') {
        Some((offset, text)) if offset.starts_with("0x") => text,
        Some(_) | None => value,
    };
    Some(format!("{}={value}", name.trim_start_matches("DW_AT_")))
}
