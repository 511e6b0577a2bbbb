/** A list's address and its query: each says the same, and no text breaks either. */
import assert from "node:assert/strict";
import { accountListQuery } from "../../../lib/schemas/brokers/list.ts";
import { defineListQuery, type ListQuery, oneOf, pageNumber, searchText } from "../../../lib/schemas/list_query.ts";
import { loanListQuery, ownLoansQuery } from "../../../lib/schemas/loans/list.ts";
import { contactsQuery, trackingOverviewQuery, trackingQuery } from "../../../lib/schemas/tracking.ts";
import { emailListQuery } from "../../../lib/schemas/mail/mail.ts";
import { bookQuery } from "../../../lib/schemas/servicing/book.ts";
import { outboxQuery } from "../../../lib/schemas/mail/outbox.ts";
import { newsQuery } from "../../../lib/schemas/news.ts";
import { versionsQuery } from "../../../lib/schemas/settings/versions.ts";
import { behindQuery, overviewQuery } from "../../../lib/schemas/overview.ts";
import fc from "../../support/properties.ts";

const fruit = defineListQuery("/fruit", {
  kind: oneOf(["any", "apple", "pear"], "any"),
  q: searchText(5),
  sort: oneOf(["name", "price"], "name"),
  dir: oneOf(["asc", "desc"], "asc"),
  page: pageNumber,
}, { direction: "dir" });
const usual = { kind: "any", q: "", sort: "name", dir: "asc", page: 1 } as const;

Deno.test("an address has the parameters that differ from the default, in the order of declaration", () => {
  assert.deepEqual(fruit.defaults, usual);
  assert.equal(fruit.address(usual), "/fruit");
  assert.equal(fruit.address({ ...usual, page: 3, q: "a&b", kind: "pear" }), "/fruit?kind=pear&q=a%26b&page=3");
  assert.equal(fruit.text({ ...usual, dir: "desc" }), "dir=desc");
  assert.deepEqual(fruit.notDefault({ ...usual, page: 2 }), { page: "2" });
});

const pageNumbers = fc.integer({ min: 1, max: 1000 });

Deno.test("an address is written as URLSearchParams writes it, whatever its texts", () => {
  const q = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."aZ09_.*- +%&=~é") }));
  fc.assert(fc.property(q, pageNumbers, (q, page) => {
    const query = { ...usual, q, page };
    assert.equal(fruit.text(query), new URLSearchParams(fruit.notDefault(query)).toString());
  }));
});

Deno.test("a change leads to page 1, unless it is of the page or there is none", () => {
  const second = { ...usual, q: "a", page: 2 };
  assert.equal(fruit.address(second), "/fruit?q=a&page=2");
  assert.equal(fruit.address(second, {}), "/fruit?q=a&page=2");
  assert.equal(fruit.address(second, { page: 4 }), "/fruit?q=a&page=4");
  assert.equal(fruit.address(second, { kind: "apple" }), "/fruit?kind=apple&q=a");
  assert.equal(
    ownLoansQuery.address({ q: "", show: "all", page: 2 }, { show: "completed" }),
    "/dashboard/loans?show=completed",
  );
});

Deno.test("a column's address sorts ascending, and reverses where it is sorted by already", () => {
  assert.equal(fruit.sortAddress({ ...usual, page: 2 }, "price"), "/fruit?sort=price");
  assert.equal(fruit.sortAddress(usual, "name"), "/fruit?dir=desc");
  assert.equal(fruit.sortAddress({ ...usual, dir: "desc" }, "name"), "/fruit");
  assert.equal(loanListQuery.sortAddress(loanListQuery.defaults, "city"), "/dashboard/loans?sort=city&order=asc");
  const byCity = loanListQuery.parse({ sort: "city", order: "asc" });
  assert.equal(loanListQuery.sortAddress(byCity, "city"), "/dashboard/loans?sort=city");
  assert.deepEqual([fruit.isDescending(usual), loanListQuery.isDescending(loanListQuery.defaults)], [false, true]);
});

