/* Calls the library; the headers of the project stand before the library's or behind it. */
#ifdef BEFORE
#include "c/native.h"
#include "by_hand.h"
#endif
#include "native.h"
#ifndef BEFORE
#include "by_hand.h"
#include "c/native.h"
#endif
#include <stdio.h>

#ifdef __cplusplus
extern "C"
#endif
double length_of(const line *l) { return (double)l->length; }

int main(void) {
    struct pair p = make(3, 4);
    parts q = {1, 0.25};
    struct outer o = {{1, 2}, {{0, 0.0}, {0, 2.5}}, RED, {7, 0}};
    printf("%d %d %g %d\n", p.low, p.high, total(o, &q), plugin(&p));
    number n;
    n.d = 1.25;
    struct native_RED r = {n, 7, {{1, 1.5}, {2, 2.5}}};
    r = red(r, 20, 300);
    printf("%g %d %g %g\n", r.n.d, r.count_2, r.list[1].rem, double_of(n).d);
    array_2_parts a = {{{1, 1.5}, {2, 2.5}}};
    tuple_pair_i64 b = {p, 40};
    q = second(a, b);
    printf("%d %g %d\n", q.quot, q.rem, GREEN_2());
    struct point points[1] = {{0.5, 0.25}};
    line l = line_of(points, 1);
    struct point m = moved(points[0], &l);
    printf("%g %g %d\n", m.x, m.y, same((opaque *)&o, NULL) == (opaque *)&o);
    return 0;
}
