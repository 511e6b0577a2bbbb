/**
 * Windows of a browser that tests use one after the other: each new one starts a process, and loads and compiles every
 * script again.
 */
import type { BrowserContext, Page } from "playwright";

/** Calls whose effect Playwright cannot take back. */
const LASTING = ["addInitScript", "exposeFunction", "exposeBinding", "grantPermissions", "setExtraHTTPHeaders"];
const LASTING_OF_A_CLOCK = ["install", "setFixedTime", "setSystemTime", "pauseAt"];

/** What tests listen to. Playwright has listeners of its own, as for the end of a window, which must stay. */
const HEARD = ["pageerror", "console", "page", "popup", "dialog", "download", "filechooser", "framenavigated", "load"];
const REQUESTS = ["request", "requestfinished", "requestfailed", "response", "websocket"];

/** Windows that no test uses, by their kind. Each is alone in its context. */
const free = new Map<string, Page[]>();
const spoilt = new WeakSet<Page>();

/** Calls of these names spoil the window. */
function watch(page: Page, target: object, names: readonly string[]): void {
  const methods = target as Record<string, ((...args: unknown[]) => unknown) | undefined>;
  for (const name of names) {
    const real = methods[name];
    if (!real) continue;
    methods[name] = (...args) => {
      spoil(page);
      return real.apply(target, args);
    };
  }
}

/**
 * A window of this kind: one that a test has given back, or the first of the context that `open` makes. A `cold` one
 * has nothing in its cache, and no other test gets it.
 */
export async function takeWindow(kind: string, open: () => Promise<BrowserContext>, cold: boolean): Promise<Page> {
  const left = cold ? undefined : free.get(kind)?.pop();
  if (left) return left;
  const context = await open();
  const page = await context.newPage();
  watch(page, page, LASTING);
  watch(page, context, LASTING);
  watch(page, page.clock, LASTING_OF_A_CLOCK);
  if (cold) spoil(page);
  return page;
}

/** No other test gets this window. */
export const spoil = (page: Page): void => void spoilt.add(page);

/** Keeps a window for the next test, empty; closes it where something of this test would stay. */
export async function giveBack(kind: string, page: Page): Promise<void> {
  const context = page.context();
  // A call that a test answers itself may be under way: it must not fail on the page's end.
  await Promise.all(context.pages().map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
  if (spoilt.has(page) || page.isClosed() || !await emptied(page)) return await context.close();
  free.set(kind, [...free.get(kind) ?? [], page]);
}

/** Leaves nothing of a test but scripts in the cache. False where the page does not let itself be left. */
async function emptied(page: Page): Promise<boolean> {
  const context = page.context();
  try {
    for (const event of [...HEARD, ...REQUESTS]) {
      await page.removeAllListeners(event, { behavior: "default" });
      await context.removeAllListeners(event, { behavior: "default" });
    }
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await Promise.all(context.pages().filter((other) => other !== page).map((other) => other.close()));
    await Promise.all([
      page.waitForURL("about:blank"),
      page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
        // By the page itself, as its process stays then.
        location.replace("about:blank");
      }),
    ]);
    await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}
