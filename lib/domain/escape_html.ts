const SPECIAL = /[&<>"]/;

/** A text as it stands in HTML, between tags or in an attribute's double quotes. */
export function escapeHtml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
  nbsp: " ",
  "#160": " ",
};
/** The text that stands in HTML that we or our packages wrote, between two tags or in an attribute. */
export const decodeHtml = (html: string): string =>
  html.replace(/&(#?\w+);/g, (whole, name: string) => Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : whole);
