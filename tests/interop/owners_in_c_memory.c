// Owners that lie in C's memory: an array that C sorts and grows, objects that C keeps as user data, and a list whose
// links are objects' own pointers.
#include "expect.h"

struct User {
    void *name;
    int64_t age;
};

// Sorts owners by a key that the language reads; C moves their bytes only.
void c_sort(struct User **users, int64_t count, int32_t (*older)(void *, void *)) {
    for (int64_t i = 0; i < count; i++)
        for (int64_t j = i + 1; j < count; j++)
            if (older(&users[j], &users[i])) {
                struct User *kept = users[i];
                users[i] = users[j];
                users[j] = kept;
            }
}

// More room for owners, whose bytes move.
struct User **c_grow(struct User **users, int64_t count) { return realloc(users, (size_t)count * sizeof *users); }

// The object is a plain structure to C.
int64_t c_age(struct User *user) {
    EXPECT(user->name != 0);
    return user->age;
}
void c_birthday(struct User *user) { user->age++; }

// User data that C hands back, once for each number.
static void *kept;
static void (*visited)(void *, int64_t);
void c_register(void (*callback)(void *, int64_t), void *data) {
    visited = callback;
    kept = data;
}
void c_fire(int64_t count) {
    for (int64_t i = 1; i <= count; i++) visited(kept, i);
}
void *c_unregister(void) {
    void *data = kept;
    kept = 0;
    return data;
}
