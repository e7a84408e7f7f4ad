#include "expect.h"

typedef struct { const int64_t *elements; int64_t length; } Numbers;
typedef struct { int64_t *elements; int64_t length; } MutNumbers;
typedef struct { int32_t *elements; int64_t length; } Small;
typedef struct { float x, y; } Point;
typedef struct { const Point *elements; int64_t length; } Points;
typedef struct { int64_t age; } User;
typedef struct { User **elements; int64_t length; } Users;
typedef struct { const uint8_t *elements; int64_t length; } Bytes;
typedef struct { Bytes text; int32_t line; } Word;
typedef struct { int64_t *left; double weight; } Pair;
typedef struct { uint8_t tag; union { struct { Numbers numbers; int32_t more; } at; } of; } Found;
typedef struct { const Numbers *elements; int64_t length; } Rows;

int64_t lang_sum(Numbers);
MutNumbers lang_middle(MutNumbers);
Numbers lang_first_over(Numbers, int64_t);
int64_t lang_count(Numbers);
Word lang_word(Bytes, int32_t);
int64_t lang_width(int64_t, int64_t, int64_t, int64_t, int64_t, Word, int64_t);
double lang_set(Pair);
int64_t lang_found(Found);
Found lang_none(void);

int64_t c_sum(Numbers numbers) {
    int64_t sum = 0;
    EXPECT(numbers.elements != NULL);
    for (int64_t i = 0; i < numbers.length; i++) sum += numbers.elements[i];
    return sum;
}

void c_double(Small numbers) {
    EXPECT(numbers.length == 2);
    for (int64_t i = 0; i < numbers.length; i++) numbers.elements[i] *= 2;
}

Numbers c_tail(Numbers numbers, int64_t from) {
    Numbers tail = {numbers.elements + from, numbers.length - from};
    return tail;
}

Numbers c_find(Numbers numbers, int64_t wanted) {
    for (int64_t i = 0; i < numbers.length; i++) {
        if (numbers.elements[i] == wanted) return c_tail(numbers, i);
    }
    /* Of what is nothing only the address counts. */
    Numbers nothing = {NULL, 99};
    return nothing;
}

int64_t c_length(Numbers numbers) { return numbers.elements == NULL ? -1 : numbers.length; }

int64_t c_last_register(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, Numbers numbers, int64_t f) {
    EXPECT(numbers.length == 5);
    return a + b + c + d + e + c_sum(numbers) + f;
}

int64_t c_no_register(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h,
                      Numbers numbers, int32_t i) {
    return a + b + c + d + e + f + g + h + c_sum(numbers) + i;
}

Point c_points(Points points, float scale) {
    Point sum = {0, 0};
    for (int64_t i = 0; i < points.length; i++) {
        sum.x += points.elements[i].x * scale;
        sum.y += points.elements[i].y * scale;
    }
    return sum;
}

void c_users(Users users, int64_t by) {
    for (int64_t i = 0; i < users.length; i++) users.elements[i]->age += by;
}

int32_t c_word(Word word) {
    int32_t sum = word.line + (int32_t)word.text.length;
    EXPECT(memcmp(word.text.elements, "one two", 7) == 0);
    spoil(&word, sizeof word);
    return sum;
}

Word c_next(Word word) {
    Word next = {{word.text.elements + 4, 3}, word.line + 1};
    return next;
}

double c_pair(Pair pair, int64_t by) {
    *pair.left += by;
    return pair.weight * 2;
}

int64_t c_found(Found found) {
    if (found.tag == 1) return -1;
    return c_sum(found.of.at.numbers) + found.of.at.more;
}

Found c_search(Numbers numbers, int64_t wanted) {
    Found found;
    memset(&found, 0xEE, sizeof found);
    Numbers tail = c_find(numbers, wanted);
    found.tag = tail.elements == NULL;
    if (tail.elements != NULL) {
        found.of.at.numbers = tail;
        found.of.at.more = (int32_t)(tail.elements - numbers.elements);
    }
    return found;
}

int64_t c_nested(Rows rows) {
    int64_t sum = 0;
    for (int64_t i = 0; i < rows.length; i++) sum += c_sum(rows.elements[i]);
    return sum;
}

void call_lang(void) {
    int64_t values[4] = {5, 6, 7, 8};
    int64_t left = 1;
    Numbers numbers = {values, 4}, nothing = {NULL, 0};
    MutNumbers all = {values, 4};
    Bytes text = {(const uint8_t *)"word", 4};
    Pair pair = {&left, 2.25};
    Found found = {0, {{{values + 2, 1}, 3}}};
    EXPECT(lang_sum(numbers) == 26);
    MutNumbers middle = lang_middle(all);
    EXPECT(middle.elements == values + 1 && middle.length == 2);
    Numbers over = lang_first_over(numbers, 6);
    EXPECT(over.elements == values + 2 && over.length == 2);
    EXPECT(lang_first_over(numbers, 60).elements == NULL);
    EXPECT(lang_count(over) == 2 && lang_count(nothing) == -1);
    Word word = lang_word(text, 3);
    EXPECT(word.text.elements == text.elements && word.text.length == 4 && word.line == 4);
    EXPECT(lang_width(1, 2, 3, 4, 5, word, 6) == 29);
    EXPECT(lang_set(pair) == 4.5 && left == 6);
    EXPECT(lang_found(found) == 10);
    EXPECT(lang_found(lang_none()) == 77);
}
