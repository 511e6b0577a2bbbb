/** The bank's files of years are listed by the page, and each can be taken back. */
import assert from "node:assert/strict";
import { bankRows } from "../../../db/schema/mod.ts";
import { listBankFiles } from "../../../lib/features/servicing/mod.ts";
import { loanScene } from "../../support/loan_scene.ts";
import { plansOf } from "../../support/plans_of.ts";

const scene = loanScene();

scene("ten files are on a page, the newest first, each with its payments, and a page reads no others", async (s) => {
  const { t, admin, loan } = s;
  const file = (n: number) => ({ file: `${n}.csv`, fileHash: `hash-${n}`, takenAt: n, takenByName: "Helen Voss" });
  const add = (from: number, to: number) =>
    t.deps.db.insert(bankRows).values(
      Array.from({ length: 2 * (to - from + 1) }, (_, i) => ({
        ...file(from + (i >> 1)),
        identity: `${from}-${i}`,
        turn: 1,
        loanId: loan.id,
        rowId: 1000 * (from + (i >> 1)) + i % 2,
        line: 2 + i % 2,
        day: "2026-01-05",
        cents: 50,
        description: "",
      })),
    );
  const shown = async (query = "") => {
    const page = (await (await t.get(`/dashboard/bankpayments${query}`, admin)).text()).replaceAll("<!-- -->", "");
    const part = page.slice(page.indexOf('id="files"'));
    return {
      files: [...part.matchAll(/row-title">(\d+)\.csv</g)].map(([, n]) => Number(n)),
      at: part.match(/Page \d+ of \d+/)?.[0],
      turns: [...part.matchAll(/rel="(?:prev|next)" href="([^"]+)"/g)].map(([, href]) => href),
    };
  };
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
  await add(1, 10);
  assert.deepEqual(await shown(), { files: down(10, 1), at: undefined, turns: [] });
  await add(11, 25);
  const path = "/dashboard/bankpayments";
  assert.deepEqual(await shown(), { files: down(25, 16), at: "Page 1 of 3", turns: [`${path}?page=2#files`] });
  assert.deepEqual(await shown("?page=2"), {
    files: down(15, 6),
    at: "Page 2 of 3",
    turns: [`${path}#files`, `${path}?page=3#files`],
  });
  const last = await shown("?page=99");
  assert.deepEqual([last.files, last.at], [down(5, 1), "Page 3 of 3"]);

  let oldest;
  const asked = await plansOf(t, async (ctx) => void (oldest = (await listBankFiles(ctx, { page: 3 })).files.at(-1)));
  assert.deepEqual(oldest, {
    file: "1.csv",
    takenAt: 1,
    takenBy: "Helen Voss",
    payments: 2,
    cents: 100,
    rowIds: [1000, 1001],
  });
  assert.equal(asked.length, 2);
  for (const { plan } of asked) assert.doesNotMatch(plan, /SCAN bank_rows(?! USING COVERING INDEX)/);
});
