struct Os { short a; float b; };
int os_nothing();
float os_float();
struct Os os_record();
short os_short();
int os_then_new();
int os_then_new(int, double, struct Os *);
int os_new_first(int, double);
int os_new_first();
int os_definition(a, b, c) int a; char b; float c; { return a + b + (int)c; }
int os_record_definition(a) struct Os a; { return a.a; }
int os_pointer(int (*f)(), float (*g)());
int (*os_result(void))();
typedef int Os_function();
Os_function os_by_typedef;
int os_takes(Os_function *f, Os_function g);
static int os_internal(a) short a; { return a; }
int os_void(void);
int os_ellipsis(...);
int os_default_int(const a, register b);
