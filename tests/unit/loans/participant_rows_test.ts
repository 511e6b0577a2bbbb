/** Participants as rows of a form, what is wrong with them, and their words where two people edited them. */
import assert from "node:assert/strict";
import { mergeDocuments } from "../../../lib/domain/settings/merge_documents.ts";
import {
  participantName,
  type ParticipantRow,
  participantsOf,
  participantText,
  rowProblems,
  rowsOf,
} from "../../../lib/domain/loans/participant_rows.ts";

const row = (id: string, name: string, amount: string): ParticipantRow => ({ id, name, amount });

Deno.test("saved participants become rows and back without a change", () => {
  const list = [{ name: "Maple Fund", amount: 20_000 }, { name: "Dr. P. North", amount: 1_250_000 }];
  const rows = rowsOf(list);
  assert.deepEqual(rows.map(({ amount }) => amount), ["20,000", "1,250,000"]);
  assert.deepEqual(participantsOf(rows), list);
});

Deno.test("each row has an id of its own without a dot, and the same list has the same ids", () => {
  const list = [{ name: "A. Lee", amount: 1 }, { name: "A. Lee", amount: 2 }, { name: "Maple", amount: 3 }];
  const ids = rowsOf(list).map(({ id }) => id);
  assert.equal(new Set(ids).size, 3);
  assert.ok(ids.every((id) => !id.includes(".")));
  assert.deepEqual(rowsOf(list).map(({ id }) => id), ids);
});

Deno.test("blank rows are no error and are not saved", () => {
  const rows = [row("new-0", " ", ""), row("new-1", " Maple ", "$20,000")];
  assert.deepEqual(rowProblems(rows), {});
  assert.deepEqual(participantsOf(rows), [{ name: "Maple", amount: 20_000 }]);
});

const AMOUNT = "Enter whole dollars above 0.", NAME = "Enter the participant's name.";

for (
  const [name, amount, problems] of [
    ["Maple", "20000", {}],
    ["", "20000", { "r.name": NAME }],
    ["Maple", "", { "r.amount": AMOUNT }],
    ["Maple", "0", { "r.amount": AMOUNT }],
    ["Maple", "-5", { "r.amount": AMOUNT }],
    ["Maple", "1.5", { "r.amount": AMOUNT }],
    ["Maple", "many", { "r.amount": AMOUNT }],
    [" ", "many", { "r.name": NAME, "r.amount": AMOUNT }],
  ] as const
) {
  Deno.test(`a row of "${name}" and "${amount}": ${Object.keys(problems).length} wrong`, () => {
    assert.deepEqual(rowProblems([row("r", name, amount)]), problems);
  });
}

Deno.test("rows of one name merge, so that two editors' changes of one amount conflict and others merge", () => {
  const base = rowsOf([{ name: "Maple", amount: 10 }, { name: "North", amount: 20 }]);
  const mine = base.map((one) => one.name === "Maple" ? { ...one, amount: "11" } : one);
  const theirs = rowsOf([{ name: "Maple", amount: 12 }, { name: "North", amount: 25 }]);
  const { document, clashes } = mergeDocuments(base, mine, theirs);
  assert.deepEqual(clashes.map(({ path }) => participantName(path)), ["Maple"]);
  assert.deepEqual(participantsOf(document), [{ name: "Maple", amount: 11 }, { name: "North", amount: 25 }]);
});

for (
  const [path, name] of [
    ["", "Participants"],
    ["[Maple Fund].amount", "Maple Fund"],
    ["[Dr\u2024 North]", "Dr. North"],
    ["#order", "Order"],
  ]
) {
  Deno.test(`a change at "${path}" is named ${name}`, () => assert.equal(participantName(path), name));
}

for (
  const [value, text] of [
    [undefined, "none"],
    [[], "none"],
    ["20000", "$20,000"],
    ["many", "many"],
    [row("m", "Maple", "20,000"), "$20,000"],
    [rowsOf([{ name: "Maple", amount: 20_000 }, { name: "North", amount: 5 }]), "Maple $20,000, North $5"],
    [["North", "Maple"], "North, Maple"],
  ] as const
) {
  Deno.test(`${JSON.stringify(value)} reads ${text}`, () => assert.equal(participantText(value), text));
}
