/** Reads the package's reference data, which `make test-web` writes. */

import { readFileSync } from "node:fs";

const path = process.env.HEXMATE_WEB_ORACLE;
if (!path) throw new Error("HEXMATE_WEB_ORACLE is not set: run `make test-web`");

/** @type {{games: any[], layouts: any[], tasks: Record<string, string[]>, codes: string[],
 *   records: {sgf: string, record: any}[]}} */
export const oracle = JSON.parse(readFileSync(path, "utf-8"));
