/* Enums by value, behind pointers and as pointers that may be null, as LANGUAGE.md lays them out, in both directions. */
#include <stdbool.h>

#include "expect.h"

typedef struct {
    uint8_t tag;
    union {
        struct { uint16_t n; } Forward;
        struct { bool left; float by; } Turn;
    } as;
} Step;
enum { Forward, Turn, Stop };
typedef int32_t Mode;
enum { Read = -2, Write = 4, Both = 5 };
typedef uint8_t Light;
enum { Red, Amber, Green };
typedef struct {
    uint8_t tag;
    union {
        struct { int64_t a, b, c; } Low;
        struct { double x; } High;
    } as;
} Wide;
enum { Low, High, None };
typedef struct {
    uint8_t tag;
    union {
        struct { float x; } A;
        struct { uint8_t a, b; } B;
    } as;
} Half;
enum { A, B };
typedef struct {
    uint8_t tag;
    union {
        struct { double r; } Circle;
        struct { float width; double height; } Rect;
    } as;
} Shape;
enum { Circle, Rect, Empty };
typedef struct { int64_t value; } Box;
typedef int32_t (*Callback)(int32_t);

Step lang_flip(Step, Mode, Light, Wide, Half);
Wide lang_wide(int32_t);
Half lang_half(Half, Half);
Mode lang_mode(int32_t);
int64_t lang_many(int64_t, int64_t, int64_t, int64_t, int64_t, Step, Light, Step);
double lang_area(const Shape *);
void lang_widen(Shape *);
Shape *lang_shape(int32_t);
void lang_end(Shape *);
Box *lang_box(int64_t);
int64_t lang_value(Box *);
Callback lang_callback(bool);
int32_t lang_call(Callback, int32_t);

static Step forward(uint16_t n) { Step s = { Forward, { { n } } }; return s; }
static Step turn(bool left, float by) { Step s; s.tag = Turn; s.as.Turn.left = left; s.as.Turn.by = by; return s; }
static Step stop(void) { Step s; spoil(&s, sizeof s); s.tag = Stop; return s; }

Step c_flip(Step step, Mode mode, Light light, Wide wide, Half half) {
    if (mode != Write || light != Amber) return stop();
    if (step.tag == Forward && wide.tag == Low && half.tag == A) {
        bool six = wide.as.Low.a + wide.as.Low.b + wide.as.Low.c == 6;
        return turn(six, step.as.Forward.n + half.as.A.x);
    }
    if (step.tag == Turn && wide.tag == High && half.tag == B && step.as.Turn.left)
        return forward((uint16_t)(step.as.Turn.by + wide.as.High.x) + half.as.B.a + half.as.B.b);
    return stop();
}
Wide c_wide(int32_t which) {
    Wide w;
    spoil(&w, sizeof w);
    w.tag = which == 0 ? Low : which == 1 ? High : None;
    if (which == 0) w.as.Low.a = 1, w.as.Low.b = -2, w.as.Low.c = 3;
    if (which == 1) w.as.High.x = 2.5;
    return w;
}
Half c_half(Half half, Half more) {
    EXPECT(half.tag == A);
    Half result = more;
    if (more.tag == A) result.as.A.x = half.as.A.x + more.as.A.x;
    else result.as.B.a = more.as.B.b, result.as.B.b = more.as.B.a;
    return result;
}
Mode c_mode(int32_t n) { return n > 0 ? Both : Read; }
static double number(Step s) {
    return s.tag == Forward ? s.as.Forward.n : s.tag == Turn ? (s.as.Turn.left ? s.as.Turn.by : -s.as.Turn.by) : 0.5;
}
int64_t c_many(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, Step step, Light light, Step last) {
    return a + b + c + d + e + (int64_t)number(step) * 100 + light * 1000 + (int64_t)number(last) * 10000;
}
double c_area(const Shape *s) {
    return s->tag == Circle ? 3 * s->as.Circle.r * s->as.Circle.r
         : s->tag == Rect   ? s->as.Rect.width * s->as.Rect.height
                            : 0;
}
void c_widen(Shape *s) {
    if (s->tag == Circle) s->as.Circle.r *= 2;
    else if (s->tag == Rect) s->as.Rect.width += 1;
    else s->tag = Circle, s->as.Circle.r = 1;
}
Box *c_value(Box *box) {
    if (box) box->value += 1;
    return box;
}
static int32_t thrice(int32_t n) { return n * 3; }
Callback c_callback(int32_t some) { return some ? thrice : 0; }
int32_t c_call(Callback callback, int32_t n) { return callback ? callback(n) : -7; }

void call_lang(void) {
    Wide wide = lang_wide(0);
    EXPECT(wide.tag == Low && wide.as.Low.a == 1 && wide.as.Low.b == -2 && wide.as.Low.c == 3);
    wide.as.Low.b = 2;
    Half half = { A, { { 0.25f } } };
    Step step = lang_flip(forward(9), Write, Amber, wide, half);
    EXPECT(step.tag == Turn && step.as.Turn.left == true && step.as.Turn.by == 9.25f);
    wide = lang_wide(1);
    EXPECT(wide.tag == High && wide.as.High.x == 2.5);
    Half bytes;
    bytes.tag = B, bytes.as.B.a = 200, bytes.as.B.b = 55;
    step = lang_flip(turn(true, 0.5f), Write, Amber, wide, bytes);
    EXPECT(step.tag == Forward && step.as.Forward.n == 3 + 255);
    EXPECT(lang_flip(stop(), Write, Amber, lang_wide(2), half).tag == Stop);
    EXPECT(lang_flip(forward(1), Read, Amber, wide, half).tag == Stop);
    EXPECT(lang_half(half, half).as.A.x == 0.5f);
    EXPECT(lang_half(half, bytes).as.B.a == 55 && lang_half(half, bytes).as.B.b == 200);
    EXPECT(lang_half(bytes, half).tag == A && lang_half(bytes, half).as.A.x == 0.25f);
    EXPECT(lang_mode(1) == Both && lang_mode(0) == Read);
    EXPECT(lang_many(1, 2, 3, 4, 5, turn(false, 2), Amber, forward(8)) == 15 - 200 + 1000 + 80000);
    Shape *shape = lang_shape(0);
    EXPECT(shape->tag == Rect && shape->as.Rect.width == 1.5f && lang_area(shape) == 6);
    lang_widen(shape);
    EXPECT(shape->as.Rect.width == 2.5f);
    lang_end(shape);
    shape = lang_shape(1);
    EXPECT(shape->tag == Empty);
    lang_widen(shape);
    EXPECT(shape->tag == Circle && shape->as.Circle.r == 1);
    lang_widen(shape);
    EXPECT(lang_area(shape) == 12);
    lang_end(shape);
    Box *box = lang_box(5);
    EXPECT(box->value == 5 && lang_value(box) == 5 && lang_box(0) == 0 && lang_value(0) == -1);
    EXPECT(lang_callback(false) == 0 && lang_callback(true)(8) == 16);
    EXPECT(lang_call(thrice, 3) == 9 && lang_call(0, 3) == -1);
}
