/** The URL of the icon sprite. In a browser it comes from the document, so both sides render the same. */
let source = (): string => typeof document === "undefined" ? "" : document.documentElement.dataset.sprite ?? "";

/** Sets the sprite's URL for server rendering; called once by the document's module. */
export function setSprite(from: () => string): void {
  source = from;
}

/** The URL of one icon of the sprite. */
export const drawing = (name: string): string => `${source()}#${name}`;
