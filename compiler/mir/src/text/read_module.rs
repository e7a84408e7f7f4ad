//! Reading a module. Owns the order of its parts; functions and types are read next door.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::abi_pass::AbiPass;
use crate::global::{Global, GlobalRelocation};
use crate::ids::{AbiId, AliasId, NodeId, SignatureId, SymbolId, TypeId};
use crate::metadata::Operand;
use crate::module::{Declaration, Module};
use crate::passing::Passing;

use super::ReadError;
use super::abi_summary::summary;
use super::cursor::Cursor;
use super::lexer::TokenKind;

/// The module of a text. It is well-formed as data; the verifier says whether it makes sense.
///
/// # Errors
/// The first line that is not of the text form.
pub fn read(text: &str) -> Result<Module, ReadError> {
    let cursor = Cursor::new(text)?;
    let mut reader = Reader {
        cursor,
        module: Module::default(),
        unnamed: FxHashMap::default(),
        abis: FxHashMap::default(),
        pass: None,
    };
    reader.declare_types()?;
    reader.module()?;
    Ok(reader.module)
}

/// Reads tokens into a module.
pub struct Reader<'text> {
    pub cursor: Cursor<'text>,
    pub module: Module,
    /// Unnamed types by their numbers.
    pub unnamed: FxHashMap<u32, TypeId>,
    abis: FxHashMap<SignatureId, AbiId>,
    pass: Option<AbiPass>,
}

impl Reader<'_> {
    fn module(&mut self) -> Result<(), ReadError> {
        self.cursor.expect_word("module")?;
        self.module.name = self.cursor.text()?;
        if self.cursor.eat_word("version") {
            let _: u32 = self.cursor.number()?;
        }
        if self.cursor.eat_word("target") {
            let triple = self.cursor.text()?;
            let target = match abi::Target::parse(&triple) {
                Ok(target) => target,
                Err(unknown) => return self.cursor.error(unknown.to_string()),
            };
            self.module.target = Some(target);
            self.pass = Some(AbiPass::new(target));
        }
        loop {
            if self.cursor.peek_id::<AliasId>().is_some() {
                self.alias()?;
                continue;
            }
            match *self.cursor.peek() {
                TokenKind::End => return Ok(()),
                TokenKind::Word(word) => {
                    self.cursor.take();
                    match word {
                        "type" => self.type_definition()?,
                        "import" => self.import()?,
                        "metadata" => self.metadata()?,
                        "global" => self.global()?,
                        "function" => self.function()?,
                        other => return self.cursor.error(format!("a module has no '{other}'")),
                    }
                }
                _ => return self.cursor.expected("an item of a module"),
            }
        }
    }

    /// `@name`
    pub fn symbol(&mut self) -> Result<SymbolId, ReadError> {
        self.cursor.expect('@')?;
        let name = self.cursor.name()?;
        Ok(self.module.symbol(&name))
    }

    fn import(&mut self) -> Result<(), ReadError> {
        let function = self.cursor.eat_word("function");
        if !function {
            self.cursor.expect_word("global")?;
        }
        let symbol = self.symbol()?;
        let declaration = if function {
            self.cursor.expect(':')?;
            let signature = self.signature()?;
            Declaration::ImportedFunction(self.module.signature(signature))
        } else {
            Declaration::ImportedGlobal(self.optional_type()?)
        };
        self.module.declare(symbol, declaration);
        Ok(())
    }

    fn alias(&mut self) -> Result<(), ReadError> {
        let id: AliasId = self.cursor.id()?;
        let name = self.cursor.text()?;
        let name = self.module.strings.intern(&name);
        let parent = if self.cursor.eat_word("in") { self.cursor.id()? } else { AliasId::ANY };
        if self.module.metadata.alias(name, parent) != id {
            return self.cursor.error(format!("{id} is out of order or there twice"));
        }
        Ok(())
    }

    fn metadata(&mut self) -> Result<(), ReadError> {
        let id = self.cursor.node()?;
        self.cursor.expect('=')?;
        self.cursor.expect('{')?;
        let mut operands = Vec::new();
        while !self.cursor.eat('}') {
            if !operands.is_empty() {
                self.cursor.expect(',')?;
            }
            operands.push(self.operand(id)?);
        }
        if self.module.metadata.node(&operands) != id {
            return self.cursor.error(format!("{id} is out of order or there twice"));
        }
        Ok(())
    }

    fn operand(&mut self, inside: NodeId) -> Result<Operand, ReadError> {
        match self.cursor.peek() {
            TokenKind::Text(_) => {
                let text = self.cursor.text()?;
                Ok(Operand::String(self.module.strings.intern(&text)))
            }
            TokenKind::Number(_) => Ok(Operand::Integer(self.cursor.number()?)),
            TokenKind::Punctuation('!') => {
                let node = self.cursor.node()?;
                if node >= inside {
                    return self.cursor.error("a node names only nodes before it");
                }
                Ok(Operand::Node(node))
            }
            TokenKind::Punctuation('@') => Ok(Operand::Symbol(self.symbol()?)),
            TokenKind::Word(_) | TokenKind::Punctuation(_) => Ok(Operand::Type(self.ty()?)),
            TokenKind::Arrow | TokenKind::Ellipsis | TokenKind::Damaged(_) | TokenKind::End => {
                self.cursor.expected("an operand")
            }
        }
    }

    fn global(&mut self) -> Result<(), ReadError> {
        let constant = self.cursor.eat_word("constant");
        if !constant {
            self.cursor.expect_word("variable")?;
        }
        let linkage = self.cursor.keyword()?;
        let symbol = self.symbol()?;
        let align = self.cursor.align()?;
        let ty = self.optional_type()?;
        let notes = self.notes()?;
        self.cursor.expect('=')?;
        let bytes = self.cursor.bytes()?;
        let mut relocations = Vec::new();
        if self.cursor.eat('{') {
            while !self.cursor.eat('}') {
                if !relocations.is_empty() {
                    self.cursor.expect(',')?;
                }
                let offset = self.cursor.number()?;
                self.cursor.expect(':')?;
                let symbol = self.symbol()?;
                self.cursor.expect('+')?;
                relocations.push(GlobalRelocation { offset, symbol, addend: self.cursor.number()? });
            }
        }
        self.module.add_global(Global { symbol, linkage, constant, align, ty, bytes, relocations, notes });
        Ok(())
    }

    /// ` abi "…"`, if it is there: the description of the signature, made again and compared.
    pub fn attached_abi(&mut self, signature: SignatureId) -> Result<Option<AbiId>, ReadError> {
        if !self.cursor.eat_word("abi") {
            return Ok(None);
        }
        let printed = self.cursor.text()?;
        let id = match self.abis.get(&signature) {
            Some(known) => *known,
            None => {
                let passing = self.describe(signature)?;
                let id = AbiId::new(self.module.abis.len());
                self.module.abis.push(passing);
                self.abis.insert(signature, id);
                id
            }
        };
        let known = summary(self.module.abi(id));
        if known != printed {
            return self.cursor.error(format!("the text says abi \"{printed}\", the target's is \"{known}\""));
        }
        Ok(Some(id))
    }

    fn describe(&mut self, signature: SignatureId) -> Result<Arc<Passing>, ReadError> {
        let Some(pass) = &mut self.pass else {
            return self.cursor.error("a module with an 'abi' names its target");
        };
        let described = pass.describe(self.module.signatures.get(signature), &self.module.types);
        described.or_else(|unsupported| self.cursor.error(unsupported.to_string()))
    }
}
