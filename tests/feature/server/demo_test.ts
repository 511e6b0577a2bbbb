/** The demo: whole, consistent with the lending rules, made once. */
import assert from "node:assert/strict";
import { asc, desc, eq, isNull, ne } from "drizzle-orm";
import { demoPdf } from "../../../db/seed/demo/documents.ts";
import {
  accountRequests,
  accounts,
  additionalProperties,
  auditRows,
  campaigns,
  conditions,
  files,
  ledgerRows,
  loans,
  mails,
  participants,
  settingsVersions,
  submissions,
  trackedRecipients,
  trackerEvents,
} from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { loanFigures } from "../../../lib/domain/loans/deal.ts";
import { SECTION_NAMES } from "../../../lib/domain/settings/form_config.ts";
import { inputsOf } from "../../../lib/domain/settings/form_order.ts";
import { settingsProblems } from "../../../lib/domain/settings/settings_problems.ts";
import { campaignProblems } from "../../../lib/domain/mail/campaign_checks.ts";
import { inBusinessHours } from "../../../lib/domain/mail/touch_base.ts";
import {
  countOutboxProblems,
  getEmail,
  getEmails,
  listOutbox,
  listRuns,
  reachOf,
} from "../../../lib/features/mail/mod.ts";
import { duplicatesOf } from "../../../lib/features/loans/find_duplicates.ts";
import { getLedger } from "../../../lib/features/servicing/mod.ts";
import { postDuePayments } from "../../../lib/features/servicing/jobs.ts";
import { listContacts } from "../../../lib/features/tracking/mod.ts";
import { outboxQuery } from "../../../lib/schemas/mail/outbox.ts";
import { LOAN_STATUSES } from "../../../lib/domain/loans/status.ts";
import { mapShapes } from "../../../lib/server/map_shapes.ts";
import { DEMO_PASSWORD, demoVariables } from "../../../lib/server/tasks/demo.ts";
import { makeApp, type TestApp } from "../../support/app.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { isInside } from "../../support/rings.ts";

const seed = (t: TestApp) => fillWithDemo(t, DEMO_PASSWORD);

let shared: TestApp;
Deno.test.beforeAll(async () => {
  shared = await makeApp(demoVariablesForTest(), 1);
  assert.equal(await seed(shared), true);
});

function demoVariablesForTest(): Record<string, string> {
  const { DATA_DIR: _own, ...variables } = demoVariables(() => undefined);
  return variables;
}

Deno.test.afterAll(() => shared.close());

Deno.test("150 loans in every status and type, with people, requests and all that belongs to a loan", async () => {
  const { db } = shared.deps;
  const all = await db.select().from(loans);
  assert.equal(all.length, 150);
  for (const status of LOAN_STATUSES) assert.ok(all.some((l) => l.adminComSelect === status), status);
  for (const type of ["First", "Second", "Third", "Bridge"]) assert.ok(all.some((l) => l.firstOrSecond === type), type);
  const people = await db.select().from(accounts);
  assert.equal(people.filter((a) => a.role === 0).length, 13);
  assert.deepEqual(people.filter((a) => a.role > 0).map((a) => a.role), [99, 9]);
  assert.deepEqual([...new Set(people.map((a) => a.rating))].sort(), ["elite", "green", "red", "yellow"]);
  assert.deepEqual([...new Set(people.map((a) => a.status))].sort(), [0, 1]);
  assert.equal((await db.select().from(accountRequests)).length, 2);
  const set = await db.select().from(conditions);
  for (const type of [0, 1, 2]) {
    for (const completed of [true, false]) assert.ok(set.some((c) => c.type === type && c.completed === completed));
  }
  assert.ok(all.some((l) => l.brokerConditionsUpdated === 1));
  for (const kind of ["application", "bureau", "appraisal", "other"] as const) {
    assert.ok((await db.select().from(files).where(eq(files.kind, kind))).length > 0, kind);
  }
  for (const table of [participants, additionalProperties, submissions, auditRows]) {
    assert.ok((await db.select().from(table)).length > 0);
  }
});

