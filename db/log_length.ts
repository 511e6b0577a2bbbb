/** The length of a database file's write-ahead log, from SQLite's index of it (sqlite.org/walformat.html, 2.1). */

/** Where its head has the number of pages in the log, and with how many bytes; in the machine's own order. */
const PAGES_AT = 16, PAGES_BYTES = 4;

/**
 * Reads the index by a file that stays open: to close any file of it gives up the locks of the whole process, SQLite's
 * too, and a backup beside it would make the index anew under the portal (sqlite.org/howtocorrupt.html, 2.2).
 */
export class LogLength {
  readonly #path: string;
  #index: Deno.FsFile | undefined;

  /** `path`: the database file. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Pages in the log; 0 where there is none, or no file handle left: what asks has just committed and must go on. */
  pages(): number {
    try {
      this.#index ??= Deno.openSync(`${this.#path}-shm`);
    } catch {
      return 0;
    }
    this.#index.seekSync(PAGES_AT, Deno.SeekMode.Start);
    const pages = new Uint32Array(PAGES_BYTES / Uint32Array.BYTES_PER_ELEMENT);
    return this.#index.readSync(new Uint8Array(pages.buffer)) === PAGES_BYTES ? pages[0] : 0;
  }

  /** Only once this process has no connection to the database any more. */
  close(): void {
    this.#index?.close();
    this.#index = undefined;
  }
}
