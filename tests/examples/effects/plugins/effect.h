/* What a plug-in of `effects` offers: a function `effect`. */
#ifndef EFFECT_H
#define EFFECT_H

#include <stdint.h>

/* One moment of a sound. */
struct Frame {
  float left;
  float right;
};

/* What a plug-in may ask for. */
struct Host {
  int version;
  int rate;
  double setting;
  void (*say)(void *user, const char *text);
  void *user;
};

/* What a plug-in is. Without `process` it refuses to work. */
struct Effect {
  const char *name;
  void *state;
  struct Frame (*process)(void *state, struct Frame frame, int64_t at);
  void (*end)(void *state);
};

struct Effect effect(struct Host host);

#endif
