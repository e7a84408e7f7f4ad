// Line by line the same as twin.lang.
static void classify(long n, long *result) {
  if (n < 0) {
    *result = -1;
    return;
  }
  if (n == 0) {
    *result = 0;
  } else if (n < 10) {
    *result = 1;
  } else {
    *result = 2;
  }
}

static void sum_even(long limit, long *result) {
  long i = 0;
  long sum = 0;
  while (i < limit) {
    i += 1;
    if (i % 2 == 1) {
      continue;
    }
    if (sum > 20) {
      break;
    }

    // What is left.
    sum += i;
  }
  *result = sum;
}

static void both(int a, int b, long *result) {
  if (a &&
    b) {
    *result = 1;
    return;
  }
  if (a ||
    b) {
    *result = 2;
    return;
  }
  int c = a ||
    b ||
    !a;
  *result = c ? 3 : 4;
}

static void kind(long n, long *result) {
  switch (n) {
    case 0:
      *result = 10; break;
    case 1: case 2:
      *result = 20; break;
    case 3: { *result = 30; break; }
    default: { *result = 40; break; }
  }
}

static void nested(long n, long *result) {
  long i = 0;
  while (i < n) {
    long j = 0;
    while (j < i) {
      if (j == 3) {
        *result += 100;
        return;
      }
      j += 1;
    }
    i += 1;
    *result += j;
  }
  *result += 1;
}

void never_called(long n, long *result) {
  if (n > 3) {
    *result = 5;
    return;
  }
  *result = 6;
}

static void endless(long n, long *result) {
  long i = n;
  while (1) {
    if (i > 10) {
      break;
    }
    i += 1;
  }
  *result = i;
}

static void mixed(int a, int b, int c, long *result) {
  if (((a || b) && !(c && a)) || (b && c)) {
    *result = 1;
  }
  while (!(*result > 3 || (a && b)) && *result < 9) {
    *result += 1;
  }
}

int main(void) {
  long r = 0;
  mixed(0, 0, 1, &r);
  r = -5;
  mixed(1, 0, 1, &r);
  mixed(1, 0, 0, &r);
  mixed(0, 1, 1, &r);
  r = 1;
  mixed(1, 1, 1, &r);
  classify(-4, &r);
  classify(3, &r);
  classify(30, &r);
  sum_even(100, &r);
  both(1, 0, &r);
  both(0, 0, &r);
  kind(1, &r);
  kind(2, &r);
  kind(7, &r);
  nested(2, &r);
  nested(9, &r);
  endless(4, &r);
  return 0;
}
