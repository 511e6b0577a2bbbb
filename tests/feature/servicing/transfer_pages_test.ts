/** Thousands of payments and of loans without bank details are listed by the page. */
import assert from "node:assert/strict";
import { asc, sql } from "drizzle-orm";
import { loans, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { addMonths } from "../../../lib/domain/dates.ts";
import { getTransferFile, getTransfers, saveBankDetails } from "../../../lib/features/servicing/mod.ts";
import { withApp } from "../../support/app.ts";
import { copyLoans } from "../../support/loans.ts";
import { plansOf } from "../../support/plans_of.ts";
import { openTransferScene, TRANSFER_ENV } from "../../support/transfer_scene.ts";

const ACCOUNT = { institution: "003", transit: "00123", account: "9876543", holder: "Ann Roy", agreedOn: "2026-11-20" };

Deno.test("a page lists what one file takes, and of those left out a page", () =>
  withApp(async (t) => {
    const { admin, loans: [loan, other] } = await openTransferScene(t), { db } = t.deps;
    await copyLoans(t, 600, `id = ${loan.id}`, { client_code: "'ALI-' || (1000 + value)" });
    await db.run(sql`insert into loan_books
      select id, 10000000, 83333, 0, 0, '', '', 0, '', 0, '2027-12-01', '' from loans where id > ${other.id}`);
    await db.run(sql`insert into coming_payments
      select id, '2026-12-20', 83333, 0, 0 from loans where id > ${other.id}`);
    const ids = (await db.select({ id: loans.id }).from(loans).orderBy(asc(loans.id))).map(({ id }) => id);
    for (const loanId of ids.slice(2, 501)) {
      await saveBankDetails(t.context(admin), { loanId, participant: "", ...ACCOUNT });
    }
    const shown = async (pages: string) => {
      const page = await (await t.get(`/dashboard/transfers?kind=debit&day=2026-12-20${pages}`, admin)).text();
      const turns = [...page.matchAll(/rel="(prev|next)" href="([^"]+)"/g)].map(([, rel, href]) => [rel, href]);
      return {
        taken: page.match(/aria-label="Take /g)?.length,
        left: page.match(/No bank details/g)?.length,
        turns,
        page,
      };
    };
    const address = "/dashboard/transfers?kind=debit&amp;day=2026-12-20&amp;month=2026-10&amp;arrears=false";
    const { page, ...first } = await shown("");
    assert.deepEqual(first, {
      taken: 500,
      left: 50,
      turns: [
        ["next", `${address}&amp;page=2&amp;leftOut=1&amp;files=1`],
        ["next", `${address}&amp;page=1&amp;leftOut=2&amp;files=1#left-out`],
      ],
    });
    assert.match(page, /To collect: 501/);
    assert.match(page, /A file takes 500 payments/);
    const { taken, left } = await shown("&page=2&leftOut=99");
    assert.deepEqual([taken, left], [1, 1]);
  }, TRANSFER_ENV));

Deno.test("files of debits and credits are listed by the page, the newest first, each of them on one", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 });
    const shown = async (query = "") => {
      const page = (await (await t.get(`/dashboard/transfers${query}`, admin)).text()).replaceAll("<!-- -->", "");
      const part = page.slice(page.indexOf('id="files"'));
      return {
        ids: [...part.matchAll(/transferfile\?id=(\d+)/g)].map(([, id]) => Number(id)),
        at: part.match(/Page \d+ of \d+/)?.[0],
        turns: [...part.matchAll(/rel="(?:prev|next)" href="[^"]*?&amp;(page=[^"]+)"/g)].map(([, href]) => href),
      };
    };
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
    const add = (from: number, to: number) =>
      t.deps.db.run(
        sql`with recursive n(value) as (select ${from} union all select value + 1 from n where value < ${to})
        insert into transfer_files (kind, day, state, sealed, key_mark, digest, payments, cents, made_at)
        select 'credit', '2026-01-05', 'sent', '', '', '', 1, 1, value from n`,
      );
    await add(1, 20);
    assert.deepEqual(await shown(), { ids: down(20, 1), at: undefined, turns: [] });
    await add(21, 45);
    assert.deepEqual(await shown("?leftOut=3"), {
      ids: down(45, 26),
      at: "Page 1 of 3",
      turns: ["page=1&amp;leftOut=3&amp;files=2#files"],
    });
    const turns = [1, 3].map((files) => `page=1&amp;leftOut=1&amp;files=${files}#files`);
    assert.deepEqual(await shown("?files=2"), { ids: down(25, 6), at: "Page 2 of 3", turns });
    const last = await shown("?files=99");
    assert.deepEqual([last.ids, last.at], [down(5, 1), "Page 3 of 3"]);
  }));

