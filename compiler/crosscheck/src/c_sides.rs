//! Both sides of a call in C, the same as `sides` makes in MIR. Owns these bodies; must not know where anything travels,
//! except for two facts of x86-64 that C itself has no word for: small integers fill 32 bits of their register, and the
//! address of a result comes back.
//!
//! The callee reads each scalar of its parameters by name, as people write it: a compiler takes other liberties with a
//! member in a register than with bytes in memory.

use std::fmt::Write;

use abi::{Architecture, Target};

use super::c_types::{Declared, scalar_name};
use super::images::{Images, Numbered};
use super::model::{Case, Type};
use super::names;

const DECLARATIONS: &str = "#include <stdarg.h>\n#include <stdint.h>\n#include <string.h>\n\
    extern const unsigned char xc_images[];\n\
    void xc_enter(uint32_t);\nvoid xc_seen(uint32_t, uint32_t, const void *);\n\
    void xc_overwrite(uint32_t, uint32_t, void *, uint64_t);\nvoid xc_prepare(uint32_t, void *, uint64_t);\n\
    void xc_result(uint32_t, const void *);\nvoid xc_kept(uint32_t, uint32_t, const void *);\n\
    void xc_widened(uint32_t, uint32_t, uint32_t);\nvoid xc_echo(uint32_t, const void *, const void *);\n";

/// The file with the function that is called, for each case that is variadic or not.
pub fn callees(cases: &[Numbered], images: &Images, target: &Target, variadic: bool) -> String {
    file(cases, |side, position, numbered| {
        if numbered.case.fixed.is_some() == variadic {
            side.callee(position, numbered, images, target);
        }
    })
}

/// The file with the function that calls, for each case. `echoing` says of a case whether its result's address comes back.
pub fn callers(cases: &[Numbered], images: &Images, echoing: impl Fn(&Case) -> bool) -> String {
    file(cases, |side, position, numbered| {
        side.caller(position, numbered, images, echoing(&numbered.case));
    })
}

fn file(cases: &[Numbered], mut add: impl FnMut(&mut Side, usize, &Numbered)) -> String {
    let mut side = Side::default();
    for (position, numbered) in cases.iter().enumerate() {
        add(&mut side, position, numbered);
    }
    format!("{DECLARATIONS}{}{}", side.types.text, side.text)
}

#[derive(Default)]
struct Side {
    types: Declared,
    text: String,
}

/// What a C callee of x86-64 declares instead, to see the whole of a small integer's register.
fn widened(target: &Target, ty: &Type) -> Option<&'static str> {
    let Type::Scalar(scalar) = ty else {
        return None;
    };
    let is_widened = target.architecture == Architecture::X86_64 && scalar.bits() < 32;
    is_widened.then_some(if scalar.is_signed() { "int32_t" } else { "uint32_t" })
}

impl Side {
    fn result(&mut self, case: &Case) -> String {
        match &case.result {
            Some(ty) => self.types.name(ty),
            None => "void".to_owned(),
        }
    }

    fn callee(&mut self, position: usize, numbered: &Numbered, images: &Images, target: &Target) {
        let case = &numbered.case;
        let named = case.fixed.unwrap_or(case.parameters.len());
        let mut parameters: Vec<String> = case.parameters[..named]
            .iter()
            .enumerate()
            .map(|(number, ty)| match widened(target, ty) {
                Some(name) => format!("{name} w{number}"),
                None => format!("{} p{number}", self.types.name(ty)),
            })
            .collect();
        if case.fixed.is_some() {
            parameters.push("...".to_owned());
        }
        let result = self.result(case);
        let _ = writeln!(
            self.text,
            "{result} {}({}) {{",
            names::callee(numbered.number),
            if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") }
        );
        if let Some(last) = named.checked_sub(1).filter(|_| case.fixed.is_some()) {
            let letter = if widened(target, &case.parameters[last]).is_some() { 'w' } else { 'p' };
            let _ = writeln!(self.text, "  va_list list; va_start(list, {letter}{last});");
        }
        let _ = writeln!(self.text, "  xc_enter({position});");
        for (number, ty) in case.parameters.iter().enumerate() {
            let name = self.types.name(ty);
            if number >= named {
                let _ = writeln!(self.text, "  {name} p{number} = va_arg(list, {name});");
            } else if widened(target, ty).is_some() {
                let _ = writeln!(
                    self.text,
                    "  xc_widened({position}, {number}, (uint32_t)w{number}); {name} p{number} = ({name})w{number};"
                );
            }
            self.look(position, numbered.number, number, ty, &name);
        }
        for (number, ty) in case.parameters.iter().enumerate() {
            let size = ty.layout().size;
            let _ = writeln!(
                self.text,
                "  xc_overwrite({position}, {number}, &p{number}, sizeof p{number} == {size} ? {size} : 0xffffffff);"
            );
        }
        if case.result.is_some() {
            let offset = images.offset(position, case.parameters.len());
            let _ = writeln!(self.text, "  {result} r; memcpy(&r, xc_images + {offset}, sizeof r); return r;");
        }
        self.text.push_str("}\n");
    }

