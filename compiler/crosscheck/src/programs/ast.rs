//! The abstract syntax of generated programs: typed, with every decision that printing and evaluating must agree on
//! written into the tree. It knows neither random numbers nor values nor the compiler's own syntax tree, because it is
//! what the compiler is measured against.

mod patterns;

use std::cell::Cell;
use std::rc::Rc;

pub(crate) use patterns::{Adoption, Arm, Literal, Mode, Naming, Pattern, PatternKind, Scrutinee};

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IntType {
    pub(crate) bits: u32,
    pub(crate) signed: bool,
}

impl IntType {
    pub(crate) const I64: IntType = IntType { bits: 64, signed: true };
    pub(crate) const U64: IntType = IntType { bits: 64, signed: false };
    pub(crate) const I32: IntType = IntType { bits: 32, signed: true };
}

/// A type of the language, as far as programs are generated over it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Unit,
    Int(IntType),
    F32,
    F64,
    Bool,
    Text,
    Struct(usize),
    Union(usize),
    Tuple(Vec<Type>),
    Array(Box<Type>, usize),
    Pointer(Box<Type>),
    Function(Vec<Type>, Box<Type>),
    Ref(Box<Type>),
    Mut(Box<Type>),
}

impl Type {
    /// What a borrow leads to; any other type is itself.
    pub(crate) fn target(&self) -> &Type {
        if let Type::Ref(target) | Type::Mut(target) = self { target } else { self }
    }

    pub(crate) fn is_borrow(&self) -> bool {
        matches!(self, Type::Ref(_) | Type::Mut(_))
    }
}

/// How the values of a struct are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StructKind {
    Heap,
    Inline,
    Copy,
}

/// A struct or union: its name, attributes and fields.
pub(crate) struct Structure {
    pub(crate) name: String,
    pub(crate) kind: StructKind,
    pub(crate) packed: bool,
    pub(crate) alignment: Option<u64>,
    pub(crate) fields: Vec<(String, Type)>,
}

/// A name for a type, printed in its place where it stands in a signature.
pub(crate) struct Alias {
    pub(crate) name: String,
    pub(crate) ty: Type,
}

/// How a function takes the value in front of the dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Receiver {
    Borrowed,
    Changed,
    Consumed,
    Static,
}

/// Where a function stands and what may be done with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FunctionKind {
    Plain,
    Extern,
    Unsafe,
    Method(usize, Receiver),
}

/// A variable of a function, also its parameters.
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) mutable: bool,
}

/// A function with a body.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) kind: FunctionKind,
    pub(crate) parameters: usize,
    pub(crate) variables: Vec<Variable>,
    pub(crate) result: Type,
    pub(crate) body: Block,
}

/// A constant or global of a module.
pub(crate) struct Constant {
    pub(crate) name: String,
    /// Whether it is a global, which changes.
    pub(crate) mutable: bool,
    pub(crate) ty: Type,
    /// A function without parameters whose value it is.
    pub(crate) value: Rc<Function>,
}

/// A whole program.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) structs: Vec<Structure>,
    pub(crate) unions: Vec<Structure>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) functions: Vec<Rc<Function>>,
    pub(crate) tests: Vec<Rc<Function>>,
}

impl Tree {
    /// Whether values of a type have one owner and move where they are used.
    pub(crate) fn is_owner(&self, ty: &Type) -> bool {
        match ty {
            Type::Struct(index) => self.structs[*index].kind != StructKind::Copy,
            Type::Tuple(parts) => parts.iter().any(|part| self.is_owner(part)),
            Type::Array(element, _) => self.is_owner(element),
            Type::Mut(_) => true,
            _ => false,
        }
    }
}

/// Statements and a value.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
    pub(crate) value: Option<Box<Expr>>,
}

/// One step into a place.
pub(crate) enum Step {
    Field(usize),
    /// The guard, once set, masks the index into the array's length.
    Index(Box<Expr>, Cell<bool>),
}

/// Where a place begins.
pub(crate) enum Root {
    Variable(usize),
    Constant(usize),
    /// The result of a call: a temporary or what a borrow leads to.
    Value(Box<Expr>),
    /// `p[i]`, which is unsafe.
    Pointed(Box<Expr>, Box<Expr>),
}

/// A place; borrows on its way are followed silently.
pub(crate) struct Place {
    /// The type of what stands at the root, without the borrow around it.
    pub(crate) root_type: Type,
    pub(crate) root: Root,
    pub(crate) steps: Vec<Step>,
    /// Names the place where an index of it fails.
    pub(crate) id: u32,
}

/// Operators on two numbers of one type, or on a number and a shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    AddWrapping,
    SubtractWrapping,
    MultiplyWrapping,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A part of an interpolated string.
pub(crate) enum Part {
    Text(String),
    Value(Expr),
}

