/** Which reminders are due on a day: by tables over month ends, leap years and both changes of the clock. */
import assert from "node:assert/strict";
import { addDays, dateInToronto, formatTime, instantInToronto } from "../../../lib/domain/dates.ts";
import {
  isAhead,
  licenceReminder,
  loanReminders,
  MATURITY_LATE_DAYS,
  MORNING,
  type RemindedLoan,
} from "../../../lib/domain/news/reminders.ts";
import type { News } from "../../../lib/domain/news/kinds.ts";
import { describeNews } from "../../../lib/domain/news/text.ts";
import type { MaturityPlan } from "../../../lib/domain/servicing/maturity_plan.ts";
import { DEFAULT_NEWS_SETTINGS } from "../../../lib/domain/news/settings.ts";

const SETTINGS = DEFAULT_NEWS_SETTINGS;
const LOAN: RemindedLoan = {
  id: 7,
  status: "NA",
  maturity: "",
  reminder: "",
  plan: "undecided",
  closing: "",
  open: 0,
  offer: null,
};
const keys = (loan: Partial<RemindedLoan>, today: string) =>
  loanReminders({ ...LOAN, ...loan }, SETTINGS, today).map(({ key }) => key);

/** The first and the last day on which a loan has the reminder, looked for day by day over two years around. */
function daysOf(loan: Partial<RemindedLoan>, key: string, around: string): [first: string, last: string] | null {
  const days: string[] = [];
  for (let day = addDays(around, -400); day <= addDays(around, 400); day = addDays(day, 1)) {
    if (keys(loan, day).includes(key)) days.push(day);
  }
  for (const [i, day] of days.entries()) if (i) assert.equal(day, addDays(days[i - 1], 1), "without a gap");
  return days.length ? [days[0], days.at(-1)!] : null;
}

Deno.test("the maturity reminder is due from its day to the day before maturity", () => {
  const table: [reminder: string, maturity: string, first: string, last: string][] = [
    ["2027-10-04", "2027-12-04", "2027-10-04", "2027-12-03"],
    // Without a day of its own it is two months earlier, at a month's end the last day of a shorter one.
    ["", "2027-04-30", "2027-02-28", "2027-04-29"],
    ["", "2028-04-30", "2028-02-29", "2028-04-29"],
    ["", "2027-01-31", "2026-11-30", "2027-01-30"],
    // Over the nights in which the clock changes: 14 March and 7 November 2027.
    ["2027-03-14", "2027-03-16", "2027-03-14", "2027-03-15"],
    ["2027-11-07", "2027-11-09", "2027-11-07", "2027-11-08"],
  ];
  for (const [reminder, maturity, first, last] of table) {
    const loan = { status: "Funded", reminder, maturity } as const;
    assert.deepEqual(daysOf(loan, `maturityReminder:7:${maturity}`, maturity), [first, last], maturity);
  }
});

Deno.test("a maturity is announced on its day, or for two weeks after it where no turn ran", () => {
  const loan = { status: "Funded", maturity: "2027-02-28" } as const;
  assert.deepEqual(daysOf(loan, "maturity:7:2027-02-28", "2027-02-28"), ["2027-02-28", "2027-03-14"]);
  assert.equal(MATURITY_LATE_DAYS, 14);
});

Deno.test("a maturity's reminders say what is planned for it, to staff and to the broker", () => {
  const OF_SMITHERS = { clientCode: "SMI-1042", client: "Dan Smithers", broker: "Priya Raman" };
  const said = (plan: MaturityPlan, today: string) =>
    loanReminders({ ...LOAN, status: "Funded", maturity: "2027-02-28", plan }, SETTINGS, today)
      .flatMap(({ kind, data }) =>
        [true, false].map((staff) => describeNews({ kind, data } as News, OF_SMITHERS, staff).text)
      );
  assert.match(said("undecided", "2027-01-10").join("|"), /^Ask the broker whether .+\|Tell us whether /);
  assert.match(said("renew", "2027-01-10").join("|"), /^The plan is to renew .+\|We plan to renew /);
  assert.match(said("discharge", "2027-01-10").join("|"), /payout statement\.\|We expect .+ to repay/);
  assert.match(said("renew", "2027-03-01").join("|"), /no renewal is in force yet\.\|.+signed renewal agreement/);
  assert.match(said("discharge", "2027-03-01").join("|"), /enter its repayment once it is in\.\|.+payout statement/);
});

