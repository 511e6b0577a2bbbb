/** A broker's loan and the people around it: what most tests of a loan's calls stand on. */
import { ADVANCE_DAY } from "../../lib/domain/lending/payment_days.ts";
import { type TestAccount, type TestApp, withApp } from "./app.ts";
import { type LoanFields, type LoanParts, makeLoan, type TestLoan } from "./loans.ts";

export interface LoanScene {
  t: TestApp;
  /** Priya Raman, whose loan it is. */
  broker: TestAccount;
  /** Omar Said, another broker. */
  stranger: TestAccount;
  /** Helen Voss, an administrator. */
  admin: TestAccount;
  loan: TestLoan;
}

/**
 * Defines tests that each start from this loan, on an application of their own:
 * `const scene = loanScene({ city: "Ottawa" }); scene("is refused", async ({ t, loan }) => { … })`. Payments fall on
 * the day of the advance, or on `paymentDay`.
 */
export function loanScene(fields: LoanFields = {}, parts: LoanParts = {}, paymentDay = ADVANCE_DAY) {
  return (name: string, run: (s: LoanScene) => Promise<void>): void =>
    Deno.test(name, () =>
      withApp(
        async (t) => {
          const broker = await t.account({ name: "Priya Raman" });
          const stranger = await t.account({ name: "Omar Said" });
          const admin = await t.account({ name: "Helen Voss", role: 9 });
          await run({ t, broker, stranger, admin, loan: await makeLoan(t, { brokerId: broker.id, ...fields }, parts) });
        },
        {},
        paymentDay,
      ));
}

/** Loans specification 3.5: 4 is the lender's own check (the retainer), 5 a text, 11 a file; 31 is a check of ours. */
export const ONE_OF_EACH: LoanParts["conditions"] = [
  { id: 4 },
  { id: 5 },
  { id: 11 },
  { id: 31, type: 0, title: "Confirm the closing date" },
];