Deno.test("everybody who did something has signed in since, and only brokers without a loan have not", async () => {
  const { deps, now } = shared;
  const sent = await deps.db.select().from(loans);
  for (const { id, name, role, lastSignInAt: at } of await deps.db.select().from(accounts)) {
    const newest = Math.max(0, ...sent.filter((l) => l.brokerId === id).map((l) => l.timestamp));
    if (role === 0 && newest === 0) assert.equal(at, null, name);
    else assert.ok(at !== null && at > newest && at < now(), `${name}: ${at}`);
  }
});

Deno.test("one household asks twice, through two brokers: each loan names the other as its duplicate", async () => {
  const { db } = shared.deps;
  const all = await db.select().from(loans);
  const [before, again] = [1125, 1148].map((id) => all.find((loan) => loan.id === id)!);
  assert.notEqual(again.brokerId, before.brokerId);
  for (const name of ["firstName", "DOB", "address", "latitude"] as const) assert.equal(again[name], before[name]);
  for (const [one, other] of [[again, before], [before, again]]) {
    assert.deepEqual((await duplicatesOf(db, one)).map(({ id }) => id), [other.id]);
  }
});

Deno.test("two rules of lending areas and a partner's address are in force, as the owner saved them", async () => {
  const { deps } = shared;
  const [newest] = await deps.db.select().from(settingsVersions).orderBy(desc(settingsVersions.id)).limit(1);
  assert.equal(newest.savedBy, 1);
  assert.deepEqual(newest.body.lendingAreas.map(({ value, rule }) => [value, rule]), [
    ["Prince Edward County", "lower"],
    ["Timmins", "no"],
  ]);
  assert.deepEqual(newest.body.partnerEmails, ["deals@northgate.example"]);
  assert.deepEqual(settingsProblems(newest.body), []);
  const [row] = await deps.db.select().from(auditRows).where(eq(auditRows.action, "settings.save"));
  assert.deepEqual([row.entityId, row.actorId], [String(newest.id), 1]);
});

Deno.test("every loan stands on land, and those found by their address in their town", async () => {
  const t = shared;
  const { land, areas } = mapShapes();
  for (const { clientCode, city, longitude, latitude, placePrecision } of await t.deps.db.select().from(loans)) {
    assert.ok(isInside(longitude!, latitude!, land), `${clientCode}: ${latitude}, ${longitude} of ${city} is in water`);
    const town = areas.find(({ name }) => name === city);
    if (placePrecision === "address" && town) {
      assert.ok(isInside(longitude!, latitude!, town.rings), `${clientCode} is outside ${city}`);
    }
  }
});

Deno.test("every stored figure is what the lending rules give for the loan's entries", async () => {
  const t = shared;
  const { settings, config } = t.deps.ports.lending();
  for (const row of await t.deps.db.select().from(loans)) {
    const rows = await t.deps.db.select().from(additionalProperties).where(eq(additionalProperties.loanId, row.id));
    const figures = loanFigures({ ...row, additionalProperties: rows }, settings, config);
    const { finalScore, shownScore, ltv, totalLtv } = figures;
    assert.deepEqual(
      [row.finalScore, row.shownScore, row.ltv, row.totalLtv, row.suggestedRate, row.monthlyPayments],
      [finalScore, shownScore, ltv, totalLtv, figures.suggestedRate, figures.monthlyPayment],
      row.clientCode,
    );
    if (row.everFunded) assert.equal(figures.refusal, null, `${row.clientCode} passes the criminal rate`);
  }
});

