import type { ReactNode } from "react";
import { RATING_LABELS, RATINGS } from "../../lib/domain/accounts/account_values.ts";
import { CONSENT_STANDINGS, STANDING_LABELS } from "../../lib/domain/mail/consent.ts";
import {
  ACCOUNT_SEARCH_MAX,
  type AccountListQuery,
  accountListQuery,
  type AccountOrder,
  type AccountType,
} from "../../lib/schemas/brokers/list.ts";
import { countText } from "../../lib/domain/money.ts";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";
import { type SortChoice, SortSelect } from "../../lib/ui/sort_select.tsx";

const TYPES: readonly (readonly [AccountType | "", string])[] = [
  ["", "All"],
  ["broker", "Broker"],
  ["admin", "Admin"],
  ["owner", "Owner"],
];

const BEST_FIRST = ["elite", ...RATINGS.filter((rating) => rating !== "elite")] as const;

/** Sort options, each column in its most useful direction. */
const SORTS: readonly SortChoice<AccountOrder>[] = [
  ["name", "asc", "By name"],
  ["submission", "desc", "By last submission", "By last submission, oldest first"],
  ["signin", "desc", "By last sign-in", "By last sign-in, oldest first"],
  ["active", "desc", "By active loans"],
  ["loans", "desc", "By loans"],
  ["rating", "asc", "By rating", "By rating, lowest first"],
  ["brokerage", "asc", "By brokerage"],
  ["licence", "asc", "By licence"],
  ["type", "asc", "By type", "By type, owners first"],
  ["status", "asc", "By status", "By status, disabled first"],
];

/** How the listed accounts were chosen, for the page's head on paper. */
export const filterLabels = ({ type, rating, consent, q }: AccountListQuery): (string | false)[] => [
  type !== "" && TYPES.find(([one]) => one === type)![1],
  rating !== "" && `rating ${RATING_LABELS[rating]}`,
  consent !== "" && STANDING_LABELS[consent],
  q !== "" && `“${q}”`,
];

/** Type as links; search, rating and, on phones, the order. */
export function Filters(props: { query: AccountListQuery; found: number; all: number }): ReactNode {
  const { query, found, all } = props;
  const { q: _q, rating: _rating, consent: _consent, sort: _sort, dir: _dir, page: _page, ...kept } = accountListQuery
    .notDefault(query);
  return (
    <div className="filters">
      <nav className="segmented slim" aria-label="Type">
        {TYPES.map(([type, label]) => (
          <a
            key={label}
            href={accountListQuery.address(query, { type })}
            aria-current={query.type === type ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <FilterForm className="contents" label="Accounts" action={accountListQuery.path} preserved={kept}>
        <SearchBox
          value={query.q}
          label="Search accounts"
          placeholder="Name, brokerage or licence"
          max={ACCOUNT_SEARCH_MAX}
        />
        {(query.type === "" || query.type === "broker") && (
          <select name="rating" aria-label="Rating" defaultValue={query.rating}>
            <option value="">Any rating</option>
            {BEST_FIRST.map((rating) => <option key={rating} value={rating}>{RATING_LABELS[rating]}</option>)}
          </select>
        )}
        {(query.type === "" || query.type === "broker") && (
          <select name="consent" aria-label="Consent to mail" defaultValue={query.consent}>
            <option value="">Any consent</option>
            {CONSENT_STANDINGS.map((one) => <option key={one} value={one}>{STANDING_LABELS[one]}</option>)}
          </select>
        )}
        <SortSelect list={accountListQuery} query={query} choices={SORTS} />
      </FilterForm>
      <p className="align-end small mute" role="status">{countText(found)} of {countText(all)}</p>
    </div>
  );
}
