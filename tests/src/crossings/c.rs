//! The half of C: values made and checked through the names of the header, as LANGUAGE.md lays them out.

use std::fmt::Write;

use super::types::{Body, Kind, Number, Signature, Type};
use super::values::{Call, Value};
use super::{Exchange, Function, Program, Returned, declare};

/// What stands at the beginning: environments, what ends them and counts that, and what ends what the other half made.
const PROLOGUE: &str = r#"#include "expect.h"
#include "program.h"

struct environment {
    void (*drop)(void *);
    int64_t captured;
};
static int64_t alive;
static void end_owned(void *it) {
    alive--;
    spoil(it, sizeof(struct environment));
    free(it);
}
static void *owned(int64_t captured) {
    struct environment *made = malloc(sizeof *made);
    *made = (struct environment){end_owned, captured};
    alive++;
    return made;
}
static void end_environment(void *environment) {
    if (environment && *(void (**)(void *))environment) (*(void (**)(void *))environment)(environment);
}
"#;

/// `program.c`.
pub fn file(program: &Program) -> String {
    let mut writer = Writer { program, items: PROLOGUE.to_string(), next: 0 };
    let mut calls = String::new();
    for (number, function) in program.functions.iter().enumerate() {
        writer.callee(number, function);
        let body = writer.caller(number, function);
        let _ = writeln!(writer.items, "static void calls{number}(void) {{\n{body}}}\n");
        let _ = writeln!(calls, "    calls{number}();");
    }
    format!("{}void c_half(void) {{\n{calls}    EXPECT(alive == 0);\n}}\n", writer.items)
}

struct Writer<'a> {
    program: &'a Program,
    /// What stands outside of the function that is written.
    items: String,
    next: usize,
}

/// Whether a value, or what is in it, changes its owner where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Given,
    Kept,
}

