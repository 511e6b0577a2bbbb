/**
 * The forms that corrected_forms_test and corrected_dialogs_test leave out, filled wrongly, then rightly, on both
 * island runtimes: errors stand at their fields, the first has the focus, an edit clears it, and no error is left.
 * The last test knows every file with a form, and where it is filled or why it is not.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import type { Runtime } from "../../../lib/server/build/manifest.ts";
import { type TestAccount, type TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { type Filled, fillWronglyThenRightly, FORM_FILES } from "../../support/every_form.ts";
import { assertNoRed } from "../../support/forms.ts";
import { WHOLE } from "../../support/letters.ts";
import { crowdedControls, LONG_NAME } from "../../support/long_names.ts";
import { makeLoan } from "../../support/loans.ts";
import { oneWindow, type Open } from "../../support/one_window.ts";
import { openSite, type Site } from "../../support/site.ts";

const KEY = btoa("k".repeat(32));

/** One pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let opened: Site | null = null;
let t: TestApp;
let admin: TestAccount, broker: TestAccount;

/** The portal on the bundles of one runtime; the one before is closed. */
async function use(runtime: Runtime): Promise<void> {
  if (opened?.t.env.islandsRuntime === runtime) return;
  await opened?.close();
  opened = await openSite({ DEVICE_VERIFICATION: "off", BANK_DETAILS_KEY: KEY }, runtime);
  t = opened.t;
  admin = await t.account({ name: "Helen Voss", role: 9 });
  broker = await t.account({ name: "Priya Raman" });
}

Deno.test.afterAll(() => opened?.close());

/**
 * The preview of a campaign runs no script, and shows its pictures from the public address, where nothing serves here.
 */
const PREVIEW = [/Blocked script execution in '[^']*previewemail/, /Failed to load resource: net::ERR_/];

/** One test on each runtime. */
function formTest(name: string, run: (open: Open) => Promise<void>): void {
  for (const [runtime, width] of [["preact", 1280], ["react", 390]] as const) {
    TESTS[runtime].push(() =>
      browserTest(`${name} (${runtime}, ${width} px)`, async ({ newPage }) => {
        await use(runtime);
        t.advance(3600_000);
        await run(oneWindow(newPage, opened!.url, { width, expect: PREVIEW }));
      })
    );
  }
}
const TESTS: Record<Runtime, (() => void)[]> = { preact: [], react: [] };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).first().waitFor();

/** Opens a dialog by a button or link and gives it. */
async function dialogOf(page: Page, opener: string, name: string | RegExp) {
  await page.getByRole("button", { name: opener }).or(page.getByRole("link", { name: opener })).first().click();
  return page.getByRole("dialog", { name });
}

formTest("the links to a new password, a new email address and a new account", async (open) => {
  const page = await open("/login");
  const forgot = await dialogOf(page, "Forgot password", /./);
  await fillWronglyThenRightly(page, forgot, "Send the link", [["Email", "nobody", broker.email]]);
  await assertNoRed(page);

  await open("/dashboard/accountsettings", admin);
  const change = await dialogOf(page, "Change Email", "Change Email");
  const address: Filled = ["New address", "nobody", `${crypto.randomUUID()}@a.example`];
  await fillWronglyThenRightly(page, change, "Send the link", [address]);
  await says(page, "Request Sent!");

  await open("/dashboard/viewbroker?id=new");
  const unique = `new${crypto.randomUUID().slice(0, 8)}`;
  const fields: Filled[] = [
    ["Name", "", "Nora New"],
    ["Email", "nobody", `${unique}@broker.example`],
    ["Licence number", "", "M12345678"],
    ["Username", "x", unique],
    ["Password", "short", "Another2Horse"],
    ["Password again", "other", "Another2Horse"],
  ];
  await fillWronglyThenRightly(page, page.locator("main form").first(), "Create account", fields);
  await page.getByRole("dialog", { name: "Create Account?" }).waitFor();
});

