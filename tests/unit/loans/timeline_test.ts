/**
 * The broker's timeline: what is told of a loan's way, whose turn it is, and that nothing of the lender's own shows.
 */
import assert from "node:assert/strict";
import { CHECK, FILE_UPLOAD, INPUT_TEXT } from "../../../lib/domain/loans/conditions.ts";
import { LOAN_STATUSES } from "../../../lib/domain/loans/status.ts";
import {
  brokerTimeline,
  type TimelineCondition,
  type TimelineEvent,
  type TimelineLoan,
} from "../../../lib/domain/loans/timeline.ts";

const HOUR = 3600_000;
/** 16 November 2026, 14:00 in Toronto. */
const SUBMITTED = Date.UTC(2026, 10, 16, 19);
const at = (hours: number) => SUBMITTED + hours * HOUR;

const loan = (changes: Partial<TimelineLoan> = {}): TimelineLoan => ({
  today: "2026-11-20",
  status: "NA",
  submittedAt: SUBMITTED,
  estClosingDate: "",
  dateFunded: "",
  dateRepaid: "",
  ...changes,
});

const condition = (id: number, title: string, changes: Partial<TimelineCondition> = {}): TimelineCondition => ({
  id,
  title,
  type: FILE_UPLOAD,
  restriction: "none",
  optional: false,
  completed: false,
  completedAt: null,
  completedByLender: false,
  acceptedAt: null,
  returnedAt: null,
  returnReason: "",
  ...changes,
});

const done = { completed: true, completedAt: at(5) };
const retainer = condition(4, "Retainer", { type: CHECK, restriction: "admin" });
const say = (list: ReturnType<typeof brokerTimeline>) =>
  list.map(({ state, text, note }) => `${state === "past" ? "" : `${state}: `}${text}${note ? ` (${note})` : ""}`);

const TURNS: [string, TimelineCondition[], string][] = [
  ["nothing is asked for yet", [], "In review (We are reading the application)"],
  ["one is open", [condition(1, "A")], "Waiting for your documents (1 condition left)"],
  [
    "an optional one is not waited for",
    [condition(1, "A"), condition(2, "B"), condition(3, "C", { optional: true }), retainer],
    "Waiting for your documents (2 conditions left)",
  ],
  [
    "what was sent back comes first",
    [condition(1, "A", { returnedAt: at(3), returnReason: "Unsigned" }), condition(2, "B"), condition(3, "C")],
    "Waiting for your corrections (1 condition sent back, 2 more left)",
  ],
  [
    "an optional one that was sent back is waited for",
    [condition(1, "A", { returnedAt: at(3), optional: true })],
    "Waiting for your corrections (1 condition sent back)",
  ],
  ["all are to be looked at", [condition(1, "A", done), retainer], "With the lender (We are checking 1 condition)"],
  [
    "only the lender's own is left",
    [condition(1, "A", { ...done, acceptedAt: at(6) }), retainer],
    "With the lender (1 condition is ours to complete)",
  ],
  [
    "nothing is left",
    [condition(1, "A", { ...done, acceptedAt: at(6) }), { ...retainer, completed: true }],
    "All conditions are completed (We take the next step)",
  ],
];

for (const [name, conditions, expected] of TURNS) {
  Deno.test(`whose turn it is: ${name}`, () => {
    const now = brokerTimeline(loan(), conditions, []).filter(({ state }) => state === "now");
    assert.deepEqual(say(now), [`now: ${expected}`]);
  });
}

