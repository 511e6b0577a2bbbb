/** The database fails under a portal that runs: what still answers, and how the rest says so. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { databasePath } from "../../../db/database_path.ts";
import { inTransaction, isDatabaseUnavailable } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { createReadiness } from "../../../lib/server/readiness.ts";
import { withApp } from "../../support/app.ts";
import { upload } from "../../support/files.ts";
import { makeLoan } from "../../support/loans.ts";
import { startLossyProxy } from "../../support/lossy_proxy.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

const SENTENCE = /Something failed on our side: try again, and if it goes on, tell us the reference ([0-9a-f]{8})\./;

Deno.test("without its database the portal shows static pages, is not ready, and gives a reference for the rest", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    assert.equal((await t.get("/readyz")).status, 200);
    t.deps.db.$client.close();
    for (const path of ["/", "/login", "/healthz"]) assert.equal((await t.get(path)).status, 200, path);
    assert.equal((await t.get("/readyz")).status, 503);
    for (const path of ["/dashboard/loans", "/", "/api/loans/getSettings"]) {
      const answer = await t.get(path, owner);
      assert.equal(answer.status, 500, path);
      assert.ok(answer.headers.get("content-security-policy"), path);
      const [, reference] = SENTENCE.exec(await answer.text())!;
      assert.match(t.logged(), new RegExp(`"request failed","id":"${reference}-`), path);
    }
  }));

Deno.test("while another process holds the database file a request is answered 503, with when to try again", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    await upload(t, "/api/loans/uploadfile", {
      loanId: (await makeLoan(t, { brokerId: owner.id })).id,
      type: "appraisal",
    }, owner);
    const [{ id }] = await t.deps.db.query.files.findMany();
    t.deps.ports.files.open = () => Promise.reject(Object.assign(new Error("locked"), { code: "SQLITE_BUSY" }));
    const answer = await t.get(`/api/loans/getfile?id=${id}&new=false&type=appraisal`, owner);
    assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "30"]);
    assert.match(await answer.text(), /The database is unavailable at the moment: wait a minute, then try again/);
  }));

Deno.test("a portal whose database file was moved away or replaced is not ready, and a job says what to do", () =>
  withApp(async (t) => {
    const path = databasePath(t.deps.env.databaseUrl), job = t.deps.jobs.find(({ name }) => name === "database-file")!;
    await job.run();
    await Deno.rename(path, `${path}.moved`);
    const lost = /was moved, removed or replaced while the portal uses it, .* Stop the portal, put the file back/;
    for (const replaced of [false, true]) {
      if (replaced) await Deno.copyFile(`${path}.moved`, path);
      assert.equal((await t.get("/readyz")).status, 503);
      await assert.rejects(async () => await job.run(), lost);
    }
    await Deno.rename(`${path}.moved`, path);
    assert.equal((await t.get("/readyz")).status, 200);
  }));

Deno.test("a database that hangs keeps nobody who is signed in from a quote, nor from the home", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    t.deps.sessions.read = () => new Promise(() => {});
    for (const path of ["/", "/healthz"]) assert.equal((await t.get(path, owner)).status, 200, path);
    assert.equal((await t.post("/api/loans/getquote", { type: "first" }, owner)).status, 200);
  }));

Deno.test("links of mails answer a failure with a page, too", () =>
  withApp(async (t) => {
    const { id } = await t.account();
    const token = `${id}.${t.context(null).signer.sign(`unsubscribe:${id}`)}`;
    t.deps.db.$client.close();
    for (const answer of [await t.get(`/t/l/${"x".repeat(22)}`), await t.postForm(`/unsubscribe/${token}`, {})]) {
      assert.equal(answer.status, 500);
      assert.match(await answer.text(), SENTENCE);
    }
    assert.match(t.logged(), /"request failed",.*"path":"\/unsubscribe\/:token"/);
    assert.ok(!t.logged().includes(token), "who reads the log, or the status, decides for nobody");
  }));

Deno.test("a failure page whose own shell fails is still an answer", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    await t.deps.db.$client.execute("alter table account_requests rename to lost");
    const file = `/api/loans/getfile?id=${"x".repeat(24)}&new=false&type=commitment`;
    for (const path of ["/dashboard/settings", "/dashboard/viewloan?id=999999", file]) {
      const answer = await t.get(path, owner, { accept: "text/html" });
      assert.equal(answer.status, 500, path);
      assert.ok(answer.headers.get("content-security-policy"), path);
      assert.match(await answer.text(), SENTENCE, path);
    }
    assert.match(t.logged(), /no such table: account_requests/);
  }));

Deno.test({
  name: "while the libSQL server is down every request is answered 503, with what to do and when to retry",
  ignore: !hasLibsqlServer,
  async fn() {
    const server = await startLibsqlServer();
    try {
      await withApp(async (t) => {
        const owner = await t.account({ role: ROLE.owner });
        await server.stop();
        const told = async (answer: Response, words: RegExp) => {
          assert.equal(answer.status, 503);
          assert.equal(answer.headers.get("retry-after"), "30");
          assert.match(await answer.text(), words);
        };
        const page = await t.get("/dashboard/brokers", owner);
        assert.match(page.headers.get("content-type")!, /html/);
        await told(
          page,
          /The database is unavailable at the moment: wait a minute, then try again, .* reference [0-9a-f]{8}\./,
        );
        await told(
          await t.get("/api/loans/getSettings", owner),
          /"reason":"The database is unavailable at the moment/,
        );
        const write = await t.post("/api/auth/login", { userName: "somebody", password: "Wrong1Horse" });
        await told(
          write,
          /"response":false,"reason":"[^"]*not certain that this was kept: wait a minute, look before/,
        );
        const form = await t.postForm("/api/auth/login", { userName: "somebody", password: "Wrong1Horse" });
        assert.match(
          form.headers.get("content-type")!,
          /html/,
          "a form that was sent without script is told in a page",
        );
        await told(form, /not certain that this was kept/);
        assert.equal((await t.get("/readyz")).status, 503);
        for (const visitor of [undefined, owner]) {
          for (const path of ["/", "/healthz"]) assert.equal((await t.get(path, visitor)).status, 200, path);
          const quote = await t.post("/api/loans/getquote", { type: "first" }, visitor);
          assert.equal(quote.status, 200, "the home needs no database, also of who has a session");
        }
      }, { DATABASE_URL: server.url });
    } finally {
      await server.stop();
    }
  },
});

Deno.test("a database that reads and refuses writes is not ready, until it writes again", () =>
  withApp(async (t) => {
    await t.deps.db.$client.execute("pragma query_only = on");
    assert.equal((await t.get("/readyz")).status, 503);
    assert.equal((await t.get("/healthz")).status, 200);
    await t.deps.db.$client.execute("pragma query_only = off");
    assert.equal((await t.get("/readyz")).status, 200);
  }));

Deno.test("a write waiting behind a transaction is no fault while the database reads; one that waits longer is", () =>
  withApp(async ({ deps: { db, clock }, account }) => {
    const { id } = await account();
    const begun = Promise.withResolvers<void>(), end = Promise.withResolvers<void>();
    const transaction = inTransaction(db, async (tx) => {
      await tx.update(accounts).set({ name: "Ann Lee" }).where(eq(accounts.id, id));
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const ready = createReadiness(db, clock, { answerMs: 50 });
    assert.equal(await ready(), true);
    await assert.rejects(createReadiness(db, clock, { answerMs: 50, pendingMs: 40 }), /did not answer within 0\.05/);
    end.resolve();
    await transaction;
    assert.equal(await ready(), true);
  }));

Deno.test({
  name: "a database server that was replaced, or a gateway in its place, counts as down",
  ignore: !hasLibsqlServer,
  async fn() {
    const first = await startLibsqlServer(), second = await startLibsqlServer();
    let at = first.url;
    const proxy = await startLossyProxy(() => at);
    try {
      await withApp(async (t) => {
        const owner = await t.account({ role: ROLE.owner });
        const broken = inTransaction(t.deps.db, async (tx) => {
          await tx.update(accounts).set({ name: "Ann Lee" }).where(eq(accounts.id, owner.id));
          at = second.url;
        });
        await assert.rejects(broken, (error) => /invalid baton/.test(String(error)) && isDatabaseUnavailable(error));
        proxy.answerAll(502);
        const answer = await t.get("/dashboard/brokers", owner);
        assert.equal(answer.status, 503);
        assert.match(await answer.text(), /The database is unavailable at the moment/);
      }, { DATABASE_URL: proxy.url });
    } finally {
      await proxy.stop();
      await first.stop();
      await second.stop();
    }
  },
});
