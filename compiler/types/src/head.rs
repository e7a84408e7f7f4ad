//! Types written in an item's head: parameters, results, fields, targets of aliases and impls. Must not know what types
//! mean, which is `resolve`'s.

use hir::{ConstantExpression, ItemId, Name, TypeReferenceId, TypeReferences};
use source::Db;

use crate::evaluate::head_length;
use crate::generics::own_parameters;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::Written;
use crate::ty::{Arguments, Ty};

/// Types written in an item's head.
pub(crate) struct Head<'db> {
    db: &'db dyn Db,
    item: ItemId,
    types: &'db TypeReferences,
    /// What went wrong so far.
    pub(crate) problems: Vec<Problem>,
    /// Type arguments that were written, and the items that they are for.
    pub(crate) needs: Vec<(Anchor, ItemId, Arguments)>,
}

impl<'db> Head<'db> {
    /// The types of an item's tree.
    pub(crate) fn new(db: &'db dyn Db, item: ItemId, types: &'db TypeReferences) -> Head<'db> {
        Head { db, item, types, problems: Vec::new(), needs: Vec::new() }
    }
}

impl Written for Head<'_> {
    fn db(&self) -> &dyn Db {
        self.db
    }

    fn item(&self) -> ItemId {
        self.item
    }

    fn types(&self) -> &TypeReferences {
        self.types
    }

    fn anchor(&self, id: TypeReferenceId) -> Anchor {
        Anchor::HeadType(id)
    }

    fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    fn known(&self, _name: Name) -> Option<Ty> {
        None
    }

    fn remember(&mut self, _name: Name, _ty: Ty) {}

    fn need(&mut self, id: TypeReferenceId, item: ItemId, arguments: &[Ty]) {
        if own_parameters(self.db, item).iter().any(|parameter| !parameter.bounds.is_empty()) {
            self.needs.push((Anchor::HeadType(id), item, Arguments::new(arguments)));
        }
    }

    fn length(&mut self, length: ConstantExpression, at: TypeReferenceId) -> Option<u64> {
        match length {
            ConstantExpression::Missing | ConstantExpression::Expression(_) => None,
            ConstantExpression::Integer(length) if length <= crate::layout::LARGEST_SIZE => Some(length),
            ConstantExpression::Integer(length) => {
                self.problems.push(problems::array_length(Anchor::HeadType(at), &length.to_string()));
                None
            }
            ConstantExpression::Anonymous(nth) => match head_length(self.db, self.item, nth) {
                Ok(length) => Some(length),
                Err(problem) => {
                    self.problems.extend(problem.map(|text| problems::array_length(Anchor::HeadType(at), &text)));
                    None
                }
            },
        }
    }
}
