/** Whether the server may be sent requests: its database answers and takes writes. */
import { DatabaseUnavailableError, isBusy, TRANSACTION_LIMIT_MS } from "../../db/errors.ts";
import { type Db, withTimeout } from "../../db/mod.ts";
import { jobLeases } from "../../db/schema/mod.ts";

/** How long the database may take to answer, in milliseconds: one that hangs is as little use as one that is gone. */
const ANSWER_MS = 2000;
/** How long a write may stand behind another's transaction, which is no fault, in milliseconds. */
const PENDING_MS = TRANSACTION_LIMIT_MS + 2000;
/** For how long a write that was taken is taken as proof, in milliseconds: each write ends what is kept of reads. */
const PROOF_MS = 30_000;
/** The row that is written, in the table of the leases. */
const ROW = "readiness";

/** In milliseconds; tests shorten them. */
interface Waits {
  answerMs?: number;
  pendingMs?: number;
}

/**
 * Answers true; rejects where the database does not answer in time, refuses a write (full disk, read-only file), or has
 * taken none for longer than a transaction may hold it up.
 */
export function createReadiness(
  db: Db,
  clock: () => number,
  { answerMs = ANSWER_MS, pendingMs = PENDING_MS }: Waits = {},
): () => Promise<boolean> {
  let provenAt = -Infinity;
  let writing: Promise<void> | undefined;
  /** When the first write since the last proof began, and whether one was refused since. */
  let triedAt: number | undefined, refused = false;
  const write = async () => {
    triedAt ??= performance.now();
    const until = clock();
    try {
      await db.insert(jobLeases).values({ name: ROW, holder: "", until })
        .onConflictDoUpdate({ target: jobLeases.name, set: { until } });
    } catch (error) {
      refused ||= !isBusy(error);
      throw error;
    }
    [provenAt, triedAt, refused] = [performance.now(), undefined, false];
  };
  const inTime = (query: Promise<unknown>) =>
    withTimeout(query, answerMs, () => DatabaseUnavailableError.after(answerMs));
  const read = () => inTime(db.$client.execute("select 1"));
  return async () => {
    if (performance.now() - provenAt < PROOF_MS) {
      await read();
      return true;
    }
    const written = inTime(writing ??= write().finally(() => writing = undefined));
    const [taken, answered] = await Promise.allSettled([written, read()]);
    if (taken.status === "fulfilled") return true;
    const held = !refused && (triedAt === undefined || performance.now() - triedAt < pendingMs);
    if (!held) throw taken.reason;
    if (answered.status === "rejected") throw answered.reason;
    return true;
  };
}
