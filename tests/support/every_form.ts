/** Filling a form wrongly and then rightly, and where each form of the portal is filled so. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import { hasFocus } from "./browser.ts";
import { assertNoRed, assertToastsClear, correctField } from "./forms.ts";

/** A field by its label, with what is wrong in it and what is right. */
export type Filled = readonly [label: string, wrong: string, right: string];

/** Fails unless each wrong field's message can be seen at it, and the first has the focus. */
async function assertErrorsAtFields(form: Locator): Promise<void> {
  const invalid = form.locator("[aria-invalid=true]");
  await hasFocus(invalid.first());
  const far = await invalid.evaluateAll((fields) =>
    fields.filter((field) => {
      const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
      const message = ids.map((id) => document.getElementById(id)).find((one) => one?.matches(".error"));
      if (!message?.checkVisibility() || !message.textContent?.trim()) return true;
      const a = field.getBoundingClientRect(), b = message.getBoundingClientRect();
      return Math.max(b.top - a.bottom, a.top - b.bottom) > 60;
    }).map((field) => field.id || field.outerHTML.slice(0, 80))
  );
  assert.deepEqual(far, [], "an error away from its field");
}

/** Fails unless the button that sends a dialog's form is in the window, however long the form is. */
async function assertSendsInView(sends: Locator): Promise<void> {
  const cut = await sends.evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return button.closest("dialog") !== null && (top < 0 || bottom > innerHeight);
  });
  assert.equal(cut, false, "the dialog's button is out of view");
}

/**
 * Fills `form` wrongly, sends it by the button, sees each error at its field, mends field by field and sends it again.
 * `wrong` says how many are refused where that is not each of them. What follows is the caller's to wait for.
 */
export async function fillWronglyThenRightly(
  page: Page,
  form: Locator,
  send: string,
  fields: readonly Filled[],
  { wrong = fields.length }: { wrong?: number } = {},
): Promise<void> {
  const field = (label: string) => form.getByLabel(label, { exact: true }).or(form.getByLabel(label)).first();
  const sends = form.getByRole("button", { name: send, exact: true });
  for (const [label, text] of fields) await field(label).fill(text);
  await sends.click();
  await form.locator("[aria-invalid=true]").nth(wrong - 1).waitFor();
  assert.equal(await form.locator("[aria-invalid=true]").count(), wrong);
  await assertErrorsAtFields(form);
  await assertSendsInView(sends);
  if (await page.locator("#toasts .toast").count()) await assertToastsClear(page);
  for (const [label, , text] of fields) await correctField(page, field(label), text);
  await assertNoRed(page);
  await sends.click();
}

const FORMS = "corrected_forms_test", DIALOGS = "corrected_dialogs_test", HERE = "every_form_test";
const NOTHING = "a button alone: nothing is entered";
const CHOICE = "a choice that counts at once: nothing can be wrong in it";
const LOADS = "a question in the address: the page that answers says what is wrong";

