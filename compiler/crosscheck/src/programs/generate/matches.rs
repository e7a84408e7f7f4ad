//! What has patterns: `match`, `let` in conditions, `let` with a pattern and `else`; what they match with, and what is lent
//! and moved by their names.

use super::super::ast::{Arm, Block, Expr, ExprKind, Mode, Pattern, Root, Scrutinee, Statement, Type};
use super::Generator;
use super::patterns::{Named, Names, Spot};
use super::scope::{Access, Candidate, Exit, Lent, Loan};

/// What is matched, and what of it is lent while it is looked at.
pub(super) struct Matched {
    pub(super) scrutinee: Scrutinee,
    place: Option<Candidate>,
    loans: Vec<Loan>,
    named: bool,
    /// Whether an arm has a guard, for which all of the place is lent.
    guarded: bool,
}

/// Within how many arms, guards and conditions others stand, at most.
const NESTED: u32 = 2;

impl Matched {
    fn spot(&self) -> Spot {
        Spot::whole(self.scrutinee.ty(), self.scrutinee.mode, self.named)
    }
}

impl Generator {
    /// Something to match with; for a `let`, which moves places, these are lent in writing.
    fn matched(&mut self, is_let: bool, depth: u32) -> Option<Matched> {
        if self.scope.nested >= NESTED {
            return None;
        }
        match self.below(12) {
            0..=3 => {
                let candidate = self.matched_candidate(Access::Ref)?;
                Some(self.matched_place(candidate, is_let, Mode::Lent))
            }
            4 | 5 => {
                let candidate = self.matched_candidate(Access::Mut)?;
                Some(self.matched_place(candidate, is_let, Mode::Changed))
            }
            6 if !is_let => {
                let candidate = self.matched_candidate(Access::Read)?;
                if self.tree.is_owner(&candidate.ty) {
                    return None;
                }
                let mut matched = self.matched_place(candidate, false, Mode::Lent);
                matched.named = false;
                Some(matched)
            }
            7 => self.matched_call(depth),
            _ => self.matched_value(is_let, depth),
        }
    }

    /// A place to look at, but nothing that a loop counts with.
    fn matched_candidate(&mut self, access: Access) -> Option<Candidate> {
        let candidate = self.candidate_where(access, &Self::is_matched)?;
        (!self.scope.infos[candidate.variable].reserved).then_some(candidate)
    }

    fn matched_place(&mut self, candidate: Candidate, is_let: bool, mode: Mode) -> Matched {
        let place = self.place(&candidate);
        let ty = candidate.ty.clone();
        let (ty, kind, lent) = match mode {
            Mode::Changed => (Type::Mut(Box::new(ty)), ExprKind::Mut(place), Lent::Exclusive),
            _ if is_let
                || self.chance(20) && candidate.pointed.is_none() && self.scope.allows(&candidate, Access::Ref) =>
            {
                (Type::Ref(Box::new(ty)), ExprKind::Ref(place, false), Lent::Shared)
            }
            _ => (ty, ExprKind::Use(place, false), Lent::Shared),
        };
        let value = self.make(ty, kind);
        let loan = Loan { holder: None, variable: candidate.variable, path: candidate.path.clone(), lent };
        Matched {
            scrutinee: Scrutinee { value, mode },
            place: Some(candidate),
            loans: vec![loan],
            named: true,
            guarded: false,
        }
    }

    /// What a call lends.
    fn matched_call(&mut self, depth: u32) -> Option<Matched> {
        let types: Vec<Type> = self
            .tree
            .functions
            .iter()
            .filter(|function| function.result.is_borrow() && Self::is_matched(function.result.target()))
            .map(|function| function.result.clone())
            .collect();
        let ty = self.choose(&types)?;
        let mark = self.scope.loans.len();
        let call = self.borrowing_call(ty.target(), matches!(ty, Type::Mut(_)), depth)?;
        let loans = self.scope.loans[mark..].iter().filter(|loan| loan.holder.is_none()).cloned().collect();
        self.scope.end_loans(mark);
        let value = self.make(ty, ExprKind::Lent(Box::new(call)));
        Some(Matched {
            scrutinee: Scrutinee { value, mode: Mode::Lent },
            place: None,
            loans,
            named: true,
            guarded: false,
        })
    }

    /// A value without a name, or one that is moved in.
    fn matched_value(&mut self, is_let: bool, depth: u32) -> Option<Matched> {
        let ty = match self.below(3) {
            0 => Type::Tuple((0..2 + self.below(2)).map(|_part| self.scalar()).collect()),
            1 => {
                let part = self.value_type(2, false);
                Type::Tuple(vec![part, self.value_type(1, false)])
            }
            _ => self.value_type(2, false),
        };
        if !Self::is_matched(&ty) {
            return None;
        }
        let mut value = self.expr(&ty, depth.min(2), false);
        if let ExprKind::Use(place, word) = &mut value.kind
            && !is_let
        {
            match place.root {
                Root::Variable(_) if self.tree.is_owner(&ty) => *word = true,
                Root::Variable(_) | Root::Constant(_) | Root::Value(_) | Root::Pointed(..) => {
                    let other = self.literal(&Type::Bool, true);
                    let ty = Type::Tuple(vec![ty, Type::Bool]);
                    value = self.make(ty, ExprKind::Tuple(vec![value, other]));
                }
            }
        }
        let scrutinee = Scrutinee { value, mode: Mode::Given };
        Some(Matched { scrutinee, place: None, loans: Vec::new(), named: true, guarded: false })
    }

