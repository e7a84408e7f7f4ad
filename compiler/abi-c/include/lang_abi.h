// The ABI of C as data: layouts of types, and where each argument and result of a function travels on a target.
//
// Generated from the documented declarations of `compiler/abi-c`. Units: bytes, unless a name says bits.
//
// Types are numbers that one `LangAbiTypes` gives out; the scalars have the same ones everywhere. Functions that may fail
// return a status; why, `lang_abi_error` says. Nothing here prints, exits or keeps global state that changes an answer; one
// `LangAbiTypes` is used by one thread at a time.

#ifndef LANG_ABI_H
#define LANG_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The number of a result among values.
#define LANG_ABI_RESULT -1

// What became of a call.
typedef enum LangAbiStatus {
    // It is done.
    LANG_ABI_STATUS_OK,
    // An argument makes no sense: a null pointer, a type that was not given out, a record that C does not allow.
    LANG_ABI_STATUS_INVALID,
    // C allows it, and this library does not describe it on this target. It never guesses.
    LANG_ABI_STATUS_UNSUPPORTED,
    // A mistake of this library; please report what led to it.
    LANG_ABI_STATUS_INTERNAL,
} LangAbiStatus;

// How a value travels.
typedef enum LangAbiPlacement {
    // Not at all.
    LANG_ABI_PLACEMENT_IGNORED,
    // In `part_count` pieces.
    LANG_ABI_PLACEMENT_PARTS,
    // Parameters: as the address, in `pointer`, of a copy that the caller made; it is aligned to `memory_align`.
    LANG_ABI_PLACEMENT_BY_POINTER,
    // Parameters: its bytes lie in the argument area.
    LANG_ABI_PLACEMENT_ON_STACK,
    // Results: the caller passes an address in `pointer`, where the callee writes.
    LANG_ABI_PLACEMENT_STRUCT_RETURN,
} LangAbiPlacement;

// The kind of a place.
typedef enum LangAbiLocationKind {
    // There is none.
    LANG_ABI_LOCATION_KIND_NOWHERE,
    // A register.
    LANG_ABI_LOCATION_KIND_REGISTER,
    // The argument area; on WebAssembly the buffer of variadic arguments.
    LANG_ABI_LOCATION_KIND_STACK,
    // A parameter or result of a function of WebAssembly.
    LANG_ABI_LOCATION_KIND_OPERAND,
} LangAbiLocationKind;

// What a register holds.
typedef enum LangAbiRegisterClass {
    // It is not in a register.
    LANG_ABI_REGISTER_CLASS_NONE,
    // Integers and addresses.
    LANG_ABI_REGISTER_CLASS_GENERAL,
    // Floating-point numbers only.
    LANG_ABI_REGISTER_CLASS_FLOAT,
    // Short vectors, and floating-point numbers where there are no others for these.
    LANG_ABI_REGISTER_CLASS_VECTOR,
    // The x87 stack.
    LANG_ABI_REGISTER_CLASS_X87,
} LangAbiRegisterClass;

// The machine type that carries a part.
typedef enum LangAbiCarrier {
    // 8 bits in a general register.
    LANG_ABI_CARRIER_I8,
    // 16 bits in a general register.
    LANG_ABI_CARRIER_I16,
    // 32 bits in a general register.
    LANG_ABI_CARRIER_I32,
    // 64 bits in a general register.
    LANG_ABI_CARRIER_I64,
    // The low 16 bits of a vector register.
    LANG_ABI_CARRIER_F16,
    // The same as a `__bf16`.
    LANG_ABI_CARRIER_BF16,
    // The low 32 bits of a vector register.
    LANG_ABI_CARRIER_F32,
    // The low 64 bits of a vector register: a `double`, two `float`s, or anything of up to 8 bytes.
    LANG_ABI_CARRIER_F64,
    // An x87 register, or 10 bytes in a stack slot of 16.
    LANG_ABI_CARRIER_X87,
    // A binary128 in a vector register.
    LANG_ABI_CARRIER_F128,
    // A vector register, or as many of its bytes as the part has.
    LANG_ABI_CARRIER_V128,
    // The low 64 bits of a vector register as lanes of `lane_bytes`, each with a narrower element.
    LANG_ABI_CARRIER_LANES,
} LangAbiCarrier;

// How a carrier is widened by whoever passes it.
typedef enum LangAbiExtend {
    // Its high bits mean nothing.
    LANG_ABI_EXTEND_NONE,
    // With zeros.
    LANG_ABI_EXTEND_ZERO,
    // With copies of the sign.
    LANG_ABI_EXTEND_SIGN,
} LangAbiExtend;

