//! The forms of a program before the object file, as text (`--emit`). It owns which files and items are shown: those of
//! the package that was asked for. How a form is written is the business of the room that owns it.

use driver::{Generation, Session};
use mir::TextForm;
use project::Report;
use source::{SourceFile, printable};

use crate::arguments::Emit;

/// The forms that need no code and exist for broken programs too.
pub fn source(session: &Session, emit: Emit) -> String {
    let db = &session.db;
    let files: Vec<SourceFile> = session.loaded.files.iter().filter(|file| file.own).map(|file| file.file).collect();
    let mut text = String::new();
    for file in &files {
        if files.len() > 1 && emit != Emit::SourceCfg {
            text.push_str(&format!("# {}\n", printable::line(file.path(db))));
        }
        match emit {
            Emit::Tokens => text.push_str(&syntax::dump::tokens(&syntax::parse(file.text(db)))),
            Emit::Ast => text.push_str(&syntax::dump::tree(&syntax::parse(file.text(db)))),
            Emit::Hir => text.push_str(&driver::dumps::hir(db, *file)),
            Emit::SourceCfg => text.push_str(&driver::dumps::source_graph(db, *file)),
            Emit::MirSource
            | Emit::Mir
            | Emit::AbiDiff
            | Emit::Copies
            | Emit::Clif
            | Emit::LlvmIr
            | Emit::LlvmBc
            | Emit::Asm
            | Emit::Obj
            | Emit::Exe => {}
        }
    }
    text
}

/// The forms on the way to machine code.
pub fn code(session: &mut Session, emit: Emit, generation: &Generation<'_>) -> Result<String, Vec<Report>> {
    match emit {
        Emit::MirSource => session.source_mir(),
        Emit::Mir => session.lowered_mir(generation),
        Emit::Clif => session.backend_text(generation, TextForm::Clif),
        Emit::LlvmIr => session.backend_text(generation, TextForm::Llvm),
        Emit::Asm => session.backend_text(generation, TextForm::Assembly),
        Emit::Copies => copies(session, generation),
        Emit::Tokens
        | Emit::Ast
        | Emit::Hir
        | Emit::SourceCfg
        | Emit::AbiDiff
        | Emit::LlvmBc
        | Emit::Obj
        | Emit::Exe => Ok(String::new()),
    }
}

fn copies(session: &mut Session, generation: &Generation<'_>) -> Result<String, Vec<Report>> {
    let product = session.object_product();
    let compiled = session.generate(product, generation)?;
    Ok(session.copies(&compiled))
}
