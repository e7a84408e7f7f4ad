//! Expressions, with no more parentheses than their precedence needs, and now and then a pair that it does not need.

use super::super::ast::{
    CFunction, Callee, Comparison, Expr, ExprKind, FunctionKind, Operator, Part, Place, Receiver, Root, Step, Type,
};
use super::super::constructs::Construct;
use super::super::evaluate::index_mask;
use super::Printer;
use super::patterns::has_let;

/// Levels of precedence that are named outside their table.
const EITHER: u8 = 1;
const BOTH: u8 = 2;
pub(super) const COMPARE: u8 = 3;
const ADD: u8 = 8;
const MULTIPLY: u8 = 9;
const CAST: u8 = 10;
pub(super) const UNARY: u8 = 11;
pub(super) const POSTFIX: u8 = 12;

/// How an operator is written.
pub(super) fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Remainder => "%",
        Operator::AddWrapping => "+%",
        Operator::SubtractWrapping => "-%",
        Operator::MultiplyWrapping => "*%",
        Operator::And => "&",
        Operator::Or => "|",
        Operator::Xor => "^",
        Operator::ShiftLeft => "<<",
        Operator::ShiftRight => ">>",
    }
}

fn level(operator: Operator) -> u8 {
    match operator {
        Operator::Or => 4,
        Operator::Xor => 5,
        Operator::And => 6,
        Operator::ShiftLeft | Operator::ShiftRight => 7,
        Operator::Add | Operator::Subtract | Operator::AddWrapping | Operator::SubtractWrapping => ADD,
        Operator::Multiply | Operator::Divide | Operator::Remainder | Operator::MultiplyWrapping => MULTIPLY,
    }
}

