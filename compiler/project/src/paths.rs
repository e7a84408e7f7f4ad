//! Paths as values: how messages show them, which module a file is. It owns these spellings; it must not ask the system
//! anything, which `disk` does.

use std::path::{Component, Path, PathBuf};

use source::printable;

/// `geometry.vec` for `geometry/vec.lang`; none if no import can name it.
pub(crate) fn module_path(relative: &Path) -> Option<String> {
    let mut path = String::new();
    for part in relative.with_extension("").components() {
        let part = part.as_os_str().to_str()?;
        if part.contains('.') {
            return None;
        }
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(part);
    }
    Some(path)
}

/// A path as messages show it.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).to_string_lossy().into_owned()
}

/// A folder as messages name it.
pub(crate) fn shown_folder(path: &Path) -> String {
    let shown = shown(path);
    if shown.is_empty() || shown == "." { "this folder".to_string() } else { printable::line(&shown).into_owned() }
}

/// An empty path is no folder for the system; the current one is meant.
pub(crate) fn or_here(folder: &Path) -> PathBuf {
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() }
}

/// Takes `a/../` out of a path, as people would write it.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            (Component::Prefix(_) | Component::RootDir | Component::ParentDir | Component::Normal(_), _) => {
                parts.push(part)
            }
        }
    }
    parts.iter().collect()
}

/// Whether a part of the path begins with a point.
pub(crate) fn has_hidden_part(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str().as_encoded_bytes().first() == Some(&b'.'))
}
