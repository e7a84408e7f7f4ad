//! Statements, values and terminators of a body in source form.
//! Nothing here says how a value travels or lies in memory; the checks that an operation implies (overflow, division,
//! shift range) belong to the operation, and the statement's expression is the site that a failed check names.

use super::{BlockId, LocalId, Place};
use hir::{BinaryOperator, ClosureId, ExpressionId, ItemId, UnaryOperator};
use types::{Cast, FloatKind, IntKind, Reported, Ty, TypeKind};

/// A statement and the expression it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// What is done.
    pub kind: StatementKind,
    /// The expression that asked for it: the site of its checks and of its problems.
    pub expression: ExpressionId,
}

/// What a statement does.
#[derive(Clone, Copy, Debug)]
pub enum StatementKind {
    /// Nothing: what elaboration has removed.
    Nothing,
    /// Computes a value and stores it. The place holds no value that would need a drop: `Drop` stands before if it did.
    Assign(Place, Rvalue),
    /// Stores a new object where a `mut` borrow of a heap type leads to: the contents are copied into the old object,
    /// and the memory of the new one is freed. `Drop` of kind `Contents` stands before.
    ReplaceContents(Place, Operand),
    /// Exchanges the values of two places; of a heap type that a borrow leads to, the contents.
    Swap(Place, Place),
    /// Says that the check behind it reads how many elements there are, which the `Array` or the borrow of a slice in a place
    /// knows. Without code of its own.
    Count(Place),
    /// Panics unless `index < length`, where `length` is that of the array or slice.
    CheckBounds {
        /// The array or slice.
        array: Place,
        /// The index, of any integer type.
        index: Operand,
    },
    /// Panics unless `start <= end <= length`, or `start <= end + 1` and `end < length` where the end belongs to the range.
    CheckRange {
        /// The array or slice; nothing where only a raw pointer knows the elements.
        array: Option<Place>,
        /// The first index, of any integer type.
        start: Operand,
        /// The last index or the one behind it, of any integer type; nothing where it is the length.
        end: Option<Operand>,
        /// Whether the end belongs to the range.
        inclusive: bool,
    },
    /// Ends the value in a place. The flag, if there is one, says at run time whether there is a value.
    Drop {
        /// What is dropped.
        place: Place,
        /// How much of it.
        extent: DropExtent,
        /// A hidden local of type `bool`.
        flag: Option<LocalId>,
    },
    /// Counts that control comes to a point of the text. Only forms that are made for coverage have it.
    Reach(Point),
    /// The variable begins, without a value.
    Declare(LocalId),
    /// The variable's memory ends here; loans of it must have ended.
    StorageDead(LocalId),
}

/// A point of a body's text to which control comes, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Point {
    /// Where the expression begins.
    Before(ExpressionId),
    /// Where control goes on behind the expression, out of which other ways may lead.
    After(ExpressionId),
}

/// How much a drop ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DropExtent {
    /// The whole value, with its memory if it has some of its own.
    Whole,
    /// What the object of a heap type contains; its memory stays, for new contents.
    Contents,
    /// What is left where all parts have been moved out or dropped one by one: of a heap type the memory of the object, else
    /// nothing.
    Memory,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// Read from a place that keeps its value. Of a counted type (`String`), one owner more.
    Copy(Place),
    /// Taken out of a place, which has no value afterwards. Also the last read of a temporary.
    Move(Place),
    /// A constant: an entry of `SourceForm::constants`.
    Constant(ConstantId),
    /// The value of an expression that has an error, with the proof that it was reported.
    Poison(Reported),
}

/// An index into `SourceForm::constants`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstantId(pub u32);

/// A constant operand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Constant {
    /// The constant's type.
    pub ty: Ty,
    /// Its value.
    pub value: ConstantValue,
}

/// The value of a constant operand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ConstantValue {
    /// `()`
    Unit,
    /// A truth value.
    Bool(bool),
    /// An integer of the constant's type, given by its low 64 bits, sign-extended.
    Integer(i64),
    /// An integer that needs more than 64 bits: an entry of `SourceForm::wide_integers`, two's complement.
    WideInteger(u32),
    /// A float of the constant's type, as the bits of an `f64`.
    Float(u64),
    /// The text of a string literal expression: a static `String` object, or bytes with a NUL for `c"…"`.
    Text(TextId),
    /// The address of a function, as an `extern fn` value.
    Function(ItemId),
    /// The null pointer.
    Null,
    /// `size_of[T]()`, an `i64`.
    SizeOf(Ty),
    /// `align_of[T]()`, an `i64`.
    AlignOf(Ty),
    /// `offset_of[T]("x")`, an `i64`, of the field at this position.
    OffsetOf(Ty, u32),
}

