-- Files that end in `.lang` are of the type `lang`.
vim.cmd([[autocmd BufNewFile,BufRead *.lang setfiletype lang]])
