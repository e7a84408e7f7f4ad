//! The kinds of problems that this room finds, one file each: code, explanation, message, tests. Codes E02xx, E03xx and W02xx.

use source::DiagnosticKind;

mod alignment;
mod alternative_types;
mod ambiguous_method;
mod array_length;
mod assigned_pair;
mod assigned_through_ref;
mod bare_object;
mod bare_slice;
mod borrow_for_parameter;
mod borrow_in_dyn;
mod borrow_in_field;
mod borrow_of_borrow;
mod builtin_argument_count;
mod captured_borrow;
mod capturing_pointer;
mod case_arguments;
mod case_name;
mod case_type_arguments;
mod case_value;
mod changed_capture;
mod changed_constant;
mod changed_in_shared;
mod changed_through_ref;
mod closure_parameters;
mod compound_result;
mod conflicting_declarations;
mod conflicting_impls;
mod constant_panics;
mod constant_too_large;
mod constant_type_missing;
mod copy_by_hand;
mod drop_by_hand;
mod duplicate_argument;
mod else_goes_on;
mod else_missing;
mod endless_constant;
mod endless_instances;
mod endless_pointer_slice;
mod enum_layout;
mod foreign_impl;
mod foreign_method;
mod foreign_trait;
mod global_not_plain;
mod global_type_missing;
mod hidden_construction;
mod immutable_variable;
mod impl_for_everything;
mod impossible_drop;
mod incomplete_library;
mod index_not_changed;
mod invalid_cast;
mod literal_out_of_range;
mod main_signature;
mod method_differs;
mod method_on_type;
mod mismatched_types;
mod misplaced_borrow;
mod misplaced_parameters;
mod missing_arguments;
mod missing_methods;
mod moved_whole;
mod mut_not_written;
mod mut_through_ref;
mod needs_unsafe;
mod no_dyn_trait;
mod no_object;
mod no_operator;
mod no_pointer_for_c;
mod no_text_form;
mod not_a_place;
mod not_a_trait;
mod not_a_value;
mod not_callable;
mod not_constant;
mod not_for_borrows;
mod not_indexable;
mod not_iterable;
mod nothing_to_try;
mod nowhere_to_fail;
mod object_value;
mod offset_of_name;
mod opaque_value;
mod open_argument;
mod open_range;
mod operands_differ;
mod own_form;
mod owner_in_copy_type;
mod pattern_arguments;
mod pattern_mismatch;
mod pattern_without_value;
mod positional_after_named;
mod private_field;
mod private_method;
mod recursive_alias;
mod recursive_constant;
mod recursive_trait;
mod recursive_type;
mod repeated_definition;
mod repeated_method;
mod repeated_owner;
mod repeated_parameter;
mod rest_of_moved;
mod return_without_value;
mod returned_from_unit;
mod self_without_type;
mod slice_value;
mod static_on_value;
mod storing_closure;
mod too_many_arguments;
mod trait_as_type;
mod type_argument_count;
mod type_too_complex;
mod type_too_large;
mod type_unknown;
mod uncomparable_pattern;
mod underaligned_borrow;
mod underivable;
mod unfitting_format;
mod union_construction;
mod unknown_argument;
mod unknown_case;
mod unknown_field;
mod unknown_method;
mod unknown_trait_method;
mod unmet_bound;
mod untold_parameter;
mod untyped_pointer;
mod unused_result;
mod variadic_argument;
mod variadic_definition;
mod variadic_value;
mod zeroed_owner;

