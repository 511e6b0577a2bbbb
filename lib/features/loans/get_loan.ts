/** A loan with everything that its screen shows. */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { inForceOn } from "../../domain/lending/contract.ts";
import { loanFigures } from "../../domain/loans/deal.ts";
import { soldPricesLink } from "../../domain/loans/links.ts";
import { contractsInForce } from "./contracts.ts";
import { readLoanFor } from "./load.ts";
import { type BrokerLoan, brokerOfLoan, type LoanBroker, loanParts, type OtherFile } from "./loan_parts.ts";
import { type WireLoan, wireLoan } from "./_wire.ts";

/** The `data` of getloan (loans specification 7.1). */
export interface LoanView {
  loan: WireLoan;
  broker: LoanBroker | null;
  brokerLoans: BrokerLoan[];
  /** The home-price site's page for the property, where configured. */
  link: string | null;
  otherFiles: OtherFile[];
}

/** The loan, its broker and the broker's other loans. Throws not-found for a loan that the actor may not see. */
export async function getLoan(ctx: Context, input: { id: number }): Promise<LoanView> {
  const row = await readLoanFor(ctx.actor, ctx.db, input.id);
  const [{ otherFiles, ...parts }, brokerPart, contracts] = await Promise.all([
    loanParts(ctx.db, row.id),
    brokerOfLoan(ctx.db, ctx.site, row.id),
    contractsInForce(ctx.db, row),
  ]);
  const { settings, config } = ctx.lending();
  const figures = loanFigures({ ...row, additionalProperties: parts.additionalProperties }, settings, config);
  const contract = inForceOn(contracts, dateInToronto(ctx.now));
  const address = [row.address, row.city, row.postal].filter(Boolean).join(", ");
  return {
    loan: { ...wireLoan(row, parts, figures), ...(contract && { monthlyPayments: contract.payment }) },
    ...brokerPart,
    link: soldPricesLink(ctx.site.lender.links.soldPrices, address),
    otherFiles,
  };
}
