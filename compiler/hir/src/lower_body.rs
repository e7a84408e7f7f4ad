//! From the tree of a chunk to the [`Body`] of one of its items: names, labels and literals are resolved, ranges are
//! put aside into the [`BodySourceMap`]. It must not know types. What is wrong is reported here, once, and becomes `Missing`.

mod control;
mod expressions;
mod literals;
mod name_table;
mod names;
mod patterns;
mod statements;

use std::cell::RefCell;
use std::sync::Arc;

use source::{Chunk, ChunkId, Db, Diagnostic, Span, parse};
use syntax::view::{self, Expression as Syntax};
use syntax::{NodeId, NodeKind, Parse, TextRange};

use crate::bodies::*;
use crate::expression::*;
use crate::lower_items::item_nodes;
use crate::lower_types::{TypeCollector, TypeContext};
use crate::name::NameCache;
use crate::pattern::*;
use crate::problems::name_clash;
use crate::{BodySourceMap, ConstantExpression, ItemId, ItemSource, Module, Name, Receiver, item_data, item_source};
use name_table::NameTable;
pub(crate) use names::type_path_problem;

/// The body of a function, constant or test; an empty one, whose root is `Missing`, for items without a body.
#[salsa::tracked(returns(deref))]
pub fn body(db: &dyn Db, item: ItemId) -> Arc<Body> {
    lowered_body(db, item).body.clone()
}

/// Where the parts of [`body`] stand. For reporting only.
pub fn body_source_map(db: &dyn Db, item: ItemId) -> &BodySourceMap {
    &lowered_body(db, item).map
}

/// What is wrong in the names and literals of [`body`].
pub fn body_diagnostics(db: &dyn Db, item: ItemId) -> &[Diagnostic] {
    &lowered_body(db, item).diagnostics
}

/// The names that [`body`] looked up in its module, sorted by text; tells which imports are used.
#[salsa::tracked(returns(deref))]
pub(crate) fn body_names(db: &dyn Db, item: ItemId) -> Vec<Name> {
    lowered_body(db, item).names.clone()
}

/// The body of the n-th computed number in the head of an item: an array's length, a case's value.
#[salsa::tracked(returns(deref))]
pub fn constant_body(db: &dyn Db, item: ItemId, nth: u32) -> Arc<Body> {
    lowered_constant(db, item, nth).body.clone()
}

/// Where the parts of [`constant_body`] stand. For reporting only.
pub fn constant_source_map(db: &dyn Db, item: ItemId, nth: u32) -> &BodySourceMap {
    &lowered_constant(db, item, nth).map
}

/// What is wrong in the names and literals of [`constant_body`].
pub fn constant_diagnostics(db: &dyn Db, item: ItemId, nth: u32) -> &[Diagnostic] {
    &lowered_constant(db, item, nth).diagnostics
}

/// The names that [`constant_body`] looked up in its module.
pub(crate) fn constant_names(db: &dyn Db, item: ItemId, nth: u32) -> &[Name] {
    &lowered_constant(db, item, nth).names
}

struct LoweredBody {
    body: Arc<Body>,
    map: BodySourceMap,
    diagnostics: Vec<Diagnostic>,
    names: Vec<Name>,
}

/// Body and map at once. Never compared: the queries above compare their part.
#[salsa::tracked(no_eq)]
fn lowered_body(db: &dyn Db, item: ItemId) -> LoweredBody {
    let Some(source) = item_source(db, item) else {
        return LoweredBody::empty();
    };
    let Some(&node) = item_nodes(db, source.chunk).items.get(source.index as usize) else {
        return LoweredBody::empty();
    };
    let parse = parse(db, source.chunk);
    match parse.kind(node) {
        NodeKind::Function => match view::Function::cast(parse, node) {
            Some(function) if function.body().is_some() => {
                BodyLowering::new(db, item, source, parse).function(function)
            }
            Some(_) | None => LoweredBody::empty(),
        },
        NodeKind::Constant => {
            let value = view::Constant::cast(parse, node).and_then(|constant| constant.value());
            BodyLowering::new(db, item, source, parse).value(value, node)
        }
        NodeKind::Test => {
            let block = view::Test::cast(parse, node).and_then(|test| test.body());
            BodyLowering::new(db, item, source, parse).value(block.map(Syntax::Block), node)
        }
        _ => LoweredBody::empty(),
    }
}

