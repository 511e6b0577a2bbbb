import { type ReactNode, useLayoutEffect, useRef } from "react";

/** Replaces the form once the loan is created. */
export function ThankYou(props: { loanId: number }): ReactNode {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
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
        We have your application and sent you an email about it. We review it next; the conditions will be on the
        loan&rsquo;s page.
      </p>
      <div className="btn-row">
        <a className="btn primary" href={`/dashboard/viewloan/${props.loanId}`}>Open the loan</a>
        <a className="btn" href="/dashboard/loans">Manage Conditions</a>
        <a className="btn" href="/dashboard/submitloan">Submit another loan</a>
      </div>
    </section>
  );
}
