//! The result of inference: one [`Inference`] per body, flat tables indexed by the body's expression and local ids.
//! Owns the data that `lower` and the editor read; must not know positions, ownership or MIR. Everything implicit in
//! a body is written here once: types, literals' types, borrows taken silently, what a call calls and which argument
//! goes where.

use hir::{Body, Expression, ExpressionId, ItemId, LocalId, PatternId};

use crate::compact::Compact;
use crate::details::Details;
use crate::problem::Problem;
use crate::ty::{Arguments, Ty};

/// What inference found out about one body.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Inference {
    pub(crate) compact: Compact,
    pub(crate) details: Details,
    pub(crate) local_types: Box<[Ty]>,
    pub(crate) calls: Box<[Call]>,
    pub(crate) arguments: Box<[Argument]>,
    /// By pattern.
    pub(crate) patterns: Box<[(PatternId, PatternUse)]>,
    /// By loop.
    pub(crate) iterations: Box<[(ExpressionId, Iteration)]>,
    /// What values become by an adjustment that does not say it itself, by expression: a `dyn`, or the content of what is
    /// counted.
    pub(crate) becomes: Box<[(ExpressionId, Ty)]>,
    /// The type of the body's value: the declared result, or for a constant without type what was inferred.
    pub result: Ty,
    /// Whether something in it, or in its signature, is poison: such a body is not compiled.
    pub poisoned: bool,
    /// What is wrong with it, in the order of finding.
    pub problems: Vec<Problem>,
}

/// What an expression needs besides its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// An integer or floating-point literal, or `-` before one: the whole expression is one constant. Its value is
    /// [`Inference::literal`].
    Literal,
    /// Access to the field at this position of the receiver's type (a structure, a union or a tuple). Borrows on the
    /// way and the pointer of a heap type are followed.
    Field(u32),
    /// Indexing of an array or slice, or through a raw pointer.
    Index(Indexing),
    /// A call; see [`Inference::call`].
    Call(CallId),
    /// What an operator does.
    Operator(Operator),
    /// What `as` does.
    Cast(Cast),
    /// What `=` or a compound assignment does.
    Assign(Assign),
    /// A constant, a C global or a function used as a value.
    Item(ItemUse),
    /// The expression's type is `ref T` or `mut T` already; the written `ref`/`mut` lends what it leads to again.
    Reborrow,
}

/// What is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// `a[i]` of `[T; N]` or `[T]`, checked.
    Array,
    /// `a[i..j]` of `[T; N]` or `[T]`, checked: a place of type `[T]`.
    Slice,
    /// `p[i..j]` of `Pointer[T]`, of which only is checked that `j` is not below `i`: a place of type `[T]`.
    PointerSlice,
    /// `p[i]` of `Pointer[T]`, unchecked.
    Pointer,
}

/// An item used as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemUse {
    /// A constant: a place for ever.
    Constant(ItemId),
    /// A variable that C provides.
    Global(ItemId),
    /// A function as an `extern fn` pointer or a closure, with its type arguments as for [`Callee::Function`].
    Function(ItemId, Arguments),
}

impl ItemUse {
    /// The same with each type that stands in it replaced.
    pub(crate) fn with_types(self, replaced: impl FnMut(Ty) -> Ty) -> ItemUse {
        match self {
            ItemUse::Function(item, arguments) => ItemUse::Function(item, arguments.map(replaced)),
            ItemUse::Constant(_) | ItemUse::Global(_) => self,
        }
    }
}

