/** Rows of one page of a list. */
const PAGE_SIZE = 50;

/** A page of a list, counted from 1; the last one where there are fewer. */
export function pageOf<T>(found: readonly T[], asked: number) {
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE)), page = Math.min(asked, pages);
  return { rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), found: found.length, page, pages };
}
