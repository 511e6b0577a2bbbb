import { atom } from "jotai";
import type { LoanMapQuery } from "../../lib/schemas/maps/loan_map.ts";

/** The query as the map shows it now; null until it was changed here. */
export const mapQueryAtom = atom<LoanMapQuery | null>(null);
