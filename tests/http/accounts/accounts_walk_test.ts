/**
 * A walk through the accounts specification: what each section promises and no other test holds. Each case names its
 * section. Roles by page and call: every_page_test and every_call_test; messages of section 5: the feature tests.
 */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { CALLS } from "../../../routes/calls.ts";
import { PAGES } from "../../../routes/pages.ts";
import { makeApp, PASSWORD, type TestAccount } from "../../support/app.ts";
import { makeRequest, storedAccount } from "../../support/brokers.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { makeLoan } from "../../support/loans.ts";
import { lastMail } from "../../support/sign_in.ts";

const t = await makeApp({
  DEVICE_VERIFICATION: "off",
  DEMO_VIDEO_URLS: "Submit a loan=https://videos.example/submit",
  SCHEDULE_CALL_URL: "https://calendar.example/call",
  PARTNERS_URL: "https://partners.example/",
});
const broker = await t.account({ name: "Priya Raman" });
const admin = await t.account({ role: ROLE.administrator, name: "Helen Voss" });
const owner = await t.account({ role: ROLE.owner });
const other = await t.account({ role: 5 });
const loan = await makeLoan(t, { brokerId: broker.id }, { conditions: [{ id: 1 }, { id: 3 }] });
const request = await makeRequest(t);
Deno.test.afterAll(() => t.close());

async function html(path: string, as: TestAccount | null = null): Promise<string> {
  const answer = await t.get(path, as);
  assert.equal(answer.status, 200, path);
  return (await answer.text()).replaceAll("<!-- -->", "").replaceAll("&quot;", '"');
}

