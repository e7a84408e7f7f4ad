; The sieve of Eratosthenes up to the number that is read. Memory holds 1 where a number is composite.
        print_text "Up to: "
        read                    ; the limit
        push 2                  ; the candidate
        call sieve 2
        halt

sieve:                          ; limit, candidate
        load 0
        load 1
        less                    ; limit < candidate
        jump_if done
        load 1
        fetch
        jump_if composite
        load 1
        print
        load 0
        load 1
        load 1
        call mark 3
        pop
composite:
        load 1
        push 1
        add
        store 1
        jump sieve
done:   push 0
        return

mark:                           ; limit, step, multiple
        load 2
        load 1
        add
        store 2
        load 0
        load 2
        less
        jump_if marked
        push 1
        load 2
        keep
        jump mark
marked: push 0
        return
