/** Market reports of the demo: invented figures that look like markets, for 20 regions and 18 months. Never random. */
import { addMonths } from "../../../lib/domain/dates.ts";
import { type MarketReport, reportDate } from "../../../lib/domain/maps/market_report.ts";
import { REGIONS } from "../../../lib/domain/places/regions.ts";

/** Months that each region has reports of. */
const DEMO_MONTHS = 18;
/** The demo's outdated region: its last report is this many months old. Kenora and the others have none. */
const DEMO_OUTDATED = { region: "Timmins", months: 8 } as const;

/** Name, how strong the market is (0 is even), median price in thousands of dollars. */
const MARKETS: readonly (readonly [region: string, mood: number, price: number])[] = [
  ["Toronto", -0.35, 985],
  ["Ottawa", 0.75, 668],
  ["Mississauga", -0.5, 965],
  ["Brampton", -0.95, 905],
  ["Hamilton", 0.1, 745],
  ["London", 0.2, 615],
  ["Markham", -0.2, 1180],
  ["Vaughan", -0.6, 1210],
  ["Kitchener", -0.1, 712],
  ["Windsor", 0.5, 545],
  ["Oakville", 0.3, 1290],
  ["Burlington", 0.35, 1010],
  ["Oshawa", -0.1, 725],
  ["Barrie", -0.3, 735],
  ["St. Catharines", 0.05, 595],
  ["Guelph", 0.25, 790],
  ["Kingston", 0.85, 590],
  ["Greater Sudbury", 0.7, 448],
  ["Niagara Falls", -0.8, 640],
  [DEMO_OUTDATED.region, 0.4, 265],
];

/** A number from -1 to 1 that looks like chance and is always the same for its seed. */
function wave(seed: number): number {
  const spread = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return (spread - Math.floor(spread)) * 2 - 1;
}

const round = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(2));

/** One region's reports to its last month, rising. */
function reportsOf(place: number, today: string): (MarketReport & { region: string })[] {
  const [region, mood, thousands] = MARKETS[place];
  const size = Math.max(12, (REGIONS.find(({ name }) => name === region)?.population ?? 0) / 1150);
  const back = region === DEMO_OUTDATED.region ? DEMO_OUTDATED.months : 0;
  let price = thousands * 1000;
  return Array.from({ length: DEMO_MONTHS }, (_, i) => {
    const month = addMonths(`${today.slice(0, 7)}-01`, i - DEMO_MONTHS + 1 - back).slice(0, 7);
    const chance = (kind: number) => wave(place * 97 + i * 7 + kind);
    // Spring lists and sells more than winter.
    const season = Math.cos((Number(month.slice(5)) - 5.4) / 6 * Math.PI);
    const trend = mood + 0.5 * Math.sin(i / 3.4 + place) - 0.03 * Math.max(0, i - 9);
    const newListings = Math.round(size * (1 + 0.34 * season) * (1 - 0.1 * trend) * (1 + 0.05 * chance(1)));
    const share = Math.min(0.92, Math.max(0.22, 0.48 + 0.15 * trend + 0.03 * chance(2)));
    const homesSold = Math.round(newListings * share);
    const monthlyChange = round(0.1 + 0.85 * trend + 0.3 * season + 0.3 * chance(3), 0.1);
    price *= 1 + monthlyChange / 100;
    const detachedSales = Math.round(homesSold * (size > 500 ? 0.46 : 0.64));
    const townhouseSales = Math.round(homesSold * 0.2);
    return {
      region,
      month,
      date: reportDate(month, today),
      newListings,
      homesSold,
      averageDaysOnMarket: Math.max(9, Math.round(33 - 9 * trend - 5 * season + 2 * chance(4))),
      listingToSellingPrice: round(98.2 + 1.3 * trend + 0.5 * season + 0.4 * chance(5), 0.1),
      monthlyChange,
      medianPrice: round(price, 500),
      detachedSales,
      townhouseSales,
      condoSales: homesSold - detachedSales - townhouseSales,
    };
  });
}

/** Every report of the demo's regions up to `today` (YYYY-MM-DD). */
export const demoMarkets = (today: string): (MarketReport & { region: string })[] =>
  MARKETS.flatMap((_, place) => reportsOf(place, today));
