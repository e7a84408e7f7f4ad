//! Printing a module: types, imports, data, metadata. Owns how names and types are written; functions are
//! written next door.

use std::fmt::{self, Write};
use std::io;

use crate::function::Function;
use crate::global::Global;
use crate::ids::{AliasId, NodeId, StringId, SymbolId, TypeId};
use crate::metadata::Operand;
use crate::module::{Declaration, Module};
use crate::signature::Signature;
use crate::types::{Type, TypeBody, TypeKind};

use super::VERSION;
use super::names::Keyword;

/// How many bytes are printed before they are written.
const PIECE: usize = 1 << 16;

/// The text of a module.
pub fn print(module: &Module) -> String {
    let mut text = String::new();
    each_piece(module, |piece| {
        text.push_str(piece);
        Ok(())
    })
    .expect("a String takes everything");
    text
}

/// Writes the text of a module, of which there is never more in memory than its longest function.
///
/// # Errors
/// What the writer says.
pub fn print_to(module: &Module, writer: &mut dyn io::Write) -> io::Result<()> {
    each_piece(module, |piece| writer.write_all(piece.as_bytes()))
}

fn each_piece(module: &Module, mut take: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    let mut printer = Printer { module, out: String::with_capacity(PIECE) };
    printer.head().map_err(io::Error::other)?;
    for function in &module.functions {
        printer.out.push('\n');
        printer.function(function).map_err(io::Error::other)?;
        if printer.out.len() >= PIECE {
            take(&printer.out)?;
            printer.out.clear();
        }
    }
    take(&printer.out)
}

/// The text of one function of a module.
pub fn print_function(module: &Module, function: &Function) -> String {
    let mut printer = Printer { module, out: String::new() };
    printer.function(function).expect("a String takes everything");
    printer.out
}

/// A type as modules write it.
pub(crate) fn type_text(module: &Module, ty: Type) -> String {
    let mut printer = Printer { module, out: String::new() };
    printer.ty(ty).expect("a String takes everything");
    printer.out
}

/// Writes into one string.
pub struct Printer<'module> {
    pub module: &'module Module,
    pub out: String,
}