impl Writer<'_> {
    fn fresh(&mut self, letter: &str) -> String {
        self.next += 1;
        format!("{letter}{}", self.next)
    }

    /// A function that the language calls.
    fn callee(&mut self, number: usize, function: &Function) {
        let Exchange { arguments, afterwards, returned } = &function.outwards;
        let mut body = String::new();
        for (index, (ty, value)) in function.parameters.iter().zip(arguments).enumerate() {
            let is_returned = matches!(returned, Returned::Argument(argument) if *argument == index);
            let owner = if is_returned { Owner::Kept } else { Owner::Given };
            self.check(ty, value, &inside(ty, &format!("p{index}")), owner, &mut body);
        }
        for (index, (ty, after)) in function.parameters.iter().zip(afterwards).enumerate() {
            match (ty, after) {
                (Type::Borrow(_, to), Some(Value::Behind(value))) => {
                    self.fill(to, value, &format!("(*p{index})"), Owner::Given, &mut body);
                }
                (Type::Slice(_, element), Some(Value::Parts(values))) => {
                    for (at, value) in values.iter().enumerate() {
                        self.fill(element, value, &format!("p{index}.elements[{at}]"), Owner::Given, &mut body);
                    }
                }
                _ => {}
            }
        }
        for index in 0..arguments.len() {
            if !matches!(returned, Returned::Argument(argument) if *argument == index) {
                let _ = writeln!(body, "    spoil(&p{index}, sizeof p{index});");
            }
        }
        match (returned, &function.result) {
            (Returned::Argument(index), _) => {
                let _ = writeln!(body, "    return p{index};");
            }
            (Returned::Made(value), Some(ty)) => {
                let made = self.variable(ty, value, Owner::Given, &mut body);
                let _ = writeln!(body, "    return {made};");
            }
            (Returned::Made(_) | Returned::Nothing, _) => {}
        }
        let head =
            declare::head(self.program, &format!("g{number}"), &[], &function.parameters, function.result.as_ref());
        let _ = writeln!(self.items, "{head} {{\n{body}}}\n");
    }

    /// The body of a function that calls the language.
    fn caller(&mut self, number: usize, function: &Function) -> String {
        let Exchange { arguments, afterwards, returned } = &function.inwards;
        let mut body = String::new();
        let mut names = Vec::new();
        for (ty, value) in function.parameters.iter().zip(arguments) {
            names.push(self.variable(ty, value, Owner::Given, &mut body));
        }
        let call = format!("f{number}({})", names.join(", "));
        let returned = match returned {
            Returned::Argument(index) => Some(&arguments[*index]),
            Returned::Made(value) => Some(value),
            Returned::Nothing => None,
        };
        match (&function.result, returned) {
            (Some(ty), Some(value)) => {
                let name = self.fresh("r");
                let declared = declare::value(self.program, ty, &name);
                let _ = writeln!(body, "    {declared} = {call};");
                self.check(ty, value, &inside(ty, &name), Owner::Given, &mut body);
            }
            _ => {
                let _ = writeln!(body, "    {call};");
            }
        }
        for ((ty, name), (before, after)) in
            function.parameters.iter().zip(&names).zip(arguments.iter().zip(afterwards))
        {
            if self.program.facts(ty).is_plain() {
                // What was copied for the call is still there.
                self.check(ty, before, &inside(ty, name), Owner::Kept, &mut body);
            } else if let Some(after) = after {
                self.check(ty, after, name, Owner::Kept, &mut body);
            }
        }
        body
    }

    /// A variable that holds a value, with anything in its padding; its name.
    fn variable(&mut self, ty: &Type, value: &Value, owner: Owner, out: &mut String) -> String {
        let name = self.fresh("v");
        let declared = declare::value(self.program, ty, &name);
        let _ = writeln!(out, "    static {declared};\n    spoil(&{name}, sizeof {name});");
        self.fill(ty, value, &inside(ty, &name), owner, out);
        name
    }

    /// Writes statements that make a value at a place.
    fn fill(&mut self, ty: &Type, value: &Value, target: &str, owner: Owner, out: &mut String) {
        let program = self.program;
        if program.is_heap(ty) {
            let object = self.fresh("v");
            let Type::Named(number) = ty else { return };
            let name = &program.declared[*number].name;
            match owner {
                Owner::Given => {
                    let _ = writeln!(out, "    {name} *{object} = malloc(sizeof *{object});");
                }
                Owner::Kept => {
                    let _ = writeln!(out, "    static {name} {object}_;\n    {name} *{object} = &{object}_;");
                }
            }
            let _ = writeln!(out, "    spoil({object}, sizeof *{object});\n    {target} = {object};");
            return self.fill_object(ty, value, &format!("(*{object})"), owner, out);
        }
        self.fill_object(ty, value, target, owner, out);
    }

    fn fill_object(&mut self, ty: &Type, value: &Value, target: &str, owner: Owner, out: &mut String) {
        let program = self.program;
        match (ty, value) {
            (_, Value::Case(case, parts)) => {
                for (ty, place, value) in tag(program, ty, (*case, parts), target, Tag::Set, out) {
                    self.fill(ty, value, &place, owner, out);
                }
            }
            (Type::Number(number), Value::Number(value)) => {
                let _ = writeln!(out, "    {target} = {};", literal(*number, *value));
            }
            (Type::Named(_) | Type::Tuple(_) | Type::Array(..), Value::Parts(parts)) => {
                for (ty, place, value) in parts_of(program, ty, parts, target) {
                    self.fill(ty, value, &place, owner, out);
                }
            }
            (Type::Slice(_, element), Value::Parts(parts)) => {
                let name = self.fresh("v");
                // Where nothing is, the address is still none that is null.
                let declared = declare::declare(program, element, &format!("{name}[{}]", parts.len().max(1)));
                let _ = writeln!(
                    out,
                    "    static {declared};\n    {target}.elements = (void *){name};\n    {target}.length = {};",
                    parts.len()
                );
                for (at, value) in parts.iter().enumerate() {
                    self.fill(element, value, &format!("{name}[{at}]"), Owner::Kept, out);
                }
            }
            (Type::Borrow(_, to), Value::Behind(value)) => {
                let name = self.fresh("v");
                // A borrow of a heap type is the object's own address.
                if program.is_heap(to) {
                    return self.fill(to, value, target, Owner::Kept, out);
                }
                let declared = declare::declare(program, to, &name);
                let _ = writeln!(out, "    static {declared};\n    {target} = &{name};");
                self.fill(to, value, &name, Owner::Kept, out);
            }
            (Type::Text, Value::Text(text)) => {
                let (name, length) = (self.fresh("v"), text.len());
                let _ = writeln!(
                    out,
                    "    static struct {{ int64_t count, length; char bytes[{}]; }} {name} = {{1, {length}, \"{text}\"}};\n    \
                     {target} = (const lang_string *)&{name};",
                    length + 1
                );
            }
            (Type::Function(kind, signature), Value::Function(call)) => {
                let captured = (*kind != Kind::Extern).then_some(call.captured);
                let code = self.code(signature, call, captured);
                if *kind == Kind::Extern {
                    let _ = writeln!(out, "    {target} = {code};");
                } else {
                    let is_given = *kind == Kind::Owned && owner == Owner::Given;
                    let environment = self.environment(call.captured, is_given, out);
                    let _ = writeln!(out, "    {target}.code = {code};\n    {target}.environment = {environment};");
                }
            }
            (Type::Object(kind, interface), Value::Object { held, methods, .. }) => {
                let interface = &program.interfaces[*interface];
                let pairs = interface.methods.iter().zip(methods);
                let codes: Vec<String> = pairs.map(|(method, call)| self.code(method, call, Some(*held))).collect();
                let object = self.environment(*held, *kind == Kind::Owned && owner == Owner::Given, out);
                let (table, name) = (self.fresh("table"), &interface.name);
                let _ = writeln!(
                    out,
                    "    static const table_dyn_{name} {table} = {{end_owned, sizeof(struct environment), \
                     _Alignof(struct environment), {}}};\n    {target}.object = {object};\n    {target}.table = &{table};",
                    codes.join(", ")
                );
            }
            _ => unreachable!("{value:?} is no {ty:?}"),
        }
    }

    /// Writes statements that look at a value, and end it if it has been given away.
    fn check(&mut self, ty: &Type, value: &Value, place: &str, owner: Owner, out: &mut String) {
        if self.program.is_heap(ty) {
            let name = self.fresh("o");
            let declared = declare::declare(self.program, ty, &name);
            let _ = writeln!(out, "    {declared} = {place};\n    EXPECT({name} != 0);");
            self.check_object(ty, value, &format!("(*{name})"), owner, out);
            if owner == Owner::Given {
                let _ = writeln!(out, "    free({name});");
            }
            return;
        }
        self.check_object(ty, value, place, owner, out);
    }

    fn check_object(&mut self, ty: &Type, value: &Value, place: &str, owner: Owner, out: &mut String) {
        let program = self.program;
        match (ty, value) {
            (_, Value::Case(case, parts)) => {
                for (ty, place, value) in tag(program, ty, (*case, parts), place, Tag::Compare, out) {
                    self.check(ty, value, &place, owner, out);
                }
            }
            (Type::Number(number), Value::Number(value)) => {
                let _ = writeln!(out, "    EXPECT({place} == {});", literal(*number, *value));
            }
            (Type::Named(_) | Type::Tuple(_) | Type::Array(..), Value::Parts(parts)) => {
                for (ty, place, value) in parts_of(program, ty, parts, place) {
                    self.check(ty, value, &place, owner, out);
                }
            }
            (Type::Slice(_, element), Value::Parts(parts)) => {
                let _ = writeln!(out, "    EXPECT({place}.elements != 0 && {place}.length == {});", parts.len());
                for (at, value) in parts.iter().enumerate() {
                    self.check(element, value, &format!("{place}.elements[{at}]"), Owner::Kept, out);
                }
            }
            (Type::Borrow(_, to), Value::Behind(value)) => {
                let place = if program.is_heap(to) { place.to_string() } else { format!("(*{place})") };
                self.check(to, value, &place, Owner::Kept, out);
            }
            (Type::Text, Value::Text(text)) => {
                let length = text.len();
                let _ = writeln!(
                    out,
                    "    EXPECT({place}->length == {length} && !memcmp({place}->bytes, \"{text}\", {}));",
                    length + 1
                );
            }
            (Type::Function(Kind::Extern, signature), Value::Function(call)) => {
                self.call(signature, call, place, &[], out);
            }
            (Type::Function(kind, signature), Value::Function(call)) => {
                let environment = format!("{place}.environment");
                self.call(signature, call, &format!("{place}.code"), &[&environment], out);
                if *kind == Kind::Owned && owner == Owner::Given {
                    let _ = writeln!(out, "    end_environment({environment});");
                }
            }
            (Type::Object(kind, interface), Value::Object { methods, .. }) => {
                let object = format!("{place}.object");
                for (at, (method, call)) in program.interfaces[*interface].methods.iter().zip(methods).enumerate() {
                    self.call(method, call, &format!("{place}.table->m{at}"), &[&object], out);
                }
                let _ = writeln!(out, "    EXPECT({place}.table->align == 8 && {place}.table->size % 8 == 0);");
                if *kind == Kind::Owned && owner == Owner::Given {
                    let _ = writeln!(out, "    {place}.table->drop({object});");
                }
            }
            _ => unreachable!("{value:?} is no {ty:?}"),
        }
    }

    /// Writes a function that C's closures, pointers and tables lead to; its name. What it has captured stands in the
    /// environment, if it gets one.
    fn code(&mut self, signature: &Signature, call: &Call, captured: Option<i64>) -> String {
        let mut body = String::new();
        if let Some(captured) = captured {
            let held = integer(i128::from(captured), 64, true);
            let _ = writeln!(body, "    EXPECT(((struct environment *)environment)->captured == {held});");
        }
        for (index, (ty, value)) in signature.parameters.iter().zip(&call.arguments).enumerate() {
            self.check(ty, value, &inside(ty, &format!("p{index}")), Owner::Given, &mut body);
        }
        if let (Some(ty), Some(value)) = (&signature.result, &call.result) {
            let made = self.variable(ty, value, Owner::Given, &mut body);
            let _ = writeln!(body, "    return {made};");
        }
        let name = self.fresh("code");
        let first: &[&str] = if captured.is_some() { &["void *environment"] } else { &[] };
        let head = declare::head(self.program, &name, first, &signature.parameters, signature.result.as_ref());
        let _ = writeln!(self.items, "static {head} {{\n{body}}}\n");
        name
    }

    /// Calls what can be called, and looks at what it gives.
    fn call(&mut self, signature: &Signature, call: &Call, callee: &str, first: &[&str], out: &mut String) {
        let mut arguments: Vec<String> = first.iter().map(|word| (*word).to_string()).collect();
        for (ty, value) in signature.parameters.iter().zip(&call.arguments) {
            arguments.push(self.variable(ty, value, Owner::Given, out));
        }
        let text = format!("{callee}({})", arguments.join(", "));
        match (&signature.result, &call.result) {
            (Some(ty), Some(value)) => {
                let name = self.fresh("r");
                let declared = declare::value(self.program, ty, &name);
                let _ = writeln!(out, "    {declared} = {text};");
                self.check(ty, value, &inside(ty, &name), Owner::Given, out);
            }
            _ => {
                let _ = writeln!(out, "    {text};");
            }
        }
    }

    /// Where something captured lies.
    fn environment(&mut self, captured: i64, is_given: bool, out: &mut String) -> String {
        let captured = integer(i128::from(captured), 64, true);
        if is_given {
            return format!("owned({captured})");
        }
        let name = self.fresh("e");
        let _ = writeln!(out, "    static struct environment {name} = {{0, {captured}}};");
        format!("&{name}")
    }
}

