/* What a project has in C: types of all kinds, functions of which one is written in the language, macros with common names. */
#ifndef NATIVE_H
#define NATIVE_H
#include <sys/time.h>
#ifdef __cplusplus
extern "C" {
#endif
#ifndef LOW
#define LOW short
#endif
struct pair { LOW low; int high; };
typedef struct { int quot; double rem; } parts;
typedef union number { int i; double d; } number;
enum color { RED, GREEN };
typedef struct opaque opaque;
struct closed;
struct outer { struct pair in; parts list[2]; enum color color; struct timeval when; };
typedef int (*callback)(struct pair *, void *);
int plugin(struct pair *p);
struct closed *make_closed(opaque *);
struct closed { int own; };
#define STEP 4
#define count 5
#define steps(n) (STEP * (n))
extern int counter;
#ifdef __cplusplus
}
#endif
#endif