const READ: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ["nothing", {}, {}],
  ["each parameter", { kind: "pear", q: " Ann ", sort: "price", dir: "desc", page: "12" }, {
    kind: "pear",
    q: "Ann",
    sort: "price",
    dir: "desc",
    page: 12,
  }],
  ["a select's column and direction", { sort: "price-desc" }, { sort: "price", dir: "desc" }],
  ["that, against a direction", { sort: "price-asc", dir: "desc" }, { sort: "price" }],
  ["unknown words", { kind: "plum", sort: "weight", dir: "up", page: "last", more: "x" }, {}],
  ["an unknown column with a direction", { sort: "weight-desc" }, { dir: "desc" }],
  ["page 0", { page: "0" }, {}],
  ["a page below 0", { page: "-1" }, {}],
  ["half a page", { page: "1.5" }, {}],
  ["a page beyond all", { page: "9999999" }, {}],
  ["other types", { kind: ["pear"], q: { toString: "x" }, sort: 1, page: 2 }, {}],
  ["names of every object", { kind: "__proto__", sort: "constructor", __proto__: { q: "x" } }, {}],
  ["a long search, cut", { q: "abcdefgh" }, { q: "abcde" }],
  ["a cut that ends in a space", { q: "abcd efg" }, { q: "abcd" }],
  ["a cut within a character", { q: "abcd\u{1F600}" }, { q: "abcd\uFFFD" }],
  ["control characters", { q: "a\0\nb" }, { q: "a  b" }],
];
for (const [what, sent, expected] of READ) {
  Deno.test(`a list's query reads ${what}`, () => assert.deepEqual(fruit.parse(sent), { ...usual, ...expected }));
}

Deno.test("of a repeated parameter in an address the first counts", () => {
  assert.deepEqual(fruit.parse(new URL("http://localhost/fruit?kind=pear&kind=apple")), { ...usual, kind: "pear" });
});

Deno.test("accounts that are not brokers have no rating, in the query and in the address", () => {
  assert.equal(accountListQuery.parse({ type: "admin", rating: "elite" }).rating, "");
  const elite = accountListQuery.parse({ rating: "elite" });
  assert.equal(accountListQuery.address(elite, { type: "broker" }), "/dashboard/brokers?type=broker&rating=elite");
  assert.equal(accountListQuery.address(elite, { type: "owner" }), "/dashboard/brokers?type=owner");
});

/** Every list, with texts that mean something in each of them. */
const LISTS: Record<string, ListQuery<never>> = {
  "tracked emails": trackingQuery,
  "an email's contacts": contactsQuery(1, 1),
  "tracking overview": trackingOverviewQuery,
  fruit,
  loans: loanListQuery,
  own: ownLoansQuery,
  accounts: accountListQuery,
  overview: overviewQuery,
  "loans behind": behindQuery,
  emails: emailListQuery,
  outbox: outboxQuery,
  book: bookQuery,
  news: newsQuery,
  "settings versions": versionsQuery,
} as never;
const WORDS = [
  ..."any apple pear price name asc desc Funded Trash first green city amount broker elite admin loans-desc all versions config"
    .split(
      " ",
    ),
  ..."risk history 12 amount 3 50 200 0 007 -1 1e3 NaN __proto__ ' <b> %00 a&b=c +".split(" "),
];
/** Any text is a search, and any may be a bucket's label. */
const FREE_TEXTS = ["q", "is"];
const value = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: "binary", maxLength: 140 }));

for (const [name, list] of Object.entries(LISTS)) {
  const sent = fc.record(Object.fromEntries(Object.keys(list.defaults).map((key) => [key, value])), {
    requiredKeys: [],
  });

  Deno.test(`${name}: property: the address of any query reads back as that query`, () => {
    fc.assert(fc.property(sent, (texts) => {
      const query = list.parse(texts);
      assert.deepEqual(list.parse(new URL(list.address(query), "http://localhost")), query);
      assert.deepEqual(list.parse(list.notDefault(query)), query);
    }));
  });

  Deno.test(`${name}: unknown values give the defaults`, () => {
    const unknown = fc.string().filter((text) => !WORDS.includes(text)).map((text) => `?${text}`);
    const others = Object.fromEntries(
      Object.keys(list.defaults).filter((key) => !FREE_TEXTS.includes(key)).map((key) => [key, unknown]),
    );
    fc.assert(fc.property(fc.record(others), (texts) => assert.deepEqual(list.parse(texts), list.defaults)));
  });
}
