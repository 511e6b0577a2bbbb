/** Fields whose changes between submissions are shaded (loans specification 4.5). Whole dollars. */
export const HISTORY_FIELDS = ["appraisedValue", "primaryIncome", "secondaryIncome", "otherIncome"] as const;

export type HistoryField = (typeof HISTORY_FIELDS)[number];
export const HISTORY_LABELS: Readonly<Record<HistoryField, string>> = {
  appraisedValue: "Appraised value",
  primaryIncome: "Primary income",
  secondaryIncome: "Secondary income",
  otherIncome: "Other income",
};

export type HistoryValues = Record<HistoryField, number>;

/** A review, one `refused` for its LTV, and a submission. */
export const HISTORY_KINDS = ["review", "refused", "submission"] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** A review or submission, at milliseconds, and the loan that it became or was made before; null for none. */
export interface HistoryEntry extends HistoryValues {
  kind: HistoryKind;
  at: number;
  loanId: number | null;
  clientCode: string | null;
}

export type Shade = "green" | "red" | null;

/** Reviews and submissions at most this many days apart belong to one history. */
export const HISTORY_DAYS = 180;

/**
 * The button's colour: blue for one entry, yellow for two, red for more; null for none (loans specification 4.5).
 */
export function historyColour(entries: number): "blue" | "yellow" | "red" | null {
  if (entries <= 0) return null;
  if (entries === 1) return "blue";
  return entries === 2 ? "yellow" : "red";
}

/** Shades compared with the previous submission: a decrease is green, an increase red, else none. */
function shadesOf(entry: HistoryValues, previous: HistoryValues | null): Record<HistoryField, Shade> {
  const shades = { appraisedValue: null, primaryIncome: null, secondaryIncome: null, otherIncome: null } as Record<
    HistoryField,
    Shade
  >;
  if (previous === null) return shades;
  for (const field of HISTORY_FIELDS) {
    if (entry[field] < previous[field]) shades[field] = "green";
    else if (entry[field] > previous[field]) shades[field] = "red";
  }
  return shades;
}

/** Every entry with its shades; `entries` are oldest first. */
export function shadedHistory<E extends HistoryValues>(
  entries: readonly E[],
): { entry: E; shades: Record<HistoryField, Shade> }[] {
  return entries.map((entry, index) => ({ entry, shades: shadesOf(entry, entries[index - 1] ?? null) }));
}

/** The key that identifies an applicant: folded name and birth date; empty if any is missing. */
export function applicantKey(applicant: { firstName: string; lastName: string; DOB: string }): string {
  const plain = (text: string) =>
    text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const first = plain(applicant.firstName);
  const last = plain(applicant.lastName);
  return first && last && applicant.DOB ? `${first}|${last}|${applicant.DOB}` : "";
}
