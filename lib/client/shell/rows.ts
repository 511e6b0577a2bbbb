/** A click anywhere on a row of a list does what a click of its title does; marking text does nothing more. */
export function runRows(): void {
  addEventListener("click", (event) => {
    const at = event.target as Element;
    if (at.closest("a,button,label,.pick") || `${getSelection()}`) return;
    at.closest("tr")?.querySelector(".row-title>:is(a,button)")?.dispatchEvent(new MouseEvent("click", event));
  });
}
