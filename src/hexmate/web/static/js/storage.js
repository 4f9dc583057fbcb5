/** The browser's storage; where that is forbidden, as in some private windows, one that lasts as long as the page. */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} StorageLike */

/** @type {Partial<Record<"localStorage" | "sessionStorage", StorageLike>>} */
const found = {};

/** What this browser remembers. @returns {StorageLike} */
export const lasting = () => (found.localStorage ??= storageOf("localStorage"));

/** What this tab remembers. @returns {StorageLike} */
export const passing = () => (found.sessionStorage ??= storageOf("sessionStorage"));

/** @param {"localStorage" | "sessionStorage"} name @returns {StorageLike} */
function storageOf(name) {
  try {
    const storage = globalThis[name];
    storage.getItem("hexmate");
    return storage;
  } catch {
    return inMemory();
  }
}

/** @returns {StorageLike} */
function inMemory() {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
