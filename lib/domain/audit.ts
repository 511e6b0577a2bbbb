/** The audit trail as data: what each action's row holds before and after. */
import { type AccountAction, type AuditAction, type AuditEntity, ENTITIES, type LoanAction } from "./audit_entities.ts";
import type { LetterKind } from "./letters/terms.ts";
import type { ConditionTerms } from "./loans/condition_merge.ts";
import type { Participant } from "./loans/participants.ts";
import type { LoanStatus } from "./loans/status.ts";
import type { CampaignText } from "./mail/campaign.ts";
import type { ConsentKind, ConsentSource } from "./mail/consent.ts";
import type { TouchBaseConfig } from "./mail/touch_base.ts";
import type { MarketReport } from "./maps/market_report.ts";
import type { NewsPreference } from "./news/kinds.ts";
import type { Retention, RetentionRun } from "./operations/retention.ts";
import type { PlaceColumns } from "./places/loan_place.ts";
import type { LedgerEntry } from "./servicing/ledger.ts";
import type { MaturityPlan } from "./servicing/maturity_plan.ts";
import type { TransferKind, TransferState } from "./servicing/transfers.ts";
import type { RegionSetting } from "./maps/region_setting.ts";

export type { AccountAction, AuditAction, AuditEntity, LoanAction };

/** The fields of a person, as far as they are written down. `password` is the word "changed", never a password. */
export type PersonFields = Partial<{
  role: number;
  name: string;
  email: string;
  phone: string;
  brokerage: string;
  brokerageLicense: string;
  license: string;
  username: string;
  password: "changed";
  notes: string;
  rating: string;
  status: number;
  touchBaseEmails: boolean;
  newsChoice: NewsPreference;
}>;

/** Loan columns by name. The timeline reads the status; nothing else of them is read again. */
export type LoanFields = Readonly<Record<string, unknown>> & { readonly adminComSelect?: LoanStatus };
/** With what completed it where the save removed it. */
type ConditionFields = ConditionTerms & { completed: boolean; text?: string; fileId?: string | null };
/** Enough to enter a set again. */
type ConditionSetFields = { name: string; terms: readonly ConditionTerms[] };
type OneCondition = { conditionId: number; completed?: boolean; text?: string; fileId?: string | null };
/** With the lender's last word on it, which any change takes away. */
type ChangedCondition = OneCondition & { acceptedAt: number | null; returnReason: string };
type LetterFields = { kind: LetterKind; sections: Readonly<Record<string, string>> };
type FileFields = { id: string; name?: string };
type StoredFile = { loanId: number; kind: string; name: string; size: number; sha256: string; conditionId?: number };
/** Paths of a document, and what stands there. */
type Paths = Readonly<Record<string, unknown>>;
/** What an import replaced and what it wrote, by month. */
type ReportsByMonth = Readonly<Record<string, MarketReport>>;
type Templates = readonly { id: number; list: string; subject: string; body: string }[];
type Filter = { name: string; query: string };

interface Shape<Before = undefined, After = undefined> {
  before: Before;
  after: After;
}

