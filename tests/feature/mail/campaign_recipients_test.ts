/** Whom a campaign reaches: each condition, several together, picked brokers, and who of them is left out. */
import assert from "node:assert/strict";
import { ne, sql } from "drizzle-orm";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { AUDIENCE_MOST } from "../../../lib/domain/mail/audience.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { audienceOptions } from "../../../lib/features/mail/mod.ts";
import { recipientsAfter } from "../../../lib/features/mail/recipients.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { withCampaign } from "../../support/campaign.ts";

const DAY = 86_400_000;

const REGISTER = `number,name,class,status,expiry
m10000002,Ann,Agent Level 2,Active,2027-03-31
M10000003,Bea,Broker,Active,2027-03-31
M10000005,Dora,Agent Level 2,Active,2027-03-31
M99999999,Nobody,Agent Level 1,Active,2027-03-31
`;

/**
 * Five brokers and their loans: Ann funded long ago and set back, Bea pending yesterday, Cem none, Dora off, Evan
 * disabled.
 */
async function withBrokers(
  run: (t: TestApp, me: TestAccount, id: Record<string, number>) => Promise<void>,
): Promise<void> {
  const register = await Deno.makeTempFile({ prefix: "register-" });
  await Deno.writeTextFile(register, REGISTER);
  await withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner, name: "Ines Duarte", touchBaseEmails: true });
    const id: Record<string, number> = {};
    const add = async (name: string, fields: object) =>
      void (id[name] = (await t.account({ name, touchBaseEmails: true, ...fields })).id);
    await add("Ann", { rating: "elite", brokerage: "Lakeshore" });
    await add("Bea", { rating: "green", brokerage: "Northwind" });
    await add("Cem", { rating: "elite", brokerage: "Northwind" });
    await add("Dora", { rating: "red", touchBaseEmails: false });
    await add("Evan", { status: 0 });
    const loan = (broker: string, days: number, status: string, region: string, everFunded = 0) => ({
      brokerId: id[broker],
      timestamp: t.now() - days * DAY,
      updatedAt: t.now() - days * DAY,
      adminComSelect: status as "NA",
      marketRegion: region,
      everFunded,
    });
    await t.deps.db.insert(loans).values([
      loan("Ann", 200, "NA", "Toronto", 1),
      loan("Bea", 1, "NA", "Hamilton"),
      loan("Dora", 1, "Funded", "Hamilton", 1),
    ]);
    await run(t, me, id);
  }, { LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1", LICENCE_REGISTER: register });
  await Deno.remove(register);
}