// Why a value is copied.
typedef enum LangAbiCopyReason {
    // The callee owns its argument.
    LANG_ABI_COPY_REASON_ARGUMENT,
    // The callee puts parts together in memory.
    LANG_ABI_COPY_REASON_CALLEE_LOCAL,
    // The callee writes the result to the address that it was given.
    LANG_ABI_COPY_REASON_RETURN_SLOT,
    // The caller puts the parts of a result together in memory.
    LANG_ABI_COPY_REASON_ABI_TEMPORARY,
} LangAbiCopyReason;

// How one function is called.
typedef struct LangAbiFunction LangAbiFunction;

// A target and the types that were told of it.
typedef struct LangAbiTypes LangAbiTypes;

// A type of one `LangAbiTypes`: a scalar by its fixed number, or what a function here gave out.
typedef uint32_t LangAbiType;

// A structure or union, as it is written; all zero it is a plain structure without a tag.
typedef struct LangAbiRecord {
    // The tag, for texts only; null if there is none. Read during the call.
    const char *name;
    // Whether the members overlap.
    bool is_union;
    // `packed` on the record.
    bool packed;
    // `#pragma pack(N)` in force, in bytes; 0 if there is none.
    uint32_t pack;
    // `aligned(N)` on the record, in bytes; 0 if there is none.
    uint32_t align;
} LangAbiRecord;

// A member of a structure or union, as it is written; all zero but for the type it is a plain one.
typedef struct LangAbiField {
    // Of a bit-field the declared type.
    LangAbiType ty;
    // `aligned(N)` on the member, in bytes; 0 if there is none.
    uint32_t align;
    // `packed` on the member.
    bool packed;
    // Whether it is a bit-field.
    bool is_bit_field;
    // Width in bits of a bit-field; 0 is C's `: 0`.
    uint16_t bit_width;
    // Whether it is a bit-field without a name.
    bool unnamed;
} LangAbiField;

// Size and alignment.
typedef struct LangAbiLayout {
    // Bytes, tail padding included.
    uint64_t size;
    // Bytes.
    uint32_t align;
} LangAbiLayout;

// Where a member lies.
typedef struct LangAbiMember {
    // Bits from the start of the record.
    uint64_t offset_bits;
    // Bits of its own.
    uint64_t size_bits;
} LangAbiMember;

// A function's parameters and result.
typedef struct LangAbiSignature {
    // Its symbol, for texts only; null is `f`. Read during the call.
    const char *name;
    // The result; `LANG_ABI_VOID` is none.
    LangAbiType result;
    // The parameters; of a variadic call all arguments, after C's default promotions. Read during the call.
    const LangAbiType *parameters;
    // How many these are.
    size_t count;
    // Whether the function is declared with `...`.
    bool is_variadic;
    // Of a variadic function: how many parameters stand in front of the `...`.
    size_t fixed;
} LangAbiSignature;

// Where a part or an address travels.
typedef struct LangAbiLocation {
    // Which of the following says where.
    enum LangAbiLocationKind kind;
    // The register's name, or null. Valid for ever.
    const char *register_name;
    // The register's class.
    enum LangAbiRegisterClass register_class;
    // Stack: bytes from the stack pointer at the call instruction.
    uint32_t offset;
    // Stack: bytes that carry it.
    uint32_t size;
    // Stack: bytes that the area gives to it.
    uint32_t slot;
    // Operand: its number.
    uint16_t operand;
} LangAbiLocation;

// How one parameter, or the result, travels.
typedef struct LangAbiValue {
    // Bytes, tail padding included.
    uint64_t size;
    // Bytes.
    uint32_t align;
    // Whether it is a record, an array or a complex number.
    bool is_aggregate;
    // How it travels, and which of the following say more.
    enum LangAbiPlacement placement;
    // How many pieces `lang_abi_part` has of it.
    size_t part_count;
    // Where the address travels.
    struct LangAbiLocation pointer;
    // Alignment in bytes of the copy or of the stack slot.
    uint32_t memory_align;
    // On the stack: bytes from the stack pointer at the call instruction.
    uint32_t stack_offset;
    // On the stack: bytes that the area gives to it.
    uint32_t stack_slot;
    // Struct return: the register that holds the address again when the callee returns, or null. Valid for ever.
    const char *returned_in;
    // How many clauses `lang_abi_reason` has of it.
    size_t reason_count;
} LangAbiValue;