/** What each action's row holds. To name an action above and not here does not compile. */
interface AuditShapes extends Record<AuditAction, Shape<unknown, unknown>> {
  "session.start": Shape;
  "session.end": Shape;
  "session.endOthers": Shape<undefined, { sessions: number }>;
  "session.endAll": Shape<undefined, { sessions: number; devices: number }>;
  "device.ask": Shape;
  "device.save": Shape<undefined, { userAgent: string }>;
  "device.forget": Shape<{ userAgent: string }>;
  "account.create": Shape<undefined, PersonFields & { introEmail?: boolean }>;
  "account.update": Shape<PersonFields, PersonFields>;
  "account.settings": Shape<PersonFields, PersonFields>;
  "account.recover": Shape;
  "account.password": Shape;
  "account.emailAsked": Shape<undefined, { email: string }>;
  "account.email": Shape<{ email: string }, { email: string }>;
  "account.delete": Shape<PersonFields>;
  "account.erase": Shape<undefined, { loansKept: number }>;
  "account.export": Shape;
  "factor.on": Shape;
  "factor.off": Shape;
  "factor.codes": Shape;
  "factor.recover": Shape<undefined, { codesLeft: number }>;
  "factor.reset": Shape<undefined, { sessions: number }>;
  "factor.require": Shape<{ required: boolean }, { required: boolean }>;
  "filter.save": Shape<Filter | undefined, Filter>;
  "filter.delete": Shape<Filter>;
  "conditionSet.save": Shape<ConditionSetFields | undefined, ConditionSetFields>;
  "conditionSet.delete": Shape<ConditionSetFields>;
  "request.create": Shape<undefined, PersonFields | undefined>;
  "request.accept": Shape<{ closed: false }, { closed: true; accountId: number; introEmail: boolean }>;
  "request.delete": Shape<PersonFields>;
  "contact.send": Shape<undefined, { email: string }>;
  "blacklist.add": Shape<undefined, { email: string }>;
  "blacklist.remove": Shape<{ email: string }>;
  "touchBase.config": Shape<Partial<TouchBaseConfig>, Partial<TouchBaseConfig>>;
  "touchBase.templates": Shape<Templates, Templates>;
  "touchBase.skip": Shape<{ accountId: number }>;
  "campaign.create": Shape<undefined, { name: string; copyOf?: number }>;
  "campaign.delete": Shape<CampaignText>;
  "campaign.save": Shape<Partial<CampaignText>, Partial<CampaignText>>;
  "campaign.activate": Shape<undefined, { sendAt: number }>;
  "campaign.pause": Shape;
  /** Where the pause missed runs: when it goes on. */
  "campaign.resume": Shape<{ sendAt: number | null } | undefined, { sendAt: number | null } | undefined>;
  "campaign.stop": Shape<undefined, { withdrawn: number }>;
  "campaign.test": Shape<undefined, { to: string }>;
  "campaign.picture": Shape<undefined, { picture: string; name: string; size: number }>;
  "mail.unsubscribe": Shape<PersonFields, PersonFields>;
  "mail.consent": Shape<undefined, { consent: ConsentKind; consentSource: ConsentSource; consentDay: string }>;
  /** One mail, or failed mails of a kind together. */
  "mail.again": Shape<undefined, { kind: string; to: string } | { mails: number; to?: string }>;
  "mail.resume": Shape;
  "mail.suppress": Shape<undefined, { why: string; reason: string }>;
  "mail.allow": Shape<{ why: string; reason: string }>;
  "loan.submit": Shape<undefined, {
    clientCode: string;
    firstOrSecond: string;
    newLoanAmount: number;
    finalScore: number;
    ltv: number | null;
    files: string[];
    /** A rule of lending areas that the administrator did not follow, as a sentence, and why. */
    areaRule?: string;
    areaReason?: string;
    scoreSentByClient?: number;
  }>;
  "loan.update": Shape<LoanFields, LoanFields>;
  "loan.broker": Shape<{ brokerId: number | null }, { brokerId: number }>;
  "loan.participants": Shape<{ participants: Participant[] }, { participants: Participant[]; from?: string }>;
  "loan.place": Shape<Partial<PlaceColumns>, Partial<PlaceColumns>>;
  "loan.share": Shape<{ isdone: 0 }, { isdone: 1; sharedWith: string[] }>;
  "loan.delete": Shape<LoanFields & { files: string[] }>;
  /** Data that retention removed. */
  "loan.papers": Shape<{ files: { id: string; kind: string; name: string; sha256: string }[] }>;
  "conditions.save": Shape<ConditionFields[], ConditionFields[]>;
  "conditions.view": Shape<{ brokerConditionsUpdated: number }, { brokerConditionsUpdated: number }>;
  "condition.complete": Shape<ChangedCondition, OneCondition>;
  "condition.reopen": Shape<ChangedCondition, OneCondition>;
  "condition.accept": Shape<
    { conditionId: number; acceptedAt: null },
    { conditionId: number; acceptedAt: number }
  >;
  "condition.return": Shape<ChangedCondition, { conditionId: number; completed: false; returnReason: string }>;
  "letter.save": Shape<LetterFields, LetterFields>;
  "letter.generate": Shape<
    LetterFields & { fileId: string | null },
    LetterFields & {
      fileId: string;
      sha256: string;
      principal: number;
      netAdvance: number;
      apr: number | null;
      contract?: number;
      confirmed?: string[];
    }
  >;
  /** The version that came into force, and what of the form follows from it. */
  "contract.accept": Shape<LoanFields, LoanFields & { contract: number }>;
  "ledger.begin": Shape<undefined, { rows: LedgerEntry[] }>;
  /** What the daily job posted by itself. */
  "ledger.post": Shape<undefined, { rows: LedgerEntry[] }>;
  /** `file` and `line` where the payment came from a bank's file. */
  "ledger.record": Shape<undefined, { rows: LedgerEntry[]; file?: string; line?: number }>;
  /** The row that was undone, and the rows that undo it. */
  "ledger.reverse": Shape<{ id: number; row: LedgerEntry }, { rows: LedgerEntry[] }>;
  /** What the statement said (null for none) and what was received, dollars. */
  "ledger.payout": Shape<undefined, { statement: number | null; received: number; rows: LedgerEntry[] }>;
  /** What was decided for the maturity of that day. */
  "maturity.plan": Shape<
    { maturity: string; plan: MaturityPlan },
    { maturity: string; plan: MaturityPlan }
  >;
  /** Filed under whose they are; never what they are. */
  "bankDetails.save": Shape<{ agreedOn: string } | undefined, { account: "entered" | "changed"; agreedOn: string }>;
  "bankDetails.remove": Shape<{ agreedOn: string }>;
  /** Cents. */
  "transfers.make": Shape<
    undefined,
    { kind: TransferKind; day: string; number: number; payments: number; cents: number; sha256: string }
  >;
  "transfers.download": Shape<undefined, { as: string }>;
  "transfers.send": Shape<{ state: TransferState }, { state: TransferState; over?: number }>;
  /** A debit that could not be posted, and why. */
  "transfers.settle": Shape<{ reference: string; problem: string }, { reference: string; problem: string }>;
  /** With the number that it gave back, the payments that were taken back, and their sum. */
  "transfers.undo": Shape<
    { state: TransferState; number?: number | null },
    { state: TransferState; payments?: number; cents?: number }
  >;
  /** A credit that the bank gave back, with the day; empty where that was taken back. */
  "transfers.return": Shape<
    { reference: string; returnedOn: string; reason: string },
    { reference: string; returnedOn: string; reason: string }
  >;
  "file.upload": Shape<FileFields | undefined, StoredFile>;
  /** `accepted` are those of the conditions that had been accepted, and when: it goes with the file. */
  "file.delete": Shape<{
    loanId: number | null;
    kind: string;
    name: string;
    conditions: number[];
    accepted?: { conditionId: number; acceptedAt: number; acceptedBy: number | null }[];
  }>;
  "settings.save": Shape<Paths, Paths>;
  "settings.restore": Shape<Paths, Paths & { restoredVersion: number }>;
  "config.save": Shape<Paths, Paths>;
  "config.restore": Shape<Paths, Paths & { restoredVersion: number }>;
  "region.setting": Shape<Partial<RegionSetting>, Partial<RegionSetting>>;
  "region.report": Shape<Partial<MarketReport> | undefined, Partial<MarketReport>>;
  "region.removeReport": Shape<MarketReport>;
  "region.import": Shape<ReportsByMonth, ReportsByMonth>;
  "areas.import": Shape<undefined, { name: string; areas: number; points: number }>;
  /** The imported areas in force; null for the approximate ones. */
  "areas.use": Shape<{ version: number | null }, { version: number | null }>;
  /** With the consumer, and why its last try failed. */
  "event.again": Shape<undefined, { type: string; consumer: string; reason: string }>;
  "event.setAside": Shape<undefined, { type: string; consumer: string; reason: string }>;
  "retention.save": Shape<Partial<Retention>, Partial<Retention>>;
  /** One night's run: the periods, and how many rows of each kind were removed. */
  "retention.run": Shape<undefined, Pick<RetentionRun, "day" | "periods" | "removed"> & { finished: boolean }>;
}

