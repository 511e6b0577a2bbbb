/** The loan detail's duplicates, files, previews and bridge days. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import { makeApp, type TestAccount, type TestApp } from "../../support/app.ts";
import { BYTES, upload } from "../../support/files.ts";
import { copyLoans, makeLoan, type TestLoan } from "../../support/loans.ts";

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
  await copyLoans(t, 120, `id = ${same.id}`, { postal: "'K0A 1A0'" });
  assert.equal((await ask("checkduplicateaddress", { id: loan.id })).body.data.length, 2, "others of other towns");
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
