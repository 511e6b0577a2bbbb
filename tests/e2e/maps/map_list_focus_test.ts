/** The focus within the map's list, whatever the view brings. */
import { loans } from "../../../db/schema/mod.ts";
import { browserTest, hasFocus } from "../../support/browser.ts";
import { holdFirst } from "../../support/held.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite(), { t } = site;
Deno.test.afterAll(() => site.close());
const admin = await t.account({ role: 9 });
const [cookie, ...value] = admin.cookie.split("=");

const PLACES = [["London", 42.98, -81.25], ["Toronto", 43.65, -79.38]] as const;
await t.deps.db.insert(loans).values(PLACES.map(([marketRegion, latitude, longitude], i) => ({
  clientCode: `SMI-${i + 1}`,
  marketRegion,
  latitude,
  longitude,
  placePrecision: "address" as const,
  newLoanAmount: 200_000 - i * 10_000,
  timestamp: t.now(),
  updatedAt: t.now(),
})));

const LIST = "**/api/loans/getloansinview?*";

browserTest("a line that a view takes from the list hands its focus to the first one", async ({ newPage }) => {
  const page = await newPage(`${site.url}/dashboard/maploans`, { cookies: { [cookie]: value.join("=") } });
  await page.locator(".map-canvas[data-shown]").waitFor();
  await page.getByRole("heading", { name: "All 2 loans" }).waitFor();
  const { release } = await holdFirst(page, LIST), asked = page.waitForRequest(LIST);
  await page.locator(".map-canvas").press("n");
  await asked;
  await page.locator(".spots button", { hasText: "SMI-2" }).focus();
  await release();
  await page.getByRole("heading", { name: "1 loan in view" }).waitFor();
  await hasFocus(page.locator(".spots button", { hasText: "SMI-1" }));
});
