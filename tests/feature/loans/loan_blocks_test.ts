/** The loan detail's participants, duplicates, files, previews and bridge days. */
import assert from "node:assert/strict";
import { asc, desc, eq } from "drizzle-orm";
import { auditRows, loans, participants } from "../../../db/schema/mod.ts";
import { makeApp, type TestAccount, type TestApp } from "../../support/app.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { BYTES, upload } from "../../support/files.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

let t: TestApp, admin: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  t = await makeApp({
    LISTINGS_URL: "https://listings.example/search?q={address}",
    SOLD_PRICES_URL: "https://sold.example/{address}?days={days}&max={maxPrice}",
  });
  admin = await t.account({ role: 9, name: "Helen Voss" });
  broker = await t.account({ name: "Priya Raman" });
});
Deno.test.afterAll(() => t.close());

async function ask(path: string, input: unknown, as: TestAccount | null = admin) {
  const answer = await t.post(`/api/loans/${path}`, input, as);
  // deno-lint-ignore no-explicit-any -- an answer's body
  return { status: answer.status, body: await answer.json() as any };
}

const held = (loan: TestLoan) =>
  t.deps.db.select({ name: participants.name, amount: participants.amount }).from(participants)
    .where(eq(participants.loanId, loan.id)).orderBy(asc(participants.position));

const FUND = { name: "North Fund", amount: 80_000 };

Deno.test("participants are saved in their order, audited, and answered in lists as JSON text", async () => {
  const loan = await makeLoan(t);
  const list = [FUND, { name: "Voss Holdings", amount: "40,000" }];
  const { status, body } = await ask("saveparticipants", { loanId: loan.id, participants: list, seen: [] });
  assert.equal(status, 200);
  const saved = [FUND, { name: "Voss Holdings", amount: 40_000 }];
  assert.deepEqual(body.data.participants, saved);
  assert.deepEqual(await held(loan), saved);
  const [trail] = await t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(loan.id)))
    .orderBy(desc(auditRows.id));
  assert.deepEqual([trail.action, JSON.parse(trail.before!), JSON.parse(trail.after!)], [
    "loan.participants",
    { participants: [] },
    { participants: saved },
  ]);
  const { data } = await (await t.get("/api/loans/getloans", admin)).json();
  assert.deepEqual(JSON.parse(data.find((one: TestLoan) => one.id === loan.id).participants), saved);
  await ask("saveparticipants", { loanId: loan.id, participants: saved, seen: saved });
  const rows = await t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(loan.id)));
  assert.equal(rows.length, 1, "the same list again is no change");
  assert.equal((await ask("saveparticipants", { loanId: loan.id, participants: [] })).status, 200);
  assert.deepEqual(await held(loan), []);
});

Deno.test("participants never hold more than was funded, and a stale save is refused", async () => {
  const loan = await makeLoan(t, { newLoanAmount: 120_000, fsfcLoan: 100_000 });
  await ask("saveparticipants", { loanId: loan.id, participants: [FUND] });
  const before = await fingerprint(t);
  const much = await ask("saveparticipants", { loanId: loan.id, participants: [FUND, { ...FUND, amount: 20_001 }] });
  assert.equal(much.status, 422);
  assert.match(much.body.reason, /\$100,001 of a funded amount of \$100,000: \$1 too much/);
  const stale = await ask("saveparticipants", { loanId: loan.id, participants: [], seen: [] });
  assert.equal(stale.status, 409);
  for (
    const list of [
      [{ name: "", amount: 1 }],
      [{ name: "A", amount: 0 }],
      [{ name: "A", amount: -5 }],
      [{ name: "A", amount: 1.5 }],
      [{ name: "A" }],
      "[]",
      null,
      Array.from({ length: 31 }, () => ({ name: "A", amount: 1 })),
      [{ name: "x".repeat(121), amount: 1 }],
    ]
  ) assert.equal((await ask("saveparticipants", { loanId: loan.id, participants: list })).status, 422);
  const good = { loanId: loan.id, participants: [FUND] };
  assert.equal((await ask("saveparticipants", good, broker)).status, 403);
  assert.equal((await ask("saveparticipants", good, null)).status, 401);
  assert.equal((await ask("saveparticipants", { ...good, loanId: 999_999 })).status, 404);
  assert.equal(await fingerprint(t), before);
  const full = [FUND, { name: "B", amount: 20_000 }];
  assert.equal(
    (await ask("saveparticipants", { loanId: loan.id, participants: full })).status,
    200,
    "all of it is allowed",
  );
});