/// What happens to an expression's value where it stands, after it has its own type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Adjustment {
    /// Nothing.
    #[default]
    None,
    /// The expression is a `ref T` or `mut T`; the `T` behind it is used.
    Read,
    /// The expression is a place or a temporary of type `T`; a `ref T` of it is taken silently.
    Borrow,
    /// The expression is a place or a temporary of a closure's or `dyn` type; a pointer to it is taken silently, where a type
    /// parameter stands for that type.
    PairPointer,
    /// As [`Adjustment::Borrow`], for a `mut T`: only receivers of `fn mut` methods.
    BorrowMutable,
    /// The expression is a `mut T`; a `ref T` of what it leads to is taken.
    Reborrow,
    /// The expression is a `mut T`; what it leads to is lent `mut` again: only receivers.
    ReborrowMutable,
    /// The expression is an array, or a borrow of one; a `ref [T]` of its elements is taken.
    Slice,
    /// The same for a `mut [T]`: a `mut` of an array, or the receiver of a `fn mut` method.
    SliceMutable,
    /// The expression is a value, `ref T` or `mut T`, which becomes a `dyn`: see [`Inference::becomes`].
    Object,
    /// The expression is a place or a temporary of type `T`; a `ref T` of it is taken silently and becomes a `ref dyn`.
    ObjectBorrow,
    /// The expression is a `mut T`; a `ref T` of what it leads to becomes a `ref dyn`.
    ObjectReborrow,
    /// The expression is a variable that holds a `mut T`; what it leads to is lent `mut` again and becomes a `mut dyn`.
    ObjectReborrowMutable,
    /// The expression is an array that is written; its elements become those of an `Array`.
    Collect,
    /// The expression is given to C as a pointer, or to C's `...`: a borrow as its address, a `String` or borrow of one as
    /// the address of its bytes.
    Address,
    /// The expression does not return; its type was needed to be another.
    Diverge,
    /// The expression is counted, or a borrow of what is, or a borrow of a borrow; a `ref` of its content or of what it leads to, or
    /// that itself, is used: see [`Inference::becomes`].
    Content,
}

/// Which call of an [`Inference`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallId(pub u32);

/// A call of any kind, construction included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// First of its arguments in the inference's table; use [`Inference::arguments`].
    pub(crate) first: u32,
    /// Number of its arguments.
    pub(crate) count: u32,
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function, method, C function or intrinsic: see its signature. Of a method the receiver is the first argument. Its
    /// type arguments are those for the parameters of what it stands in, then its own.
    Function(ItemId, Arguments),
    /// Construction of a structure: argument positions are those of its fields.
    Structure(ItemId),
    /// Construction of a union from the one field that is its only argument.
    Union(ItemId),
    /// Construction of a case of an enum: argument positions are those of what it carries.
    Case(ItemId, u32),
    /// A call of the `extern fn` pointer that this expression yields; it is evaluated before the arguments.
    Pointer(ExpressionId),
    /// A call of the closure that this expression yields; it is evaluated before the arguments. How it is lent, or that it
    /// is consumed, its type says.
    Closure(ExpressionId),
    /// Something the compiler knows by itself.
    Builtin(Builtin),
    /// Nothing: a problem has been reported.
    Error,
}

impl Callee {
    /// The function, if it is one that is declared.
    pub fn as_function(self) -> Option<ItemId> {
        self.as_instance().map(|(function, _)| function)
    }

    /// The same with its type arguments.
    pub fn as_instance(self) -> Option<(ItemId, Arguments)> {
        if let Callee::Function(function, arguments) = self { Some((function, arguments)) } else { None }
    }

    /// The place of an argument among what the called code gets: a closure's environment comes first.
    pub fn passed_place(self, parameter: u32) -> u32 {
        parameter + u32::from(matches!(self, Callee::Closure(_)))
    }

    /// The same with each type that stands in it replaced.
    pub fn with_types(self, replaced: impl FnMut(Ty) -> Ty) -> Callee {
        match self {
            Callee::Function(function, arguments) => Callee::Function(function, arguments.map(replaced)),
            Callee::Builtin(builtin) => Callee::Builtin(builtin.with_type(replaced)),
            Callee::Structure(_)
            | Callee::Union(_)
            | Callee::Case(..)
            | Callee::Pointer(_)
            | Callee::Closure(_)
            | Callee::Error => self,
        }
    }

