import type { ReactNode } from "react";
import { startQuote } from "../../lib/client/quote/quote_state.ts";
import type { QuoteResult } from "../../lib/domain/lending/quote.ts";
import { QuoteResultView } from "../../lib/ui/quote/quote_result.tsx";

/** The quote that a form without script asked for; `sent` is what it sent, `limit` the maximum LTV in percent. */
export function PlainAnswer(props: {
  result: QuoteResult;
  sent: Readonly<Record<string, string>>;
  limit: number;
  submitTo: string;
}): ReactNode {
  return (
    <section className="result quote-result" aria-labelledby="answer-h">
      <h2 id="answer-h" tabIndex={-1} autoFocus>Your indicative quote</h2>
      <QuoteResultView result={props.result} inputs={startQuote(props.sent).figures} limit={props.limit} />
      <div className="btn-row">
        <a className="btn primary" href={`${props.submitTo}?${new URLSearchParams(props.sent)}`}>SUBMIT LOAN</a>
      </div>
    </section>
  );
}