    /// The names of a pattern are visible from now on, and hold what they lend.
    fn begin_names(&mut self, matched: &Matched, names: &[Named]) {
        for named in names {
            if !self.scope.visible.contains(&named.variable) {
                self.scope.visible.push(named.variable);
            }
            let lent = match matched.scrutinee.mode {
                Mode::Lent => Lent::Shared,
                Mode::Changed => Lent::Exclusive,
                Mode::Given => continue,
            };
            let mark = self.scope.loans.len();
            match &matched.place {
                Some(place) => {
                    // A written borrow lends all of the place.
                    let is_part = matches!(matched.scrutinee.value.kind, ExprKind::Use(..))
                        && !matched.guarded
                        && !place.is_indexed();
                    let path = if is_part { [&place.path[..], &named.path].concat() } else { place.path.clone() };
                    self.scope.loans.push(Loan { holder: None, variable: place.variable, path, lent });
                }
                None => self.scope.loans.extend(matched.loans.iter().cloned()),
            }
            self.hold(mark, named.variable);
        }
    }

    /// A guard: while it is evaluated, neither what is matched nor the names are changed or moved.
    fn guard(&mut self, matched: &Matched, names: &[Named]) -> Expr {
        let mark = self.scope.loans.len();
        self.scope.loans.extend(matched.loans.iter().cloned());
        for named in names {
            let loan = Loan { holder: None, variable: named.variable, path: Vec::new(), lent: Lent::Shared };
            self.scope.loans.push(loan);
        }
        self.scope.nested += 1;
        let guard = self.expr(&Type::Bool, 1, true);
        self.scope.nested -= 1;
        self.scope.end_loans(mark);
        guard
    }

    /// Patterns for all values, the later ones for what the earlier ones leave.
    fn arms(&mut self, matched: &mut Matched, mut body: impl FnMut(&mut Self) -> Block) -> Vec<Arm> {
        let spot = matched.spot();
        let mut patterns: Vec<(Pattern, Names, bool)> = Vec::new();
        for _arm in 0..self.below(4) {
            let mut names = Names::default();
            let pattern = self.pattern(&spot, &mut names);
            let is_guarded = self.chance(30);
            patterns.push((pattern, names, is_guarded));
        }
        let sure = if self.chance(40) {
            self.covering(&spot)
        } else {
            let mut names = Names::default();
            vec![(self.sure_pattern(&spot, &mut names), names)]
        };
        for (pattern, names) in sure {
            let place = if self.chance(70) { patterns.len() } else { self.below(patterns.len() + 1) };
            patterns.insert(place, (pattern, names, false));
        }
        matched.guarded = patterns.iter().any(|(_, _, is_guarded)| *is_guarded);
        let mut states = Vec::new();
        let mut arms = Vec::new();
        for (pattern, names, is_guarded) in patterns {
            let before = self.scope.state();
            let visible = self.scope.visible.len();
            self.begin_names(matched, &names.found);
            let unguarded = self.scope.state();
            let guard = is_guarded.then(|| {
                let guard = self.guard(matched, &names.found);
                // It is asked for each alternative: what it moved or assigned would be moved or assigned again.
                if pattern.has_alternatives() && self.scope.state()[..unguarded.len()] != unguarded[..] {
                    self.scope.restore(&unguarded);
                    return self.literal(&Type::Bool, true);
                }
                guard
            });
            let guarded = self.scope.state();
            self.scope.nested += 1;
            let body = body(self);
            self.scope.nested -= 1;
            self.scope.close(visible);
            states.push(self.scope.state());
            // The next arm is tried with the guard evaluated or not.
            self.scope.restore(&guarded);
            self.scope.merge(&before);
            arms.push(Arm { pattern, guard, body });
        }
        for state in &states {
            self.scope.merge(state);
        }
        arms
    }

    /// A `match` that gives a value.
    pub(super) fn match_value(&mut self, ty: &Type, depth: u32, clear: bool) -> Option<Expr> {
        let mut matched = self.matched(false, depth - 1)?;
        let arms = self.arms(&mut matched, |generator| generator.value_block(ty, depth - 1, clear));
        Some(self.make(ty.clone(), ExprKind::Match(Box::new(matched.scrutinee), arms)))
    }

    pub(super) fn match_statement(&mut self, depth: u32) -> Option<Statement> {
        let mut matched = self.matched(false, 2)?;
        let arms = self.arms(&mut matched, |generator| {
            let count = 1 + generator.below(2);
            generator.scoped(count, depth - 1)
        });
        Some(Statement::Match(matched.scrutinee, arms))
    }

