/** The version of data that several processes write: a row that every write raises, and every read returns. */
import type { InStatement, ResultSet } from "@libsql/client";

// A row of the table of leases, whose columns suit it.
const ROW = "'data-version'";

// Random at each write, so that a restored database never repeats a version.
const NEXT = "until = until + 1, holder = hex(randomblob(8))";

/** Makes the row, or raises it for the migrations and derived data before, which did not. */
export const MAKE_VERSION =
  `insert into job_leases (name, holder, until) values (${ROW}, hex(randomblob(8)), 1) on conflict do update set ${NEXT}`;
const READ = `select until || '.' || holder from job_leases where name = ${ROW}`;
/** Sent before a transaction's first statement. */
export const RAISE_VERSION = `update job_leases set ${NEXT} where name = ${ROW}`;
const RAISE_IF_CHANGED = `${RAISE_VERSION} and changes() > 0`;

type Send = (statements: InStatement[]) => Promise<ResultSet[]>;

/** The version as this process saw it last. Undefined until `kept` is set, and the row read. */
export class SharedVersion {
  /** The row is there: reads bring it along, writes raise it. */
  kept = false;
  #seen: string | undefined;
  #sent = 0;
  #seenBy = 0;

  /** Undefined where the row is gone, too. */
  get seen(): string | undefined {
    return this.#seen;
  }

  /** Sends reads. Their data is of the version that `seen` then has, or of a newer one. */
  async read(statements: InStatement[], send: Send): Promise<ResultSet[]> {
    if (!this.kept) return await send(statements);
    const turn = ++this.#sent;
    const [{ rows: [row] }, ...results] = await send([READ, ...statements]);
    // Answers may arrive out of order: only that of a later read replaces the version.
    if (turn > this.#seenBy) {
      this.#seenBy = turn;
      this.#seen = row && String(row[0]);
    }
    return results;
  }

  /** Sends writes, which raise the version with them: a single one where it changed something. */
  async write(statements: InStatement[], send: Send): Promise<ResultSet[]> {
    if (!this.kept) return await send(statements);
    const results = await send([...statements, statements.length === 1 ? RAISE_IF_CHANGED : RAISE_VERSION]);
    return results.slice(0, -1);
  }
}
