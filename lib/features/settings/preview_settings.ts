/** The effect of edited settings or an edited configuration on the pending loans. */
import { type Context, yieldToEventLoop } from "../../../db/mod.ts";
import type { Colour } from "../../domain/lending/colours.ts";
import { compileSettings } from "../../domain/lending/compile.ts";
import { checkLimit } from "../../domain/lending/lending_areas.ts";
import type { LendingSettings } from "../../domain/lending/settings.ts";
import { underwrite } from "../../domain/lending/underwrite.ts";
import { applicationFrom } from "../../domain/loans/application.ts";
import { changeOf } from "../../domain/loans/outdated.ts";
import { configWarnings } from "../../domain/settings/config_warnings.ts";
import { dealOptions } from "../../domain/loans/deal.ts";
import type { FormConfig } from "../../domain/settings/form_config.ts";
import {
  type MovedLoan,
  type Outcome,
  PREVIEW_MAX,
  type SettingsPreview,
} from "../../domain/settings/settings_preview.ts";
import { conflict } from "../../domain/refusal.ts";
import type { PreviewData } from "../../schemas/settings/settings.ts";
import { type PendingLoan, pendingLoans, readsProperties } from "./_pending_loans.ts";

/** Loans computed in one go: under ten milliseconds. */
const SLICE = 200;

/** The outcome of a loan under settings. */
function outcomeOf(loan: PendingLoan, settings: LendingSettings, config: FormConfig): Outcome {
  const application = applicationFrom(loan);
  const options = dealOptions(loan, application);
  const { ltv, finalScore, shownScore, suggestedRate, band } = underwrite(application, settings, config, options);
  return { finalScore, shownScore, suggestedRate, band, refusal: checkLimit(ltv, application, settings).refusal };
}

const isRefused = ({ refusal }: Outcome): boolean => refusal !== null;

/**
 * Underwrites every Pending loan under the settings in force and under the edit, in slices between which other requests
 * run. Throws 409 once the same account starts a newer preview.
 */
export function previewSettings(ctx: Context, input: PreviewData): Promise<SettingsPreview> {
  return ctx.previews.run(ctx.actor?.id ?? 0, (isSuperseded) => compute(ctx, input, isSuperseded));
}

async function compute(ctx: Context, input: PreviewData, isSuperseded: () => boolean): Promise<SettingsPreview> {
  const now = ctx.lending();
  const settings = { lendingAreas: now.settings.lendingAreas, ...input.settings ?? now.settings };
  const config = input.config ?? now.config;
  compileSettings(settings);
  const moved: MovedLoan[] = [];
  let loans = 0;

  const consider = (loan: PendingLoan) => {
    const was = outcomeOf(loan, now.settings, now.config);
    const is = outcomeOf(loan, settings, config);
    loans++;
    if (!changeOf(was, is) && was.band === is.band && isRefused(was) === isRefused(is)) return;
    moved.push({ id: loan.id, clientCode: loan.clientCode, saved: loan.shownScore, before: was, after: is });
  };

  const withProperties = readsProperties(now.config) || readsProperties(config);
  for await (const page of pendingLoans(ctx, withProperties)) {
    for (let i = 0; i < page.length; i += SLICE) {
      await yieldToEventLoop();
      if (isSuperseded()) throw conflict("A newer preview replaced this one.");
      page.slice(i, i + SLICE).forEach(consider);
    }
  }
  return { loans, ...counts(moved), list: listMoved(moved), warnings: configWarnings(config, settings) };
}

function counts(moved: readonly MovedLoan[]): Omit<SettingsPreview, "loans" | "list" | "warnings"> {
  const moves = new Map<string, { from: Colour; to: Colour; count: number }>();
  let bands = 0, scores = 0, rates = 0, rescored = 0, refused = 0, allowed = 0;
  for (const { before, after } of moved) {
    if (isRefused(after) && !isRefused(before)) refused++;
    if (isRefused(before) && !isRefused(after)) allowed++;
    const change = changeOf(before, after);
    if (before.band === after.band && change) rescored++;
    if (change === "score") scores++;
    if (before.suggestedRate !== after.suggestedRate) rates++;
    if (before.band === after.band) continue;
    bands++;
    const key = `${before.band} ${after.band}`;
    const move = moves.get(key) ?? { from: before.band, to: after.band, count: 0 };
    move.count++;
    moves.set(key, move);
  }
  const sorted = [...moves.values()].sort((a, b) => b.count - a.count);
  return { changed: moved.length, bands, scores, rates, rescored, refused, allowed, moves: sorted };
}

function listMoved(moved: readonly MovedLoan[]): MovedLoan[] {
  const weight = ({ before, after }: MovedLoan) =>
    (before.band === after.band ? 0 : 1000) + (isRefused(before) === isRefused(after) ? 0 : 500) +
    Math.abs(after.finalScore - before.finalScore) + Math.abs(after.suggestedRate - before.suggestedRate);
  // Weighed once each: in the comparisons of 30,000 loans it kept everybody waiting.
  return moved.map((loan) => ({ loan, weight: weight(loan) }))
    .sort((a, b) => b.weight - a.weight || a.loan.id - b.loan.id).slice(0, PREVIEW_MAX).map(({ loan }) => loan);
}
