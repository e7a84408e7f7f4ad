//! The forms of expressions and statements, and the small data they share. [`Body`](crate::Body) holds them.

pub use syntax::literal::{Align, NumberForm, TextFormat};
pub use syntax::view::{BinaryOperator, LogicalOperator};

use crate::arena::List;
use crate::{
    Body, BuiltinFunction, BuiltinType, ClosureId, ExpressionId, FloatId, IntegerId, ItemId, LocalId, Name, PatternId,
    StringId, TypeReferenceId,
};

/// An expression. Parentheses leave no trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expression {
    /// Nothing usable; already reported.
    Missing,
    /// `true`, `false`.
    Bool(bool),
    /// `1`, `'a'`.
    Integer(IntegerId),
    /// `1.5`.
    Float(FloatId),
    /// `"…"`.
    String(StringId),
    /// `c"…"`, without the NUL.
    CString(StringId),
    /// `"… ${x} …"`; see [`crate::Body::parts`].
    Interpolation(List),
    /// A parameter or variable; `self` and the `self` of `@x` too.
    Local(LocalId),
    /// A function, constant, C function or global; or a type or trait, as in `Vec3.zero()`.
    Item(ItemId),
    /// A case named by itself, `None`.
    Case {
        /// The enum.
        item: ItemId,
        /// The place among its cases.
        index: u32,
    },
    /// A function of the compiler, `println`.
    BuiltinFunction(BuiltinFunction),
    /// A type of the compiler, as in `Pointer.null()`.
    BuiltinType(BuiltinType),
    /// A type parameter, as in `T.new()`.
    GenericParameter {
        /// Whose it is.
        item: ItemId,
        /// The place among that item's own type parameters.
        index: u32,
    },
    /// `Self`, as in `Self.new()`.
    SelfType,
    /// `base[T, U]` where `base` names a type, trait or function.
    Instantiate {
        /// What gets type arguments.
        base: ExpressionId,
        /// See [`crate::TypeReferences::list`].
        arguments: List,
    },
    /// `base[index]`; the index is a `Range` where a slice is meant.
    Index {
        /// What is indexed.
        base: ExpressionId,
        /// Which element.
        index: ExpressionId,
    },
    /// `receiver.name`, `@name`; also `Shape.Circle`.
    Field {
        /// Whose field.
        receiver: ExpressionId,
        /// The field; empty where nothing stands behind the point, which is reported.
        name: Name,
    },
    /// `receiver.0`.
    TupleField {
        /// The tuple.
        receiver: ExpressionId,
        /// Which element.
        index: u32,
    },
    /// `callee(arguments)`: a function, a type that is constructed, a case, a closure, a function pointer.
    Call {
        /// What is called.
        callee: ExpressionId,
        /// See [`crate::Body::arguments`].
        arguments: List,
    },
    /// `receiver.name(arguments)`; the receiver may name a type or trait. Type arguments, which are rare, are in
    /// [`crate::Body::method_type_arguments`].
    MethodCall {
        /// Before the point.
        receiver: ExpressionId,
        /// The method.
        name: Name,
        /// See [`crate::Body::arguments`].
        arguments: List,
    },
    /// `-x`, `!x`.
    Unary {
        /// Which.
        operator: UnaryOperator,
        /// On what.
        operand: ExpressionId,
    },
    /// `a + b` and comparisons.
    Binary {
        /// Which.
        operator: BinaryOperator,
        /// Evaluated first.
        left: ExpressionId,
        /// Evaluated second.
        right: ExpressionId,
    },
    /// `a && b`, `a || b`.
    Logical {
        /// Which.
        operator: LogicalOperator,
        /// Always evaluated.
        left: ExpressionId,
        /// Evaluated if it matters.
        right: ExpressionId,
    },
    /// `place = value`, `place += value`.
    Assign {
        /// What is written.
        place: ExpressionId,
        /// The operator before `=`.
        operator: Option<BinaryOperator>,
        /// Evaluated first.
        value: ExpressionId,
    },
    /// `value as T`.
    Cast {
        /// What is converted.
        value: ExpressionId,
        /// To what.
        target: TypeReferenceId,
    },
    /// `ref place`, `mut place`.
    Borrow {
        /// `mut`.
        mutable: bool,
        /// What is borrowed.
        place: ExpressionId,
    },
    /// `move x`.
    Move(ExpressionId),
    /// `try e`.
    Try(ExpressionId),
    /// `throw e`.
    Throw(ExpressionId),
    /// `{ … }`; see [`crate::Body::statements`].
    Block {
        /// The statements before the value.
        statements: List,
        /// The value.
        tail: Option<ExpressionId>,
    },
    /// `unsafe { … }` around a block.
    Unsafe(ExpressionId),
    /// `if condition then else otherwise`; the condition may hold `LetCondition`s joined by `&&`.
    If {
        /// The condition.
        condition: ExpressionId,
        /// A block.
        then: ExpressionId,
        /// A block or another `If`.
        otherwise: Option<ExpressionId>,
    },
    /// `let pattern = value` in a condition.
    LetCondition {
        /// What must fit.
        pattern: PatternId,
        /// The value looked at.
        value: ExpressionId,
    },
    /// `while condition body`.
    While {
        /// The condition; may hold `LetCondition`s.
        condition: ExpressionId,
        /// A block.
        body: ExpressionId,
    },
    /// `loop body`.
    Loop(ExpressionId),
    /// `for pattern in iterable body`.
    For {
        /// What each element is bound to.
        pattern: PatternId,
        /// A `Range` or a collection.
        iterable: ExpressionId,
        /// A block.
        body: ExpressionId,
    },
    /// `a..b`, `a..=b`; ends may be absent in an index.
    Range {
        /// First.
        start: Option<ExpressionId>,
        /// Last, or the one behind.
        end: Option<ExpressionId>,
        /// `..=`.
        inclusive: bool,
    },
    /// `match scrutinee { … }`; see [`crate::Body::arms`].
    Match {
        /// What is looked at.
        scrutinee: ExpressionId,
        /// The arms.
        arms: List,
    },
    /// `fn (x: T) -> U { … }`.
    Closure(ClosureId),
    /// `(a, b)`, `()`; see [`crate::Body::expression_list`].
    Tuple(List),
    /// `[a, b]`; see [`crate::Body::expression_list`].
    Array(List),
    /// `[value; count]`.
    Repeat {
        /// The element.
        value: ExpressionId,
        /// How many, known while compiling.
        count: ExpressionId,
    },
    /// `break`; the loop it leaves. A `break` outside of loops is `Missing`.
    Break(ExpressionId),
    /// `continue`; the loop it continues.
    Continue(ExpressionId),
    /// `return value`.
    Return(Option<ExpressionId>),
}

