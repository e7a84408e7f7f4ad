// Threads that C makes call back, and change what the language shares with them: an atomic, a mutex and a counted value.
#include "expect.h"
#include <pthread.h>

enum { THREADS = 4, TIMES = 250 };

struct Shared {
    int64_t count;
    int64_t value;
};

void lang_count(int64_t by);
int64_t lang_look(struct Shared *shared);
void lang_let_go(struct Shared *shared);

static int64_t sums[THREADS];
static pthread_t threads[THREADS];
static struct { struct Shared *shared; } jobs[THREADS];

static void *run(void *data) {
    int64_t number = *(int64_t *)data;
    for (int i = 0; i < TIMES; i++) {
        lang_count(1);
        // Each call takes an owner of its own.
        __atomic_add_fetch(&jobs[number].shared->count, 1, __ATOMIC_SEQ_CST);
        sums[number] += lang_look(jobs[number].shared);
    }
    lang_let_go(jobs[number].shared);
    return 0;
}

int64_t c_threads(struct Shared *shared) {
    static int64_t numbers[THREADS];
    int64_t sum = 0;
    __atomic_add_fetch(&shared->count, THREADS, __ATOMIC_SEQ_CST);
    for (int64_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        jobs[i].shared = shared;
        EXPECT(pthread_create(&threads[i], 0, run, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        EXPECT(pthread_join(threads[i], 0) == 0);
        sum += sums[i];
    }
    EXPECT(shared->count == 2);
    lang_let_go(shared);
    return sum;
}
