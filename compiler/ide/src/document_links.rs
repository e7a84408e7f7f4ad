//! The paths of imports as links to the files that they name. It must not know how an editor opens files.

use std::ops::Range;

use hir::Name;
use source::{Db, SourceFile, chunk_starts, chunks, parse};
use syntax::view::{Import, Item};

/// A piece of text that names a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentLink {
    /// The names of the path, with the points between them.
    pub range: Range<u32>,
    /// The module's file.
    pub target: SourceFile,
}

/// The links of a file, by where they begin. Imports of what is not there have none.
pub fn document_links(db: &dyn Db, file: SourceFile) -> Vec<DocumentLink> {
    let starts = chunk_starts(db, file);
    let mut links = Vec::new();
    for &chunk in chunks(db, file) {
        if hir::item_tree(db, chunk).imports.is_empty() {
            continue;
        }
        let Some(start) = starts.start(chunk.id(db)) else {
            continue;
        };
        for item in parse(db, chunk).file().items() {
            if let Item::Import(import) = item {
                links.extend(link(db, file, import, start));
            }
        }
    }
    links
}

fn link(db: &dyn Db, file: SourceFile, import: Import<'_>, start: u32) -> Option<DocumentLink> {
    let package = hir::module_of_file(db, file)?.package(db);
    let path: Vec<Name> = import.path().map(|name| Name::new(name.text())).collect();
    let module = hir::imported_module(db, package, &path)?;
    let written = import.path().next()?.range().cover(import.path().last()?.range());
    Some(DocumentLink { range: written.start + start..written.end + start, target: hir::module_file(db, module)? })
}

#[cfg(test)]
mod tests {
    use super::document_links;
    use crate::fixture::Fixture;

    #[test]
    fn each_path_leads_to_its_file() {
        let fixture = Fixture::new(
            "import a.b (f)\n# One.\n@[only(os: \"linux\")]\npub import  std . c  as c\nimport no.where\nimport extern \"m\"\nimport a.b as x\nfn main { import a }\n#- a/b.lang\npub fn f {}\n",
        );
        let file = fixture.files[0].1;
        let text = file.text(&fixture.db);
        let links = document_links(&fixture.db, file).into_iter().map(|link| {
            let range = link.range.start as usize..link.range.end as usize;
            format!("{} -> {}", &text[range], link.target.path(&fixture.db))
        });
        let links: Vec<String> = links.collect();
        assert_eq!(links, ["a.b -> a/b.lang", "std . c -> std/c.lang", "a.b -> a/b.lang"]);
    }
}
