import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { SubmissionForm } from "../../lib/client/loans/submission_form.ts";
import { clientCode } from "../../lib/domain/loans/client_code.ts";
import { money, parseNumber } from "../../lib/domain/money.ts";

const RECEIVED = "Loan received";

/** Replaces the form once the loan is created, and names what was received, in the page's head too. */
export function ThankYou(props: { loanId: number; form: SubmissionForm }): ReactNode {
  const { loanId, form: { entries } } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const { lastName = "", newLoanAmount, firstOrSecond = "" } = entries;
  const received = `${money(parseNumber(newLoanAmount))} ${firstOrSecond.toLowerCase()}`;
  useLayoutEffect(() => {
    const head = document.querySelector("h1"), before = head?.textContent;
    if (head && before) {
      document.title = document.title.replace(before, RECEIVED);
      head.textContent = RECEIVED;
    }
    scrollTo(0, 0);
    title.current?.focus();
  }, []);
  return (
    <section className="empty thanks" aria-labelledby="thanks-h">
      <svg viewBox="0 0 128 48" aria-hidden="true" fill="none" stroke="currentColor">
        <path d="M4 32h120M4 26v12M24 28v8M44 28v8M64 26v12M84 28v8M104 28v8M124 26v12" />
        <path strokeWidth="2" d="M104 8v18" />
      </svg>
      <h2 id="thanks-h" tabIndex={-1} ref={title}>Thank you</h2>
      <p>
        <b>{`${clientCode(lastName, loanId)}, ${received}`}</b>
      </p>
      <p>
        We have your application and sent you an email about it. We review it next; the conditions will be on the
        loan&rsquo;s page.
      </p>
      <div className="btn-row">
        <a className="btn primary" href={`/dashboard/viewloan/${loanId}`}>Open the loan</a>
        <a className="btn" href="/dashboard/loans">Manage Conditions</a>
        <a className="btn" href="/dashboard/submitloan">Submit another loan</a>
      </div>
    </section>
  );
}
