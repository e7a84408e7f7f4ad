//! Calls: which one a position belongs to, where each argument of it lands on every target, and what is copied, moved and
//! counted for it. It owns the step from tokens to calls and the arrangement; places come from `abi`, copies from
//! `crate::copies`.

use abi::ValueIndex;
use hir::{Expression, ExpressionId, ItemId};
use source::Db;
use syntax::view;
use syntax::{NodeId, NodeKind, TokenKind};
use types::{Adjustment, Arguments, Callee, Inference, Substitution, Ty};

use super::blocks::Notes;
use super::instances;
use super::known::is_known;
use super::layout::Layout;
use super::news;
use super::objects;
use super::page::{Page, bytes, code};
use super::passing::{CallShape, Value, indices};
use super::question::{Dispatched, HoverLink, Question, ShowBlock};
use super::transfers::{self, About};
use crate::token::TokenPlace;

/// Arguments longer than this are cut.
const MOST_LETTERS: usize = 24;

/// A call that a position belongs to.
pub(super) struct CallSite {
    /// Whose body it stands in.
    pub item: ItemId,
    /// The call.
    pub call: ExpressionId,
    /// Its node.
    pub node: NodeId,
    /// The parameter whose argument the position is at; `None` for the call as a whole.
    pub parameter: Option<u32>,
}

/// How a position belongs to a call.
enum Role {
    /// It is at what is called, or at the parentheses.
    Whole,
    /// It is at the argument that is written in this place.
    Argument(usize),
    /// It is at the value before the point.
    Receiver,
}

/// The call that a token belongs to, as what is called, as an argument, or as a parenthesis.
pub(super) fn at(db: &dyn Db, place: &TokenPlace<'_>) -> Option<CallSite> {
    let (node, role) = syntactic(place)?;
    let item = place.item(db).filter(|item| item.kind(db).may_have_body())?;
    let call = hir::body_source_map(db, item).expression_at(node)?;
    let inference = types::infer(db, item);
    let known = inference.call_of(call)?;
    let is_method = matches!(hir::body(db, item)[call], Expression::MethodCall { .. });
    let has_receiver = match known.callee {
        Callee::Function(function, _) => is_method && types::signature(db, function).receiver.is_some(),
        Callee::Builtin(_) => is_method,
        Callee::Structure(_)
        | Callee::Union(_)
        | Callee::Case(..)
        | Callee::Pointer(_)
        | Callee::Closure(_)
        | Callee::Error => false,
    };
    let parameter = match role {
        Role::Whole => None,
        Role::Receiver if !has_receiver => return None,
        Role::Receiver => Some(0),
        Role::Argument(written) => {
            let argument = inference.arguments(known).get(written + usize::from(has_receiver))?;
            Some(known.callee.passed_place(argument.parameter))
        }
    };
    Some(CallSite { item, call, node, parameter })
}

/// The function that the call at a token calls.
pub(crate) fn callee_at(db: &dyn Db, place: &TokenPlace<'_>) -> Option<ItemId> {
    let site = at(db, place)?;
    types::infer(db, site.item).callee_of(site.call)?.as_function()
}

/// The call's node, and how the token belongs to it.
fn syntactic(place: &TokenPlace<'_>) -> Option<(NodeId, Role)> {
    let parse = place.parse;
    if place.node_kind() == NodeKind::Call {
        return matches!(place.kind(), TokenKind::OpenParen | TokenKind::CloseParen)
            .then_some((place.node, Role::Whole));
    }
    let mut node = place.node;
    if node_begins_elsewhere(place) {
        return None;
    }
    loop {
        let parent = parse.parent(node)?;
        match parse.kind(parent) {
            NodeKind::Paren | NodeKind::NamedArgument | NodeKind::Unary => node = parent,
            NodeKind::Call => {
                let call = view::Call::cast(parse, parent)?;
                if call.callee()?.node() == node {
                    return Some((parent, Role::Whole));
                }
                let behind_callee = parse.children(parent).skip(1);
                let written = behind_callee.take_while(|child| *child != node).count();
                return Some((parent, Role::Argument(written)));
            }
            // The name of a method: `f` in `x.f(…)`; or the value before the point.
            NodeKind::FieldAccess => {
                let call = parse.parent(parent).filter(|above| parse.kind(*above) == NodeKind::Call)?;
                let is_callee = view::Call::cast(parse, call)?.callee()?.node() == parent;
                return is_callee.then_some((call, Role::Receiver));
            }
            _ => return None,
        }
    }
}