Deno.test("a save of all form fields keeps the participants among them, as a list or its JSON text", async () => {
  const loan = await makeLoan(t, { newLoanAmount: 100_000 });
  const { data } = (await ask("getloan", { id: loan.id })).body;
  const save = (changes: object) =>
    ask("updateloan", { loanId: loan.id, score: 0, data: { ...data.loan, ...changes } });
  assert.equal((await save({ participants: [FUND] })).status, 200);
  assert.deepEqual(await held(loan), [FUND]);
  assert.equal((await save({ participants: JSON.stringify([FUND]), adminComments: "Called" })).status, 200);
  const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(loan.id)));
  assert.equal(trail.filter(({ action }) => action === "loan.participants").length, 1);
  // Both grow in one save; without the field the list stays.
  const more = [FUND, { name: "Elm Fund", amount: 70_000 }];
  assert.equal((await save({ newLoanAmount: 150_000, participants: more })).status, 200);
  await ask("updateloan", { loanId: loan.id, score: 0, data: { adminComments: "" } });
  assert.deepEqual(await held(loan), more);

  const before = await fingerprint(t);
  const refused = await save({ newLoanAmount: 150_000, participants: [{ name: "Elm Fund", amount: 150_001 }] });
  assert.deepEqual([refused.status, Object.keys(refused.body.fields)], [422, ["data.participants"]]);
  const unnamed = await save({ participants: [{ name: "", amount: 5 }] });
  assert.equal(unnamed.body.reason, "Enter the participant's name.");
  const stale = await ask("updateloan", { loanId: loan.id, updatedAt: 1, data: { participants: [] } });
  assert.equal(stale.status, 409);
  assert.equal(await fingerprint(t), before);
});

Deno.test("a participant has one name on all loans, and one row of a loan", async () => {
  const [first, second] = [await makeLoan(t), await makeLoan(t)];
  const save = async (loan: TestLoan, ...names: string[]) => {
    const list = names.map((name) => ({ name, amount: 10_000 }));
    return (await ask("saveparticipants", { loanId: loan.id, participants: list })).body;
  };
  await save(first, "Ann Lee", "Grove  Trust");
  assert.deepEqual((await held(first)).map(({ name }) => name), ["Ann Lee", "Grove Trust"]);
  await save(first, "Grove Trust");
  const saved = await save(second, "ann  lee", "GROVE TRUST", "Ann Leeds");
  assert.deepEqual(saved.data.participants, await held(second));
  assert.deepEqual((await held(second)).map(({ name }) => name), ["Ann Lee", "Grove Trust", "Ann Leeds"]);
  const twice = await save(second, "Ann Lee", "Oak Fund", "oak fund ");
  const reason = "oak fund is in the list twice. Enter one row with the sum of both amounts.";
  assert.deepEqual([twice.reason, twice.fields], [reason, { participants: reason }]);
  // Names that were entered before stay as they are.
  await t.deps.db.insert(participants).values({ loanId: first.id, position: 9, name: "ann lee", amount: 1 });
  await save(first, "ann lee");
  assert.deepEqual((await held(first)).map(({ name }) => name), ["ann lee"]);
});