Deno.test("the list of files is read without their sealed texts, and so is a file's page", () =>
  withApp(async (t) => {
    const { admin } = await openTransferScene(t);
    const [{ id }] = await t.deps.db.insert(transferFiles).values({
      kind: "debit",
      day: "2026-12-20",
      number: 1,
      state: "sent",
      sealed: "x".repeat(200_000),
      keyMark: "mark",
      sha256: "",
      payments: 1,
      cents: 100,
      madeAt: t.now(),
    }).returning();
    await t.deps.db.insert(transfers).values(["", "Its loan is repaid."].map((problem, i) => ({
      fileId: id,
      party: `loan:${i}`,
      name: "Ann Roy",
      lastDigits: "543",
      reference: `D1-${i}`,
      cents: 50,
      problem,
    })));
    const page = await (await t.get("/dashboard/transfers?kind=debit&day=2026-12-20", admin)).text();
    assert.match(page, /<span class="fold-only">1 payment on 20 Dec 2026. Made <\/span>/, "on a phone, too");
    const ask = { kind: "debit" as const, day: "2026-12-20", month: "", arrears: false };
    let shown: unknown[] = [];
    const asked = await plansOf(t, async (ctx) => {
      shown = [(await getTransfers(ctx, ask)).files[0], (await getTransferFile(ctx, { id })).file];
    });
    assert.deepEqual(shown[0], shown[1]);
    assert.equal((shown[0] as { problems: number }).problems, 1);
    const ofFiles = asked.filter(({ text }) =>
      text.includes('from "transfer_files"') && text.includes('"made_by_name"')
    );
    assert.ok(ofFiles.length >= 2);
    for (const { text } of ofFiles) assert.doesNotMatch(text, /"sealed"/);
  }, TRANSFER_ENV));

Deno.test("the next file is planned without reading ten years of debits that were posted", () =>
  withApp(async (t) => {
    const { admin } = await openTransferScene(t), { db } = t.deps;
    for (let number = 1; number <= 120; number++) {
      const day = addMonths("2016-10-01", number);
      const sent = { kind: "debit", day, number, state: "sent", sealed: "", keyMark: "mark", sha256: "" } as const;
      const [{ id }] = await db.insert(transferFiles)
        .values({ ...sent, payments: 500, cents: 500, madeAt: 1, postedAt: 1 }).returning();
      await db.run(sql`insert into transfers (file_id, party, name, last_digits, reference, cents, row_id)
        with recursive n(value) as (select 1 union all select value + 1 from n where value < 500)
        select ${id}, 'loan:' || (1000 + value), 'Ann Roy', '543', ${id} || '-' || value, 1, ${id} * 1000 + value from n`);
    }
    // Read whole they are a turn of a second, which no test may take.
    const ask = { kind: "debit" as const, day: "2026-12-20", month: "", arrears: false };
    assert.equal((await getTransfers(t.context(admin), ask)).rows.length, 2);
  }, TRANSFER_ENV));

Deno.test("the file of a day on which hundreds of payments fall due is planned without reading their ledgers", () =>
  withApp(async (t) => {
    const s = await openTransferScene(t), { loans: [loan, other] } = s, { db } = t.deps;
    await s.until("2026-12-20");
    await copyLoans(t, 600, `id = ${loan.id}`, { client_code: "'ALI-' || (1000 + value)" });
    await db.run(sql`insert into ledger_rows (loan_id, kind, day, key, recorded_at, due)
      select id, 'due', '2026-12-20', 'due:1', 1, 1 from loans where id > ${other.id}`);
    for (let i = 0; i < 60; i++) {
      await db.run(sql`insert into ledger_rows (loan_id, kind, day, key, recorded_at, paid)
        select id, 'payment', '2026-11-20', ${`act:${i}`}, 1, 1 from loans where id > ${other.id}`);
    }
    // Read whole they are a turn that no test may take.
    assert.deepEqual((await s.plan("2026-12-20")).rows.map(({ loanId }) => loanId), [loan.id, other.id]);
  }, TRANSFER_ENV));
