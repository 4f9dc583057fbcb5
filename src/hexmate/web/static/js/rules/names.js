/** Names of cells: a column letter and a row number from the top, `a1`; past `z` comes `aa`. */

/**
 * @param {number} col from 0
 * @returns {string} `a`, `b` … `z`, `aa` …
 */
export function columnName(col) {
  let name = "";
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/**
 * @param {number} cell row * cols + col
 * @param {number} cols
 */
export function cellName(cell, cols) {
  return columnName(cell % cols) + (Math.floor(cell / cols) + 1);
}

/**
 * The number of a cell given by name, or null if the board has no such cell.
 * @param {string} name
 * @param {number} rows
 * @param {number} cols
 * @returns {number | null}
 */
export function cellNumber(name, rows, cols) {
  const match = /^([a-z]{1,2})([1-9]\d{0,2})$/.exec(name.trim().toLowerCase());
  if (!match) return null;
  const [, letters, digits] = match;
  const col = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1;
  const row = Number(digits) - 1;
  return col < cols && row < rows ? row * cols + col : null;
}
