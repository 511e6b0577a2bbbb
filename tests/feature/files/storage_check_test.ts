/** What is said after a start of buckets that cannot be used. */
import assert from "node:assert/strict";
import { readEnv } from "../../../lib/server/env.ts";
import { warnOfBuckets } from "../../../lib/server/files/storage_check.ts";
import type { LogLine } from "../../../lib/server/log.ts";
import { startS3 } from "../../support/s3.ts";

/** The warnings with these variables. */
async function warningsOf(variables: Record<string, string>): Promise<string> {
  const lines: LogLine[] = [];
  await warnOfBuckets(readEnv((name) => variables[name]), (line) => void lines.push(line), 300);
  assert.ok(lines.every(({ level }) => level === "warn"));
  const said = lines.map(({ message }) => message).join("\n");
  assert.doesNotMatch(said, /S3RVER|hunter2/, "neither key nor secret");
  return said;
}

Deno.test("a bucket that answers is not spoken of, nor is a folder; a wrong key or name is", async () => {
  const s3 = await startS3();
  try {
    assert.equal(await warningsOf({ STORAGE_URL: s3.url, BACKUP_URL: s3.url.replace("/loans", "/backups") }), "");
    assert.equal(await warningsOf({ BACKUP_URL: "file:/nowhere/backups" }), "");
    const place = new URL(s3.url).host;
    assert.equal(
      await warningsOf({ STORAGE_URL: s3.url.replace("//S3RVER:", "//hunter2:") }),
      `STORAGE_URL leads to the bucket papers at ${place}, but it refuses the key (HTTP status 403). Check key, secret ` +
        "and region, and that the key may list, read, write and delete there. Until then no file can be stored or opened.",
    );
    assert.equal(
      await warningsOf({ STORAGE_URL: s3.url, BACKUP_URL: s3.url.replace("/papers/", "/paper/") }),
      `BACKUP_URL leads to the bucket paper at ${place}, but there is no such bucket. Check its name, or make it. ` +
        "Until then no backup is made.",
    );
  } finally {
    await s3.stop();
  }
});

Deno.test("a place where nothing, another program or a silent one answers", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let answer: () => Response | Promise<Response> = () => new Response("<html>");
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => answer());
  const STORAGE_URL = `http://KEY:hunter2@127.0.0.1:${server.addr.port}/papers`;
  assert.match(await warningsOf({ STORAGE_URL }), /but what answers there is no object storage\. Check the address\./);
  answer = () => new Response("busy", { status: 500 });
  assert.match(await warningsOf({ STORAGE_URL }), /but it answers with HTTP status 500\. Check/);
  answer = () => ended.then(() => new Response());
  assert.match(await warningsOf({ STORAGE_URL }), /but nothing answers there within 0\.3 seconds\. Check/);
  end();
  await server.shutdown();
  assert.match(await warningsOf({ STORAGE_URL }), /but nothing answers there: connection refused\. Check/);
});
