//! Patterns become tests: the decision that `types` has found is emitted node by node, and names get what they stand for
//! where an arm is chosen. Must not know how a decision is found, nor whether a value is still there.

use hir::{ExpressionId, List, PatternId};
use rustc_hash::FxHashMap;
use types::patterns::{Node, Occurrence, OccurrenceId, Step};
use types::{BindingMode, Cast, CheckedPatterns, Ty};

use super::super::BlockId;
use super::super::place::Projection;
use super::super::statement::{Operand, Point, Rvalue, Switch, SwitchId, Terminator};
use super::scrutinee::Matched;
use super::{Builder, Label, LocalId, Place};
use crate::diagnostics::kinds::always_fits::{self, Condition};
use crate::diagnostics::kinds::{match_too_complex, missing_cases, refutable_pattern, unreachable_arm};

/// How many guards of a body may be emitted once more.
const MOST_REPEATED_GUARDS: u32 = 10_000;

/// An arm while its `match` is emitted.
pub(super) struct Arm {
    /// What is done in it.
    pub(super) label: Label,
    pub(super) guard: Option<ExpressionId>,
    /// The variables of its pattern, which end with it.
    pub(super) begun: Vec<LocalId>,
    /// The parts that no variable takes, where they were taken out of the value: they end behind the variables, as they
    /// would if they had stayed in it.
    pub(super) rest: Vec<LocalId>,
    is_reached: bool,
}

/// A `match` while it is emitted.
pub(super) struct Tests<'a> {
    pub(super) checked: CheckedPatterns<'a>,
    pub(super) occurrences: types::patterns::Occurrences<Ty>,
    /// The places of the occurrences, as far as they were asked for.
    pub(super) places: Vec<Option<Place>>,
    /// How many elements slices have at least, where that is known.
    pub(super) least: FxHashMap<OccurrenceId, u32>,
    /// What is matched: the site of everything that is done.
    pub(super) scrutinee: ExpressionId,
    pub(super) arms: Vec<Arm>,
    /// The loan by which guards find it as it was.
    pub(super) loan: Option<Place>,
}

impl Tests<'_> {
    /// The place of the whole.
    fn root(&self) -> Option<Place> {
        self.places[OccurrenceId::ROOT.index()]
    }

    pub(super) fn get(&self, occurrence: OccurrenceId) -> Occurrence<Ty> {
        self.occurrences.get(occurrence)
    }
}

/// What stands where no pattern fits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Otherwise {
    /// Nothing: `match` has an arm for each value.
    Nothing,
    /// Nothing: the pattern of a `let`, or of a loop, fits each value.
    Refused { is_in_loop: bool },
    /// This is done: the `else` of a `let`.
    Goto(Label),
    /// A condition fails: where it leads if it holds, and if not.
    Condition(Condition, Label, Label),
}

impl<'a> Builder<'a> {
    /// `match`; what is done with an arm's value is the caller's affair.
    pub(super) fn match_arms(
        &mut self,
        expression: ExpressionId,
        (scrutinee, arms): (ExpressionId, List),
        is_wanted: bool,
        mut branch: impl FnMut(&mut Self, ExpressionId),
    ) {
        let mark = self.mark();
        let mut kept = Vec::new();
        let body = self.body;
        let arms = body.arms(arms);
        let patterns = arms.iter().map(|arm| (arm.pattern, arm.guard));
        let Some(mut tests) = self.tests(expression, scrutinee, patterns, Otherwise::Nothing) else {
            return self.close_to(mark, expression);
        };
        let end = self.label();
        for (arm, state) in arms.iter().zip(std::mem::take(&mut tests.arms)) {
            if !state.is_reached {
                self.mentions.is_complete = false;
                continue;
            }
            self.start(state.label);
            self.come_to(Point::Before(arm.body));
            let mark = self.mark();
            self.begin(&state);
            let inside = self.mark();
            branch(self, arm.body);
            if self.lends(is_wanted, arm.body) {
                kept.extend(self.kept_from(inside));
            }
            self.close_to(mark, arm.body);
            self.goto(end);
        }
        self.start(end);
        self.come_to(Point::After(expression));
        self.close_to(mark, expression);
        self.end_kept(kept);
    }

