//! The graph of a body as Graphviz text, for `--emit source-cfg`. Must not know files or options.

use std::fmt::Write;

use source::Db;

use super::SourceForm;
use super::print::Printer;

impl SourceForm {
    /// The graph as a Graphviz cluster, to stand in a `digraph`. `name` is the item's full name.
    pub fn graphviz(&self, db: &dyn Db, name: &str) -> String {
        let printer = Printer { form: self, db };
        let name = escape(name);
        let mut text = String::new();
        let _ = writeln!(text, "  subgraph \"cluster {name}\" {{");
        let _ = writeln!(text, "    label=\"{name}\"");
        for id in self.block_ids() {
            let block = &self.blocks[id.0 as usize];
            // `\\l` ends a line that stands at the left.
            let lines: String = printer.block(id, block).iter().map(|line| format!("{}\\l", escape(line))).collect();
            let _ = writeln!(text, "    \"{name} {}\" [label=\"block{}\\l{lines}\"]", id.0, id.0);
            for target in self.successors(block.terminator) {
                let _ = writeln!(text, "    \"{name} {}\" -> \"{name} {}\"", id.0, target.0);
            }
        }
        text.push_str("  }\n");
        text
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
