/** Pages of a list, counted from 1. */

/**
 * Which page of `found` rows is shown when one is asked for: the last where there are fewer; `offset` is its first row.
 */
export function pageAt(
  requested: number,
  found: number,
  size: number,
): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(found / size)), page = Math.min(requested, pages);
  return { page, pages, offset: (page - 1) * size };
}

/** Rows of one page of a list, where it does not choose another number. */
export const PAGE_SIZE = 50;

/** A page of a list with how many rows there are in all. */
export function pageOf<T>(found: readonly T[], requested: number, size = PAGE_SIZE) {
  const { page, pages, offset } = pageAt(requested, found.length, size);
  return { rows: found.slice(offset, offset + size), found: found.length, page, pages };
}
