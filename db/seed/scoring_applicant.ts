/** The applicant's three boxes of the default scoring configuration: person, employment and risk. */
import type { FormSection } from "../../lib/domain/settings/form_config.ts";
import settings from "./default_settings.json" with { type: "json" };
import { date, dollars, dropdown, fromTable, number, option, refused, text } from "./scoring_input.ts";

const { ratings, pricing } = settings;
const PERSON = [
  "firstName",
  "lastName",
  "DOB",
  "marritalStatus",
  "phone",
  "coApplicant",
  "address",
  "city",
  "postal",
  "region",
];
const EMPLOYMENT = ["employer", "sector", "yoe", "typeOfIncome", "primaryIncome", "secondaryIncome", "otherIncome"];
const RISK = [
  "creditScore",
  "total_other_credits",
  "otherDebtRepaid",
  "repaying",
  "debtInArrears",
  "judgeExec",
  "incomeTaxInArrears",
  "litigiousness",
];

export const applicantInformation: FormSection = {
  title: "Applicant",
  position: 2,
  inputPosition: "below",
  inputs: [
    text("firstName", "First name", { required: true }),
    text("lastName", "Last name", { required: true }),
    date("DOB", "Date of birth", { required: true }),
    dropdown("marritalStatus", "Marital status", [
      option("Married"),
      option("Common law"),
      option("Single"),
      option("Separated", "Yellow"),
      option("Divorced"),
      option("Widowed"),
    ], { required: true }),
    text("phone", "Phone"),
    text("coApplicant", "Co-applicant"),
    text("address", "Address", { required: true }),
    text("city", "City", { required: true }),
    text("postal", "Postal code", { required: true }),
    dropdown("region", "Region", fromTable(pricing.regions), { required: true }),
  ],
  settings: { order: PERSON, brokerOrder: PERSON },
};

export const applicantEmployment: FormSection = {
  title: "Employment",
  position: 3,
  inputPosition: "below",
  inputs: [
    text("employer", "Employer"),
    dropdown("sector", "Sector", fromTable(ratings.employer), { required: true }),
    number("yoe", "Years employed", {
      required: true,
      unit: "years",
      options: [...fromTable(ratings.yoe), refused(70, "Years employed cannot be 70 or more")],
    }),
    dropdown("typeOfIncome", "Type of income", [
      option("Salary", "Green"),
      option("Hourly", "Green"),
      option("Commission", "Yellow"),
      option("Self-employed", "Yellow"),
      option("Pension", "Green"),
      option("Rental", "Yellow"),
      option("Other", "Yellow"),
    ]),
    dollars("primaryIncome", "Primary income, yearly", { required: true }),
    dollars("secondaryIncome", "Secondary income, yearly"),
    dollars("otherIncome", "Other income, yearly"),
  ],
  settings: { order: EMPLOYMENT, brokerOrder: EMPLOYMENT },
};

export const applicantRisk: FormSection = {
  title: "Credit",
  position: 4,
  inputPosition: "below",
  inputs: [
    number("creditScore", "Credit score", {
      required: true,
      unit: "points",
      options: [...fromTable(ratings.credit), refused(901, "Credit score cannot exceed 900")],
    }),
    dollars("total_other_credits", "Total other credit"),
    dollars("otherDebtRepaid", "Debt repaid by this loan"),
    text("repaying", "Debts being repaid"),
    dollars("debtInArrears", "Debt in arrears", { options: fromTable(ratings.rof) }),
    dollars("judgeExec", "Judgments and executions", { options: fromTable(ratings.rof) }),
    dollars("incomeTaxInArrears", "Income tax in arrears", { options: fromTable(ratings.rof) }),
    dropdown("litigiousness", "Litigation", fromTable(ratings.lit), { required: true }),
  ],
  settings: { order: RISK, brokerOrder: RISK },
};