impl Printer<'_> {
    /// What stands before the functions.
    fn head(&mut self) -> fmt::Result {
        self.out.push_str("module ");
        quote(&mut self.out, self.module.name.as_bytes());
        writeln!(self.out, " version {VERSION}")?;
        if let Some(target) = self.module.target {
            writeln!(self.out, "target \"{target}\"")?;
        }
        self.types()?;
        self.imports()?;
        self.metadata()?;
        self.module.globals.iter().try_for_each(|global| self.global(global))
    }

    fn types(&mut self) -> fmt::Result {
        for (id, data) in self.module.types.iter() {
            match data.kind {
                TypeKind::Anonymous => continue,
                TypeKind::Named(_) | TypeKind::Unnamed(_) => {}
            }
            self.out.push_str("type ");
            self.ty(Type::Aggregate(id))?;
            self.out.push_str(" = ");
            match &data.body {
                None => self.out.push_str("opaque"),
                Some(body) => self.type_body(body)?,
            }
            self.out.push('\n');
        }
        Ok(())
    }

    fn imports(&mut self) -> fmt::Result {
        for (id, symbol) in self.module.symbols.iter() {
            match symbol.declaration {
                Declaration::Undeclared | Declaration::Function | Declaration::Global => {}
                Declaration::ImportedFunction(signature) => {
                    self.out.push_str("import function ");
                    self.symbol(id);
                    self.out.push_str(" : ");
                    self.signature(self.module.signatures.get(signature))?;
                    self.out.push('\n');
                }
                Declaration::ImportedGlobal(ty) => {
                    self.out.push_str("import global ");
                    self.symbol(id);
                    self.optional_type(ty)?;
                    self.out.push('\n');
                }
            }
        }
        Ok(())
    }

    fn metadata(&mut self) -> fmt::Result {
        let metadata = &self.module.metadata;
        for (id, alias) in metadata.aliases() {
            write!(self.out, "{id} ")?;
            self.string(alias.name);
            if alias.parent != AliasId::ANY {
                write!(self.out, " in {}", alias.parent)?;
            }
            self.out.push('\n');
        }
        for (id, operands) in metadata.nodes() {
            write!(self.out, "metadata {id} = {{")?;
            for (index, operand) in operands.iter().enumerate() {
                self.out.push_str(if index == 0 { " " } else { ", " });
                self.operand(*operand)?;
            }
            self.out.push_str(" }");
            let nodes = operands.iter().filter_map(|operand| match operand {
                Operand::Node(node) => Some(*node),
                Operand::String(_) | Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => None,
            });
            self.node_comment(nodes)?;
            self.out.push('\n');
        }
        Ok(())
    }

    fn operand(&mut self, operand: Operand) -> fmt::Result {
        match operand {
            Operand::String(text) => self.string(text),
            Operand::Integer(number) => write!(self.out, "{number}")?,
            Operand::Node(node) => write!(self.out, "{node}")?,
            Operand::Symbol(symbol) => self.symbol(symbol),
            Operand::Type(ty) => self.ty(ty)?,
        }
        Ok(())
    }

    /// A comment with the first text of each node, so that a dump can be read without turning pages.
    pub fn node_comment(&mut self, nodes: impl Iterator<Item = NodeId>) -> fmt::Result {
        let mut separator = " ; ";
        for node in nodes {
            let text = self.module.metadata.operands(node).iter().find_map(|operand| match operand {
                Operand::String(text) => Some(*text),
                Operand::Integer(_) | Operand::Node(_) | Operand::Symbol(_) | Operand::Type(_) => None,
            });
            if let Some(text) = text {
                let text: String = self.module.strings.text(text).chars().filter(|c| !c.is_control()).collect();
                write!(self.out, "{separator}{node} = '{text}'")?;
                separator = ", ";
            }
        }
        Ok(())
    }

    fn global(&mut self, global: &Global) -> fmt::Result {
        write!(self.out, "global {} ", if global.constant { "constant" } else { "variable" })?;
        write!(self.out, "{} ", global.linkage.word())?;
        self.symbol(global.symbol);
        write!(self.out, " align {}", global.align)?;
        self.optional_type(global.ty)?;
        for note in &global.notes {
            write!(self.out, " {note}")?;
        }
        self.out.push_str(" = ");
        quote(&mut self.out, &global.bytes);
        for (index, relocation) in global.relocations.iter().enumerate() {
            write!(self.out, "{}{}: ", if index == 0 { " { " } else { ", " }, relocation.offset)?;
            self.symbol(relocation.symbol);
            write!(self.out, " + {}", relocation.addend)?;
        }
        self.out.push_str(if global.relocations.is_empty() { "" } else { " }" });
        self.node_comment(global.notes.iter().copied())?;
        self.out.push('\n');
        Ok(())
    }

    /// `(i64, %Pair, ..., f64) -> i32`
    pub fn signature(&mut self, signature: &Signature) -> fmt::Result {
        self.out.push('(');
        let mut separator = "";
        for (index, ty) in signature.parameters.iter().enumerate() {
            if signature.variadic && index == signature.fixed as usize {
                write!(self.out, "{separator}...")?;
                separator = ", ";
            }
            self.out.push_str(separator);
            separator = ", ";
            self.ty(*ty)?;
        }
        if signature.variadic && signature.fixed as usize >= signature.parameters.len() {
            write!(self.out, "{separator}...")?;
        }
        self.out.push(')');
        if let Some(result) = signature.result {
            self.out.push_str(" -> ");
            self.ty(result)?;
        }
        Ok(())
    }

    /// ` : type`, or nothing.
    pub fn optional_type(&mut self, ty: Option<Type>) -> fmt::Result {
        if let Some(ty) = ty {
            self.out.push_str(" : ");
            self.ty(ty)?;
        }
        Ok(())
    }

    /// A scalar, `%name`, `%42`, or the content of an anonymous type.
    pub fn ty(&mut self, ty: Type) -> fmt::Result {
        match ty {
            Type::Scalar(scalar) => self.out.push_str(scalar.name()),
            Type::Aggregate(id) => self.aggregate(id)?,
        }
        Ok(())
    }

    fn aggregate(&mut self, id: TypeId) -> fmt::Result {
        let data = self.module.types.get(id);
        match data.kind {
            TypeKind::Named(name) => {
                self.out.push('%');
                self.name(name);
            }
            TypeKind::Unnamed(number) => write!(self.out, "%{number}")?,
            TypeKind::Anonymous => {
                self.type_body(data.body.as_ref().expect("an anonymous type is its body"))?;
            }
        }
        Ok(())
    }

    fn type_body(&mut self, body: &TypeBody) -> fmt::Result {
        match body {
            TypeBody::Array { element, count } => {
                write!(self.out, "[{count} x ")?;
                self.ty(*element)?;
                self.out.push(']');
            }
            TypeBody::Record(record) => {
                write!(self.out, "{} {} align {}", record.kind.word(), record.size, record.align)?;
                if record.unadjusted_align != record.align {
                    write!(self.out, " unadjusted {}", record.unadjusted_align)?;
                }
                if record.packed {
                    self.out.push_str(" packed");
                }
                self.out.push_str(" {");
                for (index, field) in record.fields.iter().enumerate() {
                    self.out.push_str(if index == 0 { " " } else { ", " });
                    if let Some(name) = field.name {
                        self.name(name);
                        self.out.push_str(": ");
                    }
                    self.ty(field.ty)?;
                    write!(self.out, " @{}", field.offset)?;
                }
                self.out.push_str(" }");
            }
        }
        Ok(())
    }

    /// `@name`
    pub fn symbol(&mut self, symbol: SymbolId) {
        self.out.push('@');
        self.name(self.module.symbols.get(symbol).name);
    }

    /// A name, quoted if it must be.
    pub fn name(&mut self, name: StringId) {
        let text = self.module.strings.text(name);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
        if text.bytes().all(plain) && text.starts_with(|first: char| !first.is_ascii_digit()) {
            self.out.push_str(text);
        } else {
            quote(&mut self.out, text.as_bytes());
        }
    }

    /// A text, always quoted.
    pub fn string(&mut self, text: StringId) {
        quote(&mut self.out, self.module.strings.text(text).as_bytes());
    }
}

/// Bytes between quotes; what is not plain ASCII is `\` and two hexadecimal digits.
fn quote(out: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.push('"');
    for byte in bytes {
        match byte {
            b'"' | b'\\' | 0..=0x1f | 0x7f..=0xff => {
                out.push('\\');
                out.push(char::from(DIGITS[usize::from(byte >> 4)]));
                out.push(char::from(DIGITS[usize::from(byte & 15)]));
            }
            0x20..=0x7e => out.push(char::from(*byte)),
        }
    }
    out.push('"');
}
