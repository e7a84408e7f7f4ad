-- Debugs the program of the test with what Neovim brings along, as its page says, and writes the answers down.
local here = debug.getinfo(1, 'S').source:sub(2)
local shared = dofile(vim.fn.fnamemodify(here, ':h') .. '/neovim_answers.lua')
local answers, finish, wait = shared.answers, shared.finish, shared.wait

-- What the debugger's window shows. Termdebug of old reads the debugger's messages to it in pieces and loses some, so
-- its mark beside the line is there or is not (one run in eight); the window shows all.
local function window()
  return table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr('gdb'), 0, -1, false), '\n')
end

-- The line that begins with this text, once the debugger has shown it, as it does where it stops.
local function shown_line(what, text)
  local pattern = '\n(%d+)%s+' .. vim.pesc(text)
  wait(what, function() return window():match(pattern) end)
  return 'main.lang:' .. window():match(pattern)
end

-- Where the mark of the debugger's line stands, if it came.
local function marked()
  for _, placed in ipairs(vim.fn.sign_getplaced('', { group = '*' })) do
    for _, sign in ipairs(placed.signs) do
      if sign.name == 'debugPC' then
        return vim.fn.fnamemodify(vim.fn.bufname(placed.bufnr), ':t') .. ':' .. sign.lnum
      end
    end
  end
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
  answers.stopped = shown_line('a stop', 'println(length')
  answers.marked = marked()
  vim.fn.TermDebugSendCommand('print here.y')
  wait('a value', function() return window():match('%$1 = (%S+)') end)
  answers.value = window():match('%$1 = (%S+)')
  vim.fn.TermDebugSendCommand('next')
  answers.stepped = shown_line('a step', 'println(here.x)')
end

local is_done, problem = pcall(run)
if not is_done then
  answers.problem = tostring(problem) .. '\n' .. window()
end
finish()
