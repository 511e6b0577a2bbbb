/** Total, average, count, WARR, WAMS and WAMF of the funded or repaid loans (lending rules 9). */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { ALL_MONTHS } from "../../domain/lending/overview.ts";
import { type PortfolioSummary, summarise } from "../../domain/lending/portfolio.ts";
import { dayGroups, readTallyRows, scoreGroups } from "../overview/mod.ts";

/** The summary of one status, today in Toronto; from the overview's tallies, so that no loan is read. */
export async function summariseLoans(ctx: Context, status: "Funded" | "Repaid"): Promise<PortfolioSummary> {
  const read = await readTallyRows(ctx, "summary", { months: ALL_MONTHS, statuses: [status] });
  return summarise(scoreGroups(read("score")), dayGroups(read("days")), dateInToronto(ctx.now));
}
