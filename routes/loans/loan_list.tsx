import { isFiltered, listOwnLoans, readTallies } from "../../lib/features/loans/mod.ts";
import { ExportLoans } from "../../islands/loans/ExportLoans.tsx";
import { dateInToronto } from "../../lib/domain/dates.ts";
import { allows } from "../../lib/domain/permissions.ts";
import type { Lender } from "../../lib/domain/lender.ts";
import { listQueryText, LoanListQuery, OwnLoansQuery } from "../../lib/schemas/loans/list.ts";
import type { Fragment } from "../../lib/server/fragment.ts";
import type { Context } from "../../lib/server/http.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, type PageLike } from "../../lib/server/page.tsx";
import { parse } from "../../lib/server/parse.ts";
import { remembered } from "../../lib/server/remembered_page.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { LenderList } from "./_lender_list.tsx";
import type { LenderListProps } from "./_lender_list_props.ts";
import { brokersOf, foundOf, summaryOf, tableOf } from "./_list_cache.ts";
import { OwnList, type OwnListProps } from "./_own_list.tsx";

type Query = Readonly<Record<string, string>>;
type Loaded =
  | { title: string; rows: Fragment; lenders: LenderListProps; own: null }
  | { title: string; rows: null; lenders: null; own: Omit<OwnListProps, "lender"> & { lender: Lender } };

async function loadLenders(ctx: Context, sent: Query): Promise<Loaded> {
  const requested = parse(LoanListQuery, sent);
  const tallies = await readTallies(ctx);
  const counts = isFiltered(requested)
    ? await foundOf(ctx, requested, tallies)
    : Object.fromEntries(Object.entries(tallies).map(([status, { loans }]) => [status, loans])) as LenderListProps[
      "counts"
    ];
  const pages = Math.max(1, Math.ceil(counts[requested.status] / requested.size));
  const query = { ...requested, page: Math.min(requested.page, pages) };
  const of = query.status === "Repaid"
    ? "Repaid"
    : query.status === "Funded" || query.status === "NA"
    ? "Funded"
    : null;
  return {
    title: "Loans",
    own: null,
    rows: await tableOf(ctx, query, tallies),
    lenders: {
      query,
      counts,
      pages,
      brokers: await brokersOf(ctx, tallies),
      summary: of && { of, figures: await summaryOf(ctx, of, tallies) },
      pending: query.status === "NA" ? tallies.NA.requestedAmount : null,
      globalScore: ctx.lending().settings.globalScore,
    },
  };
}

/** Everything that the lender's list shows; a broker's list is drawn each time. */
async function versionOf(ctx: Context, sent: Query): Promise<string | null> {
  if (!allows(ctx.actor, "manageLoans")) return null;
  const { settingsVersionId } = ctx.lending();
  return JSON.stringify([
    parse(LoanListQuery, sent),
    await readTallies(ctx),
    settingsVersionId,
    dateInToronto(ctx.now),
  ]);
}

/** Every loan for the lender, their own for brokers (loans specification 2.1 and 2.2). */
export const loanListPage: PageLike = page<Loaded>({
  path: "/dashboard/loans",
  permission: "useDashboard",
  shell: "dashboard",
  title: ({ title }) => title,
  fast: remembered(() => loanListPage, versionOf),
  async load(ctx, { query: sent }) {
    if (allows(ctx.actor, "manageLoans")) return await loadLenders(ctx, sent);
    const query = parse(OwnLoansQuery, sent);
    const loans = await listOwnLoans(ctx, query);
    const { lender } = ctx.site;
    return { title: "Manage Conditions", rows: null, lenders: null, own: { query, loans, lender } };
  },
  view: ({ lenders, own }) => lenders ? <LenderList {...lenders} /> : <OwnList {...own!} />,
  slots: ({ rows, lenders }) => lenders && lenders.counts[lenders.query.status] > 0 ? { rows: rows! } : undefined,
  actions: ({ can, lenders }) => (
    <>
      {lenders && lenders.counts[lenders.query.status] > 0 && (
        <Island
          of={ExportLoans}
          status={lenders.query.status}
          query={listQueryText(lenders.query, { page: 1, size: 50 })}
        />
      )}
      {can.submitLoan && (
        <a className="btn primary" href="/dashboard/submitloan">
          <Icon name="plus" />
          <span className="label">New loan</span>
        </a>
      )}
    </>
  ),
});
