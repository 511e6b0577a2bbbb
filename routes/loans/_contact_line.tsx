import type { ReactNode } from "react";
import { type Lender, telephoneUrl } from "../../lib/domain/lender.ts";

/** The lender's contact for questions about a loan. */
export function ContactLine({ lender }: { lender: Lender }): ReactNode {
  return (
    <section aria-labelledby="questions-title">
      <h2 className="subheading" id="questions-title">Questions?</h2>
      <p className="small mute">
        {lender.name}
        {lender.phone && (
          <>
            , <a href={telephoneUrl(lender.phone)}>{lender.phone}</a>
          </>
        )}
        . <a href="/dashboard/contact">Contact us</a>
      </p>
    </section>
  );
}
