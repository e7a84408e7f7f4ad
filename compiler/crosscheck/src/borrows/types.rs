//! The types that borrow programs are made over: owners on the heap and inline, plain structs, views, and tuples, arrays,
//! slices and borrows of them. Owns their names and parts; must not know programs.

use fastrand::Rng;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Int,
    /// `bool`, which conditions are made of.
    Flag,
    Text,
    /// `type H { let @n: i64  let @s: String }`
    Heap,
    /// `type inline P { let @n: i64  let @h: H }`
    Inline,
    /// `type copy C { let @x: i64  let @y: i64 }`
    Plain,
    /// `type B { let @p: P  let @h: H  let @c: C }`
    Large,
    /// `type union U { let @i: i64  let @j: i64 }`
    Union,
    /// The program's own type with this name, `type … { let @n: i64  let @h: H }`, which has methods.
    Own(String),
    /// The same as a view, with `let @r: ref H`.
    OwnView(String),
    /// One of the views that all programs share.
    View(View),
    /// `type view V[T: ref] { let @t: T  let @n: i64  let @h: H }`
    Around(Box<Type>),
    /// `type X[T: ref] { let @t: T  let @n: i64 }`, whose contents are replaced through a `mut`.
    Boxed(Box<Type>),
    /// `type inline G[T: ref + Show] { let @t: T }`, which has `Drop`.
    Guard(Box<Type>),
    /// `ref fn () -> T`, or `mut fn () -> T`.
    Closure {
        mutable: bool,
        result: Box<Type>,
    },
    /// `ref dyn N`, or `mut dyn N`.
    Object {
        mutable: bool,
    },
    Tuple(Vec<Type>),
    /// `Option` of a type, of a borrow too.
    Option(Box<Type>),
    Array(Box<Type>, usize),
    /// What a borrow of a slice leads to.
    Slice(Box<Type>),
    /// `Array` of a type, of borrows too.
    Growing(Box<Type>),
    /// `Map` of `i64` and a type, of borrows too.
    Mapped(Box<Type>),
    /// `Elements`, or `ElementsMut`, of a type.
    Elements {
        mutable: bool,
        element: Box<Type>,
    },
    /// `Shared` of a type.
    Counted(Box<Type>),
    /// `type enum E[T: ref] { case Both(t: T, h: H)  case Number(n: i64) }`
    Either(Box<Type>),
    /// `fn () -> i64`, which owns what it names.
    Owning,
    Ref(Box<Type>),
    Mut(Box<Type>),
}

/// A view that all programs share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    /// `type view L { let @r: ref H  let @n: i64  let @h: H }`
    Look,
    /// `type view M { let @m: mut H  let @n: i64 }`
    Change,
    /// `type view D { let @l: mut L  let @o: ref i64 }`
    Deep,
    /// `type view R { let @up: Option[ref R]  let @r: ref H }`
    Ring,
    /// `type view S { let @slot: mut Option[ref H] }`
    Slot,
}

impl Type {
    pub(super) fn slice(&self) -> Type {
        Type::Slice(Box::new(self.clone()))
    }

    pub(super) fn to_ref(&self) -> Type {
        Type::Ref(Box::new(self.clone()))
    }

    pub(super) fn mut_borrow(&self) -> Type {
        Type::Mut(Box::new(self.clone()))
    }

    /// What a borrow leads to; of any other type itself.
    pub(super) fn target(&self) -> &Type {
        if let Type::Ref(target) | Type::Mut(target) = self { target } else { self }
    }

    /// Whether a borrow of a place of this type, or of a part of it, may be one of another type: of arrays one of a slice.
    pub(super) fn lends(&self, target: &Type) -> bool {
        match (self, target) {
            (Type::Array(element, _) | Type::Growing(element), Type::Slice(wanted)) => element == wanted,
            _ => self == target,
        }
    }

    pub(super) fn optional(&self) -> Type {
        Type::Option(Box::new(self.clone()))
    }

    pub(super) fn is_borrow(&self) -> bool {
        matches!(self, Type::Ref(_) | Type::Mut(_))
    }