/// Tokens of larger nodes, such as the `.` of `a.b` or the `{` of a block, are not the argument that the node is.
fn node_begins_elsewhere(place: &TokenPlace<'_>) -> bool {
    match place.node_kind() {
        NodeKind::Name | NodeKind::SelfValue | NodeKind::SelfField | NodeKind::Literal | NodeKind::NamedArgument => {
            false
        }
        NodeKind::FieldAccess => place.kind() == TokenKind::Dot,
        kind => !kind.is_operator(),
    }
}

/// The first lines about a call, or about one argument of it.
pub(super) fn news(question: &Question<'_>, page: &mut Page, site: &CallSite, place: &TokenPlace<'_>) {
    let (db, settings) = (question.db, question.settings);
    let mut lines = Vec::new();
    if settings.abi != ShowBlock::Never
        && let Some(shape) = shape(db, site)
    {
        let callee = callee_name(db, site, place);
        match site.parameter {
            None => {
                lines.push(news::call_head(db, &callee, &shape));
                lines.extend(through_object(question, site));
                lines.extend(called_instances(question, site));
                lines.extend(news::places(question, &shape, &indices(&shape)));
            }
            Some(number) => {
                let Some(value) = shape.parameters.get(number as usize) else {
                    return;
                };
                let size = bytes(types::layout(db, value.ty).size);
                let ty = types::display(db, value.ty);
                lines.push(format!("{}: {ty} · {size} · argument of {callee}", value.name));
                lines.extend(news::places(question, &shape, &[ValueIndex::Param(number as u16)]));
            }
        }
        page.link(HoverLink::AbiReport);
        page.link(HoverLink::Mir);
        page.link(HoverLink::Assembly);
    }
    if settings.copies {
        let (call, parameter) = (site.call, site.parameter);
        lines.extend(transfers::lines(question, site.item, About::Call { call, parameter }));
    }
    if !lines.is_empty() {
        page.news(lines);
    }
}

/// The table that a call of a method of a `dyn` goes through, and what an optimised build makes of that.
fn through_object(question: &Question<'_>, site: &CallSite) -> Vec<String> {
    let db = question.db;
    let Some(Callee::Function(function, arguments)) = types::infer(db, site.item).callee_of(site.call) else {
        return Vec::new();
    };
    let Some((of, slot)) = types::called_through_object(db, function, arguments) else { return Vec::new() };
    let mut lines = vec![objects::called_through(db, of, slot)];
    if let Some(Dispatched { decision, candidates, reason }) = (question.host.dispatch)(of, slot) {
        let candidates = candidates.join(", ");
        let separator = if candidates.is_empty() { "" } else { " · " };
        lines.push(format!("-O2: {decision}{separator}{candidates}"));
        lines.extend(reason.map(|reason| format!("     {reason}")));
    }
    lines
}

/// How many instances there are of a generic function that is called.
fn called_instances(question: &Question<'_>, site: &CallSite) -> Option<String> {
    let called = types::infer(question.db, site.item).callee_of(site.call)?.as_instance();
    let (function, arguments) = called.filter(|(_, arguments)| !arguments.is_empty())?;
    let is_open = arguments.types().iter().any(|ty| ty.is_open());
    let called = if is_open { None } else { types::resolve_instance(question.db, function, arguments) };
    instances::besides(question, called.map_or(function, |(called, _)| called))
}

