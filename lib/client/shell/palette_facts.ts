/**
 * What the link of the command palette carries: what its person may begin, with addresses, and the palette's styles.
 */
export interface PaletteFacts {
  begin: [name: string, href: string][];
  styles: string;
}

/** Reads it from the page. */
export function paletteFacts(): PaletteFacts {
  const link = document.querySelector<HTMLElement>("[data-palette]");
  return link ? JSON.parse(link.dataset.palette!) : { begin: [], styles: "" };
}

/** Adds a stylesheet once; resolves when it applies, or could not be had. */
export function addStyles(href: string): Promise<void> {
  if (!href || document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done) => {
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
    document.head.append(link);
  });
}
