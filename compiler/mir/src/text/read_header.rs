//! Reading the header and the side tables of a function.

use crate::function::{Attribute, Function, IntegerRange, Note, Parameter, PointerFacts, SlotData, Storage};
use crate::ids::{NodeId, ScopeId, SiteId, Slot, Value, VariableId};
use crate::site::{Site, SiteKind};
use crate::variable::{Scope, Variable};

use super::ReadError;
use super::lexer::TokenKind;
use super::print_function::{SITE_KINDS, site_word};
use super::read_function::Body;
use super::read_module::Reader;

impl Reader<'_> {
    /// `system_abi hidden @name(…) : (…) -> … abi "…"`
    pub fn function_header(&mut self) -> Result<Body, ReadError> {
        let form = self.cursor.keyword()?;
        let linkage = self.cursor.keyword()?;
        let symbol = self.symbol()?;
        let mut body = Body::default();
        let mut parameters = Vec::new();
        self.cursor.expect('(')?;
        while !self.cursor.eat(')') {
            if !parameters.is_empty() {
                self.cursor.expect(',')?;
            }
            parameters.push(if self.cursor.eat_word("stack") {
                Parameter::Stack(self.cursor.id()?)
            } else if self.cursor.peek_id::<Value>().is_some() {
                Parameter::Scalar(self.definition(&mut body)?)
            } else {
                Parameter::Aggregate(self.cursor.id()?)
            });
        }
        self.cursor.expect(':')?;
        let signature = self.signature()?;
        let signature = self.module.signature(signature);
        let abi = self.attached_abi(signature)?;
        body.function = Some(Function { form, linkage, abi, parameters, ..Function::new(symbol, signature) });
        Ok(body)
    }

    /// What stands between the header and the first block.
    pub fn side_tables(&mut self, function: &mut Function) -> Result<(), ReadError> {
        loop {
            if self.cursor.eat_word("slot") {
                let slot: Slot = self.cursor.id()?;
                self.in_order(slot.index(), function.slots.len())?;
                let data = self.slot()?;
                function.slots.push(data);
            } else if self.cursor.eat_word("return_slot") {
                function.return_slot = Some(self.cursor.id()?);
            } else if self.cursor.eat_word("site") {
                let site = SiteId(self.cursor.number()?);
                self.in_order(site.index(), function.sites.len())?;
                let site = self.site()?;
                function.sites.push(site);
            } else if self.cursor.eat_word("scope") {
                let scope = ScopeId(self.cursor.number()?);
                self.in_order(scope.index(), function.scopes.len())?;
                let scope = self.scope()?;
                function.scopes.push(scope);
            } else if self.cursor.eat_word("variable") {
                let variable = self.variable()?;
                let about = Some(VariableId::new(function.variables.len()));
                function.variables.push(variable);
                for node in self.notes()? {
                    function.notes.push(Note { variable: about, node });
                }
            } else if self.cursor.eat_word("note") {
                function.notes.push(Note { variable: None, node: self.cursor.node()? });
            } else if self.cursor.eat_word("pointer") {
                let facts = self.pointer_facts()?;
                function.pointer_facts.push(facts);
            } else if self.cursor.eat_word("range") {
                let (value, smallest) = (self.cursor.id()?, self.cursor.number()?);
                function.ranges.push(IntegerRange { value, smallest, greatest: self.cursor.number()? });
            } else if self.cursor.eat_word("attribute") {
                let key = self.cursor.text()?;
                let key = self.module.strings.intern(&key);
                function.attributes.push(Attribute { key, node: self.cursor.node()? });
            } else {
                // Each stands with what it is about.
                function.notes.sort_by_key(|note| note.variable);
                return Ok(());
            }
        }
    }

    /// ` !12 !13`
    pub fn notes(&mut self) -> Result<Vec<NodeId>, ReadError> {
        let mut notes = Vec::new();
        while *self.cursor.peek() == TokenKind::Punctuation('!') {
            notes.push(self.cursor.node()?);
        }
        Ok(notes)
    }

    fn pointer_facts(&mut self) -> Result<PointerFacts, ReadError> {
        let parameter = self.cursor.number()?;
        let non_null = self.cursor.eat_word("non_null");
        let unique = self.cursor.eat_word("unique");
        let read_only = self.cursor.eat_word("read_only");
        self.cursor.expect_word("dereferenceable")?;
        Ok(PointerFacts {
            parameter,
            non_null,
            unique,
            read_only,
            dereferenceable: self.cursor.number()?,
            align: self.cursor.align()?,
        })
    }

    fn in_order(&self, found: usize, wanted: usize) -> Result<(), ReadError> {
        if found == wanted { Ok(()) } else { self.cursor.error(format!("number {found} stands where {wanted} is due")) }
    }

    fn slot(&mut self) -> Result<SlotData, ReadError> {
        let size = self.cursor.number()?;
        let align = self.cursor.align()?;
        let kind = self.cursor.keyword()?;
        let storage = if self.cursor.eat_word("through") {
            Storage::Pointer(self.cursor.id()?)
        } else if self.cursor.eat_word("incoming") {
            Storage::Incoming
        } else {
            self.cursor.expect_word("frame")?;
            Storage::Frame
        };
        let ty = self.optional_type()?;
        Ok(SlotData { size, align, kind, storage, ty })
    }

    fn site(&mut self) -> Result<Site, ReadError> {
        let word = self.cursor.word()?;
        let kind = match word {
            "message" => {
                let text = self.cursor.text()?;
                SiteKind::Message(self.module.strings.intern(&text))
            }
            "index_out_of_bounds" => {
                SiteKind::IndexOutOfBounds { length: self.cursor.number()?, index: self.cursor.keyword()? }
            }
            "out_of_slice" => SiteKind::OutOfSlice { part: self.cursor.keyword()?, index: self.cursor.keyword()? },
            word => match SITE_KINDS.into_iter().find(|kind| site_word(*kind) == word) {
                Some(kind) => kind,
                None => return self.cursor.error(format!("no site is a '{word}'")),
            },
        };
        self.cursor.expect_word("at")?;
        Ok(Site { kind, offset: self.cursor.number()? })
    }

    fn scope(&mut self) -> Result<Scope, ReadError> {
        let start = self.cursor.number()?;
        self.cursor.expect_word("to")?;
        let end = self.cursor.number()?;
        let parent = if self.cursor.eat_word("in") { Some(self.cursor.id()?) } else { None };
        Ok(Scope { parent, start, end })
    }

    fn variable(&mut self) -> Result<Variable, ReadError> {
        let name = self.cursor.text()?;
        let name = self.module.strings.intern(&name);
        let slot = if self.cursor.eat_word("nowhere") { None } else { Some(self.cursor.id()?) };
        let scope = self.cursor.id()?;
        self.cursor.expect_word("at")?;
        let offset = self.cursor.number()?;
        self.cursor.expect(':')?;
        let ty = self.ty()?;
        let parameter = if self.cursor.eat_word("parameter") { Some(self.cursor.number()?) } else { None };
        let source_type = if self.cursor.eat_word("as") { Some(self.cursor.node()?) } else { None };
        Ok(Variable { name, ty, slot, scope, offset, parameter, source_type })
    }
}
