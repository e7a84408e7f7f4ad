// A `Shared` in C's hands: C looks at the content behind the count, keeps an owner and gives it back, and makes one.
#include "expect.h"

struct Point {
    int64_t x;
    double y;
};

struct Shared {
    int64_t count;
    struct Point value;
};

static struct Shared *kept;

// A borrow is the address of the content, and of the variable where the `Shared` itself is lent.
int64_t c_look(const struct Point *point) { return point->x; }
int64_t c_count(struct Shared *const *shared) { return (*shared)->count; }

// An owner comes with the call; C keeps it.
void c_keep(struct Shared *shared) {
    EXPECT(kept == 0);
    EXPECT(shared->count >= 1);
    kept = shared;
}

struct Shared *c_give_back(void) {
    struct Shared *shared = kept;
    kept = 0;
    return shared;
}

// Null is `None`.
int32_t c_is_none(struct Shared *shared) { return shared == 0; }
struct Shared *c_maybe(int64_t x) {
    if (x < 0) return 0;
    struct Shared *made = malloc(sizeof *made);
    made->count = 1;
    made->value.x = x;
    made->value.y = x / 2.0;
    return made;
}

int64_t lang_sum(struct Shared *left, struct Shared *right);
struct Shared *lang_make(int64_t x, double y);

void c_calls(void) {
    struct Shared *made = lang_make(3, 0.5);
    EXPECT(made->count == 1 && made->value.x == 3 && made->value.y == 0.5);
    made->count++;
    // Each call takes an owner.
    EXPECT(lang_sum(made, c_maybe(4)) == 7);
    EXPECT(made->count == 1);
    made->count += 2;
    EXPECT(lang_sum(made, made) == 6);
    EXPECT(made->count == 1);
    kept = made;
}
