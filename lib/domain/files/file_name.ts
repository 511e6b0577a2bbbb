import { extensionsOf, type MediaType } from "./media_type.ts";

/** Maximum length of a stored name, in characters. */
export const FILE_NAME_MAX = 120;

/** Control and invisible characters, and bidirectional overrides, which can disguise an extension. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A name safe to show and download: no folders, invisible characters or characters that file systems reject. */
export function cleanFileName(name: string): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  return last.replace(INVISIBLE, "").replace(/[<>:"|?*]/g, "_").replace(/\s+/g, " ").trim().replace(/^\.+/, "").trim();
}

/**
 * The stored name: clean, at most 120 characters, with the extension of its content. A wrong extension gets the right
 * one appended (`scan.exe.pdf`); an empty name becomes `file`.
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
