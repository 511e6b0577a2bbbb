/** A file of the blacklist: which lines hold an entry, and what an import says. */
import assert from "node:assert/strict";
import { csvText } from "../../../lib/domain/csv.ts";
import {
  blacklistProblem,
  entryMatches,
  heldByDomain,
  importedText,
  readBlacklist,
} from "../../../lib/domain/mail/blacklist.ts";

Deno.test("every address and domain of a file is added or its line named; a heading is no wrong line", () => {
  const cases: [string, string[], number[]][] = [
    ["Email\nAnn@X.example\n\nann@x.example", ["ann@x.example"], []],
    ["ann@x.example", ["ann@x.example"], []],
    ["Name;Email\r\nLee, Ann;ann@x.example;by 2026", ["ann@x.example"], []],
    ["ann@x.example; bea@y.example; @z.example", ["ann@x.example", "bea@y.example", "@z.example"], []],
    ["Email\nAnn@x.example <ann@x.example>, asked\n", ["ann@x.example"], []],
    ["Name;Email\r\nLee, Ann;ann@x.example;by bea@y.example\ncy@z.example", ["cy@z.example"], [2]],
    ["dee@x.example\nann@x.example; bea@y,example\n", ["dee@x.example"], [2]],
    ["ann@x,example\nbea@y.example", ["bea@y.example"], [1]],
    ['"Email"\t"Added"\r"\'@x.example"\t"today"\r', ["@x.example"], []],
    ["Ann Lee <ann@x.example>, asked\nAnn Lee\n , ;\n@\nx.example", ["ann@x.example"], [2, 4, 5]],
    ["\uFEFF@x.example\n=ann@x.example", ["@x.example", "=ann@x.example"], []],
    ["*@x.example\n*ann@y.example\nann@y.example", ["ann@y.example"], [1, 2]],
    ["", [], []],
  ];
  for (const [text, entries, wrong] of cases) {
    const found = readBlacklist(text);
    assert.deepEqual([found.entries, found.wrongLines.map(({ line }) => line)], [entries, wrong], text);
  }
});

Deno.test("what the list writes into a file it reads again as the same entries", () => {
  const entries = ["=cmd@x.example", "+ann@x.example", "-bea@x.example", "@x.example", "cy@x.example"];
  assert.deepEqual(readBlacklist(csvText(["Email", "Added"], entries.map((one) => [one, "today"]))).entries, entries);
});

Deno.test("an entry with a star, which would block nobody, is refused with what to enter", () => {
  assert.equal(blacklistProblem(" *@Foo.example "), "Enter @foo.example for every address of that domain.");
  assert.equal(blacklistProblem("a*@foo.example"), "Invalid Email");
  assert.equal(blacklistProblem("nobody"), "Invalid Email");
  assert.deepEqual(["ann@foo.example", "@foo.example"].map(blacklistProblem), [null, null]);
});

Deno.test("an import says what it added, what was there and what it left out", () => {
  const wrongLines = [{ line: 3, text: "nobody" }];
  assert.equal(importedText({ added: 1, known: 0, wrong: 0, wrongLines: [] }), "1 entry added.");
  assert.equal(
    importedText({ added: 0, known: 2, wrong: 3, wrongLines }),
    "0 entries added. 2 were there already. Not clearly an address or domain, so left out: line 3: nobody and 2 more. " +
      "Put one address or domain on each of these lines, then import them again.",
  );
});

Deno.test("a search finds an entry by a part of it, and a domain by any address of it", () => {
  const list = ["ann@x.example", "@rival.example", "bea@rivals.example"];
  const cases: [string, string[]][] = [
    ["", list],
    [" ANN ", ["ann@x.example"]],
    ["rival", ["@rival.example", "bea@rivals.example"]],
    ["Cem@Rival.example", ["@rival.example"]],
    ["cem@x.example", []],
  ];
  for (const [search, found] of cases) assert.deepEqual(list.filter((entry) => entryMatches(entry, search)), found);
});

Deno.test("an address whose domain is on the list is said to be refused either way, a domain or another is not", () => {
  const list = ["ann@x.example", "@rival.example"];
  const said = "@rival.example is on the list, so bea@rival.example gets no campaigns either way.";
  for (const [entry, text] of [["bea@rival.example", said], ["ann@x.example", ""], ["@rival.example", ""]]) {
    assert.equal(heldByDomain(entry, list), text);
  }
  assert.equal(heldByDomain("bea@not.rival.example", list), "");
});
