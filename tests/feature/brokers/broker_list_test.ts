import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/mod.ts";
import { getAllUsers } from "../../../lib/features/brokers/mod.ts";
import { findBrokers, listFilterBrokers } from "../../../lib/features/loans/mod.ts";
import { audienceOptions } from "../../../lib/features/mail/mod.ts";
import { listContacts } from "../../../lib/features/tracking/mod.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { makeRequest, storedAccount, testWithPeople } from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";
import { sendTracked } from "../../support/tracking.ts";

/** The list's page, and the names in its table from top to bottom. */
async function list(t: TestApp, as: TestAccount, query = ""): Promise<{ html: string; names: string[] }> {
  const html = await (await t.get(`/dashboard/brokers${query}`, as)).text();
  const names = [...html.matchAll(/viewbroker\?id=\d+">([^<]*)</g)].map((m) => m[1]);
  return { html, names };
}

const reviews = (html: string) => html.match(/>Review</g)?.length ?? 0;

testWithPeople("the list filters by type and rating, and searches", async ({ t, admin }) => {
  await t.account({ name: "Ann Able", rating: "red", brokerage: "Zed 100% Lending" });
  await t.account({ name: "Cy Cole", role: 9, rating: "red" });
  assert.deepEqual((await list(t, admin, "?type=admin")).names, ["Cy Cole", "Person 2"]);
  assert.deepEqual((await list(t, admin, "?type=owner")).names, ["Person 1"]);
  assert.deepEqual((await list(t, admin, "?type=broker")).names, ["Ann Able", "Person 3"]);
  assert.deepEqual((await list(t, admin, "?rating=red")).names, ["Ann Able"], "only brokers are rated");
  assert.deepEqual((await list(t, admin, "?q=ABLE")).names, ["Ann Able"]);
  assert.deepEqual((await list(t, admin, "?q=100%25")).names, ["Ann Able"], "a percent sign is a percent sign");
  await t.account({ name: "Camille B\u00e9langer", brokerage: "Lac Street" });
  for (const search of ["B%C3%89LANGER", "belanger", "belanger%20camille", "street%20bel"]) {
    assert.deepEqual((await list(t, admin, `?q=${search}`)).names, ["Camille B\u00e9langer"], search);
  }
  const none = await list(t, admin, "?q=%25%25");
  assert.deepEqual(none.names, []);
  assert.match(none.html, /No account matches/);
  assert.equal((await list(t, admin, "?sort=nonsense&page=99&type=nobody&rating=blue")).names.length, 6);
});

testWithPeople(
  "names are in order without their case and accents, wherever people are listed",
  async ({ t, admin }) => {
    const names = [
      "Aaron Zed",
      "bart small",
      "Đan Vu",
      "E\u0301mile Bo",
      "Émilie Aubin",
      "Łukasz Sołtys",
      "Øyvind As",
      "Zoe Young",
    ];
    for (const [i, name] of names.toReversed().entries()) {
      const { id } = await t.account({ name, brokerage: name, status: i % 2 as 0 | 1 });
      await makeLoan(t, { brokerId: id });
    }
    const known = (listed: readonly string[]) => listed.filter((name) => names.includes(name));
    for (const query of ["?sort=name", "?sort=brokerage&dir=asc"]) {
      assert.deepEqual(known((await list(t, admin, query)).names), names, query);
    }
    const ctx = t.context(admin);
    assert.deepEqual(known((await getAllUsers(ctx)).accounts.map(({ name }) => name)), names);
    assert.deepEqual(known((await listFilterBrokers(ctx)).map(({ name }) => name)), names);
    assert.deepEqual(known((await audienceOptions(ctx)).brokerages), names);
    const going = names.filter((_, i) => i % 2 === 0);
    assert.deepEqual(known((await findBrokers(ctx, { search: "" })).brokers.map(({ name }) => name)), going);
    await sendTracked(t, {}, names.toReversed().map((name, i) => ({ name, email: `p${i}@example.ca` })));
    const contacts = await listContacts(ctx, { emailId: 1, sentId: 1 }, { sort: "name", descending: false });
    assert.deepEqual(contacts.map(({ name }) => name), names);
  },
);

testWithPeople("the list sorts by loans, rating and name, and pages", async ({ t, admin, broker }) => {
  const ann = await t.account({ name: "Ann Able", rating: "red" });
  const bea = await t.account({ name: "bea Baker", rating: "green" });
  for (const brokerId of [ann.id, bea.id, bea.id]) await makeLoan(t, { brokerId, adminComSelect: "Repaid" });
  await makeLoan(t, { brokerId: ann.id, adminComSelect: "Funded" });
  await makeLoan(t, { brokerId: broker.id, adminComSelect: "Trash" });
  for (let n = 0; n < 2; n++) await makeLoan(t, { brokerId: bea.id, adminComSelect: "Declined" });
  const by = async (sort: string) => (await list(t, admin, `?type=broker&sort=${sort}`)).names;
  assert.deepEqual(await by("loans&dir=desc"), ["bea Baker", "Ann Able", "Person 3"]);
  assert.deepEqual(await by("active&dir=desc"), ["Ann Able", "bea Baker", "Person 3"]);
  assert.deepEqual(await by("rating"), ["Person 3", "bea Baker", "Ann Able"], "elite, green, red");
  assert.deepEqual(await by("name"), ["Ann Able", "bea Baker", "Person 3"], "whatever the case");
  for (let n = 0; n < 25; n++) await t.account({ name: `Zoe ${n}` });
  const second = await list(t, admin, "?page=2");
  assert.equal(second.names.length, 5, "30 accounts, 25 a page");
  assert.match(second.html, /rel="prev" href="\/dashboard\/brokers"/);
  assert.match((await list(t, admin, "?q=zoe")).html, /25<!-- --> of <!-- -->30/);
});

testWithPeople("pending requests come first and say whether the licence is verified", async ({ t, admin, broker }) => {
  const first = await makeRequest(t);
  const held = (await storedAccount(t, broker.id))!.license;
  await makeRequest(t, { name: "Brent Lachance", license: held, username: "blachance", email: "brent@example.com" });
  const { html } = await list(t, admin);
  assert.ok(html.indexOf("Dominic Ferraro") < html.indexOf(">Person 1<"));
  assert.match(html, new RegExp(`createbroker\\?id=${first.id}"`));
  const row = (name: string) =>
    html.slice(html.indexOf(`<b>${name}`), html.indexOf("</li>", html.indexOf(`<b>${name}`)));
  assert.match(row("Dominic Ferraro"), /M24001973.*>not checked</, "no register is loaded");
  assert.match(row("Brent Lachance"), />not verified</, "an account holds this licence");
  for (let n = 0; n < 5; n++) {
    await makeRequest(t, { name: "Waiting", username: `waiting${n}`, email: `waiting${n}@example.com` });
  }
  assert.equal(reviews((await list(t, admin)).html), 5, "the newest five");
  assert.equal(reviews((await list(t, admin, "?requests=all")).html), 7);
  assert.equal(reviews((await list(t, admin, "?q=brent")).html), 1);
});

testWithPeople("pending requests are of brokers without a rating, so other filters leave them out", async (people) => {
  const { t, admin } = people;
  await makeRequest(t);
  for (const query of ["", "?type=broker", "?q=dominic"]) assert.equal(reviews((await list(t, admin, query)).html), 1);
  for (const query of ["type=admin", "type=owner", "rating=red", "type=broker&rating=elite", "consent=express"]) {
    const { html } = await list(t, admin, `?${query}`);
    assert.doesNotMatch(html, /Dominic Ferraro|Waiting for you/, query);
    assert.match(html, /class="count pulse">1</, "the menu says that one waits");
  }
});

testWithPeople("a type without accounts says so and offers a new one; other filters may be widened", async (people) => {
  const { t, owner, admin, broker } = people;
  for (const { id } of [broker, admin]) await t.deps.db.delete(accounts).where(eq(accounts.id, id));
  for (const [type, what] of [["broker", "brokers"], ["admin", "admins"]]) {
    const { html } = await list(t, owner, `?type=${type}`), main = html.slice(html.indexOf('class="empty"'));
    assert.match(main, new RegExp(`No ${what} yet`));
    assert.match(main, /viewbroker\?id=new/);
    assert.doesNotMatch(main, /Try fewer words/);
  }
  for (const query of ["?type=broker&q=ann", "?type=broker&rating=red", "?rating=red"]) {
    assert.match((await list(t, owner, query)).html, /No account matches.*Show all accounts/s);
  }
});

testWithPeople("two accounts with one licence are both unverified in the list", async ({ t, admin, broker }) => {
  const { license } = (await storedAccount(t, broker.id))!;
  assert.doesNotMatch((await list(t, admin, "?q=Person%203")).html, />not verified</);
  await t.account({ name: "Person 3 again", license });
  assert.equal((await list(t, admin, "?q=Person%203")).html.match(/>not verified</g)?.length, 2);
});

testWithPeople(
  "ids that do not exist are 'Page Not Found!'; an owner's account is locked for administrators",
  async (c) => {
    const { t, admin, owner } = c;
    for (const path of ["viewbroker?id=999", "viewbroker?id=x", "viewbroker", "createbroker?id=999", "createbroker"]) {
      const answer = await t.get(`/dashboard/${path}`, admin);
      assert.equal(answer.status, 404, path);
      assert.match(await answer.text(), /Page Not Found!/);
    }
    const locked = await (await t.get(`/dashboard/viewbroker?id=${owner.id}`, admin)).text();
    assert.match(locked, /Only an owner may change/);
    assert.doesNotMatch(locked, />Save<\/button>/);
    const fresh = await (await t.get("/dashboard/viewbroker?id=new", admin)).text();
    assert.doesNotMatch(fresh, /<option value="99"/, "an administrator cannot give the owner's role");
    assert.match(await (await t.get("/dashboard/viewbroker?id=new", owner)).text(), /<option value="99"/);
  },
);

testWithPeople("a broker's page lists the loans of that broker alone, with links", async ({ t, admin, broker }) => {
  const other = await t.account();
  const loan = await makeLoan(t, { brokerId: broker.id, lastName: "Own" });
  const foreign = await makeLoan(t, { brokerId: other.id, lastName: "Foreign" });
  const html = await (await t.get(`/dashboard/viewbroker?id=${broker.id}`, admin)).text();
  assert.match(html, new RegExp(`/dashboard/viewloan\\?id=${loan.id}">OWN-${loan.id}<`));
  assert.doesNotMatch(html, new RegExp(foreign.clientCode));
  assert.doesNotMatch(html, />Delete<\/button>/, "an account with loans is kept");
});
