import { loanCountText } from "../../lib/domain/money.ts";
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { debounce } from "../../lib/client/dom.ts";
import type { LoanMapSummary } from "../../lib/domain/maps/screen.ts";
import { SEARCH_MAX } from "../../lib/schemas/loans/list.ts";
import { hasMapFilter, type LoanMapQuery, loanMapQuery, NO_FILTER } from "../../lib/schemas/maps/loan_map.ts";
import { compact } from "../../lib/ui/charts/geometry.ts";
import { MapFilterFields } from "../../lib/ui/maps/map_filter_fields.tsx";

/** A pause in typing after which the search applies, in milliseconds. */
const PAUSE_MS = 300;

const FIELDS = ["q", "status", "type", "risk", "broker", "region", "size"] as const;

/** What the form's fields say. */
function chosenIn(form: HTMLFormElement) {
  const { q, status, type, risk, broker, region, size } = loanMapQuery.parse(
    Object.fromEntries(new FormData(form)),
  );
  return { q, status, type, risk, broker, region, size };
}

/** Filters of the map, which apply as they are chosen, and how many loans pass them. Without script: a plain form. */
export function MapFilters(props: {
  query: LoanMapQuery;
  summary: LoanMapSummary;
  failed: boolean;
  brokers: readonly { id: number; name: string }[];
  regions: readonly string[];
  /** `goesOn`: a search of which an earlier part is applied. */
  onChange: (change: Partial<LoanMapQuery>, goesOn?: boolean) => void;
}): ReactNode {
  const { query, summary, failed, brokers, regions } = props;
  const form = useRef<HTMLFormElement>(null);
  const change = useRef(props.onChange);
  change.current = props.onChange;
  /** What the fields show, and whether the search in use was applied before. */
  const shown = useRef({ query, q: query.q, typing: false });
  const apply = useRef((typed: boolean) => {
    if (!form.current) return;
    const now = shown.current, chosen = chosenIn(form.current);
    now.q = chosen.q;
    change.current(chosen, typed && now.typing);
    now.typing = typed;
  });
  const later = useMemo(() => debounce(() => apply.current(true), PAUSE_MS), []);
  // What was chosen elsewhere, by Clear or Back. What is being typed stays.
  useLayoutEffect(() => {
    const now = shown.current;
    if (now.query === query) return;
    now.query = query;
    for (const name of FIELDS) {
      const value = String(query[name] || "");
      if (name === "q") {
        if (now.q === value) continue;
        now.typing = false;
      }
      (form.current!.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value = value;
    }
    now.q = query.q;
  }, [query]);
  // Choices from before this script ran.
  useEffect(() => {
    const now = chosenIn(form.current!);
    if (Object.entries(now).some(([name, value]) => query[name as keyof LoanMapQuery] !== value)) apply.current(false);
  }, []);
  const preserved = Object.entries(loanMapQuery.notDefault(query)).filter(([name]) =>
    ["by", "order", "box"].includes(name)
  );
  const { unplaced } = summary;
  return (
    <div className="list-tools map-filters">
      <form
        className="filters"
        role="search"
        aria-label="Filter loans"
        action={loanMapQuery.path}
        autoComplete="off"
        ref={form}
        onInput={(event: FormEvent) => event.target instanceof HTMLSelectElement ? apply.current(false) : later()}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          apply.current(true);
        }}
        onBlur={() => shown.current.typing = false}
      >
        {preserved.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
        <MapFilterFields values={query} brokers={brokers} regions={regions} searchMax={SEARCH_MAX} />
        <button className="btn slim unscripted" type="submit">Apply</button>
        {hasMapFilter(query) && (
          <a
            className="link"
            href={loanMapQuery.address(query, NO_FILTER)}
            onClick={(event) => {
              event.preventDefault();
              form.current?.querySelector<HTMLInputElement>("[name=q]")?.focus();
              change.current(NO_FILTER);
            }}
          >
            Clear
          </a>
        )}
      </form>
      <p className="small mute" role="status">
        {failed
          ? "No answer. Move the map or change a filter to ask again."
          : `${loanCountText(summary.loans)}, $${compact(summary.amount)}`}
        {!failed && unplaced > 0 && `, ${unplaced.toLocaleString("en-CA")} without a place`}
      </p>
    </div>
  );
}
