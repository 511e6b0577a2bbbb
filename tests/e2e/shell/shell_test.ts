import assert from "node:assert/strict";
import type { Page } from "playwright";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus } from "../../support/browser.ts";
import { useIslandSite } from "../../support/island_site.ts";
import { walker } from "../../support/walker.ts";

const site = useIslandSite();

const menuWidth = (page: Page) => page.locator("#menu").evaluate((menu) => menu.getBoundingClientRect().width);

for (const width of [1280, 390, 320]) {
  browserTest(`both shells fit ${width} px and are accessible in both themes`, async ({ newPage, shot }) => {
    const goTo = walker(newPage, { width });
    for (const path of ["/public", "/dashboard/loans"]) {
      const page = await goTo(site.url + path);
      await shot(page, `${path.replace(/\W+/g, "")}-${width}`);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, path, { whole: true });
    }
  });
}

browserTest(
  "page transitions work when a stylesheet loads late, and are off where reduced motion is asked for",
  async (v) => {
    for (const motion of [true, false]) {
      const page = await v.newPage(`${site.url}/public`, { motion });
      // No stylesheet comes before its whole page is there.
      let whole = Promise.withResolvers<void>();
      page.on("requestfinished", (request) => request.isNavigationRequest() && whole.resolve());
      await page.route("**/*.css", async (route) => {
        await whole.promise;
        await route.continue();
      });
      await page.addInitScript(() => {
        addEventListener("pagereveal", (event) => {
          const { viewTransition } = event as Event & { viewTransition: { finished: Promise<void> } | null };
          void Promise.resolve(viewTransition?.finished).catch(() => {}).then(() => {
            document.documentElement.dataset.change = viewTransition ? "moving" : "still";
          });
        });
      });
      /** Goes to another page, and says whether what was seen moved: known once the movement has ended. */
      const change = async (path: string) => {
        whole = Promise.withResolvers();
        await page.evaluate((to) => location.assign(to), path);
        await page.waitForURL(site.url + path);
        const seen = await page.waitForFunction(() => document.documentElement.dataset.change);
        return await seen.jsonValue() === "moving";
      };
      // A browser on a slow machine leaves a movement out (after 4 s): a page that moves does so in one of a few
      // rounds.
      const rounds = motion ? 5 : 1;
      for (const [from, to] of [["/public", "/dashboard/loans"], ["/dashboard/loans", "/public"]]) {
        let moved = false;
        for (let round = 0; round < rounds && !moved; round++) {
          if (new URL(page.url()).pathname !== from) await change(from);
          moved = await change(to);
        }
        assert.equal(moved, motion, `${from} to ${to}`);
      }
    }
  },
);

browserTest("the theme switch is remembered in a cookie for the server", async ({ newPage, shot }) => {
  const page = await newPage(`${site.url}/dashboard/loans`);
  await page.getByRole("button", { name: "Ann Lee" }).click();
  await shot(page, "user-menu");
  await page.locator("#theme-dark").check();
  assert.equal((await page.context().cookies()).find((c) => c.name === "theme")?.value, "dark");
  await page.reload();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await page.getByRole("button", { name: "Ann Lee" }).click();
  await page.locator("#theme-auto").check();
  assert.equal((await page.context().cookies()).find((c) => c.name === "theme"), undefined);
});

browserTest(
  "the side menu starts at 190 px, narrows to 75, opens to 200, and keeps its width",
  async ({ newPage, shot }) => {
    const page = await newPage(`${site.url}/dashboard/loans`);
    assert.equal(await menuWidth(page), 190);
    // Larger text, as browsers are set to, widens it: names and counts are whole.
    await page.evaluate(() => document.documentElement.style.fontSize = "125%");
    assert.equal(await page.locator("#menu").evaluate((menu) => menu.scrollWidth - menu.clientWidth), 0);
    await page.evaluate(() => document.documentElement.style.fontSize = "");
    const narrow = page.getByRole("button", { name: "Narrow menu" });
    await narrow.click();
    assert.equal(await menuWidth(page), 75);
    await page.getByRole("link", { name: "Manage Brokers" }).hover();
    await shot(page, "menu-compact");
    assert.equal(await page.evaluate(() => localStorage.getItem("menuWidth")), "75");
    assert.equal((await page.context().cookies()).find((c) => c.name === "menu")?.value, "compact");
    await page.reload();
    await page.waitForFunction(() => document.body.dataset.menu === "compact");
    await narrow.click();
    assert.equal(await menuWidth(page), 200);
  },
);

