//! Programs: a function `…main(c)` that runs, whose bits of `c` decide the branches, and functions that it calls. Types are
//! right and everything that is changed is `let mut`; whether places are initialised, moved or lent is left to chance.
//! A statement stands on a line of its own, so that lines can be left out.

use std::fmt::Write;

use fastrand::Rng;

use super::types::Type;

/// What all programs share.
pub const PRELUDE: &str = r#"type H {
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
type B { let @p: P  let @h: H  let @c: C }
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
fn renew(h: mut H) -> H { replace(mut h, H(9, "r${h.n}")) }
"#;

/// A function that can be called.
#[derive(Clone)]
struct Callable {
    /// How it is written before the arguments; of a method behind its receiver.
    name: String,
    parameters: Vec<Type>,
    result: Option<Type>,
    /// Whether the first parameter stands before a dot.
    is_method: bool,
    /// Whether the first argument is `c`, behind the receiver.
    takes_bits: bool,
}

fn known() -> Vec<Callable> {
    let (int, heap, inline, text) = (Type::Int, Type::Heap, Type::Inline, Type::Text);
    let slot = Type::Tuple(vec![heap.to_ref(), Type::Int]);
    let function = |name: &str, parameters: Vec<Type>, result: Option<Type>| Callable {
        name: name.to_owned(),
        parameters,
        result,
        is_method: false,
        takes_bits: false,
    };
    let method = |name: &str, parameters: Vec<Type>, result: Option<Type>| Callable {
        is_method: true,
        ..function(name, parameters, result)
    };
    vec![
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
        function(
            "either_mut",
            vec![int.mut_borrow(), int.mut_borrow()],
            Some(int.mut_borrow()),
        ),
        function("first", vec![slot.clone()], Some(heap.to_ref())),
        function("of_slot", vec![slot.mut_borrow()], Some(heap.to_ref())),
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
    ]
}

/// The items of the program with this seed; all their names begin with `prefix`. Its function `{prefix}main` runs.
pub fn program(seed: u64, prefix: &str) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut generator = Generator {
        functions: known(),
        out: String::new(),
        variables: Vec::new(),
        depth: 1,
        fuel: 0,
        names: 0,
        in_loop: false,
        result: None,
        rng: rng.fork(),
    };
    for number in 0..rng.u32(0..3) {
        let parameters: Vec<Type> = (0..rng.u32(1..4)).map(|_| Type::random(&mut generator.rng)).collect();
        let result = match rng.u32(0..6) {
            0 => None,
            1 => Some(Type::random_owned(&mut generator.rng)),
            _ => {
                // A result that some argument may give.
                let targets: Vec<Type> = parameters.iter().filter(|ty| ty.holds_borrow()).cloned().collect();
                match targets.is_empty() {
                    true => Some(Type::random_borrow(&mut generator.rng)),
                    false => Some(targets[rng.usize(..targets.len())].clone()),
                }
            }
        };
        let name = format!("{prefix}f{number}");
        let statements = rng.u32(0..5);
        generator.function(&name, &parameters, result.clone(), statements);
        generator.functions.push(Callable {
            name,
            parameters,
            result,
            is_method: false,
            takes_bits: true,
        });
    }
    let statements = rng.u32(3..14);
    generator.function(&format!("{prefix}main"), &[], None, statements);
    generator.out
}

#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    mutable: bool,
    /// Its value has probably been moved away: it is hardly used again.
    moved: bool,
    is_parameter: bool,
}

/// A place.
#[derive(Clone)]
struct Place {
    /// How it is written.
    text: String,
    ty: Type,
    /// The variable that it begins with.
    variable: usize,
    /// Whether what stands there may be changed, as far as types tell.
    writable: bool,
    /// Whether a `ref` lies on the way.
    behind_ref: bool,
    /// Whether a borrow or a computed index lies on the way, so that nothing moves out.
    keeps: bool,
}

struct Generator {
    functions: Vec<Callable>,
    out: String,
    variables: Vec<Variable>,
    depth: usize,
    /// How many expressions may still be made inside of each other.
    fuel: u32,
    names: u32,
    in_loop: bool,
    result: Option<Type>,
    rng: Rng,
}

