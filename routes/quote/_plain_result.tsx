import type { ReactNode } from "react";
import { startQuote } from "../../lib/client/quote/quote_state.ts";
import type { QuoteResult } from "../../lib/domain/lending/quote.ts";
import { money } from "../../lib/domain/money.ts";
import { QuoteResultView } from "../../lib/ui/quote/quote_result.tsx";

/** The quote that a form without script asked for; `sent` is what it sent, `limit` the maximum LTV in percent. */
export function PlainQuoteResult(props: {
  result: QuoteResult;
  sent: Readonly<Record<string, string>>;
  limit: number;
  submitTo: string;
}): ReactNode {
  const { fits, refusal } = props.result;
  return (
    <section className="result quote-result" aria-labelledby="answer-h">
      <h2 id="answer-h" tabIndex={-1} autoFocus>Your indicative quote</h2>
      <QuoteResultView result={props.result} inputs={startQuote(props.sent).figures} limit={props.limit} />
      <div className="btn-row">
        {props.submitTo && (
          <a
            className={refusal ? "btn" : "btn primary"}
            href={`${props.submitTo}?${new URLSearchParams(props.sent)}`}
          >
            SUBMIT LOAN
          </a>
        )}
        {fits && (
          <form method="post" action="/api/loans/getquote">
            {Object.entries({ ...props.sent, loanAmount: fits }).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button className="btn primary" type="submit">{`Price ${money(fits)}`}</button>
          </form>
        )}
      </div>
    </section>
  );
}
