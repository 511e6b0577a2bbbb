/**
 * Which calls and pages people outside the lender's staff reach, written out a second time: one more that is
 * opened to them is added here too. All others are the staff's (accounts specification 6; loans specification 7).
 */
import assert from "node:assert/strict";
import { allows, ROLE } from "../../../lib/domain/permissions.ts";
import { CALLS } from "../../../routes/calls.ts";
import { PAGES } from "../../../routes/pages.ts";

const ANYBODY = [
  "/",
  "/contact",
  "/lending-areas",
  "/login",
  "/recover",
  "/register",
  "/unsubscribe/:token",
  "GET /api/auth/checkSession",
  "GET /api/auth/logout",
  "POST /api/auth/activateDevice",
  "POST /api/auth/enterSecondFactor",
  "POST /api/auth/finishRecovery",
  "POST /api/auth/getRecovery",
  "POST /api/auth/login",
  "POST /api/auth/recoverAccount",
  "POST /api/auth/registerAccount",
  "POST /api/loans/getquote",
  "POST /api/loans/sendcontactemail",
  "POST /api/mail/webhook",
  // Without a session, but with the signed token of somebody's open form.
  "POST /api/pdf/upload",
];
const ANY_ACCOUNT = [
  "/changeEmail",
  "/dashboard",
  "/dashboard/accountsettings",
  "/dashboard/secondfactor",
  "POST /api/auth/beginSecondFactor",
  "POST /api/auth/changeEmail",
  "POST /api/auth/confirmSecondFactor",
  "POST /api/auth/finishEmailChange",
  "POST /api/auth/forgetDevice",
  "POST /api/auth/removeSecondFactor",
  "POST /api/auth/renewRecoveryCodes",
  "POST /api/auth/setTheme",
  "POST /api/auth/signOutOthers",
  "POST /api/auth/updateSettings",
];
const BROKERS = [
  "/dashboard/contact",
  "/dashboard/loans",
  "/dashboard/news",
  "/dashboard/submitloan",
  "/dashboard/viewloan/:id",
  "GET /api/loans/brokerDownloadCommitment",
  "GET /api/loans/find",
  "GET /api/loans/getconfig",
  "GET /api/loans/getdraft",
  "GET /api/loans/getloans",
  "GET /api/loans/getotherfile",
  "POST /api/loans/asktogeocode",
  "POST /api/loans/discarddraft",
  "POST /api/loans/getbrokerconditions",
  "POST /api/loans/getbrokerloan",
  "POST /api/loans/gettimeline",
  "POST /api/loans/newloan",
  "POST /api/loans/savedraft",
  "POST /api/loans/savegeocode",
  "POST /api/loans/testloan",
  "POST /api/loans/updatebrokercondition",
  "POST /api/loans/uploadotherfile",
  "POST /api/news/choose",
  "POST /api/news/markread",
];

const OWNERS = [
  "/dashboard/outbox",
  "/dashboard/retention",
  "/dashboard/staffsignin",
  "/dashboard/status",
  "POST /api/auth/erasePersonalData",
  "POST /api/auth/exportPersonalData",
  "POST /api/auth/requireSecondFactor",
  "POST /api/auth/resetSecondFactor",
  "POST /api/loans/allowaddress",
  "POST /api/loans/resumemail",
  "POST /api/loans/saveretention",
  "POST /api/loans/sendfailedmails",
  "POST /api/loans/sendmailagain",
  "POST /api/loans/seteventaside",
  "POST /api/loans/tryeventagain",
];

const ALL = [
  ...PAGES.map(({ path, permission }) => ({ name: path, permission })),
  ...CALLS.map(({ method, path, permission }) => ({ name: `${method} ${path}`, permission })),
];
const person = (role: number) => ({ id: 1, role, name: "" });
const reach = (actor: Parameters<typeof allows>[0]) =>
  ALL.filter(({ permission }) => allows(actor, permission)).map(({ name }) => name).toSorted();

Deno.test("signed-out visitors reach public pages and calls, and nothing else", () => {
  assert.deepEqual(reach(null), ANYBODY.toSorted());
});

Deno.test("an account of an unknown role reaches its own settings as well", () => {
  for (const role of [1, 5, 8, 10, 98, 100, -1]) {
    assert.deepEqual(reach(person(role)), [...ANYBODY, ...ANY_ACCOUNT].toSorted(), String(role));
  }
});

Deno.test("brokers reach their own work as well", () => {
  assert.deepEqual(reach(person(ROLE.broker)), [...ANYBODY, ...ANY_ACCOUNT, ...BROKERS].toSorted());
});

Deno.test("administrators reach everything but what is the owners' alone, owners everything", () => {
  assert.equal(reach(person(ROLE.owner)).length, ALL.length);
  const owners = new Set(OWNERS);
  assert.deepEqual(
    reach(person(ROLE.administrator)),
    ALL.map(({ name }) => name).filter((name) => !owners.has(name)).toSorted(),
  );
});
