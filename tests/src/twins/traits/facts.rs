//! Which type has which trait: the rules of bounds, requirements and `impl`s, as the generator knows them.

use super::super::texts::Both;
use super::Generator;
use super::types::{Binding, Type};

/// The number of the trait that all types have: it makes and shows values.
pub(super) const BASE: usize = 0;

/// A trait with its argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fact {
    pub(super) number: usize,
    pub(super) argument: Option<Type>,
}

/// That a type parameter has a trait.
#[derive(Clone)]
pub(super) struct Bound {
    pub(super) parameter: &'static str,
    pub(super) fact: Fact,
}

/// A trait; its type parameter, if it has one, is `P`.
#[derive(Clone)]
pub(super) struct Trait {
    pub(super) name: String,
    pub(super) has_parameter: bool,
    pub(super) requires: Vec<Fact>,
    pub(super) methods: Vec<Method>,
}

/// How a method or function gets a value.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mode {
    Lent,
    Changed,
    Moved,
}

/// A method of a trait.
#[derive(Clone)]
pub(super) struct Method {
    pub(super) name: String,
    /// `None` of a static method.
    pub(super) receiver: Option<Mode>,
    /// What its own type parameter `O` has.
    pub(super) own: Option<Fact>,
    pub(super) takes: Vec<(Mode, Type)>,
    pub(super) result: Type,
    pub(super) is_default: bool,
}

/// An `impl` of a trait.
#[derive(Clone)]
pub(super) struct Implementation {
    pub(super) parameters: Vec<&'static str>,
    pub(super) bounds: Vec<Bound>,
    pub(super) fact: Fact,
    pub(super) target: Type,
}

impl Fact {
    pub(super) fn base() -> Fact {
        Fact { number: BASE, argument: None }
    }

    pub(super) fn with(&self, binding: &Binding) -> Fact {
        Fact { number: self.number, argument: self.argument.as_ref().map(|argument| argument.with(binding)) }
    }
}

impl Generator {
    /// All traits that a type is known to have.
    pub(super) fn facts(&self, known: &[Bound], ty: &Type) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Type::Parameter(name) = ty {
            let mut open: Vec<Fact> =
                known.iter().filter(|bound| bound.parameter == *name).map(|bound| bound.fact.clone()).collect();
            while let Some(fact) = open.pop() {
                if facts.contains(&fact) {
                    continue;
                }
                let binding: Binding = fact.argument.iter().map(|argument| ("P", argument.clone())).collect();
                open.extend(self.traits[fact.number].requires.iter().map(|required| required.with(&binding)));
                facts.push(fact);
            }
            return facts;
        }
        for implementation in &self.implementations {
            let mut binding = Binding::new();
            if !implementation.target.bind(ty, &mut binding) {
                continue;
            }
            let is_met = |bound: &Bound| {
                self.has(known, &Type::Parameter(bound.parameter).with(&binding), &bound.fact.with(&binding))
            };
            if implementation.bounds.iter().all(is_met) {
                facts.push(implementation.fact.with(&binding));
            }
        }
        facts
    }

    /// Whether a type is known to have a trait.
    pub(super) fn has(&self, known: &[Bound], ty: &Type, fact: &Fact) -> bool {
        self.facts(known, ty).contains(fact)
    }

    /// A trait with its argument, as it is written.
    pub(super) fn named(&self, fact: &Fact) -> Both {
        let Both { language, rust } = self.arguments(fact.argument.as_slice());
        let name = &self.traits[fact.number].name;
        Both::new(format!("{name}{language}"), format!("{name}{rust}"))
    }

    /// Type parameters with what they have, in their brackets.
    pub(super) fn bounded(&self, parameters: &[&'static str], bounds: &[Bound], copied: &[&'static str]) -> Both {
        if parameters.is_empty() {
            return Both::same("");
        }
        let one = |name: &&'static str| {
            let of = bounds.iter().filter(|bound| bound.parameter == *name);
            let mut all: Vec<Both> = of.map(|bound| self.named(&bound.fact)).collect();
            if copied.contains(name) {
                all.push(Both::same("Copy"));
            }
            let joined = |text: fn(&Both) -> &str| all.iter().map(text).collect::<Vec<_>>().join(" + ");
            Both::new(
                format!("{name}: {}", joined(|both| &both.language)),
                format!("{name}: {}", joined(|both| &both.rust)),
            )
        };
        let Both { language, rust } = Both::listed(&parameters.iter().map(one).collect::<Vec<_>>());
        Both::new(format!("[{language}]"), format!("<{rust}>"))
    }
}
