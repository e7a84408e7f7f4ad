;;; emacs_debug.el --- Debugs as the page of Emacs says, and writes the answers down -*- lexical-binding: t; -*-

;;; Commentary:

;; Run in batch mode with `editors/emacs' on the load path.

;;; Code:

(require 'gud)
(require 'json)
(require 'lang-mode)

(defvar answers nil)

(defun note (key value)
  "Write down VALUE under KEY."
  (push (cons key value) answers))

(defun said ()
  "All that the debugger said."
  (with-current-buffer gud-comint-buffer (buffer-string)))

(defun wait-for (what condition)
  "Wait until CONDITION gives something, and return it; complain about WHAT after half a minute."
  (let ((found nil))
    (with-timeout (30 (error "Nothing came: %s: %s" what (said)))
      (while (not (setq found (funcall condition)))
        (accept-process-output nil 0.05)))
    found))

(defun value-said ()
  "The first value that the debugger printed."
  (let ((text (said)))
    (and (string-match "\\$1 = \\(.*\\)\n" text) (match-string 1 text))))

(defun place ()
  "Where the debugger is, when it has told."
  (when gud-last-last-frame
    (format "%s:%d" (file-name-nondirectory (car gud-last-last-frame)) (cdr gud-last-last-frame))))

(defun run ()
  "Do what the test wants."
  (find-file "main.lang")
  (search-forward "println(length")
  (let ((source (current-buffer)))
    (gud-gdb "gdb --fullname -nx ./demo")
    (wait-for "prompt" (lambda () (string-match-p "(gdb) \\'" (said))))
    (with-current-buffer source (gud-break 1))
    (wait-for "breakpoint" (lambda () (string-match-p "Breakpoint 1 at" (said))))
    (gud-call "run")
    (note 'stopped (wait-for "stop" #'place))
    (gud-call "print here.y")
    (note 'value (wait-for "value" #'value-said))
    (setq gud-last-last-frame nil)
    (gud-next 1)
    (note 'stepped (wait-for "step" #'place))
    (set-process-query-on-exit-flag (get-buffer-process gud-comint-buffer) nil)))

(condition-case problem
    (run)
  (error (note 'problem (error-message-string problem))))
(let ((text (json-encode answers)))
  (with-temp-file (getenv "LANG_ANSWERS")
    (insert text)))
(kill-emacs 0)

;;; emacs_debug.el ends here
