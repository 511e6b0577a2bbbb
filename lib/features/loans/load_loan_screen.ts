/** Everything that the administrator's loan page shows. */
import type { Context } from "../../../db/mod.ts";
import type { LoanFiles } from "../../domain/files/loan_files.ts";
import type { LoanConditions } from "../../domain/loans/condition_item.ts";
import { type LoanFigures, loanFigures } from "../../domain/loans/deal.ts";
import { loadConditions } from "../conditions/load_conditions.ts";
import { filesOfLoan } from "../files/list_loan_files.ts";
import type { LoanContract } from "../../domain/loans/loan_contract.ts";
import type { LedgerFigures } from "../../domain/servicing/figures.ts";
import { ledgerToday } from "../servicing/get_ledger.ts";
import { loanContract } from "./contracts.ts";
import { type DuplicateRow, duplicatesOf } from "./find_duplicates.ts";
import { type LoanRow, readLoanFor } from "./load.ts";
import { type BrokerLoan, brokerOf, listsOfLoan, type LoanBroker } from "./loan_parts.ts";
import type { LoanParts } from "./_wire.ts";

export interface LoanScreenData extends Pick<LoanParts, "additionalProperties" | "participants" | "history"> {
  row: LoanRow;
  /** Computed under the settings in force. */
  figures: LoanFigures;
  broker: LoanBroker | null;
  brokerLoans: BrokerLoan[];
  conditions: LoanConditions;
  files: LoanFiles;
  duplicates: DuplicateRow[];
  contract: LoanContract;
  /** What a funded loan owes today; null where its ledger has not begun. */
  ledger: LedgerFigures | null;
}

/**
 * The loan, which is being read, and its related rows, in few statements and two round trips: first what goes by its
 * id. Throws not-found.
 */
export async function loadLoanScreen(
  ctx: Context,
  id: number,
  loan = readLoanFor(ctx.actor, ctx.db, id),
): Promise<LoanScreenData> {
  const [row, lists, conditions, files, [people, duplicates, contract, ledger]] = await Promise.all([
    loan,
    listsOfLoan(ctx.db, id),
    loadConditions(ctx, id, loan),
    filesOfLoan(ctx.db, id),
    loan.then((row) =>
      Promise.all([
        brokerOf(ctx.db, ctx.site, row),
        duplicatesOf(ctx.db, row),
        loanContract(ctx, ctx.db, row),
        row.adminComSelect === "Funded" ? ledgerToday(ctx, row.id) : null,
      ])
    ),
  ]);
  const { settings, config } = ctx.lending();
  const figures = loanFigures({ ...row, additionalProperties: lists.additionalProperties }, settings, config);
  return { row, figures, ...lists, ...people, conditions, files, duplicates, contract, ledger };
}
