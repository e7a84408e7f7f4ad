//! Names of modules as proposals: those in scope here, and those of another module. It must not know what is wanted; the
//! callers say whether a type or a value fits.

use hir::{BuiltinFunction, BuiltinType, ItemClass, ItemId, ItemKind, Module, ModuleMember, Name, Resolution};
use source::Db;
use types::Ty;

use super::collector::{Candidate, Class, Collector, key};
use super::item::{CompletionKey, CompletionKind};
use crate::builtins::BuiltinName;
use crate::cursor::{Meaning, target};
use crate::definition::Definition;
use crate::navigation_target::SymbolKind;

/// Whether a name may stand where a value is wanted.
pub(super) fn is_value(_db: &dyn Db, _resolution: Resolution) -> bool {
    true
}

/// Whether a name may stand where a type is wanted, modules before a point included.
pub(super) fn is_type(db: &dyn Db, resolution: Resolution) -> bool {
    match resolution {
        Resolution::Item(item) => matches!(item.kind(db).class(), ItemClass::Type | ItemClass::Trait),
        Resolution::Module(_) | Resolution::BuiltinType(_) => true,
        Resolution::Case { .. } | Resolution::BuiltinFunction(_) => false,
    }
}

/// Whether a name may stand in a pattern: constants and what has cases.
pub(super) fn is_pattern(db: &dyn Db, resolution: Resolution) -> bool {
    match resolution {
        Resolution::Item(item) => matches!(item.kind(db), ItemKind::Constant | ItemKind::Type | ItemKind::Alias),
        Resolution::Module(_) | Resolution::Case { .. } => true,
        Resolution::BuiltinType(_) | Resolution::BuiltinFunction(_) => false,
    }
}

/// A test of what a name means.
pub(super) type Fits = fn(&dyn Db, Resolution) -> bool;

/// No more names of one module than this are looked at; more letters find the others.
const MOST: usize = 1000;

impl Collector<'_, '_> {
    /// The names at the top of this module: its items and imports.
    pub fn module_scope(&mut self, fits: Fits, as_call: bool) {
        let (db, module) = (self.cursor.db, self.cursor.module);
        let is_hidden = |name: &Name| self.cursor.locals.iter().any(|local| local.name == name.text());
        let names = hir::module_scope(db, module).names();
        let mut names: Vec<Name> = names.filter(|name| self.fits(&name.text()) && !is_hidden(name)).collect();
        if names.len() > MOST {
            let prefix = self.cursor.prefix;
            let rank = |name: &Name| (!name.text().starts_with(prefix), name.text().len(), name.text());
            names.sort_unstable_by_key(rank);
            names.truncate(MOST);
            self.is_incomplete = true;
        }
        for name in names {
            let Some(resolution) = hir::resolve(db, module, name).filter(|found| fits(db, *found)) else {
                continue;
            };
            let is_declared_here = resolution.as_item().is_some_and(|item| item.module(db) == module);
            let class = if is_declared_here { Class::SameModule } else { Class::Imported };
            self.resolution(&name.text(), resolution, class, as_call);
        }
    }

    /// The names of another module that may be used here, and the modules below it.
    pub fn names_of_module(&mut self, other: Module, fits: Fits, as_call: bool) {
        let (db, module) = (self.cursor.db, self.cursor.module);
        for name in hir::module_scope(db, other).public_names() {
            let ModuleMember::Visible(resolution) = hir::resolve_in_module(db, other, name, module) else {
                continue;
            };
            if fits(db, resolution) {
                self.resolution(&name.text(), resolution, Class::Imported, as_call);
            }
        }
        let path = other.path(db).text();
        for (inside, _) in other.package(db).modules(db) {
            let below = if path.is_empty() {
                Some(&**inside)
            } else {
                inside.strip_prefix(path.as_str()).and_then(|rest| rest.strip_prefix('.'))
            };
            let name = below.and_then(|below| below.split('.').next()).filter(|name| !name.is_empty());
            let Some(name) = name.filter(|name| !self.has(name)) else {
                continue;
            };
            let resolution = hir::resolve_in_module(db, other, Name::new(name), module);
            if let ModuleMember::Visible(resolution @ Resolution::Module(_)) = resolution {
                self.resolution(name, resolution, Class::Imported, as_call);
            }
        }
    }

