/** Where the page's drawings are. In a browser the document says so, hence both sides write the same address. */
let source = (): string => typeof document === "undefined" ? "" : document.documentElement.dataset.sprite ?? "";

/** Tells server rendering where the sprite is; the document's module calls it once. */
export function setSprite(from: () => string): void {
  source = from;
}

/** The address of one drawing of the sprite. */
export const drawing = (name: string): string => `${source()}#${name}`;
