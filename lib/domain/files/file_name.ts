import { extensionsOf, type MediaType } from "./media_type.ts";

/** The longest name that is kept, in characters. */
export const FILE_NAME_MAX = 120;

/** Controls, invisible marks and the overrides that make a name read backwards. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A name as it may be shown and downloaded: no folders, no unseen characters, none that a file system refuses. */
export function cleanFileName(name: string): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  return last.replace(UNSEEN, "").replace(/[<>:"|?*]/g, "_").replace(/\s+/g, " ").trim().replace(/^\.+/, "").trim();
}

/**
 * The name under which a file is kept: clean, at most 120 characters, ending as its content does. A name that says
 * another type gets the right ending added (`scan.exe.pdf`), a missing one becomes `file`.
 */
export function storedFileName(name: string, type: MediaType): string {
  const clean = cleanFileName(name);
  const dot = clean.lastIndexOf(".");
  const ending = dot > 0 ? clean.slice(dot + 1).toLowerCase() : "";
  const fits = extensionsOf(type).includes(ending);
  const stem = fits ? clean.slice(0, dot).trim() : clean;
  const tail = `.${fits ? ending : extensionsOf(type)[0]}`;
  return [...(stem || "file")].slice(0, FILE_NAME_MAX - tail.length).join("").trim() + tail;
}
