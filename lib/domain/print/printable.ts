/** The characters that the print typeface has (static/fonts/print), by font file. */

/** The typeface's files, in order of lookup. */
export const FACES = ["latin", "latin-ext", "vietnamese"] as const;
export type Face = (typeof FACES)[number];

/** Inclusive ranges of code points. */
const RANGES: Readonly<Record<Face, readonly (readonly [number, number])[]>> = {
  "latin": [
    [0x20, 0x7e],
    [0xa0, 0xac],
    [0xae, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x2013, 0x2014],
    [0x2018, 0x201a],
    [0x201c, 0x201e],
    [0x2022, 0x2022],
    [0x2026, 0x2026],
    [0x2032, 0x2033],
    [0x2039, 0x203a],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2212, 0x2212],
  ],
  "latin-ext": [
    [0x100, 0x130],
    [0x132, 0x151],
    [0x154, 0x17f],
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x1cd, 0x1dc],
    [0x1fa, 0x1ff],
    [0x218, 0x21b],
    [0x1e80, 0x1e85],
    [0x1e9e, 0x1e9e],
    [0x1ef2, 0x1ef9],
    [0x2020, 0x2020],
  ],
  "vietnamese": [[0x1ea0, 0x1ef1]],
};

function faceOf(character: string): Face | null {
  const code = character.codePointAt(0)!;
  for (const face of FACES) {
    if (RANGES[face].some(([from, to]) => code >= from && code <= to)) return face;
  }
  return null;
}

/** The distinct characters of a text that no font file has, without line breaks. */
export function unprintable(text: string): string[] {
  const found = new Set<string>();
  for (const character of text.normalize("NFC")) {
    if (character !== "\n" && character !== "\t" && faceOf(character) === null) found.add(character);
  }
  return [...found];
}

/** Replaces each character that cannot be printed with a question mark. */
export function printable(text: string): string {
  let out = "";
  for (const character of text.normalize("NFC").replace(/\t/g, " ")) {
    out += character === "\n" || faceOf(character) ? character : "?";
  }
  return out;
}

/** A text as runs of one font file each, for a printer with one font for each file. */
export function faceRuns(text: string): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = [];
  for (const character of printable(text)) {
    const last = runs.at(-1);
    const face = character === "\n" || character === " " ? last?.face ?? "latin" : faceOf(character) ?? "latin";
    if (last?.face === face) last.text += character;
    else runs.push({ face, text: character });
  }
  return runs;
}

/** `"😀" (U+1F600)`: a character with its code point, as the screen may not show it either. */
export function characterName(character: string): string {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{C}\p{M}\p{Z}]/u.test(character) ? code : `${character} (${code})`;
}
