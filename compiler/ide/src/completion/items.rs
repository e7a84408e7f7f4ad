//! Words and texts that begin items and members.

use super::collector::Collector;

/// What may begin an item of a file.
pub(super) fn item(collector: &mut Collector<'_, '_>) {
    collector.words(&["fn", "type", "let", "import", "extern", "pub", "unsafe", "impl", "trait", "test"]);
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
