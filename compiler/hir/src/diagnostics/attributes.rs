//! The check of attributes: whether they exist, stand in the right place and have the right arguments.

use source::{Chunk, Db, Diagnostic, Span, parse};
use syntax::view::{self, ExternItem, Item, Member};
use syntax::{NodeKind, Parse, TextRange, TokenKind};

use crate::positions::NOTE;
use crate::problems::{invalid_attribute, unknown_attribute, unknown_target};
use crate::symbols::is_header_name;
use crate::targets::{Key, Targets};
use crate::{Name, module_of_file};

/// What an attribute can stand before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Import,
    ExternBlock,
    Function,
    /// `extern fn` with a body.
    ExternDefinition,
    ExternFunction,
    Global,
    ExternGlobal,
    Type,
    Constant,
    /// Any other item.
    Item,
    Field,
    Case,
    /// A `let` in a body.
    Let,
}

impl Place {
    fn of_function(function: view::Function<'_>) -> Place {
        if function.is_extern() { Place::ExternDefinition } else { Place::Function }
    }
}

struct Rule {
    name: &'static str,
    places: &'static [Place],
    places_text: &'static str,
    form: &'static str,
    fits: fn(&[view::AttributeArgument<'_>]) -> bool,
}

/// What only the standard library may say; elsewhere there are no such attributes. The first names what the compiler itself
/// provides.
const OF_STANDARD_LIBRARY: [&str; 4] = [INTRINSIC, UNOPTIMISED, COUNTED, CHANGING];
const INTRINSIC: &str = "intrinsic";
const UNOPTIMISED: &str = "unoptimised";
const COUNTED: &str = "counted";
const CHANGING: &str = "changing";
const ONLY: &str = "only";

const RULES: &[Rule] = &[
    Rule {
        name: "name",
        places: &[Place::ExternDefinition, Place::ExternFunction, Place::Global, Place::ExternGlobal],
        places_text: "`extern fn`, a C function, a global (`let mut`) or a C global",
        form: "@[name(\"symbol\")]",
        fits: is_one_string,
    },
    Rule {
        name: "packed",
        places: &[Place::Type],
        places_text: "a type",
        form: "@[packed]",
        fits: |arguments| arguments.is_empty(),
    },
    Rule {
        name: "align",
        places: &[Place::Type, Place::Field],
        places_text: "a type or field",
        form: "@[align(16)]",
        fits: is_one_number,
    },
    Rule {
        name: ONLY,
        places: &[
            Place::Import,
            Place::ExternBlock,
            Place::Function,
            Place::ExternDefinition,
            Place::ExternFunction,
            Place::Global,
            Place::ExternGlobal,
            Place::Type,
            Place::Constant,
            Place::Item,
        ],
        places_text: "items",
        form: "@[only(os: \"linux\", arch: \"x86_64\")]",
        fits: |arguments| {
            let is_condition = |argument: &view::AttributeArgument<'_>| {
                argument.label().is_some_and(|label| Key::from_text(label.text()).is_some())
                    && kind(argument) == Some(TokenKind::String)
            };
            !arguments.is_empty() && arguments.iter().all(is_condition)
        },
    },
    Rule {
        name: "allow",
        places: &[
            Place::Import,
            Place::ExternBlock,
            Place::Function,
            Place::ExternDefinition,
            Place::ExternFunction,
            Place::Global,
            Place::ExternGlobal,
            Place::Type,
            Place::Constant,
            Place::Item,
            Place::Field,
            Place::Case,
            Place::Let,
        ],
        places_text: "items and `let`",
        form: "@[allow(unused_variable)]",
        fits: |arguments| {
            let is_word = |argument: &view::AttributeArgument<'_>| {
                argument.label().is_none() && kind(argument).is_some_and(TokenKind::is_word_like)
            };
            !arguments.is_empty() && arguments.iter().all(is_word)
        },
    },
    Rule {
        name: NOTE,
        places: &[Place::Function, Place::ExternDefinition, Place::Global, Place::Type, Place::Constant, Place::Let],
        places_text: "a function with a body, a type, a constant, a global or a `let`",
        form: "@[note(\"what readers of the binary should know\")]",
        fits: |arguments| {
            // Tools take a zero byte for the end.
            let says_something = |text: &str| !text.trim().is_empty() && !text.contains('\0');
            is_one_string(arguments)
                && arguments
                    .iter()
                    .filter_map(|only| only.value())
                    .all(|text| says_something(&syntax::literal::string(text.text())))
        },
    },
    Rule {
        name: "inline",
        places: &[Place::Function, Place::ExternDefinition],
        places_text: "a function",
        form: "@[inline(never)] or @[inline(always)]",
        fits: |arguments| {
            let is_known = |word: &str| word == "never" || word == "always";
            matches!(arguments, [only] if only.label().is_none()
                && only.value().is_some_and(|word| is_known(word.text())))
        },
    },
    Rule {
        name: "abi",
        places: &[Place::Type, Place::Function, Place::ExternDefinition, Place::ExternFunction],
        places_text: "a type or function",
        form: "@[abi(registers)], @[abi(max_bytes: 16)] or @[abi(no_copies)]",
        fits: |arguments| {
            let is_promise = |argument: &view::AttributeArgument<'_>| match argument.label() {
                Some(label) => label.text() == "max_bytes" && kind(argument) == Some(TokenKind::Integer),
                None => argument.value().is_some_and(|word| ["registers", "no_copies"].contains(&word.text())),
            };
            !arguments.is_empty() && arguments.iter().all(is_promise)
        },
    },
    Rule {
        name: "c",
        places: &[Place::Type],
        places_text: "a type",
        form: "@[c(vector)], @[c(complex)] or @[c(long_double)]",
        fits: |arguments| match arguments {
            [only] => {
                let words = ["vector", "complex", "long_double"];
                only.label().is_none() && only.value().is_some_and(|word| words.contains(&word.text()))
            }
            _ => false,
        },
    },
    Rule {
        name: "header",
        places: &[Place::ExternBlock, Place::ExternFunction, Place::ExternGlobal],
        places_text: "`extern { … }`, a C function or a C global",
        form: "@[header(\"stdio.h\")]",
        fits: |arguments| {
            let is_header = |argument: &view::AttributeArgument<'_>| {
                let name = argument.value().map(|text| syntax::literal::string(text.text()));
                argument.label().is_none()
                    && kind(argument) == Some(TokenKind::String)
                    && name.is_some_and(|name| is_header_name(&name))
            };
            !arguments.is_empty() && arguments.iter().all(is_header)
        },
    },
    Rule {
        name: INTRINSIC,
        places: &[Place::ExternFunction],
        places_text: "a function of the compiler",
        form: "@[intrinsic(\"name\")]",
        fits: is_one_string,
    },
    Rule {
        name: UNOPTIMISED,
        places: &[Place::Function],
        places_text: "a function",
        form: "@[unoptimised]",
        fits: |arguments| arguments.is_empty(),
    },
    Rule {
        name: COUNTED,
        places: &[Place::Type],
        places_text: "a type",
        form: "@[counted]",
        fits: |arguments| arguments.is_empty(),
    },
    Rule {
        name: CHANGING,
        places: &[Place::Type],
        places_text: "a type",
        form: "@[changing]",
        fits: |arguments| arguments.is_empty(),
    },
];