    /// `let pattern = value` in a condition. What it makes ends with what the condition belongs to.
    pub(super) fn let_condition(
        &mut self,
        (expression, condition): (ExpressionId, Condition),
        (pattern, value): (PatternId, ExpressionId),
        then: Label,
        otherwise: Label,
    ) {
        let patterns = [(pattern, None)].into_iter();
        let Some(tests) = self.tests(expression, value, patterns, Otherwise::Condition(condition, then, otherwise))
        else {
            return self.goto(otherwise);
        };
        if let Some(arm) = tests.arms.first() {
            self.begin(arm);
        }
    }

    /// `let pattern = initialiser else otherwise`, of a pattern that is more than a name.
    pub(super) fn let_pattern(
        &mut self,
        pattern: PatternId,
        initialiser: ExpressionId,
        otherwise: Option<ExpressionId>,
    ) {
        let mark = self.mark();
        let fails = self.label();
        let rest = if otherwise.is_some() { Otherwise::Goto(fails) } else { Otherwise::Refused { is_in_loop: false } };
        let patterns = [(pattern, None)].into_iter();
        let Some(tests) = self.tests(initialiser, initialiser, patterns, rest) else {
            return self.close_to(mark, initialiser);
        };
        if let Some(otherwise) = otherwise {
            self.start(fails);
            self.come_to(Point::Before(otherwise));
            self.statement_expression(otherwise);
        }
        if let Some(arm) = tests.arms.first() {
            self.start(arm.label);
            if otherwise.is_some() {
                self.come_to(Point::After(initialiser));
            }
            self.begin_rest(arm);
            // What a borrow may lead to lives as long as the block.
            if !types::holds_borrow(self.db, self.used_type(initialiser)) {
                self.close_to(mark, initialiser);
            }
            self.begin_names(arm);
        }
    }

    /// The pattern of a loop's variable, for a value of the loop.
    pub(super) fn loop_pattern(&mut self, pattern: PatternId, value: Place, ty: Ty, iterable: ExpressionId) {
        let patterns = [(pattern, None)].into_iter();
        let Some(checked) = self.checked(iterable, patterns.clone()) else { return };
        let matched = Matched { place: value, ty, loan: None };
        if let Some(tests) =
            self.tests_of(iterable, matched, (checked, patterns), Otherwise::Refused { is_in_loop: true })
            && let Some(arm) = tests.arms.first()
        {
            self.start(arm.label);
            self.begin(arm);
        }
    }

    /// What an arm has begun ends with the scope that is open here.
    fn begin(&mut self, arm: &Arm) {
        self.begin_rest(arm);
        self.begin_names(arm);
    }

    fn begin_rest(&mut self, arm: &Arm) {
        for local in &arm.rest {
            self.ends_with_scope(*local);
        }
    }

    fn begin_names(&mut self, arm: &Arm) {
        for local in &arm.begun {
            self.ends_with_scope(*local);
        }
    }

