//! The code of one function, by itself: what an editor shows of it and what is asked about it. Nothing that the function
//! calls is built with it, except bodies that an optimiser may inline. It owns the way from an item to modules; it must not
//! know who looks at them. Modules are plain data, so that code generators can be asked when the database is gone.

use hir::ItemId;
use lower::Instance;
use mir::Module;

use crate::compile::Contents;
use crate::reachable::Reached;
use crate::session::Session;
use crate::units;

/// A function in both forms of the intermediate code.
#[derive(Clone, Debug)]
pub struct FunctionCode {
    /// Its name for the linker.
    pub symbol: String,
    /// Before the ABI pass.
    pub source: Module,
    /// As code generators read it.
    pub lowered: Module,
}

/// Why a function has no code; the text is for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCode(pub String);

impl Session {
    /// The intermediate code of a function or test. Made for an optimiser, it has what that would be given in a build:
    /// bodies to inline and facts for its passes.
    ///
    /// # Errors
    /// When the function has errors, has type parameters, or the target's description does not cover something.
    pub fn function_code(&self, item: ItemId, for_optimiser: bool) -> Result<FunctionCode, NoCode> {
        let db = &self.db;
        if !lower::can_be_built(db, item) {
            let name = item.name(db).text();
            return Err(NoCode(format!(
                "`{name}` has no code: it has errors or type parameters, or uses something that has errors"
            )));
        }
        let instance = Instance::Function(item);
        let symbol = lower::symbol(db, instance);
        let reached = [Reached {
            instance,
            symbol: symbol.as_str().into(),
        }];
        let lowering = self.lowering().with_facts(for_optimiser);
        let lent = match for_optimiser {
            true => units::lent(db, &reached, |instance| is_sound(self, instance)),
            false => Vec::new(),
        };
        let contents = Contents {
            name: &units::name(db, &self.loaded, &reached),
            instances: &reached,
            lent: &lent,
            tests: &[],
        };
        let failed = |reports: Vec<project::Report>| {
            let messages: Vec<&str> = reports.iter().map(|report| report.message.as_str()).collect();
            NoCode(messages.join("\n"))
        };
        Ok(FunctionCode {
            source: lowering.instantiated(db, contents),
            lowered: lowering.lowered(db, contents).map_err(failed)?,
            symbol,
        })
    }
}

/// Whether an instance can be built in a program that may have errors.
fn is_sound(session: &Session, instance: Instance) -> bool {
    match instance {
        Instance::Function(item) => lower::can_be_built(&session.db, item),
        // They follow from types of bodies that can be built.
        Instance::Drop(_) | Instance::Retain(_) | Instance::Constant(_) => true,
        Instance::Entry(_) | Instance::TestEntry => false,
    }
}
