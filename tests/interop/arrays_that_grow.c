#include "expect.h"

typedef struct { int64_t *elements; int64_t length, capacity; } Numbers;
typedef struct { int32_t *elements; int64_t length, capacity; } Small;
typedef struct { float x, y; } Point;
typedef struct { int64_t age; } User;
typedef struct { User **elements; int64_t length, capacity; } Users;
typedef struct { int32_t tag; Numbers numbers; } Row;

int64_t lang_sum(Numbers);
Numbers lang_make(int64_t);
void lang_push(Numbers *, int64_t);
Numbers lang_back(Numbers);
int64_t lang_row(Row);

/* Where there is no capacity there is no memory. */
static void end(Numbers numbers) {
    if (numbers.capacity > 0) free(numbers.elements);
}

int64_t c_sum(Numbers numbers) {
    int64_t sum = 0;
    EXPECT(numbers.elements != NULL && numbers.length <= numbers.capacity);
    for (int64_t i = 0; i < numbers.length; i++) sum += numbers.elements[i];
    end(numbers);
    spoil(&numbers, sizeof numbers);
    return sum;
}

Numbers c_count(int64_t first) {
    Numbers made = {malloc(3 * sizeof(int64_t)), 3, 3};
    for (int64_t i = 0; i < 3; i++) made.elements[i] = first + i;
    return made;
}

Small c_twice(Small numbers) {
    for (int64_t i = 0; i < numbers.length; i++) numbers.elements[i] *= 2;
    return numbers;
}

int64_t c_look(const Numbers *numbers) {
    EXPECT(numbers->length == 3);
    return numbers->elements[0] * 100 + numbers->elements[1] * 10 + numbers->elements[2];
}

void c_clear(Numbers *numbers) { numbers->length = 0; }

void c_push(Numbers *numbers, int64_t value) {
    if (numbers->length == numbers->capacity) {
        numbers->capacity = numbers->capacity * 2 + 1;
        numbers->elements = realloc(numbers->elements, numbers->capacity * sizeof(int64_t));
    }
    numbers->elements[numbers->length++] = value;
}

int64_t c_first(int64_t *numbers, int64_t count) {
    EXPECT(count == 4);
    return numbers[0];
}

void c_fill(uint8_t *bytes, int64_t count, uint8_t value) { memset(bytes, value, count); }

float c_points(const Point *points, int64_t count) {
    float sum = 0;
    for (int64_t i = 0; i < count; i++) sum += points[i].x + points[i].y;
    return sum;
}

Row c_row(Row row) {
    EXPECT(row.numbers.length == 2 && row.numbers.elements[1] == 2);
    row.tag++;
    row.numbers.length--;
    return row;
}

int64_t c_last(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, Numbers numbers, int64_t g) {
    return a + b + c + d + e + f + c_sum(numbers) + g;
}

int64_t c_users(Users users) {
    int64_t sum = 0;
    for (int64_t i = 0; i < users.length; i++) {
        sum += users.elements[i]->age;
        free(users.elements[i]);
    }
    free(users.elements);
    return sum;
}

int64_t c_any(const void *bytes, int64_t count) {
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++) sum += ((const uint8_t *)bytes)[i];
    return sum;
}

void call_lang(void) {
    Numbers made = lang_make(6);
    EXPECT(made.length == 6 && made.capacity >= 6 && made.elements[5] == 50);
    for (int64_t i = 0; i < 50; i++) lang_push(&made, i);
    EXPECT(made.length == 56 && made.elements[55] == 49);
    made = lang_back(made);
    EXPECT(made.length == 57 && made.elements[56] == 56);
    EXPECT(lang_sum(made) == 150 + 1225 + 56);
    Numbers own = c_count(1);
    EXPECT(lang_sum(own) == 6);
    Numbers none = lang_make(0);
    EXPECT(none.length == 0 && none.capacity == 0 && none.elements != NULL);
    EXPECT(lang_sum(none) == 0);
    Row row = {5, c_count(2)};
    EXPECT(lang_row(row) == 8);
}
