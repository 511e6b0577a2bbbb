/** The keys that step through a list or from loan to loan. */

/** The link of each row of the page's list. */
const rowLinks = (): HTMLElement[] =>
  [...document.querySelectorAll("main :is(tbody tr, .picks > li)")].flatMap((row) => {
    const link = row.checkVisibility() &&
      (row.querySelector<HTMLElement>("th a") ?? row.querySelector<HTMLElement>("a"));
    return link ? [link] : [];
  });

/** Goes to the loan that the page names for this key, else to the next or previous row of its list. */
export function step(key: string): void {
  const named = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  if (named) return named.click();
  const links = rowLinks();
  const at = links.findIndex((link) => (link.closest("tr, li") ?? link).contains(document.activeElement));
  const next = links[key === "j" ? at + 1 : Math.max(0, at - 1)];
  next?.focus();
}
