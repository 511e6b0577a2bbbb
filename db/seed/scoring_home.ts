/** The property boxes of the default scoring configuration: the home that secures the loan, and other properties. */
import type { FormSection } from "../../lib/domain/settings/form_config.ts";
import { SECOND_MORTGAGE_INPUTS } from "../../lib/domain/settings/second_mortgage.ts";
import settings from "./default_settings.json" with { type: "json" };
import { date, dollars, dropdown, fromTable, option, refused, text } from "./scoring_input.ts";

const HOME = [
  "propertyType",
  "ownerOccupied",
  "appraisedValue",
  "homePurPrice",
  "firstMortgage",
  "firstMortgageLender",
  "mrtgType",
  "maturesIn",
  "mortgageMonthlyPayment",
  "secondMortgage",
  "secondMortgageLender",
  "secondMortgageMonthlyPayment",
  "propertyTax",
  "utilities",
];
const OTHER = ["address", "value", "mortgage"];

export const homeInformation: FormSection = {
  title: "Property",
  position: 5,
  inputPosition: "below",
  inputs: [
    dropdown("propertyType", "Property type", [
      option("Detached", "Green"),
      option("Semi-detached", "Green"),
      option("Townhouse", "Green"),
      option("Condominium", "Yellow"),
      option("Duplex", "Yellow"),
      option("Triplex", "Yellow"),
      option("Cottage", "Red"),
      option("Farm", "Red"),
      option("Vacant Land", "Red"),
      refused("Mobile Home", "We do not fund mobile homes"),
      refused("Time Share", "We do not fund time shares"),
    ], { required: true }),
    dropdown("ownerOccupied", "Owner occupied", [option("Yes", "Green"), option("No", "Yellow")], { required: true }),
    dollars("appraisedValue", "Appraised value"),
    dollars("homePurPrice", "Purchase price"),
    dollars("firstMortgage", "First mortgage", { options: fromTable(settings.ratings.sizeOfFirst) }),
    text("firstMortgageLender", "First mortgage lender"),
    dropdown("mrtgType", "First mortgage type", [
      option("Fixed", "Green"),
      option("Variable", "Yellow"),
      option("Line of credit", "Yellow"),
      option("Private", "Red"),
      option("Reverse", "Red"),
      option("None"),
    ]),
    date("maturesIn", "First mortgage matures"),
    dollars("mortgageMonthlyPayment", "First mortgage payment, monthly"),
    ...SECOND_MORTGAGE_INPUTS,
    dollars("propertyTax", "Property tax, yearly", { required: true }),
    dollars("utilities", "Utilities, monthly"),
  ],
  settings: { order: HOME, brokerOrder: HOME },
};

export const additionalProperties: FormSection = {
  title: "Other property",
  position: 6,
  inputPosition: "beside",
  inputs: [
    text("address", "Address", { required: true }),
    dollars("value", "Value", { required: true }),
    dollars("mortgage", "Mortgage"),
  ],
  settings: { order: OTHER, brokerOrder: OTHER },
};
