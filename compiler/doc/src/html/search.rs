//! What the search of the pages looks through: every entry with its kind and first sentence. A script and not a page of
//! data, because a browser reads no data for a page that was opened from a folder.

use serde_json::{Value, json};

use super::text::first_sentence;
use crate::names::Names;
use crate::site::{Entry, Site};

/// The script that hands the list to the search.
pub(super) fn index(site: &Site, names: &Names<'_>) -> String {
    let mut rows: Vec<Value> = Vec::new();
    for page in &site.modules {
        let file = names.file(page.module);
        rows.push(json!([page.path, "", "module", file, first_sentence(&page.documentation)]));
        for entry in &page.entries {
            add(&mut rows, file, "", entry);
        }
    }
    for chapter in &site.book {
        rows.push(json!([chapter.title, "", "chapter", Names::chapter_file(&chapter.name), ""]));
    }
    // A text of JSON is one of JavaScript but for what would end the script it stands in.
    let text = Value::Array(rows).to_string().replace("</", "<\\/");
    format!("window.langSearch({text});\n")
}

fn add(rows: &mut Vec<Value>, file: &str, holder: &str, entry: &Entry) {
    let name = if holder.is_empty() { entry.name.clone() } else { format!("{holder}.{}", entry.name) };
    rows.push(json!([
        name,
        entry.import,
        entry.words,
        format!("{file}#{}", entry.anchor),
        first_sentence(&entry.documentation)
    ]));
    for member in entry.members.iter().flat_map(|group| &group.entries) {
        add(rows, file, &entry.name, member);
    }
}
