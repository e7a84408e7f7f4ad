-- What a buffer of this language gets: comments, indentation, and the language server.
if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.bo.commentstring = '# %s'
vim.bo.comments = ':#'
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
vim.bo.suffixesadd = '.lang'

if vim.g.lang_no_server ~= 1 then
  require('lang').attach(vim.api.nvim_get_current_buf())
end
