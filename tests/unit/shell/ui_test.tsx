import assert from "node:assert/strict";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Band } from "../../../lib/ui/band.tsx";
import { MiniBar } from "../../../lib/ui/loans/bars.tsx";
import { Dialog, DialogButton } from "../../../lib/ui/dialog.tsx";
import { EmailAddress } from "../../../lib/ui/email_address.tsx";
import { AreaField, PasswordField, SelectField, TextField, UnitField } from "../../../lib/ui/field.tsx";
import { Facts, Fig, Strip } from "../../../lib/ui/figures.tsx";
import { Money } from "../../../lib/ui/money.tsx";
import { Pager } from "../../../lib/ui/pager.tsx";
import { ScoreScale } from "../../../lib/ui/scale.tsx";
import { QuoteResultView } from "../../../lib/ui/quote/quote_result.tsx";
import { Segment } from "../../../lib/ui/segment.tsx";
import { Slider } from "../../../lib/ui/slider.tsx";
import { SortSelect } from "../../../lib/ui/sort_select.tsx";
import { SpriteUrl } from "../../../lib/ui/sprite.ts";
import { Notice } from "../../../lib/ui/notice.tsx";
import { Tag } from "../../../lib/ui/states.tsx";
import { SortHead } from "../../../lib/ui/table.tsx";
import { Tabs } from "../../../lib/ui/tabs.tsx";

const html = (node: ReactNode) =>
  renderToString(<SpriteUrl value="/s.svg">{node}</SpriteUrl>).replaceAll("<!-- -->", "");

Deno.test("a band is a shape and a word, and the word stays for screen readers where it is not shown", () => {
  assert.equal(
    html(<Band band="green" figure="2.38" />),
    '<span class="band" data-band="green"><svg aria-hidden="true"><use href="/s.svg#band-green"></use></svg><b>2.38</b>Green</span>',
  );
  assert.match(html(<Band band="red" word="Unlikely" quiet />), /<span class="visually-hidden">Unlikely<\/span>/);
  assert.doesNotMatch(html(<Band band="none" />), /svg/);
});

Deno.test("an error is marked by colour, icon and word", () => {
  assert.equal(
    html(<Tag bad>Bounced</Tag>),
    '<span class="tag" data-band="red"><svg class="icon" aria-hidden="true"><use href="/s.svg#circle-alert"></use></svg>Bounced</span>',
  );
  assert.equal(html(<Tag bad={false}>Sent</Tag>), '<span class="tag">Sent</span>');
});

Deno.test("an address breaks after its punctuation, so that no letter stands alone on a line", () => {
  assert.equal(html(<EmailAddress address="ann.lee@lend.example" />), "ann.<wbr/>lee@<wbr/>lend.<wbr/>example");
});

Deno.test("amounts have no decimals and a true minus, and a missing one has its words (loans specification 9)", () => {
  assert.equal(html(<Money dollars={-460000.4} />), '<span class="nowrap">−$460,000</span>');
  assert.match(html(<Money dollars={null} />), /<span class="visually-hidden">none<\/span>/);
});

Deno.test("a score stands at its eighth of the scale, and never off it", () => {
  const scale = html(<ScoreScale score={2.38} yellow={2.5} red={4} band="green" />);
  assert.match(scale, /aria-label="Score 2\.38 of 8: green"/);
  assert.match(scale, /<line class="needle" x1="29\.75%" x2="29\.75%"/, "2.38 / 8");
  assert.match(scale, /<line class="zone-yellow" x1="31\.25%" x2="50\.00%"/, "2.5 / 8 to 4 / 8");
  assert.match(html(<ScoreScale score={11} yellow={2.5} red={4} band="red" />), /class="needle" x1="100\.00%"/);
});

Deno.test("a bar is full at 100 percent and beyond, and has its limit's mark", () => {
  const bar = html(<MiniBar percent={130} limit={80} />);
  assert.match(bar, /class="filled" y="4" width="100%"/);
  assert.match(bar, /class="limit" x="80%"/);
});

Deno.test("a field's label, hint and error are tied to its control", () => {
  const field = html(<TextField id="mail" label="Email" hint="Work address" error="Invalid Email!" type="email" />);
  assert.match(field, /<label for="mail">Email<\/label><p class="hint" id="mail-h">/);
  assert.match(field, /<input type="email" id="mail" aria-describedby="mail-h mail-e" aria-invalid="true"\/>/);
  assert.match(field, /<p class="error" id="mail-e">Invalid Email!<\/p>/);
  assert.doesNotMatch(html(<TextField id="a" label="A" />), /aria-/);
  assert.match(
    html(<UnitField id="a" label="A" unit="$" />),
    /<span class="unit"><span aria-hidden="true">\$<\/span><input/,
  );
  assert.match(html(<UnitField id="a" label="A" unit="%" />), /<span aria-hidden="true">%<\/span><\/span><\/div>$/);
  assert.match(html(<UnitField id="a" label="A" unit="%" flag="yellow" />), /flagged yellow/);
  assert.match(html(<PasswordField id="p" label="P" />), /type="button" data-eye="p"/);
  assert.match(
    html(<AreaField id="t" label="T" wide note="optional" />),
    /<div class="field span-two">.*<span class="optional">optional/,
  );
  const select = html(
    <SelectField id="s" label="S" empty="Any" choices={["a", { value: "b", label: "Bee", disabled: true }]} />,
  );
  assert.match(select, /<option value="">Any<\/option><option value="a">a<\/option><option value="b" disabled="">Bee</);
});

