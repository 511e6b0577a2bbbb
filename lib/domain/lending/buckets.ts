/**
 * Steps of a chart: whole scales cut into buckets, lowest first. SQL that counts by them is generated from the same
 * lists.
 */

/** A bucket and where it ends: `below` a figure or `upTo` and including it; the last one has no end. */
export interface Step {
  label: string;
  below?: number;
  upTo?: number;
}

/** The index of the step that a figure is on. */
export function stepOf(steps: readonly Step[], figure: number): number {
  const index = steps.findIndex(({ below, upTo }) =>
    below !== undefined ? figure < below : upTo === undefined || figure <= upTo
  );
  return index < 0 ? steps.length - 1 : index;
}

/** Loan sizes in dollars (loans specification 9). */
export const SIZE_STEPS: readonly Step[] = [
  { label: "Under 50k", below: 50_000 },
  { label: "50k to 100k", below: 100_000 },
  { label: "100k to 250k", below: 250_000 },
  { label: "250k to 500k", upTo: 500_000 },
  { label: "Over 500k" },
];

/** Credit scores (loans specification 9). */
export const CREDIT_STEPS: readonly Step[] = [
  { label: "Under 550", below: 550 },
  { label: "550 to 650", below: 650 },
  { label: "650 to 750", upTo: 750 },
  { label: "Over 750" },
];

/** LTV in whole percent. */
export const LTV_STEPS: readonly Step[] = [
  { label: "Up to 50%", upTo: 50 },
  { label: "51 to 60%", upTo: 60 },
  { label: "61 to 70%", upTo: 70 },
  { label: "71 to 75%", upTo: 75 },
  { label: "76 to 80%", upTo: 80 },
  { label: "Over 80%" },
];

/** Risk ratings: whole points, each up to the next; 8 is in the last, what is below 1 in the first. */
export const SCORE_STEPS: readonly Step[] = [
  { label: "Under 1", below: 1 },
  { label: "1 to 2", below: 2 },
  { label: "2 to 3", below: 3 },
  { label: "3 to 4", below: 4 },
  { label: "4 to 5", below: 5 },
  { label: "5 to 6", below: 6 },
  { label: "6 to 7", below: 7 },
  { label: "7 to 8" },
];

/** The labels of steps, in order. */
export const labelsOf = (steps: readonly Step[]): string[] => steps.map(({ label }) => label);
