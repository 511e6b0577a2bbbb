/**
 * Run in a copy of the project that has one more loan status, "Held", on a database that the project itself filled:
 * gives loans that status and asks for every page and call. `deno run schema_change_child.ts <data folder>`; fails by
 * its exit code.
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { ALL_MONTHS, OVERVIEW_STATUSES } from "../../lib/domain/lending/overview.ts";
import { LOAN_STATUSES, type LoanStatus } from "../../lib/domain/loans/status.ts";
import { ROLE } from "../../lib/domain/permissions.ts";
import { exposureDetails } from "../../lib/features/overview/mod.ts";
import { countFound, readTallies } from "../../lib/features/loans/mod.ts";
import { accounts, loans } from "../../db/schema/mod.ts";
import { CALLS } from "../../routes/calls.ts";
import { PAGES } from "../../routes/pages.ts";
import { makeApp } from "./app.ts";
import { query } from "./loan_list.ts";
import { walkLinks } from "./walk_links.ts";

const HELD = "Held" as LoanStatus;
const t = await makeApp({ DATA_DIR: Deno.args[0] });
const named = (name: string) => ({ name, email: `${name}@example.com`, username: `${name}-x` });
const owner = await t.account({ role: ROLE.owner, ...named("owner") });
const ctx = t.context(owner);
const { db } = t.deps;
const ofStatus = (status: LoanStatus) => db.select().from(loans).where(eq(loans.adminComSelect, status));
const [withLoans] = await db.select().from(accounts).where(eq(accounts.id, (await ofStatus("NA"))[0].brokerId!));
const broker = { ...owner, id: withLoans.id, role: ROLE.broker };
await t.signInAgain(broker);

/** Tallies, filters, the list call and the broker's figures say what the loans themselves say. */
async function assertCounts(): Promise<void> {
  const tallies = await readTallies(ctx);
  const found = await countFound(ctx, query({ risk: "green" }));
  for (const status of LOAN_STATUSES) {
    const all = await ofStatus(status);
    assert.equal(tallies[status].loans, all.length, status);
    assert.equal(tallies[status].requestedAmount, all.reduce((sum, loan) => sum + loan.newLoanAmount, 0), status);
    const listed = await (await t.get(`/api/loans/getloans?status=${status}&size=500`, owner)).json();
    assert.equal(listed.data.length, all.length, status);
    assert.ok(found[status] <= all.length, status);
  }
  const charted = (await db.select().from(loans)).filter((loan) =>
    (OVERVIEW_STATUSES as readonly string[]).includes(loan.adminComSelect)
  );
  const overview = await exposureDetails(ctx, { months: ALL_MONTHS, statuses: OVERVIEW_STATUSES });
  assert.equal(overview.loans, charted.length);
  for (const account of (await (await t.get("/api/auth/getAllUsers", owner)).json()).data.accounts) {
    const its = await db.select().from(loans).where(eq(loans.brokerId, account.id));
    assert.equal(account.totalLoans, its.filter((loan) => loan.adminComSelect !== "Trash").length, account.name);
  }
}

await assertCounts();
const pending = await ofStatus("NA");
const three = pending.slice(0, 3).map(({ id }) => id);
const moved = await t.post("/api/loans/updatemultipleloans", { loans: three, status: HELD }, owner);
assert.equal(moved.status, 200, await moved.text());
await assertCounts();
assert.deepEqual([(await ofStatus(HELD)).length, (await ofStatus("NA")).length], [3, pending.length - 3]);
const found = await countFound(ctx, query({ q: pending[0].clientCode }));
assert.ok(found[HELD] >= 1 && found[HELD] <= 3, JSON.stringify(found));

const id = three[0], [latest] = await db.select().from(loans).where(eq(loans.id, id));
const [other] = await ofStatus("Funded");

const email = (await (await t.post("/api/loans/createemail", { name: "Spring rates" }, owner)).json()).data.id;

/** The query or the id of the path that a page needs; the others are asked for as they are. */
const PAGE_QUERIES: Record<string, string[]> = {
  "/changeEmail": ["?id=x"],
  "/dashboard/loans": [
    ...LOAN_STATUSES.map((status) => `?status=${status}`),
    "?status=Held&sort=type&type=second",
    "?status=Held&q=a",
  ],
  "/dashboard/viewloan": [`?id=${id}`, `?id=${other.id}`],
  "/dashboard/loanledger": [`?id=${id}`, `?id=${other.id}`],
  "/dashboard/servicing": ["arrears", "loans", "calendar", "maturities"].map((view) => `?view=${view}`),
  "/dashboard/participants": ["?month=2026-11", "?name=Maple+Fund"],
  "/dashboard/viewbroker": [`?id=${broker.id}`],
  "/dashboard/viewemail": [`?id=${email}`],
  "/dashboard/overview": ["risk", "exposure", "history", "brokers"].map((view) => `?view=${view}`),
  "/dashboard/maploans": ["map", "table", "regions"].map((view) => `?view=${view}&status=${HELD}`),
  "/dashboard/settings": ["", "?panel=versions&kind=settings", "?panel=versions&kind=config"],
};
/**
 * Status of pages that lead elsewhere for who is asking or without a link that was mailed, whose link is no good, or
 * that are for something which a filled database need not have. Of all others it is 200.
 */
