/** A loan as its broker sees it. */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { NUMBER_FIELDS, type NumberField, TEXT_FIELDS, type TextField } from "../../domain/loans/application.ts";
import type { AdditionalProperty } from "../../domain/loans/application.ts";
import { brokerStatusLabel } from "../../domain/loans/broker_view.ts";
import { closingText } from "../../domain/loans/closing_day.ts";
import type { LoanConditions } from "../../domain/loans/condition_item.ts";
import { isClosed } from "../../domain/loans/status.ts";
import { loadConditions } from "../conditions/load_conditions.ts";
import { commitmentFor } from "../files/open_file.ts";
import { getLoanFor, type LoanRow } from "./load.ts";
import { propertiesOf } from "./loan_parts.ts";

/** The broker's entries and the status label, without the lender's data: no score, price or comment. */
export type BrokerLoanView =
  & { [field in TextField]: string }
  & { [field in NumberField]: number | null }
  & Pick<
    LoanRow,
    | "id"
    | "clientCode"
    | "bridgeTerm"
    | "comments"
    | "exitStrategySelect"
    | "otherPropertiesCount"
    | "otherPropertiesTotal"
    | "otherPropertiesMtgTotal"
    | "timestamp"
  >
  & { status: string; closed: boolean; additionalProperties: AdditionalProperty[]; hasCommitment: boolean };

const SHOWN_FIELDS = [
  "id",
  "clientCode",
  "bridgeTerm",
  "comments",
  "exitStrategySelect",
  "otherPropertiesCount",
  "otherPropertiesTotal",
  "otherPropertiesMtgTotal",
  "timestamp",
  ...TEXT_FIELDS,
  ...NUMBER_FIELDS,
] as const;

/**
 * The loan by an allow-list of fields, with its conditions and what is said of its closing. Throws not-found for a loan
 * that the actor may not see.
 */
export async function getBrokerLoan(
  ctx: Context,
  input: { id: number },
): Promise<{ loan: BrokerLoanView; conditions: LoanConditions; closing: string }> {
  const loaded = getLoanFor(ctx.actor, ctx.db, input.id);
  // What is read beside a loan that is not the actor's goes with the refusal.
  const [row, conditions, additionalProperties, commitment] = await Promise.all([
    loaded,
    loadConditions(ctx, input.id, loaded),
    propertiesOf(ctx.db, input.id),
    commitmentFor(ctx, input.id),
  ]);
  const fields = Object.fromEntries(SHOWN_FIELDS.map((name) => [name, row[name]]));
  const loan = {
    ...fields,
    status: brokerStatusLabel(row.adminComSelect),
    closed: isClosed(row.adminComSelect),
    additionalProperties,
    hasCommitment: commitment !== undefined,
  } as BrokerLoanView;
  const closing = closingText({ ...row, status: row.adminComSelect }, dateInToronto(ctx.now));
  return { loan, conditions, closing };
}
