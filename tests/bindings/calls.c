/* C99 and later, and C++: every form of `station.lang` by the header that `lang header` wrote. The layouts are in `layouts.inc`,
 * which the test writes. What fails is told with its line. */
#include "station.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

#ifdef __cplusplus
#define ALIGNMENT(type) alignof(type)
#else
#define ALIGNMENT(type) __alignof__(type)
#endif

static double act(Place p, int64_t at) { return p.y * 2 + (double)at; }
static double seen(Event e) { return e.tag == Event_Heat ? e.as.Heat.item0 : -7; }
static int64_t twice(void *environment, int64_t x) { return x * 2 + *(int64_t *)environment; }

static Place make_place(int32_t x, double y) {
    Place p;
    p.x = x;
    p.y = y;
    return p;
}

static int structures(void) {
    Reading r = reading(3, 21.5), s = r;
    EXPECT(r.sensor == 3 && r.from == 21.5 && r.lambda == 7);
    reading_set(&s, 1.5);
    EXPECT(s.from == 1.5 && s.lambda == 8 && reading_sum(r, &s) == 21.5 + 1.5 + 3 + 8);
    Place p = place(4, 2.5);
    EXPECT(p.x == 4 && p.y == 2.5);
    Small few_floats = {1, 2, 3};
    few_floats = small(few_floats);
    EXPECT(few_floats.a == 3 && few_floats.c == 1);
    Few numbers = {{1, 2, 3, 4, 5}};
    EXPECT(few(numbers).items[0] == 5);
    Grid cells = {{{1, 2}, {3, 4}, {5, 6}}};
    EXPECT(grid(cells) == 6);
    Big large = {{{1, 2}, {3, 4}, {5, 6}}, {7, 8}};
    large = big(large);
    EXPECT(large.cells[0][1] == 6 && large.cells[2][0] == 1 && large.place.x == 8 && large.place.y == 8);
    Bits word;
    word.float_ = 1;
    EXPECT(bits(word) == UINT64_C(0x3ff0000000000000));
    Tight t = {-1, 41};
    EXPECT(tight(t) == 40);
    Aligned a = {9};
    EXPECT(aligned(a) == 9 && aligned_at(&a) == 9);
    Odd o = {1, 77};
    EXPECT(odd(o) == 77 && odd_at(&o) == 77);
    Nothing none;
    memset(&none, 0, sizeof none);
    EXPECT(nothing(none, 4) == 5);
    EXPECT(huge((lang_i128)5000000000 * 3) == 15);
    Pair_i8_f64 two = {-3, 1.5};
    EXPECT(pair(two).first == 1.5 && pair(two).second == -3);
    EXPECT(last_half(1, p, 2, p, p, p, p) == 1 + 25 + 200 + 10);
    return 0;
}

static int enums(void) {
    EXPECT(mode(Mode_Off) == Mode_On && mode(Mode_On) == Mode_Off && wide(Wide_Most) == Wide_Most);
    Event e = event_new(21);
    EXPECT(e.tag == Event_Count && e.as.Count.item0 == 21 && event(e) == 42 && event_at(&e) == 42);
    e.tag = Event_Heat;
    e.as.Heat.item0 = 2.25;
    EXPECT(event(e) == 2.25);
    e.tag = Event_None;
    EXPECT(event(e) == -1);
    Long l;
    l.tag = Long_Sides;
    l.as.Sides.item0 = 1;
    l.as.Sides.item1 = 2;
    l = long_(l);
    EXPECT(l.tag == Long_Sides && l.as.Sides.item0 == 2 && l.as.Sides.item1 == 1);
    Option_i32 n;
    n.tag = Option_i32_Some;
    n.as.Some.item0 = 5;
    EXPECT(maybe(n).tag == Option_f64_Some && maybe(n).as.Some.item0 == 2.5);
    n.tag = Option_i32_None;
    EXPECT(maybe(n).tag == Option_f64_None);
    Place p = make_place(1, 3.5);
    EXPECT(maybe_place(&p) == 3.5 && maybe_place(NULL) == -1);
    return 0;
}

static int callbacks(void) {
    Place places[2] = {{1, 1.5}, {2, 2.5}};
    slice_Place list = {places, 2};
    EXPECT(each(list, act) == 3 + 5 + 1);
    EXPECT(each_event(seen) == 2.5);
    Handler h = {act, 10};
    EXPECT(handle(h, places[0]) == 13);
    closure_fn__i64_____i64 made = adder(30);
    EXPECT(made.code(made.environment, 12) == 42);
    if (made.environment && *(void (**)(void *))made.environment)
        (*(void (**)(void *))made.environment)(made.environment);
    int64_t more = 1;
    closure_ref_fn__i64_____i64 lent = {twice, &more};
    EXPECT(apply(lent, 4) == 9);
    return 0;
}

static int owners(void) {
    const lang_string *text = text_new(5);
    EXPECT(text->length == 9 && !strcmp(text->bytes, "text 5 \xc3\xa4") && text_length(text) == 9);
    const lang_string *other = text_share(text);
    EXPECT(other == text && text->count == 2);
    text_end(other);
    EXPECT(text->count == 1);
    live = 1;
    User *user = user_new(text, 40);
    EXPECT(user_age(user) == 40 && users_live() == 1);
    user_end(user);
    EXPECT(live == 0);
    free(plain_new(4));
    live = 3;
    User *there = maybe_user(3);
    EXPECT(there && there->age == 3 && !maybe_user(0));
    user_end(there);
    Contact contact = contact_new(1);
    EXPECT(contact.tag == Contact_Known && contact.as.Known.item0->age == 1);
    user_end(contact.as.Known.item0);
    contact = contact_new(2);
    EXPECT(contact.tag == Contact_Named && contact.as.Named.item0->length == 5);
    text_end(contact.as.Named.item0);
    EXPECT(live == 1 && contact_new(0).tag == Contact_Nobody);
    Array_i32 numbers = numbers_new(4);
    EXPECT(numbers.length == 4 && numbers.elements[3] == 3);
    numbers_end(numbers);
    return 0;
}

static int globals(void) {
    EXPECT(counter == 3 && count_now() == 3);
    counter = 8;
    table[2] = 30;
    spot.x = 50;
    EXPECT(count_now() == 8 && table_sum() == 1 + 2 + 30 + 4 + 50 && spot.y == 6.5);
    EXPECT(print(5, 2) == 3);
    return 0;
}

int main(void) {
    if (structures() || enums() || callbacks() || owners() || globals()) return 1;
#include "layouts.inc"
    puts("done");
    return 0;
}
