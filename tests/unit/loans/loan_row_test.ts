import assert from "node:assert/strict";
import type { ListedLoan } from "../../../lib/domain/loans/loan_table.ts";
import type { Outdated } from "../../../lib/domain/loans/outdated.ts";
import { rowWriter } from "../../../routes/loans/loan_row.tsx";

const LOAN: ListedLoan = {
  id: 7,
  clientCode: "HL-0007",
  firstName: "Ann",
  lastName: "Lee",
  brokerName: "Bo Chan",
  city: "Guelph",
  firstOrSecond: "Second",
  fsfcLoan: null,
  newLoanAmount: 120_000,
  ltv: 62,
  shownScore: 3.1,
  updated: 0,
};
const row = (changed: Partial<ListedLoan>, list = "") =>
  rowWriter(list)({ loan: { ...LOAN, ...changed }, band: "green" });
const text = (html: string) => html.replace(/<[^>]+>/g, "|").replace(/\|+/g, "|");

Deno.test("a row shows the seven columns and, folded, the others", () => {
  assert.equal(
    text(row({})),
    "|HL-0007 |Ann Lee|Bo Chan|Guelph|Second|$120,000|62%|3.10|Green|Second, 62% LTV, Guelph, Bo Chan",
  );
});

Deno.test("a missing value has its word, and a broker's change a flag", () => {
  const bare = row({ brokerName: "", ltv: null, updated: 2 });
  assert.equal(bare.match(/none</g)?.length, 2);
  assert.match(text(bare), /\|2 updated\| by the broker\|/);
  assert.doesNotMatch(row({}), /updated/);
});

Deno.test("no entry becomes markup", () => {
  const hostile = `"><script>x</script>'&`;
  const fields = ["clientCode", "firstName", "lastName", "brokerName", "city", "firstOrSecond"] as const;
  const html = row(Object.fromEntries(fields.map((field) => [field, hostile])));
  assert.equal(html.includes("<script"), false);
  assert.equal(html.match(/<[a-z]+/g)?.length, row({}).match(/<[a-z]+/g)?.length);
});

Deno.test("a row has no line breaks of the source", () => {
  assert.doesNotMatch(row({ updated: 2, brokerName: "", ltv: null }), /\s{2}|\n|>\s+<(?!span class="flag")/);
});

Deno.test("a row links to its loan, and the link carries the list", () => {
  assert.match(row({}), /href="\/dashboard\/viewloan\?id=7"/);
  assert.match(row({}, "q=lee&sort=city"), /href="\/dashboard\/viewloan\?id=7&amp;q=lee&amp;sort=city"/);
});

Deno.test("a loan with figures of earlier settings has a note, in the rating's cell or in the folded line", () => {
  const marked = (outdated: Outdated) => rowWriter("")({ loan: LOAN, band: "green", outdated });
  const html = marked("score");
  assert.match(text(html), /\|3\.10\|Green \|earlier score\|Second.*Bo Chan, earlier score$/);
  assert.match(html, /data-amount="120000" data-outdated /);
  assert.match(text(marked("rate")), /, earlier rate$/);
  assert.doesNotMatch(row({}), /earlier|outdated/);
});

Deno.test("a row stays small in bytes: there are two hundred of them", () => {
  const html = rowWriter("status=NA&size=200")({ loan: LOAN, band: "green", outdated: "score" });
  assert.ok(html.match(/<[a-z]/g)!.length <= 17, html);
  assert.ok(html.length <= 800, `${html.length} letters`);
});

Deno.test("an LTV above 100% keeps its figure beside the full bar", () => {
  assert.match(row({ ltv: 130 }), /<progress max="100" value="130" aria-hidden="true"><\/progress>130%</);
});
