//! The half of the language: values made and checked as its programs do it. Must not know how C sees them.

use std::fmt::Write;

use super::types::{Access, Body, Kind, Number, Signature, Type};
use super::values::{Call, Value};
use super::{Exchange, Program, Returned};

/// Where what a borrow leads to is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Storage {
    /// In variables of the function that lends it.
    Local,
    /// In constants and globals, since it is given back.
    Static,
}

/// `program.lang`.
pub fn file(program: &Program) -> String {
    let mut writer = Writer { program, items: String::new(), next: 0 };
    writer.declarations();
    let mut calls = String::new();
    let mut declared = String::new();
    for (number, function) in program.functions.iter().enumerate() {
        let result = writer.result(function.result.as_ref());
        let parameters = writer.parameters(&function.parameters);
        let _ = writeln!(declared, "  fn g{number}({parameters}){result}");
        let body = writer.callee(&function.parameters, function.result.as_ref(), &function.inwards);
        let _ = writeln!(writer.items, "extern fn f{number}({parameters}){result} {{\n{body}}}");
        let body = writer.caller(number, &function.parameters, function.result.as_ref(), &function.outwards);
        let _ = writeln!(writer.items, "fn calls{number} {{\n{body}}}");
        let _ = writeln!(calls, "  calls{number}()");
    }
    format!(
        "{}extern {{\n{declared}  fn c_half\n}}\nfn main {{\n  unsafe {{ c_half() }}\n{calls}  println(\"done\")\n}}\n",
        writer.items
    )
}

struct Writer<'a> {
    program: &'a Program,
    /// What stands outside of functions.
    items: String,
    next: usize,
}

