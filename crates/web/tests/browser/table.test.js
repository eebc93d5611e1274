// What a table shows beside the game itself: rules, what moves mean, how it stood before, who asks to take back, who is called.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, chooseFromList, closeBrowser, inviteLinks, isMyTurn, logLength, openTable, playByClicks, playToTheEnd, ready, revision, serious, untilTold, visitor } from "./harness.js";

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.end();
});

/** A game for two, against as many bots as it needs. */
async function begin(page, more = {}) {
  const game = (await server.games()).findLast((game) => game.players[0] === 2);
  await openTable(page, game, [more.friend ? "friend" : "random"], { seed: 5, ...more });
  return game;
}

const myTurn = (page) => page.waitForFunction(() => document.body.classList.contains("my-turn"));

test("some of several cards are chosen by marking them, in the list or where they lie", async () => {
  const page = await visitor(server);
  await begin(page);
  await page.waitForSelector(".choose");
  const marked = () => page.$$eval(".choose .choice", (all) => all.map((one) => one.getAttribute("aria-pressed") === "true"));
  const text = () => page.textContent(".choose .move");
  assert.ok((await marked()).every(Boolean) && /these 3/.test(await text()), "all can be kept, and are marked at first");
  await page.click(".choose .choice >> nth=0");
  assert.deepEqual(await marked(), [false, true, true]);
  assert.match(await text(), /these 2/);
  // The same card where it lies.
  const id = await page.getAttribute(".choose .choice >> nth=0", "data-card");
  await page.click(`#own [data-card="${id}"]`);
  assert.deepEqual(await marked(), [true, true, true]);
  await page.click(".choose .choice >> nth=1");
  await page.click(".choose .choice >> nth=2");
  assert.match(await text(), /choose more/, "too few are not offered");
  assert.ok(await page.$eval(".choose .move", (button) => button.disabled));
  await page.click(".choose .choice >> nth=2");
  const before = await revision(page);
  await page.click(".choose .move");
  await untilTold(page, before);
  assert.equal(await page.$$eval("#goals .goal", (goals) => goals.length), 2, "what was marked was kept");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("what somebody points at says what can be done with it and what that costs", async () => {
  const page = await visitor(server);
  await begin(page);
  await chooseFromList(page, 0);
  // Cards are drawn until something can be paid.
  for (let i = 0; i < 60 && !(await page.$("#board .lane.legal")); i += 1) {
    await myTurn(page);
    const known = await revision(page);
    await page.click('#moves button[data-do="draw deck"]');
    await untilTold(page, known);
  }
  await myTurn(page);
  await page.waitForSelector("#board .lane.legal", { state: "attached" });
  await page.dispatchEvent("#board .lane.legal", "mouseover", { bubbles: true });
  assert.match(await page.textContent("#tip"), /–/);
  assert.ok(await page.$("#tip .card"), "what is paid is shown as cards");
  await page.dispatchEvent("#board .lane.legal", "click");
  const pay = await page.$$eval("#moves .card", (cards) => cards.length);
  assert.ok(pay > 0, "the payment is picked with cards");
  await page.keyboard.press("Escape");
  // What does not glow says why.
  await page.dispatchEvent("#board .lane:not(.legal)", "click");
  await page.waitForSelector("#moves .why .cited");
  assert.match(await page.textContent("#moves .why .cited"), /\.toml:\d+/);
  // A goal shows the way that is missing.
  await page.hover("#goals .goal");
  assert.ok((await page.$$("#board .lane.way")).length > 0);
  assert.ok((await page.$$("#board .place.goal")).length >= 2);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("every game says what its moves mean and has its rules and tables at hand", { timeout: 120_000 }, async () => {
  const page = await visitor(server);
  let tables = 0;
  for (const game of await server.games()) {
    await openTable(page, game, Array(Math.max(game.players[0] - 1, 1)).fill("random"), { seed: 3 });
    await page.waitForFunction(() => document.querySelector("#moves .means, .choose"));
    assert.ok(!(await page.$$eval("#moves .means", (all) => all.map((one) => one.textContent).join(" "))).includes("`"), `${game.id} shows code`);
    await page.click("#show-rules");
    const text = await page.textContent("#rules");
    for (const part of ["What players can do", "Scoring", "Who wins", game.name]) assert.ok(text.includes(part), `${game.id}: ${part}`);
    assert.ok(!/\*\*|^#/m.test(text), `${game.id} shows marks of its text`);
    if (game.players[0] === 2 && tables === 0) assert.deepEqual(await serious(page), []);
    await page.keyboard.press("Escape");
    assert.equal(await page.$eval("#rules", (dialog) => dialog.open), false);
    tables += (await page.$$("#tables table")).length;
  }
  assert.ok(tables > 3, "values and prices are shown");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a game under way is looked back at with slider and keys, and gone on with", async () => {
  const page = await visitor(server);
  await begin(page);
  for (let played = 0; played < 5; played += 1) {
    await myTurn(page);
    await playByClicks(page, played);
  }
  await myTurn(page);
  const [lines, moves] = [await logLength(page), await page.$$eval("#moves button", (all) => all.length)];
  await page.click("#more summary");
  await page.click("#look-back");
  await page.waitForFunction(() => Number(document.querySelector("#step")?.max) > 3);
  assert.match(await page.textContent("#turn"), /Looking back/);
  await page.focus("#replay button");
  for (let back = 0; back < 3; back += 1) {
    const step = await page.$eval("#step", (slider) => slider.value);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((known) => document.querySelector("#step").value !== known, step);
  }
  await page.waitForFunction((length) => document.querySelectorAll("#log li").length < length, lines);
  assert.equal(await page.$$eval("#moves button", (all) => all.length), 0, "nothing is played in the past");
  await page.click('#replay button:has-text("Back to the game")');
  await page.waitForFunction((length) => document.querySelectorAll("#log li").length >= length, lines);
  await myTurn(page);
  assert.equal(await page.$$eval("#moves button", (all) => all.length), moves);
  await playByClicks(page, 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two people: taking back by consent, two pages of one seat, somebody who watches, and who is called", async () => {
  const [one, two] = [await visitor(server), await visitor(server)];
  const game = await begin(one, { friend: true });
  await two.goto((await inviteLinks(one))[0]);
  await ready(two);
  assert.match(await one.title(), /^● Your turn/);
  const start = await one.$$eval("#moves button, .choose button", (all) => all.length);
  await chooseFromList(one, 0);
  await one.waitForFunction(() => !document.body.classList.contains("my-turn"));
  await chooseFromList(two, 0);
  await two.waitForFunction(() => document.querySelectorAll("#log li").length > 3);
  assert.ok(!/Your turn/.test((await isMyTurn(one)) ? "" : await one.title()));
  // The first would like to take back what the second has answered to.
  const asks = (await isMyTurn(one)) ? two : one;
  const other = asks === one ? two : one;
  await asks.click("#undo");
  await other.waitForSelector('#asked button:has-text("Agree")');
  await other.click('#asked button:has-text("No")');
  await asks.waitForFunction(() => !document.querySelector("#asked button"));
  await asks.click("#undo");
  await other.click('#asked button:has-text("Agree")');
  await asks.waitForFunction(() => document.querySelector("#log").textContent.includes("taken back"));
  await asks.waitForFunction(() => document.body.classList.contains("my-turn"));
  if (asks === one) assert.equal(await one.$$eval("#moves button, .choose button", (all) => all.length), start);
  // A second page of the same seat sees what the first does, and is nobody else.
  const again = await asks.context().newPage();
  await again.goto(asks.url());
  await ready(again);
  const known = await revision(again);
  await chooseFromList(asks, 0);
  await untilTold(again, known);
  assert.equal(await revision(again), await revision(asks));
  assert.ok(!(await other.textContent("#others")).includes("watching"));
  // Without a link nobody looks: the table is not open.
  const stranger = await visitor(server);
  await stranger.goto(one.url());
  await stranger.waitForFunction(() => document.body.textContent.includes("cannot be shown"));
  assert.deepEqual([...one.problems, ...two.problems, ...stranger.problems], [], game.id);
  for (const page of [one, two, stranger]) await page.context().close();
});

test("a notification calls whoever looks elsewhere, if that is wished", async () => {
  const page = await visitor(server);
  await page.addInitScript(() => {
    window.notes = [];
    window.Notification = class {
      static permission = "granted";
      constructor(title, more) {
        window.notes.push([title, more.body]);
      }
    };
    Object.defineProperty(document, "hidden", { get: () => window.elsewhere === true });
  });
  await begin(page);
  assert.deepEqual(await page.evaluate(() => window.notes), [], "nobody is called who looks");
  await page.evaluate(() => (window.elsewhere = true));
  await chooseFromList(page, 0);
  await page.waitForFunction(() => window.notes.length > 0);
  assert.equal((await page.evaluate(() => window.notes))[0][0], "Your turn");
  await page.context().close();
});

test("the score sheet says what each line counts, and nothing serious is wrong with it", { timeout: 120_000 }, async () => {
  const page = await visitor(server);
  await begin(page);
  await playToTheEnd(page);
  await page.waitForSelector("#sheet .says");
  const lines = await page.$$eval("#sheet tbody tr:not(.total)", (rows) => rows.map((row) => row.textContent));
  assert.ok(lines.length > 2 && (await page.$$("#sheet .says")).length >= lines.length - 1, lines.join(" | "));
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
