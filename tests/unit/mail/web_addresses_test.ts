/** Web addresses that are written out in a text: found, and linked in its mail. */
import assert from "node:assert/strict";
import { bodyLines } from "../../../lib/domain/mail/campaign_mail.ts";
import { plainOfRich } from "../../../lib/domain/mail/rich_text.ts";
import { linkedHtml, linkedPieces, linksInText } from "../../../lib/domain/mail/web_addresses.ts";

Deno.test("addresses are found in a text without the sentence's own signs after them, each once", () => {
  const cases: [text: string, links: string[]][] = [
    ["See https://a.example/x?y=1, or (http://b.example). Open: https://a.example/x?y=1\nftp://c.example", [
      "https://a.example/x?y=1",
      "http://b.example",
    ]],
    ["https://a.example/Prime_(rate) (see https://a.example/b_(c)).", [
      "https://a.example/Prime_(rate)",
      "https://a.example/b_(c)",
    ]],
    ["Is it https://a.example/?! [Rates](https://b.example/r)", ["https://a.example/", "https://b.example/r"]],
    ["Read 'https://a.example/o'brien/l’été?a=b'c', “https://b.example/r” and https://c.example's rates.", [
      "https://a.example/o'brien/l’été?a=b'c",
      "https://b.example/r",
      "https://c.example",
    ]],
    ["https://a.example/rates's, https://b.example’s and ‘https://c.example/x’", [
      "https://a.example/rates",
      "https://b.example",
      "https://c.example/x",
    ]],
    ["www.a.example and javascript:alert(1)", []],
  ];
  for (const [text, links] of cases) assert.deepEqual(linksInText(text), links, text);
});

Deno.test("a plain text is words and links; half an address, or one with a placeholder in it, is words", () => {
  assert.deepEqual(linkedPieces("see our rates at https://lender.example/rates today"), [
    "see our rates at ",
    { link: "https://lender.example/rates" },
    " today",
  ]);
  assert.deepEqual(linkedPieces("http://a.example."), [{ link: "http://a.example" }, "."]);
  assert.deepEqual(linkedPieces("https://a.example/o'brien today"), [{ link: "https://a.example/o'brien" }, " today"]);
  for (const words of ["", "no link", "https://a.example/{firstName}", "https:// and https://…"]) {
    assert.deepEqual(linkedPieces(words), words ? [words] : []);
  }
});

Deno.test("formatted text gets links around written-out addresses, none inside a link, a button or an attribute", () => {
  const link = (address: string) => `<a href="${address}">${address}</a>`;
  const cases: [html: string, linked: string][] = [
    ["<p>At https://a.example/r today</p>", `<p>At ${link("https://a.example/r")} today</p>`],
    [
      "<p>&lt;https://a.example/?x=1&amp;y=2&gt; &amp; <b>http://b.example</b>.</p>",
      `<p>&lt;${link("https://a.example/?x=1&amp;y=2")}&gt; &amp; <b>${link("http://b.example")}</b>.</p>`,
    ],
  ];
  for (const [html, linked] of cases) {
    assert.equal(linkedHtml(html), linked);
    assert.equal(linkedHtml(linked), linked, "once");
    assert.deepEqual(bodyLines(html), [{ html: linked }]);
    assert.equal(plainOfRich(linked), plainOfRich(html), "the plain part says no address twice");
  }
  for (
    const same of [
      '<p><a href="https://a.example/" class="button">See <b>https://a.example/</b></a> &nbsp;</p>',
      "<p><a>https://a.example/</a></p>",
      '<p><img src="/x" alt="https://a.example/" width="9" /></p>',
    ]
  ) assert.equal(linkedHtml(same), same);
});
