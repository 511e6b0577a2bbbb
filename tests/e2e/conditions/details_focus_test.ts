/** The keyboard's way through the form of a text condition. */
import { browserTest, hasFocus } from "../../support/browser.ts";
import { openAs, row, screen, toast, useConditionsScreen } from "../../support/conditions_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useConditionsScreen();

browserTest("the form of a text condition takes the focus when it opens and gives it back", async (visit) => {
  const conditions = [{ id: 5, completed: true, text: "Dana Whitfield" }];
  const loan = await makeLoan(screen.t, { brokerId: screen.broker.id }, { conditions });
  const paths = [[screen.broker, `/dashboard/viewloan/${loan.id}`], [
    screen.admin,
    `/dashboard/viewloan?id=${loan.id}`,
  ]] as const;
  for (const [who, path] of paths) {
    const page = await openAs(visit, who, path);
    const edit = row(page, "ILA contact info").getByRole("button", { name: /^Edit/ });
    const details = page.getByRole("textbox", { name: "ILA contact info" });
    await edit.focus();
    await page.keyboard.press("Enter");
    await hasFocus(details);
    await row(page, "ILA contact info").getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(edit);
    await page.keyboard.press("Enter");
    await details.fill(`Dana Whitfield, for ${who.name}`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await toast(page, "Condition Updated!");
    await hasFocus(edit);
  }
});
