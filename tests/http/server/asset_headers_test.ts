import assert from "node:assert/strict";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { withApp } from "../../support/app.ts";
import { withBuiltApp } from "../../support/built_assets.ts";

Deno.test("a static file has a short policy of its own, and no more than a file needs", () =>
  withBuiltApp(async (t) => {
    for (const path of [t.deps.assets.url("static/css/app.css"), "/assets/none-ABCDEFGH.js"]) {
      const answer = await t.get(path);
      await answer.body?.cancel();
      const { headers } = answer;
      assert.equal(headers.get("content-security-policy"), "default-src 'self'", path);
      assert.equal(headers.get("x-content-type-options"), "nosniff", path);
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin", path);
      assert.ok(headers.get("x-request-id"), path);
      const bytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
      assert.ok(bytes < 420, `${path}: ${bytes} bytes of headers`);
    }
  }));

Deno.test("data files have a policy that loads nothing, and no page's headers", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    const answers = {
      "a visitor's quote": await t.post("/api/loans/getquote", { type: "second" }),
      "an account's quote": await t.post("/api/loans/getquote", { type: "second" }, owner),
      "a refusal": await t.post("/api/loans/getquote", {}),
      "a mail's picture": await t.get(`/t/o/${"A".repeat(22)}.gif`),
    };
    for (const [what, answer] of Object.entries(answers)) {
      await answer.body?.cancel();
      assert.equal(answer.headers.get("content-security-policy"), "default-src 'none'; frame-ancestors 'none'", what);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff", what);
      assert.ok(answer.headers.get("cross-origin-resource-policy"), what);
      assert.ok(answer.headers.get("x-request-id"), what);
      assert.equal(answer.headers.get("permissions-policy"), null, what);
    }
  }));

Deno.test("no browser keeps what a call answers: another person may use it next", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    for (const path of ["/api/loans/find?q=smi", "/api/loans/getloans", "/api/auth/checkSession", "/api/none"]) {
      const answer = await t.get(path, owner);
      await answer.body?.cancel();
      assert.equal(answer.headers.get("cache-control"), "no-store", path);
    }
  }));