    /// Whether one of the types that stand in it is like that: type arguments, written or inferred.
    pub(crate) fn mentions(self, mut is_so: impl FnMut(Ty) -> bool) -> bool {
        match self {
            Callee::Function(_, arguments) => arguments.types().iter().any(|ty| is_so(*ty)),
            Callee::Builtin(builtin) => {
                let mut found = false;
                builtin.with_type(|ty| {
                    found |= is_so(ty);
                    ty
                });
                found
            }
            Callee::Structure(_)
            | Callee::Union(_)
            | Callee::Case(..)
            | Callee::Pointer(_)
            | Callee::Closure(_)
            | Callee::Error => false,
        }
    }

    /// Whether a value of a structure, union or enum is made.
    pub fn constructs(self) -> bool {
        match self {
            Callee::Structure(_) | Callee::Union(_) | Callee::Case(..) => true,
            Callee::Function(..) | Callee::Pointer(_) | Callee::Closure(_) | Callee::Builtin(_) | Callee::Error => {
                false
            }
        }
    }
}

/// One argument. Arguments stand in the order in which they are written, which is the order of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its value.
    pub expression: ExpressionId,
    /// The position of the parameter or field it is for; `self` is 0 in methods. Variadic arguments continue the count.
    pub parameter: u32,
}

/// Functions that the compiler knows by itself. `T` is the type argument, in the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `print(x)`: the argument is a scalar or a `String` (or a borrow of one).
    Print,
    /// `println(x)`: the same and a newline.
    Println,
    /// `panic("…")`
    Panic,
    /// `assert(condition)`
    Assert,
    /// `swap(mut a, mut b)`
    Swap,
    /// `replace(mut a, b)`
    Replace,
    /// `size_of[T]()`, an `i64`.
    SizeOf(Ty),
    /// `align_of[T]()`, an `i64`.
    AlignOf(Ty),
    /// `offset_of[T]("x")`, an `i64`: of the field at this position.
    OffsetOf(Ty, u32),
    /// `zeroed[T]()`
    Zeroed(Ty),
    /// `s.length()` of a slice, an `i64`. The slice, lent, is the first argument.
    Length,
    /// `Pointer.null()`; the pointer's target.
    PointerNull(Ty),
    /// `p.offset(n)`; the pointer's target. The pointer is the first argument.
    PointerOffset(Ty),
    /// `p.write(value)`: moves in and drops nothing. The pointer is the first argument.
    PointerWrite(Ty),
    /// `p.read()`: moves out and leaves the bytes.
    PointerRead(Ty),
    /// `p.drop_in_place()`
    PointerDrop(Ty),
    /// `value.into_raw()` of this heap type: its object's pointer, which nobody owns from now on.
    IntoRaw(Ty),
    /// `T.from_raw(p)` of this heap type: the owner of the object.
    FromRaw(Ty),
}

impl Builtin {
    /// The same with the type that stands in it replaced.
    pub(crate) fn with_type(self, mut replaced: impl FnMut(Ty) -> Ty) -> Builtin {
        match self {
            Builtin::Print
            | Builtin::Println
            | Builtin::Panic
            | Builtin::Assert
            | Builtin::Swap
            | Builtin::Replace
            | Builtin::Length => self,
            Builtin::SizeOf(ty) => Builtin::SizeOf(replaced(ty)),
            Builtin::AlignOf(ty) => Builtin::AlignOf(replaced(ty)),
            Builtin::OffsetOf(ty, field) => Builtin::OffsetOf(replaced(ty), field),
            Builtin::Zeroed(ty) => Builtin::Zeroed(replaced(ty)),
            Builtin::PointerNull(ty) => Builtin::PointerNull(replaced(ty)),
            Builtin::PointerOffset(ty) => Builtin::PointerOffset(replaced(ty)),
            Builtin::PointerWrite(ty) => Builtin::PointerWrite(replaced(ty)),
            Builtin::PointerRead(ty) => Builtin::PointerRead(replaced(ty)),
            Builtin::PointerDrop(ty) => Builtin::PointerDrop(replaced(ty)),
            Builtin::IntoRaw(ty) => Builtin::IntoRaw(replaced(ty)),
            Builtin::FromRaw(ty) => Builtin::FromRaw(replaced(ty)),
        }
    }
}

