/** The stylesheets' own rules: names, layers, breakpoints, and a place for every file. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url);
const CSS = "static/css";

/** Folders and files of static/css beside the areas' own. */
const SHARED = [
  "components",
  "shell",
  "app",
  "public",
  "public_print",
  "unscripted",
  "tokens",
  "base",
  "utilities",
  "print",
];
const AREAS = [
  "accounts",
  "brokers",
  "loans",
  "conditions",
  "files",
  "letters",
  "servicing",
  "settings",
  "overview",
  "quote",
  "mail",
  "maps",
  "tracking",
  "news",
];
/** The only short names of classes: words of the field and the craft that need no more letters. */
const SHORT = ["app", "bar", "btn", "dot", "key", "ltv", "nav", "row", "tag"];
/** Classes that the libraries of plots and maps write. */
const OF_LIBRARIES = /^(u(plot|-[\w-]+)|ol-\w+)$/;

function filesBelow(path: string, pattern: RegExp): string[] {
  return [...Deno.readDirSync(new URL(path + "/", ROOT))].flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    return entry.isDirectory ? filesBelow(below, pattern) : pattern.test(below) ? [below] : [];
  });
}

const read = (path: string): string => Deno.readTextFileSync(new URL(path, ROOT));
const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, "");
const styles = [...filesBelow(CSS, /\.css$/), ...filesBelow("islands", /\.css$/)];

