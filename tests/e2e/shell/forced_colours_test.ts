/** High contrast (forced colours): what grounds, gradients and shadows draw is still seen, on every kind of screen. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright";
import { regionReports } from "../../../db/schema/mod.ts";
import { demoMarkets } from "../../../db/seed/demo/markets.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite();
const { t } = site;
Deno.test.afterAll(() => site.close());
await t.deps.db.insert(regionReports).values(demoMarkets(dateInToronto(t.now())));
await makeLoan(t);
const broker = await t.account();
const own = await makeLoan(t, { brokerId: broker.id }, { conditions: [{ id: 11 }] });
const admin = await t.account({ role: 9, name: "Helen Voss" });
const cookiesOf = (path: string) => {
  if (!path.startsWith("/dashboard")) return {};
  const { cookie } = path.startsWith("/dashboard/viewloan/") ? broker : admin;
  return Object.fromEntries([cookie.split("=") as [string, string]]);
};
const open = (newPage: Visit["newPage"], path: string) =>
  newPage(site.url + path, { cookies: cookiesOf(path), forcedColors: true });

/** What of a page's drawings has lost its colours, and how many drawings there are. */
const drawings = (page: Page): Promise<{ all: number; lost: string[] }> =>
  page.evaluate(() => {
    const styleOf = (one: Element) => getComputedStyle(one);
    const ground = styleOf(document.documentElement).backgroundColor;
    const isPlain = (one: Element) => {
      const { backgroundColor, backgroundImage, boxShadow } = styleOf(one);
      return [ground, "rgba(0, 0, 0, 0)"].includes(backgroundColor) && backgroundImage === "none" &&
        boxShadow === "none";
    };
    const find = (selector: string) => [...document.querySelectorAll(selector)];
    const controls = find("input[type=range], progress"),
      marks = find(".key, .dot, .swatch, .area-swatch, .map-canvas");
    const chosen = find(".segmented > :is(:has(:checked), [aria-current], [aria-selected=true], [aria-pressed=true])");
    const bars = find("svg.bar, .picks [aria-current]");
    const heads = find(".table > thead th");
    // Closed ones have their styles, too.
    const floats = find("dialog, [popover]:not(.toasts)");
    const lost = [
      ...controls.filter((one) => styleOf(one).getPropertyValue("forced-color-adjust") !== "none"),
      ...marks.filter(isPlain),
      ...chosen.filter((one) =>
        styleOf(one).backgroundColor === styleOf(one.parentElement!).backgroundColor ||
        styleOf(one).backgroundColor === styleOf(one).color
      ),
      ...bars.filter((one) => styleOf(one).outlineStyle === "none"),
      ...floats.filter((one) => styleOf(one).borderTopStyle === "none"),
      ...heads.filter((one) => styleOf(one).borderBottomStyle === "none"),
    ];
    return {
      all: controls.length + marks.length + chosen.length + bars.length + floats.length + heads.length,
      lost: lost.map((one) => one.outerHTML.slice(0, 120)),
    };
  });

/**
 * How many points of a control's foot differ from its ground, in percent: `from` its left, `height` high, CSS pixels.
 */
async function inked(control: Locator, part: { from: number; width: number; height: number }): Promise<number> {
  const page = control.page(), box = (await control.boundingBox())!;
  const { from, ...size } = part;
  const clip = { x: box.x + from, y: box.y + box.height - size.height, ...size };
  const png = Buffer.from(await page.screenshot({ clip })).toString("base64");
  return await page.evaluate(async (data: string) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    pen.drawImage(image, 0, 0);
    const points = pen.getImageData(0, 0, image.width, image.height).data;
    let hits = 0;
    for (let i = 0; i < points.length; i += 4) {
      if ([0, 1, 2].some((k) => Math.abs(points[i + k] - points[k]) > 60)) hits++;
    }
    return 400 * hits / points.length;
  }, png);
}

