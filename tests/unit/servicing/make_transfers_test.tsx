/** What is chosen of the next file of debits at first (docs/decisions/pre-authorised-debit.md). */
import assert from "node:assert/strict";
import { renderToStaticMarkup } from "react-dom/server";
import { MakeTransfers } from "../../../islands/servicing/MakeTransfers.tsx";
import { TRANSFERS_MAX } from "../../../lib/domain/servicing/transfers.ts";

Deno.test("all are chosen, and of more than a file takes the first", () => {
  const chosen = (n: number): number => {
    const rows = Array.from({ length: n }, (_, i) => ({
      party: `loan:${i}`,
      loanId: i,
      clientCode: `${i}`,
      name: "Smithers",
      cents: 100,
      arrears: 0,
      lastDigits: "543",
      mark: "1",
    }));
    const asked = { kind: "debit" as const, day: "2026-12-20", month: "", arrears: false };
    return renderToStaticMarkup(<MakeTransfers request={asked} rows={rows} />).match(/checked=""/g)!.length;
  };
  assert.deepEqual([chosen(2), chosen(TRANSFERS_MAX), chosen(TRANSFERS_MAX + 1)], [2, 500, 500]);
});
