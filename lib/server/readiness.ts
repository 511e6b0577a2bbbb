/** Whether the server may be sent requests: its database answers and takes writes. */
import { DatabaseUnavailableError, type Db, withTimeout } from "../../db/mod.ts";
import { jobLeases } from "../../db/schema/mod.ts";

/** How long the database may take to answer, in milliseconds: one that hangs is as little use as one that is gone. */
const ANSWER_MS = 2000;
/** For how long a write that was taken is taken as proof, in milliseconds: each write ends what is kept of reads. */
const PROOF_MS = 30_000;
/** The row that is written, in the table of the leases. */
const ROW = "readiness";

/** Answers true; rejects where the database does not answer in time or refuses a write (full disk, read-only file). */
export function createReadiness(db: Db, clock: () => number): () => Promise<boolean> {
  let provenAt = -Infinity;
  let writing: Promise<void> | undefined;
  const write = async () => {
    const until = clock();
    await db.insert(jobLeases).values({ name: ROW, holder: "", until })
      .onConflictDoUpdate({ target: jobLeases.name, set: { until } });
    provenAt = performance.now();
  };
  return async () => {
    const proven = performance.now() - provenAt < PROOF_MS;
    const asked = proven ? db.$client.execute("select 1") : (writing ??= write().finally(() => writing = undefined));
    await withTimeout<unknown>(asked, ANSWER_MS, () => DatabaseUnavailableError.after(ANSWER_MS));
    return true;
  };
}
