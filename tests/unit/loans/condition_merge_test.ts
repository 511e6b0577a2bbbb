/** The list of conditions that a person saves, merged with what others did since it was loaded. */
import assert from "node:assert/strict";
import {
  conditionsClash,
  type LoadedCondition,
  mergeConditions,
  type SentCondition,
  type StoredCondition,
} from "../../../lib/domain/loans/condition_merge.ts";
import { CHECK, CONDITION_PRESETS, FILE_UPLOAD, INPUT_TEXT } from "../../../lib/domain/loans/conditions.ts";
import fc from "../../support/properties.ts";

const stored = (id: number, more: Partial<StoredCondition> = {}): StoredCondition => ({
  id,
  type: CONDITION_PRESETS.find((preset) => preset.id === id)?.type ?? CHECK,
  title: `Condition ${id}`,
  restriction: "none",
  optional: false,
  note: "",
  completed: false,
  unseen: false,
  brokerUpdatedAt: null,
  ...more,
});
/** As a list was loaded and sent. */
const seen = ({ unseen: _unseen, brokerUpdatedAt, ...one }: StoredCondition): LoadedCondition & SentCondition => ({
  ...one,
  brokerUpdatedAt: brokerUpdatedAt ?? 0,
});
const terms = (list: readonly { id: number; title: string; completed: boolean; added: boolean }[]) =>
  list.map(({ id, title, completed, added }) => [id, title, completed, added]);

Deno.test("a term that was changed is saved, and what a colleague changed beside it stays", () => {
  const loaded = [seen(stored(21)), seen(stored(22))];
  const sent = [{ ...loaded[0], title: "Two appraisals" }, loaded[1]];
  const there = [stored(21, { note: "By the bank's list" }), stored(22, { title: "Theirs" })];
  const merged = mergeConditions(there, sent, loaded);
  assert.deepEqual(terms(merged), [[21, "Two appraisals", false, false], [22, "Theirs", false, false]]);
  assert.equal(merged[0].note, "By the bank's list");
  assert.equal(conditionsClash(there, sent, loaded), false);
});

Deno.test("one term set by two people to two values is left to the sender; to one value it is none", () => {
  const loaded = [seen(stored(21))], sent = [{ ...loaded[0], title: "Mine" }];
  const clash = (there: StoredCondition[]) => conditionsClash(there, sent, loaded);
  assert.equal(clash([stored(21, { title: "Theirs" })]), true);
  assert.equal(clash([stored(21, { title: "Mine" })]), false);
  assert.equal(clash([]), true, "what they deleted was changed");
  assert.equal(conditionsClash([], loaded, loaded), false, "what they deleted was left alone");
  assert.equal(conditionsClash([stored(21, { title: "Theirs" })], sent, null), false);
});

Deno.test("a completed condition keeps its type, and is completed or not by who last said so", () => {
  const loaded = [seen(stored(21, { type: FILE_UPLOAD }))];
  const merge = (
    there: Partial<StoredCondition>,
    sent: Partial<SentCondition>,
    known: LoadedCondition[] | null = loaded,
  ) => mergeConditions([stored(21, { type: FILE_UPLOAD, ...there })], [{ ...loaded[0], ...sent }], known)[0];
  assert.equal(merge({}, { type: INPUT_TEXT }).type, INPUT_TEXT);
  assert.equal(merge({ completed: true }, { type: INPUT_TEXT }).type, FILE_UPLOAD);
  assert.equal(merge({ completed: true }, {}).completed, true, "completed since");
  assert.equal(merge({}, { completed: true }).completed, true, "ticked now");
  assert.equal(merge({ completed: true }, { completed: undefined }).completed, true);
  assert.equal(merge({ completed: true }, { completed: false }, null).completed, true, "nobody knows what was seen");
});

