import type { ChangeEvent } from "react";

/** The file that was chosen, if any. The field is emptied: the same file may be chosen again once it was mended. */
export function chosenFile(event: ChangeEvent<HTMLInputElement>): File | undefined {
  const [file] = event.target.files ?? [];
  event.target.value = "";
  return file;
}
