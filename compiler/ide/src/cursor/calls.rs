//! The call around a cursor: what is called, its parameters, and which of them an argument is for. Completion asks for the
//! names and the expected type, signature help for all of it.

use hir::{BuiltinFunction, ItemId, ItemKind};
use source::Db;
use syntax::view;
use syntax::{NodeId, NodeKind, TokenKind};
use types::{Builtin, DefinitionKind, Ty, TypeKind};

use super::{Cursor, Meaning};

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Called {
    /// A function, method or C function.
    Function {
        item: ItemId,
        /// Whether `self` stands before the point, so that it is no parameter of the call.
        has_self: bool,
    },
    /// A structure or union that is constructed.
    Type(ItemId),
    /// A case of an enum.
    Case { item: ItemId, index: u32 },
    /// An `extern fn` pointer.
    Pointer,
    /// A function of the compiler.
    Builtin(BuiltinFunction),
    /// A method of the compiler: of a raw pointer, `into_raw` or `from_raw`.
    BuiltinMethod(Builtin),
    /// `Pointer.null`.
    PointerNull,
}

/// A parameter or field of what is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CallParameter {
    /// The name by which an argument may be named; empty where it may not.
    pub name: String,
    /// As it is shown: `by: f64`.
    pub text: String,
    /// Its type, if it does not depend on the call.
    pub ty: Option<Ty>,
}

/// A call's target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CallTarget {
    pub called: Called,
    pub parameters: Vec<CallParameter>,
    /// Whether any number of arguments may follow.
    pub is_variadic: bool,
    pub result: Option<Ty>,
}

impl Cursor<'_> {
    /// What the call of a node calls.
    pub fn call_target(&self, call: NodeId) -> Option<CallTarget> {
        let callee = view::Call::cast(&self.parse, call)?.callee()?;
        target(self.db, self.meaning(callee.node())).or_else(|| {
            // What a receiver becomes before its method is found, and a trait's name, only the body itself tells.
            let (item, has_self) = self.called_really(callee.node())?;
            Some(function_target(self.db, item, has_self))
        })
    }

    /// The call whose parentheses hold the cursor, and the child of it that does. A block begins something else.
    pub fn call_around(&self) -> Option<(NodeId, Option<NodeId>)> {
        let parse = &self.parse;
        let mut inner = None;
        for node in self.nodes().take_while(|node| parse.kind(*node) != NodeKind::Block) {
            if parse.kind(node) == NodeKind::Call && inner != parse.first_child(node) {
                return Some((node, inner));
            }
            inner = Some(node);
        }
        None
    }

    /// The parameter that an argument of a call is for: by its name, else by the commas before it; behind named arguments
    /// the first that has none. Behind the last one of a variadic function that is the place of the `...`.
    pub fn parameter_of(&self, target: &CallTarget, call: NodeId, argument: Option<NodeId>) -> Option<usize> {
        let parse = &self.parse;
        let name_of = |node: NodeId| view::NamedArgument::cast(parse, node)?.name().map(|name| name.text());
        let place_of = |name: &str| target.parameters.iter().position(|parameter| parameter.name == name);
        if let Some(name) = argument.and_then(name_of) {
            return place_of(name);
        }
        let is_before = |node: &NodeId| Some(*node) != argument && parse.range(*node).end <= self.offset();
        let before: Vec<NodeId> = parse.children(call).skip(1).take_while(is_before).collect();
        let given: Vec<usize> = before.iter().filter_map(|node| place_of(name_of(*node)?)).collect();
        if !given.is_empty() {
            let plain = before.iter().filter(|node| name_of(**node).is_none()).count();
            return (plain..target.parameters.len()).find(|place| !given.contains(place));
        }
        let tokens = parse.first_token(call).number() as usize..self.token.number() as usize;
        let tokens = parse.tokens().skip(tokens.start).take(tokens.len());
        let commas =
            tokens.filter(|token| parse.token_kind(*token) == TokenKind::Comma && parse.node_of(*token) == call);
        let place = commas.count();
        let last = target.parameters.len();
        (place < last || target.is_variadic).then_some(place.min(last))
    }
}

