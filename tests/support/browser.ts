import assert from "node:assert/strict";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright";
import { chromiumHere } from "./machine.ts";

/**
 * The address bar's pop-ups, two processes a window; and Playwright's own list, which a second switch would replace.
 */
const DISABLED = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
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
  // MB for what is new: a page grows there step by step otherwise, collecting each time. 4% less CPU over all pages.
  "--js-flags=--min-semi-space-size=16",
];

/** A refused call is an ordinary answer, which Chromium reports as an error anyway. */
const REFUSED_CALL = /Failed to load resource: .*status of 4\d\d/;

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

/** What a browser test is given. `newPage` opens a page in a context of its own: another visitor. */
export type Visit = {
  newPage: (url: string, options?: PageOptions) => Promise<Page>;
  /** Pictures of the page in SHOTS_DIR, in both themes of the system; without that variable nothing is written. */
  shot: (page: Page, name: string) => Promise<void>;
};

let launched: Promise<Browser> | null = null;

/** The one Chromium of this test file. */
export function sharedBrowser(): Promise<Browser> {
  return launched ??= chromiumHere().then((executablePath) => chromium.launch({ executablePath, args: ARGS }));
}

Deno.test.afterAll(async () => {
  await (await launched)?.close();
  launched = null;
});

/** Writes down what goes wrong in a page: errors on its console, and exceptions that nobody caught. */
function watch(page: Page, expected: RegExp[], errors: string[]): void {
  page.on("pageerror", (error) => {
    if (!expected.some((e) => e.test(error.message))) {
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

async function openContext(url: string, options: PageOptions): Promise<BrowserContext> {
  const { width = 1280, height = width < 600 ? 844 : 900, theme = "light", javaScript = true } = options;
  const touch = options.touch ?? width < 600;
  const context = await (await sharedBrowser()).newContext({
    locale: "en-CA",
    timezoneId: "America/Toronto",
    viewport: { width, height },
    colorScheme: theme,
    // What is still fading in has not its own contrast yet, and nothing here waits for a movement to end.
    reducedMotion: options.motion ? "no-preference" : "reduce",
    forcedColors: options.forcedColors ? "active" : "none",
    hasTouch: touch,
    isMobile: touch,
    javaScriptEnabled: javaScript,
  });
  context.setDefaultTimeout(60_000);
  const storage = options.storage ?? { broker: "yes" };
  await context.addInitScript((entries: [string, string][]) => {
    // A frame may be taken away while this runs, and has no storage then; frames need none.
    if (self !== top || !location.protocol.startsWith("http") || !localStorage) return;
    for (const [key, value] of entries) if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }, Object.entries(storage));
  if (!options.toastsGo) await context.addInitScript(keepToasts);
  const cookies = Object.entries(options.cookies ?? {}).map(([name, value]) => ({
    name,
    value,
    url: new URL("/", url).href,
  }));
  if (cookies.length) await context.addCookies(cookies);
  return context;
}

/**
 * One test in the file's Chromium. Every page closes with it, and an unexpected console error in any of them fails it:
 * `browserTest("signs in", async ({ newPage }) => { const page = await newPage(url); … })`.
 */
export function browserTest(name: string, run: (visit: Visit) => Promise<void>): void {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const contexts: BrowserContext[] = [];
      const errors: string[] = [];
      const newPage: Visit["newPage"] = async (url, options = {}) => {
        const context = await openContext(url, options);
        contexts.push(context);
        // Pages that open in a new tab are watched too.
        context.on("page", (page) => watch(page, options.expect ?? [], errors));
        const page = await context.newPage();
        await page.goto(url, { waitUntil: "domcontentloaded" });
        return page;
      };
      try {
        await run({ newPage, shot });
        assert.deepEqual(errors, [], "unexpected console errors");
      } catch (error) {
        if (errors.length) console.error(errors.join("\n"));
        throw error;
      } finally {
        // A call that a test answers itself may be under way: it must not fail on the page's end.
        const pages = contexts.flatMap((context) => context.pages());
        await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
        await Promise.all(contexts.map((context) => context.close()));
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
export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${page.url()} is ${over}px wider than its window`);
}
