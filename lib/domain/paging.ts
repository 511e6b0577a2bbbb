/** Pages of a list, counted from 1. */

/** Which page of `found` rows is shown when one is asked for: the last where there are fewer; `offset` is its first row. */
export function pageAt(asked: number, found: number, size: number): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(found / size)), page = Math.min(asked, pages);
  return { page, pages, offset: (page - 1) * size };
}
