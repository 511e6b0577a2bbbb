import assert from "node:assert/strict";
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import { fitToForm, readOption } from "../../../lib/domain/documents/options.ts";
import { DOCUMENT_TYPES, type DocumentType } from "../../../lib/domain/documents/document_types.ts";
import { isLoose, type LabelTarget } from "../../../lib/domain/documents/fields.ts";
import { labelKey } from "../../../lib/domain/documents/label_key.ts";
import { type Synonyms, synonymsOf } from "../../../lib/domain/documents/labels.ts";
import { readDocument } from "../../../lib/domain/documents/read_document.ts";
import * as values from "../../../lib/domain/documents/values.ts";
import { shownConfig } from "../../../lib/domain/settings/shown_config.ts";
import { itemsOf, layOut, LAYOUTS, type Line } from "../../support/sample_pdfs/layouts.ts";
import { ANSWERS, TITLES } from "../../support/sample_pdfs/people.ts";
import fc from "../../support/properties.ts";

const read = (layout: (typeof LAYOUTS)[number], type: DocumentType, lines: readonly Line[], perPage?: number) =>
  readDocument(layOut(layout, TITLES[type], lines, perPage).map(itemsOf));

const entriesOf = (reading: ReturnType<typeof readDocument>): Record<string, string> =>
  Object.fromEntries(reading.fields.map(({ field, value }) => [field, value]));

Deno.test("amounts lose commas and spaces; anything but one amount is none (loans specification 5.5)", () => {
  const rows: [string, string | null][] = [
    ["$120,000", "120000"],
    ["120 000", "120000"],
    ["CAD 98,000.50", "98001"],
    ["1 , 250 , 000", "1250000"],
    ["0", "0"],
    ["$ 610000 CAD", "610000"],
    ["1 850,000", null],
    ["12 34", null],
    ["(500)", null],
    ["-5", null],
    ["about 500", null],
    ["99,999,999,999", null],
    ["", null],
  ];
  for (const [raw, wanted] of rows) assert.equal(values.readAmount(raw), wanted, raw);
});

Deno.test("mortgage type First or 1 is First, else Second (loans specification 5.5)", () => {
  for (const raw of ["First", "first", "1", "1st", "First mortgage"]) {
    assert.equal(values.readPosition(raw), "First", raw);
  }
  for (const raw of ["Second", "2", "2nd", "Refinance", "10", "Third"]) {
    assert.equal(values.readPosition(raw), "Second", raw);
  }
});

Deno.test("dates are read in their usual spellings, and left where day and month could be swapped", () => {
  for (
    const raw of ["1984-03-19", "1984/3/19", "19 Mar 1984", "March 19, 1984", "19-MAR-1984", "03/19/1984", "19.3.1984"]
  ) {
    assert.equal(values.readDate(raw), "1984-03-19", raw);
  }
  for (const raw of ["03/04/1984", "31/02/1984", "1884-03-19", "19 Foo 1984", "March 1984", "tomorrow"]) {
    assert.equal(values.readDate(raw), null, raw);
  }
  assert.equal(values.readDate("04/04/1984"), "1984-04-04");
});

Deno.test("years, scores, phones, postal codes, towns and addresses", () => {
  assert.deepEqual(["4", "4.5 years", "4 yrs 6 months", "6 months", "3yr 2mo"].map(values.readYears), [
    "4",
    "4.5",
    "4.5",
    "0.5",
    "3.17",
  ]);
  assert.deepEqual(["70", "12 months 3", "since 2019", ""].map(values.readYears), [null, null, null, null]);
  assert.deepEqual(["668", "668 / 900", "299", "901", "66"].map(values.readScore), ["668", "668", null, null, null]);
  assert.equal(values.readPhone("+1 (905) 555-0166 ext. 12"), "905-555-0166");
  assert.equal(values.readPhone("555-0166"), null);
  assert.equal(values.readPostal("l8p4a8"), "L8P 4A8");
  assert.equal(values.readPostal("90210"), null);
  assert.equal(values.readCity("St. Catharines, ON"), "St. Catharines");
  assert.deepEqual(values.readAddress("118 Locke Street South, Hamilton, ON L8P 4A8"), {
    address: "118 Locke Street South",
    city: "Hamilton",
    postal: "L8P 4A8",
  });
  assert.deepEqual(values.readAddress("118 Locke St, Unit 4"), { address: "118 Locke St, Unit 4" });
  assert.equal(values.readAddress("Hamilton"), null);
});

