//! Comments of the language as comments of C: of items, fields and cases. It owns what of them is for those who write C.

use hir::ItemId;
use source::Database;

/// The first paragraph of an item's documentation as a comment: what stands behind it, examples above all, is for those
/// who write in the language.
pub(super) fn comment(db: &Database, item: ItemId) -> String {
    hir::documentation(db, item).map_or_else(String::new, |text| paragraph(&text, ""))
}

/// The first paragraph of Markdown as a comment; nothing where code begins it.
fn paragraph(markdown: &str, indent: &str) -> String {
    let is_code = |line: &&str| line.trim_start().starts_with("```");
    let lines: Vec<&str> = markdown
        .lines()
        .skip_while(|line| line.trim().is_empty())
        .take_while(|line| !line.trim().is_empty() && !is_code(line))
        .collect();
    if lines.is_empty() { String::new() } else { c::write::comment(&lines.join("\n"), indent) }
}

/// The comments of a type's fields or cases, in their order; empty where there is none.
pub(super) fn part_comments(db: &Database, item: ItemId, indent: &str) -> Vec<String> {
    let parts = hir::part_documentation(db, item);
    parts.into_iter().map(|part| part.documentation.map_or_else(String::new, |text| paragraph(&text, indent))).collect()
}