/// What an operator does. Operands of scalar operators are values (borrows are read); those of `String` and content
/// operators are looked at where they are, through borrows if they are borrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// The machine's operation on the operands' scalar, pointer or `extern fn` type.
    Scalar,
    /// `a + b` of strings; `a += b` too.
    StringConcatenation,
    /// `==`, `!=` of strings.
    StringEquality,
    /// `<`, `<=`, `>`, `>=` of strings.
    StringOrder,
    /// `==`, `!=` of tuples and arrays, part by part.
    ContentEquality,
    /// `<`, `<=`, `>`, `>=` of tuples and arrays, part by part.
    ContentOrder,
}

/// What `as` does, from the operand's type (a borrow read) to the expression's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Both types are the same.
    Same,
    /// Integer or `bool` to integer: extend by the source's sign, or cut.
    IntToInt,
    /// The tag of an enum whose cases carry nothing, to an integer: extend by the sign of the tag's type, or cut. The
    /// operand is looked at where it is, through a borrow if it is one.
    EnumToInt,
    /// Integer to float, rounded.
    IntToFloat,
    /// Float to integer, saturating; NaN is 0.
    FloatToInt,
    /// `f32` to `f64` or back.
    FloatToFloat,
    /// Among pointers and `extern fn` pointers.
    PointerToPointer,
    /// A pointer or `extern fn` pointer to a 64-bit integer.
    PointerToInt,
    /// A 64-bit integer to a pointer or `extern fn` pointer.
    IntToPointer,
    /// A borrow to a raw pointer: the address.
    BorrowToPointer,
}

/// What an assignment does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assign {
    /// Stores into the place itself.
    Store,
    /// The place holds a `mut T`; stores into what it leads to.
    Through,
    /// The place holds a borrow and the right side is a written `ref` or `mut`: the place leads elsewhere from now on.
    Repoint,
}

/// What a pattern is matched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternUse {
    /// The type of the place, borrows not yet followed.
    pub ty: Ty,
    /// How its names get what they stand for.
    pub mode: BindingMode,
    /// What a path names.
    pub path: Option<PatternItem>,
}

/// How the names in a pattern get what they stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BindingMode {
    /// They are lent `ref`: a place is looked at.
    Shared,
    /// They are lent `mut`: `match mut x`.
    Mutable,
    /// They get the parts: of a temporary, of `move x`, in `let`.
    Move,
}

/// How a `for` walks over what is no range. Where an iterator is asked for first, the loop has that as its call, whose only
/// argument is what the loop walks over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The type of the iterator; a `mut` leads to one that lies elsewhere.
    pub iterator: Ty,
    /// What its method `next` gives: an `Option` of what the loop's variable is.
    pub given: Ty,
    /// The call of that method. The iterator, lent, is no argument that is written.
    pub next: CallId,
}

/// What a path in a pattern names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternItem {
    /// The matched structure itself, taken apart into its fields.
    Structure(ItemId),
    /// A case of the matched enum, taken apart into what it carries.
    Case(ItemId, u32),
    /// A constant, compared with.
    Constant(ItemId),
}

/// The value of a literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// An integer: its bits extended to 128 by the sign of its type.
    Int(u128),
    /// A floating-point number; of an `f32` already rounded to one.
    Float(f64),
}

impl Inference {
    /// The type of an expression as what stands behind it sees it: of what is used as its content a borrow of that.
    pub fn seen_type(&self, expression: ExpressionId) -> Ty {
        match self.adjustment(expression) {
            Adjustment::Content => self.becomes(expression),
            _ => self.expression_type(expression),
        }
    }

