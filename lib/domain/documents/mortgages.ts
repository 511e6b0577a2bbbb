/** The mortgages that stand on a property: the headings of an application above their lines, and what these mean. */
import type { LabelTarget } from "./fields.ts";
import { labelKey, partKeys } from "./label_key.ts";
import type { LabelMeaning } from "./labels.ts";

/** What a heading is about: all that stand, the first, the second, or one that cannot be told. */
export type MortgageHeading = "existing" | "first" | "second" | "unclear";

const HEADINGS: readonly (readonly [MortgageHeading, string])[] = [
  ["existing", "Existing mortgage|Existing mortgages|Hypothèque existante|Hypothèques existantes"],
  ["first", "First mortgage|1st mortgage|Existing first mortgage|First mortgage details|First mortgage information"],
  ["first", "Première hypothèque"],
  ["second", "Second mortgage|2nd mortgage|Existing second mortgage|Existing 2nd mortgage|Second mortgage details"],
  ["second", "Second mortgage information|Deuxième hypothèque"],
  ["unclear", "Third mortgage|3rd mortgage"],
];
const HEADING_OF = new Map(
  HEADINGS.flatMap(([heading, labels]) => labels.split("|").map((label) => [labelKey(label), heading] as const)),
);
/** Headings of lists that are not about mortgages. */
const OTHER_LISTS = new Set(["assets", "liabilities", "debts", "actif", "passif"]);

const keysOf = (text: string) => [labelKey(text), ...partKeys(text)];

/** Which mortgage a heading is about; null for any other text. */
export const mortgageHeading = (text: string): MortgageHeading | null =>
  keysOf(text).flatMap((key) => HEADING_OF.get(key) ?? [])[0] ?? null;

/** True for the heading of a list that ends the lines about a mortgage. */
export const endsMortgage = (text: string): boolean => keysOf(text).some((key) => OTHER_LISTS.has(key));

/** Labels that are a mortgage's below its heading alone. A payment counts with its period alone. */
const BELOW_HEADING: Readonly<Record<string, LabelTarget>> = {
  balance: "firstMortgage",
  currentbalance: "firstMortgage",
  solde: "firstMortgage",
  payment: "mortgageMonthlyPayment",
  versement: "mortgageMonthlyPayment",
  paiement: "mortgageMonthlyPayment",
};
/** As the line of a list of those that stand; by itself it may be the mortgage that is asked for. */
const IN_LIST: Readonly<Record<string, LabelTarget>> = {
  secondmortgage: "secondMortgage",
  "2ndmortgage": "secondMortgage",
  deuxiemehypotheque: "secondMortgage",
};

/** The second's field for each of the first's; null where the form asks for the first's alone. */
const OF_SECOND: Readonly<Partial<Record<LabelTarget, LabelTarget | null>>> = {
  firstMortgage: "secondMortgage",
  firstMortgageLender: "secondMortgageLender",
  mortgageMonthlyPayment: "secondMortgageMonthlyPayment",
  mrtgType: null,
  maturesIn: null,
};

/** What one word, in either language, means below a mortgage's heading. */
function meaningBelow(words: Readonly<Record<string, LabelTarget>>, label: string): LabelMeaning | null {
  const parts = partKeys(label);
  const targets = new Set((parts.length > 0 ? parts : [labelKey(label)]).map((key) => words[key]));
  const [target] = targets;
  return targets.size === 1 && target ? { target, rank: 1 } : null;
}

/** True for the balance of the mortgage that the heading above names. */
export const isBalance = (label: string, meaning: LabelMeaning | null): boolean =>
  (meaning ?? meaningBelow(BELOW_HEADING, label))?.target === "firstMortgage";

/** What a label means below a mortgage's heading: below the second's, the first's labels are those of the second. */
export function meaningUnder(
  heading: MortgageHeading | null,
  label: string,
  meaning: LabelMeaning | null,
): LabelMeaning | null {
  if (heading === null) return meaning;
  const own = meaning ?? meaningBelow(BELOW_HEADING, label) ??
    (heading === "existing" ? meaningBelow(IN_LIST, label) : null);
  if (own === null || heading === "existing" || heading === "first") return own;
  if (/\b(?:first|1st|premi[eè]re)\b/i.test(label)) return meaning;
  const target = OF_SECOND[own.target];
  if (target === undefined) return own;
  return heading === "second" && target ? { ...own, target } : null;
}
