; Guess the number, which is 42; `'?'` is a number, too.
        push 42
        print_text "A number from 1 to 99; what is it?\n"
again:  copy
        read                    ; 42 42 guess
        over
        over
        equal
        jump_if right
        less
        jump_if high
        print_text "too small\n"
        jump again
high:   print_text "too large\n"
        jump again
right:  pop
        pop
        print_text "right: "
        print
        print_text "and "
        push '?'
        print
        halt
