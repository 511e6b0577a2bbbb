/** What begins and posts by itself in a ledger (lending rules 14). */
import assert from "node:assert/strict";
import type { ContractRecord } from "../../../lib/domain/lending/contract.ts";
import { openingEntry } from "../../../lib/domain/servicing/entries.ts";
import { firstDuePassed } from "../../../lib/domain/servicing/posting.ts";
import { Book, brief, contract } from "../../support/ledger_book.ts";

Deno.test("a first payment has passed on the day after it, an interest adjustment before the payments counts as one", () => {
  const dates = { adjustmentDate: "", firstPayment: "2027-02-15" };
  const passed = (today: string, more: Partial<typeof dates> = {}) => firstDuePassed({ ...dates, ...more }, today);
  assert.deepEqual(["2027-02-14", "2027-02-15", "2027-02-16"].map((today) => passed(today)), ["", "", "2027-02-15"]);
  assert.equal(passed("2027-02-02", { adjustmentDate: "2027-02-01" }), "2027-02-01");
});

/** Days of the renewals that are posted by `today` in a ledger that begins with less than the second contract names. */
function renewalDays(second: ContractRecord, begins: string, today: string): string[] {
  const book = new Book([contract(), second], false);
  book.add(openingEntry({ day: begins, principal: 9_950_000, due: 83_333, charges: 0 }));
  return brief(book.post(today)).filter(([kind]) => kind === "renewal").map(([, day]) => String(day));
}

Deno.test("a ledger that begins on the day of a renewal has it behind it, one that begins before is carried on", () => {
  const renewal = contract({ kind: "renewal", effectiveDate: "2028-01-15" }, 2);
  assert.deepEqual(renewalDays(renewal, "2028-01-15", "2028-01-20"), []);
  assert.deepEqual(renewalDays(renewal, "2028-01-14", "2028-01-20"), ["2028-01-15"]);
  assert.deepEqual(renewalDays(renewal, "2028-01-14", "2028-01-14"), [], "of a day to come nothing is posted");
});

Deno.test("an amendment carries nothing on: what is unpaid stays to be paid", () => {
  const amendment = contract({ kind: "amendment", effectiveDate: "2027-06-20" }, 2);
  assert.deepEqual(renewalDays(amendment, "2027-06-01", "2027-07-20"), []);
});
