/** Single values of documents: names, dates, durations, amounts and their periods, towns. */
import assert from "node:assert/strict";
import { type DocumentField, type LabelTarget, readValue } from "../../../lib/domain/documents/fields.ts";
import { labelKey } from "../../../lib/domain/documents/label_key.ts";
import { readName, splitName } from "../../../lib/domain/documents/names.ts";
import * as values from "../../../lib/domain/documents/values.ts";

Deno.test("titles, suffixes and initials are no names, and particles belong to the last name", () => {
  const rows: [string, string, string][] = [
    ["Daniel Smithers", "Daniel", "Smithers"],
    ["Mr. Daniel Smithers", "Daniel", "Smithers"],
    ["Ms. Lee", "Lee", "Lee"],
    ["Ms. Anna Lee", "Anna", "Lee"],
    ["Dr. Anna Marie Lee", "Anna", "Lee"],
    ["MRS ANNA LEE", "ANNA", "LEE"],
    ["Daniel J. Smithers", "Daniel", "Smithers"],
    ["J. Daniel Smithers", "Daniel", "Smithers"],
    ["Daniel Smithers Jr.", "Daniel", "Smithers"],
    ["Daniel Smithers, III", "Daniel", "Smithers"],
    ["Willem van der Berg", "Willem", "van der Berg"],
    ["Mr Willem P. van der Berg Sr", "Willem", "van der Berg"],
    ["Ana Maria de Souza", "Ana", "de Souza"],
    ["Hugo St. James", "Hugo", "St. James"],
    ["Smithers, Daniel James", "Daniel", "Smithers"],
    ["VAN DER BERG, WILLEM P.", "WILLEM", "VAN DER BERG"],
    ["Smithers, Mr. Daniel", "Daniel", "Smithers"],
    // Loans specification 5.5: of three words the middle one.
    ["Daniel James Smithers", "James", "Smithers"],
    ["Cher", "Cher", "Cher"],
  ];
  for (const [name, firstName, lastName] of rows) assert.deepEqual(splitName(name), { firstName, lastName }, name);
  assert.equal(readName("Ms. Anna Lee"), "Anna Lee");
  assert.equal(readName("Mr."), null);
});

Deno.test("dates with the month's name in the middle, and maturities without a day", () => {
  for (const raw of ["1972-Oct-30", "1972 Oct 30", "1972-october-30", "Oct. 30, 1972"]) {
    assert.equal(values.readDate(raw), "1972-10-30", raw);
  }
  const months: [string, string | null][] = [
    ["05/2027", "2027-05-01"],
    ["5 / 2027", "2027-05-01"],
    ["2027-05", "2027-05-01"],
    ["May 2027", "2027-05-01"],
    ["Sept. 2027", "2027-09-01"],
    ["13/2027", null],
    ["May", null],
    ["05/27", null],
  ];
  for (const [raw, wanted] of months) assert.equal(values.readMonth(raw), wanted, raw);
  assert.deepEqual(readValue("maturesIn", "Maturity date", "05/2027"), { maturesIn: "2027-05-01" });
  assert.equal(readValue("DOB", "Date of birth", "05/1984"), null, "a birthday has a day");
});

Deno.test("durations in their shortest spellings", () => {
  const rows: [string, string | null][] = [
    ["11 yrs 3 mths", "11.25"],
    ["11 years and 3 months", "11.25"],
    ["11y 3m", "11.25"],
    ["2 yr, 6 mo", "2.5"],
    ["9 mths", "0.75"],
    ["4 yrs 14 mths", null],
    ["11 mr", null],
    ["yrs", null],
  ];
  for (const [raw, wanted] of rows) assert.equal(values.readYears(raw), wanted, raw);
});

Deno.test("thousands and millions by their letter, and amounts with their words in brackets", () => {
  const rows: [string, string | null][] = [
    ["$88.4K", "88400"],
    ["88.4k", "88400"],
    ["$2.1M", "2100000"],
    ["$2.1 million", "2100000"],
    ["2.1M", null],
    ["$985,000 (NINE HUNDRED EIGHTY-FIVE THOUSAND DOLLARS)", "985000"],
    ["$1,250,500 (One million two hundred fifty thousand, five hundred and 00/100)", "1250500"],
    ["$985,000 (2)", null],
    ["$985,000 (as is)", null],
    ["$1.2345M", null],
    ["$2,000K", null],
    ["450 000 $", "450000"],
    ["CA$150,000", "150000"],
  ];
  for (const [raw, wanted] of rows) assert.equal(values.readAmount(raw), wanted, raw);
});

Deno.test("an amount with its period is read where the field has that period, and missed elsewhere", () => {
  const rows: [LabelTarget, string, string, string | null][] = [
    ["mortgageMonthlyPayment", "Mortgage payment", "$2,846 monthly", "2846"],
    ["mortgageMonthlyPayment", "Mortgage payment", "$2,846.00 / mo", "2846"],
    ["mortgageMonthlyPayment", "Mortgage payment", "2,846 per month", "2846"],
    ["mortgageMonthlyPayment", "Mortgage payment", "$1,313 bi-weekly", null],
    ["mortgageMonthlyPayment", "Mortgage payment", "$34,152 per year", null],
    ["primaryIncome", "Income", "$98,000 per annum", "98000"],
    ["primaryIncome", "Income", "$98,000 (annual)", "98000"],
    ["primaryIncome", "Income", "$8,000/month", null],
    ["primaryIncome", "Monthly income", "$8,000", null],
    ["propertyTax", "Taxes", "$5,400 / yr", "5400"],
    ["propertyTax", "Taxes", "$450 monthly", null],
    ["primaryIncome", "Annual income", "$6,500 (monthly, gross)", null],
    ["primaryIncome", "Annual income", "$45 (per hour)", null],
    ["primaryIncome", "Annual income", "$98,000 (gross)", null],
    ["propertyTax", "Property tax", "$410 (monthly, est.)", null],
    ["newLoanAmount", "Loan amount", "$2.1M", "2100000"],
    ["newLoanAmount", "Loan amount", "$2,100 monthly", null],
  ];
  for (const [target, label, raw, wanted] of rows) {
    assert.equal(readValue(target, label, raw)?.[target as DocumentField] ?? null, wanted, `${label}: ${raw}`);
  }
});

