/** What is on several pages has the same look and words on each. */
import assert from "node:assert/strict";
import { withApp } from "../../support/app.ts";
import { fillEveryPage } from "../../support/every_page.ts";

Deno.test("ways back, short days and words for a password are alike on every page", () =>
  withApp(async (t) => {
    const { people, addresses } = await fillEveryPage(t);
    const pages = new Map<string, string>();
    for (const [path, who, address] of addresses) {
      const html = await (await t.get(address, people[who])).text();
      assert.doesNotMatch(html, /<a class="btn" [^>]*><svg[^>]*><use href="[^"]*#chevron-left/, address);
      pages.set(path, html);
    }
    // Long months are for letters.
    for (const path of ["/dashboard/transfers", "/dashboard/transferfile", "/dashboard/duepayments"]) {
      assert.doesNotMatch(pages.get(path)!, /<dd[^>]*>\d+ [A-Z][a-z]{3,} 20\d\d</, path);
    }
    for (const path of ["/register", "/dashboard/viewbroker"]) {
      assert.match(pages.get(path)!, /8 or more letters and digits, with an uppercase( letter)?, a lowercase/, path);
    }
    assert.ok(pages.get("/dashboard/retention")!.includes(`class="row-detail">Nothing`));
  }));
