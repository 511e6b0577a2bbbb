import type { ReactNode } from "react";
import { STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import { countText } from "../../lib/domain/money.ts";
import { isFiltered } from "../../lib/features/loans/mod.ts";
import { SavedFilters } from "../../islands/loans/SavedFilters.tsx";
import { type LoanListQuery, loanListQuery, type LoanSort, SEARCH_MAX } from "../../lib/schemas/loans/list.ts";
import { Island } from "../../lib/server/island.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import type { LenderListProps } from "./_lender_list_props.ts";
import { RISKS } from "../../lib/ui/maps/map_filter_fields.tsx";
import { OtherBrokers } from "../../lib/ui/loans/other_brokers.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";
import { type SortChoice, SortSelect } from "../../lib/ui/sort_select.tsx";

/** The changes that clear the search and every filter. */
export const NOTHING_CHOSEN: Partial<LoanListQuery> = { q: "", type: "", risk: "", broker: 0, earlier: "" };

const TYPES = [["", "Any type"], ["first", "First"], ["second", "Second"], ["third", "Third"], ["bridge", "Bridge"]];
const EARLIER = [
  ["", "Any settings"],
  ["any", "Earlier score or rate"],
  ["score", "Earlier score"],
  ["rate", "Earlier rate"],
];

/** How the listed loans were chosen, for the page's head on paper. */
export function filterLabels({ query, brokers }: Pick<LenderListProps, "query" | "brokers">): (string | false)[] {
  const labelFor = (choices: readonly (readonly string[])[], value: string) =>
    value !== "" && choices.find(([one]) => one === value)![1];
  return [
    STATUS_LABELS[query.status],
    labelFor(TYPES, query.type),
    labelFor(RISKS, query.risk),
    query.broker > 0 && (brokers.find(({ id }) => id === query.broker)?.name ?? "This broker"),
    labelFor(EARLIER, query.earlier),
    query.q !== "" && `“${query.q}”`,
  ];
}

/** Sort options, each column in its most useful direction. */
const SORTS: readonly SortChoice<LoanSort>[] = [
  ["new", "desc", "Newest first", "Oldest first"],
  ["client", "asc", "By client"],
  ["broker", "asc", "By broker"],
  ["city", "asc", "By city"],
  ["type", "asc", "By type"],
  ["amount", "desc", "By amount"],
  ["ltv", "desc", "By LTV"],
  ["score", "desc", "By risk rating"],
];

function Choose(
  props: {
    name: string;
    label: string;
    choices: readonly (readonly string[])[];
    value: string;
    children?: ReactNode;
  },
): ReactNode {
  const { name, label, choices, value, children } = props;
  return (
    <select name={name} aria-label={label} defaultValue={value} key={value}>
      {choices.map(([choice, words]) => <option key={choice} value={choice}>{words}</option>)}
      {children}
    </select>
  );
}

/** Ways back to all loans, and to the order that no heading has. */
function Back({ query }: Pick<LenderListProps, "query">): ReactNode {
  const filtered = isFiltered(query), sorted = query.sort !== "new";
  if (!filtered && !sorted) return null;
  return (
    <span className="row">
      {filtered && <a className="link" href={loanListQuery.address(query, NOTHING_CHOSEN)}>Clear</a>}
      {sorted && (
        <a className="link wide-only" href={loanListQuery.address(query, { sort: "new", order: "desc" })}>
          Newest first
        </a>
      )}
    </span>
  );
}

/** Search and filters, on phones the order, the number of loans, and the saved filters. */
export function ListFilters({ query, counts, brokers }: LenderListProps): ReactNode {
  const count = counts[query.status];
  const { q: _q, type: _t, risk: _r, broker: _b, earlier: _e, page: _p, sort: _s, order: _o, ...kept } = loanListQuery
    .notDefault(query);
  const names = brokers.map(({ id, name }) => [String(id), name]);
  if (query.broker && !brokers.some(({ id }) => id === query.broker)) names.push([String(query.broker), "This broker"]);
  return (
    <div className="list-tools">
      <FilterForm className="filters" label="Search loans" action={loanListQuery.path} preserved={kept}>
        <SearchBox
          value={query.q}
          label="Search by client, broker, city, address or code"
          placeholder="Client, broker, city or code"
          max={SEARCH_MAX}
        />
        <Choose name="type" label="Type" choices={TYPES} value={query.type} />
        <Choose name="risk" label="Risk" choices={RISKS} value={query.risk} />
        <Choose
          name="broker"
          label="Broker"
          choices={[["", "Any broker"], ...names]}
          value={String(query.broker || "")}
        >
          <OtherBrokers listed={brokers.length} />
        </Choose>
        {query.status === "NA" && (
          <Choose name="earlier" label="Settings of the saved score and rate" choices={EARLIER} value={query.earlier} />
        )}
        <SortSelect list={loanListQuery} query={query} choices={SORTS} />
        <Back query={query} />
      </FilterForm>
      <p className="small mute">
        {countText(count)} {isFiltered(query) ? "found" : count === 1 ? "loan" : "loans"}
      </p>
      <Island of={SavedFilters} query={loanListQuery.text(query, { page: 1 })} />
    </div>
  );
}
