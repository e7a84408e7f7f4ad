//! The types, traits and `impl`s of a program: which there are, and how they are written.

use super::super::declaration::Storage;
use super::super::texts::Both;
use super::Generator;
use super::facts::{BASE, Bound, Fact, Implementation, Method, Mode, Trait};
use super::types::{Binding, Declaration, Type};

const LETTERS: [&str; 2] = ["A", "B"];

impl Generator {
    /// A copy type, an enum, a structure on the heap, one in place, and two with type parameters.
    pub(super) fn choose_types(&mut self) {
        let plain = [Type::Number, Type::Byte, Type::Truth];
        let owning = [Type::Text, Type::Number, Type::pair(Type::Truth, Type::Text), Type::array(Type::Text)];
        let kinds = [
            (Storage::Copy, false, 0),
            (Storage::Heap, false, 0),
            (Storage::Inline, true, 0),
            (Storage::Inline, false, 1),
            (Storage::Heap, self.random.bool(), 2),
        ];
        for (index, (storage, is_enum, count)) in kinds.into_iter().enumerate() {
            let parameters = LETTERS[..count].to_vec();
            let mut parts: Vec<Type> = parameters.iter().map(|name| Type::Parameter(name)).collect();
            for _ in parts.len()..2 {
                let part = if storage == Storage::Copy { self.one(&plain) } else { self.one(&owning) };
                parts.push(part);
            }
            self.types.push(Declaration { name: format!("D{index}"), storage, parameters, parts, is_enum });
        }
    }

    /// What `impl`s are for: each constructor of types once, with its type parameters.
    fn targets(&self) -> Vec<(Vec<&'static str>, Type)> {
        let [a, b] = LETTERS.map(Type::Parameter);
        let mut targets = vec![
            (vec![], Type::Number),
            (vec![], Type::Byte),
            (vec![], Type::Truth),
            (vec![], Type::Text),
            (vec!["A", "B"], Type::pair(a.clone(), b)),
            (vec!["A"], Type::array(a)),
        ];
        for (number, declared) in self.types.iter().enumerate() {
            let arguments = declared.parameters.iter().map(|name| Type::Parameter(name)).collect();
            targets.push((declared.parameters.clone(), Type::Named(number, arguments)));
        }
        targets
    }

    pub(super) fn choose_traits(&mut self) {
        self.traits.push(Trait {
            name: "Base".to_owned(),
            has_parameter: false,
            requires: Vec::new(),
            methods: Vec::new(),
        });
        for number in 1..6 {
            let has_parameter = number >= 2 && self.happens(60);
            let mut requires = vec![Fact::base()];
            if number > 1 && self.happens(60) {
                let required = self.random.usize(1..number);
                let argument = self.traits[required].has_parameter.then_some(match has_parameter {
                    true => Type::Parameter("P"),
                    false => Type::Number,
                });
                requires.push(Fact { number: required, argument });
            }
            let methods = (0..3).map(|index| self.method(number, index, has_parameter)).collect();
            self.traits.push(Trait { name: format!("T{number}"), has_parameter, requires, methods });
        }
    }

    fn method(&mut self, number: usize, index: usize, has_parameter: bool) -> Method {
        let parameter = || Type::Parameter("P");
        let itself = Type::Parameter("Self");
        let receiver = match self.random.u32(0..10) {
            0..4 => Some(Mode::Lent),
            4..6 => Some(Mode::Changed),
            6..8 => Some(Mode::Moved),
            _ => None,
        };
        let own = (receiver.is_some() && self.happens(30)).then(|| {
            let plain: Vec<usize> = (0..number).filter(|other| !self.traits[*other].has_parameter).collect();
            Fact { number: self.one(&plain), argument: None }
        });
        let mut results = vec![Type::Text, itself.clone(), Type::Number];
        let mut takes = Vec::new();
        let modes = [Mode::Lent, Mode::Changed, Mode::Moved];
        if own.is_some() {
            takes.push((self.one(&modes), Type::Parameter("O")));
            results.push(Type::Parameter("O"));
        }
        if has_parameter {
            results.push(parameter());
            // What is static has no receiver that could tell `P`.
            if receiver.is_none() || self.happens(50) {
                takes.push((self.one(&modes), parameter()));
            }
        }
        if self.happens(25) {
            takes.push((self.one(&modes), itself.clone()));
        }
        let result = if receiver.is_none() { itself } else { self.one(&results) };
        let name = if index == 0 && self.happens(25) { "same".to_owned() } else { format!("m{number}_{index}") };
        Method { name, receiver, own, takes, result, is_default: self.random.bool() }
    }

