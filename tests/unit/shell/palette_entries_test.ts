/** The order in which the command palette lists what is typed. */
import assert from "node:assert/strict";
import { type Found, groupsFor } from "../../../lib/client/shell/palette_entries.ts";

/** A menu as the page has it, as far as the palette reads it. */
const MENU = [["Manage Loans", "/dashboard/loans"], ["Manage Brokers", "/dashboard/brokers"], [
  "New Loan",
  "/dashboard/submitloan",
]];
const BEGIN = JSON.stringify({ begin: [["New Loan", "/dashboard/submitloan"]], styles: "" });

const link = ([name, href]: string[]) => ({
  textContent: name,
  querySelector: () => null,
  getAttribute: () => href,
});

/** Returns what puts back those that were there. */
function replaceGlobals(values: Record<string, unknown>): () => void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}

/** Titles and names of the groups for what is typed, with this menu and one page opened lately. */
function listed(typed: string, found: Found | null): [string, string[]][] {
  const recent = [{ name: "LAU-1144 Elena Lau", href: "/dashboard/viewloan?id=1144" }];
  const takeBack = replaceGlobals({
    document: {
      querySelectorAll: () => MENU.map(link),
      querySelector: () => ({ dataset: { palette: BEGIN } }),
    },
    location: { search: "", pathname: "/dashboard/loans" },
    sessionStorage: { getItem: () => JSON.stringify(recent) },
  });
  try {
    return groupsFor(typed, found, () => {}).map(({ title, entries }) => [title, entries.map(({ name }) => name)]);
  } finally {
    takeBack();
  }
}

const loan = (clientCode: string, client: string): Found["loans"][number] => (
  { id: 1, clientCode, client, city: "Ajax", status: "NA", match: null }
);
const priya = { id: 3, name: "Priya Raman", brokerage: "Lakeshore" };

Deno.test("before anything is typed the pages opened last come first, then screens, then what can be begun", () => {
  assert.deepEqual(listed("", null), [
    ["Recent", ["LAU-1144 Elena Lau"]],
    ["Go to", ["Manage Loans", "Manage Brokers", "Keyboard shortcuts"]],
    ["Create", ["New Loan"]],
  ]);
});

Deno.test("screens that are named come before loans, and loans before brokers", () => {
  assert.deepEqual(listed("man", { loans: [loan("MAN-7", "Rui Mann")], brokers: [{ ...priya, name: "Omar Mann" }] }), [
    ["Go to", ["Manage Loans", "Manage Brokers"]],
    ["Loans", ["MAN-7 Rui Mann"]],
    ["Brokers", ["Omar Mann"]],
  ]);
});

Deno.test("where a broker is named and no loan is, the broker comes before the loans that are theirs", () => {
  const found = { loans: [loan("SIL-4", "Rui Silva")], brokers: [priya] };
  assert.deepEqual(listed("priya", found).map(([title]) => title), ["Brokers", "Loans"]);
  const both = { loans: [loan("RAM-4", "Priya Ramsay")], brokers: [priya] };
  assert.deepEqual(listed("priya", both).map(([title]) => title), ["Loans", "Brokers"]);
});

Deno.test("a full list of loans or brokers says that there may be others", () => {
  const found = (many: number) => ({
    loans: Array.from({ length: many }, (_, i) => loan(`SMI-${i}`, "Dan Smith")),
    brokers: Array.from({ length: Math.min(5, many) }, (_, i) => ({ ...priya, id: i })),
  });
  const titles = (many: number) => listed("dan", found(many)).map(([title]) => title);
  assert.deepEqual(titles(4), ["Loans", "Brokers"]);
  assert.deepEqual(titles(8), ["Loans, the newest 8", "Brokers, the first 5"]);
});
