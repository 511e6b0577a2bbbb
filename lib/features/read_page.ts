import { pageAt } from "../domain/paging.ts";

/** A list of which one page is read. `rowsFrom` reads at most `size` rows from the `offset`th on. */
interface PagedList<Row> {
  size: number;
  /** How many rows the list has. */
  count(): PromiseLike<number>;
  rowsFrom(offset: number): PromiseLike<Row[]>;
}

/**
 * A page, counted from 1, of a list, and how many rows and pages it has. Both are asked for together, for a server
 * answers them in one round trip; a page beyond the last one takes another, and gives the last.
 */
export async function readPage<Row>(
  requested: number,
  { size, count, rowsFrom }: PagedList<Row>,
): Promise<{ rows: Row[]; found: number; page: number; pages: number }> {
  const [found, rows] = await Promise.all([count(), rowsFrom((requested - 1) * size)]);
  const { page, pages, offset } = pageAt(requested, found, size);
  return { rows: page === requested ? rows : await rowsFrom(offset), found, page, pages };
}
