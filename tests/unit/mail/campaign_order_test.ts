/** The order of the list of campaigns. */
import assert from "node:assert/strict";
import { inCampaignOrder } from "../../../lib/domain/mail/campaign_order.ts";
import { CAMPAIGN_ORDERS } from "../../../lib/schemas/mail/mail.ts";
import fc from "../../support/properties.ts";

const row = (name: string, type: string, brokers: number, lastRan: number | null, sent: number, opened: number) => ({
  name,
  settings: { type },
  lastRecipients: brokers,
  lastRan,
  last: { sent, opened, clicked: sent - opened },
});
const ROWS = [
  row("Rates", "interval", 90, 3, 90, 30),
  row("École", "static", 10, 2, 8, 8),
  row("draft", "static", 0, null, 0, 0),
];

for (
  const [sort, ascending] of [
    ["name", "draft École Rates"],
    ["type", "Rates École draft"],
    ["brokers", "draft École Rates"],
    ["sent", "draft École Rates"],
    // Shares of what left, not people: 30 of 90 are fewer than 8 of 8.
    ["opened", "draft Rates École"],
    ["clicked", "draft École Rates"],
  ] as const
) {
  Deno.test(`campaigns by ${sort}: ${ascending}`, () => {
    const names = inCampaignOrder(ROWS, { sort, descending: false }).map(({ name }) => name).join(" ");
    assert.equal(names, ascending);
  });
}

Deno.test("property: each order keeps every campaign, and both directions put the same first and last", () => {
  const any = fc.record({
    name: fc.string(),
    settings: fc.record({ type: fc.constantFrom("interval", "static") }),
    lastRecipients: fc.nat(9),
    lastRan: fc.option(fc.nat(9)),
    last: fc.record({ sent: fc.nat(3), opened: fc.nat(3), clicked: fc.nat(3) }),
  });
  fc.assert(fc.property(fc.array(any), fc.constantFrom(...CAMPAIGN_ORDERS), (rows, sort) => {
    const [up, down] = [false, true].map((descending) => inCampaignOrder(rows, { sort, descending }));
    assert.deepEqual(new Set(up), new Set(rows));
    assert.deepEqual(inCampaignOrder(down, { sort, descending: false }).length, rows.length);
    // Turned round twice, each group of equals is as it was.
    assert.deepEqual(inCampaignOrder(up, { sort, descending: true }), down);
  }));
});
