import assert from "node:assert/strict";
import { brokerKey, searchQuestion, searchWords, statusKey } from "../../../lib/domain/loans/search.ts";

Deno.test("words of a search are letters and digits, at most eight of forty", () => {
  assert.deepEqual(searchWords("  Marie-Ève O'Brien, 118 Locke "), ["Marie", "Ève", "O", "Brien", "118", "Locke"]);
  assert.deepEqual(searchWords("e\u0301le"), ["éle"]);
  assert.deepEqual(searchWords('"*%_^(){}:\\'), []);
  assert.equal(searchWords("a b c d e f g h i j").length, 8);
  assert.equal(searchWords("x".repeat(300))[0].length, 40);
});

Deno.test("a question quotes every word, and brokers' questions leave other brokers' names out", () => {
  assert.equal(searchQuestion(["statusNA"], " ", "lender"), null);
  assert.equal(
    searchQuestion([statusKey("NA")], 'smi" OR', "lender"),
    'keys : "statusNA" AND {client place broker} : "smi" * AND {client place broker} : "OR" *',
  );
  assert.equal(searchQuestion([brokerKey(12)], "smi", "broker"), 'keys : "broker12" AND {client place} : "smi" *');
  assert.equal(searchQuestion([brokerKey(12)], "%", "broker"), 'keys : "nothing"');
});