Deno.test("what was taken from the list is deleted, but not what was completed, answered anew or added since", () => {
  const left = (there: StoredCondition, loaded: LoadedCondition[] | null) =>
    mergeConditions([there], [], loaded).length === 1;
  assert.equal(left(stored(21), [seen(stored(21))]), false);
  assert.equal(left(stored(21), []), true, "added since");
  const done = stored(21, { completed: true, brokerUpdatedAt: 5 });
  assert.equal(left(done, [seen(stored(21))]), true, "completed since");
  assert.equal(left(done, [seen(done)]), false, "seen as completed");
  assert.equal(left({ ...done, brokerUpdatedAt: 6 }, [seen(done)]), true, "answered anew");
  assert.equal(left(done, [{ id: 21, completed: true }]), false, "an older client that does not know");
  assert.equal(left(stored(21, { completed: true, unseen: true }), null), true);
  assert.equal(left(stored(21, { completed: true }), null), false);
});

Deno.test("what was added gets the next number where another took its own, and is there once however often sent", () => {
  const loaded = [seen(stored(1))], mine: SentCondition = { id: 21, type: CHECK, title: "Mine" };
  const theirs = stored(21, { title: "Theirs" });
  const first = mergeConditions([stored(1), theirs], [...loaded, mine], loaded);
  const numbers = [[1, "Condition 1", false, false], [21, "Theirs", false, false]];
  assert.deepEqual(terms(first), [...numbers, [first[2].id, "Mine", false, true]]);
  assert.ok(first[2].id > 21);
  const there = [stored(1), theirs, stored(first[2].id, { title: "Mine" })];
  assert.deepEqual(terms(mergeConditions(there, [...loaded, mine], loaded)), [
    ...numbers,
    [first[2].id, "Mine", false, false],
  ]);
  assert.equal(mergeConditions([stored(21, { title: "Mine" })], [mine], []).length, 1, "theirs has all its terms");
});

Deno.test("a preset keeps its type, whatever is sent", () => {
  const [{ id, type }] = CONDITION_PRESETS, other = type === CHECK ? INPUT_TEXT : CHECK;
  assert.equal(mergeConditions([], [{ id, type: other, title: "" }], [])[0].type, type);
});

Deno.test("an order that was left alone is the stored one, with what was added in its place; a changed one is kept", () => {
  const loaded = [21, 22, 23].map((id) => seen(stored(id))), [a, b, c] = loaded;
  const there = [22, 21, 23].map((id) => stored(id)), added = { id: 24, type: CHECK, title: "Mine" } as const;
  const order = (sent: SentCondition[]) => mergeConditions(there, sent, loaded).map(({ id }) => id);
  assert.deepEqual(order([a, b, c]), [22, 21, 23]);
  assert.deepEqual(order([a, added, b, c]), [22, 24, 21, 23]);
  assert.deepEqual(order([c, a, b]), [23, 21, 22]);
});

Deno.test("property: a list that nobody changed stays as it is, and a save that is sent again changes nothing", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 8 });
  const change = fc.record({ at: fc.nat(7), title: fc.constantFrom("Mine", "Condition 3"), drops: fc.boolean() });
  fc.assert(fc.property(ids, change, (ids, { at, title, drops }) => {
    const there = ids.map((id) => stored(id, { completed: id % 2 === 0 })), loaded = there.map(seen);
    assert.deepEqual(
      terms(mergeConditions(there, loaded, loaded)),
      terms(there.map((one) => ({ ...one, added: false }))),
    );
    const sent: SentCondition[] = loaded.flatMap((one, i) => i !== at ? one : drops ? [] : { ...one, title });
    sent.push({ id: 41, type: CHECK, title: "Added" });
    const once = mergeConditions(there, sent, loaded);
    const after = once.map(({ added: _added, ...one }) => stored(one.id, one));
    assert.deepEqual(
      mergeConditions(after, sent, loaded).map(({ added: _added, ...one }) => one),
      after.map(
        ({ unseen: _unseen, brokerUpdatedAt: _at, ...one }) => one,
      ),
    );
  }));
});