    /// Whether a value of it may hold a borrow.
    pub(super) fn holds_borrow(&self) -> bool {
        match self {
            Type::Ref(_)
            | Type::Mut(_)
            | Type::View(_)
            | Type::OwnView(_)
            | Type::Around(_)
            | Type::Boxed(_)
            | Type::Guard(_)
            | Type::Elements { .. }
            | Type::Closure { .. }
            | Type::Object { .. } => true,
            Type::Tuple(parts) => parts.iter().any(Type::holds_borrow),
            Type::Array(element, _)
            | Type::Slice(element)
            | Type::Growing(element)
            | Type::Mapped(element)
            | Type::Either(element)
            | Type::Option(element) => element.holds_borrow(),
            _ => false,
        }
    }

    /// Whether a `mut` stands in what a value is or leads to.
    pub(super) fn leads_to_mut(&self) -> bool {
        match self.target() {
            Type::Mut(_) => true,
            Type::Tuple(parts) => parts.iter().any(|part| matches!(part, Type::Mut(_)) || part.leads_to_mut()),
            Type::View(view) => matches!(view, View::Change | View::Deep | View::Slot),
            Type::Elements { mutable, .. } => *mutable,
            Type::Array(part, _)
            | Type::Slice(part)
            | Type::Growing(part)
            | Type::Mapped(part)
            | Type::Either(part)
            | Type::Around(part)
            | Type::Boxed(part)
            | Type::Guard(part)
            | Type::Option(part) => matches!(**part, Type::Mut(_)) || part.leads_to_mut(),
            _ => false,
        }
    }

