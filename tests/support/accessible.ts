import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { RunOptions } from "axe-core";
import type { Frame, Page } from "playwright";

const AXE = Deno.readTextFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")));

/** Every rule that is on by default, and the size of targets (WCAG 2.2), which axe runs only when named. */
const EVERY_RULE: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

/** The rules about colours: nothing else differs between the dark theme and the light one. */
const COLOUR_RULES: RunOptions = { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] };

/**
 * All rules but those about colours, for a phone's window: they cost most, and a wide window checks the same colours.
 */
const BUT_COLOURS: RunOptions = {
  resultTypes: ["violations"],
  rules: { ...EVERY_RULE.rules, "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } },
};

/** The one rule for the narrowest windows: all else is checked at a phone's width. */
const SIZE_RULE: RunOptions = { resultTypes: ["violations"], runOnly: ["target-size"] };

/** Window widths in pixels: below WIDE colours are left out, below LEAST only the size of targets is checked. */
const WIDE = 1000, LEAST = 360;

/** What else or what less is checked. */
interface More {
  /** A phone's colours in the light theme: for a state that no wide window has in a test. */
  colours?: boolean;
  /**
   * A page's first look: with its bar, menu and foot, on a phone all that a wide window is checked for. Begins in the
   * page's present theme and ends in the other.
   */
  whole?: boolean;
  /** The part that a state is about, where the page around it is the same as in another check. */
  within?: string;
}

/** The rules for a window of this width, by theme, in order. */
function asked(width: number, { colours, whole }: More): ["light" | "dark", RunOptions][] {
  if (whole || width >= WIDE) return [["dark", COLOUR_RULES], ["light", EVERY_RULE]];
  if (width < LEAST) return [["light", SIZE_RULE]];
  return [["light", colours ? EVERY_RULE : BUT_COLOURS]];
}

/** Beside the part that a test names: what lies over the page. Behind a modal dialog nothing can be read or pressed. */
const MODAL = "dialog:modal", OVER = "#toasts, :popover-open";

/**
 * Fails with the rule and the elements where axe finds something; `what` names the state. Checks an open modal dialog
 * alone, else the page's `main`: a wide window by every rule in light and by colours in dark, a phone's by all but
 * colours, one of 320 pixels by the size of what is pressed. Waits for movements to end.
 */
export async function assertAccessible(page: Page, what: string, more: More = {}): Promise<void> {
  const list = asked(page.viewportSize()!.width, more);
  // Begin with the page's present theme: each change of theme renders the whole page again.
  if (more.whole && !await isDark(page)) list.reverse();
  for (const [colorScheme, rules] of list) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    assert.deepEqual(await violations(page, rules, more), [], `${what}, ${colorScheme}`);
  }
}

const isDark = (page: Page) => page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);

/**
 * Waits until nothing moves, and what has just changed was drawn. The bar's animation follows the scrolling and never
 * ends.
 */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.waitForFunction(() =>
    document.getAnimations().every((a) => a.timeline !== document.timeline || a.playState !== "running")
  );
}

/**
 * Loads axe into a document, unless an earlier check did. Through DevTools, which costs a third less CPU than a script
 * that the page compiles.
 */
async function provide(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in globalThis)) return;
  const page = frame.page();
  if (frame !== page.mainFrame()) return await frame.evaluate(AXE);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Runtime.evaluate", { expression: `${AXE};0` });
  await devtools.detach();
}

/** A frame without scripts, as an email's preview, can neither run axe nor be waited for. */
async function runsScripts(frame: Frame): Promise<boolean> {
  const sandbox = await (await frame.frameElement()).getAttribute("sandbox");
  return sandbox === null || sandbox.includes("allow-scripts");
}

async function violations(
  page: Page,
  options: RunOptions,
  { whole, within = "main" }: More,
): Promise<[id: string, elements: string[]][]> {
  for (const frame of page.frames()) {
    if (frame === page.mainFrame() || await runsScripts(frame)) await provide(frame);
  }
  const all = await page.evaluate(async ({ options, whole, parts }) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const [modal, within, over] = parts.map((part) => [...document.querySelectorAll(part)]);
    if (!whole && !modal.length && !within.length) throw new Error(`Nothing to check: the page has no ${parts[1]}.`);
    const include = [...modal.length ? modal : within, ...over];
    const { violations } = await axe.run(whole ? document : { include }, options);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, any }) => ({ html: html.slice(0, 300), data: any.map(({ data }) => data) })),
    }));
  }, { options, whole, parts: [MODAL, within, OVER] });
  return all.map(({ id, nodes }): [string, string[]] => [id, nodes.filter(ownFault).map(({ html }) => html)])
    .filter(([, elements]) => elements.length);
}

/** Leaves out targets that a sticky bar covers: that depends on how far the page is scrolled. */
const ownFault = ({ data }: { data: unknown[] }): boolean =>
  !data.some((one) => /^partiallyObscured/.test((one as { messageKey?: string } | null)?.messageKey ?? ""));