pub(crate) use alignment::alignment;
pub(crate) use alternative_types::alternative_types;
pub(crate) use ambiguous_method::ambiguous_method;
pub(crate) use array_length::array_length;
pub(crate) use assigned_pair::assigned_pair;
pub(crate) use assigned_through_ref::{assigned_through_ref, value_assigned_to_ref};
pub(crate) use bare_object::bare_object;
pub(crate) use bare_slice::{bare_slice, slice_of_values};
pub(crate) use borrow_for_parameter::borrow_for_parameter;
pub(crate) use borrow_in_dyn::borrow_in_dyn;
pub(crate) use borrow_in_field::borrow_in_field;
pub(crate) use borrow_of_borrow::borrow_of_borrow;
pub(crate) use builtin_argument_count::{builtin_argument_count, type_in_parentheses};
pub use captured_borrow::captured_borrow;
pub use capturing_pointer::capturing_pointer;
pub(crate) use case_arguments::{case_without_arguments, case_without_payload};
pub(crate) use case_name::case_name;
pub(crate) use case_type_arguments::case_type_arguments;
pub(crate) use case_value::{case_value, case_value_too_large, case_value_twice, case_value_without_type};
pub use changed_capture::changed_capture;
pub(crate) use changed_constant::{Remedy, changed_constant};
pub(crate) use changed_in_shared::changed_in_shared;
pub(crate) use changed_through_ref::{changed_through_ref, immutable_self};
pub(crate) use closure_parameters::closure_parameters;
pub(crate) use compound_result::compound_result;
pub(crate) use conflicting_declarations::{conflicting_declarations, variable_and_function};
pub(crate) use conflicting_impls::conflicting_impls;
pub(crate) use constant_panics::constant_panics;
pub(crate) use constant_too_large::constant_too_large;
pub(crate) use constant_type_missing::constant_type_missing;
pub(crate) use copy_by_hand::{clone_by_hand, copy_by_hand};
pub(crate) use drop_by_hand::drop_by_hand;
pub(crate) use duplicate_argument::duplicate_argument;
pub(crate) use else_goes_on::else_goes_on;
pub(crate) use else_missing::else_missing;
pub(crate) use endless_constant::endless_constant;
pub(crate) use endless_instances::endless_instances;
pub(crate) use endless_pointer_slice::endless_pointer_slice;
pub(crate) use enum_layout::{enum_layout, enum_with_payload};
pub(crate) use foreign_impl::{foreign_impl, methods_of_dyn};
pub(crate) use foreign_method::foreign_method;
pub(crate) use foreign_trait::foreign_trait;
pub(crate) use global_not_plain::global_not_plain;
pub(crate) use global_type_missing::global_type_missing;
pub(crate) use hidden_construction::hidden_construction;
pub(crate) use immutable_variable::immutable_variable;
pub(crate) use impl_for_everything::impl_for_everything;
pub(crate) use impossible_drop::{drop_of_copy, drop_of_foreign, drop_of_some, drop_of_union};
pub(crate) use incomplete_library::incomplete_library;
pub(crate) use index_not_changed::index_not_changed;
pub(crate) use invalid_cast::invalid_cast;
pub(crate) use literal_out_of_range::{float_out_of_range, literal_out_of_range};
pub(crate) use main_signature::main_signature;
pub(crate) use method_differs::method_differs;
pub(crate) use method_on_type::method_on_type;
pub(crate) use mismatched_types::{mismatched_types, not_a_range, not_an_integer};
pub(crate) use misplaced_borrow::misplaced_borrow;
pub(crate) use misplaced_parameters::misplaced_parameters;
pub(crate) use missing_arguments::missing_arguments;
pub(crate) use missing_methods::missing_methods;
pub(crate) use moved_whole::moved_whole;
pub(crate) use mut_not_written::{Lendable, mut_not_written};
pub(crate) use mut_through_ref::mut_through_ref;
pub(crate) use needs_unsafe::needs_unsafe;
pub(crate) use no_dyn_trait::no_dyn_trait;
pub use no_dyn_trait::why_no_object;
pub(crate) use no_object::no_object;
pub(crate) use no_operator::no_operator;
pub(crate) use no_pointer_for_c::{PointerAdvice, no_pointer_for_c, null_for_borrow};
pub(crate) use no_text_form::no_text_form;
pub(crate) use not_a_place::not_a_place;
pub(crate) use not_a_trait::not_a_trait;
pub(crate) use not_a_value::not_a_value;
pub(crate) use not_callable::{not_callable, type_is_not_called};
pub(crate) use not_constant::{global_in_constant, not_constant};
pub(crate) use not_for_borrows::not_for_borrows;
pub(crate) use not_indexable::not_indexable;
pub(crate) use not_iterable::{Asked, iterator_behind_ref, no_iterator_given, not_iterable};
pub(crate) use nothing_to_try::nothing_to_try;
pub(crate) use nowhere_to_fail::nowhere_to_fail;
pub(crate) use object_value::object_value;
pub(crate) use offset_of_name::offset_of_name;
pub(crate) use opaque_value::opaque_value;
pub(crate) use open_argument::open_argument;
pub(crate) use open_range::open_range;
pub(crate) use operands_differ::{operands_beside, operands_compared, operands_differ};
pub(crate) use own_form::{no_own_form, several_own_forms};
pub(crate) use owner_in_copy_type::owner_in_copy_type;
pub(crate) use pattern_arguments::{pattern_argument_count, pattern_field, pattern_fields_missing};
pub(crate) use pattern_mismatch::pattern_mismatch;
pub(crate) use pattern_without_value::pattern_without_value;
pub(crate) use positional_after_named::positional_after_named;
pub(crate) use private_field::private_field;
pub(crate) use private_method::private_method;
pub(crate) use recursive_alias::recursive_alias;
pub(crate) use recursive_constant::recursive_constant;
pub(crate) use recursive_trait::recursive_trait;
pub(crate) use recursive_type::recursive_type;
pub(crate) use repeated_definition::repeated_definition;
pub(crate) use repeated_method::repeated_method;
pub(crate) use repeated_owner::repeated_owner;
pub(crate) use repeated_parameter::repeated_parameter;
pub(crate) use rest_of_moved::rest_of_moved;
pub(crate) use return_without_value::return_without_value;
pub(crate) use returned_from_unit::returned_from_unit;
pub(crate) use self_without_type::self_without_type;
pub(crate) use slice_value::slice_assigned;
pub use slice_value::slice_value;
pub(crate) use static_on_value::static_on_value;
pub(crate) use storing_closure::storing_closure;
pub(crate) use too_many_arguments::too_many_arguments;
pub(crate) use trait_as_type::trait_as_type;
pub(crate) use type_argument_count::type_argument_count;
pub(crate) use type_too_complex::type_too_complex;
pub(crate) use type_too_large::type_too_large;
pub(crate) use type_unknown::type_unknown;
pub(crate) use uncomparable_pattern::uncomparable_pattern;
pub(crate) use underaligned_borrow::underaligned_borrow;
pub use underaligned_borrow::underaligned_in_guard;
pub(crate) use underivable::underivable;
pub(crate) use unfitting_format::unfitting_format;
pub(crate) use union_construction::union_construction;
pub(crate) use unknown_argument::unknown_argument;
pub(crate) use unknown_case::{unknown_case, unknown_case_value};
pub(crate) use unknown_field::unknown_field;
pub(crate) use unknown_method::unknown_method;
pub(crate) use unknown_trait_method::unknown_trait_method;
pub(crate) use unmet_bound::unmet_bound;
pub(crate) use untold_parameter::untold_parameter;
pub(crate) use untyped_pointer::untyped_pointer;
pub(crate) use unused_result::{unused_failure, unused_result};
pub(crate) use variadic_argument::variadic_argument;
pub(crate) use variadic_definition::variadic_definition;
pub(crate) use variadic_value::variadic_value;
pub(crate) use zeroed_owner::zeroed_owner;

