/** What stands in place of disk, worker and timers, and what the start says where it cannot. */
import assert from "node:assert/strict";
import type { Db } from "../../../db/mod.ts";
import { Refusal } from "../../../lib/domain/refusal.ts";
import { readAreasInline } from "../../../lib/server/areas/inline.ts";
import { makeBackupFolder } from "../../../lib/server/backup/make_folder.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { incomingInMemory } from "../../../lib/server/incoming/in_memory.ts";
import { createLendingCache } from "../../../lib/server/lending_cache.ts";
import { edgeProblem, openEdge } from "../../../lib/server/platform/edge.ts";
import { builtReading } from "../../support/built_reading.ts";
import { withFolder } from "../../support/folder.ts";
import { sample } from "../../support/sample_pdfs/samples.ts";

const WHOLE = {
  PLATFORM: "edge",
  DATABASE_URL: "libsql://lender.example",
  STORAGE_URL: "https://key:secret@s3.example/bucket",
  TICK_TOKEN: "0123456789abcdef01234567",
};
const envOf = (more: Record<string, string | undefined>) =>
  readEnv((name) => ({ ...WHOLE, ...more } as Record<string, string | undefined>)[name]);
const problemOf = (more: Record<string, string | undefined>) => edgeProblem(envOf(more));

Deno.test("PDFs are read in the server's own thread only where the operator asks for it; else the broker sees why not", async () => {
  await builtReading();
  for (const EDGE_PDF_READING of [undefined, "off", "on"]) {
    const { incoming, documents } = await openEdge(envOf({ EDGE_PDF_READING }));
    using file = await (await incoming.open("account 1")).create("0");
    await file.write(sample("bureau"));
    const { reading, note } = await documents.read(file.path, 1);
    if (EDGE_PDF_READING === "on") assert.equal(reading.type, "bureau");
    else {
      assert.deepEqual([reading.type, reading.fields], [null, []]);
      assert.match(note!, /not read on this server.*It is attached; fill its fields in by hand/);
    }
  }
});

Deno.test("the start lists what cannot be done there, a sentence each, and nothing that can", () => {
  assert.equal(problemOf({}), undefined);
  const RESEND = { RESEND_API_KEY: "re_key", MAIL_FROM: "mail@lender.example" };
  assert.equal(problemOf(RESEND), undefined);
  for (
    const [more, sentence] of [
      [{ DATABASE_URL: undefined }, /but DATABASE_URL leads to no libSQL server .*no disk/],
      [{ DATABASE_URL: "ws://lender.example" }, /but DATABASE_URL leads/],
      [{ STORAGE_URL: undefined }, /but STORAGE_URL is not set/],
      [{ TICK_TOKEN: undefined }, /but TICK_TOKEN is not set/],
      [{ BACKUP_URL: "https://key:secret@s3.example/backups" }, /but BACKUP_URL is set/],
      [{ SMTP_URL: "smtp://a:b@mail.example:587", MAIL_FROM: "mail@lender.example" }, /but SMTP_URL is set.*Resend/],
      [{ GEOIP_DB: "/srv/places.mmdb" }, /but GEOIP_DB is set/],
    ] as const
  ) assert.match(problemOf(more) ?? "", sentence);
});

Deno.test("no folder of backups is made there, so the start says what to do instead", () =>
  withFolder(async (folder) => {
    const env = envOf({ BACKUP_URL: `file:${folder}/backups` });
    await makeBackupFolder(env);
    await assert.rejects(Deno.stat(`${folder}/backups`), Deno.errors.NotFound);
    assert.match(edgeProblem(env)!, /but BACKUP_URL is set: back the libSQL server up by its own means/);
  }));

Deno.test("uploads in memory are read whole, share one bound, half of it a sender, and are freed with their request", async () => {
  const incoming = incomingInMemory(12);
  const [one, own, other, third] = await Promise.all(["1", "1", "2", "3"].map(incoming.open));
  const refused = (status: number) => (error: unknown) => error instanceof Refusal && error.status === status;
  using file = await one.create("0");
  const piece = new Uint8Array([1, 2, 3]);
  await file.write(piece);
  piece.fill(9);
  await file.write(new Uint8Array([4, 5, 6]));
  assert.deepEqual([...await incoming.read(file.path)], [1, 2, 3, 4, 5, 6], "as they were when they came");
  using second = await own.create("0");
  await assert.rejects(second.write(new Uint8Array(1)), refused(429), "the sender's share is taken");
  await assert.rejects(second.write(new Uint8Array(7)), refused(413), "too much at any time");
  using others = await other.create("0"), late = await third.create("0");
  await others.write(new Uint8Array(6));
  await assert.rejects(late.write(new Uint8Array(1)), refused(429), "full for the moment");
  await one.remove();
  await one.remove();
  await second.write(new Uint8Array(6));
  await assert.rejects(incoming.read(file.path), /no upload/);
});

Deno.test("areas are read in the server's own thread up to a bound, with the worker's sentences", async () => {
  await assert.rejects(readAreasInline("{"), (error) => error instanceof Refusal && error.status === 422);
  await assert.rejects(readAreasInline(" ".repeat(5 * 1024 * 1024)), /more than 4 MB/);
});

Deno.test("a database that hangs holds nobody up who looks for newer settings, and is asked anew once it answers", async () => {
  let answered = Promise.resolve();
  const select = () => {
    const limit = async () => (await answered, [{ id: 1, body: {} }]);
    return { from: () => ({ orderBy: () => ({ limit }) }) };
  };
  const db = { select, $client: { protocol: "http" } } as unknown as Db;
  const cache = await createLendingCache(db, false, { poll: -1, wait: 1 });
  await cache.fresh();
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = promise;
  for (const _ of ["who asks", "who comes meanwhile"]) await assert.rejects(cache.fresh(), /did not answer in time/);
  resolve();
  await cache.refresh();
  await cache.fresh();
});