Deno.test("each lent loan has a ledger: most are paid, some in arrears, renewed or overheld, one payment came back, the repaid are discharged", async () => {
  const t = shared;
  const rows = await t.deps.db.select().from(ledgerRows);
  const all = await t.deps.db.select().from(loans);
  const funded = all.filter(({ adminComSelect }) => adminComSelect === "Funded");
  const repaid = all.filter(({ adminComSelect }) => adminComSelect === "Repaid");
  assert.deepEqual(new Set(rows.map(({ loanId }) => loanId)), new Set([...funded, ...repaid].map(({ id }) => id)));
  await postDuePayments(t.context());
  assert.equal((await t.deps.db.select().from(ledgerRows)).length, rows.length, "the job finds nothing to post");
  assert.equal(rows.filter(({ kind }) => kind === "nsf").length, 1);
  const owner = t.context(await t.account({ role: 99 }));
  const views = await Promise.all(funded.map(({ id }) => getLedger(owner, { loanId: id })));
  views.forEach(({ figures }, i) => assert.equal(figures!.maturity, funded[i].maturityEmailDate, funded[i].clientCode));
  const late = views.filter(({ figures }) => figures!.arrears > 0).length;
  assert.ok(late >= 5 && late < funded.length / 2, `${late} of ${funded.length} are in arrears`);
  const today = dateInToronto(t.now());
  assert.ok(views.some(({ figures }) => figures!.maturity < today), "some are overheld");
  assert.ok(rows.some(({ kind }) => kind === "renewal"), "some were renewed");
  assert.ok(rows.some(({ note }) => note.startsWith("Interest adjustment")), "some pay on a set day");
  for (const { id, dateRepaid } of repaid) {
    const { closed, figures, lines } = await getLedger(owner, { loanId: id });
    assert.deepEqual([closed, figures?.owed, lines[0].what], [dateRepaid, 0, "Payout received"]);
  }
});

Deno.test("entries are choices of the form, days are past, counters and files agree", async () => {
  const t = shared;
  const { config } = t.deps.ports.lending(), today = dateInToronto(t.now());
  const inputs = SECTION_NAMES.flatMap((name) => inputsOf(config[name], "admin")).filter((i) => i.type === "dropdown");
  for (const row of await t.deps.db.select().from(loans)) {
    for (const input of inputs) {
      const entry = row[input.id as keyof typeof row];
      if (entry === undefined || entry === "") continue;
      assert.ok(input.options.some((o) => o.value === entry), `${row.clientCode}: ${input.id} is ${entry}`);
    }
    for (const day of [row.dateFunded, row.dateRepaid]) assert.ok(day <= today, `${row.clientCode}: ${day}`);
    if (row.adminComSelect === "NA") assert.ok(row.estClosingDate > today, `${row.clientCode} closes in the past`);
    if (row.dateRepaid) assert.ok(row.dateRepaid > row.dateFunded);
    const list = await t.deps.db.select().from(conditions).where(eq(conditions.loanId, row.id));
    const done = list.filter((c) => c.completed).length;
    assert.deepEqual([row.conditionsTotal, row.conditionsDone], [list.length, done]);
    for (const c of list) {
      if (c.type === 1) assert.equal(c.fileId !== null, c.completed, `${row.clientCode}: ${c.title}`);
    }
    const shares = await t.deps.db.select().from(participants).where(eq(participants.loanId, row.id));
    assert.ok(shares.reduce((sum, s) => sum + s.amount, 0) <= (row.fsfcLoan ?? 0));
  }
  for (const row of await t.deps.db.select().from(auditRows)) {
    assert.ok(row.at <= t.now(), `${row.entityId}: ${row.at}`);
  }
});

Deno.test("files are whole PDFs that storage has, of the size and digest that are recorded", async () => {
  const t = shared;
  const [first] = await t.deps.db.select().from(files).orderBy(asc(files.id)).limit(1);
  const stream = await t.deps.ports.files.open(first.id);
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  assert.equal(bytes.length, first.size);
  const text = new TextDecoder().decode(bytes);
  assert.match(text, /^%PDF-1\.4\n/);
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  assert.equal(text.slice(start, start + 4), "xref");
  for (const [i, entry] of [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].entries()) {
    assert.ok(text.slice(Number(entry[1])).startsWith(`${i + 1} 0 obj`));
  }
  assert.match(new TextDecoder().decode(demoPdf("A (b)", ["Ève \\"])), /\(A \\\(b\\\)\) Tj[^]*\(Eve \\\\\) Tj/);
});

