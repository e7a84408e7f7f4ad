//! The kinds of tree nodes. They say what was written, not what it means: `a[b]` is one kind, whatever `a` turns out to be.

macro_rules! node_kinds {
    ($($(#[$documentation:meta])* $name:ident,)*) => {
        /// The kind of a node of the tree.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum NodeKind { $($(#[$documentation])* $name,)* }
    };
}

node_kinds! {
    /// The root: items.
    File,
    /// Stands where something is missing (then it is empty), or holds tokens that fit nowhere.
    Error,

    /// `@[name(arguments)]`
    Attribute,
    /// One argument of an attribute: `"linux"`, `os: "linux"`, `16`, `unused_variable`.
    AttributeArgument,
    /// `import a.b (x as y)`
    Import,
    /// One name in the parentheses of an import.
    ImportName,
    /// `import extern "m"`
    ImportExtern,
    /// `let LIMIT = 4` outside functions.
    Constant,
    /// A function, method, trait method or C function.
    Function,
    /// `type …` with a body: record, enum or union.
    Type,
    /// `type Name = T`
    Alias,
    /// `type name` without a body, in `extern { … }`.
    OpaqueType,
    /// `extern { … }`
    ExternBlock,
    /// `let mut optind: i32` in `extern { … }`.
    ExternVariable,
    /// `trait Area { … }`
    Trait,
    /// `impl Trait for T`, `impl T { … }`
    Impl,
    /// `test "…" { … }`
    Test,
    /// `let @x: T`
    Field,
    /// `case Circle(f64)`
    Case,
    /// `[T: Order, U]` behind a declared name.
    GenericParameterList,
    /// `T: Order + Hash`
    GenericParameter,
    /// `ref` as the bound of a type parameter.
    RefBound,
    /// `(a: T, b: U, ...)`
    ParameterList,
    /// `a: T` in the parameters of a function, closure, fn type or case; either part may be absent in the latter three.
    Parameter,

    /// `a.b.Name[T]`
    PathType,
    /// `ref T`, `mut T`
    BorrowType,
    /// `dyn Trait[T]`
    DynType,
    /// `(A, B)`, `()`
    TupleType,
    /// `(A)`
    ParenType,
    /// `[T; N]`
    ArrayType,
    /// `[T]`
    SliceType,
    /// `fn (A) -> B`, `fn move …`, `extern fn …`
    FunctionType,

    /// `x`, `mut x`
    BindingPattern,
    /// `_`
    WildcardPattern,
    /// `1`, `-1`, `"a"`, `true`
    LiteralPattern,
    /// `1..5`, `'a'..='z'`
    RangePattern,
    /// `Shape.Circle(r)`, `None`
    PathPattern,
    /// `name: pattern` in a path pattern.
    FieldPattern,
    /// `..` at the end of a path pattern.
    RestPattern,
    /// `(a, b)`
    TuplePattern,
    /// `(a)`
    ParenPattern,
    /// `[a, b]`
    ArrayPattern,
    /// `A | B`
    OrPattern,
    /// `p as name`
    AsPattern,

    /// `let pattern: T = e else { … }` in a block.
    Let,
    /// `place = e`, `place += e`
    Assign,

    /// A literal, `true` and `false` included; strings without interpolation.
    Literal,
    /// A string with `${…}`.
    InterpolatedString,
    /// One `${…}`.
    Interpolation,
    /// `x`, `Self`
    Name,
    /// `self`
    SelfValue,
    /// `@x`
    SelfField,
    /// `(e)`
    Paren,
    /// `(a, b)`, `()`
    Tuple,
    /// `[a, b]`
    Array,
    /// `[x; N]`
    Repeat,
    /// `e.name`, `e.0`
    FieldAccess,
    /// `e[i]`, `e[T, U]`, `e[i..j]`
    Index,
    /// `e(a, name: b)`
    Call,
    /// `name: e` in a call.
    NamedArgument,
    /// `-e`, `!e`, `try e`, `ref e`, `mut e`, `move e`
    Unary,
    /// `e as T`
    Cast,
    /// `a + b`
    Binary,
    /// `a..b`, `a..=b`; in an index either end may be absent.
    Range,
    /// `if c { … } else { … }`
    If,
    /// `match e { case … }`
    Match,
    /// `case pattern if guard -> statement`
    MatchArm,
    /// `{ … }`
    Block,
    /// `unsafe { … }`
    Unsafe,
    /// `loop { … }`
    Loop,
    /// `while c { … }`
    While,
    /// `for pattern in e { … }`
    For,
    /// `fn (x: T) -> U { … }`
    Closure,
    /// `return e`
    Return,
    /// `throw e`
    Throw,
    /// `break label`
    Break,
    /// `continue label`
    Continue,
    /// `let pattern = e` in a condition.
    LetCondition,
}

impl NodeKind {
    /// Whether an operator joins operands: what binds an operand more or less tightly than another of these does.
    pub fn is_operator(self) -> bool {
        matches!(self, NodeKind::Unary | NodeKind::Cast | NodeKind::Binary | NodeKind::Range)
    }
}
