#include <stddef.h>
#include <stdint.h>
#include <stdarg.h>

/** A structure with bits.
 *  It says ``` what is not run.
 */
struct bits {
  int plain;            /**< before the bits */
  unsigned low : 3, high : 9;
  char letter;
  unsigned : 0;
  long long last : 40;
};

struct long_double { char a; long double wide; int behind; };
struct flexible { size_t length; char bytes[]; };
typedef float vector __attribute__((vector_size(16)));
struct with_vector { vector v; int n; };
struct with_complex { _Complex double c; };
struct with_atomic { _Atomic int a; int b; };
#pragma pack(push, 1)
struct packed { char c; int n; double d; };
#pragma pack(pop)
struct packed_in_part { char c; int n __attribute__((packed)); short s; };
struct aligned { char c; } __attribute__((aligned(64)));
struct aligned_member { char a; _Alignas(16) char b; };
struct empty {};
union number { int i; double d; unsigned bits : 5; };
union wide { long double l; char c; };
struct outer {
  struct { int x, y; } inner;
  union { int a; float b; };
  struct { char c; } list[3];
  struct outer *next;
};
typedef struct { int type; void *self; } unnamed;
typedef struct hidden hidden;
typedef struct hidden *handle;

/* The name of a function is the name of a structure. */
struct same { int n; };
int same(struct same *s);
enum color { RED, GREEN = 5, BLUE };
enum { LOOSE = -1, LAST = 1000000 };
typedef enum { BIG = 0xffffffffu } big;

typedef int (*callback)(void *data, enum color c, const char *text);
typedef int plain_function(int);
int call(callback f, plain_function *g, void (*h)(struct bits), int (*v)(const char *, ...));
int match(int type, int self, int Int);
int renamed(int) __asm__("other_name");
int printf_like(const char *format, ...);
int with_list(const char *format, va_list list);
int old_style();
static inline int inlined(int n) { return n + 1; }
long double wide_result(int);
struct bits by_value(struct bits b);
struct long_double in_memory(struct long_double l);
vector sum(vector a, vector b);
void take_array(int numbers[4], char names[][8]);
_Noreturn void stop(void);
hidden *make(void);
int32_t fixed(uint8_t a, uintptr_t b, wchar_t c, ptrdiff_t d);
extern const char *const names[];
extern int numbers[4];
extern volatile int counter;
extern const int constant;
extern _Thread_local int own;

#define ONE 1
#define SUM (ONE + 2 * sizeof(struct bits))
#define NEGATIVE -2147483648
#define LARGE 0xffffffffffffffffull
#define SMALLEST (-9223372036854775807ll - 1)
#define LETTER 'a'
#define HALF 0.5
#define SINGLE 1.5f
#define TINY 1e-300
#define INFINITE (1.0 / 0.0)
#define WIDE 1.5L
#define TEXT "a \"text\" \\ $" "{x}"
#define CUT "a\0b"
#define WIDE_TEXT L"wide"
#define NOWHERE ((void *)0)
#define MARK ((callback)-1)
#define RED RED
#define GUARD
#define TWICE(n) (2 * (n))
#define BRACE {
#define CLOSED }
#define STATEMENT do { } while (0)
#define TWO 1, y = 2
#define BROKEN 1 +
#define TYPE unsigned long
#define CALLED renamed(3)
#define VARIABLE counter
#define type 7
#define SHIFT (1u << 31)
#define PLACE __LINE__
#define WHEN __DATE__ " " __TIME__
#define WHERE __FILE__
/* Names that lead back to a tag, and a typedef that is said again. */
typedef enum round_about { ROUND_ONE, ROUND_TWO } round_about_t;
typedef round_about_t round_about;
typedef struct round_record { int member; round_about which; } round_record_t;
typedef round_record_t round_record;
typedef round_record_t round_record;
typedef struct round_unknown round_unknown_t;
typedef round_unknown_t round_unknown;
round_record round_trip(round_record_t *record, round_about which, round_unknown *unknown);
/* Names that the language has, and members without one of its letters. */
typedef char *String;
struct Never { int _; };
String string_of(struct Never *never);
/* Bits of all kinds, and names that their methods clash with. */
enum few { NONE, SOME };
union bits_in_union { int whole; unsigned low : 5; signed int with_sign : 7; };
struct __attribute__((packed)) packed_bits { char c; unsigned long long wide : 63; _Bool flag : 1; enum few few : 2; };
struct named_bits { int opaque_0; unsigned low : 2, set_low : 3, match : 1; signed : 2; };
struct many_elements { unsigned count; struct named_bits list[]; };
/* What gcc and clang pass in different ways. */
typedef struct { float f; int none[0]; } without_elements;
void take_without(without_elements w, struct empty e);
/* Pointers to what has no form. */
typedef long double (*of_wide)(long double);
struct with_notes { of_wide f; void (**list)(int, ...); long double *wide; };
void notes(void (*g)(int, ...), int _, int __, _Complex float *c);
/* Bodies without a symbol. */
inline int only_inline(int n) { return n; }
extern inline int also_extern(int n) { return n; }
extern void nothing;
#define MARK_OF_NULL ((callback)0)
#define RECORD_AT_NULL ((struct same *)0)
#define IN_PARENTHESES (("a" "b"))
#define NO_UTF_8 "\xff"
#define SIGNED_128 ((__int128)1)

/* Enumerators in records are known everywhere. */
struct holds_enumerators {
    enum { HELD_BELOW = -5, HELD_ABOVE } without_tag;
    struct holds_further { enum held_kind { HELD_INSIDE = 3 } with_tag; } further;
};
