/**
 * Every screen route of accounts specification 2: who sees it, where everybody else is sent, and that every
 * page carries the security headers and no other visitor's data.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { createEmail } from "../../../lib/features/mail/mod.ts";
import { PAGES } from "../../../routes/pages.ts";
import { makeApp, type TestAccount } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";
import { sendTracked } from "../../support/tracking.ts";

const t = await makeApp();
const broker = await t.account({ role: ROLE.broker, name: "Priya Raman" });
const otherBroker = await t.account({ role: ROLE.broker });
const administrator = await t.account({ role: ROLE.administrator });
const owner = await t.account({ role: ROLE.owner });
const unknown = await t.account({ role: 7 });
await sendTracked(t, {}, [broker]);
const loan = await makeLoan(t, { brokerId: broker.id });
await createEmail(t.context(owner), { name: "Rate sheet" });
Deno.test.afterAll(() => t.close());

type Who = "out" | "broker" | "administrator" | "owner" | "unknown";
const ACCOUNTS: Record<Who, TestAccount | null> = { out: null, broker, administrator, owner, unknown };

/** A number is a status; text is where the visitor is sent. */
type Expected = Record<Who, number | string>;
const everybody: Expected = { out: 200, broker: 200, administrator: 200, owner: 200, unknown: 200 };
const staff = (path: string): Expected => ({
  out: `/login?next=${encodeURIComponent(path)}`,
  broker: "/dashboard/loans",
  administrator: 200,
  owner: 200,
  unknown: "/dashboard/accountsettings",
});
const people = (path: string): Expected => ({ ...staff(path), broker: 200 });
const signedInGoHome = { broker: "/dashboard/loans", administrator: "/dashboard/loans", owner: "/dashboard/loans" };
const ASK_PATH = "/dashboard/accountsettings?change=password";
const askForLink = { broker: ASK_PATH, administrator: ASK_PATH, owner: ASK_PATH, unknown: ASK_PATH };