impl Writer<'_> {
    fn fresh(&mut self, letter: &str) -> String {
        self.next += 1;
        format!("{letter}{}", self.next)
    }

    fn parameters(&self, types: &[Type]) -> String {
        let each = types.iter().enumerate().map(|(number, ty)| format!("p{number}: {}", self.program.text(ty)));
        each.collect::<Vec<_>>().join(", ")
    }

    fn result(&self, ty: Option<&Type>) -> String {
        ty.map(|ty| format!(" -> {}", self.program.text(ty))).unwrap_or_default()
    }

    fn declarations(&mut self) {
        for declared in &self.program.declared {
            let word = declared.place.word();
            let name = &declared.name;
            if let Some(attribute) = declared.attribute {
                let _ = writeln!(self.items, "@[{attribute}]");
            }
            let text = match &declared.body {
                Body::Structure(fields) => {
                    let fields = fields.iter().enumerate();
                    let fields: String =
                        fields.map(|(at, ty)| format!("  pub let @f{at}: {}\n", self.program.text(ty))).collect();
                    format!("type {word}{name} {{\n{fields}}}")
                }
                Body::Enum { cases, has_names } => {
                    let part = |(at, ty): (usize, &Type)| match has_names {
                        true => format!("p{at}: {}", self.program.text(ty)),
                        false => self.program.text(ty),
                    };
                    let mut text = String::new();
                    for (at, parts) in cases.iter().enumerate() {
                        let parts: Vec<String> = parts.iter().enumerate().map(part).collect();
                        let list = if parts.is_empty() { String::new() } else { format!("({})", parts.join(", ")) };
                        let _ = writeln!(text, "  case C{at}{list}");
                    }
                    format!("type {word}enum {name} {{\n{text}}}")
                }
                Body::Integers(number, tags) => {
                    let tags = tags.iter().enumerate().map(|(at, tag)| format!("  case C{at} = {tag}\n"));
                    format!("type {word}enum {name}: {} {{\n{}}}", number.text(), tags.collect::<String>())
                }
            };
            let _ = writeln!(self.items, "{text}");
        }
        for interface in &self.program.interfaces {
            let methods = interface.methods.iter().enumerate();
            let methods: String =
                methods.map(|(at, method)| format!("  {}\n", self.method(at, method, interface.is_mut))).collect();
            let _ = writeln!(self.items, "trait {} {{\n{methods}}}", interface.name);
        }
    }

    fn method(&self, at: usize, method: &Signature, is_mut: bool) -> String {
        let (parameters, result) = (self.parameters(&method.parameters), self.result(method.result.as_ref()));
        format!("fn {}m{at}({parameters}){result}", if is_mut { "mut " } else { "" })
    }

    /// The body of a function that C calls.
    fn callee(&mut self, parameters: &[Type], result: Option<&Type>, exchange: &Exchange) -> String {
        let mut body = String::new();
        let mut places = Vec::new();
        for (index, (ty, value)) in parameters.iter().zip(&exchange.arguments).enumerate() {
            let is_lent = matches!(ty, Type::Borrow(..) | Type::Slice(..));
            let place = if self.program.facts(ty).mutable && !is_lent {
                let _ = writeln!(body, "let mut q{index} = p{index}");
                format!("q{index}")
            } else {
                format!("p{index}")
            };
            self.check(ty, value, &place, &mut body);
            places.push(place);
        }
        for ((place, ty), after) in places.iter().zip(parameters).zip(&exchange.afterwards) {
            match (ty, after) {
                (Type::Borrow(_, to), Some(Value::Behind(value))) => {
                    let value = self.make(to, value, Storage::Local, &mut body);
                    let _ = writeln!(body, "{place} = {value}");
                }
                (Type::Slice(_, element), Some(Value::Parts(values))) => {
                    for (at, value) in values.iter().enumerate() {
                        let value = self.make(element, value, Storage::Local, &mut body);
                        let _ = writeln!(body, "{place}[{at}] = {value}");
                    }
                }
                _ => {}
            }
        }
        match (&exchange.returned, result) {
            (Returned::Argument(index), _) => {
                let _ = writeln!(body, "return {}", places[*index]);
            }
            (Returned::Made(value), Some(ty)) => {
                let value = self.make(ty, value, Storage::Static, &mut body);
                let _ = writeln!(body, "return {value}");
            }
            (Returned::Made(_) | Returned::Nothing, _) => {}
        }
        body
    }

    /// The body of a function that calls C.
    fn caller(&mut self, number: usize, parameters: &[Type], result: Option<&Type>, exchange: &Exchange) -> String {
        let mut body = String::new();
        let mut written = Vec::new();
        for (ty, value) in parameters.iter().zip(&exchange.arguments) {
            written.push(self.make(ty, value, Storage::Local, &mut body));
        }
        let call = format!("unsafe {{ g{number}({}) }}", written.join(", "));
        let returned = match &exchange.returned {
            Returned::Argument(index) => Some(&exchange.arguments[*index]),
            Returned::Made(value) => Some(value),
            Returned::Nothing => None,
        };
        match (result, returned) {
            (Some(ty), Some(value)) => {
                let _ = writeln!(body, "{{\nlet mut r: {} = {call}", self.program.text(ty));
                self.check(ty, value, "r", &mut body);
                body.push_str("}\n");
            }
            _ => {
                let _ = writeln!(body, "{call}");
            }
        }
        for ((ty, argument), after) in parameters.iter().zip(&written).zip(&exchange.afterwards) {
            let place = argument.trim_start_matches("mut ").trim_end_matches("[..]");
            match (ty, after) {
                (Type::Borrow(_, to), Some(Value::Behind(value))) => self.check(to, value, place, &mut body),
                (Type::Slice(_, element), Some(Value::Parts(values))) => {
                    for (at, value) in values.iter().enumerate() {
                        self.check(element, value, &format!("{place}[{at}]"), &mut body);
                    }
                }
                _ => {}
            }
        }
        body
    }

    /// Writes what looks at a value.
    fn check(&mut self, ty: &Type, value: &Value, place: &str, out: &mut String) {
        let program = self.program;
        match (ty, value) {
            (_, Value::Case(case, parts)) => {
                let Some(cases) = program.cases(ty) else { return };
                let names: Vec<String> = parts.iter().map(|_| self.fresh("n")).collect();
                let list = if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
                let word = if program.facts(ty).mutable { "mut " } else { "" };
                let _ = writeln!(out, "match {word}{place} {{\ncase {}{list} -> {{", cases.names[*case]);
                for ((ty, value), name) in cases.payloads[*case].iter().zip(parts).zip(&names) {
                    self.check(ty, value, name, out);
                }
                out.push_str("}\n");
                if cases.names.len() > 1 {
                    out.push_str("case _ -> panic(\"another case\")\n");
                }
                out.push_str("}\n");
            }
            (Type::Number(number), Value::Number(value)) => {
                let _ = writeln!(out, "assert({place} == {})", literal(*number, *value));
            }
            (Type::Named(declared), Value::Parts(parts)) => {
                let Body::Structure(fields) = &program.declared[*declared].body else { return };
                for (at, (ty, value)) in fields.iter().zip(parts).enumerate() {
                    self.check(ty, value, &format!("{place}.f{at}"), out);
                }
            }
            (Type::Tuple(elements), Value::Parts(parts)) => {
                for (at, (ty, value)) in elements.iter().zip(parts).enumerate() {
                    self.check(ty, value, &format!("{place}.{at}"), out);
                }
            }
            (Type::Array(element, _) | Type::Slice(_, element), Value::Parts(parts)) => {
                let _ = writeln!(out, "assert({place}.length() == {})", parts.len());
                for (at, value) in parts.iter().enumerate() {
                    self.check(element, value, &format!("{place}[{at}]"), out);
                }
            }
            (Type::Borrow(_, to), Value::Behind(value)) => self.check(to, value, place, out),
            (Type::Text, Value::Text(text)) => {
                let _ = writeln!(out, "assert({place} == \"{text}\")");
            }
            (Type::Function(kind, signature), Value::Function(call)) => {
                let written = self.arguments(signature, call, out);
                let call_text = match kind {
                    Kind::Extern => format!("unsafe {{ ({place})({written}) }}"),
                    Kind::Ref | Kind::Mut | Kind::Owned => format!("({place})({written})"),
                };
                self.called(signature, call, &call_text, out);
            }
            (Type::Object(_, interface), Value::Object { methods, .. }) => {
                for (at, (method, call)) in program.interfaces[*interface].methods.iter().zip(methods).enumerate() {
                    let written = self.arguments(method, call, out);
                    self.called(method, call, &format!("{place}.m{at}({written})"), out);
                }
            }
            _ => unreachable!("{value:?} is no {ty:?}"),
        }
    }

    fn arguments(&mut self, signature: &Signature, call: &Call, out: &mut String) -> String {
        let pairs = signature.parameters.iter().zip(&call.arguments);
        let written: Vec<String> = pairs.map(|(ty, value)| self.make(ty, value, Storage::Local, out)).collect();
        written.join(", ")
    }

    fn called(&mut self, signature: &Signature, call: &Call, text: &str, out: &mut String) {
        match (&signature.result, &call.result) {
            (Some(ty), Some(value)) => {
                let name = self.fresh("r");
                let _ = writeln!(out, "let {name} = {text}");
                self.check(ty, value, &name, out);
            }
            _ => {
                let _ = writeln!(out, "{text}");
            }
        }
    }

    /// What makes a value; what must stand before is written to `out`.
    fn make(&mut self, ty: &Type, value: &Value, storage: Storage, out: &mut String) -> String {
        let program = self.program;
        match (ty, value) {
            (_, Value::Case(case, parts)) => {
                let Some(cases) = program.cases(ty) else { return String::new() };
                let types = &cases.payloads[*case];
                let parts: Vec<String> =
                    types.iter().zip(parts).map(|(ty, value)| self.make(ty, value, storage, out)).collect();
                let list = if parts.is_empty() { String::new() } else { format!("({})", parts.join(", ")) };
                let prefix =
                    if matches!(ty, Type::Named(_)) { format!("{}.", program.text(ty)) } else { String::new() };
                format!("{prefix}{}{list}", cases.names[*case])
            }
            (Type::Number(number), Value::Number(value)) => literal(*number, *value),
            (Type::Named(declared), Value::Parts(parts)) => {
                let Body::Structure(fields) = &program.declared[*declared].body else { return String::new() };
                let pairs = fields.iter().zip(parts);
                let parts: Vec<String> = pairs.map(|(ty, value)| self.make(ty, value, storage, out)).collect();
                format!("{}({})", program.text(ty), parts.join(", "))
            }
            (Type::Tuple(elements), Value::Parts(parts)) => {
                let pairs = elements.iter().zip(parts);
                let parts: Vec<String> = pairs.map(|(ty, value)| self.make(ty, value, storage, out)).collect();
                format!("({})", parts.join(", "))
            }
            (Type::Array(element, _), Value::Parts(parts)) => self.list(element, parts, storage, out),
            (Type::Slice(access, element), Value::Parts(parts)) => {
                let list = self.list(element, parts, storage, out);
                let array = Type::Array(element.clone(), parts.len());
                self.lend(*access, &program.text(&array), &list, "[..]", storage, out)
            }
            (Type::Borrow(access, to), Value::Behind(value)) => {
                let made = self.make(to, value, storage, out);
                self.lend(*access, &program.text(to), &made, "", storage, out)
            }
            (Type::Text, Value::Text(text)) => match storage {
                // One that is counted, if it does not leave.
                Storage::Local => self.lend(Access::Ref, "String", &format!("\"${{\"{text}\"}}\""), "", storage, out),
                Storage::Static => format!("ref \"{text}\""),
            },
            (Type::Function(kind, signature), Value::Function(call)) => {
                self.closure(ty, *kind, signature, call, storage, out)
            }
            (Type::Object(kind, interface), Value::Object { held, methods }) => {
                let name = self.fresh("Object");
                let made = format!("{name}({held})");
                self.implement(*interface, &name, *held, methods);
                match kind {
                    Kind::Ref => self.lend(Access::Ref, &name, &made, "", storage, out),
                    Kind::Mut => self.lend(Access::Mut, &name, &made, "", storage, out),
                    Kind::Owned | Kind::Extern => made,
                }
            }
            _ => unreachable!("{value:?} is no {ty:?}"),
        }
    }

    fn list(&mut self, element: &Type, parts: &[Value], storage: Storage, out: &mut String) -> String {
        let parts: Vec<String> = parts.iter().map(|value| self.make(element, value, storage, out)).collect();
        format!("[{}]", parts.join(", "))
    }

    /// Puts a value where it can be lent from, and lends it.
    fn lend(&mut self, access: Access, ty: &str, made: &str, part: &str, storage: Storage, out: &mut String) -> String {
        let name = self.fresh(if storage == Storage::Local { "v" } else { "PLACE" });
        let word = access.word();
        let mutable = if access == Access::Mut { "mut " } else { "" };
        let declaration = format!("let {mutable}{name}: {ty} = {made}\n");
        match storage {
            Storage::Local => out.push_str(&declaration),
            Storage::Static => self.items.push_str(&declaration),
        }
        match (storage, access) {
            (Storage::Static, Access::Mut) => format!("unsafe {{ {word} {name}{part} }}"),
            (Storage::Static, Access::Ref) | (Storage::Local, _) => format!("{word} {name}{part}"),
        }
    }

    fn closure(
        &mut self,
        ty: &Type,
        kind: Kind,
        signature: &Signature,
        call: &Call,
        storage: Storage,
        out: &mut String,
    ) -> String {
        let mut body = String::new();
        let captures = storage == Storage::Local && kind != Kind::Extern;
        if captures {
            let (captured, mutable) = (call.captured, if kind == Kind::Mut { "mut " } else { "" });
            let name = self.fresh("k");
            let _ = writeln!(out, "let {mutable}{name}: i64 = {captured}");
            let _ = writeln!(body, "assert({name} == {captured})");
            if kind == Kind::Mut {
                let _ = writeln!(body, "{name} += 1\n{name} -= 1");
            }
        }
        body.push_str(&self.code(signature, call));
        let (parameters, result) = (self.parameters(&signature.parameters), self.result(signature.result.as_ref()));
        let literal = format!("fn ({parameters}){result} {{\n{body}}}");
        match (kind, captures) {
            (Kind::Ref | Kind::Mut, true) => {
                let name = self.fresh("v");
                let _ = writeln!(out, "let {name}: {} = {literal}", self.program.text(ty));
                if kind == Kind::Mut { format!("mut {name}") } else { name }
            }
            (Kind::Ref | Kind::Mut, false) | (Kind::Owned | Kind::Extern, _) => literal,
        }
    }

    /// The body of a closure or method.
    fn code(&mut self, signature: &Signature, call: &Call) -> String {
        let mut body = String::new();
        for (index, (ty, value)) in signature.parameters.iter().zip(&call.arguments).enumerate() {
            self.check(ty, value, &format!("p{index}"), &mut body);
        }
        if let (Some(ty), Some(value)) = (&signature.result, &call.result) {
            let value = self.make(ty, value, Storage::Local, &mut body);
            let _ = writeln!(body, "return {value}");
        }
        body
    }

    /// A type that has a trait.
    fn implement(&mut self, interface: usize, name: &str, held: i64, calls: &[Call]) {
        let interface = &self.program.interfaces[interface];
        let mut methods = String::new();
        for (at, (method, call)) in interface.methods.iter().zip(calls).enumerate() {
            let body = self.code(method, call);
            let head = self.method(at, method, interface.is_mut);
            let _ = writeln!(methods, "{head} {{\nassert(@held == {held})\n{body}}}");
        }
        let _ = writeln!(self.items, "type copy {name} {{ let @held: i64 }}");
        let _ = writeln!(self.items, "impl {} for {name} {{\n{methods}}}", interface.name);
    }
}

/// A number as the language writes it.
fn literal(number: Number, value: i128) -> String {
    match number {
        Number::Bool => (value != 0).to_string(),
        Number::Integer { is_signed: true, .. } => value.to_string(),
        Number::Integer { is_signed: false, .. } => (value as u128).to_string(),
        Number::Float { .. } => format!("{:?}", value as f64 / 4.0),
    }
}
