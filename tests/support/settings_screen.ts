/** Cells of the settings screens in a browser. */
import type { Page } from "playwright";

/** A cell by its path, `pricing.loanPricing.0.secondMtgPrice`. */
export const cell = (page: Page, path: string) => page.locator(`#c-${path.replaceAll(".", "-")}`);

/** Enters a text and leaves the cell. */
export async function enter(page: Page, path: string, text: string): Promise<void> {
  await cell(page, path).fill(text);
  await cell(page, path).blur();
}
