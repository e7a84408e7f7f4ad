//! Facts beside the instructions, which only optimisation reads. Owns their form in LLVM: attributes of parameters,
//! the tree of memory kinds, ranges of loaded truth values. Must not infer any: MIR states them.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::types::IntType;
use inkwell::values::{FunctionValue, InstructionValue, MetadataValue};
use mir::{AliasId, Function, IntegerRange, Module, Optimisation, Options, PointerFacts};

use crate::shape::Shape;

/// The facts of a unit as metadata.
pub(crate) struct Facts<'ctx> {
    /// The access tags by memory kind; none for the root, and none at all if nothing is optimised.
    tags: Vec<Option<MetadataValue<'ctx>>>,
    tag_kind: u32,
    truth: Option<MetadataValue<'ctx>>,
    range_kind: u32,
    /// None if nothing is optimised.
    context: Option<&'ctx Context>,
}

impl<'ctx> Facts<'ctx> {
    pub(crate) fn new(module: &Module, options: &Options, context: &'ctx Context) -> Facts<'ctx> {
        let mut facts = Facts {
            tags: vec![None; module.metadata.aliases().len() + 1],
            tag_kind: context.get_kind_id("tbaa"),
            truth: None,
            range_kind: context.get_kind_id("range"),
            context: None,
        };
        match options.optimisation {
            Optimisation::None => return facts,
            Optimisation::Less | Optimisation::Speed | Optimisation::Aggressive | Optimisation::Size => {}
        }
        facts.context = Some(context);
        let byte = |value| context.i8_type().const_int(value, false).into();
        facts.truth = Some(context.metadata_node(&[byte(0), byte(2)]));
        let zero = context.i64_type().const_zero();
        let root = context.metadata_node(&[context.metadata_string("memory of the program").into()]);
        let mut kinds = vec![root];
        let tree = module.metadata.memory_kinds();
        for (id, alias) in module.metadata.aliases() {
            let own = tree.kind(id);
            if own != id {
                kinds.push(kinds[own.index()]);
                facts.tags[id.index()] = facts.tags[own.index()];
                continue;
            }
            let name = context.metadata_string(module.strings.text(alias.name));
            let parent = kinds[tree.parent(id).index()];
            let kind = context.metadata_node(&[name.into(), parent.into(), zero.into()]);
            kinds.push(kind);
            facts.tags[id.index()] = Some(context.metadata_node(&[kind.into(), kind.into(), zero.into()]));
        }
        facts
    }

    /// Says what memory an access may touch.
    pub(crate) fn access(&self, instruction: Option<InstructionValue<'ctx>>, alias: AliasId) {
        if let (Some(instruction), Some(tag)) = (instruction, self.tags[alias.index()]) {
            set(instruction, tag, self.tag_kind);
        }
    }

    /// Says that a loaded byte is 0 or 1.
    pub(crate) fn truth(&self, instruction: Option<InstructionValue<'ctx>>) {
        if let (Some(instruction), Some(truth)) = (instruction, self.truth) {
            set(instruction, truth, self.range_kind);
        }
    }

    /// Says what a loaded integer can be. LLVM's range ends before its second number, and begins anew behind the last one.
    pub(crate) fn range(&self, instruction: InstructionValue<'ctx>, ty: IntType<'ctx>, range: IntegerRange) {
        let Some(context) = self.context else { return };
        let mask = u64::MAX >> (u64::BITS - ty.get_bit_width());
        let [first, end] = [range.smallest, range.greatest.wrapping_add(1)].map(|number| number & mask);
        if first != end {
            let node = context.metadata_node(&[first, end].map(|number| ty.const_int(number, false).into()));
            set(instruction, node, self.range_kind);
        }
    }

    /// Says what ownership proves of parameters.
    pub(crate) fn parameters(
        &self,
        context: &Context,
        function: &Function,
        shape: &Shape<'ctx>,
        llvm: FunctionValue<'ctx>,
    ) {
        for facts in &function.pointer_facts {
            let Some(parameter) = shape.whole_parameter(facts.parameter) else {
                continue;
            };
            for (name, value) in attributes(facts) {
                let kind = Attribute::get_named_enum_kind_id(name);
                llvm.add_attribute(AttributeLoc::Param(parameter), context.create_enum_attribute(kind, value));
            }
        }
    }
}

fn set<'ctx>(instruction: InstructionValue<'ctx>, node: MetadataValue<'ctx>, kind: u32) {
    instruction.set_metadata(node, kind).expect("the node is a node, which is all that is asked of it");
}

fn attributes(facts: &PointerFacts) -> Vec<(&'static str, u64)> {
    let mut attributes = Vec::new();
    if facts.non_null {
        attributes.push(("nonnull", 0));
    }
    if facts.unique {
        attributes.push(("noalias", 0));
    }
    if facts.read_only {
        attributes.push(("readonly", 0));
    }
    if facts.dereferenceable > 0 {
        let name = if facts.non_null { "dereferenceable" } else { "dereferenceable_or_null" };
        attributes.push((name, facts.dereferenceable));
    }
    if facts.align.bytes() > 1 {
        attributes.push(("align", facts.align.bytes()));
    }
    attributes
}
