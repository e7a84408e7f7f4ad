// Asks the ABI library, by its C interface, how some functions are called on every target, and prints all of the answers;
// valid as C99 and as C++17. With an argument it asks what makes no sense, and expects to be refused.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang_abi.h"

static LangAbiTypes *types;

static void must(LangAbiStatus status) {
    if (status != LANG_ABI_STATUS_OK) {
        printf("refused: %s\n", lang_abi_error(types));
        exit(1);
    }
}

static LangAbiField plain(LangAbiType type) {
    LangAbiField field;
    memset(&field, 0, sizeof field);
    field.ty = type;
    return field;
}

static LangAbiField bits(LangAbiType type, uint16_t width) {
    LangAbiField field = plain(type);
    field.is_bit_field = true;
    field.bit_width = width;
    return field;
}

static LangAbiType record(const char *name, bool is_union, bool packed, const LangAbiField *fields, size_t count) {
    LangAbiRecord written;
    LangAbiType made;
    memset(&written, 0, sizeof written);
    written.name = name;
    written.is_union = is_union;
    written.packed = packed;
    must(lang_abi_record(types, &written, fields, count, &made));
    return made;
}

static void location(LangAbiLocation place) {
    switch (place.kind) {
    case LANG_ABI_LOCATION_KIND_NOWHERE: printf(" nowhere"); break;
    case LANG_ABI_LOCATION_KIND_REGISTER: printf(" %s of %d", place.register_name, (int)place.register_class); break;
    case LANG_ABI_LOCATION_KIND_STACK: printf(" stack %u %u %u", place.offset, place.size, place.slot); break;
    case LANG_ABI_LOCATION_KIND_OPERAND: printf(" operand %u", place.operand); break;
    }
}

static void value(const LangAbiFunction *function, int32_t index) {
    LangAbiValue value;
    size_t number;
    must(lang_abi_value(function, index, &value));
    printf("value %d: %llu %u %d %d", index, (unsigned long long)value.size, value.align, value.is_aggregate, (int)value.placement);
    location(value.pointer);
    printf(" memory %u %u %u %s\n", value.memory_align, value.stack_offset, value.stack_slot,
           value.returned_in ? value.returned_in : "-");
    for (number = 0; number < value.part_count; number += 1) {
        LangAbiPart part;
        must(lang_abi_part(function, index, number, &part));
        printf("  part %u %u carrier %d %u extend %d", part.offset, part.length, (int)part.carrier, part.lane_bytes, (int)part.extend);
        location(part.location);
        printf("\n");
    }
    for (number = 0; number < value.reason_count; number += 1) {
        LangAbiReason reason;
        must(lang_abi_reason(function, index, number, &reason));
        printf("  %s: %s\n", reason.clause, reason.text);
    }
}

static void ask(const char *name, LangAbiType result, const LangAbiType *parameters, size_t count, bool is_variadic, size_t fixed) {
    LangAbiSignature signature;
    LangAbiFunction *function = NULL;
    LangAbiCall call;
    LangAbiStatus status;
    size_t number;
    signature.name = name;
    signature.result = result;
    signature.parameters = parameters;
    signature.count = count;
    signature.is_variadic = is_variadic;
    signature.fixed = fixed;
    status = lang_abi_lower(types, &signature, &function);
    if (status != LANG_ABI_STATUS_OK) {
        printf("%s: status %d: %s\n", name, (int)status, lang_abi_error(types));
        return;
    }
    printf("%s\n", lang_abi_llvm(function));
    value(function, LANG_ABI_RESULT);
    for (number = 0; number < lang_abi_parameter_count(function); number += 1) value(function, (int32_t)number);
    for (number = 0; number < lang_abi_copy_count(function); number += 1) {
        LangAbiCopy copy;
        must(lang_abi_copy(function, number, &copy));
        printf("copy %d %d %llu %u %d %d\n", copy.value, copy.by_caller, (unsigned long long)copy.bytes, copy.align,
               (int)copy.reason, copy.elidable);
    }
    must(lang_abi_call(function, &call));
    printf("call %u %u %u %d %d %u %u %u\n", call.stack_bytes, call.stack_align, call.shadow_bytes, call.vector_registers,
           call.is_variadic, call.named_general, call.named_vector, call.named_stack_bytes);
    printf("%s", lang_abi_report(function));
    lang_abi_function_free(function);
}

