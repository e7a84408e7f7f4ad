//! The first page, and the chapters of a book.

use std::fmt::Write;

use source::printable::html as escaped;

use super::{Frame, entry};
use crate::names::Names;

/// The body of the first page.
pub(super) fn body(frame: &Frame<'_>) -> String {
    let site = frame.site;
    let mut html = format!("<h1>{}</h1>\n", escaped(&site.title));
    let _ = writeln!(html, "<p>Shown for {}.</p>", escaped(&site.targets.join(", ")));
    if !site.book.is_empty() {
        html.push_str("<section aria-label=\"Book\">\n<h2>Book</h2>\n<ol class=\"chapters\">\n");
        for chapter in &site.book {
            let file = Names::chapter_file(&chapter.name);
            let _ = writeln!(html, "<li><a href=\"{}\">{}</a>", escaped(&file), escaped(&chapter.title));
        }
        html.push_str("</ol>\n</section>\n");
    }
    html.push_str("<section aria-label=\"Modules\">\n<h2>Modules</h2>\n<table class=\"modules\"><tbody>\n");
    for page in &site.modules {
        let file = frame.names.file(page.module);
        let summary = entry::summary(frame, page);
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\"><a href=\"{}\">{}</a><td>{summary}",
            escaped(file),
            escaped(&page.path)
        );
    }
    for module in &site.bound {
        let headers: Vec<String> =
            module.headers.iter().map(|header| format!("<code>{}</code>", escaped(header))).collect();
        let (path, headers) = (escaped(&module.path), headers.join(", "));
        let _ = writeln!(html, "<tr><th scope=\"row\">{path}<td>What C declares in {headers}.");
    }
    html.push_str("</tbody></table>\n</section>\n");
    html
}

/// The body of a chapter, with the way to its neighbours.
pub(super) fn chapter(frame: &Frame<'_>, number: usize) -> String {
    let book = &frame.site.book;
    let chapter = &book[number];
    let mut html = format!("<h1>{}</h1>\n{}", escaped(&chapter.title), frame.text(None).markdown(&chapter.text, 0));
    html.push_str("<nav class=\"neighbours\" aria-label=\"Chapters\">");
    let mut neighbour = |place: Option<usize>, word: &str, relation: &str| {
        if let Some(other) = place.and_then(|place| book.get(place)) {
            let file = escaped(&Names::chapter_file(&other.name));
            let _ = write!(html, "<a rel=\"{relation}\" href=\"{file}\">{word}{}</a>", escaped(&other.title));
        }
    };
    neighbour(number.checked_sub(1), "← ", "prev");
    neighbour(Some(number + 1), "→ ", "next");
    html.push_str("</nav>\n");
    html
}
