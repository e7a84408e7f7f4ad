//! Random programs about what is copied by counting, each written in the language and in Rust: of a use it is open there
//! whether it copies or moves, since that is what `rustc` is asked. Owns what is generated; must not know which uses are
//! the last ones, nor how either is run.

use std::collections::BTreeSet;

/// A program in both languages.
pub struct LastUses {
    /// In the language, where the compiler decides which uses move.
    pub language: String,
    functions: Vec<Vec<Piece>>,
    uses: usize,
}

/// A piece of a program in Rust.
#[derive(Clone)]
enum Piece {
    Code(String),
    /// A use of a variable, which copies or moves.
    Use(String),
}

/// What functions in the language begin with: ends that print.
const LANGUAGE: &str = r#"type D { let @n: i64 }
impl Drop for D { fn mut drop { println("end ${@n}") } }
fn make(n: i64) -> Shared[D] { Shared.new(D(n)) }
fn eat(s: Shared[D]) { println("eat ${s.n}") }
fn both(a: Shared[D], b: Shared[D]) { println("both ${a.n} ${b.n}") }
fn same(s: Shared[D]) -> Shared[D] { s }
fn pair(p: (Shared[D], Shared[D])) { println("pair ${p.0.n} ${p.1.n}") }
fn maybe(o: Option[Shared[D]]) { if let Some(s) = o { println("maybe ${s.n}") } }
fn look(s: ref Shared[D]) { println("look ${s.n}") }
fn seen(o: Option[ref Shared[D]]) { if let Some(s) = o { println("seen ${s.n}") } }
fn first(a: ref Shared[D], b: ref Shared[D]) -> ref Shared[D] { if a.n < b.n { a } else { b } }

"#;

/// The same in Rust. Tuples of the language drop the last part first.
const RUST: &str = r#"#![allow(warnings)]
use std::rc::Rc;
struct D { n: i64 }
impl Drop for D { fn drop(&mut self) { println!("end {}", self.n) } }
type S = Rc<D>;
#[derive(Clone)]
struct Pair { b: S, a: S }
fn tuple(a: S, b: S) -> Pair { Pair { b, a } }
fn make(n: i64) -> S { Rc::new(D { n }) }
fn eat(s: S) { println!("eat {}", s.n) }
fn both(a: S, b: S) { println!("both {} {}", a.n, b.n) }
fn same(s: S) -> S { s }
fn pair(p: Pair) { println!("pair {} {}", p.a.n, p.b.n) }
fn maybe(o: Option<S>) { if let Some(s) = &o { println!("maybe {}", s.n) } }
fn look(s: &S) { println!("look {}", s.n) }
fn seen(o: Option<&S>) { if let Some(s) = o { println!("seen {}", s.n) } }
fn first<'a>(a: &'a S, b: &'a S) -> &'a S { if a.n < b.n { a } else { b } }
"#;

/// How many functions a program has, and with how many numbers each is called.
const FUNCTIONS: usize = 5;
const CALLS: i64 = 4;

/// The program of a seed.
pub fn generate(seed: u64) -> LastUses {
    let mut language = LANGUAGE.to_owned();
    let mut functions = Vec::new();
    let mut generator = Generator { random: fastrand::Rng::with_seed(seed), ..Generator::default() };
    for number in 0..FUNCTIONS {
        generator.function(number);
        language.push_str(&std::mem::take(&mut generator.language));
        functions.push(std::mem::take(&mut generator.rust));
    }
    language.push_str("fn main {\n");
    for number in 0..FUNCTIONS {
        language.push_str(&format!("  for n in 0..{CALLS} {{\n    println(\"f{number} ${{n}}\")\n"));
        language.push_str(&format!("    eat(f{number}(n, make(1), make(2)))\n  }}\n"));
    }
    language.push_str("}\n");
    LastUses { language, functions, uses: generator.uses }
}

impl LastUses {
    /// How many uses are open.
    pub fn uses(&self) -> usize {
        self.uses
    }

    /// Each function once for each of its uses, in which that one alone moves; and the line at which each such trial ends.
    pub fn trials(&self) -> (String, Vec<usize>) {
        let mut rust = format!("{RUST}fn main() {{}}\n");
        let mut ends = Vec::new();
        let mut first = 0;
        for function in &self.functions {
            let count = function.iter().filter(|piece| matches!(piece, Piece::Use(_))).count();
            for tried in first..first + count {
                rust.push_str(&format!("mod trial{tried} {{ use super::*;\n"));
                write(function, first, &BTreeSet::from([tried]), &mut rust);
                rust.push_str("}\n");
                ends.push(rust.lines().count());
            }
            first += count;
        }
        (rust, ends)
    }

