/** One loan of the demo as the rows that it is stored in. */
import { createHash } from "node:crypto";
import { auditColumns, type AuditEntry } from "../../../lib/domain/audit.ts";
import { addDays, DAY_MS } from "../../../lib/domain/dates.ts";
import { kindOfCondition } from "../../../lib/domain/files/file_kinds.ts";
import { normaliseAddress } from "../../../lib/domain/loans/address.ts";
import { type LoanApplication, NUMBER_FIELDS, TEXT_FIELDS } from "../../../lib/domain/loans/application.ts";
import { clientCode } from "../../../lib/domain/loans/client_code.ts";
import { applicantKey, HISTORY_FIELDS } from "../../../lib/domain/loans/history.ts";
import type { LoanStatus } from "../../../lib/domain/loans/status.ts";
import { marketRegionOf, type PlaceColumns, placeColumns } from "../../../lib/domain/places/loan_place.ts";
import { money } from "../../../lib/domain/money.ts";
import type { LendingSnapshot } from "../../../lib/domain/ports.ts";
import type {
  additionalProperties,
  auditRows,
  conditions,
  files,
  loans,
  participants,
  submissions,
} from "../../schema/mod.ts";
import { commentOf, demoApplication, householdOf, submittedOn } from "./application.ts";
import { type DemoCondition, demoConditions, isFile } from "./conditions.ts";
import { type DemoDeal, demoDeal } from "./deal.ts";
import { demoPdf } from "./documents.ts";
import { ADMINISTRATOR, BROKERS } from "./people.ts";
import { PLACES } from "./places.ts";

type FileRow = typeof files.$inferInsert;
type Kind = FileRow["kind"];

export interface DemoLoan {
  row: typeof loans.$inferInsert;
  properties: (typeof additionalProperties.$inferInsert)[];
  participants: (typeof participants.$inferInsert)[];
  conditions: (typeof conditions.$inferInsert)[];
  submissions: (typeof submissions.$inferInsert)[];
  documents: { row: FileRow; bytes: Uint8Array }[];
  trail: (typeof auditRows.$inferInsert)[];
}

/** The number of the first loan is one more than this. */
const NUMBERS_FROM = 1000;
const FIRST_BROKER = 3;
const ADMINISTRATOR_ID = 2;
/** Whose loan comes next: some brokers bring more than others. */
const SHARES = [0, 4, 2, 5, 1, 0, 6, 3, 7, 8, 4, 0, 9, 10, 5, 2, 11, 1, 0, 8, 6];
const atHour = (day: string, hour: number): number => Date.parse(`${day}T${String(hour).padStart(2, "0")}:20:00-05:00`);

/** When a loan is to close: one that is still undecided closes in the coming weeks, however old it is. */
function closingOf(n: number, { estClosingDate }: LoanApplication, status: LoanStatus, today: string): string {
  return status === "NA" && estClosingDate <= today ? addDays(today, 6 + n % 30) : estClosingDate;
}

