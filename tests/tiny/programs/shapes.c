// The functions that `shapes.tiny` calls. Each changes its own copies of what it gets, which the caller must not see.
#include <stdint.h>
typedef struct { int64_t n; double x; } Pair;
typedef struct { double x, y; } Point;
typedef struct { int8_t a; uint16_t b; float c; } Small;
typedef struct { Pair p; Point q; int32_t k; } Large;

Large grown(Large, Small, int64_t);

Pair turned(Pair p, double by) {
    Pair result = {(int64_t)(p.n * by) + 1, p.x};
    *(volatile Pair *)&p = (Pair){-1, -1};
    return result;
}

double sum(Pair p, Point q, Small s, Large l, int64_t n) {
    double result = p.n + p.x + q.x * 2 + q.y * 3 + s.a * 5 + s.b * 7 + s.c * 8 + l.p.n * 11 + l.q.y * 13 + l.k * 17 + n;
    *(volatile Large *)&l = (Large){{-1, -1}, {-1, -1}, -1};
    return result;
}

Large enlarged(Large l, Small s) {
    Large before = l, result = grown(l, s, 1000);
    // Its copy is its own, too.
    if (l.p.n != before.p.n || l.k != before.k) result.k = -9999;
    return result;
}
