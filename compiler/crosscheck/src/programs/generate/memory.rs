//! Statements that use C's library and raw pointers, always within what they point at.

use super::super::ast::{Block, ExprKind, IntType, Place, Root, Statement, Type};
use super::Generator;
use super::scope::{Access, Candidate, Lent};

impl Generator {
    pub(super) fn memory_statement(&mut self, depth: u32, out: &mut Vec<Statement>) {
        let made = match self.below(8) {
            0 | 1 => Some(self.allocation(depth)),
            2 | 3 => self.pointer(),
            4 => self.null_pointer(),
            5 => self.sort(),
            6 => Some(self.printf()),
            _ => self.copy_bytes(),
        };
        if let Some(statement) = made {
            out.push(statement);
        }
    }

    /// Memory from `malloc`, all of it assigned, used, and freed; nothing leaves before that.
    fn allocation(&mut self, depth: u32) -> Statement {
        let ty = self.value_type(1, true);
        let count = 1 + self.below(3);
        let visible = self.scope.visible.len();
        self.scope.closed += 1;
        let name = format!("p{}", self.scope.variables.len());
        let variable = self.scope.declare(name, Type::Pointer(Box::new(ty.clone())), false);
        let mut statements = vec![Statement::Allocate(variable, ty.clone(), count)];
        for index in 0..count {
            let value = self.expr(&ty, 1, true);
            let pointer = self.variable(variable);
            let at = self.number(Type::Int(IntType::I64), index as u128);
            let place = Place {
                root_type: ty.clone(),
                root: Root::Pointed(Box::new(pointer), Box::new(at)),
                steps: Vec::new(),
                id: self.id(),
            };
            statements.push(Statement::Assign(place, value));
        }
        self.scope.infos[variable].pointed = Some(count);
        self.scope.visible.push(variable);
        statements.extend(self.statements(3, depth - 1));
        statements.extend(self.observe());
        statements.push(Statement::Free(variable));
        self.scope.closed -= 1;
        self.scope.close(visible);
        Statement::Unsafe(Block { statements, value: None })
    }

    /// `let p = mut place as Pointer[T]`, to a value or to the elements of an array.
    fn pointer(&mut self) -> Option<Statement> {
        let plain = |tree: &super::Tree, ty: &Type| is_plain(tree, ty);
        let candidates: Vec<Candidate> = self
            .scope
            .candidates(&self.tree, Access::Mut, &|_ty| true)
            .into_iter()
            .filter(|candidate| candidate.pointed.is_none() && plain(&self.tree, &candidate.ty))
            .collect();
        let candidate = self.choose(&candidates)?;
        let mark = self.scope.loans.len();
        let place = self.place(&candidate);
        self.lend(&candidate, Lent::Pointed, None);
        let (element, count, to_element) = match &candidate.ty {
            Type::Array(element, count) => ((**element).clone(), *count, true),
            other => (other.clone(), 1, false),
        };
        let ty = Type::Pointer(Box::new(element));
        let mut value = self.make(ty.clone(), ExprKind::PointerTo(place, to_element));
        let mut reachable = count;
        if count > 1 && self.chance(30) {
            let by = self.number(Type::Int(IntType::I64), 1);
            value = self.make(ty.clone(), ExprKind::Offset(Box::new(value), Box::new(by)));
            reachable -= 1;
        }
        let variable = self.scope.declare(format!("p{}", self.scope.variables.len()), ty, false);
        self.hold(mark, variable);
        self.scope.infos[variable].pointed = Some(reachable);
        self.scope.visible.push(variable);
        Some(Statement::Let(variable, false, Some(value)))
    }

    /// A null pointer, or a look at whether one is.
    fn null_pointer(&mut self) -> Option<Statement> {
        if self.chance(40) {
            let ty = Type::Pointer(Box::new(self.scalar()));
            let value = self.make(ty.clone(), ExprKind::Null);
            let variable = self.name_variable(ty, false);
            self.scope.visible.push(variable);
            return Some(Statement::Let(variable, true, Some(value)));
        }
        let candidate = self.candidate_where(Access::Read, &|ty| matches!(ty, Type::Pointer(_)))?;
        let pointer = self.use_of(&candidate);
        let value = self.make(Type::Bool, ExprKind::IsNull(Box::new(pointer)));
        Some(Statement::Print(value, true))
    }

    fn sort(&mut self) -> Option<Statement> {
        let comparisons = self.comparisons.clone();
        let candidate = self.candidate_where(Access::Mut, &|ty| match ty {
            Type::Array(element, _) => comparisons.iter().any(|(found, _, _)| *found == **element),
            _ => false,
        })?;
        let Type::Array(element, _) = &candidate.ty else {
            return None;
        };
        let fitting: Vec<(Type, bool, usize)> =
            comparisons.iter().filter(|(found, _, _)| *found == **element).cloned().collect();
        let (_, descending, function) = self.choose(&fitting)?;
        let place = self.place(&candidate);
        Some(Statement::Sort(place, function, descending))
    }

    fn printf(&mut self) -> Statement {
        let count = 1 + self.below(3);
        let values = (0..count)
            .map(|_value| match self.below(4) {
                0 => self.make(
                    Type::Pointer(Box::new(Type::Int(IntType { bits: 8, signed: false }))),
                    ExprKind::CText("text".to_string()),
                ),
                1 => self.literal(&Type::F64, false),
                2 => self.expr(&Type::Int(IntType::I32), 2, false),
                _ => {
                    let signed = self.rng.bool();
                    let ty = Type::Int(IntType { bits: 64, signed });
                    let value = self.expr(&ty, 2, false);
                    // A bare literal would be C's `int`.
                    self.make(ty, ExprKind::Cast(Box::new(value)))
                }
            })
            .collect();
        Statement::Printf(values)
    }

    /// `memcpy` from one variable to another of the same type.
    fn copy_bytes(&mut self) -> Option<Statement> {
        let targets: Vec<Candidate> = self
            .scope
            .candidates(&self.tree, Access::Mut, &|_ty| true)
            .into_iter()
            .filter(|candidate| candidate.pointed.is_none() && is_plain(&self.tree, &candidate.ty))
            .collect();
        let to = self.choose(&targets)?;
        let sources: Vec<Candidate> = self
            .scope
            .candidates(&self.tree, Access::Ref, &|ty| *ty == to.ty)
            .into_iter()
            .filter(|from| from.variable != to.variable && from.pointed.is_none())
            .collect();
        let from = self.choose(&sources)?;
        let to_place = self.place(&to);
        self.lend(&to, Lent::Exclusive, None);
        let from_place = self.place(&from);
        Some(Statement::CopyBytes(to_place, from_place))
    }
}

/// Whether values of a type are bits that may be copied and overwritten freely.
fn is_plain(tree: &super::Tree, ty: &Type) -> bool {
    match ty {
        Type::Int(_) | Type::F32 | Type::F64 | Type::Bool => true,
        Type::Struct(_) => !tree.is_owner(ty),
        Type::Union(_) => true,
        Type::Tuple(parts) => parts.iter().all(|part| is_plain(tree, part)),
        Type::Array(element, _) => is_plain(tree, element),
        Type::Unit | Type::Text | Type::Pointer(_) | Type::Function(..) | Type::Ref(_) | Type::Mut(_) => false,
    }
}
