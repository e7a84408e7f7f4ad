//! What closures capture, between their heads and their bodies: `fn (x) ‹captures ref n› { x + n }`.

use hir::{Expression, ExpressionId};
use syntax::view;
use types::{CaptureKind, ClosureKind};

use super::body::Subject;
use super::{InlayHint, InlayHintKind};
use crate::hover::environment_of_closure;

/// More names are counted only.
const MOST_NAMES: usize = 4;

impl Subject<'_> {
    /// The captures of a closure literal.
    pub(super) fn captures(&self, id: ExpressionId, expression: Expression) -> Option<InlayHint> {
        let Expression::Closure(closure) = expression else { return None };
        let captures = types::captures(self.db, self.body, self.inference, closure)?;
        if captures.variables.is_empty() {
            return None;
        }
        let mut names: Vec<String> = (captures.variables.iter().take(MOST_NAMES))
            .map(|capture| {
                let word = match (capture.kind, captures.held) {
                    (CaptureKind::Copy, Some(ClosureKind::Ref | ClosureKind::Mut)) => "",
                    (CaptureKind::Copy, _) => "copy ",
                    (CaptureKind::Move, _) => "move ",
                    (CaptureKind::Borrow { mutable } | CaptureKind::Reborrow { mutable }, _) => {
                        if mutable {
                            "mut "
                        } else {
                            "ref "
                        }
                    }
                };
                format!("{word}{}", self.body[capture.local].name.text())
            })
            .collect();
        if captures.variables.len() > MOST_NAMES {
            names.push(format!("{} more", captures.variables.len() - MOST_NAMES));
        }
        let node = hir::body_source_map(self.db, self.item).expression(id);
        let body = view::Closure::cast(self.parse, node)?.body()?.node();
        let before = self.parse.text()[..self.parse.range(body).start as usize].trim_end();
        Some(InlayHint {
            offset: before.len() as u32,
            label: format!("captures {}", names.join(", ")),
            kind: InlayHintKind::Capture,
            tooltip: format!("```text\n{}\n```", environment_of_closure(self.db, self.item, &captures).join("\n")),
            edit: None,
        })
    }
}
