import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { files, uploads } from "../../../db/schema/mod.ts";
import { UPLOADED_FILES_MAX } from "../../../lib/domain/files/submitted.ts";
import { UPLOAD_LIFETIME_MS } from "../../../lib/features/files/upload_token.ts";
import { removeExpiredUploads } from "../../../lib/features/files/jobs.ts";
import { incomingFolder, incomingOnDisk, removeOldIncoming } from "../../../lib/server/incoming/on_disk.ts";
import type { TestApp } from "../../support/app.ts";
import { APPLICATION, formInPieces, PDF, pdfFile } from "../../support/application.ts";
import { withFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";
import { type Body, send, token, withBroker } from "../../support/submission.ts";

const MB = 1024 * 1024;

/** Posts files as the submit page does; the token is in the form, no cookie goes along. */
async function upload(t: TestApp, tmpUploadId: string | null, list: File[], more: Record<string, string> = {}) {
  const form = new FormData();
  if (tmpUploadId !== null) form.set("tmpUploadId", tmpUploadId);
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  list.forEach((file, index) => form.set(`file${index}`, file));
  const answer = await t.post("/api/pdf/upload", form);
  return { status: answer.status, body: await answer.json() as Body };
}

/** Posts a multipart body byte by byte as given. */
async function uploadRaw(t: TestApp, body: BodyInit, type = "multipart/form-data; boundary=x") {
  const init = {
    method: "POST",
    body,
    duplex: "half",
    headers: { "content-type": type, "sec-fetch-site": "same-origin" },
  };
  const answer = await t.app.request("/api/pdf/upload", init as RequestInit);
  return { status: answer.status, body: await answer.json() as Body };
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      found.push(...isDirectory ? await filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found;
}

/** What is on disk and in the database: stored bytes, bytes still coming in, rows. */
async function left(t: TestApp) {
  return {
    stored: (await filesBelow(`${t.env.dataDir}/files`)).length,
    incoming: (await filesBelow(incomingFolder(t.env.dataDir))).length,
    rows: (await t.deps.db.select().from(files)).length,
  };
}
const NONE = { stored: 0, incoming: 0, rows: 0 };

Deno.test("PDFs are stored under clean names with their digest, type and person; other files are refused by name", () =>
  withBroker(async (t, broker) => {
    const { status, body } = await upload(t, token(t, broker), [
      pdfFile("..\\..\\C:\\secret\\r\u202efdp.exe"),
      pdfFile("scan.pdf", "GIF89a"),
      pdfFile("preface.pdf", "\u0000".repeat(1000) + PDF),
      pdfFile("too late.pdf", "\u0000".repeat(1024) + PDF),
      pdfFile("empty.pdf", ""),
      pdfFile(`${"x".repeat(300)}.PDF`),
    ], { type0: "application", type2: "appraisal", type5: "commitment" });
    assert.equal(status, 200);
    assert.equal(body.response, true);
    assert.deepEqual(body.refused, [
      { name: "scan.pdf", reason: "This is not a PDF file. Choose another." },
      { name: "too late.pdf", reason: "This is not a PDF file. Choose another." },
      { name: "empty.pdf", reason: "This file is empty. Choose another." },
    ]);
    assert.match(body.reason, /scan\.pdf: This is not a PDF file\./);
    const rows = await t.deps.db.select().from(files).orderBy(asc(files.size));
    assert.deepEqual(body.uploadedFiles.map((file: Body) => [file.name, file.type]), [
      ["rfdp.exe.pdf", "application"],
      ["preface.pdf", "appraisal"],
      [`${"x".repeat(116)}.pdf`, "other"],
    ]);
    assert.ok(rows.every((row) => row.name.length <= 120 && row.mediaType === "application/pdf"));
    assert.ok(rows.every((row) => row.uploadedBy === broker.id && row.loanId === null));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(PDF))).toHex();
    assert.equal(rows[0].sha256, digest);
    const bytes = await t.deps.ports.files.open(rows[0].id);
    assert.equal(await new Response(bytes).text(), PDF);
    assert.deepEqual(await left(t), { stored: 3, incoming: 0, rows: 3 });
  }));