    /// Each type has each trait in many cases, if it has what the trait requires; some have a trait twice.
    pub(super) fn choose_implementations(&mut self) {
        for (parameters, target) in self.targets() {
            for number in 0..self.traits.len() {
                let is_wanted = number == BASE || self.happens(65);
                if !is_wanted {
                    continue;
                }
                let mut arguments = vec![None];
                if self.traits[number].has_parameter {
                    let mut all = vec![Type::Number, Type::Truth, Type::Text, Type::array(Type::Text)];
                    self.random.shuffle(&mut all);
                    let count = self.random.usize(1..3);
                    arguments = all.into_iter().take(count).map(Some).collect();
                    if !parameters.is_empty() && self.happens(30) {
                        arguments = vec![Some(Type::Parameter("A"))];
                    }
                }
                for argument in arguments {
                    self.implement(&parameters, &target, Fact { number, argument });
                }
            }
        }
    }

    fn implement(&mut self, parameters: &[&'static str], target: &Type, fact: Fact) {
        let binding: Binding = fact.argument.iter().map(|argument| ("P", argument.clone())).collect();
        let required: Vec<Fact> =
            self.traits[fact.number].requires.iter().map(|required| required.with(&binding)).collect();
        let mut bounds = Vec::new();
        for parameter in parameters {
            bounds.push(Bound { parameter, fact: Fact::base() });
            if fact.number != BASE && !self.traits[fact.number].has_parameter && self.happens(60) {
                bounds.push(Bound { parameter, fact: fact.clone() });
            }
        }
        for required in &required {
            // What the required `impl` asks of the parameters, this one must ask, too.
            let Some(found) = self.implementations.iter().find(|one| one.target == *target && one.fact == *required)
            else {
                return;
            };
            for bound in &found.bounds {
                if !bounds.iter().any(|other| other.parameter == bound.parameter && other.fact == bound.fact) {
                    bounds.push(bound.clone());
                }
            }
        }
        let (parameters, target) = (parameters.to_vec(), target.clone());
        self.implementations.push(Implementation { parameters, bounds, fact, target });
    }

    pub(super) fn write_types(&mut self) {
        for declared in self.types.clone() {
            let Declaration { name, storage, parameters, parts, is_enum } = declared;
            let word = match storage {
                Storage::Heap => "",
                Storage::Inline => "inline ",
                Storage::Copy => "copy ",
            };
            let mut brackets = (String::new(), String::new());
            if !parameters.is_empty() {
                brackets = (format!("[{}]", parameters.join(", ")), format!("<{}>", parameters.join(", ")));
            }
            let parts: Vec<Both> = parts.iter().map(|part| self.written(part)).collect();
            if storage == Storage::Copy {
                self.texts.rust("#[derive(Clone, Copy)]");
            }
            let (ours, theirs) = (brackets.0, brackets.1);
            let [first, second] = &parts[..] else { unreachable!("types have two parts") };
            if is_enum {
                self.texts.line(
                    &format!(
                        "type {word}enum {name}{ours} {{ case C0({})  case C1({}) }}",
                        first.language, second.language
                    ),
                    &format!("enum {name}{theirs} {{ C0({}), C1({}) }}", first.rust, second.rust),
                );
            } else {
                self.texts.line(
                    &format!("type {word}{name}{ours} {{ let @f0: {}  let @f1: {} }}", first.language, second.language),
                    &format!("struct {name}{theirs} {{ f0: {}, f1: {} }}", first.rust, second.rust),
                );
            }
        }
    }
}
