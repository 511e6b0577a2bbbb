/** Folded into two lines on a phone, rows say what their hidden cells do: what is owed, and whose a payment is. */
import assert from "node:assert/strict";
import { transferScene } from "../../support/transfer_scene.ts";

/** The text of what folded rows say beside their title and figures. */
function details(html: string): string[] {
  return [...html.matchAll(/<td role="cell" class="row-detail[^"]*">(.*?)<\/td>/gs)]
    .map(([, cell]) => cell.replace(/<!--.*?-->|<[^>]+>/gs, "").trim());
}

transferScene("a folded row names arrears, maturity, account, reference, broker and score", async (s) => {
  await s.until("2027-01-25");
  const { loans: [{ id }], admin } = s;
  const row = async (path: string) => details(await s.page(path))[0];
  const next = "/dashboard/transfers?kind=debit&day=2027-02-20&arrears=true";
  assert.match(await row(next), /^ending in 543, \$[\d,.]+ of it arrears$/);
  assert.match(await row("/dashboard/servicing"), /, maturity 20 Nov 202\d$/);
  assert.match(
    await row("/dashboard/servicing?view=maturities&within=all"),
    /^Matures 20 Nov 202\d, arrears \$[\d,.]+$/,
  );
  const file = await s.make("2027-02-20");
  assert.match(await row(`/dashboard/transferfile?id=${file}`), /^Ending in 543, D\d+-0001/);
  const broker = await s.t.account({ name: "Priya Raman" });
  await s.call("updatebrokerloan", { loanId: id, brokerId: broker.id });
  await s.t.signInAgain(admin);
  assert.ok(details(await s.page("/dashboard/overview/loans?status=all")).some((one) => one.endsWith(", Priya Raman")));
  assert.match(await row(`/dashboard/viewbroker?id=${broker.id}`), /, risk \d\.\d\d, \d+ \w+ 2026$/);
});
