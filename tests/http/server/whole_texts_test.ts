/** No field of a page cuts what is pasted into it: what is too long is refused, with its limit. */
import assert from "node:assert/strict";
import { withApp } from "../../support/app.ts";
import { fillEveryPage } from "../../support/every_page.ts";

/** A search changes nothing; a password is longer than anybody types one. */
const MAY_CUT = /\btype="(search|password)"/;

Deno.test("no page has a field that cuts what is pasted into it, but searches and passwords", () =>
  withApp(async (t) => {
    const { people, addresses } = await fillEveryPage(t);
    const cutting: string[] = [];
    let fields = 0;
    for (const [, who, address] of addresses) {
      const html = await (await t.get(address, people[who] ?? undefined)).text();
      const controls = html.match(/<(input|textarea)\b[^>]*>/gi) ?? [];
      fields += controls.length;
      cutting.push(
        ...controls.filter((one) => /\bmaxlength=/i.test(one) && !MAY_CUT.test(one)).map((one) => `${address} ${one}`),
      );
    }
    assert.deepEqual(cutting, []);
    assert.ok(fields > 300, `the pages have ${fields} fields`);
  }));
