/**
 * The public page that says where we lend: its answers, its drawing, and that it is kept
 * (docs/decisions/lending-areas.md).
 */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { settingsVersions } from "../../../db/schema/mod.ts";
import type { LendingArea } from "../../../lib/domain/lending/settings.ts";
import { POSTAL_CENTRES } from "../../../lib/domain/places/postal_centres.ts";
import { makeApp } from "../../support/app.ts";

const t = await makeApp();
Deno.test.afterAll(() => t.close());

const RULES: LendingArea[] = [
  { value: "Timmins", rule: "no", maxLtv: 65 },
  { value: "Prince Edward County", rule: "lower", maxLtv: 65 },
  { value: "L8P", rule: "lower", maxLtv: 60 },
  { value: "Rural", rule: "lower", maxLtv: 70 },
];

async function putRules(lendingAreas: LendingArea[]): Promise<void> {
  const body = { ...structuredClone(t.deps.ports.lending().settings), lendingAreas };
  await t.deps.db.insert(settingsVersions).values({ body, savedAt: t.now() });
  await t.deps.ports.refreshLending();
}

/** The page without tags between its words. */
async function ask(postal?: string): Promise<{ html: string; words: string }> {
  const query = postal === undefined ? "" : `?postal=${encodeURIComponent(postal)}`;
  const answer = await t.get(`/lending-areas${query}`);
  assert.equal(answer.status, 200);
  const html = await answer.text();
  return { html, words: html.replace(/<(script|title)[^]*?<\/\1>/g, "").replace(/<[^>]+>/g, "").replace(/\s+/g, " ") };
}

Deno.test("each rule has its answer, and an invalid postal code shows its error at the field", async () => {
  await putRules(RULES);
  const answers: [postal: string, says: string[]][] = [
    ["M5V 2T6", ["Yes, up to 80%", "We lend up to 80% of the value in M5V, Toronto."]],
    ["l8p", ["Yes, up to 60%", "We lend up to 60% of the value in L8P, Hamilton."]],
    ["P4N 1A1", ["Not here", "We do not lend in P4N, Timmins."]],
    ["N0E 1A0", ["Yes, up to 70%", "in N0E.", "Several places share this postal area."]],
    ["V5K 0A1", ["We lend in Ontario only: its postal codes begin with K, L, M, N or P."]],
    ["P9Z", ["We do not know P9Z. Check the code, or ask us."]],
    ["Toronto", ["Enter a postal code, such as L8P 1A1."]],
    ["", ["Enter a postal code, such as L8P 1A1."]],
  ];
  for (const [postal, says] of answers) {
    const { words } = await ask(postal);
    for (const sentence of says) assert.ok(words.includes(sentence), `${postal}: ${sentence}`);
  }
  assert.match((await ask("V5K")).html, /aria-invalid="true"/);
  assert.doesNotMatch((await ask()).html, /aria-invalid|area-answer/);
});

Deno.test("where places share a postal area, those with a lower limit are named, unless the area has its own rule", async () => {
  const rules: LendingArea[] = [RULES[0], RULES[1], { value: "N0E", rule: "lower", maxLtv: 75 }];
  await putRules(rules);
  const shares = "Several places share this postal area.";
  const picton = await ask("K0K 2T0");
  assert.ok(picton.words.includes(`${shares} We lend up to 65% in Prince Edward County. If the city is named below`));
  assert.match(picton.html, /class="verdict" data-band="yellow"/, "no plain yes where some of it gets less");
  const perth = await ask("K0A");
  assert.ok(perth.words.includes(`${shares} If the city is named below, its rule holds.`));
  assert.match(perth.html, /class="verdict" data-band="green"/);
  const own = await ask("N0E");
  assert.ok(own.words.includes("We lend up to 75% of the value in N0E."));
  assert.ok(!own.words.includes(shares), "its own rule comes before any city's");
});

