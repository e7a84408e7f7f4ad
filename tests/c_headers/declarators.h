/* Typedefs of what is completed later, nested declarators, attributes in every place, names for the linker. */
typedef struct Later Later;
Later later_result(int);
struct Later { long a; double b; };
void later_alone(Later);
struct Never;
struct Never *never(struct Never *, struct Never **);
int (*returns_function(int, char))(double, short);
int *__attribute__((may_alias)) aliased(int);
char *(*deep(void))[3];
void arrays(int a[4], double grid[2][3], int count, struct Later many[]);
int renamed(short, unsigned char) __asm__("another_name_entirely");
typedef int (*Compare)(const void *, const void *);
typedef Later (*Factory)(Later, float, ...);
void sorted(void *, Compare, Factory);
int old_style();
int old_then_new();
int old_then_new(int, double);
int variadic(const char *, ...);
static inline long internal(Later l) { return l.a; }
extern int counter;
extern const char *const names[3];
extern _Thread_local int per_thread;
int c23_attribute [[gnu::const]] (int);
typedef union { int *i; const float *f; } Either __attribute__((transparent_union));
void takes_either(Either, int);
struct Holder { int (*callback)(struct Holder, int); struct Holder *next; };
int holds(struct Holder);
_Noreturn void ends(int);
