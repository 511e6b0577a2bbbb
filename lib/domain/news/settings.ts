/** Which news goes out, and how many days ahead reminders do: a part of the lender's settings. */
import { MAILED_KINDS, type MailedKind, type NewsKind } from "./kinds.ts";

export type Switch = "on" | "off";

/** A switch for each kind; the days before closing, before an offer lapses and before a licence expires. */
export type NewsSettings = Record<MailedKind, Switch> & {
  conditionsDays: number;
  commitmentDays: number;
  licenceDays: number;
};

export const DEFAULT_NEWS_SETTINGS: NewsSettings = {
  ...Object.fromEntries(MAILED_KINDS.map((kind) => [kind, "on"])) as Record<MailedKind, Switch>,
  conditionsDays: 7,
  commitmentDays: 5,
  licenceDays: 30,
};

/** False for a kind that the lender switched off: it is neither mailed nor listed. */
export const isSwitchedOn = (settings: NewsSettings, kind: NewsKind): boolean =>
  (settings as Partial<Record<NewsKind, Switch>>)[kind] !== "off";
