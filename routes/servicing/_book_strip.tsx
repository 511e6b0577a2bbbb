import { Fragment, type ReactNode } from "react";
import type { BookSummary } from "../../lib/features/servicing/mod.ts";
import { ARREARS_BUCKETS } from "../../lib/domain/servicing/book.ts";
import { countText, loanCountText, moneyOfCents } from "../../lib/domain/money.ts";
import { type BookQuery, bookQuery } from "../../lib/schemas/servicing/book.ts";
import { Fig, Strip } from "../../lib/ui/figures.tsx";

/** The book in short; in the arrears view by how long payments are overdue. */
export function BookStrip({ summary, query }: { summary: BookSummary; query: BookQuery }): ReactNode {
  const { loans, balance, arrears, inArrears, buckets, soon, soonPayments, overheld } = summary;
  const labels = new Map<string, string>(ARREARS_BUCKETS.map(({ name, label }) => [name, label]));
  const past = bookQuery.address(bookQuery.defaults, { view: "maturities", within: "past" });
  const whole = (
    <Fragment key="whole">
      <Fig label="Posted balance" className="first">{moneyOfCents(balance)}</Fig>
      <Fig label="In servicing">{loanCountText(loans)}</Fig>
    </Fragment>
  );
  if (query.view === "arrears") {
    return (
      <Strip
        label="Arrears in short"
        groups={[
          <Fragment key="all">
            <Fig label="In arrears" className="first">{moneyOfCents(arrears)}</Fig>
            <Fig label="Of the book">{`${countText(inArrears)} of ${loanCountText(loans)}`}</Fig>
          </Fragment>,
          <Fragment key="buckets">
            {buckets.map(({ name, loans, arrears }) => (
              <Fig key={name} label={loans === 0 ? labels.get(name) : `${labels.get(name)}: ${countText(loans)}`}>
                {loans === 0 ? "None" : (
                  <a href={bookQuery.address(bookQuery.defaults, { bucket: name })}>
                    {moneyOfCents(arrears)}
                  </a>
                )}
              </Fig>
            ))}
          </Fragment>,
        ]}
      />
    );
  }
  return (
    <Strip
      label="The book in short"
      groups={[
        whole,
        <Fragment key="soon">
          <Fig label={soonPayments === 0 ? "Due in 30 days" : `Due in 30 days: ${countText(soonPayments)}`}>
            {soonPayments === 0 ? "None" : moneyOfCents(soon)}
          </Fig>
          <Fig label="In arrears">{moneyOfCents(arrears)}</Fig>
          <Fig label="Past maturity">{overheld === 0 ? "None" : <a href={past}>{loanCountText(overheld)}</a>}</Fig>
        </Fragment>,
      ]}
    />
  );
}
