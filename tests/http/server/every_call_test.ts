/**
 * Every call of accounts specification 7 and loans specification 7: who may use it (signed out, roles 0, 9, 99 and an
 * unknown one), and that malformed, oversized and hostile bodies are answered with a 4xx and a sentence, and change
 * nothing.
 */
import assert from "node:assert/strict";
import { allows, ROLE } from "../../../lib/domain/permissions.ts";
import { CALLS } from "../../../routes/calls.ts";
import { makeApp, type TestAccount, type TestApp } from "../../support/app.ts";
import { fingerprint } from "../../support/fingerprint.ts";

const t: TestApp = await makeApp();
const people: [string, TestAccount | null][] = [
  ["signed out", null],
  ["a broker", await t.account({ role: ROLE.broker })],
  ["an administrator", await t.account({ role: ROLE.administrator })],
  ["an owner", await t.account({ role: ROLE.owner })],
  ["an unknown role", await t.account({ role: 5 })],
];
const owner = people[3][1]!;

Deno.test.afterAll(() => t.close());

/** A path that takes a signed-in person out of a session would spoil the other cases. */
const ENDS_SESSION = new Set(["/api/auth/logout"]);

function send(
  method: string,
  path: string,
  body: string | FormData,
  as: TestAccount | null,
  headers: HeadersInit = {},
) {
  return method === "GET" ? t.get(path, as, { "sec-fetch-site": "same-origin" }) : t.post(path, body, as, headers);
}

for (const call of CALLS) {
  Deno.test(`${call.method} ${call.path}: each role is allowed or refused as declared`, async () => {
    for (const [who, account] of people) {
      if (ENDS_SESSION.has(call.path) && account) continue;
      const actor = account && { id: account.id, role: account.role, name: account.name };
      const response = await send(call.method, call.path, "{}", account);
      const answer = await response.text();
      if (allows(actor, call.permission)) {
        assert.ok(response.status !== 403 || call.permission === "public", `${who} is refused: ${answer}`);
        assert.notEqual(response.status >= 500, true, `${who}: ${answer}`);
      } else {
        assert.equal(response.status, account ? 403 : 401, `${who}: ${answer}`);
        const { response: yes, reason } = JSON.parse(answer);
        assert.equal(yes, false);
        assert.match(reason, /\w+ .*\./, "a sentence");
      }
    }
  });
}

/** Signed calls have neither session nor origin: signed_call_test.ts is theirs. */
const writes = CALLS.filter((call) => call.method === "POST" && call.auth === "session");
const digits = "9".repeat(400);
const HOSTILE: [string, string][] = [
  ["nothing that parses", "{"],
  ["a list", "[]"],
  ["a bare word", '"x"'],
  ["null", "null"],
  ["wrong types everywhere", JSON.stringify(allFields(() => ({ a: [1, { b: null }] })))],
  ["lists for words", JSON.stringify(allFields(() => [["x"]]))],
  ["numbers without end", `{${Object.keys(allFields(() => 0)).map((k) => `"${k}":${digits}`).join(",")}}`],
  ["negative ids", JSON.stringify(allFields(() => -1))],
  ["a prototype", `{"__proto__":{"role":99,"id":1},"constructor":{"prototype":{"id":1}}}`],
  ["very long words", JSON.stringify(allFields(() => "x".repeat(20_000)))],
  ["control characters", JSON.stringify(allFields(() => "\u0000\u0008"))],
];

/** Every payload field's name of both specifications, each with the same bad value. */
function allFields(value: () => unknown): Record<string, unknown> {
  const names =
    ("id loanId brokerId conditionId condtionState conditionText conditions data score address type oldId license email name msg phone " +
      "brokerage brokerageLicense username userName password confirmPassword notes rating status role touchBaseEmails introEmail recoverId code deviceId " +
      "valueOfResidence loanAmount creditScore bridgeTerm existingFirstMtg existingFirstMtgAmt householdIncome yearsOfEmployment ltv tmpUploadId")
      .split(" ");
  return Object.fromEntries(names.map((name) => [name, value()]));
}

/** Questions with nothing that must be there: fields they do not know are no reason to refuse them. */
const QUESTIONS = new Set(["/api/auth/validateBroker", "/api/loans/findbrokers"]);

for (const call of writes) {
  if (ENDS_SESSION.has(call.path)) continue;
  Deno.test(`POST ${call.path}: hostile bodies are refused and change nothing`, async () => {
    const before = await fingerprint(t);
    for (const [what, body] of HOSTILE) {
      const response = await t.post(call.path, body, owner);
      const answer = await response.text();
      if (QUESTIONS.has(call.path) && response.status === 200) continue;
      assert.ok(response.status >= 400 && response.status < 500, `${what}: ${response.status} ${answer.slice(0, 200)}`);
      assert.equal(JSON.parse(answer).response, false, what);
      assert.ok(!answer.includes("xxxxxxxx") && !answer.includes("99999999"), `${what} is echoed`);
    }
    assert.equal(await fingerprint(t), before);
  });

  Deno.test(`POST ${call.path}: a body too large, of the wrong type, or from another site is refused`, async () => {
    const before = await fingerprint(t);
    const large = await t.post(call.path, JSON.stringify({ name: "x".repeat(600 * 1024) }), owner);
    assert.ok([400, 413, 415, 422].includes(large.status), `too large: ${large.status}`);
    const kind = await t.post(call.path, "<x/>", owner, { "content-type": "text/xml" });
    assert.ok([400, 415, 422].includes(kind.status), `text/xml: ${kind.status}`);
    await Promise.all([large.body?.cancel(), kind.body?.cancel()]);
    for (
      const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, {
        "sec-fetch-site": "none",
      }]
    ) {
      const foreign = await t.post(call.path, "{}", owner, headers);
      assert.equal(foreign.status, 403, JSON.stringify(headers));
      await foreign.body?.cancel();
    }
    const noWord = await t.app.request(call.path, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", cookie: owner.cookie },
    });
    assert.equal(noWord.status, 403, "neither origin nor fetch metadata");
    const wrongOrigin = await t.app.request(call.path, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", cookie: owner.cookie, origin: "https://evil.example" },
    });
    assert.equal(wrongOrigin.status, 403, "a foreign origin");
    await Promise.all([noWord.body?.cancel(), wrongOrigin.body?.cancel()]);
    assert.equal(await fingerprint(t), before);
  });
}

Deno.test("an unknown call is a 404 with a sentence, a wrong method too", async () => {
  for (const path of ["/api/loans/nosuchcall", "/api/", "/api/auth/__proto__"]) {
    const response = await t.get(path, owner);
    assert.equal(response.status, 404);
    assert.equal((await response.json()).response, false);
  }
});

Deno.test("a server error says only that it failed, with the reference that is in the log", async () => {
  const broken = await makeApp();
  try {
    const account = await broken.account({ role: ROLE.owner });
    broken.deps.ports.lending = () => {
      throw new Error("secret detail");
    };
    const response = await broken.get("/api/loans/getSettings", account);
    assert.equal(response.status, 500);
    const answer = await response.json();
    assert.ok(!JSON.stringify(answer).includes("secret detail"));
    assert.ok(answer.reason.includes(answer.reference));
    assert.ok(broken.logged().includes(answer.reference) && broken.logged().includes("secret detail"));
  } finally {
    await broken.close();
  }
});
