import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { buildBundles, stopBuilder } from "../../../lib/server/build/build.ts";
import type { Runtime } from "../../../lib/server/build/manifest.ts";
import { type Assets, openAssets } from "../../../lib/server/assets.ts";
import { browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { type Gate, gate, islandApp } from "../../support/island_app.tsx";

const gates = new Set<Gate>();
const built = new Map<Runtime, URL>();
let opened: Assets;
let site = "";
let server: Deno.HttpServer;

/** Serves the bundles of one runtime, built once with the islands of the tests. */
async function use(runtime: Runtime): Promise<void> {
  let outDir = built.get(runtime);
  if (!outDir) {
    outDir = new URL(`file://${Deno.makeTempDirSync()}/`);
    await buildBundles({ runtime, outDir, islandFolders: ["tests/support/islands"] });
    built.set(runtime, outDir);
  }
  opened = openAssets(outDir);
}

/** Waits for the loader and for the first callback of its IntersectionObserver. */
async function watched(page: Page): Promise<void> {
  await page.waitForFunction(() => customElements.get("is-land"));
  await page.evaluate(() =>
    new Promise<void>((done) => {
      new IntersectionObserver((_seen, watch) => {
        watch.disconnect();
        requestAnimationFrame(() => done());
      }).observe(document.body);
    })
  );
}

/** Here scripts are asked for and held back: none may come from the cache. */
const coldTest = (name: string, run: (visit: Visit) => Promise<void>) => browserTest(name, run, { cold: true });

const ready = (page: Page) => page.locator("is-land").getAttribute("data-ready");

Deno.test.beforeAll(() => {
  server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, islandApp(gates, () => opened).fetch);
  site = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
});

Deno.test.afterAll(async () => {
  for (const held of gates) held.open();
  await server.shutdown();
  await stopBuilder();
  for (const dir of built.values()) Deno.removeSync(dir, { recursive: true });
});

