-- Opens the program of the test as a user would, asks the server what users ask, and writes the answers down.
local here = debug.getinfo(1, 'S').source:sub(2)
local shared = dofile(vim.fn.fnamemodify(here, ':h') .. '/neovim_answers.lua')
local answers, finish, wait = shared.answers, shared.finish, shared.wait

local function ask(method, params)
  local replies, problem = vim.lsp.buf_request_sync(0, method, params, 30000)
  if not replies then
    error(method .. ': ' .. tostring(problem))
  end
  for _, reply in pairs(replies) do
    if reply.error then
      error(method .. ': ' .. vim.inspect(reply.error))
    end
    return reply.result
  end
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n') .. '\n'
end

local function apply(edits)
  local client = vim.tbl_values(vim.lsp.buf_get_clients(0))[1]
  vim.lsp.util.apply_text_edits(edits, 0, client.offset_encoding)
end

local function run()
  vim.cmd('filetype plugin on | syntax on')
  require('lang').setup({ command = { os.getenv('LANG_UNDER_TEST'), 'lsp' } })
  vim.cmd('edit main.lang')
  answers.filetype = vim.bo.filetype

  wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
  local found = vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })[1]
  answers.diagnostic, answers.diagnostic_line = found.message, found.lnum
  vim.api.nvim_buf_set_lines(0, found.lnum, found.lnum + 1, true, { '  let   right  = 1', '  println( right )' })
  wait('the end of the error', function()
    return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 0
  end)
  answers.diagnostics_after_the_fix = #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })

  vim.api.nvim_win_set_cursor(0, { 2, 11 })
  local hover = ask('textDocument/hover', vim.lsp.util.make_position_params())
  answers.hover = hover.contents.value

  local call = vim.fn.search('println(length', 'w')
  vim.api.nvim_win_set_cursor(0, { call, 11 })
  local definition = ask('textDocument/definition', vim.lsp.util.make_position_params())
  local first = vim.tbl_islist(definition) and definition[1] or definition
  answers.definition_line = (first.targetSelectionRange or first.range).start.line

  local rename = vim.lsp.util.make_position_params()
  rename.newName = 'norm'
  local client = vim.tbl_values(vim.lsp.buf_get_clients(0))[1]
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', rename), client.offset_encoding)
  answers.renamed = text()

  apply(ask('textDocument/formatting', vim.lsp.util.make_formatting_params({})) or {})
  answers.formatted = text()

  local function colour(line, column)
    return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name')
  end
  answers.colours = table.concat({ colour(2, 1), colour(2, 11), colour(1, 3) }, ' ')
end

local is_done, problem = pcall(run)
if not is_done then
  answers.problem = tostring(problem)
end
finish()
