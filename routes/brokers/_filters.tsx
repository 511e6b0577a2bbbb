import type { ReactNode } from "react";
import { RATING_LABELS, RATINGS } from "../../lib/domain/account_values.ts";
import type { AccountType } from "../../lib/features/brokers/list_accounts.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { LIST, listHref, type ListQuery } from "./_query.ts";

const TYPES: readonly (readonly [AccountType | null, string])[] = [
  [null, "All"],
  ["broker", "Broker"],
  ["admin", "Admin"],
  ["owner", "Owner"],
];

const BEST_FIRST = ["elite", ...RATINGS.filter((rating) => rating !== "elite")] as const;

/** Type as links, search and rating as a form that asks for the same list: all of it works without script. */
export function Filters(props: { query: ListQuery; found: number; all: number }): ReactNode {
  const { query, found, all } = props;
  const kept: Record<string, string> = {
    ...(query.type ? { type: query.type } : {}),
    ...(query.sort !== "name" ? { sort: query.sort } : {}),
    ...(query.descending ? { dir: "desc" } : {}),
  };
  return (
    <div className="filters">
      <nav className="seg slim" aria-label="Type">
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
        <span className="find">
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
        <button className="btn" type="submit">Search</button>
      </form>
      <p className="end small mute" role="status">{found} of {all}</p>
    </div>
  );
}
