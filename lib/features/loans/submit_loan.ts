/** Creates a loan from a submitted application (newloan; loans specification 4.6, 5.4 and 7.1). */
import { and, eq, isNull } from "drizzle-orm";
import { type Context, inTransaction, isConstraintViolation, type Tx } from "../../../db/mod.ts";
import { additionalProperties, files, loans, submissionDrafts } from "../../../db/schema/mod.ts";
import { type LimitCheck, setAsideComment, WHY_REQUIRED } from "../../domain/lending/lending_areas.ts";
import { positionOf, rankRefusal } from "../../domain/lending/ltv.ts";
import { parseNumber } from "../../domain/money.ts";
import { applicationFrom } from "../../domain/loans/application.ts";
import { clientCode } from "../../domain/loans/client_code.ts";
import { isAdministrator, ROLE } from "../../domain/permissions.ts";
import { conflict, forbidden, invalid } from "../../domain/refusal.ts";
import type { SubmissionData, SubmissionInput } from "../../schemas/loans/submission.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { placeOf } from "../maps/place_of.ts";
import { readOwnToken } from "../files/upload_token.ts";
import { requireEnabled } from "../require_enabled.ts";
import { checkApplication, type CheckedApplication } from "./_application.ts";
import { computedColumns } from "./_compute.ts";
import { addressKeyOf, recordSubmission } from "./_history.ts";
import { enteredColumns } from "./_entered_columns.ts";

/**
 * Validates, underwrites and stores the application, and notifies lender and broker. Idempotent for the same form.
 * Throws 403 for another account's tmpUploadId, 409 for one that became another loan, 422 for an invalid application.
 */
export async function submitLoan(ctx: Context, { data }: SubmissionInput): Promise<{ loanId: number }> {
  if (!ctx.actor) throw forbidden();
  const ticket = readOwnToken(ctx, data.tmpUploadId);
  const made = await loanFromForm(ctx.db, ticket.uploadId, data);
  if (made) return made;
  const checked = checkApplication(ctx, data);
  refuseOverLimit(ctx, checked.limit, data.areaReason);
  const { refusal, standing } = checked.figures;
  if (refusal !== null) throw invalid(refusal, { broker_fee: refusal });
  const rank = rankRefusal(positionOf(checked.application.firstOrSecond), standing);
  if (rank !== null) throw invalid(rank, { firstOrSecond: rank });
  try {
    const loanId = await inTransaction(ctx.db, async (tx) => {
      await requireEnabled(tx, ctx);
      const existing = await loanFromForm(tx, ticket.uploadId, data);
      return existing?.loanId ?? await store(tx, ctx, data, checked, ticket.uploadId);
    });
    return { loanId };
  } catch (error) {
    // Another process on the same database was faster with the same form.
    const there = isConstraintViolation(error) ? await loanFromForm(ctx.db, ticket.uploadId, data) : undefined;
    if (there) return there;
    throw error;
  }
}

/** Refuses above the limit. An administrator may override an area's own rule, with a reason. */
function refuseOverLimit(ctx: Context, { refusal, byArea }: LimitCheck, areaReason: string): void {
  if (refusal === null) return;
  if (!byArea || !isAdministrator(ctx.actor)) throw invalid(refusal, { newLoanAmount: refusal });
  if (areaReason === "") throw invalid(`${refusal}. ${WHY_REQUIRED}`, { areaReason: WHY_REQUIRED });
}

/**
 * The loan that this form became, if any. Throws 409 where the application differs: another window of the same form
 * must not believe that its own version was submitted.
 */
