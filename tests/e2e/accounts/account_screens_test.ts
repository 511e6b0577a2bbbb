import assert from "node:assert/strict";
import type { Page } from "playwright";
import { assertAccessible } from "../../support/accessible.ts";
import { PASSWORD, type TestAccount, type TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { lastMail } from "../../support/sign_in.ts";
import { openSite, type Site } from "../../support/site.ts";
import { walker } from "../../support/walker.ts";

let opened: Site;
let t: TestApp;
let site = "";

Deno.test.beforeAll(async () => {
  opened = await openSite();
  ({ t, url: site } = opened);
});

Deno.test.afterAll(() => opened.close());

/** Each test is an hour of its own, so that none meets another's limits. */
Deno.test.beforeEach(() => t.advance(3600_000));

const cookies = (who: TestAccount) => Object.fromEntries([who.cookie.split("=") as [string, string]]);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

for (const width of [1280, 390, 320]) {
  browserTest(`the account screens fit ${width} px and are accessible in both themes`, async ({ newPage, shot }) => {
    const ann = await t.account({ phone: "416-555-0187", brokerageLicense: "12845" });
    await t.post("/api/auth/recoverAccount", { email: ann.email });
    const { id } = await lastMail(t, ann.email, "recovery");
    const signedIn = cookies(ann);
    const screens: [string, string, Record<string, string>?][] = [
      ["login", "/login"],
      ["login-step-device", "/login?device=abc"],
      ["login-step-forgot", "/login?forgot=1"],
      ["register", "/register"],
      ["register-done", "/register?complete=1"],
      ["recover", `/recover?id=${id}`],
      ["settings", "/dashboard/accountsettings", signedIn],
      ["settings-step-email", "/dashboard/accountsettings?change=email", signedIn],
    ];
    const goTo = walker(newPage, { width });
    for (const [name, path, jar] of screens) {
      const page = await goTo(site + path, jar);
      if (await page.locator("is-land").count()) await islandsReady(page);
      await shot(page, `${name}-${width}`);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, path);
      if (name !== "settings") continue;
      const room = await page.locator(".part .btn-row").evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().top - one.previousElementSibling!.getBoundingClientRect().bottom)
      );
      assert.equal(new Set(room.map(Math.round)).size, 1, `the same room above every row of buttons: ${room}`);
    }
  });
}

browserTest("the open dialogs and the second tab are accessible in both themes", async ({ newPage, shot }) => {
  const ann = await t.account();
  const check = async (page: Page, name: string) => {
    await shot(page, `${name}-390`);
    await assertAccessible(page, name, { colours: true });
  };
  const login = await newPage(`${site}/login`, { width: 390 });
  await islandsReady(login);
  await login.getByRole("link", { name: "Forgot password?" }).click();
  await hasFocus(login.locator("#forgot-email"));
  await check(login, "forgot");
  await login.keyboard.press("Escape");
  await login.getByRole("dialog").waitFor({ state: "hidden" });
  await login.getByLabel("Username").fill(ann.username);
  await login.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await login.locator("#login-button").click();
  await login.getByRole("dialog", { name: "Is this you?" }).waitFor();
  await check(login, "device");

  const register = await newPage(`${site}/register`, { width: 390 });
  await islandsReady(register);
  await register.getByLabel("Name", { exact: true }).fill("Priya Raman");
  await register.getByLabel("Email", { exact: true }).fill("priya@lakeshore.example");
  await register.getByLabel("Your licence").fill("M18004512");
  await button(register, "Continue").click();
  await hasFocus(register.getByLabel("Username"));
  await register.getByLabel("Password", { exact: true }).fill("Harbour26");
  await check(register, "register-2");
  await register.setViewportSize({ width: 320, height: 640 });
  for (const tab of await register.getByRole("tab").all()) {
    const { x, width } = (await tab.boundingBox())!;
    assert.ok(x >= 0 && x + width <= 320, `${await tab.textContent()} is whole`);
  }
});

browserTest(
  "a page that an expired link led to says why, with the way to a new link",
  async ({ newPage, shot }) => {
    const page = await newPage(`${site}/recover?id=${"x".repeat(32)}`, { width: 390 });
    const why = page.locator(".notice", { hasText: "This link was used already or is too old." });
    await page.getByLabel("Username").fill("ann");
    await why.waitFor();
    assert.equal(await page.locator(".toast").count(), 0);
    await assertAccessible(page, "the login after a dead link");
    await shot(page, "dead-link");
    await why.getByRole("link", { name: "Ask for a new one" }).click();
    await page.getByRole("button", { name: "Send the link" }).waitFor();
  },
);

browserTest(
  "the reason for being led to another page stays until the person goes on",
  async ({ newPage }) => {
    const page = await newPage(`${site}/contact`, { toastsGo: true, cookies: cookies(await t.account()) });
    await page.clock.install();
    await page.goto(`${site}/changeEmail`);
    const why = page.locator("#toasts .toast[data-kind=bad]", { hasText: "Not found" });
    await why.waitFor();
    await page.clock.fastForward(60_000);
    assert.equal(await why.count(), 1);
    await page.locator("h1").first().click();
    await why.waitFor({ state: "detached" });
  },
);