impl Printer<'_> {
    /// Writes an expression that stands where at least the precedence `minimum` is needed.
    pub(super) fn expr(&mut self, expr: &Expr, minimum: u8) {
        let wrapped = self.unsafety == 0 && self.is_unsafe(expr);
        let level = if wrapped { POSTFIX } else { self.level(expr) };
        let parentheses = level < minimum || (level > 0 && minimum > 0 && minimum < POSTFIX && self.one_in(12));
        let parentheses = parentheses && !has_let(expr);
        if parentheses {
            self.write("(");
        }
        if wrapped {
            self.note(Construct::UnsafeBlock);
            self.write("unsafe { ");
            self.unsafety += 1;
        }
        self.bare(expr);
        if wrapped {
            self.unsafety -= 1;
            self.write(" }");
        }
        if parentheses {
            self.write(")");
        }
    }

    fn level(&self, expr: &Expr) -> u8 {
        match &expr.kind {
            ExprKind::Int(bits, _, clear) => match &expr.ty {
                Type::Int(int) if !clear && *int != super::super::ast::IntType::I64 => CAST,
                Type::Int(int) if int.signed && *bits >> (int.bits - 1) & 1 == 1 => UNARY,
                _ => POSTFIX,
            },
            ExprKind::Float(number, clear) => match &expr.ty {
                Type::F32 if !clear => CAST,
                _ if number.is_sign_negative() => UNARY,
                _ => POSTFIX,
            },
            ExprKind::Use(_, true) | ExprKind::Ref(_, false) | ExprKind::Mut(_) => UNARY,
            ExprKind::Negate(_, guard) if guard.get() => ADD,
            ExprKind::Negate(..) | ExprKind::Not(_) => UNARY,
            ExprKind::Binary(operator, ..) => level(*operator),
            ExprKind::Compare(..) | ExprKind::IsNull(_) => COMPARE,
            ExprKind::Both(..) | ExprKind::Fits(..) => BOTH,
            ExprKind::Either(..) => EITHER,
            ExprKind::Cast(_) | ExprKind::PointerTo(..) => CAST,
            ExprKind::Join(..) => ADD,
            ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::RawText(_)
            | ExprKind::CText(_)
            | ExprKind::Use(_, false)
            | ExprKind::Ref(_, true)
            | ExprKind::Lent(_)
            | ExprKind::Call(..)
            | ExprKind::Struct(..)
            | ExprKind::Union(..)
            | ExprKind::Tuple(_)
            | ExprKind::Array(_)
            | ExprKind::Repeat(..)
            | ExprKind::If(..)
            | ExprKind::Match(..)
            | ExprKind::Block(_)
            | ExprKind::Interpolate(_)
            | ExprKind::Length(_)
            | ExprKind::IsEmpty(_)
            | ExprKind::FromC(_)
            | ExprKind::CString(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            | ExprKind::OffsetOf(..)
            | ExprKind::Null
            | ExprKind::Offset(..)
            | ExprKind::FunctionName(_)
            | ExprKind::Replace(..) => POSTFIX,
        }
    }

    /// Whether an expression itself is unsafe, apart from its parts.
    pub(super) fn is_unsafe(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Use(place, _) => self.is_unsafe_place(place),
            ExprKind::Call(Callee::Function(function) | Callee::Method(function), ..) => {
                self.tree.functions[*function].kind == FunctionKind::Unsafe
            }
            ExprKind::Call(Callee::Pointer(_) | Callee::C(_), ..) | ExprKind::FromC(_) => true,
            _ => false,
        }
    }

    fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(bits, radix, clear) => self.integer(&expr.ty, *bits, *radix, *clear),
            ExprKind::Float(number, clear) => self.float(&expr.ty, *number, *clear),
            ExprKind::Bool(truth) => {
                self.note(Construct::Bool);
                self.write(if *truth { "true" } else { "false" });
            }
            ExprKind::Text(text) => {
                self.note(Construct::TextLiteral);
                self.write(&format!("\"{}\"", escaped(text)));
            }
            ExprKind::RawText(lines) => self.raw_text(lines),
            ExprKind::CText(text) => {
                self.note(Construct::CTextLiteral);
                self.write(&format!("c\"{text}\""));
            }
            ExprKind::Use(place, word) => self.use_place(place, &expr.ty, *word),
            ExprKind::Ref(place, silent) => {
                self.note(if *silent { Construct::SilentRef } else { Construct::WrittenRef });
                self.write(if *silent { "" } else { "ref " });
                self.place(place);
            }
            ExprKind::Mut(place) => {
                self.write("mut ");
                self.place(place);
            }
            ExprKind::Lent(call) => self.expr(call, POSTFIX),
            ExprKind::Negate(value, guard) => {
                self.mark(expr.id);
                self.negate(value, guard.get());
            }
            ExprKind::Not(value) => {
                self.note(if value.ty == Type::Bool { Construct::Not } else { Construct::BitNot });
                self.write("!");
                self.expr(value, UNARY);
            }
            ExprKind::Binary(operator, left, right, guard) => {
                self.mark(expr.id);
                self.note_operator(*operator, &expr.ty);
                if guard.get() {
                    self.guarded_operation(*operator, &expr.ty, right, |printer, minimum| printer.expr(left, minimum));
                } else {
                    self.infix(symbol(*operator), level(*operator), left, right);
                }
            }
            ExprKind::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            ExprKind::Both(left, right) => {
                self.note(Construct::And);
                self.infix("&&", BOTH, left, right);
            }
            ExprKind::Either(left, right) => {
                self.note(Construct::Or);
                self.infix("||", EITHER, left, right);
            }
            ExprKind::Cast(value) => {
                self.note_cast(&value.ty, &expr.ty);
                self.expr(value, CAST);
                self.write(" as ");
                self.ty(&expr.ty);
            }
            ExprKind::Call(callee, arguments, order) => self.call(callee, arguments, order.as_deref()),
            ExprKind::Struct(index, fields, order) => {
                let structure = &self.tree.structs[*index];
                self.note(if order.is_some() { Construct::StructNamed } else { Construct::StructPositional });
                self.write(&structure.name);
                let names: Vec<&str> = structure.fields.iter().map(|(name, _)| name.as_str()).collect();
                self.arguments(fields, order.as_deref(), &names);
            }
            ExprKind::Union(union, field, value) => {
                let union = &self.tree.unions[*union];
                self.write(&format!("{}({}: ", union.name, union.fields[*field].0));
                self.expr(value, 0);
                self.write(")");
            }
            ExprKind::Tuple(parts) => {
                self.note(Construct::Tuple);
                self.arguments(parts, None, &[]);
            }
            ExprKind::Array(parts) => {
                self.write("[");
                self.list(parts, |printer, part| printer.expr(part, 0));
                self.write("]");
            }
            ExprKind::Repeat(value, count) => {
                self.note(Construct::ArrayRepeat);
                self.write("[");
                self.expr(value, 0);
                self.write(&format!("; {count}]"));
            }
            ExprKind::If(condition, then, other) => {
                self.note(Construct::IfValue);
                self.write("if ");
                self.expr(condition, 0);
                self.write(" ");
                self.block(then);
                self.write(" else ");
                self.block(other);
            }
            ExprKind::Block(block) => {
                self.note(Construct::BlockValue);
                self.block(block);
            }
            ExprKind::Join(left, right) => {
                self.note(Construct::JoinTexts);
                self.infix("+", ADD, left, right);
            }
            ExprKind::Interpolate(parts) => self.interpolate(parts),
            ExprKind::Length(text) => self.text_method(text, "length", Construct::TextLength),
            ExprKind::IsEmpty(text) => self.text_method(text, "is_empty", Construct::TextIsEmpty),
            ExprKind::CString(text) => self.text_method(text, "c_string", Construct::CString),
            ExprKind::FromC(text) => {
                self.note(Construct::FromC);
                self.write("String.from_c(");
                self.expr(text, 0);
                self.write(")");
            }
            ExprKind::SizeOf(ty) => self.query("size_of", ty, Construct::SizeOf),
            ExprKind::AlignOf(ty) => self.query("align_of", ty, Construct::AlignOf),
            ExprKind::OffsetOf(index, field) => {
                self.note(Construct::OffsetOf);
                let structure = &self.tree.structs[*index];
                self.write(&format!("offset_of[{}](\"{}\")", structure.name, structure.fields[*field].0));
            }
            ExprKind::PointerTo(place, to_element) => self.pointer_to(place, *to_element),
            ExprKind::Null => {
                self.note(Construct::PointerNull);
                self.write("Pointer.null()");
            }
            ExprKind::Offset(pointer, count) => {
                self.note(Construct::PointerOffset);
                self.expr(pointer, POSTFIX);
                self.write(".offset(");
                self.expr(count, 0);
                self.write(")");
            }
            ExprKind::IsNull(pointer) => {
                self.note(Construct::PointerCompare);
                self.expr(pointer, COMPARE + 1);
                self.write(" == Pointer.null()");
            }
            ExprKind::FunctionName(function) => {
                let name = &self.tree.functions[*function].name;
                self.write(name);
            }
            ExprKind::Replace(place, value) => {
                self.note(Construct::Replace);
                self.write("replace(mut ");
                self.place(place);
                self.write(", ");
                self.expr(value, 0);
                self.write(")");
            }
            ExprKind::Fits(pattern, scrutinee) => self.let_condition(pattern, scrutinee),
            ExprKind::Match(scrutinee, arms) => {
                self.note(Construct::MatchValue);
                self.matched(scrutinee, arms);
            }
        }
    }

    fn infix(&mut self, symbol: &str, level: u8, left: &Expr, right: &Expr) {
        self.expr(left, level);
        self.write(&format!(" {symbol} "));
        self.expr(right, level + 1);
    }

    /// An operation that stays within range, as the model evaluates it.
    pub(super) fn guarded_operation(
        &mut self,
        operator: Operator,
        ty: &Type,
        right: &Expr,
        left: impl FnOnce(&mut Self, u8),
    ) {
        left(self, level(operator));
        match operator {
            Operator::Divide | Operator::Remainder => {
                self.write(&format!(" {} (", symbol(operator)));
                self.expr(right, level(Operator::And));
                self.write(" & 15 | 1)");
            }
            Operator::ShiftLeft | Operator::ShiftRight => {
                self.write(&format!(" {} (", symbol(operator)));
                self.expr(right, level(Operator::And));
                let Type::Int(int) = ty else {
                    panic!("only integers are shifted");
                };
                self.write(&format!(" & {})", int.bits - 1));
            }
            Operator::Add | Operator::Subtract | Operator::Multiply => {
                self.write(&format!(" {}% ", symbol(operator)));
                self.expr(right, level(operator) + 1);
            }
            Operator::AddWrapping
            | Operator::SubtractWrapping
            | Operator::MultiplyWrapping
            | Operator::And
            | Operator::Or
            | Operator::Xor => {
                self.write(&format!(" {} ", symbol(operator)));
                self.expr(right, level(operator) + 1);
            }
        }
    }

    fn negate(&mut self, value: &Expr, guarded: bool) {
        self.note(Construct::Negate);
        if guarded {
            self.write("0 -% ");
            return self.expr(value, MULTIPLY);
        }
        self.write("-");
        let negative = self.level(value) == UNARY;
        self.expr(value, if negative { POSTFIX } else { UNARY });
    }

    fn compare(&mut self, comparison: Comparison, left: &Expr, right: &Expr) {
        let (symbol, construct) = match comparison {
            Comparison::Equal => ("==", Construct::Equal),
            Comparison::NotEqual => ("!=", Construct::NotEqual),
            Comparison::Less => ("<", Construct::Less),
            Comparison::LessEqual => ("<=", Construct::LessEqual),
            Comparison::Greater => (">", Construct::Greater),
            Comparison::GreaterEqual => (">=", Construct::GreaterEqual),
        };
        self.note(construct);
        match &left.ty {
            Type::Text => self.note(Construct::CompareTexts),
            Type::Tuple(_) | Type::Array(..) => self.note(Construct::CompareParts),
            _ => {}
        }
        self.expr(left, COMPARE + 1);
        self.write(&format!(" {symbol} "));
        self.expr(right, COMPARE + 1);
    }

    fn call(&mut self, callee: &Callee, arguments: &[Expr], order: Option<&[usize]>) {
        if self.in_constant {
            self.note(Construct::ConstantCall);
        }
        match callee {
            Callee::Function(index) => {
                let function = self.tree.functions[*index].clone();
                if self.function.is_some_and(|running| std::ptr::eq(running, &*function)) {
                    self.note(Construct::Recursion);
                }
                if let FunctionKind::Method(of, Receiver::Static) = function.kind {
                    self.write(&format!("{}.", self.tree.structs[of].name));
                }
                self.write(&function.name);
                let names: Vec<&str> =
                    function.variables[..function.parameters].iter().map(|parameter| parameter.name.as_str()).collect();
                self.arguments(arguments, order, &names);
            }
            Callee::Method(index) => {
                let function = self.tree.functions[*index].clone();
                let (receiver, rest) = arguments.split_first().expect("a method has a receiver");
                match &receiver.kind {
                    ExprKind::Ref(place, _) | ExprKind::Mut(place) => self.place(place),
                    _ => self.expr(receiver, POSTFIX),
                }
                self.write(&format!(".{}", function.name));
                self.arguments(rest, None, &[]);
            }
            Callee::Pointer(pointer) => {
                self.note(Construct::CallThroughPointer);
                self.expr(pointer, POSTFIX);
                self.arguments(arguments, None, &[]);
            }
            Callee::C(CFunction::StrLen) => {
                self.note(Construct::StrLen);
                self.write("strlen");
                self.arguments(arguments, None, &[]);
            }
            Callee::C(CFunction::SquareRoot) => {
                self.note(Construct::SquareRoot);
                self.write("sqrt");
                self.arguments(arguments, None, &[]);
            }
        }
    }

    fn arguments(&mut self, arguments: &[Expr], order: Option<&[usize]>, names: &[&str]) {
        self.write("(");
        match order {
            Some(order) => {
                self.note(Construct::NamedArguments);
                self.list(order, |printer, index| {
                    printer.write(&format!("{}: ", names[*index]));
                    printer.expr(&arguments[*index], 0);
                });
            }
            None => self.list(arguments, |printer, argument| printer.expr(argument, 0)),
        }
        self.write(")");
    }

    fn use_place(&mut self, place: &Place, ty: &Type, word: bool) {
        if self.tree.is_owner(ty) {
            self.note(match (&place.root, place.steps.is_empty()) {
                (Root::Value(_), _) => Construct::MoveOutOfTemporary,
                (_, true) => Construct::Move,
                (_, false) => Construct::PartialMove,
            });
        }
        if word {
            self.note(Construct::WrittenMove);
            self.write("move ");
        }
        if self.through_union(place) {
            self.note(Construct::UnionRead);
        }
        match place.root {
            Root::Pointed(..) => self.note(Construct::PointerRead),
            Root::Constant(constant) if self.tree.constants[constant].mutable => self.note(Construct::GlobalRead),
            Root::Constant(_) | Root::Variable(_) | Root::Value(_) => {}
        }
        self.place(place);
    }

    pub(super) fn place(&mut self, place: &Place) {
        self.mark(place.id);
        let mut steps = place.steps.as_slice();
        match &place.root {
            Root::Variable(variable) => {
                let is_self = *variable == 0 && self.has_self();
                match steps.split_first() {
                    Some((Step::Field(field), rest)) if is_self && self.one_in(2) => {
                        self.note(Construct::FieldOfSelf);
                        self.write("@");
                        let name = self.field_name(&place.root_type, *field);
                        self.write(&name);
                        steps = rest;
                    }
                    _ => self.variable(*variable),
                }
            }
            Root::Constant(constant) => self.write(&self.tree.constants[*constant].name),
            Root::Value(value) => self.expr(value, POSTFIX),
            Root::Pointed(pointer, index) => {
                self.expr(pointer, POSTFIX);
                self.write("[");
                self.expr(index, 0);
                self.write("]");
            }
        }
        let skipped = place.steps.len() - steps.len();
        for (index, step) in place.steps.iter().enumerate().skip(skipped) {
            match step {
                Step::Field(field) => {
                    let ty = self.type_after(place, index);
                    let name = self.field_name(&ty, *field);
                    self.write(&format!(".{name}"));
                }
                Step::Index(at, guard) => {
                    self.write("[");
                    if guard.get() {
                        self.expr(at, level(Operator::And));
                        let Type::Array(_, length) = self.type_after(place, index) else {
                            panic!("only arrays are indexed");
                        };
                        self.write(&format!(" & {}", index_mask(length)));
                    } else {
                        self.expr(at, 0);
                    }
                    self.write("]");
                }
            }
        }
    }

    fn interpolate(&mut self, parts: &[Part]) {
        self.note(Construct::Interpolation);
        self.write("\"");
        for part in parts {
            match part {
                Part::Text(text) => self.write(&escaped(text)),
                Part::Value(value) => {
                    self.write("${");
                    self.expr(value, 0);
                    self.write("}");
                }
            }
        }
        self.write("\"");
    }

    fn text_method(&mut self, text: &Expr, name: &str, construct: Construct) {
        self.note(construct);
        self.expr(text, POSTFIX);
        self.write(&format!(".{name}()"));
    }

    fn query(&mut self, name: &str, ty: &Type, construct: Construct) {
        self.note(construct);
        self.write(&format!("{name}["));
        self.ty(ty);
        self.write("]()");
    }

    fn pointer_to(&mut self, place: &Place, to_element: bool) {
        self.note(Construct::PointerTo);
        let ty = self.place_type(place);
        self.write("mut ");
        self.place(place);
        self.write(" as Pointer[");
        self.ty(&ty);
        self.write("]");
        if let Type::Array(element, _) = &ty
            && to_element
        {
            self.write(" as Pointer[");
            self.ty(element);
            self.write("]");
        }
    }
}

/// A text between quotes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '$' => out.push_str("\\$"),
            other => out.push(other),
        }
    }
    out
}
