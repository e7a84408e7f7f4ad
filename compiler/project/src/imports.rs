//! The imports of a file, read from its text without parsing it: `load` follows them from a single file to the other
//! modules of its package. It owns the little it needs of the grammar; it must not know names or items. A false hit (in
//! a multi-line string, say) only loads a file that is not asked for.

use memchr::{memchr, memmem, memrchr};

/// The module paths after `import` at the beginnings of lines, in order; `import extern` has none.
pub(crate) fn imported_modules(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut last_line = None;
    memmem::find_iter(bytes, "import").filter_map(move |at| {
        let start = memrchr(b'\n', &bytes[..at]).map_or(0, |newline| newline + 1);
        let end = memchr(b'\n', &bytes[at..]).map_or(text.len(), |length| at + length);
        let is_new = last_line.replace(start) != Some(start);
        is_new.then(|| imported_module(&text[start..end])).flatten()
    })
}

fn imported_module(line: &str) -> Option<&str> {
    let blanks = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let mut rest = &line[blanks..];
    if !rest.starts_with(['i', 'p', '@']) {
        return None;
    }
    if rest.starts_with("@[") {
        rest = rest[rest.find(']')? + 1..].trim_start();
    }
    rest = rest.strip_prefix("pub").map_or(rest, str::trim_start);
    let path = rest.strip_prefix("import")?;
    let path = path.strip_prefix([' ', '\t'])?.trim_start();
    let end =
        path.find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '.')).unwrap_or(path.len());
    let path = &path[..end];
    (!path.is_empty() && path != "extern").then_some(path)
}

#[cfg(test)]
mod tests {
    use super::imported_modules;

    #[test]
    fn finds_what_begins_a_line() {
        let text = "import a.b (C)\n# import no\npub import d as e\nimport extern \"m\"\nimportant\n  import f\n\
                    @[only(os: \"linux\")] import g\nlet x = import\nimport import_.import (import)\nimport std.c";
        let found: Vec<&str> = imported_modules(text).collect();
        assert_eq!(found, ["a.b", "d", "f", "g", "import_.import", "std.c"]);
    }
}
