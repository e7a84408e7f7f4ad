;;; lang-mode.el --- Major mode for lang, with its language server -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; Colours, comments and indentation for `.lang' files, and what `eglot' needs to start `lang lsp'.
;; (require 'lang-mode), then M-x eglot, or (add-hook 'lang-mode-hook #'eglot-ensure).

;;; Code:

(defgroup lang nil
  "Support for the lang language."
  :group 'languages)

(defcustom lang-command '("lang" "lsp")
  "The command that starts the language server."
  :type '(repeat string)
  :group 'lang)

(defcustom lang-indent-offset 2
  "Columns per level of indentation, as `lang fmt' writes them."
  :type 'integer
  :safe #'integerp
  :group 'lang)

(defvar lang-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?@ "'" table)
    (dolist (sign '(?+ ?- ?* ?/ ?% ?& ?| ?^ ?! ?< ?> ?=))
      (modify-syntax-entry sign "." table))
    table)
  "Syntax table of `lang-mode'.")

(defconst lang-font-lock-keywords
  `((,(regexp-opt '("as" "break" "case" "continue" "dyn" "else" "extern" "fn" "for" "if" "impl" "import" "in" "let"
                    "loop" "match" "move" "mut" "pub" "ref" "return" "throw" "trait" "try" "type" "unsafe" "while"
                    "bench" "copy" "enum" "inline" "static" "test" "union" "view")
                  'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("true" "false") 'symbols) . font-lock-constant-face)
    (,(regexp-opt '("self" "Self") 'symbols) . font-lock-builtin-face)
    (,(regexp-opt '("bool" "i8" "i16" "i32" "i64" "i128" "u8" "u16" "u32" "u64" "u128" "f32" "f64" "Pointer" "String"
                    "Never")
                  'symbols)
     . font-lock-type-face)
    (,(regexp-opt '("print" "println" "panic" "assert" "swap" "replace" "size_of" "align_of" "offset_of" "zeroed")
                  'symbols)
     . font-lock-builtin-face)
    ("@\\[[^]]*\\]" . font-lock-preprocessor-face)
    ("@\\(\\sw\\|\\s_\\)+" . font-lock-variable-name-face)
    ("\\_<fn\\_>\\s-+\\(?:\\(?:static\\|mut\\|move\\)\\s-+\\)?\\(\\(?:\\sw\\|\\s_\\)+\\)" 1 font-lock-function-name-face)
    ("\\_<[A-Z][A-Z0-9_]+\\_>" . font-lock-constant-face)
    ("\\_<[A-Z]\\(\\sw\\|\\s_\\)*\\_>" . font-lock-type-face))
  "What `lang-mode' colours.")

(defun lang-indent-line ()
  "Indent the line by the depth of its brackets."
  (interactive)
  (let* ((closes (save-excursion (back-to-indentation) (looking-at-p "[])}]")))
         (depth (save-excursion (car (syntax-ppss (line-beginning-position)))))
         (column (* lang-indent-offset (max 0 (if closes (1- depth) depth))))
         (behind (- (current-column) (current-indentation))))
    (unless (nth 3 (save-excursion (syntax-ppss (line-beginning-position))))
      (indent-line-to column)
      (when (> behind 0)
        (move-to-column (+ column behind))))))

;;;###autoload
(define-derived-mode lang-mode prog-mode "Lang"
  "Major mode for lang programs."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+\\s-*")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width lang-indent-offset)
  (setq-local indent-line-function #'lang-indent-line)
  (setq-local electric-indent-chars (append "{}()[]" electric-indent-chars))
  (setq-local font-lock-defaults '(lang-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.lang\\'" . lang-mode))

;; A project is a folder with a `lang.toml'.
(defun lang-project (folder)
  "The project around FOLDER, for `project.el'."
  (let ((root (locate-dominating-file folder "lang.toml")))
    (and root (cons 'transient (expand-file-name root)))))
(add-hook 'project-find-functions #'lang-project)

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons 'lang-mode (lambda (&rest _) lang-command))))

(provide 'lang-mode)
;;; lang-mode.el ends here