/** The links and buttons of an element by the words in them. */
const words = (text: string) =>
  text.replace(/<svg.*?<\/svg>/gs, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim();
const part = (text: string, from: RegExp, to: string): string => {
  const at = text.search(from);
  assert.ok(at >= 0, `no ${from}`);
  return text.slice(at, text.indexOf(to, at));
};

/** Section, what it promises, the address, who looks, and what the page must hold. */
const SCREENS: [string, string, string, TestAccount | null, RegExp[]][] = [
  ["2", "home has both modals, the three buttons, the demo dropdown and the quote tool", "/", null, [
    /<dialog id="disclaimer"[^>]*data-once/,
    /<dialog id="site-credit"/,
    /href="\/login"[^>]*>Login</,
    /href="\/register"[^>]*>Register</,
    /<ol class="process-steps">.*href="\/register"[^>]*>SUBMIT LOAN</s,
    /href="https:\/\/calendar\.example\/call"[^>]*>.*?Schedule a Call/s,
    /popovertarget="demos"/i,
    /href="https:\/\/videos\.example\/submit"[^>]*>.*?Submit a loan/s,
    /action="\/api\/loans\/getquote"/,
  ]],
  ["2", "a SUBMIT LOAN button leads signed-in people to a new loan", "/", broker, [
    /href="\/dashboard\/submitloan"[^>]*>SUBMIT LOAN</,
  ]],
  ["2", "login has username, password and Forgot password", "/login", null, [
    /name="userName"/,
    /name="password"[^>]*/,
    /Forgot password\?/,
  ]],
  ["2", "register has its two tabs, the second disabled", "/register", null, [
    /role="tab"[^>]*>.*?Account Information/s,
    /aria-disabled="true"[^>]*>.*?Login Information/s,
  ]],
  ["2", "contact is prefilled and shows the provider's address", "/contact", broker, [
    /name="name"[^>]*value="Priya Raman"|value="Priya Raman"[^>]*name="name"/,
    /mailto:brokers@lender\.example/,
    />Send Email</,
  ]],
  ["2", "settings: email and license are read only, the rest is not", "/dashboard/accountsettings", broker, [
    /<input(?=[^>]*id="a-email")(?=[^>]*readonly)[^>]*>/i,
    /<input(?=[^>]*id="a-license")(?=[^>]*readonly)[^>]*>/i,
    /<input(?=[^>]*name="name")(?![^>]*readonly)[^>]*>/i,
    /<input(?=[^>]*name="phone")(?![^>]*readonly)[^>]*>/i,
    /<input(?=[^>]*name="brokerage")(?![^>]*readonly)[^>]*>/i,
    /<input(?=[^>]*name="brokerageLicense")(?![^>]*readonly)[^>]*>/i,
    />Change Password</,
    /Change Email/,
  ]],
  ["2", "the broker's view links to the public register", `/dashboard/viewbroker?id=${broker.id}`, admin, [
    /href="https:\/\/mbsweblist\.fsco\.gov\.on\.ca\/ShowLicence\.aspx\?M\d{8}~"/,
    /Generate a password/,
  ]],
  ["3, 4", "a new account starts as an enabled, green broker", "/dashboard/viewbroker?id=new", admin, [
    /<option value="green" selected/,
    /<select[^>]*id="status"[^>]*><option value="1" selected/,
    /<select[^>]*id="role"[^>]*><option value="0" selected/,
  ]],
  ["2", "a pending request leads to its review", "/dashboard/brokers", admin, [
    new RegExp(`href="/dashboard/createbroker\\?id=${request.id}"`),
  ]],
  ["2, 6", "a pending request pulses on Manage Brokers, on every screen", "/dashboard/accountsettings", admin, [
    /Manage Brokers<\/span><span class="count pulse">1/,
  ]],
  ["9", "no date picker starts before 1 January 1900", "/dashboard/submitloan", broker, [
    /^(?!.*type="date"[^>]*min="1[0-8]\d\d-).*type="date"[^>]*min="(?:19|20)\d\d-\d\d-\d\d"/s,
  ]],
];

for (const [section, promise, path, as, wanted] of SCREENS) {
  Deno.test(`section ${section}: ${promise}`, async () => {
    const page = await html(path, as);
    for (const pattern of wanted) assert.match(page, pattern);
  });
}

Deno.test("section 2: the signed-out bar has Contact, Register and Login, the signed-in one its own", async () => {
  const out = part(await html("/contact"), /<header class="nav"/, "</header>");
  assert.deepEqual(words(part(out, /<nav/, "</nav>")), "Contact Register Login");
  const inside = words(part(await html("/contact", broker), /<header class="nav"/, "</header>"));
  assert.match(inside, /New Loan Priya Raman .*Dashboard Contact Settings Logout$/);
});

Deno.test("section 6: menus of the four roles, in order", async () => {
  const menu = async (as: TestAccount) =>
    words(part(await html("/dashboard/accountsettings", as), /<nav class="menu"/, "</nav>")).replace(/^\S+ \S+ /, "");
  assert.match(await menu(broker), /^Go to New Loan Manage Conditions Settings Contact Us Logout/);
  assert.match(await menu(other), /^Settings Logout/);
  for (const as of [admin, owner]) {
    const names = await menu(as);
    const order = ["New Loan", "Manage Loans", "Manage Brokers", "Partners", "Account Settings", "Logout"];
    assert.deepEqual([...order].sort((a, b) => names.indexOf(a) - names.indexOf(b)), order, names);
  }
});

/** Section 7: every call's method and path, and the fields that its answer is read for. */
const LISTED: [string, string][] = [
  ["GET", "/api/auth/checkSession"],
  ["GET", "/api/loans/getSettings"],
  ["GET", "/api/auth/logout"],
  ["POST", "/api/loans/getquote"],
  ["POST", "/api/auth/login"],
  ["POST", "/api/auth/activateDevice"],
  ["POST", "/api/auth/recoverAccount"],
  ["POST", "/api/auth/getRecovery"],
  ["POST", "/api/auth/finishRecovery"],
  ["POST", "/api/auth/registerAccount"],
  ["POST", "/api/auth/updateSettings"],
  ["POST", "/api/auth/changeEmail"],
  ["POST", "/api/auth/finishEmailChange"],
  ["POST", "/api/loans/sendcontactemail"],
  ["GET", "/api/auth/getAllUsers"],
  ["POST", "/api/auth/getUser"],
  ["POST", "/api/auth/validateBroker"],
  ["POST", "/api/auth/updateAccount"],
  ["POST", "/api/auth/createAccount"],
  ["POST", "/api/auth/deleteAccount"],
  ["POST", "/api/auth/getRequestedAccount"],
  ["POST", "/api/auth/deleteRequestedAccount"],
  ["POST", "/api/auth/addRequestedAccount"],
];

Deno.test("section 7: every call is there by its method and path", () => {
  const there = new Set(CALLS.map((call) => `${call.method} ${call.path}`));
  assert.deepEqual(LISTED.map((pair) => pair.join(" ")).filter((call) => !there.has(call)), []);
});

const ACCOUNT =
  "id role name email phone brokerage brokerageLicense license username notes rating status touchBaseEmails totalLoans activeLoans"
    .split(" ");

Deno.test("sections 3 and 7: answers carry the entities' fields by their names and kinds", async () => {
  const user = (await (await t.post("/api/auth/getUser", { id: broker.id }, admin)).json()).data;
  for (const name of ACCOUNT) assert.ok(name in user, name);
  const kinds = [user.id, user.role, user.status, user.touchBaseEmails, user.totalLoans, user.rating].map((v) =>
    typeof v
  );
  assert.deepEqual(kinds, ["number", "number", "number", "boolean", "number", "string"]);
  const all = (await (await t.get("/api/auth/getAllUsers", admin)).json()).data;
  assert.deepEqual(Object.keys(all).sort(), ["accounts", "requests"]);
  for (const name of ACCOUNT) assert.ok(name in all.accounts[0], name);
  for (const name of ["id", "name", "brokerage"]) assert.ok(name in all.requests[0], name);
  const review = (await (await t.post("/api/auth/getRequestedAccount", { id: request.id }, admin)).json()).data;
  for (const name of ["name", "email", "phone", "brokerage", "brokerageLicense", "license", "username", "notes"]) {
    assert.ok(name in review, name);
  }
  const checked = await (await t.post("/api/auth/validateBroker", { license: "M1234567" }, admin)).json();
  assert.deepEqual([checked.response, checked.data], [true, false], "shorter than 9 characters");
  const session = await (await t.get("/api/auth/checkSession", broker)).json();
  assert.deepEqual([session.response, session.account.id, session.account.role], [true, broker.id, 0]);
  assert.ok(!("response" in await (await t.get("/api/loans/getSettings", admin)).json()), "the whole body is settings");
});

Deno.test("section 7: the quote's answer is its result by the names of section 3", async () => {
  const input = { type: "bridge", loanAmount: 100_000, valueOfResidence: 500_000, bridgeTerm: 60, creditScore: 700 };
  const { response, data } = await (await t.post("/api/loans/getquote", input)).json();
  assert.equal(response, true);
  for (const name of ["type", "scoreMessage", "score", "rate", "monthlyPayment", "bridgePricing"]) {
    assert.ok(name in data, name);
  }
});

Deno.test("section 4: a requested account becomes an enabled, green broker", async () => {
  const asked = await makeRequest(t, { username: "fromrequest", email: "from@example.com", license: "M24001999" });
  const { id } = await (await t.post("/api/auth/addRequestedAccount", { id: asked.id, introEmail: false }, admin))
    .json();
  const row = (await storedAccount(t, id))!;
  assert.deepEqual([row.role, row.rating, row.status], [0, "green", 1]);
});

Deno.test("sections 2 and 4: recovery and email links open for signed-in people too; bad ones lead away", async () => {
  await t.post("/api/auth/recoverAccount", { email: broker.email });
  const { id } = await lastMail(t, broker.email, "recovery");
  for (const as of [null, broker]) assert.match(await html(`/recover?id=${id}`, as), /name="confirmPassword"/);
  for (const bad of ["/recover", "/recover?id=", `/recover?id=${id}x`, `/recover?id=${"a".repeat(5000)}`]) {
    assert.equal((await t.get(bad)).headers.get("location"), "/login", bad.slice(0, 40));
  }
  const dead = await t.get(`/recover?id=${id}x`, broker);
  const flash = dead.headers.get("set-cookie")?.split(";")[0] ?? "";
  const offered = await (await t.get(dead.headers.get("location")!, broker, { cookie: `${flash}; ${broker.cookie}` }))
    .text();
  assert.match(offered, /This link was used already or is too old\./);
  assert.match(offered, /Send the link/, "the way to a new one");
  const none = await t.get("/changeEmail", broker);
  assert.equal(none.headers.get("location"), "/");
  assert.match(decodeURIComponent(none.headers.get("set-cookie") ?? ""), /flash=bad:Not found/);
  const out = await t.get(`/changeEmail?id=${id}`);
  assert.equal(out.headers.get("location"), `/login?next=${encodeURIComponent(`/changeEmail?id=${id}`)}`);
});

/** Section 2: old addresses. Nothing of an id leads to another site. */
const MOVED: [string, string][] = [
  ["/dashboardupdate/brokers", "/dashboard/brokers"],
  ["/dashboardupdate/viewCommitment", "/dashboard/viewCommitment"],
  ["/updatenav/dashboard", "/dashboard"],
  ["/updatenav/register", "/register"],
  ["/updatenav/%5C%5Cevil.example", "/"],
  ["/updatenav/https:%2F%2Fevil.example", "/"],
  ["/dashboardupdate/..%2F..%2Fevil", "/dashboard/"],
  [`/dashboard/reloadloan/${loan.id}`, `/dashboard/viewloan?id=${loan.id}`],
];

for (const [from, to] of MOVED) {
  Deno.test(`section 2: ${from} leads to ${to}`, async () => {
    const answer = await t.get(from, admin);
    assert.deepEqual([answer.status, answer.headers.get("location")], [302, to]);
  });
}

Deno.test("section 2: signing in continues to where the person was going, with its query", async () => {
  const wanted = `/dashboard/viewbroker?id=${broker.id}&history=2`;
  const turned = (await t.get(wanted)).headers.get("location")!;
  const form = await html(turned);
  const next = /name="next" value="([^"]+)"/.exec(form)![1].replaceAll("&amp;", "&");
  assert.equal(next, wanted);
  const sent = await t.postForm("/api/auth/login", { userName: admin.username, password: PASSWORD, next });
  assert.deepEqual([sent.status, sent.headers.get("location")], [303, wanted]);
});

