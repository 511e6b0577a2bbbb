import { fixed, money } from "../money.ts";
import { maxLtvMessage } from "./ltv.ts";
import { RATING_NAMES, type RatingEntries, type RatingName, type Ratings } from "./scoring.ts";

/** Ratings with at least this score are reasons (lending rules 7). */
const REASON_SCORE = 4;
/** Most ratings that a summary names. */
const MAX_REASONS = 5;

/** The figures that the sentences use. */
export interface ReasonFigures extends RatingEntries {
  fdsc: number;
  equityChargePercent: number | null;
}

function years(count: number): string {
  return `${fixed(count, Number.isInteger(count) ? 0 : 1)} ${count === 1 ? "year" : "years"}`;
}

const SENTENCES: Record<RatingName, (figures: ReasonFigures) => string> = {
  DSCRating: ({ fdsc }) => `Net debt service coverage of ${fixed(fdsc, 2)} is low`,
  yoeRating: ({ yoe }) => `Time with the employer, ${years(yoe)}, is short`,
  employerRating: ({ sector }) =>
    sector.trim() ? `Employment sector ${sector.trim()} carries risk` : "The employment sector is not known",
  rofRating: ({ failures }) => `Arrears and judgments of ${money(failures)} are high`,
  litRating: ({ litigiousness }) =>
    litigiousness.trim() ? `Litigation status of ${litigiousness.trim()} carries risk` : "Litigation is not known",
  creditRating: ({ creditScore }) =>
    creditScore > 0 ? `Credit score of ${creditScore} is low` : "The credit score is not known",
  regionRating: ({ region }) =>
    region.trim() ? `Property market of ${region.trim()} is weak or not known to us` : "The region is not known",
  rentalRating: ({ region }) =>
    region.trim() ? `Rental demand in ${region.trim()} is weak or not known to us` : "Rental demand is not known",
  ltvRating: ({ ltv }) => ltv === null ? "LTV is unknown without a property value" : `LTV of ${ltv}% is high`,
  sizeOfFirstRating: ({ firstMortgage }) => `First mortgage of ${money(firstMortgage)} is large`,
  uopRating: ({ useOfProceeds }) =>
    useOfProceeds.trim()
      ? `Use of proceeds for ${useOfProceeds.trim()} carries risk`
      : "The use of proceeds is not known",
  equityChargeRating: ({ equityChargePercent }) =>
    equityChargePercent === null
      ? "Charges against the property cannot be compared with an unknown value"
      : `Charges at ${equityChargePercent}% of the property's value are high`,
};

/**
 * A summary's reasons: the max-LTV sentence first if it applies, then what is said of the rank, then at most five
 * ratings scored 4 or more, highest weighted first, ties in table order (lending rules 7).
 */
export function reasonsOf(
  ratings: Ratings,
  figures: ReasonFigures,
  maxLtvExceeded: boolean,
  ltvLimit: number,
  rankNotice: string | null,
): string[] {
  const named = RATING_NAMES.filter((name) => ratings[name].score >= REASON_SCORE)
    .sort((a, b) => ratings[b].weighted - ratings[a].weighted)
    .slice(0, MAX_REASONS)
    .map((name) => SENTENCES[name](figures));
  return [...(maxLtvExceeded ? [maxLtvMessage(ltvLimit)] : []), ...(rankNotice === null ? [] : [rankNotice]), ...named];
}
