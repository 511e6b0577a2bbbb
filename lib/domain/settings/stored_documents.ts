/**
 * Stored settings and scoring configurations: each with the number of its format, brought to today's when it is read.
 */
import { ADVANCE_DAY } from "../lending/payment_days.ts";
import type { LendingSettings } from "../lending/settings.ts";
import { DEFAULT_NEWS_SETTINGS } from "../news/settings.ts";
import type { FormConfig } from "./form_config.ts";
import { DEFAULT_MAP_SETTINGS, withMarketColours } from "./map_settings.ts";
import { withSecondMortgage } from "./second_mortgage.ts";

/** The documents of today's formats, by kind. */
export interface StoredDocuments {
  settings: Required<LendingSettings>;
  config: FormConfig;
}

export type DocumentKind = keyof StoredDocuments;

/** What Ontario's law asks of a mortgage's disclosure: two business days before the borrower signs. */
export const DEFAULT_DISCLOSURE = { businessDays: 2 };

/** Format 2: map scoring and partners are always there. */
const withMapAndPartners = (settings: LendingSettings): LendingSettings => ({
  ...settings,
  map: settings.map ?? DEFAULT_MAP_SETTINGS,
  partnerEmails: settings.partnerEmails ?? [],
});

/** Format 3: markets have colours of their own. */
const withTodaysColours = (settings: LendingSettings): LendingSettings => ({
  ...settings,
  map: settings.map && withMarketColours(settings.map),
});

/** Format 4: the rules of lending areas are always there. */
const withLendingAreas = (settings: LendingSettings): LendingSettings => ({
  ...settings,
  lendingAreas: settings.lendingAreas ?? [],
});

/** Format 5: which reminders and news go out is always there. */
const withNews = (settings: LendingSettings): LendingSettings => ({
  ...settings,
  news: settings.news ?? DEFAULT_NEWS_SETTINGS,
});

/** Format 6: the business days between a disclosure statement and signing are always there. */
const withDisclosure = (settings: LendingSettings): LendingSettings => ({
  ...settings,
  disclosure: settings.disclosure ?? DEFAULT_DISCLOSURE,
});

/** Format 7: the least loan is always there; a lender who never chose one lends any amount. */
const withMinLoan = (settings: LendingSettings): LendingSettings => ({
  ...settings,
  minLoan: settings.minLoan ?? { amount: 0 },
});

/** Format 8: whether commercial loans may cost more is always there, and off. */
const withCommercial = (settings: LendingSettings): LendingSettings => ({
  ...settings,
  commercial: settings.commercial ?? { ceiling: "default" },
});

/** Format 9: the day of payments is always there; for a lender who never chose one it is the advance's. */
const withPayments = (settings: LendingSettings): LendingSettings => ({
  ...settings,
  payments: settings.payments ?? { day: ADVANCE_DAY },
});

/** Parts that came one after the other, each with a format of its own. */
const NEWEST = [withLendingAreas, withNews, withDisclosure, withMinLoan, withCommercial, withPayments] as const;

/** Settings with the parts that older formats and the call savesettings may leave out. */
export const completeSettings = (settings: LendingSettings): Required<LendingSettings> =>
  NEWEST.reduce((older, step) => step(older), withMapAndPartners(settings)) as Required<LendingSettings>;

/**
 * Steps from a format to the next: the first takes format 1 to 2. A change of a document's shape adds a step here.
 * Inputs of a configuration are its owner's choice, so a new default input needs none, but where rules would count
 * without it.
 */
const STEPS: { readonly [K in DocumentKind]: readonly ((document: never) => unknown)[] } = {
  settings: [withMapAndPartners, withTodaysColours, ...NEWEST],
  config: [withSecondMortgage],
};

const formatOf = (kind: DocumentKind): number => STEPS[kind].length + 1;

/** A document as it is stored. */
export const packDocument = <K extends DocumentKind>(kind: K, document: StoredDocuments[K]): string =>
  JSON.stringify({ format: formatOf(kind), document });

/** What is stored, in today's format. Text without a format is of format 1. Throws where a newer program stored it. */
export function upgradeDocument<K extends DocumentKind>(kind: K, text: string): StoredDocuments[K] {
  const stored = JSON.parse(text);
  const { format, document } = "format" in stored ? stored : { format: 1, document: stored };
  if (format > formatOf(kind)) throw new Error(`The stored ${kind} has format ${format}, which a newer version wrote.`);
  return STEPS[kind].slice(format - 1).reduce((older, step) => step(older as never), document);
}
