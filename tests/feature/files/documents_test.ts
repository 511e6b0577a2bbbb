/** Uploaded documents: read apart, answered with their fields, and never with a social insurance number. */
import assert from "node:assert/strict";
import { files } from "../../../db/schema/mod.ts";
import { until } from "../../support/until.ts";
import { createWorkerHeaps } from "../../../lib/server/metrics/worker_heaps.ts";
import { createDocumentReader } from "../../../lib/server/documents/reader.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { APPLICATION } from "../../support/application.ts";
import { layOut } from "../../support/sample_pdfs/layouts.ts";
import { bursting, pdfOf } from "../../support/sample_pdfs/pdf.ts";
import { ANSWERS } from "../../support/sample_pdfs/people.ts";
import { sample, SAMPLES } from "../../support/sample_pdfs/samples.ts";
import { type Body, send, token, withBroker } from "../../support/submission.ts";

type Pdf = Uint8Array<ArrayBuffer>;

async function upload(t: TestApp, who: TestAccount, list: Record<string, Pdf>, headers?: HeadersInit, more = {}) {
  const form = new FormData();
  form.set("tmpUploadId", token(t, who));
  for (const [name, value] of Object.entries(more)) form.set(name, String(value));
  Object.entries(list).forEach(([name, bytes], index) => form.set(`file${index}`, new File([bytes], name)));
  return await t.post("/api/pdf/upload", form, null, headers);
}

/** Every text of every table, for what must be nowhere. */
async function wholeDatabase(t: TestApp): Promise<string> {
  const { $client } = t.deps.db;
  const tables = await $client.execute("select name from sqlite_master where type = 'table'");
  let text = "";
  for (const { name } of tables.rows as unknown as { name: string }[]) {
    text += JSON.stringify(
      (await $client.execute(`select * from "${name}"`)).rows,
      (_, v) => typeof v === "bigint" ? String(v) : v instanceof ArrayBuffer ? new TextDecoder("latin1").decode(v) : v,
    );
  }
  return text;
}

const SIN = /046[^0-9]{0,5}454[^0-9]{0,5}286|46454286/;

Deno.test("each document's type is recognised, and its fields come with their pages", () =>
  withBroker(async (t, broker) => {
    const answer = await upload(
      t,
      broker,
      {
        "a.pdf": sample("application"),
        "b.pdf": sample("bureau", "leaders"),
        "c.pdf": sample("appraisal", "above"),
      },
      {},
      { type0: "other", type1: "appraisal" },
    );
    assert.equal(answer.status, 200);
    const { uploadedFiles, response } = await answer.json() as Body;
    assert.equal(response, true);
    assert.deepEqual(uploadedFiles.map((file: Body) => file.type), ["application", "bureau", "appraisal"]);
    for (const { type, data, pages, missed, note } of uploadedFiles) {
      assert.deepEqual(data, ANSWERS[type as "bureau"].wanted);
      assert.deepEqual(Object.keys(pages).sort(), Object.keys(data).sort());
      assert.ok(missed.every((field: string) => !(field in data)));
      assert.equal(note, null);
    }
    assert.equal(uploadedFiles[0].pages.firstName, 1);
    assert.equal(uploadedFiles[0].pages.utilities, 2);
    const kept = await t.deps.db.select().from(files);
    assert.deepEqual(kept.map(({ kind }) => kind), ["application", "bureau", "appraisal"]);
  }));

Deno.test("a caller that takes lines gets one for each page, and a refusal as the last line", () =>
  withBroker(async (t, broker) => {
    const lines = { accept: "application/x-ndjson, application/json" };
    const answer = await upload(t, broker, { "a.pdf": sample("application") }, lines);
    assert.equal(answer.headers.get("content-type"), "application/x-ndjson");
    assert.equal(answer.headers.get("x-accel-buffering"), "no", "a proxy hands each line on at once");
    const said = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(said.slice(0, -1), [
      { reading: { field: "file0", page: 1, of: 2 } },
      { reading: { field: "file0", page: 2, of: 2 } },
    ]);
    assert.equal(said.at(-1).response, true);
    assert.equal(said.at(-1).uploadedFiles[0].data.lastName, "Smithers");
    const refused = await upload(t, await t.account({ status: 0 }), { "a.pdf": sample("bureau") }, lines);
    const last = JSON.parse((await refused.text()).trim().split("\n").at(-1)!);
    assert.equal(last.response, false);
    assert.match(last.reason, /\w+ .*\./);
  }));

