/**
 * Small values that the browser remembers. Each has a default and a check; a missing or invalid
 * value falls back to its default and never breaks a page.
 */

/**
 * @template T
 * @typedef {{fallback: T, accepts: (value: any) => boolean}} Field
 */
/** @typedef {Pick<Storage, "getItem" | "setItem">} StorageLike */

/**
 * @template {Record<string, Field<any>>} S
 * @typedef {object} Store
 * @property {<K extends keyof S & string>(key: K) => S[K]["fallback"]} get
 * @property {<K extends keyof S & string>(key: K, value: S[K]["fallback"]) => void} set
 * @property {(listener: (key: keyof S & string) => void) => () => void} subscribe called after each change
 * @property {() => void} reset set everything back to its default
 */

/** @template {string} T @param {T} fallback @param {...T} others @returns {Field<T>} */
export function oneOf(fallback, ...others) {
  const choices = /** @type {unknown[]} */ ([fallback, ...others]);
  return { fallback, accepts: (value) => choices.includes(value) };
}

/** @param {boolean} fallback @returns {Field<boolean>} */
export const flag = (fallback) => ({ fallback, accepts: (value) => typeof value === "boolean" });

/** @param {number} fallback @param {number} low @param {number} high @returns {Field<number>} */
export const whole = (fallback, low, high) => ({
  fallback,
  accepts: (value) => Number.isInteger(value) && value >= low && value <= high,
});

/** @param {string} fallback @param {number} longest @returns {Field<string>} */
export const text = (fallback, longest) => ({
  fallback,
  accepts: (value) => typeof value === "string" && value.length <= longest,
});

/**
 * @template {Record<string, Field<any>>} S
 * @param {string} name under which the browser stores the values
 * @param {S} schema
 * @param {StorageLike | null} [storage]
 * @returns {Store<S>}
 */
export function createStore(name, schema, storage = browserStorage()) {
  const values = read(name, schema, storage);
  /** @type {Set<(key: keyof S & string) => void>} */
  const listeners = new Set();

  /** @param {(keyof S & string)[]} changed */
  function keep(changed) {
    try {
      storage?.setItem(name, JSON.stringify(values));
    } catch {
      // Full or forbidden storage: nothing is remembered, and the page works on.
    }
    for (const key of changed) for (const listener of [...listeners]) listener(key);
  }

  return {
    get: (key) => values[key],
    set(key, value) {
      if (!schema[key].accepts(value)) throw new RangeError(`${name}.${key} cannot be ${JSON.stringify(value)}`);
      if (values[key] === value) return;
      values[key] = value;
      keep([key]);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reset() {
      Object.assign(values, fallbacks(schema));
      keep(Object.keys(schema));
    },
  };
}

/** @param {Record<string, Field<any>>} schema */
function fallbacks(schema) {
  return Object.fromEntries(Object.entries(schema).map(([key, { fallback }]) => [key, fallback]));
}

/**
 * @param {string} name
 * @param {Record<string, Field<any>>} schema
 * @param {StorageLike | null} storage
 * @returns {Record<string, any>}
 */
function read(name, schema, storage) {
  const values = fallbacks(schema);
  try {
    const kept = JSON.parse(storage?.getItem(name) ?? "{}");
    for (const key of Object.keys(schema)) {
      if (Object.hasOwn(kept, key) && schema[key].accepts(kept[key])) values[key] = kept[key];
    }
  } catch {
    // Not JSON, or no storage: use the defaults.
  }
  return values;
}

/** The browser's storage, or null where it is missing or forbidden. @returns {StorageLike | null} */
function browserStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
