// Addresses are read and written as the package does it: tests/test_notation.py reads the same list.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { parsePosition } from "../../src/optimeld/web/static/js/shared/notation.js";
import { differences, RETAIL } from "../../src/optimeld/web/static/js/shared/rules.js";
import { fromUrl, toUrl } from "../../src/optimeld/web/static/js/shared/url.js";

const listed = JSON.parse(readFileSync(new URL("../data/positions_in_urls.json", import.meta.url), "utf8"));

for (const { url, text, rules, opened } of listed) {
  test(`${url} is ${text}`, () => {
    const place = fromUrl(url);
    const expected = parsePosition(text, { ...RETAIL, ...rules });
    assert.deepEqual({ table: place.table, rack: place.rack }, expected);
    assert.deepEqual(differences(place.rules), rules);
    assert.equal(place.opening, !opened);
    assert.equal(toUrl(place), url);
  });
}

test("what a link says that is not known is left out, and its tiles are shown", () => {
  const place = fromUrl("K1K2K3~R6~no-such-rule.7~values.many~joker-rule.other");
  assert.deepEqual(place.table, [["K1", "K2", "K3"]]);
  assert.deepEqual(differences(place.rules), {});
});
