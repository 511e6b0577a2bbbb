/** Browsers and audit rows in words, and the passwords that are made for people. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import {
  GENERATED_PASSWORD_LENGTH,
  generatePassword,
  isStrongPassword,
} from "../../../lib/domain/accounts/account_rules.ts";
import { describeAudit } from "../../../lib/domain/audit_text.ts";
import { browserName } from "../../../lib/domain/accounts/browser_name.ts";

const BROWSERS: [string, string][] = [
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
  ["Something/1.0 (Windows)", "A browser on Windows"],
  ["curl/8.5.0", "Another browser"],
  ["", "Another browser"],
];

Deno.test("user agents become names that people know", () => {
  for (const [userAgent, words] of BROWSERS) assert.equal(browserName(userAgent), words, userAgent);
});

const wordsOf = (action: string, before: object | null, after: object | null) =>
  describeAudit({ action, before: before && JSON.stringify(before), after: after && JSON.stringify(after) });

Deno.test("audit rows become sentences; fields without a label are left out", () => {
  assert.deepEqual(
    wordsOf("account.update", { rating: "elite", touchBaseEmails: false, secret: 1 }, {
      rating: "red",
      touchBaseEmails: true,
      password: "changed",
      secret: 2,
    }),
    {
      what: "Account changed",
      changes: [
        { field: "Password", before: null, after: "changed" },
        { field: "Rating", before: "Elite", after: "Red" },
        { field: "Touch-base emails", before: "off", after: "on" },
      ],
    },
  );
  assert.deepEqual(wordsOf("account.create", null, { role: 9, name: "Ann Lee", phone: "" }).changes, [
    { field: "Role", before: null, after: "Admin" },
    { field: "Name", before: null, after: "Ann Lee" },
  ]);
  assert.deepEqual(wordsOf("account.update", { phone: "1" }, { phone: "" }).changes, [
    { field: "Phone", before: "1", after: "nothing" },
  ]);
  const [long] = wordsOf("account.update", { notes: "" }, { notes: "word ".repeat(500) }).changes;
  assert.ok(long.after!.length <= 161 && long.after!.endsWith("word…"), "long comments are cut");
  assert.deepEqual(wordsOf("session.start", null, null), { what: "Signed in", changes: [] });
  assert.deepEqual(
    wordsOf("account.merge", { name: "Ann" }, null),
    { what: "account.merge", changes: [] },
    "a later version's",
  );
});

/** Chance of each character in a password of 9 that holds all three kinds, by counting all such passwords. */
function expectedShares(): { letter: number; digit: number } {
  const n = GENERATED_PASSWORD_LENGTH;
  // Passwords of length k over an alphabet without the kinds that are left out (26, 26 and 10 characters).
  const all = (k: number, ...sizes: number[]) => sizes.reduce((a, b) => a + b, 0) ** k;
  const strong = all(n, 62) - 2 * all(n, 36) - all(n, 52) + 2 * all(n, 26) + all(n, 10);
  // With one place taken by a given digit, the other eight need both cases; by a capital, a small letter and a digit.
  const withDigit = all(n - 1, 62) - 2 * all(n - 1, 36) + all(n - 1, 10);
  const withLetter = all(n - 1, 62) - all(n - 1, 36) - all(n - 1, 52) + all(n - 1, 26);
  return { digit: withDigit / strong, letter: withLetter / strong };
}

Deno.test("generated passwords meet the rule, and every character is as likely as it must be at every place", () => {
  const many = 60_000;
  const { letter, digit } = expectedShares();
  assert.ok(Math.abs(52 * letter + 10 * digit - 1) < 1e-12, "the shares make a whole");
  const counts = Array.from({ length: GENERATED_PASSWORD_LENGTH }, () => new Map<string, number>());
  const seen = new Set<string>();
  for (let n = 0; n < many; n++) {
    const password = generatePassword(randomInt);
    assert.ok(password.length === 9 && isStrongPassword(password), password);
    seen.add(password);
    [...password].forEach((character, place) => counts[place].set(character, (counts[place].get(character) ?? 0) + 1));
  }
  assert.equal(seen.size, many, "no two alike");
  for (const [place, found] of counts.entries()) {
    let chi = 0;
    for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") {
      const expected = many * (/\d/.test(character) ? digit : letter);
      chi += ((found.get(character) ?? 0) - expected) ** 2 / expected;
    }
    // 61 degrees of freedom: beyond 132 is a chance of about 4 in 10 million (chi-square table's tail,
    // Wilson-Hilferty).
    assert.ok(chi < 132, `place ${place}: chi-square ${chi.toFixed(1)}`);
  }
});
