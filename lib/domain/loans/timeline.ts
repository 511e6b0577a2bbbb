/** What a broker is told of a loan's way: what happened, what is waited for, what comes. Nothing that is the lender's own. */
import { isCalendarDate } from "../dates.ts";
import { type ConditionType, FILE_UPLOAD, INPUT_TEXT, type Restriction } from "./conditions.ts";
import type { LoanStatus } from "./status.ts";

/** What the trail tells. Instants in milliseconds. */
export type TimelineEvent =
  | { kind: "conditions"; at: number; added: number; first: boolean }
  | { kind: "completed" | "accepted"; at: number; conditionId: number; byLender: boolean }
  | { kind: "reopened"; at: number; conditionId: number }
  | { kind: "returned"; at: number; conditionId: number; reason: string }
  | { kind: "commitment"; at: number }
  | { kind: "status"; at: number; to: LoanStatus };

/** A condition as it is now. */
export interface TimelineCondition {
  id: number;
  title: string;
  type: ConditionType;
  restriction: Restriction;
  optional: boolean;
  completed: boolean;
  completedAt: number | null;
  completedByLender: boolean;
  acceptedAt: number | null;
  returnedAt: number | null;
  returnReason: string;
}

/** Dates are YYYY-MM-DD, or empty. */
export interface TimelineLoan {
  status: LoanStatus;
  submittedAt: number;
  estClosingDate: string;
  dateFunded: string;
  dateRepaid: string;
}

/** One line: what comes, what is now, or what was. It has an instant, a day, or neither. */
export interface TimelineEntry {
  state: "next" | "now" | "past";
  text: string;
  note?: string;
  at?: number;
  day?: string;
}

const many = (n: number, one: string, more = `${one}s`) => n === 1 ? `1 ${one}` : `${n} ${more}`;

/** The whole timeline, from what comes to the submission. */
export function brokerTimeline(
  loan: TimelineLoan,
  conditions: readonly TimelineCondition[],
  events: readonly TimelineEvent[],
): TimelineEntry[] {
  const past = [
    { state: "past" as const, text: "Submitted", at: loan.submittedAt },
    ...conditionEntries(conditions, events),
    ...lenderEntries(events),
    ...decisionEntries(loan, events),
  ].sort((a, b) => instantOf(b) - instantOf(a));
  if (loan.status === "NA") return [...comesNext(loan, conditions), waitedFor(conditions), ...past];
  const [last, ...before] = past;
  return [{ ...last, state: "now" }, ...before];
}

/** Where an entry stands among the others: a day counts as its end, since what it says follows from that day's work. */
function instantOf({ at, day }: TimelineEntry): number {
  if (at !== undefined) return at;
  return day ? Date.parse(`${day}T23:59:00-05:00`) : Number.MAX_SAFE_INTEGER;
}

/** What becomes of a pending loan next, as far as it is known. */
function comesNext(loan: TimelineLoan, conditions: readonly TimelineCondition[]): TimelineEntry[] {
  const ours = conditions.filter(({ completed, restriction }) => !completed && restriction === "admin");
  return [
    ...(isCalendarDate(loan.estClosingDate)
      ? [{ state: "next" as const, text: "Planned closing", day: loan.estClosingDate }]
      : []),
    ...ours.map(({ title }) => ({ state: "next" as const, text: title, note: "We complete this one" })),
  ];
}

/** Whose turn it is. */
function waitedFor(conditions: readonly TimelineCondition[]): TimelineEntry {
  const now = (text: string, note: string): TimelineEntry => ({ state: "now", text, note });
  if (conditions.length === 0) return now("In review", "We are reading the application");
  const yours = conditions.filter((c) => c.restriction === "none" && !c.completed);
  const returned = yours.filter((c) => c.returnedAt !== null).length;
  const open = yours.filter((c) => c.returnedAt === null && !c.optional).length;
  if (returned) {
    const more = open ? `, ${open} more left` : "";
    return now("Waiting for your corrections", `${many(returned, "condition")} sent back${more}`);
  }
  if (open) return now("Waiting for your documents", `${many(open, "condition")} left`);
  const toCheck = conditions.filter((c) => c.restriction === "none" && c.completed && c.acceptedAt === null).length;
  if (toCheck) return now("With the lender", `We are checking ${many(toCheck, "condition")}`);
  const ours = conditions.filter((c) => c.restriction === "admin" && !c.completed).length;
  if (ours) return now("With the lender", `${many(ours, "condition is", "conditions are")} ours to complete`);
  return now("All conditions are completed", "We take the next step");
}

