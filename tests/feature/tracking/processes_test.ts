/**
 * Opens and clicks of several processes on one database, and of one that is stopped or killed
 * (docs/decisions/tracking.md).
 */
import assert from "node:assert/strict";
import { trackerEvents } from "../../../db/schema/mod.ts";
import { TOGETHER_REASON } from "../../../lib/domain/tracking/machine_reason.ts";
import { listAllTrackedEmails } from "../../../lib/features/tracking/mod.ts";
import { makeApp, type TestApp } from "../../support/app.ts";
import { type ServerProcess, startServer } from "../../support/server_process.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";
import { CHROME, sendTracked, type SentMail, visit } from "../../support/tracking.ts";

const people = Array.from({ length: 20 }, (_, n) => ({ name: `P ${n}`, email: `p${n}@b.example` }));
const address = (n: number) => `99.1.1.${n}`;

Deno.test({
  name: "two processes on one libSQL server count each open and click once, and see each other's clicks",
  ignore: !hasLibsqlServer,
  async fn() {
    const { url, stop } = await startLibsqlServer();
    const apps: TestApp[] = [];
    try {
      for (let n = 0; n < 2; n++) apps.push(await makeApp({ DATABASE_URL: url }));
      const [one, other] = apps;
      const mails = [...(await sendTracked(one, {}, people)).values()];
      const clicks = mails.flatMap(({ links, pixel }, n) => [
        visit(one, links[0], address(n)),
        visit(other, links[0], address(n)),
        visit(n % 2 ? one : other, pixel, address(n)),
      ]);
      assert.deepEqual([...new Set((await Promise.all(clicks)).map(({ status }) => status))].sort(), [200, 302]);
      // Both links of the first mail at once, one in each process.
      one.advance(60_000);
      other.advance(60_000);
      await Promise.all([visit(one, mails[0].links[0]), visit(other, mails[0].links[1])]);
      for (const app of apps.splice(0)) await app.close();
      apps.push(await makeApp({ DATABASE_URL: url }));
      const [email] = await listAllTrackedEmails(apps[0].context());
      const { opens, clicks: counted, uniqueOpens, machineClicks } = email;
      assert.deepEqual([opens, uniqueOpens, counted, machineClicks], [
        people.length,
        people.length,
        2 * people.length,
        2,
      ]);
      const marked = (await apps[0].deps.db.select().from(trackerEvents)).filter(({ machine }) => machine !== "");
      assert.deepEqual(marked.map(({ machine }) => machine), [TOGETHER_REASON, TOGETHER_REASON]);
    } finally {
      for (const app of apps) await app.close();
      await stop();
    }
  },
});

Deno.test("a stop keeps every open and click, a kill every click that was answered", async () => {
  const folder = await Deno.makeTempDir({ prefix: "hits-" });
  const inFolder = async <T>(work: (t: TestApp) => Promise<T>): Promise<T> => {
    const t = await makeApp({ DATA_DIR: folder });
    try {
      return await work(t);
    } finally {
      await t.close();
    }
  };
  const ask = (server: ServerProcess, path: string, n: number) =>
    fetch(server.url + path, {
      redirect: "manual",
      headers: { "user-agent": CHROME, "x-forwarded-for": address(n) },
    }).then(async (answer) => (await answer.body?.cancel(), answer.status));
  const stored = (type: "open" | "link") =>
    inFolder(async (t) => (await t.deps.db.select().from(trackerEvents)).filter((one) => one.type === type).length);
  try {
    const mails: SentMail[] = await inFolder(async (t) => [...(await sendTracked(t, {}, people)).values()]);
    const variables = { DATA_DIR: folder, DEVICE_VERIFICATION: "off", OWNER_PASSWORD: "Correct1Horse" };
    const stopped = await startServer(variables);
    const clicked = await Promise.all(mails.map(({ links }, n) => ask(stopped, links[0], n)));
    // Last: a write of clicks takes waiting opens along.
    const shown = await Promise.all(mails.map(({ pixel }, n) => ask(stopped, pixel, n)));
    assert.deepEqual([...new Set([...clicked, ...shown])], [302, 200]);
    assert.equal(await stopped.stop(), 0);
    assert.deepEqual([await stored("open"), await stored("link")], [people.length, people.length]);

    const killed = await startServer(variables);
    await Promise.all(mails.map(({ links }, n) => ask(killed, links[0], n)));
    killed.child.kill("SIGKILL");
    await killed.child.status;
    assert.equal(await stored("link"), 2 * people.length);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
