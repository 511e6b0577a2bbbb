/** Copies an earlier loan into a new application. */
import type { Context } from "../../../db/mod.ts";
import { withoutSins } from "../../domain/documents/sin.ts";
import { DATE_FIELDS } from "../../domain/loans/application.ts";
import type { DraftContent } from "../../domain/loans/draft.ts";
import { loanInputsOf } from "../../domain/settings/form_order.ts";
import { amountText, formOf } from "../../domain/loans/loan_form.ts";
import { formViewOf } from "./_application.ts";
import { getLoanFor } from "./load.ts";
import { propertiesOf } from "./loan_parts.ts";

/** The entries, without dates and files. Throws not-found for a loan that the actor may not see. */
export async function copyLoan(
  ctx: Context,
  input: { loanId: number },
): Promise<{ clientCode: string; content: DraftContent }> {
  const loan = await getLoanFor(ctx.actor, ctx.db, input.loanId);
  const properties = await propertiesOf(ctx.db, loan.id);
  const { config } = ctx.lending();
  const form = formOf({ ...loan, additionalProperties: "" });
  const dates = new Set<string>(DATE_FIELDS);
  const ids = loanInputsOf(config, formViewOf(ctx)).map(({ id }) => id);
  const entries: Record<string, string> = {};
  for (const id of ids) if (!dates.has(id) && form[id]) entries[id] = form[id];
  const content: DraftContent = {
    entries,
    rows: properties.map(({ address, value, mortgage }) => ({
      address,
      value: amountText(value),
      mortgage: amountText(mortgage),
    })),
    exit: loan.exitStrategySelect,
    comments: loan.comments,
    marks: {},
    files: [],
  };
  return { clientCode: loan.clientCode, content: withoutSins(content) };
}
