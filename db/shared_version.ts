/** The version of data that several processes write: a row that every write raises, and every read returns. */
import type { InStatement, ResultSet } from "@libsql/client";

// In the table of the leases, which are rows of this kind.
const ROW = "'data-version'";

// Random with each write: a database that was put back to an earlier moment never comes to a version of before.
const NEXT = "until = until + 1, holder = hex(randomblob(8))";

/** Makes the row, or raises it: what ran before, migrations and derived data, did not. */
export const MAKE_VERSION =
  `insert into job_leases (name, holder, until) values (${ROW}, hex(randomblob(8)), 1) on conflict do update set ${NEXT}`;
const READ = `select until || '.' || holder from job_leases where name = ${ROW}`;
/** Goes first in a transaction, with its first statement. */
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

  /** Sends reads. They are of the version that is seen then, or of a newer one. */
  async read(statements: InStatement[], send: Send): Promise<ResultSet[]> {
    if (!this.kept) return await send(statements);
    const turn = ++this.#sent;
    const [{ rows: [row] }, ...results] = await send([READ, ...statements]);
    // Answers may overtake each other: the read that was sent last knows best.
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
