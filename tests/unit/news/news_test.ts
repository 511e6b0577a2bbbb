/** News: its words, who is mailed what, and what is told as one. */
import assert from "node:assert/strict";
import type { FactorChange } from "../../../lib/domain/accounts/second_factor.ts";
import { gathered, isGathered } from "../../../lib/domain/news/gather.ts";
import { MAILED_KINDS, mailingOf, needsBroker, type News, NEWS_KINDS } from "../../../lib/domain/news/kinds.ts";
import { describeNews, newsLink } from "../../../lib/domain/news/text.ts";
import { NEWS_MAIL_TEXTS } from "../../../lib/features/news/mails.ts";

const LOAN = { clientCode: "SMI-1042", client: "Dan Smithers", broker: "Priya Raman" };

/** One of each kind. */
const ALL: News[] = [
  { kind: "maturityReminder", data: { day: "2027-02-28" } },
  { kind: "maturity", data: { day: "2027-02-28" } },
  { kind: "conditionsOpen", data: { day: "2026-12-04", open: 1 } },
  { kind: "commitmentExpiring", data: { day: "2026-12-01", letter: "commitment" } },
  { kind: "licenceExpiring", data: { day: "2027-03-31", license: "M11112222", accountId: 3, name: "Priya Raman" } },
  { kind: "statusChanged", data: { from: "NA", to: "Declined", reason: "The title has a lien." } },
  { kind: "conditionsSet", data: { titles: ["Void cheque"] } },
  { kind: "conditionReturned", data: { title: "Void cheque", reason: "It is cut off." } },
  { kind: "conditionAccepted", data: { titles: ["Void cheque", "Appraisal"] } },
  { kind: "commitmentReady", data: { day: "2026-12-01", letter: "commitment" } },
  { kind: "loanSubmitted", data: { amount: 120_000 } },
  { kind: "accountRequested", data: { requestId: 5, name: "Dominic Ferraro" } },
  { kind: "ownSignIn", data: { change: "recovered", left: 2 } },
  { kind: "otherSignIn", data: { change: "off", left: 0, accountId: 4, name: "Ann Lee" } },
];

Deno.test("every kind has a text and a link for brokers and staff, with no gap in a sentence", () => {
  assert.deepEqual(ALL.map(({ kind }) => kind).toSorted(), [...NEWS_KINDS].toSorted());
  for (const news of ALL) {
    for (const forStaff of [false, true]) {
      const { title, text } = describeNews(news, LOAN, forStaff);
      const company = describeNews(
        news,
        { ...LOAN, client: "Example Holdings Inc.", broker: "Example Ltd." },
        forStaff,
      );
      assert.doesNotMatch(`${company.title} ${company.text}`, /\.\./);
      for (const words of [title, text]) {
        assert.ok(words.length > 10, news.kind);
        assert.doesNotMatch(words, /undefined|null|NaN|\s{2}|\s[.,]|^\W/, `${news.kind}: ${words}`);
      }
      assert.match(newsLink(news, 9, forStaff).path, /^\/dashboard\/\w+/);
    }
  }
});

Deno.test("a decline comes with its reason, and a broker reads Closed for a loss or the trash", () => {
  const status = (to: "Declined" | "Loss" | "Trash" | "Funded") =>
    describeNews({ kind: "statusChanged", data: { from: "NA", to, reason: "The title has a lien." } }, LOAN, false);
  assert.deepEqual([status("Declined").title, status("Declined").quote], [
    "SMI-1042 is declined",
    "The title has a lien.",
  ]);
  assert.deepEqual([status("Loss").title, status("Trash").title], ["SMI-1042 is closed", "SMI-1042 is closed"]);
  assert.equal(status("Funded").quote, "", "an old reason stays where it was");
  assert.equal(status("Funded").text, "The loan for Dan Smithers is funded.");
});

