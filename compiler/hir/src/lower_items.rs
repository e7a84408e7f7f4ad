//! From the tree of a chunk to its [`ItemTree`], and which node each item came from. It resolves nothing.

mod attributes;
mod members;

use std::sync::Arc;

use source::{Chunk, Db, parse};
use syntax::view::{self, Expression, ExternItem, GenericParameterList, Item as Syntax};
use syntax::{NodeId, Parse};

use crate::arena::List;
use crate::lower_types::{TypeCollector, TypeContext, lower_optional, lower_type};
use crate::tree::*;
use crate::{ConstantExpression, ItemKind, Name, TypeReferenceId};

/// The items of a chunk. An edit inside a body leaves it equal.
#[salsa::tracked]
pub fn item_tree<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Arc<ItemTree> {
    lowered_items(db, chunk).tree.clone()
}

/// The nodes of a chunk's items; for reporting and for lowering bodies.
pub(crate) fn item_nodes<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> &'db ItemNodes {
    &lowered_items(db, chunk).nodes
}

/// Where the parts of an [`ItemTree`] stand.
#[derive(Default)]
pub(crate) struct ItemNodes {
    /// For each of [`ItemTree::items`].
    pub items: Vec<NodeId>,
    /// For each of [`ItemTree::imports`].
    pub imports: Vec<NodeId>,
    /// For each of [`ItemTree::types`].
    pub types: Vec<NodeId>,
    /// For each item the first of its [`Item::constants`] in `constants`.
    first_constant: Vec<u32>,
    constants: Vec<NodeId>,
}

impl ItemNodes {
    /// The n-th computed length or value in the head of an item.
    pub fn constant(&self, item: usize, nth: u32) -> Option<NodeId> {
        let first = *self.first_constant.get(item)?;
        let next = self.first_constant.get(item + 1).map_or(self.constants.len(), |next| *next as usize);
        self.constants[first as usize..next].get(nth as usize).copied()
    }
}

struct LoweredItems {
    tree: Arc<ItemTree>,
    nodes: ItemNodes,
}

/// Both at once. Never compared: [`item_tree`] compares the half that may be.
#[salsa::tracked(no_eq)]
fn lowered_items<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> LoweredItems {
    let parse = parse(db, chunk);
    let mut lowering = ItemLowering::new(parse);
    for item in parse.file().items() {
        lowering.item(item);
    }
    let ItemLowering { mut tree, mut nodes, collector, .. } = lowering;
    tree.types = collector.types;
    nodes.types = collector.nodes;
    LoweredItems { tree: Arc::new(tree), nodes }
}

struct ItemLowering<'tree> {
    parse: &'tree Parse,
    tree: ItemTree,
    nodes: ItemNodes,
    collector: TypeCollector,
    /// Texts of computed numbers of the item that is being lowered.
    constants: Vec<Box<str>>,
    /// Where its types start.
    types_start: usize,
}

impl TypeContext for ItemLowering<'_> {
    fn collector(&mut self) -> &mut TypeCollector {
        &mut self.collector
    }

    fn computed_length(&mut self, length: Expression<'_>) -> ConstantExpression {
        let number = self.constants.len() as u32;
        self.constants.push(self.parse.node_text(length.node()).into());
        self.nodes.constants.push(length.node());
        ConstantExpression::Anonymous(number)
    }
}

/// What an item is declared in while it is lowered.
#[derive(Clone, Copy)]
enum Place {
    Module,
    Extern { attributes: List },
    Member { parent: u32 },
}

impl<'tree> ItemLowering<'tree> {
    fn new(parse: &'tree Parse) -> Self {
        Self {
            parse,
            tree: ItemTree::default(),
            nodes: ItemNodes::default(),
            collector: TypeCollector::default(),
            constants: Vec::new(),
            types_start: 0,
        }
    }

    fn item(&mut self, item: Syntax<'tree>) {
        match item {
            Syntax::Import(import) => self.import(import),
            Syntax::ImportExtern(import) => self.library(import),
            Syntax::Constant(constant) => self.constant(constant),
            Syntax::Function(function) => self.function(function, Place::Module),
            Syntax::Type(syntax) => self.type_item(syntax),
            Syntax::Alias(alias) => self.alias(alias),
            Syntax::ExternBlock(block) => self.extern_block(block),
            Syntax::Trait(syntax) => self.trait_item(syntax),
            Syntax::Impl(syntax) => self.impl_item(syntax),
            Syntax::Test(test) => self.test(test),
        }
    }

