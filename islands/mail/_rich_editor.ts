/** Squire as a mail's text is edited with it. Loaded when an editor is opened. */
import DOMPurify from "dompurify";
import Squire from "squire-rte";
import { isPicturePath } from "../../lib/domain/mail/picture.ts";
import { BUTTON_CLASS, RICH_ELEMENTS } from "../../lib/domain/mail/rich_text.ts";
import type { Picture } from "./_add_picture.tsx";
import { createEcho } from "./echo.ts";

export type RichFormat = "bold" | "italic" | "heading" | "list" | "numbers";

export interface RichEditor {
  toggle(format: RichFormat): void;
  /** The words that are marked. */
  marked(): string;
  /** Puts a link in place of what is marked. */
  link(words: string, address: string, kind: "link" | "button"): void;
  picture(picture: Picture): void;
  insert(text: string): void;
  /** Shows another text, where it is not one that was written here and comes back. */
  show(html: string): void;
  close(): void;
}

/** What is pasted keeps the elements that a mail's text may have. The server tidies it again, and that counts. */
function fragmentOf(html: string): DocumentFragment {
  const clean = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...Object.keys(RICH_ELEMENTS), "div", "strong", "em", "h1", "h4"],
    ALLOWED_ATTR: ["href", "class", "src", "alt", "width"],
    RETURN_DOM_FRAGMENT: true,
  });
  for (const picture of clean.querySelectorAll("img")) {
    // What is copied here comes back with a whole address.
    const source = picture.getAttribute("src") ?? "",
      address = URL.canParse(source, location.href) && new URL(source, location.href);
    if (address && address.origin === location.origin && isPicturePath(address.pathname)) {
      picture.setAttribute("src", address.pathname);
    } else picture.remove();
  }
  return document.importNode(clean, true);
}

/** Makes the paragraphs that are marked headings, or the other way round. */
function setBlocks(editor: Squire, name: "h2" | "p"): void {
  editor.modifyBlocks((blocks) => {
    for (const block of blocks.querySelectorAll("p, h2, h3")) {
      const other = document.createElement(name);
      other.append(...block.childNodes);
      block.replaceWith(other);
    }
    return blocks;
  });
}

/** Opens an editor in an element. `onText` gets what it holds, empty where that says nothing. */
export function openEditor(
  root: HTMLElement,
  html: string,
  on: { onText: (html: string) => void; onFormats: (formats: ReadonlySet<string>) => void },
): RichEditor {
  const editor = new Squire(root, { blockTag: "P", addLinks: false, sanitizeToDOMFragment: fragmentOf });
  /** What was given, and how the editor writes that: it completes paragraphs. */
  let shown = html, asWritten = "";
  const textOf = () => {
    const written = editor.getHTML();
    if (written === asWritten) return shown;
    return root.textContent?.trim() || root.querySelector("img") ? written : "";
  };
  function set(text: string): void {
    shown = text;
    editor.setHTML(text);
    asWritten = editor.getHTML();
  }
  set(html);
  const echo = createEcho(html);
  const has: Readonly<Record<RichFormat, string>> = {
    bold: "B",
    italic: "I",
    heading: "H2",
    list: "UL",
    numbers: "OL",
  };
  const formats = () => (Object.keys(has) as RichFormat[]).filter((format) => editor.hasFormat(has[format]));
  editor.addEventListener("pathChange", () => on.onFormats(new Set(formats())));
  editor.addEventListener("input", () => {
    const text = textOf();
    echo.tell(text);
    on.onText(text);
  });
  const acts: Readonly<Record<RichFormat, readonly [set: () => unknown, unset: () => unknown]>> = {
    bold: [() => editor.bold(), () => editor.removeBold()],
    italic: [() => editor.italic(), () => editor.removeItalic()],
    heading: [() => setBlocks(editor, "h2"), () => setBlocks(editor, "p")],
    list: [() => editor.makeUnorderedList(), () => editor.removeList()],
    numbers: [() => editor.makeOrderedList(), () => editor.removeList()],
  };
  return {
    toggle(format) {
      const [set, unset] = acts[format];
      editor.focus();
      if (formats().includes(format)) unset();
      else set();
      on.onFormats(new Set(formats()));
    },
    marked: () => editor.getSelectedText(),
    link(words, address, kind) {
      const link = document.createElement("a");
      link.href = address;
      if (kind === "button") link.className = BUTTON_CLASS;
      link.textContent = words;
      editor.focus();
      editor.insertHTML(link.outerHTML);
    },
    picture({ src, altText, width, address }) {
      const picture = document.createElement("img");
      picture.setAttribute("src", src);
      picture.alt = altText;
      picture.width = width;
      const link = document.createElement("a");
      link.href = address;
      link.append(picture);
      editor.focus();
      editor.insertHTML(address ? link.outerHTML : picture.outerHTML);
    },
    insert(text) {
      editor.focus();
      editor.insertPlainText(text, false);
    },
    show(other) {
      if (!echo.isOwn(other)) set(other);
    },
    close: () => editor.destroy(),
  };
}