/** Every file with a form, and the test of this folder that fills it, or why none does. */
export const FORM_FILES: Readonly<Record<string, string>> = {
  "islands/accounts/AccountSettings.tsx": `${FORMS}, ${HERE}`,
  "islands/accounts/ConfirmEmail.tsx": NOTHING,
  "islands/accounts/LoginForm.tsx": `${FORMS}, ${HERE}; the code of a device: accounts_walk_test`,
  "islands/accounts/RecoverForm.tsx": FORMS,
  "islands/accounts/RegisterForm.tsx": FORMS,
  "islands/brokers/BrokerForm.tsx": `${FORMS}, ${HERE}`,
  "islands/brokers/RequestReview.tsx": "a comment that may be anything: brokers_test",
  "islands/conditions/_condition_dialogs.tsx": DIALOGS,
  "islands/conditions/_condition_parts.tsx": DIALOGS,
  "islands/conditions/_condition_sets.tsx": HERE,
  "islands/conditions/_use_condition_draft.ts": "its conditions come from the dialogs, which check them",
  "islands/forms/reason_dialog.tsx": DIALOGS,
  "islands/letters/_use_letter.ts": FORMS,
  "islands/loans/LoanBulk.tsx": "choices alone: nothing is typed",
  "islands/loans/SavedFilters.tsx": DIALOGS,
  "islands/loans/SubmitLoan.tsx": FORMS,
  "islands/loans/_loan_participants.tsx": FORMS,
  "islands/loans/_payout_dialog.tsx": HERE,
  "islands/loans/_use_loan_save.ts": FORMS,
  "islands/loans/_use_submission_draft.ts": "keeps what SubmitLoan.tsx checks",
  "islands/mail/BlacklistDialog.tsx": HERE,
  "islands/mail/ContactForm.tsx": FORMS,
  "islands/mail/CreateEmail.tsx": HERE,
  "islands/mail/EmailEditor.tsx": HERE,
  "islands/mail/_add_link.tsx": HERE,
  "islands/mail/_add_picture.tsx": HERE,
  "islands/mail/_email_document.ts": HERE,
  "islands/mail/_touch_base_settings.tsx": HERE,
  "islands/mail/_touch_base_templates.tsx": HERE,
  "islands/maps/AreaImport.tsx": "a file, sent as it is chosen: areas_test",
  "islands/maps/MarketImport.tsx": "a file and what its columns hold: region_test",
  "islands/maps/_map_filters.tsx": CHOICE,
  "islands/maps/_report_dialog.tsx": HERE,
  "islands/maps/_use_region_setting.ts": HERE,
  "islands/quote/QuoteTool.tsx": FORMS,
  "islands/servicing/BankDetails.tsx": HERE,
  "islands/servicing/BankPayments.tsx": "a choice of rows, none of which can be wrong: year_test",
  "islands/servicing/BeginLedger.tsx": HERE,
  "islands/servicing/MakeTransfers.tsx": "a choice of rows, none of which can be wrong: picking_test",
  "islands/servicing/MaturityPlan.tsx": CHOICE,
  "islands/servicing/ReceivePayments.tsx": HERE,
  "islands/servicing/RecordLedger.tsx": HERE,
  "islands/servicing/ReturnsFile.tsx": "returns_test",
  "islands/servicing/_act_bar.tsx": "the button of those that choose rows",
  "islands/servicing/_credit_return.tsx": "a day that is filled in already: year_test marks a credit as returned",
  "islands/servicing/_take_back_dialog.tsx": HERE,
  "islands/servicing/_undo_dialog.tsx": HERE,
  "islands/settings/RestoreVersion.tsx": NOTHING,
  "islands/settings/settings_document.ts": FORMS,
  "islands/shell/ConfirmForm.tsx": NOTHING,
  "routes/accounts/_news_part.tsx": CHOICE,
  "routes/accounts/_theme_part.tsx": CHOICE,
  "routes/accounts/_two_step_steps.tsx": "sent as a page of its own, which says what is wrong",
  "routes/accounts/account_settings.tsx": "without script, beside its island",
  "routes/accounts/login.tsx": "without script, beside its island; the second step is a page of its own",
  "routes/brokers/_consent.tsx": CHOICE,
  "routes/brokers/_personal_data.tsx": NOTHING,
  "routes/layout/notices.tsx": NOTHING,
  "routes/layout/parts.tsx": NOTHING,
  "routes/letters/payout.tsx": LOADS,
  "routes/mail/_outbox_table.tsx": NOTHING,
  "routes/mail/_suppressed_addresses.tsx": NOTHING,
  "routes/mail/outbox.tsx": NOTHING,
  "routes/mail/unsubscribe.tsx": NOTHING,
  "routes/maps/areas.tsx": NOTHING,
  "routes/maps/lending_areas.tsx": LOADS,
  "routes/news/news.tsx": NOTHING,
  "routes/operations/_failed_events.tsx": NOTHING,
  "routes/operations/retention.tsx": "sent as a page of its own, which says what is wrong",
  "routes/quote/_plain_result.tsx": NOTHING,
};
