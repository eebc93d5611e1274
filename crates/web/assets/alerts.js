// "Your turn": in the title, by a sound if wished, and by a notification if allowed and nobody looks.
import * as mine from "./mine.js";

let sounded = 0;

/**
 * @param {string} title
 * @param {boolean} turn
 */
export function showTitle(title, turn) {
  document.title = turn ? `● Your turn – ${title}` : title;
}

/** @param {string} title */
export function call(title) {
  if (mine.setting("sound", false)) bell();
  if (document.hidden && "Notification" in window && Notification.permission === "granted") {
    const note = new Notification("Your turn", { body: title, tag: location.pathname });
    note.onclick = () => window.focus();
  }
}

/** Two short notes, made here. */
function bell() {
  if (Date.now() - sounded < 1000) return;
  sounded = Date.now();
  const context = new AudioContext();
  for (const [at, pitch] of [[0, 660], [0.16, 880]]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.12, context.currentTime + at);
    gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + 0.15);
    tone.connect(gain).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.15);
  }
}

/** @param {boolean} on */
export async function wish(on) {
  mine.set("sound", on);
  if (on) bell();
  if (on && "Notification" in window && Notification.permission === "default") await Notification.requestPermission();
}
