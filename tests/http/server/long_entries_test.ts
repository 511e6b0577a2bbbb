/** Entries as long as a body may be: looking at them must not hold up anybody. */
import * as v from "valibot";
import assert from "node:assert/strict";
import { yieldToEventLoop } from "../../../db/mod.ts";
import { CALLS } from "../../../routes/calls.ts";
import { Refusal } from "../../../lib/domain/refusal.ts";
import { JSON_LIMIT } from "../../../lib/server/body.ts";
import { parse } from "../../../lib/server/parse.ts";
import { inShortTurns } from "../../support/turns.ts";

/** Runs that make a regular expression begin anew at each letter, unless it is written with care. */
const RUNS = ["1", "a", "a@", "a.", "1,", "-", "(", "x \n", "<a ", "é"];
const LONG = [...RUNS.map((run) => run.repeat(JSON_LIMIT / 8 / run.length)), `x${" ".repeat(JSON_LIMIT / 8)}x`];

/** A schema as far as it says what it takes. */
interface Shape {
  type: string;
  entries?: Record<string, Shape>;
  item?: Shape;
  value?: Shape;
  wrapped?: Shape;
  options?: Shape[];
}

/** What a schema takes, each text of it this one. */
function filled({ type, entries, item, value, wrapped, options }: Shape, entry: string): unknown {
  if (entries) return Object.fromEntries(Object.entries(entries).map(([name, of]) => [name, filled(of, entry)]));
  if (item) return [filled(item, entry)];
  if (type === "record") return { field: filled(value!, entry) };
  if (wrapped) return filled(wrapped, entry);
  return options && type !== "picklist" ? filled(options[0], entry) : entry;
}

Deno.test("no call looks long at an entry that is as long as a body may be", () =>
  inShortTurns(async () => {
    for (const { takes } of CALLS) {
      if (!takes?.input) continue;
      for (const entry of LONG) {
        const sent = filled(takes.input as unknown as Shape, entry);
        await yieldToEventLoop();
        try {
          parse(takes.input, sent);
        } catch (error) {
          assert.ok(error instanceof Refusal, String(error));
        }
      }
    }
  }, () => false));

Deno.test("what else is wrong with a text that is too long is not looked at; of others all is said at once", () => {
  let looks = 0;
  const name = v.pipe(v.string(), v.maxLength(3, "Too long."), v.check(() => ++looks < 0, "Wrong."));
  const both = v.pipe(
    v.object({ name, from: v.number(), to: v.number() }),
    v.forward(v.partialCheck([["from"], ["to"]], ({ from, to }) => from < to, "Ends first."), ["to"]),
  );
  const fieldsOf = (sent: object) => {
    try {
      return parse(both, sent) as never;
    } catch (error) {
      return (error as Refusal).fields;
    }
  };
  assert.deepEqual(fieldsOf({ name: "four", from: 2, to: 1 }), { name: "Too long." });
  assert.equal(looks, 0);
  assert.deepEqual(fieldsOf({ name: "one", from: 2, to: 1 }), { name: "Wrong.", to: "Ends first." });
});
