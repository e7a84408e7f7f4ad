/* As loud as the setting says, but never too loud. */
#include "effect.h"

static double gain;

static float limited(float value) { return value > 1 ? 1 : value < -1 ? -1 : value; }

static struct Frame process(void *state, struct Frame frame, int64_t at) {
  (void)state;
  (void)at;
  return (struct Frame){limited(frame.left * gain), limited(frame.right * gain)};
}

struct Effect effect(struct Host host) {
  gain = host.setting;
  if (gain > 2) host.say(host.user, "this will be loud");
  return (struct Effect){"gain", 0, process, 0};
}
