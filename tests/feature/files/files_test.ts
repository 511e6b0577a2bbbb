/**
 * Uploads and downloads of loans: judged by content, kept in versions, served so that nothing can run, hidden from
 * others.
 */
import assert from "node:assert/strict";
import { and, eq, isNull } from "drizzle-orm";
import { openLoanFile } from "../../../lib/features/files/mod.ts";
import { auditRows, conditions, files, loans } from "../../../db/schema/mod.ts";
import { contentDisposition } from "../../../lib/server/serve_file.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { BYTES, upload } from "../../support/files.ts";
import { loanScene } from "../../support/loan_scene.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

const OTHER = "/api/loans/uploadotherfile";
const MAIN = "/api/loans/uploadfile";

/** Conditions 3, 4, 5, 11: executed commitment, restricted check, text, and a file (loans specification 3.5). */
const scene = loanScene({}, {
  conditions: [{ id: 3 }, { id: 4 }, { id: 5 }, { id: 11 }, { id: 40, restriction: "admin", title: "Payout letter" }],
});

const rowsOf = (t: TestApp) => t.deps.db.select().from(files);
const conditionOf = (t: TestApp, loan: TestLoan, id: number) =>
  t.deps.db.select().from(conditions).where(and(eq(conditions.loanId, loan.id), eq(conditions.id, id))).get();
const loanNow = (t: TestApp, loan: TestLoan) => t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get();

/** The names of all files that are stored, with a row or without. */
const storedBytes = (t: TestApp) =>
  [...Deno.readDirSync(`${t.env.dataDir}/files`)].flatMap((folder) => [
    ...Deno.readDirSync(`${t.env.dataDir}/files/${folder.name}`),
  ]);

async function idOf(answer: Response): Promise<string> {
  assert.equal(answer.status, 200);
  return (await answer.json()).data.id;
}

const link = (path: string, query: Record<string, string | number>) =>
  `/api/loans/${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`;

scene("a refused file hears the types that its condition takes", async ({ t, broker, loan }) => {
  for (const [conditionId, types] of [[3, "PDF"], [11, "PDF, PNG, JPEG or HEIC"]] as const) {
    const answer = await upload(t, OTHER, { loanId: loan.id, conditionId }, broker, { bytes: BYTES.zip });
    assert.deepEqual([answer.status, (await answer.json()).reason], [
      415,
      `This is not a ${types} file. Choose another.`,
    ]);
  }
});

scene("no name that is kept has a social insurance number in it", async ({ t, broker, admin, loan }) => {
  const name = "T4 046 454 286.pdf";
  await idOf(await upload(t, OTHER, { loanId: loan.id, conditionId: 11 }, broker, { name }));
  await idOf(await upload(t, MAIN, { loanId: loan.id, type: "bureau" }, admin, { name }));
  assert.deepEqual((await rowsOf(t)).map((row) => row.name), ["T4 xxx-xxx-xxx.pdf", "T4 xxx-xxx-xxx.pdf"]);
  assert.doesNotMatch(JSON.stringify(await t.deps.db.select().from(auditRows)), /454 286/);
});

scene("a broker's file completes its condition, and a replacement keeps the old version", async (s) => {
  const { t, broker, admin, loan } = s;
  const fields = { loanId: loan.id, conditionId: 11, brokerConditions: "[]" };
  const first = await idOf(await upload(t, OTHER, fields, broker, { name: "binder.pdf" }));
  let now = await loanNow(t, loan);
  assert.deepEqual([now?.conditionsDone, now?.brokerConditionsUpdated], [1, 1]);
  t.advance(1000);
  const second = await idOf(await upload(t, OTHER, fields, broker, { name: "binder.png", bytes: BYTES.png }));
  const condition = await conditionOf(t, loan, 11);
  assert.deepEqual([condition?.completed, condition?.fileId], [true, second]);
  const rows = await rowsOf(t);
  assert.equal(rows.find((row) => row.id === first)?.replacedBy, second);
  assert.equal(rows.find((row) => row.id === second)?.kind, "other");
  now = await loanNow(t, loan);
  assert.equal(now?.conditionsDone, 1);
  const old = await t.get(link("getotherfile", { id: first, loanId: loan.id }), admin);
  assert.deepEqual(new Uint8Array(await old.arrayBuffer()), BYTES.pdf);
  assert.equal((await t.get(link("getotherfile", { id: first, loanId: loan.id }), broker)).status, 404);
  const actions = (await t.deps.db.select().from(auditRows)).map((row) => row.action);
  assert.deepEqual(actions, ["file.upload", "condition.complete", "file.upload", "condition.complete"]);
});

