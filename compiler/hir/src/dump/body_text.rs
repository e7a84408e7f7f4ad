//! A body as text. Locals are shown with their number, since names may be declared again.

use source::Db;

use crate::arena::List;
use crate::{
    Body, Closure, Expression, ExpressionId, InterpolationPart, LocalId, LogicalOperator, Name, Pattern, PatternId,
    Statement, UnaryOperator,
};

/// Writes the body, indented by one step.
pub(super) fn write(db: &dyn Db, body: &Body, text: &mut String) {
    Writer { db, body, text }.expression(body.root, 1, "");
}

struct Writer<'body> {
    db: &'body dyn Db,
    body: &'body Body,
    text: &'body mut String,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, role: &str, what: &str) {
        let space = match role {
            "" => "",
            "=" | "->" => " ",
            _ => ": ",
        };
        self.text.push_str(&format!("{:1$}{role}{space}{what}\n", "", depth * 2));
    }

    fn local(&self, local: LocalId) -> String {
        let declared = self.body[local];
        let mutable = if declared.is_mutable { "mut " } else { "" };
        format!("{mutable}{}{local:?}", declared.name)
    }

    fn expression(&mut self, id: ExpressionId, depth: usize, role: &str) {
        let body = self.body;
        let below = depth + 1;
        match body[id] {
            Expression::Missing => self.line(depth, role, "missing"),
            Expression::Bool(value) => self.line(depth, role, &value.to_string()),
            Expression::Integer(value) => self.line(depth, role, &body[value].to_string()),
            Expression::Float(value) => {
                self.line(depth, role, &format!("{:?}", f64::from_bits(body[value].double_bits)))
            }
            Expression::String(value) => self.line(depth, role, &format!("{:?}", body[value])),
            Expression::CString(value) => self.line(depth, role, &format!("c{:?}", body[value])),
            Expression::Interpolation(parts) => {
                self.line(depth, role, "interpolation");
                for part in body.parts(parts) {
                    match *part {
                        InterpolationPart::Text(value) => self.line(below, "", &format!("{:?}", body[value])),
                        InterpolationPart::Value(value, None) => self.expression(value, below, ""),
                        InterpolationPart::Value(value, Some(format)) => {
                            self.expression(value, below, &format!("{format:?} "));
                        }
                    }
                }
            }
            Expression::Local(local) => {
                let shown = format!("{}{local:?}", body[local].name);
                self.line(depth, role, &shown);
            }
            Expression::Item(item) => self.line(depth, role, &item.path(self.db)),
            Expression::Case { item, index } => self.line(depth, role, &format!("{} case {index}", item.path(self.db))),
            Expression::BuiltinFunction(builtin) => self.line(depth, role, builtin.text()),
            Expression::BuiltinType(builtin) => self.line(depth, role, builtin.text()),
            Expression::GenericParameter { item, index } => {
                self.line(depth, role, &format!("{} parameter {index}", item.path(self.db)));
            }
            Expression::SelfType => self.line(depth, role, "Self"),
            Expression::Instantiate { base, arguments } => {
                let arguments = self.types(arguments);
                self.line(depth, role, &format!("instantiate [{arguments}]"));
                self.expression(base, below, "");
            }
            Expression::Call { callee, arguments } => {
                self.line(depth, role, "call");
                self.expression(callee, below, "");
                self.arguments(arguments, below);
            }
            Expression::MethodCall { receiver, name, arguments } => {
                let types = self.types(body.method_type_arguments(id));
                let types = if types.is_empty() { types } else { format!("[{types}]") };
                self.line(depth, role, &format!("call method {name}{types}"));
                self.expression(receiver, below, "");
                self.arguments(arguments, below);
            }
            Expression::Assign { place, operator, value } => {
                let operator = operator.map_or(String::new(), |operator| format!(" {operator:?}"));
                self.line(depth, role, &format!("assign{operator}"));
                self.expression(place, below, "");
                self.expression(value, below, "");
            }
            Expression::Borrow { mutable: false, place } => self.one(depth, role, "ref", place),
            Expression::Borrow { mutable: true, place } => self.one(depth, role, "mut", place),
            Expression::Move(place) => self.one(depth, role, "move", place),
            Expression::Try(value) => self.one(depth, role, "try", value),
            Expression::Throw(value) => self.one(depth, role, "throw", value),
            Expression::Unsafe(block) => self.one(depth, role, "unsafe", block),
            Expression::Block { statements, tail } => self.block(statements, tail, depth, role),
            Expression::If { condition, then, otherwise } => {
                self.line(depth, role, "if");
                self.expression(condition, below, "");
                self.expression(then, below, "then");
                self.optional(otherwise, below, "else");
            }
            Expression::LetCondition { pattern, value } => {
                self.line(depth, role, "let");
                self.pattern(pattern, below);
                self.expression(value, below, "=");
            }
            Expression::While { condition, body: inner } => {
                self.line(depth, role, &format!("while {id:?}"));
                self.expression(condition, below, "");
                self.expression(inner, below, "");
            }
            Expression::Loop(inner) => self.one(depth, role, &format!("loop {id:?}"), inner),
            Expression::For { pattern, iterable, body: inner } => {
                self.line(depth, role, &format!("for {id:?}"));
                self.pattern(pattern, below);
                self.expression(iterable, below, "in");
                self.expression(inner, below, "");
            }
            Expression::Range { start, end, inclusive } => {
                self.line(depth, role, if inclusive { "range inclusive" } else { "range" });
                self.optional(start, below, "start");
                self.optional(end, below, "end");
            }
            Expression::Match { scrutinee, arms } => {
                self.line(depth, role, "match");
                self.expression(scrutinee, below, "");
                for arm in body.arms(arms) {
                    self.line(below, "", "case");
                    self.pattern(arm.pattern, below + 1);
                    self.optional(arm.guard, below + 1, "if");
                    self.expression(arm.body, below + 1, "->");
                }
            }
            Expression::Closure(closure) => self.closure(body[closure], depth, role),
            Expression::Break(target) => self.line(depth, role, &format!("break {target:?}")),
            Expression::Continue(target) => self.line(depth, role, &format!("continue {target:?}")),
            Expression::Return(value) => {
                self.line(depth, role, "return");
                self.optional(value, below, "");
            }
            _ => {
                self.line(depth, role, &self.operation(id));
                body.each_operand(id, |operand| self.expression(operand, below, ""));
            }
        }
    }

    /// What a part or an operation does with its operands.
    fn operation(&self, id: ExpressionId) -> String {
        match self.body[id] {
            Expression::Field { name, .. } => format!("field {name}"),
            Expression::TupleField { index, .. } => format!("field {index}"),
            Expression::Unary { operator: UnaryOperator::Negate, .. } => "-".to_owned(),
            Expression::Unary { operator: UnaryOperator::Not, .. } => "!".to_owned(),
            Expression::Binary { operator, .. } => format!("{operator:?}"),
            Expression::Logical { operator: LogicalOperator::And, .. } => "&&".to_owned(),
            Expression::Logical { operator: LogicalOperator::Or, .. } => "||".to_owned(),
            Expression::Cast { target, .. } => format!("as {}", self.body.types.display(target)),
            named => {
                let shown = format!("{named:?}");
                let end = shown.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(shown.len());
                shown[..end].to_lowercase()
            }
        }
    }

    fn one(&mut self, depth: usize, role: &str, what: &str, inner: ExpressionId) {
        self.line(depth, role, what);
        self.expression(inner, depth + 1, "");
    }

    fn optional(&mut self, expression: Option<ExpressionId>, depth: usize, role: &str) {
        if let Some(expression) = expression {
            self.expression(expression, depth, role);
        }
    }

    fn arguments(&mut self, arguments: List, depth: usize) {
        for argument in self.body.arguments(arguments) {
            let name = argument.name.map(Name::text).unwrap_or_default();
            self.expression(argument.value, depth, &name);
        }
    }

    fn types(&self, types: List) -> String {
        let shown: Vec<_> = self.body.types.list(types).iter().map(|each| self.body.types.display(*each)).collect();
        shown.join(", ")
    }

    fn block(&mut self, statements: List, tail: Option<ExpressionId>, depth: usize, role: &str) {
        self.line(depth, role, "block");
        for statement in self.body.statements(statements) {
            match self.body[statement] {
                Statement::Expression(expression) => self.expression(expression, depth + 1, ""),
                Statement::Let { pattern, type_reference, initialiser, otherwise } => {
                    let written = type_reference.map_or(String::new(), |written| self.body.types.display(written));
                    self.line(depth + 1, "", format!("let {written}").trim_end());
                    self.pattern(pattern, depth + 2);
                    self.optional(initialiser, depth + 2, "=");
                    self.optional(otherwise, depth + 2, "else");
                }
            }
        }
        self.optional(tail, depth + 1, "value");
    }

    fn closure(&mut self, closure: Closure, depth: usize, role: &str) {
        self.line(depth, role, if closure.is_move { "closure move" } else { "closure" });
        for parameter in self.body.closure_parameters(closure.parameters) {
            self.pattern(parameter.pattern, depth + 1);
            if let Some(written) = parameter.type_reference {
                let written = self.body.types.display(written);
                self.line(depth + 2, "", &written);
            }
        }
        if let Some(result) = closure.result {
            let result = self.body.types.display(result);
            self.line(depth + 1, "->", &result);
        }
        self.expression(closure.body, depth + 1, "");
    }

    fn pattern(&mut self, id: PatternId, depth: usize) {
        let body = self.body;
        match body[id] {
            Pattern::Missing => self.line(depth, "", "missing"),
            Pattern::Wildcard => self.line(depth, "", "_"),
            Pattern::Binding(local) => {
                let shown = self.local(local);
                self.line(depth, "", &shown);
            }
            Pattern::Literal(literal) => self.expression(literal, depth, ""),
            Pattern::Range { start, end, inclusive } => {
                self.line(depth, "", if inclusive { "range inclusive" } else { "range" });
                self.expression(start, depth + 1, "");
                self.expression(end, depth + 1, "");
            }
            Pattern::Path { path, arguments, has_rest } => {
                let names: Vec<_> = body[path].names.iter().map(|name| name.text()).collect();
                let rest = if has_rest { " .." } else { "" };
                self.line(depth, "", &format!("case {}{rest}", names.join(".")));
                for argument in body.pattern_arguments(arguments) {
                    if let Some(name) = argument.name {
                        self.line(depth + 1, "", &format!("{name}:"));
                    }
                    self.pattern(argument.pattern, depth + 1);
                }
            }
            Pattern::Tuple(parts) => self.patterns(depth, "tuple", parts),
            Pattern::Array(parts) => self.patterns(depth, "array", parts),
            Pattern::Rest(None) => self.line(depth, "", ".."),
            Pattern::Rest(Some(local)) => {
                let shown = self.local(local);
                self.line(depth, ".. as", &shown);
            }
            Pattern::Or(parts) => self.patterns(depth, "or", parts),
            Pattern::As { pattern, local } => {
                let shown = self.local(local);
                self.line(depth, "as", &shown);
                self.pattern(pattern, depth + 1);
            }
        }
    }

    fn patterns(&mut self, depth: usize, what: &str, parts: List) {
        self.line(depth, "", what);
        for &part in self.body.pattern_list(parts) {
            self.pattern(part, depth + 1);
        }
    }
}
