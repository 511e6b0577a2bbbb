/** The wire form of a loan: the specification's field names, and lists as JSON text where it says so. */
import type { MainKind } from "../../domain/files/file_kinds.ts";
import type { HistoryEntry } from "../../domain/loans/history.ts";
import type { AdditionalProperty } from "../../domain/loans/application.ts";
import type { BrokerCondition } from "../../domain/loans/conditions.ts";
import type { LoanFigures } from "../../domain/loans/deal.ts";
import { type RatingName, WEIGHTED_NAMES } from "../../domain/lending/scoring.ts";
import type { LoanRow } from "./load.ts";

/** A loan's related rows. */
export interface LoanParts {
  participants: { name: string; amount: number }[];
  additionalProperties: AdditionalProperty[];
  conditions: (BrokerCondition & { optional: boolean })[];
  history: HistoryEntry[];
  /** Ids of the newest file of each kind. */
  files: Partial<Record<MainKind, string>>;
}

const DATES = ["dateFunded", "dateRepaid", "maturityEmailDate", "reminderEmailDate"] as const;

/** Columns that are never sent. */
const PRIVATE = ["addressKey", "brokerNameKey", "tmpUploadId", "updatedBy"] as const;

type WireDates = Record<(typeof DATES)[number], string | null>;

/** A loan's own columns as sent: without private ones, missing dates as null, under the specification's names. */
export type WireColumns =
  & Omit<LoanRow, (typeof PRIVATE)[number] | (typeof DATES)[number] | "suggestedRate">
  & WireDates
  & { suggested_rate: LoanRow["suggestedRate"] };

/** A loan as getloan returns it (loans specification 3.1 to 3.3). */
export type WireLoan =
  & WireColumns
  & { participants: LoanParts["participants"] }
  & Record<"history" | "additionalProperties" | "brokerConditions", string>
  & Record<"filogixId" | "bureauId" | "appraisalId" | "commitmentId", string | null>
  & Record<string, unknown>;

/** The columns of a loan as sent: no override is the option Nil (loans specification 5.6). */
export function wireColumns({ suggestedRate, ...row }: LoanRow): WireColumns {
  const sent: Record<string, unknown> = { ...row, suggested_rate: suggestedRate };
  sent.riskRatingOver ||= "Nil";
  for (const name of PRIVATE) delete sent[name];
  for (const name of DATES) sent[name] = row[name] || null;
  return sent as WireColumns;
}

/** The analysis panels' fields: each rating's score and weighted score. */
function ratingFields(figures: LoanFigures): Record<string, number> {
  const fields: Record<string, number> = {};
  for (const name of Object.keys(WEIGHTED_NAMES) as RatingName[]) {
    fields[name] = figures.ratings[name].score;
    fields[WEIGHTED_NAMES[name]] = figures.ratings[name].weighted;
  }
  return fields;
}

/**
 * The whole loan with related rows; analytics and panels are computed under the settings in force. Its score and rate
 * are those that it was saved with; `today` has what the settings in force give.
 */
export function wireLoan(row: LoanRow, parts: LoanParts, figures: LoanFigures): WireLoan {
  const { colours: _analytics, ...analytics } = figures.analytics;
  const { colours: _collateral, ...collateral } = figures.collateral;
  return {
    ...analytics,
    ...collateral,
    ...ratingFields(figures),
    ...figures.pillars,
    formScore: figures.formScore,
    apr: figures.apr,
    ...wireColumns(row),
    today: { finalScore: figures.finalScore, shownScore: figures.shownScore, suggested_rate: figures.suggestedRate },
    participants: parts.participants,
    history: JSON.stringify(parts.history),
    additionalProperties: JSON.stringify(parts.additionalProperties),
    brokerConditions: JSON.stringify(parts.conditions),
    filogixId: parts.files.application ?? null,
    bureauId: parts.files.bureau ?? null,
    appraisalId: parts.files.appraisal ?? null,
    commitmentId: parts.files.commitment ?? null,
  };
}