Deno.test("each condition narrows the recipients, and the count, the names and the reasons are answered", () =>
  withBrokers(async (t, me, id) => {
    const reach = async (audience: object) =>
      (await (await t.post("/api/loans/emailrecipients", { audience }, me)).json()).data;
    assert.deepEqual(await reach({}), {
      going: 3,
      names: ["Ann", "Bea", "Cem"],
      leftOut: [{ why: "disabled", count: 1, names: ["Evan"] }, { why: "consent", count: 1, names: ["Dora"] }],
    });
    const cases: [object, string[], string[]][] = [
      [{ ratings: ["elite"] }, ["Ann", "Cem"], []],
      [{ ratings: ["elite", "red"] }, ["Ann", "Cem"], ["Dora"]],
      [{ brokerages: ["Northwind"] }, ["Bea", "Cem"], []],
      [{ licenceClasses: ["Agent Level 2"] }, ["Ann"], ["Dora"]],
      [{ licenceClasses: ["Agent Level 2", "Broker"] }, ["Ann", "Bea"], ["Dora"]],
      [{ licenceClasses: ["Agent Level 1"] }, [], []],
      [{ licenceClasses: ["Of another register"] }, [], []],
      [{ regions: ["Hamilton"] }, ["Bea"], ["Dora"]],
      [{ activity: { kind: "active", days: 90 } }, ["Bea"], ["Dora"]],
      [{ activity: { kind: "active", days: 365 } }, ["Ann", "Bea"], ["Dora"]],
      [{ activity: { kind: "idle", days: 90 } }, ["Ann"], []],
      [{ activity: { kind: "never" } }, ["Cem"], ["Evan"]],
      [{ funded: true }, ["Ann"], ["Dora"]],
      [{ funded: false, ratings: ["elite"] }, ["Cem"], []],
      [{ picked: [id.Cem, id.Dora, me.id, 9999] }, ["Cem"], ["Dora"]],
      [{ picked: [] }, [], []],
      [{ ratings: ["elite"], picked: [id.Bea] }, ["Bea"], []],
    ];
    for (const [audience, going, out] of cases) {
      const { going: count, names, leftOut } = await reach(audience);
      assert.equal(count, going.length, JSON.stringify(audience));
      const left = leftOut.flatMap((one: { names: string[] }) => one.names);
      assert.deepEqual([names, left], [going, out], JSON.stringify(audience));
    }
    const { picked } = await reach({ picked: [id.Dora, id.Cem, me.id, 9999] });
    assert.deepEqual(picked, [{ id: id.Cem, name: "Cem" }, { id: id.Dora, name: "Dora" }], "brokers alone are named");
    const editor = await (await t.post("/api/loans/createemail", { name: "Rates" }, me)).json();
    const page = await (await t.get(`/dashboard/viewemail?id=${editor.data.id}`, me)).text();
    assert.match(
      page,
      /&quot;licenceClasses&quot;:\[&quot;Agent Level 1&quot;,&quot;Agent Level 2&quot;,&quot;Broker&quot;\]/,
    );
    for (const wrong of [{ ratings: ["blue"] }, { activity: { kind: "active", days: 0 } }, { picked: ["x"] }]) {
      assert.equal((await t.post("/api/loans/emailrecipients", { audience: wrong }, me)).status, 422);
    }
  }));

Deno.test("every brokerage can be chosen, however many there are, and too many of them are refused in words", () =>
  withCampaign(AUDIENCE_MOST + 1, async (t, me) => {
    await t.deps.db.update(accounts).set({ brokerage: sql`'Office ' || ${accounts.id}` }).where(ne(accounts.id, me.id));
    const { brokerages } = await audienceOptions(t.context(me));
    assert.equal(brokerages.length, AUDIENCE_MOST + 1);
    const answer = await (await t.post("/api/loans/emailrecipients", { audience: { brokerages } }, me)).json();
    assert.equal(answer.reason, "Choose 500 names at most.");
  }));

Deno.test("a run goes to the brokers who meet the saved conditions when it runs", () =>
  withBrokers(async (t, me) => {
    await t.deps.mailWorker.stop();
    await t.post("/api/loans/createemail", { name: "Rates" }, me);
    const text = { name: "Rates", subject: "S", preview: "", body: "B", type: "static", everyDays: 7 };
    const audience = { activity: { kind: "idle", days: 90 } };
    const saved = await t.post("/api/loans/updateemail", { ...text, id: 1, sendAt: t.now() + DAY, audience }, me);
    assert.equal(saved.status, 200);
    const activated = await t.post("/api/loans/activateemail", { id: 1, savedAt: t.now() }, me);
    assert.equal(activated.status, 200, await activated.text());
    t.advance(91 * DAY);
    await t.runJobs();
    const mails = (await t.mails()).filter(({ kind }) => kind === "campaign");
    assert.equal(mails.length, 2, "Ann and, ninety days on, Bea");
  }));

Deno.test("each page of a run continues where the last one ended, however many brokers there are", () =>
  withBrokers(async (t) => {
    for (
      const audience of [{}, { ratings: ["elite" as const] }, { licenceClasses: ["Broker"] }, {
        activity: { kind: "never" as const },
      }]
    ) {
      const page = recipientsAfter(t.context(null), audience, 3, 10);
      const plan = await t.deps.db.all<{ detail: string }>(sql`explain query plan ${page.getSQL()}`);
      assert.equal(plan[0].detail, "SEARCH accounts USING INTEGER PRIMARY KEY (rowid>?)");
    }
  }));
