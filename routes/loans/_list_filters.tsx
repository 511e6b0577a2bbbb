import type { ReactNode } from "react";
import { isFiltered } from "../../lib/features/loans/mod.ts";
import { SavedFilters } from "../../islands/loans/SavedFilters.tsx";
import { listQueryText, type LoanListQuery } from "../../lib/schemas/loans/list.ts";
import { Island } from "../../lib/server/island.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import type { LenderListProps } from "./_lender_list_props.ts";
import { listAddress } from "./_list_address.ts";

/** Changes that take the search and every filter away. */
export const NOTHING_CHOSEN: Partial<LoanListQuery> = { q: "", type: "", risk: "", broker: 0, page: 1 };

const TYPES = [["", "Any type"], ["first", "First"], ["second", "Second"], ["third", "Third"], ["bridge", "Bridge"]];
const RISKS = [["", "Any risk"], ["green", "Green"], ["yellow", "Yellow"], ["red", "Red"]];

function Choose(props: { name: string; label: string; choices: string[][]; value: string }): ReactNode {
  const { name, label, choices, value } = props;
  return (
    <select name={name} aria-label={label} defaultValue={value} key={value}>
      {choices.map(([choice, words]) => <option key={choice} value={choice}>{words}</option>)}
    </select>
  );
}

/** Search and filters: a plain form, so that it works without script and the address can be kept. */
export function ListFilters({ query, counts, brokers }: LenderListProps): ReactNode {
  const count = counts[query.status];
  const kept = { status: query.status, sort: query.sort, order: query.order, size: query.size };
  const usual = { status: "NA", sort: "new", order: "desc", size: 50 };
  const names = brokers.map(({ id, name }) => [String(id), name]);
  if (query.broker && !brokers.some(({ id }) => id === query.broker)) names.push([String(query.broker), "This broker"]);
  return (
    <div className="list-tools">
      <form className="filters" role="search" aria-label="Search loans" action="/dashboard/loans">
        {Object.entries(kept).filter(([name, value]) => value !== usual[name as keyof typeof usual])
          .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
        <span className="search-box">
          <Icon name="search" />
          <input
            type="search"
            name="q"
            defaultValue={query.q}
            aria-label="Search by client, broker, city, address or code"
            placeholder="Client, broker, city or code"
            maxLength={120}
          />
        </span>
        <Choose name="type" label="Type" choices={TYPES} value={query.type} />
        <Choose name="risk" label="Risk" choices={RISKS} value={query.risk} />
        <Choose
          name="broker"
          label="Broker"
          choices={[["", "Any broker"], ...names]}
          value={String(query.broker || "")}
        />
        <button className="btn slim" type="submit">Search</button>
        {isFiltered(query) && <a className="link" href={listAddress(query, NOTHING_CHOSEN)}>Clear</a>}
        {query.sort !== "new" && (
          <a className="link" href={listAddress(query, { sort: "new", order: "desc", page: 1 })}>Newest first</a>
        )}
      </form>
      <p className="small mute">
        {count.toLocaleString("en-CA")} {isFiltered(query) ? "found" : count === 1 ? "loan" : "loans"}
      </p>
      <Island of={SavedFilters} query={listQueryText(query, { page: 1 })} />
    </div>
  );
}
