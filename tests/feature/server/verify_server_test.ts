/** `deno task verify` of a portal on a libSQL server: the same checks, on a copy of one moment. */
import assert from "node:assert/strict";
import { withReader } from "../../../db/snapshot.ts";
import { files } from "../../../db/schema/mod.ts";
import { copyServer } from "../../../lib/server/backup/server_dump.ts";
import { StartError } from "../../../lib/server/operator_errors.ts";
import { verdict, verify } from "../../../lib/server/tasks/verify.ts";
import { withApp } from "../../support/app.ts";
import { uploadSome } from "../../support/backups.ts";
import { withFolder } from "../../support/folder.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

Deno.test({
  name: "verify checks a libSQL server beside the portal, names each fault on a line, and changes nothing",
  ignore: !hasLibsqlServer,
  async fn() {
    const server = await startLibsqlServer();
    try {
      await withApp(async (t) => {
        t.longTurns("verify makes a copy and reads all of it, as its task does in a process of its own");
        await uploadSome(t, 2);
        const client = t.deps.db.$client, odd = 'O\'Hara; said "so"\nand left;\n\\n 🏠';
        await client.execute({ sql: "update loans set co_applicant = ?", args: [odd] });
        await t.runJobs();
        assert.deepEqual((await verify(t.env, t.now())).flatMap(({ problems }) => problems), []);
        const copy = `${t.env.dataDir}/copy.db`;
        await copyServer(t.env, copy);
        const read = withReader(copy, (all) => all("select co_applicant as name from loans") as { name: string }[]);
        assert.equal(read[0].name, odd);
        const [lost] = await t.deps.db.select().from(files);
        await t.deps.ports.files.remove(lost.id);
        await client.execute("update loan_tallies set loans = loans + 1 where loans > 0");
        await client.migrate([
          "insert into conditions (loan_id, id, type, title, position) values (999, 1, 0, 'Appraisal', 0)",
        ]);
        const text = verdict(await verify(t.env, t.now()));
        assert.match(text, /^ok .*libSQL server answers/);
        assert.match(text, /1 of conditions name rows of loans that are not there/);
        assert.match(text, new RegExp(`${lost.id} has a row, and no bytes`));
        assert.match(text, /loan_tallies: \d+ of \d+ rows differ/);
        assert.equal((await verify(t.env, t.now())).filter(({ problems }) => problems.length > 0).length, 3);
      }, { DATABASE_URL: server.url });
    } finally {
      await server.stop();
    }
  },
});

Deno.test("a server that gives no whole dump is refused, with what to run instead", () =>
  withFolder(async (folder) => {
    let answer = () => new Response("no such page", { status: 404 }), asked = "";
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
      asked = `${new URL(request.url).pathname} ${request.headers.get("authorization")}`;
      return answer();
    });
    const env = { databaseUrl: `ws://127.0.0.1:${server.addr.port}`, databaseAuthToken: "secret" };
    const refused = async (name: string) => await copyServer(env, `${folder}/${name}`).catch((error) => error);
    try {
      const none = await refused("none");
      assert.ok(none instanceof StartError);
      assert.match(none.message, /\/dump answers HTTP status 404.*DATABASE_URL=file:\S+ deno task verify/);
      assert.equal(asked, "/dump Bearer secret");
      answer = () => new Response("BEGIN TRANSACTION;\nCREATE TABLE a (b);\n");
      assert.match((await refused("half")).message, /broke off/);
    } finally {
      await server.shutdown();
    }
  }));
