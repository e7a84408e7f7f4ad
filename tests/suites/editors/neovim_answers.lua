-- What the scripts for Neovim share: waiting, and writing down what was answered.
local M = {}

M.answers = {}

function M.finish()
  local file = io.open(os.getenv('LANG_ANSWERS'), 'w')
  file:write(vim.fn.json_encode(M.answers))
  file:close()
  vim.cmd('qall!')
end

function M.wait(what, condition)
  if not vim.wait(30000, condition, 20) then
    error('nothing came: ' .. what)
  end
end

return M
