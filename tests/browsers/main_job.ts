/** The main job in short, as any engine must let a person do it: quote, sign-in, every screen, menu, dialog, upload. */
import assert from "node:assert/strict";
import { getDocumentProxy } from "unpdf";
import { PASSWORD } from "../support/app.ts";
import { PDF } from "../support/application.ts";
import type { EveryPage } from "../support/every_page.ts";
import type { Site } from "../support/site.ts";
import type { Window } from "./window.ts";

const WIDE = 1280, PHONE = 390;
/**
 * Engines say as an error too: a refused call, an email's preview without scripts, a module that a left page still
 * asked for.
 */
const ORDINARY = /status of 4\d\d|previewemail|error loading dynamically imported module/;

/** Pages that lead on to another by themselves. */
const LEAD_ON = ["/dashboard", "/dashboard/reloadloan/:id", "/changeEmail"];

/** One step of the job, by the name it is reported under. */
export type Step = [name: string, run: (window: Window) => Promise<void>];

async function quote(window: Window, site: string): Promise<void> {
  await window.open(site);
  await window.run(() => localStorage.setItem("broker", "yes"));
  await window.open(site);
  await window.press("label", "Second");
  await window.fill("Estimated property value", "500000");
  await window.fill("Existing first mortgage", "250000");
  await window.fill("Loan amount", "175000");
  await window.press("button", "Get indicative quote");
  // tests/unit/quote/vectors.json, the second quote of type second: 85% is above the 80% limit.
  await window.find("dialog[open] *", "Unlikely");
  await window.driver.type("Escape");
  await window.until("the dialog to close", () => !document.querySelector("dialog[open]"));
}

async function signIn(window: Window, site: string, userName: string): Promise<void> {
  await window.open(`${site}/login`);
  await window.fill("Username", userName);
  await window.fill("Password", PASSWORD);
  await window.driver.type("Enter");
  await window.until("the dashboard", () => location.pathname.startsWith("/dashboard"));
  await window.ready();
}

/** Runs in the page: what stands beyond the window's edge, and words and drawings out of their place. */
function spilled(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const cells = [...document.querySelectorAll<HTMLElement>("main dd, main td, main th, main button, main .btn")]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== "inline")
    // The head of a table that is folded is there for screen readers alone.
    .filter((one) => !one.closest("thead") || one.closest("thead")!.clientWidth > 1)
    // Words that may stand out of their cell have a margin that says so.
    .filter((one) => ![...one.children].some((word) => parseFloat(getComputedStyle(word).marginInlineEnd) < 0))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "visible")
    .map((one) => `${one.scrollWidth - one.clientWidth} px spill: ${one.textContent?.trim().slice(0, 40)}`);
  const labels = [...document.querySelectorAll<SVGTextElement>("main svg text")]
    .map((one) => [one, one.getBoundingClientRect(), one.ownerSVGElement!.getBoundingClientRect()] as const)
    .filter(([, text, svg]) => text.height > 0 && (text.top < svg.top - 4 || text.bottom > svg.bottom + 4))
    .map(([one, text, svg]) => `${text.y - svg.y} px from its drawing's top: ${one.textContent?.trim().slice(0, 40)}`);
  const roomless = [...document.querySelectorAll("main svg")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width < 1)
    .map((one) => `no room for the drawing beside ${one.closest("tr, li, div")?.textContent?.trim().slice(0, 40)}`);
  const wrong = [...cells, ...labels, ...roomless];
  return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`, ...wrong] : wrong;
}

async function everyScreen(window: Window, site: string, screens: EveryPage["addresses"]): Promise<void> {
  const wrong: string[] = [];
  for (const width of [WIDE, PHONE]) {
    await window.driver.size(width, 900);
    for (const [path, , address] of screens) {
      if (LEAD_ON.includes(path)) continue;
      await window.open(site + address);
      const titled = await window.run(() => document.querySelector("h1") !== null);
      const found = [...titled ? [] : ["no title"], ...await window.run(spilled)];
      wrong.push(...found.map((one) => `${address} at ${width}: ${one}`));
    }
  }
  await window.driver.size(WIDE, 900);
  assert.deepEqual(wrong, []);
}

async function menu(window: Window, site: string): Promise<void> {
  await window.driver.size(PHONE, 844);
  await window.open(`${site}/dashboard/loans`);
  await window.press("button", "Menu");
  await window.press("#menu a", "Manage Brokers");
  await window.arrive("/dashboard/brokers");
  await window.driver.size(WIDE, 900);
}

async function dialog(window: Window, site: string, loan: string): Promise<void> {
  await window.open(site + loan);
  await window.press("button", "More");
  await window.press("button", "Participants");
  await window.fill("Amount of participant 1", "1.5");
  await window.press("button", "Save");
  await window.until("what is wrong", () => document.querySelectorAll("dialog [aria-invalid=true]").length > 1);
  await window.fill("Name of participant 1", "Maple Fund");
  await window.fill("Amount of participant 1", "20000");
  await window.press("button", "Save");
  await window.find("#toasts .toast", "Saved");
}

/** Sheets of letter paper: a short page has no second one, and a long one begins on the first. */
const SHEETS: readonly [path: string, sheets: number][] = [["payout/", 1], ["schedule/", 1], ["submitloan", 2]];

async function paper(window: Window, site: string, screens: EveryPage["addresses"]): Promise<void> {
  if (!window.driver.paper) return;
  for (const [path, sheets] of SHEETS) {
    const address = screens.find(([, , address]) => address.startsWith(`/dashboard/${path}`))![2];
    await window.open(site + address);
    const { numPages } = await getDocumentProxy(await window.driver.paper());
    assert.equal(numPages, sheets, `sheets of ${address}`);
  }
}

async function upload(window: Window, site: string): Promise<void> {
  const file = await Deno.makeTempFile({ prefix: "application-", suffix: ".pdf" });
  try {
    await Deno.writeTextFile(file, PDF);
    await window.open(`${site}/dashboard/submitloan`);
    await window.driver.choose("input[type=file]", file);
    await window.find(".files > li", "application-");
    await window.find(".files > li select");
  } finally {
    await Deno.remove(file);
  }
}

/** The steps for a portal that shows every page. */
export function mainJob({ url, t }: Site, { people, addresses }: EveryPage): Step[] {
  const of = (who: string) => addresses.filter(([, whose]) => whose === who);
  const loan = addresses.find(([path]) => path === "/dashboard/viewloan")![2];
  return [
    ["quote", (window) => quote(window, url)],
    ["public screens", (window) => everyScreen(window, url, of("nobody"))],
    ["sign-in", (window) => signIn(window, url, people.owner.username)],
    ["the lender's screens", (window) => everyScreen(window, url, of("owner"))],
    ["paper", (window) => paper(window, url, addresses)],
    ["menu", (window) => menu(window, url)],
    ["dialog", (window) => dialog(window, url, loan)],
    ["logout and sign-in as a broker", async (window) => {
      await window.press("form[action='/logout'] button");
      await window.arrive("/");
      t.advance(60_000);
      await signIn(window, url, people.broker.username);
    }],
    ["the broker's screens", (window) => everyScreen(window, url, of("broker"))],
    ["upload", (window) => upload(window, url)],
    // deno-lint-ignore require-await
    ["no error on the console", async (window) => {
      assert.deepEqual(window.driver.errors().filter((text) => !ORDINARY.test(text)), []);
    }],
  ];
}
