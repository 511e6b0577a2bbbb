/** A text that is too long is refused with the limit; no field cuts what was typed or pasted. */
import assert from "node:assert/strict";
import { renderToString } from "react-dom/server";
import { ReasonDialog } from "../../../islands/forms/reason_dialog.tsx";
import { CreateEmail } from "../../../islands/mail/CreateEmail.tsx";
import { conditionProblems } from "../../../lib/domain/loans/conditions.ts";
import { textProblem } from "../../../lib/domain/text_length.ts";
import { ConditionTerms } from "../../../lib/schemas/conditions.ts";
import { CreateEmailInput } from "../../../lib/schemas/mail/mail.ts";
import { fieldErrors } from "../../../lib/client/schema_check.ts";

Deno.test("a text is missing, fits or is too long", () => {
  assert.equal(textProblem("  ", 5, "Enter it."), "Enter it.");
  assert.equal(textProblem("", 5), "");
  assert.equal(textProblem(" 12345 ", 5), "");
  assert.equal(textProblem("123456", 5), "Shorten this to 5 characters.");
});

Deno.test("a condition's form and its call refuse the same texts", () => {
  const terms = { id: 21, type: 0 };
  for (
    const texts of [
      { title: "t".repeat(120), note: "n".repeat(300) },
      { title: "t".repeat(121), note: "" },
      { title: "t", note: "n".repeat(301) },
      { title: "  ", note: "" },
    ]
  ) assert.deepEqual(conditionProblems(texts), fieldErrors(ConditionTerms, { ...terms, ...texts }));
  assert.deepEqual(conditionProblems({ title: "t".repeat(165) }), { title: "Shorten this to 120 characters." });
  assert.deepEqual(fieldErrors(CreateEmailInput, { name: "n".repeat(100) }), {
    name: "Shorten this to 80 characters.",
  });
});

Deno.test("no form of texts cuts them", () => {
  const reason = <ReasonDialog id="r" title="Why?" label="Reason" yes="Decline" maxLength={500} onReason={() => {}} />;
  for (const form of [renderToString(reason), renderToString(<CreateEmail />)]) {
    assert.doesNotMatch(form, /maxlength/i);
  }
});
