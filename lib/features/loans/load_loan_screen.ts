/** Everything that the administrator's loan page shows. */
import type { Context } from "../../../db/mod.ts";
import type { LoanFiles } from "../../domain/files/loan_files.ts";
import type { LoanConditions } from "../../domain/loans/condition_item.ts";
import { type LoanFigures, loanFigures } from "../../domain/loans/deal.ts";
import { loadConditions } from "../conditions/load_conditions.ts";
import { filesOfLoan } from "../files/list_loan_files.ts";
import type { LoanContract } from "../../domain/loans/loan_contract.ts";
import type { LedgerFigures } from "../../domain/servicing/figures.ts";
import { owedToday, readFundedRows } from "../servicing/get_ledger.ts";
import type { DuplicateLoan } from "../../domain/loans/duplicate_loan.ts";
import { contractAmong, readContracts } from "./contracts.ts";
import { duplicatesOfLoan } from "./find_duplicates.ts";
import { type LoanRow, readLoanFor } from "./load.ts";
import { type BrokerLoan, brokerOfLoan, listsOfLoan, type LoanBroker } from "./loan_parts.ts";
import type { LoanParts } from "./_wire.ts";

export interface LoanScreenData extends Pick<LoanParts, "additionalProperties" | "participants" | "history"> {
  row: LoanRow;
  /** Computed under the settings in force. */
  figures: LoanFigures;
  broker: LoanBroker | null;
  brokerLoans: BrokerLoan[];
  conditions: LoanConditions;
  files: LoanFiles;
  duplicates: DuplicateLoan[];
  contract: LoanContract;
  /** What a funded loan owes today; null where its ledger has not begun. */
  ledger: LedgerFigures | null;
}

/**
 * The loan and its related rows, all asked for by its id at once: what is read beside a loan that is not the actor's
 * goes with the refusal. Throws not-found.
 */
export async function loadLoanScreen(ctx: Context, id: number): Promise<LoanScreenData> {
  const loan = readLoanFor(ctx.actor, ctx.db, id);
  const [row, lists, conditions, files, people, duplicates, contracts, ledgerRows] = await Promise.all([
    loan,
    listsOfLoan(ctx.db, id),
    loadConditions(ctx, id, loan),
    filesOfLoan(ctx.db, id),
    brokerOfLoan(ctx.db, ctx.site, id),
    duplicatesOfLoan(ctx.db, loan, id),
    readContracts(ctx.db, id),
    readFundedRows(ctx.db, id),
  ]);
  const contract = contractAmong(ctx, row, contracts), ledger = owedToday(ctx, ledgerRows, contracts);
  const { settings, config } = ctx.lending();
  const figures = loanFigures({ ...row, additionalProperties: lists.additionalProperties }, settings, config);
  return { row, figures, ...lists, ...people, conditions, files, duplicates, contract, ledger };
}
