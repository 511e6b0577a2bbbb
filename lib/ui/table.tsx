import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** A list's order: the column's key, and whether it is descending. */
type Sort = { by: string; descending: boolean };

/** A sortable column heading: a link to the list in that order, on the sorted column in the reverse one. */
export function SortHead(props: {
  by: string;
  sort: Sort;
  href: string;
  className?: string;
  children: ReactNode;
}): ReactNode {
  const { by, sort, href, className, children } = props;
  const here = sort.by === by;
  const order = sort.descending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      role="columnheader"
      className={className}
      aria-sort={here ? order : undefined}
    >
      <a href={href}>
        {children}
        <Icon name={here ? (sort.descending ? "arrow-down" : "arrow-up") : "chevrons-up-down"} />
      </a>
    </th>
  );
}

/** A declared list's query, as far as its headings need it (`defineListQuery`). */
interface SortedList<Query extends { sort: string }> {
  isDescending(query: Query): boolean;
  sortAddress(query: Query, by: Query["sort"]): string;
}

/** Makes the headings by which a list is sorted: `sortHeads(accountListQuery, query)("name", "Name")`. */
export function sortHeads<Query extends { sort: string }>(
  list: SortedList<Query>,
  query: Query,
): (by: Query["sort"], label: string, className?: string) => ReactNode {
  const sort = { by: query.sort, descending: list.isDescending(query) };
  return (by, label, className) => (
    <SortHead by={by} sort={sort} href={list.sortAddress(query, by)} className={className}>{label}</SortHead>
  );
}

/**
 * A dense table with a caption for assistive technology. `folds` turns rows into two lines in narrow containers, as
 * list-table.css places cells by their classes (`row-title`, `row-value`, `row-detail`, `row-status`, `fold-hidden`);
 * all then carry ARIA table roles, as CSS removes the native ones.
 */
export function DataTable(props: {
  caption: string;
  head: ReactNode;
  children?: ReactNode;
  /** The rows as finished HTML instead of children. */
  rowsHtml?: string;
  foot?: ReactNode;
  folds?: boolean;
  className?: string;
}): ReactNode {
  const { caption, head, children, rowsHtml, foot, folds, className } = props;
  const group = folds ? "rowgroup" : undefined;
  return (
    <div className="sheet-edge">
      <table
        className={["table", folds && "folds", className].filter(Boolean).join(" ")}
        role={folds ? "table" : undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead role={group}>{head}</thead>
        {rowsHtml === undefined
          ? <tbody role={group}>{children}</tbody>
          : <tbody role={group} dangerouslySetInnerHTML={{ __html: rowsHtml }} />}
        {foot && <tfoot role={group}>{foot}</tfoot>}
      </table>
    </div>
  );
}
