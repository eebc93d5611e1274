"use strict";
(() => {
  const { steps, seats, over } = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const last = steps.length - 1;
  let at = -1;
  let timer = 0;
  const group = (name) => document.querySelector(`[data-part="${CSS.escape(name)}"]`);
  const cell = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  // What lies on the board after each step is kept as differences: going back begins anew.
  const draw = (from, to) => {
    const now = {};
    for (let step = from; step <= to; step++) Object.assign(now, steps[step].board);
    if (from === 0) document.querySelectorAll("#board [data-part]").forEach((part) => { if (!(part.dataset.part in now)) part.replaceChildren(); });
    for (const [name, svg] of Object.entries(now)) {
      const part = group(name);
      if (part) part.innerHTML = svg;
    }
    return Object.keys(steps[to].board);
  };
  const show = (to) => {
    to = Math.max(0, Math.min(last, Math.round(Number(to)) || 0));
    if (to === at) return;
    const changed = draw(to > at && at >= 0 ? at + 1 : 0, to);
    document.querySelectorAll("#board .changed").forEach((part) => part.classList.remove("changed"));
    if (to > 0) changed.forEach((name) => group(name)?.classList.add("changed"));
    at = to;
    const step = steps[at];
    $("slider").value = $("number").value = String(at);
    $("told").replaceChildren(...(step.told.length ? step.told : [at ? "…" : "Set-up"]).map((line, i) => cell(i ? "p" : "h2", line)));
    if (at === last && over) $("told").append(cell("p", `The game is over: ${over}.`));
    const head = document.createElement("tr");
    head.append(cell("th", ""));
    seats.forEach((seat, i) => {
      const th = cell("th", `${seat.name}${seat.who === "human" ? "" : ` (${seat.who})`}`);
      th.style.borderTop = `.4rem solid ${seat.color}`;
      th.classList.toggle("moved", step.seat === i);
      head.append(th);
    });
    const before = new Map(at ? steps[at - 1].standing : []);
    const rows = step.standing.map(([name, values]) => {
      const row = document.createElement("tr");
      row.append(cell("th", name));
      values.forEach((value, i) => {
        const td = cell("td", value);
        td.classList.toggle("new", at > 0 && before.has(name) && before.get(name)[i] !== value);
        row.append(td);
      });
      return row;
    });
    $("standing").replaceChildren(head, ...rows);
    const entries = [...$("log").children];
    entries.forEach((entry, i) => entry.classList.toggle("now", i === at));
    const list = $("log"), entry = entries[at];
    if (entry) list.scrollTop = entry.offsetTop - list.offsetTop - list.clientHeight / 2;
    $("turn").value = String(step.turn);
    // A page within a page has no address of its own.
    if (window === window.parent) history.replaceState(null, "", `#${at}`);
  };
  const toTurn = (turn) => {
    const first = steps.findIndex((step) => step.turn >= turn);
    show(first < 0 ? last : first);
  };
  const stop = () => { clearInterval(timer); timer = 0; $("play").textContent = "▶▶"; };
  const play = () => {
    if (timer) return stop();
    if (at === last) show(0);
    $("play").textContent = "❚❚";
    timer = setInterval(() => (at === last ? stop() : show(at + 1)), 900);
  };
  $("slider").max = $("number").max = $("all").textContent = String(last);
  $("log").append(...steps.map((step, i) => {
    const item = document.createElement("li");
    const button = cell("button", step.told[0] ?? (i ? "…" : "set-up"));
    button.onclick = () => { stop(); show(i); };
    if (step.seat !== null && seats[step.seat]) item.style.borderLeftColor = seats[step.seat].color;
    item.append(button);
    return item;
  }));
  const keys = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
  document.addEventListener("keydown", (event) => {
    if (event.target === $("number") || event.target === $("turn") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in keys) show(at + keys[event.key]);
    else if (event.key === "Home") show(0);
    else if (event.key === "End") show(last);
    else if (event.key === "n") toTurn(steps[at].turn + 1);
    else if (event.key === "p") toTurn(Math.max(0, steps[at].turn - 1));
    else if (event.key === " " && event.target.tagName !== "BUTTON") play();
    else return;
    if (event.key !== " ") stop();
    event.preventDefault();
  });
  $("slider").oninput = () => { stop(); show($("slider").value); };
  $("turn").onchange = () => { stop(); toTurn(Number($("turn").value)); };
  $("number").onchange = () => { stop(); show($("number").value); };
  $("first").onclick = () => { stop(); show(0); };
  $("back").onclick = () => { stop(); show(at - 1); };
  $("on").onclick = () => { stop(); show(at + 1); };
  $("last").onclick = () => { stop(); show(last); };
  $("play").onclick = play;
  show(location.hash.slice(1) || 0);
})();
