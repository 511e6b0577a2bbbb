/** Files for the bank, and what is collected (docs/decisions/pre-authorised-debit.md). */
import assert from "node:assert/strict";
import { collectable, type Owing } from "../../../lib/domain/servicing/collecting.ts";
import { type Cpa005, cpa005, creationNumber, isPrinted } from "../../../lib/domain/servicing/cpa005.ts";
import fc from "../../support/properties.ts";

const FILE: Cpa005 = {
  originator: {
    id: "1234567890",
    dataCentre: "01600",
    shortName: "Harbourline",
    longName: "Harbourline Capital Corp.",
    returns: { institution: "001", transit: "00234", account: "7654321" },
  },
  kind: "debit",
  number: 7,
  madeOn: "2026-11-27",
  day: "2026-12-01",
  transfers: [
    {
      institution: "003",
      transit: "00123",
      account: "1234567",
      holder: "Jané O'Neil-Smithers",
      cents: 83_333,
      reference: "D000012-0001",
    },
    {
      institution: "010",
      transit: "54321",
      account: "123456789012",
      holder: "Zimmer",
      cents: 125_005,
      reference: "D000012-0002",
    },
  ],
};
const PAID = "000HARBOURLINE    ";
const TO = "1234567890";

/** Written by @cityssm/eft-generator 1.0.0 of the same transfers; spaces at the end left away. */
const DEBITS = [
  "A0000000011234567890000702633101600                    CAD",
  `D0000000021234567890000737000000833330263350003001231234567     0000000000000000000000${PAID}JANE O'NEIL-SMITHERS          ` +
  `HARBOURLINE CAPITAL CORP.     ${TO}D000012-0001       0001002347654321                                            00000000000`,
  `D0000000031234567890000737000001250050263350010543211234567890120000000000000000000000${PAID}ZIMMER                        ` +
  `HARBOURLINE CAPITAL CORP.     ${TO}D000012-0002       0001002347654321                                            00000000000`,
  "Z000000004123456789000070000000020833800000002000000000000000000000000000000000000000000000000000000000000000000",
];

Deno.test("a file of debits equals that of another implementation, character by character", () => {
  const records = cpa005(FILE).split("\r\n");
  assert.deepEqual(records.map(({ length }) => length), [1464, 1464, 1464, 1464]);
  assert.deepEqual(records.map((record) => record.trimEnd()), DEBITS);
});

Deno.test("credits have their own type and totals; values that do not fit are refused, and numbers restart after 9999", () => {
  const records = cpa005({ ...FILE, kind: "credit" }).split("\r\n");
  assert.match(records[1], /^C00000000212345678900007260/);
  assert.equal(
    records[3].trimEnd(),
    "Z000000004123456789000070000000000000000000000000000002083380000000200000000000000000000000000000000000000000000",
  );
  assert.deepEqual([1, 9999, 10_000].map(creationNumber), ["0001", "9999", "0001"]);
  const [one] = FILE.transfers;
  assert.throws(() => cpa005({ ...FILE, transfers: [{ ...one, cents: 10 ** 10 }] }), /10 digits cannot hold/);
  const [, odd] = cpa005({ ...FILE, madeOn: "2028-12-31", transfers: [{ ...one, holder: "Ünal\u2028 & 株 Söhne" }] })
    .split("\r\n");
  assert.equal(odd.slice(104, 134).trimEnd(), "UNAL & SOHNE");
  assert.deepEqual(["Ünal", "株", "- (& ...)", "Ж. O"].map(isPrinted), [true, false, false, true]);
  assert.equal(cpa005({ ...FILE, madeOn: "2028-12-31" }).slice(24, 30), "028366", "the last day of a leap year");
});

Deno.test("property: every record has its length, and the trailer adds the records up", () => {
  const transfer = fc.record({
    institution: fc.constantFrom("001", "815"),
    transit: fc.constant("00042"),
    account: fc.stringMatching(/^\d{7,12}$/),
    holder: fc.string({ maxLength: 60 }),
    cents: fc.integer({ min: 1, max: 999_999_999 }),
    reference: fc.stringMatching(/^[A-Z0-9-]{1,19}$/),
  });
  fc.assert(fc.property(fc.array(transfer, { minLength: 1, maxLength: 9 }), (transfers) => {
    const records = cpa005({ ...FILE, transfers }).split("\r\n"), trailer = records.at(-1)!;
    assert.ok(records.every((record) => record.length === 1464 && /^[\x20-\x7E]+$/.test(record)));
    const amounts = records.slice(1, -1).map((record) => Number(record.slice(27, 37)));
    assert.equal(Number(trailer.slice(24, 38)), amounts.reduce((sum, one) => sum + one, 0));
    assert.equal(Number(trailer.slice(38, 46)), transfers.length);
  }));
});

Deno.test("payments due on the day are collected, arrears where they are chosen, less what was paid ahead", () => {
  const owing: Owing = {
    unpaid: [{ day: "2026-10-01", left: 100, matured: 0 }, { day: "2026-11-20", left: 50, matured: 0 }],
    coming: [{ day: "2026-12-01", payment: 300, matured: 0 }, { day: "2027-01-01", payment: 310, matured: 0 }],
    credit: 0,
    maturity: "2027-10-01",
  };
  const on = (day: string, arrears = false, more: Partial<Owing> = {}) =>
    collectable({ ...owing, ...more }, { day, today: "2026-11-20", arrears });
  const none = { due: 0, arrears: 0, matured: 0, paidAhead: 0, last: 0 };
  assert.deepEqual(on("2026-12-01"), { ...none, due: 300 });
  assert.deepEqual(on("2026-12-01", true), { ...none, due: 300, arrears: 150 });
  assert.deepEqual(on("2026-11-20", true), { ...none, due: 50, arrears: 100 }, "today: what is unpaid of it");
  assert.deepEqual(on("2026-11-25", true), { ...none, arrears: 150 }, "arrears alone");
  assert.deepEqual(on("2027-01-01", false, { credit: 340 }), { ...none, due: 310, paidAhead: 40 }, "December's first");
  assert.deepEqual(
    on("2026-11-20", false, { credit: 40 }),
    { ...none, due: 50 },
    "what is unpaid today has it already",
  );
  assert.deepEqual(on("2026-12-01", false, { maturity: "" }), { ...none, due: 300 }, "no maturity, no last payment");
  assert.deepEqual(on("2026-12-01", false, { maturity: "2026-12-01" }), { ...none, last: 300 });
  const coming = [{ day: "2026-12-01", payment: 300, matured: 290 }],
    unpaid = [{ day: "2026-10-01", left: 100, matured: 90 }];
  assert.deepEqual(on("2026-12-01", true, { coming, unpaid }), { ...none, due: 10, arrears: 10, matured: 380 });
  assert.deepEqual(on("2026-12-01", false, { coming, unpaid }), { ...none, due: 10, matured: 290 });
  const last = { ...none, arrears: 10, matured: 90, last: 300 };
  assert.deepEqual(on("2026-12-01", true, { coming, unpaid, maturity: "2026-12-01" }), last, "its last payment apart");
  const over = { ...none, arrears: 100, last: 50 };
  assert.deepEqual(on("2026-12-15", true, { maturity: "2026-11-20" }), over, "matured for good, weeks ago");
});
