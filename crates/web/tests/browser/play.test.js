// Every bundled game in two real browsers by clicks, and in one to its end against bots.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, closeBrowser, inviteLinks, isMyTurn, logLength, openTable, playByClicks, playToTheEnd, ready, visitor } from "./harness.js";

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.end();
});

test("the first page shows every game with its picture", async () => {
  const page = await visitor(server);
  await page.goto("/");
  const games = await server.games();
  assert.ok(games.length >= 5);
  await page.waitForSelector(`[data-game="${games.at(-1).id}"]`);
  for (const game of games) {
    const size = await page.$eval(`[data-game="${game.id}"] img`, async (image) => {
      image.loading = "eager";
      await image.decode();
      return image.naturalWidth;
    });
    assert.ok(size > 100, `${game.id} has a picture`);
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two browsers play the opening of every game by clicks", { timeout: 1_800_000 }, async (t) => {
  for (const game of await server.games()) {
    await t.test(game.id, async () => {
      const [one, two] = [await visitor(server), await visitor(server)];
      const bots = Array(Math.max(game.players[0] - 2, 0)).fill("random");
      await openTable(one, game, ["friend", ...bots], { name: "Ada" });
      const [link] = await inviteLinks(one);
      await two.goto(link);
      await ready(two);
      assert.ok(!two.url().includes("join"), "the secret does not stay in the address");
      let played = 0;
      for (let looks = 0; played < 10 && looks < 2000; looks += 1) {
        const turns = [await isMyTurn(one), await isMyTurn(two)];
        const at = turns.indexOf(true);
        if (at < 0) {
          await one.waitForTimeout(20);
          continue;
        }
        await playByClicks([one, two][at], played);
        played += 1;
      }
      assert.equal(played, 10, "ten moves were played");
      // Both have seen something happen, and nothing broke.
      for (const page of [one, two]) {
        assert.ok((await logLength(page)) > 5);
        assert.deepEqual(page.problems, []);
        assert.equal(await page.textContent("#connection"), "");
      }
      await one.context().close();
      await two.context().close();
    });
  }
});

test("one browser plays every game to its end against bots", { timeout: 1_800_000 }, async (t) => {
  for (const game of await server.games()) {
    await t.test(game.id, async () => {
      const page = await visitor(server);
      await openTable(page, game, Array(Math.max(game.players[0] - 1, 1)).fill("greedy"));
      const moves = await playToTheEnd(page);
      assert.ok(moves > 3, `${moves} moves`);
      const sheet = await page.textContent("#sheet");
      assert.match(sheet, /wins\.|share the win\.|Nobody wins\./);
      assert.match(sheet, /The seed was \d+/);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  }
});

test("a game that is over is looked back at, thought about, and gone on with", { timeout: 400_000 }, async () => {
  const page = await visitor(server);
  const game = (await server.games()).find((game) => game.players[0] === 2);
  await openTable(page, game, ["random"]);
  await playToTheEnd(page);
  await page.waitForFunction(() => Number(document.querySelector("#step")?.max) > 3);
  const log = () => page.textContent("#log");
  // The last lines may come after the sheet.
  let all = "";
  while (all !== (await log())) {
    all = await log();
    await page.waitForTimeout(300);
  }
  await page.focus("#sheet button");
  for (let back = 0; back < 3; back += 1) {
    const step = await page.$eval("#step", (slider) => slider.value);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((known) => document.querySelector("#step").value !== known, step);
  }
  await page.waitForFunction((text) => document.querySelector("#log").textContent !== text, all);
  await page.$eval("#step", (slider) => {
    slider.value = "4";
    slider.dispatchEvent(new Event("input"));
  });
  await page.waitForFunction(() => document.querySelector("#replay").textContent.includes("step 4 of"));
  await page.click('#replay button:has-text("What would search do?")');
  await page.waitForSelector("#thought li, #thought:has-text('nobody')", { timeout: 150_000 });
  const before = new URL(page.url()).pathname;
  await page.click('#replay button:has-text("Play on from here")');
  await page.waitForURL((url) => /\/t\//.test(url.pathname) && url.pathname !== before && !url.href.includes("#"));
  await ready(page);
  assert.equal(await page.$eval("#sheet", (sheet) => sheet.hidden), true, "the new table is under way");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