Deno.test("a slider names its range after its field and its steps", () => {
  const slider = html(
    <Slider
      id="v"
      label="Value"
      text="500,000"
      value={500000}
      min={250000}
      max={3000000}
      step={25000}
      ends={["a", "b"]}
      onText={() => {}}
      onRange={() => {}}
      onLeave={() => {}}
      onKey={() => {}}
    />,
  );
  assert.match(slider, /<label for="v">Value<\/label>/);
  assert.match(
    slider,
    /type="range" aria-label="Value, slider" min="250000" max="3000000" step="25000" value="500000"/,
  );
});

Deno.test("one segment is chosen", () => {
  const options = [{ value: "first", label: "First" }, { value: "second", label: "Second" }];
  const segment = html(<Segment legend="Loan type" name="type" options={options} chosen="second" />);
  assert.match(segment, /<legend class="visually-hidden">Loan type<\/legend>/);
  assert.equal(segment.match(/checked=""/g)?.length, 1);
  assert.match(segment, /checked="" value="second"/);
});

Deno.test("a sorted column says so, and each heading is the link to its order", () => {
  const head = (by: string) =>
    html(
      <table>
        <thead>
          <tr>
            <SortHead by={by} sort={{ by: "client", descending: false }} href={`?by=${by}`}>X</SortHead>
          </tr>
        </thead>
      </table>,
    );
  assert.match(head("client"), /aria-sort="ascending"><a href="\?by=client">/);
  assert.match(head("city"), /<th scope="col" role="columnheader"><a href="\?by=city">/);
});

Deno.test("a list's order is a select where no headings are; its default order is none in the address", () => {
  interface Query {
    sort: string;
    dir: string;
  }
  const list = { defaults: { sort: "name", dir: "asc" }, isDescending: ({ dir }: Query) => dir === "desc" };
  const choices = [["name", "asc", "By name"], ["opens", "desc", "By opens"], [
    "last",
    "desc",
    "By last",
    "By last, oldest first",
  ]] as const;
  const select = (sort: string, dir: string) =>
    html(<SortSelect<Query> list={list} query={{ sort, dir }} choices={choices} />).replace(
      /^<select [^>]*>|<\/select>$/g,
      "",
    );
  const byName = '<option value="">By name</option>', byLast = '<option value="last-desc">By last</option>';
  const byOpens = '<option value="opens-desc">By opens</option>';
  const chosen = (option: string) => option.replace(">", ' selected="">');
  assert.equal(select("name", "asc"), chosen(byName) + byOpens + byLast);
  assert.equal(select("opens", "desc"), byName + chosen(byOpens) + byLast);
  const others = [["name", "desc", "By name, Z to A"], ["opens", "asc", "By opens, lowest first"], [
    "last",
    "asc",
    "By last, oldest first",
  ]];
  for (const [sort, dir, words] of others) {
    const turned = `<option value="${sort}-${dir}" selected="">${words}</option>`;
    assert.equal(select(sort, dir), turned + byName + byOpens + byLast);
  }
});

Deno.test("figures, facts, tabs and pages show what they are given and leave out what is missing", () => {
  assert.equal(
    html(<Strip label="Sum" groups={[<Fig key="a" label="Loans">64</Fig>]} />),
    '<section class="strip" aria-label="Sum"><dl><div class="figure"><dt>Loans</dt><dd>64</dd></div></dl></section>',
  );
  assert.equal(
    html(<Facts facts={[["A", 0], ["B", null]]} />),
    '<dl class="facts"><dt>A</dt><dd>0</dd></dl>',
  );
  assert.match(
    html(<Tabs label="Lists" tabs={[{ href: "/a", label: "Pending", count: 0, here: true }]} />),
    /<a href="\/a" aria-current="page">Pending <span>0<\/span><\/a>/,
  );
  assert.equal(html(<Pager page={1} pages={1} what="loans" href={String} />), "");
  const first = html(<Pager page={1} pages={3} what="loans" href={(n) => `?page=${n}`} />);
  assert.doesNotMatch(first, /rel="prev"/);
  assert.match(first, /rel="next" href="\?page=2"/);
});

Deno.test("dialogs open and close without script, and warnings name their kind", () => {
  const dialog = html(<Dialog id="d" title="Share Loan?" sheet>text</Dialog>);
  assert.match(dialog, /<dialog id="d" class="sheet" aria-labelledby="d-title">/);
  assert.match(dialog, /command="close" commandfor="d" aria-label="Close"/);
  assert.match(html(<DialogButton dialog="d">Open</DialogButton>), /type="button" command="show-modal" commandfor="d"/);
  assert.match(
    html(<Notice band="red" live>x</Notice>),
    /<p class="notice" data-band="red" role="status">.*triangle-alert/,
  );
});

Deno.test("a quote says how much the law leaves for fees, a bridge's for price and fees, and that fees leave less (lending rules 3)", () => {
  const scoreMessage = "Likely" as const;
  const priced = { type: "bridge" as const, ltv: 60, score: 2, rate: 0.12, monthlyPayment: 0, bridgePricing: 2000 };
  const inputs = { loanAmount: 100_000, valueOfResidence: 500_000, existingFirstMtgAmt: 0, bridgeTerm: 60 };
  const result = { ...priced, scoreMessage, ceiling: 5753 };
  assert.match(
    html(<QuoteResultView result={result} inputs={inputs} limit={80} />),
    /Legal cap on price and fees<\/dt><dd[^>]*>\$5,753, less where fees come off the loan/,
  );
  const second = { ...result, type: "second" as const, bridgePricing: null, monthlyPayment: 1000, ceiling: 17_037 };
  assert.match(
    html(<QuoteResultView result={second} inputs={inputs} limit={80} />),
    /Legal cap on fees, over a year<\/dt><dd[^>]*>\$17,037</,
  );
});