/// An array stands in a structure where it is passed.
fn inside(ty: &Type, place: &str) -> String {
    if matches!(ty, Type::Array(..)) { format!("{place}.elements") } else { place.to_string() }
}

type Parts<'t, 'v> = Vec<(&'t Type, String, &'v Value)>;

/// Fields and elements, and where they are.
fn parts_of<'t, 'v>(program: &'t Program, ty: &'t Type, values: &'v [Value], place: &str) -> Parts<'t, 'v> {
    let each = |types: &'t [Type], path: &str| {
        let pairs = types.iter().zip(values).enumerate();
        pairs.map(|(at, (ty, value))| (ty, format!("{place}.{path}{at}"), value)).collect()
    };
    match ty {
        Type::Named(number) => match &program.declared[*number].body {
            Body::Structure(fields) => each(fields, "f"),
            Body::Enum { .. } | Body::Integers(..) => Vec::new(),
        },
        Type::Tuple(elements) => each(elements, "item"),
        Type::Array(element, _) => {
            values.iter().enumerate().map(|(at, value)| (&**element, format!("{place}[{at}]"), value)).collect()
        }
        Type::Number(_) | Type::Option(_) | Type::Result(..) | Type::Borrow(..) | Type::Slice(..) => Vec::new(),
        Type::Text | Type::Function(..) | Type::Object(..) => Vec::new(),
    }
}

