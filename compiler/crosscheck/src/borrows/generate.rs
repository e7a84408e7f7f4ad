//! Programs: a function `…main(c)` that runs, whose bits of `c` decide the branches, and functions that it calls. Types are
//! right and everything that is changed is `let mut`; whether places are initialised, moved or lent is left to chance.
//! A statement stands on a line of its own, so that lines can be left out.

mod functions;
mod known;
mod patterns;
mod places;
mod pursuit;
mod values;

use fastrand::Rng;

use self::places::Place;
use super::types::Type;
pub use known::PRELUDE;
use known::{Callable, known};

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
        own: None,
        pursues: true,
        rng: rng.fork(),
    };
    let main = Callable::function(format!("{prefix}main"), Vec::new(), None);
    // Small programs show what large ones are refused for before.
    if rng.u32(0..4) == 0 {
        generator.helper(prefix);
        generator.define(&main, |this| {
            let borrow = this.welcome_borrow();
            this.pursuit(borrow);
        });
        return generator.out;
    }
    generator.pursues = rng.bool();
    if rng.u32(0..8) == 0 {
        generator.own_type(&format!("{prefix}K"), 4);
    }
    for number in 0..rng.u32(0..3) {
        generator.callable(format!("{prefix}f{number}"), None, 4);
    }
    let statements = rng.u32(3..14);
    generator.define(&main, |this| {
        this.statements(statements);
        // What is used at the end is live until there.
        for _ in 0..this.rng.u32(1..4) {
            this.observe();
        }
    });
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
    /// The program's own type.
    own: Option<Type>,
    /// Whether borrows are pursued.
    pursues: bool,
    rng: Rng,
}

impl Generator {
    /// A variable with a new value, which what follows may lend.
    fn declared(&mut self, letter: &str, ty: &Type) -> String {
        let value = self.simple(ty);
        let variable = self.fresh(letter, ty.clone());
        self.line(&format!("let mut {variable}: {} = {value}", ty.text()));
        variable
    }

    /// A new variable, which later statements see.
    fn fresh(&mut self, letter: &str, ty: Type) -> String {
        let name = format!("{letter}{}", self.names);
        self.names += 1;
        self.variables.push(Variable { name: name.clone(), ty, mutable: true, moved: false, is_parameter: false });
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

    fn statements(&mut self, count: u32) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let nested = if self.depth < 3 { 45 } else { 31 };
        match self.rng.u32(0..nested) {
            29 | 30 if self.pursues => self.pursuit(None),
            29 | 30 => self.observe(),
            0..9 => self.declaration(),
            9..12 => self.assignment(),
            12..15 => self.pointing(),
            15..21 => self.observe(),
            21..25 => self.call_statement(),
            25 => self.swap(),
            26 => self.uninitialised(),
            27 => self.leave(),
            28 => self.change_through_borrow(),
            31 | 32 => {
                let condition = self.condition();
                self.line(&format!("if {condition} {{"));
                self.block(1..4);
                if self.rng.bool() {
                    self.line("} else {");
                    self.block(1..4);
                }
                self.line("}");
            }
            36..42 => self.pattern_statement(),
            42 | 43 => self.walk(),
            33 | 34 => {
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

    /// `for` over the elements of an array or slice.
    fn walk(&mut self) {
        let places = self.places(|place| matches!(place.ty, Type::Array(..) | Type::Slice(_) | Type::Growing(_)));
        let changes = self.rng.bool();
        let place = if changes { self.writable(places) } else { self.any(places) };
        let Some(place) = place else { return };
        let (Type::Array(element, _) | Type::Slice(element) | Type::Growing(element)) = &place.ty else { return };
        let ty = match (changes, &**element) {
            (true, Type::Ref(_) | Type::Mut(_)) => (**element).clone(),
            (true, element) => element.mut_borrow(),
            (false, element) => element.target().to_ref(),
        };
        let mark = self.variables.len();
        let name = self.fresh("e", ty);
        self.variables[mark].mutable = false;
        let word = if changes { "mut " } else { "" };
        self.line(&format!("for {name} in {word}{} {{", place.text));
        let outer = std::mem::replace(&mut self.in_loop, true);
        self.block(1..4);
        self.in_loop = outer;
        self.line("}");
        self.variables.truncate(mark);
    }

    fn condition(&mut self) -> String {
        if self.rng.u32(0..4) == 0 {
            let places = self.places(|place| place.ty == Type::Flag);
            if let Some(place) = self.any(places) {
                return if self.rng.bool() { place.text } else { format!("!{}", place.text) };
            }
        }
        let bit = 1 << self.rng.u32(0..3);
        format!("c & {bit} == 0")
    }

    fn declaration(&mut self) {
        let ty = self.random_type();
        let value = self.expression(&ty);
        let variable = self.fresh("v", ty.clone());
        self.line(&format!("let mut {variable}: {} = {value}", ty.text()));
    }

    fn uninitialised(&mut self) {
        let ty = self.random_type();
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
        self.variables.push(Variable { name, ty, mutable, moved: false, is_parameter: false });
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
        let places = self.places(|place| matches!(place.ty, Type::Int | Type::Flag | Type::Text | Type::Heap));
        let Some(place) = self.any(places) else { return };
        let text = self.reading(&place);
        self.line(&text);
    }

    /// A statement that reads a place: a call, or a test without one.
    fn reading(&mut self, place: &Place) -> String {
        let text = &place.text;
        match place.ty {
            Type::Int if self.rng.u32(0..4) == 0 => {
                format!("match {text} {{ case 0 -> {{ sink(1) }}  case 1 -> {{ }}  case _ -> {{ }} }}")
            }
            Type::Flag if self.rng.bool() => {
                format!("match {text} {{ case true -> {{ sink(1) }}  case false -> {{ }} }}")
            }
            Type::Flag => format!("if {text} {{ sink(1) }}"),
            Type::Text => format!("sink({text}.length())"),
            Type::Heap => format!("sink(look({text}))"),
            _ => format!("sink({text})"),
        }
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

    fn swap(&mut self) {
        let places = self.places(|place| place.ty != Type::Int);
        let Some(left) = self.writable(places) else { return };
        let places = self.places(|place| place.ty == left.ty);
        let Some(right) = self.writable(places) else { return };
        self.line(&format!("swap(mut {}, mut {})", left.text, right.text));
    }

    /// A jump out of a loop or function, on a condition.
    fn leave(&mut self) {
        if matches!(self.result, Some(Type::Option(_))) && self.rng.bool() {
            let inner = Type::random_single_borrow(&mut self.rng);
            let value = self.expression(&inner.optional());
            let variable = self.fresh("v", inner.clone());
            return self.line(&format!("let mut {variable}: {} = try {value}", inner.text()));
        }
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
}