type OfCondition = Extract<TimelineEvent, { conditionId: number }>;

/** What happened to the conditions that are on the list now. */
function conditionEntries(
  conditions: readonly TimelineCondition[],
  events: readonly TimelineEvent[],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const condition of conditions) {
    const known = events.filter((event): event is OfCondition =>
      "conditionId" in event && event.conditionId === condition.id
    );
    const all = [...known, ...untold(condition, known)].sort((a, b) => a.at - b.at);
    for (const [i, event] of all.entries()) {
      const text = wordsOf(condition, event, all[i + 1]);
      if (!text) continue;
      const reason = event.kind === "returned" && event.reason;
      entries.push({ state: "past", text, at: event.at, ...(reason ? { note: reason } : {}) });
    }
  }
  return entries;
}

/** What the condition's state says and the trail does not: loans that are older than the trail have only their state. */
function untold(c: TimelineCondition, known: readonly OfCondition[]): OfCondition[] {
  const has = (kind: OfCondition["kind"]) => known.some((event) => event.kind === kind);
  const told: OfCondition[] = [];
  if (c.completed && c.completedAt !== null && !has("completed")) {
    told.push({ kind: "completed", at: c.completedAt, conditionId: c.id, byLender: c.completedByLender });
  }
  if (c.acceptedAt !== null && !c.completedByLender && !has("accepted")) {
    told.push({ kind: "accepted", at: c.acceptedAt, conditionId: c.id, byLender: true });
  }
  if (c.returnedAt !== null && !has("returned")) {
    told.push({ kind: "returned", at: c.returnedAt, conditionId: c.id, reason: c.returnReason });
  }
  return told;
}

/**
 * A completion is told where something came of it: the lender's answer, or the state as it is. Ticks that were taken back
 * and files that were replaced before anybody answered are not.
 */
function wordsOf(condition: TimelineCondition, event: OfCondition, next: OfCondition | undefined): string {
  const { title } = condition;
  if (event.kind === "returned") return `${title} sent back`;
  if (event.kind === "accepted") return `${title} accepted`;
  if (event.kind !== "completed") return "";
  const answered = next?.kind === "accepted" || next?.kind === "returned";
  if (!answered && (next || !condition.completed)) return "";
  if (event.byLender) return `${title} completed by the lender`;
  if (condition.type === FILE_UPLOAD) return `${title} uploaded`;
  return condition.type === INPUT_TEXT ? `${title} answered` : `${title} confirmed`;
}

/** Conditions that were set, and commitments that were sent. */
function lenderEntries(events: readonly TimelineEvent[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let sent = 0;
  for (const event of [...events].sort((a, b) => a.at - b.at)) {
    if (event.kind === "commitment") {
      entries.push({ state: "past", text: sent++ ? "Commitment sent again" : "Commitment sent", at: event.at });
    } else if (event.kind === "conditions" && event.added > 0) {
      const text = event.first ? "Conditions set" : "Conditions added";
      entries.push({ state: "past", text, note: many(event.added, "condition"), at: event.at });
    }
  }
  return entries;
}

/** Decisions that still stand, in a broker's words (`brokerStatusLabel`): what was taken back is not told. */
function decisionEntries(loan: TimelineLoan, events: readonly TimelineEvent[]): TimelineEntry[] {
  const { status } = loan;
  const lastTo = (...to: LoanStatus[]) =>
    events.filter((event) => event.kind === "status" && to.includes(event.to)).map(({ at }) => at).sort((a, b) =>
      b - a
    )[0];
  const when = (day: string, at: number | undefined) => isCalendarDate(day) ? { day } : at === undefined ? {} : { at };
  const entry = (text: string, time: { day?: string; at?: number }): TimelineEntry => ({
    state: "past",
    text,
    ...time,
  });
  const entries: TimelineEntry[] = [];
  const wasFunded = status === "Funded" || status === "Repaid" ||
    (status === "Loss" && isCalendarDate(loan.dateFunded));
  if (wasFunded) entries.push(entry("Funded", when(loan.dateFunded, lastTo("Funded"))));
  if (status === "Repaid") entries.push(entry("Repaid", when(loan.dateRepaid, lastTo("Repaid"))));
  if (status === "Declined") entries.push(entry("Declined", when("", lastTo("Declined"))));
  if (status === "Loss" || status === "Trash") entries.push(entry("Closed", when("", lastTo(status))));
  return entries;
}