Deno.test("duplicates are other loans of the same address, however it is written", async () => {
  const place = { address: "Unit 4, 12 Main Street", city: "Guelph", postal: "N1H 2T7" };
  const loan = await makeLoan(t, { ...place, brokerId: broker.id });
  const same = await makeLoan(t, {
    ...place,
    address: "4-12 Main St.",
    adminComSelect: "Declined",
    brokerId: broker.id,
    fsfcLoan: 90_000,
    finalScore: 1.2,
    shownScore: 6,
  });
  const written = await makeLoan(t, { ...place, address: "12 MAIN ST #4", postal: "" });
  await makeLoan(t, { ...place, address: "Unit 5, 12 Main Street" });
  await makeLoan(t, { ...place, postal: "K0A 1A0" });
  await makeLoan(t, { address: "", city: "", postal: "" });
  const { status, body } = await ask("checkduplicateaddress", { id: loan.id, address: place.address });
  assert.equal(status, 200);
  assert.deepEqual(body.data.map(({ id }: { id: number }) => id), [written.id, same.id]);
  assert.deepEqual(body.data[1], {
    id: same.id,
    clientCode: same.clientCode,
    broker: "Priya Raman",
    fsfcLoan: 90_000,
    adminComSelect: "Declined",
    timestamp: same.timestamp,
    finalScore: same.finalScore,
    shownScore: same.shownScore,
  });
  assert.deepEqual([body.data[0].broker, body.data[0].fsfcLoan], [null, written.newLoanAmount]);
  // The address as it stands in the form, not yet saved.
  const lone = await makeLoan(t, { ...place, address: "900 Elsewhere Road" });
  const asked = await ask("checkduplicateaddress", { id: lone.id, address: place.address });
  assert.equal(asked.body.data.length, 3);
  assert.deepEqual((await ask("checkduplicateaddress", { id: lone.id })).body.data, []);
  assert.equal((await ask("checkduplicateaddress", { id: 999_999, address: place.address })).status, 404);
  assert.equal((await ask("checkduplicateaddress", { id: loan.id }, broker)).status, 403);
  assert.equal((await ask("checkduplicateaddress", { id: loan.id, address: "x".repeat(301) })).status, 422);
  assert.deepEqual((await ask("checkduplicateaddress", { id: lone.id, address: "' or '1'='1" })).body.data, []);
});

Deno.test("duplicates are found by the index of addresses", async () => {
  // An installation of its own: a plan is no read to the client, and goes to the connection that writes.
  const alone = await makeApp();
  try {
    const { rows } = await alone.deps.db.$client.execute(
      "explain query plan select id from loans where address_key = 'x' and address_key <> '' order by id desc",
    );
    assert.match(JSON.stringify(rows), /loans_address/);
  } finally {
    await alone.close();
  }
});

Deno.test("the table of duplicates links to a loan through reloadloan", async () => {
  const loan = await makeLoan(t);
  const there = await t.get(`/dashboard/reloadloan/${loan.id}`, admin);
  assert.deepEqual([there.status, there.headers.get("location")], [302, `/dashboard/viewloan?id=${loan.id}`]);
  for (const id of ["0", "-1", "x", "1%2F2"]) {
    const answer = await t.get(`/dashboard/reloadloan/${id}`, admin);
    assert.equal(answer.status, 404, id);
    await answer.body?.cancel();
  }
  const sent = await t.get(`/dashboard/reloadloan/${loan.id}`, broker);
  assert.notEqual(sent.headers.get("location"), `/dashboard/viewloan?id=${loan.id}`);
});

Deno.test("a loan's files are listed by type, with the versions that they replaced", async () => {
  const loan = await makeLoan(t, {}, { conditions: [{ id: 11 }] });
  for (const name of ["first.pdf", "second.pdf"]) {
    t.advance(1000);
    await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "application" }, admin, { name });
  }
  await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 11 }, admin, { name: "t4.pdf" });
  const { status, body } = await ask("getloanfiles", { loanId: loan.id });
  assert.equal(status, 200);
  const [application, bureau] = body.data.main;
  assert.deepEqual(
    [application.kind, application.current.name, application.current.size, application.current.by],
    ["application", "second.pdf", BYTES.pdf.length, "Helen Voss"],
  );
  assert.deepEqual(application.older.map(({ name }: { name: string }) => name), ["first.pdf"]);
  assert.deepEqual(bureau, { kind: "bureau", current: null, older: [] });
  assert.deepEqual([body.data.other[0].name, body.data.other[0].conditionId], ["t4.pdf", 11]);
  const old = await t.get(`/api/loans/getfile?id=${application.older[0].id}&new=false&type=application`, admin);
  assert.equal(old.status, 200, "the older version is still reachable");
  await old.body?.cancel();
  await ask("deletefile", { id: application.current.id, type: "application", loanId: loan.id });
  const after = (await ask("getloanfiles", { loanId: loan.id })).body.data.main[0];
  assert.deepEqual([after.current, after.older.length], [null, 1]);
  assert.equal((await ask("getloanfiles", { loanId: loan.id }, broker)).status, 403);
  assert.equal((await ask("getloanfiles", { loanId: 999_999 })).status, 404);
});

