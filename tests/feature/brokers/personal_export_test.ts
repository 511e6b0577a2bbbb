/**
 * What an export leaves out: other people's data, the lender's own notes, bank details; and that it leaves out no row.
 */
import assert from "node:assert/strict";
import { bankDetails, conditions, files, loans, news, submissions } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { BYTES, upload } from "../../support/files.ts";
import { makeLoan } from "../../support/loans.ts";
import { unzip } from "../../support/unzip.ts";

/** The zip's files as text, by name, and the rows of one of its tables. */
async function exported(t: TestApp, owner: TestAccount, id: number) {
  const answer = await t.post("/api/auth/exportPersonalData", { id }, owner);
  assert.equal(answer.status, 200);
  const found = unzip(new Uint8Array(await answer.arrayBuffer()));
  const files = new Map([...found].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
  const rows = (name: string): Record<string, unknown>[] => JSON.parse(files.get(`${name}.json`)!);
  return { files, rows, all: [...files.values()].join() };
}

Deno.test("a zip holds nobody else's data, not the lender's notes, and no bank details", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner, name: "Olga Main" });
    const admin = await t.account({ role: ROLE.administrator, name: "Ines Duarte" });
    const ann = await t.account({ name: "Ann Lee" }), bob = await t.account({ name: "Bob Roy", license: "M9" });
    const loan = await makeLoan(t, {
      brokerId: ann.id,
      comments: "They close on the 4th.",
      adminComments: "Ann oversells.",
      declineReason: "The appraisal is old.",
      loss: 4_321,
    }, { conditions: [{ id: 10, type: 1 }] });
    const own = await makeLoan(t, { brokerId: admin.id }, { conditions: [{ id: 10, type: 1 }] });
    for (const [as, loanId] of [[ann, loan.id], [admin, loan.id], [admin, own.id]] as const) {
      const name = `by-${as.id}-on-${loanId}.pdf`;
      const put = await upload(t, "/api/loans/uploadotherfile", { loanId, conditionId: 10 }, as, { name });
      assert.equal(put.status, 200, await put.text());
    }
    await t.deps.db.insert(submissions).values({ brokerId: ann.id, kind: "review", at: t.now() });
    const post = async (path: string, body: object, as: TestAccount) => {
      const answer = await t.post(path, body, as);
      assert.equal(answer.status, 200, await answer.text());
    };
    const account = { name: "Bob Roy", email: bob.email, username: bob.username, license: "M9" };
    await post("/api/auth/updateAccount", { ...account, id: bob.id, notes: "Bob is ill." }, admin);
    await post(
      "/api/auth/updateAccount",
      { ...account, ...ann, license: "M8", id: ann.id, phone: "905-555-0142" },
      owner,
    );
    await post("/api/loans/addblacklist", { email: "cem@other.example" }, admin);
    const bank = {
      institution: "003",
      transit: "00123",
      account: "9876543",
      agreedOn: "2026-11-19",
      holder: "Dan Smith",
    };
    await post("/api/loans/savebankdetails", { loanId: loan.id, ...bank }, admin);
    const [{ sealed, keyMark }] = await t.deps.db.select().from(bankDetails);

    const broker = await exported(t, owner, ann.id), staff = await exported(t, owner, admin.id);
    for (const word of ["Ann oversells.", "adminComments", "riskRatingOver", "shownScore", "4321", "tmpUploadId"]) {
      assert.ok(!broker.all.includes(word), word);
    }
    assert.deepEqual(broker.rows("loans").map((row) => [row.comments, row.declineReason, row.appraisedValue]), [
      ["They close on the 4th.", "The appraisal is old.", loan.appraisedValue],
    ]);
    assert.ok(!broker.files.has("reviews-and-submissions.json"));
    const { address, actorId, after } = broker.rows("audit-trail").find(({ action }) => action === "account.update")!;
    assert.deepEqual([address, actorId], [undefined, owner.id]);
    assert.match(String(after), /905-555-0142/);
    assert.ok(broker.rows("audit-trail").every((row) => row.actorId !== ann.id || "address" in row));

    for (const word of ["Bob is ill.", "cem@other.example", bob.email]) assert.ok(!staff.all.includes(word), word);
    const did = staff.rows("audit-trail").map((
      { action, entityId, before, after },
    ) => [action, entityId, before, after]);
    assert.deepEqual(did.filter(([action]) => /^(account\.update|blacklist|bankDetails)/.test(String(action))), [
      ["account.update", String(bob.id), undefined, undefined],
      ["blacklist.add", undefined, undefined, undefined],
      ["bankDetails.save", undefined, undefined, undefined],
    ]);
    const names = [...staff.files.keys()].filter((name) => name.startsWith("files/"));
    assert.deepEqual(names.map((name) => name.replace(/^.*-by-/, "by-")), [`by-${admin.id}-on-${own.id}.pdf`]);
    assert.deepEqual([...broker.files.keys()].filter((name) => name.startsWith("files/")).length, 1);

    for (const { all } of [broker, staff]) {
      for (const word of [sealed, keyMark, bank.account, bank.holder, "sealed"]) assert.ok(!all.includes(word), word);
    }
    // Nor does an erasure take the borrower's details with the broker.
    await post("/api/auth/erasePersonalData", { id: ann.id }, owner);
    assert.deepEqual((await t.deps.db.select().from(bankDetails)).map(({ loanId }) => loanId), [loan.id]);
  }, { BANK_DETAILS_KEY: btoa("k".repeat(32)) }));

