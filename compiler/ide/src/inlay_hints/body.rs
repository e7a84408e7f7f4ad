//! Hints of what inference found out in a body: types of variables and what arguments are for. It must not know which
//! names are obvious, nor what is copied.

use hir::{Body, Expression, ExpressionId, ItemId, LocalId, Pattern, PatternId, Statement};
use source::{Db, parse};
use syntax::{Parse, TextRange};
use types::{Callee, Inference};

use super::obvious;
use super::{Found, InlayHint, InlayHintKind, ShownCopies, transfers};
use crate::edit::TextEdit;

/// One body and its text.
#[derive(Clone, Copy)]
pub(super) struct Subject<'db> {
    pub db: &'db dyn Db,
    pub item: ItemId,
    pub body: &'db Body,
    pub inference: &'db Inference,
    pub parse: &'db Parse,
}

/// Adds the hints of one body.
pub(super) fn hints(db: &dyn Db, item: ItemId, found: &mut Found<'_>) {
    let Some(source) = hir::item_source(db, item) else {
        return;
    };
    let settings = found.settings;
    let subject = Subject {
        db,
        item,
        body: hir::body(db, item),
        inference: types::infer(db, item),
        parse: parse(db, source.chunk),
    };
    for (id, expression) in subject.body.expressions() {
        if settings.types {
            found.hints.extend(subject.variables(expression));
        }
        if settings.type_arguments {
            found.hints.extend(subject.type_arguments(id, expression));
        }
        if settings.captures {
            found.hints.extend(subject.captures(id, expression));
        }
        if settings.parameters
            && let Expression::Call { arguments, .. } | Expression::MethodCall { arguments, .. } = expression
        {
            for (place, argument) in subject.body.arguments(arguments).iter().enumerate() {
                if argument.name.is_none() {
                    found.hints.extend(subject.argument(id, place, argument.value));
                }
            }
        }
    }
    if settings.copies != ShownCopies::None || settings.moves || settings.drops {
        transfers::hints(subject, found);
    }
}

impl Subject<'_> {
    /// Where an expression stands.
    pub fn range(&self, expression: ExpressionId) -> TextRange {
        let node = hir::body_source_map(self.db, self.item).expression(expression);
        self.parse.range(node)
    }

    /// Whether the text of a value names its type already.
    fn shows_its_type(&self, value: ExpressionId) -> bool {
        let is_cast = matches!(self.body[value], Expression::Cast { .. });
        is_cast || self.inference.callee_of(value).is_some_and(Callee::constructs)
    }

    /// The variables that an expression itself declares without their types.
    fn variables(&self, expression: Expression) -> Vec<InlayHint> {
        let mut hints = Vec::new();
        match expression {
            Expression::For { pattern, .. } => self.add_variable(pattern, &mut hints),
            Expression::LetCondition { pattern, .. } => self.add_parts(pattern, &mut hints),
            Expression::Match { arms, .. } => {
                self.body.arms(arms).iter().for_each(|arm| self.add_parts(arm.pattern, &mut hints));
            }
            Expression::Block { statements, .. } => {
                for statement in self.body.statements(statements) {
                    if let Statement::Let { pattern, type_reference: None, initialiser: Some(initialiser), .. } =
                        self.body[statement]
                        && !self.shows_its_type(initialiser)
                    {
                        self.add_variable(pattern, &mut hints);
                    }
                }
            }
            _ => {}
        }
        hints
    }

    fn add_variable(&self, pattern: PatternId, hints: &mut Vec<InlayHint>) {
        match self.body[pattern] {
            Pattern::Binding(local) => hints.extend(self.variable_type(local)),
            _ => self.add_parts(pattern, hints),
        }
    }

    /// The names of a pattern, in which no types are written.
    fn add_parts(&self, pattern: PatternId, hints: &mut Vec<InlayHint>) {
        let mut locals = Vec::new();
        self.body.each_binding(pattern, &mut |local| {
            if !locals.contains(&local) {
                locals.push(local);
            }
        });
        let parts = locals.into_iter().filter_map(|local| self.variable_type(local));
        hints.extend(parts.map(|hint| InlayHint { edit: None, ..hint }));
    }

    fn variable_type(&self, local: LocalId) -> Option<InlayHint> {
        let ty = self.inference.local_type(local);
        if ty.is_error() || ty == types::Ty::NEVER {
            return None;
        }
        let name = hir::local_span(self.db, self.item, local)?;
        let offset = name.end;
        let text = types::display(self.db, ty);
        let layout = types::layout(self.db, ty);
        let tooltip =
            format!("`{}: {text}`\n\n{} bytes, aligned to {}", self.body[local].name.text(), layout.size, layout.align);
        let label = format!(": {text}");
        Some(InlayHint {
            offset,
            kind: InlayHintKind::Type,
            tooltip,
            edit: Some(TextEdit::insert(offset, label.clone())),
            label,
        })
    }

    /// The name of the parameter or field that an argument is for, unless it is plain to see.
    fn argument(&self, call: ExpressionId, place: usize, argument: ExpressionId) -> Option<InlayHint> {
        let call = self.inference.call_of(call)?;
        let of = self.inference.arguments(call);
        // They are in the order in which they are written, behind `self`, unless some are wrong.
        let likely = of.iter().skip(place).take(2);
        let known = likely.chain(of).find(|known| known.expression == argument)?;
        let parameter = known.parameter as usize;
        let (callee, name, ty, what) = match call.callee {
            Callee::Function(item, _) => {
                let parameter = types::signature(self.db, item).parameters.get(parameter)?;
                (item, parameter.name, parameter.ty, "parameter")
            }
            Callee::Structure(item) => {
                let field = types::type_definition(self.db, item).fields.get(parameter)?;
                (item, field.name, field.ty, "field")
            }
            Callee::Case(..)
            | Callee::Union(_)
            | Callee::Pointer(_)
            | Callee::Closure(_)
            | Callee::Builtin(_)
            | Callee::Error => return None,
        };
        let callee = callee.name(self.db).text();
        let node = hir::body_source_map(self.db, self.item).expression(argument);
        let only = of.len() == 1 && parameter == 0;
        if obvious::is_obvious(&name.text(), self.parse.node_text(node), only.then_some(&callee)) {
            return None;
        }
        Some(InlayHint {
            offset: self.range(argument).start,
            label: format!("{}:", name.text()),
            kind: InlayHintKind::Parameter,
            tooltip: format!("{what} `{}: {}` of `{callee}`", name.text(), types::display(self.db, ty)),
            edit: None,
        })
    }
}
