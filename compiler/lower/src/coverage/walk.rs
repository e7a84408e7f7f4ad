//! The walk over a body that finds its regions, with a list instead of recursion: expressions may be nested deeper than a
//! stack is. Owns where a region begins and ends; must follow `source_form/builder`, which emits the points.

use hir::{Body, ClosureId, Expression, ExpressionId, InterpolationPart, ItemId, Pattern, PatternId, Statement};
use source::Db;
use syntax::{Parse, TextRange};
use types::{Inference, Ty};

use super::branches::{Conditions, Known, Sum};
use super::{Branch, Counter, Function, Point};

/// The bodies of an item.
pub(super) fn functions(db: &dyn Db, item: ItemId) -> Vec<Function> {
    let Some(text) = Text::of(db, item) else { return Vec::new() };
    let mut bodies = vec![None];
    let mut functions = Vec::new();
    while let Some(closure) = bodies.pop() {
        let Some(walk) = text.walked(closure) else { continue };
        bodies.extend(walk.closures.into_iter().rev().map(Some));
        functions.push(walk.function);
    }
    functions
}

/// One of them: the item's own, or that of a closure literal in it.
pub(super) fn function(db: &dyn Db, item: ItemId, closure: Option<ClosureId>) -> Option<Function> {
    Some(Text::of(db, item)?.walked(closure)?.function)
}

/// What is known of an item's text.
#[derive(Clone, Copy)]
struct Text<'a> {
    body: &'a Body,
    inference: &'a Inference,
    parse: &'a Parse,
    map: &'a hir::BodySourceMap,
}

impl<'a> Text<'a> {
    fn of(db: &'a dyn Db, item: ItemId) -> Option<Text<'a>> {
        let source = hir::item_source(db, item)?;
        Some(Text {
            body: hir::body(db, item),
            inference: types::infer(db, item),
            parse: source::parse(db, source.chunk),
            map: hir::body_source_map(db, item),
        })
    }

    /// A walk over a body, done; none where it is missing.
    fn walked(self, closure: Option<ClosureId>) -> Option<Walk<'a>> {
        let root = closure.map_or(self.body.root, |closure| self.body[closure].body);
        if matches!(self.body[root], Expression::Missing) {
            return None;
        }
        let mut walk = Walk {
            text: self,
            function: Function { closure, counters: Vec::new(), branches: Vec::new() },
            closures: Vec::new(),
            frames: Vec::new(),
            steps: Vec::new(),
            leaving: 0,
            conditions: Conditions::default(),
        };
        walk.whole(root);
        Some(walk)
    }
}

/// A region that the walk is in.
struct Frame {
    end: u32,
    /// The counter of the place at hand.
    current: u32,
    /// Where control goes on behind an expression, if nothing stands there yet: its counter, and where the expression ends.
    pending: Option<(u32, u32)>,
}

/// What is still to be done.
enum Step {
    Visit(ExpressionId),
    Region(Entered),
    End,
    /// Behind an expression; a counter is needed if something in it leads elsewhere.
    Behind(ExpressionId, u32),
    /// Behind an expression that always needs a counter. The text ends with the second one.
    Continue(ExpressionId, ExpressionId),
    /// Behind what never goes on, or not always.
    Leave(ExpressionId),
    /// Behind what is a condition or a part of one.
    Evaluated(ExpressionId),
    /// Behind an `&&` or `||` that no condition is made of.
    Decide(ExpressionId),
    Closure(ClosureId),
}

/// A region of its own.
#[derive(Clone, Copy)]
struct Entered {
    /// What is evaluated in it; control comes to its beginning.
    expression: ExpressionId,
    /// Where it begins, if not with that.
    start: Option<u32>,
    /// What stands before it, up to there, ends here.
    behind: Option<u32>,
    /// The branch that leads there.
    deciding: Option<Deciding>,
}

