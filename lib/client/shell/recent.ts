/** The records that were opened in this tab, for the command palette. They end with the tab, or with a sign-out. */

const KEY = "recent";
const MOST = 6;
const RECORDS = /^\/dashboard\/view(loan|broker|email)(\/\d+)?$/;

/** A page with its name and address. */
export interface Recent {
  name: string;
  href: string;
}

/** The newest first, without the page that is open. */
export function recentPages(): Recent[] {
  try {
    const stored: Recent[] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return stored.filter(({ href }) => href !== addressHere());
  } catch {
    return [];
  }
}

/** The record's address, without what the page was told besides. */
function addressHere(): string {
  const id = new URLSearchParams(location.search).get("id");
  return location.pathname + (id ? `?id=${encodeURIComponent(id)}` : "");
}

/** Remembers the page where it shows a record; a sign-out forgets all. */
export function rememberPage(): void {
  document.addEventListener("submit", (event) => {
    if ((event.target as HTMLFormElement).action.endsWith("/logout")) sessionStorage.removeItem(KEY);
  });
  const href = addressHere(), name = document.title.split(" · ")[0];
  if (!RECORDS.test(location.pathname) || href.endsWith("id=new") || name === "Page Not Found!") return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([{ name, href }, ...recentPages()].slice(0, MOST + 1)));
  } catch {
    // Where the browser keeps nothing, nothing was opened lately.
  }
}
