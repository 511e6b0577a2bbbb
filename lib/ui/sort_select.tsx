import type { ReactNode } from "react";

/** A declared list's query, as far as its order needs it (`defineListQuery`). */
interface OrderedList<Query extends { sort: string }> {
  defaults: Readonly<Query>;
  isDescending(query: Query): boolean;
}

/** An order that is offered: the column, its most useful direction, and what it is called. */
export type SortChoice<Sort extends string> = readonly [sort: Sort, direction: "asc" | "desc", label: string];

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
  const label = choices.find(([sort]) => sort === query.sort)?.[2];
  return (
    <select name="sort" className="fold-sort" aria-label="Sort by" defaultValue={valueOf(here)} key={here}>
      {!known && <option value={valueOf(here)}>{label}, turned round</option>}
      {choices.map(([sort, direction, words]) => (
        <option key={sort} value={valueOf(written(sort, direction))}>{words}</option>
      ))}
    </select>
  );
}
