/** Formatted campaign texts: what the server lets through, and the mail that is made of it. */
import assert from "node:assert/strict";
import { campaigns } from "../../../db/schema/mod.ts";
import { CAMPAIGN_TEXT_MAX } from "../../../lib/domain/mail/campaign.ts";
import { plainOfRich, RICH_ELEMENTS, richOf } from "../../../lib/domain/mail/rich_text.ts";
import { tidyBody } from "../../../lib/server/mail/rich_text.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { withApp } from "../../support/app.ts";
import fc from "../../support/properties.ts";

Deno.test("scripts, styles, handlers, frames, foreign classes and unsafe addresses are removed", async () => {
  const cases: [written: string, kept: string][] = [
    ["plain <b>text</b>, as it was typed", "plain <b>text</b>, as it was typed"],
    ["<p>a<script>alert(1)</script><style>p{}</style></p>", "<p>a</p>"],
    ['<p onclick="x()" style="color:red" id="a" class="b">a</p>', "<p>a</p>"],
    ['<p><a href="javascript:alert(1)">a</a></p>', "<p><a>a</a></p>"],
    ['<p><a href="//evil.example">a</a></p>', "<p><a>a</a></p>"],
    ['<p><a href="data:text/html,x">a</a></p>', "<p><a>a</a></p>"],
    [
      '<p><a href="https://a.example" class="button evil" target="_top">a</a></p>',
      '<p><a href="https://a.example" class="button">a</a></p>',
    ],
    ['<p>a</p><iframe src="https://a.example"></iframe><img src=x onerror=alert(1)><form><input></form>', "<p>a</p>"],
    ["<p>a</p><svg><a xlink:href=javascript:alert(1)><text>b</text></a></svg>", "<p>a</p><a>b</a>"],
    ["<div><strong>a</strong> <em>b</em></div><h1>c</h1>", "<p><b>a</b> <i>b</i></p><h2>c</h2>"],
  ];
  for (const [written, kept] of cases) assert.equal(await tidyBody(written), kept, written);
});

Deno.test("property: whatever the input, only allowed elements and attributes are left", async () => {
  const piece = fc.constantFrom(
    "<p>",
    "</p>",
    "<b",
    ">",
    "<",
    '"',
    "'",
    "<script>",
    "</script>",
    " onload=x",
    "<a href=",
    "<img src=",
    "//mail/picture/",
    "javascript:x",
    "https://a.b",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "<svg>",
    "<math>",
    "<li>",
    "</ul>",
    "&lt;",
    "\u0000",
    "x",
    "<title>",
    "<![CDATA[",
  );
  await fc.assert(fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
    const tidy = await tidyBody("<p>" + pieces.join(""));
    for (const [, name, attributes] of tidy.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)) {
      assert.ok(Object.hasOwn(RICH_ELEMENTS, name), name);
      assert.match(attributes, /^(?: href="(?:https?:|mailto:|tel:)?[^"<>]*"| class="button"| \/)*$/, tidy);
      assert.notEqual(name, "img", "none of these pictures is ours");
    }
    assert.doesNotMatch(tidy, /javascript:[^<]*"[^<]*>/);
  }));
});

Deno.test("a saved text is sanitised; the mail has its formats, a plain-text part and the reader's name, escaped", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.administrator, name: "Ines <Duarte>" });
    await t.post("/api/loans/createemail", { name: "Rates" }, me);
    const body = "<h2>Rates</h2><p>Hello <b>{name}</b><script>x</script></p><ul><li>one</li></ul>" +
      '<p><a href="https://lender.example/rates" class="button">See</a></p>';
    const saved = await t.post("/api/loans/updateemail", {
      id: 1,
      name: "Rates",
      subject: "Rates",
      preview: "",
      body,
      type: "static",
      sendAt: null,
      everyDays: 7,
    }, me);
    assert.equal(saved.status, 200, await saved.text());
    const preview = async (as: string) => await (await t.get(`/api/loans/previewemail?id=1&as=${as}`, me)).text();
    const html = await preview("light");
    assert.ok(!html.includes("<script"));
    assert.match(html, /<h2 style="[^"]+">Rates<\/h2>/);
    assert.ok(html.includes("<b>Ines &lt;Duarte&gt;</b>"));
    assert.match(html, /<a href="https:\/\/lender\.example\/rates" class="button" style="[^"]+">See<\/a>/);
    const text = await preview("text");
    assert.ok(text.startsWith("Rates\n\nHello Ines <Duarte>\n\n- one\n\nSee: https://lender.example/rates"), text);
    const page = await (await t.get("/dashboard/viewemail?id=1", me)).text();
    assert.ok(page.includes("<h2>Rates</h2>"));
  }));

Deno.test("a text has at most 20,000 visible characters whatever its formats, and a longer one is refused whole", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.administrator });
    await t.post("/api/loans/createemail", { name: "Rates" }, me);
    const save = async (body: string) => {
      const rest = { name: "Rates", subject: "", preview: "", type: "static", sendAt: null, everyDays: 7 };
      const answer = await t.post("/api/loans/updateemail", { id: 1, body, ...rest }, me);
      return [answer.status, (await answer.json()).fields?.body] as const;
    };
    const longest = "A" + '<&"\n\n'.repeat(4_000).slice(0, CAMPAIGN_TEXT_MAX - 2) + "Z";
    assert.equal((await save(longest))[0], 200, "as plain text");
    assert.equal((await save(richOf(longest)))[0], 200, "the same as the editor writes it");
    const wrong = "The text has 20,001 characters, and 20,000 fit. Shorten it.";
    for (const body of ["x".repeat(20_001), `<p><b>${"x".repeat(20_001)}</b></p>`]) {
      assert.deepEqual(await save(body), [422, wrong]);
    }
    const stored = await t.deps.db.select().from(campaigns).get();
    assert.equal(plainOfRich(stored!.body), longest);
  }));