const STATUS: Readonly<Record<string, number>> = {
  "/dashboard": 302,
  "/login": 302,
  "/register": 302,
  "/recover": 302,
  "/dashboard/reloadloan/:id": 302,
  "/unsubscribe/:token": 400,
  "/dashboard/createbroker": 404,
  "/dashboard/transferfile": 404,
};

/** The addresses that answered with a page of the lender's. */
const shown: string[] = [];
for (const { path, permission } of PAGES) {
  const as = permission === "completeConditions" ? broker : owner;
  for (const rest of PAGE_QUERIES[path] ?? [""]) {
    const address = path.replace(":id", String(id)).replace(":emailId/:timesRan", "1/1") + rest;
    const { status } = await t.get(address, as);
    assert.equal(status, STATUS[path] ?? 200, address);
    if (status === 200 && as === owner) shown.push(address);
  }
}

// Tabs, filters, orders and rows of every screen, as staff and as a broker with such a loan.
const walked = await walkLinks(t, owner, shown);
for (const wanted of ["view=brokers", "view=calendar", "machines=", "status=Held", "/dashboard/tracking/", "panel="]) {
  assert.ok(walked.some((address) => address.includes(wanted)), `no screen leads to ${wanted}`);
}
const own = await walkLinks(t, broker, ["/dashboard/loans", `/dashboard/viewloan/${id}`]);
assert.ok(own.some((address) => address.includes("show=completed")), own.join(" "));

/** What a call needs to answer 200. */
const CALL_INPUTS: Record<string, unknown> = {
  "/api/loans/checkduplicateaddress": { id },
  "/api/loans/findbrokers": { search: "a" },
  "/api/loans/getbrokerloan": { id },
  "/api/loans/getloan": { id },
  "/api/loans/gettimeline": { id },
  "/api/loans/updateloan": { loanId: id, updatedAt: latest.updatedAt, data: { comments: "Held until spring." } },
  "/api/loans/updatemultipleloans": [id],
  "/api/loans/getbrokerconditions": { loanId: id },
  "/api/loans/getloanfiles": { loanId: id },
  "/api/loans/listedloans": "?status=Held",
  "/api/loans/getloans": "?status=Held",
  "/api/loans/downloadschedule": `?loanId=${other.id}`,
  "/api/loans/downloadenclosure": `?loanId=${other.id}&enclosure=disclosure`,
  "/api/loans/downloadledger": `?loanId=${other.id}`,
  "/api/loans/payoutowed": { loanId: other.id },
  "/api/loans/downloadstatement": "?name=Maple+Fund",
  "/api/loans/downloadstatementcsv": "?name=Maple+Fund",
  "/api/loans/newestsettings": "?kind=config",
  "/api/loans/settingsversions": "?kind=settings",
  "/api/loans/comparesettings": "?kind=settings&id=1",
  "/api/auth/getUser": { id: broker.id },
  "/api/loans/emailprogress": `?id=${email}`,
  "/api/loans/previewemail": `?id=${email}`,
  "/api/loans/getloanspots": "?extent=-95,41,-74,57&zoom=6",
  "/api/loans/getloansinview": "?extent=-95,41,-74,57",
  "/api/loans/getmaploan": `?id=${id}`,
  "/api/loans/getloanplace": `?id=${id}`,
  "/api/tracker/overview": "?range=10",
  "/api/tracker/file": "?of=emails",
};
const BROKERS_CALLS = new Set(["/api/loans/getbrokerloan", "/api/loans/gettimeline", "/api/loans/getbrokerconditions"]);
/** Reads of what there may not be: a loan's payout or file, imported areas. */
const REFUSED_READS = new Set([
  "/api/loans/downloadpayout",
  "/api/loans/downloadtransfers",
  "/api/loans/getfile",
  "/api/loans/getotherfile",
])
  .add("/api/loans/brokerDownloadCommitment").add("/api/loans/getareas");

for (const { method, path } of CALLS) {
  if (path === "/api/auth/logout") continue;
  const as = BROKERS_CALLS.has(path) ? broker : owner, input = CALL_INPUTS[path];
  const answer = method === "GET" ? await t.get(path + (input ?? ""), as) : await t.post(path, input ?? {}, as);
  const text = await answer.text();
  const isRead = method === "GET" && !REFUSED_READS.has(path);
  // A call without what it needs says so; nothing here may be a fault of ours.
  if (isRead || input !== undefined) assert.equal(answer.status, 200, `${path}: ${text}`);
  else assert.ok(answer.status < 500, `${path}: ${answer.status} ${text}`);
}
await assertCounts();
assert.doesNotMatch(t.logged(), /"level":"error"/);
await t.close();
console.log("every page and call answered");
