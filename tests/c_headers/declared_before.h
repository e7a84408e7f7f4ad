// Attributes of a definition count, also where the record was declared and used before it.
struct Late;
enum Colour;
typedef void (*Filter)(struct Late *late, int number);
typedef struct Late {
  int number;
  char letter;
  double share;
  Filter filters[3];
} __attribute__((packed)) Late;
union Both;
extern union Both *both;
union __attribute__((aligned(32))) Both {
  char letter;
  long number;
};
Late late(Late late, struct Late *there, union Both both);
// The convention of C under its name on Windows, and a promise about an address.
int __attribute__((cdecl)) called_as_c(int a, int __attribute__((cdecl)) (*compare)(void *, const void *));
typedef double *__attribute__((align_value(64))) aligned_address;
void takes(aligned_address address);
