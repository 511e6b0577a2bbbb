/** Labels of calls' fields on screens, where the field's name is unclear or has another label on another screen. */
import { TERM_LABELS } from "./letters/letter_document.ts";
import { FIGURES } from "./maps/market_figures.ts";
import { REGION_LABELS } from "./maps/region_setting.ts";
import { TOUCH_BASE_FIGURES } from "./mail/touch_base.ts";
import { RETAINED_KINDS, RETENTION_RULES } from "./operations/retention.ts";

const ONE_ACCOUNT = { id: "Account" }, ONE_REQUEST = { id: "Account request" };
const PASSWORD_AGAIN = "Password again";
const BROKERAGE = { brokerageLicense: "Brokerage licence" };
const ACCOUNT = {
  ...BROKERAGE,
  confirmPassword: PASSWORD_AGAIN,
  license: "Licence number",
  notes: "Private comment",
};
const LETTER = Object.fromEntries(Object.entries(TERM_LABELS).map(([name, label]) => [`terms.${name}`, label]));
const LOAN = {
  "data.areaReason": "Why we lend here anyway",
  "data.brokerName": "Broker",
  "data.comments": "Comments",
};
const CONDITION = { conditionId: "Condition", conditionText: "Text" };

/** By call, then by the path of its input without places in lists. */
export const CALL_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  consentfile: { consent: "Consent to mail" },
  registerAccount: {
    ...BROKERAGE,
    confirmPassword: PASSWORD_AGAIN,
    license: "Your licence",
    newsByEmail: "News by email",
  },
  recoverAccount: { email: "Email address" },
  finishRecovery: { confirmPassword: "New password again" },
  updateSettings: { ...BROKERAGE, "seen.brokerageLicense": BROKERAGE.brokerageLicense },
  createAccount: { ...ACCOUNT, introEmail: "Intro mail" },
  updateAccount: { ...ACCOUNT, ...ONE_ACCOUNT, touchBaseEmails: "Touch-base emails" },
  addRequestedAccount: { ...ONE_REQUEST, introEmail: "Intro mail", notes: "Private comment" },
  getRequestedAccount: ONE_REQUEST,
  deleteRequestedAccount: ONE_REQUEST,
  deleteAccount: ONE_ACCOUNT,
  getUser: ONE_ACCOUNT,
  resetSecondFactor: ONE_ACCOUNT,
  exportPersonalData: ONE_ACCOUNT,
  erasePersonalData: ONE_ACCOUNT,
  activateDevice: { code: "Code from the email", deviceId: "Sign-in" },
  enterSecondFactor: { code: "Code from your authenticator app" },
  confirmSecondFactor: { code: "The code that the app shows now" },
  forgetDevice: { device: "Saved browser" },
  newloan: LOAN,
  testloan: LOAN,
  savedraft: { "draft.exit": "Exit strategy", "draft.entries": "Application", "draft.marks": "Marks of what was read" },
  updatebrokercondition: CONDITION,
  reviewbrokercondition: { conditionId: CONDITION.conditionId },
  saveletter: LETTER,
  generateletter: LETTER,
  savebankdetails: { holder: "Account holder", agreedOn: "Agreement signed on" },
  returnpayment: { day: "Returned on" },
  recordledger: { kind: "What happened", part: "Of what", penalty: "Penalty paid with it" },
  recordconsent: { source: "How", kind: "They said", day: "On" },
  updatetouchbase: Object.fromEntries(
    Object.entries(TOUCH_BASE_FIGURES).map(([name, { label }]) => [`config.${name}`, label]),
  ),
  saveretention: Object.fromEntries(
    RETAINED_KINDS.flatMap((kind) => [kind, `seen.${kind}`].map((path) => [path, RETENTION_RULES[kind].title])),
  ),
  addblacklist: { email: "Address or domain" },
  savemapsettings: REGION_LABELS,
  savemarketreport: Object.fromEntries(Object.entries(FIGURES).map(([name, { label }]) => [name, label])),
  updatetouchbaseemails: { "normalTemplates.body": "Message", "eliteTemplates.body": "Message" },
  updateemail: { body: "Message", preview: "Preview text", everyDays: "Every", sendAt: "Day" },
  getquote: {
    valueOfResidence: "Estimated property value",
    existingFirstMtg: "First mortgage payment",
    existingFirstMtgAmt: "Existing first mortgage",
    creditScore: "Credit score",
    bridgeTerm: "Bridge term",
    loanAmount: "Loan amount",
    householdIncome: "Household income",
    yearsOfEmployment: "Years at same employer",
    postal: "Postal code",
    type: "Type",
  },
};

/** The label of a call's field by its whole path; undefined where the field's name is the label. */
export const labelInCall = (call: string, path: readonly (string | number)[]): string | undefined =>
  CALL_LABELS[call]?.[path.filter((key) => typeof key === "string").join(".")];
