// The studio in a real browser: a board drawn from nothing and played, the keyboard alone, other programs at the same files, broken files, large boards.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { StudioServer, closeBrowser, playToTheEnd, ready, serious, visitor } from "./harness.js";

after(closeBrowser);

/** Waits until everything that was done is in the drafts of the server and drawn. */
async function settled(page) {
  await page.waitForFunction(() => window.studioIsSettled?.() ?? false);
}

/** Opens the studio, and a file of it. */
async function open(server, file, view = "map") {
  const page = await visitor(server);
  await page.goto(server.key);
  assert.equal(new URL(page.url()).search, "", "the secret does not stay in the address");
  if (file) {
    await page.goto(`/studio#${new URLSearchParams({ file, view })}`);
    await page.waitForFunction((file) => document.querySelector(`[data-file="${file}"][aria-current="true"]`), file);
  }
  if (file && view === "map") await settled(page);
  return page;
}

/** Where a point of the map is on the screen. */
function onScreen(page, point) {
  return page.evaluate(([x, y]) => {
    const box = document.querySelector("#canvas").getBoundingClientRect();
    const [, left, top, zoom] = /translate\((.+)px, (.+)px\) scale\((.+)\)/.exec(document.querySelector("#stage").style.transform).map(Number);
    return [box.left + left + x * zoom, box.top + top + y * zoom];
  }, point);
}

/** The middle of a line on the screen, where it is drawn. */
function onLine(page, id) {
  return page.evaluate((id) => {
    const band = document.querySelector(`#picture g.lane[data-lane="${id}"] .band, #picture g.lane[data-lane^="${id}/"] .band`);
    const matrix = band.getScreenCTM();
    const { x, y } = band.getPointAtLength(band.getTotalLength() * 0.45).matrixTransform(matrix);
    return [x, y];
  }, id);
}

async function drag(page, from, to) {
  const [a, b] = [await onScreen(page, from), await onScreen(page, to)];
  await page.mouse.move(...a);
  await page.mouse.down();
  await page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, { steps: 3 });
  await page.mouse.move(...b, { steps: 3 });
  await page.mouse.up();
}

