/** How long a transaction of the tests' application may take. */
import assert from "node:assert/strict";
import { inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { withApp } from "../../support/app.ts";

Deno.test("on a busy machine a test's transaction has a minute, where the portal has four seconds", () =>
  withApp(async ({ deps: { db } }) => {
    const timer = globalThis.setTimeout;
    const limits: unknown[] = [];
    globalThis.setTimeout = Object.assign((...args: Parameters<typeof timer>) => {
      limits.push(args[1]);
      return timer(...args);
    }, timer);
    try {
      await inTransaction(db, (tx: Tx) => tx.select().from(accounts));
    } finally {
      globalThis.setTimeout = timer;
    }
    assert.ok(limits.includes(60_000) && !limits.includes(4_000), JSON.stringify(limits));
  }));
