//! Patterns, `match` and the conditions and declarations that have patterns.

use super::super::arithmetic;
use super::super::ast::{
    Arm, Block, Expr, ExprKind, Literal, Mode, Naming, Pattern, PatternKind, Radix, Scrutinee, Type,
};
use super::super::constructs::Construct;
use super::Printer;
use super::expressions::{COMPARE, escaped};

impl Printer<'_> {
    /// `match … { case … }`
    pub(super) fn matched(&mut self, scrutinee: &Scrutinee, arms: &[Arm]) {
        self.write("match ");
        self.scrutinee(scrutinee, 1);
        self.write(" {");
        self.indent += 1;
        for arm in arms {
            self.newline();
            self.write("case ");
            self.pattern(&arm.pattern, scrutinee.mode);
            if let Some(guard) = &arm.guard {
                self.note(Construct::MatchGuard);
                self.write(" if ");
                self.expr(guard, 1);
            }
            self.write(" -> ");
            match &arm.body {
                Block { statements, value: Some(value) } if statements.is_empty() && self.one_in(2) => {
                    self.expr(value, 1);
                }
                body => self.block(body),
            }
        }
        self.indent -= 1;
        self.newline();
        self.write("}");
    }

    /// `let … = …` in a condition.
    pub(super) fn let_condition(&mut self, pattern: &Pattern, scrutinee: &Scrutinee) {
        self.note(Construct::LetCondition);
        self.write("let ");
        self.pattern(pattern, scrutinee.mode);
        self.write(" = ");
        self.scrutinee(scrutinee, COMPARE);
    }

    /// `let … = … else { … }`
    pub(super) fn let_pattern(&mut self, pattern: &Pattern, typed: bool, scrutinee: &Scrutinee, other: Option<&Block>) {
        self.note(if other.is_some() { Construct::LetElse } else { Construct::LetPattern });
        self.write("let ");
        self.pattern(pattern, scrutinee.mode);
        if typed {
            self.write(": ");
            self.ty(&scrutinee.value.ty);
        }
        self.write(" = ");
        self.scrutinee(scrutinee, if other.is_some() { COMPARE } else { 1 });
        if let Some(other) = other {
            self.write(" else ");
            self.block(other);
        }
    }

    fn scrutinee(&mut self, scrutinee: &Scrutinee, minimum: u8) {
        let is_block = matches!(scrutinee.value.kind, ExprKind::If(..) | ExprKind::Block(_) | ExprKind::Match(..));
        if is_block && minimum > 1 {
            self.write("(");
            self.expr(&scrutinee.value, 0);
            return self.write(")");
        }
        self.expr(&scrutinee.value, minimum);
    }

    fn pattern(&mut self, pattern: &Pattern, mode: Mode) {
        match &pattern.kind {
            PatternKind::Wildcard => self.write("_"),
            PatternKind::Name(variable) => {
                self.note(match mode {
                    Mode::Lent => Construct::NameLent,
                    Mode::Changed => Construct::NameChanged,
                    Mode::Given if self.tree.is_owner(&pattern.ty) => Construct::NameMoved,
                    Mode::Given => Construct::NameCopied,
                });
                let function = self.function.expect("a pattern stands in a function");
                if function.variables[*variable].mutable {
                    self.note(Construct::NameMutable);
                    self.write("mut ");
                }
                self.variable(*variable);
            }
            PatternKind::As(inner, variable) => {
                self.note(Construct::PatternAs);
                self.pattern(inner, mode);
                self.write(" as ");
                self.variable(*variable);
            }
            PatternKind::Literal(literal, _) => {
                self.note(Construct::PatternLiteral);
                self.literal(&pattern.ty, &literal.borrow());
            }
            PatternKind::Range(ends, inclusive, _) => {
                self.note(if *inclusive { Construct::PatternRangeInclusive } else { Construct::PatternRange });
                let (first, last) = &*ends.borrow();
                self.literal(&pattern.ty, first);
                self.write(if *inclusive { "..=" } else { ".." });
                self.literal(&pattern.ty, last);
            }
            PatternKind::Constant(constant) => {
                self.note(Construct::PatternConstant);
                self.write(&self.tree.constants[*constant].name);
            }
            PatternKind::Parts(parts, naming) => self.parts(&pattern.ty, parts, *naming, mode),
            PatternKind::Or(alternatives) => {
                self.note(Construct::PatternOr);
                for (index, alternative) in alternatives.iter().enumerate() {
                    if index > 0 {
                        self.write(" | ");
                    }
                    let is_joined = matches!(alternative.kind, PatternKind::Or(_) | PatternKind::As(..));
                    self.write(if is_joined { "(" } else { "" });
                    self.pattern(alternative, mode);
                    self.write(if is_joined { ")" } else { "" });
                }
            }
        }
    }

    fn parts(&mut self, ty: &Type, parts: &[(usize, Pattern)], naming: Naming, mode: Mode) {
        let (open, close) = if let Type::Array(..) = ty { ("[", "]") } else { ("(", ")") };
        let Type::Struct(index) = ty else {
            self.note(if open == "[" { Construct::PatternArray } else { Construct::PatternTuple });
            self.write(open);
            self.list(parts, |printer, (_, part)| printer.pattern(part, mode));
            return self.write(close);
        };
        self.note(Construct::PatternStruct);
        let structure = &self.tree.structs[*index];
        self.write(&structure.name);
        self.write(open);
        let by_position = match naming {
            Naming::Positional => parts.len(),
            Naming::Named(by_position) => by_position,
        };
        for (place, (field, part)) in parts.iter().enumerate() {
            self.write(if place > 0 { ", " } else { "" });
            if place >= by_position {
                self.note(Construct::PatternNamed);
                self.write(&format!("{}: ", structure.fields[*field].0));
            }
            self.pattern(part, mode);
        }
        if parts.len() < structure.fields.len() {
            self.note(Construct::PatternRest);
            self.write(if parts.is_empty() { ".." } else { ", .." });
        }
        self.write(close);
    }

    fn literal(&mut self, ty: &Type, literal: &Literal) {
        match (literal, ty) {
            (Literal::Int(bits), Type::Int(int)) => {
                let is_negative = int.signed && bits >> (int.bits - 1) & 1 == 1;
                let radix = [Radix::Decimal, Radix::Hexadecimal, Radix::Character]
                    [usize::from(self.one_in(4)) + usize::from(self.one_in(4))];
                let text = if is_negative { arithmetic::integer_text(*int, *bits) } else { self.digits(*bits, radix) };
                self.write(&text);
            }
            (Literal::Float(number), ty) => self.float(ty, *number, true),
            (Literal::Bool(truth), _) => self.write(if *truth { "true" } else { "false" }),
            (Literal::Text(text), _) => {
                self.note(Construct::PatternText);
                self.write(&format!("\"{}\"", escaped(text)));
            }
            (literal, ty) => panic!("{literal:?} is no {ty:?}"),
        }
    }
}

/// Whether an expression is a condition with a `let` in it, which takes no parentheses.
pub(super) fn has_let(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Fits(..) => true,
        ExprKind::Both(left, right) => has_let(left) || has_let(right),
        _ => false,
    }
}
