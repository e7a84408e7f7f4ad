//! Types and traits as they may be written in a module: with names that mean the same there, some of which may have to be
//! imported first.

use hir::{ItemId, Module, Resolution};
use source::{Db, SourceFile};
use types::{TraitReference, Ty, TypeKind};

use crate::completion::import_edit;
use crate::edit::TextEdit;

/// The type as it is written, if each name in it is known in the module.
pub(crate) fn written(db: &dyn Db, module: Module, ty: Ty) -> Option<String> {
    let mut names = Names::new(db, module);
    names.ty(ty).filter(|_| names.imports.is_empty())
}

/// Types written in a module, and what it has to import for them.
pub(crate) struct Names<'db> {
    db: &'db dyn Db,
    module: Module,
    imports: Vec<ItemId>,
}

impl<'db> Names<'db> {
    pub fn new(db: &'db dyn Db, module: Module) -> Names<'db> {
        Names { db, module, imports: Vec::new() }
    }

    /// A type as it is written; nothing if one of its names means something else here, or if it has none.
    pub fn ty(&mut self, ty: Ty) -> Option<String> {
        self.is_writable(ty).then(|| types::display(self.db, ty))
    }

    /// A trait with its type arguments as it is written.
    pub fn of_trait(&mut self, of: TraitReference) -> Option<String> {
        let name = of.item.name(self.db).text();
        let arguments = of.arguments.types();
        if !self.is_known(of.item) || !self.all(&arguments) {
            return None;
        }
        let shown: Vec<String> = arguments.iter().map(|ty| types::display(self.db, *ty)).collect();
        Some(if shown.is_empty() { name.to_string() } else { format!("{name}[{}]", shown.join(", ")) })
    }

    /// The changes that import what is not known yet.
    pub fn import_edits(&self, file: SourceFile) -> Vec<TextEdit> {
        let package = self.module.package(self.db);
        let edit = |item: &ItemId| {
            let path = hir::import_path(self.db, *item, package);
            import_edit(self.db, file, &path, &item.name(self.db).text())
        };
        self.imports.iter().map(edit).collect()
    }

    fn all(&mut self, list: &[Ty]) -> bool {
        list.iter().all(|ty| self.is_writable(*ty))
    }

    fn is_writable(&mut self, ty: Ty) -> bool {
        match ty.kind() {
            TypeKind::Error | TypeKind::Never | TypeKind::Variable(_) => false,
            TypeKind::Unit | TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::String => true,
            TypeKind::Parameter(..) => true,
            TypeKind::Named(named) | TypeKind::Object(named) => {
                self.is_known(named.item) && self.all(&named.arguments.types())
            }
            TypeKind::Dyn(_, of) => self.is_known(of.item) && self.all(&of.arguments.types()),
            TypeKind::Pointer(inner)
            | TypeKind::Ref(inner)
            | TypeKind::Mut(inner)
            | TypeKind::Array(inner, _)
            | TypeKind::Slice(inner) => self.is_writable(inner),
            TypeKind::Tuple(elements) => self.all(&elements.types()),
            TypeKind::ExternFunction(parameters, result) | TypeKind::Closure(_, parameters, result) => {
                self.all(&parameters.types()) && (result == Ty::UNIT || result == Ty::NEVER || self.is_writable(result))
            }
        }
    }

    /// Whether the name of an item means it here, or may once it is imported.
    fn is_known(&mut self, item: ItemId) -> bool {
        let (db, module) = (self.db, self.module);
        if self.imports.contains(&item) {
            return true;
        }
        match hir::resolve(db, module, item.name(db)) {
            Some(found) => found == Resolution::Item(item),
            None => {
                let is_public = hir::item_data(db, item).is_some_and(|data| data.is_public);
                let is_free = self.imports.iter().all(|known| known.name(db) != item.name(db));
                let may_be = is_public && is_free && hir::may_import(db, module.package(db), item.module(db));
                if may_be {
                    self.imports.push(item);
                }
                may_be
            }
        }
    }
}
