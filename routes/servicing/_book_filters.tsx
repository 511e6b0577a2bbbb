import type { ReactNode } from "react";
import { ARREARS_BUCKETS } from "../../lib/domain/servicing/book.ts";
import { MATURITY_PLANS, PLAN_LABELS } from "../../lib/domain/servicing/maturity_plan.ts";
import {
  BOOK_SEARCH_MAX,
  type BookOrder,
  type BookQuery,
  bookQuery,
  MATURES_WITHIN,
} from "../../lib/schemas/servicing/book.ts";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";
import { type SortChoice, SortSelect } from "../../lib/ui/sort_select.tsx";
import { loanCountText } from "../../lib/domain/money.ts";

const WITHIN: Readonly<Record<(typeof MATURES_WITHIN)[number], string>> = {
  past: "Past maturity",
  "3": "Within 3 months",
  "6": "Within 6 months",
  "12": "Within 12 months",
  all: "Every maturity",
};

/** Sort options, each column in its most useful direction. */
const SORTS: readonly SortChoice<BookOrder>[] = [
  ["usual", "asc", "Usual order"],
  ["client", "asc", "By loan"],
  ["arrears", "desc", "By arrears"],
  ["days", "desc", "By days overdue"],
  ["next", "asc", "By next payment", "By next payment, latest first"],
  ["balance", "desc", "By posted balance"],
  ["maturity", "asc", "By maturity", "By maturity, latest first"],
];
/** Those of columns that the list of maturities has. */
const MATURITY_SORTS = SORTS.filter(([sort]) => sort !== "days" && sort !== "next");

/** How the listed loans were chosen, for the page's head on paper. */
export const filterLabels = ({ view, bucket, within, plan, q }: BookQuery): (string | false)[] => [
  view === "arrears" && bucket !== "" && ARREARS_BUCKETS.find(({ name }) => name === bucket)!.label,
  view === "maturities" && WITHIN[within],
  view === "maturities" && plan !== "" && PLAN_LABELS[plan],
  q !== "" && `“${q}”`,
];

/** The filters of a list of the book, and how many loans pass them. */
export function BookFilters({ query, found }: { query: BookQuery; found: number }): ReactNode {
  const { bucket: _bucket, plan: _plan, within: _within, q: _q, sort: _sort, dir: _dir, page: _page, ...kept } =
    bookQuery.notDefault(query);
  return (
    <div className="filters">
      <FilterForm className="contents" label="Loans in servicing" action={bookQuery.path} preserved={kept}>
        <SearchBox
          value={query.q}
          label="Search loans in servicing"
          placeholder="Client, place or broker"
          max={BOOK_SEARCH_MAX}
        />
        {query.view === "arrears" && (
          <select name="bucket" aria-label="Days in arrears" defaultValue={query.bucket}>
            <option value="">Any days</option>
            {ARREARS_BUCKETS.map(({ name, label }) => <option key={name} value={name}>{label}</option>)}
          </select>
        )}
        {query.view === "maturities" && (
          <>
            <select name="within" aria-label="Matures" defaultValue={query.within}>
              {MATURES_WITHIN.map((value) => <option key={value} value={value}>{WITHIN[value]}</option>)}
            </select>
            <select name="plan" aria-label="Plan" defaultValue={query.plan}>
              <option value="">Any plan</option>
              {MATURITY_PLANS.map((plan) => <option key={plan} value={plan}>{PLAN_LABELS[plan]}</option>)}
            </select>
          </>
        )}
        <SortSelect list={bookQuery} query={query} choices={query.view === "maturities" ? MATURITY_SORTS : SORTS} />
      </FilterForm>
      <p className="align-end small mute" role="status">{loanCountText(found)}</p>
    </div>
  );
}
