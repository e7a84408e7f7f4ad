//! The types and functions that all programs share. Must not know how programs are made of them.

use super::super::types::{Type, View};

/// What all programs share.
pub const PRELUDE: &str = r#"import std.slice (Elements, ElementsMut)
type H {
  let @n: i64
  let @s: String
  fn number -> i64 { @n }
  fn lend -> ref i64 { ref @n }
  fn mut lend_mut -> mut i64 { mut @n }
  fn mut put(n: i64) { @n = n }
  fn mut name(s: String) { @s = s }
  fn move end -> String { @s }
}
type inline P {
  let @n: i64
  let @h: H
  fn heap -> ref H { ref @h }
  fn mut heap_mut -> mut H { mut @h }
  fn move end -> H { @h }
}
type copy C { let @x: i64  let @y: i64 }
type union U { let @i: i64  let @j: i64 }
type B { let @p: P  let @h: H  let @c: C }
type view L {
  let @r: ref H
  let @n: i64
  let @h: H
  fn held -> ref H { ref @r }
  fn mut turn(other: L) { @r = ref other.r }
  fn move into -> ref H { ref @r }
}
type view M {
  let @m: mut H
  let @n: i64
  fn mut get -> mut H { mut @m }
  fn peek -> ref i64 { ref @m.n }
  fn move into -> mut H { mut @m }
}
type view D {
  let @l: mut L
  let @o: ref i64
  fn mut inner -> mut L { mut @l }
  fn mut turn(other: L) { @l.r = ref other.r }
}
type view R {
  let @up: Option[ref R]
  let @r: ref H
  fn above -> ref H { match @up { case Some(r) -> r.above()  case None -> ref @r } }
}
type view S {
  let @slot: mut Option[ref H]
  fn mut set(other: L) { @slot = Some(ref other.r) }
  fn move set_last(other: L) { @slot = Some(ref other.r) }
}
type X[T: ref] {
  let @t: T
  let @n: i64
  fn mut renew(value: T) { self = X(value, 2) }
}
type inline G[T: ref + Show] { let @t: T }
impl[T: ref + Show] Drop for G[T] { fn mut drop { sink("${@t}".length()) } }
impl Show for H { fn show -> String { @s } }
trait N {
  fn of -> ref i64
  fn mut set(n: i64)
}
impl N for H {
  fn of -> ref i64 { ref @n }
  fn mut set(n: i64) { @n = n }
}
type view V[T: ref] {
  let @t: T
  let @n: i64
  let @h: H
  fn move into -> T { @t }
  fn mut put(value: T) -> T { replace(mut @t, value) }
}
type enum E[T: ref] { case Both(t: T, h: H)  case Number(n: i64) }
trait Get[T: ref] { fn get(c: i64) -> T }
fn sink(n: i64) { }
fn look(h: ref H) -> i64 { h.n +% h.s.length() }
fn read(n: ref i64) -> i64 { n }
fn eat(h: H) { }
fn eat_p(p: P) { }
fn put(n: mut i64, v: i64) { n = v }
fn fill(h: mut H, n: i64) { h.n = n  h.s = "f${n}" }
fn same(h: ref H) -> ref H { h }
fn same_mut(h: mut H) -> mut H { mut h }
fn number(h: mut H) -> mut i64 { mut h.n }
fn either(a: ref H, b: ref H) -> ref H { if a.n < b.n { a } else { b } }
fn either_mut(a: mut i64, b: mut i64) -> mut i64 { if a < b { mut a } else { mut b } }
fn first(t: (ref H, i64)) -> ref H { t.0 }
fn of_slot(t: mut (ref H, i64)) -> ref H { t.0 }
fn keep[T: ref](slot: mut Option[T], value: T) { slot = Some(value) }
fn pick[T: ref](a: T, _b: T) -> T { a }
fn given[T: ref](slot: Option[T], other: T) -> T { match move slot { case Some(x) -> x  case None -> other } }
fn stand[T: ref](slot: mut Option[T], value: T) -> Option[T] { swap_in(mut slot, Some(value)) }
fn swap_in[T: ref](slot: mut Option[T], value: Option[T]) -> Option[T] { replace(mut slot, value) }
fn of_look(l: mut L) -> ref H { ref l.r }
fn turned(l: mut L, other: L) { l.r = ref other.r }
fn at(all: ref [H]) -> ref H { ref all[0] }
fn at_mut(all: mut [H]) -> mut H { mut all[0] }
fn of_all(all: ref [ref H]) -> ref H { ref all[0] }
fn set_at[T: ref](all: mut [T], value: T) { all[0] = value }
fn set_slot(slot: S, look: L) { slot.slot = Some(ref look.r) }
fn reset[T: ref](box: mut X[T], value: T) { box = X(value, 3) }
fn made[T: ref](make: ref fn () -> T) -> T { make() }
fn made_twice[T: ref](make: mut fn () -> T) -> T {
  make()
  make()
}
fn made_slot[T: ref](make: ref fn () -> T) -> Option[T] { Some(make()) }
fn number_of(object: ref dyn N) -> ref i64 { object.of() }
fn mapped[T: ref](value: T) -> Map[i64, T] {
  let mut map = Map.new()
  map.insert(1, value)
  map
}
fn map_put[T: ref](map: mut Map[i64, T], value: T) -> Option[T] { map.insert(1, value) }
fn map_at[T](map: ref Map[i64, T]) -> ref T { ref map[1] }
fn map_at_mut[T](map: mut Map[i64, T]) -> mut T { mut map[1] }
fn push_front[T: ref](all: mut Array[T], value: T) { all.insert(0, value) }
fn take_front[T: ref](all: mut Array[T]) -> T { all.remove(0) }
fn last_of[T: ref](all: Array[T], other: T) -> T { all.into_iter().next().unwrap_or(other) }
fn content(all: Shared[H]) -> Shared[H] { all }
fn inside(all: ref Shared[P]) -> ref H { ref all.h }
fn owned(take: fn () -> i64) -> i64 { take() }
fn of_either[T: ref](slot: E[T], other: T) -> T { match move slot { case Both(x, _) -> x  case Number(_) -> other } }
fn renew(h: mut H) -> H { replace(mut h, H(9, "r${h.n}")) }
"#;

