// A picture to draw after: it lies under the board, in this browser and nowhere else. The game knows nothing of it.

/** @typedef {import("./studio-canvas.js").BoardView} BoardView */
/** @typedef {{image: Blob, opacity: number, left: number, top: number, width: number}} Trace */

/** @returns {Promise<IDBObjectStore | null>} */
function store(/** @type {IDBTransactionMode} */ mode) {
  return new Promise((resolve) => {
    const asked = indexedDB.open("railwright-studio", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("traces");
    asked.onsuccess = () => resolve(asked.result.transaction("traces", mode).objectStore("traces"));
    // A browser that keeps nothing shows the picture until the page is left.
    asked.onerror = () => resolve(null);
  });
}

/** @param {BoardView} view */
function key(view) {
  return `${view.studio.state?.folder || ""}/${view.model.file}`;
}

/**
 * @param {BoardView} view
 * @param {Trace | null} trace
 */
function show(view, trace) {
  const image = view.traceImage;
  if (image.src) URL.revokeObjectURL(image.src);
  view.trace = trace;
  image.hidden = !trace;
  view.frameOfPicture.classList.toggle("traced", Boolean(trace));
  if (trace) {
    image.src = URL.createObjectURL(trace.image);
    placed(view);
  }
}

/**
 * Puts the picture where it is to lie.
 * @param {BoardView} view
 */
export function placed(view) {
  const { trace, traceImage } = view;
  if (!trace) return;
  Object.assign(traceImage.style, { left: `${trace.left}px`, top: `${trace.top}px`, width: `${trace.width}px`, opacity: String(trace.opacity) });
}

/** @param {BoardView} view */
export async function keep(view) {
  const traces = await store("readwrite");
  if (view.trace) traces?.put(view.trace, key(view));
  else traces?.delete(key(view));
}

/**
 * @param {BoardView} view
 * @param {File | undefined} file
 */
export async function traced(view, file) {
  if (!file) return;
  show(view, { image: file, opacity: 0.6, left: 0, top: 0, width: view.model.size[0] });
  await keep(view);
  view.choose([], [], false);
}

/** @param {BoardView} view */
export async function forget(view) {
  show(view, null);
  await keep(view);
  view.choose([], [], false);
}

/**
 * The picture of this board, from the last time.
 * @param {BoardView} view
 */
export async function restored(view) {
  const traces = await store("readonly").catch(() => null);
  if (!traces) return;
  const asked = traces.get(key(view));
  asked.onsuccess = () => {
    if (asked.result && !view.trace) {
      show(view, asked.result);
      view.choose([...view.places], [...view.lines], false);
    }
  };
}
