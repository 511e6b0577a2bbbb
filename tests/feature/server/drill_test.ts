/** The drills themselves: a few of each go through, and a loss is found. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { files, loans, mails } from "../../../db/schema/mod.ts";
import { Book, lossesOf, sha256 } from "../../drill/book.ts";
import { answerWithin } from "../../drill/hostile.ts";
import { Bound, FULL, QUICK, readOptions } from "../../drill/options.ts";
import { clickOn } from "../../drill/people.ts";
import { random, seedRandom } from "../../drill/scene.ts";
import { failedRow, isGood, tableOf } from "../../drill/table.ts";
import { APPLICATION } from "../../support/application.ts";
import { withApp } from "../../support/app.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { BYTES, upload } from "../../support/files.ts";
import { send, token } from "../../support/submission.ts";

const ROOT = new URL("../../../", import.meta.url);

Deno.test("a few kills, a lying storage, a hanging mail service and hostile requests lose nothing", async () => {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN_CHILD, "tests/drill/drill.ts", "--quick"],
    cwd: ROOT,
    env: { NODE_ENV: "production" },
  }).output();
  const table = new TextDecoder().decode(stdout);
  assert.ok(success, `${table}\n${new TextDecoder().decode(stderr)}`);
  for (const what of ["SIGKILL of the portal", "Storage fails and lies", "Mail service hangs", "Hostile requests"]) {
    assert.match(table, new RegExp(`\\| ${what}.* \\| \\d+ \\|`));
  }
});

Deno.test("lost, doubled and missing writes are counted", () =>
  withApp(async (t) => {
    const broker = await t.account(), admin = await t.account({ role: 9 }), book = new Book();
    for (let n = 0; n < 4; n++) {
      const address = `${n} Locke Street`;
      const { body } = await send(t, "newloan", { ...APPLICATION, address, tmpUploadId: token(t, broker) }, broker);
      book.loans.push({ id: body.data.loanId, address });
    }
    for (let n = 0; n < 2; n++) {
      const answer = await upload(t, "/api/loans/uploadotherfile", { loanId: book.loans[0].id }, admin);
      book.files.push({ id: (await answer.json()).data.id, sha256: sha256(BYTES.pdf) });
    }
    const losses = async () => {
      const { wrong: _, ...counts } = await lossesOf(book, t);
      return counts;
    };
    assert.deepEqual(await losses(), { lost: 0, doubled: 0, missing: 0 });
    const { db, ports } = t.deps, [first, second, third] = book.loans;
    await ports.files.put(book.files[0].id, BYTES.png);
    assert.deepEqual(await losses(), { lost: 0, doubled: 0, missing: 1 });
    await db.delete(files).where(eq(files.id, book.files[1].id));
    assert.deepEqual(await losses(), { lost: 1, doubled: 0, missing: 1 });
    await db.update(loans).set({ address: first.address }).where(eq(loans.id, second.id));
    assert.deepEqual(await losses(), { lost: 2, doubled: 1, missing: 1 }, "one is another, and twice there");
    await db.delete(mails).where(eq(mails.idempotencyKey, `loanReceived:${third.id}`));
    assert.deepEqual(await losses(), { lost: 3, doubled: 1, missing: 1 }, "a broker was never told");
  }));

Deno.test("of people clicking every answer is timed, and each but a whole page is wrong", async () => {
  const page = "<!doctype html><html><body>Loans</body></html>";
  const answers: Record<string, () => Response> = {
    "/page": () => new Response(page),
    "/fault": () => new Response(page, { status: 500 }),
    "/away": () => new Response(null, { status: 303, headers: { location: "/page" } }),
    "/cut": () => new Response(page.slice(0, -10)),
    "/empty": () => new Response(""),
  };
  const server = Deno.serve({ port: 0, onListen() {} }, ({ url }) => answers[new URL(url).pathname]());
  const times: number[] = [], wrong: string[] = [];
  for (const path of Object.keys(answers)) {
    let left = 2;
    const person = { cookie: "", pages: [path] };
    await clickOn(person, { url: `http://localhost:${server.addr.port}` }, () => left-- > 0, times, wrong, 0);
  }
  await server.shutdown();
  assert.equal(times.length, 10);
  assert.deepEqual([...new Set(wrong)], [
    "/fault: 500",
    "/away: 303, no whole page",
    "/cut: 200, no whole page",
    "/empty: 200, no whole page",
  ]);
  assert.equal(wrong.length, 8);
  let once = 1;
  const person = { cookie: "", pages: ["/page"] };
  await clickOn(person, { url: `http://localhost:${server.addr.port}` }, () => once-- > 0, times, wrong, 0);
  assert.match(wrong.at(-1)!, /^\/page: \w*Error/, "nobody answers any more");
});

Deno.test("the table has figures and faults, and says what failed", () => {
  const row = { what: "Kills", rounds: 1200, acknowledged: 7, unanswered: 1, seconds: 90, note: "all well" };
  const good = { ...row, lost: 0, doubled: 0, missing: 0, wrong: [] };
  assert.match(tableOf([good]), /\| Kills \| 1,200 \| 7 \| 1 \| 0 \| 0 \| 0 \| 0 \| 1\.5 \| all well \|\n\nNothing/);
  assert.ok(isGood(good));
  const failed = failedRow("kills", new Error("no answer"));
  assert.ok(!isGood(failed));
  assert.match(tableOf([good, failed]), /kills: it ended early: Error: no answer/);
  for (const bad of [{ lost: 1 }, { doubled: 1 }, { missing: 1 }, { wrong: ["a fault"] }]) {
    assert.ok(!isGood({ ...good, ...bad }));
    assert.match(tableOf([{ ...good, ...bad }]), /Something was lost/);
  }
});

Deno.test("options: all, a few or some drills, as many rounds as asked for, and no longer than allowed", () => {
  const countsOf = (...args: string[]) => readOptions(args).counts;
  assert.deepEqual(countsOf(), FULL);
  assert.deepEqual(countsOf("--quick"), QUICK);
  const none = { kills: 0, moves: 0, both: 0, commits: 0, disk: 0, storage: 0, mail: 0, hostile: 0, people: 0 };
  assert.deepEqual(countsOf("--only=kills,mail", "--kills=7"), { ...none, kills: 7, mail: FULL.mail });
  assert.equal(readOptions(["--minutes=3"]).minutes, 3);
  assert.equal(readOptions(["--seed=7"]).seed, 7);
  for (const wrong of ["--only=kill", "--kills", "--fast", "--hostile=many", "--seed=0"]) {
    assert.throws(() => countsOf(wrong), /There is no drill|is none of/);
  }
  assert.deepEqual([0, 1, 2].map((done) => new Bound(2).goesOn(done)), [true, true, false]);
  assert.equal(new Bound(2, 0).goesOn(0), false);
});

Deno.test("a seed gives the same numbers again, and an answer that never comes counts as one", async () => {
  const numbers = () => (seedRandom(7), Array.from({ length: 20 }, () => random(1000)));
  assert.deepEqual(numbers(), numbers());
  await assert.rejects(answerWithin(20, new Promise(() => {})), /no answer within 20 ms/);
  assert.equal(await answerWithin(60_000, Promise.resolve(200)), 200);
});
