import assert from "node:assert/strict";
import { type Browser, chromium, type Locator, type Page } from "playwright";
import { chromiumHere } from "./machine.ts";
import { giveBack, spoil, takeWindow } from "./windows.ts";

/**
 * What costs a window a process: the address bar's two pop-ups, and the header Cross-Origin-Opener-Policy.
 * Then Playwright's own list, which a second switch would replace.
 */
const DISABLED = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "CrossOriginOpenerPolicy",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${DISABLED.join(",")}`,
  // 16 MB for what is new: a page grows there step by step otherwise, collecting each time. 4% less CPU over all pages.
  // Collecting and compiling beside the page is for machines with idle processors: 11% more CPU.
  "--js-flags=--single-threaded --min-semi-space-size=16",
];

/** A refused call is an ordinary answer, which Chromium reports as an error anyway. */
const REFUSED_CALL = /Failed to load resource: .*status of 4\d\d/;

/** Chromium's own, where the next page comes before a transition between two pages has begun: nobody sees it. */
const ABORTED_TRANSITION = /^Transition was aborted because of invalid state/;

/**
 * What a page starts with. `theme` is the system's, `touch` a finger (by itself under 600 px), `storage` the browser's
 * local storage: by default the disclaimer was seen. `motion` is for tests of movement. `expect` lists provoked console
 * errors.
 */
export type PageOptions = {
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  touch?: boolean;
  motion?: boolean;
  /** High contrast: the system's few colours. */
  forcedColors?: boolean;
  /** Lets toasts go by themselves. Otherwise they stay, as under a pointer: a busy machine may look for one late. */
  toastsGo?: boolean;
  javaScript?: boolean;
  storage?: Record<string, string>;
  cookies?: Record<string, string>;
  expect?: RegExp[];
};

/** What a browser test is given. `newPage` opens a page for another visitor: nothing of a test before is in it. */
export type Visit = {
  newPage: (url: string, options?: PageOptions) => Promise<Page>;
  /** Pictures of the page in SHOTS_DIR, in both themes of the system; without that variable nothing is written. */
  shot: (page: Page, name: string) => Promise<void>;
};

let launched: Promise<Browser> | null = null;

/** The one Chromium of this test file. */
function sharedBrowser(): Promise<Browser> {
  return launched ??= chromiumHere().then((executablePath) => chromium.launch({ executablePath, args: ARGS }));
}

Deno.test.afterAll(async () => {
  await (await launched)?.close();
  launched = null;
});

/** Writes down what goes wrong in a page: errors on its console, and exceptions that nobody caught. */
function watch(page: Page, expected: RegExp[], errors: string[]): void {
  page.on("pageerror", (error) => {
    if (![...expected, ABORTED_TRANSITION].some((e) => e.test(error.message))) {
      errors.push(`${page.url()}: ${error.stack || `${error.name}: ${error.message}`}`);
    }
  });
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() !== "error" || expected.some((e) => e.test(text))) return;
    if (REFUSED_CALL.test(text) && message.location().url.includes("/api/")) return;
    errors.push(`${page.url()}: ${text} (${message.location().url})`);
  });
}

/** Runs in the page: rests a pointer on each toast. */
function keepToasts(): void {
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLElement && node.matches(".toast")) node.dispatchEvent(new PointerEvent("pointerenter"));
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Under a finger, by itself in a narrow window. */
const isTouch = ({ touch, width = 1280 }: PageOptions): boolean => touch ?? width < 600;

/** The options that a window has for good. */
const kindOf = (options: PageOptions) => ({
  touch: isTouch(options),
  javaScript: options.javaScript ?? true,
  storage: options.storage ?? { broker: "yes" },
  toastsGo: options.toastsGo ?? false,
});

async function openContext({ touch, javaScript, storage, toastsGo }: ReturnType<typeof kindOf>) {
  const context = await (await sharedBrowser()).newContext({
    locale: "en-CA",
    timezoneId: "America/Toronto",
    hasTouch: touch,
    isMobile: touch,
    javaScriptEnabled: javaScript,
  });
  context.setDefaultTimeout(60_000);
  await context.addInitScript((entries: [string, string][]) => {
    // A frame may be taken away while this runs, and has no storage then; frames need none.
    if (self !== top || !location.protocol.startsWith("http") || !localStorage) return;
    for (const [key, value] of entries) if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }, Object.entries(storage));
  if (!toastsGo) await context.addInitScript(keepToasts);
  return context;
}

/** Sets what may be another in each test. */
async function prepare(page: Page, url: string, options: PageOptions): Promise<void> {
  const { width = 1280, height = width < 600 ? 844 : 900, theme = "light", cookies = {} } = options;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    media: null,
    colorScheme: theme,
    // What is still fading in has not its own contrast yet, and nothing here waits for a movement to end.
    reducedMotion: options.motion ? "no-preference" : "reduce",
    forcedColors: options.forcedColors ? "active" : "none",
  });
  const { href } = new URL("/", url);
  const all = Object.entries(cookies).map(([name, value]) => ({ name, value, url: href }));
  if (all.length) await page.context().addCookies(all);
}

/**
 * One test in the file's Chromium. Every page closes with it, and an unexpected console error in any of them fails it:
 * `browserTest("signs in", async ({ newPage }) => { const page = await newPage(url); … })`.
 * Windows of tests before are used again, with their cached scripts, but in a `cold` test.
 */
export function browserTest(name: string, run: (visit: Visit) => Promise<void>, { cold = false } = {}): void {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const windows: [kind: string, page: Page][] = [];
      const errors: string[] = [];
      const newPage: Visit["newPage"] = async (url, options = {}) => {
        const kind = kindOf(options), name = JSON.stringify(kind);
        const page = await takeWindow(name, () => openContext(kind), cold);
        windows.push([name, page]);
        await prepare(page, url, options);
        watch(page, options.expect ?? [], errors);
        // Pages that open in a new tab are watched too.
        page.context().on("page", (page) => watch(page, options.expect ?? [], errors));
        await page.goto(url, { waitUntil: "domcontentloaded" });
        return page;
      };
      try {
        await run({ newPage, shot });
        assert.deepEqual(errors, [], "unexpected console errors");
      } catch (error) {
        if (errors.length) console.error(errors.join("\n"));
        for (const [, page] of windows) spoil(page);
        throw error;
      } finally {
        await Promise.all(windows.map(([kind, page]) => giveBack(kind, page)));
      }
    },
  });
}

async function shot(page: Page, name: string): Promise<void> {
  const dir = Deno.env.get("SHOTS_DIR");
  if (!dir) return;
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${dir}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

/**
 * Waits until the islands of a page, or those that `selector` finds, are awake. Islands that wait for something are
 * left out.
 */
export async function islandsReady(page: Page, selector = "is-land:not([data-on])"): Promise<void> {
  await page.waitForFunction((wanted) => {
    const islands = [...document.querySelectorAll<HTMLElement>(wanted)];
    return islands.length > 0 && islands.every((island) => island.dataset.ready !== undefined);
  }, selector);
}

/** Waits until an element has the focus: the browser and the islands move it a moment after what moves it. */
export async function hasFocus(locator: Locator): Promise<void> {
  await locator.and(locator.page().locator(":focus")).waitFor();
}

/** Fails where the page is wider than its window. */
export async function assertFits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${page.url()} is ${over}px wider than its window of ${page.viewportSize()!.width}`);
}

/** The same, for a phone's page also in a window of 320 pixels: 1280 at 400%. */
export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  await assertFits(page);
  const viewport = page.viewportSize()!;
  if (viewport.width !== 390) return;
  await page.setViewportSize({ ...viewport, width: 320 });
  await assertFits(page);
  await page.setViewportSize(viewport);
}
