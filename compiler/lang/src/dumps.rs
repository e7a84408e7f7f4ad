//! The forms of a program before the object file, as text (`--emit`). It owns which files and items are shown: those of
//! the package that was asked for. How a form is written is the business of the room that owns it.

use driver::{Generation, Program, Run};
use mir::TextForm;
use project::Report;
use source::{SourceFile, printable};

use crate::arguments::Emit;

/// The forms that need no code and exist for broken programs too.
pub fn source(program: &Program, emit: Emit) -> String {
    let db = &program.db;
    let files: Vec<SourceFile> = program.loaded.files.iter().filter(|file| file.own).map(|file| file.file).collect();
    let mut text = String::new();
    for file in &files {
        if files.len() > 1 && emit != Emit::SourceCfg {
            text.push_str(&format!("# {}\n", printable::line(file.path(db))));
        }
        match emit {
            Emit::Tokens => text.push_str(&syntax::dump::tokens(&syntax::parse(file.text(db)))),
            Emit::Ast => text.push_str(&syntax::dump::tree(&syntax::parse(file.text(db)))),
            Emit::Resolved => text.push_str(&ide::resolved_names(db, *file)),
            Emit::Hir => text.push_str(&driver::dumps::hir(db, *file)),
            Emit::SourceCfg => text.push_str(&driver::dumps::source_graph(db, *file)),
            // Forms of code, see below.
            _ => {}
        }
    }
    text
}

/// The forms on the way to machine code.
pub fn code(program: &Program, run: &mut Run, emit: Emit, generation: &Generation<'_>) -> Result<String, Vec<Report>> {
    match emit {
        Emit::MirSource => driver::dumps::source_mir(program, run),
        Emit::Mir => driver::dumps::lowered_mir(program, run, generation),
        Emit::Clif => driver::dumps::backend_text(program, run, generation, TextForm::Clif),
        Emit::LlvmIr => driver::dumps::backend_text(program, run, generation, TextForm::Llvm),
        Emit::Asm => driver::dumps::backend_text(program, run, generation, TextForm::Assembly),
        Emit::Copies => copies(program, run, generation),
        Emit::Devirtualised => driver::devirtualised(program, run, generation),
        // Written elsewhere: forms of the source above, tables of the ABI and binary files by `build`.
        _ => Ok(String::new()),
    }
}

fn copies(program: &Program, run: &mut Run, generation: &Generation<'_>) -> Result<String, Vec<Report>> {
    let product = driver::object_product(program);
    let compiled = driver::generate(program, run, product, generation)?;
    Ok(driver::copies(program, &compiled))
}
