/** Plain forms, as a browser without script posts them. */
import assert from "node:assert/strict";
import { makeApp } from "../../support/app.ts";

const t = await makeApp();
Deno.test.afterAll(() => t.close());

const settings = { name: "Ann Lee", phone: "", brokerage: "", brokerageLicense: "" };

function post(cookie: string, referer?: string) {
  return t.app.request("/api/auth/updateSettings", {
    method: "POST",
    body: new URLSearchParams(settings).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
      "sec-fetch-site": "same-origin",
      cookie,
      ...(referer && { referer }),
    },
  });
}

Deno.test("a form whose session has ended leads to sign-in, and back", async () => {
  const response = await post("", "http://localhost/dashboard/accountsettings");
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "/login?next=%2Fdashboard%2Faccountsettings");
  assert.match(response.headers.get("set-cookie") ?? "", /^flash=bad/);
});

Deno.test("where it came from is not believed to be more than a path of ours", async () => {
  for (const referer of ["https://evil.example//evil.example/x", "nonsense", undefined]) {
    const location = (await post("", referer)).headers.get("location") ?? "";
    assert.ok(location === "/login" || location.startsWith("/login?next=%2F") && !location.includes("evil"), location);
  }
});

Deno.test("a form that is accepted goes on with 303 and one toast", async () => {
  const account = await t.account();
  const response = await post(account.cookie, "http://localhost/dashboard/accountsettings");
  assert.equal(response.status, 303);
  const page = await t.get(response.headers.get("location")!, account, {
    cookie: `${account.cookie}; flash=ok%3AChanges%20Saved`,
  });
  assert.match(await page.text(), /id="flash"[\s\S]*Changes Saved/);
  assert.match(page.headers.get("set-cookie") ?? "", /flash=;/, "it is shown once");
});

Deno.test("a body of more than 512 kB is refused, with its length announced or without", async () => {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const text = JSON.stringify({ name: "Ann Lee", email: "ann@b.example", msg: "x".repeat(512 * 1024) });
  const url = `${t.serve()}/api/loans/sendcontactemail`;
  for (const body of [text, new Blob([text]).stream()]) {
    const answer = await fetch(url, { method: "POST", headers, body });
    assert.equal(answer.status, 413);
    assert.match((await answer.json()).reason, /512 kB/);
  }
});