Deno.test("a town loses its province's name, whatever label the form has for it", () => {
  for (const raw of ["Toronto PROV", "Toronto, ON", "Toronto Ontario", "Toronto, Prov."]) {
    assert.equal(values.readCity(raw), "Toronto", raw);
  }
});

Deno.test("a label is the same with brackets about its field, and another one with other words in them", () => {
  for (
    const [label, plain] of [
      ["First Name(s)*", "First name"],
      ["Date of Birth (YYYY-MM-DD)", "Date of birth"],
      ["Maturity date (mm/yyyy)", "Maturity date"],
      ["Phone (cell)", "Phone"],
      ["Loan amount (CAD)", "Loan amount"],
    ]
  ) assert.equal(labelKey(label), labelKey(plain), label);
  assert.notEqual(labelKey("Income (spouse)"), labelKey("Income"));
});

Deno.test("French wordings of the form's options are read, alone and beside the English ones; others are missed", () => {
  const rows: [DocumentField, string, string | null][] = [
    ["marritalStatus", "Marié(e)", "Married"],
    ["marritalStatus", "MARIEE", "Married"],
    ["marritalStatus", "Conjoint(e) de fait", "Common law"],
    ["marritalStatus", "Célibataire", "Single"],
    ["marritalStatus", "Séparée", "Separated"],
    ["marritalStatus", "Divorcé", "Divorced"],
    ["marritalStatus", "Veuf / Veuve", "Widowed"],
    ["marritalStatus", "Married / Marié", "Married"],
    ["marritalStatus", "Married / Célibataire", null],
    ["marritalStatus", "Fiancé", null],
    ["typeOfIncome", "Salarié", "Salary"],
    ["typeOfIncome", "Taux horaire", "Hourly"],
    ["typeOfIncome", "Travailleur autonome", "Self-employed"],
    ["typeOfIncome", "Travailleuse autonome", "Self-employed"],
    ["typeOfIncome", "À son compte", "Self-employed"],
    ["typeOfIncome", "Retraité(e)", "Pension"],
    ["typeOfIncome", "Pension alimentaire", null],
    ["typeOfIncome", "Revenus locatifs", "Rental"],
    ["propertyType", "Maison individuelle", "Detached"],
    ["propertyType", "Maison unifamiliale", "Detached"],
    ["propertyType", "Maison jumelée", "Semi-detached"],
    ["propertyType", "Jumelé", "Semi-detached"],
    ["propertyType", "Maison en rangée", "Townhouse"],
    ["propertyType", "Copropriété", "Condominium"],
    ["propertyType", "Condo / Copropriété", "Condominium"],
    ["propertyType", "Chalet", "Cottage"],
    ["propertyType", "Terrain vacant", "Vacant Land"],
    ["propertyType", "Maison mobile", "Mobile Home"],
    ["propertyType", "Maison", null],
    ["ownerOccupied", "Oui", "Yes"],
    ["ownerOccupied", "Propriétaire-occupant", "Yes"],
    ["ownerOccupied", "Yes / Oui", "Yes"],
    ["ownerOccupied", "Oui / Non", null],
    ["ownerOccupied", "Loué", "No"],
    ["mrtgType", "Taux fixe", "Fixed"],
    ["mrtgType", "Variable", "Variable"],
    ["mrtgType", "Marge de crédit hypothécaire", "Line of credit"],
    ["mrtgType", "Aucune", "None"],
    ["useOfProceeds", "Consolidation de dettes", "Debt Consolidation"],
    ["useOfProceeds", "Rénovations", "Renovation"],
    ["useOfProceeds", "Achat d’une maison", "New Purchase"],
    ["useOfProceeds", "Achat d'une voiture", null],
    ["firstOrSecond", "Première hypothèque", "First"],
    ["firstOrSecond", "1re", "First"],
    ["firstOrSecond", "1er rang", "First"],
    ["firstOrSecond", "PREMIERE", "First"],
    ["firstOrSecond", "Deuxième hypothèque", "Second"],
    ["firstOrSecond", "2e rang", "Second"],
    ["firstOrSecond", "1reste", "Second"],
    ["DOB", "30 mai 1979", "1979-05-30"],
    ["DOB", "1er août 1979", "1979-08-01"],
    ["DOB", "14 févr. 1979", "1979-02-14"],
    ["DOB", "1979-déc-03", "1979-12-03"],
    ["DOB", "3 décembre 1979", "1979-12-03"],
    ["DOB", "3 decembrement 1979", null],
    ["DOB", "7 jui 1979", null],
    ["maturesIn", "juillet 2027", "2027-07-01"],
    ["yoe", "4 ans", "4"],
    ["yoe", "11 ans et 3 mois", "11.25"],
    ["yoe", "2 années", "2"],
    ["primaryIncome", "4 500 $ par mois", null],
  ];
  for (const [field, raw, wanted] of rows) {
    assert.equal(readValue(field, field, raw)?.[field] ?? null, wanted, `${field}: ${raw}`);
  }
});
