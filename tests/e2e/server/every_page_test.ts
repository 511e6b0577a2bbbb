/**
 * Every page of the list, in both themes, at 1280 and 390 pixels: axe finds nothing, nothing scrolls sideways, the console
 * stays silent. A page that is not in the table fails the last test. The form's settings and other lists of loans are asked
 * the same in their areas' tests.
 */
import assert from "node:assert/strict";
import { transferFiles } from "../../../db/schema/mod.ts";
import { PAGES } from "../../../routes/pages.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { makeNews } from "../../support/news.ts";
import { openSite, type Site } from "../../support/site.ts";
import { sendTracked } from "../../support/tracking.ts";

let site: Site;
let t: TestApp;
let people: { nobody: null; broker: TestAccount; owner: TestAccount };
let ids: { loan: number; request: number; broker: number; email: number; transfers: number; unsubscribe: string };

Deno.test.beforeAll(async () => {
  site = await openSite();
  t = site.t;
  const broker = await t.account({ name: "Priya Raman", rating: "elite" });
  const owner = await t.account({ name: "Robert Calder", role: 99 });
  people = { nobody: null, broker, owner };
  const own = { id: 31, type: 0, title: "Confirm the closing date" };
  const conditions = [{ id: 3 }, { id: 4 }, { id: 5 }, { id: 11 }, own, { id: 10, completed: true }];
  const loan = await makeLoan(t, { brokerId: broker.id, comments: "They close on the 4th." }, { conditions });
  await makeLoan(t, { brokerId: broker.id, adminComSelect: "Funded", dateFunded: "2026-05-04", lastName: "Okafor" });
  await sendTracked(t, {}, [broker]);
  await makeNews(t, broker, { kind: "conditionReturned", data: { title: "Appraisal", reason: "It is cut off." } }, {
    loanId: loan.id,
  });
  const email = (await (await t.post("/api/loans/createemail", { name: "Spring rates" }, owner)).json()).data.id;
  const [{ id: transfers }] = await t.deps.db.insert(transferFiles).values({
    kind: "debit",
    day: "2026-12-01",
    number: 1,
    state: "made",
    sealed: "",
    keyMark: "",
    sha256: "0".repeat(64),
    payments: 0,
    cents: 0,
    madeAt: t.now(),
  }).returning();
  const unsubscribe = `/unsubscribe/${broker.id}.${t.context(owner).signer.sign(`unsubscribe:${broker.id}`)}`;
  ids = { loan: loan.id, broker: broker.id, request: (await makeRequest(t)).id, email, transfers, unsubscribe };
});
Deno.test.afterAll(() => site.close());

type Who = keyof typeof people;