async function loanFromForm(
  db: Context["db"] | Tx,
  uploadId: string,
  data: SubmissionData,
): Promise<{ loanId: number } | undefined> {
  const loan = await db.select().from(loans).where(eq(loans.tmpUploadId, uploadId)).get();
  if (!loan) return undefined;
  const attached = await db.select({ id: files.id }).from(files).where(eq(files.uploadId, uploadId));
  const entered = Object.entries(enteredColumns(data, applicationFrom(data)));
  const same = entered.every(([column, value]) => loan[column as keyof typeof loan] === value) &&
    (data.files ?? []).every(({ id }) => attached.some((file) => file.id === id));
  if (same) return { loanId: loan.id };
  throw conflict(
    `This form was already submitted as ${loan.clientCode} with other entries. Check ${loan.clientCode} ` +
      "first; to submit another application, open a new form.",
  );
}

async function store(
  tx: Tx,
  ctx: Context,
  data: SubmissionData,
  { application, figures, limit, lending }: CheckedApplication,
  uploadId: string,
): Promise<number> {
  const actor = ctx.actor!;
  const isBroker = actor.role === ROLE.broker;
  const [{ id: loanId }] = await tx.insert(loans).values({
    ...enteredColumns(data, application),
    ...computedColumns(figures, lending),
    ...await placeOf(tx, application),
    brokerId: isBroker ? actor.id : null,
    riskRatingOver: "Nil",
    ...(limit.refusal !== null && { adminComments: setAsideComment(limit.refusal, data.areaReason) }),
    addressKey: addressKeyOf(application),
    tmpUploadId: uploadId,
    timestamp: ctx.now,
    updatedAt: ctx.now,
    updatedBy: actor.id,
  }).returning({ id: loans.id });
  const code = clientCode(application.lastName, loanId);
  await tx.update(loans).set({ clientCode: code }).where(eq(loans.id, loanId));
  const rows = application.additionalProperties;
  if (rows.length > 0) {
    await tx.insert(additionalProperties).values(rows.map((row, position) => ({ ...row, loanId, position })));
  }
  const attached = await attachFiles(tx, data, uploadId, loanId);
  await recordSubmission(tx, ctx, application, loanId);
  await tx.delete(submissionDrafts)
    .where(and(eq(submissionDrafts.accountId, actor.id), eq(submissionDrafts.uploadId, uploadId)));
  const sent = parseNumber(data.score);
  await audit(tx, ctx, {
    action: "loan.submit",
    entityId: loanId,
    after: {
      clientCode: code,
      firstOrSecond: application.firstOrSecond,
      newLoanAmount: application.newLoanAmount,
      finalScore: figures.finalScore,
      ltv: figures.ltv,
      files: attached,
      ...(limit.refusal !== null && { areaRule: limit.refusal, areaReason: data.areaReason }),
      ...(sent !== null && sent !== figures.finalScore && { scoreSentByClient: sent }),
    },
  });
  await emit(tx, ctx, {
    type: "loan.submitted",
    v: 1,
    loanId,
    byBroker: isBroker,
    amount: application.newLoanAmount,
    likelihood: figures.likelihood,
  });
  return loanId;
}

/** Attaches the files that the form lists, or the whole upload where it lists none; at most one of each main kind. */
async function attachFiles(tx: Tx, data: SubmissionData, uploadId: string, loanId: number): Promise<string[]> {
  const there = await tx.select({ id: files.id, kind: files.kind }).from(files)
    .where(and(eq(files.uploadId, uploadId), isNull(files.loanId)));
  const chosen = new Map(
    data.files?.map(({ id, type }) => [id, type] as const) ?? there.map(({ id, kind }) => [id, kind] as const),
  );
  const known = new Set(there.map(({ id }) => id));
  if ([...chosen.keys()].some((id) => !known.has(id))) {
    throw invalid("A file of this form is no longer here. Remove it from the list and add it again.", {
      files: "Remove the file that is no longer here and add it again.",
    });
  }
  const taken = new Set<string>();
  for (const [id, type] of chosen) {
    const kind = type === "other" || taken.has(type) ? "other" : type;
    taken.add(kind);
    await tx.update(files).set({ loanId, kind }).where(eq(files.id, id));
  }
  return [...chosen.keys()];
}
