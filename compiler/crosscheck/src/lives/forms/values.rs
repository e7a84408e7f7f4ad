//! Expressions that make values: literals, constructions, arithmetic and comparisons. Owns their text and their meaning.

use super::super::machine::{Leave, Machine, Run};
use super::super::node::{Expr, Expression, Writer, Written};
use super::super::value::{Shape, Value};

/// A literal.
pub(in super::super) enum Literal {
    Int(i64),
    Bool(bool),
    Text(String),
}

impl Expression for Literal {
    fn write(&self, out: &mut Writer<'_>) {
        match self {
            Literal::Int(number) => out.text(&number.to_string()),
            Literal::Bool(truth) => out.text(&truth.to_string()),
            Literal::Text(text) => out.text(&format!("\"{text}\"")),
        }
    }

    fn run(&self, _: &mut Machine<'_>) -> Run<Value> {
        Ok(match self {
            Literal::Int(number) => Value::Int(*number),
            Literal::Bool(truth) => Value::Bool(*truth),
            Literal::Text(text) => Value::Text(text.as_str().into()),
        })
    }
}

/// Parts that make up an object, each held until all have been made.
pub(in super::super) fn run_all(parts: &[Expr], machine: &mut Machine<'_>) -> Run<Vec<Value>> {
    let mut held = Vec::new();
    for part in parts {
        let value = part.run(machine)?;
        held.push(machine.hold(value));
    }
    Ok(held.iter().map(|address| machine.take(address)).collect())
}

/// A struct, case, tuple, array or `Option` that is made.
pub(in super::super) struct Make {
    pub(in super::super) shape: Shape,
    /// Whether the names of the parts are written.
    pub(in super::super) is_named: bool,
    pub(in super::super) parts: Vec<Expr>,
}

impl Expression for Make {
    fn write(&self, out: &mut Writer<'_>) {
        if self.shape == Shape::Array && self.parts.is_empty() {
            return out.text("Array.new()");
        }
        let (open, close) = self.shape.brackets();
        if let Shape::View(view) = self.shape {
            out.text(&out.tree.views[view].name);
        }
        if let Shape::Case(declaration, case) = self.shape {
            let declaration = &out.tree.declarations[declaration];
            let (name, case) = (&declaration.name, &declaration.cases[case]);
            out.text(name);
            if declaration.is_enum {
                out.text(&format!(".{}", case.name));
                if self.parts.is_empty() {
                    return;
                }
            }
        }
        out.text(open);
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 {
                out.text(", ");
            }
            if let Shape::Case(declaration, case) = self.shape
                && self.is_named
            {
                let name = &out.tree.declarations[declaration].cases[case].parts[index].0;
                out.text(&format!("{name}: "));
            }
            part.write(out);
        }
        out.text(close);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        Ok(Value::Object(self.shape, run_all(&self.parts, machine)?))
    }
}

/// An operator on numbers, or a comparison of them.
pub(in super::super) struct Arithmetic(
    pub(in super::super) &'static str,
    pub(in super::super) Expr,
    pub(in super::super) Expr,
);

impl Arithmetic {
    pub(in super::super) const NUMBERS: [&'static str; 8] = ["+%", "-%", "*%", "%", "+", "-", "*", "/"];
    pub(in super::super) const TRUTHS: [&'static str; 4] = ["<", "==", "!=", ">="];
}

impl Expression for Arithmetic {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("(");
        out.mark(self);
        self.1.write(out);
        out.text(&format!(" {} ", self.0));
        self.2.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let left = self.1.run(machine)?.int();
        let right = self.2.run(machine)?.int();
        let checked = |result: Option<i64>, message: &str| {
            result.map(Value::Int).ok_or_else(|| Leave::Panic(Written::of(self), message.to_owned()))
        };
        Ok(match self.0 {
            "+" => checked(left.checked_add(right), "addition overflows")?,
            "-" => checked(left.checked_sub(right), "subtraction overflows")?,
            "*" => checked(left.checked_mul(right), "multiplication overflows")?,
            "/" if right == 0 => checked(None, "division by zero")?,
            "%" if right == 0 => checked(None, "remainder of a division by zero")?,
            "/" => checked(left.checked_div(right), "division overflows")?,
            "+%" => Value::Int(left.wrapping_add(right)),
            "-%" => Value::Int(left.wrapping_sub(right)),
            "*%" => Value::Int(left.wrapping_mul(right)),
            "%" => Value::Int(left.wrapping_rem(right)),
            "<" => Value::Bool(left < right),
            "==" => Value::Bool(left == right),
            "!=" => Value::Bool(left != right),
            ">=" => Value::Bool(left >= right),
            other => unreachable!("{other} is no operator"),
        })
    }
}

/// `left && right` or `left || right`; each side is a condition, and ends what it made.
pub(in super::super) struct Logic(pub(in super::super) bool, pub(in super::super) Expr, pub(in super::super) Expr);

impl Expression for Logic {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("(");
        self.1.write(out);
        out.text(if self.0 { " && " } else { " || " });
        self.2.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let left = machine.scope(|machine| self.1.run(machine))?.bool();
        if left == self.0 { machine.scope(|machine| self.2.run(machine)) } else { Ok(Value::Bool(left)) }
    }
}

/// The text of something: `"word ${value} …"`.
pub(in super::super) struct Interpolate(pub(in super::super) String, pub(in super::super) Vec<Expr>);

impl Expression for Interpolate {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&format!("\"{}", self.0));
        for part in &self.1 {
            out.text(" ${");
            part.write(out);
            out.text("}");
        }
        out.text("\"");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let mut text = self.0.clone();
        for part in &self.1 {
            let value = part.run(machine)?;
            text.push(' ');
            text.push_str(&machine.show(&value));
        }
        Ok(Value::Text(text.into()))
    }
}

/// `option.is_some()` of what is lent.
pub(in super::super) struct IsSome(pub(in super::super) Expr);

impl Expression for IsSome {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out);
        out.text(".is_some()");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let value = self.0.run(machine)?;
        let Value::Borrow(address) = value else { unreachable!("the receiver is lent") };
        let is_some = matches!(machine.get(&machine.behind(address)), Value::Object(Shape::Some, _));
        Ok(Value::Bool(is_some))
    }
}
