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
