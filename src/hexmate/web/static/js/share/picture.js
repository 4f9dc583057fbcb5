/** The board on the screen as a picture: an SVG that needs no style sheet, and a PNG made of it. */

/** What the style sheets set and a picture needs. */
const STYLES = [
  "display",
  "fill",
  "fill-opacity",
  "font-size",
  "font-weight",
  "letter-spacing",
  "opacity",
  "paint-order",
  "stop-color",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
  "text-anchor",
  "dominant-baseline",
];
const FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif";
/** Values that need not be written: they are what a picture has anyway. @type {Record<string, string>} */
const PLAIN = {
  display: "inline",
  "fill-opacity": "1",
  "letter-spacing": "normal",
  opacity: "1",
  "paint-order": "normal",
  "stop-color": "rgb(0, 0, 0)",
  stroke: "none",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-opacity": "1",
  "text-anchor": "start",
  "dominant-baseline": "auto",
};
const LEFT_OUT = ".preview, .focus-ring";

/**
 * The text of an SVG file that shows a board as it is on the screen, whole even if the user has zoomed in.
 * @param {SVGSVGElement} board
 * @param {number} size pixels of the longer side
 */
export function svgText(board, size = 1200) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const [originals, copies] = [board, copy].map((root) => [...root.querySelectorAll("*")]);
  originals.forEach((element, at) => inline(element, copies[at]));
  for (const part of copy.querySelectorAll(LEFT_OUT)) part.remove();
  for (const part of copy.querySelectorAll('[display="none"]')) part.remove();
  const [x, y, width, height] = (board.dataset.frame ?? "0 0 1 1").split(" ").map(Number);
  const scale = size / Math.max(width, height);
  for (const name of [...copy.getAttributeNames()]) if (name !== "viewBox") copy.removeAttribute(name);
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width * scale)));
  copy.setAttribute("height", String(Math.round(height * scale)));
  copy.setAttribute("font-family", FONT);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x, y, width, height })) ground.setAttribute(name, String(value));
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** Write the styles of an element on its copy. @param {Element} element @param {Element} copy */
function inline(element, copy) {
  const style = getComputedStyle(element);
  // Browsers never display the definitions of paints, but they are needed.
  const paint = element.closest("defs") !== null;
  for (const name of paint ? ["stop-color"] : STYLES) {
    const value = style.getPropertyValue(name);
    if (value !== "" && value !== PLAIN[name]) copy.setAttribute(name, value.replaceAll('"', "'"));
  }
  for (const name of copy.getAttributeNames()) {
    if (/^(class|style|role|tabindex|aria-|data-)/.test(name)) copy.removeAttribute(name);
  }
}

/**
 * A PNG of an SVG's text.
 * @param {string} text
 * @returns {Promise<Blob>}
 */
export async function pngOf(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
