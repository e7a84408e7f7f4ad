//? _Atomic int
//? _Atomic(long long)
//? _Atomic char
//? _Atomic _Bool
//? _Atomic float
//? _Atomic(double)
//? _Atomic(void *)
//? _Atomic(__int128)
//? _Atomic(_Complex float)
//? _Atomic(long double)
//? _Atomic(_BitInt(17))
struct At1 { char c[3]; };
//? _Atomic struct At1
//? _Atomic(struct At1)
struct At2 { _Atomic int a; char b; }; //? struct At2
struct At3 { _Atomic float a, b; }; //? struct At3
struct At4 { _Atomic(struct At1) a; }; //? struct At4
struct At5 { int a; _Atomic long long *b; }; //? struct At5
struct At6 { _Atomic double a; }; //? struct At6
struct At7 { char a; _Atomic(struct { int x, y; }) b; }; //? struct At7
union At8 { _Atomic int a; float b; }; //? union At8
typedef _Atomic unsigned At9; //? At9
int *_Atomic at_pointer(int *_Atomic p);
void at_behind(_Atomic struct At1 *p, int (*f)(_Atomic int));
