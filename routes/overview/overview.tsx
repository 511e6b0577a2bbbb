import {
  exposureDetails,
  loanHistory,
  rankBrokers,
  riskDetails,
  TOP_BROKERS,
} from "../../lib/features/overview/mod.ts";
import { dateInToronto } from "../../lib/domain/dates.ts";
import { monthsOf, OVERVIEW_STATUSES } from "../../lib/domain/lending/overview.ts";
import { countOf, loanCountText, money } from "../../lib/domain/money.ts";
import { limitsStatus, overviewQuery } from "../../lib/schemas/overview.ts";
import type { Context } from "../../lib/server/http.ts";
import { page, type PageLike } from "../../lib/server/page.tsx";
import { cachedForVisitor } from "../../lib/server/page_cache.ts";
import { Empty } from "../../lib/ui/states.tsx";
import { BrokersView } from "./_brokers.tsx";
import { Controls, filterLabels, VIEW_LABELS } from "./_controls.tsx";
import { ExposureView } from "./_exposure.tsx";
import { HistoryView } from "./_history.tsx";
import { outstandingBalance } from "../../lib/features/servicing/mod.ts";
import { RiskView } from "./_risk.tsx";

/** The figures of the requested view, and whether there are any. */
async function load(ctx: Context, sent: Readonly<Record<string, string>>) {
  const query = overviewQuery.parse(sent);
  const today = dateInToronto(ctx.now);
  const months = monthsOf(query.period, today);
  const tallyFilter = { months, statuses: query.status === "all" ? OVERVIEW_STATUSES : [query.status] };
  const { globalScore, maxLtv } = ctx.lending().settings;
  const common = { filters: query, today, settings: { globalScore, maxLtv } };
  const sumUp = ({ loans, amount }: { loans: number; amount: number }) => ({
    found: loans > 0 ? `${loanCountText(loans)}, ${money(amount)}` : "No loans",
    empty: loans === 0,
  });
  switch (query.view) {
    case "risk": {
      const risk = await riskDetails(ctx, tallyFilter);
      return { ...common, ...sumUp(risk), shown: { view: "risk", risk } as const };
    }
    case "exposure": {
      const lent = query.status === "all" || query.status === "Funded";
      const [exposure, owed] = await Promise.all([
        exposureDetails(ctx, tallyFilter),
        lent ? outstandingBalance(ctx, months) : null,
      ]);
      return { ...common, ...sumUp(exposure), shown: { view: "exposure", exposure, owed } as const };
    }
    case "history": {
      const history = await loanHistory(ctx, months);
      const { length } = history.months;
      const found = countOf(length, "month");
      return { ...common, found, empty: length === 0, shown: { view: "history", history } as const };
    }
    case "brokers": {
      const { brokers, of } = await rankBrokers(ctx, { months, by: query.by, most: TOP_BROKERS });
      const found = countOf(of, "broker");
      return { ...common, found, empty: of === 0, shown: { view: "brokers", brokers, of } as const };
    }
  }
}

type Loaded = Awaited<ReturnType<typeof load>>;

function View({ shown, filters: query, settings, empty }: Loaded) {
  if (empty) {
    const byStatus = limitsStatus(query.view) && query.status !== "all";
    const narrowed = query.period !== "all" || byStatus;
    const funded = byStatus && query.status === "Funded" && query.period === "all";
    return (
      <Empty
        title={funded ? "No funded loans yet" : narrowed ? "No loans in this choice" : "No loans yet"}
        text={funded
          ? "This is the funded book. Other loans are under All."
          : narrowed
          ? `Choose another period${limitsStatus(query.view) ? " or status" : ""}.`
          : "Figures appear with the first submission."}
      >
        {narrowed && (
          <a className="btn" href={overviewQuery.address(query, { period: "all", status: "all" })}>Show all loans</a>
        )}
      </Empty>
    );
  }
  switch (shown.view) {
    case "risk":
      return <RiskView risk={shown.risk} query={query} settings={settings} />;
    case "exposure":
      return <ExposureView exposure={shown.exposure} owed={shown.owed} query={query} />;
    case "history":
      return <HistoryView history={shown.history} query={query} />;
    case "brokers":
      return <BrokersView brokers={shown.brokers} of={shown.of} query={query} />;
  }
}

/** Data Overview: risk, exposure, history and brokers of the whole portfolio (loans specification 2.7). */
export const overviewPage: PageLike = page<Loaded>({
  path: "/dashboard/overview",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ filters }) => `Overview: ${VIEW_LABELS[filters.view]}`,
  cache: cachedForVisitor(() => overviewPage),
  load: (ctx, { query }) => load(ctx, query),
  paper: ({ filters }) => filterLabels(filters),
  view: (props) => (
    <>
      <Controls query={props.filters} today={props.today} found={props.found} empty={props.empty} />
      <View {...props} />
    </>
  ),
});
