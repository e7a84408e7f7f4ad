//! Evaluation of constants: a small interpreter over typed bodies, with a limit of steps and none of the effects that
//! only a running program may have. Owns the queries that ask for a constant's value; its answers are those of the
//! compiled program, overflow and panics included. Must not know how values lie in memory.

mod call;
mod convert;
mod derived;
mod expression;
mod iteration;
mod operation;
mod pattern;
mod place;
#[cfg(test)]
mod tests;
mod text;
mod value;

use hir::{Body, ExpressionId, ItemId};
use source::Db;

use crate::constant::ConstantValue;
use crate::inference::Inference;
use crate::inferrer::{infer, infer_constant_expression};
use crate::layout::LARGEST_SIZE;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::substitute::Substitution;

pub use operation::{ArithmeticFailure, integer_arithmetic};
use value::{Frame, Value};

/// The value of a constant.
pub fn constant_value(db: &dyn Db, item: ItemId) -> &ConstantValue {
    &constant_evaluation(db, item).0
}

/// The value of a constant and what went wrong while it was evaluated.
#[salsa::tracked(cycle_result = recursive_constant)]
pub(crate) fn constant_evaluation(db: &dyn Db, item: ItemId) -> (ConstantValue, Vec<Problem>) {
    let body = hir::body(db, item);
    let table = infer(db, item);
    let unevaluated = |problems| (ConstantValue::Error, problems);
    if table.poisoned {
        return unevaluated(Vec::new());
    }
    match evaluate(db, item, body, table, body.root) {
        Ok(value) => match convert::to_constant(db, table.result, &value) {
            Ok(value) => (value, Vec::new()),
            Err(what) => unevaluated(vec![problems::not_constant(Anchor::Expression(body.root), &what)]),
        },
        Err(Failure::Silent) => unevaluated(Vec::new()),
        Err(Failure::Problem(problem)) => unevaluated(vec![*problem]),
    }
}

/// A constant that needs its own value; `diagnostics` reports it.
fn recursive_constant(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> (ConstantValue, Vec<Problem>) {
    (ConstantValue::Error, Vec::new())
}

/// The length that the n-th constant expression in an item's head says, or why there is none; `None` if that has been
/// reported.
pub(crate) fn head_length(db: &dyn Db, item: ItemId, nth: u32) -> Result<u64, Option<String>> {
    let value = head_constant(db, item, nth, "the length must be an integer")?;
    length(&value).map_err(Some)
}

/// The integer that the n-th constant expression in an item's head says, its bits extended by its sign, or why there is
/// none; `None` if that has been reported.
pub(crate) fn head_integer(db: &dyn Db, item: ItemId, nth: u32) -> Result<u128, Option<String>> {
    match head_constant(db, item, nth, "it must be an integer")? {
        Value::Int(value) => Ok(value),
        _ => Err(None),
    }
}

fn head_constant(db: &dyn Db, item: ItemId, nth: u32, no_integer: &str) -> Result<Value, Option<String>> {
    let body = hir::constant_body(db, item, nth);
    let table = infer_constant_expression(db, item, nth);
    if let Some(problem) = table.problems.first() {
        return Err(Some(problem.message.clone()));
    }
    if table.poisoned {
        return Err(None);
    }
    let ty = table.expression_type(body.root);
    if !ty.is_integer() {
        return Err((!ty.is_error()).then(|| no_integer.into()));
    }
    match evaluate(db, item, body, table, body.root) {
        Ok(value) => Ok(value),
        Err(Failure::Silent) => Err(None),
        Err(Failure::Problem(problem)) => Err(Some(problem.message)),
    }
}

/// The length that a constant expression of a body says. The body may be inferred in part only.
pub(crate) fn body_length(
    db: &dyn Db,
    item: ItemId,
    body: &Body,
    table: &Inference,
    expression: ExpressionId,
) -> Result<u64, Option<Box<Problem>>> {
    match evaluate(db, item, body, table, expression) {
        Ok(value) => {
            length(&value).map_err(|what| Some(Box::new(problems::array_length(Anchor::Expression(expression), &what))))
        }
        Err(Failure::Silent) => Err(None),
        Err(Failure::Problem(problem)) => Err(Some(problem)),
    }
}

fn length(value: &Value) -> Result<u64, String> {
    let Value::Int(length) = value else {
        return Err("no integer".into());
    };
    let fitting = u64::try_from(*length).ok().filter(|length| *length <= LARGEST_SIZE);
    fitting.ok_or_else(|| (*length as i128).to_string())
}

/// Evaluates one expression of a body.
fn evaluate(
    db: &dyn Db,
    item: ItemId,
    body: &Body,
    table: &Inference,
    expression: ExpressionId,
) -> Result<Value, Failure> {
    let mut interpreter = Interpreter {
        db,
        frames: vec![Frame::new(item, body, table, ExpressionId::from_index(0), Substitution::default())],
        steps: STEPS,
        depth: 0,
    };
    match interpreter.value(expression) {
        Ok(value) => Ok(value),
        Err(Stop::Failure(failure)) => Err(*failure),
        Err(Stop::Return(value)) => Ok(value),
        Err(Stop::Break(_) | Stop::Continue(_)) => Err(Failure::Silent),
    }
}

/// How many expressions a constant may evaluate, and how many elements it may make.
const STEPS: u64 = 20_000_000;

/// How many scalars a value may hold while constants are evaluated.
pub(crate) const MOST_SCALARS: u64 = 1 << 22;

/// How deep expressions may be nested while they are evaluated, through all calls.
const DEEPEST: u32 = 1_200;

/// The state of one evaluation.
struct Interpreter<'a> {
    db: &'a dyn Db,
    frames: Vec<Frame<'a>>,
    steps: u64,
    depth: u32,
}