Deno.test("a zip says Closed of a loss, as the broker's screens do, and nothing that the lender's conditions hold", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account();
    const loan = await makeLoan(t, { brokerId: ann.id, adminComSelect: "Loss" }, {
      conditions: [{ id: 4, text: "the appraiser", restriction: "admin" }, { id: 5, text: "Dana Whitfield" }],
    });
    const changed = {
      accountId: ann.id,
      kind: "statusChanged",
      loanId: loan.id,
      at: t.now(),
      mailing: "none",
    } as const;
    const data = (to: string) => JSON.stringify({ from: "Funded", to, reason: "" });
    await t.deps.db.insert(news).values([
      { ...changed, key: "a", data: data("Loss") },
      { ...changed, key: "b", data: data("Repaid") },
    ]);
    const { rows, all } = await exported(t, owner, ann.id);
    assert.deepEqual(rows("loans").map(({ adminComSelect }) => adminComSelect), ["Closed"]);
    assert.deepEqual(rows("news").map((row) => row.data), [data("Closed"), data("Repaid")]);
    assert.deepEqual(rows("conditions").map(({ text }) => text), ["", "Dana Whitfield"]);
    assert.doesNotMatch(all, /"Loss|the appraiser/);
  }));

Deno.test("a stored file whose bytes are others or gone is a line of text in the zip, and logged; the rest is whole", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account();
    const loan = await makeLoan(t, { brokerId: ann.id }, { conditions: [{ id: 10, type: 1 }] });
    const store = t.deps.ports.files;
    const bytes = new Uint8Array(300_000).fill(32);
    bytes.set(BYTES.pdf);
    for (const name of ["whole.pdf", "changed.pdf", "cut.pdf", "longer.pdf", "gone.pdf"]) {
      const put = await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 10 }, ann, {
        name,
        bytes,
      });
      assert.equal(put.status, 200, await put.text());
    }
    const ids = new Map((await t.deps.db.select().from(files)).map(({ id, name }) => [name, id]));
    await store.put(ids.get("changed.pdf")!, bytes.with(299_999, 33));
    await store.put(ids.get("cut.pdf")!, bytes.subarray(0, 200_000));
    await store.put(ids.get("longer.pdf")!, new Uint8Array([...bytes, 1]));
    await store.remove(ids.get("gone.pdf")!);
    const answer = await t.post("/api/auth/exportPersonalData", { id: ann.id }, owner);
    const zip = unzip(new Uint8Array(await answer.arrayBuffer()));
    const found = [...zip].filter(([name]) => name.startsWith("files/"))
      .map(([name, bytes]) => [name.replace(/^.*\/.{24}-/, ""), bytes] as const);
    assert.deepEqual(found.map(([name]) => name).toSorted(), [
      "changed.pdf.damaged.txt",
      "cut.pdf.damaged.txt",
      "gone.pdf.missing.txt",
      "longer.pdf.damaged.txt",
      "whole.pdf",
    ]);
    const of = new Map(found);
    assert.deepEqual(of.get("whole.pdf"), bytes);
    assert.match(new TextDecoder().decode(of.get("cut.pdf.damaged.txt")), /^The stored file is not the one/);
    for (const name of ["changed.pdf", "cut.pdf", "longer.pdf"]) {
      assert.match(
        t.logged(),
        new RegExp(`"message":"stored file is not what was uploaded",.*"file":"${ids.get(name)}"`),
      );
    }
    assert.match(
      t.logged(),
      new RegExp(`"message":"the storage has no bytes of a file",.*"file":"${ids.get("gone.pdf")}"`),
    );
  }));

Deno.test("a zip has every condition, where more than a page of them share an id", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account();
    const many = Array.from({ length: 1_100 }, () => ({ brokerId: ann.id, timestamp: t.now(), updatedAt: t.now() }));
    const list: { id: number }[] = [];
    for (let at = 0; at < many.length; at += 100) {
      list.push(...await t.deps.db.insert(loans).values(many.slice(at, at + 100)).returning({ id: loans.id }));
    }
    const row = { position: 0, type: 0, title: "Proof of income" };
    for (let at = 0; at < list.length; at += 100) {
      const slice = list.slice(at, at + 100).flatMap((
        { id: loanId },
      ) => [{ ...row, loanId, id: 1 }, { ...row, loanId, id: 2 }]);
      await t.deps.db.insert(conditions).values(slice);
    }
    const { rows } = await exported(t, owner, ann.id);
    assert.equal(rows("loans").length, 1_100);
    const keys = rows("conditions").map(({ loanId, id }) => `${loanId}:${id}`);
    assert.deepEqual([keys.length, new Set(keys).size], [2_200, 2_200]);
  }));
