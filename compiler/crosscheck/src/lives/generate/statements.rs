//! Makes blocks and statements.

use super::super::forms::control::{Evaluate, Head, If, Jump, Let, LetLent, Loop, Panic, Print, Return};
use super::super::forms::places::{Assign, LendTemporary, Place, Swap, Taken, Use};
use super::super::forms::results::Throw;
use super::super::forms::values::{Arithmetic, Interpolate, Literal};
use super::super::node::{Block, Expr, Statement};
use super::super::tree::Local;
use super::super::types::{Closure, Type};
use super::Generator;
use super::scope::{Around, Flow};

/// How often a count lets a loop turn.
const TURNS: i64 = 3;

impl Generator {
    /// A block of its own, with a value of a type; without one where it leaves.
    pub(super) fn block(&mut self, value: Option<&Type>, most: usize, depth: u32) -> Option<Block> {
        let count = self.scope.variables.len();
        let mut block = Block::default();
        self.fill(&mut block, most, depth);
        if let Some(ty) = value
            && self.scope.flow.is_reached
            && *ty != Type::Unit
        {
            block.value = Some(self.value(ty, depth)?);
        }
        self.forget(count);
        Some(block)
    }

    /// Statements, as long as the end is reached.
    fn fill(&mut self, block: &mut Block, most: usize, depth: u32) {
        if depth == 0 {
            return;
        }
        for _ in 0..self.below(most + 1) {
            if !self.scope.flow.is_reached {
                return;
            }
            if let Some(statements) = self.attempt(|generator| generator.statement(depth - 1)) {
                self.push(block, statements);
            }
        }
    }

    fn push(&mut self, block: &mut Block, statements: Vec<Box<dyn Statement>>) {
        for statement in statements {
            let number = self.number();
            block.statements.push((number, statement));
        }
    }

    /// Variables that end are no longer known.
    pub(super) fn forget(&mut self, count: usize) {
        let moved = self.scope.moved_of(count);
        self.scope.flow.moved = moved;
        self.scope.variables.truncate(count);
        self.scope.lent.retain(|lent| lent.until <= count);
    }

    /// A statement, with those that it needs.
    fn statement(&mut self, depth: u32) -> Option<Vec<Box<dyn Statement>>> {
        if self.chance(15)
            && let Some(tried) = self.attempt(|generator| generator.let_tried(depth))
        {
            return Some(vec![tried]);
        }
        let one = match self.below(100) {
            0..=24 => self.let_statement(depth),
            25..=30 => self.let_pattern(depth),
            31..=36 if self.chance(20) => self.store(depth).or_else(|| self.assign(depth)),
            31..=36 => self.assign(depth),
            37..=40 if self.chance(30) => self.if_found(depth).or_else(|| self.change_array(depth)),
            37..=40 => self.change_array(depth).or_else(|| self.change_map(depth)),
            41..=48 => self.evaluate(depth),
            49..=58 => self.print(depth),
            59..=64 => self.if_statement(depth),
            65..=73 => self.match_statement(depth),
            74..=79 => self.if_let(depth),
            80..=82 => return self.loop_statement(depth),
            83 => self.indexed(depth),
            84 => self.for_elements(depth),
            85 => self.indexed(depth).or_else(|| self.for_elements(depth)),
            96 => self.for_iterator(depth).or_else(|| self.for_elements(depth)),
            97..=98 => self.for_entries(depth).or_else(|| self.if_found(depth)),
            86..=89 => self.leave(depth),
            90..=92 => self.swap(),
            93 if self.chance(50) => self.let_lent(depth),
            93..=94 => self.let_view(depth),
            95 if self.chance(15) => self.race(),
            95 => self.let_closure(depth),
            _ => self.block(None, 3, depth).map(|block| Box::new(block) as Box<dyn Statement>),
        };
        Some(vec![one?])
    }

