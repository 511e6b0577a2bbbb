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

Deno.test("two people's columns: a cell empty for the applicant is not filled with the co-applicant's", () => {
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

Deno.test("a balance below the existing mortgage's heading is its own, elsewhere nobody's", () => {
  const lines = [["Lender", "Maple Savings"], ["Balance", "$318,220"], ["Payment", "$950 bi-weekly"]];
  assert.deepEqual(entriesOf(readDocument([page([40, 200], [["Existing mortgage"], ...lines])])), {
    firstMortgage: "318220",
    firstMortgageLender: "Maple Savings",
  });
  assert.equal(entriesOf(readDocument([page([40, 200], [["Savings"], ...lines])])).firstMortgage, undefined);
});

Deno.test("an address continues on the line below where that ends as an address does", () => {
  const read = (below: string) =>
    entriesOf(readDocument([page([40, 200], [["Address", "9 Canal Road"], ["", below]])]));
  assert.deepEqual(read("Ottawa, ON K1S 2B7"), { address: "9 Canal Road", city: "Ottawa", postal: "K1S 2B7" });
  assert.deepEqual(read("Phone calls after six"), { address: "9 Canal Road" });
});

Deno.test("an address does not continue in the value of the label below it", () => {
  const lines = [["Property address", "9 Pine Crt, Hamilton ON"], ["Municipality", "Hamilton PROV"]];
  assert.deepEqual(entriesOf(readDocument([page([40, 200], lines)])), { address: "9 Pine Crt", city: "Hamilton" });
});

Deno.test("an endless word is cut, and the text beside it is read", () => {
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

Deno.test("in a sentence the client's figure is read, and another person's is not", () => {
  const read = (text: string) => entriesOf(readDocument([page([40], [[text]])]));
  assert.deepEqual(read("For our client, the annual income is $96,000 and the broker fee is $2,200."), {
    primaryIncome: "96000",
    broker_fee: "2200",
  });
  assert.deepEqual(read("We were told that his wife's annual income is $50,000 at this time."), {});
  assert.deepEqual(read("On top of that the co-applicant's annual income is $50,000 at this time."), {});
});

const SECOND_LINES = [["Lender", "Rideau Credit Union"], ["Balance", "$45,000"], ["Payment", "$410 monthly"]];
const SECOND_READ = {
  secondMortgage: "45000",
  secondMortgageLender: "Rideau Credit Union",
  secondMortgageMonthlyPayment: "410",
};

Deno.test("below the second mortgage's heading the lines are the second's, and the first's stay its own", () => {
  const read = (lines: readonly (readonly string[])[]) => entriesOf(readDocument([page([40, 200], lines)]));
  const rest = [["Rate type", "Fixed"], ["Maturity date", "2028-03-01"]];
  const first = [["Lender", "Maple Savings"], ["Balance", "$318,220"], ["Payment", "$1,902 monthly"], ...rest];
  const both = {
    firstMortgage: "318220",
    firstMortgageLender: "Maple Savings",
    mortgageMonthlyPayment: "1902",
    mrtgType: "Fixed",
    maturesIn: "2028-03-01",
    ...SECOND_READ,
  };
  for (const [one, two] of [["Existing mortgage", "Second mortgage"], ["1st mortgage", "2nd Mortgage"]]) {
    assert.deepEqual(read([[one], ...first, [two], ...SECOND_LINES, ["Rate type", "Variable"]]), both, two);
  }
  assert.deepEqual(read([["Second mortgage"], ...SECOND_LINES, ...rest]), SECOND_READ);
  const plain = [["Mortgage holder", "Rideau Credit Union"], ["Mortgage balance", "$45,000"]];
  assert.deepEqual(read([["Second mortgage"], ...plain, ["Monthly payment", "$410"]]), SECOND_READ);
});

Deno.test("a second mortgage that is asked for, or whose value is missing, is no second that stands", () => {
  const read = (lines: readonly (readonly string[])[]) => entriesOf(readDocument([page([40, 200], lines)]));
  const asked = [["Second mortgage"], ["Loan amount", "$45,000"], ["Lender", "Northern"], ["Monthly payment", "$410"]];
  assert.deepEqual(read(asked), { newLoanAmount: "45000" });
  assert.deepEqual(read([["Second mortgage", "$45,000"], ["City", "Guelph"]]), { city: "Guelph" });
  assert.deepEqual(read([["Existing mortgages"], ["First mortgage", "$300,000"], ["Second mortgage", "$45,000"]]), {
    firstMortgage: "300000",
    secondMortgage: "45000",
  });
  const empty = [["First mortgage", "$300,000"], ["Second mortgage"], ["Mortgage payment", "$2,100"]];
  assert.equal(read(empty).secondMortgageMonthlyPayment, undefined);
});

Deno.test("the list of debts below a mortgage is not the mortgage's, and a rank beside its label is a value", () => {
  const debts = [["Existing mortgage"], ["Lender", "Maple Savings"], ["Liabilities"], ["Balance", "$8,000"]];
  assert.deepEqual(entriesOf(readDocument([page([40, 200], debts)])), { firstMortgageLender: "Maple Savings" });
  const rank = [["Mortgage type", "Second mortgage"], ["First mortgage", "$300,000"]];
  assert.deepEqual(entriesOf(readDocument([page([40, 200], rank)])), {
    firstOrSecond: "Second",
    firstMortgage: "300000",
  });
});

Deno.test("an application without a second mortgage does not miss one", () => {
  const missed = (lines: readonly (readonly string[])[]) => readDocument([page([40, 200], lines)]).missed;
  assert.ok(!missed([["Loan amount", "$45,000"]]).some((field) => field.startsWith("secondMortgage")));
  assert.ok(missed([["Second mortgage balance", "$45,000"]]).includes("secondMortgageLender"));
});

Deno.test("labels in English and French are read, however the two are parted", () => {
  for (const between of [" / ", "/", " | ", " - "]) {
    const label = (english: string, french: string) => `${english}${between}${french}`;
    const found = entriesOf(readDocument([page([40, 300], [
      [label("Last name", "Nom"), "Tremblay"],
      [label("First name", "Prénom"), "Zoé"],
      [label("Date of birth", "Date de naissance"), "1979-05-30"],
      [label("Marital status", "État civil"), "Conjoint(e) de fait"],
      [label("Property type", "Type de propriété"), "Maison en rangée"],
      [label("Income type", "Type de revenu"), "Salarié"],
      [label("Property address", "Adresse de la propriété"), "14 Rideau Street"],
      [label("City", "Ville"), "Ottawa"],
      [label("Postal code", "Code postal"), "K1N 5Y1"],
      [label("Employer", "Employeur"), "City of Ottawa"],
      [label("Annual income", "Revenu annuel"), "88 400,00 $"],
      [label("Loan amount", "Montant du prêt"), "85 000 $"],
      ["Existing mortgage / Hypothèque existante"],
      [label("Lender", "Prêteur"), "Caisse Rideau"],
      [label("Balance", "Solde"), "212 000 $"],
    ])]));
    assert.deepEqual(found, {
      lastName: "Tremblay",
      firstName: "Zoé",
      DOB: "1979-05-30",
      marritalStatus: "Common law",
      propertyType: "Townhouse",
      typeOfIncome: "Salary",
      address: "14 Rideau Street",
      city: "Ottawa",
      postal: "K1N 5Y1",
      employer: "City of Ottawa",
      primaryIncome: "88400",
      newLoanAmount: "85000",
      firstMortgage: "212000",
      firstMortgageLender: "Caisse Rideau",
    }, between);
  }
});

Deno.test("below an English label its French one takes the value, and the codemandeur's lines are not the applicant's", () => {
  const found = entriesOf(readDocument([page([40, 260], [
    ["Date of birth", "Postal code"],
    ["Date de naissance", "Code postal"],
    ["1979-05-30", "K1N 5Y1"],
    ["Co-applicant information / Renseignements sur le codemandeur"],
    ["Employer / Employeur", "Hydro Ottawa"],
  ])]));
  assert.deepEqual(found, { DOB: "1979-05-30", postal: "K1N 5Y1" });
});

Deno.test("a label whose two parts are different fields, or of which one is unknown, fills nothing", () => {
  const lines = [
    ["Nom / Prénom", "Zoé Tremblay"],
    ["Income / Expenses", "$40,000"],
    ["Purchase price / Estimated value", "$640,000"],
    ["Annual income / Revenu du codemandeur", "$51,000"],
    ["City", "Guelph"],
  ];
  assert.deepEqual(entriesOf(readDocument([page([40, 300], lines)])), { city: "Guelph" });
});