Deno.test("the drawing shows each rule, and the text below it says the same", async () => {
  await putRules(RULES);
  const { html, words } = await ask();
  assert.match(html, /class="map-area" data-rule="lower" d="[^"]+"><title>Prince Edward County</);
  assert.match(html, /<circle class="map-dot"[^>]*data-rule="lower"><title>L8P<\/title>/);
  assert.ok(words.includes("rural areas 70%, Prince Edward County 65%, L8P 60%."));
  assert.ok(words.includes("Not hereTimmins."));
  assert.ok(words.includes("Thunder Bay, Tillsonburg, Toronto,") && !words.includes("Rural areas, too."));
  assert.ok(words.includes("Rural: up to 70%"));
  assert.match((await ask("P4N")).html, /aria-label="Map of north-eastern Ontario/);
  assert.match((await ask("P4N")).html, /data-chosen="true" data-rule="no"/);
});

Deno.test("an area whose rule limits nothing is named once, and rural areas in a sentence of their own", async () => {
  await putRules([
    { value: "Toronto", rule: "lend", maxLtv: 65 },
    { value: "Barrie", rule: "lower", maxLtv: 90 },
    { value: "Rural", rule: "lend", maxLtv: 65 },
    { value: "L8P", rule: "lower", maxLtv: 90 },
  ]);
  const { words } = await ask();
  const full = /Up to 80%(?=[A-Z])(.*)$/.exec(words.slice(words.indexOf("All areas in words")))![1];
  for (const name of ["Toronto", "Barrie", "L8P"]) {
    assert.equal(full.match(new RegExp(`\\b${name}\\b`, "g"))?.length, 1, name);
  }
  assert.equal(full.match(/rural areas/gi)?.length, 1);
});

Deno.test("without rules the page says that we lend everywhere", async () => {
  await putRules([]);
  const { html, words } = await ask("P4N");
  assert.ok(words.includes("Yes, up to 80%") && words.includes("Rural areas, too."));
  assert.doesNotMatch(html, /data-rule="(lower|no)"/);
});

Deno.test("the marker of every postal area lies in the drawing", async () => {
  const outside: string[] = [];
  const all = [...POSTAL_CENTRES].filter(([, [latitude]]) => latitude > 45.2 || latitude < 42.2);
  assert.ok(all.length > 60);
  for (const [area] of all) {
    const { html } = await ask(area);
    const [, x, y] = /class="map-marker" transform="translate\((-?\d+) (-?\d+)\)/.exec(html) ?? [];
    if (!(Number(x) > 20 && Number(x) < 1420 && Number(y) > 56 && Number(y) < 860)) outside.push(`${area} ${x} ${y}`);
  }
  assert.deepEqual(outside, []);
});

Deno.test("a question comes back as text, cut to 20 characters", async () => {
  const { html } = await ask(`"><script>alert(1)</script>${"A".repeat(5000)}`);
  assert.ok(!html.includes("<script>alert"));
  assert.ok(!html.includes("AAAAAAA"));
});

Deno.test("the page without a question is cached until the settings change, a question is answered each time", async () => {
  const visit = async (path: string) => {
    const answer = await t.get(path, null, { "accept-encoding": "gzip" });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { answer, html: gunzipSync(bytes).toString() };
  };
  await putRules([]);
  const first = await visit("/lending-areas");
  assert.equal((await visit("/lending-areas")).html, first.html);
  assert.equal(first.answer.headers.get("content-encoding"), "gzip");
  assert.equal(first.answer.headers.get("set-cookie"), null);
  const plain = await t.get("/lending-areas", null, { "accept-encoding": "br, gzip;q=0" });
  assert.equal(plain.headers.get("content-encoding"), null, "gzip is refused");
  assert.match(await plain.text(), /^<!DOCTYPE html>/);
  await putRules([{ value: "Toronto", rule: "no", maxLtv: 65 }]);
  assert.match((await visit("/lending-areas")).html, /data-rule="no"/);
  assert.match((await visit("/lending-areas?postal=M5V")).html, /Not here/);
});
