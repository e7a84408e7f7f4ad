//! Names in bodies: locals, type parameters, names of the module, members of modules; and the types written in the
//! body, whose names are checked here once the body is lowered.

use source::Diagnostic;
use syntax::view;
use syntax::{NodeId, NodeKind, TokenKind};

use super::BodyLowering;
use super::name_table::Meaning;
use crate::bodies::*;
use crate::expression::*;
use crate::problems::{module_as_value, not_a_type, private_item, unknown_import, unknown_name, unknown_type};
use crate::scope::as_type;
use crate::{
    BuiltinType, Module, ModuleMember, Name, Resolution, TypeReference, TypeResolution, resolve, resolve_in_module,
    resolve_type_path,
};

/// Parts of a path, each around the next, that were looked at and are no modules: so a long path is walked once.
pub(super) struct ValuesInPath {
    /// The part that comes next.
    next: NodeId,
    /// The innermost of them.
    last: NodeId,
}

impl<'db> BodyLowering<'db> {
    pub(super) fn name(&mut self, node: NodeId) -> ExpressionId {
        let token = self.parse.first_token(node);
        if self.parse.token_kind(token) == TokenKind::SelfType {
            return self.push(Expression::SelfType, node);
        }
        let name = self.names.name(self.parse.token_text(token));
        let meaning = self.meaning(name, node);
        self.meant(meaning, node)
    }

    fn meant(&mut self, meaning: Meaning, node: NodeId) -> ExpressionId {
        let expression = match meaning {
            Meaning::Local(local) => Expression::Local(local),
            Meaning::Generic(TypeResolution::GenericParameter { item, index }) => {
                Expression::GenericParameter { item, index }
            }
            Meaning::Global(resolution) => self.global(resolution, node),
            Meaning::Generic(_) | Meaning::Unknown => Expression::Missing,
        };
        self.push(expression, node)
    }

    /// What stands before a point: the module that a name bound by an import, or such a module's module, means; else a
    /// value, which is lowered.
    pub(super) fn module_or_value(&mut self, node: NodeId) -> Result<Module, ExpressionId> {
        let is_word = self.parse.token_kind(self.parse.first_token(node)) != TokenKind::SelfType;
        if self.parse.kind(node) == NodeKind::Name && is_word {
            let name = self.names.name(self.parse.token_text(self.parse.first_token(node)));
            return match self.meaning(name, node) {
                Meaning::Global(Resolution::Module(module)) => Ok(module),
                meaning => Err(self.meant(meaning, node)),
            };
        }
        let path = self.values_in_paths.take().filter(|path| path.next == node);
        match path.map_or_else(|| self.module_behind_module(node), |path| Err(path.last)) {
            Ok(module) => Ok(module),
            Err(last) => {
                let next = self.parse.first_child(node).filter(|_| node != last);
                self.values_in_paths = next.map(|next| ValuesInPath { next, last });
                Err(self.node(node))
            }
        }
    }

    /// What a name means here. An unknown one is reported the first time.
    fn meaning(&mut self, name: Name, node: NodeId) -> Meaning {
        if let Some(meaning) = self.table.get(name) {
            return meaning;
        }
        let meaning = self.look_up(name);
        if meaning == Meaning::Unknown && !unknown_name::is_reported(self.db, self.module, name) {
            let problem = self.unknown(name, node);
            self.diagnostics.push(problem);
        }
        self.table.remember(name, meaning);
        meaning
    }

    /// The problem of a name that means nothing here. Before a point it may be a module that was not imported.
    fn unknown(&self, name: Name, node: NodeId) -> Diagnostic {
        let span = self.span(node);
        let is_before_point = self.parse.token_kind(self.parse.end_token(node)) == TokenKind::Dot;
        let as_module = is_before_point.then(|| unknown_name::of_module(self.db, self.module, name, span)).flatten();
        as_module.unwrap_or_else(|| {
            let locals = self.table.locals().rev().map(|(name, _)| name);
            unknown_name::at(self.db, self.item, name, span, locals)
        })
    }

    fn look_up(&self, name: Name) -> Meaning {
        if self.is_generic {
            let parameter = resolve_type_path(self.db, self.item, &[name]);
            if let TypeResolution::GenericParameter { .. } = parameter {
                return Meaning::Generic(parameter);
            }
        }
        resolve(self.db, self.module, name).map_or(Meaning::Unknown, Meaning::Global)
    }

    fn global(&mut self, resolution: Resolution, node: NodeId) -> Expression {
        match resolution {
            Resolution::Item(item) => Expression::Item(item),
            Resolution::Case { item, index } => Expression::Case { item, index },
            Resolution::BuiltinType(builtin) => Expression::BuiltinType(builtin),
            Resolution::BuiltinFunction(builtin) => Expression::BuiltinFunction(builtin),
            Resolution::Module(module) => {
                let problem = module_as_value::of_module(self.db, module, self.span(node));
                self.diagnostics.push(problem);
                Expression::Missing
            }
        }
    }