static void target(const char *name) {
    LangAbiType entry, flags, number, floats, large, odd, vector, complex_number, bit_int, tail, chars, long_type, long_double;
    LangAbiField fields[4];
    LangAbiLayout layout;
    LangAbiMember member;
    types = lang_abi_types_new(name);
    if (!types) exit(1);
    printf("== %s\n", name);
    must(lang_abi_c_type(types, "long", &long_type));
    must(lang_abi_c_type(types, "long double", &long_double));
    fields[0] = plain(long_type);
    fields[1] = plain(LANG_ABI_F32);
    entry = record("entry", false, false, fields, 2);
    fields[0] = bits(LANG_ABI_I32, 3);
    fields[1] = bits(LANG_ABI_U32, 5);
    fields[2] = bits(LANG_ABI_I64, 33);
    flags = record("flags", false, false, fields, 3);
    must(lang_abi_member(types, flags, 2, &member));
    printf("member %llu %llu\n", (unsigned long long)member.offset_bits, (unsigned long long)member.size_bits);
    fields[0] = plain(LANG_ABI_I32);
    fields[1] = plain(LANG_ABI_F64);
    number = record("number", true, false, fields, 2);
    fields[0] = fields[1] = fields[2] = plain(LANG_ABI_F32);
    floats = record(NULL, false, false, fields, 3);
    must(lang_abi_array(types, LANG_ABI_I64, 5, &chars));
    fields[0] = plain(chars);
    large = record("large", false, false, fields, 1);
    fields[0] = plain(LANG_ABI_I8);
    fields[1] = plain(LANG_ABI_I32);
    odd = record("odd", false, true, fields, 2);
    must(lang_abi_vector(types, LANG_ABI_F32, 4, &vector));
    must(lang_abi_complex(types, LANG_ABI_F64, &complex_number));
    must(lang_abi_bit_int(types, 33, true, &bit_int));
    must(lang_abi_flexible_array(types, LANG_ABI_U8, &chars));
    fields[0] = plain(LANG_ABI_I32);
    fields[1] = plain(chars);
    tail = record("tail", false, false, fields, 2);
    must(lang_abi_layout(types, tail, &layout));
    printf("layout %llu %u\n", (unsigned long long)layout.size, layout.align);
    {
        LangAbiType parameters[] = {entry, flags, number, floats, large, odd};
        ask("records", entry, parameters, 6, false, 0);
    }
    {
        LangAbiType parameters[] = {LANG_ABI_I8, LANG_ABI_U16, LANG_ABI_BOOL, LANG_ABI_POINTER, LANG_ABI_F32, LANG_ABI_I128, tail};
        ask("scalars", LANG_ABI_I8, parameters, 7, false, 0);
    }
    {
        LangAbiType parameters[] = {vector, complex_number};
        ask("wide", vector, parameters, 2, false, 0);
    }
    {
        LangAbiType parameters[] = {bit_int, long_double};
        ask("odd", large, parameters, 2, false, 0);
    }
    {
        LangAbiType parameters[] = {LANG_ABI_POINTER, LANG_ABI_I32, LANG_ABI_F64, entry};
        ask("variadic", LANG_ABI_I32, parameters, 4, true, 1);
    }
    ask("nothing", LANG_ABI_VOID, NULL, 0, false, 0);
    lang_abi_types_free(types);
}

static void refuses(LangAbiStatus status) {
    printf("%d %s\n", (int)status, lang_abi_error(types));
}

