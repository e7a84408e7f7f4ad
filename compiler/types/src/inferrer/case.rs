//! Cases of enums as values: `Shape.Circle(1.0)`, `Shape.Empty`. Owns what a case's name means behind its type; patterns
//! are in `pattern`.

use hir::{ExpressionId, ItemId, List, Name};

use super::argument::{Slot, Target};
use super::{Expectation, Inferrer};
use crate::definition::type_definition;
use crate::display::display;
use crate::enumeration::Enumeration;
use crate::inference::Callee;
use crate::problem::{Anchor, Edit, Problem};
use crate::problems;
use crate::substitute::Substitution;
use crate::ty::{NamedType, Ty};

impl Inferrer<'_> {
    /// The enum that a type is, and the case of this name.
    fn case(&self, ty: Ty, name: Name) -> Option<(NamedType, u32)> {
        let named = ty.as_named()?;
        let case = type_definition(self.db, named.item).enumeration.as_ref()?.case_named(name)?;
        Some((named, case))
    }

    /// `Type.Case(…)`; nothing if the type has no such case.
    pub(super) fn case_call(
        &mut self,
        expression: ExpressionId,
        ty: Ty,
        name: Name,
        arguments: List,
        expectation: Expectation,
    ) -> Option<Ty> {
        let (named, case) = self.case(ty, name)?;
        let item = named.item;
        let definition = self.definition(item);
        let carried = definition.enumeration.as_ref()?.payload(case);
        if carried.is_empty() && !definition.incomplete {
            // `None` needs no `Option` before it.
            let is_known = hir::resolve(self.db, self.item.module(self.db), name) == hir::case_of(self.db, item, name);
            let written = if is_known { name.text().to_string() } else { format!("{}.{name}", display(self.db, ty)) };
            self.report(problems::case_without_payload(Anchor::Member(expression), &name.text(), &written));
            self.infer_arguments(arguments);
            return Some(ty);
        }
        let with = Substitution::of_type(named);
        let slots: smallvec::SmallVec<[Slot; 8]> = carried.iter().map(|part| Slot::from_payload(part, &with)).collect();
        let first = self.table.arguments.len();
        let target = Target {
            call: expression,
            slots: &slots,
            first: 0,
            variadic: false,
            for_c: false,
            name: &format_args!("`{}.{name}`", display(self.db, ty)),
            declared: Anchor::OtherCase(item, case),
            constructs: true,
            incomplete: definition.incomplete,
            result: (ty, expectation),
        };
        let count = self.pass(&target, arguments);
        self.add_call(expression, Callee::Case(item, case), first, count);
        Some(ty)
    }

    /// `Type.Case` without arguments; nothing if the type has no such case.
    pub(super) fn case_value(&mut self, expression: ExpressionId, ty: Ty, name: Name) -> Option<Ty> {
        let (named, case) = self.case(ty, name)?;
        let item = named.item;
        let definition = self.definition(item);
        let carried = definition.enumeration.as_ref()?.payload(case);
        if !carried.is_empty() {
            let types: Vec<String> = carried.iter().map(|part| display(self.db, part.ty)).collect();
            let problem = problems::case_without_arguments(
                Anchor::Member(expression),
                &display(self.db, ty),
                &name.text(),
                &types.join(", "),
            );
            self.report(problem.also(Anchor::OtherCase(item, case), "declared here"));
            return Some(ty);
        }
        let first = self.table.arguments.len();
        self.add_call(expression, Callee::Case(item, case), first, 0);
        Some(ty)
    }

    /// `Some(…)`, `None`: a case of the prelude's enums, which needs no prefix; with arguments if it is called.
    pub(super) fn prelude_case(
        &mut self,
        expression: ExpressionId,
        item: ItemId,
        index: u32,
        arguments: Option<List>,
        expectation: Expectation,
    ) -> Ty {
        let ty = self.unwritten(item, expression).ty();
        let enumeration = self.definition(item).enumeration.as_deref();
        let name = enumeration.and_then(|enumeration| enumeration.cases.get(index as usize)).map(|case| case.name);
        let made = name.and_then(|name| match arguments {
            Some(arguments) => self.case_call(expression, ty, name, arguments, expectation),
            None => self.case_value(expression, ty, name),
        });
        made.unwrap_or(Ty::ERROR)
    }

    /// Whether a type is an enum whose values are numbers only.
    pub(super) fn is_payload_free(&self, ty: Ty) -> bool {
        crate::classify::enumeration(self.db, ty).is_some_and(|enumeration| !enumeration.has_payloads())
    }

    /// `Type.Name` of an enum that has neither a case nor a method of this name.
    pub(super) fn unknown_case(&mut self, at: Anchor, ty: Ty, name: Name) -> Option<Problem> {
        let enumeration = self.definition(ty.as_named()?.item).enumeration.as_deref()?;
        let problem = problems::unknown_case_value(at, &name.text(), &display(self.db, ty));
        Some(with_known_cases(problem, at, enumeration, &name.text()))
    }
}

/// Says which cases there are.
pub(super) fn with_known_cases(problem: Problem, at: Anchor, enumeration: &Enumeration, name: &str) -> Problem {
    let names = enumeration.cases.iter().map(|case| case.name.text());
    if let Some(similar) = crate::similar::most_similar(name, names) {
        return problem.help(format!("did you mean `{similar}`?")).guess(
            format!("change to `{similar}`"),
            at,
            Edit::Replace(similar.into()),
        );
    }
    let names: Vec<Name> = enumeration.cases.iter().map(|case| case.name).take(crate::similar::MOST_NAMES).collect();
    match crate::similar::listed(&names) {
        Some(list) => problem.note(format!("its cases are {list}")),
        None => problem,
    }
}
