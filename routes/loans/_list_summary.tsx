import type { ReactNode } from "react";
import { Liquidity } from "../../islands/loans/Liquidity.tsx";
import { isFiltered } from "../../lib/features/loans/mod.ts";
import { daysText } from "../../lib/domain/dates.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import { countText, halfUp, money, scoreText } from "../../lib/domain/money.ts";
import { Island } from "../../lib/server/island.tsx";
import { Band } from "../../lib/ui/band.tsx";
import { Fig } from "../../lib/ui/figures.tsx";
import { None } from "../../lib/ui/money.tsx";
import type { LenderListProps } from "./_lender_list_props.ts";

const days = (figure: number | null) => figure === null ? <None /> : daysText(halfUp(figure, 1));

/**
 * Totals of the funded or repaid loans, and liquidity compared with the amount that pending ones request: of all of
 * them, also while the list is filtered.
 */
export function ListSummary({ query, summary, pending, globalScore }: LenderListProps): ReactNode {
  if (!summary) return null;
  const { of, figures } = summary;
  const labelOf = (one: string) => isFiltered(query) ? `All ${one.toLowerCase()}` : one;
  return (
    <section className="strip" aria-label="Summary">
      <dl>
        <Fig label={labelOf(of)} className="first">{money(figures.total)}</Fig>
        <Fig label="Loans">{countText(figures.count)}</Fig>
        <Fig label="Average">{money(figures.average) || <None />}</Fig>
        <Fig
          label={
            <>
              <abbr title="Weighted average risk rating">WARR</abbr>, risk
            </>
          }
        >
          {figures.warr === null
            ? <None />
            : <Band band={bandOf(figures.warr, globalScore)} figure={scoreText(figures.warr)} quiet />}
        </Fig>
        <Fig
          label={
            <>
              <abbr title="Weighted average maturity of seconds">WAMS</abbr>, seconds
            </>
          }
        >
          {days(figures.wams)}
        </Fig>
        <Fig
          label={
            <>
              <abbr title="Weighted average maturity of firsts">WAMF</abbr>, firsts
            </>
          }
        >
          {days(figures.wamf)}
        </Fig>
      </dl>
      {pending !== null && <Island of={Liquidity} pending={pending} label={labelOf("Requested")} />}
    </section>
  );
}
