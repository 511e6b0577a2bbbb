/** Loans that are funded together: what the question shows of them, and what is sent. */
import assert from "node:assert/strict";
import { type ConfirmedLoan, openLines, openSentences, sendConfirmed } from "../../../lib/client/loans/bulk_funding.ts";
import type { LoanFundingPoints } from "../../../lib/domain/loans/funding_points.ts";
import { countOutcomes } from "../../../lib/domain/loans/outcome.ts";

const point = (id: number, more: Partial<LoanFundingPoints> = {}): LoanFundingPoints => ({
  id,
  clientCode: `C${id}`,
  open: [`Point ${id}.`],
  offerId: null,
  refusal: null,
  ...more,
});

Deno.test("every loan with something open is shown, however many there are", () => {
  const points = Array.from({ length: 40 }, (_, i) => point(i + 1));
  const lines = openLines([...points, point(41, { open: [] }), point(42, { open: [], refusal: "Too dear." })]);
  assert.equal(lines.length, 41);
  for (const { clientCode, open } of points) assert.ok(lines.includes(`${clientCode}: ${open[0]}`));
  assert.equal(lines.at(-1), "C42 will not be funded: Too dear.");
});

Deno.test("a refused loan is not sent but listed with its reason, the others with what was shown of each", async () => {
  const points = [point(1), point(2, { open: [], refusal: "Too dear." }), point(3, { open: [], offerId: 9 })];
  const calls: [number[], ConfirmedLoan[]][] = [];
  const send = sendConfirmed(points, (loans, confirmed) => {
    calls.push([loans, confirmed]);
    const outcomes = loans.map((id) => ({ id, clientCode: `C${id}`, done: true }));
    return Promise.resolve({ response: true, status: 200, data: countOutcomes(outcomes) });
  });
  const answer = await send([1, 2, 3]);
  assert.deepEqual(calls, [[[1, 3], [{ id: 1, open: ["Point 1."], offerId: null }, { id: 3, open: [], offerId: 9 }]]]);
  assert.ok(answer.response);
  assert.deepEqual(answer.data.outcomes.map(({ id, done, reason }) => [id, done, reason]), [
    [1, true, undefined],
    [2, false, "Too dear."],
    [3, true, undefined],
  ]);
  assert.deepEqual(await send([2]), {
    response: true,
    status: 200,
    data: countOutcomes([{ id: 2, clientCode: "C2", done: false, reason: "Too dear." }]),
  });
  assert.equal(calls.length, 1, "no call for nothing");
});

Deno.test("the question says on how many of the loans something is open", () => {
  const said = (open: number, closed: number) =>
    openSentences(Array.from({ length: open + closed }, (_, i) => point(i + 1, i < open ? {} : { open: [] })))
      .map((one) => one.split(". ")[0]);
  assert.deepEqual(said(0, 3), []);
  assert.deepEqual(said(1, 0), ["Something is open on it"]);
  assert.deepEqual(said(1, 2), ["Something is open on 1 of 3 loans"]);
  assert.deepEqual(said(2, 1), ["Something is open on 2 of 3 loans"]);
  assert.deepEqual(said(2, 0), ["Something is open on both loans"]);
  assert.deepEqual(said(3, 0), ["Something is open on all 3 loans"]);
});
