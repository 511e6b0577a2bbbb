/** A document that is edited in place: steps back, what a save leaves, and errors by the one rule. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type DocumentState,
  rebased,
  saved,
  startDocument,
  undone,
  withDraft,
} from "../../../lib/client/document_state.ts";
import { checked, NO_ERRORS } from "../../../lib/client/field_errors.ts";

interface Terms {
  rate: number;
  fee: number;
  note: string;
}
const TERMS: Terms = { rate: 10, fee: 500, note: "" };
const start = () => startDocument<Terms, number>(TERMS, 1);
const edit = (state: DocumentState<Terms, number>, change: Partial<Terms>, step = true) =>
  withDraft(state, { ...state.draft, ...change }, Object.keys(change)[0], step);

Deno.test("an edit changes the draft alone, and clears its field's message and no other", () => {
  const wrong = { ...start(), errors: checked({ rate: "Too high.", fee: "Too low." }) };
  const { base, draft, version, errors } = edit(wrong, { rate: 9 });
  assert.deepEqual([base, draft, version], [TERMS, { ...TERMS, rate: 9 }, 1]);
  assert.deepEqual(errors.errors, { fee: "Too low." });
});

Deno.test("a draft that is replaced as a whole keeps its messages until the next check", () => {
  const wrong = { ...start(), errors: checked({ rate: "Too high." }) };
  assert.deepEqual(withDraft(wrong, { ...TERMS, fee: 1 }, null, true).errors.errors, { rate: "Too high." });
});

Deno.test("undo steps back one by one to what was loaded; edits without a step belong to the step before", () => {
  let state = edit(start(), { note: "a" });
  state = edit(state, { note: "ab" }, false);
  state = edit(state, { rate: 9 });
  state = undone(state);
  assert.deepEqual(state.draft, { ...TERMS, note: "ab" });
  state = undone(state);
  assert.deepEqual(state.draft, TERMS);
  assert.equal(undone(state), state, "there is no step before");
});

Deno.test("an undo clears messages, which were of the undone draft", () => {
  const state = undone({ ...edit(start(), { rate: 99 }), errors: checked({ rate: "Too high." }) });
  assert.deepEqual(state.errors, NO_ERRORS);
});

Deno.test("undo has as many steps as there were edits, 100 at most, and stops at the oldest", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 150 }), (edits) => {
    let state = start();
    for (let fee = 1; fee <= edits; fee++) state = edit(state, { fee });
    let steps = 0;
    for (let before = undone(state); before !== state; before = undone(state)) {
      state = before;
      steps++;
    }
    assert.equal(steps, Math.min(edits, 100));
    assert.equal(state.draft.fee, edits <= 100 ? TERMS.fee : edits - 100);
  }));
});

Deno.test("after a save the document is the server's, and what was edited meanwhile stays on top", () => {
  const sent = edit(start(), { rate: 9 });
  const meanwhile = edit(sent, { note: "later" });
  const { base, draft, version, errors, past } = saved(meanwhile, sent.draft, {
    document: { ...sent.draft, fee: 450 },
    version: 2,
  });
  assert.deepEqual(base, { rate: 9, fee: 450, note: "" });
  assert.deepEqual(draft, { rate: 9, fee: 450, note: "later" });
  assert.deepEqual([version, errors, past], [2, NO_ERRORS, []]);
});

Deno.test("a save with nothing edited meanwhile leaves nothing unsaved, whatever the server made of it", () => {
  const terms = fc.record({ rate: fc.integer(), fee: fc.integer(), note: fc.string() });
  fc.assert(fc.property(terms, terms, (sent, stored) => {
    const state = saved({ ...start(), draft: sent }, sent, { document: stored, version: 2 });
    assert.deepEqual(state.draft, state.base);
    assert.deepEqual(state.base, stored);
  }));
});

Deno.test("edits on top of another person's save cannot be undone past it", () => {
  const state = rebased({ document: { ...TERMS, fee: 1 }, version: 7 }, { ...TERMS, fee: 1, rate: 9 });
  assert.deepEqual([state.base.fee, state.draft.rate, state.version], [1, 9, 7]);
  assert.equal(undone(state), state);
});
