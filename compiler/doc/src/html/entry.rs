//! The page of a module: its entries, one after the other.

use std::fmt::Write;

use source::printable::html as escaped;

use super::text::first_sentence;
use super::{Frame, call, memory};
use crate::site::{Entry, EntryKind, ModulePage};

/// So many names stand in the import that a page shows.
const IMPORTED: usize = 3;

/// The body of a module's page.
pub(super) fn module(frame: &Frame<'_>, page: &ModulePage) -> String {
    let text = frame.text(Some(page.module));
    let source = frame.names.source_file(page.module);
    let mut html =
        format!("<h1>{} <a class=\"to-source\" href=\"{}\">source</a></h1>\n", escaped(&page.path), escaped(&source));
    html.push_str(&text.markdown(&page.documentation, 1));
    let imported: Vec<&str> = (page.entries.iter())
        .filter(|entry| entry.item.is_some_and(|item| !frame.names.is_in_prelude(item)))
        .map(|entry| entry.name.as_str())
        .take(IMPORTED)
        .collect();
    if !imported.is_empty() {
        html.push_str(&text.block(&format!("import {} ({})", page.path, imported.join(", "))));
    }
    for kind in EntryKind::ALL {
        let entries: Vec<&Entry> = page.entries.iter().filter(|entry| entry.kind == kind).collect();
        if entries.is_empty() {
            continue;
        }
        let _ = writeln!(html, "<section aria-label=\"{0}\">\n<h2>{0}</h2>", kind.heading());
        entries.iter().for_each(|entry| self::entry(&mut html, frame, entry, &source, 3));
        html.push_str("</section>\n");
    }
    html
}

/// An entry, with its heading on a level.
fn entry(html: &mut String, frame: &Frame<'_>, entry: &Entry, source: &str, level: u8) {
    let text = frame.text(Some(entry.module));
    let source = match frame.names.source_file(entry.module) {
        own if entry.item.is_some() => own,
        _ => source.to_string(),
    };
    let anchor = escaped(&entry.anchor);
    let _ = writeln!(
        html,
        "<article id=\"{anchor}\">\n<h{level}><a class=\"self\" href=\"#{anchor}\">{}</a> <small>{}</small> \
         <a class=\"to-source\" href=\"{}#L{}\" aria-label=\"source of {anchor}\">source</a></h{level}>",
        escaped(&entry.name),
        entry.words,
        escaped(&source),
        entry.line,
    );
    if !entry.declaration.is_empty() {
        html.push_str(&text.block(&entry.declaration));
    }
    html.push_str(&text.markdown(&entry.documentation, level));
    if let Some(facts) = &entry.memory {
        memory::write(html, text, facts);
    }
    if let Some(facts) = &entry.call {
        call::write(html, text, facts);
    }
    for group in &entry.members {
        html.push_str("<div class=\"members\">\n");
        if let Some((head, module)) = &group.head {
            let _ = writeln!(html, "<p class=\"head\"><code>{}</code></p>", frame.text(Some(*module)).code(head));
        }
        group.entries.iter().for_each(|member| self::entry(html, frame, member, &source, (level + 1).min(6)));
        html.push_str("</div>\n");
    }
    if !entry.implementations.is_empty() {
        let what = if entry.kind == EntryKind::Trait { "Types that have it" } else { "Traits that it has" };
        let _ = writeln!(
            html,
            "<details class=\"traits\"><summary>{what} <small>{}</small></summary>\n<ul>",
            entry.implementations.len()
        );
        for (head, module) in &entry.implementations {
            let _ = writeln!(html, "<li><code>{}</code>", frame.text(Some(*module)).code(head));
        }
        html.push_str("</ul></details>\n");
    }
    html.push_str("</article>\n");
}

/// What a page is about, in one line.
pub(super) fn summary(frame: &Frame<'_>, page: &ModulePage) -> String {
    frame.text(Some(page.module)).markdown(&first_sentence(&page.documentation), 6)
}
