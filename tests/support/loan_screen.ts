/** The loan detail in a browser: a built application with its people, opened as an administrator. */
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { loans } from "../../db/schema/mod.ts";
import type { TestAccount, TestApp } from "./app.ts";
import { islandsReady, type PageOptions, type Visit } from "./browser.ts";
import type { TestLoan } from "./loans.ts";
import { openSite, type Site } from "./site.ts";

/** What the tests of one file share; it is there once their beforeAll has run. */
export const screen = {} as {
  t: TestApp;
  site: string;
  admin: TestAccount;
  other: TestAccount;
  /** An elite broker, Priya Raman. */
  priya: TestAccount;
};

/** Builds and serves the application for the tests of the calling file, and closes it after them. */
export function useLoanScreen(): void {
  let opened: Site;
  Deno.test.beforeAll(async () => {
    opened = await openSite({ DEVICE_VERIFICATION: "off" });
    const { t, url: site } = opened;
    Object.assign(screen, {
      t,
      site,
      admin: await t.account({ name: "Helen Voss", role: 9 }),
      other: await t.account({ name: "Omar Reyes", role: 99 }),
      priya: await t.account({
        name: "Priya Raman",
        rating: "elite",
        phone: "416-555-0187",
        email: "priya@lake.example",
      }),
    });
    await t.account({ name: "Marc Tremblay", rating: "yellow" });
    await t.account({ name: "Gone Tremblay", status: 0 });
  });
  Deno.test.afterAll(() => opened.close());
}

/** The loan's screen as the administrator sees it, awake. */
export async function openLoan(visit: Visit, loan: TestLoan, options: PageOptions = {}): Promise<Page> {
  const [name, value] = screen.admin.cookie.split("=");
  const page = await visit.newPage(`${screen.site}/dashboard/viewloan?id=${loan.id}`, {
    ...options,
    cookies: { [name]: value },
  });
  await islandsReady(page);
  return page;
}

/** The loan as the database has it now. */
export const stored = (loan: TestLoan) => screen.t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get();
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
/** Waits for a toast with this text. */
export const waitForToast = (page: Page, text: string) => page.locator("#toasts").getByText(text).waitFor();
export const head = (page: Page) => page.locator(".loan-head");