for (const runtime of ["preact", "react"] as const) {
  coldTest(`${runtime}: an island hydrates with the props that the server sent`, async ({ newPage }) => {
    await use(runtime);
    const page = await newPage(`${site}/probe`);
    await islandsReady(page);
    assert.equal(await page.locator("#p").getAttribute("data-note"), `</is-land>"'&<b>`);
    await page.getByLabel("Name").fill("Ann");
    await page.getByRole("button", { name: "Add" }).click();
    assert.equal(await page.locator("output").textContent(), '["Ann","100",false,"first","Toronto",1]');
    assert.equal(await page.locator("is-land").count(), 1);
  });

  coldTest(`${runtime}: text, ticks, choices and clicks from before hydration are kept`, async ({ newPage }) => {
    await use(runtime);
    const held = gate("Probe");
    gates.add(held);
    const page = await newPage(`${site}/probe`);
    await page.waitForFunction(() => customElements.get("is-land"));
    await page.getByLabel("Name").fill("Bea");
    await page.getByLabel("Amount").fill("");
    await page.getByLabel("Ticked").check();
    await page.getByLabel("second").check();
    await page.getByLabel("City").selectOption("Ottawa");
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByLabel("Name").focus();
    assert.equal(await page.locator("output").textContent(), '["","100",false,"first","Toronto",0]');
    held.open();
    gates.delete(held);
    await islandsReady(page);
    await page.waitForFunction(() => document.querySelector("output")?.textContent?.endsWith("1]"));
    assert.equal(await page.locator("output").textContent(), '["Bea","",true,"second","Ottawa",1]');
    assert.equal(await page.getByLabel("Name").inputValue(), "Bea");
    assert.equal(await page.getByLabel("Ticked").isChecked(), true);
    assert.equal(await page.getByLabel("second").isChecked(), true);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Name");
  });

  coldTest(
    `${runtime}: letters stay in the field where typing began, before and after hydration`,
    async ({ newPage }) => {
      await use(runtime);
      const held = gate("Probe");
      gates.add(held);
      const page = await newPage(`${site}/probe`);
      await page.waitForFunction(() => customElements.get("is-land"));
      await page.getByLabel("Remark").focus();
      await page.keyboard.press("Home");
      await page.keyboard.type("2");
      held.open();
      gates.delete(held);
      await islandsReady(page);
      await page.keyboard.type("3");
      assert.equal(await page.getByLabel("Remark").inputValue(), "23100");
    },
  );

  coldTest(
    `${runtime}: a menu item, a form and a chosen file from before hydration take effect`,
    async ({ newPage }) => {
      await use(runtime);
      const held = gate("Presses");
      gates.add(held);
      const page = await newPage(`${site}/presses`);
      const done = (what: string) => page.locator("output").filter({ hasText: what }).waitFor();
      await page.waitForFunction(() => customElements.get("is-land"));
      await page.getByLabel("File").setInputFiles({
        name: "a.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from("a"),
      });
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("button", { name: "Share" }).click();
      await page.locator("#acts").waitFor({ state: "hidden" });
      held.open();
      await done("a.pdf, shared");

      const again = gate("Presses");
      gates.delete(held);
      gates.add(again);
      await page.reload({ waitUntil: "domcontentloaded" });
      await page.waitForFunction(() => customElements.get("is-land"));
      await page.getByLabel("Note").fill("Bea");
      await page.getByRole("button", { name: "Send" }).click();
      again.open();
      gates.delete(again);
      await done("Bea by send");
      assert.equal(new URL(page.url()).search, "", "the fields are in no address");
    },
  );

  coldTest(`${runtime}: a file dropped before hydration is taken, not opened`, async ({ newPage }) => {
    await use(runtime);
    const held = gate("Presses");
    gates.add(held);
    const page = await newPage(`${site}/presses`);
    await page.waitForFunction(() => customElements.get("is-land"));
    const opened = await page.locator("#drop").evaluate((place) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["a"], "a.pdf", { type: "application/pdf" }));
      const drag = { bubbles: true, cancelable: true, dataTransfer };
      return ["dragover", "drop"].map((type) => place.dispatchEvent(new DragEvent(type, drag)));
    });
    assert.deepEqual(opened, [false, false]);
    held.open();
    gates.delete(held);
    await page.locator("output").filter({ hasText: "a.pdf dropped" }).waitFor();
  });

  coldTest(`${runtime}: an invalid field is marked before the focus moves to it`, async ({ newPage }) => {
    await use(runtime);
    const page = await newPage(`${site}/refused`);
    await islandsReady(page);
    await page.evaluate(() => {
      // The next frame as early as it can come.
      globalThis.requestAnimationFrame = (run) => (queueMicrotask(() => run(0)), 0);
      document.addEventListener("focusin", ({ target }) => {
        const field = target as HTMLElement;
        if (field.matches("input")) field.dataset.found = field.getAttribute("aria-invalid") ?? "unmarked";
      });
    });
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("input[data-found]").waitFor();
    assert.equal(await page.locator("input").getAttribute("data-found"), "true");
  });

  coldTest(`${runtime}: islands share an atom, also with one that hydrates late`, async ({ newPage }) => {
    await use(runtime);
    const page = await newPage(`${site}/shared`);
    await islandsReady(page);
    await page.locator("#left").click();
    await page.locator("#left").click();
    assert.equal(await page.locator("#left").textContent(), "left 2");
    assert.equal(await page.locator("#right").textContent(), "right 0", "asleep until it is touched");
    await page.locator("#right").click();
    await page.waitForFunction(() => document.querySelector("#right")?.textContent === "right 3");
    assert.equal(await page.locator("#left").textContent(), "left 3");
    const other = await newPage(`${site}/shared`);
    assert.equal(await other.locator("#left").textContent(), "left 0", "another visitor starts from nothing");
  });

  coldTest(`${runtime}: islands hydrate when seen or touched`, async ({ newPage }) => {
    await use(runtime);
    const script = gate("Probe");
    script.open();
    gates.add(script);
    const visible = await newPage(`${site}/late/visible`);
    await watched(visible);
    assert.deepEqual([await ready(visible), script.asked], [null, false]);
    await visible.getByRole("button", { name: "Add" }).scrollIntoViewIfNeeded();
    await islandsReady(visible, "is-land");
    assert.equal(script.asked, true);

    script.asked = false;
    const touched = await newPage(`${site}/late/interaction`, { width: 390 });
    await watched(touched);
    assert.deepEqual([await ready(touched), script.asked], [null, false]);
    await touched.getByRole("button", { name: "Add" }).tap();
    await touched.waitForFunction(() => document.querySelector("output")?.textContent?.endsWith(",1]"));

    for (const on of ["touch", "later"]) {
      script.asked = false;
      const page = await newPage(`${site}/late/${on}`);
      await watched(page);
      assert.deepEqual([await ready(page), script.asked], [null, false]);
      await page.getByText("line 3", { exact: true }).click();
      await islandsReady(page, "is-land");
    }
    const scrolled = await newPage(`${site}/late/touch`);
    await watched(scrolled);
    await scrolled.evaluate(() => scrollTo(0, 40));
    await islandsReady(scrolled, "is-land");
    gates.delete(script);
  });

  coldTest(
    `${runtime}: an island whose script failed to load shows an error, and loads at the next press`,
    async (v) => {
      await use(runtime);
      const page = await v.newPage(`${site}/late/touch`, { expect: [/ERR_INTERNET_DISCONNECTED/] });
      await watched(page);
      const missing = page.waitForFunction(() =>
        new Promise<boolean>((go) => addEventListener("part-missing", () => go(true)))
      );
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Add" }).click();
      await missing;
      assert.equal(await ready(page), null);
      await page.context().setOffline(false);
      await page.getByRole("button", { name: "Add" }).click();
      await page.waitForFunction(() => document.querySelector("output")?.textContent?.endsWith(",1]"));
    },
  );

  coldTest(
    `${runtime}: the policy blocks injected scripts and styles, and injected wrappers load nothing`,
    async ({ newPage }) => {
      await use(runtime);
      const page = await newPage(`${site}/injected`, {
        expect: [/Content Security Policy/, /no script: Probe/],
      });
      await islandsReady(page, "is-land:not(#planted)");
      assert.equal(await page.evaluate(() => "injected" in globalThis), false);
      assert.notEqual(await page.evaluate(() => getComputedStyle(document.documentElement).display), "none");
      assert.equal(await page.locator("#planted").getAttribute("data-ready"), null);
    },
  );
}

coldTest(
  "only islands that share state load jotai, and a page without islands loads no framework",
  async ({ newPage }) => {
    await use("preact");
    const scripts = async (path: string) => {
      const page = await newPage(site + path);
      await page.waitForLoadState("load");
      if (await page.locator("is-land").count()) await islandsReady(page);
      return await page.evaluate(() =>
        performance.getEntriesByType("resource").map((r) => r.name).filter((n) => n.endsWith(".js"))
      );
    };
    const probe = await scripts("/probe");
    const shared = await scripts("/shared");
    const bare = await scripts("/public");
    assert.ok(bare.every((url) => /\/(?:every_page|chunk)-[A-Z0-9]{8}\.js$/.test(url)), bare.join(" "));
    const size = async (urls: string[]) => {
      let bytes = 0;
      for (const url of urls) bytes += (await (await fetch(url)).arrayBuffer()).byteLength;
      return bytes;
    };
    assert.ok(await size(bare) < 6000, "the shell's script and what it shares");
    assert.ok(await size(shared) > await size(probe) + 4000, "jotai comes with Tally alone");
  },
);
