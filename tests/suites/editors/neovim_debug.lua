-- Debugs the program of the test with what Neovim brings along, as its page says, and writes the answers down.
local here = debug.getinfo(1, 'S').source:sub(2)
local shared = dofile(vim.fn.fnamemodify(here, ':h') .. '/neovim_answers.lua')
local answers, finish, wait = shared.answers, shared.finish, shared.wait

-- The line that the debugger is at.
local function stopped()
  for _, placed in ipairs(vim.fn.sign_getplaced('', { group = '*' })) do
    for _, sign in ipairs(placed.signs) do
      if sign.name == 'debugPC' then
        return vim.fn.fnamemodify(vim.fn.bufname(placed.bufnr), ':t') .. ':' .. sign.lnum
      end
    end
  end
end

-- What the debugger's window shows. Termdebug of old reads what it is told in pieces and loses some: only its first
-- answer can be relied on.
local function window()
  return table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr('gdb'), 0, -1, false), '\n')
end

local function run()
  vim.g.lang_no_server = 1
  vim.cmd('edit main.lang')
  local line = vim.fn.search('println(length', 'nw')
  vim.cmd('packadd termdebug')
  vim.cmd('Termdebug ./demo')
  wait('the debugger', function() return vim.fn.exists(':Break') == 2 end)
  vim.cmd('Source')
  vim.fn.cursor(line, 1)
  vim.cmd('Break')
  vim.cmd('Run')
  wait('a stop', stopped)
  answers.stopped = stopped()
  vim.fn.TermDebugSendCommand('print here.y')
  wait('a value', function() return window():match('%$1 = (%S+)') end)
  answers.value = window():match('%$1 = (%S+)')
  vim.fn.TermDebugSendCommand('next')
  wait('a step', function() return window():match('\n(%d+)%s+println%(here.x%)') end)
  answers.stepped = 'main.lang:' .. window():match('\n(%d+)%s+println%(here.x%)')
end

local is_done, problem = pcall(run)
if not is_done then
  answers.problem = tostring(problem)
end
finish()