/** Loan `n` (1 to 150) as of today, under the lending settings in force. */
export function demoLoan(n: number, today: string, lending: LendingSnapshot): DemoLoan {
  const id = NUMBERS_FROM + n;
  const application = demoApplication(n, today);
  const deal = demoDeal(n, application, today, lending.settings, lending.config);
  const list = demoConditions(n, deal.status);
  const broker = SHARES[n % SHARES.length];
  const brokerId = FIRST_BROKER + broker;
  const submittedAt = atHour(submittedOn(n, today), 10 + n % 7);
  const documents = documentsOf(n, id, application, list, brokerId, submittedAt);
  const fileOf = (condition: DemoCondition) =>
    documents.find(({ row }) => row.id === fileId(id, keyOf(condition)))?.row.id ??
      null;
  const { figures, columns } = deal;
  const submission = {
    action: "loan.submit" as const,
    entityId: id,
    after: {
      clientCode: clientCode(application.lastName, id),
      firstOrSecond: application.firstOrSecond,
      newLoanAmount: application.newLoanAmount,
      finalScore: figures.finalScore,
      ltv: figures.ltv,
      files: documents.map(({ row }) => row.id),
    },
  };
  return {
    documents,
    properties: application.additionalProperties.map((row, position) => ({ ...row, loanId: id, position })),
    participants: deal.participants.map((row, position) => ({ ...row, loanId: id, position })),
    submissions: history(n, id, application, brokerId, submittedAt),
    trail: trail(n, deal, submission, { id: brokerId, name: BROKERS[broker].name }, submittedAt),
    conditions: list.map(({ fresh, ...condition }, position) => ({
      ...condition,
      loanId: id,
      position,
      fileId: condition.completed && isFile({ ...condition, fresh }) ? fileOf({ ...condition, fresh }) : null,
      completedAt: condition.completed ? submittedAt + (position + 1) * DAY_MS / 4 : null,
      completedBy: condition.completed ? condition.restriction === "admin" ? ADMINISTRATOR_ID : brokerId : null,
      acceptedAt: condition.completed && !fresh ? submittedAt + (position + 2) * DAY_MS / 4 : null,
      acceptedBy: condition.completed && !fresh ? ADMINISTRATOR_ID : null,
      brokerUpdatedAt: fresh ? submittedAt + DAY_MS : null,
      viewedAt: null,
    })),
    row: {
      ...Object.fromEntries([...TEXT_FIELDS, ...NUMBER_FIELDS].map((name) => [name, application[name]])),
      ...columns,
      id,
      brokerId,
      clientCode: submission.after.clientCode,
      adminComSelect: deal.status,
      estClosingDate: closingOf(n, application, deal.status, today),
      newLoanAmount: application.newLoanAmount,
      bridgeTerm: application.bridgeTerm,
      otherPropertiesCount: application.otherPropertiesCount,
      otherPropertiesTotal: application.otherPropertiesTotal,
      otherPropertiesMtgTotal: application.otherPropertiesMtgTotal,
      exitStrategySelect: n % 3 ? "Yes" : "No",
      comments: commentOf(n),
      marketRegion: marketRegionOf(application),
      ...placeOf(householdOf(n), application),
      addressKey: normaliseAddress(application.address, application.city),
      finalScore: figures.finalScore,
      shownScore: figures.shownScore,
      ltv: figures.ltv,
      totalLtv: figures.totalLtv,
      suggestedRate: figures.suggestedRate,
      monthlyPayments: figures.monthlyPayment,
      settingsVersionId: lending.settingsVersionId,
      configVersionId: lending.configVersionId,
      brokerConditionsUpdated: list.some(({ fresh }) => fresh) ? 1 : 0,
      conditionsTotal: list.length,
      conditionsDone: list.filter(({ completed }) => completed).length,
      timestamp: submittedAt,
      updatedAt: submittedAt + DAY_MS,
      updatedBy: ADMINISTRATOR_ID,
    },
  };
}

/** A place some streets from its town's own; every tenth address was not found. */
function placeOf(n: number, application: LoanApplication): PlaceColumns {
  if (n % 10 === 0) return placeColumns(application);
  const [, , lat, lon] = PLACES.find(([name]) => name === application.city)!;
  const near = (middle: number, step: number, per: number) =>
    Math.round((middle + ((n * step) % 21 - 10) / per) * 1e5) / 1e5;
  return placeColumns(application, { latitude: near(lat, 7, 400), longitude: near(lon, 11, 300) });
}

/** What a condition's file is called among the loan's files: by its kind, or by its condition. */
function keyOf({ id }: DemoCondition): string {
  const kind = kindOfCondition(id);
  return kind === "other" ? `c${id}` : kind;
}

const fileId = (loanId: number, what: string): string => `demo-${loanId}-${what}`;

