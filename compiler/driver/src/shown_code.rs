//! Texts of code with the source beside them: which line of a text comes from which place of the source. It owns how each
//! form says that, and takes out what only says that; it must not know what the code does. Texts are made with
//! [`mir::Options::source_positions`], in which a 'line' is 1 + a byte offset relative to the function's chunk.

use std::collections::HashMap;

use mir::{Module, TextForm};

/// A text and where its lines come from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ShownCode {
    /// The text.
    pub text: String,
    /// Lines of the text, counted from 0, with byte offsets relative to the function's chunk, by rising line. Other lines
    /// come from no place.
    pub lines: Vec<(u32, u32)>,
    count: u32,
}

impl ShownCode {
    /// Intermediate code.
    pub fn of_module(module: &Module) -> ShownCode {
        let mut shown = ShownCode::default();
        let mut source = None;
        let mut is_body = false;
        for line in mir::print(module).lines() {
            is_body = (is_body || line.starts_with("function ")) && line != "}";
            if line.starts_with("function ") {
                source = None;
            }
            // Instructions are the only indented lines that are not about slots, scopes and variables.
            let is_code = is_body
                && line.starts_with("  ")
                && !["  slot ", "  scope ", "  variable "].iter().any(|word| line.starts_with(word));
            let code = line.split(" ; ").next().unwrap_or(line);
            if let Some((_, offset)) = code.rsplit_once(" at ").filter(|_| is_code)
                && let Ok(offset) = offset.parse::<u32>()
            {
                source = Some(offset);
            }
            shown.add(line, source.filter(|_| is_code));
        }
        shown
    }

    /// What a code generator wrote.
    pub fn of_text(text: &str, form: TextForm) -> ShownCode {
        match form {
            TextForm::Clif => clif(text),
            TextForm::Llvm => llvm(text),
            TextForm::Assembly => assembly(text),
        }
    }

    fn add(&mut self, line: &str, source: Option<u32>) {
        if let Some(source) = source {
            self.lines.push((self.count, source));
        }
        self.text.push_str(line);
        self.text.push('\n');
        self.count += 1;
    }
}

/// Each instruction begins with `@` and its offset in hexadecimal digits, and all are moved to the right for that.
fn clif(text: &str) -> ShownCode {
    let mut shown = ShownCode::default();
    for line in text.lines() {
        let content = line.trim_start();
        let indent = line.len() - content.len();
        let marked = content.strip_prefix('@').and_then(|rest| {
            let (digits, rest) = rest.split_once(' ')?;
            Some((u32::from_str_radix(digits, 16).ok()?, rest.trim_start()))
        });
        match marked {
            Some((source, rest)) => shown.add(&format!("    {rest}"), Some(source)),
            // Where some instructions are marked, the others stand as far to the right, and so do heads of blocks.
            None if indent > 0 && content.starts_with("block") && content.ends_with(':') => shown.add(content, None),
            None if indent > 4 => shown.add(&format!("    {content}"), None),
            None => shown.add(line, None),
        }
    }
    shown
}

/// Instructions end in `!dbg !7`, and `!7 = !DILocation(line: 5, …)` stands behind the functions.
fn llvm(text: &str) -> ShownCode {
    let location = |line: &str| {
        let (name, rest) = line.strip_prefix('!')?.split_once(" = ")?;
        let rest =
            rest.strip_prefix("!DILocation(line: ").or_else(|| rest.strip_prefix("distinct !DILocation(line: "))?;
        let digits = rest.split([',', ')']).next()?;
        Some((name.parse::<u32>().ok()?, digits.parse::<u32>().ok()?.checked_sub(1)?))
    };
    let locations: HashMap<u32, u32> = text.lines().filter_map(location).collect();
    let mut shown = ShownCode::default();
    for line in text.lines().take_while(|line| !line.starts_with('!')) {
        match line.find("!dbg !") {
            None => shown.add(line, None),
            Some(at) => {
                let digits: String = line[at + 6..].chars().take_while(char::is_ascii_digit).collect();
                let source = digits.parse().ok().and_then(|name: u32| locations.get(&name).copied());
                let before = line[..at].trim_end_matches([' ', ',']);
                let behind = &line[at + 6 + digits.len()..];
                shown.add(&format!("{before}{behind}"), source.filter(|_| line.starts_with(' ')));
            }
        }
    }
    trimmed(shown)
}