/** The classes that a stylesheet's selectors name. */
function classesOf(css: string): Set<string> {
  const selectors = withoutComments(css).replace(/@import[^;]*;/g, "").matchAll(/[^{};]+(?=\{)/g);
  return new Set([...selectors].flatMap(([text]) => [...text.matchAll(/\.([a-z][\w-]*)/gi)].map((found) => found[1])));
}

Deno.test("every class says what it is, in four letters or more", () => {
  const wrong = new Set<string>();
  const judge = (name: string, file: string) => {
    if (name.length < 4 && !SHORT.includes(name)) wrong.add(`${file}: ${name}`);
  };
  for (const file of styles) for (const name of classesOf(read(file))) judge(name, file);
  for (const file of ["routes", "islands", "lib/ui", "lib/client"].flatMap((top) => filesBelow(top, /\.tsx?$/))) {
    for (const [, names] of read(file).matchAll(/class(?:Name)?="([a-z][\w -]*)"/g)) {
      for (const name of names.split(" ")) judge(name, file);
    }
  }
  assert.deepEqual([...wrong], []);
});

Deno.test("every class of the stylesheets stands in the code", () => {
  const code = ["routes", "islands", "lib"].flatMap((top) => filesBelow(top, /\.tsx?$/)).map(read).join("\n");
  const words = new Set(code.match(/(?<=["'`\s])[a-z][\w-]*(?=["'`\s])/gi));
  const dead = styles.flatMap((file) =>
    [...classesOf(read(file))].filter((name) => !words.has(name) && !OF_LIBRARIES.test(name)).map((name) =>
      `${file}: ${name}`
    )
  );
  assert.deepEqual(dead, []);
});

Deno.test("a class that is put together has a rule for what it may become", () => {
  const ruled = styles.flatMap((file) => [...classesOf(read(file))]);
  const without: string[] = [];
  for (const file of ["routes", "islands", "lib/ui"].flatMap((top) => filesBelow(top, /\.tsx$/))) {
    for (const [, words] of read(file).matchAll(/className=\{`([^`]*)`\}/g)) {
      for (
        const word of words.replace(/\$\{[^}]*\}/g, "*").split(/\s+/).filter((one) => /^[\w-]+\*|\*[\w-]+$/.test(one))
      ) {
        const pattern = new RegExp(`^${word.replaceAll("*", "[\\w-]+")}$`);
        if (!ruled.some((name) => pattern.test(name))) without.push(`${file}: ${word}`);
      }
    }
  }
  assert.deepEqual(without, []);
});

Deno.test("an !important rule says which layer it has to outrank", () => {
  const wrong: string[] = [];
  for (const file of styles) {
    const parts = read(file).split("!important");
    for (const before of parts.slice(0, -1)) {
      const rule = before.slice(before.lastIndexOf("}") + 1);
      if (!/\/\*[^]*\bImportant: [^]*\*\//.test(rule)) wrong.push(`${file}: ${rule.trim()}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("media and container queries use the breakpoints of tokens.css alone", () => {
  const table = /Breakpoints[^]*?\*\//.exec(read(`${CSS}/tokens.css`))?.[0] ?? "";
  const set = new Set(table.match(/\d+rem/g));
  assert.equal(set.size, 7);
  const wrong: string[] = [];
  for (const file of styles) {
    for (const [query] of withoutComments(read(file)).matchAll(/@(?:media|container)[^{]*/g)) {
      for (const [length] of query.matchAll(/[\d.]+(?:rem|em|px)\b/g)) {
        if (!set.has(length)) wrong.push(`${file}: ${query.trim()}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a colour is written where it gets a name, and nowhere else", () => {
  const literal = /#[\da-f]{3,8}\b(?!")|\b(?:oklch|oklab|rgba?|hsla?|hwb)\(/i, wrong: string[] = [];
  let named = 0;
  for (const file of styles) {
    for (const [, property, value] of withoutComments(read(file)).matchAll(/([\w-]+):\s*([^;{}]+);/g)) {
      if (!literal.test(value.replace(/url\([^)]*\)/g, ""))) continue;
      if (property.startsWith("--")) named++;
      else wrong.push(`${file}: ${property}: ${value}`);
    }
  }
  assert.ok(named > 50);
  assert.deepEqual(wrong, []);
});

Deno.test("what lies over what follows the table of tokens.css", () => {
  const table = /What lies over what[^]*?\*\//.exec(read(`${CSS}/tokens.css`))?.[0] ?? "";
  const set = new Set(table.match(/-?\d+/g));
  assert.equal(set.size, 9);
  const wrong = styles.flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/z-index: ([^;]+);/g)].filter(([, value]) => !set.has(value))
      .map(([rule]) => `${file}: ${rule}`)
  );
  assert.deepEqual(wrong, []);
});

Deno.test("every stylesheet lies in its area, names its layers and is imported", () => {
  const wrong: string[] = [];
  const entries = ["app", "public", "public_print", "unscripted"].map((name) => `${CSS}/${name}.css`);
  const imported = new Set(
    entries.flatMap((file) => [...read(file).matchAll(/@import "\.\/([^"]+)"/g)].map(([, path]) => `${CSS}/${path}`)),
  );
  for (const file of filesBelow(CSS, /\.css$/)) {
    const [first] = file.slice(CSS.length + 1).replace(/\.css$/, "").split("/");
    if (!AREAS.includes(first) && !SHARED.includes(first)) wrong.push(`${file} is of no area`);
    if (entries.includes(file)) continue;
    if (!imported.has(file)) wrong.push(`${file} is imported nowhere`);
    const outside = withoutComments(read(file)).replace(/^@layer [\w, ]+(?:;|\{[^]*?^\})/gm, "").trim();
    if (outside) wrong.push(`${file} has rules in no layer: ${outside.slice(0, 60)}`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("what is hidden from the eye alone is hidden by one rule, but for words of every page and the menu's name", () => {
  const hiding = styles.filter((file) => /clip-path:[^;]*inset\(50%\)/.test(withoutComments(read(file))));
  assert.deepEqual(hiding, [`${CSS}/base.css`, `${CSS}/components/table.css`, `${CSS}/shell/menu.css`]);
  const folding = styles.filter((file) => /--unseen:;/.test(read(file)));
  assert.ok(folding.length >= 6, folding.join());
});

Deno.test("each colour of a market's steps is named twice at most: for swatches, and for drawings", () => {
  const naming = styles.filter((file) => /\[data-step="1"\]/.test(read(file)));
  assert.deepEqual(naming.toSorted(), ["islands/maps/_steps.css", `${CSS}/maps/words.css`]);
});

Deno.test("the fallback typeface has the lines of ours, and is one of each system's", () => {
  const [face] = read(`${CSS}/tokens.css`).match(/@font-face \{[^}]*"Source Sans Wait"[^}]*\}/)!;
  for (const name of ["Segoe UI", "Roboto", "Helvetica", "Arial", "Liberation Sans"]) {
    assert.ok(face.includes(`local("${name}")`), name);
  }
  const part = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]) / 100;
  const size = part("size-adjust");
  // Ascent and descent of Source Sans 3, in em, by its own table of lines.
  assert.ok(Math.abs(part("ascent-override") * size - 1.024) < .002);
  assert.ok(Math.abs(part("descent-override") * size - .4) < .002);
  assert.equal(part("line-gap-override"), 0);
});
