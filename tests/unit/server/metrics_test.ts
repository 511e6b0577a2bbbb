/** The figures of the process: buckets, labels and their text. */
import assert from "node:assert/strict";
import { gauge, histogram } from "../../../lib/server/metrics/exposition.ts";
import { BOUNDS_SECONDS, Timing } from "../../../lib/server/metrics/timing.ts";
import type { Measured } from "../../../lib/server/metrics/figures.ts";
import { createMeters } from "../../../lib/server/metrics/meters.ts";
import { createWorkerHeaps } from "../../../lib/server/metrics/worker_heaps.ts";

Deno.test("a time falls into the bucket whose bound it does not pass, and buckets are cumulative", () => {
  const timing = new Timing();
  for (const ms of [0, 5, 5.1, 100, 250.5, 1000, 5000, 60_000]) timing.add(ms);
  assert.deepEqual(timing.counts, [2, 1, 1, 0, 2, 1, 1]);
  const text = histogram("a_seconds", "Help.", [[{ route: "/" }, timing]]);
  const buckets = [...text.matchAll(/^a_seconds_bucket\{route="\/",le="([^"]+)"\} (\d+)$/gm)];
  assert.deepEqual(buckets.map(([, le]) => le), [...BOUNDS_SECONDS.map(String), "+Inf"]);
  assert.deepEqual(buckets.map(([, , n]) => Number(n)), [2, 3, 4, 4, 6, 7, 8]);
  assert.match(text, /^# HELP a_seconds Help\.\n# TYPE a_seconds histogram\n/);
  assert.match(text, /^a_seconds_sum\{route="\/"\} 66\.3606$/m);
  assert.match(text, /^a_seconds_count\{route="\/"\} 8$/m);
});

Deno.test("labels are escaped, and an unknown figure is left out", () => {
  const text = gauge("a", "Help.", [[{ name: 'a "b" \\ c\nd' }, 1], [{}, 0.5], [{ name: "none" }, null]]);
  assert.equal(text, '# HELP a Help.\n# TYPE a gauge\na{name="a \\"b\\" \\\\ c\\nd"} 1\na 0.5\n');
});

const NOW = Date.UTC(2026, 10, 22);

const withMeters = async (more: Partial<Measured> = {}): Promise<string> => {
  const job = { name: "sessions", everyMs: 1, tookMs: 1, runsSince: null };
  const portal: Measured["portal"] = {
    startedAt: NOW - 9000,
    database: "",
    storage: "",
    mail: "",
    errors: () => [],
    jobs: () => [
      { ...job, ranAt: NOW - 1000, succeededAt: NOW - 5000, failure: "broken" },
      { ...job, name: "drafts", ranAt: null, succeededAt: null, failure: "" },
    ],
  };
  const meters = createMeters({
    portal,
    lastBackup: () => undefined,
    damagedObjects: () => 0,
    missingFiles: () => 0,
    hitsWaiting: () => 3,
    reading: () => ({ waiting: 2, grownBytes: 77 }),
    workerHeaps: () => new Map([["document", 5000], ["pdf", 0]]),
    queues: () => Promise.resolve({ mails: { news: 4, campaign: 20 }, events: 6, failedEvents: 0 }),
    clock: () => NOW,
    ...more,
  });
  try {
    const count = meters.route("GET", "/");
    for (const status of [200, 204, 404, 503]) count(status, 10);
    meters.verb("/api/quote", 3);
    return await meters.text();
  } finally {
    meters.stop();
  }
};

Deno.test("requests are counted by route and class of status, jobs by when they last succeeded", async () => {
  const text = await withMeters();
  for (
    const line of [
      'harbourline_request_seconds_count{method="GET",route="/",status="2xx"} 2',
      'harbourline_request_seconds_count{method="GET",route="/",status="4xx"} 1',
      'harbourline_request_seconds_bucket{method="GET",route="/",status="5xx",le="0.025"} 1',
      'harbourline_verb_seconds_sum{call="/api/quote"} 0.003',
      'harbourline_mails_waiting{lane="news"} 4',
      'harbourline_mails_waiting{lane="campaign"} 20',
      "harbourline_database_up 1",
      "harbourline_events_waiting 6",
      'harbourline_worker_heap_bytes{worker="document"} 5000',
      'harbourline_worker_heap_bytes{worker="pdf"} 0',
      "harbourline_hits_waiting 3",
      "harbourline_uploads_waiting 2",
      "harbourline_reading_grown_bytes 77",
      'harbourline_job_succeeded_age_seconds{job="sessions"} 5',
      'harbourline_job_failed{job="sessions"} 1',
      `process_start_time_seconds ${NOW / 1000 - 9}`,
    ]
  ) assert.ok(text.includes(`\n${line}\n`), `${line} in\n${text}`);
  assert.ok(!text.includes('job="drafts"') && !text.includes("harbourline_backup"));
  // Every line is a comment, or a name with labels and a number.
  for (const line of text.trimEnd().split("\n")) {
    assert.match(line, /^# (HELP|TYPE) \w+ |^\w+(\{(\w+="[^"]*",?)+\})? [-+.\de]+$/);
  }
});

Deno.test("the age of a backup, no backup yet, and a database that is down are different figures", async () => {
  const away = () => Promise.reject(new Error("away"));
  const made = await withMeters({ lastBackup: () => NOW - 60_000, queues: away });
  assert.match(made, /^harbourline_backup_made 1\n(#.*\n)*harbourline_backup_age_seconds 60$/m);
  assert.match(made, /^harbourline_database_up 0$/m);
  assert.ok(!/^harbourline_mails_waiting\{/m.test(made));
  assert.ok(!/^harbourline_events_waiting \d/m.test(made));
  const none = await withMeters({ lastBackup: () => null });
  assert.match(none, /^harbourline_backup_made 0$/m);
  assert.ok(!/^harbourline_backup_age_seconds /m.test(none));
});

/** Answers what a worker says, as its own messages do. */
const SAYS = `onmessage = ({ data }) => postMessage(data === "nothing" ? null : { heapBytes: data });
  postMessage({ heapBytes: 1000 })`;

Deno.test("a worker's memory is its last report, added up by kind, and none once it ended", async () => {
  const heaps = createWorkerHeaps(["document", "pdf"]);
  const start = async () => {
    const url = `data:text/javascript,${encodeURIComponent(SAYS)}`;
    const worker = heaps.watch("document", new Worker(url, { type: "module" }));
    await heard(worker);
    return worker;
  };
  const heard = (worker: Worker) => new Promise((done) => worker.addEventListener("message", done, { once: true }));
  const said = () => Object.fromEntries(heaps.bytes());
  const first = await start(), second = await start();
  assert.deepEqual(said(), { document: 2000, pdf: 0 });
  first.postMessage(5000);
  await heard(first);
  assert.deepEqual(said(), { document: 6000, pdf: 0 });
  for (const nonsense of [-1, 1e300, "9", null, "nothing"]) {
    first.postMessage(nonsense);
    await heard(first);
    assert.ok(said().document <= 6000, String(nonsense));
  }
  first.terminate();
  assert.deepEqual(said(), { document: 1000, pdf: 0 });
  second.terminate();
  assert.deepEqual(said(), { document: 0, pdf: 0 });
});
