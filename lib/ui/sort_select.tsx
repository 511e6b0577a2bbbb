import type { ReactNode } from "react";

/** A declared list's query, as far as its order needs it (`defineListQuery`). */
interface OrderedList<Query extends { sort: string }> {
  defaults: Readonly<Query>;
  isDescending(query: Query): boolean;
}

/**
 * An order that is offered: the column, its most useful direction, what it is called, and what its other direction is
 * called: without a name of its own the label with `Z to A` after an ascending one, `lowest first` after a descending.
 */
export type SortChoice<Sort extends string> = readonly [
  sort: Sort,
  direction: "asc" | "desc",
  label: string,
  other?: string,
];

/** What the other direction of an order is called. */
const otherWay = ([_sort, direction, label, other]: SortChoice<string>): string =>
  other ?? `${label}, ${direction === "asc" ? "Z to A" : "lowest first"}`;

/**
 * A list's order as a select of its filter form, where the table has no headings; hidden on wide screens, where it
 * keeps the order. Its form preserves neither order nor direction.
 */
export function SortSelect<Query extends { sort: string }>(
  { list, query, choices }: {
    list: OrderedList<Query>;
    query: Query;
    choices: readonly SortChoice<Query["sort"]>[];
  },
): ReactNode {
  const written = (sort: string, direction: string) => `${sort}-${direction}`;
  const of = (one: Query) => written(one.sort, list.isDescending(one) ? "desc" : "asc");
  const here = of(query), first = of(list.defaults);
  // The default order is none in the address.
  const valueOf = (order: string) => order === first ? "" : order;
  const known = choices.some(([sort, direction]) => written(sort, direction) === here);
  const shown = choices.find(([sort]) => sort === query.sort);
  return (
    <select name="sort" className="fold-sort" aria-label="Sort by" defaultValue={valueOf(here)} key={here}>
      {!known && shown && <option value={valueOf(here)}>{otherWay(shown)}</option>}
      {choices.map(([sort, direction, words]) => (
        <option key={sort} value={valueOf(written(sort, direction))}>{words}</option>
      ))}
    </select>
  );
}
