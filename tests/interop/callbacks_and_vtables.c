/* C calls functions of the language through pointers that it was given, and through tables of pointers of either side. */
#include "expect.h"

typedef struct { double x, y, z; } Vec3;
typedef struct { float x, y; } Vec2;
typedef struct { int32_t a; double b; } Mixed;
typedef struct { int64_t a[6]; } Large;

typedef Vec3 (*Map3)(Vec3, double);
typedef Large (*MapLarge)(Large, Vec2, Mixed);
typedef struct Shape Shape;
typedef struct {
    double (*area)(const Shape *);
    Vec2 (*centre)(const Shape *);
    void (*move)(Shape *, Vec2 by);
    Mixed (*describe)(const Shape *, Mixed seed, Large large);
    int32_t version;
} Vtable;
struct Shape { const Vtable *vtable; Vec2 at; double size; };

Vec3 c_map3(Map3 f, Vec3 v, double by) { return f(v, by); }
/* Through three levels, with other values alive. */
Vec3 c_compose(Map3 f, Map3 g, Vec3 v) {
    Vec3 w = f(v, 2), x = g(w, 3);
    EXPECT(w.x == 2 * v.x);
    return f(x, 0.5);
}
Large c_map_large(MapLarge f, Large v) {
    for (int i = 0; i < 4; i++) v = f(v, (Vec2){ i, 0.5f }, (Mixed){ i, 1.5 });
    return v;
}
Map3 c_choose(int which);
static Vec3 c_scale(Vec3 v, double by) { return (Vec3){ v.x * by, v.y * by, v.z * by }; }
static Vec3 c_shift(Vec3 v, double by) { return (Vec3){ v.x + by, v.y + by, v.z + by }; }
Map3 c_choose(int which) { return which == 0 ? c_scale : which == 1 ? c_shift : 0; }

static double c_area(const Shape *s) { return s->size * s->size; }
static Vec2 c_centre(const Shape *s) { return (Vec2){ s->at.x + 1, s->at.y + 2 }; }
static void c_move(Shape *s, Vec2 by) { s->at.x += by.x; s->at.y += by.y; }
static Mixed c_describe(const Shape *s, Mixed seed, Large large) {
    Mixed r = { seed.a + (int32_t)large.a[5], seed.b + s->size };
    spoil(&large, sizeof large);
    return r;
}
const Vtable c_square = { c_area, c_centre, c_move, c_describe, 7 };

void c_use(Shape *s, int32_t version) {
    EXPECT(s->vtable->version == version);
    EXPECT(s->vtable->area(s) == 9);
    Vec2 before = s->at;
    s->vtable->move(s, (Vec2){ 10, 20 });
    EXPECT(s->at.x == before.x + 10 && s->at.y == before.y + 20);
    Vec2 centre = s->vtable->centre(s);
    EXPECT(centre.x == s->at.x + 1 && centre.y == s->at.y + 2);
    Large large = { { 1, 2, 3, 4, 5, 6 } };
    Mixed m = s->vtable->describe(s, (Mixed){ 100, 0.5 }, large);
    EXPECT(m.a == 106 && m.b == 3.5);
    for (int i = 0; i < 6; i++) EXPECT(large.a[i] == i + 1);
}

/* A table by value, too large for registers: the pointers arrive in it. */
double c_by_value(Vtable table, Shape *s) { return table.area(s) + table.version; }
Vtable c_table(void) { return c_square; }

extern Vec3 lang_scale(Vec3, double);
void call_lang(void) {
    /* Under its own name and through a pointer that C took itself. */
    Map3 f = lang_scale;
    Vec3 v = f((Vec3){ 1, 2, 3 }, 4), w = lang_scale(v, 0.5);
    EXPECT(v.x == 4 && v.y == 8 && v.z == 12 && w.x == 2 && w.y == 4 && w.z == 6);
}
