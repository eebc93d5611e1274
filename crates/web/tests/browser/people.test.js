// Small screens, no mouse, no eyes, a server that dies, and secrets.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, chooseFromList, closeBrowser, inviteLinks, isMyTurn, openTable, playByClicks, ready, revision, serious, untilTold, visitor } from "./harness.js";

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.end();
});

test("on a telephone nothing is cut off, and a move is made by a tap", async () => {
  const page = await visitor(server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const game of await server.games()) {
    await openTable(page, game, Array(Math.max(game.players[0] - 1, 1)).fill("random"));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 391, `${game.id} is ${width} wide`);
  }
  await page.waitForFunction(() => document.body.classList.contains("my-turn"));
  await chooseFromList(page, 0);
  await page.goto("/");
  await page.waitForSelector("#mine a");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 391);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the keyboard alone is enough", async () => {
  const page = await visitor(server);
  await page.goto("/");
  const game = (await server.games()).find((game) => game.players[0] === 2);
  await page.waitForSelector(`[data-game="${game.id}"]`);
  /** Tab until something is focused. */
  const tabTo = async (selector) => {
    for (let presses = 0; presses < 200; presses += 1) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`the keyboard does not reach ${selector}`);
  };
  await tabTo(`[data-game="${game.id}"]`);
  await page.keyboard.press("Enter");
  await tabTo("#create");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/t\//);
  await ready(page);
  for (let played = 0; played < 6; ) {
    await page.waitForFunction(() => document.body.classList.contains("my-turn") && document.querySelector("#moves button.move"));
    const known = await revision(page);
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    // Cards that can be marked stand before what is done with them.
    for (let cards = 0; cards < 12 && (await page.evaluate(() => document.activeElement?.classList.contains("choice"))); cards += 1) await page.keyboard.press("ArrowDown");
    let group = true;
    for (let depth = 0; group && depth < 8; depth += 1) {
      group = await page.evaluate(() => document.activeElement?.classList.contains("group"));
      assert.ok(await page.evaluate(() => document.activeElement?.matches("#moves button")), "a move has the focus");
      await page.keyboard.press("Enter");
      if (group) await page.keyboard.press("ArrowDown");
    }
    await untilTold(page, known);
    played += 1;
  }
  // What is lit on the board can be reached as well, and says what it is.
  await page.waitForFunction(() => document.body.classList.contains("my-turn"));
  if (await page.$("#board .lane.legal")) {
    await tabTo("#board .lane.legal");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /–.*move/);
    await page.keyboard.press("Enter");
    assert.ok(await page.evaluate(() => document.activeElement?.matches("#moves button.move")), "its moves have the focus");
  }
  assert.ok((await page.textContent("#announce")).length > 3, "screen readers are told what happened");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a server that is killed in the middle is forgotten by nobody", { timeout: 120_000 }, async () => {
  const own = await Server.start();
  const [one, two] = [await visitor(own), await visitor(own)];
  const game = (await own.games()).find((game) => game.players[0] === 2);
  await openTable(one, game, ["friend"]);
  await two.goto((await inviteLinks(one))[0]);
  await ready(two);
  const pages = [one, two];
  const play = async (from, to) => {
    for (let played = from; played < to; ) {
      const at = [await isMyTurn(one), await isMyTurn(two)].indexOf(true);
      if (at < 0) await one.waitForTimeout(20);
      else {
        await playByClicks(pages[at], played);
        played += 1;
      }
    }
  };
  await play(0, 5);
  const known = await Promise.all(pages.map((page) => page.$$eval("#log li", (lines) => lines.map((line) => line.textContent))));
  await own.kill();
  await one.waitForFunction(() => document.body.classList.contains("away"));
  assert.match(await one.textContent("#connection"), /tried again by itself/);
  await own.run();
  for (const [i, page] of pages.entries()) {
    await page.waitForFunction(() => !document.body.classList.contains("away"));
    await page.waitForFunction((length) => document.querySelectorAll("#log li").length >= length, known[i].length);
    const now = await page.$$eval("#log li", (lines) => lines.map((line) => line.textContent));
    assert.deepEqual(now.slice(0, known[i].length), known[i], "nothing that was done is lost");
  }
  await play(5, 9);
  assert.deepEqual([...one.problems, ...two.problems], []);
  await one.context().close();
  await two.context().close();
  await own.end();
});

test("what one chooses in secret is neither in the page of the other nor in what it is sent", async () => {
  const [one, two] = [await visitor(server), await visitor(server)];
  let told = 0;
  for (const game of (await server.games()).filter((game) => game.players[0] === 2)) {
    await openTable(one, game, ["friend"]);
    await two.goto((await inviteLinks(one))[0]);
    await ready(two);
    for (let i = 0; i < 4; i += 1) {
      for (const page of [one, two]) if (await isMyTurn(page)) await playByClicks(page, i * 2 + 1);
      await one.waitForTimeout(50);
    }
    // Own goals are cards that only their owner may know, as long as the other does not hold the like.
    const goals = (page) => page.$$eval("#goals [data-key]", (all) => all.map((goal) => goal.getAttribute("data-key").slice(5)));
    const [mine, theirs] = [await goals(one), await goals(two)];
    const sent = await two.evaluate(() => window.traffic);
    const shown = await two.content();
    for (const card of mine.filter((card) => !theirs.includes(card) && card.length > 4)) {
      const known = new RegExp(`(?<![\\w-])${card.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`);
      const open = await two.$$eval("#market [data-card], #others [data-card]", (all) => all.map((one) => one.getAttribute("data-card")));
      // A card that is called like a place or a line is named with it.
      if (open.includes(card) || (await two.$(`[data-place="${card}"], [data-lane="${card}"], [data-lane^="${card}/"]`))) continue;
      assert.ok(!known.test(sent), `${game.id}: ${card} was sent to the other`);
      assert.ok(!known.test(shown), `${game.id}: ${card} is in the other's page`);
      told += 1;
    }
  }
  assert.ok(told > 0, "there were secrets to look for");
  await one.context().close();
  await two.context().close();
});

test("axe-core finds nothing serious, by day and by night", { timeout: 600_000 }, async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await visitor(server, { colorScheme });
    await page.goto("/");
    await page.waitForSelector("[data-game]");
    assert.deepEqual(await serious(page), [], `the first page, ${colorScheme}`);
    // By night only the colours are others: some games are enough.
    const all = await server.games();
    for (const game of colorScheme === "light" ? all : all.filter((_, i) => i % 3 === 0)) {
      await openTable(page, game, Array(Math.max(game.players[0] - 1, 1)).fill("random"));
      await page.waitForTimeout(150);
      assert.deepEqual(await serious(page), [], `${game.id}, ${colorScheme}`);
    }
    await page.context().close();
  }
});

test("names are texts, whatever they are", async () => {
  const page = await visitor(server);
  const game = (await server.games())[0];
  await openTable(page, game, Array(Math.max(game.players[0] - 1, 1)).fill("random"), { name: "<img src=x onerror=window.hacked=1>" });
  assert.match(await page.textContent("#own h2"), /<img/);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
