struct Aq { int a; double b; };
int at_object_size(void *p __attribute__((pass_object_size(0))), int);
int at_dynamic_size(void *const p __attribute__((pass_dynamic_object_size(1))));
int at_overloaded(int) __attribute__((overloadable));
int at_overloaded(float) __attribute__((overloadable));
int at_enabled(int a) __attribute__((enable_if(a > 0, "positive")));
int at_noescape(int *p __attribute__((noescape)));
int at_consumed(struct Aq *p __attribute__((ns_consumed)));
int at_annotated(int __attribute__((annotate("x"))) a) __attribute__((annotate("y")));
int at_type_tag(int __attribute__((btf_type_tag("user"))) *p);
int at_space(int __attribute__((address_space(1))) *p, int);
struct At_space { int __attribute__((address_space(2))) *p; }; //? struct At_space
int at_ptr32(int *__ptr32 p, int *__ptr64 q);
struct At_ptr32 { int *__ptr32 p; char c; }; //? struct At_ptr32
int at_unaligned(__unaligned int *p);
int at_nullable(int *_Nonnull p, int *_Nullable q, int *_Null_unspecified r);
int at_counted(int n, int *p);
struct At_counted { int n; int rest[] __attribute__((counted_by(n))); };
struct At_random { int a; void *b; int c; } __attribute__((randomize_layout)); //? struct At_random
struct At_fixed { int (*a)(void); int (*b)(void); } __attribute__((no_randomize_layout)); //? struct At_fixed
struct At_designated { int a; } __attribute__((designated_init)); //? struct At_designated
struct At_may_alias { int a; } __attribute__((may_alias)); //? struct At_may_alias
struct At_deprecated { int a __attribute__((deprecated)); } __attribute__((deprecated("old"))); //? struct At_deprecated
struct At_preferred { unsigned a : 3 __attribute__((preferred_type(int))); }; //? struct At_preferred
struct At_objc { int a; } __attribute__((objc_bridge(NSThing))); //? struct At_objc
struct At_uuid { int a; } __attribute__((uuid("12345678-1234-1234-1234-123456789abc"))); //? struct At_uuid
struct At_unknown { int a; } __attribute__((no_such_attribute)); //? struct At_unknown
struct At_type_visible { int a; } __attribute__((type_visibility("default"))); //? struct At_type_visible
struct At_warn { int a; } __attribute__((warn_unused)); //? struct At_warn
struct At_scalar { int a; } __attribute__((scalar_storage_order("big-endian"))); //? struct At_scalar
int at_weak(short) __attribute__((weak));
int at_pure(short) __attribute__((pure, nothrow, leaf));
int at_const(short) __attribute__((const));
int at_section(short) __attribute__((section(".text.x")));
int at_visible(short) __attribute__((visibility("hidden")));
int at_format(const char *, ...) __attribute__((format(printf, 1, 2)));
int at_sentinel(const char *, ...) __attribute__((sentinel));
void *at_malloc(unsigned long) __attribute__((malloc, alloc_size(1), returns_nonnull, assume_aligned(16)));
int at_nonnull(void *, void *) __attribute__((nonnull(1)));
int at_cold(short) __attribute__((cold, noinline, noclone));
int at_dll(short) __attribute__((dllimport));
__declspec(dllimport) int at_declspec(short);
__declspec(dllexport) int at_declspec_out(short);
__declspec(noreturn) void at_declspec_ends(int);
int at_version(int) __attribute__((availability(macos, introduced=10.4)));
int at_interrupt(struct Aq *) __attribute__((interrupt));
int at_cleared(short) __attribute__((zero_call_used_regs("all")));
int at_used(short) __attribute__((nocf_check));
int at_strict(short) __attribute__((strictfp));
int at_min_vector(int __attribute__((vector_size(64)))) __attribute__((min_vector_legal_width(512)));
int at_extended(_Bool __attribute__((ext_vector_type(16))));
int at_parameter_aligned(int a __attribute__((aligned(16))), struct Aq b __attribute__((aligned(32))));
int at_parameter_packed(struct Aq b __attribute__((packed)));
int at_parameter_mode(int a __attribute__((mode(DI))));
float at_result_vector(void) __attribute__((vector_size(16)));
__attribute__((vector_size(16))) float at_front_vector(float a __attribute__((vector_size(16))));
int at_result_aligned(void) __attribute__((aligned(64)));
int __attribute__((mode(DI))) at_result_mode(void);
