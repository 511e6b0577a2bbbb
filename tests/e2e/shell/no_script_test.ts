/** Pages without JavaScript offer nothing that only a script could do, and say what it is needed for. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { openSite, type Site } from "../../support/site.ts";
import { walker } from "../../support/walker.ts";

let opened: Site;

Deno.test.beforeAll(async () => {
  opened = await openSite();
});

Deno.test.afterAll(() => opened.close());

browserTest("without JavaScript no public page shows a button that does nothing", async ({ newPage }) => {
  const goTo = walker(newPage, { javaScript: false });
  for (const path of ["/", "/login", "/register", "/contact"]) {
    const page = await goTo(opened.url + path);
    // Without a script nothing waits for the styles, which hide what a script would move.
    await page.waitForLoadState();
    assert.ok(await page.locator("button[type=submit]").count() > 0, `${path} has its form`);
    const dead = page.locator("button[type=button]:not([popovertarget]):not([command])").locator("visible=true");
    assert.deepEqual(await dead.evaluateAll((all) => all.map((e) => e.outerHTML)), [], path);
  }
});

browserTest("without JavaScript loan and settings are readable, say so, and show no field to fill in", async (v) => {
  const owner = await opened.t.account({ role: 99 });
  const loan = await makeLoan(opened.t);
  const cookies = Object.fromEntries([owner.cookie.split("=") as [string, string]]);
  const paths = [`viewloan?id=${loan.id}`, "settings", "settings?panel=general", "settings?panel=form", "submitloan"];
  const goTo = {
    1280: walker(v.newPage, { javaScript: false }),
    390: walker(v.newPage, { javaScript: false, width: 390 }),
  };
  for (const path of paths) {
    for (const width of path === "settings" ? [1280, 390] as const : [1280] as const) {
      const page = await goTo[width](`${opened.url}/dashboard/${path}`, cookies);
      await page.waitForLoadState();
      await page.getByText(/Turn on JavaScript to (change|fill in)/).waitFor();
      if (path.startsWith("viewloan")) {
        await page.getByText("Supporting Docs").waitFor();
        const unset = page.locator("is-land [type=date][value='']");
        assert.notEqual(await unset.count(), 0);
        assert.equal(await unset.locator("visible=true").count(), 0, "no pattern of a date stands for one");
      }
      if (path === "submitloan") {
        await page.getByLabel("Loan amount").waitFor({ state: "attached" });
        const left = page.locator("main :is(label, h2, .section-nav a, .drop)").locator("visible=true");
        assert.deepEqual(await left.allInnerTexts(), [], "nothing stands where nothing can be entered");
        await page.locator("main").getByRole("link", { name: "write to us" }).waitFor();
        const { width } = (await page.locator("main .notice").boundingBox())!;
        assert.ok(width > 600, `what it says has the page's width, not that of the list of sections: ${width} px`);
      }
      const live = await page.locator("button, input, select, textarea, label:has([type=file])").locator("visible=true")
        .evaluateAll((all) =>
          all.filter((one) => {
            // What posts by itself, or opens by the browser's own means, works.
            if (
              one.closest("form[action]") ||
              one.matches("[popovertarget]:not([popovertarget=loan-more]), [command], [name=theme]")
            ) return false;
            const { pointerEvents, borderTopColor, backgroundColor } = getComputedStyle(one);
            const bare = [borderTopColor, backgroundColor].every((colour) => colour === "rgba(0, 0, 0, 0)");
            return pointerEvents !== "none" || !(bare || one.matches("button, [type=checkbox], [type=radio]"));
          }).map((one) => one.outerHTML.slice(0, 160))
        );
      assert.deepEqual(live, [], `${path} at ${width} px`);
    }
  }
});

browserTest("without JavaScript Manage Conditions says what its buttons need", async (v) => {
  const broker = await opened.t.account();
  const loan = await makeLoan(opened.t, { brokerId: broker.id }, { conditions: [{ id: 11 }] });
  const cookies = Object.fromEntries([broker.cookie.split("=") as [string, string]]);
  const goTo = walker(v.newPage, { javaScript: false });
  for (const path of ["loans", `viewloan/${loan.id}`]) {
    const page = await goTo(`${opened.url}/dashboard/${path}`, cookies);
    await page.waitForLoadState();
    const notice = page.locator("noscript .notice");
    assert.match(await notice.innerText(), /Turn on JavaScript to complete conditions/);
    const said = await notice.boundingBox();
    const first = await page.locator(".condition-list > li").first().boundingBox();
    assert.ok(said!.y < first!.y, "it is said above them");
  }
});
