import assert from "node:assert/strict";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Island } from "../../../lib/server/island.tsx";
import { Tally } from "../../support/islands/Tally.tsx";

interface Row {
  id: number;
  note?: string;
  tags: readonly string[];
  closed: string | null;
}

const Good = (props: { rows: Row[]; kind: "a" | "b"; byCity: Record<string, number> }): ReactNode => props.kind;
const Bare = (): ReactNode => "bare";
const WithDate = (props: { at: Date }): ReactNode => String(props.at);
const WithDeepDate = (props: { rows: { at: Date }[] }): ReactNode => props.rows.length;
const WithFunction = (props: { go: () => void }): ReactNode => String(props.go);
const WithMap = (props: { map: Map<string, number> }): ReactNode => props.map.size;
const WithBigint = (props: { big: bigint }): ReactNode => String(props.big);
const WithUndefined = (props: { nothing: undefined }): ReactNode => String(props.nothing);
const rows: Row[] = [{ id: 1, tags: ["x"], closed: null }];

Deno.test("an island's props must be plain JSON, or the type check fails", () => {
  const elements = {
    whole: <Island of={Good} rows={rows} kind="a" byCity={{ Ottawa: 1 }} on="visible" />,
    bare: <Island of={Bare} />,
    // @ts-expect-error: a prop is missing
    missing: <Island of={Good} rows={rows} kind="a" />,
    // @ts-expect-error: a prop has another type
    otherType: <Island of={Good} rows={rows} kind="c" byCity={{}} />,
    // @ts-expect-error: a prop the island does not have
    extra: <Island of={Bare} more="1" />,
    // @ts-expect-error: a date becomes text
    date: <Island of={WithDate} at={new Date(0)} />,
    // @ts-expect-error: a date further in, too
    deepDate: <Island of={WithDeepDate} rows={[{ at: new Date(0) }]} />,
    // @ts-expect-error: a function is lost
    fn: <Island of={WithFunction} go={() => {}} />,
    // @ts-expect-error: a map becomes {}
    map: <Island of={WithMap} map={new Map()} />,
    // @ts-expect-error: JSON refuses a bigint
    bigint: <Island of={WithBigint} big={1n} />,
    // @ts-expect-error: what is only ever undefined is lost
    undef: <Island of={WithUndefined} nothing={undefined} />,
  };
  assert.equal(Object.keys(elements).length, 11);
});

function Note(props: { text: string }): ReactNode {
  return <p>{props.text}</p>;
}

Deno.test("an island's wrapper carries name, script and props, and no text can close it", () => {
  const text = `</is-land><script>alert("1")</script>' & \u2028 "`;
  const html = renderToString(<Island of={Note} text={text} on="later" />);
  const wrapper = /^.*<is-land data-name="Note" data-src="islands\/Note\.tsx" data-on="later" data-props="([^"]*)"><p>/s
    .exec(html);
  assert.ok(wrapper, html);
  const json = wrapper[1].replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&lt;", "<").replaceAll(
    "&gt;",
    ">",
  ).replaceAll("&amp;", "&");
  assert.deepEqual(JSON.parse(json), { text });
  assert.equal(html.match(/<script>/), null);
  assert.equal(html.match(/<\/is-land>/g)?.length, 1);
});

Deno.test("the loader script is written once, and only islands that load at once are preloaded", () => {
  const page = (on: "load" | "visible", early = false) =>
    renderToString(
      <html>
        <head />
        <body>
          <Island of={Note} text="1" on={on} early={early} />
          <Island of={Note} text="2" on={on} early={early} />
        </body>
      </html>,
    );
  const loaders = /<script type="module" async="" src="\/assets\/islands\/shell\/boot\.ts" blocking="render">/g;
  assert.equal(page("load").match(loaders)?.length, 1, page("load"));
  assert.match(page("load"), /<link rel="modulepreload"[^>]*href="\/assets\/islands\/Note\.tsx"/);
  assert.equal(page("visible").match(loaders)?.length, 1);
  assert.doesNotMatch(page("visible"), /modulepreload/);
  // A page whose buttons all work by themselves is shown before it.
  assert.match(page("load", true), /<script[^>]*boot\.ts"><\/script>/);
});

Deno.test("atoms have a store of their own for each rendering", () => {
  const once = () => renderToString(<Island of={Tally} id="t" />);
  assert.match(once(), />t 0</);
  assert.equal(once(), once());
});
