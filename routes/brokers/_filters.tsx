import type { ReactNode } from "react";
import type { AccountOrder, AccountType } from "../../lib/features/brokers/mod.ts";
import { RATING_LABELS, RATINGS } from "../../lib/domain/accounts/account_values.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { LIST, listHref, type ListQuery } from "./_query.ts";

const TYPES: readonly (readonly [AccountType | null, string])[] = [
  [null, "All"],
  ["broker", "Broker"],
  ["admin", "Admin"],
  ["owner", "Owner"],
];

const BEST_FIRST = ["elite", ...RATINGS.filter((rating) => rating !== "elite")] as const;

/** Sort options, each column in its most useful direction. */
const SORTS: readonly (readonly [AccountOrder | `${AccountOrder}-desc`, string])[] = [
  ["name", "Name"],
  ["submission-desc", "Last submission"],
  ["signin-desc", "Last sign-in"],
  ["active-desc", "Active loans"],
  ["loans-desc", "Loans"],
  ["rating", "Rating"],
  ["brokerage", "Brokerage"],
  ["licence", "Licence"],
  ["type", "Type"],
  ["status", "Status"],
];

/** The order as a select, where the table has no headings; hidden on wide screens, where it keeps the order. */
function SortChoice({ query }: { query: ListQuery }): ReactNode {
  const here = `${query.sort}${query.descending ? "-desc" : ""}`;
  const known = SORTS.some(([value]) => value === here);
  const label = SORTS.find(([value]) => value.split("-")[0] === query.sort)?.[1];
  return (
    <select name="sort" className="fold-sort" aria-label="Sort by" defaultValue={here}>
      {!known && <option value={here}>{label}, turned round</option>}
      {SORTS.map(([value, words]) => <option key={value} value={value}>By {words.toLowerCase()}</option>)}
    </select>
  );
}

/** Type as links, search and rating as a form for the same list: works without script. */
export function Filters(props: { query: ListQuery; found: number; all: number }): ReactNode {
  const { query, found, all } = props;
  const kept: Record<string, string> = {
    ...(query.type ? { type: query.type } : {}),
  };
  return (
    <div className="filters">
      <nav className="segmented slim" aria-label="Type">
        {TYPES.map(([type, label]) => (
          <a
            key={label}
            href={listHref(query, { type, rating: type && type !== "broker" ? null : query.rating })}
            aria-current={query.type === type ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <form className="filter-form" role="search" aria-label="Accounts" action={LIST}>
        {Object.entries(kept).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
        <span className="search-box">
          <Icon name="search" />
          <input
            type="search"
            name="q"
            defaultValue={query.q}
            maxLength={100}
            aria-label="Search accounts"
            placeholder="Name, brokerage or licence"
          />
        </span>
        {(query.type === null || query.type === "broker") && (
          <select name="rating" aria-label="Rating" defaultValue={query.rating ?? ""}>
            <option value="">Any rating</option>
            {BEST_FIRST.map((rating) => <option key={rating} value={rating}>{RATING_LABELS[rating]}</option>)}
          </select>
        )}
        <SortChoice query={query} />
        <button className="btn" type="submit">Search</button>
      </form>
      <p className="align-end small mute" role="status">{found} of {all}</p>
    </div>
  );
}
