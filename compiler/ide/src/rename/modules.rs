//! A module's file gets another name or place: the imports follow. It must not know the disk; who asks says which module
//! path the file will have.

use hir::Module;
use source::{Db, SourceFile};
use syntax::view;
use syntax::{NodeKind, TextRange};

use crate::definition::Definition;
use crate::edit::{SourceChange, TextEdit};
use crate::name_use::NameUse;
use crate::search::{Scope, occurs, uses};
use crate::token::TokenPlace;

/// A file that is renamed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModuleMove {
    /// The file.
    pub file: SourceFile,
    /// The path that its module will have in its package, parts joined by points.
    pub path: String,
}

/// The changes of imports and of names before a point that make up for files which are renamed. Files that are no
/// modules, and those whose new name could not be imported, are left aside.
pub fn rename_modules(db: &dyn Db, moves: &[ModuleMove]) -> SourceChange {
    let mut change = SourceChange::default();
    for each in moves {
        let module = hir::module_of_file(db, each.file);
        // The entry has no path: it is known by its folder.
        let module = module.filter(|module| !module.path(db).is_empty() && is_path(&each.path));
        if let Some(module) = module {
            rename_module(db, module, &each.path, &mut change);
        }
    }
    change
}

/// Whether a text can be the path of an import.
fn is_path(path: &str) -> bool {
    path.split('.').all(|name| {
        let parse = syntax::parse(name);
        let mut tokens = parse.tokens();
        let first = tokens.next();
        let is_word = first
            .is_some_and(|token| parse.token_kind(token) == syntax::TokenKind::Word && parse.token_text(token) == name);
        is_word && tokens.next().is_none()
    })
}

fn rename_module(db: &dyn Db, module: Module, path: &str, change: &mut SourceChange) {
    let old_name = Definition::Module(module).name(db);
    let new_name = path.rsplit('.').next().unwrap_or(path);
    let used = uses(db, Definition::Module(module), Scope::Program);
    // Where the new name already means something, the module keeps its old one: `import a.new as old`.
    let keeps_name = |file: SourceFile| old_name == new_name || occurs(file.text(db), new_name);
    for each in used {
        let file = each.range.file;
        match import_path(db, &each) {
            Some(import) => {
                let mut text = import.prefix + path;
                if import.binds_last_name && old_name != new_name && keeps_name(file) {
                    text = format!("{text} as {old_name}");
                }
                let range = import.range.start..import.range.end;
                change.add(file, TextEdit::replace(range, text));
            }
            None => {
                let range = each.range.range;
                let written = &file.text(db)[range.start as usize..range.end as usize];
                if written == old_name && !keeps_name(file) {
                    change.add(file, TextEdit::replace(range, new_name));
                }
            }
        }
    }
}

/// The path of an import, all of it.
struct ImportPath {
    range: TextRange,
    /// The name of another package, with its point.
    prefix: String,
    /// Whether the last name is what the import binds.
    binds_last_name: bool,
}

/// The path of the import whose last name a use is.
fn import_path(db: &dyn Db, used: &NameUse) -> Option<ImportPath> {
    let position = crate::FilePosition { file: used.range.file, offset: used.range.range.start };
    let place = TokenPlace::at(db, position)?;
    if place.node_kind() != NodeKind::Import {
        return None;
    }
    let import = view::Import::cast(place.parse, place.node)?;
    import.path().last().filter(|last| last.id() == place.token)?;
    let first = import.path().next()?;
    let importing = hir::module_of_file(db, used.range.file)?.package(db);
    let package = hir::package_by_name(db, importing, first.text());
    Some(ImportPath {
        range: import.path_range()?.shifted(place.start),
        prefix: package.map_or_else(String::new, |_| format!("{}.", first.text())),
        binds_last_name: !import.has_names() && import.alias().is_none(),
    })
}
