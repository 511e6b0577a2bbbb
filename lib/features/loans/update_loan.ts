/** Saves an administrator's changes to a loan: validates the deal, recomputes, audits. */
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, additionalProperties, loans } from "../../../db/schema/mod.ts";
import { phoneProblems } from "../../domain/accounts/phone.ts";
import { dateInToronto, reminderDate } from "../../domain/dates.ts";
import { normaliseAddress } from "../../domain/loans/address.ts";
import { type AdditionalProperty, otherPropertyTotals } from "../../domain/loans/application.ts";
import { dateOrderProblem } from "../../domain/loans/date_order.ts";
import { type LoanFigures, loanFigures } from "../../domain/loans/deal.ts";
import type { FundingPoints } from "../../domain/loans/funding_points.ts";
import type { LoanContract } from "../../domain/loans/loan_contract.ts";
import { CHARGES, positionOf, rankRefusal } from "../../domain/lending/ltv.ts";
import { NOTHING_FUNDED, plausibilityProblems } from "../../domain/loans/plausibility.ts";
import { SAVE } from "../../domain/loans/saved_days.ts";
import { datesAfterStatus, isLent, wasEverFunded } from "../../domain/loans/status.ts";
import { parseNumber } from "../../domain/money.ts";
import { dropdownProblems } from "../../domain/settings/form_config.ts";
import { conflict, invalid, type Refusal, stale } from "../../domain/refusal.ts";
import type { UpdateLoanInput } from "../../schemas/loans/loan.ts";
import { movedPlace } from "../maps/place_of.ts";
import { isClosedWith, refuseIdlePayout, settleLedger } from "../servicing/settle_ledger.ts";
import { startLedger } from "../servicing/start_ledger.ts";
import { takeBackLedger } from "../servicing/take_back_ledger.ts";
import { undoSettlement } from "../servicing/undo_settlement.ts";
import { audit, changes, sentFields } from "../audit.ts";
import { emit } from "../events.ts";
import { clearLetterDraft } from "./clear_letter_draft.ts";
import { everFundedBefore } from "./_before_status.ts";
import { computedColumns } from "./_compute.ts";
import { loanContract, recordContract } from "./contracts.ts";
import { fundingOf, pointsToAsk } from "./_fund.ts";
import { keepHoldings } from "./_keep_holdings.ts";
import { getLoanFor, type LoanRow } from "./load.ts";
import { loanReason } from "./_loan_reason.ts";
import { propertiesOf } from "./loan_parts.ts";
import { participantsOf, refuseParticipants, replaceParticipants } from "./save_participants.ts";
import { type WireColumns, wireColumns } from "./_wire.ts";

export interface SavedLoan {
  loan: WireColumns & { additionalProperties: string };
  /** The contract in force and the letter that waits. */
  contract: LoanContract;
}

/**
 * Saves the given fields, then the participants, and recomputes the rest. Throws 404; 409 for a stale form; 422 for
 * what cannot be. A lent loan keeps its score unless `anew`; `undo` takes the last save's funding back.
 */
export async function updateLoan(
  ctx: Context,
  input: UpdateLoanInput,
  options: { anew?: boolean; undo?: boolean } = {},
): Promise<SavedLoan> {
  return await inTransaction(ctx.db, async (tx) => {
    const saved = await saveFields(tx, ctx, input, options);
    const { participants: list } = input.data;
    if (list) {
      const loan = await getLoanFor(ctx.actor, tx, input.loanId);
      await replaceParticipants(tx, ctx, loan, { participants: list }, "data.participants");
    }
    return saved;
  });
}

