/** The entered columns of a new loan. */
import type { loans } from "../../../db/schema/mod.ts";
import {
  type LoanApplication,
  NUMBER_FIELDS,
  type NumberField,
  TEXT_FIELDS,
  type TextField,
} from "../../domain/loans/application.ts";
import type { SubmissionData } from "../../schemas/loans/submission.ts";

type NewLoan = typeof loans.$inferInsert;
type Entered =
  & Pick<NewLoan, TextField>
  & Pick<NewLoan, Exclude<NumberField, "newLoanAmount">>
  & Pick<
    NewLoan,
    | "newLoanAmount"
    | "bridgeTerm"
    | "exitStrategySelect"
    | "comments"
    | "otherPropertiesCount"
    | "otherPropertiesTotal"
    | "otherPropertiesMtgTotal"
  >;

/** Empty amounts stay null, which differs from an entered 0. */
export function enteredColumns(data: SubmissionData, application: LoanApplication): Entered {
  const texts = TEXT_FIELDS.map((field) => [field, application[field]]);
  const numbers = NUMBER_FIELDS.map((field) => [field, data[field] == null ? null : application[field]]);
  return {
    ...Object.fromEntries(texts) as Pick<Entered, TextField>,
    ...Object.fromEntries(numbers) as Pick<Entered, Exclude<NumberField, "newLoanAmount">>,
    newLoanAmount: application.newLoanAmount,
    bridgeTerm: application.bridgeTerm,
    exitStrategySelect: data.exitStrategy,
    comments: data.comments,
    otherPropertiesCount: application.otherPropertiesCount,
    otherPropertiesTotal: application.otherPropertiesTotal,
    otherPropertiesMtgTotal: application.otherPropertiesMtgTotal,
  };
}
