/** Stored files on their way out: checked, opened no longer than they are read, and told where they are gone. */
import assert from "node:assert/strict";
import type { Handler } from "../../../lib/server/listening/address.ts";
import { listen } from "../../../lib/server/listening/listen.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { BYTES, upload } from "../../support/files.ts";
import { makeLoan } from "../../support/loans.ts";
import { until } from "../../support/until.ts";

const LARGE = new Uint8Array(300_000).fill(32);
LARGE.set(BYTES.pdf);

/** Runs `test` with a stored appraisal of 300,000 bytes: its id, its address, and who may read it. */
const withFile = (test: (t: TestApp, file: { id: string; path: string; admin: TestAccount }) => Promise<void>) => () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 });
    const loan = await makeLoan(t, { brokerId: admin.id });
    const fields = { loanId: loan.id, type: "appraisal" };
    const { data } = await (await upload(t, "/api/loans/uploadfile", fields, admin, { bytes: LARGE })).json();
    await test(t, { id: data.id, path: `/api/loans/getfile?id=${data.id}&new=false&type=appraisal`, admin });
  });

/** Counts the files that are opened from now on, and those that are closed before their end. */
function countOpen({ deps }: TestApp): { opened: () => number; closed: () => number } {
  const store = deps.ports.files, { open } = store;
  let opened = 0, closed = 0;
  store.open = async (id) => {
    const reader = (await open(id))!.getReader();
    opened++;
    return new ReadableStream({
      async pull(pen) {
        const { done, value } = await reader.read();
        if (done) pen.close();
        else pen.enqueue(value);
      },
      async cancel() {
        await reader.cancel();
        closed++;
      },
    }, { highWaterMark: 0 });
  };
  return { opened: () => opened, closed: () => closed };
}

Deno.test(
  "bytes that differ from their row are refused before their end, and logged",
  withFile(async (t, { id, path, admin }) => {
    const read = async () => await t.get(path, admin);
    assert.deepEqual(new Uint8Array(await (await read()).arrayBuffer()), LARGE);
    const other = LARGE.with(299_999, 33);
    for (const wrong of [other, LARGE.subarray(0, 200_000), new Uint8Array(300_001), new Uint8Array()]) {
      await t.deps.ports.files.put(id, wrong);
      let got = 0;
      await assert.rejects(async () => {
        for await (const piece of (await read()).body!) got += piece.length;
      }, /not the one that was uploaded/);
      assert.ok(got < LARGE.length);
    }
    assert.equal(t.logged().split(`"message":"stored file is not what was uploaded"`).length, 5);
    assert.match(t.logged(), new RegExp(`"file":"${id}"`));
  }),
);

for (const platform of ["machine", "edge"] as const) {
  Deno.test(
    `a download that is refused for its bytes is one error, on ${platform}`,
    withFile(async (t, { id, path, admin }) => {
      await t.deps.ports.files.put(id, LARGE.with(299_999, 33));
      let port = 0;
      const at = { port: 0, hostname: "127.0.0.1", onListen: (address: Deno.NetAddr) => void (port = address.port) };
      const server = listen(at, t.app.fetch as Handler, t.deps.log, platform);
      try {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: admin.cookie } });
        await assert.rejects(answer.arrayBuffer());
      } finally {
        await server.shutdown();
      }
      assert.deepEqual(t.deps.ports.portal.errors().map(({ what }) => what), ["stored file is not what was uploaded"]);
    }),
  );
}

Deno.test(
  "a file whose bytes are lost is a server error, with a reference and logged, not a 404",
  withFile(async (t, { id, path, admin }) => {
    await t.deps.ports.files.remove(id);
    const answer = await t.get(path, admin);
    assert.equal(answer.status, 500);
    assert.match((await answer.json()).reason, /^Something failed on our side: .* tell us the reference /);
    assert.match(t.logged(), new RegExp(`"level":"error","message":"request failed",.*no bytes of the file ${id}`));
  }),
);

Deno.test(
  "a HEAD request for a file or picture, or a client that leaves during it, leaves no file open",
  withFile(async (t, { path, admin }) => {
    const { opened, closed } = countOpen(t);
    const head = await t.app.request(path, { method: "HEAD", headers: { cookie: admin.cookie } });
    assert.equal(head.status, 200);
    assert.equal(head.headers.get("content-length"), "300000");
    assert.equal(await head.text(), "");
    await until("the file to be closed", () => Promise.resolve(closed() === 1));
    await (await t.get(path, admin)).body!.cancel();
    await until("it to be closed again", () => Promise.resolve(closed() === 2));
    assert.equal(opened(), 2);
    await t.post("/api/loans/createemail", { name: "Rates" }, admin);
    const picture = await upload(t, "/api/loans/uploademailpicture", { id: 1 }, admin, {
      name: "chart.png",
      bytes: BYTES.png,
    });
    const { data } = await picture.json();
    await t.app.request(data.src, { method: "HEAD" });
    await until("the picture to be closed", () => Promise.resolve(closed() === 3));
  }),
);