/// What a call calls.
pub(crate) enum Callee {
    Function(usize),
    /// A method; the first argument stands before the dot.
    Method(usize),
    /// A value of type `extern fn`, which is unsafe.
    Pointer(Box<Expr>),
    C(CFunction),
}

/// The functions of the C library that programs call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CFunction {
    StrLen,
    SquareRoot,
}

/// How an integer literal is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Radix {
    Decimal,
    Grouped,
    Hexadecimal,
    Octal,
    Binary,
    Character,
}

/// An expression.
pub(crate) struct Expr {
    pub(crate) id: u32,
    pub(crate) ty: Type,
    pub(crate) kind: ExprKind,
}

/// The kinds of expression.
pub(crate) enum ExprKind {
    /// The bits of an integer, how it is written, and whether its type is clear from where it stands.
    Int(u128, Radix, bool),
    Float(f64, bool),
    Bool(bool),
    Text(String),
    /// A text over several lines.
    RawText(Vec<String>),
    /// `c"…"`.
    CText(String),
    /// A use of a place: a copy, or a move where the type has one owner. The flag writes `move`.
    Use(Place, bool),
    /// `ref place`; the flag leaves the word out.
    Ref(Place, bool),
    Mut(Place),
    /// A borrow that a call gives.
    Lent(Box<Expr>),
    /// The guard, once set, makes a negation wrap.
    Negate(Box<Expr>, Cell<bool>),
    Not(Box<Expr>),
    /// The guard, once set, keeps the operation within range.
    Binary(Operator, Box<Expr>, Box<Expr>, Cell<bool>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Both(Box<Expr>, Box<Expr>),
    Either(Box<Expr>, Box<Expr>),
    Cast(Box<Expr>),
    /// The order in which named arguments stand, if they are named; they are evaluated in this order.
    Call(Callee, Vec<Expr>, Option<Vec<usize>>),
    /// A struct, with its fields in the written order as for calls.
    Struct(usize, Vec<Expr>, Option<Vec<usize>>),
    Union(usize, usize, Box<Expr>),
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    Repeat(Box<Expr>, usize),
    If(Box<Expr>, Block, Block),
    Block(Block),
    Join(Box<Expr>, Box<Expr>),
    Interpolate(Vec<Part>),
    Length(Box<Expr>),
    IsEmpty(Box<Expr>),
    FromC(Box<Expr>),
    CString(Box<Expr>),
    SizeOf(Type),
    AlignOf(Type),
    OffsetOf(usize, usize),
    /// `mut place as Pointer[T]`; the flag says whether the element of an array is pointed at.
    PointerTo(Place, bool),
    Null,
    Offset(Box<Expr>, Box<Expr>),
    IsNull(Box<Expr>),
    FunctionName(usize),
    Replace(Place, Box<Expr>),
    /// `let pattern = …`; it stands in conditions only, by itself or joined with `&&`.
    Fits(Box<Pattern>, Box<Scrutinee>),
    Match(Box<Scrutinee>, Vec<Arm>),
}

/// The name of a loop, by which breaks find it.
pub(crate) type LoopId = u32;

/// A loop's name and whether it is written.
pub(crate) struct Label {
    pub(crate) id: LoopId,
    pub(crate) written: bool,
}

/// A statement.
pub(crate) enum Statement {
    /// A variable, whether its type is written, its value.
    Let(usize, bool, Option<Expr>),
    /// A pattern, whether its type is written, what it takes apart, what is done where it does not fit.
    LetPattern(Pattern, bool, Scrutinee, Option<Block>),
    Match(Scrutinee, Vec<Arm>),
    Assign(Place, Expr),
    /// `place op= value`; the guard, once set, writes it as an assignment that stays within range.
    Update(Place, Operator, Expr, u32, Cell<bool>),
    /// `r = ref place`, `m = mut place`.
    Point(usize, Expr),
    Evaluate(Expr),
    Print(Expr, bool),
    If(Expr, Block, Option<Block>),
    While(Label, Expr, Block),
    Loop(Label, Block),
    /// The variable, from, to, whether the end is included.
    For(Label, usize, Expr, Expr, bool, Block),
    Break(LoopId),
    Continue(LoopId),
    Return(Option<Expr>),
    /// The guard, once set, adds `|| true`.
    Assert(Expr, u32, Cell<bool>),
    /// The guard, once set, prints the message instead.
    Panic(Expr, u32, Cell<bool>),
    Swap(Place, Place),
    Block(Block),
    Unsafe(Block),
    /// Memory from `malloc`: the variable, the element type, the count.
    Allocate(usize, Type, usize),
    /// Frees what `Allocate` made.
    Free(usize),
    /// Sorts an array of integers with a comparison by C's `qsort`; the flag says whether the greatest comes first.
    Sort(Place, usize, bool),
    /// `printf` of the values, each under its conversion.
    Printf(Vec<Expr>),
    /// `memcpy` of a whole value from one place to another, of one type.
    CopyBytes(Place, Place),
}
