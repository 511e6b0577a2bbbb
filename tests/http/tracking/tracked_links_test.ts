/** The picture and the links of mails as anybody on the web sees them (docs/decisions/tracking.md). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { campaignRuns, campaigns, sessions, trackedEmails, trackerEvents } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { makeApp, withApp } from "../../support/app.ts";
import { CHROME, HOME, sendTracked, visit } from "../../support/tracking.ts";
import { until } from "../../support/until.ts";

const t = await makeApp();
const staff = await t.account({ role: ROLE.administrator });
const broker = await t.account({ role: ROLE.broker, name: "Priya Raman" });
const mail = (await sendTracked(t, {}, [broker])).get(broker.email)!;
Deno.test.afterAll(() => t.close());

const events = () => t.deps.db.select().from(trackerEvents);

/** The events once there are `count`; the queue writes each second. */
async function eventually(count: number) {
  await until(`${count} events`, async () => (await events()).length >= count);
  return await events();
}

Deno.test("the open picture comes without cookie or session, and is stored within a second", async () => {
  const before = await t.deps.db.select().from(sessions);
  const answer = await t.get(mail.pixel, staff, { "user-agent": CHROME, "x-forwarded-for": HOME });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "image/gif");
  assert.equal(new TextDecoder().decode((await answer.bytes()).slice(0, 6)), "GIF89a");
  assert.equal(answer.headers.get("set-cookie"), null);
  assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(answer.headers.get("cross-origin-resource-policy"), "cross-origin", "mail programs show it");
  const [event] = await eventually(1);
  assert.deepEqual([event.type, event.ip, event.email, event.machine], ["open", HOME, broker.email, ""]);
  assert.deepEqual(await t.deps.db.select().from(sessions), before, "no session is touched");
});

Deno.test("a link leads where the mail says, and nowhere else", async () => {
  const answer = await visit(t, mail.links[0] + "?to=https://evil.example/");
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get("location"), "https://lender.example/a");
  assert.equal(answer.headers.get("set-cookie"), null);
  assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
  for (const path of [`/t/l/${"A".repeat(22)}`, "/t/l/https:%2F%2Fevil.example", `/t/l/${mail.pixel.slice(5, 27)}`]) {
    const unknown = await visit(t, path);
    assert.equal(unknown.status, 404, path);
    assert.match(await unknown.text(), /Ask the sender for a new one/);
  }
});

Deno.test("a HEAD request and the hidden link count as machines'", async () => {
  // Far enough apart that no visit counts as a machine's for its neighbours.
  t.advance(60_000);
  assert.equal((await visit(t, mail.links[1], HOME, CHROME, "HEAD")).status, 302);
  t.advance(60_000);
  assert.equal((await visit(t, mail.trap)).headers.get("location"), "http://localhost");
  const reasons = (await events()).filter(({ type }) => type === "link").map(({ machine }) => machine);
  assert.deepEqual(reasons, ["", "Asked without reading (HEAD)", "A link that people cannot see"]);
});

Deno.test("the list counts one click, one open and one run in the singular", async () => {
  assert.match(await (await t.get("/dashboard/tracking", staff)).text(), /1 user opened, 1 open, 1 click, sent once</);
});

Deno.test("the calls answer as the tracking specification says", async () => {
  const all = await (await t.get("/api/tracker/all", staff)).json();
  assert.equal(all.response, true);
  assert.deepEqual(Object.keys(all.data[0]).sort(), [
    "campaignId",
    "clicks",
    "id",
    "lastOpened",
    "machineClicks",
    "machineOpens",
    "name",
    "opens",
    "timesRan",
    "uniqueOpens",
    "usersOpened",
  ]);
  const one = await (await t.post("/api/tracker/email", { emailId: 1, sentId: "all" }, staff)).json();
  assert.equal(one.response, true);
  assert.equal(one.data.email.name, "Weekly rates");
  assert.deepEqual(Object.keys(one.data.users[0]).sort(), ["email", "id", "name", "phone"]);
  const fields = "browser city clicks country created email id ip link machine os platform region type".split(" ");
  assert.deepEqual(Object.keys(one.data.trackers[0]).sort(), fields.filter((name) => name !== "clicks"));
  const overview = await (await t.get("/api/tracker/overview?range=30", staff)).json();
  assert.equal(overview.response, true);
  const [first] = overview.brokers;
  assert.equal(first.name, "Priya Raman");
  assert.equal(first.hot, first.clicks + first.uniqueOpens);
  assert.equal(overview.emails[0].name, "Weekly rates");
});