    /// The type of an expression by itself, before its adjustment.
    #[inline]
    pub fn expression_type(&self, expression: ExpressionId) -> Ty {
        self.compact.ty(expression.index())
    }

    /// What happens to an expression's value where it stands.
    #[inline]
    pub fn adjustment(&self, expression: ExpressionId) -> Adjustment {
        self.compact.adjustment(expression.index())
    }

    /// What an expression needs besides its type.
    #[inline]
    pub fn detail(&self, expression: ExpressionId) -> Detail {
        self.details.get(expression.index())
    }

    /// The value of an expression whose detail is [`Detail::Literal`].
    pub fn literal(&self, body: &Body, expression: ExpressionId) -> Option<Literal> {
        let ty = self.expression_type(expression);
        let (literal, negative) = if let Expression::Unary { operand, .. } = body[expression] {
            (body[operand], true)
        } else {
            (body[expression], false)
        };
        let single = ty == Ty::F32;
        let sign = if negative { -1.0 } else { 1.0 };
        if let Expression::Integer(value) = literal {
            let magnitude = body[value];
            return Some(match ty.int_kind() {
                Some(kind) if negative => Literal::Int(kind.wrap(magnitude.wrapping_neg())),
                Some(kind) => Literal::Int(kind.wrap(magnitude)),
                None if single => Literal::Float(sign * f64::from(magnitude as f32)),
                None => Literal::Float(sign * magnitude as f64),
            });
        }
        if let Expression::Float(value) = literal {
            let value = body[value];
            let value =
                if single { f64::from(f32::from_bits(value.single_bits)) } else { f64::from_bits(value.double_bits) };
            return Some(Literal::Float(sign * value));
        }
        None
    }

    /// The type of a local.
    #[inline]
    pub fn local_type(&self, local: LocalId) -> Ty {
        self.local_types[local.index()]
    }

    /// What a pattern is matched with. `None` of patterns that match anything: names and `_` of a `let` or `for`.
    pub fn pattern(&self, pattern: PatternId) -> Option<PatternUse> {
        let place = self.patterns.binary_search_by_key(&pattern, |(known, _)| *known).ok()?;
        Some(self.patterns[place].1)
    }

    /// How a `for` walks over what is no range; nothing of what cannot be walked over.
    pub fn iteration(&self, expression: ExpressionId) -> Option<&Iteration> {
        let place = self.iterations.binary_search_by_key(&expression, |(known, _)| *known).ok()?;
        Some(&self.iterations[place].1)
    }

    /// The `dyn` type that an expression's value becomes where it stands; poison of one that becomes none.
    pub fn becomes(&self, expression: ExpressionId) -> Ty {
        let place = self.becomes.binary_search_by_key(&expression, |(known, _)| *known);
        place.map_or(Ty::ERROR, |place| self.becomes[place].1)
    }

    /// A call.
    #[inline]
    pub fn call(&self, call: CallId) -> &Call {
        &self.calls[call.0 as usize]
    }

    /// The call that an expression is, if it is one.
    #[inline]
    pub fn call_of(&self, expression: ExpressionId) -> Option<&Call> {
        if let Detail::Call(call) = self.detail(expression) { Some(self.call(call)) } else { None }
    }

    /// What an expression uses an item for, if it names one.
    #[inline]
    pub fn item_use(&self, expression: ExpressionId) -> Option<ItemUse> {
        if let Detail::Item(item) = self.detail(expression) { Some(item) } else { None }
    }

    /// What an expression calls, if it is a call.
    #[inline]
    pub fn callee_of(&self, expression: ExpressionId) -> Option<Callee> {
        self.call_of(expression).map(|call| call.callee)
    }

    /// The arguments of a call in the order of evaluation.
    #[inline]
    pub fn arguments(&self, call: &Call) -> &[Argument] {
        &self.arguments[call.first as usize..(call.first + call.count) as usize]
    }
}