Deno.test("a morning's digest of one piece says its title once, as its own mail does", () => {
  const news: News = { kind: "commitmentReady", data: { day: "2026-12-01", letter: "commitment" } };
  const mailed = { ...describeNews(news, LOAN, false), link: "https://a.example/1", label: "Open the loan" };
  const to = { name: "Ann Lee", settings: "https://a.example/2" };
  const digest = NEWS_MAIL_TEXTS.newsDigest({ ...to, news: [mailed] });
  assert.deepEqual(digest, NEWS_MAIL_TEXTS.commitmentReady({ ...to, news: mailed }));
  assert.ok(!JSON.stringify(digest.lines).includes(digest.subject));
});

Deno.test("a long list of conditions names five and counts the rest", () => {
  const titles = ["A", "B", "C", "D", "E", "F", "G"];
  const { title, text } = describeNews({ kind: "conditionsSet", data: { titles } }, LOAN, false);
  assert.equal(title, "SMI-1042: 7 conditions to complete");
  assert.equal(text, "For Dan Smithers we need “A”, “B”, “C”, “D”, “E” and 2 more.");
  const six = describeNews({ kind: "conditionsSet", data: { titles: titles.slice(0, 6) } }, LOAN, false);
  assert.equal(six.text, "For Dan Smithers we need “A”, “B”, “C”, “D”, “E” and “F”.");
});

Deno.test("each choice mails what it promises, and staff are mailed maturities alone", () => {
  for (const kind of MAILED_KINDS) {
    assert.equal(mailingOf(kind, "instant", false), "now", kind);
    assert.equal(mailingOf(kind, "digest", false), "morning", kind);
    assert.equal(mailingOf(kind, "needed", false), needsBroker(kind) ? "now" : "none", kind);
    const maturity = kind === "maturity" || kind === "maturityReminder";
    assert.equal(mailingOf(kind, "instant", true), maturity ? "now" : "none", kind);
  }
  assert.deepEqual(MAILED_KINDS.filter((kind) => !needsBroker(kind)), ["statusChanged", "conditionAccepted"]);
  assert.equal(mailingOf("loanSubmitted", "instant", true), "none");
});

const status = (from: "NA" | "Declined" | "Trash" | "Loss", to: "NA" | "Declined" | "Trash" | "Loss"): News => ({
  kind: "statusChanged",
  data: { from, to, reason: "" },
});
const accepted = (...titles: string[]): News => ({ kind: "conditionAccepted", data: { titles } });

Deno.test("bursts are one entry: lists add up, a status keeps where it began, and an undone change is none", () => {
  assert.deepEqual(gathered(accepted("A", "B"), accepted("B", "C")), accepted("A", "B", "C"));
  assert.deepEqual(gathered(status("NA", "Declined"), status("Declined", "Trash")), status("NA", "Trash"));
  assert.equal(gathered(status("NA", "Trash"), status("Trash", "NA")), null);
  assert.equal(gathered(status("Loss", "NA"), status("NA", "Trash")), null, "both read Closed to a broker");
  assert.deepEqual(NEWS_KINDS.filter(isGathered), [
    "statusChanged",
    "conditionsSet",
    "conditionAccepted",
    "commitmentReady",
  ]);
});

Deno.test("news of two-step sign-in says what happened, to the person and to owners, and how few codes are left", () => {
  const own = (change: FactorChange, left: number) =>
    describeNews({ kind: "ownSignIn", data: { change, left } }, null, false);
  assert.equal(own("on", 0).title, "Two-step sign-in is on");
  assert.equal(own("recovered", 9).title, "A recovery code was used");
  assert.deepEqual([2, 1, 0].map((left) => own("recovered", left).title), [
    "Two recovery codes are left",
    "One recovery code is left",
    "No recovery code is left",
  ]);
  assert.match(own("recovered", 0).text, /Make new ones/);
  const other = { change: "recovered", left: 4, accountId: 3, name: "Ann Lee" } as const;
  const { title, text } = describeNews({ kind: "otherSignIn", data: other }, null, true);
  assert.deepEqual([title, text], [
    "Ann Lee used a recovery code",
    "Ask whether it was them, and whether the phone is lost. Recovery codes left: 4.",
  ]);
});