async function saveFields(
  tx: Tx,
  ctx: Context,
  input: UpdateLoanInput,
  { anew = false, undo = false }: { anew?: boolean; undo?: boolean },
): Promise<SavedLoan> {
  const before = await getLoanFor(ctx.actor, tx, input.loanId);
  const oldProperties = await propertiesOf(tx, before.id);
  const held = await participantsOf(tx, before.id);
  const { additionalProperties: given, participants: list, ...fields } = input.data;
  if (input.updatedAt != null && input.updatedAt !== before.updatedAt) {
    const old = { ...before, additionalProperties: oldProperties, participants: held };
    const isSame = Object.keys(changes<object>(old, sentFields(input.data)).after).length === 0;
    const isPaid = !input.payout || await isClosedWith(tx, before.id, input.payout);
    if (!isSame || !isPaid || anew || undo) throw await staleLoan(tx, before);
    return { ...saved(before, oldProperties), contract: await loanContract(ctx, tx, before) };
  }
  const properties = given ?? oldProperties;
  const entered = { ...enteredRow(ctx, before, fields, given, undo), ...await movedPlace(tx, before, fields) };
  if (undo && !wasEverFunded(entered.adminComSelect, entered)) {
    entered.everFunded = await everFundedBefore(tx, before);
  }
  refuseDates(before, entered);
  refuseEntries(ctx, before, entered, fields);
  refuseIdlePayout(before, entered, input.payout);

  const { settings, config } = ctx.lending();
  const figures = loanFigures({ ...entered, additionalProperties: properties }, settings, config);
  const old = loanFigures({ ...before, additionalProperties: oldProperties }, settings, config);
  refuseParticipants(list ?? held, old, figures);

  const funding = await fundingOf(ctx, tx, before, entered, figures, anew);
  refuseTerms(old, figures, funding.points !== null);
  refuseRank(before, entered, figures);
  refuseUnseen(input, funding.points);
  const after: LoanRow = { ...entered, ...computedColumns(figures, ctx.lending()), ...funding.columns };
  const changed = changes<LoanRow & { additionalProperties: AdditionalProperty[] }>(
    { ...before, additionalProperties: oldProperties },
    { ...after, additionalProperties: properties },
  );
  if (Object.keys(changed.after).length === 0) {
    return { ...saved(before, properties), contract: await loanContract(ctx, tx, before) };
  }

  // Two saves within a millisecond must have different versions.
  after.updatedAt = Math.max(ctx.now, before.updatedAt + 1);
  after.updatedBy = ctx.actor?.id ?? null;
  await tx.update(loans).set(after).where(eq(loans.id, before.id));
  if (funding.takesForce) {
    const [terms, how] = funding.takesForce;
    const { id } = await recordContract(tx, ctx, after, terms, how);
    if (how.source === "letter") await clearLetterDraft(tx, ctx, after.id, "commitment");
    await startLedger(tx, ctx, id);
  }
  if (undo) {
    await undoSettlement(tx, ctx, after.id);
    await takeBackLedger(tx, ctx, after.id);
  }
  await settleLedger(tx, ctx, before, after, input.payout);
  if (old.fundedAmount !== figures.fundedAmount) {
    // What was paid until today was shared by the amount of then.
    const day = before.everFunded ? dateInToronto(ctx.now) : "";
    const [was, is] = [old, figures].map(({ fundedAmount: funded }) => ({ list: held, funded }));
    await keepHoldings(tx, before.id, was, is, day);
  }
  if ("additionalProperties" in changed.after) await replaceProperties(tx, before.id, properties);
  const sent = parseNumber(input.score);
  const disagrees = sent !== null && sent !== figures.finalScore ? { scoreSent: sent } : {};
  await audit(tx, ctx, {
    action: "loan.update",
    entityId: before.id,
    before: changed.before,
    after: {
      ...changed.after,
      ...disagrees,
      ...openAtFunding(funding.points, input.confirmed !== undefined),
      ...(undo && { undone: true }),
    },
  });
  if (after.adminComSelect !== before.adminComSelect) await emitStatusChange(tx, ctx, before, after);
  return { ...saved(after, properties), contract: await loanContract(ctx, tx, after) };
}

async function emitStatusChange(tx: Tx, ctx: Context, before: LoanRow, after: LoanRow): Promise<void> {
  await emit(tx, ctx, {
    type: "loan.statusChanged",
    v: 1,
    loanId: after.id,
    from: before.adminComSelect,
    to: after.adminComSelect,
    reason: after.declineReason,
    by: ctx.actor?.id ?? null,
  });
}

function saved(row: LoanRow, properties: AdditionalProperty[]): Pick<SavedLoan, "loan"> {
  return { loan: { ...wireColumns(row), additionalProperties: JSON.stringify(properties) } };
}

/** What is open where the loan is set to Funded (or lent) with these fields. Throws not-found, and what a save does. */
export async function listFundingPoints(ctx: Context, input: UpdateLoanInput): Promise<FundingPoints> {
  const before = await getLoanFor(ctx.actor, ctx.db, input.loanId);
  const stored = await propertiesOf(ctx.db, before.id);
  const { additionalProperties: given, participants: _apart, ...fields } = input.data;
  const to = fields.adminComSelect, adminComSelect = to && isLent(to) ? to : "Funded";
  const entered = enteredRow(ctx, before, { ...fields, adminComSelect }, given);
  refuseDates(before, entered);
  refuseEntries(ctx, before, entered, fields);
  const { settings, config } = ctx.lending();
  const figures = loanFigures({ ...entered, additionalProperties: given ?? stored }, settings, config);
  const points = await pointsToAsk(ctx, ctx.db, before, entered, figures);
  if (points !== null && figures.refusal !== null) {
    throw invalid(figures.refusal, { "data.adminRate": figures.refusal });
  }
  return points ?? { open: [], offerId: null };
}