Deno.test("a loan's whole timeline, newest first: next dates, open work, past events", () => {
  const conditions = [
    condition(6, "Appraisal", { ...done, acceptedAt: at(30) }),
    condition(5, "ILA contact", { type: INPUT_TEXT, completed: true, completedAt: at(40) }),
    condition(11, "Insurance", { returnedAt: at(31), returnReason: "The second page is missing." }),
    retainer,
  ];
  const events: TimelineEvent[] = [
    { kind: "conditions", at: at(2), added: 3, first: true },
    { kind: "conditions", at: at(4), added: 1, first: false },
    { kind: "conditions", at: at(4.5), added: 0, first: false },
    { kind: "letter", letter: "commitment", at: at(20) },
    { kind: "letter", letter: "commitment", at: at(25) },
    { kind: "completed", at: at(5), conditionId: 6, byLender: false },
    { kind: "accepted", at: at(30), conditionId: 6, byLender: true },
    { kind: "completed", at: at(26), conditionId: 11, byLender: false },
    { kind: "returned", at: at(31), conditionId: 11, reason: "The second page is missing." },
    { kind: "completed", at: at(40), conditionId: 5, byLender: false },
  ];
  assert.deepEqual(say(brokerTimeline(loan({ estClosingDate: "2026-12-04" }), conditions, events)), [
    "next: Planned closing",
    "next: Retainer (We complete this one)",
    "now: Waiting for your corrections (1 condition sent back)",
    "ILA contact answered",
    "Insurance sent back (The second page is missing.)",
    "Appraisal accepted",
    "Insurance uploaded",
    "Commitment sent again",
    "Commitment sent",
    "Appraisal uploaded",
    "Conditions added (1 condition)",
    "Conditions set (3 conditions)",
    "Submitted",
  ]);
});

Deno.test("a planned closing that has passed is no next step", () => {
  const told = (estClosingDate: string) => say(brokerTimeline(loan({ estClosingDate }), [retainer], []));
  assert.equal(told("2026-11-20")[0], "next: Planned closing");
  assert.deepEqual(told("2026-11-19"), [
    "next: Retainer (We complete this one)",
    "now: With the lender (1 condition is ours to complete)",
    "Planned closing",
    "Submitted",
  ]);
});

Deno.test("ticks that were taken back and files that were replaced before an answer are not told", () => {
  const check = condition(31, "Closing date", { type: CHECK, completed: true, completedAt: at(9) });
  const completed = (hours: number, conditionId = 31): TimelineEvent => (
    { kind: "completed", at: at(hours), conditionId, byLender: false }
  );
  const toggled: TimelineEvent[] = [completed(5), { kind: "reopened", at: at(6), conditionId: 31 }, completed(9)];
  assert.deepEqual(say(brokerTimeline(loan(), [check], toggled)).slice(1), ["Closing date confirmed", "Submitted"]);
  const open = { ...check, completed: false, completedAt: null };
  assert.deepEqual(say(brokerTimeline(loan(), [open], toggled.slice(0, 2))).slice(1), ["Submitted"]);
  const file = condition(11, "Insurance", { completed: true, completedAt: at(8) });
  const replaced = [completed(5, 11), completed(8, 11)];
  const list = brokerTimeline(loan(), [file], replaced);
  assert.deepEqual(list.slice(1).map((entry) => entry.at), [at(8), at(0)]);
  // A file that the lender deleted opens its condition without an event of its own.
  assert.deepEqual(say(brokerTimeline(loan(), [condition(11, "Insurance")], replaced)).slice(1), ["Submitted"]);
  // A condition that is off the list is told no more.
  assert.deepEqual(say(brokerTimeline(loan(), [condition(12, "Other")], replaced)).slice(1), ["Submitted"]);
});

Deno.test("an event in both state and audit trail shows once, and the lender's own acts as the lender's", () => {
  const conditions = [
    condition(1, "A", { ...done, acceptedAt: at(6) }),
    condition(2, "B", { ...done, completedByLender: true, acceptedAt: at(5) }),
    condition(3, "C", { returnedAt: at(7), returnReason: "Unsigned" }),
  ];
  const expected = ["C sent back (Unsigned)", "A accepted", "A uploaded", "B completed by the lender", "Submitted"];
  assert.deepEqual(say(brokerTimeline(loan(), conditions, [])).slice(1), expected);
});