fn kind(argument: &view::AttributeArgument<'_>) -> Option<TokenKind> {
    argument.value().map(|token| token.kind())
}

fn is_one_string(arguments: &[view::AttributeArgument<'_>]) -> bool {
    matches!(arguments, [only] if only.label().is_none() && kind(only) == Some(TokenKind::String))
}

/// Which numbers are alignments is checked where layouts are known.
fn is_one_number(arguments: &[view::AttributeArgument<'_>]) -> bool {
    matches!(arguments, [only] if only.label().is_none() && kind(only) == Some(TokenKind::Integer))
}

/// Checks the attributes of a chunk's items and their members.
pub(super) fn check(db: &dyn Db, chunk: Chunk<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // Most chunks have no attribute; their trees need not be parsed again.
    if !chunk.text(db).contains("@[") {
        return found;
    }
    let parse = parse(db, chunk);
    let mut check = Check {
        parse,
        found: &mut found,
        span: &|range| Span::new(chunk.id(db), range.start..range.end),
        is_standard: module_of_file(db, chunk.id(db).file(db)).is_some_and(|module| module.is_standard(db)),
    };
    for item in parse.file().items() {
        check.item(item);
    }
    for node in parse.nodes().filter(|node| parse.kind(*node) == NodeKind::Let) {
        check.attributes(node, Place::Let);
    }
    found
}

/// The words in every `@[allow(…)]` of a chunk.
pub(super) fn allowed(db: &dyn Db, chunk: Chunk<'_>) -> Vec<(Name, Span)> {
    let parse = parse(db, chunk);
    let parents = parse.nodes().filter(|node| parse.kind(*node) != NodeKind::Attribute);
    let attributes = parents.flat_map(|node| view::Attribute::all(parse, node));
    let allows = attributes.filter(|attribute| attribute.name().is_some_and(|name| name.text() == "allow"));
    let words = allows.flat_map(|allow| allow.arguments().filter_map(|argument| argument.value()));
    words
        .filter(|word| word.kind().is_word_like())
        .map(|word| {
            let range = word.range();
            (Name::new(word.text()), Span::new(chunk.id(db), range.start..range.end))
        })
        .collect()
}

struct Check<'check> {
    parse: &'check Parse,
    found: &'check mut Vec<Diagnostic>,
    span: &'check dyn Fn(TextRange) -> Span,
    is_standard: bool,
}

impl Check<'_> {
    fn item(&mut self, item: Item<'_>) {
        let place = match item {
            Item::Import(_) | Item::ImportExtern(_) => Place::Import,
            Item::Function(function) => Place::of_function(function),
            Item::Type(_) => Place::Type,
            Item::ExternBlock(_) => Place::ExternBlock,
            Item::Constant(constant) if constant.is_mutable() => Place::Global,
            Item::Constant(_) => Place::Constant,
            Item::Alias(_) | Item::Trait(_) | Item::Impl(_) | Item::Test(_) => Place::Item,
        };
        self.attributes(item.node(), place);
        match item {
            Item::Type(syntax) => {
                for member in syntax.members() {
                    match member {
                        Member::Field(field) => self.attributes(field.node(), Place::Field),
                        Member::Case(case) => self.attributes(case.node(), Place::Case),
                        Member::Function(function) => self.attributes(function.node(), Place::of_function(function)),
                    }
                }
            }
            Item::ExternBlock(block) => {
                for item in block.items() {
                    match item {
                        ExternItem::Function(function) => self.attributes(function.node(), Place::ExternFunction),
                        ExternItem::Variable(variable) => self.attributes(variable.node(), Place::ExternGlobal),
                        ExternItem::Type(opaque) => self.attributes(opaque.node(), Place::Item),
                    }
                }
            }
            Item::Trait(syntax) => {
                syntax.functions().for_each(|each| self.attributes(each.node(), Place::of_function(each)))
            }
            Item::Impl(syntax) => {
                syntax.functions().for_each(|each| self.attributes(each.node(), Place::of_function(each)))
            }
            Item::Import(_)
            | Item::ImportExtern(_)
            | Item::Constant(_)
            | Item::Function(_)
            | Item::Alias(_)
            | Item::Test(_) => {}
        }
    }

    fn attributes(&mut self, node: syntax::NodeId, place: Place) {
        for attribute in view::Attribute::all(self.parse, node) {
            let Some(token) = attribute.name() else { continue };
            let (name, span) = (Name::new(token.text()), (self.span)(token.range()));
            let is_here = |rule: &&Rule| self.is_standard || !OF_STANDARD_LIBRARY.contains(&rule.name);
            let rules = RULES.iter().filter(is_here);
            let Some(rule) = rules.clone().find(|rule| rule.name == token.text()) else {
                let known = rules.map(|rule| Name::new(rule.name));
                self.found.push(unknown_attribute::at(name, span, known));
                continue;
            };
            let arguments: Vec<_> = attribute.arguments().collect();
            if !rule.places.contains(&place) {
                self.found.push(invalid_attribute::in_wrong_place(name, span, rule.places_text));
            } else if !(rule.fits)(&arguments) {
                self.found.push(invalid_attribute::with_wrong_arguments(name, span, rule.form));
            } else if rule.name == ONLY {
                self.condition(&arguments, span);
            }
        }
    }

    /// The values in `@[only(…)]`.
    fn condition(&mut self, arguments: &[view::AttributeArgument<'_>], attribute: Span) {
        let mut found = Targets::ALL;
        let mut is_known = true;
        for key in [Key::System, Key::Architecture] {
            let mut of_key = None;
            for argument in arguments {
                let (Some(label), Some(value)) = (argument.label(), argument.value()) else {
                    continue;
                };
                if Key::from_text(label.text()) != Some(key) {
                    continue;
                }
                let text = syntax::literal::string(value.text());
                let targets = key.targets(&text);
                if targets.is_empty() {
                    is_known = false;
                    self.found.push(unknown_target::at(key, &text, (self.span)(value.range())));
                }
                of_key = Some(of_key.unwrap_or(Targets::NONE).or(targets));
            }
            found = found.and(of_key.unwrap_or(Targets::ALL));
        }
        if is_known && found.is_empty() {
            self.found.push(unknown_target::nowhere(attribute));
        }
    }
}