    /// Begins an item: what is lowered up to `finish` belongs to it.
    fn begin(&mut self, node: NodeId) {
        self.nodes.items.push(node);
        self.nodes.first_constant.push(self.nodes.constants.len() as u32);
        self.types_start = self.collector.nodes.len();
    }

    /// Ends the item that was begun, and returns its number. Items without a name were reported; they get the empty name,
    /// which no program can say.
    fn finish(&mut self, head: Head, generics: Vec<GenericParameter>, data: ItemData) -> u32 {
        self.tree.items.push(Item {
            kind: head.kind,
            name: head.name,
            parent: match head.place {
                Place::Member { parent } => Some(parent),
                Place::Module | Place::Extern { .. } => None,
            },
            is_public: head.is_public,
            attributes: head.attributes,
            generics,
            types: List::rest_of(&self.collector.nodes, self.types_start),
            is_incomplete: false,
            constants: std::mem::take(&mut self.constants),
            data,
        });
        self.tree.items.len() as u32 - 1
    }

    /// Whether a syntax error was reported between the start of a node and `end`, or directly behind it.
    fn has_error(&self, node: NodeId, end: u32) -> bool {
        let errors = self.parse.errors();
        if errors.is_empty() {
            return false;
        }
        let start = self.parse.range(node).start;
        errors.iter().any(|error| (start..=end).contains(&error.range.start))
    }

    /// Where the token behind a node starts: what is missing at the end of the node is reported there.
    fn behind(&self, node: NodeId) -> u32 {
        self.parse.token_range(self.parse.end_token(node)).start
    }

    fn constant(&mut self, constant: view::Constant<'tree>) {
        self.begin(constant.node());
        let attributes = self.attributes(List::EMPTY, constant.attributes());
        let type_reference = constant.type_syntax().map(|syntax| lower_type(self, syntax));
        let (kind, data) = if constant.is_mutable() {
            (ItemKind::Global, ItemData::Global(type_reference))
        } else {
            (ItemKind::Constant, ItemData::Constant(type_reference))
        };
        let head = Head::new(kind, constant.name(), constant.is_public(), attributes, Place::Module);
        self.finish(head, Vec::new(), data);
    }

    fn alias(&mut self, alias: view::Alias<'tree>) {
        self.begin(alias.node());
        let attributes = self.attributes(List::EMPTY, alias.attributes());
        let generics = self.generics(alias.generic_parameters());
        let target = lower_optional(self, alias.target(), alias.node());
        let head = Head::new(ItemKind::Alias, alias.name(), alias.is_public(), attributes, Place::Module);
        self.finish(head, generics, ItemData::Alias(target));
    }

    fn test(&mut self, test: view::Test<'tree>) {
        self.begin(test.node());
        let attributes = self.attributes(List::EMPTY, test.attributes());
        let text = test.name().map(|token| syntax::literal::string(token.text())).unwrap_or_default();
        let head =
            Head { kind: ItemKind::Test, name: Name::new(&text), is_public: false, attributes, place: Place::Module };
        self.finish(head, Vec::new(), ItemData::Test { is_bench: test.is_bench() });
    }

    fn extern_block(&mut self, block: view::ExternBlock<'tree>) {
        let around = self.attributes(List::EMPTY, block.attributes());
        for item in block.items() {
            match item {
                ExternItem::Function(function) => self.function(function, Place::Extern { attributes: around }),
                ExternItem::Variable(variable) => {
                    self.begin(variable.node());
                    let attributes = self.attributes(around, variable.attributes());
                    let type_reference = lower_optional(self, variable.type_syntax(), variable.node());
                    let head = Head::new(
                        ItemKind::ExternGlobal,
                        variable.name(),
                        variable.is_public(),
                        attributes,
                        Place::Module,
                    );
                    let mutable = variable.is_mutable();
                    self.finish(head, Vec::new(), ItemData::ExternGlobal { mutable, type_reference });
                }
                ExternItem::Type(opaque) => {
                    self.begin(opaque.node());
                    let attributes = self.attributes(around, opaque.attributes());
                    let is_public = opaque.is_public();
                    let head = Head::new(ItemKind::OpaqueType, opaque.name(), is_public, attributes, Place::Module);
                    self.finish(head, Vec::new(), ItemData::OpaqueType);
                }
            }
        }
    }

