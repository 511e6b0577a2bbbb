/** Which word on mail counts: over what was carried along, and with a new account of the same address. */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { accounts, mailConsents } from "../../../db/schema/mod.ts";
import { addDays, dateInToronto } from "../../../lib/domain/dates.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { accountConsent } from "../../../lib/features/mail/mod.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";

const rowsOf = async (t: TestApp, id: number) =>
  (await t.deps.db.select().from(mailConsents).where(eq(mailConsents.accountId, id)).orderBy(asc(mailConsents.id)))
    .map(({ kind, source, day, note }) => [kind, source, day, note].join("|"));

Deno.test("what a broker said counts before what was carried over, whatever its day", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    const today = dateInToronto(t.now()), earlier = addDays(today, -2);
    for (const kind of ["withdrawn", "express"] as const) {
      const { id } = await t.account({ touchBaseEmails: true, consent: "express" });
      await t.deps.db.insert(mailConsents).values({
        accountId: id,
        email: "a@x.example",
        kind: "express",
        source: "carried",
        day: today,
        recordedAt: t.now(),
      });
      const said = { id, kind, source: "phone", day: earlier, note: "" };
      assert.equal((await t.post("/api/loans/recordconsent", said, me)).status, 200, kind);
      const { standing, last } = await accountConsent(t.context(me), id);
      assert.deepEqual([standing, last?.source, last?.day], [kind, "phone", earlier]);
      const file = await (await t.get(`/api/loans/consentfile?consent=${kind}`, me)).text();
      assert.match(file, new RegExp(`"${earlier}".*"By phone"`));
    }
  }));

Deno.test("who said no stays out with a new account of the same address, unless they tick the request's box", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    const day = dateInToronto(t.now());
    const gone = async (email: string) => {
      const { id } = await t.account({ email, touchBaseEmails: true });
      const said = { id, kind: "withdrawn", source: "phone", day, note: "Call 7" };
      assert.equal((await t.post("/api/loans/recordconsent", said, me)).status, 200);
      assert.equal((await t.post("/api/auth/deleteAccount", { id }, me)).status, 200);
    };
    const requested = async (email: string, n: number, more: object) => {
      const fields = { name: `Asks ${n}`, email, license: `M1234567${n}`, username: `asking${n}` };
      const password = { password: "Harbour22", confirmPassword: "Harbour22" };
      await t.post("/api/auth/registerAccount", { ...fields, ...password, ...more });
      return (await (await t.post("/api/auth/addRequestedAccount", { id: n }, me)).json()).id as number;
    };
    const stays = [`withdrawn|phone|${day}|Call 7 Said with an earlier account of this address.`];
    await gone("Ann@x.example");
    const ann = await requested("ann@X.example", 1, {});
    assert.deepEqual(await rowsOf(t, ann), stays);
    assert.equal((await accountConsent(t.context(me), ann)).standing, "withdrawn");
    await gone("bea@x.example");
    assert.deepEqual(await rowsOf(t, await requested("bea@x.example", 2, { newsByEmail: "on" })), [
      `express|form|${day}|`,
    ]);
    await gone("cem@x.example");
    assert.deepEqual(await rowsOf(t, await made(t, me, "cem@x.example")), stays);
    const cem = await t.deps.db.select().from(accounts).where(eq(accounts.emailKey, "cem@x.example")).get();
    assert.deepEqual([cem?.consent, cem?.touchBaseEmails], ["withdrawn", false]);
    assert.deepEqual(await rowsOf(t, await made(t, me, "new@x.example")), []);
  }));

async function made(t: TestApp, me: TestAccount, email: string): Promise<number> {
  const answer = await t.post("/api/auth/createAccount", {
    name: "Made",
    email,
    username: `made${email.slice(0, 3)}`,
    password: "Harbour22",
    confirmPassword: "Harbour22",
    license: "M12345678",
  }, me);
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()).id;
}
