//! Methods of traits: on a value or a type that has the trait, and by the trait's name, `Trait.m(x)`. Owns which traits are
//! asked; which types have them is `implementations`'.

use hir::{Expression, ExpressionId, ItemId, ItemKind, List, Name};
use smallvec::SmallVec;

use super::{Expectation, Inferrer};
use crate::bounds::TraitReference;
use crate::destruction::is_drop_method;
use crate::display::display;
use crate::generics::own_count;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::trait_methods::{hidden_traits, many_traits_by_method, traits_with};
use crate::ty::{Arguments, Elements, Ty};

impl Inferrer<'_> {
    /// The method with a name of a trait that a type has, and what the trait's parameters and `Self` are: of a type parameter
    /// of its traits, of other types of the traits that are visible here.
    pub(super) fn method_of_trait(
        &mut self,
        expression: ExpressionId,
        ty: Ty,
        name: Name,
    ) -> Option<(ItemId, Elements)> {
        let ty = self.resolved(ty);
        let traits = self.traits_with(ty, name);
        let &first = traits.first()?;
        if traits.len() > 1 {
            let names: Vec<String> = traits.iter().map(|item| item.name(self.db).text().to_string()).collect();
            let at = Anchor::Member(expression);
            let mut problem = problems::ambiguous_method(at, &name.text(), &display(self.db, ty), &names);
            for item in &traits {
                problem = problem.also(Anchor::Other(*item), "has it");
            }
            self.report(problem);
        }
        let method = hir::member(self.db, first, name)?;
        let arguments = self.fresh(first, expression);
        Some((method, self.of_trait(expression, first, &arguments, ty)))
    }

    /// The traits by which a type has a method with a name here.
    pub(super) fn traits_with(&mut self, ty: Ty, name: Name) -> SmallVec<[ItemId; 2]> {
        if !self.traits_by_method.contains_key(&ty)
            && let Some(by_method) = many_traits_by_method(self.db, ty)
        {
            self.traits_by_method.insert(ty, by_method);
        }
        if let Some(by_method) = self.traits_by_method.get(&ty) {
            return by_method.get(&name).cloned().unwrap_or_default();
        }
        traits_with(self.db, self.item.module(self.db), ty, name)
    }

    /// What stands for the parameters of a trait and `Self` in a call of one of its methods; the type needs to have the trait.
    fn of_trait(&mut self, expression: ExpressionId, of: ItemId, arguments: &[Ty], own: Ty) -> Elements {
        let reference = TraitReference { item: of, arguments: Arguments::new(arguments) };
        self.need_trait(reference, own, Anchor::Member(expression), expression);
        Elements::from([arguments, &[own]].concat().as_slice())
    }

    /// The trait that an expression names, and the type arguments that are written behind it.
    pub(super) fn named_trait(&self, expression: ExpressionId) -> Option<(ItemId, Option<List>)> {
        let (named, types) = match self.expression(expression) {
            Expression::Instantiate { base, arguments } => (self.expression(base), Some(arguments)),
            named => (named, None),
        };
        let Expression::Item(item) = named else { return None };
        (item.kind(self.db) == ItemKind::Trait).then_some((item, types))
    }

    /// `Trait.m(x)`: the receiver is the first argument.
    pub(super) fn trait_call(
        &mut self,
        expression: ExpressionId,
        (of, written): (ItemId, Option<List>),
        name: Name,
        arguments: List,
        expectation: Expectation,
    ) -> Ty {
        let trait_name = of.name(self.db).text();
        let Some(method) = hir::member(self.db, of, name) else {
            let names: Vec<Name> = hir::members(self.db, of).iter().map(|member| member.name(self.db)).collect();
            self.report(problems::unknown_trait_method(Anchor::Member(expression), &name.text(), &trait_name, &names));
            self.infer_arguments(arguments);
            return Ty::ERROR;
        };
        if is_drop_method(self.db, method) {
            return self.drop_by_hand(expression, arguments);
        }
        let types = self.own_arguments(of, written, expression, &trait_name);
        let own = self.new_variables(of, own_count(self.db, of) as u32..own_count(self.db, of) as u32 + 1, expression);
        let holder = self.of_trait(expression, of, &types, own[0]);
        self.call_method(expression, (method, holder), None, arguments, expectation)
    }

    /// Says which trait would give a type a method, if only it were imported.
    pub(super) fn with_hidden_trait(&self, problem: Problem, ty: Ty, name: Name) -> Problem {
        let db = self.db;
        let from = self.item.module(db);
        let mut traits = hidden_traits(db, from, ty).filter(|of| hir::member(db, *of, name).is_some());
        match traits.next() {
            Some(of) => {
                let (path, name) = (hir::import_path(db, of, from.package(db)), of.name(db).text());
                problem.help(format!("the trait `{name}` has it: `import {path} ({name})`"))
            }
            None => problem,
        }
    }
}