/// What is done with the word of an enum that tells the case.
#[derive(Clone, Copy)]
enum Tag {
    Set,
    Compare,
}

/// Writes what sets or compares the tag of an enum; gives what the case carries, and where it is.
fn tag<'t, 'v>(
    program: &'t Program,
    ty: &'t Type,
    (case, values): (usize, &'v [Value]),
    place: &str,
    tag: Tag,
    out: &mut String,
) -> Parts<'t, 'v> {
    let Some(cases) = program.cases(ty) else { return Vec::new() };
    let mut say = |word: &str, value: &str| {
        let _ = match tag {
            Tag::Set => writeln!(out, "    {word} = {value};"),
            Tag::Compare => writeln!(out, "    EXPECT({word} == {value});"),
        };
    };
    if let Some(pointer) = cases.pointer(program) {
        // The first word of a pair tells, and the other is anything.
        let (part, word) = match pointer {
            Type::Slice(..) => (".item0", ".elements"),
            Type::Object(..) => (".item0", ".object"),
            Type::Function(Kind::Extern, _) if program.is_heap(ty) => (".item0", ""),
            Type::Function(Kind::Extern, _) => ("", ""),
            Type::Function(..) => (".item0", ".code"),
            // The object of a heap type is a structure.
            _ if program.is_heap(ty) => (".item0", ""),
            _ => ("", ""),
        };
        return match values {
            [value] => vec![(pointer, format!("{place}{part}"), value)],
            _ => {
                say(&format!("{place}{part}{word}"), "0");
                Vec::new()
            }
        };
    }
    let name = &cases.names[case];
    let constant = format!("{}_{name}", declare::name(program, ty));
    if cases.payloads.iter().all(Vec::is_empty) && !program.is_heap(ty) {
        say(place, &constant);
        return Vec::new();
    }
    say(&format!("{place}.tag"), &constant);
    let word = if cases.has_names { "p" } else { "item" };
    let pairs = cases.payloads[case].iter().zip(values).enumerate();
    pairs.map(|(at, (ty, value))| (*ty, format!("{place}.as.{name}.{word}{at}"), value)).collect()
}

/// A number as C writes it, of its own type.
fn literal(number: Number, value: i128) -> String {
    match number {
        Number::Bool => (value != 0).to_string(),
        Number::Integer { bits, is_signed } => integer(value, bits, is_signed),
        Number::Float { bits } => format!("{:?}{}", value as f64 / 4.0, if bits == 32 { "f" } else { "" }),
    }
}

fn integer(value: i128, bits: u32, is_signed: bool) -> String {
    let ty = declare::integer(bits, is_signed);
    let (high, low) = ((value as u128 >> 64) as u64, value as u64);
    match bits {
        128 => format!("(({ty})((unsigned __int128)UINT64_C({high}) << 64 | UINT64_C({low})))"),
        _ => format!("(({ty})UINT64_C({low}))"),
    }
}