/** Goes with the keyboard to a place: what is chosen is said. */
async function tabTo(page, name) {
  for (let i = 0; i < 20; i += 1) {
    await page.keyboard.press("Tab");
    if ((await page.textContent("#said")).startsWith(name)) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** A deck is proposed in the place of those tickets, one of none is not, one that is too large is refused; then the old ones are brought back. */
async function suggestDecks(page, before) {
  const rows = (count) => page.waitForFunction((count) => document.querySelectorAll("#tickets tbody tr").length === count, count);
  await page.fill("#suggest-count", "18");
  await page.click("#suggest");
  await rows(18);
  assert.equal(await page.inputValue("#suggest-count"), "18");
  assert.deepEqual(await page.$$eval("#tickets td.off", (cells) => cells.length), 0, "each is worth its shortest way");
  for (const none of ["0", ""]) {
    await page.fill("#suggest-count", none);
    await page.click("#suggest");
    assert.equal(await page.$eval("#suggest-count", (input) => input.validity.valid), false);
  }
  await page.fill("#suggest-count", "200");
  await page.click("#suggest");
  await page.waitForFunction(() => document.querySelector("#notice").textContent.includes("ask for fewer tickets"));
  await rows(18);
  await page.click("#undo");
  await rows(before);
}

const CITIES = [
  ["Arne", [150, 130]], ["Bly", [400, 110]], ["Corrie", [650, 140]], ["Doune", [900, 110]], ["Ely", [1080, 240]], ["Fenn", [820, 300]],
  ["Garth", [560, 330]], ["Hythe", [300, 300]], ["Iona", [120, 460]], ["Keld", [380, 560]], ["Luss", [660, 560]], ["Moy", [960, 540]],
];
const LINES = [
  [0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [3, 5], [5, 6], [2, 6], [1, 7], [6, 7], [0, 7], [7, 8], [0, 8], [8, 9], [7, 9], [6, 9], [6, 10], [9, 10],
  [10, 11], [5, 11], [4, 11], [5, 10],
];

const BOARD = `# The board of a test: it is written by hand.
format = 1
name = "Three towns"
provenance = "original"
size = [600, 400]

[places]
ash   = { name = "Ash",   at = [100, 100] }   # where it begins
birch = { name = "Birch", at = [300, 100] }

# The far corner.
cedar = { name = "Cedar", at = [500, 300] }

[lines]
ash-birch   = { ends = ["ash", "birch"],   length = 2, lanes = ["red", "blue"] }
birch-cedar = { ends = ["birch", "cedar"], length = 4 }
`;

test("twelve cities are drawn from nothing by mouse, get tickets, are saved, printed and played", { timeout: 900_000 }, async () => {
  const server = await StudioServer.start();
  const page = await open(server);
  await page.click('[data-kind="empty"]');
  await page.fill("#new-name", "My Isle");
  await page.selectOption("#new-from", "ticket-to-ride");
  await page.click("#make");
  await page.waitForSelector("#canvas");
  await settled(page);
  await page.click('[data-tool="place"]');
  for (const [name, at] of CITIES) {
    await page.mouse.click(...(await onScreen(page, at)));
    await page.waitForSelector(".naming");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
  }
  await settled(page);
  await page.click('[data-tool="line"]');
  for (const [a, b] of LINES) await drag(page, CITIES[a][1], CITIES[b][1]);
  await settled(page);
  // Colours in turn, and a second lane for every fourth line: by mouse, in the panel of what is chosen.
  await page.click('[data-tool="select"]');
  const colours = ["red", "blue", "green", "yellow", "black", "white", "orange", "purple"];
  for (const [i, [a, b]] of LINES.slice(0, 10).entries()) {
    const ends = [CITIES[a][0], CITIES[b][0]].map((name) => name.toLowerCase()).sort();
    await page.mouse.click(...(await onLine(page, ends.join("-"))));
    await page.waitForFunction((ends) => ends.every((end) => document.querySelector("#side h2")?.textContent.toLowerCase().includes(end)), ends);
    await page.selectOption('#side [data-key="lane-0"]', colours[i % colours.length]);
    await settled(page);
    if (i % 4 === 0) await page.click('#side [data-key="add-lane"]');
    await settled(page);
  }
  const map = server.read("my-isle/my-isle-map.toml");
  assert.ok(!map.includes("arne"), "nothing is written before it is saved");
  await page.click('#views button:has-text("Tickets")');
  await page.waitForSelector("#add-ticket");
  for (let n = 1; n <= 24; n += 1) {
    await page.click("#add-ticket");
    await page.waitForFunction((n) => document.querySelectorAll("#tickets tbody tr").length === n, n);
  }
  await suggestDecks(page, 24);
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => document.querySelector("#save").disabled);
  const saved = server.read("my-isle/my-isle-map.toml");
  for (const [name] of CITIES) assert.match(saved, new RegExp(`${name.toLowerCase()} += \\{ name = "${name}"`));
  assert.equal((saved.match(/ends = \[/g) || []).length, LINES.length);
  await page.waitForFunction(() => /Nothing is wrong|0 errors/.test(document.querySelector("#health")?.textContent || ""));
  for (const what of ["board", "tiles", "tickets"]) {
    const pdf = await page.request.get(`${server.address}/api/studio/print?file=my-isle/my-isle-map.toml&what=${what}`);
    assert.equal((await pdf.body()).subarray(0, 5).toString(), "%PDF-", what);
  }
  const [table] = await Promise.all([page.context().waitForEvent("page"), page.click("#play")]);
  await table.waitForURL(/\/t\//);
  await ready(table);
  assert.equal(await table.$$eval("#board g.place", (places) => places.length), 12);
  const moves = await playToTheEnd(table);
  assert.ok(moves > 10, `${moves} moves`);
  assert.match(await table.textContent("#sheet"), /wins\.|share the win\.|Nobody wins\./);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  await server.end();
});

test("the keyboard alone draws, names, joins, moves, takes out, takes back and saves", { timeout: 300_000 }, async () => {
  const server = await StudioServer.start({ "three-map.toml": BOARD });
  const page = await open(server, "three-map.toml");
  await page.focus("#canvas");
  await page.keyboard.press("p");
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Dell");
  await page.keyboard.press("Enter");
  await settled(page);
  await page.keyboard.press("l");
  await page.keyboard.press("Escape");
  await tabTo(page, "Ash,");
  await page.keyboard.press("Enter");
  await tabTo(page, "Dell,");
  await page.keyboard.press("Enter");
  await settled(page);
  await page.keyboard.press("v");
  await page.keyboard.press("Escape");
  await tabTo(page, "Cedar,");
  await page.keyboard.press("Delete");
  await settled(page);
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => document.querySelector("#save").disabled && !document.querySelector("#undo").disabled);
  const saved = server.read("three-map.toml");
  assert.match(saved, /dell {2}= \{ name = "Dell", {2}at = \[150, 210\] \}/);
  assert.match(saved, /ash-dell {4}= \{ ends = \["ash", "dell"\]/);
  assert.ok(!saved.includes("cedar"), saved);
  assert.ok(saved.includes("# The far corner.") && saved.includes("ash   = { name = \"Ash\",   at = [100, 100] }   # where it begins"));
  for (let i = 0; i < 12 && !(await page.isDisabled("#undo")); i += 1) {
    await page.keyboard.press("Control+z");
    await page.waitForTimeout(400);
    await settled(page);
  }
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => document.querySelector("#save").disabled);
  assert.equal(server.read("three-map.toml"), BOARD, "everything can be taken back, to the byte");
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  await server.end();
});

test("what another program changes meanwhile is put together, or asked about, and never written over", { timeout: 300_000 }, async () => {
  const server = await StudioServer.start({ "three-map.toml": BOARD });
  const page = await open(server, "three-map.toml");
  await drag(page, [300, 100], [340, 180]);
  await settled(page);
  // Another line: both hold.
  server.write("three-map.toml", BOARD.replace("length = 4", "length = 5"));
  await page.waitForFunction(() => document.querySelector("#notice").textContent.includes("put together"));
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => document.querySelector("#save").disabled);
  const merged = server.read("three-map.toml");
  assert.match(merged, /length = 5/);
  assert.match(merged, /birch = \{ name = "Birch", at = \[340, 180\] \}/);
  // The same line: it is asked, and nothing is written meanwhile.
  await drag(page, [340, 180], [380, 200]);
  await settled(page);
  const theirs = merged.replace('name = "Birch", at = [340, 180]', 'name = "Birke", at = [1, 2]');
  server.write("three-map.toml", theirs);
  await page.waitForSelector("#keep-mine");
  await page.keyboard.press("Control+s");
  await page.waitForTimeout(500);
  assert.equal(server.read("three-map.toml"), theirs);
  await page.click("#take-theirs");
  await page.waitForFunction(() => document.querySelector("#save").disabled);
  await page.waitForFunction(() => document.querySelector('#picture [data-place="birch"]') && document.body.textContent.includes("Birke"));
  assert.equal(server.read("three-map.toml"), theirs);
  await page.context().close();
  await server.end();
});

test("a file that is broken is shown as text with its error, and as a board when it is mended", { timeout: 300_000 }, async () => {
  const broken = BOARD.replace('name = "Birch", at = [300, 100] }', 'name = "Birch", at = [300, 100');
  const server = await StudioServer.start({ "three-map.toml": broken });
  const page = await open(server, "three-map.toml", "text");
  await page.waitForSelector("#gutter .bad");
  await page.evaluate(() => {
    const area = document.querySelector("#text");
    const at = area.value.indexOf("at = [300, 100") + "at = [300, 100".length;
    area.focus();
    area.setSelectionRange(at, at);
  });
  await page.keyboard.type("] }");
  await page.waitForFunction(() => !document.querySelector("#gutter .bad"));
  await page.click('#views button:has-text("Board")');
  await settled(page);
  assert.equal(await page.$$eval("#picture g.place", (places) => places.length), 3);
  // A line whose end is not there does not take the board away.
  server.write("three-map.toml", BOARD.replace('["birch", "cedar"]', '["birch", "cedra"]'));
  await page.waitForSelector("#keep-mine, #notice:not(:empty)");
  if (await page.isVisible("#take-theirs")) await page.click("#take-theirs");
  await page.waitForFunction(() => document.querySelectorAll("#picture g.lane").length === 2);
  assert.equal(await page.$$eval("#picture g.place", (places) => places.length), 3);
  await page.context().close();
  await server.end();
});

test("rules beside the board: errors in place, completion, meaning", { timeout: 300_000 }, async () => {
  const game = 'format = 1\nextends = "spike"\nname = "Mine"\n';
  const server = await StudioServer.start({ "mine.toml": game });
  const page = await open(server, "mine.toml", "text");
  await page.waitForFunction(() => document.querySelector("#text").value.length > 10);
  await page.focus("#text");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("summ");
  await page.waitForSelector("#proposals button");
  assert.match(await page.textContent("#proposals"), /summary/);
  await page.keyboard.press("Escape");
  await page.keyboard.type('ery = "Short."');
  await page.waitForSelector("#marks mark.error");
  assert.equal(await page.textContent("#marks mark.error"), "summery");
  // The form beside the text writes into the same text.
  await page.fill('#numbers [data-key="counters.cash.start"]', "7");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector("#text").value.includes("start = 7"));
  await page.focus("#text");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => !document.querySelector("#text").value.includes("start = 7"));
  await page.evaluate(() => {
    const area = document.querySelector("#text");
    const at = area.value.indexOf("summery") + 2;
    area.setSelectionRange(at, at);
  });
  await page.keyboard.press("F1");
  await page.waitForSelector("#meaning:not([hidden])");
  assert.ok((await page.textContent("#meaning")).length > 10);
  assert.ok(!server.read("mine.toml").includes("summery"), "what is typed is written when it is saved");
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  await server.end();
});

