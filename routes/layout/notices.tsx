import type { ReactNode } from "react";
import type { Lender } from "../../lib/domain/lender.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { withFullStop } from "../../lib/domain/sentence.ts";

/**
 * The public site's disclaimer (accounts specification 2). With `once` the shell's script opens it on a
 * browser's first visit; without script it stays closed.
 */
export function DisclaimerDialog(props: { once: boolean }): ReactNode {
  return (
    <Dialog id="disclaimer" title="Before you continue" slim closable={false} once={props.once ? "broker" : undefined}>
      <p>
        This site is for mortgage brokers and agents licensed in Ontario. It is not an offer to lend and not advice to
        borrowers.
      </p>
      <p className="mute">
        Prices shown here are indicative. Every loan is underwritten on its own documents, and terms are set only by a
        signed commitment.
      </p>
      <form method="dialog">
        <footer>
          <button className="btn primary wide" type="submit" autoFocus>I am a licensed broker</button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The site's credits. */
export function CreditDialog(props: { lender: Lender }): ReactNode {
  return (
    <Dialog id="site-credit" title="Site credit" slim>
      <p>
        {withFullStop(`Designed and built for ${props.lender.legalName ?? props.lender.name}`)}{" "}
        Set in Source Sans 3 by Paul D. Hunt; icons from Lucide.
      </p>
    </Dialog>
  );
}
