import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { RunOptions } from "axe-core";
import type { Frame, Page } from "playwright";

const AXE = Deno.readTextFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")));

/** Only violations are written out. The size of what is pressed (WCAG 2.2) is asked by name alone. */
const EVERY_RULE: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

/** The rules of axe that read colours, by which alone a page in the dark theme differs from the light one. */
const COLOUR_RULES: RunOptions = { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] };

/** What a phone's window may break beside a wide one of the same colours, which cost most where a page is long. */
const BUT_COLOURS: RunOptions = {
  resultTypes: ["violations"],
  rules: { ...EVERY_RULE.rules, "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } },
};

/** The rule that a window of the least width may break beside one of a phone's. */
const SIZE_RULE: RunOptions = { resultTypes: ["violations"], runOnly: ["target-size"] };

/**
 * Pixels: a narrower window is a phone's, whose colours are those of the wide one; and one whose marks are a phone's
 * too.
 */
const WIDE = 1000, LEAST = 360;

/** What a phone's window is asked for besides. */
interface More {
  /** Its colours in the light theme: for a state that no wide window has in a test. */
  colours?: boolean;
  /** All that a wide one is asked for. Begins in the theme that the page is in and ends in the other. */
  everyTheme?: boolean;
}

/** What is asked of a window, theme by theme. */
function asked(width: number, { colours, everyTheme }: More): ["light" | "dark", RunOptions][] {
  if (everyTheme || width >= WIDE) return [["dark", COLOUR_RULES], ["light", EVERY_RULE]];
  if (width < LEAST) return [["light", SIZE_RULE]];
  return [["light", colours ? EVERY_RULE : BUT_COLOURS]];
}

/**
 * Fails with the rule and the elements where axe finds something; `what` names the state. A wide window is asked whole
 * in the light theme and for its colours in the dark one too; a phone's for all but colours; one of 320 pixels for the
 * size of what is pressed. Waits for movements to end.
 */
export async function assertAccessible(page: Page, what: string, more: More = {}): Promise<void> {
  const list = asked(page.viewportSize()!.width, more);
  // Each change of theme draws the whole page anew, and here the next page is another.
  if (more.everyTheme && !await isDark(page)) list.reverse();
  for (const [colorScheme, rules] of list) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    assert.deepEqual(await violations(page, rules), [], `${what}, ${colorScheme}`);
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
 * Gives a document axe, once: a later state of the same one finds it there. A page takes it as a console's line, which
 * costs two thirds of what a text does that a script of the page compiles.
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

async function violations(page: Page, options: RunOptions): Promise<[id: string, elements: string[]][]> {
  for (const frame of page.frames()) {
    if (frame === page.mainFrame() || await runsScripts(frame)) await provide(frame);
  }
  const all = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, any }) => ({ html: html.slice(0, 300), data: any.map(({ data }) => data) })),
    }));
  }, options);
  return all.map(({ id, nodes }): [string, string[]] => [id, nodes.filter(ownFault).map(({ html }) => html)])
    .filter(([, elements]) => elements.length);
}

/** A bar that stays in sight lies over whatever the page is scrolled to: that makes no target smaller. */
const ownFault = ({ data }: { data: unknown[] }): boolean =>
  !data.some((one) => /^partiallyObscured/.test((one as { messageKey?: string } | null)?.messageKey ?? ""));
