/** Refusals of every call's input name fields in words, never by their name in the program. */
import assert from "node:assert/strict";
import * as v from "valibot";
import { fieldName } from "../../../lib/domain/field_names.ts";
import { Refusal, stale } from "../../../lib/domain/refusal.ts";
import { text } from "../../../lib/schemas/fields.ts";
import { parse, type Schema } from "../../../lib/server/parse.ts";
import { CALLS } from "../../../routes/calls.ts";
import { type Part, type Path, pathsOf } from "../../support/schema_paths.ts";

/** An input in which nothing is right but the way to one wrong value. */
function inputWith(path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = inputWith(rest, value);
  return typeof key === "number" ? Array.from({ length: key + 1 }, () => inner) : { [key]: inner };
}

const WRONG: unknown[] = [undefined, "\u0000", "?".repeat(3000), -1.5, [[]], { "?": 1 }, { "": 1 }, [{ "": 1 }], {
  constructor: 1,
}];
/** A name of the program: camelCase, with underscores, in quotes, or a bare place in a list. */
const RAW = /\b[a-z]+[A-Z]\w*|\w_\w|"[^"]*"|(?:^|\s)\d+ is |Invalid (?:type|format|length|value)|Expected /;

Deno.test("a field without a label, or named like a property of every object, is described in words", () => {
  const of = { call: "savedraft", labelOf: () => undefined };
  assert.equal(fieldName(["draft", "rows", 0, ""], of), "The field without a name of the first row");
  assert.equal(fieldName(["draft", "entries", "constructor"], of), "Constructor");
  assert.equal(fieldName(["constructor"]), "Constructor");
});

Deno.test("no refusal of any call's input has a field's name of the program", () => {
  const raw = new Set<string>();
  let asked = 0;
  for (const { path: address, takes } of CALLS) {
    for (const path of [[], ...pathsOf(takes.input as unknown as Part)]) {
      for (const value of WRONG) {
        try {
          parse(takes.input as Schema, inputWith(path, value));
        } catch (error) {
          assert.ok(error instanceof Refusal, `${address} ${path}: ${error}`);
          asked++;
          for (const said of [error.message, ...Object.values(error.fields ?? {})]) {
            if (RAW.test(said)) raw.add(`${address} ${path.join(".")}: ${said}`);
          }
        }
      }
    }
  }
  assert.ok(asked > 2000, `only ${asked} inputs were refused`);
  assert.deepEqual([...raw].slice(0, 40), []);
});

Deno.test("a reason says which field it is about, where the sentence beside the field does not", () => {
  const nameless =
    /^(?:Shorten this|This (?:has|is)|From|Enter (?:text|a number|a date as|days|dollars|whole|years)|Choose one of)\b/;
  const found = new Set<string>();
  for (const { path: address, takes } of CALLS) {
    for (const path of pathsOf(takes.input as unknown as Part)) {
      for (const value of ["x", "?".repeat(3000), -1.5, 1e12, true]) {
        const refusal = refusalOf(address.split("/").at(-1)!, inputWith(path, value));
        if (refusal && nameless.test(refusal.message)) found.add(`${address} ${path.join(".")}: ${refusal.message}`);
      }
    }
  }
  assert.deepEqual([...found].slice(0, 40), []);
  const loan = (data: object) => refusalOf("updateloan", { loanId: 1, data })?.message;
  assert.equal(loan({ adminTerm: "4 months" }), "Term: choose one of the list.");
  assert.equal(loan({ adminFee: -1 }), "Lender fee: enter whole dollars, not below 0.");
  const quote = refusalOf("getquote", { type: "first", loanAmount: 5 });
  assert.equal(quote?.message, "Loan amount: from $25,000 to $1,000,000.");
  assert.deepEqual(quote?.fields, { loanAmount: "From $25,000 to $1,000,000." });
});

Deno.test("limits have their commas and a true minus sign", () => {
  const report = (figures: object) =>
    refusalOf("savemarketreport", { region: "Barrie", month: "2026-10", ...figures })?.message;
  assert.equal(report({ homesSold: 2e6 }), "Homes sold: enter a number from 0 to 1,000,000.");
  assert.equal(report({ monthlyChange: 101 }), "Monthly change: enter a number from \u2212100 to 100.");
  const config = { TOUCH_BASE_ENABLED: true, EMAIL_DELAY: 7, TRACKER_DURATION: 7, MIN_INTERACTIONS: 4 };
  assert.equal(
    refusalOf("updatetouchbase", { ...config, NEW_EMAIL_BUFFER: 0.5 })?.message,
    "Not again for: enter a whole number from 1 to 3,650.",
  );
});

