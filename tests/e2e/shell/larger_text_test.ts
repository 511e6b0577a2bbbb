/**
 * Text at 200% on a phone, as its owner sets it in the browser: no page scrolls sideways, and bars that stay in view
 * leave most of it. Wide tables scroll in frames of their own.
 */
import assert from "node:assert/strict";
import { PASSWORD } from "../../support/app.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { openSite, type Site } from "../../support/site.ts";

/** Pending, funded with a schedule, and in arrears. */
const PENDING = 1131, FUNDED = 1003, BEHIND = 1078;
const PAGES = {
  nobody: ["/", "/contact", "/lending-areas", "/login", "/register"],
  priyaraman: ["/", "/dashboard/loans", "/dashboard/submitloan", "/dashboard/accountsettings", "/dashboard/news"],
  helenvoss: [
    "/dashboard/loans",
    `/dashboard/viewloan?id=${PENDING}`,
    `/dashboard/viewloan?id=${BEHIND}`,
    "/dashboard/settings",
    `/dashboard/viewCommitment/${PENDING}`,
    `/dashboard/loanledger?id=${FUNDED}`,
    `/dashboard/payout/${FUNDED}`,
    "/dashboard/servicing",
    "/dashboard/participants",
    "/dashboard/transfers",
    "/dashboard/overview?view=exposure",
    "/dashboard/overview?view=brokers",
    "/dashboard/brokers",
    "/dashboard/viewbroker?id=new",
    "/dashboard/emails",
    "/dashboard/viewemail?id=1",
    "/dashboard/maploans",
    "/dashboard/maploans/settings",
    "/dashboard/tracking/overview",
  ],
} as const;

let site: Site;

Deno.test.beforeAll(async () => {
  site = await openSite({ DEVICE_VERIFICATION: "off" });
  await fillWithDemo(site.t, PASSWORD);
});
Deno.test.afterAll(() => site.close());

/** How much of the window's height bars take in the middle of the page, in percent. */
function barsShare(): number {
  scrollTo(0, document.documentElement.scrollHeight / 2);
  const bars = [...document.querySelectorAll(".topbar, .loan-head, .review")].map((bar) => bar.getBoundingClientRect());
  const inView = bars.map(({ top, bottom }) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)));
  return Math.round(inView.reduce((sum, height) => sum + height, 0) * 100 / innerHeight);
}

/** Whether words of a drawing lie on one another. */
const hasMetWords = (): boolean =>
  [...document.querySelectorAll(".scale")].some((scale) => {
    const words = [...scale.querySelectorAll("text")].map((word) => word.getBoundingClientRect());
    return words.some((a, i) =>
      words.slice(i + 1).some((b) =>
        a.left < b.right && b.left < a.right && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > a.height / 3
      )
    );
  });

const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];

async function cookiesOf(userName: string): Promise<Record<string, string>> {
  const answer = await site.t.post("/api/auth/login", { userName, password: PASSWORD });
  const [name, value] = answer.headers.get("set-cookie")!.split(";")[0].split("=");
  return { [name]: value };
}

for (const who of ["nobody", "priyaraman", "helenvoss"] as const) {
  browserTest(`text at 200% widens no page of ${who} on a phone`, async ({ newPage, shot }) => {
    const cookies = who === "nobody" ? {} : await cookiesOf(who);
    const page = await newPage(`${site.url}/healthz`, { width: 390, cookies, expect: NO_SCRIPT });
    const browser = await page.context().newCDPSession(page);
    const setText = (standard: number) => browser.send("Page.setFontSizes", { fontSizes: { standard } });
    const wide: string[] = [], covered: string[] = [];
    await setText(32);
    for (const path of PAGES[who]) {
      await page.goto(site.url + path);
      if (await page.locator("is-land:not([data-on])").count()) await islandsReady(page);
      const [size, inside, around] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [getComputedStyle(document.documentElement).fontSize, scrollWidth, clientWidth];
      });
      assert.equal(size, "32px");
      if (inside > around) wide.push(`${path} by ${Number(inside) - Number(around)}`);
      const share = await page.evaluate(barsShare);
      if (share > 25) covered.push(`${path} by ${share}%`);
      assert.equal(await page.evaluate(hasMetWords), false, path);
      await shot(page, `text-200${path.replace(/\W+/g, "-")}`);
    }
    await setText(16);
    assert.deepEqual(wide, []);
    assert.deepEqual(covered, []);
  });
}
