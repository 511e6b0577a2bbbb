import { capitalised } from "../capitalised.ts";

/** How lists name a loan's type: First, Second, Third, and bridge types as entered. */
export const typeLabel = (firstOrSecond: string): string => capitalised(firstOrSecond.trim().toLowerCase());