/** Section 9's sliders as the home page names them: lowest, highest, step and start. */
const SLIDERS: Record<string, [number, number, number, number]> = {
  "Loan amount": [25_000, 1_000_000, 25_000, 100_000],
  "Estimated property value": [250_000, 3_000_000, 25_000, 500_000],
  "Loan to value": [0, 85, 1, 20],
  "Bridge term": [30, 120, 1, 60],
  "Existing first mortgage": [0, 1_000_000, 10_000, 0],
  "First mortgage payment": [0, 7_500, 250, 0],
  "Credit score": [400, 850, 1, 400],
  "Household income": [0, 250_000, 5_000, 0],
  "Years at same employer": [0, 12, 1, 0],
};

Deno.test("section 9: the sliders' ranges, steps and defaults are in the page", async () => {
  const tags = [...(await html("/")).matchAll(/<input[^>]*type="range"[^>]*>/g)].map(([tag]) => tag);
  const read = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  const found = tags.map((tag) => [
    read(tag, "aria-label").replace(", slider", ""),
    ["min", "max", "step", "value"].map((name) => Number(read(tag, name))),
  ]);
  assert.deepEqual(Object.fromEntries(found), SLIDERS);
});

Deno.test("reading changes nothing: every page and every GET call, by everybody", async () => {
  await t.mails();
  await t.deps.mailWorker.drain();
  const before = await fingerprint(t);
  const paths = PAGES.flatMap(({ path }) =>
    [loan.id, broker.id, request.id].flatMap((id) => {
      const at = path.replace(/:\w+/g, String(id));
      return [at, `${at}?id=${id}`];
    })
  );
  const gets = CALLS.filter((call) => call.method === "GET" && call.path !== "/api/auth/logout")
    .flatMap(({ path }) => [path, `${path}?id=${loan.id}`]);
  for (const as of [null, broker, admin, owner, other]) {
    for (const path of new Set([...paths, ...gets])) {
      const answer = await t.get(path, as, { "accept-encoding": "gzip" });
      assert.ok(answer.status < 500, `${path}: ${answer.status}`);
      const body = new Uint8Array(await answer.arrayBuffer());
      if (answer.headers.get("content-encoding") === "gzip") gunzipSync(body);
    }
  }
  assert.equal(await fingerprint(t), before);
});