/** A board of two hundred places in a grid, each joined to its neighbours. */
function large() {
  let [places, lines] = ["", ""];
  for (let i = 0; i < 200; i += 1) {
    const [column, row] = [i % 20, Math.floor(i / 20)];
    places += `p${i} = { name = "Town ${i}", at = [${100 + column * 130 + (row % 3) * 20}, ${100 + row * 130 + (column % 3) * 15}] }\n`;
    if (column < 19) lines += `p${i}-p${i + 1} = { ends = ["p${i}", "p${i + 1}"], length = ${1 + (i % 3)}, lanes = ["${["red", "blue", "grey"][i % 3]}"] }\n`;
    if (row < 9) lines += `p${i}-p${i + 20} = { ends = ["p${i}", "p${i + 20}"], length = 2${i % 5 ? "" : ', lanes = ["green", "black"]'} }\n`;
  }
  return `format = 1\nname = "Two hundred"\nprovenance = "original"\nsize = [2800, 1450]\n\n[places]\n${places}\n[lines]\n${lines}`;
}

test("two hundred places stay fluid", { timeout: 600_000 }, async (t) => {
  const server = await StudioServer.start({ "large-map.toml": large() });
  const page = await open(server, "large-map.toml");
  assert.equal(await page.$$eval("#picture g.place", (places) => places.length), 200);
  /** What a movement of the mouse costs: the time its handlers and the painting after it take on the page's own thread. */
  const measure = async (what) => {
    await page.evaluate(() => {
      window.frames_ = [];
      window.work_ = [];
      let last = performance.now();
      window.watching_ = true;
      const next = (now) => {
        window.frames_.push(now - last);
        last = now;
        if (window.watching_) requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
      window.observer_ = new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.work_.push(entry.duration)));
      window.observer_.observe({ type: "longtask" });
    });
    await what();
    const { frames, work } = await page.evaluate(() => {
      window.watching_ = false;
      window.observer_.disconnect();
      return { frames: window.frames_.slice(1).sort((a, b) => a - b), work: window.work_ };
    });
    return { median: frames[Math.floor(frames.length / 2)], late: frames[Math.floor(frames.length * 0.95)], count: frames.length, long: work.length };
  };
  const steps = async (count, each) => {
    for (let i = 0; i < count; i += 1) await each(i);
  };
  const from = await onScreen(page, [100 + 9 * 130, 100 + 4 * 130 + 0]);
  const near = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest("g.place")?.getAttribute("data-place"), from);
  await page.mouse.move(...from);
  await page.mouse.down();
  const dragging = await measure(() => steps(60, (i) => page.mouse.move(from[0] + Math.sin(i / 6) * 60, from[1] + Math.cos(i / 6) * 60)));
  await page.mouse.up();
  const zooming = await measure(() => steps(30, (i) => page.mouse.wheel(0, i % 2 ? 120 : -160)));
  await page.mouse.move(...from);
  await page.mouse.down({ button: "middle" });
  const panning = await measure(() => steps(60, (i) => page.mouse.move(from[0] + i * 3, from[1] + i)));
  await page.mouse.up({ button: "middle" });
  for (const [what, { median, late, count, long }] of Object.entries({ dragging, zooming, panning })) {
    t.diagnostic(`${what} ${near ?? ""}: ${count} frames, median ${median.toFixed(1)} ms, 95 % within ${late.toFixed(1)} ms, ${long} tasks over 50 ms`);
    assert.ok(count > 10, `${what}: ${count} frames`);
    // A machine that tests has other things to do: what is asserted is that no frame is lost to the page itself for long.
    assert.ok(median < 50, `${what}: ${median} ms`);
  }
  await page.context().close();
  await server.end();
});

