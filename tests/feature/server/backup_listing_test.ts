/** A place of backups of which one listing is no listing: another program's page, or a part of one. */
import assert from "node:assert/strict";
import { openBackupPlace } from "../../../lib/server/backup/backup_place.ts";
import { makeBackup } from "../../../lib/server/backup/make_backup.ts";
import { pruneBackups } from "../../../lib/server/backup/prune.ts";
import { withApp } from "../../support/app.ts";

const DAY = 24 * 3600_000;

Deno.test("a listing that is none, or broke off, ends the removal of old backups: it took the objects of all", () =>
  withApp(async (t) => {
    const objects = new Map<string, Uint8Array<ArrayBuffer>>();
    let listings = 0, wrong = { at: Infinity, text: "" };
    const listing = () =>
      `<ListBucketResult><IsTruncated>false</IsTruncated>${
        [...objects.keys()].map((key) =>
          `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`
        ).join("")
      }</ListBucketResult>`;
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const { pathname, searchParams } = new URL(request.url), key = pathname.replace("/bucket/", "");
      if (searchParams.has("list-type")) return new Response(++listings === wrong.at ? wrong.text : listing());
      if (request.method === "PUT") objects.set(key, await request.bytes());
      if (request.method === "DELETE") objects.delete(key);
      const found = objects.get(key);
      return request.method === "GET" && !found ? new Response(null, { status: 404 }) : new Response(found);
    });
    try {
      const url = `http://key:secret@127.0.0.1:${server.addr.port}/bucket`;
      const env = { ...t.env, backup: { url, key: undefined, everyHours: 24, keep: 2 } };
      await makeBackup(env);
      const place = await openBackupPlace(env), made = new Set(await place.names());
      for (const text of ["<html>Back soon</html>", listing().slice(0, 60)]) {
        for (let at = 1;; at++) {
          listings = 0;
          wrong = { at, text };
          const pruned = await pruneBackups(place, 2, Date.now() + 2 * DAY).catch(() => null);
          const left = new Set([...objects.keys()].filter((key) => made.has(key)));
          assert.deepEqual(left, made, `listing ${at}: ${text}`);
          if (listings < at) break;
          assert.equal(pruned, null, `listing ${at} was taken for one: ${text}`);
        }
      }
    } finally {
      await server.shutdown();
    }
  }));
