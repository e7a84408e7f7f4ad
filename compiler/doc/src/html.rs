//! The pages as HTML. It owns the frame of a page: what stands around all of them, and the files that they share. Reading
//! order: `text`, `entry`, `memory`, `call`, `index`.

mod call;
mod entry;
mod index;
mod memory;
mod search;
mod text;

use std::fmt::Write;

use source::Db;
use source::printable::html as escaped;

use crate::names::Names;
use crate::site::{EntryKind, ModulePage, Site};
use text::Text;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The files of a site, by their names in one folder.
pub fn pages(db: &dyn Db, site: &Site) -> Vec<(String, String)> {
    let names = Names::new(db, site);
    let frame = Frame { site, names: &names };
    let mut files = vec![
        ("page.css".to_string(), STYLE.to_string()),
        ("page.js".to_string(), SCRIPT.to_string()),
        ("search.js".to_string(), search::index(site, &names)),
        ("index.html".to_string(), frame.page(&Shown::Index, &index::body(&frame))),
    ];
    for module in &site.modules {
        let name = names.file(module.module).to_string();
        files.push((name, frame.page(&Shown::Module(module), &entry::module(&frame, module))));
        let body = text::source(db, module.file);
        files.push((names.source_file(module.module), frame.page(&Shown::Source(module), &body)));
    }
    for (number, chapter) in site.book.iter().enumerate() {
        let body = index::chapter(&frame, number);
        files.push((Names::chapter_file(&chapter.name), frame.page(&Shown::Chapter(number), &body)));
    }
    files
}

/// What a page is about.
enum Shown<'a> {
    Index,
    Module(&'a ModulePage),
    /// The text of a module.
    Source(&'a ModulePage),
    /// A chapter, by its place.
    Chapter(usize),
}

/// What all pages share.
struct Frame<'a> {
    site: &'a Site,
    names: &'a Names<'a>,
}

impl<'a> Frame<'a> {
    fn text(&self, module: Option<hir::Module>) -> Text<'a> {
        Text { names: self.names, module }
    }

    fn page(&self, shown: &Shown<'_>, body: &str) -> String {
        let site = &escaped(&self.site.title);
        let title = match shown {
            Shown::Index => site.clone(),
            Shown::Module(page) => format!("{} · {site}", escaped(&page.path)),
            Shown::Source(page) => format!("source of {} · {site}", escaped(&page.path)),
            Shown::Chapter(number) => format!("{} · {site}", escaped(&self.site.book[*number].title)),
        };
        let version =
            self.site.version.as_deref().map_or(String::new(), |it| format!(" <small>{}</small>", escaped(it)));
        let side = self.side(shown);
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <link rel=\"stylesheet\" href=\"page.css\">\n<script src=\"page.js\"></script>\n\
             <script src=\"search.js\" defer></script>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#content\">Skip to the content</a>\n\
             <header>\n<a class=\"site\" href=\"index.html\">{site}</a>{version}\n\
             <form role=\"search\" class=\"search\"><input type=\"search\" id=\"search\" placeholder=\"Search  ( / )\" \
             aria-label=\"Search\" autocomplete=\"off\" role=\"combobox\" aria-expanded=\"false\" aria-controls=\"found\">\
             <ul id=\"found\" role=\"listbox\" aria-label=\"Found\" hidden></ul></form>\n\
             <button type=\"button\" id=\"theme\" aria-label=\"Light or dark\" title=\"Light or dark\">◐</button>\n</header>\n\
             <div class=\"columns\">\n<nav aria-label=\"Pages\">\n<details id=\"side\" open>\n<summary>Pages</summary>\n{side}</details>\n</nav>\n\
             <main id=\"content\" tabindex=\"-1\">\n{body}</main>\n</div>\n</body>\n</html>\n"
        )
    }

    /// The list of pages, and of what stands on this one.
    fn side(&self, shown: &Shown<'_>) -> String {
        let mut text = String::new();
        let link = |text: &mut String, file: &str, name: &str, is_here: bool| {
            let here = if is_here { " aria-current=\"page\"" } else { "" };
            let _ = writeln!(text, "<li><a href=\"{}\"{here}>{}</a>", escaped(file), escaped(name));
        };
        if let Shown::Module(page) = shown {
            let _ = writeln!(text, "<h2>{}</h2>", escaped(&page.path));
            for kind in EntryKind::ALL {
                let mut entries = page.entries.iter().filter(|entry| entry.kind == kind).peekable();
                if entries.peek().is_some() {
                    let _ = writeln!(text, "<h3>{}</h3>\n<ul>", kind.heading());
                    entries.for_each(|entry| link(&mut text, &format!("#{}", entry.anchor), &entry.name, false));
                    text.push_str("</ul>\n");
                }
            }
            if !page.offered.is_empty() {
                let _ = writeln!(text, "<h3>{}</h3>\n<ul>", entry::OFFERED);
                for offered in &page.offered {
                    let address = self.names.of_offered(offered).unwrap_or("#content");
                    link(&mut text, address, &offered.name, false);
                }
                text.push_str("</ul>\n");
            }
        }
        if !self.site.book.is_empty() {
            text.push_str("<h2>Book</h2>\n<ul>\n");
            for (number, chapter) in self.site.book.iter().enumerate() {
                let is_here = matches!(shown, Shown::Chapter(here) if *here == number);
                link(&mut text, &Names::chapter_file(&chapter.name), &chapter.title, is_here);
            }
            text.push_str("</ul>\n");
        }
        text.push_str("<h2>Modules</h2>\n<ul>\n");
        for page in &self.site.modules {
            let is_here = match shown {
                Shown::Module(here) | Shown::Source(here) => here.module == page.module,
                Shown::Index | Shown::Chapter(_) => false,
            };
            link(&mut text, self.names.file(page.module), &page.path, is_here);
        }
        text.push_str("</ul>\n");
        text
    }
}