/// How deep expressions are.
const DEPTH: u32 = 4;
/// How many steps the path of a place has at most.
const STEPS: u32 = 3;

impl Generator {
    fn function(&mut self, name: &str, parameters: &[Type], result: Option<Type>, statements: u32) {
        self.variables.clear();
        self.names = 0;
        let mut head = format!("fn {name}(c: i64");
        for ty in parameters {
            let variable = self.fresh("a", ty.clone());
            let _ = write!(head, ", {variable}: {}", ty.text());
        }
        for parameter in &mut self.variables {
            parameter.mutable = false;
            parameter.is_parameter = true;
        }
        head.push(')');
        if let Some(result) = &result {
            let _ = write!(head, " -> {}", result.text());
        }
        self.out.push_str(&head);
        self.out.push_str(" {\n");
        self.result = result.clone();
        for _ in 0..statements {
            self.statement();
        }
        if let Some(result) = result {
            let value = self.given_back(&result);
            self.line(&value);
        } else {
            // What is used at the end is live until there.
            for _ in 0..self.rng.u32(1..4) {
                self.observe();
            }
        }
        self.out.push_str("}\n");
    }

    /// A new variable, which later statements see.
    fn fresh(&mut self, letter: &str, ty: Type) -> String {
        let name = format!("{letter}{}", self.names);
        self.names += 1;
        self.variables.push(Variable {
            name: name.clone(),
            ty,
            mutable: true,
            moved: false,
            is_parameter: false,
        });
        name
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn block(&mut self, statements: std::ops::Range<u32>) {
        let mark = self.variables.len();
        self.depth += 1;
        for _ in 0..self.rng.u32(statements) {
            self.statement();
        }
        self.depth -= 1;
        self.variables.truncate(mark);
    }

    fn statement(&mut self) {
        let nested = if self.depth < 3 { 34 } else { 29 };
        match self.rng.u32(0..nested) {
            0..9 => self.declaration(),
            9..12 => self.assignment(),
            12..15 => self.pointing(),
            15..21 => self.observe(),
            21..25 => self.call_statement(),
            25 => self.swap(),
            26 => self.uninitialised(),
            27 => self.leave(),
            28 => self.change_through_borrow(),
            29 | 30 => {
                let condition = self.condition();
                self.line(&format!("if {condition} {{"));
                self.block(1..4);
                if self.rng.bool() {
                    self.line("} else {");
                    self.block(1..4);
                }
                self.line("}");
            }
            31 | 32 => {
                let head = if self.rng.bool() {
                    "for i in 0..2 {".to_owned()
                } else {
                    // No variable that statements see, so that the loop ends.
                    let counter = format!("k{}", self.names);
                    self.names += 1;
                    self.line(&format!("let mut {counter} = 0"));
                    format!("while {counter} < 2 {{\n{}{counter} += 1", "  ".repeat(self.depth + 1))
                };
                self.line(&head);
                let outer = std::mem::replace(&mut self.in_loop, true);
                self.block(1..5);
                self.in_loop = outer;
                self.line("}");
            }
            _ => {
                self.line("{");
                self.block(1..5);
                self.line("}");
            }
        }
    }

    fn condition(&mut self) -> String {
        let bit = 1 << self.rng.u32(0..3);
        format!("c & {bit} == 0")
    }

    fn declaration(&mut self) {
        let ty = Type::random(&mut self.rng);
        let value = self.expression(&ty);
        let variable = self.fresh("v", ty.clone());
        self.line(&format!("let mut {variable}: {} = {value}", ty.text()));
    }

    fn uninitialised(&mut self) {
        let ty = Type::random(&mut self.rng);
        let name = format!("u{}", self.names);
        self.names += 1;
        let mutable = self.rng.bool();
        let word = if mutable { "let mut" } else { "let" };
        self.line(&format!("{word} {name}: {}", ty.text()));
        // What an expression needs as variables of its own ends with the block around it.
        let given = |this: &mut Generator| {
            let mark = this.variables.len();
            let value = this.expression(&ty);
            this.line(&format!("{name} = {value}"));
            this.variables.truncate(mark);
        };
        match self.rng.u32(0..12) {
            0 => {}
            1 | 2 => {
                let condition = self.condition();
                self.line(&format!("if {condition} {{"));
                given(self);
                if self.rng.u32(0..4) > 0 {
                    self.line("} else {");
                    given(self);
                }
                self.line("}");
            }
            3 => {
                self.line("for i in 0..2 {");
                given(self);
                self.line("}");
            }
            _ => given(self),
        }
        self.variables.push(Variable {
            name,
            ty,
            mutable,
            moved: false,
            is_parameter: false,
        });
    }

    /// A new value for a place that holds no borrow.
    fn assignment(&mut self) {
        let places = self.places(|place| !place.ty.holds_borrow());
        let Some(place) = self.writable(places) else { return };
        let value = self.expression(&place.ty);
        self.line(&format!("{} = {value}", place.text));
    }

    /// A borrow that leads elsewhere from now on.
    fn pointing(&mut self) {
        let places = self.all_places(false, |place| place.ty.holds_borrow());
        let Some(place) = self.writable(places) else { return };
        let value = match &place.ty {
            Type::Ref(target) => self.lent(target, "ref"),
            Type::Mut(target) => self.lent(target, "mut"),
            other => {
                let other = other.clone();
                Some(self.expression(&other))
            }
        };
        if let Some(value) = value {
            self.line(&format!("{} = {value}", place.text));
        }
    }

    /// Something small that is changed through a borrow, so that it is used.
    fn change_through_borrow(&mut self) {
        let places = self.places(|place| place.ty == Type::Int || place.ty == Type::Text);
        let Some(place) = self.writable(places) else { return };
        let value = self.expression(&place.ty);
        self.line(&format!("{} = {value}", place.text));
    }

    /// A place is read.
    fn observe(&mut self) {
        let places = self.places(|place| matches!(place.ty, Type::Int | Type::Text | Type::Heap));
        let Some(place) = self.any(places) else { return };
        let text = match place.ty {
            Type::Text => format!("sink({}.length())", place.text),
            Type::Heap => format!("sink(look({}))", place.text),
            _ => format!("sink({})", place.text),
        };
        self.line(&text);
    }

    fn call_statement(&mut self) {
        let callable = self.functions[self.rng.usize(..self.functions.len())].clone();
        let call = self.call(&callable);
        let Some(call) = call else { return };
        match &callable.result {
            None => self.line(&call),
            Some(ty) => {
                let variable = self.fresh("v", ty.clone());
                self.line(&format!("let mut {variable}: {} = {call}", ty.text()));
            }
        }
    }

    fn call(&mut self, callable: &Callable) -> Option<String> {
        let mut parameters = callable.parameters.as_slice();
        let mut text = String::new();
        if callable.is_method {
            let target = parameters[0].target().clone();
            let places = self.places(|place| place.ty == target);
            let receiver = match &parameters[0] {
                Type::Mut(_) => self.writable(places)?.text,
                Type::Ref(_) => self.any(places)?.text,
                _ => self.whole(&target)?,
            };
            text = format!("{receiver}.");
            parameters = &parameters[1..];
        }
        let mut arguments: Vec<String> = parameters.iter().map(|ty| self.expression(ty)).collect();
        if callable.takes_bits {
            arguments.insert(0, "c".to_owned());
        }
        let _ = write!(text, "{}({})", callable.name, arguments.join(", "));
        Some(text)
    }

    fn swap(&mut self) {
        let places = self.places(|place| place.ty != Type::Int);
        let Some(left) = self.writable(places) else { return };
        let places = self.places(|place| place.ty == left.ty);
        let Some(right) = self.writable(places) else { return };
        self.line(&format!("swap(mut {}, mut {})", left.text, right.text));
    }

    /// A jump out of a loop or function, on a condition.
    fn leave(&mut self) {
        let condition = self.condition();
        let jump = match (self.in_loop, self.rng.u32(0..3)) {
            (true, 0) => "break".to_owned(),
            (true, 1) => "continue".to_owned(),
            _ => match self.result.clone() {
                None => "return".to_owned(),
                Some(result) => format!("return {}", self.given_back(&result)),
            },
        };
        self.line(&format!("if {condition} {{ {jump} }}"));
    }

    /// The places that variables lead to, through borrows too, which count as what they lead to.
    fn places(&mut self, wanted: impl Fn(&Place) -> bool) -> Vec<Place> {
        self.all_places(true, wanted)
    }

    /// The places that variables lead to. At their ends borrows are followed or not.
    fn all_places(&mut self, follow: bool, wanted: impl Fn(&Place) -> bool) -> Vec<Place> {
        let mut places = Vec::new();
        let with_moved = self.rng.u32(0..25) == 0;
        for (number, variable) in self.variables.iter().enumerate() {
            if variable.moved && !with_moved {
                continue;
            }
            let whole = Place {
                text: variable.name.clone(),
                ty: variable.ty.clone(),
                variable: number,
                writable: variable.mutable,
                behind_ref: false,
                keeps: false,
            };
            collect(&whole, STEPS, follow, &mut places);
        }
        places.retain(|place| wanted(place));
        places
    }

    fn any(&mut self, mut places: Vec<Place>) -> Option<Place> {
        match places.len() {
            0 => None,
            count => Some(places.swap_remove(self.rng.usize(..count))),
        }
    }

    /// One that may be changed as far as types tell, and that is not behind a `ref`, but rarely.
    fn writable(&mut self, mut places: Vec<Place>) -> Option<Place> {
        let behind_ref = self.rng.u32(0..30) == 0;
        places.retain(|place| place.writable && (behind_ref || !place.behind_ref));
        self.any(places)
    }

    /// What a function gives back: mostly something that an argument leads to.
    fn given_back(&mut self, ty: &Type) -> String {
        if let Type::Ref(target) | Type::Mut(target) = ty
            && self.rng.u32(0..10) > 0
        {
            let mut places = self.places(|place| place.ty == **target && place.keeps);
            places.retain(|place| self.variables[place.variable].is_parameter);
            let place = if matches!(ty, Type::Mut(_)) {
                self.writable(places)
            } else {
                self.any(places)
            };
            if let Some(place) = place {
                let word = if matches!(ty, Type::Mut(_)) { "mut" } else { "ref" };
                return format!("{word} {}", place.text);
            }
        }
        self.expression(ty)
    }

    /// `ref place` or `mut place`.
    fn lent(&mut self, target: &Type, word: &str) -> Option<String> {
        let places = self.places(|place| place.ty == *target);
        let place = if word == "mut" {
            self.writable(places)
        } else {
            self.any(places)
        }?;
        Some(format!("{word} {}", place.text))
    }

    /// A variable, or a part of one, of exactly this type, whose value is used up by that, unless it is copied.
    fn whole(&mut self, ty: &Type) -> Option<String> {
        let mut places = self.all_places(false, |place| place.ty == *ty);
        let moves = !matches!(ty, Type::Ref(_));
        if moves && self.rng.u32(0..12) > 0 {
            places.retain(|place| !place.keeps);
        }
        let place = self.any(places)?;
        if moves {
            self.variables[place.variable].moved = true;
        }
        Some(place.text)
    }

    fn expression(&mut self, ty: &Type) -> String {
        self.fuel = DEPTH;
        self.inner(ty)
    }

    fn inner(&mut self, ty: &Type) -> String {
        if self.fuel == 0 {
            return self.simple(ty);
        }
        self.fuel -= 1;
        let text = match self.rng.u32(0..24) {
            0..9 => self.used(ty),
            9..12 => self.result_of(ty),
            12 => {
                let condition = self.condition();
                let (then, otherwise) = (self.inner(ty), self.inner(ty));
                Some(format!("(if {condition} {{ {then} }} else {{ {otherwise} }})"))
            }
            13 if !ty.is_borrow() => self.replaced(ty),
            _ => None,
        };
        let text = text.unwrap_or_else(|| self.simple(ty));
        self.fuel += 1;
        text
    }

    /// What some place has.
    fn used(&mut self, ty: &Type) -> Option<String> {
        match ty {
            Type::Ref(target) if self.rng.u32(0..4) > 0 => self.lent(target, "ref"),
            Type::Mut(target) if self.rng.u32(0..4) > 0 => self.lent(target, "mut"),
            Type::Int | Type::Plain | Type::Text => {
                let places = self.places(|place| place.ty == *ty);
                self.any(places).map(|place| place.text)
            }
            Type::Ref(_)
            | Type::Mut(_)
            | Type::Heap
            | Type::Inline
            | Type::Large
            | Type::Tuple(_)
            | Type::Array(..) => self.whole(ty),
        }
    }

    fn result_of(&mut self, ty: &Type) -> Option<String> {
        let fitting: Vec<Callable> = self
            .functions
            .iter()
            .filter(|callable| callable.result.as_ref() == Some(ty))
            .cloned()
            .collect();
        match fitting.len() {
            0 => None,
            count => {
                let chosen = self.rng.usize(..count);
                self.call(&fitting[chosen])
            }
        }
    }

    fn replaced(&mut self, ty: &Type) -> Option<String> {
        let places = self.places(|place| place.ty == *ty);
        let place = self.writable(places)?;
        let value = self.inner(ty);
        Some(format!("replace(mut {}, {value})", place.text))
    }

    /// A new value.
    fn simple(&mut self, ty: &Type) -> String {
        match ty {
            Type::Int => self.rng.u32(0..9).to_string(),
            Type::Text => format!("\"t${{{}}}\"", self.rng.u32(0..9)),
            Type::Plain => format!("C({}, {})", self.rng.u32(0..9), self.rng.u32(0..9)),
            Type::Heap => format!("H({}, {})", self.rng.u32(0..9), self.simple(&Type::Text)),
            Type::Inline => {
                let heap = self.part(&Type::Heap);
                format!("P({}, {heap})", self.rng.u32(0..9))
            }
            Type::Large => {
                let (inline, heap) = (self.part(&Type::Inline), self.part(&Type::Heap));
                format!("B({inline}, {heap}, C(1, 2))")
            }
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.part(part)).collect();
                format!("({})", parts.join(", "))
            }
            Type::Array(element, length) => {
                let elements: Vec<String> = (0..*length).map(|_| self.part(element)).collect();
                format!("[{}]", elements.join(", "))
            }
            Type::Ref(target) | Type::Mut(target) => {
                let word = if matches!(ty, Type::Ref(_)) { "ref" } else { "mut" };
                match self.lent(target, word) {
                    Some(lent) => lent,
                    None => {
                        // Nothing of this type is there yet: a variable for it, or a temporary.
                        let value = self.simple(target);
                        if self.rng.u32(0..6) == 0 {
                            return format!("{word} {value}");
                        }
                        let variable = self.fresh("w", (**target).clone());
                        self.line(&format!("let mut {variable}: {} = {value}", target.text()));
                        format!("{word} {variable}")
                    }
                }
            }
        }
    }

    fn part(&mut self, ty: &Type) -> String {
        if self.fuel > 0 { self.inner(ty) } else { self.simple(ty) }
    }
}

/// A place and its parts, through borrows.
fn collect(place: &Place, steps: u32, follow: bool, into: &mut Vec<Place>) {
    let behind = Place {
        ty: place.ty.target().clone(),
        writable: match place.ty {
            Type::Ref(_) => false,
            Type::Mut(_) => true,
            _ => place.writable,
        },
        behind_ref: place.behind_ref || matches!(place.ty, Type::Ref(_)),
        keeps: place.keeps || place.ty.is_borrow(),
        ..place.clone()
    };
    if steps > 0 {
        for (text, ty) in place.ty.parts() {
            let part = Place {
                text: format!("{}{text}", place.text),
                ty,
                keeps: behind.keeps || text.starts_with('['),
                ..behind.clone()
            };
            collect(&part, steps - 1, follow, into);
        }
    }
    into.push(if follow { behind } else { place.clone() });
}
