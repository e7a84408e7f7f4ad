#include "expect.h"
#include <stdbool.h>

typedef struct { double x, y, z; } Vec3;
typedef struct { int32_t a; double b; } Mixed;
typedef struct Shape Shape;

typedef struct {
    void (*drop)(void *);
    int64_t size;
    int64_t align;
    int64_t (*note)(void *);
    double (*area)(void *, Vec3, double, Mixed);
    void (*grow)(void *, int64_t);
    Vec3 (*corner)(void *, Shape);
    Mixed (*end)(void *);
} ShapeTable;

struct Shape { void *object; const ShapeTable *table; };

typedef struct { Shape first; int64_t count; } Pair;

double c_area(Shape shape) {
    Mixed m = {7, 0.25};
    return shape.table->area(shape.object, (Vec3){1, 2, 3}, 2.5, m);
}

void c_grow(Shape shape, int64_t times) {
    for (int64_t i = 1; i <= times; i++) {
        shape.table->grow(shape.object, i);
    }
}

int64_t c_size(Shape shape) { return shape.table->size; }
int64_t c_align(Shape shape) { return shape.table->align; }
double c_first(Shape shape) { return *(double *)shape.object; }
void c_drop(Shape shape) { shape.table->drop(shape.object); }

double c_end(Shape shape) {
    Mixed m = shape.table->end(shape.object);
    return m.a + m.b;
}

Vec3 c_corner(Shape shape, Shape other) { return shape.table->corner(shape.object, other); }

bool c_is_there(Shape shape) { return shape.object != NULL; }

/* A type that C alone knows. */
typedef struct { double side; int64_t noted; } Square;

static int64_t alive;

int64_t c_alive(void) { return alive; }

static void drop_square(void *object) {
    alive--;
    spoil(object, sizeof(Square));
    free(object);
}

static int64_t note_square(void *object) { return ((Square *)object)->noted; }

static double area_square(void *object, Vec3 v, double by, Mixed m) {
    return ((Square *)object)->side * v.z * by + m.a + m.b;
}

static void grow_square(void *object, int64_t by) {
    ((Square *)object)->side += by;
    ((Square *)object)->noted++;
}

static Vec3 corner_square(void *object, Shape other) {
    return (Vec3){((Square *)object)->side, other.table->note(other.object), 0.5};
}

static Mixed end_square(void *object) {
    Mixed m = {(int32_t)((Square *)object)->noted, ((Square *)object)->side};
    drop_square(object);
    return m;
}

static const ShapeTable squares = {
    drop_square, sizeof(Square), _Alignof(Square), note_square, area_square, grow_square, corner_square, end_square,
};

Shape c_square(double side) {
    Square *made = malloc(sizeof(Square));
    *made = (Square){side, 100};
    alive++;
    return (Shape){made, &squares};
}

Pair c_pair(double side) { return (Pair){c_square(side), 3}; }

double lang_look(Shape shape);
double lang_change(Shape shape);
double lang_take(Shape shape);
Shape lang_round(double r);
Shape lang_flat(double w, double h);
Shape lang_pass(Shape shape);

void call_lang(void) {
    Shape square = c_square(2);
    EXPECT(lang_look(square) == 2.0 * 3 * 2.5 + 7.25);
    EXPECT(lang_change(square) == 110);
    EXPECT(((Square *)square.object)->side == 12);
    square = lang_pass(square);
    EXPECT(square.table == &squares && alive == 1);
    EXPECT(lang_take(square) == 12 + 101);
    EXPECT(alive == 0);
    Shape circle = lang_round(1.5);
    EXPECT(circle.table->size == 8 && circle.table->align == 8);
    EXPECT(circle.table->note(circle.object) == 1);
    Shape rect = lang_flat(2, 3);
    EXPECT(rect.table->size == 24 && rect.table->note(rect.object) == 2);
    Vec3 corner = rect.table->corner(rect.object, circle);
    EXPECT(corner.x == 2 && corner.y == 3 && corner.z == 1);
    Mixed m = rect.table->end(rect.object);
    EXPECT(m.a == 2 && m.b == 3);
    circle.table->drop(circle.object);
}