/** The page's path in the list, who looks, and the address where it differs from the path. */
const TABLE: [string, Who, (() => string)?][] = [
  ["/", "nobody"],
  ["/contact", "nobody"],
  ["/lending-areas", "nobody"],
  ["/lending-areas", "broker", () => "/lending-areas?postal=V5K"],
  ["/login", "nobody"],
  ["/register", "nobody"],
  ["/recover", "nobody", () => "/recover?id=nothing"],
  ["/changeEmail", "broker", () => "/changeEmail?id=nothing"],
  ["/dashboard", "owner"],
  ["/dashboard/accountsettings", "broker"],
  ["/dashboard/secondfactor", "broker"],
  ["/dashboard/staffsignin", "owner"],
  ["/dashboard/contact", "broker"],
  ["/dashboard/news", "broker"],
  ["/dashboard/news", "owner", () => "/dashboard/news?show=unread"],
  ["/dashboard/loans", "owner"],
  ["/dashboard/submitloan", "broker"],
  ["/dashboard/viewloan/:id", "broker", () => `/dashboard/viewloan/${ids.loan}`],
  ["/dashboard/viewloan", "owner", () => `/dashboard/viewloan?id=${ids.loan}`],
  ["/dashboard/brokers", "owner"],
  ["/dashboard/viewbroker", "owner", () => `/dashboard/viewbroker?id=${ids.broker}`],
  ["/dashboard/viewbroker", "owner", () => "/dashboard/viewbroker?id=new"],
  ["/dashboard/createbroker", "owner", () => `/dashboard/createbroker?id=${ids.request}`],
  ["/dashboard/settings", "owner"],
  ["/dashboard/settings", "owner", () => "/dashboard/settings?panel=versions"],
  ["/dashboard/overview", "owner"],
  ["/dashboard/overview", "owner", () => "/dashboard/overview?view=exposure"],
  ["/dashboard/overview/loans", "owner", () => "/dashboard/overview/loans?status=all"],
  ["/dashboard/viewCommitment/:id", "owner", () => `/dashboard/viewCommitment/${ids.loan}`],
  ["/dashboard/viewRenewal/:id", "owner", () => `/dashboard/viewRenewal/${ids.loan}`],
  ["/dashboard/viewDisclosure/:id", "owner", () => `/dashboard/viewDisclosure/${ids.loan}`],
  ["/dashboard/viewInstructions/:id", "owner", () => `/dashboard/viewInstructions/${ids.loan}`],
  ["/dashboard/schedule/:id", "owner", () => `/dashboard/schedule/${ids.loan}`],
  ["/dashboard/payout/:id", "owner", () => `/dashboard/payout/${ids.loan}`],
  ["/dashboard/loanledger", "owner", () => `/dashboard/loanledger?id=${ids.loan}`],
  ["/dashboard/servicing", "owner"],
  ["/dashboard/servicing", "owner", () => "/dashboard/servicing?view=calendar"],
  ["/dashboard/servicing", "owner", () => "/dashboard/servicing?view=maturities&within=all"],
  ["/dashboard/participants", "owner"],
  ["/dashboard/participants", "owner", () => "/dashboard/participants?name=Maple%20Fund"],
  ["/dashboard/duepayments", "owner"],
  ["/dashboard/bankpayments", "owner"],
  ["/dashboard/transfers", "owner"],
  ["/dashboard/transferfile", "owner", () => `/dashboard/transferfile?id=${ids.transfers}`],
  ["/dashboard/emails", "owner"],
  ["/dashboard/outbox", "owner"],
  ["/dashboard/status", "owner"],
  ["/dashboard/viewemail", "owner", () => `/dashboard/viewemail?id=${ids.email}`],
  ["/unsubscribe/:token", "nobody", () => ids.unsubscribe],
  ["/dashboard/maploans", "owner"],
  ["/dashboard/maploans/areas", "owner"],
  ["/dashboard/maploans/settings", "owner"],
  ["/dashboard/tracking", "owner"],
  ["/dashboard/tracking/overview", "owner"],
  ["/dashboard/tracking/:emailId/:timesRan", "owner", () => "/dashboard/tracking/1/1"],
  ["/dashboard/reloadloan/:id", "owner", () => `/dashboard/reloadloan/${ids.loan}`],
];

/** The preview of an email is a frame without scripts: axe can neither run there nor be waited for. */
const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];

const here = new Set(PAGES.map((page) => page.path));

for (const width of [1280, 390]) {
  browserTest(`every page is clean in both themes: ${width} pixels`, async ({ newPage, shot }) => {
    const pages = new Map<Who, Awaited<ReturnType<typeof newPage>>>();
    for (const [path, who, address] of TABLE.filter(([path]) => here.has(path))) {
      const url = site.url + (address?.() ?? path);
      let page = pages.get(who);
      if (!page) {
        const cookie = people[who]?.cookie.split("=");
        const cookies = cookie && { [cookie[0]]: cookie[1] };
        page = await newPage(`${site.url}/healthz`, { width, cookies, expect: NO_SCRIPT });
        pages.set(who, page);
      }
      await page.goto(url);
      if (await page.locator("is-land:not([data-on])").count()) await islandsReady(page, "is-land:not([data-on])");
      await assertAccessible(page, url, { everyTheme: true });
      await assertNoSidewaysScroll(page);
      await shot(page, `every${path.replace(/\W+/g, "-")}-${who}-${width}`);
    }
  });
}

Deno.test("no page of the list is forgotten here", () => {
  const known = new Set(TABLE.map(([path]) => path));
  assert.deepEqual([...here].filter((path) => !known.has(path)), []);
});
