/**
 * What the lender thinks of a broker is in no answer that the broker gets: every page that links lead to, every page by
 * its address and every call are read as a broker whose rating and private comment can be recognised.
 */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { CALLS } from "../../../routes/calls.ts";
import { PAGES } from "../../../routes/pages.ts";
import { makeApp, PASSWORD, type TestAccount, type TestApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";

const RATING = "zzratingzz", NOTES = "zznoteszz";
/** Also never told: how passwords are stored, and what others wrote down. */
const SECRETS = [RATING, NOTES, "$argon2", '"passwordHash"', '"rating"', '"notes"', '"touchBaseEmails"'];

interface Scene {
  t: TestApp;
  broker: TestAccount;
  loanId: number;
}

async function scene(): Promise<Scene> {
  const t = await makeApp({ DEVICE_VERIFICATION: "off" });
  const broker = await t.account({ notes: NOTES, name: "Priya Raman" });
  const other = await t.account({ notes: NOTES });
  await t.account({ role: ROLE.administrator, notes: NOTES });
  // The column's own words are four; the database takes any, and these can be found again.
  await t.deps.db.run(sql`update accounts set rating = ${RATING}`);
  const loan = await makeLoan(t, { brokerId: broker.id }, { conditions: [{ id: 1 }, { id: 3 }, { id: 4 }] });
  await makeLoan(t, { brokerId: other.id });
  return { t, broker, loanId: loan.id };
}

async function textOf(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const text = answer.headers.get("content-encoding") === "gzip" ? gunzipSync(bytes) : bytes;
  return new TextDecoder().decode(text) + [...answer.headers].flat().join("\n");
}

function clean(what: string, text: string): void {
  for (const secret of SECRETS) assert.ok(!text.includes(secret), `${secret} is in ${what}`);
}

/** A page's text as the browser reads it: island props are JSON in attributes. */
const decoded = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

Deno.test("an administrator is answered with both, so that the search below would find them", async () => {
  const { t, broker } = await scene();
  try {
    const admin = await t.account({ role: ROLE.administrator });
    const html = decoded(await textOf(await t.get(`/dashboard/viewbroker?id=${broker.id}`, admin)));
    for (const secret of [RATING, NOTES]) assert.ok(html.includes(secret), secret);
  } finally {
    await t.close();
  }
});

Deno.test("no page that a broker can reach has the rating or the private comment", async () => {
  const { t, broker, loanId } = await scene();
  try {
    const waiting = ["/", "/dashboard", "/contact", "/changeEmail?id=x", "/recover?id=x", "/register", "/login"];
    for (const { path } of PAGES) {
      for (const id of [loanId, loanId + 1, broker.id, "new", 999_999]) {
        waiting.push(path.replace(/:\w+/g, String(id)), `${path.replace(/:\w+/g, String(id))}?id=${id}`);
      }
    }
    const seen = new Set<string>();
    let shown = 0;
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const answer = await t.get(path, broker);
      const html = decoded(await textOf(answer));
      clean(`${path} (${answer.status})`, html);
      const to = answer.headers.get("location");
      if (to?.startsWith("/")) waiting.push(to);
      if (answer.status !== 200) continue;
      shown++;
      for (const [, href] of html.matchAll(/href="(\/[^"#]*)/g)) {
        if (!/^\/(assets|logout|api)/.test(href)) waiting.push(href);
      }
    }
    assert.ok(seen.has(`/dashboard/viewloan/${loanId}`) && shown >= 9, `${shown} pages were shown`);
  } finally {
    await t.close();
  }
});

/** What makes calls do their work, so that more than refusals are read. */
function bodies({ broker, loanId }: Scene): Record<string, unknown>[] {
  const everything = {
    id: loanId,
    loanId,
    conditionId: 1,
    data: [],
    name: "Priya Raman",
    email: "priya.new@example.com",
    msg: "A message of ten and more",
    phone: "",
    brokerage: "",
    brokerageLicense: "",
    license: "M12345678",
    userName: broker.username,
    username: "priyaraman2",
    password: PASSWORD,
    confirmPassword: PASSWORD,
    type: "first",
    loanAmount: 100_000,
    valueOfResidence: 500_000,
    theme: "auto",
    device: "0".repeat(16),
    code: "000000",
    deviceId: "none",
    recoverId: "none",
  };
  return [{}, everything, { id: broker.id }, { id: String(loanId) }];
}

Deno.test("no call answers a broker with the rating or the private comment", async () => {
  const s = await scene();
  const { t, broker, loanId } = s;
  try {
    const worked = new Set<string>();
    const calls = CALLS.filter((call) => call.path !== "/api/auth/logout");
    // Signing in and out of sessions comes last: it ends the one that asks.
    const last = ["/api/auth/login", "/api/auth/finishRecovery"];
    const ordered = [...calls.filter((c) => !last.includes(c.path)), ...calls.filter((c) => last.includes(c.path))];
    for (const call of ordered) {
      const send = call.method === "GET"
        ? ["", `?id=${loanId}`, `?id=${broker.id}`, `?loanId=${loanId}&type=application`].map((query) => () =>
          t.get(call.path + query, broker, { "sec-fetch-site": "same-origin" })
        )
        : bodies(s).map((body) => () => t.post(call.path, body, broker));
      for (const one of send) {
        const answer = await one();
        const text = await textOf(answer);
        clean(`${call.method} ${call.path}: ${text.slice(0, 200)}`, text);
        if (answer.status === 200) worked.add(call.path);
      }
    }
    for (
      const path of [
        "/api/auth/checkSession",
        "/api/auth/login",
        "/api/auth/updateSettings",
        "/api/loans/getbrokerloan",
        "/api/loans/getbrokerconditions",
        "/api/loans/getconfig",
        "/api/loans/getquote",
      ]
    ) assert.ok(worked.has(path), `${path} was only refused`);
    for (const mail of await t.mails()) {
      for (const secret of [RATING, NOTES]) assert.ok(!(mail.html + mail.text).includes(secret), mail.kind);
    }
  } finally {
    await t.close();
  }
});
