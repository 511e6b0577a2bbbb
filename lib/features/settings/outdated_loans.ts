/** The pending loans whose saved score or rate is not that of the settings in force. */
import { setImmediate } from "node:timers/promises";
import type { Context } from "../../../db/mod.ts";
import { fundedAmount, type ScoreGroup, warr } from "../../domain/lending/portfolio.ts";
import { underwrite } from "../../domain/lending/underwrite.ts";
import { applicationFrom } from "../../domain/loans/application.ts";
import { dealOptions } from "../../domain/loans/deal.ts";
import { pendingLoans } from "./_pending_loans.ts";

export interface OutdatedLoans {
  /** Number of pending loans. */
  loans: number;
  /** Those that computing anew would change, to send to updatemultipleloans. */
  ids: number[];
  /** WARR of all pending loans: as they are saved, and once those are computed anew. Null without an amount. */
  warr: { saved: number | null; anew: number | null };
}

/** Loans computed in one go: about half a millisecond. */
const SLICE = 50;

/** Underwrites every Pending loan under the settings in force, in slices between which other requests run. */
export async function outdatedLoans(ctx: Context): Promise<OutdatedLoans> {
  // Another process may have saved them a moment ago.
  await ctx.refreshLending();
  const { settings, config } = ctx.lending();
  const ids: number[] = [], saved: ScoreGroup[] = [], anew: ScoreGroup[] = [];
  const readsProperties = config.additionalProperties.inputs.some(({ active }) => active);
  for await (const page of pendingLoans(ctx, readsProperties)) {
    for (const [i, loan] of page.entries()) {
      if (i % SLICE === 0) await setImmediate();
      const application = applicationFrom(loan);
      const now = underwrite(application, settings, config, dealOptions(loan, application));
      const group = { status: "NA", loans: 1, amount: fundedAmount(loan) };
      saved.push({ ...group, score: loan.shownScore });
      anew.push({ ...group, score: now.shownScore });
      const isSame = loan.finalScore === now.finalScore && loan.shownScore === now.shownScore &&
        loan.suggestedRate === now.suggestedRate;
      if (!isSame) ids.push(loan.id);
    }
  }
  return { loans: saved.length, ids, warr: { saved: warr(saved), anew: warr(anew) } };
}