    /// `let …` in a condition, with more before and behind. Its names are visible until the caller closes them; the states
    /// in which the condition may fail are merged into the given one.
    pub(super) fn let_conditions(&mut self, depth: u32) -> Option<(Expr, super::scope::State)> {
        let mut failed = self.scope.state();
        let (mut whole, mut has_let) = (None, false);
        for _condition in 0..1 + self.below(2) {
            if whole.is_some() && self.chance(30) {
                let plain = self.expr(&Type::Bool, 1, true);
                whole = Some(self.joined(whole, plain));
                self.merge_into(&mut failed);
            }
            let Some(matched) = self.matched(false, depth) else { continue };
            let mut names = Names::default();
            let pattern = self.pattern(&matched.spot(), &mut names);
            has_let = true;
            self.merge_into(&mut failed);
            self.begin_names(&matched, &names.found);
            let kind = ExprKind::Fits(Box::new(pattern), Box::new(matched.scrutinee));
            let condition = self.make(Type::Bool, kind);
            whole = Some(self.joined(whole, condition));
            if self.chance(30) {
                let plain = self.expr(&Type::Bool, 1, true);
                whole = Some(self.joined(whole, plain));
                self.merge_into(&mut failed);
            }
        }
        whole.filter(|_whole| has_let).map(|whole| (whole, failed))
    }

    fn merge_into(&mut self, failed: &mut super::scope::State) {
        let now = self.scope.state();
        self.scope.restore(failed);
        self.scope.merge(&now);
        *failed = self.scope.state();
        self.scope.restore(&now);
    }

    fn joined(&mut self, left: Option<Expr>, right: Expr) -> Expr {
        match left {
            Some(left) => self.make(Type::Bool, ExprKind::Both(Box::new(left), Box::new(right))),
            None => right,
        }
    }

    /// `if let … { … } else { … }` as a statement.
    pub(super) fn if_let(&mut self, depth: u32) -> Option<Statement> {
        let visible = self.scope.visible.len();
        let mark = self.scope.loans.len();
        let (condition, failed) = self.let_conditions(2)?;
        let count = 1 + self.below(3);
        self.scope.nested += 1;
        let then = self.scoped(count, depth - 1);
        self.scope.close(visible);
        self.scope.end_loans(mark);
        let after_then = self.scope.state();
        self.scope.restore(&failed);
        let other = self.chance(60).then(|| self.scoped(count, depth - 1));
        self.scope.nested -= 1;
        self.scope.merge(&after_then);
        Some(Statement::If(condition, then, other))
    }

    /// `if let … { … } else { … }` with a value.
    pub(super) fn if_let_value(&mut self, ty: &Type, depth: u32, clear: bool) -> Option<Expr> {
        let visible = self.scope.visible.len();
        let (condition, failed) = self.let_conditions(depth - 1)?;
        self.scope.nested += 1;
        let then = self.value_block(ty, depth, clear);
        self.scope.close(visible);
        let after_then = self.scope.state();
        self.scope.restore(&failed);
        let other = self.value_block(ty, depth, clear);
        self.scope.nested -= 1;
        self.scope.merge(&after_then);
        Some(self.make(ty.clone(), ExprKind::If(Box::new(condition), then, other)))
    }

    /// `let` with a pattern, with an `else` where a value may not fit.
    pub(super) fn let_pattern(&mut self, depth: u32) -> Option<Statement> {
        let matched = self.matched(true, 2)?;
        let typed = self.chance(30);
        let is_sure = self.scope.closed > 0 || depth == 0 || self.chance(50);
        let mut names = Names::default();
        let spot = matched.spot();
        let (pattern, other) = if is_sure {
            (self.sure_pattern(&spot, &mut names), None)
        } else {
            let Some(other) = self.leaving(depth) else {
                let pattern = self.sure_pattern(&spot, &mut names);
                self.begin_names(&matched, &names.found);
                return Some(Statement::LetPattern(pattern, typed, matched.scrutinee, None));
            };
            (self.pattern(&spot, &mut names), Some(other))
        };
        self.begin_names(&matched, &names.found);
        Some(Statement::LetPattern(pattern, typed, matched.scrutinee, other))
    }

    /// A block that leaves the function or a loop; nothing that it does is seen behind it.
    fn leaving(&mut self, depth: u32) -> Option<Block> {
        let (before, exit_before) = (self.scope.state(), self.scope.exit);
        let visible = self.scope.visible.len();
        let innermost = self.scope.loops.len().checked_sub(1);
        let left = match innermost {
            Some(index) if self.scope.may_break(index) && self.chance(50) => {
                self.scope.exit = Some((self.scope.loops.len(), Exit::Break(index)));
                let mut statements = self.statements(1, depth - 1);
                let state = self.scope.state();
                self.scope.loops[index].left.push(state);
                statements.push(Statement::Break(self.scope.loops[index].id));
                Some(statements)
            }
            Some(_) | None => {
                self.scope.exit = Some((self.scope.loops.len(), Exit::Return));
                let mut statements = self.statements(1, depth - 1);
                let last = self.return_statement();
                last.map(|last| {
                    statements.push(last);
                    statements
                })
            }
        };
        self.scope.exit = exit_before;
        self.scope.close(visible);
        self.scope.restore(&before);
        left.map(|statements| Block { statements, value: None })
    }
}
