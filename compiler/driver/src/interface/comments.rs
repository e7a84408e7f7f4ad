//! Comments of the language for those who write in others: of items, fields and cases. It owns what of them is told.

use hir::ItemId;
use source::Database;

/// The first paragraph of an item's documentation: what stands behind it, examples above all, is for those who write in the
/// language.
pub(super) fn documentation(db: &Database, item: ItemId) -> Option<String> {
    hir::documentation(db, item).and_then(|text| paragraph(&text))
}

/// The first paragraph of Markdown; nothing where code begins it.
fn paragraph(markdown: &str) -> Option<String> {
    let is_code = |line: &&str| line.trim_start().starts_with("```");
    let lines: Vec<&str> = markdown
        .lines()
        .skip_while(|line| line.trim().is_empty())
        .take_while(|line| !line.trim().is_empty() && !is_code(line))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What is said of a type's fields or cases, in their order.
pub(super) fn part_documentation(db: &Database, item: ItemId) -> Vec<Option<String>> {
    let parts = hir::part_documentation(db, item);
    parts.into_iter().map(|part| part.documentation.and_then(|text| paragraph(&text))).collect()
}