/** The application of every loan, and a file for every completed condition that asks for one. */
function documentsOf(
  n: number,
  loanId: number,
  application: LoanApplication,
  list: readonly DemoCondition[],
  uploadedBy: number,
  at: number,
): DemoLoan["documents"] {
  const client = `${application.firstName} ${application.lastName}`;
  const lines = [
    `Applicant: ${client}`,
    `Property: ${application.address}, ${application.city}`,
    `Loan asked for: ${money(application.newLoanAmount)}, ${application.firstOrSecond}`,
    `Appraised value: ${money(application.appraisedValue)}`,
    "A document of the demo. The people and figures in it are invented.",
  ];
  const wanted = new Map<string, { kind: Kind; title: string }>([["application", {
    kind: "application",
    title: "Application",
  }]]);
  // A paper that is there completes its condition.
  const isOpen = (kind: Kind) => list.some((one) => !one.completed && kindOfCondition(one.id) === kind);
  if (n % 4 === 0 && !isOpen("bureau")) wanted.set("bureau", { kind: "bureau", title: "Credit bureau" });
  if (n % 4 === 0 && !isOpen("appraisal")) wanted.set("appraisal", { kind: "appraisal", title: "Appraisal" });
  if (n % 15 === 1) wanted.set("photos", { kind: "other", title: "Inspection report" });
  for (const condition of list) {
    if (!condition.completed || !isFile(condition)) continue;
    wanted.set(keyOf(condition), { kind: kindOfCondition(condition.id), title: condition.title });
  }
  return [...wanted].map(([what, { kind, title }]) => {
    const bytes = demoPdf(title, lines);
    const name = `${title.toLowerCase().replace(/[^a-z]+/g, "-")}-${loanId}.pdf`;
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const row = {
      id: fileId(loanId, what),
      loanId,
      kind,
      name,
      mediaType: "application/pdf",
      size: bytes.length,
      sha256,
    };
    return { bytes, row: { ...row, uploadedBy, uploadedAt: at } };
  });
}

/** One submission, and for some loans the reviews before it, with other figures. */
function history(
  n: number,
  loanId: number,
  application: LoanApplication,
  brokerId: number,
  at: number,
): DemoLoan["submissions"] {
  const values = Object.fromEntries(HISTORY_FIELDS.map((name) => [name, application[name]])) as Record<
    typeof HISTORY_FIELDS[number],
    number
  >;
  const common = {
    loanId,
    brokerId,
    addressKey: normaliseAddress(application.address, application.city),
    applicantKey: applicantKey(application),
  };
  const reviews = n % 7 === 0 ? 2 : n % 5 === 0 ? 1 : 0;
  return [
    ...Array.from({ length: reviews }, (_, i) => ({
      ...common,
      ...values,
      kind: "review" as const,
      appraisedValue: values.appraisedValue - (reviews - i) * 20_000,
      primaryIncome: values.primaryIncome - (reviews - i) * 3000,
      at: at - (reviews - i) * 40 * 60_000,
    })),
    { ...common, ...values, kind: "submission" as const, at },
  ];
}

/** Submitted by the broker, then settled by the administrator. */
function trail(
  n: number,
  { status, columns }: DemoDeal,
  submission: Extract<AuditEntry, { action: "loan.submit" }>,
  broker: { id: number; name: string },
  at: number,
): DemoLoan["trail"] {
  const address = "192.0.2.10";
  const submitted = { at, actorId: broker.id, actorName: broker.name, address, ...auditColumns(submission) };
  if (status === "NA") return [submitted];
  const moves: [from: LoanStatus, to: LoanStatus, at: number][] = status === "Repaid" || status === "Loss"
    ? [["NA", "Funded", atHour(columns.dateFunded, 11)], [
      "Funded",
      status,
      atHour(columns.dateRepaid || addDays(columns.dateFunded, 200), 12),
    ]]
    : [["NA", status, columns.dateFunded ? atHour(columns.dateFunded, 11) : at + (1 + n % 3) * DAY_MS / 2]];
  return [
    submitted,
    ...moves.map(([from, to, when]) => ({
      at: when,
      actorId: ADMINISTRATOR_ID,
      actorName: ADMINISTRATOR.name,
      address,
      ...auditColumns({
        action: "loan.update",
        entityId: submission.entityId,
        before: { adminComSelect: from },
        after: {
          adminComSelect: to,
          ...(to === "Funded" ? { dateFunded: columns.dateFunded } : {}),
          ...(to === "Declined" ? { declineReason: columns.declineReason } : {}),
        },
      }),
    })),
  ];
}
