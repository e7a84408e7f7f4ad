//! Operators on types of one's own: `a + b` is a call of `Add.add`, `-a` of `Negate.negate`. Owns which trait an operator asks
//! for; must not know what the methods do.

use hir::{BinaryOperator, ExpressionId, ItemId, ItemKind, Name, Receiver};

use super::Inferrer;
use crate::bounds::TraitReference;
use crate::generics::own_count;
use crate::implementations::candidates;
use crate::inference::Callee;
use crate::traits::traits_of_its_own;
use crate::ty::{Arguments, Ty, TypeKind};

/// The trait in the prelude that an operator asks for, and its method.
fn trait_of(operator: BinaryOperator) -> Option<(&'static str, &'static str)> {
    match operator.symbol() {
        "+" => Some(("Add", "add")),
        "-" => Some(("Subtract", "subtract")),
        "*" => Some(("Multiply", "multiply")),
        "/" => Some(("Divide", "divide")),
        "%" => Some(("Remainder", "remainder")),
        _ => None,
    }
}

impl Inferrer<'_> {
    /// `left operator right` of a type that has the operator's trait, whose left side is inferred; nothing of others. Gives
    /// the type of the result.
    pub(super) fn binary_by_trait(
        &mut self,
        node: ExpressionId,
        operator: BinaryOperator,
        (left, left_type): (ExpressionId, Ty),
        (right, known): (ExpressionId, Option<Ty>),
    ) -> Option<Ty> {
        let (of, method) = self.operator_trait(trait_of(operator)?, left_type.value_type())?;
        let types = self.new_variables(of, 0..own_count(self.db, of) as u32, node);
        let &[wanted, result] = &*types else { return None };
        self.need_operator(node, of, &types, left_type.value_type());
        self.lend_receiver(left, left_type, Receiver::Ref, method);
        let first = self.table.arguments.len();
        self.add_argument(left, 0);
        self.add_argument(right, 1);
        match known {
            Some(found) => self.coerce(right, found, wanted),
            None => self.check(right, wanted),
        }
        self.settle_recent();
        let holder = [&*types, &[left_type.value_type()]].concat();
        self.add_call(node, Callee::Function(method, Arguments::new(&holder)), first, 2);
        Some(self.resolved(result))
    }

    /// The call that `place operator= value` makes of a type that has the operator's trait; what it gives.
    pub(super) fn compound_call(
        &mut self,
        node: ExpressionId,
        operator: BinaryOperator,
        (place, target): (ExpressionId, Ty),
        value: ExpressionId,
    ) -> Option<Ty> {
        let (of, method) = self.operator_trait(trait_of(operator)?, target)?;
        let types = self.new_variables(of, 0..own_count(self.db, of) as u32, node);
        let &[wanted, result] = &*types else { return None };
        self.need_operator(node, of, &types, target);
        let first = self.table.arguments.len();
        self.add_argument(place, 0);
        self.add_argument(value, 1);
        self.check(value, wanted);
        self.settle_recent();
        let holder = [&*types, &[target]].concat();
        self.add_call(node, Callee::Function(method, Arguments::new(&holder)), first, 2);
        Some(self.resolved(result))
    }

    /// `-operand` of a type that has `Negate`, which is inferred.
    pub(super) fn negation_by_trait(&mut self, node: ExpressionId, operand: ExpressionId, ty: Ty) -> Option<Ty> {
        let (of, method) = self.operator_trait(("Negate", "negate"), ty.value_type())?;
        let types = self.new_variables(of, 0..own_count(self.db, of) as u32, node);
        let &[result] = &*types else { return None };
        self.need_operator(node, of, &types, ty.value_type());
        self.lend_receiver(operand, ty, Receiver::Ref, method);
        let first = self.table.arguments.len();
        self.add_argument(operand, 0);
        let holder = [&*types, &[ty.value_type()]].concat();
        self.add_call(node, Callee::Function(method, Arguments::new(&holder)), first, 1);
        Some(self.resolved(result))
    }

    /// Whether an operator of values of a type is a call of a trait's method.
    pub(super) fn has_operator_trait(&self, operator: BinaryOperator, ty: Ty) -> bool {
        trait_of(operator).is_some_and(|names| self.operator_trait(names, ty).is_some())
    }

    fn need_operator(&mut self, node: ExpressionId, of: ItemId, types: &[Ty], own: Ty) {
        let reference = TraitReference { item: of, arguments: Arguments::new(types) };
        self.need_trait(reference, own, self.at(node), node);
    }

    /// The trait and its method, if a type has the trait with some arguments.
    fn operator_trait(&self, (name, method): (&str, &str), ty: Ty) -> Option<(ItemId, ItemId)> {
        let ty = self.resolved(ty);
        // Numbers and texts have their operators without it.
        if ty.is_fixed() {
            return None;
        }
        let of = hir::prelude_item(self.db, Name::new(name)).filter(|item| item.kind(self.db) == ItemKind::Trait)?;
        let has_it = match traits_of_its_own(self.db, ty) {
            Some(own) => own.iter().any(|known| known.item == of),
            None => candidates(self.db, of, ty).next().is_some(),
        };
        if !has_it {
            return None;
        }
        Some((of, hir::member(self.db, of, Name::new(method))?))
    }
}

/// How a type gets an operator that it has not.
pub(super) fn advice(operator: BinaryOperator, shown: &str, ty: Ty) -> Option<String> {
    let (of, method) = trait_of(operator)?;
    match ty.kind() {
        TypeKind::Parameter(..) => Some(format!("declare the type parameter as `{shown}: {of}[{shown}, {shown}]`")),
        TypeKind::Named(_) => Some(format!(
            "`impl {of}[{shown}, {shown}] for {shown} {{ fn {method}(right: {shown}) -> {shown} {{ … }} }}` gives it that"
        )),
        _ => None,
    }
}
