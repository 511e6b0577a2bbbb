import type { ReactNode } from "react";

/** The steps of a loan. No durations: they depend on the loan. */
const STEPS = [
  ["Quote", "Price it here, on the phone with your client."],
  ["Submit", "Send the application and see at once how likely approval is."],
  ["Conditions", "One list for each loan, ticked off as you complete it."],
  ["Fund", "With the conditions met, the loan is funded."],
] as const;

/**
 * The four steps of a loan, with links: New Loan, which needs an account first and is left out without `submitTo`, and
 * Login.
 */
export function Steps(props: { signedIn: boolean; submitTo: string }): ReactNode {
  return (
    <section className="home-section stack">
      <h2 className="visually-hidden">How it works</h2>
      <ol className="process-steps">
        {STEPS.map(([name, text]) => (
          <li key={name}>
            <b>{name}</b>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className="btn-row">
        {props.submitTo && <a className="btn primary" href={props.submitTo}>SUBMIT LOAN</a>}
        {!props.signedIn && <a className="btn" href="/login">Login</a>}
      </div>
    </section>
  );
}