    /// Copies a parameter scalar by scalar and shows the copy.
    fn look(&mut self, position: usize, turn: usize, number: usize, ty: &Type, name: &str) {
        let _ = write!(self.text, "  {{ {name} c; memset(&c, 0, sizeof c);");
        let leaves = ty.leaves(turn);
        for leaf in &leaves {
            let _ = write!(self.text, " {0}c{1} = {0}p{number}{1};", leaf.prefix, leaf.path);
        }
        let _ = writeln!(self.text, " xc_seen({position}, {number}, &c); }}");
    }

    fn caller(&mut self, position: usize, numbered: &Numbered, images: &Images, echoing: bool) {
        let case = &numbered.case;
        let named = case.fixed.unwrap_or(case.parameters.len());
        let mut types: Vec<String> = case.parameters[..named].iter().map(|ty| self.types.name(ty)).collect();
        let result = self.result(case);
        let mut arguments: Vec<String> = (0..case.parameters.len()).map(|number| format!("a{number}")).collect();
        // Half of the results in memory are asked for as the machine does it: by an address, which comes back.
        let by_address = echoing && case.fixed.is_none() && position.is_multiple_of(2);
        let returned = if by_address {
            types.insert(0, format!("{result} *"));
            arguments.insert(0, "&g.r".to_owned());
            "void *"
        } else {
            &result
        };
        if case.fixed.is_some() {
            types.push("...".to_owned());
        } else if types.is_empty() {
            types.push("void".to_owned());
        }
        let (callee, types) = (names::callee(numbered.number), types.join(", "));
        let _ = writeln!(self.text, "{returned} {callee}({types});\nvoid {}(void) {{", names::caller(numbered.number));
        for (number, ty) in case.parameters.iter().enumerate() {
            let name = self.types.name(ty);
            let offset = images.offset(position, number);
            let _ =
                writeln!(self.text, "  {name} a{number}; memcpy(&a{number}, xc_images + {offset}, sizeof a{number});");
        }
        let call = format!("{callee}({})", arguments.join(", "));
        match &case.result {
            None => {
                let _ = writeln!(self.text, "  {call};");
            }
            Some(ty) => {
                let guard = names::guard(ty.layout().align);
                let _ = writeln!(
                    self.text,
                    "  struct {{ unsigned char before[{guard}]; {result} r; unsigned char after[{guard}]; }} g \
                     __attribute__((aligned({guard})));\n  xc_prepare({position}, &g, sizeof g);"
                );
                let _ = if by_address {
                    writeln!(self.text, "  xc_echo({position}, {call}, &g.r);")
                } else {
                    writeln!(self.text, "  g.r = {call};")
                };
                let _ = writeln!(self.text, "  xc_result({position}, &g.r);");
            }
        }
        for (number, ty) in case.parameters.iter().enumerate() {
            if let Type::Array(..) | Type::Record(_) = ty {
                let _ = writeln!(self.text, "  xc_kept({position}, {number}, &a{number});");
            }
        }
        self.text.push_str("}\n");
    }
}

/// How C writes a signature, for reports.
pub fn prototype(case: &Case, name: &str) -> String {
    let mut types = Declared::default();
    let named = case.fixed.unwrap_or(case.parameters.len());
    let result = case.result.as_ref().map_or("void".to_owned(), |ty| types.name(ty));
    let mut parameters: Vec<String> = case.parameters[..named].iter().map(|ty| types.name(ty)).collect();
    if case.fixed.is_some() {
        parameters.push("...".to_owned());
    }
    let mut text = format!("{}{result} {name}({});", types.text, parameters.join(", "));
    for ty in &case.parameters[named..] {
        let name = match ty {
            Type::Scalar(scalar) => scalar_name(*scalar).to_owned(),
            Type::Array(..) | Type::Record(_) => ty.to_string(),
        };
        let _ = write!(text, " /* called with {name} */");
    }
    text
}
