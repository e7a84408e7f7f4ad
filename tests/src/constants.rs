//! Random expressions of the language that have a value while compiling and while running.
//!
//! Owns what is generated: seeded, typed, over parameters whose values are known, so that the same expression is a
//! constant and code. Must not know who evaluates them.

use std::fmt::Write;

use fastrand::Rng;

/// The types of expressions, with their widths in bits.
pub const TYPES: [(&str, u32); 13] = [
    ("i8", 8),
    ("i16", 16),
    ("i32", 32),
    ("i64", 64),
    ("i128", 128),
    ("u8", 8),
    ("u16", 16),
    ("u32", 32),
    ("u64", 64),
    ("u128", 128),
    ("f32", 32),
    ("f64", 64),
    ("bool", 1),
];

/// A function and the arguments that it is called with.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Position in [`TYPES`] of its result.
    pub ty: usize,
    /// Types of the parameters, and literals for them.
    pub parameters: Vec<(usize, String)>,
    /// The function's body.
    pub body: String,
}

impl Expression {
    /// A random one.
    pub fn random(rng: &mut Rng) -> Expression {
        let mut maker = Maker { rng, parameters: Vec::new(), locals: Vec::new() };
        let ty = maker.rng.usize(..TYPES.len());
        let body = maker.body(ty);
        Expression { ty, parameters: maker.parameters, body }
    }

    /// `name: type, …`
    pub fn parameter_list(&self) -> String {
        let parameters = self.parameters.iter().enumerate();
        let list: Vec<String> = parameters.map(|(index, (ty, _))| format!("p{index}: {}", TYPES[*ty].0)).collect();
        list.join(", ")
    }

    /// The parameters' names.
    pub fn names(&self) -> String {
        let list: Vec<String> = (0..self.parameters.len()).map(|index| format!("p{index}")).collect();
        list.join(", ")
    }

    /// The literals for the parameters.
    pub fn literals(&self) -> String {
        let list: Vec<&str> = self.parameters.iter().map(|(_, literal)| literal.as_str()).collect();
        list.join(", ")
    }
}

fn is_integer(ty: usize) -> bool {
    ty < 10
}

fn is_signed(ty: usize) -> bool {
    ty < 5
}

fn is_float(ty: usize) -> bool {
    (10..12).contains(&ty)
}

const BOOL: usize = 12;
const I64: usize = 3;

struct Maker<'rng> {
    rng: &'rng mut Rng,
    parameters: Vec<(usize, String)>,
    /// Names of locals that are in scope, with their types.
    locals: Vec<(String, usize)>,
}