const ROUTES: [string, Expected][] = [
  ["/", everybody],
  ["/contact", everybody],
  ["/lending-areas", everybody],
  ["/lending-areas?postal=L8P", everybody],
  ["/register", { out: 200, broker: "/", administrator: "/", owner: "/", unknown: "/" }],
  ["/changeEmail?id=x", { ...everybody, out: "/login?next=%2FchangeEmail%3Fid%3Dx" }],
  ["/recover?id=nosuchlink", { ...askForLink, out: "/login" }],
  ["/login", { ...everybody, ...signedInGoHome, unknown: "/dashboard/loans" }],
  ["/login?forgot=1", { ...askForLink, out: 200 }],
  ["/dashboard", { out: "/login?next=%2Fdashboard", ...signedInGoHome, unknown: "/dashboard/accountsettings" }],
  ["/dashboard/loans", people("/dashboard/loans")],
  ["/dashboard/submitloan", people("/dashboard/submitloan")],
  ["/dashboard/contact", people("/dashboard/contact")],
  ["/dashboard/accountsettings", { ...people("/dashboard/accountsettings"), unknown: 200 }],
  ["/dashboard/secondfactor", { ...people("/dashboard/secondfactor"), unknown: 200 }],
  ["/dashboard/staffsignin", { ...staff("/dashboard/staffsignin"), administrator: "/dashboard/brokers" }],
  ["/login?factor=x", { ...everybody, ...signedInGoHome, unknown: "/dashboard/loans" }],
  ["/dashboard/news", people("/dashboard/news")],
  ["/dashboard/news?show=unread&page=9", people("/dashboard/news?show=unread&page=9")],
  ["/dashboard/maploans/settings", staff("/dashboard/maploans/settings")],
  ["/dashboard/maploans/settings?id=Kenora", staff("/dashboard/maploans/settings?id=Kenora")],
  ["/dashboard/settings", staff("/dashboard/settings")],
  ["/dashboard/tracking", staff("/dashboard/tracking")],
  ["/dashboard/tracking/overview", staff("/dashboard/tracking/overview")],
  ["/dashboard/tracking/1/1", staff("/dashboard/tracking/1/1")],
  ["/dashboard/maploans/areas", staff("/dashboard/maploans/areas")],
  ["/dashboard/settings?panel=versions&kind=config", staff("/dashboard/settings?panel=versions&kind=config")],
  ["/dashboard/settings?panel=versions&id=999999", {
    ...staff("/dashboard/settings?panel=versions&id=999999"),
    administrator: 404,
    owner: 404,
  }],
  ["/dashboard/emails", staff("/dashboard/emails")],
  ["/dashboard/outbox", { ...staff("/dashboard/outbox"), administrator: "/dashboard/brokers" }],
  ["/dashboard/retention", { ...staff("/dashboard/retention"), administrator: "/dashboard/brokers" }],
  ["/dashboard/status", { ...staff("/dashboard/status"), administrator: "/dashboard/brokers" }],
  ["/dashboard/outbox?state=failed&q=nobody", {
    ...staff("/dashboard/outbox?state=failed&q=nobody"),
    administrator: "/dashboard/brokers",
  }],
  ["/dashboard/emails?show=done", staff("/dashboard/emails?show=done")],
  ["/dashboard/emails?q=nothing", staff("/dashboard/emails?q=nothing")],
  ["/dashboard/viewemail?id=1", staff("/dashboard/viewemail?id=1")],
  ["/dashboard/viewemail?id=x", { ...staff("/dashboard/viewemail?id=x"), administrator: 404, owner: 404 }],
  ["/unsubscribe/1.forged", { out: 400, broker: 400, administrator: 400, owner: 400, unknown: 400 }],
  ["/dashboard/brokers", staff("/dashboard/brokers")],
  ["/dashboard/viewbroker?id=new", staff("/dashboard/viewbroker?id=new")],
  [`/dashboard/viewbroker?id=${broker.id}`, staff(`/dashboard/viewbroker?id=${broker.id}`)],
  ["/dashboard/viewbroker?id=999999", { ...staff("/dashboard/viewbroker?id=999999"), administrator: 404, owner: 404 }],
  ["/dashboard/viewbroker?id=x", { ...staff("/dashboard/viewbroker?id=x"), administrator: 404, owner: 404 }],
  ["/dashboard/createbroker?id=999999", {
    ...staff("/dashboard/createbroker?id=999999"),
    administrator: 404,
    owner: 404,
  }],
  [`/dashboard/viewloan?id=${loan.id}`, staff(`/dashboard/viewloan?id=${loan.id}`)],
  ["/dashboard/viewloan?id=999999", { ...staff("/dashboard/viewloan?id=999999"), administrator: 404, owner: 404 }],
  ["/dashboard/viewloan?id=1;drop", { ...staff("/dashboard/viewloan?id=1;drop"), administrator: 404, owner: 404 }],
  [`/dashboard/reloadloan/${loan.id}`, {
    ...staff(`/dashboard/reloadloan/${loan.id}`),
    administrator: `/dashboard/viewloan?id=${loan.id}`,
    owner: `/dashboard/viewloan?id=${loan.id}`,
  }],
  ["/dashboard/overview", staff("/dashboard/overview")],
  ["/dashboard/overview/loans", staff("/dashboard/overview/loans")],
  ...["", "?view=table&region=Toronto&order=score", "?view=regions", "?box=0,0,x&loan=-1&by=heat"].map((
    query,
  ): [string, Expected] => ["/dashboard/maploans" + query, staff("/dashboard/maploans" + query)]),
  ...["viewCommitment", "viewRenewal", "viewDisclosure", "viewInstructions", "schedule", "payout"].map((
    name,
  ): [string, Expected] => [
    `/dashboard/${name}/${loan.id}`,
    staff(`/dashboard/${name}/${loan.id}`),
  ]),
  [`/dashboard/loanledger?id=${loan.id}`, staff(`/dashboard/loanledger?id=${loan.id}`)],
  ["/dashboard/participants?month=2026-11", staff("/dashboard/participants?month=2026-11")],
  ["/dashboard/loanledger?id=x", { ...staff("/dashboard/loanledger?id=x"), administrator: 404, owner: 404 }],
  ...["", "?view=loans&q=a&sort=next", "?view=calendar&month=2020-01", "?view=maturities&within=past&page=9"].map((
    query,
  ): [string, Expected] => ["/dashboard/servicing" + query, staff("/dashboard/servicing" + query)]),
  ["/dashboard/duepayments?day=2026-12-20", staff("/dashboard/duepayments?day=2026-12-20")],
  ["/dashboard/bankpayments", staff("/dashboard/bankpayments")],
  ["/dashboard/returns", staff("/dashboard/returns")],
  ...["", "?kind=credit&month=2026-10", "?day=2020-01-01&arrears=true", "?kind=x&day=x&month=x&arrears=x"].map((
    query,
  ): [string, Expected] => ["/dashboard/transfers" + query, staff("/dashboard/transfers" + query)]),
  ["/dashboard/transferfile?id=1", { ...staff("/dashboard/transferfile?id=1"), administrator: 404, owner: 404 }],
  ["/dashboard/transferfile?id=x", { ...staff("/dashboard/transferfile?id=x"), administrator: 404, owner: 404 }],
  // Unknown paths: the role's list under /dashboard, / elsewhere, /login for who is signed out.
  ["/dashboard/nosuchpage", {
    out: "/login?next=%2Fdashboard%2Fnosuchpage",
    broker: "/dashboard/loans",
    administrator: "/dashboard/brokers",
    owner: "/dashboard/brokers",
    unknown: "/dashboard/accountsettings",
  }],
  ["/dashboardfoo", { out: "/login", broker: "/", administrator: "/", owner: "/", unknown: "/" }],
  ["/nosuchpage", { out: "/login", broker: "/", administrator: "/", owner: "/", unknown: "/" }],
  ["/dashboardupdate/loans", {
    out: "/dashboard/loans",
    broker: "/dashboard/loans",
    administrator: "/dashboard/loans",
    owner: "/dashboard/loans",
    unknown: "/dashboard/loans",
  }],
  ["/updatenav/contact", {
    out: "/contact",
    broker: "/contact",
    administrator: "/contact",
    owner: "/contact",
    unknown: "/contact",
  }],
  ["/updatenav/recover?id=a%2Fb", {
    out: "/recover?id=a%2Fb",
    broker: "/recover?id=a%2Fb",
    administrator: "/recover?id=a%2Fb",
    owner: "/recover?id=a%2Fb",
    unknown: "/recover?id=a%2Fb",
  }],
  ["/updatenav/%2F%2Fevil.example", { out: "/", broker: "/", administrator: "/", owner: "/", unknown: "/" }],
];