Deno.test("a missing email, or one without a run, is refused with a sentence", async () => {
  assert.equal((await t.post("/api/tracker/email", { emailId: 99, sentId: 1 }, staff)).status, 404);
  const wrong = await t.post("/api/tracker/email", { emailId: 1, sentId: "some" }, staff);
  assert.equal(wrong.status, 422);
  assert.match((await wrong.json()).reason, /\w+ .*[.?]/);
  for (const sentId of [0, 1.5, "0", "1.5", "-1", "", null, 1_000_001]) {
    assert.equal((await t.post("/api/tracker/email", { emailId: 1, sentId }, staff)).status, 422, String(sentId));
  }
});

Deno.test("a run that never was is not found; a campaign's run to nobody is listed under its own number", async () => {
  const get = (page: string) => t.get(`/dashboard/tracking/1/${page}`, staff);
  const chosen = async (page: string) =>
    /<option[^>]*value="(\w+)"[^>]*selected/.exec(await (await get(page)).text())?.[1];
  assert.deepEqual(await Promise.all(["1", "1?run=all", "9?run=all"].map(chosen)), ["1", "all", "all"]);
  for (const page of ["9", "1?run=9"]) {
    const answer = await get(page);
    assert.equal(answer.status, 404, page);
    assert.match(await answer.text(), /Page Not Found!/);
  }
  const text = { subject: "", preview: "", body: "" }, name = "Rates";
  const [{ id: campaignId }] = await t.deps.db.insert(campaigns).values({ ...text, name, createdAt: t.now() })
    .returning();
  await t.deps.db.insert(campaignRuns).values({ ...text, campaignId, run: 9, startedAt: t.now() });
  await t.deps.db.update(trackedEmails).set({ campaignId }).where(eq(trackedEmails.id, 1));
  assert.deepEqual(await Promise.all(["9", "1?run=9"].map(chosen)), ["9", "9"]);
  const nobody = await (await get("9")).text();
  assert.match(nobody, /It went to nobody/);
  await t.deps.db.update(trackedEmails).set({ campaignId: null }).where(eq(trackedEmails.id, 1));
  const unsent = await (await get("1")).text();
  assert.match(
    unsent,
    /<div class="small mute"><a href="\/dashboard\/emails#touch-base">Open touch-base/,
    "no full stop",
  );
});

Deno.test("a run's number may be text, as a choice of runs sends it", async () => {
  const read = async (sentId: unknown) => (await t.post("/api/tracker/email", { emailId: "1", sentId }, staff)).json();
  const asNumber = await read(1);
  assert.ok(asNumber.data.users.length > 0);
  assert.deepEqual(await read("1"), asNumber);
});

Deno.test("emails, contacts and events are exported as CSV", async () => {
  for (
    const [query, word] of [["of=emails", "Users Opened"], ["of=contacts&emailId=1&sentId=1", "Priya Raman"], [
      "of=events&emailId=1&sentId=all",
      "Emailed Opened",
    ], ["of=brokers&range=30", '"Broker Name","Hot","Unique Opens"']]
  ) {
    const answer = await t.get(`/api/tracker/file?${query}`, staff);
    assert.match(answer.headers.get("content-disposition")!, /^attachment; filename="tracking-\w+-2026-11-20\.csv"$/);
    assert.ok((await answer.text()).includes(word), query);
  }
});

Deno.test("a link with letters that no header takes leads there, and is counted", () =>
  withApp(async (t) => {
    const links = ["https://lender.example/l’été", "https://lender.example/?to=Łukasz Nowak"];
    const sent = (await sendTracked(t, { links }, [{ name: "Ann", email: "ann@x.example" }])).get("ann@x.example")!;
    const led = [];
    for (const link of sent.links) led.push((await visit(t, link)).headers.get("location"));
    assert.deepEqual(led, [
      "https://lender.example/l%E2%80%99%C3%A9t%C3%A9",
      "https://lender.example/?to=%C5%81ukasz%20Nowak",
    ]);
    assert.equal((await t.deps.db.select().from(trackerEvents)).length, 2);
  }));
