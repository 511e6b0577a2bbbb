/** The parts of a chart are told apart by any eyes, in both themes, whatever hue the lender chose. */
import assert from "node:assert/strict";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Columns } from "../../../lib/ui/charts/columns.tsx";

const tokens = await Deno.readTextFile(new URL("../../../static/css/tokens.css", import.meta.url));

type Colour = readonly [number, number, number];

/** A token's text in one theme, with the tokens that it names put in. */
function resolved(name: string, theme: 0 | 1, brand: { h: number; c: number }): string {
  const text = new RegExp(`--${name}: ([^;]+);`).exec(tokens)![1];
  const sides = /^light-dark\((oklch\(.*\)),\s+(oklch\(.*\))\)$/.exec(text);
  const side = (sides ? sides[theme + 1] : text).replaceAll("var(--brand-h)", String(brand.h))
    .replaceAll("var(--brand-c)", String(brand.c));
  return side.replace(/var\(--([\w-]+)\)/g, (_, other) => resolved(other, theme, brand));
}

/** Linear sRGB of an oklch() text, as the CSS Color specification converts it. */
function linearOf(text: string): Colour {
  const worked = text.replace(/calc\(([\d.]+) \* ([\d.]+)\)/g, (_, a, b) => String(a * b));
  const [l, c, h] = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/.exec(worked)!.slice(1).map(Number);
  const a = c * Math.cos(h * Math.PI / 180), b = c * Math.sin(h * Math.PI / 180);
  const [x, y, z] = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((n) => n ** 3);
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ].map((n) => Math.min(Math.max(n, 0), 1)) as unknown as Colour;
}

function labOf([r, g, b]: Colour): Colour {
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map((n) => Math.cbrt(Math.max(n, 0)));
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** What eyes make of linear sRGB: all cones, or one kind missing (Machado, Oliveira and Fernandes 2009, severity 1). */
const EYES: Record<string, readonly Colour[]> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const seen = (colour: Colour, eyes: readonly Colour[]) =>
  eyes.map((row) => row.reduce((sum, part, i) => sum + part * colour[i], 0)) as unknown as Colour;
const distance = (a: Colour, b: Colour) => Math.hypot(...labOf(a).map((part, i) => part - labOf(b)[i]));
const luminance = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: Colour, b: Colour) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

const SERIES = ["series-1", "series-2", "series-3", "series-4"];
/** Thin lines and columns: the third fills parts of a ring, each beside its words. */
const LINES = ["series-1", "series-2", "series-4"];
const BRANDS = [{ h: 222, c: 0.088 }, ...[0, 60, 120, 180, 300].map((h) => ({ h, c: 0.088 })), { h: 222, c: 0 }];
const THEMES = [["light", 0], ["dark", 1]] as const;

for (const [theme, side] of THEMES) {
  Deno.test(`${theme}: no two parts of a chart look alike, with colour blindness too, whatever the lender's hue`, () => {
    for (const brand of BRANDS) {
      const colours = SERIES.map((name) => linearOf(resolved(name, side, brand)));
      for (const [kind, eyes] of Object.entries(EYES)) {
        for (const [i, one] of colours.entries()) {
          for (const [j, other] of colours.slice(0, i).entries()) {
            const apart = distance(seen(one, eyes), seen(other, eyes));
            assert.ok(apart >= 0.1, `${SERIES[i]} and ${SERIES[j]}, ${kind}, hue ${brand.h}: ${apart.toFixed(3)}`);
          }
        }
      }
    }
  });

  Deno.test(`${theme}: a chart's lines contrast with the background by 3 to 1 (WCAG 2.2, 1.4.11)`, () => {
    for (const brand of BRANDS) {
      const ground = linearOf(resolved("surface", side, brand));
      for (const name of LINES) {
        const found = contrast(linearOf(resolved(name, side, brand)), ground);
        assert.ok(found >= 3, `${name}, hue ${brand.h}: ${found.toFixed(2)}`);
      }
    }
  });
}

Deno.test("columns have the colours that contrast with the background, the chosen one another than the rest", () => {
  const data = ["Jan", "Feb", "Mar"].map((label, i) => ({ label, value: i + 1, text: String(i + 1) }));
  const colours = (chosen?: number) =>
    [
      ...renderToStaticMarkup(createElement(Columns, { label: "By month", data, chosen })).matchAll(
        /<rect class="(\S+)"/g,
      ),
    ]
      .map(([, colour]) => colour);
  assert.deepEqual([colours(), colours(1)], [
    ["series-2", "series-2", "series-2"],
    ["series-4", "series-2", "series-4"],
  ]);
  assert.ok([...colours(), ...colours(1)].every((colour) => LINES.includes(colour)));
});
