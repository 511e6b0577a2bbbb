/** The quote call (accounts specification 5, 7 and 8) and its limit (docs/decisions/rate-limits.md). */
import assert from "node:assert/strict";
import { LIMITS } from "../../../lib/features/rate_limit.ts";
import { createWindowCounter } from "../../../lib/server/window_counter.ts";
import { makeApp } from "../../support/app.ts";

const t = await makeApp();
Deno.test.afterAll(() => t.close());
const PATH = "/api/loans/getquote";
const FIELDS = { type: "first", valueOfResidence: "500,000", loanAmount: "100,000" };
const FIRST = { type: "first", valueOfResidence: 500_000, loanAmount: 100_000 };

for (
  const [name, input] of Object.entries({
    none: { ...FIRST, type: "none" },
    missing: { loanAmount: 1 },
    other: { ...FIRST, type: "third" },
  })
) {
  Deno.test(`no quote without a type: ${name}`, async () => {
    const answer = await t.post(PATH, input);
    assert.equal(answer.status, 422);
    assert.equal((await answer.json()).reason, "Please select a loan type");
  });
}

Deno.test("figures outside their limits are refused at their fields, and never echoed", async () => {
  for (
    const [name, value] of [
      ["loanAmount", 24_999],
      ["loanAmount", 1_000_001],
      ["valueOfResidence", 3_000_001],
      ["creditScore", 851],
      ["bridgeTerm", 29],
      ["existingFirstMtgAmt", -1],
      ["existingFirstMtgAmt", 1_000_001],
      ["existingFirstMtg", 7_501],
      ["householdIncome", 1e300],
      ["yearsOfEmployment", "<script>"],
      ["loanAmount", null],
      ["loanAmount", [100_000]],
      ["loanAmount", 100_000.5],
    ] as const
  ) {
    const answer = await t.post(PATH, { ...FIRST, [name]: value });
    assert.equal(answer.status, 422, `${name} ${value}`);
    const text = await answer.text();
    assert.deepEqual(Object.keys(JSON.parse(text).fields), [name]);
    assert.ok(!text.includes("script"));
  }
});

Deno.test("missing figures take the sliders' defaults, and a client's own LTV is ignored", async () => {
  const { data } = await (await t.post(PATH, { type: "first", ltv: { any: "thing" } })).json();
  // Vector 1: a first of 100,000 on 500,000 with every default.
  assert.deepEqual([data.ltv, data.rate, data.monthlyPayment], [20, 0.0949, 790.83]);
});

Deno.test('income and years above the sliders\' ends are priced as the ends, which say "or more"', async () => {
  const ask = async (householdIncome: number, yearsOfEmployment: number) =>
    (await (await t.post(PATH, { ...FIRST, householdIncome, yearsOfEmployment })).json()).data;
  assert.deepEqual(await ask(400_000, 31), await ask(250_000, 12));
});

Deno.test("a quote over the limit says that it would be refused, and which loan would fit", async () => {
  const second = { ...FIRST, type: "second", existingFirstMtgAmt: 300_000, loanAmount: 150_000 };
  // 80% of 500,000 is 400,000; 300,000 of it are ahead.
  const { data } = await (await t.post(PATH, second)).json();
  assert.deepEqual([data.scoreMessage, data.refusal, data.fits], [
    "Unlikely",
    "An application would be refused. We are currently not funding LTV above 80%. A loan of $100,000 would fit.",
    100_000,
  ]);
  const fitting = (await (await t.post(PATH, { ...second, loanAmount: data.fits })).json()).data;
  assert.deepEqual([fitting.ltv, "refusal" in fitting, "fits" in fitting], [80, false, false]);
  const none = (await (await t.post(PATH, { ...second, existingFirstMtgAmt: 390_000 })).json()).data;
  assert.deepEqual(
    [none.refusal, "fits" in none],
    [data.refusal.replace(/ A loan.*/, " No loan of $$25,000 or more fits these figures."), false],
    "10,000 is less than we lend",
  );
  const elsewhere = (await (await t.post(PATH, { ...FIRST, postal: "V5K 0A1" })).json()).data;
  assert.deepEqual([elsewhere.refusal, "fits" in elsewhere], [
    `An application would be refused. ${elsewhere.area.sentence}`,
    false,
  ]);
  const html = await (await t.postForm(PATH, { ...FIELDS, loanAmount: "450,000" })).text();
  assert.match(html, /refused\. We are currently not funding LTV above 80%\. A loan of \$400,000 would fit/);
});