Deno.test("campaigns in different states, each run with its recipients, its mails and what became of them", async () => {
  const t = shared;
  const { db } = t.deps, ctx = t.context();
  const all = await getEmails(ctx);
  assert.deepEqual(all.map(({ state }) => state).sort(), ["Active", "Active", "Done", "Draft", "Scheduled", "Stopped"]);
  assert.ok(all.some(({ monthDay }) => monthDay === 1));
  assert.ok(all.filter(({ active }) => active).every(({ sendAt }) => sendAt! > t.now()), "the next run is ahead");
  assert.equal(all.filter(({ runs }) => runs > 0).length, 4);
  let unsubscribed = 0;
  for (const { id, runs, lastRecipients, lastRan, active } of all) {
    const campaign = await getEmail(ctx, id), listed = await listRuns(ctx, id);
    if (active) assert.deepEqual(campaignProblems(campaign, ctx.site.lender, t.now()), []);
    assert.equal(listed.runs.length, Math.min(runs, 12));
    assert.equal(listed.trackedId, runs > 0 ? id : null);
    if (runs > 0) assert.deepEqual([listed.runs[0].recipients, listed.runs[0].startedAt], [lastRecipients, lastRan]);
    for (const run of listed.runs) {
      assert.ok(run.opened > 0 && run.opened <= run.sent && run.clicked <= run.sent, `${id}, run ${run.run}`);
      assert.equal(run.unsent, 0);
      const contacts = await listContacts(ctx, { emailId: listed.trackedId!, sentId: run.run });
      assert.equal(contacts.length, run.recipients);
      assert.equal(contacts.filter(({ opens }) => opens > 0).length, run.opened);
      unsubscribed += run.unsubscribed;
    }
  }
  assert.equal(unsubscribed, 1);
  const filtered = await db.select().from(campaigns).where(ne(campaigns.audience, {}));
  for (const { audience } of filtered) assert.ok((await reachOf(ctx, { audience })).going > 0);
  assert.equal(filtered.length, 2);
  assert.ok((await db.select().from(trackerEvents)).some(({ machine }) => machine));
});

Deno.test("the outbox has a failed mail, a bounced one, and every reason to leave a broker out", async () => {
  const t = shared;
  const { db } = t.deps, ctx = t.context();
  const bounced = await listOutbox(ctx, { ...outboxQuery.defaults, state: "bounced" });
  assert.deepEqual(bounced.counts, { waiting: 0, failed: 1, bounced: 1 });
  assert.deepEqual(bounced.suppressed.map(({ email }) => email), bounced.rows.map(({ to }) => to));
  assert.equal(await countOutboxProblems(ctx), 2);
  const { going, leftOut } = await reachOf(ctx, { audience: {} });
  assert.deepEqual([going, leftOut.map(({ why, count }) => [why, count])], [
    7,
    [["disabled", 1], ["blacklist", 1], ["withdrawn", 1], ["ended", 1], ["bounced", 1], ["fewer", 1]],
  ]);
  const paths = new Set<string>();
  for (const mail of await db.select().from(mails)) {
    assert.ok(mail.createdAt <= t.now() && !/\{\w+\}/.test(mail.subject + mail.html + mail.text), mail.idempotencyKey);
    assert.match(mail.to, /\.example$/);
    if (mail.kind === "touchBase") assert.equal(inBusinessHours(mail.sentAt!), mail.sentAt);
    const addresses = [...mail.html.matchAll(/https?:[^"\s<]+/g)].map(([address]) => address);
    const ours = addresses.filter((address) => address.startsWith(`${ctx.site.publicUrl}/`));
    for (const address of addresses) assert.ok(ours.includes(address) || /^https:\/\/lender\.example\//.test(address));
    for (const address of ours) paths.add(new URL(address).pathname);
  }
  // What leads to the portal is there: to end the mails at once, to a loan after a sign-in.
  assert.ok(paths.size > 20, String(paths.size));
  for (const path of paths) {
    const { status } = await t.get(path);
    assert.equal(status, path.startsWith("/unsubscribe/") ? 200 : 302, path);
  }
  const left = await db.select().from(trackedRecipients)
    .leftJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey)).where(isNull(mails.id));
  assert.deepEqual(left, []);
});

Deno.test("a second start changes nothing, and two demos are the same", async () => {
  const t = shared;
  assert.equal(await seed(t), false);
  assert.equal((await t.deps.db.select().from(loans)).length, 150);
  const other = await makeApp({}, 1);
  try {
    await seed(other);
    const rows = (app: TestApp) => app.deps.db.select().from(loans).orderBy(asc(loans.id));
    assert.deepEqual(await rows(other), await rows(t));
  } finally {
    await other.close();
  }
});