// One piece of a value. Only `length` bytes belong to it, which may be fewer than its carrier has.
typedef struct LangAbiPart {
    // Its first byte in the value.
    uint32_t offset;
    // Its bytes.
    uint32_t length;
    // What carries them.
    enum LangAbiCarrier carrier;
    // Of `LANG_ABI_CARRIER_LANES`: bytes of a lane.
    uint8_t lane_bytes;
    // How the carrier is widened.
    enum LangAbiExtend extend;
    // Where it travels.
    struct LangAbiLocation location;
} LangAbiPart;

// A clause that decided how a value travels.
typedef struct LangAbiReason {
    // The document and its clause. Valid for ever.
    const char *clause;
    // What it says. Valid for ever.
    const char *text;
} LangAbiReason;

// A copy of memory that passing a value costs.
typedef struct LangAbiCopy {
    // The number of the parameter, or -1 for the result.
    int32_t value;
    // Whether the caller makes it, and not the callee.
    bool by_caller;
    // Bytes that are copied.
    uint64_t bytes;
    // Bytes to which source and destination are aligned at least.
    uint32_t align;
    // Why.
    enum LangAbiCopyReason reason;
    // Whether a compiler that knows more may leave it out.
    bool elidable;
} LangAbiCopy;

// What a call as a whole needs.
typedef struct LangAbiCall {
    // Bytes of the argument area.
    uint32_t stack_bytes;
    // Alignment in bytes of the argument area.
    uint32_t stack_align;
    // Bytes at its start in front of the first argument.
    uint32_t shadow_bytes;
    // x86-64 System V, variadic calls: what `al` holds; otherwise -1.
    int32_t vector_registers;
    // Whether the function is declared with `...`; then the following say where the unnamed arguments begin.
    bool is_variadic;
    // General argument registers of named parameters.
    uint8_t named_general;
    // Vector argument registers of named parameters.
    uint8_t named_vector;
    // Bytes of the argument area of named parameters.
    uint32_t named_stack_bytes;
} LangAbiCall;

// No value; only as a result.
#define LANG_ABI_VOID 0

// `_Bool`.
#define LANG_ABI_BOOL 1

// A signed integer of 8 bits.
#define LANG_ABI_I8 2

// An unsigned integer of 8 bits.
#define LANG_ABI_U8 3

// A signed integer of 16 bits.
#define LANG_ABI_I16 4

// An unsigned integer of 16 bits.
#define LANG_ABI_U16 5

// A signed integer of 32 bits.
#define LANG_ABI_I32 6

// An unsigned integer of 32 bits.
#define LANG_ABI_U32 7

// A signed integer of 64 bits.
#define LANG_ABI_I64 8

// An unsigned integer of 64 bits.
#define LANG_ABI_U64 9

// A signed integer of 128 bits.
#define LANG_ABI_I128 10

// An unsigned integer of 128 bits.
#define LANG_ABI_U128 11

// `_Float16`.
#define LANG_ABI_F16 12

// `float`.
#define LANG_ABI_F32 13

// `double`.
#define LANG_ABI_F64 14

// The `long double` of x87, 10 bytes in 16.
#define LANG_ABI_X87 15

// IEEE binary128.
#define LANG_ABI_F128 16

// A pointer to anything.
#define LANG_ABI_POINTER 17

// `__bf16`.
#define LANG_ABI_BF16 18

// The `long double` of POWER, two doubles.
#define LANG_ABI_DOUBLE_DOUBLE 19

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The name of a target by its number, from 0; null behind the last one. Valid for ever.
const char *lang_abi_target(size_t number);

// Types of a target, by its name or triple; null if it is not known. To be freed.
//
// Presumed: `target` is null or a text that ends in a zero byte.
struct LangAbiTypes *lang_abi_types_new(const char *target);

// Frees types; null is nothing.
//
// Presumed: `types` is null or what `lang_abi_types_new` gave, and not used again.
void lang_abi_types_free(struct LangAbiTypes *types);

// Why the last call with these types failed; empty if it did not. Valid until the next one.
//
// Presumed: `types` is null or what `lang_abi_types_new` gave.
const char *lang_abi_error(const struct LangAbiTypes *types);

// The scalar that a name of C stands for on the target: `char`, `unsigned long`, `size_t`, `wchar_t`, `long double` and the like.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `name` a text that ends in a zero byte, `answer` may be written.
enum LangAbiStatus lang_abi_c_type(struct LangAbiTypes *types,
                                   const char *name,
                                   LangAbiType *answer);

// C23's `_BitInt(bits)`.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `answer` may be written.
enum LangAbiStatus lang_abi_bit_int(struct LangAbiTypes *types,
                                    uint16_t bits,
                                    bool is_signed,
                                    LangAbiType *answer);

