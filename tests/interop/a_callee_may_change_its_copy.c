/* A callee owns its arguments. Whatever it does to them, the caller's values survive, wherever the caller keeps them. */
#include "expect.h"

typedef struct { int64_t a, b, c; } Large;
typedef struct { int32_t a, b, c; } Small;
typedef struct { int8_t before; Large large; int8_t after; Small small; int8_t end; } Nest;
typedef struct { int64_t a[5]; } Token;

#define LARGE(v) ((v).a == 11 && (v).b == 12 && (v).c == 13)
#define SMALL(v) ((v).a == 21 && (v).b == 22 && (v).c == 23)

Large global = { 11, 12, 13 };

int64_t c_large(Large v) { EXPECT(LARGE(v)); spoil(&v, sizeof v); return 1; }
int64_t c_small(Small v) { EXPECT(SMALL(v)); spoil(&v, sizeof v); return 1; }
int64_t c_twice(Large v, Large w) {
    EXPECT(LARGE(v) && LARGE(w));
    spoil(&v, sizeof v);
    EXPECT(LARGE(w));
    spoil(&w, sizeof w);
    return 1;
}
int64_t c_nest(Nest v) {
    EXPECT(v.before == 1 && LARGE(v.large) && v.after == 2 && SMALL(v.small) && v.end == 3);
    spoil(&v, sizeof v);
    return 1;
}
int64_t c_token(Token v, Large w) {
    for (int i = 0; i < 5; i++) EXPECT(v.a[i] == i);
    EXPECT(LARGE(w));
    spoil(&v, sizeof v);
    spoil(&w, sizeof w);
    return 1;
}
/* The result goes where an argument came from. */
Large c_replace(Large v) { EXPECT(LARGE(v)); Large r = { v.c, v.b, v.a }; spoil(&v, sizeof v); return r; }

int64_t lang_large(Large);
int64_t lang_twice(Large, Large);
int64_t lang_nest(Nest);
Large lang_replace(Large);

void call_lang(void) {
    struct { uint64_t before; Large v; uint64_t after; } g = { 1, { 11, 12, 13 }, 2 };
    EXPECT(lang_large(g.v) == 1 && LARGE(g.v));
    EXPECT(lang_twice(g.v, g.v) == 1 && LARGE(g.v));
    Nest nest = { 1, g.v, 2, { 21, 22, 23 }, 3 };
    EXPECT(lang_nest(nest) == 1);
    EXPECT(nest.before == 1 && LARGE(nest.large) && nest.after == 2 && SMALL(nest.small) && nest.end == 3);
    Large turned = lang_replace(g.v);
    EXPECT(turned.a == 13 && turned.b == 12 && turned.c == 11 && LARGE(g.v) && g.before == 1 && g.after == 2);
    g.v = lang_replace(g.v);
    EXPECT(g.v.a == 13 && g.v.b == 12 && g.v.c == 11 && g.before == 1 && g.after == 2);
}