Deno.test("standing decisions are shown, undone ones are not, and days without a time sort after timed events", () => {
  const to = (status: TimelineLoan["status"], hours: number): TimelineEvent => ({
    kind: "status",
    at: at(hours),
    to: status,
  });
  const funded = loan({ status: "Funded", dateFunded: "2026-11-18" });
  const commitment: TimelineEvent = { kind: "letter", letter: "commitment", at: Date.UTC(2026, 10, 18, 20) };
  const list = brokerTimeline(funded, [], [commitment, to("Declined", 1), to("NA", 2), to("Funded", 40)]);
  assert.deepEqual(say(list), ["now: Funded", "Commitment sent", "Submitted"]);
  assert.equal(list[0].day, "2026-11-18");
  const repaid = loan({ status: "Repaid", dateFunded: "2026-11-18", dateRepaid: "2027-05-01" });
  assert.deepEqual(say(brokerTimeline(repaid, [], [])), ["now: Repaid", "Funded", "Submitted"]);
  const atOnce = brokerTimeline({ ...repaid, dateRepaid: repaid.dateFunded }, [], []);
  assert.deepEqual(say(atOnce), ["now: Repaid", "Funded", "Submitted"], "repaid on the day of its advance");
  const declined = brokerTimeline(loan({ status: "Declined" }), [], [
    to("Declined", 3),
    to("NA", 4),
    to("Declined", 9),
  ]);
  assert.deepEqual(say(declined), ["now: Declined", "Submitted"]);
  assert.equal(declined[0].at, at(9));
  assert.deepEqual(say(brokerTimeline(loan(), [], [to("Trash", 1), to("NA", 2)])).slice(1), ["Submitted"]);
});

Deno.test("internal statuses are not named: a loss and the trash are Closed", () => {
  for (const status of LOAN_STATUSES) {
    const text = say(brokerTimeline(loan({ status, dateFunded: "2026-11-18" }), [], [
      { kind: "status", at: at(3), to: status },
    ])).join();
    assert.doesNotMatch(text, /trash|loss|\bNA\b/i, status);
    if (status === "Loss" || status === "Trash") assert.match(text, /Closed/);
  }
  const lostAt = Date.UTC(2026, 10, 18, 20);
  const lost = brokerTimeline(loan({ status: "Loss", dateFunded: "2026-11-18" }), [], [
    { kind: "status", at: lostAt, to: "Loss" },
  ]);
  assert.deepEqual(say(lost), ["now: Closed", "Funded", "Submitted"], "lost on the day of its advance");
  assert.equal(lost[0].at, lostAt);
  const trashed = say(brokerTimeline(loan({ status: "Trash", dateFunded: "2026-11-18" }), [], []));
  assert.deepEqual(trashed, ["now: Closed", "Submitted"]);
});

Deno.test("mails to the broker are in order with their delivery, but never above a decision", () => {
  const mail = (
    hours: number,
    outcome: "delivered" | "bounced" | "complained" | null,
    failed = false,
  ): TimelineEvent => ({
    kind: "mail",
    at: at(hours),
    subject: `Mail of hour ${hours}`,
    outcome,
    failed,
  });
  const events: TimelineEvent[] = [
    mail(1, "delivered"),
    mail(2, "bounced"),
    mail(3, "complained"),
    mail(4, null, true),
    { kind: "status", at: at(5), to: "Declined" },
    mail(6, null),
  ];
  const list = [
    "Mail: Mail of hour 6",
    "Mail: Mail of hour 4 (It could not be sent)",
    "Mail: Mail of hour 3 (Marked as spam)",
    "Mail: Mail of hour 2 (It did not arrive)",
    "Mail: Mail of hour 1 (Delivered)",
    "Submitted",
  ];
  assert.deepEqual(say(brokerTimeline(loan({ status: "Declined" }), [], events)), ["now: Declined", ...list]);
  assert.deepEqual(say(brokerTimeline(loan(), [], events)).slice(1), list);
});

Deno.test("a day ends at Toronto's midnight, in summer too", () => {
  const summer = loan({ today: "2026-07-20", submittedAt: Date.UTC(2026, 6, 1, 16), estClosingDate: "2026-07-10" });
  for (const [minutes, first] of [[-1, "Planned closing"], [1, "Mail: Rates"]] as const) {
    const at = Date.UTC(2026, 6, 11, 4) + minutes * 60_000;
    const mail: TimelineEvent = { kind: "mail", at, subject: "Rates", outcome: null, failed: false };
    assert.equal(say(brokerTimeline(summer, [], [mail]))[1], first);
  }
});