Deno.test("without script the home page shows the result and the entries", async () => {
  const answer = await t.postForm(PATH, {
    type: "bridge",
    valueOfResidence: "1,000,000",
    loanAmount: "200,000",
    creditScore: "700",
    bridgeTerm: "45",
    existingFirstMtg: "3000",
    existingFirstMtgAmt: "500000",
    householdIncome: "180000",
    yearsOfEmployment: "8",
  });
  const html = await answer.text();
  assert.equal(answer.status, 200);
  // Vector 5: $3,420 all in.
  assert.match(html, /All-in bridge price<\/dt><dd class="large">\$3,420</);
  assert.match(html, /Indicative only, not a commitment\./);
  assert.match(html, /name="loanAmount"[^>]*value="200,000"/);
});

Deno.test("a postal code is answered with the lending area's rule, with and without script", async () => {
  const { data } = await (await t.post(PATH, { ...FIRST, postal: " l8p 1a1 " })).json();
  assert.deepEqual(data.area, { sentence: "We lend up to 80% in L8P.", limit: 80 });
  const html = await (await t.postForm(PATH, { ...FIELDS, postal: "N0E 1A0" })).text();
  assert.match(html, /We lend up to 80% in N0E\./);
  assert.match(html, /name="postal"[^>]*value="N0E 1A0"/);
  const unread = await (await t.postForm(PATH, { ...FIELDS, postal: "Hamilton" })).text();
  assert.match(unread, /<p class="hint" id="quote-postal-e">The price stands, but we could not look up “Hamilton”\./);
  assert.match(unread, /aria-describedby="quote-postal-e"[^>]* name="postal"/);
  assert.match(unread, /<p class="notice"><svg[^]*?<span>The price stands/, "no warning beside a price that stands");
  const long = await t.post(PATH, { ...FIRST, postal: "A".repeat(201) });
  assert.deepEqual([long.status, Object.keys((await long.json()).fields)], [422, ["postal"]]);
  assert.equal((await t.post(PATH, { ...FIRST, postal: { any: "thing" } })).status, 422);
  const refused = await (await t.postForm(PATH, { ...FIELDS, postal: "A".repeat(201) })).text();
  assert.match(refused, /<p class="error" id="quote-postal-e">/);
});

Deno.test("without script a refusal stands at its field, and every entry stays", async () => {
  const answer = await t.postForm(PATH, { loanAmount: "5,000,000" });
  const html = await answer.text();
  assert.equal(answer.status, 422);
  assert.match(html, /<p class="error">Please select a loan type<\/p>/);
  assert.match(html, /From \$25,000 to \$1,000,000\./);
  assert.match(html, /name="loanAmount"[^>]*value="5,000,000"/);
});

Deno.test("an address has a limit a minute, then waits; others continue, and so does it afterwards", async () => {
  const from = (address: string) => t.post(PATH, FIRST, null, { "x-forwarded-for": address });
  for (let n = 0; n < LIMITS.quoteAddress.most; n++) assert.equal((await from("198.51.100.1")).status, 200);
  t.advance(10_000);
  const refused = await from("198.51.100.1");
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "50");
  assert.match((await refused.json()).reason, /50 seconds/);
  assert.equal((await from("198.51.100.2")).status, 200);
  t.advance(50_000);
  assert.equal((await from("198.51.100.1")).status, 200);
});

Deno.test("the limiter's memory is bounded: the oldest addresses are forgotten first", () => {
  const counter = createWindowCounter(3);
  const count = (key: string, now: number) => counter.count(key, 1000, now).count;
  for (const [i, address] of ["a", "b", "c", "d"].entries()) assert.equal(count(address, i), 1);
  assert.equal(counter.size, 3);
  assert.equal(count("d", 10), 2);
  assert.equal(count("a", 10), 1);
  count("z", 5000);
  assert.equal(counter.size, 1, "windows that have ended are dropped");
});

Deno.test("a window that was begun while the clock was ahead does not hold a visitor for as long", () => {
  const counter = createWindowCounter();
  counter.count("a", 1000, 86_400_000);
  assert.deepEqual(counter.count("a", 1000, 0), { count: 1, resetsAt: 1000 });
});
