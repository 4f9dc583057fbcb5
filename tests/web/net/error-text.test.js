import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import en from "../../../src/hexmate/web/static/js/i18n/en.js";
import fr from "../../../src/hexmate/web/static/js/i18n/fr.js";
import { useTexts } from "../../../src/hexmate/web/static/js/i18n/index.js";
import { ApiError } from "../../../src/hexmate/web/static/js/net/api.js";
import { errorText, reasonText } from "../../../src/hexmate/web/static/js/net/error-text.js";
import { oracle } from "../oracle.js";

afterEach(() => useTexts("en", en));

test("every error code of the server and of the page, and no other, has a text in both languages", () => {
  const device = ["failed", "files", "memory", "network", "unsupported"].map((kind) => `device_${kind}`);
  const own = ["failed", "offline", ...device];
  const keys = [...oracle.codes, ...own].map((code) => `error.${code}`).sort();
  assert.ok(oracle.codes.length > 30);
  for (const dictionary of [en, fr]) {
    assert.deepEqual(
      Object.keys(dictionary)
        .filter((key) => key.startsWith("error."))
        .sort(),
      keys,
    );
  }
});

test("errors are translated by their code", () => {
  const taken = new ApiError("name_taken", "this name is taken", 409);
  useTexts("en", en);
  assert.equal(errorText(taken), "This name is already taken.");
  useTexts("fr", fr);
  assert.equal(errorText(taken), "Ce nom est déjà pris.");
});

test("the server's message is shown where it says more, and where the code is unknown", () => {
  useTexts("fr", fr);
  const record = new ApiError("record", "line 3: no such cell: z99", 422);
  assert.equal(errorText(record), "Lecture impossible\u00a0: line 3: no such cell: z99");
  assert.equal(reasonText(record), "line 3: no such cell: z99");
  assert.equal(errorText(new ApiError("brand_new", "a new kind of error", 500)), "a new kind of error");
  assert.equal(errorText(new TypeError("broken")), "broken");
});
