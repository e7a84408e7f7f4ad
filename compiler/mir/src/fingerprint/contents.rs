//! What ids stand for: each entry of a module's tables is hashed by content, once.

use std::hash::{Hash, Hasher};

use super::bytes::Bytes;
use super::{Fingerprint, Fingerprinter};
use crate::ids::{AbiId, AliasId, NodeId, SignatureId, StringId, SymbolId, TypeId};
use crate::metadata::Operand;
use crate::module::Declaration;
use crate::types::{Type, TypeBody, TypeKind};

impl Fingerprinter<'_> {
    /// A symbol counts by its name and by what it is known to be, because code for a function of this unit may
    /// differ from code for an imported one.
    pub(super) fn symbol(&mut self, bytes: &mut Bytes, symbol: SymbolId) {
        let known = self.symbols[symbol.index()].unwrap_or_else(|| {
            let data = self.module.symbols.get(symbol);
            let mut inner = Bytes::of_an_entry();
            let is_nameless = self.nameless == Some(symbol);
            inner.text(if is_nameless { "" } else { self.module.strings.text(data.name) });
            inner.write_u8(match data.declaration {
                Declaration::Undeclared => 0,
                Declaration::Function => 1,
                Declaration::Global => 2,
                Declaration::ImportedFunction(_) => 3,
                Declaration::ImportedGlobal(_) => 4,
            });
            inner.finish_all()
        });
        self.symbols[symbol.index()] = Some(known);
        bytes.write(&known);
    }

    pub(super) fn signature(&mut self, bytes: &mut Bytes, signature: SignatureId) {
        let known = self.signatures[signature.index()].unwrap_or_else(|| {
            let module = self.module;
            let data = module.signatures.get(signature);
            let mut inner = Bytes::of_an_entry();
            (data.fixed, data.variadic, data.parameters.len() as u32).hash(&mut inner);
            for ty in &data.parameters {
                self.ty(&mut inner, *ty);
            }
            self.optional_type(&mut inner, data.result);
            inner.finish_all()
        });
        self.signatures[signature.index()] = Some(known);
        bytes.write(&known);
    }

    pub(super) fn abi(&mut self, bytes: &mut Bytes, abi: Option<AbiId>) {
        let Some(abi) = abi else { return bytes.write_u8(0) };
        let known = self.abis[abi.index()].unwrap_or_else(|| {
            let mut inner = Bytes::of_an_entry();
            self.module.abi(abi).hash(&mut inner);
            inner.finish_all()
        });
        self.abis[abi.index()] = Some(known);
        bytes.write(&known);
    }

    pub(super) fn optional_type(&mut self, bytes: &mut Bytes, ty: Option<Type>) {
        match ty {
            None => bytes.write_u8(0xff),
            Some(ty) => self.ty(bytes, ty),
        }
    }

    pub(super) fn ty(&mut self, bytes: &mut Bytes, ty: Type) {
        match ty {
            Type::Scalar(scalar) => (0u8, scalar).hash(bytes),
            Type::Aggregate(id) => {
                bytes.write_u8(1);
                let known = self.types[id.index()].unwrap_or_else(|| self.aggregate(id));
                self.types[id.index()] = Some(known);
                bytes.write(&known);
            }
        }
    }

    fn aggregate(&mut self, id: TypeId) -> Fingerprint {
        let module = self.module;
        let data = module.types.get(id);
        let mut bytes = Bytes::of_an_entry();
        match data.kind {
            TypeKind::Named(name) => bytes.text(module.strings.text(name)),
            TypeKind::Unnamed(_) => bytes.write_u8(0xfe),
            TypeKind::Anonymous => bytes.write_u8(0xff),
        }
        match &data.body {
            None => bytes.write_u8(0),
            Some(TypeBody::Array { element, count }) => {
                (1u8, count).hash(&mut bytes);
                self.ty(&mut bytes, *element);
            }
            Some(TypeBody::Record(record)) => {
                let layout = (record.size, record.align, record.unadjusted_align, record.packed);
                (2u8, record.kind, layout, record.fields.len() as u32).hash(&mut bytes);
                for field in &record.fields {
                    self.optional_text(&mut bytes, field.name);
                    bytes.write_u64(field.offset);
                    self.ty(&mut bytes, field.ty);
                }
            }
        }
        bytes.finish_all()
    }

    pub(super) fn alias(&mut self, bytes: &mut Bytes, alias: AliasId) {
        let mut kind = self.kinds.kind(alias);
        while let Some(data) = self.module.metadata.alias_data(kind) {
            bytes.text(self.module.strings.text(data.name));
            kind = self.kinds.parent(kind);
        }
        bytes.write_u8(0xff);
    }

    pub(super) fn node(&mut self, bytes: &mut Bytes, node: NodeId) {
        let known = self.nodes[node.index()].unwrap_or_else(|| {
            let module = self.module;
            let mut inner = Bytes::of_an_entry();
            for operand in module.metadata.operands(node) {
                match operand {
                    Operand::String(text) => {
                        inner.write_u8(0);
                        inner.text(module.strings.text(*text));
                    }
                    Operand::Integer(number) => (1u8, number).hash(&mut inner),
                    Operand::Node(node) => {
                        inner.write_u8(2);
                        self.node(&mut inner, *node);
                    }
                    Operand::Symbol(symbol) => {
                        inner.write_u8(3);
                        self.symbol(&mut inner, *symbol);
                    }
                    Operand::Type(ty) => {
                        inner.write_u8(4);
                        self.ty(&mut inner, *ty);
                    }
                }
            }
            inner.finish_all()
        });
        self.nodes[node.index()] = Some(known);
        bytes.write(&known);
    }

    fn optional_text(&mut self, bytes: &mut Bytes, text: Option<StringId>) {
        match text {
            None => bytes.write_u32(u32::MAX),
            Some(text) => bytes.text(self.module.strings.text(text)),
        }
    }
}
