//! Names of documents: the protocol's URIs and our paths. It owns the path that stands for a document which is no file,
//! such as an unsaved one; such a path exists in no file system.

use std::path::{Path, PathBuf};

use tower_lsp::lsp_types::Url;

/// The path of a document; two spellings of the same file have one.
pub(crate) fn path_of(uri: &Url) -> PathBuf {
    match uri.to_file_path() {
        Ok(path) if uri.scheme() == "file" => path.components().collect(),
        Ok(_) | Err(()) => PathBuf::from("/").join(uri.as_str().replace('/', "\u{2044}")),
    }
}

/// The URI of a file.
pub(crate) fn of_path(path: &Path) -> Option<Url> {
    Url::from_file_path(path).ok()
}

#[cfg(test)]
mod tests {
    use super::{of_path, path_of};
    use tower_lsp::lsp_types::Url;

    #[test]
    fn spellings_of_one_file() {
        let uri = |text: &str| Url::parse(text).expect("a URI");
        let path = path_of(&uri("file:///a%20b/c/../d.lang"));
        assert_eq!(path.to_str(), Some("/a b/d.lang"));
        assert_eq!(of_path(&path), Some(uri("file:///a%20b/d.lang")));
        let unsaved = path_of(&uri("untitled:Untitled-1"));
        assert_eq!(unsaved.to_str(), Some("/untitled:Untitled-1"));
    }
}