    fn let_statement(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let ty = match self.choose(&self.scope.generics.clone()) {
            Some(parameter) if self.chance(30) => Type::Parameter(parameter.number),
            Some(_) | None if self.chance(10) => self.stored_closure(),
            Some(_) | None if self.chance(8) => self.keyed_type(1),
            Some(_) | None if self.chance(8) => Type::Array(Box::new(self.any_type(1))),
            Some(_) | None => self.any_type(2),
        };
        let mutable = self.rng.bool();
        let variable = self.local(ty, mutable);
        let is_later = variable.mutable && self.chance(12);
        // Without a type what is copied might be a borrow, as what names in a `match` are.
        let may_be_lent = self.may_be_lent(&variable.ty);
        let is_typed = is_later || may_be_lent || !self.tells(&variable.ty) || self.chance(30);
        let value = if is_later { None } else { Some(self.value(&variable.ty, depth + 1)?) };
        if is_later {
            self.scope.flow.moved.insert((variable.number, Vec::new()));
        }
        self.scope.variables.push(variable.clone());
        Some(Box::new(Let { variable, is_typed, value }))
    }

    /// Whether a value without a written type might be, or have in it, a borrow of one that is copied.
    fn may_be_lent(&self, ty: &Type) -> bool {
        match ty {
            Type::Tuple(parts) => parts.iter().any(|part| self.may_be_lent(part)),
            Type::Fixed(element, _) => self.may_be_lent(element),
            _ => self.tree.is_copied(ty),
        }
    }

    /// `let name: ref T = temporary`
    fn let_lent(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let ty = self.any_type(1);
        if !self.tells(&ty) {
            return None;
        }
        let value = self.called(&ty, depth)?;
        let variable = self.local(Type::Ref(Box::new(ty)), false);
        self.scope.variables.push(variable.clone());
        Some(Box::new(LetLent { variable, value }))
    }

