/** The room of a condition's row, and of what is pressed in it. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { openAs, row, screen, useConditionsScreen } from "../../support/conditions_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useConditionsScreen();

browserTest(
  "a row ends where it has nothing more to say, and its quiet button has a finger's height",
  async (visit) => {
    const conditions = [{ id: 12 }, { id: 5, completed: true, text: "Dana Whitfield", acceptedAt: 1 }];
    const loan = await makeLoan(screen.t, { brokerId: screen.broker.id }, { conditions });
    const page = await openAs(visit, screen.broker, `/dashboard/viewloan/${loan.id}`);
    for (const title of ["Identification", "ILA contact info"]) {
      const [above, below] = await row(page, title).evaluate((one) => {
        const whole = one.getBoundingClientRect();
        const parts = [...one.querySelectorAll(":scope > :is(.condition-title, .condition-meta)")]
          .map((part) => part.getBoundingClientRect());
        const [top, bottom] = [Math.min(...parts.map((r) => r.top)), Math.max(...parts.map((r) => r.bottom))];
        return [top - whole.top, whole.bottom - 1 - bottom];
      });
      assert.ok(Math.abs(above - below) < 2, `${title}: ${above} above, ${below} below`);
    }
    const edit = await row(page, "ILA contact info").getByRole("button", { name: /^Edit/ }).boundingBox();
    assert.ok(edit!.height >= 40 && edit!.width >= 40, JSON.stringify(edit));
  },
);