async function textOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return new TextDecoder().decode(response.headers.get("content-encoding") === "gzip" ? gunzipSync(bytes) : bytes);
}

for (const [path, expected] of ROUTES) {
  Deno.test(`${path}: who sees it, and where others are sent`, async () => {
    for (const [who, wanted] of Object.entries(expected) as [Who, number | string][]) {
      const response = await t.get(path, ACCOUNTS[who], { "accept-encoding": "gzip" });
      const body = await textOf(response);
      if (typeof wanted === "string") {
        assert.equal(response.status, 302, `${who}: ${response.status}`);
        assert.equal(response.headers.get("location"), wanted, who);
        continue;
      }
      assert.equal(response.status, wanted, `${who}: ${response.headers.get("location") ?? body.slice(0, 300)}`);
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
      const policy = response.headers.get("content-security-policy") ?? "";
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /; script-src 'self'; style-src 'self'( 'sha256-[\w+/=]+')+; /);
      assert.doesNotMatch(policy, /unsafe|nonce|strict-dynamic|\*/);
      // Scripts are files; what stands in the page is data, which no browser runs.
      for (const [, attributes, text] of body.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
        const isFile = /^(?=.* src="\/assets\/)(?=.* type="module")/.test(attributes) && text === "";
        assert.ok(isFile || / type="application\/json"/.test(attributes), `${who}: <script${attributes}>`);
      }
      for (const [, style] of body.matchAll(/<style>([^]*?)<\/style>/g)) {
        const hash = createHash("sha256").update(style).digest("base64");
        assert.ok(policy.includes(`'sha256-${hash}'`), `${who}: ${style.slice(0, 60)}`);
      }
      assert.doesNotMatch(body, /<style [^>]*>/);
      assert.match(response.headers.get("speculation-rules") ?? "", /^"\/assets\/[^"]*speculation_rules[^"]*\.json"$/);
      assert.ok(!/ style="| on[a-z]+="/.test(body), `${who}: something inline`);
      assert.doesNotMatch(body, /<use href="#/, `${who}: an icon without its sprite is not drawn`);
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      if (wanted === 404) assert.ok(body.includes("Page Not Found!") && body.includes("Go Back"));
    }
  });
}

Deno.test("this test visits every page", () => {
  const pattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
  const asked = [...ROUTES.map(([path]) => path.split("?")[0]), `/dashboard/viewloan/${loan.id}`];
  const missing = PAGES.map(({ path }) => path).filter((path) => !asked.some((one) => pattern(path).test(one)));
  assert.deepEqual(missing, []);
});

Deno.test("a broker sees the own loan; another's answers exactly as a missing one", async () => {
  const own = await t.get(`/dashboard/viewloan/${loan.id}`, broker);
  assert.equal(own.status, 200);
  await own.body?.cancel();
  const alike = (html: string) => html.replace(/\d{6,}/g, "");
  const foreign = await t.get(`/dashboard/viewloan/${loan.id}`, otherBroker);
  const missing = await t.get("/dashboard/viewloan/999999", otherBroker);
  assert.deepEqual([foreign.status, missing.status], [404, 404]);
  assert.equal(alike(await foreign.text()), alike(await missing.text()));
});

Deno.test("Go Back leads to the page of this site that one came from, else to where the account starts", async () => {
  const back = async (as: TestAccount, referer?: string) => {
    const path = "/dashboard/viewbroker?id=999999";
    const body = await textOf(await t.get(path, as, referer === undefined ? {} : { referer }));
    return /<a class="btn primary" href="([^"]*)">Go Back/.exec(body)?.[1];
  };
  assert.equal(await back(owner, "http://localhost/dashboard/brokers?q=a"), "/dashboard/brokers?q=a");
  for (
    const referer of [undefined, "https://evil.example/dashboard", "http://localhost/dashboard/viewbroker?id=999999"]
  ) {
    assert.equal(await back(owner, referer), "/dashboard/brokers", `from ${referer}`);
  }
});