    fn trait_item(&mut self, syntax: view::Trait<'tree>) {
        self.begin(syntax.node());
        let attributes = self.attributes(List::EMPTY, syntax.attributes());
        let generics = self.generics(syntax.generic_parameters());
        let requires = syntax.bounds().map(|bound| lower_type(self, bound)).collect();
        let allows_borrows = syntax.allows_borrows();
        let head = Head::new(ItemKind::Trait, syntax.name(), syntax.is_public(), attributes, Place::Module);
        let parent = self.finish(head, generics, ItemData::Trait(TraitData { requires, allows_borrows }));
        for function in syntax.functions() {
            self.function(function, Place::Member { parent });
        }
    }

    fn impl_item(&mut self, syntax: view::Impl<'tree>) {
        self.begin(syntax.node());
        let attributes = self.attributes(List::EMPTY, syntax.attributes());
        let generics = self.generics(syntax.generic_parameters());
        let trait_reference = syntax.trait_syntax().map(|each| lower_type(self, each));
        let target = lower_optional(self, syntax.type_syntax(), syntax.node());
        let mut name = self.collector.types.display(target);
        if let Some(implemented) = trait_reference {
            name.push(':');
            name.push_str(&self.collector.types.display(implemented));
        }
        let head =
            Head { kind: ItemKind::Impl, name: Name::new(&name), is_public: false, attributes, place: Place::Module };
        let data = ImplData { trait_reference, target, has_body: syntax.has_body() };
        let parent = self.finish(head, generics, ItemData::Impl(data));
        for function in syntax.functions() {
            self.function(function, Place::Member { parent });
        }
    }

    fn import(&mut self, import: view::Import<'tree>) {
        self.nodes.imports.push(import.node());
        let attributes = self.attributes(List::EMPTY, import.attributes());
        let names = import.names().filter_map(|each| {
            let alias = each.alias().map(|token| Name::new(token.text()));
            Some(ImportName { name: Name::new(each.name()?.text()), alias })
        });
        let names = import.has_names().then(|| names.collect());
        self.tree.imports.push(Import {
            is_public: import.is_public(),
            attributes,
            path: import.path().map(|word| Name::new(word.text())).collect(),
            alias: import.alias().map(|token| Name::new(token.text())),
            names,
        });
    }

    fn library(&mut self, import: view::ImportExtern<'tree>) {
        let attributes = self.attributes(List::EMPTY, import.attributes());
        if let Some(token) = import.library() {
            let name = Name::new(&syntax::literal::string(token.text()));
            self.tree.libraries.push(ExternLibrary { attributes, name });
        }
    }

    fn generics(&mut self, list: Option<GenericParameterList<'tree>>) -> Vec<GenericParameter> {
        let Some(list) = list else { return Vec::new() };
        let lower = |parameter: view::GenericParameter<'tree>| {
            let mut bounds = Vec::new();
            let mut allows_borrows = false;
            for bound in parameter.bounds() {
                match bound {
                    view::Bound::Trait(syntax) => bounds.push(lower_type(self, syntax)),
                    view::Bound::Ref(_) => allows_borrows = true,
                }
            }
            GenericParameter { name: name_of(parameter.name()), bounds, allows_borrows }
        };
        list.parameters().map(lower).collect()
    }
}

/// What every item has.
struct Head {
    kind: ItemKind,
    name: Name,
    is_public: bool,
    attributes: List,
    place: Place,
}

impl Head {
    fn new(kind: ItemKind, name: Option<view::Token<'_>>, is_public: bool, attributes: List, place: Place) -> Self {
        Self { kind, name: name_of(name), is_public, attributes, place }
    }
}

fn name_of(token: Option<view::Token<'_>>) -> Name {
    Name::new(token.map_or("", |token| token.text()))
}

/// The type of a parameter, which every declared one has unless the tree is broken.
fn parameter_type(lowering: &mut ItemLowering<'_>, parameter: view::Parameter<'_>) -> TypeReferenceId {
    lower_optional(lowering, parameter.type_syntax(), parameter.node())
}
