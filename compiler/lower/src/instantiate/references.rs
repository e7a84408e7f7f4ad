//! Which instances an instance needs: found from the source form, without building anything.
//! Owns the one answer to 'what is reachable'; must agree with what the other files of this folder call.

use hir::{ItemId, ItemKind};
use rustc_hash::FxHashSet;
use source::Db;
use types::{ConstantValue as Evaluated, Linkage, Ty, TypeKind, is_heap, needs_drop, type_definition};

use super::{Instance, symbol};
use crate::source_form::{
    BinaryOperation, Callee, ConstantValue, Operand, Place, PlaceBase, RuntimeFunction, Rvalue, Shown, SourceForm,
    StatementKind, UnaryOperation,
};

/// The instances that an instance needs, each once, in an order that depends on the program only.
pub fn references(db: &dyn Db, instance: Instance) -> Vec<Instance> {
    let mut found = Found { db, list: Vec::new(), seen: FxHashSet::default() };
    match instance {
        Instance::Function(item) => found.body(crate::source_form(db, item)),
        Instance::Drop(ty) => found.parts(ty, Found::drop),
        Instance::Retain(ty) => found.parts(ty, Found::retain),
        Instance::Constant(item) | Instance::Global(item) => found.evaluated(types::constant_value(db, item)),
        Instance::Entry(item) => {
            found.stack_guard();
            found.function(item);
        }
        Instance::TestEntry => found.stack_guard(),
    }
    found.list
}

struct Found<'db> {
    db: &'db dyn Db,
    list: Vec<Instance>,
    seen: FxHashSet<Instance>,
}

impl Found<'_> {
    fn add(&mut self, instance: Instance) {
        if self.seen.insert(instance) {
            self.list.push(instance);
        }
    }

    fn function(&mut self, item: ItemId) {
        match types::signature(self.db, item).linkage {
            Linkage::Mangled | Linkage::Exported(_) => self.add(Instance::Function(item)),
            Linkage::Imported(_) | Linkage::Intrinsic(_) => {}
        }
    }

    fn runtime(&mut self, name: &str) {
        if let Some(item) = symbol::runtime_item(self.db, name) {
            self.function(item);
        }
    }

    fn stack_guard(&mut self) {
        if let Some(item) = symbol::stack_guard(self.db) {
            self.function(item);
        }
    }

    fn drop(&mut self, ty: Ty) {
        if ty == Ty::STRING {
            self.runtime("string_release");
        } else if needs_drop(self.db, ty) {
            self.add(Instance::Drop(ty));
        }
    }

    fn retain(&mut self, ty: Ty) {
        if ty == Ty::STRING {
            self.runtime("string_retain");
        } else if needs_drop(self.db, ty) {
            self.add(Instance::Retain(ty));
        }
    }

    fn parts(&mut self, ty: Ty, visit: fn(&mut Self, Ty)) {
        match ty.kind() {
            TypeKind::Named(item) | TypeKind::Object(item) => {
                for field in &type_definition(self.db, item).fields {
                    visit(self, field.ty);
                }
            }
            TypeKind::Tuple(elements) => elements.types().iter().for_each(|element| visit(self, *element)),
            TypeKind::Array(element, _) => visit(self, element),
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String
            | TypeKind::Instance(..)
            | TypeKind::Parameter(..)
            | TypeKind::Pointer(_)
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::ExternFunction(..) => {}
        }
    }

    fn evaluated(&mut self, value: &Evaluated) {
        match value {
            Evaluated::Function(item) => self.function(*item),
            Evaluated::Aggregate(parts) => parts.iter().for_each(|part| self.evaluated(part)),
            Evaluated::Union(_, value) => self.evaluated(value),
            Evaluated::Error
            | Evaluated::Unit
            | Evaluated::Bool(_)
            | Evaluated::Int(_)
            | Evaluated::F32(_)
            | Evaluated::F64(_)
            | Evaluated::String(_)
            | Evaluated::CString(_)
            | Evaluated::Address(_) => {}
        }
    }

    fn body(&mut self, form: &SourceForm) {
        for callee in &form.callees {
            match callee {
                Callee::Function { item, type_arguments: _ } => self.function(*item),
                Callee::Pointer { .. } => {}
                Callee::Runtime(RuntimeFunction::ToString(Shown::String)) => self.runtime("string_retain"),
                Callee::Runtime(function) => self.runtime(function.name()),
            }
        }
        for constant in &form.constants {
            if let ConstantValue::Function(item) = constant.value {
                self.function(item);
            }
        }
        self.items(form);
        if form.needs_panic(self.db) {
            self.runtime("panic_site");
        }
        for statement in &form.statements {
            match statement.kind {
                StatementKind::Drop { place, .. } => self.dropped(form, place),
                StatementKind::CheckBounds { .. } => self.runtime("panic_index"),
                StatementKind::Assign(_, Rvalue::Repeat(operand)) => {
                    let element = form.operand_type(self.db, operand);
                    self.retain(element);
                    self.drop(element);
                }
                StatementKind::Assign(_, rvalue) => self.copied_rvalue(form, rvalue),
                StatementKind::Nothing
                | StatementKind::ReplaceContents(..)
                | StatementKind::Swap(..)
                | StatementKind::Declare(_)
                | StatementKind::StorageDead(_) => {}
            }
        }
    }

    /// Constants that are used as places, and globals.
    fn items(&mut self, form: &SourceForm) {
        for place in form.table_places() {
            let PlaceBase::Item(item) = form.base(place) else {
                continue;
            };
            if item.kind(self.db) == ItemKind::Constant {
                self.add(Instance::Constant(item));
                self.evaluated(types::constant_value(self.db, item));
            } else if item.kind(self.db) == ItemKind::Global {
                self.add(Instance::Global(item));
            }
        }
    }

    fn dropped(&mut self, form: &SourceForm, place: Place) {
        let ty = form.place_type(self.db, place);
        self.drop(ty);
        if is_heap(self.db, ty) {
            self.parts(ty, Found::drop);
        }
    }

    fn copied_rvalue(&mut self, form: &SourceForm, rvalue: Rvalue) {
        match rvalue {
            Rvalue::Use(operand) | Rvalue::Union(_, operand) | Rvalue::Repeat(operand) => self.copied(form, operand),
            Rvalue::Aggregate(list) | Rvalue::Call(_, list) => {
                form.operand_list(list).iter().for_each(|operand| self.copied(form, *operand));
            }
            Rvalue::Binary(..)
            | Rvalue::Unary(..)
            | Rvalue::Cast(..)
            | Rvalue::Borrow(..)
            | Rvalue::Address(_)
            | Rvalue::PointerOffset(..)
            | Rvalue::Zeroed => {}
        }
    }

    fn copied(&mut self, form: &SourceForm, operand: Operand) {
        if let Operand::Copy(place) = operand {
            self.retain(form.place_type(self.db, place));
        }
    }
}