Deno.test("a person who opens the address of a call is redirected as from an unknown path; a program gets an error", async () => {
  for (const [as, to] of [[null, "/login"], [broker, "/"]] as const) {
    const page = await t.get("/api/auth/login", as, { accept: "text/html" });
    assert.deepEqual([page.status, page.headers.get("location")], [302, to]);
  }
  const program = await t.get("/api/auth/login", null, { accept: "application/json" });
  assert.equal(program.status, 404);
  assert.equal((await program.json()).response, false);
});

Deno.test("a person who opens the link of a file that is not theirs reads a page, a program JSON", async () => {
  const path = `/api/loans/getfile?id=${"x".repeat(24)}&new=false&type=commitment`;
  const accept = "text/html,application/xhtml+xml";
  const gone = await t.get(path, owner, { accept });
  assert.deepEqual([gone.status, gone.headers.get("content-type")], [404, "text/html; charset=utf-8"]);
  assert.match(await gone.text(), /Page Not Found!/);
  const signedOut = await t.get(path, null, { accept });
  assert.equal(signedOut.status, 401);
  assert.match(await signedOut.text(), /You are signed out\. Sign in and try again[^]*Go Back/);
  assert.equal((await (await t.get(path, owner)).json()).response, false);
});

Deno.test("a page without islands has no script but the shell's", async () => {
  const body = await textOf(await t.get("/dashboard/viewbroker?id=999999", owner));
  const scripts = [...body.matchAll(/<script[^>]*src="([^"]+)"/g)].map((m) => m[1]);
  assert.ok(scripts.length <= 2 && scripts.every((src) => /every_page|dashboard/.test(src)), scripts.join());
  assert.ok(!body.includes("modulepreload"));
});
