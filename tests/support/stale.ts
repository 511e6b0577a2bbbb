/** The dialog where someone else saved first, or the person themselves in another window. */
import type { Locator, Page } from "playwright";

export const staleDialog = (page: Page): Locator =>
  page.getByRole("dialog", { name: /^(Someone else saved first|You saved in another window)$/ });

/** Waits for the dialog with this sentence, and takes one of its two ways out. */
export async function answerStaleDialog(
  page: Page,
  said: string | RegExp,
  way: "keep mine" | "take theirs",
): Promise<void> {
  const dialog = staleDialog(page);
  await dialog.getByText(said).first().waitFor();
  const name = way === "keep mine" ? "Keep mine with theirs" : "Drop mine, take theirs";
  await dialog.getByRole("button", { name }).click();
  await dialog.waitFor({ state: "hidden" });
}