Deno.test("the eleventh file and a file of more than 25 MB are refused, the others are stored", () =>
  withBroker(async (t, broker) => {
    const eleven = Array.from({ length: 11 }, (_, n) => pdfFile(`${n}.pdf`));
    const many = await upload(t, token(t, broker), eleven);
    assert.equal(many.status, 200);
    assert.equal(many.body.uploadedFiles.length, 10);
    const later = "Only 10 files fit in one upload. Send this one after them.";
    assert.deepEqual(many.body.refused, [{ name: "10.pdf", reason: later }]);

    const sized = (...sizes: number[]) => uploadRaw(t, ReadableStream.from(formInPieces(token(t, broker), sizes)));
    const large = await sized(26 * MB, 25 * MB, PDF.length);
    const reason = "Too large: 25 MB is the limit. Send it in parts or at a lower resolution.";
    assert.deepEqual(large.body.refused, [{ name: `${26 * MB}.pdf`, reason }]);
    assert.deepEqual(large.body.uploadedFiles.map((file: Body) => file.size), [25 * MB, PDF.length]);
    const alone = await sized(26 * MB);
    assert.equal(alone.status, 413);
    assert.equal(alone.body.reason, `${26 * MB}.pdf: ${reason}`);
    assert.deepEqual(await left(t), { stored: 12, incoming: 0, rows: 12 });
  }));

Deno.test("without a valid token nothing is stored, whatever else is sent", () =>
  withBroker(async (t, broker) => {
    const good = token(t, broker);
    for (const bad of [null, "", "x", `${good}0`, good.replace(/^./, (c) => c === "A" ? "B" : "A")]) {
      const { status, body } = await upload(t, bad, [pdfFile("a.pdf")]);
      assert.equal(status, 403, String(bad));
      assert.equal(body.response, false);
    }
    const form = new FormData();
    form.set("file0", pdfFile("a.pdf"));
    assert.equal((await t.post("/api/pdf/upload", form, broker)).status, 403, "a session is no token");
    t.advance(UPLOAD_LIFETIME_MS);
    assert.equal((await upload(t, good, [pdfFile("a.pdf")])).status, 403, "expired");
    assert.equal((await upload(t, token(t, await t.account({ status: 0 })), [pdfFile("a.pdf")])).status, 403);
    assert.equal((await upload(t, token(t, await t.account({ role: 5 })), [pdfFile("a.pdf")])).status, 403);
    assert.deepEqual(await left(t), NONE);
    assert.deepEqual(await t.deps.db.select().from(uploads), []);
  }));

Deno.test("files of a form that is submitted while they are stored are not kept", () =>
  withBroker(async (t, broker) => {
    const tmpUploadId = token(t, broker);
    const store = t.deps.ports.files;
    t.deps.ports.files = {
      ...store,
      putFile: async (id, path) => {
        await store.putFile(id, path);
        assert.equal((await send(t, "newloan", { ...APPLICATION, tmpUploadId }, broker)).status, 200);
      },
    };
    const late = await upload(t, tmpUploadId, [pdfFile("a.pdf")]);
    assert.equal(late.status, 409);
    assert.match(late.body.reason, /already submitted/);
    assert.deepEqual(await left(t), NONE);
  }));

Deno.test("a token sent after its file works too, and a form without files gets an error", () =>
  withBroker(async (t, broker) => {
    const form = new FormData();
    form.set("file0", pdfFile("a.pdf"));
    form.set("tmpUploadId", token(t, broker));
    assert.equal((await t.post("/api/pdf/upload", form)).status, 200);
    const none = await upload(t, token(t, broker), []);
    assert.equal(none.status, 422);
    assert.equal(none.body.reason, "This upload has no file. Choose one, then send it again.");
  }));

