// A server of its own for each test, a real browser, and the few things that people do in it.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../../..");
const program = process.env.RAILWRIGHT || join(root, "target/debug/railwright");
const axe = readFileSync(join(here, "node_modules/axe-core/axe.min.js"), "utf8");

/** A port that nobody listens on just now. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The program, which can be killed and started again on the same store and port. */
export class Server {
  static async start(...more) {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), "railwright-browser-"));
    server.port = await freePort();
    server.more = more;
    await server.run();
    return server;
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  async run() {
    const args = ["serve", "--listen", `127.0.0.1:${this.port}`, "--store", join(this.folder, "tables.sqlite"), "--rate", "0", "--bot-pause", "0", ...this.more];
    this.process = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.said = "";
    this.process.stderr.on("data", (data) => (this.said += data));
    for (let tries = 0; tries < 400; tries += 1) {
      const ready = await fetch(`${this.address}/health`).then((answer) => answer.ok, () => false);
      if (ready) return;
      if (this.process.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server does not start: ${this.said}`);
  }

  /** As if the power had failed. */
  async kill() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await gone;
  }

  async end() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** All games by their ids, in whatever order the page shows them. */
  async games() {
    const games = await (await fetch(`${this.address}/api/games`)).json();
    return games.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** The studio on a folder of its own, in which there are some files. */
export class StudioServer {
  /** @param {Record<string, string>} files */
  static async start(files = {}) {
    const server = new StudioServer();
    server.home = mkdtempSync(join(tmpdir(), "railwright-studio-"));
    server.folder = join(server.home, "games");
    mkdirSync(server.folder);
    for (const [name, text] of Object.entries(files)) server.write(name, text);
    server.process = spawn(program, ["studio", server.folder, "--no-browser", "--store", join(server.home, "tables.sqlite")], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    server.process.stderr.on("data", (data) => (said += data));
    for (let tries = 0; tries < 1200 && !server.key; tries += 1) {
      const found = /(http:\/\/127\.0\.0\.1:\d+)(\/studio\?key=[0-9a-f]+)/.exec(said);
      if (found) [, server.address, server.key] = found;
      else if (server.process.exitCode !== null) break;
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (!server.key) throw new Error(`the studio does not start: ${said}`);
    return server;
  }

  /** What another program writes into the folder. */
  write(name, text) {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  read(name) {
    return readFileSync(join(this.folder, name), "utf8");
  }

  async end() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await gone;
    rmSync(this.home, { recursive: true, force: true });
  }
}

let browser;

/** A browser of its own: what it remembers is not shared with others. */
export async function visitor(server, options = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    // RAILWRIGHT_WATCH=1 shows what is done, at a pace that can be followed.
    headless: !process.env.RAILWRIGHT_WATCH,
    slowMo: process.env.RAILWRIGHT_WATCH ? 150 : 0,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, baseURL: server.address, ...options });
  // Everything that the page is sent, the streams too; not what names every card of the game to everybody, its board and its rules.
  await context.addInitScript(() => {
    window.traffic = "";
    const asked = window.fetch;
    window.fetch = async (...what) => {
      const answer = await asked(...what);
      if (!answer.body || /\/(board|rules)$/.test(String(what[0]))) return answer;
      const [mine, theirs] = answer.body.tee();
      void (async () => {
        const reader = mine.pipeThrough(new TextDecoderStream()).getReader();
        for (;;) {
          const { done, value } = await reader.read().catch(() => ({ done: true }));
          if (done) return;
          window.traffic += value;
        }
      })();
      return new Response(theirs, { status: answer.status, headers: answer.headers });
    };
  });
  // While pages are written they are taken from their folder instead of the program, which need not be built anew.
  if (process.env.RAILWRIGHT_PAGES) {
    const kinds = { js: "text/javascript", css: "text/css", html: "text/html", svg: "image/svg+xml" };
    const own = (name) => ({ body: readFileSync(join(here, "../../assets", name), "utf8"), contentType: kinds[name.split(".").pop()] });
    await context.route(/\/studio$/, (route) => (route.request().method() === "GET" && !route.request().url().includes("/api/") ? route.fulfill(own("studio.html")) : route.continue()));
    await context.route(/\/assets\/[a-z.-]+$/, (route) => route.fulfill(own(new URL(route.request().url()).pathname.split("/").pop())));
    await context.route(/\/t\/[a-z0-9]+$/, (route) => route.fulfill(own("table.html")));
  }
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|status of (4|5)|net::/.test(message.text())) page.problems.push(message.text());
  });
  // Machines that test have much to do at once.
  page.setDefaultTimeout(60000);
  return page;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

/** Opens a table by clicks, from the first page on; `seats` says who sits after me. */
export async function openTable(page, game, seats, settings = {}) {
  await page.goto("/");
  await page.click(`[data-game="${game.id}"]`);
  await page.selectOption("#players", String(seats.length + 1));
  for (const [i, who] of seats.entries()) await page.selectOption(`dialog select[aria-label="Seat ${i + 2}"]`, who);
  if (settings.seed) {
    await page.click("#more-settings summary");
    await page.fill("#seed", String(settings.seed));
  }
  if (settings.name) await page.fill("#my-name", settings.name);
  await page.click("#create");
  await page.waitForURL(/\/t\//);
  await ready(page);
}

/** Waits until the table is shown. */
export async function ready(page) {
  await page.waitForFunction(() => document.querySelector("#turn")?.textContent && document.querySelector("#board svg"));
}

/** The links for friends that the page shows. */
export function inviteLinks(page) {
  return page.$$eval("#invites input", (inputs) => inputs.map((input) => input.value));
}

export const isMyTurn = (page) => page.evaluate(() => document.body.classList.contains("my-turn"));
export const isOver = (page) => page.evaluate(() => !document.querySelector("#sheet").hidden);
export const logLength = (page) => page.$$eval("#log li", (lines) => lines.length);

/** How often the page was told something. */
export const revision = (page) => page.evaluate(() => document.body.dataset.revision);

/** Waits until the page has been told something since. */
export const untilTold = (page, known) => page.waitForFunction((known) => document.body.dataset.revision !== known, known);

/** Plays one move with the mouse: something that is lit on the board if there is anything, else from the list. */
export async function playByClicks(page, number) {
  const before = await revision(page);
  const lit = await page.$$("#board .legal");
  if (lit.length && number % 2 === 0) {
    await lit[(number * 7) % lit.length].dispatchEvent("click").catch(() => {});
  }
  await chooseFromList(page, number);
  await untilTold(page, before);
}

/** Opens groups of the list until a move is there, and clicks it. What others do meanwhile may show the list anew: then it is looked at again. */
export async function chooseFromList(page, number) {
  let said = "";
  const before = await revision(page);
  for (let tries = 0; tries < 30; tries += 1) {
    const moves = await page.$$("#moves button.move:not(:disabled)");
    try {
      const chosen = moves[(number * 5) % Math.max(moves.length, 1)];
      const group = await chosen.evaluate((button) => button.classList.contains("group"));
      await chosen.click({ timeout: 2000 });
      if (!group) return;
    } catch (error) {
      // On a machine that has much to do, a click may arrive and still be called late.
      if ((await revision(page)) !== before && !(await isMyTurn(page))) return;
      said = String(error);
      // What was lit when it was looked for may no longer be: then why is shown, and the way back to all moves.
      await page.click('#moves button[data-key="all"]', { timeout: 500 }).catch(() => {});
      await page.waitForTimeout(30);
    }
  }
  throw new Error(`no move can be chosen: ${await page.textContent("#act")} ${said}`);
}

/** Lets the page play by itself, by clicking its own buttons, until the game is over. */
export async function playToTheEnd(page, most = 4000) {
  return page.evaluate(async (most) => {
    const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
    let [moves, idle, opened] = [0, 0, 0];
    while (document.querySelector("#sheet").hidden) {
      if (moves > most || idle > 3000) throw new Error(`it does not end: ${moves} moves, ${document.querySelector("#turn").textContent} ${document.querySelector("#notice").textContent} ${document.querySelector("#moves").textContent}`);
      const listed = [...document.querySelectorAll("#moves button.move:not(:disabled)")];
      if (!document.body.classList.contains("my-turn") || document.body.classList.contains("sending") || !listed.length) {
        idle += 1;
        await wait(10);
        continue;
      }
      idle = 0;
      // What claims or builds brings a game to its end.
      const chosen = listed[moves % 3 === 0 ? listed.length - 1 : (moves * 7) % listed.length];
      const group = chosen.classList.contains("group");
      const { revision } = document.body.dataset;
      chosen.click();
      if (group) {
        // A group that opens shows fewer moves each time.
        opened += 1;
        if (opened > 50) throw new Error(`groups that open show the same again: ${document.querySelector("#moves").textContent}`);
        continue;
      }
      opened = 0;
      moves += 1;
      for (let tries = 0; tries < 1000 && document.body.dataset.revision === revision; tries += 1) await wait(5);
    }
    return moves;
  }, most);
}

/** What axe-core finds that is serious or worse. */
export async function serious(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
}