formTest(
  "the blacklist, touch-base, a campaign with a link, a picture and a schedule",
  async (open) => {
    const page = await open("/dashboard/emails", admin);
    const blacklist = await dialogOf(page, "Blacklist", "Blacklist");
    const blocked: Filled = ["Address or domain", "nobody", `${crypto.randomUUID()}@a.example`];
    await fillWronglyThenRightly(page, blacklist, "Add", [blocked]);
    await says(page, "added");

    await open("/dashboard/emails");
    const touchBase = await dialogOf(page, "Touch-base", /Touch-base/);
    await touchBase.getByRole("tab", { name: "Settings" }).click();
    const rules: Filled[] = [["Then wait", "many", "6"], ["Not again for", "", "31"]];
    await fillWronglyThenRightly(page, touchBase, "Save settings", rules);
    const saved = page.locator("#toasts .toast").filter({ hasText: "Changes Saved!" });
    // It stays here, and would answer for the templates too.
    await saved.evaluate((toast) => toast.remove());
    await touchBase.getByRole("tab", { name: "Templates" }).click();
    await touchBase.getByRole("button", { name: "Add template" }).click();
    const template: Filled[] = [["Subject", " ", "A word"], ["Text", "{nobody}", "Hi"]];
    await fillWronglyThenRightly(page, touchBase, "Save templates", template);
    await says(page, "Changes Saved!");

    await open("/dashboard/emails");
    const dialog = await dialogOf(page, "Create email", "Create email");
    await fillWronglyThenRightly(page, dialog, "Create", [["Name", " ", "Spring rates"]]);
    await page.waitForURL("**/dashboard/viewemail?id=*");
    await islandsReady(page);
    const link = page.getByRole("group", { name: "New link" });
    await button(page, "Link").click();
    await fillWronglyThenRightly(page, link, "Add link", [["Address", "no address", "lender.example/rates"]]);
    await link.waitFor({ state: "detached" });
    const picture = page.getByRole("group", { name: "New picture" });
    await button(page, "Picture").click();
    await picture.getByRole("button", { name: "Add picture" }).click();
    await picture.getByText("Choose a picture.").waitFor();
    await picture.getByLabel("What it shows").fill("A house");
    assert.equal(await picture.getByText("Say what it shows").count(), 0, "an edit takes its error away");
    const file = { name: `${LONG_NAME}.png`, mimeType: "image/png", buffer: Buffer.from(PNG, "base64") };
    await picture.locator("input[type=file]").setInputFiles(file);
    await assertNoRed(page);
    await picture.getByText(file.name).waitFor();
    await assertNoSidewaysScroll(page);
    assert.deepEqual(await crowdedControls(page), []);
    await picture.getByRole("button", { name: "Add picture" }).click();
    await picture.waitFor({ state: "detached" });
    await page.getByText("Repeating", { exact: true }).click();
    await page.getByLabel("First day").fill("2026-12-01");
    const campaign: Filled[] = [["Name", " ", "Spring rates"], ["Time in Toronto", "", "10:00"], ["Every", "0", "2"]];
    await fillWronglyThenRightly(page, page.locator("main form").first(), "Save", campaign);
    await says(page, "Changes Saved!");
  },
);

formTest("how a region is drawn, and its market report", async (open) => {
  const page = await open("/dashboard/maploans/settings?id=Kenora", admin);
  const weight = page.getByLabel("Colour weight", { exact: true });
  await weight.fill("half");
  await button(page, "Save").click();
  await page.locator("#region-colorWeight[aria-invalid=true]").waitFor();
  await weight.fill("0.28");
  await assertNoRed(page);
  await button(page, "Save").click();
  await says(page, "Changes Saved!");
  const dialog = await dialogOf(page, "Enter report", "Report for Kenora");
  const fields: Filled[] = [["New listings", "", "40"], ["Homes sold", "many", "18"]];
  await fillWronglyThenRightly(page, dialog, "Save report", fields);
  await page.waitForURL("**month=*");
});

