/** Asks the buckets once after the start, as the first sign of a wrong one would be a job that fails hours later. */
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { systemMessage } from "../start_problem.ts";
import { listingUrl, openBucket } from "./s3_bucket.ts";

/** How long a bucket may take to answer, in milliseconds. */
const ANSWER_MS = 5000;

/** What does not work while a bucket cannot be used, by its variable. */
const LOST = {
  STORAGE_URL: "Until then no file can be stored or opened",
  BACKUP_URL: "Until then no backup is made",
};

/** Logs a warning for each bucket that cannot be used; the portal runs on, as an outage passes. Never rejects. */
export async function warnOfBuckets(env: Pick<Env, "storageUrl" | "backup">, log: Log, ms = ANSWER_MS): Promise<void> {
  const places = { STORAGE_URL: env.storageUrl, BACKUP_URL: env.backup?.url };
  await Promise.all((["STORAGE_URL", "BACKUP_URL"] as const).map(async (name) => {
    const url = places[name];
    if (!url || url.startsWith("file:")) return;
    const problem = await bucketProblem(url, ms);
    if (problem) log({ level: "warn", message: `${name} leads to ${problem} ${LOST[name]}.` });
  }));
}

/** Why a bucket cannot be used and what to do, without key and secret; null where it can. */
async function bucketProblem(url: string, ms: number): Promise<string | null> {
  const bucket = openBucket(url, 0);
  const place = `the bucket ${bucket.bucket} at ${new URL(url).host}, but`;
  try {
    const response = await bucket.client.fetch(listingUrl(bucket, { "max-keys": "1" }), {
      signal: AbortSignal.timeout(ms),
    });
    const text = await response.text();
    if (response.ok && text.includes("<ListBucketResult")) return null;
    return `${place} ${answerProblem(response.status)}`;
  } catch (error) {
    const late = error instanceof DOMException && error.name === "TimeoutError";
    const why = late ? ` within ${ms / 1000} seconds` : `: ${systemMessage(error) ?? "the connection failed"}`;
    return `${place} nothing answers there${why}. Check the address and that storage.`;
  }
}

function answerProblem(status: number): string {
  if (status === 401 || status === 403) {
    return `it refuses the key (HTTP status ${status}). Check key, secret and region, and that the key may list, ` +
      "read, write and delete there.";
  }
  if (status === 404) return "there is no such bucket. Check its name, or make it.";
  if (status < 300) return "what answers there is no object storage. Check the address.";
  return `it answers with HTTP status ${status}. Check the address, the region and that storage.`;
}
