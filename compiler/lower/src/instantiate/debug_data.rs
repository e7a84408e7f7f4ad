//! What debuggers are told of globals and constants: nodes of the module that defines or uses them. Owns which of them are told
//! and how the value of a constant is found; must not know how anything is spelled in DWARF.
//!
//! A constant that is a number has no place: whoever uses it says what it is. One that is a text is told by the object of its
//! own that each use has, and not by its address: lldb adds nothing to an address that is a value when a program lies
//! elsewhere than its file says. Of the standard library's nobody is told: nobody steps through it.

use hir::{Expression, ItemId};
use mir::DebugInformation;
use mir::debug::{DebugDatum, DebugType, Held};
use types::{Arguments, ConstantValue, Detail, EnumForm, ItemUse, Ty};

use super::Unit;
use super::constant::string_object;
use super::layouts::Representation;

impl Unit<'_> {
    /// Tells of a global, or of a constant that lies in memory, where it is defined. A constant that is a number is told where
    /// it is used.
    pub(super) fn tell_datum(&mut self, item: ItemId, ty: Ty) {
        let bytes = self.layout_of(ty).size;
        let is_constant = item.kind(self.db) == hir::ItemKind::Constant;
        if bytes == 0 || !self.is_told(item) || is_constant && self.known_bits(item, ty).is_some() {
            return;
        }
        let ty = self.described(ty);
        self.tell(item, ty, Held::InMemory(bytes));
    }

    /// Tells of the constants that a body uses and that are numbers.
    pub(super) fn tell_constants(&mut self, body: ItemId) {
        if self.settings.debug != DebugInformation::Full || body.module(self.db).is_standard(self.db) {
            return;
        }
        let db = self.db;
        let inference = types::infer(db, body);
        for (expression, written) in hir::body(db, body).expressions() {
            // Nothing else names a constant; what an expression means takes longer to find.
            let (Expression::Item(_) | Expression::Field { .. }) = written else { continue };
            let Detail::Item(ItemUse::Constant(item)) = inference.detail(expression) else { continue };
            // C's constants have a place of C's.
            let is_constant = item.kind(db) == hir::ItemKind::Constant;
            if !is_constant || self.tables.is_constant_told.contains_key(&item) || !self.is_told(item) {
                continue;
            }
            let ty = types::constant_type(db, item);
            if let Some((bytes, bits)) = self.known_bits(item, ty) {
                let ty = self.described(ty);
                self.tell_use(item, ty, Held::Known(bytes, bits));
            }
        }
    }

    /// Tells of a constant that is a text, whose object for this use lies at a symbol.
    pub(super) fn tell_text(&mut self, item: ItemId, text: &str, symbol: &str) {
        let bytes = string_object(&types::target(self.db), text).len() as u64;
        let object = self.string_object();
        self.tell_use(item, object, Held::Object(symbol, bytes));
    }

    /// Whether debuggers are told of a global or constant.
    pub(super) fn is_told(&self, item: ItemId) -> bool {
        self.settings.debug == DebugInformation::Full && !item.module(self.db).is_standard(self.db)
    }

    fn tell_use(&mut self, item: ItemId, ty: DebugType, held: Held<'_>) {
        self.tell(item, ty, held);
        if self.tables.is_constant_told.insert(item, ()).is_none() {
            self.tables.told_constants.push(item);
        }
    }

    fn tell(&mut self, item: ItemId, ty: DebugType, held: Held<'_>) {
        let db = self.db;
        let key = self.learned.symbol(db, item, Arguments::NONE).clone();
        let notes = self.item_notes(item);
        let offset = hir::item_name_span(db, item).map_or(0, |span| span.start);
        let (module, name) = (item.module(db).full_path(db), item.name(db).text());
        let datum = DebugDatum { key: &key, module: &module, name: &name, offset, ty, held };
        self.module.debug_nodes().datum(datum, &notes);
    }

    /// The bytes and bits of a constant that is a number, a truth value, a case without more, an address that is a number.
    fn known_bits(&mut self, item: ItemId, ty: Ty) -> Option<(u64, u128)> {
        let layout = self.layout_of(ty);
        let Representation::Scalar(_) = layout.representation else { return None };
        let bits = match types::constant_value(self.db, item) {
            ConstantValue::Bool(value) => u128::from(*value),
            ConstantValue::Int(value) => *value,
            ConstantValue::F32(bits) => u128::from(*bits),
            ConstantValue::F64(bits) => u128::from(*bits),
            ConstantValue::Address(address) => u128::from(*address),
            ConstantValue::Case(case, parts) if parts.is_empty() => {
                let enumeration = types::enumeration(self.db, ty)?;
                match enumeration.form {
                    EnumForm::Integer(_) | EnumForm::Tagged(_) => enumeration.cases.get(*case as usize)?.tag,
                    EnumForm::Nullable { .. } => 0,
                }
            }
            ConstantValue::Error
            | ConstantValue::Unit
            | ConstantValue::Case(..)
            | ConstantValue::String(_)
            | ConstantValue::CString(_)
            | ConstantValue::Function(_)
            | ConstantValue::Aggregate(_)
            | ConstantValue::Union(..) => return None,
        };
        let unused = 128 - 8 * u32::try_from(layout.size).ok()?;
        Some((layout.size, bits << unused >> unused))
    }
}