    /// The module that `module.name` means, or the innermost part of the path that is none.
    fn module_behind_module(&mut self, node: NodeId) -> Result<Module, NodeId> {
        let access = view::FieldAccess::cast(self.parse, node).ok_or(node)?;
        let base = self.parse.first_child(node).ok_or(node)?;
        let module = match self.parse.kind(base) {
            NodeKind::Name => {
                let name = self.names.name(self.parse.token_text(self.parse.first_token(base)));
                match self.table.get(name).unwrap_or_else(|| self.look_up(name)) {
                    Meaning::Global(Resolution::Module(module)) => module,
                    Meaning::Local(_) | Meaning::Generic(_) | Meaning::Global(_) | Meaning::Unknown => {
                        return Err(node);
                    }
                }
            }
            NodeKind::FieldAccess => self.module_behind_module(base)?,
            _ => return Err(node),
        };
        let name = self.names.name(access.name().ok_or(node)?.text());
        match resolve_in_module(self.db, module, name, self.module) {
            ModuleMember::Visible(Resolution::Module(inner)) => {
                if let Some(token) = self.first_name(base) {
                    self.table.note(token);
                }
                Ok(inner)
            }
            ModuleMember::Visible(_) | ModuleMember::Private(_) | ModuleMember::Unknown => Err(node),
        }
    }

    fn first_name(&mut self, node: NodeId) -> Option<Name> {
        let token = self.parse.first_token(node);
        self.parse.token_kind(token).is_word_like().then(|| self.names.name(self.parse.token_text(token)))
    }

    /// `module.name`.
    pub(super) fn module_member(&mut self, module: Module, token: view::Token<'_>, node: NodeId) -> ExpressionId {
        let name = Name::new(token.text());
        let expression = match resolve_in_module(self.db, module, name, self.module) {
            ModuleMember::Visible(resolution) => self.global(resolution, node),
            ModuleMember::Private(resolution) => {
                let problem = private_item::at(self.db, module, name, self.range_span(token.range()));
                self.diagnostics.push(problem);
                self.global(resolution, node)
            }
            ModuleMember::Unknown => {
                let problem = unknown_import::at(self.db, module, name, self.range_span(token.range()));
                self.diagnostics.push(problem);
                Expression::Missing
            }
        };
        self.push(expression, node)
    }

    /// Reports the names of types written in the body that mean no type. Locals are out of scope by now.
    pub(super) fn check_types(&mut self) {
        self.table.end_scope(0);
        for id in self.collector.types.ids() {
            let TypeReference::Path { names, .. } = self.collector.types[id] else {
                continue;
            };
            let (first, is_single) = match *self.collector.types.names(names) {
                [] => continue,
                [name] => (name, true),
                [name, ..] => (name, false),
            };
            if is_single && (BuiltinType::from_name(first).is_some() || self.is_known_type(first)) {
                continue;
            }
            self.table.note(first);
            let span = self.span(self.collector.nodes[id.index()]);
            let names = self.collector.types.names(names);
            self.diagnostics.extend(type_path_problem(self.db, self.item, names, span));
        }
    }

    /// Whether a name means a type. A name that does is looked up once for the body.
    fn is_known_type(&mut self, name: Name) -> bool {
        let meaning = match self.table.get(name) {
            Some(meaning) => meaning,
            None => {
                let meaning = self.look_up(name);
                self.table.remember(name, meaning);
                meaning
            }
        };
        match meaning {
            Meaning::Generic(_) => true,
            Meaning::Global(resolution) => matches!(as_type(self.db, resolution), TypeResolution::Item(_)),
            Meaning::Local(_) | Meaning::Unknown => false,
        }
    }
}

/// What is wrong with the path of a type: its name is unknown, private or means no type.
pub(crate) fn type_path_problem(
    db: &dyn source::Db,
    item: crate::ItemId,
    names: &[Name],
    span: source::Span,
) -> Option<source::Diagnostic> {
    let module = item.module(db);
    match resolve_type_path(db, item, names) {
        TypeResolution::Item(_)
        | TypeResolution::Object(_)
        | TypeResolution::ObjectOfBuiltin(_)
        | TypeResolution::Builtin(_)
        | TypeResolution::GenericParameter { .. } => private_item::in_type_path(db, module, names, span),
        TypeResolution::NotAType(resolution) => Some(not_a_type::at(db, names, resolution, span)),
        TypeResolution::Unknown => unknown_type::at(db, item, names, span),
    }
}