Deno.test("files that cannot be read are stored and say why", () =>
  withBroker(async (t, broker) => {
    const unreadable = ["scan.pdf", "locked.pdf", "broken.pdf", "garbage.pdf", "500-pages.pdf"];
    const answer = await upload(
      t,
      broker,
      Object.fromEntries([...unreadable.map((name) => [name, SAMPLES[name]()]), ["letter.pdf", letter()]]),
      {},
      { type0: "appraisal" },
    );
    const { uploadedFiles } = await answer.json() as Body;
    const notes = Object.fromEntries(uploadedFiles.map((file: Body) => [file.name, file.note]));
    assert.match(notes["scan.pdf"], /a scan without text/);
    assert.match(notes["locked.pdf"], /locked with a password/);
    assert.match(notes["broken.pdf"], /damaged/);
    assert.match(notes["garbage.pdf"], /damaged/);
    assert.match(notes["500-pages.pdf"], /^Of its 500 pages \d+ were read/);
    assert.match(notes["letter.pdf"], /could not tell what this document is/);
    assert.equal(uploadedFiles[0].type, "appraisal", "what the form told stays");
    assert.equal((await t.deps.db.select().from(files)).length, 6);
  }));

const letter = (): Pdf => pdfOf(layOut("beside", ["Dear neighbour, thank you for the cake"], [["City", "Hamilton"]]));

Deno.test("a file that takes too long or too much memory is stopped, and the next one is read", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/bursting.pdf`, bursting(400));
    await Deno.writeFile(`${folder}/good.pdf`, sample("bureau"));
    const slow = createDocumentReader({ timeMs: 1 });
    assert.match((await slow.read(`${folder}/good.pdf`, 1)).note!, /took too long/);
    slow.close();
    const heaps = createWorkerHeaps(["document"]);
    const hungry = createDocumentReader({ memoryBytes: 150 * 1024 * 1024, heaps });
    const [burst, good] = await Promise.all([
      hungry.read(`${folder}/bursting.pdf`, 1),
      hungry.read(`${folder}/good.pdf`, 1),
    ]);
    assert.match(burst.note!, /unpacks to more/);
    assert.equal(good.note, null);
    assert.equal(good.reading.type, "bureau");
    const said = () => heaps.bytes().get("document")!;
    await until("the workers that wait to say what memory they have", () => Promise.resolve(said() > 1_000_000));
    hungry.close();
    assert.equal(said(), 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the reading worker may not read, write, run or call anything", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const script = `const names = ["read", "write", "net", "env", "run", "ffi", "sys"];
       const states = await Promise.all(names.map((name) => Deno.permissions.query({ name })));
       const allowed = names.filter((_, i) => states[i].state === "granted");
       self.onmessage = () => postMessage({ kind: "read", pages: 1, reading: { type: "bureau", fields: [], missed: allowed } });
       postMessage({ kind: "ready" });`;
    await Deno.writeFile(`${folder}/any.pdf`, sample("bureau"));
    const reader = createDocumentReader({}, new URL(`data:text/javascript,${encodeURIComponent(script)}`));
    const { reading } = await reader.read(`${folder}/any.pdf`, 1);
    assert.deepEqual(reading, { type: "bureau", fields: [], missed: [] }, "missed lists what is granted");
    reader.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("no answer and no table ever holds a social insurance number", () =>
  withBroker(async (t, broker) => {
    const answers: string[] = [];
    for (const [name, make] of Object.entries(SAMPLES)) {
      if (name === "500-pages.pdf" || name === "bursting.pdf") continue;
      const answer = await upload(t, broker, { [name]: make() });
      answers.push(await answer.text());
    }
    const hidden = sample("application", "beside", {
      Employer: "Steel 046 454 286",
      "Requested loan amount": "046454286",
    });
    answers.push(
      await (await upload(t, broker, { "046-454-286.pdf": hidden, "046454286.exe.txt": letter().slice(9) })).text(),
    );
    const draft = {
      entries: { lastName: "Smithers 046454286", phone: "046 454 286" },
      rows: [{ address: "046-454-286" }],
      exit: "Yes",
      comments: "SIN 123456789 and 046 454 286",
      marks: { lastName: { type: "bureau", file: "046454286.pdf", page: 1 } },
      files: [],
    };
    const saved = await t.post("/api/loans/savedraft", { draft, tmpUploadId: token(t, broker) }, broker);
    answers.push(await saved.text(), await (await t.get("/dashboard/submitloan", broker)).text());
    for (const answer of answers) assert.doesNotMatch(answer, SIN);
    const stored = await wholeDatabase(t);
    assert.ok(stored.includes("xxx-xxx-xxx"), "names and drafts hold the mask");
    assert.doesNotMatch(stored, SIN);
    assert.doesNotMatch(stored, /123456789/);
    assert.ok((await send(t, "newloan", { ...APPLICATION, tmpUploadId: token(t, broker) }, broker)).body.response);
  }));
