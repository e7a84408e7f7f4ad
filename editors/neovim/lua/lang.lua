-- Starts the language server, one per project, in every Neovim from 0.7 on.
--
-- Optional, before the first file is opened:
--   require('lang').setup({ command = { '/path/to/lang', 'lsp' }, settings = { targets = { 'x86_64-linux-gnu' } } })
local M = {}

local options = { command = { 'lang', 'lsp' }, settings = {}, on_attach = nil, capabilities = nil }

-- Takes the options that are given and keeps the rest.
function M.setup(given)
  options = vim.tbl_extend('force', options, given or {})
end

-- The folder with the `lang.toml` that a file belongs to, else the file's own folder.
function M.root(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local manifest = vim.fn.findfile('lang.toml', vim.fn.escape(folder, ' ') .. ';')
  if manifest == '' then
    return folder
  end
  return vim.fn.fnamemodify(manifest, ':p:h')
end

local clients = {}

-- Connects a buffer with the server of its project, which is started if it does not run.
function M.attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' then
    return nil
  end
  local config = {
    name = 'lang',
    cmd = options.command,
    root_dir = M.root(file),
    settings = { lang = options.settings },
    init_options = options.settings,
    on_attach = options.on_attach,
    capabilities = options.capabilities or vim.lsp.protocol.make_client_capabilities(),
  }
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  -- Neovim 0.7 has no `vim.lsp.start`.
  local client = clients[config.root_dir]
  if not client or not vim.lsp.get_client_by_id(client) then
    client = vim.lsp.start_client(config)
    clients[config.root_dir] = client
  end
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
  return client
end

return M
