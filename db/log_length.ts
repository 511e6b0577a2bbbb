/** The length of a database file's write-ahead log, from SQLite's index of it (sqlite.org/walformat.html, 2.1). */

/** Where its head has the number of pages in the log, and with how many bytes; in the machine's own order. */
const PAGES_AT = 16, PAGES_BYTES = 4;

/** Pages in the log of a database file; 0 where it has none. */
export function logPages(path: string): number {
  try {
    using index = Deno.openSync(`${path}-shm`);
    index.seekSync(PAGES_AT, Deno.SeekMode.Start);
    const pages = new Uint32Array(PAGES_BYTES / Uint32Array.BYTES_PER_ELEMENT);
    return index.readSync(new Uint8Array(pages.buffer)) === PAGES_BYTES ? pages[0] : 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
