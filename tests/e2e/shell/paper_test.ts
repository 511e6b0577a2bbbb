/** Pages on paper, printed by who reads them in the dark theme. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { makeNews } from "../../support/news.ts";
import { fillEveryPage } from "../../support/every_page.ts";
import { opener } from "../../support/opener.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite(), { t } = site;
Deno.test.afterAll(() => site.close());
const broker = await t.account();
const openAs = opener(() => site.url);

browserTest("paper is light where the dark theme was chosen, and has no link past the menu", async (visit) => {
  for (
    const [path, who] of [
      ["/", null],
      ["/lending-areas", null],
      ["/login", null],
      ["/nothing-here", null],
      ["/dashboard/loans", broker],
    ] as const
  ) {
    const expect = [/status of 404/];
    const page = await openAs(visit, who, path, { cookies: { theme: "dark" }, expect });
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark", path);
    await page.emulateMedia({ media: "print" });
    const looks = await page.evaluate(() => {
      const { colorScheme } = getComputedStyle(document.documentElement);
      return { colorScheme, ground: getComputedStyle(document.body).backgroundColor };
    });
    assert.equal(looks.colorScheme, "light", path);
    assert.match(looks.ground, /^rgb\(255, 255, 255\)|^rgba\(0, 0, 0, 0\)/, path);
    assert.ok(await page.locator(".skip").isHidden(), path);
  }
});

browserTest("on paper the legend of the lending areas shows the fills that it names", async (visit) => {
  const page = await openAs(visit, null, "/lending-areas");
  await page.emulateMedia({ media: "print" });
  const keys = await page.locator(".area-swatch").evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).printColorAdjust)
  );
  assert.ok(keys.length > 1 && keys.every((one) => one === "exact"), keys.join());
});

browserTest("a dialog that is open is printed alone, below the page's head", async (visit) => {
  const page = await openAs(visit, await t.account({ role: 9 }), "/dashboard/emails");
  await page.getByRole("button", { name: "Touch-base" }).click();
  const dialog = page.getByRole("dialog", { name: "Touch-base" });
  await dialog.getByText("Nobody is queued").waitFor();
  await page.emulateMedia({ media: "print" });
  const head = (await page.locator(".paper").boundingBox())!, box = (await dialog.boundingBox())!;
  assert.ok(head.height > 0 && box.y >= head.y + head.height, `${head.y} ${head.height} ${box.y}`);
  assert.equal(box.width, await page.evaluate(() => document.documentElement.clientWidth));
  assert.ok(await page.locator("main .empty").first().isHidden(), "what stands behind it is not printed");
});

browserTest("a field's label and its value are never on two sheets", async (visit) => {
  const owner = await t.account({ role: 99 });
  for (
    const path of [
      "/",
      "/dashboard/submitloan",
      `/dashboard/viewbroker?id=${owner.id}`,
      "/dashboard/retention",
      "/dashboard/viewbroker?id=new",
    ]
  ) {
    const page = await openAs(visit, path === "/" ? null : owner, path);
    await page.emulateMedia({ media: "print" });
    const apart = await page.locator(".field, .figure, .slider").evaluateAll((fields) =>
      fields.filter((field) => getComputedStyle(field).breakInside !== "avoid").length
    );
    assert.equal(apart, 0, path);
  }
});

browserTest("a heading is on the sheet of what it heads, and a choice's words are on one", async (visit) => {
  const owner = await t.account({ role: 99 });
  await makeNews(t, owner, { kind: "accountRequested", data: { requestId: 1, name: "Aisha Mohamud" } });
  for (const path of ["/lending-areas", "/dashboard/news", "/dashboard/accountsettings"]) {
    const page = await openAs(visit, path === "/lending-areas" ? null : owner, path);
    await page.emulateMedia({ media: "print" });
    const apart = await page.locator("main :is(h2, header, .segmented)").evaluateAll((all) =>
      all.map((one) => getComputedStyle(one)).filter(({ breakAfter, breakInside }) =>
        breakAfter !== "avoid" && breakInside !== "avoid"
      ).length
    );
    assert.equal(apart, 0, path);
  }
});

const TABLES = [
  "/dashboard/loans",
  "/dashboard/brokers",
  "/dashboard/servicing",
  "/dashboard/tracking",
  "/dashboard/tracking/:emailId/:timesRan",
  "/dashboard/payout/:id",
  "/dashboard/overview/loans",
];

browserTest("on paper a table's words begin where the lines above them do", async (visit) => {
  const { people, addresses } = await fillEveryPage(t);
  const page = await openAs(visit, people.owner, "/dashboard/loans");
  await page.emulateMedia({ media: "print" });
  const wrong: Record<string, string[]> = {};
  for (const [path, who, address] of addresses) {
    if (who !== "owner" || !TABLES.includes(path)) continue;
    await page.goto(site.url + address);
    const off = await page.locator(".table tr > :first-child, .table .pick + *").evaluateAll((cells) =>
      cells.filter((cell) => cell.checkVisibility()).flatMap((cell) => {
        const { paddingLeft, boxShadow } = getComputedStyle(cell);
        return paddingLeft === "0px" && boxShadow === "none" ? [] : [`${paddingLeft} ${boxShadow}`];
      })
    );
    if (off.length > 0) wrong[address] = off;
  }
  assert.deepEqual(wrong, {});
});