    /// The program in Rust in which these uses move.
    pub fn rust(&self, moved: &BTreeSet<usize>) -> String {
        let mut rust = RUST.to_owned();
        let mut first = 0;
        for function in &self.functions {
            first = write(function, first, moved, &mut rust);
        }
        rust.push_str("fn main() {\n");
        for number in 0..self.functions.len() {
            rust.push_str(&format!("  for n in 0..{CALLS} {{ println!(\"f{number} {{n}}\");"));
            rust.push_str(&format!(" eat(f{number}(n, make(1), make(2))); }}\n"));
        }
        rust.push_str("}\n");
        rust
    }
}

/// Writes a function whose uses have numbers from `first` on; the number behind its last one.
fn write(function: &[Piece], first: usize, moved: &BTreeSet<usize>, rust: &mut String) -> usize {
    let mut number = first;
    for piece in function {
        match piece {
            Piece::Code(code) => rust.push_str(code),
            Piece::Use(variable) => {
                rust.push_str(variable);
                if !moved.contains(&number) {
                    rust.push_str(".clone()");
                }
                number += 1;
            }
        }
    }
    number
}

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// `Shared[D]`
    Shared,
    /// `(Shared[D], Shared[D])`
    Pair,
    /// `Option[Shared[D]]`
    Maybe,
    /// `ref Shared[D]`
    Borrow,
    /// `Option[ref Shared[D]]`
    Seen,
    /// A closure that owns what it prints.
    Closure,
}

#[derive(Clone)]
struct Variable {
    name: String,
    kind: Kind,
    mutable: bool,
    /// Whether a name is a borrow of it, so that it may not be assigned.
    is_lent: bool,
}

/// How deep blocks are nested.
const DEPTH: u32 = 3;

#[derive(Default)]
struct Generator {
    random: fastrand::Rng,
    names: u32,
    uses: usize,
    language: String,
    rust: Vec<Piece>,
    variables: Vec<Variable>,
    /// The counters of the loops around.
    counters: Vec<String>,
    depth: u32,
}

