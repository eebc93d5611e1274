// Asking the server, and hearing from it. The secret of a seat is in a header: it stands in no address and in no log.

/** What the server answers when something cannot be done. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>} body
   */
  constructor(status, body) {
    super(body.message || "the server does not answer");
    this.status = status;
    this.code = body.code || "";
    this.body = body;
  }
}

/**
 * @param {string} path
 * @param {{token?: string | null, body?: unknown}} [more]
 * @returns {Promise<any>}
 */
export async function ask(path, more = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (more.token) headers.authorization = `Bearer ${more.token}`;
  if (more.body !== undefined) headers["content-type"] = "application/json";
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, {
      method: more.body === undefined ? "GET" : "POST",
      headers,
      body: more.body === undefined ? undefined : JSON.stringify(more.body),
    });
  } catch {
    throw new Refused(0, { code: "away", message: "the server cannot be reached; it is tried again by itself" });
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}

/**
 * Hears what happens at a table, for ever: when the connection ends it is made again by itself, and the first thing told is how it stands.
 * @param {string} id
 * @param {string | null} token
 * @param {{told: (event: string, data: any) => void, connected: (yes: boolean) => void, refused: (error: Refused) => void}} on
 * @returns {() => void} ends it
 */
export function listen(id, token, on) {
  let ended = false;
  let wait = 250;
  let abort = new AbortController();
  async function once() {
    abort = new AbortController();
    const response = await fetch(`/api/tables/${id}/events`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: abort.signal,
    });
    if (!response.ok || !response.body) {
      const body = await response.json().catch(() => ({}));
      const error = new Refused(response.status, body);
      if ([401, 404].includes(response.status)) {
        ended = true;
        on.refused(error);
      }
      throw error;
    }
    on.connected(true);
    wait = 250;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    // A server that says nothing for so long is gone, whatever the system believes.
    let silence = window.setTimeout(() => abort.abort(), 40000);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      window.clearTimeout(silence);
      silence = window.setTimeout(() => abort.abort(), 40000);
      rest += value;
      const blocks = rest.split("\n\n");
      rest = blocks.pop() || "";
      for (const block of blocks) tell(block);
    }
    window.clearTimeout(silence);
  }
  /** @param {string} block */
  function tell(block) {
    let event = "message";
    let data = "";
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) event = line.slice(6).trim();
      if (line.startsWith("data:")) data += line.slice(5).trimStart();
    }
    if (data) on.told(event, JSON.parse(data));
  }
  async function always() {
    while (!ended) {
      try {
        await once();
      } catch {
        // It is tried again below.
      }
      if (ended) return;
      on.connected(false);
      await new Promise((resolve) => window.setTimeout(resolve, wait + Math.random() * wait));
      wait = Math.min(wait * 2, 8000);
    }
  }
  void always();
  window.addEventListener("online", () => abort.abort());
  return () => {
    ended = true;
    abort.abort();
  };
}