/// Why evaluation ended early.
enum Failure {
    /// Something is poison, and that has been reported.
    Silent,
    /// This is why.
    Problem(Box<Problem>),
}

/// Why an expression has no value: control went elsewhere.
enum Stop {
    Break(ExpressionId),
    Continue(ExpressionId),
    Return(Value),
    Failure(Box<Failure>),
}

type Evaluated<T = Value> = Result<T, Stop>;

impl<'a> Interpreter<'a> {
    /// The frame of the running function.
    fn frame(&self) -> &Frame<'a> {
        &self.frames[self.frames.len() - 1]
    }

    fn frame_mut(&mut self) -> &mut Frame<'a> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Counts `steps` and ends an evaluation that takes too many.
    fn spend(&mut self, expression: ExpressionId, steps: u64) -> Evaluated<()> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => Err(self.fail(expression, problems::endless_constant)),
        }
    }

    /// Counts the scalars of a value that is made or copied, and ends an evaluation of values that are too large.
    fn spend_scalars(&mut self, expression: ExpressionId, scalars: u64) -> Evaluated<()> {
        if scalars > MOST_SCALARS {
            return Err(self.fail(expression, |at| problems::constant_too_large(at, "this value")));
        }
        self.spend(expression, scalars)
    }

    /// A panic of the running program while it is compiled.
    fn panic(&self, expression: ExpressionId, message: &str) -> Stop {
        self.fail(expression, |at| problems::constant_panics(at, message))
    }

    /// Something that only a running program may do.
    fn forbid(&self, expression: ExpressionId, what: &str) -> Stop {
        self.fail(expression, |at| problems::not_constant(at, what))
    }

    /// A global, whose value nobody knows before the program runs.
    fn global(&self, expression: ExpressionId, global: ItemId) -> Stop {
        self.fail(expression, |at| problems::global_in_constant(at, self.db, global))
    }

    /// A problem at an expression: shown where the constant's own body led there, with the inner place beside it.
    fn fail(&self, expression: ExpressionId, problem: impl FnOnce(Anchor) -> Problem) -> Stop {
        let mut problem = match self.frames.get(1) {
            None => problem(Anchor::Expression(expression)),
            Some(called) => problem(Anchor::Expression(called.call)),
        };
        if self.frames.len() > 1 {
            problem = problem.also(Anchor::OtherExpression(self.frame().item, expression), "here");
        }
        Stop::Failure(Box::new(Failure::Problem(Box::new(problem))))
    }

    /// Something poisoned was met.
    fn silent(&self) -> Stop {
        Stop::Failure(Box::new(Failure::Silent))
    }
}