#[salsa::tracked(no_eq)]
fn lowered_constant(db: &dyn Db, item: ItemId, nth: u32) -> LoweredBody {
    let Some(source) = item_source(db, item) else {
        return LoweredBody::empty();
    };
    let Some(node) = item_nodes(db, source.chunk).constant(source.index as usize, nth) else {
        return LoweredBody::empty();
    };
    let parse = parse(db, source.chunk);
    BodyLowering::new(db, item, source, parse).value(Syntax::cast(parse, node), node)
}

impl LoweredBody {
    fn empty() -> Self {
        let root = NodeId::from_number(1).expect("1 is not 0");
        let mut body = Body::default();
        body.expressions.push(Expression::Missing);
        let map = BodySourceMap { expressions: vec![root], ..BodySourceMap::default() };
        Self { body: Arc::new(body), map, diagnostics: Vec::new(), names: Vec::new() }
    }
}

/// Memory that a thread keeps from body to body.
#[derive(Default)]
struct Scratch {
    body: Body,
    map: BodySourceMap,
    collector: TypeCollector,
    table: NameTable,
    names: NameCache,
    arguments: Vec<Argument>,
    statements: Vec<Statement>,
}

thread_local! {
    static SCRATCH: RefCell<Option<Box<Scratch>>> = const { RefCell::new(None) };
}

impl Scratch {
    /// The thread's memory, with nothing in it.
    fn take() -> Scratch {
        let mut scratch = SCRATCH.take().map_or_else(Scratch::default, |kept| *kept);
        scratch.body.clear();
        scratch.map.clear();
        scratch.collector.clear();
        scratch.table.clear();
        scratch.names.keep_up();
        scratch.arguments.clear();
        scratch.statements.clear();
        scratch
    }

    /// Gives the memory back to the thread. If a cancelled query does not, the next body begins with none.
    fn give_back(self) {
        SCRATCH.set(Some(Box::new(self)));
    }
}

struct BodyLowering<'db> {
    db: &'db dyn Db,
    item: ItemId,
    module: Module,
    chunk: Chunk<'db>,
    parse: &'db Parse,
    body: Body,
    map: BodySourceMap,
    collector: TypeCollector,
    table: NameTable,
    names: NameCache,
    values_in_paths: Option<names::ValuesInPath>,
    /// Whether type parameters are in scope.
    is_generic: bool,
    /// Arguments of the calls around the current place.
    scratch: Vec<Argument>,
    /// Statements of the blocks around the current place.
    statements: Vec<Statement>,
    /// The loops around the current place, outermost first, with their labels and where these stand.
    loops: Vec<(Option<(Name, TextRange)>, ExpressionId)>,
    diagnostics: Vec<Diagnostic>,
}

impl TypeContext for BodyLowering<'_> {
    fn collector(&mut self) -> &mut TypeCollector {
        &mut self.collector
    }

    fn spells_no_type(&mut self, node: NodeId) {
        if self.parse.kind(node) == NodeKind::Error {
            return;
        }
        let text = |node: NodeId| self.parse.text()[self.parse.range(node).index()].to_string();
        let right = match self.parse.first_child(node) {
            // `Tree[T].Object`
            Some(of) if self.parse.kind(of) == NodeKind::Index && text(node).ends_with(".Object") => {
                self.parse.first_child(of).map(|name| {
                    let (name, whole) = (text(name), text(of));
                    format!("{name}.Object{}", &whole[name.len()..])
                })
            }
            Some(_) | None => None,
        };
        let problem = crate::problems::not_a_type::expression(self.span(node), right);
        self.diagnostics.push(problem);
    }

    fn computed_length(&mut self, length: Syntax<'_>) -> ConstantExpression {
        ConstantExpression::Expression(self.expression(length))
    }
}

