//! Items: types with their methods, constants, functions, tests, and what C provides.

use super::super::ast::{Function, FunctionKind, Receiver, StructKind, Structure, Type};
use super::super::constructs::Construct;
use super::super::layout;
use super::Printer;

/// What every program declares of C's library.
const C_LIBRARY: &str = "extern {
  fn malloc(size: u64) -> Pointer[()]
  fn free(memory: Pointer[()])
  fn memcpy(to: Pointer[()], from: Pointer[()], size: u64) -> Pointer[()]
  fn strlen(text: Pointer[u8]) -> u64
  fn sqrt(of: f64) -> f64
  fn printf(format: Pointer[u8], ...) -> i32
  fn qsort(base: Pointer[()], count: u64, size: u64, compare: extern fn (Pointer[()], Pointer[()]) -> i32)
}
";

/// A struct of more bytes travels in memory everywhere.
const LARGE: u64 = 32;

impl<'a> Printer<'a> {
    pub(super) fn program(&mut self) {
        let tree = self.tree;
        self.write("import extern \"m\"\n\n");
        self.write(C_LIBRARY);
        for alias in &tree.aliases {
            self.write(&format!("\ntype {} = ", alias.name));
            self.structural_type(&alias.ty);
        }
        for (index, structure) in tree.structs.iter().enumerate() {
            self.structure(index, structure);
        }
        for union in &tree.unions {
            self.note(Construct::Union);
            self.write(&format!("\n\ntype union {} {{", union.name));
            self.fields(union);
            self.write("\n}");
        }
        self.write("\n");
        for constant in &tree.constants {
            self.note(if constant.mutable { Construct::Global } else { Construct::Constant });
            let word = if constant.mutable { "mut " } else { "" };
            self.write(&format!("\nlet {word}{}: ", constant.name));
            self.ty(&constant.ty);
            self.write(" = ");
            self.function = Some(&constant.value);
            self.in_constant = true;
            if let Some(value) = &constant.value.body.value {
                self.expr(value, 0);
            }
        }
        self.in_constant = false;
        self.write("\n");
        for function in &tree.functions {
            if !matches!(function.kind, FunctionKind::Method(..)) {
                self.newline();
                self.function(function);
            }
        }
        for test in &tree.tests {
            self.note(Construct::TestBlock);
            self.newline();
            self.function = Some(test);
            self.write(&format!("test \"{}\" ", test.name));
            self.block(&test.body);
            self.newline();
        }
    }

    fn structure(&mut self, index: usize, structure: &Structure) {
        self.write("\n\n");
        self.note_structure(index, structure);
        match (structure.packed, structure.alignment) {
            (true, Some(alignment)) => self.write(&format!("@[packed]\n@[align({alignment})]\n")),
            (true, None) => self.write("@[packed]\n"),
            (false, Some(alignment)) => self.write(&format!("@[align({alignment})]\n")),
            (false, None) => {}
        }
        let kind = match structure.kind {
            StructKind::Heap => "",
            StructKind::Inline => "inline ",
            StructKind::Copy => "copy ",
        };
        self.write(&format!("type {kind}{} {{", structure.name));
        self.fields(structure);
        self.indent += 1;
        let tree = self.tree;
        for function in &tree.functions {
            if let FunctionKind::Method(of, _) = function.kind
                && of == index
            {
                self.newline();
                self.function(function);
            }
        }
        self.indent -= 1;
        self.write("\n}");
    }

    fn note_structure(&mut self, index: usize, structure: &Structure) {
        self.note(match structure.kind {
            StructKind::Heap => Construct::HeapStruct,
            StructKind::Inline => Construct::InlineStruct,
            StructKind::Copy => Construct::CopyStruct,
        });
        if structure.packed {
            self.note(Construct::PackedStruct);
        }
        if structure.alignment.is_some() {
            self.note(Construct::AlignedStruct);
        }
        if structure.fields.is_empty() {
            self.note(Construct::EmptyStruct);
        }
        if structure.fields.iter().any(|(_, ty)| matches!(ty, Type::Struct(_))) {
            self.note(Construct::NestedStruct);
        }
        if layout::layout(self.tree, &Type::Struct(index)).0 > LARGE {
            self.note(Construct::LargeStruct);
        }
    }

    fn fields(&mut self, structure: &Structure) {
        self.indent += 1;
        for (name, ty) in &structure.fields {
            self.newline();
            self.write(&format!("let @{name}: "));
            self.ty(ty);
        }
        self.indent -= 1;
    }

    fn function(&mut self, function: &'a Function) {
        self.function = Some(function);
        self.note(Construct::Function);
        let mut skipped = 0;
        let head = match function.kind {
            FunctionKind::Plain => "fn ",
            FunctionKind::Extern => "extern fn ",
            FunctionKind::Unsafe => "unsafe fn ",
            FunctionKind::Method(_, receiver) => {
                skipped = usize::from(receiver != Receiver::Static);
                match receiver {
                    Receiver::Borrowed => "fn ",
                    Receiver::Changed => "fn mut ",
                    Receiver::Consumed => "fn move ",
                    Receiver::Static => "fn static ",
                }
            }
        };
        self.note_function(function);
        self.write(head);
        self.write(&function.name);
        self.write("(");
        let parameters = &function.variables[skipped..function.parameters];
        self.list(parameters, |printer, parameter| {
            printer.write(&format!("{}: ", parameter.name));
            printer.ty(&parameter.ty);
        });
        self.write(")");
        self.result(&function.result);
        self.write(" ");
        self.unsafety = usize::from(function.kind == FunctionKind::Unsafe);
        self.block(&function.body);
        self.unsafety = 0;
        self.newline();
    }

    fn note_function(&mut self, function: &Function) {
        match function.kind {
            FunctionKind::Plain => {}
            FunctionKind::Extern => self.note(Construct::ExternFunction),
            FunctionKind::Unsafe => self.note(Construct::UnsafeFunction),
            FunctionKind::Method(_, Receiver::Borrowed) => self.note(Construct::MethodRef),
            FunctionKind::Method(_, Receiver::Changed) => self.note(Construct::MethodMut),
            FunctionKind::Method(_, Receiver::Consumed) => self.note(Construct::MethodMove),
            FunctionKind::Method(_, Receiver::Static) => self.note(Construct::MethodStatic),
        }
        if function.parameters > 7 {
            self.note(Construct::ManyParameters);
        }
        for parameter in &function.variables[..function.parameters] {
            self.note_borrow(&parameter.ty, [Construct::RefParameter, Construct::MutParameter]);
        }
        self.note_borrow(&function.result, [Construct::ReturnsRef, Construct::ReturnsMut]);
    }

    /// Notes the first if a type is a `ref`, the second if it is a `mut`.
    fn note_borrow(&mut self, ty: &Type, [reference, mutable]: [Construct; 2]) {
        if let Type::Ref(_) = ty {
            self.note(reference);
        } else if let Type::Mut(_) = ty {
            self.note(mutable);
        }
    }
}
