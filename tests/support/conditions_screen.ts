/** The conditions of a loan in a browser: a built application with a broker and an administrator, and their rows. */
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import type { TestAccount, TestApp } from "./app.ts";
import { BYTES } from "./files.ts";
import type { TestLoan } from "./loans.ts";
import { opener } from "./opener.ts";
import { openSite, type Site } from "./site.ts";

/** What the tests of one file share; it is there once their beforeAll has run. */
export const screen = {} as { t: TestApp; site: string; broker: TestAccount; admin: TestAccount };

/** Builds and serves the application for the tests of the calling file, and closes it after them. */
export function useConditionsScreen(): void {
  let opened: Site;
  Deno.test.beforeAll(async () => {
    opened = await openSite({ DEVICE_VERIFICATION: "off" });
    const { t, url: site } = opened;
    Object.assign(screen, {
      t,
      site,
      broker: await t.account({ name: "Priya Raman" }),
      admin: await t.account({ name: "Helen Voss", role: 9 }),
    });
  });
  Deno.test.afterAll(() => opened.close());
}

export const openAs = opener(() => screen.site);

/** The row of a condition by its title. */
export const row = (page: Page, title: string) => page.locator(".condition-list > li").filter({ hasText: title });
/** Waits for a toast with this text. */
export const toast = (page: Page, text: string) =>
  page.locator("#toasts .toast").filter({ hasText: text }).last().waitFor();
/** Waits for what the list says of itself. */
export const says = (page: Page, words: string) =>
  page.locator(".conditions .row b").getByText(words, { exact: true }).waitFor();
export const pdf = { name: "binder.pdf", mimeType: "application/pdf", buffer: Buffer.from(BYTES.pdf) };

/** A condition as the administrator's call answers it. */
export async function stored(loan: TestLoan, id: number) {
  const answer = await screen.t.post("/api/loans/getbrokerconditions", { loanId: loan.id }, screen.admin);
  const list = JSON.parse((await answer.json()).data.brokerConditions);
  return list.find((condition: { id: number }) => condition.id === id);
}
