/** Offers a file for download as `name`. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download starts in the next turn of the event loop; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
