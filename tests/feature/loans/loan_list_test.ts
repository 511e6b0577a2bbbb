/** The loan lists (loans specification 2.1, 2.2, 5.1 and 9) and the list call. */
import assert from "node:assert/strict";
import { accountRequests, accounts, conditions, loans } from "../../../db/schema/mod.ts";
import { eq } from "drizzle-orm";
import { loanNeighbours } from "../../../lib/features/loans/mod.ts";
import { START, type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { query } from "../../support/loan_list.ts";

type LoanFields = Partial<typeof loans.$inferInsert>;

async function addLoan(t: TestApp, broker: TestAccount | null, fields: LoanFields = {}): Promise<number> {
  const [row] = await t.deps.db.insert(loans).values({
    brokerId: broker?.id ?? null,
    clientCode: "SMI-1",
    firstName: "Daniel",
    lastName: "Smithers",
    address: "118 Locke Street South",
    city: "Hamilton",
    firstOrSecond: "Second",
    newLoanAmount: 120_000,
    ltv: 64,
    shownScore: 2,
    timestamp: START,
    updatedAt: START,
    ...fields,
  }).returning({ id: loans.id });
  return row.id;
}

/** The client codes of a lender's list page, in order. */
async function codes(t: TestApp, as: TestAccount, query: string): Promise<string[]> {
  const html = await (await t.get(`/dashboard/loans${query}`, as)).text();
  return [...html.matchAll(/viewloan\?id=\d+[^"]*">([^<]*?) <span class="client-name">/g)].map((m) => m[1]);
}

const withPeople = (run: (t: TestApp, admin: TestAccount, broker: TestAccount) => Promise<void>) =>
  withApp(async (t) =>
    run(t, await t.account({ role: 9, name: "Helen Voss" }), await t.account({ name: "Priya Raman" }))
  );

Deno.test("the lender sees one status at a time with the counts of all, newest first", () =>
  withPeople(async (t, admin, broker) => {
    await addLoan(t, broker, { clientCode: "OLD-1" });
    await addLoan(t, broker, { clientCode: "NEW-2" });
    await addLoan(t, null, { clientCode: "FUN-3", adminComSelect: "Funded" });
    const gone = await addLoan(t, broker, { clientCode: "GON-4", adminComSelect: "Trash" });
    await t.deps.db.delete(loans).where(eq(loans.id, gone));
    assert.deepEqual(await codes(t, admin, ""), ["NEW-2", "OLD-1"]);
    assert.deepEqual(await codes(t, admin, "?status=Funded"), ["FUN-3"]);
    const html = await (await t.get("/dashboard/loans", admin)).text();
    const tabs = [
      ...html.replaceAll("<!-- -->", "").matchAll(/>(Pending|Funded|Repaid|Declined|Loss|Trash) <span>(\d+)<\/span>/g),
    ];
    assert.deepEqual(tabs.map((m) => `${m[1]} ${m[2]}`), [
      "Pending 2",
      "Funded 1",
      "Repaid 0",
      "Declined 0",
      "Loss 0",
      "Trash 0",
    ]);
    const heads = [...html.matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([A-Za-z ]+)/g)].map((m) => m[1]);
    assert.deepEqual(heads, ["Client", "Broker", "City", "Type", "Amount", "LTV", "Risk Rating", "Details"]);
  }));

Deno.test("rows are coloured by the shown score, and flagged until the broker's updates are seen", () =>
  withPeople(async (t, admin, broker) => {
    const { globalScore } = t.deps.ports.lending().settings;
    await addLoan(t, broker, { clientCode: "GRE-1", shownScore: globalScore.yellowScore - 0.01 });
    await addLoan(t, broker, { clientCode: "YEL-2", shownScore: globalScore.yellowScore });
    const red = await addLoan(t, broker, { clientCode: "RED-3", shownScore: globalScore.redScore });
    const html = await (await t.get("/dashboard/loans", admin)).text();
    const bands = [...html.matchAll(/<tr role="row" data-band="(\w+)">.*?">(\w+-\d) /g)].map((m) => [m[2], m[1]]);
    assert.deepEqual(bands, [["RED-3", "red"], ["YEL-2", "yellow"], ["GRE-1", "green"]]);
    assert.doesNotMatch(html, /updated<\/span>/);
    assert.match(html, /<clipPath id="ltv-limit"[^>]*><rect x="0.8" /, "the limit of 80% on each bar, once");

    const set = { loanId: red, type: 0, title: "x", position: 0, completed: true };
    await t.deps.db.insert(conditions).values([
      { ...set, id: 1, brokerUpdatedAt: START },
      { ...set, id: 2, brokerUpdatedAt: START },
      { ...set, id: 3, brokerUpdatedAt: START, viewedAt: START + 1 },
    ]);
    await t.deps.db.update(loans).set({ brokerConditionsUpdated: 1 }).where(eq(loans.id, red));
    assert.match(await (await t.get("/dashboard/loans", admin)).text(), />2 updated<\/span>/);
    await t.deps.db.update(conditions).set({ viewedAt: START + 1 }).where(eq(conditions.id, 1));
    assert.match(await (await t.get("/dashboard/loans", admin)).text(), />1 updated<\/span>/);
  }));

Deno.test("search finds client, broker, brokerage, city, address and code, without accents and by prefix", () =>
  withPeople(async (t, admin) => {
    const marc = await t.account({ role: 0, name: "Marc Desjardins", brokerage: "Rideau Lending" });
    await addLoan(t, marc, {
      clientCode: "LEB-1057",
      firstName: "Marie-Ève",
      lastName: "Leblanc",
      city: "Québec",
      address: "12 Elm Avenue",
    });
    await addLoan(t, null, { clientCode: "SMI-1042" });
    const found = async (q: string, more = "") => await codes(t, admin, `?q=${encodeURIComponent(q)}${more}`);
    for (
      const q of ["marie eve", "MARIE-ÈVE", "lebl", "quebec", "elm ave", "LEB-1057", "desj", "rideau", "12 elm leb"]
    ) {
      assert.deepEqual(await found(q), ["LEB-1057"], q);
    }
    assert.deepEqual(await found("smithers"), ["SMI-1042"]);
    assert.deepEqual(await found("arie"), [], "words are found by their beginnings");
    const dao = await t.account({ role: 0, name: "Đào Minh", brokerage: "Sør Lån" });
    await addLoan(t, dao, {
      clientCode: "NOW-1058",
      firstName: "Łukasz",
      lastName: "Sołtys",
      city: "Åre",
      address: "",
    });
    for (const q of ["lukasz", "Łukasz", "soltys", "SOŁTYS", "dao", "đào", "sor lan", "sør"]) {
      assert.deepEqual(await found(q), ["NOW-1058"], q);
    }
    await t.deps.db.update(accounts).set({ name: "Øyvind Ås" }).where(eq(accounts.id, dao.id));
    assert.deepEqual([await found("oyvind"), await found("dao")], [["NOW-1058"], []]);
    await t.deps.db.delete(loans).where(eq(loans.clientCode, "NOW-1058"));
    assert.deepEqual(await found("leblanc smithers"), [], "all words belong to one loan");

    await t.deps.db.update(loans).set({ lastName: "Tremblay" }).where(eq(loans.clientCode, "LEB-1057"));
    assert.deepEqual(await found("leblanc"), []);
    assert.deepEqual(await found("tremblay"), ["LEB-1057"]);
    assert.deepEqual(await codes(t, admin, ""), ["SMI-1042", "LEB-1057"]);
  }));

Deno.test("a renamed or removed broker is found under the new name, and the list shows it at once", () =>
  withPeople(async (t, admin, broker) => {
    await addLoan(t, broker);
    assert.deepEqual(await codes(t, admin, "?q=priya"), ["SMI-1"]);
    await t.deps.db.update(accounts).set({ name: "Amara Osei" }).where(eq(accounts.id, broker.id));
    assert.deepEqual(await codes(t, admin, "?q=priya"), []);
    assert.deepEqual(await codes(t, admin, "?q=amara"), ["SMI-1"]);
    assert.match(await (await t.get("/dashboard/loans", admin)).text(), /<td role="cell">Amara Osei</);
    await t.deps.db.delete(accounts).where(eq(accounts.id, broker.id));
    assert.deepEqual(await codes(t, admin, "?q=amara"), []);
    assert.deepEqual(await codes(t, admin, ""), ["SMI-1"]);
  }));

Deno.test("punctuation and the index's own operators are plain text in a search", () =>
  withPeople(async (t, admin, broker) => {
    await addLoan(t, broker, { lastName: "O'Brien" });
    await addLoan(t, broker, { adminComSelect: "Funded", clientCode: "FUN-2", lastName: "Near" });
    const hostile = [
      '"',
      "'",
      "%",
      "*",
      "_",
      "^",
      "a*",
      'NEAR("a" "b")',
      "keys : statusFunded",
      "statusFunded",
      "broker1",
    ];
    hostile.push(
      "smi OR near",
      "NOT smi",
      "-smi",
      "{client} : smi",
      '" OR keys : "statusFunded',
      "(",
      "\\",
      ";--",
      "\u0000",
    );
    for (const q of hostile) {
      const answer = await t.get(`/dashboard/loans?q=${encodeURIComponent(q)}`, admin);
      assert.equal(answer.status, 200, q);
      const html = await answer.text();
      assert.doesNotMatch(html, /FUN-2/, q);
    }
    assert.deepEqual(await codes(t, admin, "?q=o%27bri"), ["SMI-1"]);
    assert.deepEqual(await codes(t, admin, "?q=%25"), [], "a sign alone finds nothing");
    assert.deepEqual(await codes(t, admin, "?q=near"), []);
    assert.deepEqual(await codes(t, admin, "?q=near&status=Funded"), ["FUN-2"]);
    const html = await (await t.get(`/dashboard/loans?q=${encodeURIComponent("<img src=x>")}`, admin)).text();
    assert.doesNotMatch(html, /<img src=x>/);
  }));

Deno.test("pages are stable: every loan once, in each order, also beyond the last page and with odd addresses", () =>
  withPeople(async (t, admin, broker) => {
    for (let n = 0; n < 130; n++) {
      const city = ["Barrie", "Ajax", "Barrie"][n % 3];
      await addLoan(t, broker, { clientCode: `C-${n}`, city, shownScore: n % 4, ltv: n % 2 ? 60 : null });
    }
    for (const sort of ["new", "client", "city", "amount", "ltv", "score"]) {
      for (const order of ["asc", "desc"]) {
        const all: string[] = [];
        for (const page of [1, 2, 3]) all.push(...await codes(t, admin, `?sort=${sort}&order=${order}&page=${page}`));
        assert.equal(new Set(all).size, 130, `${sort} ${order}`);
        assert.equal(all.length, 130, `${sort} ${order}`);
      }
    }
    const last = await codes(t, admin, "?page=3");
    assert.equal(last.length, 30);
    assert.equal(last.at(-1), "C-0");
    assert.deepEqual(await codes(t, admin, "?page=999"), last);
    assert.equal((await codes(t, admin, "?size=100")).length, 100);
    for (const odd of ["?size=7", "?page=-1", "?page=x", "?status=Mine", "?sort=password", "?order=up", "?size=1e9"]) {
      assert.equal((await codes(t, admin, odd)).length, 50, odd);
    }
    assert.deepEqual((await codes(t, admin, "?sort=city&order=asc&q=barrie")).length, 50);
  }));

/** The page as a browser gets it: compressed, so that it may be one that was kept. */
async function sent(t: TestApp, as: TestAccount, query = "", headers: HeadersInit = {}): Promise<string> {
  const answer = await t.get(`/dashboard/loans${query}`, as, { "accept-encoding": "gzip", ...headers });
  assert.equal(answer.headers.get("content-encoding"), "gzip");
  return await new Response(answer.body!.pipeThrough(new DecompressionStream("gzip"))).text();
}

Deno.test("a cached page is what a new one would be: for this visitor, these choices, this moment", () =>
  withPeople(async (t, admin, broker) => {
    const other = await t.account({ role: 99, name: "Margaret Lau" });
    const id = await addLoan(t, broker);
    const plain = await (await t.get("/dashboard/loans", admin)).text();
    const first = await sent(t, admin);
    assert.equal(first, plain);
    assert.equal(await sent(t, admin), first);

    assert.match(await sent(t, other), /Margaret Lau/);
    assert.doesNotMatch(await sent(t, other), /Helen Voss/);
    assert.match(await sent(t, admin, "", { cookie: `${admin.cookie}; theme=dark` }), /data-theme="dark"/);
    assert.doesNotMatch(await sent(t, admin), /data-theme=/);
    assert.doesNotMatch(await sent(t, admin, "?status=Funded"), /SMI-1/);
    const toast = await sent(t, admin, "", { cookie: `${admin.cookie}; flash=ok:Loan%20Deleted!` });
    assert.match(toast, /Loan Deleted!/);
    assert.doesNotMatch(await sent(t, admin), /Loan Deleted!/);

    await t.deps.db.update(loans).set({ city: "Kingston" }).where(eq(loans.id, id));
    assert.match(await sent(t, admin), /<td role="cell">Kingston</);
    await addLoan(t, broker, { adminComSelect: "Loss" });
    assert.match((await sent(t, admin)).replaceAll("<!-- -->", ""), /Loss <span>1<\/span>/);
    await t.deps.db.delete(loans);
    assert.match(await sent(t, admin), /No pending loans/);
    const { sessions } = await import("../../../db/schema/mod.ts");
    await t.deps.db.delete(sessions).where(eq(sessions.accountId, admin.id));
    assert.equal((await t.get("/dashboard/loans", admin, { "accept-encoding": "gzip" })).status, 302);
  }));

Deno.test("a cached list is of the broker that was chosen, with this broker's counts", () =>
  withPeople(async (t, admin, broker) => {
    const other = await t.account({ name: "Omar Reyes" });
    await addLoan(t, broker, { clientCode: "PRI-1" });
    await addLoan(t, other, { clientCode: "OMA-1" });
    await addLoan(t, other, { clientCode: "OMA-2" });
    for (const round of ["new", "kept"]) {
      for (const [account, code, count] of [[broker, "PRI-1", 1], [other, "OMA-1", 2]] as const) {
        const html = (await sent(t, admin, `?broker=${account.id}`)).replaceAll("<!-- -->", "");
        assert.ok(html.includes(`${code} <span`), `${round}: ${code}`);
        assert.match(html, new RegExp(`>Pending <span>${count}</span>`), `${round}: ${code}`);
      }
    }
  }));

Deno.test("a cached page's count of open requests follows a new request", () =>
  withPeople(async (t, admin) => {
    assert.doesNotMatch(await sent(t, admin), /requests?<\/span>/);
    const asked = {
      name: "Ann Lee",
      email: "a@example.com",
      emailKey: "a@example.com",
      license: "M1",
      username: "annlee",
    };
    await t.deps.db.insert(accountRequests).values({
      ...asked,
      usernameKey: "annlee",
      passwordHash: "",
      createdAt: START,
    });
    assert.match((await sent(t, admin)).replaceAll("<!-- -->", ""), /1<span class="visually-hidden"> request<\/span>/);
  }));

Deno.test("brokers' names sort without accents and case, in the list and from loan to loan", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9, name: "Helen Voss" });
    const ids: number[] = [];
    for (const name of ["Zoe Abbot", "Émilie Roy", "eda Cole", "Łukasz Nowak", "Lena Kovac"]) {
      ids.push(await addLoan(t, await t.account({ name }), { clientCode: name.slice(0, 3) }));
    }
    const sorted = ["eda", "Émi", "Len", "Łuk", "Zoe"];
    assert.deepEqual(await codes(t, admin, "?sort=broker&order=asc"), sorted);
    assert.deepEqual(await codes(t, admin, "?sort=broker&order=desc"), sorted.toReversed());
    const beside = await loanNeighbours(t.context(admin), ids[1], query({ sort: "broker", order: "asc" }));
    assert.deepEqual(beside, { previous: ids[2], next: ids[4] });
    await t.deps.db.update(accounts).set({ name: "Étienne Zed" }).where(eq(accounts.name, "Zoe Abbot"));
    assert.deepEqual(await codes(t, admin, "?sort=broker&order=asc"), ["eda", "Émi", "Zoe", "Len", "Łuk"]);
  }));
