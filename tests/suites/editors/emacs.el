;;; emacs.el --- Asks the server what users ask, and writes the answers down -*- lexical-binding: t; -*-

;;; Commentary:

;; Run in batch mode with `editors/emacs' on the load path. Debian keeps packages where `-Q' does not look.

;;; Code:

(dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
  (when (file-directory-p folder)
    (add-to-list 'load-path folder)))

(require 'json)
(require 'cl-lib)
(require 'lang-mode)

(defvar answers nil)

(defun note (key value)
  "Write down VALUE under KEY."
  (push (cons key value) answers))

(defun write-answers ()
  "Write what was noted to the file that the test reads."
  (let ((text (json-encode answers)))
    (with-temp-file (getenv "LANG_ANSWERS")
      (insert text))))

(defun wait-for (what condition)
  "Wait until CONDITION holds; complain about WHAT after half a minute."
  (with-timeout (30 (error "Nothing came: %s" what))
    (while (not (funcall condition))
      (accept-process-output nil 0.05))))

(defun errors ()
  "The errors that are shown."
  (cl-remove-if-not (lambda (found) (memq (flymake-diagnostic-type found) '(eglot-error :error)))
                    (flymake-diagnostics)))

(defun ask (method &rest more)
  "Ask the server METHOD at point with MORE parameters."
  (jsonrpc-request (eglot-current-server) method
                   (append (eglot--TextDocumentPositionParams) more)))

(defun face-of (text)
  "The face of the first letter of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (symbol-name (get-text-property (match-beginning 0) 'face)))

(defun run ()
  "Do what the test wants."
  (setq lang-command (list (getenv "LANG_UNDER_TEST") "lsp")
        eglot-sync-connect 30
        eglot-confirm-server-initiated-edits nil
        make-backup-files nil)
  (find-file "main.lang")
  (note 'mode (symbol-name major-mode))
  (apply #'eglot (let ((guess (eglot--guess-contact)))
                   guess))
  (flymake-mode 1)
  (flymake-start)
  (wait-for "diagnostics" (lambda () (flymake-start) (errors)))
  (let ((found (car (errors))))
    (note 'diagnostic (flymake-diagnostic-text found))
    (note 'diagnostic_line (1- (line-number-at-pos (flymake-diagnostic-beg found))))
    (goto-char (flymake-diagnostic-beg found)))
  (delete-region (line-beginning-position) (line-end-position))
  (insert "  let   right  = 1\n  println( right )")
  (eglot--signal-textDocument/didChange)
  (wait-for "the end of the error" (lambda () (flymake-start) (not (errors))))
  (note 'diagnostics_after_the_fix (length (errors)))
  (goto-char (point-min))
  (search-forward "Vec3")
  (backward-char 1)
  (note 'hover (plist-get (plist-get (ask :textDocument/hover) :contents) :value))
  (search-forward "println(length")
  (backward-char 1)
  (let* ((found (ask :textDocument/definition))
         (first (if (vectorp found) (aref found 0) found))
         (range (or (plist-get first :targetSelectionRange) (plist-get first :range))))
    (note 'definition_line (plist-get (plist-get range :start) :line)))
  (eglot-rename "norm")
  (note 'renamed (buffer-substring-no-properties (point-min) (point-max)))
  (eglot-format-buffer)
  (note 'formatted (buffer-substring-no-properties (point-min) (point-max)))
  (font-lock-ensure)
  (note 'colours (mapconcat #'face-of '("type copy" "Vec3" "A place") " "))
  (with-temp-buffer
    (lang-mode)
    (insert "fn f {\nif true {\ng()\n}\n}\n")
    (indent-region (point-min) (point-max))
    (note 'indented (buffer-string))))

(if (not (require 'eglot nil t))
    (note 'skipped "eglot is not installed (elpa-eglot)")
  (condition-case problem
      (run)
    (error (note 'problem (error-message-string problem)))))
(write-answers)
(kill-emacs 0)

;;; emacs.el ends here