/// An index into `SourceForm::texts`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextId(pub u32);

/// A list of operands: a range of `SourceForm::operands`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandList {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl OperandList {
    /// The list without its first operand.
    pub(crate) fn behind_first(self) -> Option<OperandList> {
        Some(OperandList { start: self.start + 1, length: self.length.checked_sub(1)? })
    }
}

/// How a value is computed. Its type is the type of the place it is assigned to.
#[derive(Clone, Copy, Debug)]
pub enum Rvalue {
    /// The operand itself.
    Use(Operand),
    /// Two scalars of one type (a shift's right side may have another): result of that type, or `bool` for comparisons.
    /// Integers panic where the result does not fit, on a division by zero and on a shift out of range; floats never do.
    Binary(BinaryOperator, Operand, Operand),
    /// One scalar. The negation of an integer panics where the result does not fit.
    Unary(UnaryOperator, Operand),
    /// `as`: from the operand's type to the place's.
    Cast(Cast, Operand),
    /// A borrow of a place.
    Borrow(BorrowKind, Place),
    /// The address of a place as a raw pointer: a borrow that is cast at once and carries no loan.
    Address(Place),
    /// All fields of a struct or tuple in declaration order, or all elements of an array. Of a heap type: memory is
    /// allocated and filled.
    Aggregate(OperandList),
    /// A union made with one of its fields.
    Union(u32, Operand),
    /// A case of an enum, with what it carries. Of a heap type: memory is allocated and filled.
    Case(u32, OperandList),
    /// How many elements a place of slice type has, an `i64`.
    Length(Place),
    /// The number of the case of an enum: the tag, or what stands for it where null tells the case.
    Tag(Place),
    /// An array whose elements are all this plain value.
    Repeat(Operand),
    /// The pointer moved by a number of elements, which is not checked.
    PointerOffset(Operand, Operand),
    /// All bytes zero.
    Zeroed,
    /// A call.
    Call(CalleeId, OperandList),
    /// A closure, or an `extern fn`: the code of a function or literal, with what it captures. An owned closure gets these
    /// values; one that is lent gets a borrow of the environment that they are in, if there are some.
    Closure(CalleeId, OperandList),
    /// A `dyn`: of a value, which lies on the heap then, or of what a borrow leads to.
    Object(Operand),
}

/// How a place is borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BorrowKind {
    /// `ref place`
    Shared,
    /// `mut place`
    Mutable,
    /// `mut place` as an argument: counts as `ref` until all arguments are evaluated.
    MutableArgument,
}

/// An index into `SourceForm::callees`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CalleeId(pub u32);

/// What a call calls.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Callee {
    /// A function, method or C function.
    Function {
        /// Which.
        item: ItemId,
        /// Its type arguments: a range of `SourceForm::type_lists`.
        type_arguments: (u32, u32),
    },
    /// An `extern fn` pointer.
    Pointer {
        /// The pointer.
        pointer: Operand,
        /// Its type.
        ty: Ty,
    },
    /// A closure: the first operand. How it is lent, or that it is consumed, its type says.
    Closure {
        /// The type of the first operand.
        ty: Ty,
    },
    /// The code of a closure literal of the same body. It is not called by itself, only made into a value.
    Literal(ClosureId),
    /// A function of the standard library that the language itself needs.
    Runtime(RuntimeFunction),
}

/// How a block ends.
#[derive(Clone, Copy, Debug)]
pub enum Terminator {
    /// On to another block.
    Goto(BlockId),
    /// To the first block if the operand is true, else to the second. What it reads is a temporary: no analysis looks for
    /// uses of the variables of a program in a terminator.
    Branch(Operand, BlockId, BlockId),
    /// To the block of the case that an integer of up to 64 bits equals, or to the one for all others. It is a temporary, too.
    Switch(Operand, SwitchId),
    /// Back to the caller with the value of the return place.
    Return,
    /// Never reached: a call that does not return stands before.
    Unreachable,
}

/// An index into `SourceForm::switches`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SwitchId(pub u32);

/// Where a switch may go.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The integers, each once, extended to 128 bits by the sign of their type.
    pub cases: Vec<(u128, BlockId)>,
    /// If none equals.
    pub otherwise: BlockId,
}

