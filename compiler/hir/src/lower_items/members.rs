//! Lowering of functions, and of types with their fields and cases.

use syntax::view::{self, Member, TypeStorage};

use super::{Head, ItemLowering, Place, name_of, parameter_type};
use crate::arena::List;
use crate::lower_types::{lower_constant, lower_optional, lower_type};
use crate::tree::*;
use crate::{ItemKind, Name};

impl<'tree> ItemLowering<'tree> {
    pub(super) fn function(&mut self, function: view::Function<'tree>, place: Place) {
        self.begin(function.node());
        let around = match place {
            Place::Extern { attributes } => attributes,
            Place::Module | Place::Member { .. } => List::EMPTY,
        };
        let attributes = self.attributes(around, function.attributes());
        let generics = self.generics(function.generic_parameters());
        let parameters = function
            .parameters()
            .map(|parameter| Parameter {
                name: parameter.name().map(|token| Name::new(token.text())),
                type_reference: parameter_type(self, parameter),
            })
            .collect();
        let result = function.result().map(|result| lower_type(self, result));
        let receiver = match (place, function.receiver()) {
            (Place::Module | Place::Extern { .. }, _) | (_, view::Receiver::Static) => None,
            (Place::Member { .. }, view::Receiver::Ref) => Some(Receiver::Ref),
            (Place::Member { .. }, view::Receiver::Mut) => Some(Receiver::Mut),
            (Place::Member { .. }, view::Receiver::Move) => Some(Receiver::Move),
        };
        let kind = match place {
            Place::Extern { .. } => ItemKind::ExternFunction,
            Place::Module | Place::Member { .. } => ItemKind::Function,
        };
        let data = FunctionData {
            receiver,
            parameters,
            is_variadic: function.is_variadic(),
            result,
            is_unsafe: function.is_unsafe(),
            is_extern: function.is_extern(),
            has_body: function.body().is_some(),
        };
        let head = Head::new(kind, function.name(), function.is_public(), attributes, place);
        let end = match function.body() {
            Some(body) => self.parse.range(body.node()).start,
            None => self.behind(function.node()),
        };
        let is_incomplete = self.has_error(function.node(), end);
        let number = self.finish(head, generics, ItemData::Function(data));
        self.tree.items[number as usize].is_incomplete = is_incomplete;
    }

    pub(super) fn type_item(&mut self, syntax: view::Type<'tree>) {
        self.begin(syntax.node());
        let attributes = self.attributes(List::EMPTY, syntax.attributes());
        let generics = self.generics(syntax.generic_parameters());
        let form = match syntax.storage() {
            TypeStorage::Heap => TypeForm::Heap,
            TypeStorage::Inline => TypeForm::Inline,
            TypeStorage::Copy | TypeStorage::Union => TypeForm::Copy,
            TypeStorage::View => TypeForm::View,
        };
        let shape = if syntax.is_enum() {
            let representation = syntax.representation().map(|each| lower_type(self, each));
            let cases = syntax.cases().map(|case| self.case(case)).collect();
            TypeShape::Enum { cases, representation }
        } else {
            let fields = syntax.fields().map(|field| self.field(field)).collect();
            match syntax.storage() {
                TypeStorage::Union => TypeShape::Union(fields),
                TypeStorage::Heap | TypeStorage::Inline | TypeStorage::Copy | TypeStorage::View => {
                    TypeShape::Record(fields)
                }
            }
        };
        let head = Head::new(ItemKind::Type, syntax.name(), syntax.is_public(), attributes, Place::Module);
        let parent = self.finish(head, generics, ItemData::Type(TypeData { form, shape }));
        self.tree.items[parent as usize].is_incomplete = self.is_incomplete_type(syntax);
        for member in syntax.members() {
            match member {
                Member::Function(function) => self.function(function, Place::Member { parent }),
                Member::Field(_) | Member::Case(_) => {}
            }
        }
    }

    /// Whether there is a syntax error in a type outside of its methods.
    fn is_incomplete_type(&self, syntax: view::Type<'tree>) -> bool {
        let errors = self.parse.errors();
        if errors.is_empty() {
            return false;
        }
        let (start, end) = (self.parse.range(syntax.node()).start, self.behind(syntax.node()));
        let in_method = |at: u32| {
            syntax.members().any(|member| match member {
                Member::Function(function) => {
                    let range = self.parse.range(function.node());
                    range.start < at && at <= range.end
                }
                Member::Field(_) | Member::Case(_) => false,
            })
        };
        let places = errors.iter().map(|error| error.range.start);
        places.filter(|at| (start..=end).contains(at)).any(|at| !in_method(at))
    }

    fn field(&mut self, field: view::Field<'tree>) -> Field {
        Field {
            name: name_of(field.name()),
            is_public: field.is_public(),
            attributes: self.attributes(List::EMPTY, field.attributes()),
            type_reference: lower_optional(self, field.type_syntax(), field.node()),
        }
    }

    fn case(&mut self, case: view::Case<'tree>) -> Case {
        let payload = case
            .payload()
            .map(|parameter| Parameter {
                name: parameter.name().map(|token| Name::new(token.text())),
                type_reference: parameter_type(self, parameter),
            })
            .collect();
        let value = case.value().map(|value| lower_constant(self, Some(value)));
        Case { name: name_of(case.name()), payload, value }
    }
}