scene("content decides what a file is, not its name", async (s) => {
  const { t, broker, loan } = s;
  const fields = { loanId: loan.id, conditionId: 11 };
  const taken: [string, Uint8Array<ArrayBuffer>, string, string][] = [
    ["scan.jpg", BYTES.jpeg, "image/jpeg", "scan.jpg"],
    ["photo.heic", BYTES.heic, "image/heic", "photo.heic"],
    ["letter.exe", BYTES.pdf, "application/pdf", "letter.exe.pdf"],
  ];
  for (const [name, bytes, mediaType, stored] of taken) {
    const id = await idOf(await upload(t, OTHER, fields, broker, { name, bytes }));
    const row = await t.deps.db.select().from(files).where(eq(files.id, id)).get();
    assert.deepEqual([row?.mediaType, row?.name], [mediaType, stored]);
  }
  const kept = (await rowsOf(t)).length;
  const refused: [
    string,
    Record<string, string | number>,
    { name?: string; bytes?: Uint8Array<ArrayBuffer> | null },
    number,
  ][] = [
    ["HTML disguised as PDF", fields, { name: "letter.pdf", bytes: BYTES.html }, 415],
    ["an archive", fields, { name: "all.pdf", bytes: BYTES.zip }, 415],
    ["an empty file", fields, { bytes: new Uint8Array() }, 422],
    ["no file", fields, { bytes: null }, 422],
    ["a picture as executed commitment (PDF alone)", { ...fields, conditionId: 3 }, { bytes: BYTES.png }, 415],
    ["a file for a text condition", { ...fields, conditionId: 5 }, {}, 422],
    ["a loan id that is none", { ...fields, loanId: "x" }, {}, 422],
  ];
  for (const [what, sent, file, status] of refused) {
    const answer = await upload(t, OTHER, sent, broker, file);
    const body = await answer.json();
    assert.equal(answer.status, status, `${what}: ${body.reason}`);
    assert.equal(body.response, false);
    assert.ok(body.reason.length > 10, what);
  }
  assert.equal((await rowsOf(t)).length, kept);
  assert.equal((await conditionOf(t, loan, 3))?.completed, false);
});

scene("a file beyond 25 MB is refused and nothing of it stays", async (s) => {
  const { t, broker, loan } = s;
  t.longTurns("The body of 25 MB is made here in one go; a portal gets it in pieces.");
  const bytes = new Uint8Array(25 * 1024 * 1024 + 1);
  bytes.set(BYTES.pdf);
  const answer = await upload(t, OTHER, { loanId: loan.id, conditionId: 11 }, broker, { bytes });
  assert.equal(answer.status, 413);
  assert.deepEqual(await rowsOf(t), []);
  assert.equal((await conditionOf(t, loan, 11))?.completed, false);
  const left = [...Deno.readDirSync(`${t.env.dataDir}/incoming`)];
  assert.deepEqual(left, []);
});

scene("who may not upload is refused, and others' loans do not exist", async (s) => {
  const { t, broker, stranger, admin, loan } = s;
  const fields = { loanId: loan.id, conditionId: 11 };
  const cases: [string, string, Record<string, string | number>, TestAccount | null, number][] = [
    ["signed out", OTHER, fields, null, 401],
    ["a stranger", OTHER, fields, stranger, 404],
    ["the lender's own condition", OTHER, { ...fields, conditionId: 40 }, broker, 403],
    ["a condition that is not there", OTHER, { ...fields, conditionId: 12 }, broker, 404],
    ["a broker without a condition", OTHER, { loanId: loan.id }, broker, 403],
    ["a broker's main file", MAIN, { loanId: loan.id, type: "application" }, broker, 403],
    ["a type that is none", MAIN, { loanId: loan.id, type: "other" }, admin, 422],
    ["an unknown loan", MAIN, { loanId: 999, type: "application" }, admin, 404],
    ["an unknown old file", MAIN, { loanId: loan.id, type: "application", oldId: "nosuchfile" }, admin, 404],
  ];
  for (const [what, path, sent, as, status] of cases) {
    assert.equal((await upload(t, path, sent, as)).status, status, what);
  }
  assert.deepEqual(await rowsOf(t), []);
  assert.deepEqual(storedBytes(t), [], "no bytes without a row");
  assert.equal((await upload(t, OTHER, { ...fields, conditionId: 40 }, admin)).status, 200);
});

