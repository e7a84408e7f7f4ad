//! A body as data: flat arrays of small expressions, statements and patterns, names resolved, no ranges.
//! An edit that only moves text leaves it equal; where things stand is in [`crate::BodySourceMap`].
//! It must not know types: `a.b` is a field by name, `x.f()` a method by name.
//!
//! Parts have smaller ids than wholes, except that a loop is numbered before its parts, which may name it.

use crate::arena::{List, arena_id};
use crate::items::same_warning;
use crate::{BuiltinFunction, BuiltinType, ItemId, Name, Resolution, TypeReference, TypeReferenceId, TypeReferences};

/// The body of a function, constant, test or constant expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The parameters, `self` first.
    pub parameters: Vec<LocalId>,
    /// `self`, in methods.
    pub self_local: Option<LocalId>,
    /// The whole.
    pub root: ExpressionId,
    /// The types written in the body.
    pub types: TypeReferences,
    pub(crate) expressions: Vec<Expression>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) locals: Vec<Local>,
    pub(crate) integers: Vec<u128>,
    pub(crate) floats: Vec<FloatLiteral>,
    pub(crate) strings: Vec<Box<str>>,
    pub(crate) expression_lists: Vec<ExpressionId>,
    pub(crate) pattern_lists: Vec<PatternId>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) arms: Vec<MatchArm>,
    pub(crate) parts: Vec<InterpolationPart>,
    pub(crate) closures: Vec<Closure>,
    pub(crate) closure_parameters: Vec<ClosureParameter>,
    pub(crate) pattern_paths: Vec<PatternPath>,
    pub(crate) pattern_arguments: Vec<PatternArgument>,
    /// Sorted by expression.
    pub(crate) method_type_arguments: Vec<(ExpressionId, List)>,
    /// The words of `@[allow(…)]` before the `let` of a local.
    pub(crate) allowed: Vec<(LocalId, Name)>,
}

arena_id! {
    /// An expression of a body.
    ExpressionId in Body.expressions: Expression
}
arena_id! {
    /// A pattern of a body.
    PatternId in Body.patterns: Pattern
}
arena_id! {
    /// A statement of a body.
    StatementId in Body.statements: Statement
}
arena_id! {
    /// A parameter or variable of a body.
    LocalId in Body.locals: Local
}
arena_id! {
    /// The value of an integer or character literal.
    IntegerId in Body.integers: u128
}
arena_id! {
    /// The value of a float literal.
    FloatId in Body.floats: FloatLiteral
}
arena_id! {
    /// The decoded text of a string literal.
    StringId in Body.strings: Box<str>
}
arena_id! {
    /// A closure of a body.
    ClosureId in Body.closures: Closure
}
arena_id! {
    /// A path in a pattern.
    PatternPathId in Body.pattern_paths: PatternPath
}

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
    /// `"… ${x} …"`; see [`Body::parts`].
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
        /// See [`TypeReferences::list`].
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
        /// The field.
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
        /// See [`Body::arguments`].
        arguments: List,
    },
    /// `receiver.name(arguments)`; the receiver may name a type or trait. Type arguments, which are rare, are in
    /// [`Body::method_type_arguments`].
    MethodCall {
        /// Before the point.
        receiver: ExpressionId,
        /// The method.
        name: Name,
        /// See [`Body::arguments`].
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
    /// `{ … }`; see [`Body::statements`].
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
    /// `match scrutinee { … }`; see [`Body::arms`].
    Match {
        /// What is looked at.
        scrutinee: ExpressionId,
        /// The arms.
        arms: List,
    },
    /// `fn (x: T) -> U { … }`.
    Closure(ClosureId),
    /// `(a, b)`, `()`; see [`Body::expression_list`].
    Tuple(List),
    /// `[a, b]`; see [`Body::expression_list`].
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

/// Unary operators on scalars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`, on `bool` and integers.
    Not,
}

