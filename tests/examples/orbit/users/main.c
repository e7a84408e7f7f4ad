/* A user of the library in C: `cc main.c $(pkg-config --cflags --libs orbit)`. */
#include "orbit.h"
#include <stdio.h>

static void tell(void *user, int64_t steps, struct Totals totals) {
  ++*(int *)user;
  printf("%lld: energy %.9f, momentum %.3g %.3g\n", (long long)steps, totals.energy, totals.momentum.x, totals.momentum.y);
}

int main(void) {
  int told = 0;
  struct System *system = orbit_new();
  orbit_add(system, (struct Body){{0, 0}, {0, 0}, 1});
  int planet = orbit_add(system, (struct Body){{1, 0}, {0, 1}, 0.001});
  double time = orbit_run(system, 0.01, 314, tell, &told);
  struct Body body = orbit_body(system, planet);
  printf("%.2f: %.6f %.6f, told %d times of %d bodies\n", time, body.place.x, body.place.y, told, orbit_totals(system).count);
  orbit_free(system);
  return 0;
}
