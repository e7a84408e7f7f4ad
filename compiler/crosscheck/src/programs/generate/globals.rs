//! Globals: which there are, and statements that read and write them. Functions that constants may call use none.

use std::cell::Cell;

use super::super::ast::{Expr, ExprKind, IntType, Place, Root, Statement, Step, Type};
use super::super::evaluate::field_type;
use super::Generator;

impl Generator {
    /// A type of plain values without unions, pointers and borrows; often a scalar, which expressions want most.
    pub(super) fn global_type(&mut self) -> Type {
        if self.chance(60) {
            return self.scalar();
        }
        loop {
            let ty = self.value_type(2, false);
            if self.is_global(&ty) {
                return ty;
            }
        }
    }

    fn is_global(&self, ty: &Type) -> bool {
        match ty {
            Type::Int(_) | Type::F32 | Type::F64 | Type::Bool => true,
            Type::Struct(index) => {
                let structure = &self.tree.structs[*index];
                !self.tree.is_owner(ty) && structure.fields.iter().all(|(_, field)| self.is_global(field))
            }
            Type::Tuple(parts) => parts.iter().all(|part| self.is_global(part)),
            Type::Array(element, _) => self.is_global(element),
            _ => false,
        }
    }

    /// Writes a global or a part of one, or shows a part.
    pub(super) fn global_statement(&mut self) -> Option<Statement> {
        if self.scope.pure {
            return None;
        }
        let place = self.global_place()?;
        let ty = self.place_type(&place);
        let is_scalar = matches!(ty, Type::Int(_) | Type::F32 | Type::F64 | Type::Bool);
        if is_scalar && self.chance(40) {
            let value = self.make(ty, ExprKind::Use(place, false));
            return Some(Statement::Print(value, true));
        }
        let value: Expr = self.expr(&ty, self.size.depth, true);
        Some(Statement::Assign(place, value))
    }

    /// A global, or a part of it on a way of fields and constant indices.
    fn global_place(&mut self) -> Option<Place> {
        let globals = 0..self.tree.constants.len();
        let globals: Vec<usize> = globals.filter(|index| self.tree.constants[*index].mutable).collect();
        let global = self.choose(&globals)?;
        let root_type = self.tree.constants[global].ty.clone();
        let mut ty = root_type.clone();
        let mut steps = Vec::new();
        while self.chance(70) {
            let (step, next) = match &ty {
                Type::Array(_, 0) => break,
                Type::Array(element, length) => {
                    let (element, length) = ((**element).clone(), *length);
                    let index = self.below(length) as u128;
                    let index = self.number(Type::Int(IntType::I64), index);
                    (Step::Index(Box::new(index), Cell::new(false)), element)
                }
                Type::Struct(index) if self.tree.structs[*index].fields.is_empty() => break,
                Type::Struct(index) => {
                    let field = self.below(self.tree.structs[*index].fields.len());
                    (Step::Field(field), field_type(&self.tree, &ty, field))
                }
                Type::Tuple(parts) => {
                    let field = self.below(parts.len());
                    (Step::Field(field), field_type(&self.tree, &ty, field))
                }
                _ => break,
            };
            steps.push(step);
            ty = next;
        }
        Some(Place { root_type, root: Root::Constant(global), steps, id: self.id() })
    }

    fn place_type(&self, place: &Place) -> Type {
        place.steps.iter().fold(place.root_type.clone(), |ty, step| match step {
            Step::Field(field) => field_type(&self.tree, &ty, *field),
            Step::Index(..) => match ty {
                Type::Array(element, _) => *element,
                other => panic!("{other:?} is indexed"),
            },
        })
    }
}
