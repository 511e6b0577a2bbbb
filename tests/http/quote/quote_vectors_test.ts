/**
 * Every quote vector of tests/unit/quote/vectors.json through the call, as a browser sends it: JSON, and the fields of
 * a form.
 */
import assert from "node:assert/strict";
import { makeApp } from "../../support/app.ts";
import vectors from "../../unit/quote/vectors.json" with { type: "json" };

const t = await makeApp();
Deno.test.afterAll(() => t.close());

/**
 * What price and fees of the two bridges may come to together, by vector: 0.35 x 200,000 x 45 / 365 and 0.35 x 25,000 x
 * 30 / 365, whole dollars (lending rules 3); of the others the fees of a year, (0.35 - rate) x P / 1.35.
 */
const CEILINGS: Readonly<Record<number, number>> = { 5: 8630, 7: 719 };
/** What is said of the bridge with an existing first, which stays (lending rules 2). */
const NOTICES: Readonly<Record<number, string>> = {
  5: "An existing first of $500,000 stays and ranks before this bridge.",
};
const feesOf = ({ input: { loanAmount }, output: { rate } }: (typeof vectors.quotes)[number]) =>
  Math.floor((0.35 - rate) * loanAmount / 1.35 + 1e-6);
/** The LTV in percent with the first that stays: (500,000 + 200,000) / 1,000,000 (lending rules 2). */
const WITH_FIRST: Readonly<Record<number, number>> = { 5: 70 };
/** Vector 4 is over the limit of 80%: 250,000 ahead of us leave 150,000 of 400,000. */
const REFUSED: Readonly<Record<number, object>> = {
  4: {
    refusal:
      "An application would be refused. We are currently not funding LTV above 80%. A loan of $150,000 would fit.",
    fits: 150_000,
  },
};
const extraOf = (vector: number) => ({
  ceiling: CEILINGS[vector] ?? feesOf(vectors.quotes[vector - 1]),
  ...REFUSED[vector],
  ...(vector in NOTICES && { rankNotice: NOTICES[vector], ltvWithFirst: WITH_FIRST[vector] }),
});

for (const [i, { input, output }] of vectors.quotes.entries()) {
  Deno.test(`getquote answers vector ${i + 1}: ${input.type} ${input.loanAmount} on ${input.valueOfResidence}`, async () => {
    // A wrong ltv of the client's is accepted and changes nothing (accounts specification 5).
    const answer = await t.post("/api/loans/getquote", { ...input, ltv: 1 });
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { response: true, data: { ...output, ...extraOf(i + 1) } });
  });

  Deno.test(`getquote answers vector ${i + 1} as the fields of a form, with thousands separators`, async () => {
    const fields = Object.fromEntries(Object.entries(input).map(([k, n]) => [k, n.toLocaleString("en-CA")]));
    const answer = await t.app.request("/api/loans/getquote", {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        "sec-fetch-site": "same-origin",
      },
    });
    assert.deepEqual(await answer.json(), { response: true, data: { ...output, ...extraOf(i + 1) } });
  });
}
