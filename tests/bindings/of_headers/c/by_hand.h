#ifndef BY_HAND_H
#define BY_HAND_H
#include <stddef.h>
struct point { double x, y; };
typedef struct { size_t length; struct point *points; } line;
typedef struct hidden hidden;
#ifdef __cplusplus
extern "C"
#endif
double length_of(const line *l);
#endif
