/** Counts of people and machines (loans specification 3.13 and 4.10), cut addresses, and links in a mail. */
import assert from "node:assert/strict";
import { cutAddress, networkFinder } from "../../../lib/domain/tracking/address_range.ts";
import { byPeople, hotOf } from "../../../lib/domain/tracking/figures.ts";
import { engagementText, machineEngagementText } from "../../../lib/domain/tracking/engagement.ts";
import { createMailRenderer } from "../../../lib/server/mail/render.tsx";
import { linksOf, rewriteLinks } from "../../../lib/domain/tracking/rewrite_links.ts";
import fc from "../../support/properties.ts";

Deno.test("hot is clicks plus unique opens; machines alone count as nobody (loans specification 3.13)", () => {
  const cases: [opens: number, uniqueOpens: number, clicks: number, hot: number, people: boolean][] = [
    [0, 0, 0, 0, false],
    [5, 2, 0, 2, true],
    [0, 0, 3, 3, true],
    [5, 2, 3, 5, true],
  ];
  for (const [opens, uniqueOpens, clicks, hot, people] of cases) {
    assert.equal(hotOf({ clicks, uniqueOpens }), hot);
    assert.equal(byPeople({ opens, clicks }), people);
  }
});

Deno.test("addresses are cut to their network, once", () => {
  const cases = [
    ["99.231.10.7", "99.231.10.0/24"],
    ["::ffff:99.231.10.7", "99.231.10.0/24"],
    ["2607:f2c0:e5a1:12::9", "2607:f2c0:e5a1::/48"],
    ["99.231.10.0/24", "99.231.10.0/24"],
    ["nonsense", ""],
    ["999.1.1.1", ""],
    ["", ""],
  ];
  for (const [address, network] of cases) assert.equal(cutAddress(address), network, address);
});

Deno.test("property: a cut address is the range that the address lies in", () => {
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
    const network = cutAddress(address);
    // Addresses whose last part is written as IPv4 are no client's.
    fc.pre(network !== "");
    assert.ok(networkFinder([{ ranges: [network] }])(address), `${address} in ${network}`);
    assert.equal(cutAddress(network), network);
  }));
});

const MAIL =
  `<html><body><p><a class="b" href="https://lender.example/a?x=1&amp;y=2">A</a> <a href='https://b.example/'>B</a>
<a href="mailto:x@lender.example">Mail</a> <a href="https://lender.example/a?x=1&amp;y=2">again</a>
<a href="https://lender.example/unsubscribe/1">Unsubscribe</a></p></body></html>`;

Deno.test("the links of a mail are its distinct web addresses, without those left out", () => {
  const unsubscribe = "https://lender.example/unsubscribe/1";
  assert.deepEqual(linksOf(MAIL, [unsubscribe]), ["https://lender.example/a?x=1&y=2", "https://b.example/"]);
  const { html } = createMailRenderer(
    { name: "Lender", licences: [], links: { demoVideos: [] } },
    "https://lender.example",
  )({
    subject: "",
    preview: "",
    lines: [{ button: "Open", to: "https://b.example/o'brien?x=1&y=2" }],
  });
  assert.deepEqual(linksOf(html), ["https://b.example/o'brien?x=1&y=2"], "as a mail's own links are written");
});

Deno.test("a link is kept as a reader's program would follow it, whatever stands for its letters in the HTML", () => {
  const html = '<a href="https://a.example/?q=&lt;1&gt;&amp;r=&quot;&#39;&#x27;&#160;&amp;lt;">A</a>';
  const [link] = linksOf(html);
  assert.equal(link, `https://a.example/?q=<1>&r="'' &lt;`);
  const rewritten = rewriteLinks(html, {
    pixel: "p",
    trap: "t",
    links: new Map([[link, "https://b.example/?a=1&b=2"]]),
  });
  assert.ok(rewritten.startsWith('<a href="https://b.example/?a=1&amp;b=2">A</a>'), rewritten);
});

Deno.test("links lead through the tracker, others stay, and picture and hidden link end the body", () => {
  const html = rewriteLinks(MAIL, {
    pixel: "https://lender.example/t/o/P.gif",
    trap: "https://lender.example/t/l/T",
    links: new Map([["https://lender.example/a?x=1&y=2", "https://lender.example/t/l/A"], [
      "https://b.example/",
      "https://lender.example/t/l/B",
    ]]),
  });
  assert.equal(html.split('href="https://lender.example/t/l/A"').length, 3, "both places");
  assert.ok(html.includes('<a href="https://lender.example/t/l/B">B</a>'));
  assert.ok(
    html.includes('href="mailto:x@lender.example"') && html.includes('href="https://lender.example/unsubscribe/1"'),
  );
  assert.match(
    html,
    /<a href="https:\/\/lender\.example\/t\/l\/T" style="display:none"[^>]*><\/a><img src="https:\/\/lender\.example\/t\/o\/P\.gif"[^>]*><\/body>/,
  );
});

Deno.test("a mail's actions are listed with people's counts first and machines' apart", () => {
  const done = (opens: number, clicks: number, machineOpens = 0, machineClicks = 0) => {
    const counts = { opens, clicks, machineOpens, machineClicks, lastAt: null };
    return [engagementText(counts), machineEngagementText(counts)];
  };
  assert.deepEqual(done(0, 0), ["", ""]);
  assert.deepEqual(done(1, 0), ["1 open", ""]);
  assert.deepEqual(done(2, 1, 0, 1), ["2 opens, 1 click", "Machines: 1 click"]);
  assert.deepEqual(done(0, 3, 4, 0), ["3 clicks", "Machines: 4 opens"]);
});
