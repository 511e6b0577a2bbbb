/** The map of loans in Chromium: bytes of the first map, and how evenly it is drawn while it moves. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { chromiumHere } from "../support/machine.ts";
import { COOKIE } from "./_data.ts";

/** Window of the measurements, in CSS pixels. */
const VIEWPORT = { width: 1280, height: 800 };
/** Steps of a drag, each by so many pixels, and turns of the wheel with the pause after each in milliseconds. */
const DRAG_STEPS = 120, DRAG_PX = 220, WHEEL_TURNS = [-1, -1, -1, 1, 1, 1, 1, -1], WHEEL_PAUSE_MS = 330;

/** Milliseconds between frames: the middle one, and the one that 95% are not above; and frames a second. */
export interface Frames {
  median: number;
  p95: number;
  perSecond: number;
}

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: await chromiumHere(), args: ["--no-sandbox", "--disable-gpu"] });
}

async function openContext(browser: Browser, port: number): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const [name, value] = COOKIE.split("=");
  await context.addCookies([{ name, value, url: `http://127.0.0.1:${port}/` }]);
  await context.addInitScript(() => localStorage.setItem("broker", "yes"));
  return context;
}

const shown = (page: Page) => page.locator(".map-canvas[data-shown]").waitFor();

/** Codings that a browser accepts: over HTTPS and on its own machine, and over plain HTTP. */
export const CODINGS = ["gzip, br", "gzip"] as const;

/** Bytes with their headers that a browser without any of them fetches up to the first map. */
export async function firstMapBytes(browser: Browser, port: number, codings: string): Promise<number> {
  const context = await openContext(browser, port);
  try {
    const page = await context.newPage(), devtools = await context.newCDPSession(page);
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => bytes += encodedDataLength);
    await devtools.send("Network.enable");
    await devtools.send("Network.setExtraHTTPHeaders", { headers: { "accept-encoding": codings } });
    await page.goto(`http://127.0.0.1:${port}/dashboard/maploans?status=any`);
    await shown(page);
    await page.waitForLoadState("networkidle");
    return bytes;
  } finally {
    await context.close();
  }
}

export async function openMap(browser: Browser, port: number, search: string): Promise<Page> {
  const page = await (await openContext(browser, port)).newPage();
  await page.goto(`http://127.0.0.1:${port}/dashboard/maploans?${search}`);
  await shown(page);
  return page;
}

/** Frames of a page while `act` runs. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const times: number[] = [];
    const note = (time: number) => {
      times.push(time);
      (self as unknown as { frame: number }).frame = requestAnimationFrame(note);
    };
    Object.assign(self, { times, frame: requestAnimationFrame(note) });
  });
  await act();
  const times = await page.evaluate(() => {
    const { times, frame } = self as unknown as { times: number[]; frame: number };
    cancelAnimationFrame(frame);
    return times;
  });
  const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  return {
    median: gaps[gaps.length >> 1],
    p95: gaps[Math.floor(gaps.length * 0.95)],
    perSecond: 1000 * gaps.length / (times[times.length - 1] - times[0]),
  };
}

async function middle(page: Page): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await page.locator(".map-canvas").boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Drags the map to and fro by its middle. */
export function drag(page: Page): Promise<Frames> {
  return framesOf(page, async () => {
    const { x, y } = await middle(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= DRAG_STEPS; i++) {
      const turn = 4 * Math.PI * i / DRAG_STEPS;
      await page.mouse.move(x + DRAG_PX * Math.sin(turn), y + DRAG_PX / 2 * Math.sin(2 * turn));
    }
    await page.mouse.up();
  });
}

/** Turns the wheel over the map's middle, in and out again. */
export function wheel(page: Page): Promise<Frames> {
  return framesOf(page, async () => {
    const { x, y } = await middle(page);
    await page.mouse.move(x, y);
    for (const turn of WHEEL_TURNS) {
      await page.mouse.wheel(0, 120 * turn);
      await page.waitForTimeout(WHEEL_PAUSE_MS);
    }
  });
}