impl Generator {
    fn function(&mut self, number: usize) {
        self.variables.clear();
        self.both(&format!("fn f{number}(n: i64, a: "));
        self.code("Shared[D], b: Shared[D]) -> Shared[D] {\n", "S, b: S) -> S {\n");
        for name in ["a", "b"] {
            self.declare(name.to_owned(), Kind::Shared, false);
        }
        self.statements(7);
        self.line();
        self.result();
        self.both("\n}\n");
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.random.u32(0..100) < percent
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn declare(&mut self, name: String, kind: Kind, mutable: bool) {
        self.variables.push(Variable { name, kind, mutable, is_lent: false });
    }

    // Text.

    fn code(&mut self, language: &str, rust: &str) {
        self.language.push_str(language);
        match self.rust.last_mut() {
            Some(Piece::Code(code)) => code.push_str(rust),
            Some(Piece::Use(_)) | None => self.rust.push(Piece::Code(rust.to_owned())),
        }
    }

    fn both(&mut self, text: &str) {
        self.code(text, text);
    }

    fn line(&mut self) {
        let indent = "  ".repeat(self.depth as usize + 1);
        self.both(&indent);
    }

    /// Ends a statement.
    fn end(&mut self) {
        self.code("\n", ";\n");
    }

    /// A use that copies or moves.
    fn used(&mut self, name: &str) {
        self.language.push_str(name);
        self.rust.push(Piece::Use(name.to_owned()));
        self.uses += 1;
    }

    // Variables.

    fn one(&mut self, fits: impl Fn(&Variable) -> bool) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.variables.len()).filter(|index| fits(&self.variables[*index])).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.random.usize(0..fitting.len())]) }
    }

    fn name(&mut self, kind: Kind) -> Option<String> {
        let index = self.one(|variable| variable.kind == kind)?;
        Some(self.variables[index].name.clone())
    }

    /// Something shared: a new one, a use, or a part that is copied.
    fn shared(&mut self) {
        match self.random.u32(0..10) {
            0 => return self.made(),
            1 => {
                if let Some(name) = self.name(Kind::Pair) {
                    let part = self.random.bool();
                    let copied = if part { "a" } else { "b" };
                    return self.code(&format!("{name}.{}", u32::from(!part)), &format!("{name}.{copied}.clone()"));
                }
            }
            2 => {
                self.both("same(");
                self.shared();
                return self.both(")");
            }
            _ => {}
        }
        match self.name(Kind::Shared) {
            Some(name) => self.used(&name),
            None => self.made(),
        }
    }

    fn made(&mut self) {
        let number = self.random.u32(10..99);
        self.both(&format!("make({number})"));
    }

    /// Lends a variable of so many to a name.
    fn lend(&mut self, among: usize) -> Option<()> {
        let fitting: Vec<usize> = (0..among).filter(|index| self.variables[*index].kind == Kind::Shared).collect();
        let index = *fitting.get(self.random.usize(0..fitting.len().max(1)))?;
        self.variables[index].is_lent = true;
        let name = self.variables[index].name.clone();
        self.code(&format!("ref {name}"), &format!("&{name}"));
        Some(())
    }

    // Statements.

    fn statements(&mut self, most: usize) {
        for _ in 0..self.random.usize(2..=most) {
            self.statement();
        }
    }

    fn block(&mut self, most: usize) {
        let count = self.variables.len();
        self.both("{\n");
        self.depth += 1;
        self.statements(most);
        self.leave();
        self.depth -= 1;
        self.variables.truncate(count);
        self.line();
        self.both("}");
    }

    /// What leaves a block early, sometimes.
    fn leave(&mut self) {
        if self.happens(12) {
            self.line();
            self.both("return ");
            self.result();
            self.end();
        } else if !self.counters.is_empty() && self.happens(25) {
            self.line();
            let word = if self.random.bool() { "break" } else { "continue" };
            self.both(word);
            self.end();
        }
    }

    fn result(&mut self) {
        match self.name(Kind::Shared) {
            Some(name) => self.used(&name),
            None => self.made(),
        }
    }

    fn condition(&mut self) {
        let number = match self.counters.last().cloned().filter(|_| self.random.bool()) {
            Some(counter) => counter,
            None => "n".to_owned(),
        };
        let (divisor, rest) = (self.random.u32(2..4), self.random.u32(0..3));
        self.both(&format!("{number} % {divisor} == {rest}"));
    }

    fn statement(&mut self) {
        match self.random.u32(0..28) {
            0..=2 => self.binding(),
            3..=6 => self.call(),
            7..=10 => self.borrowing(),
            23..=25 | 11 => self.looking(),
            12 | 13 => self.assignment(),
            14 => self.closure(),
            15 => self.consumed_closure(),
            16..=18 if self.depth < DEPTH => self.branch(),
            19 | 20 if self.depth < DEPTH => self.counting(),
            21 if self.depth < DEPTH => self.cases(),
            22 if self.depth < DEPTH => {
                self.line();
                self.block(4);
                self.both("\n");
            }
            _ => self.call(),
        }
    }

    /// `let name = …`
    fn binding(&mut self) {
        let (name, mutable) = (self.fresh(), self.happens(40));
        self.line();
        self.both(if mutable { "let mut " } else { "let " });
        self.both(&format!("{name} = "));
        let kind = match self.random.u32(0..4) {
            0 => {
                self.code("(", "tuple(");
                self.shared();
                self.both(", ");
                self.shared();
                self.both(")");
                Kind::Pair
            }
            1 => {
                self.both("Some(");
                self.shared();
                self.both(")");
                Kind::Maybe
            }
            _ => {
                self.shared();
                Kind::Shared
            }
        };
        self.end();
        self.declare(name, kind, mutable);
    }

    fn call(&mut self) {
        self.line();
        let (pair, maybe) = (self.name(Kind::Pair), self.name(Kind::Maybe));
        match (self.random.u32(0..6), pair, maybe) {
            (0, Some(name), _) => {
                self.both("pair(");
                self.used(&name);
            }
            (1, _, Some(name)) => {
                self.both("maybe(");
                self.used(&name);
            }
            (2, ..) => {
                self.both("both(");
                self.shared();
                self.both(", ");
                self.shared();
            }
            _ => {
                self.both("eat(");
                self.shared();
            }
        }
        self.both(")");
        self.end();
    }

    /// A name for a borrow, or another place for one.
    fn borrowing(&mut self) {
        let known = self.one(|variable| variable.kind == Kind::Borrow && variable.mutable);
        if let Some(index) = known.filter(|_| self.random.bool()) {
            let name = self.variables[index].name.clone();
            self.line();
            self.both(&format!("{name} = "));
            if self.lend(index).is_none() {
                self.both(&name);
            }
            return self.end();
        }
        let count = self.variables.len();
        if !self.variables.iter().any(|variable| variable.kind == Kind::Shared) {
            return;
        }
        let name = self.fresh();
        let (choice, mutable) = (self.random.u32(0..4), self.random.bool());
        self.line();
        self.both(if choice > 1 && mutable { "let mut " } else { "let " });
        self.both(&format!("{name} = "));
        let kind = match choice {
            0 => {
                self.both("first(");
                let _ = self.lend(count);
                self.both(", ");
                let _ = self.lend(count);
                self.both(")");
                Kind::Borrow
            }
            1 => {
                self.both("Some(");
                let _ = self.lend(count);
                self.both(")");
                Kind::Seen
            }
            _ => {
                let _ = self.lend(count);
                Kind::Borrow
            }
        };
        self.end();
        self.declare(name, kind, choice > 1 && mutable);
    }

    fn looking(&mut self) {
        let kinds = [Kind::Borrow, Kind::Seen, Kind::Borrow, Kind::Closure, Kind::Shared];
        let start = self.random.usize(0..kinds.len());
        for kind in kinds.into_iter().cycle().skip(start).take(kinds.len()) {
            let Some(name) = self.name(kind) else { continue };
            self.line();
            match kind {
                Kind::Seen => self.both(&format!("seen({name})")),
                Kind::Closure => self.both(&format!("{name}()")),
                Kind::Borrow => self.both(&format!("look({name})")),
                Kind::Shared | Kind::Pair | Kind::Maybe => {
                    self.code(&format!("look(ref {name})"), &format!("look(&{name})"))
                }
            }
            return self.end();
        }
    }

    fn assignment(&mut self) {
        let found = self.one(|variable| variable.mutable && !variable.is_lent && variable.kind == Kind::Shared);
        let Some(index) = found else { return self.call() };
        let name = self.variables[index].name.clone();
        self.line();
        self.both(&format!("{name} = "));
        self.shared();
        self.end();
    }

    /// A closure that keeps what it prints.
    fn closure(&mut self) {
        let Some(captured) = self.name(Kind::Shared) else { return };
        let name = self.fresh();
        self.line();
        self.code(&format!("let {name} = fn () {{ println(\"call ${{"), &format!("let {name} = {{ let {captured} = "));
        self.used(&captured);
        self.code(".n}\") }", &format!("; move || println!(\"call {{}}\", {captured}.n) }}"));
        self.end();
        self.declare(name, Kind::Closure, false);
    }

    /// A closure that is called once, and gives away what it has captured, perhaps twice.
    fn consumed_closure(&mut self) {
        let Some(captured) = self.name(Kind::Shared) else { return };
        let name = self.fresh();
        let twice = self.random.bool();
        self.line();
        // The capture is not written in the language: the first use inside is what names it.
        self.code("", &format!("let {name} = {{ let {captured} = "));
        self.rust.push(Piece::Use(captured.clone()));
        self.uses += 1;
        self.code(&format!("let {name} = fn move () {{ eat("), "; move || { eat(");
        self.used(&captured);
        if twice {
            self.code(")\n eat(", "); eat(");
            self.used(&captured);
        }
        self.code(") }\n", ") } };\n");
        self.line();
        self.both(&format!("{name}()"));
        self.end();
    }

    fn branch(&mut self) {
        self.line();
        self.both("if ");
        self.condition();
        self.both(" ");
        self.block(4);
        if self.random.bool() {
            self.both(" else ");
            self.block(4);
        }
        self.both("\n");
    }

    fn counting(&mut self) {
        let counter = self.fresh();
        let turns = self.random.u32(1..4);
        self.line();
        self.code(&format!("let mut {counter} = 0"), &format!("let mut {counter} = 0i64"));
        self.end();
        self.line();
        let is_endless = self.happens(30);
        if is_endless {
            self.both("loop {\n");
        } else {
            self.both(&format!("while {counter} < {turns} {{\n"));
        }
        let count = self.variables.len();
        self.counters.push(counter.clone());
        self.depth += 1;
        self.line();
        self.code(&format!("{counter} = {counter} + 1\n"), &format!("{counter} = {counter} + 1;\n"));
        if is_endless {
            self.line();
            self.both(&format!("if {counter} > {turns} {{ break }}\n"));
        }
        self.statements(4);
        self.leave();
        self.depth -= 1;
        self.counters.pop();
        self.variables.truncate(count);
        self.line();
        self.both("}\n");
    }

    fn cases(&mut self) {
        let divisor = self.random.u32(2..4);
        self.line();
        self.both(&format!("match n % {divisor} {{\n"));
        for case in 0..2 {
            self.line();
            let pattern = if case == 0 { "0" } else { "_" };
            self.code(&format!("case {pattern} -> "), &format!("{pattern} => "));
            self.block(3);
            self.both("\n");
        }
        self.line();
        self.both("}\n");
    }
}