/// What a call of something calls.
pub(crate) fn target(db: &dyn Db, callee: Meaning) -> Option<CallTarget> {
    match callee {
        Meaning::Function { item, has_self } => Some(function_target(db, item, has_self)),
        Meaning::Type(ty) => construction(db, ty),
        Meaning::Case { item, index } => Some(CallTarget {
            called: Called::Case { item, index },
            parameters: (types::type_definition(db, item).fields_of(Some(index)).iter())
                .map(|part| typed(db, &part.name.text(), part.ty))
                .collect(),
            is_variadic: false,
            result: Some(Ty::named(item)),
        }),
        Meaning::Value(ty) => pointer_target(db, ty),
        Meaning::Builtin(builtin) => Some(builtin_target(builtin)),
        Meaning::BuiltinMethod(builtin) => {
            let (parameters, result) = types::builtin_method_types(builtin)?;
            let shown = |&(name, ty): &(&str, Ty)| parameter("", ty, &format!("{name}: {}", types::display(db, ty)));
            Some(CallTarget {
                called: Called::BuiltinMethod(builtin),
                parameters: parameters.iter().map(shown).collect(),
                is_variadic: false,
                result: Some(result),
            })
        }
        Meaning::PointerNull => {
            Some(CallTarget { called: Called::PointerNull, parameters: Vec::new(), is_variadic: false, result: None })
        }
        Meaning::PointerType | Meaning::OtherType(_) | Meaning::Module(_) | Meaning::Unknown => None,
    }
}

fn parameter(name: &str, ty: Ty, text: &str) -> CallParameter {
    CallParameter { name: name.to_string(), text: text.to_string(), ty: (!ty.is_error()).then_some(ty) }
}

fn typed(db: &dyn Db, name: &str, ty: Ty) -> CallParameter {
    let shown = types::display(db, ty);
    let text = if name.is_empty() { shown } else { format!("{name}: {shown}") };
    parameter(name, ty, &text)
}

fn function_target(db: &dyn Db, item: ItemId, has_self: bool) -> CallTarget {
    let signature = types::signature(db, item);
    let skipped = usize::from(has_self && signature.receiver.is_some());
    let parameters = signature.parameters.iter().skip(skipped);
    CallTarget {
        called: Called::Function { item, has_self },
        parameters: parameters.map(|each| typed(db, &each.name.text(), each.ty)).collect(),
        is_variadic: signature.variadic,
        result: Some(signature.result),
    }
}

fn construction(db: &dyn Db, ty: Ty) -> Option<CallTarget> {
    let TypeKind::Named(named) = ty.kind() else {
        return None;
    };
    let (item, definition) = (named.item, types::type_definition(db, named));
    if item.kind(db) == ItemKind::OpaqueType || definition.enumeration.is_some() {
        return None;
    }
    let fields = definition.fields.iter();
    Some(CallTarget {
        called: Called::Type(item),
        parameters: fields.map(|field| typed(db, &field.name.text(), field.ty)).collect(),
        is_variadic: false,
        result: Some(ty),
    })
}

fn pointer_target(db: &dyn Db, ty: Ty) -> Option<CallTarget> {
    let (TypeKind::ExternFunction(parameters, result) | TypeKind::Closure(_, parameters, result)) =
        ty.value_type().kind()
    else {
        return None;
    };
    Some(CallTarget {
        called: Called::Pointer,
        parameters: parameters.types().iter().map(|each| typed(db, "", *each)).collect(),
        is_variadic: false,
        result: Some(result),
    })
}

fn builtin_target(builtin: BuiltinFunction) -> CallTarget {
    let value = |text: &str| parameter("", Ty::ERROR, text);
    let (parameters, result) = match builtin {
        BuiltinFunction::Print | BuiltinFunction::Println => (vec![value("value")], Some(Ty::UNIT)),
        BuiltinFunction::Panic => (vec![parameter("", Ty::STRING, "message: String")], Some(Ty::NEVER)),
        BuiltinFunction::Assert => (vec![parameter("", Ty::BOOL, "condition: bool")], Some(Ty::UNIT)),
        BuiltinFunction::Swap => (vec![value("mut a"), value("mut b")], Some(Ty::UNIT)),
        BuiltinFunction::Replace => (vec![value("mut place"), value("value")], None),
        BuiltinFunction::SizeOf | BuiltinFunction::AlignOf => (Vec::new(), Some(Ty::I64)),
        BuiltinFunction::OffsetOf => (vec![value("\"field\"")], Some(Ty::I64)),
        BuiltinFunction::Zeroed => (Vec::new(), None),
    };
    CallTarget { called: Called::Builtin(builtin), parameters, is_variadic: false, result }
}

impl CallTarget {
    /// Whether it makes a union, of which one field is given.
    pub fn is_union(&self, db: &dyn Db) -> bool {
        matches!(self.called, Called::Type(item) if types::type_definition(db, item).kind == DefinitionKind::Union)
    }
}