/** A call's refusal of an input; null where it is taken. */
function refusalOf(call: string, input: unknown): Refusal | null {
  const { takes } = CALLS.find(({ path }) => path.endsWith(`/${call}`))!;
  try {
    parse(takes.input as Schema, input, { call, labelOf: () => undefined });
    return null;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
}

Deno.test("a field that is null is refused in the words for one that was not sent, or has a null of its own", () => {
  const unlike = new Set<string>();
  let asked = 0;
  for (const { path: address, takes } of CALLS) {
    const call = address.split("/").at(-1)!;
    for (const path of pathsOf(takes.input as unknown as Part)) {
      if (typeof path.at(-1) === "number") continue;
      const at = path.join("."), said = (value: unknown) => refusalOf(call, inputWith(path, value))?.fields?.[at];
      const ofNull = said(null);
      asked++;
      // A quote is not of a figure that nobody entered: the default of a missing one is the slider's.
      if (call === "getquote" && path[0] !== "postal" && path[0] !== "type") assert.ok(ofNull, at);
      else if (ofNull !== undefined && ofNull !== said(undefined)) unlike.add(`${address} ${at}: ${ofNull}`);
    }
  }
  assert.ok(asked > 500, `only ${asked} fields were asked`);
  assert.deepEqual([...unlike], []);
});

Deno.test("a null gets the specifications' words, and none where the field may stay away", () => {
  const account = { id: 1, name: "Ana", email: "ana@example.ca", username: "ana.maria", license: "M1", role: 0 };
  const loan = { loanId: 1, data: { city: "Barrie" } }, quote = { id: 1, data: {} };
  const said: [string, object, string | null][] = [
    ["registerAccount", { name: null }, "Name is required!"],
    ["createAccount", { ...account, name: null, email: null }, "Name is required!"],
    ["createAccount", { ...account, email: null }, "Email is required!"],
    ["updateAccount", { ...account, license: null }, "License is required!"],
    ["updateAccount", { ...account, username: null }, "Username is required!"],
    ["updateAccount", { ...account, password: null, confirmPassword: null, phone: null, notes: null }, null],
    ["updateSettings", { name: null }, "Name is required!"],
    ["updateSettings", { name: "Ana", phone: null, brokerage: null, seen: null }, null],
    ["sendcontactemail", { name: null, email: null, msg: null }, "Fill in the required fields!"],
    ["getRecovery", { recoverId: null }, null],
    ["getRecovery", { recoverId: 7 }, null],
    ["finishEmailChange", { recoverId: null }, null],
    ["addblacklist", { email: null }, "Invalid Email"],
    ["createemail", { name: null }, "Name is required!"],
    ["testloan", { data: { comments: null, additionalProperties: null, tmpUploadId: null } }, null],
    ["updateloan", { ...loan, data: { ...loan.data, assumedTax: null, commercialReason: null } }, null],
    ["updatebrokercondition", { loanId: 1, conditionId: 1, condtionState: true, conditionText: null }, null],
    ["testloan", quote, null],
  ];
  for (const [call, input, words] of said) {
    assert.equal(refusalOf(call, input)?.message ?? null, words, `${call} ${JSON.stringify(input)}`);
  }
  assert.deepEqual(refusalOf("updateAccount", { ...account, name: null })?.fields, { name: "Name is required!" });
});

Deno.test("what is no object is refused whole, and names no field", () => {
  for (const sent of [null, [], "text", 5]) {
    assert.equal(refusalOf("login", sent)?.status, 400, `${sent}`);
    assert.deepEqual(refusalOf("login", sent)?.fields, undefined);
  }
});

Deno.test("an entry of a whole list, and a request's id, are called what they are", () => {
  assert.equal(refusalOf("savemapsettings", [null])?.message, "The first region is missing or not valid.");
  for (const call of ["getRequestedAccount", "deleteRequestedAccount"]) {
    assert.equal(refusalOf(call, {})?.message, "Account request is missing or not valid.");
  }
});

Deno.test("the reason for a text that is too long names its field, whose own message stands beside it", () => {
  const of = { call: "newloan", labelOf: (name: string) => name === "firstName" ? "First Name" : undefined };
  const input = v.object({
    data: v.object({ firstName: text(3), note: v.pipe(v.string(), v.minLength(1, "Say why.")) }),
  });
  const refusal = (data: object) => {
    try {
      return parse(input, { data }, of);
    } catch (error) {
      assert.ok(error instanceof Refusal);
      return [error.message, error.fields];
    }
  };
  assert.deepEqual(refusal({ firstName: "Anna", note: "" }), [
    "First Name: shorten this to 3 characters.",
    { "data.firstName": "Shorten this to 3 characters.", "data.note": "Say why." },
  ]);
  assert.deepEqual(refusal({ firstName: "Ann", note: "" }), ["Say why.", { "data.note": "Say why." }]);
});

Deno.test("a field is called as on its screen, and an entry by its place in its list", () => {
  const configured = {
    call: "newloan",
    labelOf: (name: string) => name === "newLoanAmount" ? "Loan amount" : undefined,
  };
  const named: [Path, string | null][] = [
    [[], null],
    [["data", "newLoanAmount"], "Loan amount"],
    [["data", "fsfcLoan"], "Funded amount"],
    [[0], "The first id"],
    [[1, "enabled"], "Enabled of the second region"],
    [[11], "The 12th id"],
    [["loans", 2], "The third loan's id"],
    [["conditions", 1, "title"], "Title of the second condition"],
    [["loanInfo", "inputs", 0, "options", 1, "score"], "Score of the second option of the first input"],
    [["maxLtv", "limit"], "Max LTV: Limit"],
    [["ratings", "lit", 1], "Litigation, second row"],
  ];
  for (const [path, words] of named) assert.equal(fieldName(path, configured), words);
});

Deno.test("a stale save says when the other one was, and nothing of when where no save is on record", () => {
  const [known, unknown] = [{ who: "Helen Voss", at: Date.UTC(2026, 10, 20, 17) }, { who: "", at: 0 }]
    .map((last) => stale("the participants", last, []).message);
  assert.match(known, /^Helen Voss changed the participants on 20 Nov 2026, 12:00, after you opened it\. /);
  assert.match(unknown, /^Somebody changed the participants after you opened it\. /);
});
