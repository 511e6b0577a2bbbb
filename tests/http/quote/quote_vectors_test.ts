/** Every quote vector of tests/unit/vectors.json through the call, as a browser sends it: JSON, and the fields of a form. */
import assert from "node:assert/strict";
import { bridgeCap } from "../../../lib/domain/lending/ceiling.ts";
import { makeApp } from "../../support/app.ts";
import vectors from "../../unit/quote/vectors.json" with { type: "json" };

const t = await makeApp();
Deno.test.afterAll(() => t.close());

/** What the answer says beside the vector's figures: for a bridge, what price and fees may come to together. */
const extraOf = (input: (typeof vectors.quotes)[number]["input"]) =>
  input.type === "bridge" ? { ceiling: bridgeCap(input.loanAmount, input.bridgeTerm!) } : {};

for (const [i, { input, output }] of vectors.quotes.entries()) {
  Deno.test(`getquote answers vector ${i + 1}: ${input.type} ${input.loanAmount} on ${input.valueOfResidence}`, async () => {
    // A wrong ltv of the client's is accepted and changes nothing (accounts specification 5).
    const answer = await t.post("/api/loans/getquote", { ...input, ltv: 1 });
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { response: true, data: { ...output, ...extraOf(input) } });
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
    assert.deepEqual(await answer.json(), { response: true, data: { ...output, ...extraOf(input) } });
  });
}