browserTest(
  "under 993 px the menu is gone, opens as a drawer, and closes when the window grows",
  async ({ newPage, shot }) => {
    const page = await newPage(`${site.url}/dashboard/loans`, { width: 992 });
    await page.locator("#menu").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.locator("#menu").waitFor();
    await shot(page, "menu-drawer");
    await page.locator("#menu").getByRole("link", { name: "Go to", exact: true }).click();
    const palette = page.getByRole("dialog", { name: "Go to" });
    await palette.getByRole("combobox").fill("go to");
    assert.equal(
      await palette.getByRole("option", { name: "Go to", exact: true }).count(),
      0,
      "it does not list itself",
    );
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.locator("#menu").waitFor();
    await page.setViewportSize({ width: 993, height: 900 });
    await page.waitForFunction(() => !document.getElementById("menu")!.matches(":popover-open"));
    assert.equal(await menuWidth(page), 190);
    assert.equal(await page.getByRole("link", { name: "Go to", exact: true }).count(), 1, "in the bar again");
  },
);

browserTest("a menu closes once the focus leaves it by Tab, forwards and backwards", async ({ newPage }) => {
  const page = await newPage(`${site.url}/dashboard/loans`);
  const menu = page.locator("#user"), button = page.locator("button[popovertarget=user]");
  await page.evaluate(() => document.querySelector("main")!.append(document.createElement("button")));
  await page.waitForLoadState("load");
  await button.focus();
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await page.keyboard.press("Tab");
  await hasFocus(menu.locator("a, button, input").first());
  await page.keyboard.press("Shift+Tab");
  await hasFocus(button);
  assert.ok(await menu.isVisible(), "its own button keeps it open");
  await page.keyboard.press("Shift+Tab");
  await menu.waitFor({ state: "hidden" });
  await button.click();
  await menu.locator("button").last().focus();
  await page.keyboard.press("Tab");
  await menu.waitFor({ state: "hidden" });
  await button.click();
  await menu.waitFor();
  await button.click();
  await menu.waitFor({ state: "hidden" });
});

browserTest("a flash message is announced as a toast and closes by itself", async ({ newPage }) => {
  const page = await newPage(`${site.url}/dashboard/loans`, { toastsGo: true });
  const live = page.getByRole("status").filter({ hasText: "Loan Updated!" });
  await live.waitFor();
  assert.equal(await page.locator("#toasts .toast[data-kind=ok]").count(), 1);
  await page.waitForFunction(() => !document.querySelector("#toasts .toast"));
});

browserTest("without script the menu opens, the flash reads and the disclaimer can be opened", async ({ newPage }) => {
  const page = await newPage(`${site.url}/dashboard/loans`, { width: 390, javaScript: false });
  await page.getByText("Loan Updated!").waitFor();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Manage Loans" }).waitFor();
  const home = await newPage(`${site.url}/public`, { javaScript: false });
  await home.getByRole("button", { name: "Disclaimer" }).click();
  await home.getByRole("button", { name: "I am a licensed broker" }).waitFor();
});

browserTest("the disclaimer opens on the first visit alone, with its button focused", async ({ newPage }) => {
  const page = await newPage(`${site.url}/public`, { storage: {} });
  const agree = page.getByRole("button", { name: "I am a licensed broker" });
  await hasFocus(agree);
  await agree.click();
  // The script that opens it runs before the page is loaded.
  await page.reload({ waitUntil: "load" });
  await page.locator("#disclaimer").waitFor({ state: "hidden" });
});

browserTest("the public bar turns solid past 5 pixels", async ({ newPage }) => {
  const page = await newPage(`${site.url}/public`);
  await page.evaluate(() => document.querySelector("main")!.append(document.createElement("pre")));
  await page.evaluate(() => (document.querySelector("main pre")!.textContent = "line\n".repeat(200)));
  const ground = () => page.locator(".nav").evaluate((nav) => Number(getComputedStyle(nav, "::before").opacity));
  assert.equal(await ground(), 0);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => getComputedStyle(document.querySelector(".nav")!, "::before").opacity === "1");
});
