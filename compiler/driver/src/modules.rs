//! A program as modules of the intermediate form, for what runs it without machine code. It owns the choice of what is in
//! them: everything that a product's roots reach, once, with checks and without facts for optimisers. It must not know who
//! runs them.

use mir::Module;
use project::Report;

use crate::build::Product;
use crate::compile::Contents;
use crate::positions::SourcePositions;
use crate::reachable::reachable;
use crate::session::Session;

/// A whole program in the intermediate form.
pub struct ProgramModules {
    /// Its modules, all in one form.
    pub modules: Vec<Module>,
    /// Where its functions stand.
    pub positions: SourcePositions,
}

impl Session {
    /// The modules of a checked program, before the ABI pass or after it.
    ///
    /// # Errors
    /// There is no `main`, or the target's description does not cover a signature.
    pub fn modules(&mut self, product: Product, lowered: bool) -> Result<ProgramModules, Vec<Report>> {
        self.modules_of(product, lowered, false)
    }

    /// The same, but they tell of borrows, for the interpreter's model of them.
    ///
    /// # Errors
    /// There is no `main`, or the target's description does not cover a signature.
    pub fn watched_modules(&mut self, product: Product, lowered: bool) -> Result<ProgramModules, Vec<Report>> {
        self.modules_of(product, lowered, true)
    }

    fn modules_of(&mut self, product: Product, lowered: bool, watches: bool) -> Result<ProgramModules, Vec<Report>> {
        let tests = match product {
            Product::Tests => self.tests(),
            Product::Program | Product::Library => Vec::new(),
        };
        let roots = self.roots(product, &tests)?;
        let reached = reachable(&self.db, self.threads, roots);
        let contents = Contents { name: &self.loaded.name, instances: &reached, lent: &[], tests: &tests };
        let mut stage = self.lowering();
        stage.settings.watches = watches;
        let module = if lowered { stage.lowered(&self.db, contents)? } else { stage.instantiated(&self.db, contents) };
        let instances = reached.iter().map(|reached| (&reached.symbol, reached.instance));
        Ok(ProgramModules { modules: vec![module], positions: SourcePositions::new(&self.db, instances) })
    }
}