/// What decided where each argument lands, or the one that the position is at, and what is copied for it.
pub(super) fn write(question: &Question<'_>, page: &mut Page, site: &CallSite, place: &TokenPlace<'_>) {
    let settings = question.settings;
    if let Some(number) = site.parameter
        && settings.abi != ShowBlock::Never
        && let Some(shape) = shape(question.db, site)
    {
        let mut notes = Notes::default();
        let name = shape.parameters.get(number as usize).map_or("", |value| value.name.as_str());
        notes.add(&shape.on_all(&question.targets), ValueIndex::Param(number as u16), &code(name));
        page.rule();
        page.text(&title(question.db, site, number, name, place));
        notes.write_clauses(question, page);
    }
    if let Some(number) = site.parameter
        && settings.layout != ShowBlock::Never
    {
        built_in_place(question, page, site, number);
    }
    if settings.copies {
        let (call, parameter) = (site.call, site.parameter);
        transfers::write(question, page, site.item, About::Call { call, parameter });
    }
}

/// An argument of a construction is no argument: it is stored where the field lies.
fn built_in_place(question: &Question<'_>, page: &mut Page, site: &CallSite, number: u32) {
    let db = question.db;
    let inference = types::infer(db, site.item);
    // The instance is what is made.
    let Some(made) = inference.expression_type(site.call).as_named() else { return };
    let (owner, number) = match inference.callee_of(site.call) {
        Some(Callee::Structure(owner) | Callee::Union(owner)) => (owner, number),
        Some(Callee::Case(owner, case)) => {
            let enumeration = types::type_definition(db, owner).enumeration.as_deref();
            (owner, number + enumeration.map_or(0, |enumeration| enumeration.parts(case).start))
        }
        Some(Callee::Function(..) | Callee::Pointer(_) | Callee::Closure(_) | Callee::Builtin(_) | Callee::Error)
        | None => return,
    };
    let field = types::type_definition(db, owner).parts().get(number as usize).filter(|field| !field.name.is_empty());
    let place = Layout::of_named(db, made).and_then(|layout| layout.field(number));
    if let (Some(field), Some(place)) = (field, place) {
        let (field, owner) = (code(&field.name.text()), code(&owner.name(db).text()));
        page.rule();
        page.text(&format!("Stored in field {field} of {owner}, no call is made: {place}."));
    }
}

fn title(db: &dyn Db, site: &CallSite, number: u32, name: &str, place: &TokenPlace<'_>) -> String {
    let callee = code(&callee_name(db, site, place));
    match written_argument(db, site, number, place) {
        Some(text) if text != name => format!("{} as {} of {callee}:", code(&text), code(name)),
        Some(_) | None => format!("Argument {} of {callee}:", code(name)),
    }
}

/// A function as it is called, with its own type arguments: `keep[i64]`.
fn instance_name(db: &dyn Db, function: ItemId, arguments: Arguments) -> String {
    let name = function.name(db).text().to_string();
    let own = Substitution::of_function(db, function, arguments).of_item(function);
    match own.filter(|own| !own.is_empty()) {
        Some(own) => {
            let types: Vec<String> = own.iter().map(|ty| types::display(db, *ty)).collect();
            format!("{name}[{}]", types.join(", "))
        }
        None => name,
    }
}

fn callee_name(db: &dyn Db, site: &CallSite, place: &TokenPlace<'_>) -> String {
    match types::infer(db, site.item).callee_of(site.call) {
        Some(Callee::Function(function, arguments)) => instance_name(db, function, arguments),
        Some(
            Callee::Structure(_)
            | Callee::Union(_)
            | Callee::Case(..)
            | Callee::Pointer(_)
            | Callee::Closure(_)
            | Callee::Builtin(_)
            | Callee::Error,
        )
        | None => {
            let written = view::Call::cast(place.parse, site.node).and_then(|call| call.callee());
            written.map_or(String::new(), |callee| shortened(place.parse.node_text(callee.node())))
        }
    }
}