/// What decides whether a region is entered.
#[derive(Clone, Copy)]
enum Deciding {
    /// This expression, where it holds.
    Holds(ExpressionId),
    /// This expression, where it does not: what the pattern of a `let` does not fit.
    Fails(ExpressionId),
    /// This pattern fits.
    Fits(PatternId),
    /// What is left of it: the right side of `&&` or `||`.
    Rest,
}

struct Walk<'a> {
    text: Text<'a>,
    function: Function,
    closures: Vec<ClosureId>,
    frames: Vec<Frame>,
    steps: Vec<Step>,
    /// How many expressions so far lead elsewhere.
    leaving: u32,
    conditions: Conditions,
}

impl Walk<'_> {
    fn whole(&mut self, root: ExpressionId) {
        self.begin(root);
        self.steps.push(Step::Visit(root));
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Visit(expression) => self.visit(expression),
                Step::Region(entered) => self.region(entered),
                Step::End => {
                    self.frames.pop();
                }
                Step::Behind(expression, before) => {
                    if self.leaving > before {
                        self.go_on_behind(expression, expression);
                    }
                }
                Step::Continue(expression, last) => self.go_on_behind(expression, last),
                Step::Leave(expression) => {
                    self.leaving += 1;
                    let all = self.current();
                    self.go_on_behind(expression, expression);
                    if let Expression::Try(_) = self.text.body[expression] {
                        self.branch(self.range(expression), Sum::of(self.current()), all);
                    }
                }
                Step::Evaluated(expression) => self.conditions.evaluated(expression, self.current()),
                Step::Decide(logical) => self.decide(logical, Known::Nothing),
                Step::Closure(closure) => self.closures.push(closure),
            }
        }
    }

    fn range(&self, expression: ExpressionId) -> TextRange {
        self.text.parse.range(self.text.map.expression(expression))
    }

    fn counter(&mut self, point: Point, range: Option<TextRange>) -> u32 {
        self.function.counters.push(Counter { point, range, gap: None });
        self.function.counters.len() as u32 - 1
    }

    /// Begins the region of an expression.
    fn begin(&mut self, expression: ExpressionId) -> u32 {
        let range = self.range(expression);
        let counter = self.counter(Point::Before(expression), Some(range));
        self.frames.push(Frame { end: range.end, current: counter, pending: None });
        counter
    }

    /// The counter of the place at hand.
    fn current(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.current)
    }

    /// Control goes on behind an expression, if it does. Text that stands there has a region of its own.
    fn go_on_behind(&mut self, expression: ExpressionId, last: ExpressionId) {
        let counter = self.counter(Point::After(expression), None);
        let from = self.range(last).end;
        if let Some(frame) = self.frames.last_mut() {
            frame.current = counter;
            frame.pending = Some((counter, from));
        }
    }

    /// Something stands here: the region behind what was last begins.
    fn settle(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        if let Some((counter, from)) = frame.pending.take() {
            let start = behind_space(self.text.parse.text(), from).min(frame.end);
            let counter = &mut self.function.counters[counter as usize];
            counter.range = Some(TextRange::new(start, frame.end));
            counter.gap = (from < start).then(|| TextRange::new(from, start));
        }
    }

    fn region(&mut self, entered: Entered) {
        let Entered { expression, start, behind, deciding } = entered;
        let all = self.current();
        let taken = self.begin(expression);
        let range = self.range(expression);
        let start = start.unwrap_or(range.start);
        let counter = &mut self.function.counters[taken as usize];
        counter.range = Some(TextRange::new(start, range.end));
        counter.gap = behind.filter(|behind| *behind < start).map(|behind| TextRange::new(behind, start));
        match deciding {
            None => {}
            Some(Deciding::Holds(condition)) => self.decide(condition, Known::Holds(Sum::of(taken))),
            Some(Deciding::Fails(value)) => {
                let (range, failed) = (self.range(value), Sum::of(taken));
                let taken = Sum::of(all).less(&failed);
                self.function.branches.push(Branch { range, taken, not_taken: failed });
            }
            Some(Deciding::Fits(pattern)) => {
                self.branch(self.text.parse.range(self.text.map.pattern(pattern)), Sum::of(taken), all);
            }
            Some(Deciding::Rest) => self.conditions.begun(expression, taken),
        }
        self.steps.push(Step::End);
        self.steps.push(Step::Evaluated(expression));
        self.steps.push(Step::Visit(expression));
    }

    /// One way of all that a counter counts.
    fn branch(&mut self, range: TextRange, taken: Sum, all: u32) {
        let not_taken = Sum::of(all).less(&taken);
        self.function.branches.push(Branch { range, taken, not_taken });
    }

    /// Both ways of each part of a condition.
    fn decide(&mut self, condition: ExpressionId, known: Known) {
        for (part, taken, not_taken) in self.conditions.decide(self.text.body, condition, known) {
            let range = self.range(part);
            self.function.branches.push(Branch { range, taken, not_taken });
        }
    }

    fn visit(&mut self, expression: ExpressionId) {
        self.settle();
        let mark = self.steps.len();
        self.parts(expression);
        // What was pushed is done from the last to the first.
        self.steps[mark..].reverse();
    }

    /// What an expression consists of, in the order of the text.
    fn parts(&mut self, expression: ExpressionId) {
        let body = self.text.body;
        let behind = Step::Behind(expression, self.leaving);
        match body[expression] {
            Expression::If { condition, then, otherwise } => {
                let then_region = self.entered(then, Some(condition), Some(Deciding::Holds(condition)));
                self.conditions.part(body, condition);
                self.steps.extend([Step::Visit(condition), Step::Evaluated(condition), then_region]);
                let otherwise = otherwise.map(|otherwise| self.entered(otherwise, Some(then), None));
                self.steps.extend(otherwise);
                self.steps.push(behind);
            }
            Expression::While { condition, body: inside } if body[condition] != Expression::Bool(true) => {
                self.conditions.part(body, condition);
                let inside = self.entered(inside, Some(condition), Some(Deciding::Holds(condition)));
                let condition = self.entered(condition, None, None);
                self.steps.extend([condition, inside, behind]);
            }
            Expression::While { body: inside, .. } | Expression::Loop(inside) => {
                let inside = self.entered(inside, None, None);
                self.steps.extend([inside, behind]);
            }
            Expression::For { iterable, body: inside, .. } => {
                let inside = self.entered(inside, Some(iterable), None);
                self.steps.extend([Step::Visit(iterable), inside, behind]);
            }
            Expression::Match { scrutinee, arms } => {
                self.steps.push(Step::Visit(scrutinee));
                self.arms(self.range(scrutinee).end, arms);
                self.steps.push(behind);
            }
            Expression::Logical { left, right, .. } => {
                let is_whole = !self.conditions.is_part(expression);
                self.conditions.part(body, left);
                self.conditions.part(body, right);
                let right = self.entered(right, Some(left), Some(Deciding::Rest));
                self.steps.extend([Step::Visit(left), Step::Evaluated(left), right]);
                self.steps.extend(is_whole.then_some(Step::Decide(expression)));
            }
            Expression::Block { statements, tail } => {
                for statement in body.statements(statements) {
                    self.statement(body[statement]);
                }
                self.steps.extend(tail.map(Step::Visit));
            }
            Expression::Try(tried) => self.steps.extend([Step::Visit(tried), Step::Leave(expression)]),
            Expression::Throw(value) => self.steps.extend([Step::Visit(value), Step::Leave(expression)]),
            Expression::Return(value) => {
                self.steps.extend(value.map(Step::Visit));
                self.steps.push(Step::Leave(expression));
            }
            Expression::Break(_) | Expression::Continue(_) => self.steps.push(Step::Leave(expression)),
            Expression::Closure(closure) => self.steps.push(Step::Closure(closure)),
            Expression::Call { callee, arguments } => {
                self.steps.push(Step::Visit(callee));
                self.call(expression, arguments);
            }
            Expression::MethodCall { receiver, arguments, .. } => {
                self.steps.push(Step::Visit(receiver));
                self.call(expression, arguments);
            }
            Expression::Interpolation(parts) => {
                self.steps.extend(body.parts(parts).iter().filter_map(|part| match part {
                    InterpolationPart::Text(_) => None,
                    InterpolationPart::Value(value, _) => Some(Step::Visit(*value)),
                }));
            }
            Expression::Assign { place, value, .. } => self.steps.extend([Step::Visit(place), Step::Visit(value)]),
            Expression::Borrow { place: inside, .. }
            | Expression::Move(inside)
            | Expression::Unsafe(inside)
            | Expression::LetCondition { value: inside, .. } => self.steps.push(Step::Visit(inside)),
            // The count is known while compiling.
            Expression::Repeat { value, .. } => self.steps.push(Step::Visit(value)),
            // What is left does nothing but evaluate its operands, if it has some.
            _ => {
                let steps = &mut self.steps;
                body.each_operand(expression, |operand| steps.push(Step::Visit(operand)));
            }
        }
    }

    /// A region around an expression, behind another.
    fn entered(&self, expression: ExpressionId, behind: Option<ExpressionId>, deciding: Option<Deciding>) -> Step {
        let behind = behind.map(|behind| self.range(behind).end);
        Step::Region(Entered { expression, start: None, behind, deciding })
    }

    /// The arms of a `match`, which begin behind a place. A pattern belongs to what is done if it fits; with a guard, to that.
    fn arms(&mut self, mut behind: u32, arms: hir::List) {
        for arm in self.text.body.arms(arms) {
            let pattern = Some(self.text.parse.range(self.text.map.pattern(arm.pattern)).start);
            let mut start = pattern;
            if let Some(guard) = arm.guard {
                self.steps.push(Step::Region(Entered {
                    expression: guard,
                    start: pattern,
                    behind: Some(behind),
                    deciding: None,
                }));
                (start, behind) = (None, self.range(guard).end);
            }
            let deciding = Some(Deciding::Fits(arm.pattern));
            let arm_region = Entered { expression: arm.body, start, behind: Some(behind), deciding };
            self.steps.push(Step::Region(arm_region));
            behind = self.range(arm.body).end;
        }
    }

    fn call(&mut self, expression: ExpressionId, arguments: hir::List) {
        self.steps.extend(self.text.body.arguments(arguments).iter().map(|argument| Step::Visit(argument.value)));
        if self.text.inference.expression_type(expression) == Ty::NEVER {
            self.steps.push(Step::Leave(expression));
        }
    }

    fn statement(&mut self, statement: Statement) {
        match statement {
            Statement::Expression(expression) => self.steps.push(Step::Visit(expression)),
            Statement::Let { pattern, initialiser, otherwise, .. } => {
                self.steps.extend(initialiser.map(Step::Visit));
                // The `else` of a name is never reached, and nothing leads out of it.
                let is_plain = matches!(self.text.body[pattern], Pattern::Binding(_) | Pattern::Wildcard);
                if let (Some(initialiser), Some(otherwise), false) = (initialiser, otherwise, is_plain) {
                    let region = self.entered(otherwise, Some(initialiser), Some(Deciding::Fails(initialiser)));
                    self.steps.push(region);
                    self.steps.push(Step::Continue(initialiser, otherwise));
                }
            }
        }
    }
}

/// Where text goes on behind space and comments.
fn behind_space(text: &str, from: u32) -> u32 {
    let mut rest = &text[from as usize..];
    loop {
        rest = rest.trim_start();
        match rest.strip_prefix('#') {
            Some(comment) => rest = comment.find('\n').map_or("", |end| &comment[end..]),
            None => return (text.len() - rest.len()) as u32,
        }
    }
}
