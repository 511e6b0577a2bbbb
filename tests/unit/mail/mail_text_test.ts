/** Entries of the blacklist, placeholders of mails, and their plain text. */
import assert from "node:assert/strict";
import { blacklistEntry, deleteQuestion } from "../../../lib/domain/mail/blacklist.ts";
import { plainText } from "../../../lib/domain/mail/mail.ts";
import { fillPlaceholders, placeholderProblem } from "../../../lib/domain/mail/placeholders.ts";

Deno.test("an entry is an address or a domain, in small letters (loans specification 5.6)", () => {
  const cases: [string, string | null][] = [
    [" Ann@Broker.CA ", "ann@broker.ca"],
    ["@Broker.ca", "@broker.ca"],
    ["ann@", null],
    ["@", null],
    ["broker.ca", null],
    ["a b@broker.ca", null],
    ["@@broker.ca", null],
    ["", null],
  ];
  for (const [text, entry] of cases) assert.equal(blacklistEntry(text), entry, text);
  assert.equal(deleteQuestion("ann@broker.ca"), "Delete ann@broker.ca?");
});

Deno.test("placeholders are filled once; unknown ones are named and stay", () => {
  const to = { name: "Ann {lender} Lee", brokerage: "Lakeshore", lender: "Harbourline" };
  assert.equal(
    fillPlaceholders("Hi {firstName} of {brokerage}, {lender}: {name} {foo} {}", to),
    "Hi Ann of Lakeshore, Harbourline: Ann {lender} Lee {foo} {}",
  );
  assert.equal(fillPlaceholders("Hello {firstName}", { ...to, name: " " }), "Hello there");
  assert.equal(fillPlaceholders("We come to {brokerage}", { ...to, brokerage: " " }), "We come to your brokerage");
  assert.equal(fillPlaceholders("{constructor} {toString}", to), "{constructor} {toString}");
  assert.equal(placeholderProblem("Hi {firstName}"), null);
  assert.equal(
    placeholderProblem("Hi {first} {first}"),
    "No such placeholder: {first}. Use {firstName}, {name}, {brokerage}, {lender}.",
  );
});

Deno.test("an unfilled placeholder is named, however it is written", () => {
  const cases = [
    ["Hi {First Name}", "{First Name}"],
    ["<p>Hi {first&nbsp;name}</p>", "{first name}"],
    ["Hi { firstName }", "{ firstName }"],
    ["Hi {{firstName}}", "{{firstName}}"],
    ["Hi {first-name} {prénom} {1}", "{first-name}, {prénom}, {1}"],
    ["<p>Hi {first<b>Name</b>}</p>", "{first<b>Name</b>}"],
    ["{constructor}", "{constructor}"],
  ];
  for (const [text, named] of cases) {
    const says = `No such placeholder: ${named}. Use {firstName}, {name}, {brokerage}, {lender}.`;
    assert.equal(placeholderProblem(text), says);
  }
  const filled = "{firstName}{name} of {brokerage}, {lender}";
  for (const text of [filled, "a {} b", "{", "}{", `{${"a long aside ".repeat(6)}}`]) {
    assert.equal(placeholderProblem(text), null, text);
  }
});

Deno.test("the plain text marks another person's words as theirs, and has a heading's address below it", () => {
  const lender = { name: "Harbourline", licences: [], links: { demoVideos: [] } };
  const lines = [
    { link: "SMI-1042: 2 conditions accepted", to: "https://a.example/1", heads: true },
    { quote: "It is from March.\r\n\n-- \nAnother Lender", verbatim: true },
    { quote: "Our own\nwords" },
    { link: "Settings", to: "https://a.example/2" },
  ];
  assert.equal(
    plainText({ subject: "", preview: "", lines }, lender),
    "SMI-1042: 2 conditions accepted\nhttps://a.example/1\n\n> It is from March.\n>\n> --\n> Another Lender\n\n" +
      "Our own\nwords\n\nSettings: https://a.example/2\n\n-- \nHarbourline\n",
  );
});
