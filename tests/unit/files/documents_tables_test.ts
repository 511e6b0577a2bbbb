/** Tables, sections and sentences of documents: whose figure it is, and what a sum counts. */
import assert from "node:assert/strict";
import { linesOf } from "../../../lib/domain/documents/layout.ts";
import { readDocument } from "../../../lib/domain/documents/read_document.ts";
import { itemsOf } from "../../support/sample_pdfs/layouts.ts";
import { TITLES } from "../../support/sample_pdfs/people.ts";

const entriesOf = (reading: ReturnType<typeof readDocument>): Record<string, string> =>
  Object.fromEntries(reading.fields.map(({ field, value }) => [field, value]));

/** A page of lines with texts at the same columns. */
const page = (columns: readonly number[], lines: readonly (readonly string[])[]) =>
  itemsOf([
    ...TITLES.application.map((text, i) => ({ text, x: 40, y: 40 + i * 16, size: 12 })),
    ...lines.flatMap((line, i) =>
      line.flatMap((text, column) => text ? [{ text, x: columns[column], y: 100 + i * 16, size: 10 }] : [])
    ),
  ]);

Deno.test("two people's columns: what the applicant left empty is not the co-applicant's", () => {
  const found = entriesOf(readDocument([page([40, 200, 400], [
    ["", "Applicant", "Co-Applicant"],
    ["Name", "Daniel Okafor", "Grace Okafor"],
    ["Date of birth", "", "1983-11-21"],
    ["Employer", "", "London Health"],
    ["Years employed", "9", "3"],
    ["Annual income", "", "$61,000"],
  ])]));
  assert.deepEqual(found, {
    firstName: "Daniel",
    lastName: "Okafor",
    coApplicant: "Grace Okafor",
    yoe: "9",
    secondaryIncome: "61000",
  });
});

Deno.test("a sum of liabilities is read, one with a mortgage or of something else is not", () => {
  const table = (title: string, kind: string) =>
    entriesOf(readDocument([page([40, 200, 320, 430], [
      [title],
      ["Creditor", "Type", "Balance", "Payment"],
      ["Northern", kind, "$12,400", "$372"],
      ["Auto Co", "Lease", "$18,900", "$455"],
      ["Total", "", "$31,300", "$827"],
    ])]));
  assert.deepEqual(table("Liabilities", "Credit card"), { total_other_credits: "31300" });
  assert.deepEqual(table("Liabilities", "Mortgage"), {});
  assert.deepEqual(table("Savings", "Account"), {});
});

Deno.test("below the existing mortgage's heading a balance is its own, elsewhere it is nobody's", () => {
  const lines = [["Lender", "Maple Savings"], ["Balance", "$318,220"], ["Payment", "$950 bi-weekly"]];
  assert.deepEqual(entriesOf(readDocument([page([40, 200], [["Existing mortgage"], ...lines])])), {
    firstMortgage: "318220",
    firstMortgageLender: "Maple Savings",
  });
  assert.equal(entriesOf(readDocument([page([40, 200], [["Savings"], ...lines])])).firstMortgage, undefined);
});

Deno.test("an address goes on in the line below where that ends as one does", () => {
  const read = (below: string) =>
    entriesOf(readDocument([page([40, 200], [["Address", "9 Canal Road"], ["", below]])]));
  assert.deepEqual(read("Ottawa, ON K1S 2B7"), { address: "9 Canal Road", city: "Ottawa", postal: "K1S 2B7" });
  assert.deepEqual(read("Phone calls after six"), { address: "9 Canal Road" });
});

Deno.test("an address does not go on in the value of the label below it", () => {
  const lines = [["Property address", "9 Pine Crt, Hamilton ON"], ["Municipality", "Hamilton PROV"]];
  assert.deepEqual(entriesOf(readDocument([page([40, 200], lines)])), { address: "9 Pine Crt", city: "Hamilton" });
});

Deno.test("a word without an end is cut, and what stands beside it is read", () => {
  const endless = Array.from({ length: 40 }, (_, i) => ({ text: "x".repeat(500), x: i * 500, y: 300 }));
  const [cell] = linesOf(endless.map((one) => ({ ...one, width: 500, height: 10 })))[0];
  assert.ok(cell.text.length <= 1000, `${cell.text.length}`);
  assert.deepEqual(
    entriesOf(readDocument([[
      ...page([40, 200], [["Loan amount", "$120,000"]]),
      ...endless.map((one) => ({ ...one, width: 500, height: 10 })),
    ]])),
    { newLoanAmount: "120000" },
  );
});

Deno.test("in a sentence a figure is read where it is the client's, and what is somebody else's is not", () => {
  const read = (text: string) => entriesOf(readDocument([page([40], [[text]])]));
  assert.deepEqual(read("For our client, the annual income is $96,000 and the broker fee is $2,200."), {
    primaryIncome: "96000",
    broker_fee: "2200",
  });
  assert.deepEqual(read("We were told that his wife's annual income is $50,000 at this time."), {});
  assert.deepEqual(read("On top of that the co-applicant's annual income is $50,000 at this time."), {});
});
