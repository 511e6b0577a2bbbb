/** Campaign texts with formatting: told from plain ones, made of them, and read as plain text. */
import assert from "node:assert/strict";
import { bodyLines } from "../../../lib/domain/mail/campaign_mail.ts";
import { isEmptyBody, isRich, linkAddress, plainOfRich, richOf } from "../../../lib/domain/mail/rich_text.ts";
import fc from "../../support/properties.ts";

Deno.test("a plain text becomes paragraphs and buttons, and is escaped", () => {
  const plain = "Hello {firstName},\nrates < 9% & falling.\n\n[See the rates](https://lender.example/rates?a=1&b=2)";
  const rich = "<p>Hello {firstName},<br>rates &lt; 9% &amp; falling.</p>" +
    '<p><a href="https://lender.example/rates?a=1&amp;b=2" class="button">See the rates</a></p>';
  assert.equal(richOf(plain), rich);
  assert.equal(richOf(rich), rich, "once");
  assert.deepEqual([isRich(plain), isRich(rich), isRich("a < b"), isRich("<pre>x")], [false, true, false, false]);
  assert.deepEqual(bodyLines(rich), [{ html: rich }]);
});

Deno.test("the plain-text part has links with their addresses, items with their sign, and no markup", () => {
  const cases: [html: string, text: string][] = [
    ["<p>One</p><p>Two<br>three</p>", "One\n\nTwo\nthree"],
    ["<p>R&constructor;D</p>", "R&constructor;D"],
    ["<h2>Rates</h2><p>They <b>fell</b> &amp; fell&nbsp;again.</p>", "Rates\n\nThey fell & fell again."],
    [
      '<p>See <a href="https://a.example/?x=1&amp;y=2">the rates</a>.</p>',
      "See the rates: https://a.example/?x=1&y=2.",
    ],
    ['<p><a href="https://a.example/">https://a.example/</a></p>', "https://a.example/"],
    ['<p><a href="mailto:ann@a.example">ann@a.example</a></p>', "ann@a.example"],
    [
      '<p><a href="mailto:ann@a.example">Ann</a>, <a href="tel:+19055550100">call</a></p>',
      "Ann: ann@a.example, call: +19055550100",
    ],
    ["<p>Two:</p><ul><li>first</li><li><p>second</p></li></ul><p>End</p>", "Two:\n\n- first\n- second\n\nEnd"],
    ["<ol><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ol>", "1. a\n2. b\n  - c\n3. d"],
    ["<blockquote><p>said</p></blockquote>", "said"],
    ["<p><br></p>", ""],
    ['<p>See <img src="/x" alt="Rates &amp; terms" width="9" /></p>', "See [Rates & terms]"],
    ['<p><a href="https://a.example/"><img src="/x" alt="Rates" /></a></p>', "[Rates]: https://a.example/"],
  ];
  for (const [html, text] of cases) assert.equal(plainOfRich(html), text, html);
  for (const empty of ["", "  \n", "<p><br></p>", "<p>&nbsp;</p>"]) assert.ok(isEmptyBody(empty), empty);
  assert.ok(!isEmptyBody("<p>a</p>"));
});

Deno.test("property: the words of a plain text are the words of its formatted one, in plain text again", () => {
  const words = fc.array(fc.stringMatching(/^[a-z<>&"';0-9]{1,8}$/), { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (paragraphs) => {
    const plain = "A " + paragraphs.map((list) => list.join(" ")).join("\n\nA ");
    assert.equal(plainOfRich(richOf(plain)), plain);
  }));
});

Deno.test("an address is completed, and text that is none is not", () => {
  const cases: [typed: string, address: string | null][] = [
    ["lender.example/rates", "https://lender.example/rates"],
    [" http://lender.example ", "http://lender.example"],
    ["mailto:ann@lender.example", "mailto:ann@lender.example"],
    ["javascript:alert(1)", null],
    ["rates", null],
    ["https://", null],
    ["https://a.example/ b", null],
  ];
  for (const [typed, address] of cases) assert.equal(linkAddress(typed), address, typed);
});