/// Binary operators that evaluate both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `+%`
    AddWrapping,
    /// `-%`
    SubtractWrapping,
    /// `*%`
    MultiplyWrapping,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

/// Operators that may leave out their right side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogicalOperator {
    /// `&&`
    And,
    /// `||`
    Or,
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
    /// The value of `${…}`.
    Value(ExpressionId),
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
    /// See [`Body::closure_parameters`].
    pub parameters: List,
    /// The result's type.
    pub result: Option<TypeReferenceId>,
    /// A block.
    pub body: ExpressionId,
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

/// A pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Nothing usable; already reported.
    Missing,
    /// `_`.
    Wildcard,
    /// `x`, `mut x`.
    Binding(LocalId),
    /// `1`, `-1`, `"a"`, `true`: a literal, perhaps negated.
    Literal(ExpressionId),
    /// `1..5`, `'a'..='z'`.
    Range {
        /// A literal.
        start: ExpressionId,
        /// A literal.
        end: ExpressionId,
        /// `..=`.
        inclusive: bool,
    },
    /// `Shape.Circle(r)`, `None`, `LIMIT`.
    Path {
        /// The name.
        path: PatternPathId,
        /// See [`Body::pattern_arguments`].
        arguments: List,
        /// `..` at the end.
        has_rest: bool,
    },
    /// `(a, b)`; see [`Body::pattern_list`].
    Tuple(List),
    /// `[a, b]`; see [`Body::pattern_list`].
    Array(List),
    /// `a | b`; the same names are the same locals in all parts. See [`Body::pattern_list`].
    Or(List),
    /// `pattern as name`.
    As {
        /// What must fit.
        pattern: PatternId,
        /// The whole.
        local: LocalId,
    },
}

/// A capitalised name in a pattern. A single name may be a case of the matched type, which `types` tries first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternPath {
    /// The names, `Shape.Circle`.
    pub names: Vec<Name>,
    /// What the names mean in the module; of `Shape.Circle` what `Shape` means, the case being up to `types`.
    pub resolution: Option<Resolution>,
}

/// An argument of a path pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternArgument {
    /// The name before the colon.
    pub name: Option<Name>,
    /// What must fit.
    pub pattern: PatternId,
}

/// A parameter or variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local {
    /// Its name; `self` for the receiver, empty for a parameter whose name is missing.
    pub name: Name,
    /// `mut`.
    pub is_mutable: bool,
    /// What it is.
    pub kind: LocalKind,
}

/// What a local is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalKind {
    /// `self`.
    SelfValue,
    /// The n-th parameter of the item, `self` not counted.
    Parameter(u32),
    /// A parameter of a closure in the body.
    ClosureParameter,
    /// Bound by `let`, `for`, `match` and other patterns.
    Variable,
}

/// A body with nothing in it; its root is set last.
impl Default for Body {
    fn default() -> Self {
        Self {
            parameters: Vec::new(),
            self_local: None,
            root: ExpressionId::from_index(0),
            types: TypeReferences::default(),
            expressions: Vec::new(),
            patterns: Vec::new(),
            statements: Vec::new(),
            locals: Vec::new(),
            integers: Vec::new(),
            floats: Vec::new(),
            strings: Vec::new(),
            expression_lists: Vec::new(),
            pattern_lists: Vec::new(),
            arguments: Vec::new(),
            arms: Vec::new(),
            parts: Vec::new(),
            closures: Vec::new(),
            closure_parameters: Vec::new(),
            pattern_paths: Vec::new(),
            pattern_arguments: Vec::new(),
            method_type_arguments: Vec::new(),
            allowed: Vec::new(),
        }
    }
}