Deno.test("choices become the form's options, and only those that it offers", () => {
  assert.equal(readOption("propertyType", "Single Family Detached"), "Detached");
  assert.equal(readOption("ownerOccupied", "Owner-Occupied"), "Yes");
  assert.equal(readOption("ownerOccupied", "Tenant"), "No");
  assert.equal(readOption("marritalStatus", "common-law"), "Common law");
  assert.equal(readOption("propertyType", "Castle"), null);
  const config = shownConfig(SCORING_CONFIG, "broker");
  const given = {
    propertyType: "Mobile Home",
    sector: "construction",
    region: "Atlantis",
    creditScore: "668",
    odd: "1",
  };
  assert.deepEqual(fitToForm(given, config, "broker"), { sector: "Construction", creditScore: "668" });
  assert.equal(fitToForm(given, config, "admin").propertyType, "Mobile Home", "administrators skip Error options");
});

for (const type of DOCUMENT_TYPES) {
  for (const layout of LAYOUTS) {
    Deno.test(`${type}, ${layout}: what is printed is read, with its page`, () => {
      const { lines, wanted } = ANSWERS[type];
      const reading = read(layout, type, lines, 14);
      assert.equal(reading.type, type);
      const found = entriesOf(reading);
      for (const [field, value] of Object.entries(found)) assert.equal(value, wanted[field], field);
      const least = layout === "spread" ? 0.6 : 1;
      const share = Object.keys(found).length / Object.keys(wanted).length;
      assert.ok(share >= least, `${share}: ${Object.keys(wanted).filter((field) => !(field in found))}`);
      for (const field of reading.missed) assert.ok(!(field in found), field);
      const pages = new Set(reading.fields.map(({ page }) => page));
      assert.equal(Math.max(...pages), Math.ceil(lines.length / 14), "pages are counted from 1");
    });
  }
}

Deno.test("every synonym of the table is read, written as the table has it", () => {
  const samples: Partial<Record<LabelTarget, string>> = {
    yoe: "4",
    creditScore: "668",
    phone: "905-555-0166",
    firstName: "Daniel",
    lastName: "Smithers",
    city: "Hamilton",
    postal: "L8P 4A8",
    region: "Hamilton",
    total_other_credits: "$18,000",
    appraisedValue: "$850,000",
    secondMortgage: "$60,000",
    secondMortgageLender: "Northern Trust",
    secondMortgageMonthlyPayment: "$410",
  };
  for (const type of DOCUMENT_TYPES) {
    for (const [target, lists] of Object.entries(synonymsOf(type)) as [LabelTarget, Synonyms][]) {
      const labels = lists.flatMap((list) => list ?? []);
      for (const label of labels) {
        const line = ANSWERS[type].lines.find(([known]) => labels.some((one) => labelKey(one) === labelKey(known)));
        const value = samples[target] ?? line?.[1];
        assert.ok(value, `${type}: ${target} has no sample`);
        const reading = read("colon", type, [[label, value]]);
        assert.ok(reading.fields.length > 0, `${type}: ${label}: ${value}`);
      }
    }
  }
});

Deno.test("a number for another period is not read as this one's", () => {
  const lines: Line[] = [["Monthly income", "8,000"], ["Annual income (monthly)", "8,000"], [
    "Property taxes",
    "450 / mo",
  ]];
  assert.deepEqual(entriesOf(read("colon", "application", lines)), {});
});

Deno.test("the co-applicant's, a comparable's and a former employer's lines are not the applicant's", () => {
  const lines: Line[] = [
    ["First name", "Daniel"],
    ["Last name", "Smithers"],
    ["Co-applicant information", null],
    ["First name", "Meredith"],
    ["Annual income", "22,000"],
    ["Property details", null],
    ["City", "Hamilton"],
  ];
  for (const layout of ["beside", "colon", "leaders"] as const) {
    const found = entriesOf(read(layout, "application", lines));
    assert.equal(found.firstName, "Daniel", layout);
    assert.equal(found.primaryIncome, undefined, layout);
    assert.equal(found.city, "Hamilton", layout);
  }
});

