import {
  countFound,
  isFiltered,
  listFilterBrokers,
  listLoans,
  listOutstanding,
  listOwnLoans,
  readTallies,
  savedEarlier,
  summariseLoans,
} from "../../lib/features/loans/mod.ts";
import { outdatedAmong } from "../../lib/features/settings/mod.ts";
import { ExportLoans } from "../../islands/loans/ExportLoans.tsx";
import { allows } from "../../lib/domain/permissions.ts";
import type { Lender } from "../../lib/domain/lender.ts";
import { loanListQuery, ownLoansQuery } from "../../lib/schemas/loans/list.ts";
import type { Context } from "../../lib/server/http.ts";
import { Island } from "../../lib/server/island.tsx";
import { cachedForVisitor } from "../../lib/server/page_cache.ts";
import { page, type PageLike } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { filterLabels } from "./_list_filters.tsx";
import { LenderList, rowsOf } from "./_lender_list.tsx";
import type { LenderListProps } from "./_lender_list_props.ts";
import { OwnList, type OwnListProps } from "./_own_list.tsx";

type Query = Readonly<Record<string, string>>;
type Loaded =
  | { title: string; lenders: LenderListProps; own: null }
  | { title: string; lenders: null; own: Omit<OwnListProps, "lender"> & { lender: Lender } };

async function loadLenders(ctx: Context, sent: Query): Promise<Loaded> {
  const requested = loanListQuery.parse(sent);
  const of = requested.status === "Repaid"
    ? "Repaid"
    : requested.status === "Funded" || requested.status === "NA"
    ? "Funded"
    : null;
  // All at once: on a libSQL server that is one round trip.
  const [tallies, found, asked, brokers, figures] = await Promise.all([
    readTallies(ctx),
    isFiltered(requested) ? countFound(ctx, requested) : null,
    listLoans(ctx, requested),
    listFilterBrokers(ctx),
    of && summariseLoans(ctx, of),
  ]);
  const counts = found ??
    Object.fromEntries(Object.entries(tallies).map(([status, { loans }]) => [status, loans])) as LenderListProps[
      "counts"
    ];
  const pages = Math.max(1, Math.ceil(counts[requested.status] / requested.size));
  const query = { ...requested, page: Math.min(requested.page, pages) };
  const { globalScore, maxLtv } = ctx.lending().settings;
  // A page beyond the last one is the last one.
  const rows = query.page === requested.page ? asked : await listLoans(ctx, query);
  return {
    title: "Loans",
    own: null,
    lenders: {
      query,
      counts,
      pages,
      rows,
      outdated: await outdatedAmong(ctx, savedEarlier(rows)),
      brokers,
      summary: of && figures && { of, figures },
      pending: query.status === "NA" ? tallies.NA.requestedAmount : null,
      globalScore,
      maxLtv: maxLtv.limit,
    },
  };
}

/** Every loan for the lender, their own for brokers (loans specification 2.1 and 2.2). */
export const loanListPage: PageLike = page<Loaded>({
  path: "/dashboard/loans",
  permission: "useDashboard",
  shell: "dashboard",
  title: ({ title }) => title,
  cache: cachedForVisitor(() => loanListPage),
  async load(ctx, { query: sent }) {
    if (allows(ctx.actor, "manageLoans")) return await loadLenders(ctx, sent);
    const query = ownLoansQuery.parse(sent);
    const [loans, outstanding] = await Promise.all([listOwnLoans(ctx, query), listOutstanding(ctx)]);
    const { lender } = ctx.site;
    return { title: "Manage Conditions", lenders: null, own: { query, loans, outstanding, lender } };
  },
  paper: ({ lenders }) => lenders ? filterLabels(lenders) : [],
  view: ({ lenders, own }) => lenders ? <LenderList {...lenders} /> : <OwnList {...own!} />,
  late: ({ lenders }) => lenders ? rowsOf(lenders) : [],
  actions: ({ can, lenders }) => (
    <>
      {lenders && lenders.counts[lenders.query.status] > 0 && (
        <Island
          of={ExportLoans}
          status={lenders.query.status}
          query={loanListQuery.text(lenders.query, { page: 1, size: 50 })}
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