/// What kind of thing an expression is: the question of all that treat most forms alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionClass {
    /// Nothing usable.
    Missing,
    /// A literal without parts.
    Literal,
    /// Only names something: nothing is evaluated.
    Name,
    /// A part of something.
    Part,
    /// Makes a value of its operands and does nothing else.
    Operation,
    /// Whatever has rules of its own: calls, what steers control, what borrows, moves or changes.
    Other,
}

/// What a part is a part of, or what an operation makes its value of, in order of evaluation.
#[derive(Clone, Copy, Debug)]
enum Operands {
    None,
    One(ExpressionId),
    Two(ExpressionId, ExpressionId),
    List(List),
}

impl Expression {
    /// What kind of thing it is.
    #[inline]
    pub fn class(self) -> ExpressionClass {
        self.class_and_operands().0
    }

    /// Whether it is a variable or a part of something.
    #[inline]
    pub fn is_variable_or_part(self) -> bool {
        matches!(self, Expression::Local(_)) || self.class() == ExpressionClass::Part
    }

    #[inline(always)]
    fn class_and_operands(self) -> (ExpressionClass, Operands) {
        match self {
            Expression::Missing => (ExpressionClass::Missing, Operands::None),
            Expression::Bool(_)
            | Expression::Integer(_)
            | Expression::Float(_)
            | Expression::String(_)
            | Expression::CString(_) => (ExpressionClass::Literal, Operands::None),
            Expression::Local(_)
            | Expression::Item(_)
            | Expression::Case { .. }
            | Expression::BuiltinFunction(_)
            | Expression::BuiltinType(_)
            | Expression::GenericParameter { .. }
            | Expression::SelfType
            | Expression::Instantiate { .. } => (ExpressionClass::Name, Operands::None),
            Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } => {
                (ExpressionClass::Part, Operands::One(receiver))
            }
            Expression::Index { base, index } => (ExpressionClass::Part, Operands::Two(base, index)),
            Expression::Unary { operand, .. } | Expression::Cast { value: operand, .. } => {
                (ExpressionClass::Operation, Operands::One(operand))
            }
            Expression::Binary { left, right, .. }
            | Expression::Logical { left, right, .. }
            | Expression::Repeat { value: left, count: right } => {
                (ExpressionClass::Operation, Operands::Two(left, right))
            }
            Expression::Range { start: Some(start), end: Some(end), .. } => {
                (ExpressionClass::Operation, Operands::Two(start, end))
            }
            Expression::Range { start, end, .. } => {
                (ExpressionClass::Operation, start.or(end).map_or(Operands::None, Operands::One))
            }
            Expression::Tuple(list) | Expression::Array(list) => (ExpressionClass::Operation, Operands::List(list)),
            Expression::Interpolation(_)
            | Expression::Call { .. }
            | Expression::MethodCall { .. }
            | Expression::Assign { .. }
            | Expression::Borrow { .. }
            | Expression::Move(_)
            | Expression::Try(_)
            | Expression::Throw(_)
            | Expression::Block { .. }
            | Expression::Unsafe(_)
            | Expression::If { .. }
            | Expression::LetCondition { .. }
            | Expression::While { .. }
            | Expression::Loop(_)
            | Expression::For { .. }
            | Expression::Match { .. }
            | Expression::Closure(_)
            | Expression::Break(_)
            | Expression::Continue(_)
            | Expression::Return(_) => (ExpressionClass::Other, Operands::None),
        }
    }
}

