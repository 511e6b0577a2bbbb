import { loanCountText } from "../../lib/domain/money.ts";
import { BANDS } from "../../lib/domain/maps/loan_spots.ts";
import type { RegionExposure } from "../../lib/domain/maps/loan_spots.ts";
import { lookInMonth, type RegionMarket } from "../../lib/domain/maps/region_look.ts";
import { COLOURS, WORDS } from "../../lib/domain/maps/market_colours.ts";
import type { MapMode } from "../../lib/schemas/maps/loan_map.ts";
import { compact } from "../../lib/ui/charts/geometry.ts";
import type { Pointed } from "./_loan_map_engine.ts";

/** What the tip needs to know of the page. */
export interface TipFacts {
  mode: MapMode;
  month: number;
  markets: ReadonlyMap<string, RegionMarket>;
  exposures: ReadonlyMap<string, RegionExposure>;
}

/** The market's word in a month. */
function marketLabel(market: RegionMarket | undefined, month: number): string {
  if (!market) return "No data";
  const { step, hatched } = lookInMonth(market, month);
  if (step === null) return "Not coloured";
  if (step === 0) return "No data";
  return `${WORDS[COLOURS[step - 1]]}${hatched ? ", outdated" : ""}`;
}

/** Two lines on what is under the pointer: what it is, and what counts of it. */
export function tipLines(pointed: Pointed, facts: TipFacts): [title: string, more: string] {
  const { loans, amount, band, region } = pointed;
  if (loans > 1) return [loanCountText(loans), `$${compact(amount)}`];
  if (loans === 1) {
    return ["1 loan", `$${compact(amount)}, ${band === null ? "" : `${BANDS[band]} risk`}`.replace(/, $/, "")];
  }
  if (facts.mode === "market") return [region, marketLabel(facts.markets.get(region), facts.month)];
  const own = facts.exposures.get(region);
  return [region, own ? `$${compact(own.amount)} in ${loanCountText(own.loans)}` : "None of our loans"];
}

/** Shows the tip beside the pointer, inside the map. */
export function showTip(tip: HTMLElement, pointed: Pointed, [title, more]: [string, string]): void {
  const name = document.createElement("b");
  name.textContent = title;
  tip.replaceChildren(name, more);
  tip.hidden = false;
  const [x, y] = pointed.pixel, { clientWidth, clientHeight } = tip.parentElement!;
  const left = x > clientWidth - 190 ? x - 14 - tip.offsetWidth : x + 14;
  tip.style.transform = `translate(${left}px, ${Math.min(y + 12, clientHeight - 60)}px)`;
}
