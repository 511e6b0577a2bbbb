/** Long work lets others have their turn: bulk saves, recomputing, deletions, imports and previews. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { BankPreview } from "../../../lib/domain/servicing/bank_preview.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { trackedEmails } from "../../../db/schema/mod.ts";
import { REGIONS } from "../../../lib/domain/places/regions.ts";
import { importMarketReports, previewMarketImport } from "../../../lib/features/maps/mod.ts";
import { previewBankFile } from "../../../lib/features/servicing/mod.ts";
import { previewSettings } from "../../../lib/features/settings/mod.ts";
import { listContacts, type TrackedContact, writeTrackingFile } from "../../../lib/features/tracking/mod.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { copyLoans, makeLoan } from "../../support/loans.ts";
import { longestTurn } from "../../support/turns.ts";

/** The longest turn that is allowed, as a multiple of the calibration loop: 100 ms where that takes 12. */
const MOST = 8;

async function takesTurns(what: string, work: () => Promise<unknown>): Promise<void> {
  const ratio = await longestTurn(work);
  assert.ok(ratio < MOST, `${what}: a turn of ${ratio.toFixed(1)} times the calibration loop`);
}

Deno.test("saving, recomputing, previewing and deleting many loans blocks nobody", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 });
    const ids: number[] = [];
    for (let n = 0; n < 50; n++) ids.push((await makeLoan(t, { brokerId: admin.id })).id);
    const bulk = async (path: string, sent: unknown) => {
      const answer = await t.post(`/api/loans/${path}`, sent, admin);
      assert.equal((await answer.json()).data.done, ids.length);
    };
    await takesTurns("preview", () => previewSettings(t.context(admin), {}));
    await takesTurns("status", () => bulk("updatemultipleloans", { loans: ids, status: "Trash" }));
    await takesTurns("recompute", () => bulk("updatemultipleloans", ids));
    await takesTurns("delete", () => bulk("deletetrash", ids));
    assert.deepEqual(await t.deps.db.all(sql`select id from loans`), []);
  }));

Deno.test("the largest import of market reports blocks nobody", () =>
  withApp(async (t) => {
    const ctx = t.context(await t.account({ role: 9 }));
    const months = Array.from({ length: 63 }, (_, n) => `${2021 + Math.floor(n / 12)}-${`0${n % 12 + 1}`.slice(-2)}`);
    const rows = REGIONS.slice(0, 79).flatMap(({ name }) => months.map((month) => `${name},${month},400`));
    const text = `Region,Month,New listings\n${rows.join("\n")}`;
    await takesTurns("preview", () => previewMarketImport(ctx, { text }));
    await takesTurns("import", () => importMarketReports(ctx, { text, leaveOut: 0 }));
  }));

/** Loans in servicing that are alike: of each name a twentieth, and each owes the same of today. */
async function manyAlike(t: TestApp, count: number): Promise<void> {
  await makeLoan(t, { lastName: "Zimmer" });
  const today = dateInToronto(t.now());
  await copyLoans(t, count, "true", { client_code: "'ALI-' || value", last_name: "'Smithers ' || value % 20" });
  await t.deps.db.run(sql`insert into loan_books
    select id, 10000000, 83333, 0, 0, ${today}, ${today}, 83333, '', 0, '2027-12-01', '' from loans`);
  await t.deps.db.run(sql`insert into unpaid_days select id, ${today}, 83333, 0 from loans`);
  await t.deps.db.run(sql`insert into coming_payments select id, '2099-01-01', 83333, 0, 0 from loans`);
}

Deno.test("a bank's file of the most rows, each of which may pay many loans, blocks nobody", () =>
  withApp(async (t) => {
    const ctx = t.context(await t.account({ role: 9 }));
    await manyAlike(t, 1_500);
    const today = dateInToronto(t.now());
    const rows = Array.from({ length: 500 }, (_, n) => `${today},"DEPOSIT, SMITHERS ${n % 25} NO ${n}",833.33`);
    const text = `Date,Description,Amount\n${rows.join("\n")}`;
    let answer: BankPreview;
    await takesTurns("preview", async () => answer = await previewBankFile(ctx, { text }));
    assert.deepEqual(answer!.rows.map(({ state }) => state), rows.map(() => "doubtful"));
    assert.ok(answer!.rows.every(({ proposed }) => proposed.length === 5));
  }));

Deno.test("an email's tens of thousands of events, as a file and by its contacts, block nobody", () =>
  withApp(async (t) => {
    const people = 4_000, rounds = 5, ctx = t.context(await t.account({ role: 9 }));
    await t.deps.db.insert(trackedEmails).values({ id: 1, name: "Rates", timesRan: 1, createdAt: 1 });
    for (let from = 1; from <= people; from += 500) {
      const some = sql`with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + 499})`;
      await t.deps.db.run(sql`${some} insert into tracked_recipients (email_id, sent_id, name, email)
        select 1, 1, '\u00c9lodie ' || i, i || '@b.example' from n`);
      for (let round = 1; round <= rounds; round++) {
        await t.deps.db.run(sql`${some} insert into tracker_events (email_id, sent_id, email, type, created, day, ip)
          select 1, 1, i || '@b.example', 'open', ${round * 1000}, '2026-11-20', i || '.' || ${round} from n`);
        await setImmediate();
      }
    }
    const all = { emailId: 1, sentId: "all" } as const;
    let text = "", contacts: TrackedContact[] = [];
    await takesTurns("events", async () => void ({ text } = await writeTrackingFile(ctx, { of: "events", ...all })));
    assert.equal(text.match(/\r\n/g)!.length, people * rounds + 1);
    await takesTurns("contacts", async () => contacts = await listContacts(ctx, all));
    assert.deepEqual(contacts.map(({ uniqueOpens }) => uniqueOpens), contacts.map(() => rounds));
    assert.equal(contacts.length, people);

    const { $client } = t.deps.db, execute = $client.execute;
    let statements = 0;
    $client.execute = (...asked: unknown[]) => {
      statements++;
      return (execute as (...asked: unknown[]) => ReturnType<typeof execute>).apply($client, asked);
    };
    assert.deepEqual(await listContacts(ctx, { emailId: 1, sentId: 1 }), contacts);
    assert.ok(statements >= 2 * people / 500, `a run is read by ${statements} statements`);
  }));
