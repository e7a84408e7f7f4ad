; Factorials, up to the first that does not fit.
        push 0
next:   copy
        call factorial 1
        print
        push 1
        add
        jump next

factorial:                      ; of variable 0
        load 0
        not
        jump_if one
        load 0
        load 0
        push 1
        subtract
        call factorial 1
        multiply
        return
one:    push 1
        return
