//! What a program does in the interpreter, whose library may have a mistake. Owns the limits; must not know what it means.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use driver::Product;
use mir::interpret::{BorrowModel, CLibrary, Limits, run_program};
use project::Input;
use salsa::Setter as _;

use super::checked::open;
use super::{Module, Mutant};

/// The longest run that is waited for.
const STEPS: u64 = 3_000_000;

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpreted {
    /// Whether it did nothing that has no meaning, and freed everything.
    pub is_fine: bool,
    exit: i32,
    stdout: Vec<u8>,
}

impl Interpreted {
    /// Runs a program; nothing if it does not compile.
    pub fn of(path: &Path, library: &[Module], mutant: Option<&Mutant>) -> Option<Interpreted> {
        let input = if path.is_dir() { Input::Folder(path.to_path_buf()) } else { Input::File(path.to_path_buf()) };
        let (mut program, run, files): (_, _, HashMap<_, _>) = open(&input, library);
        if let Some(mutant) = mutant {
            files.get(&mutant.module)?.set_text(&mut program.db).to(Arc::from(mutant.text.as_str()));
        }
        let made = driver::watched_modules(&program, &run, Product::Program, false).ok()?;
        let made = mir::interpret::Program { modules: &made.modules, positions: &made.positions };
        let limits = Limits { steps: STEPS, memory: 1 << 28, borrows: BorrowModel::Rules, ..Limits::default() };
        let ended = run_program(&made, lower::C_ENTRY, &[], &mut CLibrary::new(), &limits);
        let is_fine = ended.fault.is_none() && ended.leaks.is_empty();
        Some(Interpreted { is_fine, exit: ended.exit, stdout: ended.stdout })
    }
}