/// Every kind of diagnostic of this room, by code.
pub const ALL: &[&DiagnosticKind] = &[
    &mismatched_types::KIND,
    &type_unknown::KIND,
    &literal_out_of_range::KIND,
    &operands_differ::KIND,
    &no_operator::KIND,
    &no_text_form::KIND,
    &invalid_cast::KIND,
    &not_a_value::KIND,
    &not_callable::KIND,
    &missing_arguments::KIND,
    &too_many_arguments::KIND,
    &unknown_argument::KIND,
    &duplicate_argument::KIND,
    &builtin_argument_count::KIND,
    &type_argument_count::KIND,
    &unknown_field::KIND,
    &unknown_method::KIND,
    &private_field::KIND,
    &private_method::KIND,
    &hidden_construction::KIND,
    &union_construction::KIND,
    &static_on_value::KIND,
    &method_on_type::KIND,
    &needs_unsafe::KIND,
    &not_indexable::KIND,
    &untyped_pointer::KIND,
    &not_a_place::KIND,
    &assigned_through_ref::KIND,
    &changed_through_ref::KIND,
    &mut_through_ref::KIND,
    &immutable_variable::KIND,
    &recursive_trait::KIND,
    &changed_constant::KIND,
    &mut_not_written::KIND,
    &underaligned_borrow::KIND,
    &trait_as_type::KIND,
    &else_missing::KIND,
    &return_without_value::KIND,
    &returned_from_unit::KIND,
    &repeated_owner::KIND,
    &variadic_argument::KIND,
    &zeroed_owner::KIND,
    &offset_of_name::KIND,
    &misplaced_borrow::KIND,
    &borrow_of_borrow::KIND,
    &borrow_in_field::KIND,
    &opaque_value::KIND,
    &array_length::KIND,
    &recursive_type::KIND,
    &recursive_alias::KIND,
    &owner_in_copy_type::KIND,
    &alignment::KIND,
    &type_too_large::KIND,
    &variadic_definition::KIND,
    &main_signature::KIND,
    &conflicting_declarations::KIND,
    &constant_type_missing::KIND,
    &constant_panics::KIND,
    &not_constant::KIND,
    &endless_constant::KIND,
    &recursive_constant::KIND,
    &foreign_impl::KIND,
    &positional_after_named::KIND,
    &type_too_complex::KIND,
    &constant_too_large::KIND,
    &borrow_for_parameter::KIND,
    &not_a_trait::KIND,
    &repeated_parameter::KIND,
    &open_argument::KIND,
    &misplaced_parameters::KIND,
    &endless_instances::KIND,
    &repeated_method::KIND,
    &untold_parameter::KIND,
    &unmet_bound::KIND,
    &missing_methods::KIND,
    &foreign_method::KIND,
    &method_differs::KIND,
    &global_not_plain::KIND,
    &global_type_missing::KIND,
    &no_pointer_for_c::KIND,
    &foreign_trait::KIND,
    &case_arguments::KIND,
    &no_object::KIND,
    &bare_object::KIND,
    &object_value::KIND,
    &pattern_mismatch::KIND,
    &unknown_case::KIND,
    &pattern_arguments::KIND,
    &alternative_types::KIND,
    &moved_whole::KIND,
    &uncomparable_pattern::KIND,
    &pattern_without_value::KIND,
    &else_goes_on::KIND,
    &case_value::KIND,
    &enum_layout::KIND,
    &case_name::KIND,
    &repeated_definition::KIND,
    &conflicting_impls::KIND,
    &impl_for_everything::KIND,
    &copy_by_hand::KIND,
    &ambiguous_method::KIND,
    &unknown_trait_method::KIND,
    &not_for_borrows::KIND,
    &underivable::KIND,
    &bare_slice::KIND,
    &slice_value::KIND,
    &endless_pointer_slice::KIND,
    &closure_parameters::KIND,
    &storing_closure::KIND,
    &changed_capture::KIND,
    &captured_borrow::KIND,
    &capturing_pointer::KIND,
    &incomplete_library::KIND,
    &open_range::KIND,
    &case_type_arguments::KIND,
    &variadic_value::KIND,
    &not_iterable::KIND,
    &nothing_to_try::KIND,
    &nowhere_to_fail::KIND,
    &drop_by_hand::KIND,
    &impossible_drop::KIND,
    &self_without_type::KIND,
    &own_form::KIND,
    &rest_of_moved::KIND,
    &compound_result::KIND,
    &index_not_changed::KIND,
    &no_dyn_trait::KIND,
    &borrow_in_dyn::KIND,
    &assigned_pair::KIND,
    &changed_in_shared::KIND,
    &unfitting_format::KIND,
    &unused_result::KIND,
];

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn codes_are_in_order_and_names_unique() {
        assert!(ALL.is_sorted_by(|left, right| left.code < right.code));
        let mut names: Vec<&str> = ALL.iter().map(|kind| kind.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
