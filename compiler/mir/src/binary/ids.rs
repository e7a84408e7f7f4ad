//! Ids that lead from one table of a module into another. Owns that they are in range, so that what comes later,
//! the verifier first, looks them up without asking; must not know what they mean.

use crate::call::Callee;
use crate::function::Function;
use crate::ids::{AbiId, SignatureId, StringId, SymbolId};
use crate::metadata::Operand;
use crate::module::{Declaration, Module};
use crate::operands::Named;
use crate::site::SiteKind;
use crate::types::{Type, TypeBody, TypeKind};

/// The first id that leads nowhere, in words; of what functions say only if they are there.
pub fn first_out_of_range(module: &Module) -> Option<&'static str> {
    Checker { module }.module().err()
}

/// The same of a function that belongs to the module and is not in it yet.
pub fn first_out_of_range_in(module: &Module, function: &Function) -> Option<&'static str> {
    Checker { module }.function(function).err()
}

type Checked = Result<(), &'static str>;

struct Checker<'module> {
    module: &'module Module,
}

impl Checker<'_> {
    fn module(&self) -> Checked {
        let module = self.module;
        for (_, data) in module.types.iter() {
            match data.kind {
                TypeKind::Named(name) => self.text(name)?,
                TypeKind::Unnamed(_) | TypeKind::Anonymous => {}
            }
            match &data.body {
                None => {}
                Some(TypeBody::Array { element, .. }) => self.ty(*element)?,
                Some(TypeBody::Record(record)) => {
                    for field in &record.fields {
                        self.ty(field.ty)?;
                        field.name.map_or(Ok(()), |name| self.text(name))?;
                    }
                }
            }
        }
        for (_, signature) in module.signatures.iter() {
            for ty in signature.parameters.iter().chain(&signature.result) {
                self.ty(*ty)?;
            }
        }
        for (_, symbol) in module.symbols.iter() {
            self.text(symbol.name)?;
            symbol.abi.map_or(Ok(()), |abi| self.abi(abi))?;
            match symbol.declaration {
                Declaration::Undeclared
                | Declaration::Function
                | Declaration::Global
                | Declaration::ImportedGlobal(None) => {}
                Declaration::ImportedFunction(signature) => self.signature(signature)?,
                Declaration::ImportedGlobal(Some(ty)) => self.ty(ty)?,
            }
        }
        for passing in &module.abis {
            if !passing.list.has_parameters(passing.abi.params.len()) {
                return Err("a position in a list");
            }
        }
        for global in &module.globals {
            self.symbol(global.symbol)?;
            global.ty.map_or(Ok(()), |ty| self.ty(ty))?;
            for relocation in &global.relocations {
                self.symbol(relocation.symbol)?;
            }
            for note in &global.notes {
                within(note.index(), module.metadata.nodes().len(), "a note")?;
            }
        }
        self.metadata()?;
        module.functions.iter().try_for_each(|function| self.function(function))
    }

    fn metadata(&self) -> Checked {
        let metadata = &self.module.metadata;
        for (id, alias) in metadata.aliases() {
            self.text(alias.name)?;
            within(alias.parent.index(), id.index(), "the parent of a memory kind")?;
        }
        for (id, operands) in metadata.nodes() {
            for operand in operands {
                match *operand {
                    Operand::String(text) => self.text(text)?,
                    Operand::Integer(_) => {}
                    Operand::Node(node) => within(node.index(), id.index(), "a node")?,
                    Operand::Symbol(symbol) => self.symbol(symbol)?,
                    Operand::Type(ty) => self.ty(ty)?,
                }
            }
        }
        Ok(())
    }

    fn function(&self, function: &Function) -> Checked {
        self.symbol(function.symbol)?;
        self.signature(function.signature)?;
        function.abi.map_or(Ok(()), |abi| self.abi(abi))?;
        for slot in &function.slots {
            slot.ty.map_or(Ok(()), |ty| self.ty(ty))?;
        }
        for block in &function.blocks {
            let end = block.parameters.first as usize + block.parameters.count as usize;
            within(end, function.values.len() + 1, "a block's parameter")?;
        }
        for call in &function.calls {
            match call.callee {
                Callee::Direct(symbol) => self.symbol(symbol)?,
                Callee::Indirect(_) => {}
            }
            self.signature(call.signature)?;
            call.abi.map_or(Ok(()), |abi| self.abi(abi))?;
        }
        let metadata = &self.module.metadata;
        let (nodes, aliases) = (metadata.nodes().len(), metadata.aliases().len());
        for instruction in &function.instructions {
            let mut operation = instruction.operation;
            match operation.named() {
                Named::Call(call) => within(call.index(), function.calls.len(), "a call")?,
                Named::Symbol(symbol) => self.symbol(*symbol)?,
                // The root stands in front of all others.
                Named::Memory(alias) => within(alias.index(), aliases + 1, "a memory kind")?,
                // They lead into the function's own tables.
                Named::Slot(_) | Named::Site(_) | Named::Nothing => {}
            }
            if instruction.result.is_some() {
                let end = instruction.result.index() + function.result_count(instruction) as usize;
                within(end, function.values.len() + 1, "a result")?;
            }
        }
        for site in &function.sites {
            if let SiteKind::Message(text) = site.kind {
                self.text(text)?;
            }
        }
        for variable in &function.variables {
            self.text(variable.name)?;
            self.ty(variable.ty)?;
            variable.source_type.map_or(Ok(()), |node| within(node.index(), nodes, "a variable's type"))?;
        }
        for attribute in &function.attributes {
            self.text(attribute.key)?;
            within(attribute.node.index(), nodes, "an attribute")?;
        }
        for note in &function.notes {
            within(note.node.index(), nodes, "a note")?;
        }
        function.table_calls.iter().try_for_each(|call| within(call.tables.index(), nodes, "a call's tables"))
    }

    fn text(&self, text: StringId) -> Checked {
        within(text.index(), self.module.strings.len(), "a text")
    }

    fn ty(&self, ty: Type) -> Checked {
        match ty {
            Type::Scalar(_) => Ok(()),
            Type::Aggregate(id) => within(id.index(), self.module.types.len(), "a type"),
        }
    }

    fn symbol(&self, symbol: SymbolId) -> Checked {
        within(symbol.index(), self.module.symbols.len(), "a symbol")
    }

    fn signature(&self, signature: SignatureId) -> Checked {
        within(signature.index(), self.module.signatures.len(), "a signature")
    }

    fn abi(&self, abi: AbiId) -> Checked {
        within(abi.index(), self.module.abis.len(), "a description")
    }
}

fn within(index: usize, len: usize, what: &'static str) -> Checked {
    if index < len { Ok(()) } else { Err(what) }
}