impl<'db> BodyLowering<'db> {
    fn new(db: &'db dyn Db, item: ItemId, source: ItemSource<'db>, parse: &'db Parse) -> Self {
        let Scratch { body, map, collector, table, names, arguments, statements } = Scratch::take();
        Self {
            db,
            item,
            module: item.module(db),
            chunk: source.chunk,
            parse,
            body,
            map,
            collector,
            table,
            names,
            values_in_paths: None,
            is_generic: has_type_parameters(db, item),
            scratch: arguments,
            statements,
            loops: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    fn function(mut self, function: view::Function<'db>) -> LoweredBody {
        let receiver = item_data(self.db, self.item).and_then(|data| data.item().function()?.receiver);
        match receiver {
            Some(Receiver::Ref | Receiver::Mut | Receiver::Move) => {
                let local = self.local(Name::new("self"), false, LocalKind::SelfValue, function.node());
                self.body.self_local = Some(local);
                self.body.parameters.push(local);
            }
            None => {}
        }
        for (number, parameter) in function.parameters().enumerate() {
            let name = Name::new(parameter.name().map_or("", |token| token.text()));
            let local = self.local(name, false, LocalKind::Parameter(number as u32), parameter.node());
            self.body.parameters.push(local);
            self.bind_once(name, local, 0, parameter.node());
        }
        let root = self.optional(function.body().map(Syntax::Block), function.node());
        self.finish(root)
    }

    fn value(mut self, value: Option<Syntax<'db>>, node: NodeId) -> LoweredBody {
        let root = self.optional(value, node);
        self.finish(root)
    }

    fn finish(mut self, root: ExpressionId) -> LoweredBody {
        self.body.root = root;
        self.check_types();
        self.body.method_type_arguments.sort_unstable_by_key(|(expression, _)| *expression);
        let mut names: Vec<Name> = self.table.looked_up().collect();
        Name::sort_by_text(&mut names);
        // Copies are as large as they need to be, which what grew would not be.
        let mut body = self.body.clone();
        body.types = self.collector.types.clone();
        let mut map = self.map.clone();
        map.types = self.collector.nodes.clone();
        Scratch {
            body: self.body,
            map: self.map,
            collector: self.collector,
            table: self.table,
            names: self.names,
            arguments: self.scratch,
            statements: self.statements,
        }
        .give_back();
        LoweredBody { body: Arc::new(body), map, diagnostics: self.diagnostics, names }
    }

    #[inline]
    fn push(&mut self, expression: Expression, node: NodeId) -> ExpressionId {
        self.body.expressions.push(expression);
        self.map.expressions.push(node);
        ExpressionId::from_index(self.body.expressions.len() - 1)
    }

    fn push_pattern(&mut self, pattern: Pattern, node: NodeId) -> PatternId {
        self.body.patterns.push(pattern);
        self.map.patterns.push(node);
        PatternId::from_index(self.body.patterns.len() - 1)
    }

    fn local(&mut self, name: Name, is_mutable: bool, kind: LocalKind, node: NodeId) -> LocalId {
        self.body.locals.push(Local { name, is_mutable, kind });
        self.map.locals.push(node);
        LocalId::from_index(self.body.locals.len() - 1)
    }

    /// Binds a name, which must not be bound already behind `mark`: by the same parameters or the same pattern.
    fn bind_once(&mut self, name: Name, local: LocalId, mark: usize, node: NodeId) {
        if !name.is_empty()
            && let Some(first) = self.table.bound_since(mark, name)
        {
            let first = self.map.locals[first.index()];
            let problem = name_clash::twice(name, self.span(node), self.span(first));
            self.diagnostics.push(problem);
        }
        self.table.bind(name, local);
    }

    fn span(&self, node: NodeId) -> Span {
        self.range_span(self.parse.range(node))
    }

    fn range_span(&self, range: TextRange) -> Span {
        Span::new(self.chunk_id(), range.start..range.end)
    }

    fn chunk_id(&self) -> ChunkId {
        self.chunk.id(self.db)
    }
}

/// Whether an item or what it stands in has type parameters.
fn has_type_parameters(db: &dyn Db, item: ItemId) -> bool {
    let mut next = Some(item);
    while let Some(item) = next {
        if item_data(db, item).is_some_and(|data| !data.item().generics.is_empty()) {
            return true;
        }
        next = item.parent_item(db);
    }
    false
}
