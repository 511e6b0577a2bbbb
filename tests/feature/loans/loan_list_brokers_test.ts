/** A broker's list and the list call for both kinds of account (loans specification 2.1 and 7.1). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { conditions, loans, participants } from "../../../db/schema/mod.ts";
import { START, type TestAccount, type TestApp, withApp } from "../../support/app.ts";

type LoanFields = Partial<typeof loans.$inferInsert>;

async function addLoan(t: TestApp, broker: TestAccount, fields: LoanFields): Promise<number> {
  const [row] = await t.deps.db.insert(loans).values({
    brokerId: broker.id,
    newLoanAmount: 120_000,
    adminComments: "the lender's own words",
    declineReason: "the lender's own reason",
    timestamp: START,
    updatedAt: START,
    ...fields,
  }).returning({ id: loans.id });
  return row.id;
}

const withLoans = (run: (t: TestApp, people: Record<string, TestAccount>) => Promise<void>) =>
  withApp(async (t) => {
    const [admin, owner, priya, marc, empty, other] = [
      await t.account({ role: 9 }),
      await t.account({ role: 99 }),
      await t.account({ name: "Priya Raman" }),
      await t.account({ name: "Marc Desjardins" }),
      await t.account(),
      await t.account({ role: 5 }),
    ];
    const one = await addLoan(t, priya, {
      clientCode: "SMI-1",
      firstName: "Daniel",
      lastName: "Smithers",
      conditionsTotal: 2,
      conditionsDone: 1,
    });
    await addLoan(t, priya, { clientCode: "KOW-2", lastName: "Kowalczyk", conditionsTotal: 3, conditionsDone: 3 });
    await addLoan(t, priya, { clientCode: "TRA-3", lastName: "Trashed", adminComSelect: "Trash" });
    await addLoan(t, marc, { clientCode: "HAD-4", lastName: "Haddad", city: "Ottawa" });
    await t.deps.db.insert(conditions).values([
      { loanId: one, id: 4, position: 1, type: 0, title: 'Retainer "now"', restriction: "admin", completed: true },
      { loanId: one, id: 5, position: 0, type: 2, title: "ILA contact info" },
    ]);
    await t.deps.db.insert(participants).values({ loanId: one, position: 0, name: "Fund A", amount: 60_000 });
    await run(t, { admin, owner, priya, marc, empty, other });
  });

const html = async (t: TestApp, as: TestAccount, query = "") =>
  await (await t.get(`/dashboard/loans${query}`, as)).text();
const ids = (text: string) => [...text.matchAll(/\/dashboard\/viewloan\/\d+[^"]*"[^>]*><b>([^<]*)</g)].map((m) => m[1]);

Deno.test("a broker sees own loans alone, whatever the search", () =>
  withLoans(async (t, { priya, marc, empty }) => {
    const page = await html(t, priya);
    assert.match(page, /<title>Manage Conditions/);
    assert.deepEqual(ids(page), ["Daniel Smithers", "Kowalczyk"], "what waits for the broker first");
    assert.match(page, /1 of 2/);
    assert.deepEqual(ids(await html(t, priya, "?q=haddad")), []);
    assert.deepEqual(ids(await html(t, priya, "?q=ottawa")), []);
    assert.deepEqual(ids(await html(t, priya, "?q=smith")), ["Daniel Smithers"]);
    for (const q of [`broker${marc.id}`, "statusNA", `" OR keys : "broker${marc.id}`, "*", "marc"]) {
      assert.deepEqual(ids(await html(t, priya, `?q=${encodeURIComponent(q)}`)), [], q);
    }
    assert.doesNotMatch(page, /lender's own|Haddad|Trashed/);
    const none = await html(t, empty);
    assert.match(none, /No loans yet/);
    assert.match(none, /href="\/dashboard\/submitloan"[^>]*>.*?Submit New Loan/);
    assert.match(none, /<h2>Partners<\/h2>/);
  }));

Deno.test("All, Completed and Not Completed", () =>
  withLoans(async (t, { priya }) => {
    assert.deepEqual(ids(await html(t, priya, "?show=completed")), ["Kowalczyk"]);
    assert.match(await html(t, priya, ""), />All<\/a>.*>Completed<\/a>.*>Not Completed<\/a>/);
    assert.deepEqual(ids(await html(t, priya, "?show=notCompleted")), ["Daniel Smithers"]);
    assert.equal(ids(await html(t, priya, "?show=everything")).length, 2);
    assert.deepEqual(ids(await html(t, priya, "?show=completed&q=smithers")), []);
  }));

Deno.test("the list is for brokers and the lender: other roles go to their settings, visitors to sign in", () =>
  withLoans(async (t, { other, owner }) => {
    assert.equal((await t.get("/dashboard/loans", other)).headers.get("location"), "/dashboard/accountsettings");
    assert.equal((await t.get("/dashboard/loans")).headers.get("location"), "/login?next=%2Fdashboard%2Floans");
    assert.equal((await t.get("/api/loans/getloans", other)).status, 403);
    assert.equal((await t.get("/api/loans/getloans")).status, 401);
    assert.match(await html(t, owner), /SMI-1/);
  }));

Deno.test("getloans: the lender gets every loan with its lists as JSON text", () =>
  withLoans(async (t, { admin }) => {
    const answer = await (await t.get("/api/loans/getloans", admin)).json();
    assert.equal(answer.response, true);
    assert.deepEqual(answer.data.map((l: { clientCode: string }) => l.clientCode), [
      "HAD-4",
      "TRA-3",
      "KOW-2",
      "SMI-1",
    ]);
    const loan = answer.data[3];
    assert.deepEqual(JSON.parse(loan.participants), [{ name: "Fund A", amount: 60_000 }]);
    assert.deepEqual(JSON.parse(loan.history), []);
    assert.deepEqual(JSON.parse(loan.additionalProperties), []);
    assert.deepEqual(JSON.parse(loan.brokerConditions), [
      { id: 5, type: 2, title: "ILA contact info", restriction: "none", completed: false, text: "", fileName: null },
      { id: 4, type: 0, title: 'Retainer "now"', restriction: "admin", completed: true, text: "", fileName: null },
    ]);
    assert.equal(loan.adminComments, "the lender's own words");
    assert.equal(loan.brokerName, "Priya Raman");
    for (const hidden of ["addressKey", "tmpUploadId", "updatedBy"]) assert.equal(hidden in loan, false, hidden);
  }));

Deno.test("getloans: a broker gets own loans without the lender's fields", () =>
  withLoans(async (t, { priya, marc }) => {
    const { data } = await (await t.get("/api/loans/getloans", priya)).json();
    assert.deepEqual(data.map((l: { clientCode: string }) => l.clientCode), ["KOW-2", "SMI-1"]);
    assert.deepEqual(Object.keys(data[0]).sort(), [
      "address",
      "adminComSelect",
      "brokerConditions",
      "city",
      "clientCode",
      "comments",
      "conditionsDone",
      "conditionsTotal",
      "estClosingDate",
      "firstName",
      "firstOrSecond",
      "id",
      "lastName",
      "newLoanAmount",
      "postal",
      "propertyType",
      "timestamp",
      "useOfProceeds",
    ]);
    assert.equal(JSON.parse(data[1].brokerConditions).length, 2);
    assert.doesNotMatch(JSON.stringify(data), /lender's own/);
    assert.equal((await (await t.get("/api/loans/getloans", marc)).json()).data.length, 1);
  }));

Deno.test("a broker is told of no loss, by a call or the list, nor what the lender's own conditions hold", () =>
  withLoans(async (t, { admin, priya }) => {
    const [, { id }] = (await (await t.get("/api/loans/getloans", priya)).json()).data;
    const data = { adminComSelect: "Loss", loss: 1000, dateFunded: "2026-01-15", dateRepaid: "2026-11-01" };
    assert.equal((await t.post("/api/loans/updateloan", { loanId: id, data }, admin)).status, 200);
    await t.deps.db.update(conditions).set({ text: "the appraiser" }).where(eq(conditions.id, 4));
    const answer = await (await t.get("/api/loans/getloans", priya)).json();
    const [{ adminComSelect, brokerConditions }] = answer.data.slice(1);
    assert.equal(adminComSelect, "Closed");
    assert.deepEqual(JSON.parse(brokerConditions)[1].text, "");
    assert.equal((await (await t.get("/api/loans/getloans?status=Loss", priya)).json()).total, 0);
    for (const path of ["/dashboard/loans", `/dashboard/viewloan/${id}`]) {
      const shown = await (await t.get(path, priya)).text();
      assert.doesNotMatch(shown, /Loss|the appraiser/, path);
      assert.match(shown, /, Closed/, path);
    }
    const found = async (as: TestAccount) =>
      (await (await t.get(`/api/loans/find?q=${answer.data[1].clientCode}`, as)).json()).data.loans[0].status;
    assert.deepEqual([await found(priya), await found(admin)], ["Closed", "Loss"]);
    const own = (await (await t.get("/api/loans/getloans?status=Loss", admin)).json()).data[0];
    assert.equal(JSON.parse(own.brokerConditions)[1].text, "the appraiser");
  }));

Deno.test("getloans comes in pages and refuses invalid parameters", () =>
  withLoans(async (t, { admin, priya }) => {
    const codes = async (query: string, as = admin) =>
      (await (await t.get(`/api/loans/getloans${query}`, as)).json()).data.map((l: { clientCode: string }) =>
        l.clientCode
      );
    assert.deepEqual(await codes("?size=3"), ["HAD-4", "TRA-3", "KOW-2"]);
    assert.deepEqual(await codes("?size=3&page=2"), ["SMI-1"]);
    assert.deepEqual(await codes("?size=3&page=3"), []);
    assert.deepEqual(await codes("?status=Trash"), ["TRA-3"]);
    assert.deepEqual(await codes("?status=Trash", priya), []);
    assert.deepEqual(await codes("?size=1&page=2", priya), ["SMI-1"]);
    const counts = async (query: string, as = admin) => {
      const { total, pages, page, size } = await (await t.get(`/api/loans/getloans${query}`, as)).json();
      return [total, pages, page, size];
    };
    assert.deepEqual(await counts(""), [4, 1, 1, 200]);
    assert.deepEqual(await counts("?size=3&page=9"), [4, 2, 9, 3]);
    assert.deepEqual(await counts("?status=Trash"), [1, 1, 1, 200]);
    assert.deepEqual(await counts("?size=1&page=2", priya), [2, 2, 2, 1]);
    assert.deepEqual(await counts("?status=Trash", priya), [0, 0, 1, 200], "what brokers do not see is not counted");
    for (const query of ["?size=501", "?size=0", "?page=0", "?page=1.5", "?status=All", "?size=-1"]) {
      const answer = await t.get(`/api/loans/getloans${query}`, admin);
      assert.equal(answer.status, 422, query);
      assert.equal((await answer.json()).response, false, query);
    }
  }));

Deno.test("an open loan is in the list beside it, however many newer ones there are", () =>
  withLoans(async (t, { empty }) => {
    const first = await addLoan(t, empty, { lastName: "Oldest" });
    for (let n = 0; n < 55; n++) await addLoan(t, empty, { lastName: `Later ${n}` });
    const page = await (await t.get(`/dashboard/viewloan/${first}`, empty)).text();
    assert.match(page, new RegExp(`href="/dashboard/viewloan/${first}" aria-current="true"><b>Oldest`));
  }));