Deno.test("only funded loans mature, and a loan without a date has no reminder", () => {
  for (const status of ["NA", "Repaid", "Declined", "Loss", "Trash"] as const) {
    assert.deepEqual(keys({ status, maturity: "2027-02-28", reminder: "2026-12-28" }, "2027-02-28"), [], status);
  }
  assert.deepEqual(keys({ status: "Funded" }, "2027-02-28"), []);
  assert.deepEqual(keys({ status: "Funded", maturity: "soon" }, "2027-02-28"), []);
});

Deno.test("open conditions are due seven days before closing, on a pending loan with open ones", () => {
  const loan = { closing: "2027-03-03", open: 2 };
  assert.deepEqual(daysOf(loan, "conditionsOpen:7:2027-03-03", "2027-03-03"), ["2027-02-24", "2027-03-03"]);
  assert.deepEqual(keys({ ...loan, open: 0 }, "2027-03-01"), []);
  assert.deepEqual(keys({ ...loan, status: "Funded" }, "2027-03-01"), []);
  assert.deepEqual(keys({ ...loan, closing: "" }, "2027-03-01"), []);
});

Deno.test("an offer's reminder is due five days before it expires, unless it came back signed", () => {
  const offer = { letter: "commitment", until: "2027-01-02", signed: false } as const;
  assert.deepEqual(daysOf({ offer }, "commitmentExpiring:7:2027-01-02", "2027-01-02"), ["2026-12-28", "2027-01-02"]);
  assert.deepEqual(keys({ offer: { ...offer, signed: true } }, "2027-01-01"), []);
  assert.deepEqual(keys({ offer, status: "Funded" }, "2027-01-01"), [], "a commitment is for a pending loan");
  const renewal = { ...offer, letter: "renewal" } as const;
  assert.deepEqual(keys({ offer: renewal }, "2027-01-01"), [], "and a renewal for a funded one");
  assert.deepEqual(keys({ offer: renewal, status: "Funded" }, "2027-01-01"), ["commitmentExpiring:7:2027-01-02"]);
  const amendment = { ...offer, letter: "amendment" } as const;
  assert.deepEqual(keys({ offer: amendment, status: "Funded" }, "2027-01-01"), ["commitmentExpiring:7:2027-01-02"]);
});

Deno.test("a licence's reminder is due thirty days before its expiry; a text that is no date has none", () => {
  const licence = { accountId: 3, name: "Ann Lee", license: "M11112222", expiry: "2027-03-31" };
  const due = (today: string, expiry = licence.expiry) => licenceReminder({ ...licence, expiry }, SETTINGS, today)?.key;
  const key = "licenceExpiring:M11112222:2027-03-31:3";
  assert.deepEqual(["2027-02-28", "2027-03-01", "2027-03-31", "2027-04-01"].map((day) => due(day)), [
    undefined,
    key,
    key,
    undefined,
  ]);
  assert.equal(due("2027-03-01", ""), undefined);
});

Deno.test("a reminder that the lender switched off is not due", () => {
  const off = { ...SETTINGS, maturity: "off", licenceExpiring: "off" } as const;
  assert.deepEqual(loanReminders({ ...LOAN, status: "Funded", maturity: "2027-02-28" }, off, "2027-02-28"), []);
  const licence = { accountId: 3, name: "Ann Lee", license: "M11112222", expiry: "2027-03-31" };
  assert.equal(licenceReminder(licence, off, "2027-03-31"), null);
});

Deno.test("a date that moves is another reminder", () => {
  const [before] = keys({ status: "Funded", maturity: "2027-02-28" }, "2027-02-28");
  const [after] = keys({ status: "Funded", maturity: "2027-03-01" }, "2027-03-01");
  assert.notEqual(before, after);
});

Deno.test("days ahead are counted on the calendar, across clock changes", () => {
  for (const day of ["2027-03-14", "2027-11-07", "2028-02-29", "2027-01-01"]) {
    for (const days of [1, 5, 30]) {
      assert.equal(isAhead(day, days, addDays(day, -days)), true);
      assert.equal(isAhead(day, days, addDays(day, -days - 1)), false);
      assert.equal(isAhead(day, days, addDays(day, 1)), false);
    }
  }
});

Deno.test("the morning is eight o'clock on the wall, before and after the clock changes", () => {
  const table: [day: string, utc: string][] = [
    ["2027-03-13", "13:00"],
    ["2027-03-14", "12:00"],
    ["2027-11-06", "12:00"],
    ["2027-11-07", "13:00"],
  ];
  for (const [day, utc] of table) {
    const at = Date.parse(`${day}T${utc}:00Z`);
    assert.equal(instantInToronto(day, MORNING), at);
    assert.deepEqual([dateInToronto(at), formatTime(at) >= MORNING], [day, true]);
    assert.equal(formatTime(at - 60_000) >= MORNING, false);
  }
});