Deno.test("only our own pages may embed previews; downloads, pages and answers may be embedded nowhere", async () => {
  const loan = await makeLoan(t);
  const sent = await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id }, admin);
  const { data: { id } } = await sent.json();
  const preview = `/api/loans/getotherfile?id=${id}&loanId=${loan.id}`;
  for (
    const [path, ancestors, frame] of [
      [preview, "frame-ancestors 'self'; sandbox", "SAMEORIGIN"],
      [`${preview}&download=true`, "frame-ancestors 'none'; sandbox", "DENY"],
      [`/dashboard/viewloan?id=${loan.id}`, "frame-ancestors 'none'", "DENY"],
    ]
  ) {
    const answer = await t.get(path, admin);
    assert.equal(answer.status, 200);
    assert.ok(answer.headers.get("content-security-policy")!.endsWith(ancestors), path);
    assert.equal(answer.headers.get("x-frame-options"), frame);
    await answer.body?.cancel();
  }
});

Deno.test("a bridge's days are stored with its price and loan", async () => {
  const loan = await makeLoan(t, { firstOrSecond: "Bridge", appraisedValue: 850_000 });
  const data = { bridgeTerm: "75" };
  const { status, body } = await ask("updateloan", { loanId: loan.id, updatedAt: loan.updatedAt, data });
  assert.equal(status, 200, JSON.stringify(body));
  const [stored] = await t.deps.db.select().from(loans).where(eq(loans.id, loan.id));
  assert.equal(stored.bridgeTerm, 75);
  const html = await (await t.get(`/dashboard/viewloan?id=${loan.id}`, admin)).text();
  assert.match(html, /Price for 75 days/);
  const bad = { loanId: loan.id, updatedAt: stored.updatedAt, data: { bridgeTerm: "0" } };
  assert.equal((await ask("updateloan", bad)).status, 422);
});

Deno.test("look-ups carry the address, the 90-day window and the price cap; a site that is not configured is not shown", async () => {
  const loan = await makeLoan(t, { address: "1 O'Brien & Sons <Rd>", city: "Guelph", postal: "" });
  const html = await (await t.get(`/dashboard/viewloan?id=${loan.id}`, admin)).text();
  const address = encodeURIComponent("1 O'Brien & Sons <Rd>, Guelph").replaceAll("'", "&#x27;");
  assert.ok(html.includes(`href="https://listings.example/search?q=${address}"`));
  // Loans specification 9.
  assert.ok(html.includes(`href="https://sold.example/${address}?days=90&amp;max=6000000"`));
  assert.ok(!html.includes("Property registry"));
  assert.ok(!html.includes("<Rd>"), "what people enter is never markup");
});

Deno.test("a loan links to the data of its region, found by its postal code before its city", async () => {
  const cases: [Partial<TestLoan>, string | null][] = [
    [{ postal: "L3T 1A1", city: "Thornhill" }, "Markham"],
    [{ postal: "M5V 2T6", city: "" }, "Toronto"],
    [{ postal: "", city: " city of ottawa" }, "Ottawa"],
    [{ postal: "", city: "Nowhere", region: "Barrie" }, "Barrie"],
    [{ postal: "", city: "Nowhere", region: "" }, null],
  ];
  for (const [place, region] of cases) {
    const loan = await makeLoan(t, place);
    const html = await (await t.get(`/dashboard/viewloan?id=${loan.id}`, admin)).text();
    const [, id] = /href="\/dashboard\/maploans\/settings\?id=([^"&]+)"/.exec(html) ?? [];
    assert.equal(id === undefined ? null : decodeURIComponent(id), region, JSON.stringify(place));
  }
});

Deno.test("a last name has a wide field; the head names no ledger of which nothing is owed, the documents do", async () => {
  const loan = await makeLoan(t, { adminComSelect: "Repaid", lastName: "Featherstonehaugh-Cholmondeley" });
  const page = await (await t.get(`/dashboard/viewloan?id=${loan.id}`, admin)).text();
  assert.match(page, /class="field span-two"><label for="application-lastName"/);
  const head = /<header class="loan-head">.*?<\/header>/s.exec(page)![0];
  assert.match(head, /title="[^"]*Featherstonehaugh-Cholmondeley"/, "the whole name is there to be read");
  const ledger = `/dashboard/loanledger?id=${loan.id}`;
  assert.ok(!head.includes(ledger));
  assert.ok(page.includes(ledger));
});
