/**
 * The scoring configuration that a new database starts with. No input is active, so the form adds nothing to a score.
 */
import type { FormConfig, FormSection } from "../../lib/domain/settings/form_config.ts";
import settings from "./default_settings.json" with { type: "json" };
import { applicantEmployment, applicantInformation, applicantRisk } from "./scoring_applicant.ts";
import { additionalProperties, homeInformation } from "./scoring_home.ts";
import { date, dollars, dropdown, fromTable, number, option, refused } from "./scoring_input.ts";

/** The most that the lender puts in one loan, in dollars, until an owner changes it here. */
const LARGEST_LOAN = 2_000_000;

const LOAN = [
  "firstOrSecond",
  "newLoanAmount",
  "bridgeTerm",
  "useOfProceeds",
  "broker_fee",
  "estClosingDate",
  "coBrokeredSelect",
];

const loanInfo: FormSection = {
  title: "Loan",
  position: 1,
  inputPosition: "below",
  inputs: [
    dropdown("firstOrSecond", "Position", [
      option("First", "Green"),
      option("Second", "Yellow"),
      option("Third", "Red"),
      option("Bridge", "Yellow"),
    ], { required: true }),
    dollars("newLoanAmount", "Loan amount", {
      required: true,
      options: [
        option(0, "Green"),
        option(250_000, "Yellow"),
        option(500_000, "Red"),
        refused(LARGEST_LOAN + 1, "We do not fund loans above $2,000,000"),
      ],
    }),
    number("bridgeTerm", "Bridge term, days"),
    dropdown("useOfProceeds", "Use of proceeds", fromTable(settings.ratings.uop), { required: true }),
    dollars("broker_fee", "Broker fee"),
    date("estClosingDate", "Closing date"),
    dropdown("coBrokeredSelect", "Co-brokered", [option("No"), option("Yes")]),
  ],
  settings: { order: LOAN, brokerOrder: LOAN },
};

export const SCORING_CONFIG: FormConfig = {
  loanInfo,
  applicantInformation,
  applicantEmployment,
  applicantRisk,
  homeInformation,
  additionalProperties,
};
