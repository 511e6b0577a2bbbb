import assert from "node:assert/strict";
import { brokerKey, matchBeyond, positionKey, searchQuery, searchTerms } from "../../../lib/domain/loans/search.ts";

Deno.test("words of a search are letters and digits, at most eight of forty", () => {
  assert.deepEqual(searchTerms("  Marie-Ève O'Brien, 118 Locke "), ["Marie", "Ève", "O", "Brien", "118", "Locke"]);
  assert.deepEqual(searchTerms("e\u0301le"), ["éle"]);
  assert.deepEqual(searchTerms('"*%_^(){}:\\'), []);
  assert.equal(searchTerms("a b c d e f g h i j").length, 8);
  assert.equal(searchTerms("x".repeat(300))[0].length, 40);
});

Deno.test("a query quotes every word, and brokers' queries leave other brokers' names out", () => {
  assert.equal(searchQuery([brokerKey(12)], " ", "lender"), null);
  assert.equal(
    searchQuery([brokerKey(12)], 'smi" OR', "lender"),
    'keys : "broker12" AND {client place broker} : "smi" * AND {client place broker} : "OR" *',
  );
  assert.equal(
    searchQuery([positionKey("second"), brokerKey(12)], "smi", "lender"),
    'keys : "positionsecond" AND keys : "broker12" AND {client place broker} : "smi" *',
  );
  assert.equal(searchQuery([brokerKey(12)], "smi", "broker"), 'keys : "broker12" AND {client place} : "smi" *');
  assert.equal(searchQuery([brokerKey(12)], "%", "broker"), 'keys : "nothing"');
});

Deno.test("what a match beyond the shown words is: the first field with a word that nothing shown begins with", () => {
  const fields = [
    { label: "Address", text: "118 Locke St S" },
    { label: "Broker", text: "Éloïse Lockhart" },
    { label: "Brokerage", text: "Hillside Mortgages" },
  ];
  const found = (typed: string) => matchBeyond(typed, "SMI-1042 Dan Smithers Hamilton", fields)?.label;
  assert.deepEqual(
    ["smi", "dan HAM", "1042", "eloi", "lock", "dan lockh", "hills", "hamilton 118", "zzz", "  "].map(found),
    [undefined, undefined, undefined, "Broker", "Address", "Broker", "Brokerage", "Address", undefined, undefined],
  );
});
