//! Traits and `impl`s as they are written, and what a program does: each function and each ground type's methods, while
//! it runs and as constants.

use super::super::texts::{Both, Texts};
use super::facts::{BASE, Bound, Fact, Implementation, Method, Mode};
use super::types::{Binding, Type};
use super::{Generator, Twins};

impl Generator {
    pub(super) fn write_traits(&mut self) {
        self.texts.line(
            "trait Base { fn told -> String  fn static make(k: i64) -> Self }",
            "trait Base: Sized { fn told(&self) -> String; fn make(k: i64) -> Self; }",
        );
        for number in 1..self.traits.len() {
            let declared = self.traits[number].clone();
            let argument = declared.has_parameter.then_some(Type::Parameter("P"));
            let mut known = vec![Bound { parameter: "Self", fact: Fact { number, argument } }];
            let mut brackets = ("", "");
            if declared.has_parameter {
                known.push(Bound { parameter: "P", fact: Fact::base() });
                brackets = ("[P: Base]", "<P: Base>");
            }
            let requires: Vec<Both> = declared.requires.iter().map(|fact| self.named(fact)).collect();
            let joined = |text: fn(&Both) -> &str| requires.iter().map(text).collect::<Vec<_>>().join(" + ");
            self.texts.line(
                &format!("trait {}{}: {} {{", declared.name, brackets.0, joined(|both| &both.language)),
                &format!("trait {}{}: {} {{", declared.name, brackets.1, joined(|both| &both.rust)),
            );
            for method in &declared.methods {
                let binding = Binding::new();
                let head = self.head(method, &binding);
                if method.is_default {
                    let body = self.method_body(method, &binding, self.known_in(&known, method), None, &method.name);
                    self.write_method(&head, &body);
                } else {
                    self.texts.line(&head.language, &format!("{};", head.rust));
                }
            }
            self.texts.same("}");
        }
    }

    /// What is known in a method: what is known around it and of its own type parameter.
    fn known_in(&self, known: &[Bound], method: &Method) -> Vec<Bound> {
        let mut known = known.to_vec();
        if let Some(fact) = &method.own {
            known.push(Bound { parameter: "O", fact: fact.clone() });
            known.push(Bound { parameter: "O", fact: Fact::base() });
        }
        known
    }

    fn write_method(&mut self, head: &Both, body: &Twins) {
        self.texts
            .line(&format!("{} {{\n{}}}", head.language, body.language), &format!("{} {{\n{}}}", head.rust, body.rust));
    }

    fn head(&self, method: &Method, binding: &Binding) -> Both {
        let mut takes: Vec<Both> = Vec::new();
        for (index, (mode, ty)) in method.takes.iter().enumerate() {
            takes.push(self.taking(&format!("a{index}"), *mode, &ty.with(binding)));
        }
        takes.push(Both::same("k: i64"));
        let listed = Both::listed(&takes);
        let (word, receiver) = match method.receiver {
            None => ("static ", ""),
            Some(Mode::Lent) => ("", "&self, "),
            Some(Mode::Changed) => ("mut ", "&mut self, "),
            Some(Mode::Moved) => ("move ", "self, "),
        };
        let own: Vec<Bound> = method.own.iter().map(|fact| Bound { parameter: "O", fact: fact.clone() }).collect();
        let parameters: Vec<&'static str> = own.iter().map(|bound| bound.parameter).collect();
        let own = self.bounded(&parameters, &own, &[]);
        let result = self.written(&method.result.with(binding));
        Both::new(
            format!("fn {word}{}{}({}) -> {}", method.name, own.language, listed.language, result.language),
            format!("fn {}{}({receiver}{}) -> {}", method.name, own.rust, listed.rust, result.rust),
        )
    }

    pub(super) fn write_implementations(&mut self) {
        for implementation in self.implementations.clone() {
            let Implementation { parameters, bounds, fact, target } = &implementation;
            let brackets = self.bounded(parameters, bounds, &[]);
            let (named, written) = (self.named(fact), self.written(target));
            self.texts.line(
                &format!("impl{} {} for {} {{", brackets.language, named.language, written.language),
                &format!("impl{} {} for {} {{", brackets.rust, named.rust, written.rust),
            );
            if fact.number == BASE {
                self.write_base(target);
            }
            let mut binding: Binding = vec![("Self", target.clone())];
            binding.extend(fact.argument.iter().map(|argument| ("P", argument.clone())));
            for method in self.traits[fact.number].methods.clone() {
                if method.is_default && self.happens(60) {
                    continue;
                }
                let head = self.head(&method, &binding);
                let known = self.known_in(bounds, &method);
                let mark = format!("{}{}", method.name, self.random.u32(0..1000));
                let body = self.method_body(&method, &binding, known, Some(&implementation), &format!("m{mark}"));
                self.write_method(&head, &body);
            }
            self.texts.same("}");
        }
    }

