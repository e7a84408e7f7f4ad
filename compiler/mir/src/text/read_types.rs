//! Reading types and signatures.

use crate::ids::TypeId;
use crate::scalar::Scalar;
use crate::signature::Signature;
use crate::types::{Field, Record, Type, TypeBody};

use super::ReadError;
use super::lexer::TokenKind;
use super::read_module::Reader;

impl Reader<'_> {
    /// Declares every named and unnamed type in the order of the text, so that bodies may name later ones and
    /// ids come out in the same order. They stand in front as a rule: behind the last one nothing is looked at.
    pub fn declare_types(&mut self) -> Result<(), ReadError> {
        let end = end_of_declarations(self.cursor.text_read());
        let mut depth = 0;
        while self.cursor.position() < end {
            match self.cursor.take() {
                TokenKind::Punctuation('{') => depth += 1,
                TokenKind::Punctuation('}') => depth -= 1,
                TokenKind::Word("type") if depth == 0 && self.cursor.eat('%') => self.declare_type()?,
                TokenKind::Word(_)
                | TokenKind::Number(_)
                | TokenKind::Text(_)
                | TokenKind::Arrow
                | TokenKind::Ellipsis
                | TokenKind::Punctuation(_)
                | TokenKind::Damaged(_)
                | TokenKind::End => {}
            }
        }
        self.cursor.rewind();
        Ok(())
    }

    fn declare_type(&mut self) -> Result<(), ReadError> {
        if let TokenKind::Number(_) = self.cursor.peek() {
            let number = self.cursor.number()?;
            let id = self.module.types.declare_unnamed_as(number);
            if self.unnamed.insert(number, id).is_some() {
                return self.cursor.error(format!("type %{number} is declared twice"));
            }
            return Ok(());
        }
        let name = self.cursor.name()?;
        if self.module.types.find_named(&self.module.strings, &name).is_some() {
            return self.cursor.error(format!("type %{name} is declared twice"));
        }
        self.module.declare_type(&name);
        Ok(())
    }

    /// `type %name = …`; the word is taken.
    pub fn type_definition(&mut self) -> Result<(), ReadError> {
        self.cursor.expect('%')?;
        let id = self.type_name()?;
        self.cursor.expect('=')?;
        if self.cursor.eat_word("opaque") {
            return Ok(());
        }
        let body = self.type_body()?;
        self.module.types.set_body(id, body);
        Ok(())
    }

    /// What stands after `%`.
    fn type_name(&mut self) -> Result<TypeId, ReadError> {
        if let TokenKind::Number(_) = self.cursor.peek() {
            let number: u32 = self.cursor.number()?;
            return match self.unnamed.get(&number) {
                Some(id) => Ok(*id),
                None => self.cursor.error(format!("type %{number} is not declared")),
            };
        }
        let name = self.cursor.name()?;
        match self.module.types.find_named(&self.module.strings, &name) {
            Some(id) => Ok(id),
            None => self.cursor.error(format!("type %{name} is not declared")),
        }
    }

    pub fn ty(&mut self) -> Result<Type, ReadError> {
        if self.cursor.eat('%') {
            return Ok(Type::Aggregate(self.type_name()?));
        }
        if let TokenKind::Word(word) = self.cursor.peek()
            && let Some(scalar) = Scalar::from_name(word)
        {
            self.cursor.take();
            return Ok(Type::Scalar(scalar));
        }
        let body = self.type_body()?;
        Ok(Type::Aggregate(self.module.types.anonymous(body)))
    }

    pub fn scalar(&mut self) -> Result<Scalar, ReadError> {
        match self.ty()? {
            Type::Scalar(scalar) => Ok(scalar),
            Type::Aggregate(_) => self.cursor.error("a value has a scalar type"),
        }
    }

    /// ` : type`, if it is there.
    pub fn optional_type(&mut self) -> Result<Option<Type>, ReadError> {
        if self.cursor.eat(':') { self.ty().map(Some) } else { Ok(None) }
    }

    fn type_body(&mut self) -> Result<TypeBody, ReadError> {
        if self.cursor.eat('[') {
            let count = self.cursor.number()?;
            self.cursor.expect_word("x")?;
            let element = self.ty()?;
            self.cursor.expect(']')?;
            return Ok(TypeBody::Array { element, count });
        }
        let kind = self.cursor.keyword()?;
        let size = self.cursor.number()?;
        let align = self.cursor.align()?;
        let unadjusted_align = if self.cursor.eat_word("unadjusted") { self.cursor.alignment()? } else { align };
        let packed = self.cursor.eat_word("packed");
        self.cursor.expect('{')?;
        let mut fields = Vec::new();
        while !self.cursor.eat('}') {
            if !fields.is_empty() {
                self.cursor.expect(',')?;
            }
            fields.push(self.field()?);
        }
        Ok(TypeBody::Record(Record { kind, size, align, unadjusted_align, packed, fields }))
    }

    fn field(&mut self) -> Result<Field, ReadError> {
        let mut name = None;
        if self.cursor.peek_second() == TokenKind::Punctuation(':') {
            let text = self.cursor.name()?;
            name = Some(self.module.strings.intern(&text));
            self.cursor.expect(':')?;
        }
        let ty = self.ty()?;
        self.cursor.expect('@')?;
        Ok(Field { name, ty, offset: self.cursor.number()? })
    }

    /// `(i64, ..., f64) -> i32`
    pub fn signature(&mut self) -> Result<Signature, ReadError> {
        self.cursor.expect('(')?;
        let mut parameters = Vec::new();
        let mut fixed = None;
        while !self.cursor.eat(')') {
            if !parameters.is_empty() || fixed.is_some() {
                self.cursor.expect(',')?;
            }
            if *self.cursor.peek() == TokenKind::Ellipsis {
                self.cursor.take();
                fixed = Some(parameters.len() as u32);
            } else {
                parameters.push(self.ty()?);
            }
        }
        let mut result = None;
        if *self.cursor.peek() == TokenKind::Arrow {
            self.cursor.take();
            result = Some(self.ty()?);
        }
        Ok(match fixed {
            Some(fixed) => Signature::variadic(parameters, fixed, result),
            None => Signature::new(parameters, result),
        })
    }
}

/// Where the last word stands in a text that may declare a type, and the end of that word. It may be part of something else,
/// too: this costs time only.
fn end_of_declarations(text: &str) -> usize {
    const WORD: &[u8] = b"type";
    let is_declaring = |start: &usize| {
        let rest = text.as_bytes()[start + WORD.len()..].trim_ascii_start();
        matches!(rest.first(), Some(b'%' | b';'))
    };
    memchr::memmem::find_iter(text.as_bytes(), WORD).filter(is_declaring).last().map_or(0, |start| start + WORD.len())
}