type Half<Name extends string, T> = undefined extends T ? { [N in Name]?: T } : { [N in Name]: T };

/** What a verb writes down: the action, the id of what it is filed under, and both halves as the action has them. */
export type AuditEntry = {
  [A in AuditAction]:
    & { action: A; entityId: string | number }
    & Half<"before", AuditShapes[A]["before"]>
    & Half<"after", AuditShapes[A]["after"]>;
}[AuditAction];

/** The columns of an entry's row: halves as JSON, null where the action has none. */
export function auditColumns({ action, entityId, before, after }: AuditEntry) {
  const half = (value: unknown): string | null => value === undefined ? null : JSON.stringify(value);
  return { action, entity: ENTITIES[action], entityId: String(entityId), before: half(before), after: half(after) };
}

/** A row as it is stored. */
export interface AuditText {
  action: string;
  before: string | null;
  after: string | null;
}

/** A row as it was read. Rows of earlier versions of the program may lack fields of their action's shape. */
export type StoredAudit = {
  [A in AuditAction]: {
    action: A;
    before: Partial<NonNullable<AuditShapes[A]["before"]>> | null;
    after: Partial<NonNullable<AuditShapes[A]["after"]>> | null;
  };
}[AuditAction];

/** Reads a stored row's halves. Null for an action that this version does not know. */
export function storedAudit(row: AuditText): StoredAudit | null {
  if (!Object.hasOwn(ENTITIES, row.action)) return null;
  const half = (text: string | null) => text === null ? null : JSON.parse(text);
  return { action: row.action as AuditAction, before: half(row.before), after: half(row.after) } as StoredAudit;
}