    /// The types of the compiler.
    pub fn builtin_types(&mut self) {
        for &builtin in BuiltinType::ALL {
            let kind = CompletionKind::Symbol(SymbolKind::BuiltinType);
            let mut candidate = Candidate::new(builtin.text(), kind, Class::Builtin);
            candidate.key = Some(CompletionKey::of_builtin(BuiltinName::Type(builtin)));
            let wants_argument = builtin == BuiltinType::Pointer && !self.cursor.text_behind.starts_with(['[', '.']);
            self.add(if wants_argument { candidate.snippet("Pointer[$1]$0") } else { candidate });
        }
    }

    /// The functions of the compiler that no item of the module hides.
    pub fn builtin_functions(&mut self) {
        let (db, module) = (self.cursor.db, self.cursor.module);
        for &builtin in BuiltinFunction::ALL {
            let resolution = Resolution::BuiltinFunction(builtin);
            if hir::resolve(db, module, Name::new(builtin.text())) == Some(resolution) {
                self.resolution(builtin.text(), resolution, Class::Builtin, true);
            }
        }
    }

    /// A name of a module's scope.
    pub fn resolution(&mut self, name: &str, resolution: Resolution, class: Class, as_call: bool) {
        let candidate = self.candidate(name, resolution, class, as_call);
        self.add(candidate);
    }

    /// A name of a module's scope, not added yet.
    pub fn candidate(&self, name: &str, resolution: Resolution, class: Class, as_call: bool) -> Candidate {
        let db = self.cursor.db;
        let kind = CompletionKind::Symbol(SymbolKind::of(db, Definition::of_resolution(resolution)));
        let mut candidate = Candidate::new(name, kind, class);
        candidate.key = match resolution {
            Resolution::Item(item) => key(db, item, None),
            Resolution::Case { item, index } => key(db, item, Some(index)),
            Resolution::BuiltinType(builtin) => Some(CompletionKey::of_builtin(BuiltinName::Type(builtin))),
            Resolution::BuiltinFunction(builtin) => Some(CompletionKey::of_builtin(BuiltinName::Function(builtin))),
            Resolution::Module(_) => None,
        };
        match self.cursor.meaning_of_resolution(resolution) {
            Meaning::Value(ty) => candidate.typed(db, Some(ty)),
            callee @ (Meaning::Function { .. } | Meaning::Builtin(_)) => self.callable(candidate, callee, as_call),
            Meaning::Type(ty) => {
                candidate.ty = Some(ty);
                candidate
            }
            _ => candidate,
        }
    }

    /// A function: with its parameters, the type of its result and, where it is called, places for the arguments.
    pub fn callable(&self, mut candidate: Candidate, callee: Meaning, as_call: bool) -> Candidate {
        let db = self.cursor.db;
        let Some(target) = target(db, callee) else {
            return candidate;
        };
        let result = target.result.filter(|result| *result != Ty::UNIT);
        let plain = candidate.text.clone();
        candidate = self.call(candidate, &target).typed(db, result);
        if let Meaning::Builtin(builtin) = callee
            && self.settings.snippets
            && !self.cursor.text_behind.starts_with(['(', '['])
            && let Some(text) = with_type_argument(builtin)
        {
            candidate = candidate.snippet(text);
        }
        if !as_call {
            candidate.text = plain;
            candidate.is_snippet = false;
        }
        candidate
    }
}

fn with_type_argument(builtin: BuiltinFunction) -> Option<&'static str> {
    match builtin {
        BuiltinFunction::SizeOf => Some("size_of[${1:T}]()$0"),
        BuiltinFunction::AlignOf => Some("align_of[${1:T}]()$0"),
        BuiltinFunction::OffsetOf => Some("offset_of[${1:T}](\"${2:field}\")$0"),
        BuiltinFunction::Zeroed => Some("zeroed[${1:T}]()$0"),
        BuiltinFunction::Print
        | BuiltinFunction::Println
        | BuiltinFunction::Panic
        | BuiltinFunction::Assert
        | BuiltinFunction::Swap
        | BuiltinFunction::Replace => None,
    }
}

/// Whether a member of a type may be used in a module.
pub(super) fn is_visible(db: &dyn Db, member: ItemId, from: Module) -> bool {
    member.module(db) == from || hir::item_data(db, member).is_none_or(|data| data.is_public)
}
