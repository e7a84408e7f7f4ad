//! The graph of a body as Graphviz text, for `--emit source-cfg`. Must not know files or options.

use std::fmt::Write;

use source::Db;

use super::SourceForm;
use super::print::Printer;

/// The graph of a body as a Graphviz `digraph`.
pub fn graphviz(db: &dyn Db, name: &str, form: &SourceForm) -> String {
    let printer = Printer { form, db };
    let mut text = String::new();
    let _ = writeln!(text, "digraph \"{}\" {{", escape(name));
    let _ = writeln!(text, "  node [shape=box fontname=monospace]");
    for id in form.block_ids() {
        let block = &form.blocks[id.0 as usize];
        // `\l` ends a line that stands at the left.
        let lines: String = printer.block(id, block).iter().map(|line| format!("{}\\l", escape(line))).collect();
        let _ = writeln!(text, "  {} [label=\"block{}\\l{lines}\"]", id.0, id.0);
        for target in block.terminator.successors() {
            let _ = writeln!(text, "  {} -> {}", id.0, target.0);
        }
    }
    text.push_str("}\n");
    text
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