scene("the four main files: upload, replace, read, delete", async (s) => {
  const { t, broker, admin, loan } = s;
  const fields = { loanId: loan.id, type: "appraisal", oldId: "" };
  const answer = await upload(t, MAIN, fields, admin, { name: "appraisal.pdf" });
  const body = await answer.json();
  assert.equal(body.data.response, true, "loans specification 7.1 reads data.response");
  const first: string = body.data.id;
  const second = await idOf(await upload(t, MAIN, { ...fields, oldId: first }, admin));
  assert.equal((await upload(t, MAIN, { ...fields, oldId: first }, admin)).status, 409, "replaced meanwhile");
  assert.equal((await upload(t, MAIN, { ...fields, type: "bureau", oldId: second }, admin)).status, 404);
  assert.equal((await upload(t, MAIN, fields, admin, { bytes: BYTES.png })).status, 415);
  const read = link("getfile", { id: second, new: "false", type: "appraisal" });
  assert.equal((await t.get(read, admin)).status, 200);
  assert.equal((await t.get(read, broker)).status, 403);
  assert.equal((await t.get(link("getfile", { id: second, type: "bureau" }), admin)).status, 404);
  const gone = { id: second, type: "appraisal", loanId: loan.id };
  assert.equal((await t.post("/api/loans/deletefile", gone, broker)).status, 403);
  assert.equal((await t.post("/api/loans/deletefile", { ...gone, type: "bureau" }, admin)).status, 404);
  const deleted = await (await t.post("/api/loans/deletefile", gone, admin)).json();
  assert.deepEqual(deleted, { response: true, data: { response: true } });
  assert.equal((await t.get(read, admin)).status, 404);
  assert.equal((await t.post("/api/loans/deletefile", gone, admin)).status, 404);
});

scene("deleting a condition's file opens the condition again", async (s) => {
  const { t, broker, admin, stranger, loan } = s;
  const id = await idOf(await upload(t, OTHER, { loanId: loan.id, conditionId: 11 }, broker));
  const gone = { id, loanId: loan.id };
  assert.equal((await t.post("/api/loans/deleteotherfile", gone, broker)).status, 403);
  const elsewhere = await makeLoan(t, { brokerId: stranger.id });
  assert.equal((await t.post("/api/loans/deleteotherfile", { id, loanId: elsewhere.id }, admin)).status, 404);
  assert.equal((await conditionOf(t, loan, 11))?.completed, true);
  assert.deepEqual(await (await t.post("/api/loans/deleteotherfile", gone, admin)).json(), { response: true });
  const condition = await conditionOf(t, loan, 11);
  assert.deepEqual([condition?.completed, condition?.fileId], [false, null]);
  assert.equal((await loanNow(t, loan))?.conditionsDone, 0);
  assert.equal((await t.get(link("getotherfile", gone), admin)).status, 404);
});

scene("brokers read their own uploads alone", async (s) => {
  const { t, broker, stranger, admin, loan } = s;
  const own = await idOf(await upload(t, OTHER, { loanId: loan.id, conditionId: 11 }, broker));
  const lenders = await idOf(await upload(t, OTHER, { loanId: loan.id }, admin));
  const restricted = await idOf(await upload(t, OTHER, { loanId: loan.id, conditionId: 40 }, admin));
  const get = async (id: string, loanId: number, as: TestAccount | null) =>
    (await t.get(link("getotherfile", { id, loanId }), as)).status;
  assert.equal(await get(own, loan.id, broker), 200);
  assert.equal(await get(lenders, loan.id, broker), 404);
  assert.equal(await get(restricted, loan.id, broker), 404);
  assert.equal(await get(own, loan.id, stranger), 404);
  assert.equal(await get(own, loan.id, null), 401);
  const theirs = await makeLoan(t, { brokerId: stranger.id });
  assert.equal(await get(own, theirs.id, stranger), 404, "an own loan does not open another loan's file");
  assert.equal(await get("../../etc/passwd", loan.id, admin), 422);

  const forThem = await idOf(await upload(t, OTHER, { loanId: loan.id, conditionId: 11 }, admin));
  assert.equal(await get(forThem, loan.id, broker), 404, "the lender's file of an open condition");
  const again = await idOf(await upload(t, OTHER, { loanId: loan.id, conditionId: 11 }, broker));
  assert.equal(await get(again, loan.id, broker), 200);
  await t.deps.db.update(conditions).set({ restriction: "admin" }).where(eq(conditions.id, 11));
  assert.equal(await get(again, loan.id, broker), 404, "the own file of a condition that became the lender's");
  const main = await upload(t, MAIN, { loanId: loan.id, type: "appraisal" }, admin);
  const id = await idOf(main);
  await (await openLoanFile(t.context(admin), { id })).body.cancel();
  await assert.rejects(openLoanFile(t.context(stranger), { id }), { status: 404 });
});

