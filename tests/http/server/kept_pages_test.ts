/** A signed-in page that is kept: what belongs to one visit stays with that visit. */
import assert from "node:assert/strict";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { makeApp } from "../../support/app.ts";

const t = await makeApp();
Deno.test.afterAll(() => t.close());

const DAY_MS = 24 * 3600_000;

async function visit(cookie: string) {
  const answer = await t.get("/dashboard/loans", null, { cookie, "accept-encoding": "gzip" });
  return { headers: answer.headers, bytes: await answer.bytes() };
}

Deno.test("a copy has the bytes and headers of the first answer, and an id of its own", async () => {
  const { cookie } = await t.account({ role: ROLE.owner });
  const first = await visit(cookie), again = await visit(cookie), third = await visit(cookie);
  assert.ok(first.bytes.length > 1000);
  for (const { bytes } of [again, third]) assert.deepEqual(bytes, first.bytes);
  const withoutId = ({ headers }: typeof first) => [...headers].filter(([name]) => name !== "x-request-id");
  assert.deepEqual(withoutId(again), withoutId(first));
  assert.equal(new Set([first, again, third].map(({ headers }) => headers.get("x-request-id"))).size, 3);
});

Deno.test("a renewed session's cookie goes with the visit that renewed it alone", async () => {
  const { cookie } = await t.account({ role: ROLE.owner });
  await visit(cookie);
  t.advance(4 * DAY_MS);
  const renewed = await visit(cookie);
  assert.deepEqual(renewed.headers.getSetCookie().map((one) => one.split(";")[0]), [cookie]);
  for (const { headers } of [await visit(cookie), await visit(cookie)]) assert.deepEqual(headers.getSetCookie(), []);
});