Deno.test("broken forms and cut connections leave no row and no file", () =>
  withBroker(async (t, broker) => {
    const part = (name: string, value: string, file = "") =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n${value}\r\n`;
    const start = part("tmpUploadId", token(t, broker)) + part("file0", PDF, "whole.pdf") +
      part("file1", PDF, "half.pdf").slice(0, -20);
    assert.equal((await uploadRaw(t, start)).status, 400, "the form never ends");
    assert.equal((await uploadRaw(t, "garbage")).status, 400);
    assert.equal((await uploadRaw(t, "")).status, 400);
    assert.equal((await uploadRaw(t, start, "multipart/form-data")).status, 400, "no boundary");
    assert.equal((await uploadRaw(t, "{}", "application/json")).status, 400);
    const fields = Array.from({ length: 200 }, (_, n) => part(`f${n}`, "x")).join("");
    assert.equal((await uploadRaw(t, fields + "--x--\r\n")).status, 413);
    let sent = false;
    const cut = new ReadableStream({
      // Asked for more once the first part is taken.
      pull(pen) {
        if (sent) pen.error(new Error("connection reset"));
        else pen.enqueue(new TextEncoder().encode(start));
        sent = true;
      },
    });
    assert.equal((await uploadRaw(t, cut)).status, 400);
    assert.deepEqual(await left(t), NONE);
    assert.deepEqual(await t.deps.db.select().from(uploads), []);
  }));

Deno.test("storage that fails leaves no row, and a submitted form takes no more files", () =>
  withBroker(async (t, broker) => {
    const put = t.deps.ports.files.putFile;
    let calls = 0;
    t.deps.ports.files.putFile = (id, path) => ++calls === 2 ? Promise.reject(new Error("disk full")) : put(id, path);
    const failed = await upload(t, token(t, broker), [pdfFile("a.pdf"), pdfFile("b.pdf")]);
    t.deps.ports.files.putFile = put;
    assert.equal(failed.status, 500);
    assert.deepEqual(await left(t), NONE);

    const tmpUploadId = token(t, broker);
    assert.equal((await send(t, "newloan", { ...APPLICATION, tmpUploadId }, broker)).status, 200);
    assert.equal((await upload(t, tmpUploadId, [pdfFile("late.pdf")])).status, 409);
    const busy = token(t, broker);
    assert.equal((await upload(t, busy, [pdfFile("1.pdf")])).status, 200);
    const [row] = await t.deps.db.select().from(files).where(eq(files.uploadId, busy.split(".")[0]));
    const more = Array.from({ length: UPLOADED_FILES_MAX - 2 }, (_, n) => ({ ...row, id: `taken-off-${n}` }));
    await t.deps.db.insert(files).values(more);
    assert.equal((await upload(t, busy, [pdfFile("last.pdf")])).status, 200, "what was taken off the list leaves room");
    assert.equal((await upload(t, busy, [pdfFile("too-many.pdf")])).status, 413);
    assert.deepEqual(await left(t), { stored: 2, incoming: 0, rows: UPLOADED_FILES_MAX });
  }));

Deno.test("files that no loan has are deleted with their upload; those of a loan stay", () =>
  withBroker(async (t, broker) => {
    const used = token(t, broker), unused = token(t, broker);
    const mine = await upload(t, used, [pdfFile("used.pdf"), pdfFile("taken-off.pdf")]);
    await upload(t, unused, [pdfFile("unused.pdf")]);
    const list = [{ id: mine.body.uploadedFiles[0].id, type: "bureau" }];
    assert.equal((await send(t, "newloan", { ...APPLICATION, tmpUploadId: used, files: list }, broker)).status, 200);
    const expire = (now: number) => removeExpiredUploads({ ...t.context(), now });
    assert.equal(await expire(t.now() + UPLOAD_LIFETIME_MS - 1), 0);
    assert.deepEqual(await left(t), { stored: 3, incoming: 0, rows: 3 });
    assert.equal(await expire(t.now() + UPLOAD_LIFETIME_MS), 2);
    assert.deepEqual(await left(t), { stored: 1, incoming: 0, rows: 1 });
    const [row] = await t.deps.db.select().from(files);
    assert.deepEqual([row.name, row.kind, row.uploadId], ["used.pdf", "bureau", null]);
    assert.deepEqual(await t.deps.db.select().from(uploads), []);

    const stale = `${incomingFolder(t.env.dataDir)}/stopped`;
    await Deno.mkdir(stale, { recursive: true });
    await removeOldIncoming(t.env.dataDir, Date.now());
    assert.ok((await Deno.stat(stale)).isDirectory, "a request of today may still run");
    await removeOldIncoming(t.env.dataDir, Date.now() + 25 * 3600_000);
    await assert.rejects(Deno.stat(stale), Deno.errors.NotFound);
  }));

Deno.test("a sender may fill so much of the disk at a time, and all senders leave room for the portal", () =>
  withFolder(async (folder) => {
    let free = 10 * MB;
    const look = () => Promise.resolve({ bytes: 100 * MB, free });
    const told: string[] = [];
    const incoming = incomingOnDisk(
      folder,
      ({ level, message, reason }) => told.push(`${level} ${message}: ${reason}`),
      {
        share: 3 * MB,
        look,
      },
    );
    const [first, own, other] = await Promise.all(["one", "one", "other"].map(incoming.open));
    using file = await first.create("0"), second = await own.create("0"), others = await other.create("0");
    await file.write(new Uint8Array(2 * MB));
    await assert.rejects(second.write(new Uint8Array(2 * MB)), { status: 429, message: /Your other files are still/ });
    free = 4 * MB;
    using another = await other.create("1");
    for (const full of [others, another]) {
      await assert.rejects(full.write(new Uint8Array(MB + 1)), { status: 507, message: /has no room for files/ });
    }
    assert.deepEqual(told, ["error uploads are refused: 4 MB are free of the disk of DATA_DIR"], "told once");
    await first.remove();
    free = 5 * MB;
    await second.write(new Uint8Array(2 * MB));
    assert.equal((await incoming.read(second.path)).length, 2 * MB);
  }));

Deno.test("uploads for which there is no room are refused with a sentence, each a line of information", () =>
  withBroker(async (t, broker) => {
    const look = () => Promise.resolve({ bytes: 100 * MB, free: MB });
    t.deps.incoming = incomingOnDisk(t.env.dataDir, t.deps.log, { look });
    for (let twice = 0; twice < 2; twice++) {
      const { status, body } = await upload(t, token(t, broker), [pdfFile("unused.pdf")]);
      assert.equal(status, 507);
      assert.match(body.reason!, /^The portal has no room for files right now, so nothing was saved\./);
    }
    const logged = (fits: RegExp) => t.logged().split("\n").filter((line) => fits.test(line));
    await until("both lines", () => Promise.resolve(logged(/"info".*"status":507/).length === 2));
    assert.deepEqual(logged(/"error"/).map((line) => JSON.parse(line).message), ["uploads are refused"]);
    assert.deepEqual(await left(t), { stored: 0, incoming: 0, rows: 0 });
  }));

Deno.test("a folder that fails while files come in is our fault, told as one and logged", () =>
  withBroker(async (t, broker) => {
    const encoder = new TextEncoder();
    const field = `--x\r\ncontent-disposition: form-data; name="tmpUploadId"\r\n\r\n${token(t, broker)}\r\n`;
    const body = new ReadableStream({
      async start(pen) {
        pen.enqueue(encoder.encode(field));
        while ((await Array.fromAsync(Deno.readDir(incomingFolder(t.env.dataDir))).catch(() => [])).length === 0) {
          await setImmediate();
        }
        await Deno.remove(incomingFolder(t.env.dataDir), { recursive: true });
        pen.enqueue(encoder.encode(`--x\r\ncontent-disposition: form-data; name="f"; filename="a.pdf"\r\n\r\n`));
        pen.enqueue(encoder.encode(PDF));
        pen.enqueue(encoder.encode("\r\n--x--\r\n"));
        pen.close();
      },
    });
    const { status, body: answer } = await uploadRaw(t, body);
    assert.equal(status, 500);
    assert.match(answer.reason!, /^Something failed on our side/);
    assert.match(t.logged(), /"request failed".*No such file or directory/);
  }));