    /// An assignment to what may be changed, also to what has moved away.
    fn assign(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let moved: Vec<Local> = self
            .scope
            .variables
            .iter()
            .filter(|variable| {
                variable.mutable
                    && !variable.ty.is_borrow()
                    && !self.scope.lent.iter().any(|lent| lent.variable == variable.number)
                    && self.scope.flow.moved.iter().any(|(moved, _)| *moved == variable.number)
            })
            .cloned()
            .collect();
        if let Some(variable) = self.choose(&moved)
            && self.chance(60)
        {
            return self.assign_variable(&variable, depth);
        }
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| known.may_change && Self::is_assigned(&known.place));
        if places.is_empty() {
            return None;
        }
        let place = places.swap_remove(self.below(places.len())).place;
        let value = self.value(&place.ty, depth + 1)?;
        let is_direct = place.steps.is_empty() && !place.variable.ty.is_borrow();
        if is_direct {
            self.scope.flow.moved.retain(|(variable, _)| *variable != place.variable.number);
        } else if !self.scope.is_whole(&place) {
            return None;
        }
        Some(Box::new(Assign(place, value)))
    }

    /// Whether a place is assigned and exchanged: nothing is through a lent slice, closure or `dyn`.
    pub(super) fn is_assigned(place: &Place) -> bool {
        match &place.ty {
            Type::Unit | Type::Slice(_) | Type::View(_) | Type::Function(Closure::Looks | Closure::Changes, ..) => {
                false
            }
            Type::Dyn(_) | Type::Function(..) => !place.variable.ty.is_borrow() || !place.steps.is_empty(),
            _ => true,
        }
    }

    fn assign_variable(&mut self, variable: &Local, depth: u32) -> Option<Box<dyn Statement>> {
        let value = self.value(&variable.ty, depth)?;
        self.scope.flow.moved.retain(|(moved, _)| *moved != variable.number);
        Some(Box::new(Assign(Place::of(variable), value)))
    }

    fn evaluate(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        if self.chance(30) {
            let call = self.trait_call(false, depth)?;
            return Some(Box::new(Evaluate(call, false)));
        }
        let ty = if self.chance(25) { Type::Unit } else { self.any_type(1) };
        let call = self.called(&ty, depth + 1)?;
        Some(Box::new(Evaluate(call, ty != Type::Unit && self.rng.bool())))
    }

    pub(super) fn print(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        if self.chance(20) {
            let ty = self.any_type(1);
            if !self.tree.is_shown(&ty) {
                return None;
            }
            let call = self.called(&ty, depth + 1)?;
            return Some(Box::new(Print(Box::new(LendTemporary(call)))));
        }
        if self.chance(20)
            && let Some(compared) = self.attempt(|generator| generator.compared(depth))
        {
            return Some(Box::new(Print(compared)));
        }
        let parts = (0..1 + self.below(2)).map(|_| self.shown()).collect::<Option<Vec<_>>>()?;
        let word = format!("p{}", self.number());
        Some(Box::new(Print(Box::new(Interpolate(word, parts)))))
    }

    fn if_statement(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let condition = self.condition(depth)?;
        let (then, first) = self.branch(|generator| generator.block(None, 3, depth))?;
        let (otherwise, second) = if self.rng.bool() {
            let (block, flow) = self.branch(|generator| generator.block(None, 3, depth))?;
            (Some(block), flow)
        } else {
            (None, self.scope.flow.clone())
        };
        self.scope.flow = Flow::join(vec![first, second]);
        Some(Box::new(If { condition, then, otherwise }))
    }

    fn swap(&mut self) -> Option<Box<dyn Statement>> {
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| known.may_change && Self::is_assigned(&known.place));
        if places.is_empty() {
            return None;
        }
        let left = places.swap_remove(self.below(places.len())).place;
        places.retain(|known| known.place.ty == left.ty && known.place.variable.number != left.variable.number);
        if places.is_empty() {
            return None;
        }
        let right = places.swap_remove(self.below(places.len())).place;
        Some(Box::new(Swap(left, right)))
    }

    /// `if condition { …  break }`, where what lies outside may be moved, too.
    fn leave(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let condition = self.condition(depth)?;
        let (then, _) = self.branch(|generator| generator.leaving_block(depth))?;
        Some(Box::new(If { condition, then, otherwise: None }))
    }

    /// A block that leaves the loop, or the function.
    pub(super) fn leaving_block(&mut self, depth: u32) -> Option<Block> {
        let count = self.scope.variables.len();
        let around: Vec<u32> = self.scope.loops.iter().map(|around| around.id).collect();
        let left = if self.chance(35) { None } else { self.choose(&around) };
        let continues = left.is_some() && self.chance(35);
        let before = std::mem::replace(&mut self.scope.leaves, left.is_none());
        if left.is_some() && left == around.last().copied() && !continues {
            self.scope.leaves = true;
        }
        let mut block = Block::default();
        self.fill(&mut block, 2, depth);
        if self.scope.flow.is_reached {
            let statement: Box<dyn Statement> = match left {
                Some(id) => {
                    let index = around.iter().position(|other| *other == id)?;
                    let outside = self.scope.loops[index].outside;
                    let moved = self.scope.moved_of(outside);
                    if continues && !moved.is_subset(&self.scope.loops[index].start) {
                        return None;
                    }
                    if !continues {
                        self.scope.loops[index].breaks.push(Flow { moved, is_reached: true });
                    }
                    Box::new(Jump(id, !continues))
                }
                None if self.tree.may_panic && self.chance(40) => {
                    let shown = self.shown().into_iter().collect();
                    Box::new(Panic(Interpolate(format!("p{}", self.number()), shown)))
                }
                None if matches!(self.scope.result, Type::Result(..)) && self.rng.bool() => {
                    let Type::Result(_, error) = self.scope.result.clone() else { return None };
                    Box::new(Throw(self.value(&error, depth)?))
                }
                None => {
                    let result = self.scope.result.clone();
                    let value = if result == Type::Unit { None } else { Some(self.value(&result, depth)?) };
                    Box::new(Return(value))
                }
            };
            self.push(&mut block, vec![statement]);
        }
        self.scope.flow.is_reached = false;
        self.scope.leaves = before;
        self.forget(count);
        Some(block)
    }

    /// A loop that ends.
    fn loop_statement(&mut self, depth: u32) -> Option<Vec<Box<dyn Statement>>> {
        if self.scope.leaves {
            return None;
        }
        let count = self.local(Type::Int, true);
        let zero: Box<dyn Statement> =
            Box::new(Let { variable: count.clone(), is_typed: false, value: Some(Box::new(Literal::Int(0))) });
        let kind = self.below(4);
        if kind == 3 {
            let made = self.while_let(&count, depth)?;
            return Some(vec![zero, made]);
        }
        let id = self.number();
        let outside = self.scope.variables.len();
        let start = self.scope.flow.clone();
        self.scope.loops.push(Around { id, outside, start: start.moved.clone(), breaks: Vec::new() });
        let (head, body) = match kind {
            0 => {
                let variable = self.local(Type::Int, false);
                self.scope.variables.push(variable.clone());
                let mut body = self.block(None, 4, depth)?;
                self.scope.variables.pop();
                self.restore(&mut body, depth)?;
                (Head::Count(variable, self.rng.i64(-1..1), self.rng.i64(1..4)), body)
            }
            1 => {
                let condition = self.condition(depth)?;
                (Head::While(condition), self.counted_block(id, &count, depth)?)
            }
            _ => (Head::Endless, self.counted_block(id, &count, depth)?),
        };
        // Whatever the condition moves has moved where it does not hold.
        let ended = if let Head::Endless = head { None } else { Some(start) };
        self.end_loop(ended);
        let made = Box::new(Loop { id, head, body });
        Some(if kind == 0 { vec![made] } else { vec![zero, made] })
    }

    /// The body of a loop that begins with a count, which ends it.
    pub(super) fn counted_block(&mut self, id: u32, count: &Local, depth: u32) -> Option<Block> {
        let mut block = Block::default();
        let one = |operator, number, count: &Local| -> Expr {
            let place = Place::of(count);
            let value = Box::new(Use { place, taken: Taken::Copied });
            Box::new(Arithmetic(operator, value, Box::new(Literal::Int(number))))
        };
        let up = Assign(Place::of(count), one("+%", 1, count));
        let mut leave = Block::default();
        let jump: Box<dyn Statement> = Box::new(Jump(id, true));
        leave.statements.push((self.number(), jump));
        let stop = If { condition: one(">=", TURNS, count), then: leave, otherwise: None };
        self.push(&mut block, vec![Box::new(up), Box::new(stop)]);
        let index = self.scope.loops.len() - 1;
        let moved = self.scope.moved_of(self.scope.loops[index].outside);
        self.scope.loops[index].breaks.push(Flow { moved, is_reached: true });
        let variables = self.scope.variables.len();
        self.fill(&mut block, 4, depth);
        self.forget(variables);
        self.restore(&mut block, depth)?;
        Some(block)
    }

    /// What a turn has moved away from outside is assigned again at its end.
    pub(super) fn restore(&mut self, block: &mut Block, depth: u32) -> Option<()> {
        if !self.scope.flow.is_reached {
            return Some(());
        }
        let around = self.scope.loops.last()?;
        let (outside, start) = (around.outside, around.start.clone());
        let moved = self.scope.moved_of(outside);
        let gone: Vec<u32> = moved.difference(&start).map(|(variable, _)| *variable).collect();
        let variables: Vec<Local> = self.scope.variables[..outside].to_vec();
        for variable in variables.iter().filter(|variable| gone.contains(&variable.number)) {
            let is_lent = self.scope.lent.iter().any(|lent| lent.variable == variable.number);
            if !variable.mutable || is_lent {
                return None;
            }
            let before = self.scope.flow.clone();
            let assign = self.assign_variable(variable, depth.min(1))?;
            let moved = self.scope.moved_of(outside);
            if moved.difference(&start).any(|(gone, _)| !before.moved.iter().any(|(moved, _)| moved == gone)) {
                return None;
            }
            self.push(block, vec![assign]);
        }
        let moved = self.scope.moved_of(outside);
        moved.is_subset(&start).then_some(())
    }

    /// Behind a loop.
    pub(super) fn end_loop(&mut self, ended: Option<Flow>) {
        if let Some(around) = self.scope.loops.pop() {
            let mut flows = around.breaks;
            flows.extend(ended);
            self.scope.flow = Flow::join(flows);
        }
    }
}
