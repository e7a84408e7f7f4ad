/* What was heard a tenth of a second ago is heard again, on the other side. The setting says how loud. */
#include "effect.h"
#include <stdlib.h>

struct Echo {
  float strength;
  int length;
  struct Frame past[];
};

static struct Frame process(void *state, struct Frame frame, int64_t at) {
  struct Echo *echo = state;
  struct Frame *past = &echo->past[at % echo->length];
  struct Frame heard = {frame.left + past->right * echo->strength, frame.right + past->left * echo->strength};
  *past = heard;
  return heard;
}

struct Effect effect(struct Host host) {
  if (host.version != 1 || host.setting < 0 || host.setting >= 1) {
    host.say(host.user, "the setting is from 0 to below 1");
    return (struct Effect){"echo", 0, 0, 0};
  }
  int length = host.rate / 10;
  struct Echo *echo = calloc(1, sizeof(struct Echo) + length * sizeof(struct Frame));
  echo->strength = host.setting;
  echo->length = length;
  return (struct Effect){"echo", echo, process, free};
}