static void nonsense(void) {
    LangAbiType made = 0, array;
    LangAbiLayout layout;
    LangAbiMember member;
    LangAbiValue value;
    LangAbiFunction *function = NULL;
    LangAbiRecord written;
    LangAbiSignature signature;
    LangAbiField fields[2];
    size_t width;
    memset(&written, 0, sizeof written);
    memset(&signature, 0, sizeof signature);
    printf("%d\n", lang_abi_types_new("pdp11") == NULL && lang_abi_types_new(NULL) == NULL);
    printf("%d\n", (int)lang_abi_layout(NULL, LANG_ABI_I32, &layout));
    lang_abi_types_free(NULL);
    lang_abi_function_free(NULL);
    types = lang_abi_types_new("x86_64-linux-gnu");
    refuses(lang_abi_layout(types, 1000, &layout));
    refuses(lang_abi_layout(types, LANG_ABI_I32, NULL));
    refuses(lang_abi_layout(types, LANG_ABI_VOID, &layout));
    refuses(lang_abi_c_type(types, "quad", &made));
    refuses(lang_abi_c_type(types, NULL, &made));
    refuses(lang_abi_c_type(types, "\xff", &made));
    refuses(lang_abi_bit_int(types, 0, false, &made));
    refuses(lang_abi_bit_int(types, 1, true, &made));
    refuses(lang_abi_complex(types, LANG_ABI_POINTER, &made));
    refuses(lang_abi_complex(types, LANG_ABI_I32, &made));
    refuses(lang_abi_vector(types, LANG_ABI_F32, 1U << 31, &made));
    refuses(lang_abi_vector(types, LANG_ABI_BOOL, 4, &made));
    refuses(lang_abi_vector(types, LANG_ABI_F32, 0, &made));
    refuses(lang_abi_array(types, LANG_ABI_VOID, 4, &made));
    refuses(lang_abi_array(types, LANG_ABI_I64, UINT64_MAX, &made));
    must(lang_abi_array(types, LANG_ABI_I64, 4, &array));
    refuses(lang_abi_member(types, array, 0, &member));
    refuses(lang_abi_record(types, NULL, NULL, 0, &made));
    refuses(lang_abi_record(types, &written, NULL, 3, &made));
    fields[0] = plain(LANG_ABI_VOID);
    refuses(lang_abi_record(types, &written, fields, 1, &made));
    fields[0] = bits(LANG_ABI_F32, 3);
    refuses(lang_abi_record(types, &written, fields, 1, &made));
    fields[0] = bits(LANG_ABI_I32, 33);
    refuses(lang_abi_record(types, &written, fields, 1, &made));
    fields[0] = bits(LANG_ABI_BOOL, 2);
    refuses(lang_abi_record(types, &written, fields, 1, &made));
    refuses(lang_abi_record(types, &written, fields, (size_t)1 << 61, &made));
    must(lang_abi_flexible_array(types, LANG_ABI_I8, &made));
    refuses(lang_abi_array(types, made, 2, &made));
    fields[0] = bits(LANG_ABI_I32, 0);
    refuses(lang_abi_record(types, &written, fields, 1, &made));
    fields[0] = plain(LANG_ABI_I32);
    fields[0].align = 3;
    refuses(lang_abi_record(types, &written, fields, 1, &made));
    fields[0].align = 0;
    written.pack = 3;
    refuses(lang_abi_record(types, &written, fields, 1, &made));
    written.pack = 0;
    must(lang_abi_flexible_array(types, LANG_ABI_I8, &made));
    fields[0] = plain(made);
    fields[1] = plain(LANG_ABI_I32);
    refuses(lang_abi_record(types, &written, fields, 2, &made));
    for (width = 1; width <= 2; width += 1) {
        size_t depth = 0;
        made = LANG_ABI_I8;
        while (depth < 100000) {
            fields[0] = fields[1] = plain(made);
            if (lang_abi_record(types, &written, fields, width, &made) != LANG_ABI_STATUS_OK) break;
            depth += 1;
        }
        printf("%d records of %d: %s\n", (int)depth, (int)width, lang_abi_error(types));
    }
    for (made = LANG_ABI_I8; lang_abi_array(types, made, 1, &made) == LANG_ABI_STATUS_OK;) continue;
    printf("%s\n", lang_abi_error(types));
    refuses(lang_abi_lower(types, NULL, &function));
    signature.parameters = &array;
    signature.count = 1;
    refuses(lang_abi_lower(types, &signature, &function));
    signature.count = 70000;
    signature.parameters = NULL;
    refuses(lang_abi_lower(types, &signature, &function));
    signature.count = 0;
    signature.is_variadic = true;
    signature.fixed = 1;
    refuses(lang_abi_lower(types, &signature, &function));
    signature.fixed = 0;
    refuses(lang_abi_lower(types, &signature, NULL));
    must(lang_abi_lower(types, &signature, &function));
    printf("%d %d %d\n", (int)lang_abi_value(function, 0, &value), (int)lang_abi_value(function, -2, &value),
           (int)lang_abi_value(NULL, -1, &value));
    lang_abi_function_free(function);
    lang_abi_types_free(types);
}

int main(int count, char **arguments) {
    size_t number;
    (void)arguments;
    if (count > 1) {
        nonsense();
        return 0;
    }
    for (number = 0; lang_abi_target(number); number += 1) target(lang_abi_target(number));
    return 0;
}
