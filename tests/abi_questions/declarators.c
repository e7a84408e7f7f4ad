typedef struct Late Late;
typedef struct Late Late_again;
Late late_result(Late_again, int);
struct Late { long long a; double b; };
void late_after(Late, Late_again, struct Late);
typedef union Late_union Late_union;
void late_union(Late_union, const Late_union *);
union Late_union { float a; char b; };
typedef struct Late_hfa Late_array[2];
struct Late_hfa { float x, y; };
void late_array(Late_array, struct Late_hfa);
struct Late_holder { Late a; Late_union b; } ; //? struct Late_holder
typedef enum Late_enum Late_enum;
enum Late_enum { LATE_A, LATE_B = -1 };
Late_enum late_enum(Late_enum, enum Late_enum *);
struct Never_complete;
struct Never_complete never_result(struct Never_complete *);
struct Never_complete *never_pointer(struct Never_complete **);
_Complex _Float16 half_first(_Complex _Float16, _Float16 _Complex);
_Complex float complex_first(_Complex float, float _Complex, _Complex double, double _Complex);
long double _Complex complex_middle(long _Complex double, _Complex long double);
_Complex complex_alone(_Complex, int);
int (*function_result(int, char))(double, short);
int (*(*function_twice(struct Late))(int))[3];
char *(*array_pointer(void))[3];
void (*signal_like(int, void (*)(int)))(int);
void arrays(int a[4], double b[2][3], int c, struct Late d[], int e[static 2], int f[const 3]);
void arrays_lengths(int n, int m[n], int k[n][n], int star[*]);
void functions(int f(int), void g(struct Late), Late (*h[2])(Late));
int (parenthesised)(int), *(pointer_in)(short), ((twice))(char);
int many_a(int), many_b(char, ...), *many_c(float), many_variable;
int *__attribute__((may_alias)) after_star(int *__attribute__((may_alias)) p);
int *__attribute__((aligned(16))) aligned_star(void);
int __attribute__((aligned(16))) *aligned_before(int __attribute__((aligned(16))) *p);
int (__attribute__((noinline)) nested_attribute)(int);
int (*__attribute__((ms_abi)) convention_nested)(int, struct Late);
void nested_convention(int (__attribute__((ms_abi)) *p)(struct Late), struct Late);
void pointer_convention(int (*p)(struct Late) __attribute__((ms_abi)), struct Late);
struct Star_aligned { char a; int *__attribute__((aligned(16))) b; }; //? struct Star_aligned
struct Behind_aligned { char a; int *b __attribute__((aligned(16))); char c; }; //? struct Behind_aligned
struct List_aligned { char a, b __attribute__((aligned(4))), c; }; //? struct List_aligned
struct Front_aligned { __attribute__((aligned(8))) char a, b; }; //? struct Front_aligned
struct Nested_aligned { char a; char (b __attribute__((aligned(8))))[3]; char c; }; //? struct Nested_aligned
struct Array_aligned { char a; char b[3] __attribute__((aligned(4))); char c; }; //? struct Array_aligned
struct Pointer_members { int (*a)[3], *b[2], (*c[2])(int); }; //? struct Pointer_members
typeof(int) typeof_int(typeof(float) a, __typeof__(1LL) b, typeof(struct Late) c);
__typeof__(late_after) typeof_function;
__auto_type *never_auto(int);
int restrict_all(int *restrict a, int *const restrict b, volatile int *volatile c);
void array_of_const(const int a[], const struct Late b[2]);
const struct Late const_result(const int, const struct Late, volatile struct Late, volatile _Bool);
register_less(int, struct Late);
extern int external(short), external_again(short);
static int internal_one(short);
inline int inline_one(short a) { return a; }
extern inline int inline_two(signed char a) { return a; }
static inline float internal_inline(struct Late a) { return (float)a.b; }
_Noreturn void never_returns(int);
__attribute__((noreturn)) void never_returns_too(unsigned char);
[[noreturn]] void never_returns_new(short);
int c23_behind [[gnu::pure]] (short);
int c23_parameter(short a [[maybe_unused]], [[maybe_unused]] char b);
struct [[gnu::packed]] C23_packed { char a; int b; }; //? struct C23_packed
struct C23_member { char a; [[gnu::aligned(8)]] char b; }; //? struct C23_member
_Static_assert(sizeof(struct Late) == 16, "no other size");
struct { int a; } untagged_variable;
struct Late late_variable; extern struct Late late_variables[]; struct Late late_variables[4];
enum { COUNT_A = sizeof(long), COUNT_B = 1 << 3, COUNT_C = 'a', COUNT_D = COUNT_A * 2 };
struct Constants { char a[sizeof(long)], b[COUNT_B], c[(int)2.9], d['a' - 'A'], e[-1 < 0u ? 3 : 5], f[COUNT_D]; }; //? struct Constants
struct Constants_more { char a[1 ? 2 : 3], b[0x10 >> 2], c[!0 + ~0 + 2], d[sizeof(int[3])], e[_Alignof(double)], f[(unsigned char)257]; }; //? struct Constants_more
struct Constants_types { char a[(-1 >> 1) + 2], b[(4000000000 > 0) + 1], c[0xffffffff + 1 ? 4 : 6], d[2147483647 + 0u > 0 ? 1 : 2], e[-1 / 2u > 3 ? 5 : 7]; }; //? struct Constants_types
struct Constants_long { char a[(1UL << 31 >> 31) + 1], b[sizeof(1L)], c[sizeof('a')], d[sizeof(1ULL)], e[sizeof(0x80000000)], f[sizeof(2147483648)], g[sizeof(L'a')]; }; //? struct Constants_long
struct Constants_offset { char a[__builtin_offsetof(struct Late, b)], b[sizeof(((struct Late *)0)->a)], c[__builtin_constant_p(3) + 1], d[__builtin_choose_expr(1, 3, 4)], e[_Generic(1, int: 2, default: 5)]; }; //? struct Constants_offset
struct Constants_char { char a[(char)200 < 0 ? 1 : 2], b[(signed char)200 < 0 ? 1 : 2], c['\xff' < 0 ? 3 : 4], d[(_Bool)7], e[(short)70000 == 4464 ? 3 : 9]; }; //? struct Constants_char
struct Bits_constant { int a : sizeof(int) * 4; int b : 1 + 2; unsigned c : (unsigned char)259; }; //? struct Bits_constant
