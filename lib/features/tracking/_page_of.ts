import { pageAt } from "../../domain/paging.ts";

/** Rows of one page of a list. */
const PAGE_SIZE = 50;

/** A page of a list, counted from 1; the last one where there are fewer. */
export function pageOf<T>(found: readonly T[], asked: number) {
  const { page, pages, offset } = pageAt(asked, found.length, PAGE_SIZE);
  return { rows: found.slice(offset, offset + PAGE_SIZE), found: found.length, page, pages };
}