/** The row with the entered fields, and fields that follow from them directly; what is undone fills no dates. */
function enteredRow(
  ctx: Context,
  before: LoanRow,
  fields: Omit<UpdateLoanInput["data"], "additionalProperties" | "participants">,
  properties: AdditionalProperty[] | undefined,
  undo = false,
): LoanRow {
  const { newLoanAmount, ...rest } = fields;
  if (newLoanAmount !== undefined && !newLoanAmount) {
    throw invalid("Loan amount is required!", { "data.newLoanAmount": "Loan amount is required!" });
  }
  const row: LoanRow = { ...before, ...rest, newLoanAmount: newLoanAmount ?? before.newLoanAmount };
  if (rest.fsfcLoan === 0) throw invalid(NOTHING_FUNDED, { "data.fsfcLoan": NOTHING_FUNDED });
  // One that was kept earlier: under it no ceiling held.
  if (row.fsfcLoan === 0) row.fsfcLoan = null;
  const dates = { dateFunded: row.dateFunded || null, dateRepaid: row.dateRepaid || null };
  const filled = undo || row.adminComSelect === before.adminComSelect
    ? dates
    : datesAfterStatus(dates, row.adminComSelect, dateInToronto(ctx.now));
  row.dateFunded = filled.dateFunded ?? "";
  row.dateRepaid = filled.dateRepaid ?? "";
  if (before.everFunded || wasEverFunded(row.adminComSelect, filled)) row.everFunded = 1;
  const { maturityEmailDate, reminderEmailDate } = fields;
  const isOther = maturityEmailDate !== undefined && maturityEmailDate !== before.maturityEmailDate;
  // One that is taken away takes its reminder along, also where a page sends that as it shows it.
  if (isOther && (reminderEmailDate == null || (!maturityEmailDate && !undo))) {
    row.reminderEmailDate = maturityEmailDate && reminderDate(maturityEmailDate);
  }
  if (properties) Object.assign(row, otherPropertyTotals(properties));
  if (row.address !== before.address || row.city !== before.city) {
    row.addressKey = normaliseAddress(row.address, row.city);
  }
  return row;
}

/** Who changed the loan, and the loan as it is now. */
async function staleLoan(tx: Tx, row: LoanRow): Promise<Refusal> {
  const who = row.updatedBy === null
    ? undefined
    : await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, row.updatedBy)).get();
  const { loan } = saved(row, await propertiesOf(tx, row.id));
  return stale("this loan", { who: who?.name ?? "", at: row.updatedAt }, loan);
}

function refuseDates(before: LoanRow, row: LoanRow): void {
  const problem = dateOrderProblem(before, row);
  if (problem) throw invalid(problem.reason, { [`data.${problem.field}`]: problem.reason });
}

/** Refuses what was entered in these fields and cannot be (lending rules 13); what an old loan has already stays. */
function refuseEntries(ctx: Context, before: LoanRow, after: LoanRow, fields: object): void {
  const { after: entered } = changes<LoanRow>(before, after);
  const chosen = Object.fromEntries(Object.entries(entered).filter(([name]) => name in fields));
  const problems = [
    ...plausibilityProblems(entered, {
      today: dateInToronto(ctx.now),
      at: SAVE,
      minLoan: ctx.lending().settings.minLoan.amount,
    }),
    ...phoneProblems(entered),
    ...dropdownProblems(ctx.lending().config, chosen),
  ];
  if (problems.length === 0) return;
  throw invalid(
    loanReason(problems[0], ctx.lending().config),
    Object.fromEntries(problems.map(({ field, message }) => [`data.${field}`, message])),
  );
}

/**
 * Refuses terms whose APR exceeds the criminal rate (lending rules 8). A loan that already has such terms may
 * still be commented on, declined, trashed and restored, but become lent in no other way.
 */
function refuseTerms(old: LoanFigures, now: LoanFigures, becomesLent: boolean): void {
  if (now.refusal === null) return;
  // Without the purpose that lifted the ceiling the same terms pass it.
  if (now.apr !== old.apr || old.refusal === null || becomesLent) {
    throw invalid(now.refusal, { "data.adminRate": now.refusal });
  }
}

/**
 * Refuses a position that charges which stay do not leave to the loan, where it or what it follows from was changed.
 */
function refuseRank(before: LoanRow, entered: LoanRow, { standing }: LoanFigures): void {
  const names = ["firstOrSecond", "newLoanAmount", "fsfcLoan", ...CHARGES] as const;
  if (names.every((name) => before[name] === entered[name])) return;
  const rank = rankRefusal(positionOf(entered.firstOrSecond), standing);
  if (rank !== null) throw invalid(rank, { "data.firstOrSecond": rank });
}

/** Refuses to fund on what was not seen: points that came up, or a letter that was made, since they were confirmed. */
function refuseUnseen({ confirmed }: UpdateLoanInput, points: FundingPoints | null): void {
  if (!confirmed) return;
  const now = points ?? { open: [], offerId: null };
  if (confirmed.offerId === now.offerId && isDeepStrictEqual(confirmed.open, now.open)) return;
  throw conflict("The open points of this loan changed since you confirmed them. Save again to see them.");
}

/**
 * The open points at funding, for the audit row: whether a person confirmed them, or a call or bulk act skipped them.
 */
function openAtFunding(points: FundingPoints | null, isConfirmed: boolean): object {
  if (!points || points.open.length === 0) return {};
  return { fundedWithOpen: points.open, ...(isConfirmed && { confirmed: points.open }) };
}

async function replaceProperties(tx: Tx, loanId: number, rows: AdditionalProperty[]): Promise<void> {
  await tx.delete(additionalProperties).where(eq(additionalProperties.loanId, loanId));
  if (rows.length === 0) return;
  await tx.insert(additionalProperties).values(rows.map((row, i) => ({ ...row, loanId, position: i + 1 })));
}