    /// How values of a type are shown and made: the one trait whose methods are not random.
    fn write_base(&mut self, target: &Type) {
        let (show, make) = match target {
            Type::Number | Type::Byte => {
                let written = self.written(target).rust;
                (
                    Both::new("\"${self}\"", "format!(\"{}\", self)"),
                    Both::new(base_number(&written), format!("k as {written}")),
                )
            }
            Type::Truth => (Both::new("\"${self}\"", "format!(\"{}\", self)"), Both::same("(k & 1) == 0")),
            Type::Text => (
                Both::new("\"<\" + self + \">\"", "format!(\"<{}>\", self)"),
                Both::new("\"s${k & 7}\"", "format!(\"s{}\", k & 7)"),
            ),
            Type::Pair(_) => parts(("self.0", "self.1"), ("(", ", ", ")")),
            Type::Array(_) => parts(("self[0]", "self[1]"), ("[", ", ", "]")),
            Type::Named(number, _) => {
                let declared = &self.types[*number];
                let name = &declared.name;
                if declared.is_enum {
                    let shown = |case: &str| format!("{name}::{case}(x) => format!(\"{case} {{}}\", x.told())");
                    (
                        Both::new(
                            "match self { case C0(x) -> \"C0 \" + x.told()  case C1(x) -> \"C1 \" + x.told() }",
                            format!("match self {{ {}, {} }}", shown("C0"), shown("C1")),
                        ),
                        Both::new(
                            format!("if (k & 1) == 0 {{ {name}.C0(Base.make(k)) }} else {{ {name}.C1(Base.make(k)) }}"),
                            format!(
                                "if (k & 1) == 0 {{ {name}::C0(Base::make(k)) }} else {{ {name}::C1(Base::make(k)) }}"
                            ),
                        ),
                    )
                } else {
                    let ours = parts(("@f0", "@f1"), ("(f0: ", ", f1: ", ")"));
                    let theirs = parts(("self.f0", "self.f1"), (" { f0: ", ", f1: ", " }"));
                    (
                        Both::new(ours.0.language, theirs.0.rust),
                        Both::new(format!("{name}{}", ours.1.language), format!("{name}{}", theirs.1.rust)),
                    )
                }
            }
            Type::Parameter(_) => unreachable!("no `impl` is for everything"),
        };
        let written = self.written(target);
        self.texts.line(
            &format!(
                "fn told -> String {{ {} }}\nfn static make(k: i64) -> {} {{ {} }}",
                show.language, written.language, make.language
            ),
            &format!(
                "fn told(&self) -> String {{ {} }}\nfn make(k: i64) -> {} {{ {} }}",
                show.rust, written.rust, make.rust
            ),
        );
    }

    /// The functions that run all of it, their constants, and `main`.
    pub(super) fn write_main(&mut self) {
        let mut calls = Texts::default();
        let functions = self.functions.clone();
        let mut number = 0;
        for ty in self.grounds().into_iter().chain(self.grounds()) {
            let body = self.run_body(None, &ty, &format!("r{number}"));
            self.run(number, &body, &mut calls);
            number += 1;
        }
        for function in functions.iter().chain(&functions).chain(&functions) {
            let body = self.run_body(Some(function), &Type::Number, "r");
            self.run(number, &body, &mut calls);
            number += 1;
        }
        let calls = calls.into_twins();
        self.texts.line(&format!("fn main() {{\n{}}}", calls.language), &format!("fn main() {{\n{}}}", calls.rust));
    }

    fn run(&mut self, number: usize, body: &Twins, calls: &mut Texts) {
        self.texts.line(
            &format!(
                "fn run{number}(k: i64) -> String {{\n{}}}\nlet K{number}: String = run{number}(29)",
                body.language
            ),
            &format!("fn run{number}(k: i64) -> String {{\n{}}}", body.rust),
        );
        calls.line(&format!("  println(K{number})"), &format!("  println!(\"{{}}\", run{number}(29));"));
        calls.line(
            &format!("  for k in 20..24 {{ println(\"{number} \" + run{number}(k)) }}"),
            &format!("  for k in 20..24i64 {{ println!(\"{number} {{}}\", run{number}(k)); }}"),
        );
    }
}

fn base_number(written: &str) -> String {
    if written == "i64" { "k".to_owned() } else { format!("(k & 255) as {written}") }
}

/// How what is made of two parts is shown and made.
fn parts(places: (&str, &str), signs: (&str, &str, &str)) -> (Both, Both) {
    let (first, second) = places;
    let (open, between, close) = signs;
    (
        Both::new(
            format!("{first}.told() + \",\" + {second}.told()"),
            format!("{first}.told() + \",\" + &{second}.told()"),
        ),
        Both::new(
            format!("{open}Base.make(k){between}Base.make(k +% 1){close}"),
            format!("{open}Base::make(k){between}Base::make(k.wrapping_add(1)){close}"),
        ),
    )
}
