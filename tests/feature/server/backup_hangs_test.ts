/** A place of backups that answers with its headers, and then with nothing. */
import assert from "node:assert/strict";
import { createBackups } from "../../../lib/server/backup/backups.ts";
import { withApp } from "../../support/app.ts";

Deno.test("a list or a backup that hangs ends with an error, so that the next turn can begin", () =>
  withApp(async (t) => {
    const open = new Set<ReadableStreamDefaultController>();
    const silent = () => new Response(new ReadableStream({ start: (controller) => void open.add(controller) }));
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, silent);
    try {
      const url = `http://key:secret@127.0.0.1:${server.addr.port}/bucket`;
      const env = { ...t.env, backup: { url, key: undefined, everyHours: 24, keep: 2 } };
      const backups = createBackups(env, { look: 300, make: 1500 })!;
      await assert.rejects(backups.look(t.now()), /list of backups was not there within/);
      await assert.rejects(backups.make(t.now()), /the backup was not there within/);
    } finally {
      for (const controller of open) {
        try {
          controller.close();
        } catch {
          // Its reader went before.
        }
      }
      await server.shutdown();
    }
  }));