test("nobody gets in without the key, and nothing outside the folder is read or written", { timeout: 120_000 }, async () => {
  const server = await StudioServer.start({ "three-map.toml": BOARD });
  const ask = (path, options = {}) => fetch(`${server.address}${path}`, { redirect: "manual", ...options });
  for (const path of ["/studio", "/studio?key=0123", "/api/studio", "/", "/api/games", "/assets/studio.js", "/api/studio/print?file=three-map.toml&what=board"]) {
    assert.equal((await ask(path)).status, 401, path);
  }
  const opened = await ask(server.key);
  assert.equal(opened.status, 303);
  const set = opened.headers.get("set-cookie");
  assert.match(set, /HttpOnly; SameSite=Strict/);
  const cookie = set.split(";")[0];
  const page = await ask("/studio", { headers: { cookie } });
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-security-policy"), /default-src 'none'; script-src 'self'/);
  const post = (path, body, headers = {}) => ask(path, { method: "POST", body: JSON.stringify(body), headers: { cookie, "content-type": "application/json", ...headers } });
  assert.equal((await post("/api/studio/file", { file: "three-map.toml" })).status, 200);
  for (const file of ["../tables.sqlite", "/etc/passwd", "..\\x.toml", "a/../../x.toml", ".hidden.toml", "three-map.txt", "", "none.toml"]) {
    assert.equal((await post("/api/studio/file", { file })).status, 404, file);
  }
  assert.equal((await post("/api/studio/new", { name: "../out", kind: "own" })).status, 400);
  assert.equal((await post("/api/studio/new", { name: "mine", kind: "variant", from: "/etc/passwd" })).status, 400);
  assert.equal((await post("/api/studio/save", {}, { origin: "http://evil.example" })).status, 403);
  assert.equal((await post("/api/studio/save", {}, { "sec-fetch-site": "cross-site" })).status, 403);
  await server.end();
});