impl Body {
    /// What a part is a part of, or what an operation makes its value of, in order of evaluation; of other expressions
    /// nothing.
    pub fn each_operand(&self, expression: ExpressionId, mut each: impl FnMut(ExpressionId)) {
        match self[expression].class_and_operands().1 {
            Operands::None => {}
            Operands::One(operand) => each(operand),
            Operands::Two(first, second) => {
                each(first);
                each(second);
            }
            Operands::List(list) => self.expression_list(list).iter().copied().for_each(each),
        }
    }
}

/// Unary operators on scalars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`, on `bool` and integers.
    Not,
}

/// The value of a float literal, rounded once to each width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatLiteral {
    /// The bits as `f64`.
    pub double_bits: u64,
    /// The bits as `f32`.
    pub single_bits: u32,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The name before the colon.
    pub name: Option<Name>,
    /// The value.
    pub value: ExpressionId,
}

/// A piece of a string with `${…}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InterpolationPart {
    /// Text between.
    Text(StringId),
    /// The value of `${…}`, and how its text is written if that is said.
    Value(ExpressionId, Option<TextFormat>),
}

/// `case pattern if guard -> body`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchArm {
    /// What must fit.
    pub pattern: PatternId,
    /// What must hold then.
    pub guard: Option<ExpressionId>,
    /// What is done then.
    pub body: ExpressionId,
}

/// A closure literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closure {
    /// `fn move`.
    pub is_move: bool,
    /// See [`crate::Body::closure_parameters`].
    pub parameters: List,
    /// The result's type.
    pub result: Option<TypeReferenceId>,
    /// A block.
    pub body: ExpressionId,
    /// The expressions and locals in it, by number; see [`crate::Body::captured`].
    pub(crate) inside: Inside,
}

/// The numbers of what stands in a closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inside {
    /// The first expression; the last is the closure's body.
    pub(crate) first_expression: u32,
    /// The first local.
    pub(crate) first_local: u32,
    /// The local behind the last.
    pub(crate) end_local: u32,
}

/// A parameter of a closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClosureParameter {
    /// A binding, or the wildcard `_`.
    pub pattern: PatternId,
    /// Its type, if it is written.
    pub type_reference: Option<TypeReferenceId>,
}

/// A statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// An expression whose value is dropped.
    Expression(ExpressionId),
    /// `let pattern: T = initialiser else otherwise`.
    Let {
        /// What is declared.
        pattern: PatternId,
        /// The type.
        type_reference: Option<TypeReferenceId>,
        /// The value; without it the variable is assigned before its use.
        initialiser: Option<ExpressionId>,
        /// A block that leaves, if the pattern does not fit.
        otherwise: Option<ExpressionId>,
    },
}

const _: () = assert!(size_of::<Expression>() <= 20, "expressions are read by the million");
