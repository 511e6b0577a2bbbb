/** Plain forms, as a browser without script posts them. */
import assert from "node:assert/strict";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { CALLS } from "../../../routes/calls.ts";
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

Deno.test("a form whose session has expired leads to sign-in, and back", async () => {
  const response = await post("", "http://localhost/dashboard/accountsettings");
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "/login?next=%2Fdashboard%2Faccountsettings");
  assert.match(response.headers.get("set-cookie") ?? "", /^flash=bad/);
});

Deno.test("a form's return address is a path of this site, never more", async () => {
  for (const referer of ["https://evil.example//evil.example/x", "nonsense", undefined]) {
    const location = (await post("", referer)).headers.get("location") ?? "";
    assert.ok(location === "/login" || location.startsWith("/login?next=%2F") && !location.includes("evil"), location);
  }
});

Deno.test("an accepted form redirects with 303 and one toast", async () => {
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

Deno.test("errors of the sign-in steps are the portal's sentences, never the browser's", async () => {
  for (const step of ["forgot=1", "device=abc", "factor=abc"]) {
    const page = await (await t.get(`/login?${step}`)).text();
    assert.match(page, /<form class="stack" noValidate=""/, step);
  }
  const answer = await t.app.request("/api/auth/recoverAccount", {
    method: "POST",
    body: "email=",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
      "sec-fetch-site": "same-origin",
    },
  });
  const said = await answer.text();
  assert.match(said, /<h1>Reset your password<\/h1>/);
  assert.match(said, /<p class="error"[^>]*>[^<]*Invalid Email[^<]*/i);
});

Deno.test("a form without script names every wrong field at once, also what compares two", async () => {
  const sent = { name: "", email: "ann", license: "M1", username: "ann", password: "weak", confirmPassword: "other" };
  const answer = await t.postForm("/api/auth/registerAccount", sent);
  assert.equal(answer.status, 422);
  const said = [...(await answer.text()).matchAll(/<p class="error"[^>]*>([^<]+)/g)].map(([, words]) => words);
  assert.deepEqual(said, [
    "Name is required!",
    "Invalid Email!",
    "Username must have 6 or more characters",
    "Password must contain: Uppercase, Lowercase, Number, length &gt; 7",
    "Passwords dont match!",
  ]);
});

Deno.test("a form that repeats a name as often as fits keeps nobody waiting", async () => {
  const answer = await t.post("/api/auth/updateSettings", "name=&".repeat(80_000), await t.account(), {
    "content-type": "application/x-www-form-urlencoded",
  });
  assert.equal(answer.status, 413);
  assert.equal((await answer.json()).reason, "This form has too many fields. Nothing was changed.");
});

Deno.test("a page that answers a form marks its menu entry, though its address is the call's", async () => {
  const broker = await t.account();
  const refused = await t.postForm("/api/auth/beginSecondFactor", { password: "wrong" }, broker);
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /<a[^>]* href="\/dashboard\/accountsettings"[^>]* aria-current="true"/);
});

Deno.test("no page that answers a form repeats a password or code that was sent", async () => {
  const owner = await t.account({ role: ROLE.owner }), sent = "Sent 2026";
  const all = { password: sent, confirmPassword: `${sent} again`, code: `${sent} code`, name: "Shown again" };
  const shown: string[] = [];
  for (const { path, permission, takes } of CALLS.filter(({ takes }) => takes.form)) {
    const { entries = {} } = takes.input as { entries?: object };
    const fields = Object.fromEntries(Object.entries(all).filter(([name]) => name in entries));
    const page = await (await t.postForm(path, fields, permission === "public" ? null : owner)).text();
    assert.ok(!page.includes(sent), path);
    if (page.includes(all.name)) shown.push(path);
  }
  assert.ok(shown.includes("/api/auth/registerAccount") && shown.includes("/api/auth/createAccount"), shown.join(" "));
});

Deno.test("a plain form that is too large is answered with its page and the reason, not with JSON", async () => {
  const response = await t.app.request("/api/loans/sendcontactemail", {
    method: "POST",
    body: new URLSearchParams({ name: "Ann Lee", email: "ann@b.example", msg: "x".repeat(512 * 1024) }).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": "600000",
      accept: "text/html",
      "sec-fetch-site": "same-origin",
    },
  });
  assert.deepEqual([response.status, response.headers.get("content-type")], [413, "text/html; charset=utf-8"]);
  assert.match(await response.text(), /This is larger than the 512 kB that fit here\. Send less at a time\./);
});