/// A function that can be called.
#[derive(Clone)]
pub(super) struct Callable {
    /// How it is written before the arguments; of a method behind its receiver.
    pub(super) name: String,
    pub(super) parameters: Vec<Type>,
    pub(super) result: Option<Type>,
    /// Whether the first parameter stands before a dot.
    pub(super) is_method: bool,
    /// Whether the first argument is `c`, behind the receiver.
    pub(super) takes_bits: bool,
}

impl Callable {
    /// A function of a program.
    pub(super) fn function(name: String, parameters: Vec<Type>, result: Option<Type>) -> Callable {
        Callable { name, parameters, result, is_method: false, takes_bits: true }
    }
}

pub(super) fn known() -> Vec<Callable> {
    let (int, heap, inline, text) = (Type::Int, Type::Heap, Type::Inline, Type::Text);
    let slot = Type::Tuple(vec![heap.to_ref(), Type::Int]);
    let [look, change, deep, ring, room] =
        [View::Look, View::Change, View::Deep, View::Ring, View::Slot].map(Type::View);
    let function = |name: &str, parameters: Vec<Type>, result: Option<Type>| Callable {
        takes_bits: false,
        ..Callable::function(name.to_owned(), parameters, result)
    };
    let method = |name: &str, parameters: Vec<Type>, result: Option<Type>| Callable {
        is_method: true,
        ..function(name, parameters, result)
    };
    let mut generic = Vec::new();
    for borrow in [heap.to_ref(), int.to_ref(), heap.mut_borrow(), int.mut_borrow()] {
        let slot = borrow.optional();
        let around = Type::Around(Box::new(borrow.clone()));
        let boxed = Type::Boxed(Box::new(borrow.clone()));
        let [looks, changes] = [false, true].map(|mutable| Type::Closure { mutable, result: Box::new(borrow.clone()) });
        let all = Type::Growing(Box::new(borrow.clone()));
        let map = Type::Mapped(Box::new(borrow.clone()));
        let either = Type::Either(Box::new(borrow.clone()));
        generic.extend([
            method("push", vec![all.mut_borrow(), borrow.clone()], None),
            method("pop", vec![all.mut_borrow()], Some(slot.clone())),
            method("clear", vec![all.mut_borrow()], None),
            method("append", vec![all.mut_borrow(), all.clone()], None),
            function("push_front", vec![all.mut_borrow(), borrow.clone()], None),
            function("take_front", vec![all.mut_borrow()], Some(borrow.clone())),
            function("last_of", vec![all, borrow.clone()], Some(borrow.clone())),
            function("mapped", vec![borrow.clone()], Some(map.clone())),
            function("map_put", vec![map.mut_borrow(), borrow.clone()], Some(slot.clone())),
            function("of_either", vec![either, borrow.clone()], Some(borrow.clone())),
        ]);
        if matches!(borrow, Type::Ref(_)) {
            generic.extend([
                function("made", vec![looks.clone()], Some(borrow.clone())),
                function("made_twice", vec![changes], Some(borrow.clone())),
                function("made_slot", vec![looks.clone()], Some(slot.clone())),
                method("unwrap_or_else", vec![slot.clone(), looks], Some(borrow.clone())),
            ]);
        }
        generic.extend([
            function("reset", vec![boxed.mut_borrow(), borrow.clone()], None),
            method("renew", vec![boxed.mut_borrow(), borrow.clone()], None),
            function("set_at", vec![borrow.slice().mut_borrow(), borrow.clone()], None),
            method("put", vec![around.mut_borrow(), borrow.clone()], Some(borrow.clone())),
            method("into", vec![around], Some(borrow.clone())),
            function("keep", vec![slot.mut_borrow(), borrow.clone()], None),
            function("pick", vec![borrow.clone(), borrow.clone()], Some(borrow.clone())),
            function("given", vec![slot.clone(), borrow.clone()], Some(borrow.clone())),
            function("stand", vec![slot.mut_borrow(), borrow.clone()], Some(slot.clone())),
            method("insert", vec![slot.mut_borrow(), borrow], Some(slot.clone())),
            method("take", vec![slot.mut_borrow()], Some(slot)),
        ]);
    }
    for element in [heap.clone(), int.clone()] {
        let all = Type::Growing(Box::new(element.clone()));
        let map = Type::Mapped(Box::new(element.clone()));
        let [looks, changes] =
            [false, true].map(|mutable| Type::Elements { mutable, element: Box::new(element.clone()) });
        generic.extend([
            method("push", vec![all.mut_borrow(), element.clone()], None),
            method("pop", vec![all.mut_borrow()], Some(element.optional())),
            method("clear", vec![all.mut_borrow()], None),
            method("first", vec![all.to_ref()], Some(element.to_ref().optional())),
            method("iter", vec![all.to_ref()], Some(looks.clone())),
            method("iter_mut", vec![all.mut_borrow()], Some(changes.clone())),
            method("next", vec![looks.mut_borrow()], Some(element.to_ref().optional())),
            method("next", vec![changes.mut_borrow()], Some(element.mut_borrow().optional())),
            function("take_front", vec![all.mut_borrow()], Some(element.clone())),
            function("map_put", vec![map.mut_borrow(), element.clone()], Some(element.optional())),
            function("map_at", vec![map.to_ref()], Some(element.to_ref())),
            function("map_at_mut", vec![map.mut_borrow()], Some(element.mut_borrow())),
        ]);
    }
    let [shared, shared_inline] = [heap.clone(), inline.clone()].map(|inner| Type::Counted(Box::new(inner)));
    let plain = vec![
        function("content", vec![shared.clone()], Some(shared)),
        function("inside", vec![shared_inline.to_ref()], Some(heap.to_ref())),
        function("owned", vec![Type::Owning], Some(int.clone())),
        function("sink", vec![int.clone()], None),
        function("look", vec![heap.to_ref()], Some(int.clone())),
        function("read", vec![int.to_ref()], Some(int.clone())),
        function("eat", vec![heap.clone()], None),
        function("eat_p", vec![inline.clone()], None),
        function("put", vec![int.mut_borrow(), int.clone()], None),
        function("fill", vec![heap.mut_borrow(), int.clone()], None),
        function("same", vec![heap.to_ref()], Some(heap.to_ref())),
        function("same_mut", vec![heap.mut_borrow()], Some(heap.mut_borrow())),
        function("number", vec![heap.mut_borrow()], Some(int.mut_borrow())),
        function("either", vec![heap.to_ref(), heap.to_ref()], Some(heap.to_ref())),
        function("either_mut", vec![int.mut_borrow(), int.mut_borrow()], Some(int.mut_borrow())),
        function("first", vec![slot.clone()], Some(heap.to_ref())),
        function("of_slot", vec![slot.mut_borrow()], Some(heap.to_ref())),
        function("of_look", vec![look.mut_borrow()], Some(heap.to_ref())),
        function("turned", vec![look.mut_borrow(), look.clone()], None),
        function("at", vec![heap.slice().to_ref()], Some(heap.to_ref())),
        function("at_mut", vec![heap.slice().mut_borrow()], Some(heap.mut_borrow())),
        function("of_all", vec![heap.to_ref().slice().to_ref()], Some(heap.to_ref())),
        method("held", vec![look.to_ref()], Some(heap.to_ref())),
        method("turn", vec![look.mut_borrow(), look.clone()], None),
        method("into", vec![look.clone()], Some(heap.to_ref())),
        method("get", vec![change.mut_borrow()], Some(heap.mut_borrow())),
        method("peek", vec![change.to_ref()], Some(int.to_ref())),
        method("into", vec![change], Some(heap.mut_borrow())),
        method("inner", vec![deep.mut_borrow()], Some(look.mut_borrow())),
        method("turn", vec![deep.mut_borrow(), look.clone()], None),
        method("above", vec![ring.to_ref()], Some(heap.to_ref())),
        function("set_slot", vec![room.clone(), look.clone()], None),
        method("set", vec![room.mut_borrow(), look.clone()], None),
        method("set_last", vec![room, look.clone()], None),
        function("number_of", vec![Type::Object { mutable: false }], Some(int.to_ref())),
        method("of", vec![Type::Object { mutable: false }], Some(int.to_ref())),
        method("set", vec![Type::Object { mutable: true }, int.clone()], None),
        function("renew", vec![heap.mut_borrow()], Some(heap.clone())),
        method("number", vec![heap.to_ref()], Some(int.clone())),
        method("lend", vec![heap.to_ref()], Some(int.to_ref())),
        method("lend_mut", vec![heap.mut_borrow()], Some(int.mut_borrow())),
        method("put", vec![heap.mut_borrow(), int.clone()], None),
        method("name", vec![heap.mut_borrow(), text.clone()], None),
        method("end", vec![heap.clone()], Some(text)),
        method("heap", vec![inline.to_ref()], Some(heap.to_ref())),
        method("heap_mut", vec![inline.mut_borrow()], Some(heap.mut_borrow())),
        method("end", vec![inline], Some(heap)),
    ];
    plain.into_iter().chain(generic).collect()
}
