/** Hands a file to the browser to be saved under `name`. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken hold of the file by the next turn; a minute is far more than it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