    /// How it is written.
    pub(super) fn text(&self) -> String {
        match self {
            Type::Int => "i64".to_owned(),
            Type::Flag => "bool".to_owned(),
            Type::Text => "String".to_owned(),
            Type::Heap => "H".to_owned(),
            Type::Inline => "P".to_owned(),
            Type::Plain => "C".to_owned(),
            Type::Large => "B".to_owned(),
            Type::Union => "U".to_owned(),
            Type::Own(name) | Type::OwnView(name) => name.clone(),
            Type::View(View::Look) => "L".to_owned(),
            Type::View(View::Change) => "M".to_owned(),
            Type::View(View::Deep) => "D".to_owned(),
            Type::View(View::Ring) => "R".to_owned(),
            Type::View(View::Slot) => "S".to_owned(),
            Type::Boxed(inner) => format!("X[{}]", inner.text()),
            Type::Guard(inner) => format!("G[{}]", inner.text()),
            Type::Closure { mutable, result } => {
                format!("{} fn () -> {}", if *mutable { "mut" } else { "ref" }, result.text())
            }
            Type::Object { mutable } => format!("{} dyn N", if *mutable { "mut" } else { "ref" }),
            Type::Around(inner) => format!("V[{}]", inner.text()),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Type::text).collect();
                format!("({})", parts.join(", "))
            }
            Type::Option(inner) => format!("Option[{}]", inner.text()),
            Type::Array(element, length) => format!("[{}; {length}]", element.text()),
            Type::Slice(element) => format!("[{}]", element.text()),
            Type::Growing(element) => format!("Array[{}]", element.text()),
            Type::Mapped(element) => format!("Map[i64, {}]", element.text()),
            Type::Elements { mutable: false, element } => format!("Elements[{}]", element.text()),
            Type::Elements { mutable: true, element } => format!("ElementsMut[{}]", element.text()),
            Type::Counted(inner) => format!("Shared[{}]", inner.text()),
            Type::Either(inner) => format!("E[{}]", inner.text()),
            Type::Owning => "fn () -> i64".to_owned(),
            Type::Ref(target) => format!("ref {}", target.text()),
            Type::Mut(target) => format!("mut {}", target.text()),
        }
    }

    /// The parts of what a place of this type leads to, with how each is written behind the place.
    pub(super) fn parts(&self) -> Vec<(String, Type)> {
        let field = |name: &str, ty: Type| (format!(".{name}"), ty);
        match self {
            Type::Int
            | Type::Flag
            | Type::Text
            | Type::Option(_)
            | Type::Either(_)
            | Type::Elements { .. }
            | Type::Owning
            | Type::Closure { .. }
            | Type::Object { .. } => Vec::new(),
            Type::Heap => vec![field("n", Type::Int), field("s", Type::Text)],
            Type::Inline | Type::Own(_) => vec![field("n", Type::Int), field("h", Type::Heap)],
            Type::OwnView(_) => vec![field("n", Type::Int), field("h", Type::Heap), field("r", Type::Heap.to_ref())],
            Type::View(View::Look) => {
                vec![field("r", Type::Heap.to_ref()), field("n", Type::Int), field("h", Type::Heap)]
            }
            Type::View(View::Change) => vec![field("m", Type::Heap.mut_borrow()), field("n", Type::Int)],
            Type::View(View::Deep) => {
                vec![field("l", Type::View(View::Look).mut_borrow()), field("o", Type::Int.to_ref())]
            }
            Type::View(View::Ring) => {
                let up = Type::View(View::Ring).to_ref().optional();
                vec![field("up", up), field("r", Type::Heap.to_ref())]
            }
            Type::View(View::Slot) => vec![field("slot", Type::Heap.to_ref().optional().mut_borrow())],
            Type::Boxed(inner) => vec![field("t", (**inner).clone()), field("n", Type::Int)],
            Type::Guard(inner) => vec![field("t", (**inner).clone())],
            Type::Around(inner) => vec![field("t", (**inner).clone()), field("n", Type::Int), field("h", Type::Heap)],
            Type::Mapped(element) => vec![("[1]".to_owned(), (**element).clone())],
            Type::Slice(element) | Type::Growing(element) => {
                ["[0]", "[c & 1]"].map(|index| (index.to_owned(), (**element).clone())).to_vec()
            }
            Type::Union => vec![field("i", Type::Int), field("j", Type::Int)],
            Type::Plain => vec![field("x", Type::Int), field("y", Type::Int)],
            Type::Large => vec![field("p", Type::Inline), field("h", Type::Heap), field("c", Type::Plain)],
            Type::Tuple(parts) => {
                let numbered = parts.iter().enumerate();
                numbered.map(|(index, part)| (format!(".{index}"), part.clone())).collect()
            }
            Type::Array(element, length) => {
                let mut parts: Vec<(String, Type)> =
                    (0..*length).map(|index| (format!("[{index}]"), (**element).clone())).collect();
                parts.push(("[c & 1]".to_owned(), (**element).clone()));
                parts
            }
            Type::Ref(target) | Type::Mut(target) | Type::Counted(target) => target.parts(),
        }
    }

    /// A type of values that hold no borrow.
    pub(super) fn random_owned(rng: &mut Rng) -> Type {
        match rng.u32(0..34) {
            32 => Type::Flag,
            33 => Type::Tuple(vec![Type::Flag, Type::Int]),
            25 | 26 => Type::Growing(Box::new(Type::Heap)),
            27 => Type::Growing(Box::new(Type::Int)),
            28 => Type::Mapped(Box::new(Type::Heap)),
            29 => Type::Counted(Box::new(if rng.bool() { Type::Heap } else { Type::Inline })),
            30 => Type::Either(Box::new(Type::Heap)),
            31 => Type::Owning,
            0..5 => Type::Int,
            5..11 => Type::Heap,
            11..13 => Type::Inline,
            13 => Type::Plain,
            14 => Type::Large,
            15 => Type::Text,
            16 => Type::Array(Box::new(Type::Int), 2),
            17 => Type::Array(Box::new(Type::Heap), 2),
            18 => Type::Tuple(vec![Type::Heap, Type::Int]),
            19 => Type::Union,
            20 => Type::Array(Box::new(Type::Union), 2),
            21 => Type::Tuple(vec![Type::Union, Type::Int]),
            22 => Type::Tuple(vec![Type::Int, Type::Int]),
            23 => Type::Heap.optional(),
            _ => Type::Inline.optional(),
        }
    }

    /// A `ref` or `mut`.
    pub(super) fn random_single_borrow(rng: &mut Rng) -> Type {
        let target = match rng.u32(0..12) {
            11 => Type::Flag,
            10 => {
                if rng.bool() {
                    Type::Int.slice()
                } else {
                    Type::Heap.slice()
                }
            }
            0..4 => Type::Int,
            4..8 => Type::Heap,
            8 => Type::Inline,
            _ => Type::random_owned(rng),
        };
        if rng.bool() { target.to_ref() } else { target.mut_borrow() }
    }

    /// A type of values that are borrows or hold some.
    pub(super) fn random_borrow(rng: &mut Rng) -> Type {
        let borrow = Type::random_single_borrow(rng);
        match rng.u32(0..44) {
            36 | 37 => Type::Growing(Box::new(borrow)),
            38 => Type::Growing(Box::new(borrow)).mut_borrow(),
            39 => Type::Mapped(Box::new(borrow)),
            40 | 41 => Type::Either(Box::new(borrow)),
            42 => Type::random_elements(rng),
            43 => Type::Growing(Box::new(Type::Heap)).mut_borrow(),
            29 | 30 => Type::Boxed(Box::new(borrow)),
            31 => Type::Boxed(Box::new(borrow)).mut_borrow(),
            32 => Type::random_guard(rng),
            33 | 34 => Type::random_closure(rng),
            35 => Type::Object { mutable: rng.bool() },
            0..9 => borrow,
            9 | 10 => Type::Tuple(vec![borrow, Type::Int]),
            11 => Type::Tuple(vec![borrow.clone(), borrow]),
            12 => Type::Array(Box::new(borrow), 2),
            13 => Type::Tuple(vec![borrow, Type::Int]).mut_borrow(),
            14 => Type::Tuple(vec![borrow, Type::Int]).to_ref(),
            15 | 16 => borrow.optional(),
            17 => borrow.optional().mut_borrow(),
            18 => Type::Tuple(vec![borrow.optional(), Type::Int]),
            19..25 => Type::random_view(rng),
            25 => Type::random_view(rng).mut_borrow(),
            26 => borrow.slice().to_ref(),
            27 => borrow.slice().mut_borrow(),
            _ => Type::Tuple(vec![Type::Tuple(vec![borrow, Type::Int]).mut_borrow(), Type::Int]),
        }
    }

    /// A value whose end uses a borrow.
    pub(super) fn random_guard(rng: &mut Rng) -> Type {
        let target = if rng.bool() { Type::Int } else { Type::Heap };
        Type::Guard(Box::new(if rng.bool() { target.to_ref() } else { target.mut_borrow() }))
    }

    /// An iterator of what is lent.
    pub(super) fn random_elements(rng: &mut Rng) -> Type {
        let element = if rng.u32(0..3) == 0 { Type::Int } else { Type::Heap };
        Type::Elements { mutable: rng.bool(), element: Box::new(element) }
    }

    /// A closure that is lent.
    pub(super) fn random_closure(rng: &mut Rng) -> Type {
        let result = match rng.u32(0..4) {
            0 => Type::Int,
            1 => Type::Int.to_ref(),
            _ => Type::Heap.to_ref(),
        };
        Type::Closure { mutable: rng.bool(), result: Box::new(result) }
    }

    /// A view.
    pub(super) fn random_view(rng: &mut Rng) -> Type {
        match rng.u32(0..9) {
            8 => Type::View(View::Slot),
            0 | 1 => Type::View(View::Look),
            2 | 3 => Type::View(View::Change),
            4 => Type::View(View::Deep),
            5 => Type::View(View::Ring),
            _ => Type::Around(Box::new(Type::random_single_borrow(rng))),
        }
    }

    /// A type of parameters and variables.
    pub(super) fn random(rng: &mut Rng) -> Type {
        if rng.u32(0..5) < 3 { Type::random_borrow(rng) } else { Type::random_owned(rng) }
    }
}
