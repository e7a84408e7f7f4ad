// What `shapes.tiny` does, in C: the witness.
#include <stdio.h>
#include <stdlib.h>
#include "shapes.c"

Large grown(Large l, Small s, int64_t by) {
    l.p.n += by;
    l.q.y *= 2;
    l.k += s.b;
    return l;
}

static int64_t factorial(int64_t n) { return n < 2 ? 1 : n * factorial(n - 1); }

int main(void) {
    Pair p = turned((Pair){20, 0.5}, 2);
    Small s = {3, 500, 0.25f};
    Large l = {p, {1.5, 2.5}, 7};
    printf("%ld\n%ld\n", (long)p.n, (long)sum(p, l.q, s, l, 100));
    Large m = enlarged(l, s);
    printf("%ld\n%ld\n", (long)(m.p.n + m.k + (int64_t)m.q.y), (long)(l.p.n + l.k));
    int64_t total = 0;
    for (int64_t i = 1; i <= 10; i++) total += i == 5 ? 0 : factorial(i);
    printf("%ld\n", (long)total);
    return 0;
}
