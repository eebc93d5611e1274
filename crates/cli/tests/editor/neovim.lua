-- What somebody does in Neovim with the files of a game, with nobody there. The folder is the current one; PROGRAM is the program.
-- Neovim of Debian 12 (0.7) is enough.

local failures = {}

local function check(what, holds, shown)
  if holds then
    print("ok: " .. what .. "\n")
  else
    table.insert(failures, what .. ": " .. vim.inspect(shown))
  end
end

-- Waits until something is there, and gives it.
local function wait(what, found)
  local result
  vim.wait(60000, function()
    result = found()
    return result ~= nil and result ~= false
  end, 20)
  check(what, result, vim.diagnostic.get())
  return result
end

local function main()
  local client = vim.lsp.start_client({
    name = "railwright",
    cmd = { os.getenv("PROGRAM"), "lsp" },
    root_dir = vim.fn.getcwd(),
  })
  assert(client, "the server did not start")

  local function open(file)
    vim.cmd("edit " .. file)
    local buffer = vim.api.nvim_get_current_buf()
    vim.lsp.buf_attach_client(buffer, client)
    return buffer
  end

  -- Where a word begins, a letter into it: line from 1, column in bytes from 0, as Neovim counts.
  local function go(word)
    for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
      local start = line:find(word, 1, true)
      if start then
        vim.api.nvim_win_set_cursor(0, { number, start })
        return
      end
    end
    error(word .. " is not there")
  end

  local function ask(method, extra)
    local params = vim.lsp.util.make_position_params(0, "utf-16")
    local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, extra or {}), 60000)
    local answer = answers and answers[client]
    check(method .. " is answered", answer and not answer.err, answers)
    return answer and answer.result
  end

  -- Types in a line, and saves nothing.
  local function put(from, to)
    go(from)
    local row = vim.api.nvim_win_get_cursor(0)[1]
    local line = vim.api.nvim_get_current_line()
    local start, stop = line:find(from, 1, true)
    vim.api.nvim_buf_set_text(0, row - 1, start - 1, row - 1, stop, { to })
  end

  local function errors()
    return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
  end

  local game = open("games/mine.toml")
  put("start", "strat")
  local slip = wait("a slip is told", function()
    return errors()[1]
  end)
  check("it has its place", slip.lnum == 7 and slip.col == 0 and slip.end_col == 5, slip)
  check("and its code", slip.code == "unknown-key", slip)

  -- The fix is the editor's own work with what the server proposes.
  go("strat")
  local params = vim.lsp.util.make_range_params(0, "utf-16")
  params.context = { diagnostics = {} }
  local actions = vim.lsp.buf_request_sync(game, "textDocument/codeAction", params, 60000)[client].result
  check("a fix is proposed", actions and actions[1] and actions[1].kind == "quickfix", actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  check("the fix mends", vim.api.nvim_buf_get_lines(0, 7, 8, true)[1] == "start = 2", vim.api.nvim_buf_get_lines(0, 0, -1, true))
  wait("then nothing is wrong", function()
    return #errors() == 0
  end)

  -- Behind letters of two units the columns are still right.
  put("name = ", "naem = ")
  wait("a slip before wide letters is told", function()
    local found = errors()[1]
    return found and found.col == 0 and found.end_col == 4
  end)
  put("naem = ", "name = ")
  wait("and taken back", function()
    return #errors() == 0
  end)

  go("hand)")
  local proposed = vim.lsp.util.extract_completion_items(ask("textDocument/completion"))
  local labels = vim.tbl_map(function(item)
    return item.label
  end, proposed)
  check("zones are proposed", vim.tbl_contains(labels, "market"), labels)
  local items = vim.lsp.util.text_document_completion_list_to_complete_items({ isIncomplete = false, items = proposed }, "mar")
  check("and the editor can complete them", items[1] and items[1].word == "market", items)

  go("gifts + size")
  local hover = ask("textDocument/hover")
  local lines = vim.lsp.util.convert_input_to_markdown_lines(hover.contents)
  check("hover says what it is", vim.startswith(lines[1] or "", "**counter** `gifts`"), lines)
  check("references are found", #ask("textDocument/references", { context = { includeDeclaration = true } }) == 3, nil)

  go("ticket-to-ride")
  local parent = ask("textDocument/definition")[1]
  vim.lsp.util.jump_to_location(parent, "utf-16")
  check("the parent can be gone to", vim.api.nvim_buf_get_name(0):find("ticket%-to%-ride.toml$"), vim.api.nvim_buf_get_name(0))
  check("and not be changed", vim.bo.readonly, nil)

  open("maps/mine.toml")
  go('birch"]')
  local place = ask("textDocument/definition")[1]
  vim.lsp.util.jump_to_location(place, "utf-16")
  check("a place is found where it is declared", vim.startswith(vim.api.nvim_get_current_line(), "birch = {"), place)
  local symbols = vim.lsp.util.symbols_to_items(ask("textDocument/documentSymbol"), 0)
  local names = vim.tbl_map(function(item)
    return item.text
  end, symbols)
  check("symbols are listed", vim.tbl_contains(names, "[Object] birch"), names)

  open("scripts/wind.rhai")
  put('size("deck")', 'size("dekc")')
  local wrong = wait("a module is looked at", function()
    return errors()[1]
  end)
  check("and its code told", wrong.code == "script-unknown-name", wrong)
  vim.lsp.stop_client(client)
  wait("the server ends", function()
    return vim.lsp.client_is_stopped(client)
  end)
end

local well, fault = xpcall(main, debug.traceback)
if not well then
  table.insert(failures, fault)
end
for _, failure in ipairs(failures) do
  io.stderr:write("FAILED: " .. failure .. "\n")
end
vim.cmd(#failures == 0 and "qall!" or "cquit 1")
