import { createContext } from "react";

/** The URL of the icon sprite. A page on the server provides it; in a browser the document has it, so both agree. */
export const SpriteUrl = createContext(
  typeof document === "undefined" ? "" : document.documentElement.dataset.sprite ?? "",
);
