import type { ReactNode } from "react";
import type { QuoteInput, QuoteResult } from "../../domain/lending/quote.ts";
import { money, percent } from "../../domain/money.ts";
import { Facts, Fig } from "../figures.tsx";
import { Icon } from "../icon.tsx";
import { Notice } from "../notice.tsx";

/** Approval ratings from worst to best, with their colours (accounts specification 9). */
const RATINGS: readonly (readonly [string, "red" | "yellow" | "green"])[] = [
  ["Unlikely", "red"],
  ["Likely", "yellow"],
  ["Highly Likely", "green"],
];

/** The likelihood of approval: its label, shape and position among the three. Other labels show as unknown. */
export function Likelihood(props: { message: string }): ReactNode {
  const rating = RATINGS.find(([word]) => word === props.message);
  if (!rating) return <p className="verdict">Unknown</p>;
  const [message, band] = rating;
  return (
    <div className="stack">
      <p className="verdict" data-band={band}>
        <Icon name={`band-${band}`} className={null} />
        {message}
      </p>
      <ol className="zone-steps" aria-hidden="true">
        {RATINGS.map(([word]) => <li key={word} data-band={word === message ? band : undefined}>{word}</li>)}
      </ol>
    </div>
  );
}

/** The priced inputs. */
export type PricedInputs = Pick<QuoteInput, "loanAmount" | "valueOfResidence" | "existingFirstMtgAmt" | "bridgeTerm">;

const NAMES: Record<string, string> = { first: "First mortgage", second: "Second mortgage", bridge: "Bridge loan" };

/**
 * A quote's result. A bridge shows its all-in price instead of rate and payment. `limit` is the maximum LTV in percent,
 * which an area where nothing is lent has none of.
 */
export function QuoteResultView(props: { result: QuoteResult; inputs: PricedInputs; limit: number }): ReactNode {
  const { result, inputs, limit } = props;
  const { area, refusal } = result;
  const loan = money(inputs.loanAmount);
  const first = result.type === "first" ? 0 : inputs.existingFirstMtgAmt;
  const holds = area ? area.limit : limit;
  return (
    <>
      <Likelihood message={result.scoreMessage} />
      {(refusal || area) && <Notice band={refusal ? "red" : area!.band}>{refusal || area!.sentence}</Notice>}
      {result.rankNotice && <Notice band="yellow">{result.rankNotice}</Notice>}
      <dl className="figure-grid">
        {result.type === "bridge"
          ? <Fig label="All-in bridge price" size="large">{money(result.bridgePricing)}</Fig>
          : (
            <>
              <Fig label="Rate" size="large">{percent(result.rate)}</Fig>
              <Fig label="Monthly payment" size="large">{money(result.monthlyPayment)}</Fig>
            </>
          )}
      </dl>
      <hr />
      <Facts
        facts={[
          [NAMES[result.type], first > 0 ? `${loan} behind ${money(first)}` : loan],
          ["Property value", money(inputs.valueOfResidence)],
          ["Bridge term", result.type === "bridge" && `${inputs.bridgeTerm} days`],
          [
            result.type === "bridge" ? "Legal cap on price and fees" : "Legal cap on fees, over a year",
            money(result.ceiling) + (result.type === "bridge" ? ", less where fees come off the loan" : ""),
          ],
          ["Loan to value", result.ltv !== null && `${result.ltv}%${holds ? `, limit ${holds}%` : ""}`],
          ["With the first that stays", result.ltvWithFirst !== undefined && `${result.ltvWithFirst}%`],
        ]}
      />
      <Notice>
        <b>Indicative only, not a commitment.</b>
      </Notice>
    </>
  );
}