fn written_argument(db: &dyn Db, site: &CallSite, number: u32, place: &TokenPlace<'_>) -> Option<String> {
    let inference = types::infer(db, site.item);
    let call = inference.call_of(site.call)?;
    let mut arguments = inference.arguments(call).iter();
    let argument = arguments.find(|argument| call.callee.passed_place(argument.parameter) == number)?;
    let node = hir::body_source_map(db, site.item).expression(argument.expression);
    Some(shortened(place.parse.node_text(node)))
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST_LETTERS {
        return line;
    }
    let kept: String = line.chars().take(MOST_LETTERS).collect();
    format!("{kept}…")
}

/// The signature of this very call; `None` where no call is made or something in it is unknown.
fn shape(db: &dyn Db, site: &CallSite) -> Option<CallShape> {
    let shape = any_shape(db, site)?;
    let is_known = shape.parameters.iter().all(|value| is_known(db, value.ty)) && is_known(db, shape.result);
    is_known.then_some(shape)
}

fn any_shape(db: &dyn Db, site: &CallSite) -> Option<CallShape> {
    let inference = types::infer(db, site.item);
    match inference.callee_of(site.call)? {
        Callee::Function(function, arguments) => {
            let shape = CallShape::of_instance(db, function, arguments)?;
            if types::signature(db, function).variadic {
                Some(variadic(db, site, inference, shape))
            } else {
                Some(shape)
            }
        }
        Callee::Pointer(pointer) => {
            let ty = inference.expression_type(pointer).value_type();
            let types::TypeKind::ExternFunction(parameters, result) = ty.kind() else {
                return None;
            };
            let parameters = parameters.types();
            let value = |(number, ty): (usize, &types::Ty)| Value { name: number.to_string(), ty: *ty };
            Some(CallShape::of_values(db, parameters.iter().enumerate().map(value).collect(), result, None))
        }
        Callee::Closure(closure) => {
            let (_, parameters, result) = inference.seen_type(closure).value_type().as_closure()?;
            let environment = Value { name: "environment".to_string(), ty: Ty::pointer(Ty::UNIT) };
            let value = |(number, ty): (usize, &Ty)| Value { name: number.to_string(), ty: *ty };
            let values = std::iter::once(environment).chain(parameters.iter().enumerate().map(value)).collect();
            Some(CallShape::of_values(db, values, result, None))
        }
        Callee::Structure(_) | Callee::Union(_) | Callee::Case(..) | Callee::Builtin(_) | Callee::Error => None,
    }
}

/// The signature with the arguments behind the named ones, as C promotes them.
fn variadic(db: &dyn Db, site: &CallSite, inference: &Inference, named: CallShape) -> CallShape {
    let fixed = named.parameters.len();
    let mut values = named.parameters;
    let Some(call) = inference.call_of(site.call) else {
        return CallShape::of_values(db, values, named.result, Some(fixed as u16));
    };
    let mut further: Vec<(u32, Ty)> = inference
        .arguments(call)
        .iter()
        .filter(|argument| argument.parameter as usize >= fixed)
        .map(|argument| (argument.parameter, promoted(inference, argument.expression)))
        .collect();
    further.sort_by_key(|(number, _)| *number);
    values.extend(further.into_iter().map(|(number, ty)| Value { name: format!("...{number}"), ty }));
    CallShape::of_values(db, values, named.result, Some(fixed as u16))
}

/// The type that C's `...` makes of an argument's.
fn promoted(inference: &Inference, argument: ExpressionId) -> Ty {
    let ty = inference.expression_type(argument);
    let ty = if inference.adjustment(argument) == Adjustment::Read { ty.value_type() } else { ty };
    match ty.int_kind() {
        Some(kind) if kind.bits() < 32 => Ty::I32,
        Some(_) => ty,
        None if ty == Ty::BOOL => Ty::I32,
        None if ty == Ty::F32 => Ty::F64,
        None => ty,
    }
}
