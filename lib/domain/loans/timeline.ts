/** Loan timeline as the broker sees it: past events, open conditions, next dates. Excludes internal data. */
import { addDays, dateInToronto, dayStartInToronto, isCalendarDate } from "../dates.ts";
import { type ConditionType, FILE_UPLOAD, INPUT_TEXT, isToDo, type Restriction } from "./conditions.ts";
import { OFFER_NAMES, type OfferKind } from "../letters/terms.ts";
import type { MailOutcome } from "../mail/outbox.ts";
import { engagementText, machineEngagementText, type MailEngagement } from "../tracking/engagement.ts";
import type { ReminderKind } from "../news/kinds.ts";
import { reminderText } from "../news/text.ts";
import { inPortfolio, type LoanStatus } from "./status.ts";
import { capitalised } from "../capitalised.ts";

/** Events from the audit trail. Instants in milliseconds. */
export type TimelineEvent =
  | { kind: "conditions"; at: number; added: number; first: boolean }
  | { kind: "completed" | "accepted"; at: number; conditionId: number; byLender: boolean }
  | { kind: "reopened"; at: number; conditionId: number }
  | { kind: "returned"; at: number; conditionId: number; reason: string }
  | { kind: "letter"; at: number; letter: OfferKind }
  | { kind: "status"; at: number; to: LoanStatus }
  | { kind: "reminder"; at: number; reminder: ReminderKind; day: string }
  | MailEvent;

/** A mail to the broker that left, or could not. */
interface MailEvent {
  kind: "mail";
  at: number;
  subject: string;
  failed: boolean;
  /** The mail service's report of it. */
  outcome: MailOutcome | null;
  /** Opens and clicks, for the lender alone: brokers do not see what is counted of them. */
  done?: MailEngagement;
}

/** A condition in its current state. */
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
  today: string;
  status: LoanStatus;
  submittedAt: number;
  estClosingDate: string;
  dateFunded: string;
  dateRepaid: string;
}

/** One timeline entry. It has an instant (milliseconds), a day, both where it ended the loan that day, or neither. */
export interface TimelineEntry {
  state: "next" | "now" | "past";
  text: string;
  note?: string;
  at?: number;
  day?: string;
}

const plural = (n: number, one: string, more = `${one}s`) => n === 1 ? `1 ${one}` : `${n} ${more}`;

/** The whole timeline, newest first, ending with the submission. */
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
  ];
  const mails = mailEntries(events);
  if (loan.status === "NA") {
    const over = closingEntry(loan).filter(({ state }) => state === "past");
    return [...nextSteps(loan, conditions), currentStep(conditions), ...sorted([...past, ...over, ...mails])];
  }
  // The decision stands on top, also where its mail left minutes later.
  const [last, ...before] = sorted(past);
  return [{ ...last, state: "now" }, ...sorted([...before, ...mails])];
}

/** The newest first. */
const sorted = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((a, b) => instantOf(b) - instantOf(a));

/** The sort key of an entry. A day counts as its end, after that day's instants, also of one that is timed as well. */
function instantOf({ at, day }: TimelineEntry): number {
  return day ? dayStartInToronto(addDays(day, 1)) - 1 : at ?? Number.MAX_SAFE_INTEGER;
}

/** The planned closing of a pending loan, which is over the day after; none without a day. */
function closingEntry({ estClosingDate: day, today }: TimelineLoan): TimelineEntry[] {
  return isCalendarDate(day) ? [{ state: day < today ? "past" : "next", text: "Planned closing", day }] : [];
}

/** The known next steps of a pending loan. */
function nextSteps(loan: TimelineLoan, conditions: readonly TimelineCondition[]): TimelineEntry[] {
  const ours = conditions.filter(({ completed, restriction }) => !completed && restriction === "admin");
  return [
    ...closingEntry(loan).filter(({ state }) => state === "next"),
    ...ours.map(({ title }) => ({ state: "next" as const, text: title, note: "We complete this one" })),
  ];
}

/** The current step: who has to act. */
function currentStep(conditions: readonly TimelineCondition[]): TimelineEntry {
  const now = (text: string, note: string): TimelineEntry => ({ state: "now", text, note });
  if (conditions.length === 0) return now("In review", "We are reading the application");
  const yours = conditions.filter(isToDo);
  const returned = yours.filter((c) => c.returnedAt !== null).length;
  const open = yours.filter((c) => c.returnedAt === null && !c.optional).length;
  if (returned) {
    const more = open ? `, ${open} more left` : "";
    return now("Waiting for your corrections", `${plural(returned, "condition")} sent back${more}`);
  }
  if (open) return now("Waiting for your documents", `${plural(open, "condition")} left`);
  const toCheck = conditions.filter((c) => c.restriction === "none" && c.completed && c.acceptedAt === null).length;
  if (toCheck) return now("With the lender", `We are checking ${plural(toCheck, "condition")}`);
  const ours = conditions.filter((c) => c.restriction === "admin" && !c.completed).length;
  if (ours) return now("With the lender", `${plural(ours, "condition is", "conditions are")} ours to complete`);
  return now("All conditions are completed", "We take the next step");
}

type ConditionEvent = Extract<TimelineEvent, { conditionId: number }>;