    /// The patterns of an expression. Nothing if they have no meaning: then the body is poison.
    fn checked(
        &mut self,
        expression: ExpressionId,
        mut patterns: impl Iterator<Item = (PatternId, Option<ExpressionId>)>,
    ) -> Option<CheckedPatterns<'a>> {
        let mut checked = CheckedPatterns::new(self.db, self.body, self.inference);
        let added: Option<()> = patterns.try_for_each(|(pattern, guard)| checked.arm(pattern, guard.is_some()));
        if added.is_none() {
            self.give_up(expression);
            self.mentions.is_complete = false;
        }
        added.map(|()| checked)
    }

    /// Evaluates what is matched and emits the tests. Nothing if the patterns have no meaning: then the body is poison.
    fn tests(
        &mut self,
        expression: ExpressionId,
        scrutinee: ExpressionId,
        patterns: impl Iterator<Item = (PatternId, Option<ExpressionId>)> + Clone,
        otherwise: Otherwise,
    ) -> Option<Tests<'a>> {
        let mode = patterns.clone().next().and_then(|(pattern, _)| self.inference.pattern(pattern));
        let Some(checked) = self.checked(expression, patterns.clone()) else {
            // A place is looked at, not used up.
            self.scrutinee(scrutinee, mode.map_or(BindingMode::Shared, |used| used.mode), false);
            return None;
        };
        let is_guarded = patterns.clone().any(|(_, guard)| guard.is_some());
        let matched = self.scrutinee(scrutinee, mode.map_or(BindingMode::Move, |used| used.mode), is_guarded);
        self.tests_of(scrutinee, matched, (checked, patterns), otherwise)
    }

    fn tests_of(
        &mut self,
        scrutinee: ExpressionId,
        matched: Matched,
        (mut checked, patterns): (CheckedPatterns<'a>, impl Iterator<Item = (PatternId, Option<ExpressionId>)> + Clone),
        otherwise: Otherwise,
    ) -> Option<Tests<'a>> {
        let Matched { place: root, ty, loan } = matched;
        let count = patterns.clone().count();
        let (first, rest) = match otherwise {
            Otherwise::Nothing | Otherwise::Refused { .. } => (None, None),
            Otherwise::Goto(rest) => (None, Some(rest)),
            Otherwise::Condition(_, then, rest) => (Some(then), Some(rest)),
        };
        if rest.is_some() {
            checked.rest();
        }
        let matching = match checked.compile(ty) {
            Ok(matching) => matching,
            Err(_too_complex) => {
                let problem = match_too_complex::problem(scrutinee);
                self.form.poison = Some(types::report(&mut self.problems, problem));
                self.mentions.is_complete = false;
                return None;
            }
        };
        let whole = patterns.clone().next().map(|(pattern, _)| pattern);
        // What no value fits is no condition that always holds, though there is nothing for its `else`, either.
        let is_dead = matching.unreachable.iter().any(|unreachable| checked.source(unreachable.pattern) == whole);
        for unreachable in &matching.unreachable {
            let problem = match (checked.source(unreachable.pattern), otherwise, whole) {
                (Some(pattern), _, _) => Some(unreachable_arm::problem(pattern, unreachable.arm == 0)),
                (None, _, _) if is_dead => None,
                (None, Otherwise::Condition(condition, ..), Some(whole)) => always_fits::problem(whole, condition),
                (None, Otherwise::Goto(_) | Otherwise::Nothing | Otherwise::Refused { .. }, Some(whole)) => {
                    always_fits::problem(whole, Condition::Else)
                }
                (None, _, None) => None,
            };
            self.problems.extend(problem);
        }
        if let Some(missing) = &matching.missing {
            let examples = checked.missing(missing, ty);
            let problem = match otherwise {
                Otherwise::Nothing => missing_cases::problem(scrutinee, &examples),
                Otherwise::Refused { .. } | Otherwise::Goto(_) | Otherwise::Condition(..) => {
                    let is_in_loop = otherwise == Otherwise::Refused { is_in_loop: true };
                    refutable_pattern::problem(patterns.clone().next()?.0, &examples, is_in_loop)
                }
            };
            self.form.poison = Some(types::report(&mut self.problems, problem));
        }
        let mut arms = Vec::with_capacity(count + 1);
        for (_, guard) in patterns {
            let label = first.unwrap_or_else(|| self.label());
            arms.push(Arm { label, guard, begun: Vec::new(), rest: Vec::new(), is_reached: false });
        }
        if let Some(label) = rest {
            arms.push(Arm { label, guard: None, begun: Vec::new(), rest: Vec::new(), is_reached: false });
        }
        let mut places = vec![None; matching.occurrences.all().len()];
        places[OccurrenceId::ROOT.index()] = Some(root);
        let occurrences = matching.occurrences;
        let mut tests = Tests { checked, occurrences, places, least: FxHashMap::default(), scrutinee, arms, loan };
        self.emit_tests(&mut tests, &matching.nodes);
        Some(tests)
    }

    /// The place of a part of what is matched.
    pub(super) fn occurrence(&mut self, tests: &mut Tests<'_>, id: OccurrenceId) -> Place {
        if let Some(place) = tests.places[id.index()] {
            return place;
        }
        let Some((from, step)) = tests.get(id).from else {
            unreachable!("the whole has a place from the beginning");
        };
        let (whole, ty) = self.tested(tests, from);
        let place = match step {
            Step::Part(part) => self.form.project(whole, Projection::Field(part)),
            Step::Element(element) => self.form.project(whole, Projection::ConstantIndex(element as u32)),
            Step::Case { case, part } => {
                let parts = types::enumeration(self.db, ty).map_or(0..0, |all| all.parts(case));
                self.form.project(whole, Projection::Payload(parts.start + part))
            }
            Step::FromEnd(from_end) => {
                let from_end = from_end as u32;
                let least = tests.least.get(&from).copied().unwrap_or(0).max(from_end + 1);
                self.form.project(whole, Projection::FromEnd { from_end, least })
            }
        };
        tests.places[id.index()] = Some(place);
        place
    }

    /// Emits the tests from the first to the last, so that all ways lead forwards.
    fn emit_tests(&mut self, tests: &mut Tests<'_>, nodes: &[Node]) {
        let labels: Vec<Label> = nodes
            .iter()
            .map(|node| match node {
                Node::Arm { arm, bindings } if bindings.is_empty() => tests.arms[*arm as usize].label,
                _ => self.label(),
            })
            .collect();
        for (number, node) in nodes.iter().enumerate().rev() {
            if let Node::Arm { arm, bindings } = node
                && bindings.is_empty()
            {
                tests.arms[*arm as usize].is_reached |= self.open || self.labels[labels[number].0 as usize].is_target;
                if number + 1 == nodes.len() {
                    self.goto(labels[number]);
                }
                continue;
            }
            self.start(labels[number]);
            self.test(tests, node, &labels);
        }
    }

    fn test(&mut self, tests: &mut Tests<'_>, node: &Node, labels: &[Label]) {
        match node {
            Node::Unreachable | Node::Missing => self.terminate(Terminator::Unreachable),
            Node::Arm { arm, bindings } => {
                tests.arms[*arm as usize].is_reached |= self.open;
                self.bind_arm(tests, *arm, bindings);
                self.goto(tests.arms[*arm as usize].label);
            }
            Node::Guard { arm, bindings, otherwise } => {
                let Some(guard) = tests.arms[*arm as usize].guard else { return };
                let is_again = tests.arms[*arm as usize].is_reached;
                tests.arms[*arm as usize].is_reached |= self.open;
                if is_again && !self.may_repeat(tests.scrutinee) {
                    return self.terminate(Terminator::Unreachable);
                }
                let reported = self.problems.len();
                let (holds, fails) = (self.label(), self.label());
                let mark = self.mark();
                let names = self.bind_guard(tests, *arm, bindings);
                self.come_to(Point::Before(guard));
                let before = self.matched.len();
                self.matched.extend(tests.loan.and(tests.root()));
                self.condition(guard, Condition::Guard, holds, fails);
                self.matched.truncate(before);
                self.start(fails);
                self.look_back(tests, guard);
                self.leave_to(mark, guard);
                self.goto(labels[otherwise.index()]);
                self.start(holds);
                self.look_back(tests, guard);
                // What the guard has seen goes on in the arm, where what no name has taken ends behind it.
                self.endings.truncate(mark);
                self.unbind_guard(tests, *arm, &names);
                self.goto(tests.arms[*arm as usize].label);
                if is_again {
                    // It was told of before, but for what only many of them are.
                    let is_new = |problem: &types::Problem| std::ptr::eq(problem.kind, &match_too_complex::KIND);
                    let again = self.problems.split_off(reported);
                    self.problems.extend(again.into_iter().filter(is_new));
                }
            }
            Node::Bool { occurrence, when_true, when_false } => {
                let (place, _) = self.tested(tests, *occurrence);
                self.branch_on(
                    Operand::Copy(place),
                    tests.scrutinee,
                    labels[when_true.index()],
                    labels[when_false.index()],
                );
            }
            Node::Integers { occurrence, ranges } => {
                let tested = self.tested(tests, *occurrence);
                let comparison = types::patterns::comparison(ranges);
                self.compare_integer(tested, &comparison, labels, tests.scrutinee);
            }
            Node::Floats { occurrence, ranges, otherwise } => {
                let tested = self.tested(tests, *occurrence);
                for (range, target) in ranges {
                    self.compare_float(tested, *range, labels[target.index()], tests.scrutinee);
                }
                self.goto(labels[otherwise.index()]);
            }
            Node::Texts { occurrence, branches, otherwise } => {
                let (place, _) = self.tested(tests, *occurrence);
                for (text, target) in branches {
                    let text = tests.checked.text(*text).to_owned();
                    self.compare_text(place, &text, labels[target.index()], tests.scrutinee);
                }
                self.goto(labels[otherwise.index()]);
            }
            Node::Cases { occurrence, branches, otherwise } => {
                let tested = self.tested(tests, *occurrence);
                self.compare_case(tested, (branches, *otherwise), labels, tests.scrutinee);
            }
            Node::Lengths { occurrence, ranges } => {
                let (place, ty) = self.tested(tests, *occurrence);
                let count = self.element_count(place, ty, tests.scrutinee);
                let count = self.value(Ty::U64, Rvalue::Cast(Cast::IntToInt, count), tests.scrutinee);
                let (Operand::Copy(count) | Operand::Move(count)) = count else {
                    self.give_up(tests.scrutinee);
                    return self.terminate(Terminator::Unreachable);
                };
                let comparison = types::patterns::comparison(ranges);
                self.compare_integer((count, Ty::U64), &comparison, labels, tests.scrutinee);
            }
            // Constants that are no literals are refused by `types`.
            Node::Equal { .. } => {
                self.give_up(tests.scrutinee);
                self.terminate(Terminator::Unreachable);
            }
        }
    }

    /// Counts the guards that are emitted once more, for another alternative. Those inside of each other's guards multiply.
    fn may_repeat(&mut self, scrutinee: ExpressionId) -> bool {
        self.repeated_guards += 1;
        if self.repeated_guards == MOST_REPEATED_GUARDS {
            let problem = match_too_complex::problem(scrutinee);
            self.form.poison = Some(types::report(&mut self.problems, problem));
        }
        self.repeated_guards < MOST_REPEATED_GUARDS
    }

    /// The place of a value that is tested and of its parts, behind a borrow and within what is counted, and its type; of an
    /// `Array` its elements.
    pub(super) fn tested(&mut self, tests: &mut Tests<'_>, occurrence: OccurrenceId) -> (Place, Ty) {
        let (place, ty) = (self.occurrence(tests, occurrence), tests.get(occurrence).ty);
        let place = self.through(place, ty);
        let seen = types::looked_through(self.db, ty);
        let place = self.within(place, ty.value_type(), seen);
        self.elements_place(place, seen)
    }

    /// Goes where one of several integers of up to 64 bits leads, which is a temporary.
    pub(super) fn switch_on(&mut self, value: Operand, cases: Vec<(u128, Label)>, otherwise: Label) {
        let cases = cases.into_iter().map(|(bits, label)| (bits, BlockId(label.0))).collect();
        self.form.switches.push(Switch { cases, otherwise: BlockId(otherwise.0) });
        let switch = SwitchId(self.form.switches.len() as u32 - 1);
        self.terminate(Terminator::Switch(value, switch));
    }
}