impl Maker<'_> {
    /// An expression, or one behind locals, loops and arrays.
    fn body(&mut self, ty: usize) -> String {
        let depth = self.rng.usize(1..5);
        match self.rng.u8(..4) {
            0 | 1 => self.expression(ty, depth),
            2 => {
                let (start, count) = (self.expression(ty, 1), self.rng.u8(1..6));
                self.locals.push(("sum".to_owned(), ty));
                self.locals.push(("i".to_owned(), I64));
                let step = self.expression(ty, 2);
                let skip = self.expression(BOOL, 1);
                self.locals.pop();
                let end = self.expression(ty, 1);
                format!(
                    "\n  let mut sum: {} = {start}\n  for i in 0..{count} {{\n    if {skip} {{ continue }}\n    sum = {step}\n  }}\n  {end}\n",
                    TYPES[ty].0
                )
            }
            _ => {
                let mut list = String::new();
                for index in 0..3 {
                    let element = self.expression(ty, 1);
                    let _ = write!(list, "{}{element}", if index == 0 { "" } else { ", " });
                }
                let index = self.expression(I64, 1);
                let stored = self.expression(ty, 2);
                format!(
                    "\n  let mut list: [{}; 3] = [{list}]\n  list[({index}) % 4] = {stored}\n  list[0]\n",
                    TYPES[ty].0
                )
            }
        }
    }

    fn expression(&mut self, ty: usize, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        if self.rng.u8(..6) == 0 {
            let condition = self.expression(BOOL, depth - 1);
            let (yes, no) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
            return format!("(if {condition} {{ {yes} }} else {{ {no} }})");
        }
        match ty {
            BOOL => self.truth(depth),
            _ if is_float(ty) => self.float(ty, depth),
            _ => self.integer(ty, depth),
        }
    }

    fn two(&mut self, ty: usize, depth: usize, operators: &[&str]) -> String {
        let operator = operators[self.rng.usize(..operators.len())];
        let (left, right) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
        format!("({left} {operator} {right})")
    }

    fn truth(&mut self, depth: usize) -> String {
        match self.rng.u8(..4) {
            0 => self.two(BOOL, depth, &["&&", "||"]),
            1 => format!("!{}", self.expression(BOOL, depth - 1)),
            _ => {
                let ty = self.rng.usize(..BOOL);
                self.two(ty, depth, &["==", "!=", "<", "<=", ">", ">="])
            }
        }
    }

    fn float(&mut self, ty: usize, depth: usize) -> String {
        match self.rng.u8(..5) {
            0 => {
                let from = self.rng.usize(..BOOL);
                format!("({} as {})", self.expression(from, depth - 1), TYPES[ty].0)
            }
            1 => format!("(-{})", self.expression(ty, depth - 1)),
            _ => self.two(ty, depth, &["+", "-", "*", "/", "%"]),
        }
    }

    fn integer(&mut self, ty: usize, depth: usize) -> String {
        match self.rng.u8(..10) {
            0 | 1 => {
                let from = self.rng.usize(..TYPES.len());
                format!("({} as {})", self.expression(from, depth - 1), TYPES[ty].0)
            }
            2 if is_signed(ty) => format!("(-{})", self.expression(ty, depth - 1)),
            3 => format!("(!{})", self.expression(ty, depth - 1)),
            4 => {
                let operator = ["<<", ">>"][self.rng.usize(..2)];
                let amount = self.rng.usize(..10);
                let left = self.expression(ty, depth - 1);
                let right = self.expression(amount, depth - 1);
                match self.rng.u8(..4) {
                    0 => format!("({left} {operator} {right})"),
                    _ => format!("({left} {operator} ({right} & 7))"),
                }
            }
            5 | 6 => self.two(ty, depth, &["+%", "-%", "*%"]),
            7 => self.two(ty, depth, &["&", "|", "^"]),
            8 => self.two(ty, depth, &["/", "%"]),
            _ => self.two(ty, depth, &["+", "-", "*"]),
        }
    }

    /// A local, a parameter, or a new one.
    fn leaf(&mut self, ty: usize) -> String {
        let locals: Vec<&String> = self.locals.iter().filter(|(_, known)| *known == ty).map(|(name, _)| name).collect();
        if !locals.is_empty() && self.rng.bool() {
            return locals[self.rng.usize(..locals.len())].clone();
        }
        let known: Vec<usize> = (0..self.parameters.len()).filter(|index| self.parameters[*index].0 == ty).collect();
        if !known.is_empty() && self.rng.u8(..3) == 0 {
            return format!("p{}", known[self.rng.usize(..known.len())]);
        }
        let literal = self.literal(ty);
        self.parameters.push((ty, literal));
        format!("p{}", self.parameters.len() - 1)
    }

    fn literal(&mut self, ty: usize) -> String {
        let (name, bits) = TYPES[ty];
        if ty == BOOL {
            return self.rng.bool().to_string();
        }
        if is_float(ty) {
            let values = [
                "0.0",
                "1.0",
                "-1.0",
                "0.5",
                "-2.75",
                "0.1",
                "3.0e9",
                "-1.0e19",
                "1.0e30",
                "123456.789",
                "-0.0",
                "1.0e-30",
                "16777217.0",
                "255.5",
            ];
            return format!("({} as {name})", values[self.rng.usize(..values.len())]);
        }
        debug_assert!(is_integer(ty));
        let largest = if is_signed(ty) { u128::MAX >> (129 - bits) } else { u128::MAX >> (128 - bits) };
        let magnitude = match self.rng.u8(..8) {
            0 => largest,
            1 => largest - 1,
            2 => self.rng.u128(..) & largest,
            _ => u128::from(self.rng.u8(..12)),
        };
        let negative = is_signed(ty) && self.rng.u8(..3) == 0;
        match negative {
            true if magnitude == largest => format!("(-{} as {name})", largest + 1),
            true => format!("(-{magnitude} as {name})"),
            false => format!("({magnitude} as {name})"),
        }
    }
}