formTest(
  "a ledger begun, a payment recorded, returned and reversed, bank details, a set of conditions, a payout",
  async (open) => {
    const loan = await makeLoan(t, WHOLE, { conditions: [{ id: 5 }] });
    const data = { adminComSelect: "Funded", dateFunded: "2026-08-15" };
    assert.equal((await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin)).status, 200);
    const page = await open(`/dashboard/loanledger?id=${loan.id}`, admin);
    const begin = page.locator(".begin-ledger");
    const begun: Filled[] = [["Balance as of", "", "2026-10-20"], ["Principal", "", "100,000"]];
    await fillWronglyThenRightly(page, begin, "Begin the ledger", begun);
    await says(page, "The ledger begins.");
    await islandsReady(page);
    const record = await dialogOf(page, "Record", "Record in the ledger");
    const recorded: Filled[] = [["Received on", "", "2026-11-16"], ["Amount", "", "833.33"]];
    await fillWronglyThenRightly(page, record, "Record", recorded);
    await says(page, "recorded.");
    await islandsReady(page);
    const undo = await dialogOf(page, "Undo Payment received of 16 Nov 2026", "Undo a payment");
    await fillWronglyThenRightly(page, undo, "Return payment", [["NSF fee", "many", "45"]]);
    await says(page, "Payment returned.");
    await islandsReady(page);
    const bank = await dialogOf(page, "Bank details", "Bank details");
    const account: Filled[] = [
      ["Institution", "", "003"],
      ["Transit", "1", "00011"],
      ["Account", "", "1234567"],
      ["Agreement signed on", "", "2026-11-01"],
      ["Account holder", "", "Daniel Smithers"],
    ];
    await fillWronglyThenRightly(page, bank, "Save", account);
    await says(page, "Bank details saved.");
    await islandsReady(page);
    await page.getByRole("button", { name: "Account …567" }).click();
    await button(page, "Remove").click();
    await page.getByRole("dialog", { name: "Remove these bank details?" }).getByRole("button", { name: "Remove" })
      .click();
    await says(page, "Bank details removed.");
    await page.getByRole("button", { name: "Bank details" }).waitFor();
    await open("/dashboard/duepayments?day=2026-11-15");
    const received = page.getByLabel("Received on");
    await received.fill("");
    await page.getByRole("button", { name: /^Mark 1 payment/ }).click();
    await page.getByText("Enter the day.").waitFor();
    await hasFocus(received);
    await received.fill("2026-11-16");
    await assertNoRed(page);
    await page.getByRole("button", { name: /^Mark 1 payment/ }).click();
    await button(page, "Mark as received").click();
    await says(page, "1 payment marked as received");
    await islandsReady(page);
    await page.getByRole("checkbox", { name: /SMI-/ }).first().check();
    const takeBack = () => dialogOf(page, "Take back 1 payment", "Take payments back");
    const left = { payments: 0, cents: 0, skipped: [{ clientCode: "SMI-1", reason: "It was reversed before." }] };
    await page.route("**/undoreceived", (route) => route.fulfill({ json: { response: true, data: left } }), {
      times: 1,
    });
    const back = await takeBack();
    await fillWronglyThenRightly(page, back, "Take back", [["Reason", " ", "Another loan's"]]);
    await back.getByText("Nothing taken back, 1 payment left as it is. SMI-1: It was reversed before.").waitFor();
    await assertNoRed(page);
    // What the page shows may be old by then: it comes anew.
    await Promise.all([page.waitForEvent("load"), back.getByText("Close", { exact: true }).click()]);
    await islandsReady(page);
    await page.getByRole("checkbox", { name: /SMI-/ }).first().check();
    await fillWronglyThenRightly(page, await takeBack(), "Take back", [["Reason", " ", "Another loan's"]]);
    await says(page, "1 payment taken back");
    await open(`/dashboard/viewloan?id=${loan.id}`);
    await button(page, "Edit list").click();
    const set = await dialogOf(page, "Keep list as a set", "Keep these conditions as a set");
    await fillWronglyThenRightly(page, set, "Keep set", [["Name", " ", "Second, refinance"]]);
    await says(page, "kept");
    const status = page.getByRole("combobox", { name: "Status" }).locator("visible=true");
    await status.first().selectOption("Repaid");
    await button(page, "Save").click();
    const payout = page.getByRole("dialog", { name: "Payout received" });
    const paid: Filled[] = [["Discharge fee", "many", "0"], ["Amount received", "", "103,500"]];
    await fillWronglyThenRightly(page, payout, "Set to Repaid", paid);
    await says(page, "Loan Updated!");
  },
);

for (const runtime of ["preact", "react"] as const) for (const define of TESTS[runtime]) define();

Deno.test("every file with a form is filled in by a test, or says why not", async () => {
  const found: string[] = [];
  for (const top of ["islands", "routes"]) {
    for (const area of Deno.readDirSync(top)) {
      if (!area.isDirectory) continue;
      for (const { name } of Deno.readDirSync(`${top}/${area.name}`)) {
        const file = `${top}/${area.name}/${name}`;
        if (!/\.tsx?$/.test(name) || /^use_(form|draft|document)\.ts$/.test(name)) continue;
        const text = await Deno.readTextFile(file);
        if (/<form\b|\buse(Form|Draft|Document)(<[^(]*)?\(/.test(text)) found.push(file);
      }
    }
  }
  assert.deepEqual(found.sort(), Object.keys(FORM_FILES).sort());
});