impl SourceForm {
    /// Whether some statement may fail a check.
    fn needs_panic(&self, db: &dyn Db) -> bool {
        self.statements.iter().any(|statement| match statement.kind {
            StatementKind::CheckBounds { .. } => true,
            StatementKind::Assign(place, rvalue) => match rvalue {
                Rvalue::Binary(operation, _, _) => is_checked(operation),
                Rvalue::Unary(UnaryOperation::Negate, _) => true,
                Rvalue::Unary(UnaryOperation::Not, _) => false,
                // There may be no memory for the object.
                Rvalue::Aggregate(_) => is_heap(db, self.place_type(db, place)),
                Rvalue::Use(_)
                | Rvalue::Cast(..)
                | Rvalue::Borrow(..)
                | Rvalue::Address(_)
                | Rvalue::Union(..)
                | Rvalue::Repeat(_)
                | Rvalue::PointerOffset(..)
                | Rvalue::Zeroed
                | Rvalue::Call(..) => false,
            },
            StatementKind::Nothing
            | StatementKind::ReplaceContents(..)
            | StatementKind::Swap(..)
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_)
            | StatementKind::StorageDead(_) => false,
        })
    }
}

fn is_checked(operation: BinaryOperation) -> bool {
    match operation {
        BinaryOperation::Add
        | BinaryOperation::Subtract
        | BinaryOperation::Multiply
        | BinaryOperation::Divide
        | BinaryOperation::Remainder
        | BinaryOperation::ShiftLeft
        | BinaryOperation::ShiftRight => true,
        BinaryOperation::WrappingAdd
        | BinaryOperation::WrappingSubtract
        | BinaryOperation::WrappingMultiply
        | BinaryOperation::BitAnd
        | BinaryOperation::BitOr
        | BinaryOperation::BitXor
        | BinaryOperation::Equal
        | BinaryOperation::NotEqual
        | BinaryOperation::Less
        | BinaryOperation::LessEqual
        | BinaryOperation::Greater
        | BinaryOperation::GreaterEqual => false,
    }
}
