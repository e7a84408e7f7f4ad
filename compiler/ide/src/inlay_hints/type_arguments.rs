//! Type arguments that inference found, behind what they are for: `keep‹[i64]›(7)`, `Pair‹[i8, f64]›(1, 2.5)`. Nothing where
//! they are written.

use hir::{Expression, ExpressionId};
use syntax::{NodeKind, view};
use types::{Callee, Substitution, Ty};

use super::body::Subject;
use super::{InlayHint, InlayHintKind};
use crate::edit::TextEdit;
use crate::writable_type::written;

impl Subject<'_> {
    /// The type arguments of a call or construction.
    pub(super) fn type_arguments(&self, id: ExpressionId, expression: Expression) -> Option<InlayHint> {
        let (Expression::Call { .. } | Expression::MethodCall { .. }) = expression else { return None };
        let (of, arguments) = match self.inference.callee_of(id)? {
            Callee::Function(function, arguments) => {
                (function, Substitution::of_function(self.db, function, arguments).of_item(function)?)
            }
            Callee::Structure(item) => (item, self.inference.expression_type(id).as_named()?.arguments.types()),
            Callee::Case(..)
            | Callee::Union(_)
            | Callee::Pointer(_)
            | Callee::Closure(_)
            | Callee::Builtin(_)
            | Callee::Error => return None,
        };
        if arguments.is_empty() || arguments.contains(&Ty::ERROR) {
            return None;
        }
        let node = hir::body_source_map(self.db, self.item).expression(id);
        let callee = view::Call::cast(self.parse, node)?.callee()?.node();
        if !matches!(self.parse.kind(callee), NodeKind::Name | NodeKind::FieldAccess) {
            return None;
        }
        let list: Vec<String> = arguments.iter().map(|ty| types::display(self.db, *ty)).collect();
        let parameters = types::own_parameters(self.db, of).iter();
        let each = parameters.zip(&list).map(|(parameter, ty)| format!("`{}` is `{ty}`", parameter.name.text()));
        let tooltip =
            format!("type arguments of `{}`: {}", of.name(self.db).text(), each.collect::<Vec<_>>().join(", "));
        let (label, offset) = (format!("[{}]", list.join(", ")), self.parse.range(callee).end);
        let is_writable = arguments.iter().all(|ty| written(self.db, self.item.module(self.db), *ty).is_some());
        let edit = is_writable.then(|| TextEdit::insert(offset, label.clone()));
        Some(InlayHint { offset, label, kind: InlayHintKind::TypeArguments, tooltip, edit })
    }
}