/// `.loc 1 5 0` says where the next instructions come from.
fn assembly(text: &str) -> ShownCode {
    let mut shown = ShownCode::default();
    let mut source = None;
    let mut is_debug = false;
    for line in text.lines() {
        let content = line.trim_start();
        let words: Vec<&str> = content.split_whitespace().collect();
        match words.first().copied() {
            Some(".section") => is_debug = words.get(1).is_some_and(|name| name.contains(".debug")),
            Some(".loc") => {
                let line = words.get(2).and_then(|word| word.parse::<u32>().ok());
                source = line.and_then(|line| line.checked_sub(1));
                continue;
            }
            Some(".file") if words.len() > 2 || content.contains("md5") => continue,
            _ => {}
        }
        let is_mark = [".Ltmp", ".Lfunc_begin", ".Lfunc_end0:"].iter().any(|mark| content.starts_with(mark));
        if is_debug || is_mark && content.ends_with(':') && !content.starts_with(".Lfunc_end") {
            continue;
        }
        let is_code = line.starts_with(['\t', ' ']) && !content.starts_with('.') && !content.starts_with('#');
        if content.ends_with(':') && !line.starts_with(['\t', ' ', '.']) {
            source = None;
        }
        shown.add(line, source.filter(|_| is_code));
    }
    trimmed(shown)
}

/// Without empty lines at the end.
fn trimmed(mut shown: ShownCode) -> ShownCode {
    let length = shown.text.trim_end().len();
    shown.text.truncate(length);
    shown.text.push('\n');
    shown
}

#[cfg(test)]
mod tests {
    use mir::TextForm;

    use super::ShownCode;

    #[test]
    fn offsets_of_clif_become_lines() {
        let text = "function u0:0() system_v {\n    ss0 = explicit_slot 8\n\n                                block0:\n\
            @0010                               v1 = iconst.i64 1\n                                    return\n}\n";
        let shown = ShownCode::of_text(text, TextForm::Clif);
        assert_eq!(
            shown.text,
            "function u0:0() system_v {\n    ss0 = explicit_slot 8\n\nblock0:\n    v1 = iconst.i64 1\n    return\n}\n"
        );
        assert_eq!(shown.lines, [(4, 16)]);
    }

    #[test]
    fn locations_of_llvm_become_lines() {
        let text = "define void @f() !dbg !3 {\n  call void @g(), !dbg !5\n  ret void\n}\n\n!5 = !DILocation(line: 8, scope: !3)\n";
        let shown = ShownCode::of_text(text, TextForm::Llvm);
        assert_eq!(shown.text, "define void @f() {\n  call void @g()\n  ret void\n}\n");
        assert_eq!(shown.lines, [(1, 7)]);
    }

    #[test]
    fn directives_of_assembly_become_lines() {
        let text = "f:\n.Lfunc_begin0:\n\t.loc\t1 5 0 is_stmt 1\n\tmovq %rdi, %rax\n.Ltmp0:\n\t.loc\t1 0 0\n\tretq\n.Lfunc_end0:\n\
            \t.section\t.debug_line,\"\",@progbits\n\t.byte 1\n\t.section\t\".note.GNU-stack\",\"\",@progbits\n";
        let shown = ShownCode::of_text(text, TextForm::Assembly);
        assert_eq!(
            shown.text,
            "f:\n\tmovq %rdi, %rax\n\tretq\n.Lfunc_end0:\n\t.section\t\".note.GNU-stack\",\"\",@progbits\n"
        );
        assert_eq!(shown.lines, [(1, 4)]);
    }
}
