//! Writes a program as text: its items, in their order. Must not change what it means.

use std::collections::BTreeSet;

use super::forms::places::AGAIN;
use super::forms::threads::IMPORT;
use super::node::Writer;
use super::tree::{Function, Head, Item, Provided, Receiver, Tree, View};
use super::types::{Content, Parameter, Type};

/// Writes a program without what is left out.
pub(super) fn print<'t>(tree: &'t Tree, left_out: &'t BTreeSet<u32>) -> Writer<'t> {
    let mut out = Writer::new(tree, left_out);
    out.text(IMPORT);
    out.text(AGAIN);
    for (number, item) in &tree.items {
        if !left_out.contains(number) {
            out.written.insert(*number);
            out.item(item);
            out.text("\n");
        }
    }
    out
}

impl Writer<'_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Type(declaration) => self.declaration(*declaration),
            Item::Trait(of) => self.declared_trait(*of),
            Item::Function(function) => {
                self.function(&self.tree.functions[*function]);
                self.line();
            }
            Item::Methods(declaration, functions) => {
                let parameters = &self.tree.declarations[*declaration].parameters;
                self.text("impl");
                self.generics(parameters);
                self.text(" ");
                self.own_type(*declaration);
                self.methods(functions.iter().copied());
            }
            Item::View(view, functions) => {
                let View { name, parts } = &self.tree.views[*view];
                self.text(&format!("type view {name} {{"));
                for (name, ty) in parts {
                    self.text(&format!("\n  let @{name}: "));
                    self.ty(ty);
                }
                self.text(&format!("\n}}\n\nimpl {name}"));
                self.methods(functions.iter().copied());
            }
            Item::Drop(declaration) => {
                let drop = self.tree.declarations[*declaration].drop;
                self.implementation("Drop", Head::Named(*declaration));
                self.methods(drop.into_iter());
            }
            Item::Derived(declaration, content) => {
                self.text("impl");
                self.bounded(&self.tree.declarations[*declaration].parameters, Some(*content));
                self.text(&format!(" {} for ", content.name()));
                self.own_type(*declaration);
                self.text("\n");
            }
            Item::Provided(Provided { declaration, name, arguments, function }) => {
                self.text("impl");
                self.generics(&self.tree.declarations[*declaration].parameters);
                self.text(&format!(" {name}"));
                self.arguments(arguments);
                self.text(" for ");
                self.own_type(*declaration);
                self.methods(std::iter::once(*function));
            }
            Item::Implementation(of, head) => {
                let methods = &self.tree.implementations[&(*of, *head)];
                self.implementation(&self.tree.traits[*of].name, *head);
                self.methods(methods.iter().copied().flatten());
            }
        }
    }

    fn implementation(&mut self, name: &str, head: Head) {
        self.text("impl");
        if let Head::Named(declaration) = head {
            self.generics(&self.tree.declarations[declaration].parameters);
        }
        self.text(&format!(" {name} for "));
        match head {
            Head::Int => self.ty(&Type::Int),
            Head::Text => self.ty(&Type::Text),
            Head::Named(declaration) => self.own_type(declaration),
        }
    }

    fn own_type(&mut self, declaration: usize) {
        let parameters = &self.tree.declarations[declaration].parameters;
        let own = parameters.iter().map(|parameter| Type::Parameter(parameter.number)).collect();
        self.ty(&Type::Named(declaration, own));
    }

    fn methods(&mut self, functions: impl Iterator<Item = usize>) {
        self.text(" {");
        self.indent += 1;
        for function in functions {
            self.line();
            self.function(&self.tree.functions[function]);
        }
        self.indent -= 1;
        self.text("\n}\n");
    }

    fn generics(&mut self, parameters: &[Parameter]) {
        self.bounded(parameters, None);
    }

    /// Type parameters with what they have, and what they must have besides.
    fn bounded(&mut self, parameters: &[Parameter], besides: Option<Content>) {
        if parameters.is_empty() {
            return;
        }
        self.text("[");
        self.list(parameters, |out, parameter| {
            out.text(&format!("P{}: Show", parameter.number));
            for of in &parameter.traits {
                out.text(&format!(" + {}", out.tree.traits[*of].name));
            }
            let mut bounds = out.tree.bounds.get(&parameter.number).cloned().unwrap_or_default();
            bounds.extend(besides);
            for bound in bounds {
                out.text(&format!(" + {}", bound.name()));
            }
        });
        self.text("]");
    }

    fn receiver(&mut self, receiver: Receiver, has_self: bool) {
        self.text(match receiver {
            Receiver::Looks => "fn ",
            Receiver::Changes => "fn mut ",
            Receiver::Takes => "fn move ",
            Receiver::Static if has_self => "fn static ",
            Receiver::Static => "fn ",
        });
    }

    /// A function or method.
    fn function(&mut self, function: &Function) {
        let is_method = self.indent > 0;
        self.receiver(function.receiver, is_method);
        self.text(&function.name);
        if !is_method {
            self.generics(&function.generics);
        }
        let first = usize::from(function.receiver != Receiver::Static);
        self.text("(");
        self.list(&function.parameters[first..], |out, parameter| {
            out.text(&format!("{}: ", parameter.name));
            out.ty(&parameter.ty);
        });
        self.text(")");
        self.result(&function.result);
        self.text(" ");
        function.body.write(self);
    }

    fn result(&mut self, result: &Type) {
        if *result != Type::Unit {
            self.text(" -> ");
            self.ty(result);
        }
    }

    /// A type, with its text form.
    fn declaration(&mut self, index: usize) {
        let declaration = &self.tree.declarations[index];
        self.text("type ");
        self.kind(declaration.kind);
        self.text(if declaration.is_enum { "enum " } else { "" });
        self.text(&declaration.name);
        self.generics(&declaration.parameters);
        self.text(" {");
        for case in &declaration.cases {
            if !declaration.is_enum {
                for (name, ty) in &case.parts {
                    self.text(&format!("\n  let @{name}: "));
                    self.ty(ty);
                }
                continue;
            }
            self.text(&format!("\n  case {}", case.name));
            if !case.parts.is_empty() {
                self.text("(");
                self.list(&case.parts, |out, (name, ty)| {
                    if case.is_named {
                        out.text(&format!("{name}: "));
                    }
                    out.ty(ty);
                });
                self.text(")");
            }
        }
        self.text("\n}\n");
        if declaration.is_shown {
            self.implementation("Show", Head::Named(index));
            self.text("\n");
        }
    }

    fn declared_trait(&mut self, of: usize) {
        let declared = &self.tree.traits[of];
        self.text(&format!("trait {}: Show {{", declared.name));
        for wanted in &declared.methods {
            self.text("\n  ");
            if let Some(default) = wanted.default {
                self.indent += 1;
                self.function(&self.tree.functions[default]);
                self.indent -= 1;
                continue;
            }
            self.receiver(wanted.receiver, true);
            self.text(&wanted.name);
            self.text("(");
            self.list(&wanted.parameters, |out, parameter| {
                out.text(&format!("{}: ", parameter.name));
                out.ty(&parameter.ty);
            });
            self.text(")");
            match &wanted.result {
                Some(result) => self.result(result),
                None => self.text(" -> Self"),
            }
        }
        self.text("\n}\n");
    }
}
