//! Words and texts that begin items and members.

use hir::ItemKind;
use syntax::{NodeKind, TokenKind};
use types::Implementation;

use super::collector::{Candidate, Class, Collector, key};
use super::item::CompletionKind;
use crate::method_head;
use crate::navigation_target::SymbolKind;
use crate::writable_type::Names;

/// What may begin an item of a file.
pub(super) fn item(collector: &mut Collector<'_, '_>) {
    collector.words(&["fn", "type", "let", "import", "extern", "pub", "unsafe", "impl", "trait", "test", "bench"]);
    let cursor = collector.cursor;
    let has_main = hir::module_scope(cursor.db, cursor.module).names().any(|name| name.text() == "main");
    if !has_main {
        collector.snippet("main", "fn main { … }", "fn main {\n\t$0\n}");
    }
    function(collector, "");
    collector.snippet("pub fn", "pub fn name(…) { … }", "pub fn ${1:name}($2) {\n\t$0\n}");
    collector.snippet("type", "type Name { … }", "type ${1:Name} {\n\tlet @${2:field}: ${3:i64}\n}$0");
    collector.snippet("type copy", "type copy Name { … }", "type copy ${1:Name} {\n\tlet @${2:field}: ${3:f64}\n}$0");
    collector.snippet(
        "type inline",
        "type inline Name { … }",
        "type inline ${1:Name} {\n\tlet @${2:field}: ${3:String}\n}$0",
    );
    collector.snippet(
        "type union",
        "type union Name { … }",
        "type union ${1:Name} {\n\tlet @${2:a}: ${3:i64}\n\tlet @${4:b}: ${5:f64}\n}$0",
    );
    collector.snippet("bench", "bench \"name\" { … }", "bench \"${1:name}\" {\n\t$0\n}");
    collector.snippet("test", "test \"name\" { … }", "test \"${1:name}\" {\n\t$0\n}");
    collector.snippet("import", "import module (name)", "import ${1:module} (${2:name})$0");
    collector.snippet("import extern", "import extern \"m\"", "import extern \"${1:m}\"$0");
    collector.snippet("extern", "extern { … }", "extern {\n\t$0\n}");
    collector.snippet("extern fn", "extern fn name(…) { … }", "extern fn ${1:name}($2) {\n\t$0\n}");
    collector.snippet("impl", "impl Name { … }", "impl ${1:Name} {\n\t$0\n}");
}

fn function(collector: &mut Collector<'_, '_>, modifier: &str) {
    let label = format!("fn {modifier}");
    collector.snippet(
        label.trim_end(),
        &format!("fn {modifier}name(…) {{ … }}"),
        &format!("fn {modifier}${{1:name}}($2) {{\n\t$0\n}}"),
    );
}

/// What may stand in a type.
pub(super) fn type_member(collector: &mut Collector<'_, '_>) {
    collector.words(&["let", "pub"]);
    collector.snippet("let", "let @name: T", "let @${1:name}: ${2:i64}$0");
    collector.snippet("pub let", "pub let @name: T", "pub let @${1:name}: ${2:i64}$0");
    function_member(collector);
}

/// What may stand in an `impl` or trait.
pub(super) fn function_member(collector: &mut Collector<'_, '_>) {
    missing_methods(collector, "");
    collector.words(&["fn", "pub", "unsafe"]);
    for modifier in ["", "mut ", "move ", "static "] {
        function(collector, modifier);
    }
}

/// What may stand in `extern { … }`.
pub(super) fn extern_member(collector: &mut Collector<'_, '_>) {
    collector.words(&["fn", "let", "type", "pub"]);
    collector.snippet("fn", "fn name(…) -> T", "fn ${1:name}($2)$0");
    collector.snippet("let mut", "let mut name: T", "let mut ${1:name}: ${2:i32}$0");
    collector.snippet("type", "type name", "type ${1:name}$0");
}

/// What may stand behind `fn` in a type, `impl` or trait.
pub(super) fn method_name(collector: &mut Collector<'_, '_>) {
    let cursor = collector.cursor;
    let mut words = Vec::new();
    let before = cursor.parse.first_token(cursor.node()).number()..cursor.token.number();
    for token in cursor.parse.tokens().skip(before.start as usize).take(before.len()) {
        let kind = cursor.parse.token_kind(token);
        if kind == TokenKind::Fn {
            words.clear();
        }
        if kind.is_word_like() {
            words.push(cursor.parse.token_text(token));
        }
    }
    if words == ["fn"] {
        collector.words(&["static", "mut", "move"]);
    }
    missing_methods(collector, &format!("{} ", words.join(" ")));
}

/// The methods that the `impl` around the cursor must have yet; `written` stands before the cursor.
fn missing_methods(collector: &mut Collector<'_, '_>, written: &str) {
    let cursor = collector.cursor;
    let db = cursor.db;
    let mut around = std::iter::successors(cursor.item, |item| item.parent_item(db));
    let is_in_impl = cursor.nodes().any(|node| cursor.parse.kind(node) == NodeKind::Impl);
    let found = around.find(|item| item.kind(db) == ItemKind::Impl).filter(|_| is_in_impl);
    let Some(found) = found.and_then(|item| types::implementation(db, item)) else { return };
    let has_more = cursor.text_behind.trim_start_matches([' ', '\t']).starts_with(['(', '[', '{', '-']);
    for method in types::missing_methods(db, found) {
        let name = method.name(db).text();
        let Some((head, names)) = head(collector, found, method) else { continue };
        let Some(rest) = head.strip_prefix(written) else { continue };
        let label = if written.is_empty() { head.clone() } else { name.to_string() };
        let kind = CompletionKind::Symbol(SymbolKind::of_item(db, method));
        let mut candidate = Candidate::new(label, kind, Class::FieldName);
        candidate.key = key(db, method, None);
        candidate.description = (!written.is_empty()).then(|| head.clone());
        let Some(file) = hir::module_file(db, cursor.module) else { continue };
        candidate.additional_edits = names.import_edits(file);
        if !candidate.additional_edits.is_empty() && !collector.settings.auto_import {
            continue;
        }
        collector.add(match (has_more, collector.settings.snippets) {
            (true, _) => Candidate { text: name.to_string(), ..candidate },
            (false, true) => candidate.snippet(format!("{} {{\n\t$0\n}}", super::collector::in_snippet(rest))),
            (false, false) => Candidate { text: format!("{rest} {{ }}"), ..candidate },
        });
    }
}

fn head<'db>(
    collector: &Collector<'_, 'db>,
    found: Implementation,
    method: hir::ItemId,
) -> Option<(String, Names<'db>)> {
    let db = collector.cursor.db;
    let mut names = Names::new(db, collector.cursor.module);
    let head = method_head::in_impl(&mut names, db, found, method)?;
    Some((head, names))
}