for (
  const [path, least] of [
    ["/", 6],
    ["/lending-areas", 3],
    ["/dashboard/maploans", 7],
    ["/dashboard/maploans/settings?id=Toronto", 10],
    ["/dashboard/overview?view=exposure", 4],
    ["/dashboard/settings?panel=general", 20],
    [`/dashboard/viewloan/${own.id}`, 4],
  ] as const
) {
  browserTest(
    `forced colours keep segments, sliders, bars and swatches visible on ${path}`,
    async ({ newPage, shot }) => {
      const page = await open(newPage, path);
      await page.waitForLoadState();
      const { all, lost } = await drawings(page);
      assert.deepEqual(lost, []);
      assert.ok(all >= least, `${all} drawings`);
      await shot(page, `forced${path.replace(/\W+/g, "-")}`);
    },
  );
}

browserTest("forced colours keep a slider's thumb and the needle of the LTV visible", async ({ newPage }) => {
  const page = await open(newPage, "/");
  await islandsReady(page);
  // At the lowest value the thumb is at the left end.
  const income = page.getByLabel("Household income, slider");
  assert.ok(await inked(income, { from: 1, width: 18, height: 26 }) > 8, "the thumb");
  const needle = page.locator(".ltv input[type=range]");
  const { at, width } = await needle.evaluate((input: HTMLInputElement) => ({
    at: (Number(input.value) - Number(input.min)) / (Number(input.max) - Number(input.min)),
    width: input.clientWidth,
  }));
  const middle = 12 + at * (width - 24);
  assert.ok(await inked(needle, { from: middle - 10, width: 20, height: 12 }) > 8, "the needle");
});

browserTest("forced colours keep a disabled button apart from the others", async ({ newPage }) => {
  const page = await open(newPage, "/dashboard/maploans/settings?id=Toronto");
  await islandsReady(page);
  const save = page.getByRole("button", { name: "Save", exact: true });
  assert.equal(await save.getAttribute("aria-disabled"), "true", "nothing is changed yet");
  const [own, grey, free] = await save.evaluate((button) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "GrayText";
    const others = [...document.querySelectorAll("button.btn:not([aria-disabled], :disabled)")];
    return [button, probe, others[0]].map((one) => getComputedStyle(one).color);
  });
  assert.equal(own, grey);
  assert.notEqual(free, grey);
});

browserTest("forced colours keep a wrong field marked", async ({ newPage, shot }) => {
  const page = await open(newPage, "/contact");
  await islandsReady(page);
  const edges = () =>
    page.locator("#contact-email").evaluate((field) => parseFloat(getComputedStyle(field).borderTopWidth));
  const before = await edges();
  await page.getByRole("button", { name: "Send Email" }).click();
  await page.locator("#contact-email[aria-invalid=true]").waitFor();
  assert.ok(await edges() > before, "a thicker edge");
  const grounds = await page.locator("#contact-email-e").evaluate((error) =>
    [error, document.documentElement].map((one, i) => getComputedStyle(one, i ? null : "::before").backgroundColor)
  );
  assert.notEqual(grounds[0], grounds[1], "the mark has a ground of its own");
  await shot(page, "forced-wrong");
});

browserTest("forced colours keep the chosen one of a quote's three ratings marked", async ({ newPage }) => {
  const page = await open(newPage, "/");
  await islandsReady(page);
  await page.getByText("First", { exact: true }).click();
  await page.getByRole("button", { name: "Get indicative quote" }).click();
  const steps = page.locator("dialog[open] .zone-steps li");
  await steps.first().waitFor();
  const colours = await steps.evaluateAll((all) =>
    all.map((one) => `${one.dataset.band !== undefined} ${getComputedStyle(one).borderTopColor}`)
  );
  const chosen = colours.filter((one) => one.startsWith("true ")).map((one) => one.slice(5));
  assert.equal(chosen.length, 1);
  assert.ok(!colours.includes(`false ${chosen[0]}`), colours.join());
});
