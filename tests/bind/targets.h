/* Records whose layout differs among targets, or is moved by attributes. */
#include <stddef.h>

enum color { RED, GREEN = 5, BLUE };
enum below { BELOW = -1, ABOVE };
enum wide { NARROW, WIDE = 0x100000000 };
enum __attribute__((packed)) small { SMALL, LITTLE = 200 };
typedef int (*callback)(void *data, enum color c);

struct numbers { char c; short s; int i; long l; long long ll; unsigned long ul; float f; double d; _Bool b; };
struct pointers { char c; void *p; callback f; const char *texts[3]; size_t size; ptrdiff_t difference; wchar_t w; };
struct double_behind { int i; double d; int behind; };
struct long_behind { char c; long long ll; char behind; };
struct enumerations { char c; enum color color; enum below below; enum wide wide; enum small small; };
struct long_double { char c; long double wide; int behind; };
struct complex_number { char c; _Complex double z; _Complex float f; };
struct wide_integers { char c; __INT64_TYPE__ sixty_four; __INTPTR_TYPE__ address; __UINTMAX_TYPE__ most; };
struct nested { short before; struct numbers numbers; struct pointers list[2]; char behind; };
struct within { char c; struct { short x; long y; } named; union { int i; double d; }; struct { char p; long long q; }; };
union either { char c; long l; double d; struct double_behind record; short list[7]; };
struct of_unions { char c; union either either; union { long double ld; char c; } wide; char behind; };
struct arrays { char c; short s[3]; long l[2][2]; struct long_behind records[2]; };
struct flexible { short count; long list[]; };
struct ends { char c; struct { int n; double of[0]; } none; };

struct __attribute__((packed)) packed { char c; long l; double d; struct numbers n; short s; };
struct packed_member { char c; long l __attribute__((packed)); double d; };
#pragma pack(push, 2)
struct pack_two { char c; int i; double d; long long ll; void *p; };
union pack_union { char c; double d; };
#pragma pack(pop)
#pragma pack(push, 4)
struct pack_four { char c; double d; struct numbers n; long long ll; };
struct pack_nested { char c; struct { char d; double e; } inner; };
#pragma pack(pop)
struct of_packed { char c; struct packed p; long l; struct pack_two two; struct pack_four four; };
struct aligned { char c; } __attribute__((aligned(32)));
struct aligned_member { char a; char b __attribute__((aligned(16))); _Alignas(8) char d; char e; };
struct of_aligned { char c; struct aligned a; char behind; };
struct __attribute__((packed, aligned(4))) packed_and_aligned { char c; double d; char e; };
typedef int aligned_int __attribute__((aligned(16)));
typedef long long lowered __attribute__((aligned(2)));
struct of_typedefs { char c; aligned_int a; char d; lowered l; char e; };

struct bits { int plain; unsigned low : 3, high : 9; char letter; unsigned : 0; long long last : 40; };
struct bits_of_kinds { char c; short s : 5; int i : 20; char d : 3; long l : 30; _Bool b : 1; enum color e : 3; short t; };
struct bits_at_end { long long first; char c : 4; };
struct __attribute__((packed)) packed_bits { char c; unsigned long long wide : 63; _Bool flag : 1; short s; };
struct zero_width { char a : 3; int : 0; char b : 3; long long : 0; char c; };
union bits_in_union { unsigned low : 5; short whole; long long wide : 33; };
struct vectors { char c; float v __attribute__((vector_size(16))); char behind; };
struct handles { struct unknown *u; struct handles *next, **list; struct bits bits; };

void take(struct nested *n, struct within *w, struct of_packed *p, struct of_aligned *a, struct handles *h);
