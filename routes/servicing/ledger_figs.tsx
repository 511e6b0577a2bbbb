import type { ReactNode } from "react";
import { daysText, formatDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { arrearsBand, type LedgerFigures } from "../../lib/domain/servicing/figures.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Fig } from "../../lib/ui/figures.tsx";

/** What is unpaid of what falls due on this very day, else the next payment. */
export function NextPaymentFig(
  { figures, className }: { figures: Pick<LedgerFigures, "dueToday" | "next">; className?: string },
): ReactNode {
  const { dueToday, next } = figures;
  return (
    <Fig label={dueToday > 0 ? "Due today" : "Next payment"} className={className}>
      {dueToday > 0
        ? moneyOfCents(dueToday)
        : next
        ? `${moneyOfCents(next.payment)} on ${formatDate(next.day)}`
        : "None"}
    </Fig>
  );
}

/** What is in arrears, and for how long. */
export function ArrearsFig({ arrears, arrearsDays }: Pick<LedgerFigures, "arrears" | "arrearsDays">): ReactNode {
  const word = `${moneyOfCents(arrears)}, ${daysText(arrearsDays)}`;
  return <Fig label="Arrears">{arrears > 0 ? <Band band={arrearsBand(arrearsDays)} word={word} /> : "None"}</Fig>;
}
