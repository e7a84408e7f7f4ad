//! The forms of a program as text, for `--emit`. It owns what is shown and in which order, which is that of the source or
//! of symbols; it must not know how a form is written, except for listing items.

use hir::ItemId;
use lower::Instance;
use mir::{Module, TextForm};
use project::Report;
use source::{Database, SourceFile};

use crate::build::{Generation, Product};
use crate::compile::instantiate;
use crate::problems::backend_failed;
use crate::reachable::{Reached, reachable};
use crate::session::Session;

/// Items and bodies with resolved names.
pub fn hir(db: &Database, file: SourceFile) -> String {
    hir::module_of_file(db, file).map_or(String::new(), |module| hir::dump_module(db, module))
}

/// The control-flow graphs that ownership is checked on, as one Graphviz document.
pub fn source_graph(db: &Database, file: SourceFile) -> String {
    let mut text = String::from("digraph source {\n  node [shape=box, fontname=monospace]\n");
    for item in items(db, file).filter(|item| item.kind(db).may_have_body()) {
        text.push_str(&lower::source_form(db, item).graphviz(db, &item.path(db)));
    }
    text.push_str("}\n");
    text
}

fn items(db: &Database, file: SourceFile) -> impl Iterator<Item = ItemId> {
    let module = hir::module_of_file(db, file);
    module
        .into_iter()
        .flat_map(|module| hir::module_items(db, module).ids())
}

impl Session {
    /// The intermediate code before the ABI pass.
    pub fn source_mir(&mut self) -> Result<String, Vec<Report>> {
        let module = instantiate(&self.db, &self.shown_instances()?, &[]);
        self.lowering().verify(&module, "instantiation");
        Ok(mir::print(&module))
    }

    /// The intermediate code that backends read.
    pub fn lowered_mir(&mut self) -> Result<String, Vec<Report>> {
        Ok(mir::print(&self.shown_module()?))
    }

    /// A backend's own form.
    pub fn backend_text(&mut self, generation: &Generation<'_>, form: TextForm) -> Result<String, Vec<Report>> {
        let module = self.shown_module()?;
        generation
            .backend
            .text(&module, &self.target, &generation.options, form)
            .map_err(|error| vec![backend_failed::report(generation.backend.name(), &error)])
    }

    fn shown_module(&mut self) -> Result<Module, Vec<Report>> {
        let instances = self.shown_instances()?;
        self.lowering().lowered(&self.db, &instances, &[])
    }

    /// Everything of the user's own that an object would hold; the standard library is left out.
    fn shown_instances(&self) -> Result<Vec<Reached>, Vec<Report>> {
        let roots = self.roots(Product::Library, &[])?;
        let mut reached = reachable(&self.db, self.threads, roots);
        reached.retain(|reached| match reached.instance {
            Instance::Function(item) | Instance::Constant(item) => !item.module(&self.db).is_standard(&self.db),
            Instance::Drop(_) | Instance::Retain(_) | Instance::Entry(_) | Instance::TestEntry => true,
        });
        Ok(reached)
    }
}