// `_Complex` of a floating-point number.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `answer` may be written.
enum LangAbiStatus lang_abi_complex(struct LangAbiTypes *types, LangAbiType element, LangAbiType *answer);

// A short vector, as of `__attribute__((vector_size))`.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `answer` may be written.
enum LangAbiStatus lang_abi_vector(struct LangAbiTypes *types,
                                   LangAbiType element,
                                   uint32_t count,
                                   LangAbiType *answer);

// An array of so many elements.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `answer` may be written.
enum LangAbiStatus lang_abi_array(struct LangAbiTypes *types,
                                  LangAbiType element,
                                  uint64_t count,
                                  LangAbiType *answer);

// C's `[]` at the end of a structure.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `answer` may be written.
enum LangAbiStatus lang_abi_flexible_array(struct LangAbiTypes *types,
                                           LangAbiType element,
                                           LangAbiType *answer);

// A structure or union, laid out as the target's C compiler does.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `record` can be read, `fields` so many times, `answer` may be written.
enum LangAbiStatus lang_abi_record(struct LangAbiTypes *types,
                                   const struct LangAbiRecord *record,
                                   const struct LangAbiField *fields,
                                   size_t count,
                                   LangAbiType *answer);

// Size and alignment of a type.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `answer` may be written.
enum LangAbiStatus lang_abi_layout(struct LangAbiTypes *types, LangAbiType ty, struct LangAbiLayout *answer);

// Where a member of a structure or union lies; members are counted from 0, unnamed ones included.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `answer` may be written.
enum LangAbiStatus lang_abi_member(struct LangAbiTypes *types,
                                   LangAbiType record,
                                   size_t number,
                                   struct LangAbiMember *answer);

// How a function of this signature is called. To be freed; it does not need the types any more.
//
// Presumed: `types` is what `lang_abi_types_new` gave, `signature` and what it points to can be read, `answer` may be written.
enum LangAbiStatus lang_abi_lower(struct LangAbiTypes *types,
                                  const struct LangAbiSignature *signature,
                                  struct LangAbiFunction **answer);

// Frees an answer; null is nothing.
//
// Presumed: `function` is null or what `lang_abi_lower` gave, and not used again.
void lang_abi_function_free(struct LangAbiFunction *function);

// How many parameters the function has; of a variadic call, arguments.
//
// Presumed: `function` is null or what `lang_abi_lower` gave.
size_t lang_abi_parameter_count(const struct LangAbiFunction *function);

// How a parameter travels, by its number from 0, or the result, by `LANG_ABI_RESULT`.
//
// Presumed: `function` is what `lang_abi_lower` gave, `place` may be written.
enum LangAbiStatus lang_abi_value(const struct LangAbiFunction *function,
                                  int32_t index,
                                  struct LangAbiValue *place);

// A piece of a value, by its number from 0.
//
// Presumed: `function` is what `lang_abi_lower` gave, `place` may be written.
enum LangAbiStatus lang_abi_part(const struct LangAbiFunction *function,
                                 int32_t index,
                                 size_t number,
                                 struct LangAbiPart *place);

// A clause that decided how a value travels, by its number from 0, in the order in which they were applied.
//
// Presumed: `function` is what `lang_abi_lower` gave, `place` may be written.
enum LangAbiStatus lang_abi_reason(const struct LangAbiFunction *function,
                                   int32_t index,
                                   size_t number,
                                   struct LangAbiReason *place);

// How many copies of memory the convention forces.
//
// Presumed: `function` is null or what `lang_abi_lower` gave.
size_t lang_abi_copy_count(const struct LangAbiFunction *function);

// A copy, by its number from 0.
//
// Presumed: `function` is what `lang_abi_lower` gave, `place` may be written.
enum LangAbiStatus lang_abi_copy(const struct LangAbiFunction *function,
                                 size_t number,
                                 struct LangAbiCopy *place);

// What a call as a whole needs.
//
// Presumed: `function` is what `lang_abi_lower` gave, `place` may be written.
enum LangAbiStatus lang_abi_call(const struct LangAbiFunction *function, struct LangAbiCall *place);

// The line with which clang declares the function in LLVM's IR. Valid as long as the function; null for none.
//
// Presumed: `function` is null or what `lang_abi_lower` gave.
const char *lang_abi_llvm(const struct LangAbiFunction *function);

// All of it as a table for people. Valid as long as the function; null for none.
//
// Presumed: `function` is null or what `lang_abi_lower` gave.
const char *lang_abi_report(const struct LangAbiFunction *function);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LANG_ABI_H */