/// Functions of the standard library's module `runtime` that compiled bodies call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuntimeFunction {
    /// `left + right`, both lent.
    StringConcat,
    /// Whether two lent strings have the same bytes.
    StringEqual,
    /// Negative, zero or positive, by bytes.
    StringCompare,
    /// The text of a value.
    ToString(Shown),
    /// Writes a value to standard output.
    Print(Shown),
    /// Writes a line feed to standard output.
    PrintNewline,
    /// Ends the program with a message; the site is the call's expression.
    Panic,
    /// Ends the program at an `assert` of a comparison: the two values and the operator, whose text is lent.
    PanicCompared(Shown),
    /// The same of values that are no scalars: their texts and the operator's, all lent.
    PanicComparedTexts,
}

/// Values that have a text form by the language itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shown {
    /// `bool`
    Bool,
    /// Signed integers up to 64 bits, widened.
    I64,
    /// Unsigned integers up to 64 bits, widened.
    U64,
    /// `i128`
    I128,
    /// `u128`
    U128,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// A lent `String`.
    String,
}

impl Shown {
    /// How values of a type are shown, and the type that the runtime takes them as; `None` without a text form.
    pub fn of(ty: Ty) -> Option<(Shown, Ty)> {
        Some(match ty.kind() {
            TypeKind::String => (Shown::String, ty),
            TypeKind::Bool => (Shown::Bool, ty),
            TypeKind::Int(IntKind::I128) => (Shown::I128, ty),
            TypeKind::Int(IntKind::U128) => (Shown::U128, ty),
            TypeKind::Int(kind) if kind.is_signed() => (Shown::I64, Ty::I64),
            TypeKind::Int(_) => (Shown::U64, Ty::U64),
            TypeKind::Float(FloatKind::F32) => (Shown::F32, ty),
            TypeKind::Float(FloatKind::F64) => (Shown::F64, ty),
            _ => return None,
        })
    }
}

impl RuntimeFunction {
    /// Whether it never returns, and takes the address of its call's entry in the site table as its last argument.
    pub fn panics(self) -> bool {
        match self {
            RuntimeFunction::Panic | RuntimeFunction::PanicCompared(_) | RuntimeFunction::PanicComparedTexts => true,
            RuntimeFunction::StringConcat
            | RuntimeFunction::StringEqual
            | RuntimeFunction::StringCompare
            | RuntimeFunction::ToString(_)
            | RuntimeFunction::Print(_)
            | RuntimeFunction::PrintNewline => false,
        }
    }

    /// The function's name in the module `runtime` of the standard library.
    pub fn name(self) -> &'static str {
        match self {
            RuntimeFunction::StringConcat => "string_concat",
            RuntimeFunction::StringEqual => "string_equal",
            RuntimeFunction::StringCompare => "string_compare",
            RuntimeFunction::PrintNewline => "print_newline",
            RuntimeFunction::Panic => "panic_message",
            RuntimeFunction::PanicComparedTexts => "panic_compared",
            RuntimeFunction::PanicCompared(Shown::Bool) => "panic_compared_bool",
            RuntimeFunction::PanicCompared(Shown::I64) => "panic_compared_i64",
            RuntimeFunction::PanicCompared(Shown::U64) => "panic_compared_u64",
            RuntimeFunction::PanicCompared(Shown::I128) => "panic_compared_i128",
            RuntimeFunction::PanicCompared(Shown::U128) => "panic_compared_u128",
            RuntimeFunction::PanicCompared(Shown::F32) => "panic_compared_f32",
            RuntimeFunction::PanicCompared(Shown::F64) => "panic_compared_f64",
            RuntimeFunction::PanicCompared(Shown::String) => "panic_compared_string",
            RuntimeFunction::Print(Shown::Bool) => "print_bool",
            RuntimeFunction::Print(Shown::I64) => "print_i64",
            RuntimeFunction::Print(Shown::U64) => "print_u64",
            RuntimeFunction::Print(Shown::I128) => "print_i128",
            RuntimeFunction::Print(Shown::U128) => "print_u128",
            RuntimeFunction::Print(Shown::F32) => "print_f32",
            RuntimeFunction::Print(Shown::F64) => "print_f64",
            RuntimeFunction::Print(Shown::String) => "print_string",
            RuntimeFunction::ToString(Shown::Bool) => "bool_to_string",
            RuntimeFunction::ToString(Shown::I64) => "i64_to_string",
            RuntimeFunction::ToString(Shown::U64) => "u64_to_string",
            RuntimeFunction::ToString(Shown::I128) => "i128_to_string",
            RuntimeFunction::ToString(Shown::U128) => "u128_to_string",
            RuntimeFunction::ToString(Shown::F32) => "f32_to_string",
            RuntimeFunction::ToString(Shown::F64) => "f64_to_string",
            RuntimeFunction::ToString(Shown::String) => "retain",
        }
    }
}
