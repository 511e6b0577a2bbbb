/** What the outbox says of a mail. */
import assert from "node:assert/strict";
import { kindLabel, type MailFacts, mailState, shownSubject } from "../../../lib/domain/mail/outbox.ts";

const DUE = Date.UTC(2026, 10, 20, 17, 30);
const WAITING: MailFacts = { status: "waiting", tries: 0, dueAt: DUE, error: null, outcome: null, outcomeReason: null };

Deno.test("each mail has a word for its state, and the reason where somebody has to look", () => {
  const cases: [Partial<MailFacts>, string, boolean, string][] = [
    [{}, "Waiting", false, ""],
    [{ tries: 2, error: "no route" }, "Trying again", false, "Try 3 on 20 Nov 2026, 12:30 after: no route"],
    [{ status: "sending" }, "Sending", false, ""],
    [{ status: "sent" }, "Sent", false, ""],
    [{ status: "sent", outcome: "delivered" }, "Delivered", false, ""],
    [{ status: "sent", outcome: "bounced", outcomeReason: "No such user" }, "Bounced", true, "No such user"],
    [{ status: "sent", outcome: "complained" }, "Complained", true, ""],
    [{ status: "sent", outcome: "failed", outcomeReason: "Rejected" }, "Not delivered", true, "Rejected"],
    [{ status: "failed", tries: 12, error: "no such mailbox" }, "Failed", true, "no such mailbox"],
    [{ status: "kept" }, "Kept here", false, ""],
  ];
  for (const [facts, word, bad, why] of cases) {
    assert.deepEqual(mailState({ ...WAITING, ...facts }), { word, bad, why }, word);
  }
});

Deno.test("kinds have words, and a subject with a code in it is never shown", () => {
  assert.equal(kindLabel("loanReceived"), "Loan received");
  assert.equal(kindLabel("contact"), "Contact");
  assert.equal(kindLabel("touchBase"), "Touch-base", "as every other page writes it");
  assert.equal(shownSubject({ kind: "loanReceived", subject: "We have it" }), "We have it");
  assert.equal(shownSubject({ kind: "deviceCode", subject: "123456 is your code" }), null);
});
