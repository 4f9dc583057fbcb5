/** What went wrong, in the user's language: errors are translated by their code. */

import { hasText, t } from "../i18n/index.js";
import { ApiError } from "./api.js";

/**
 * The text of an error. A code that the dictionary does not know shows the server's own message.
 * @param {unknown} error
 */
export function errorText(error) {
  if (!(error instanceof ApiError)) return messageOf(error);
  const key = `error.${error.code}`;
  return hasText(key) ? t(key, { message: error.message }) : error.message;
}

/** Only the reason, for texts that already say that a record could not be read or written. @param {unknown} error */
export function reasonText(error) {
  return error instanceof ApiError && error.code === "record" ? error.message : errorText(error);
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