/** Events of the conditions that are on the list now. */
function conditionEntries(
  conditions: readonly TimelineCondition[],
  events: readonly TimelineEvent[],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const condition of conditions) {
    const known = events.filter((event): event is ConditionEvent =>
      "conditionId" in event && event.conditionId === condition.id
    );
    const all = [...known, ...eventsFromState(condition, known)].sort((a, b) => a.at - b.at);
    for (const [i, event] of all.entries()) {
      const text = eventText(condition, event, all[i + 1]);
      if (!text) continue;
      const reason = event.kind === "returned" && event.reason;
      entries.push({ state: "past", text, at: event.at, ...(reason ? { note: reason } : {}) });
    }
  }
  return entries;
}

/** Events implied by a condition's state but missing from the audit trail, for loans older than the trail. */
function eventsFromState(c: TimelineCondition, known: readonly ConditionEvent[]): ConditionEvent[] {
  const has = (kind: ConditionEvent["kind"]) => known.some((event) => event.kind === kind);
  const missing: ConditionEvent[] = [];
  if (c.completed && c.completedAt !== null && !has("completed")) {
    missing.push({ kind: "completed", at: c.completedAt, conditionId: c.id, byLender: c.completedByLender });
  }
  if (c.acceptedAt !== null && !c.completedByLender && !has("accepted")) {
    missing.push({ kind: "accepted", at: c.acceptedAt, conditionId: c.id, byLender: true });
  }
  if (c.returnedAt !== null && !has("returned")) {
    missing.push({ kind: "returned", at: c.returnedAt, conditionId: c.id, reason: c.returnReason });
  }
  return missing;
}

/** The event's text; empty for a completion that was undone or replaced before the lender reacted. */
function eventText(condition: TimelineCondition, event: ConditionEvent, next: ConditionEvent | undefined): string {
  const { title } = condition;
  if (event.kind === "returned") return `${title} sent back`;
  if (event.kind === "accepted") return `${title} accepted`;
  if (event.kind !== "completed") return "";
  const isReviewed = next?.kind === "accepted" || next?.kind === "returned";
  if (!isReviewed && (next || !condition.completed)) return "";
  if (event.byLender) return `${title} completed by the lender`;
  if (condition.type === FILE_UPLOAD) return `${title} uploaded`;
  return condition.type === INPUT_TEXT ? `${title} answered` : `${title} confirmed`;
}

/** Conditions set, letters and reminders sent. */
function lenderEntries(events: readonly TimelineEvent[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [], sent = new Set<OfferKind>();
  for (const event of [...events].sort((a, b) => a.at - b.at)) {
    if (event.kind === "letter") {
      const text = `${capitalised(OFFER_NAMES[event.letter])} sent${sent.has(event.letter) ? " again" : ""}`;
      sent.add(event.letter);
      entries.push({ state: "past", text, at: event.at });
    } else if (event.kind === "conditions" && event.added > 0) {
      const text = event.first ? "Conditions set" : "Conditions added";
      entries.push({ state: "past", text, note: plural(event.added, "condition"), at: event.at });
    } else if (event.kind === "reminder") {
      entries.push({ state: "past", text: reminderText(event.reminder, event.day), at: event.at });
    }
  }
  return entries;
}

/** Mails to the broker about the loan, and whether they arrived. */
const mailEntries = (events: readonly TimelineEvent[]): TimelineEntry[] =>
  events.flatMap((event): TimelineEntry[] => {
    if (event.kind !== "mail") return [];
    const note = mailNote(event);
    return [{ state: "past", text: `Mail: ${event.subject}`, at: event.at, ...(note ? { note } : {}) }];
  });

/** What became of a mail; empty where nothing is known but that it left. */
function mailNote({ done, ...mail }: MailEvent): string {
  const parts = [arrival(mail), ...done ? [engagementText(done), machineEngagementText(done)] : []].filter(Boolean);
  return parts.join(". ");
}

function arrival({ failed, outcome }: Pick<MailEvent, "failed" | "outcome">): string {
  if (failed) return "It could not be sent";
  if (outcome === null) return "";
  if (outcome === "complained") return "Marked as spam";
  return outcome === "delivered" ? "Delivered" : "It did not arrive";
}

/** Decisions that still stand, in a broker's terms (`brokerStatusLabel`): the later one first, also of one day. */
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
  const entries: TimelineEntry[] = [], closed = lastTo(status);
  const wasFunded = inPortfolio(status) || (status === "Loss" && isCalendarDate(loan.dateFunded));
  if (status === "Repaid") entries.push(entry("Repaid", when(loan.dateRepaid, lastTo("Repaid"))));
  if (status === "Loss" || status === "Trash") {
    // An advance of that very day has no time: by its own the end would stand below it.
    const endedAt = closed === undefined ? {} : { at: closed, day: dateInToronto(closed) };
    entries.push(entry("Closed", wasFunded ? endedAt : when("", closed)));
  }
  if (wasFunded) entries.push(entry("Funded", when(loan.dateFunded, lastTo("Funded"))));
  if (status === "Declined") entries.push(entry("Declined", when("", lastTo("Declined"))));
  return entries;
}
