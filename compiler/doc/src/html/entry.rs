//! The page of a module: its entries, one after the other.

use std::fmt::Write;

use hir::ItemId;
use source::printable::html as escaped;

use super::text::{Text, first_sentence};
use super::{Frame, call, memory};
use crate::site::{Entry, EntryKind, ModulePage, Part};

/// So many names stand in the import that a page shows.
const IMPORTED: usize = 5;
/// What stands above what other modules declare.
pub(super) const OFFERED: &str = "From other modules";

/// The body of a module's page.
pub(super) fn module(frame: &Frame<'_>, page: &ModulePage) -> String {
    let text = frame.text(Some(page.module));
    let source = frame.names.source_file(page.module);
    let mut html =
        format!("<h1>{} <a class=\"to-source\" href=\"{}\">source</a></h1>\n", escaped(&page.path), escaped(&source));
    html.push_str(&text.markdown(&page.documentation, 1));
    if let Some(import) = import(frame, page) {
        html.push_str(&text.block(&import));
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
    offered(&mut html, frame, page);
    html
}

/// How names of a module are imported: from where most others would do it, which may be a module above this one.
fn import(frame: &Frame<'_>, page: &ModulePage) -> Option<String> {
    let is_unknown = |item: ItemId| !frame.names.is_in_prelude(item);
    let entries = page.entries.iter().filter(|entry| entry.item.is_some_and(is_unknown));
    let own = entries.map(|entry| (entry.import.as_str(), entry.name.as_str()));
    let of_others = page.offered.iter().filter(|offered| offered.meant.as_item().is_none_or(is_unknown));
    let all: Vec<(&str, &str)> = own.chain(of_others.map(|offered| (&*page.path, &*offered.name))).collect();
    let (path, _) = *all.first()?;
    let names: Vec<&str> = all.iter().filter(|(from, _)| *from == path).map(|(_, name)| *name).take(IMPORTED).collect();
    Some(format!("import {path} ({})", names.join(", ")))
}

/// What stands on the pages of other modules.
fn offered(html: &mut String, frame: &Frame<'_>, page: &ModulePage) {
    if page.offered.is_empty() {
        return;
    }
    let _ = writeln!(
        html,
        "<section aria-label=\"{OFFERED}\">\n<h2>{OFFERED}</h2>\n<table class=\"modules offered\"><tbody>"
    );
    for offered in &page.offered {
        let name = escaped(&offered.name);
        let linked = match frame.names.of_offered(offered) {
            Some(address) => format!("<a href=\"{}\">{name}</a>", escaped(address)),
            None => name.to_string(),
        };
        let summary = frame.text(Some(offered.module)).markdown(&first_sentence(&offered.documentation), 6);
        let _ = writeln!(html, "<tr><th scope=\"row\">{linked} <small>{}</small><td>{summary}", offered.words);
    }
    html.push_str("</tbody></table>\n</section>\n");
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
    parts(html, text, &entry.parts, level);
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

/// What is said of fields and cases.
fn parts(html: &mut String, text: Text<'_>, parts: &[Part], level: u8) {
    if parts.is_empty() {
        return;
    }
    html.push_str("<dl class=\"said\">\n");
    for part in parts {
        let said = text.markdown(&part.documentation, level);
        let _ = writeln!(html, "<dt><code>{}</code>\n<dd>{said}", escaped(&part.name));
    }
    html.push_str("</dl>\n");
}

/// What a page is about, in one line.
pub(super) fn summary(frame: &Frame<'_>, page: &ModulePage) -> String {
    frame.text(Some(page.module)).markdown(&first_sentence(&page.documentation), 6)
}