scene("a condition that becomes the lender's while its file is stored takes no file of a broker", async (s) => {
  const { t, broker, loan } = s;
  const store = t.deps.ports.files;
  t.deps.ports.files = {
    ...store,
    putFile: async (id, path) => {
      await store.putFile(id, path);
      await t.deps.db.update(conditions).set({ restriction: "admin" }).where(eq(conditions.id, 11));
    },
  };
  assert.equal((await upload(t, OTHER, { loanId: loan.id, conditionId: 11 }, broker)).status, 403);
  assert.deepEqual(await rowsOf(t), []);
  assert.deepEqual(storedBytes(t), []);
});

scene("files are served so that nothing in them can run", async (s) => {
  const { t, admin, loan } = s;
  const name = 'Réf "x"; filename=evil.html\r\nSet-Cookie: a=b.pdf';
  const id = await idOf(await upload(t, OTHER, { loanId: loan.id }, admin, { name }));
  const shown = await t.get(link("getotherfile", { id, loanId: loan.id }), admin);
  const saved = await t.get(link("getotherfile", { id, loanId: loan.id, download: "true" }), admin);
  for (const answer of [shown, saved]) {
    assert.equal(answer.headers.get("content-type"), "application/pdf");
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.match(answer.headers.get("content-security-policy")!, /^default-src 'none'.*; sandbox$/);
    assert.equal(answer.headers.get("cache-control"), "private, no-store");
    assert.equal(answer.headers.get("set-cookie"), null);
    assert.equal(answer.headers.get("content-length"), String(BYTES.pdf.length));
  }
  assert.match(shown.headers.get("content-disposition")!, /^inline; filename="[^"]*"; filename\*=UTF-8''R%C3%A9f/);
  assert.match(saved.headers.get("content-disposition")!, /^attachment; /);
  const heic = await idOf(await upload(t, OTHER, { loanId: loan.id }, admin, { name: "a.heic", bytes: BYTES.heic }));
  const picture = await t.get(link("getotherfile", { id: heic, loanId: loan.id }), admin);
  assert.match(picture.headers.get("content-disposition")!, /^attachment; /, "browsers do not show HEIC");
});

Deno.test("names in headers are plain ASCII with the true name beside it (RFC 5987)", () => {
  assert.equal(
    contentDisposition("attachment", `Zoë's (1) "x".pdf`),
    `attachment; filename="Zo_'s (1) _x_.pdf"; filename*=UTF-8''Zo%C3%AB%27s%20%281%29%20%22x%22.pdf`,
  );
});

scene("the commitment: there when it is, then the executed one in its place", async (s) => {
  const { t, broker, stranger, admin, loan } = s;
  const path = link("brokerDownloadCommitment", { loanId: loan.id });
  assert.equal((await t.get(path, broker)).status, 404);
  const back = await t.get(path, broker, { accept: "text/html" });
  assert.deepEqual([back.status, back.headers.get("location")], [302, `/dashboard/viewloan/${loan.id}`]);
  await upload(t, MAIN, { loanId: loan.id, type: "commitment" }, admin, { name: "commitment.pdf" });
  const answer = await t.get(path, broker);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-disposition")!, /^attachment; filename="commitment.pdf"/);
  await answer.body?.cancel();
  assert.equal((await t.get(path, stranger)).status, 404);
  await upload(t, OTHER, { loanId: loan.id, conditionId: 3 }, broker, { name: "signed.pdf" });
  const current = await t.deps.db.select().from(files)
    .where(and(eq(files.loanId, loan.id), eq(files.kind, "commitment"), isNull(files.replacedBy)));
  assert.deepEqual(current.map((row) => row.name), ["signed.pdf"]);
});

scene("a copy that a broker signed without a letter of ours is not the next broker's", async (s) => {
  const { t, broker, stranger, admin, loan } = s;
  const path = link("brokerDownloadCommitment", { loanId: loan.id });
  await upload(t, OTHER, { loanId: loan.id, conditionId: 3 }, broker, { name: "signed.pdf" });
  const statusFor = async (as: TestAccount) => {
    const answer = await t.get(path, as);
    await answer.body?.cancel();
    return answer.status;
  };
  assert.deepEqual([await statusFor(broker), await statusFor(admin)], [200, 200]);
  await t.post("/api/loans/updatebrokerloan", { loanId: loan.id, brokerId: stranger.id }, admin);
  assert.deepEqual([await statusFor(stranger), await statusFor(broker), await statusFor(admin)], [404, 404, 200]);
  const { data } = await (await t.post("/api/loans/getbrokerloan", { id: loan.id }, stranger)).json();
  assert.equal(data.hasCommitment, false);
});