Deno.test("one label with two different values is missed, with the same value twice is read", () => {
  const twice = read("beside", "bureau", [["Credit score", "668"], ["Beacon score", "701"], ["Past due", "$0"]]);
  assert.deepEqual(entriesOf(twice), { debtInArrears: "0" });
  assert.ok(twice.missed.includes("creditScore"));
  assert.deepEqual(entriesOf(read("beside", "bureau", [["Credit score", "668"], ["Beacon", "668"]])), {
    creditScore: "668",
  });
});

Deno.test("a social insurance number fills no field, wherever it is", () => {
  for (const layout of LAYOUTS) {
    const lines: Line[] = [
      ["Employer", "046 454 286"],
      ["Loan amount", "046454286"],
      ["Applicant name", "Daniel 046-454-286"],
      ["SIN", "046 454 286"],
      ["City", "Hamilton"],
    ];
    const text = JSON.stringify(read(layout, "application", lines));
    assert.ok(!/046\D{0,3}454\D{0,3}286|46454286/.test(text), `${layout}: ${text}`);
  }
});

Deno.test("words of no document type, and a page without text, are read as nothing", () => {
  assert.deepEqual(readDocument([]), { type: null, fields: [], missed: [] });
  const letter = layOut("beside", ["Dear neighbour"], [["City", "Hamilton"]]).map(itemsOf);
  assert.deepEqual(readDocument(letter), { type: null, fields: [], missed: [] });
});

Deno.test("property: any values in any layout are read right or missed, never wrong", () => {
  const dollars = fc.integer({ min: 0, max: 9_999_999 }).map((n) => n.toLocaleString("en-CA"));
  const name = fc.constantFrom("Daniel", "Zoé", "O'Neil", "Marie-Ève", "Smithers", "Ng", "De Souza", "Raman");
  const company = fc.constantFrom("Steelbridge Framing Ltd.", "City of Hamilton", "Northern Trust", "A1 Roofing Inc.");
  const date = fc.date({ min: new Date("1930-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10));
  const kinds: [string, string, fc.Arbitrary<string>][] = [
    ["firstName", "First name", name],
    ["lastName", "Last name", name],
    ["DOB", "Date of birth", date],
    ["employer", "Employer", company],
    ["firstMortgageLender", "First mortgage lender", company],
    ["city", "City", fc.constantFrom("Hamilton", "Sault Ste. Marie", "St. Catharines", "Niagara-on-the-Lake")],
    ["newLoanAmount", "Loan amount", dollars],
    ["firstMortgage", "First mortgage", dollars],
    ["primaryIncome", "Annual income", dollars],
    ["homePurPrice", "Purchase price", dollars],
    ["creditScore", "Credit score", fc.integer({ min: 300, max: 900 }).map(String)],
    ["firstOrSecond", "Mortgage type", fc.constantFrom("First", "Second")],
  ];
  const noise: Line[] = [["Occupation", "Framer"], ["Term", "1 year"], ["SIN", "046 454 286"], [
    "Email",
    "d@example.com",
  ], [
    "Interest rate",
    "10.99%",
  ]];
  const filled = fc.tuple(...kinds.map(([, , value]) => fc.option(value)));
  const order = fc.shuffledSubarray([...kinds.keys(), ...noise.map((_, i) => kinds.length + i)], { minLength: 4 });
  let printed = 0, found = 0;
  fc.assert(
    fc.property(
      filled,
      order,
      fc.constantFrom(...LAYOUTS),
      fc.integer({ min: 3, max: 20 }),
      (given, places, layout, n) => {
        const lines = places.map((i): Line => i < kinds.length ? [kinds[i][1], given[i]] : noise[i - kinds.length]);
        const reading = read(layout, "application", lines, n);
        const plain = (text: string) => text.replace(/,/g, "");
        printed += lines.filter(([, value]) => value !== null).length;
        found += reading.fields.length;
        for (const { field, value } of reading.fields) {
          const at = kinds.findIndex(([id]) => id === field);
          assert.ok(
            at >= 0 && places.includes(at) && given[at] !== null,
            `${layout}: ${field} was not there: ${value}`,
          );
          const expected = isLoose(field) || field === "DOB" ? given[at]! : plain(given[at]!);
          assert.equal(value, expected, `${layout}: ${field}`);
        }
      },
    ),
    { numRuns: 400 },
  );
  assert.ok(found > printed / 2, `${found} of ${printed} lines were read`);
});
