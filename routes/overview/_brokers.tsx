import type { ReactNode } from "react";
import { type RankedBroker, TOP_BROKERS } from "../../lib/features/overview/mod.ts";
import { OVERVIEW_STATUSES, type OverviewStatus } from "../../lib/domain/lending/overview.ts";
import { STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import { countText, money } from "../../lib/domain/money.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";
import { Bars } from "../../lib/ui/charts/bars.tsx";
import { Figure } from "../../lib/ui/charts/chart.tsx";
import { Donut } from "../../lib/ui/charts/donut.tsx";
import { behind } from "./_behind.ts";
import { datumOf, headsOf, SavedChart, totalOf } from "./_parts.tsx";

/** The ranking's count and amount fields of each status. */
const FIELDS = {
  NA: ["pending", "amountPending"],
  Funded: ["funded", "amountFunded"],
  Repaid: ["repaid", "amountRepaid"],
  Declined: ["declined", "amountDeclined"],
} as const;

const ORDER = ["Funded", "Repaid", "NA", "Declined"] as const;

/** Every field of the ranking (loans specification 3.9). */
function Ranking(props: { brokers: readonly RankedBroker[]; query: OverviewQuery }): ReactNode {
  const { brokers, query } = props;
  const its = (id: number, status?: OverviewStatus) =>
    behind(query, { of: "broker", is: String(id), ...status && { status } });
  return (
    <div className="ranking" tabIndex={0} role="region" aria-label="Ranking as a table">
      <table className="table">
        <caption className="visually-hidden">Top brokers, loans and dollars by status</caption>
        <thead>
          <tr>
            <th scope="col">Broker</th>
            <th scope="col" className="numeric">Total</th>
            {ORDER.map((status) => <th key={status} scope="col" className="numeric">{STATUS_LABELS[status]}</th>)}
            <th scope="col" className="numeric">Total amount</th>
            {ORDER.map((status) => (
              <th key={status} scope="col" className="numeric">{`Amount ${STATUS_LABELS[status].toLowerCase()}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {brokers.map((broker) => (
            <tr key={broker.id}>
              <th scope="row">
                <a href={`/dashboard/viewbroker?id=${broker.id}`}>{broker.name}</a>
              </th>
              <Figure datum={{ value: broker.total, text: countText(broker.total) }} href={its(broker.id)} />
              {ORDER.map((status) => {
                const value = broker[FIELDS[status][0]];
                return <Figure key={status} datum={{ value, text: countText(value) }} href={its(broker.id, status)} />;
              })}
              <Figure datum={{ value: broker.totalAmount, text: money(broker.totalAmount) }} href={its(broker.id)} />
              {ORDER.map((status) => {
                const value = broker[FIELDS[status][1]];
                return <Figure key={status} datum={{ value, text: money(value) }} href={its(broker.id, status)} />;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Broker Submission (loans specification 2.7, 3.9 and 9). */
export function BrokersView(
  props: { brokers: readonly RankedBroker[]; of: number; query: OverviewQuery },
): ReactNode {
  const { brokers, of, query } = props;
  const { by } = query;
  const unit = by === "count" ? "Loans" : "Dollars";
  const all = countText(of);
  const top = of > TOP_BROKERS ? `the first ${TOP_BROKERS} of ${all}` : of === 1 ? "one broker" : `${all} brokers`;
  const bars = brokers.map((broker) =>
    datumOf(
      { label: broker.name, count: broker.total, amount: broker.totalAmount },
      by,
      behind(query, { of: "broker", is: String(broker.id) }),
    )
  );
  const theirs = brokers.map(({ id }) => id).join(",");
  const outcome = OVERVIEW_STATUSES.map((status) =>
    datumOf(
      {
        label: STATUS_LABELS[status],
        count: brokers.reduce((sum, broker) => sum + broker[FIELDS[status][0]], 0),
        amount: brokers.reduce((sum, broker) => sum + broker[FIELDS[status][1]], 0),
      },
      by,
      behind(query, { of: "broker", is: theirs, status }),
    )
  );
  return (
    <div className="charts">
      <SavedChart name="brokers" title="Top brokers" note={`${unit} submitted; ${top}`}>
        <Bars caption="Top brokers" heads={headsOf("Broker", by)} data={bars} />
      </SavedChart>
      <SavedChart name="outcome" title="Loans by status" note={`${unit} of these brokers by status`}>
        <Donut caption="Loans by status" heads={headsOf("Status", by)} data={outcome} {...totalOf(outcome, by)} />
      </SavedChart>
      <SavedChart
        name="ranking"
        title="Ranking"
        note={`By ${unit.toLowerCase()}; pending, funded, repaid and declined`}
        broad
      >
        <Ranking brokers={brokers} query={query} />
      </SavedChart>
    </div>
  );
}