impl Body {
    /// Forgets all, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.parameters.clear();
        self.self_local = None;
        self.types.clear();
        self.expressions.clear();
        self.patterns.clear();
        self.statements.clear();
        self.locals.clear();
        self.integers.clear();
        self.floats.clear();
        self.strings.clear();
        self.expression_lists.clear();
        self.pattern_lists.clear();
        self.arguments.clear();
        self.arms.clear();
        self.parts.clear();
        self.closures.clear();
        self.closure_parameters.clear();
        self.pattern_paths.clear();
        self.pattern_arguments.clear();
        self.method_type_arguments.clear();
        self.allowed.clear();
    }

    /// Whether `@[allow(warning)]` stands before the `let` of a local.
    pub fn is_allowed(&self, local: LocalId, warning: &str) -> bool {
        self.allowed
            .iter()
            .any(|(allowed, word)| *allowed == local && same_warning(word.text(), warning))
    }

    /// The expressions of a tuple or array.
    #[inline]
    pub fn expression_list(&self, list: List) -> &[ExpressionId] {
        &self.expression_lists[list.range()]
    }

    /// The patterns of a tuple, array or alternative.
    #[inline]
    pub fn pattern_list(&self, list: List) -> &[PatternId] {
        &self.pattern_lists[list.range()]
    }

    /// The statements of a block.
    #[inline]
    pub fn statements(&self, list: List) -> impl DoubleEndedIterator<Item = StatementId> + ExactSizeIterator + use<> {
        list.range().map(StatementId::from_index)
    }

    /// The arguments of a call.
    #[inline]
    pub fn arguments(&self, list: List) -> &[Argument] {
        &self.arguments[list.range()]
    }

    /// The arms of a match.
    pub fn arms(&self, list: List) -> &[MatchArm] {
        &self.arms[list.range()]
    }

    /// The pieces of an interpolated string.
    pub fn parts(&self, list: List) -> &[InterpolationPart] {
        &self.parts[list.range()]
    }

    /// The parameters of a closure.
    pub fn closure_parameters(&self, list: List) -> &[ClosureParameter] {
        &self.closure_parameters[list.range()]
    }

    /// The arguments of a path pattern.
    pub fn pattern_arguments(&self, list: List) -> &[PatternArgument] {
        &self.pattern_arguments[list.range()]
    }

    /// The type arguments written in `receiver.name[T](…)`; see [`TypeReferences::list`].
    pub fn method_type_arguments(&self, call: ExpressionId) -> List {
        match self
            .method_type_arguments
            .binary_search_by_key(&call, |(expression, _)| *expression)
        {
            Ok(place) => self.method_type_arguments[place].1,
            Err(_) => List::EMPTY,
        }
    }

    /// How many expressions there are: the size of an array indexed by [`ExpressionId::index`].
    pub fn expression_count(&self) -> usize {
        self.expressions.len()
    }

    /// How many patterns there are.
    pub fn pattern_count(&self) -> usize {
        self.patterns.len()
    }

    /// How many locals there are.
    pub fn local_count(&self) -> usize {
        self.locals.len()
    }

    /// How many closures there are.
    pub fn closure_count(&self) -> usize {
        self.closures.len()
    }

    /// Every expression.
    pub fn expressions(&self) -> impl Iterator<Item = (ExpressionId, Expression)> + '_ {
        self.expressions
            .iter()
            .enumerate()
            .map(|(index, &each)| (ExpressionId::from_index(index), each))
    }

    /// Every pattern.
    pub fn patterns(&self) -> impl Iterator<Item = (PatternId, Pattern)> + '_ {
        self.patterns
            .iter()
            .enumerate()
            .map(|(index, &each)| (PatternId::from_index(index), each))
    }

    /// Every parameter and variable, in the order of declaration.
    pub fn locals(&self) -> impl Iterator<Item = (LocalId, Local)> + '_ {
        self.locals
            .iter()
            .enumerate()
            .map(|(index, &each)| (LocalId::from_index(index), each))
    }

    /// A type written in the body.
    #[inline]
    pub fn type_reference(&self, id: TypeReferenceId) -> TypeReference {
        self.types[id]
    }
}

const _: () = assert!(size_of::<Expression>() <= 20, "expressions are read by the million");
